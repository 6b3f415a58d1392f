// Package fpcheck computes fingerprints of documents, according to the [fpcheck specification].
//
// A fingerprint is a short string that changes little when the text of a document changes little.
// So near duplicates have similar fingerprints:
//
//	a, err := fpcheck.File(ctx, scheme.SM1, "report.pdf")
//	b, err := fpcheck.File(ctx, scheme.SM1, "report-final.docx")
//	d, err := a.Distance(b) // in bits, of 64
//
// [File] combines two steps. Package extract finds the text of a document of any format. Package
// scheme computes and compares the fingerprints of texts:
//
//	text, err := fpcheck.Text(ctx, response.Body, extract.Options{MediaType: "text/html"})
//	fp, err := scheme.SM1.Sum([]byte(text))
//
// Package textdigest reports whether two texts have exactly the same words. Package index finds near
// duplicates among many fingerprints. Package manifest records the text of the files of a directory.
// Package conformance tests implementations of the specification in any language.
//
// [fpcheck specification]: https://github.com/lsh-interop/fpcheck/blob/main/SPEC.md
package fpcheck

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/lsh-interop/fpcheck/extract"
	_ "github.com/lsh-interop/fpcheck/extract/all"
	"github.com/lsh-interop/fpcheck/internal/engine/pipeline"
	"github.com/lsh-interop/fpcheck/scheme"
)

// File returns the fingerprint by s of the document in the named file. It recognises the format by the
// first bytes of the document and the ending of its name.
//
// An error wraps one of the errors of package extract if there is no text. So it does if a part of the text
// cannot be read. It wraps [scheme.ErrNoFeatures] if the text has no words. When ctx is done, File stops and
// returns an error that wraps the error of ctx. So it does while it waits for a named pipe. Until another
// program opens that pipe, a goroutine is left behind.
//
// A file with many documents, such as a web archive or a tar, is [extract.ErrUnsupported]. Package
// archive/warc reads web archives. A mailbox is one document, with the texts of all its mails.
func File(ctx context.Context, s *scheme.Scheme, name string) (scheme.Fingerprint, error) {
	f, err := open(ctx, name)
	if err != nil {
		return scheme.Fingerprint{}, err
	}
	defer f.Close()
	// This wakes a read that waits for a pipe. Other files have no deadlines, and do not wait.
	defer context.AfterFunc(ctx, func() { f.SetReadDeadline(time.Unix(1, 0)) })()
	doc, err := pipeline.NewReader(pipeline.Options{Schemes: []*scheme.Scheme{s}, Strict: true}).Read(ctx, f, name)
	if err == nil {
		err = doc.Results[0].Err
	}
	if errors.Is(err, os.ErrDeadlineExceeded) && ctx.Err() != nil {
		err = ctx.Err()
	}
	if err != nil {
		return scheme.Fingerprint{}, fmt.Errorf("%s: %w", name, err)
	}
	return doc.Results[0].Fingerprint, nil
}

// open opens a file to read. It waits for a named pipe until ctx is done.
func open(ctx context.Context, name string) (*os.File, error) {
	type opened struct {
		file *os.File
		err  error
	}
	done := make(chan opened)
	go func() {
		f, err := os.Open(name)
		select {
		case done <- opened{f, err}:
		case <-ctx.Done():
			f.Close() // even if it is nil
		}
	}()
	select {
	case o := <-done:
		return o.file, o.err
	case <-ctx.Done():
		return nil, fmt.Errorf("%s: %w", name, ctx.Err())
	}
}

// Text returns the text of the document that r reads, in UTF-8. The zero Options make it recognise the
// format by the first bytes, and read the visible text. The text is in memory as a whole: to process a
// text of any length, use [extract.Open].
//
// An error wraps one of the errors of package extract if there is no text. When ctx is done, Text stops
// and returns an error that wraps the error of ctx.
func Text(ctx context.Context, r io.Reader, o extract.Options) (string, error) {
	doc, err := extract.Open(ctx, r, o)
	if err != nil {
		return "", err
	}
	var text strings.Builder
	if _, err := io.Copy(&text, doc); err != nil {
		return "", err
	}
	if text.Len() == 0 {
		return "", pipeline.ErrNoText
	}
	return text.String(), nil
}
