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
//	doc, err := extract.Open(ctx, response.Body, extract.Options{MediaType: "text/html"})
//	h := scheme.SM1.New()
//	_, err = io.Copy(h, doc)
//	fp, err := h.Fingerprint()
//
// Package textdigest reports whether two texts have exactly the same words. Package manifest
// records the text of the files of a directory. Package conformance tests implementations of the
// specification in any language.
//
// [fpcheck specification]: https://github.com/lsh-interop/fpcheck/blob/main/SPEC.md
package fpcheck

import (
	"context"
	"fmt"
	"os"

	"github.com/lsh-interop/fpcheck/internal/engine/pipeline"
	"github.com/lsh-interop/fpcheck/scheme"
)

// File returns the fingerprint by s of the document in the named file. What medium the
// document is of, its bytes and the ending of its name decide.
//
// An error wraps one of the errors of package extract if no text was found, and
// [scheme.ErrNoFeatures] if the text has no words. When ctx is done, File stops and returns
// an error that wraps that of ctx.
func File(ctx context.Context, s *scheme.Scheme, name string) (scheme.Fingerprint, error) {
	f, err := os.Open(name)
	if err != nil {
		return scheme.Fingerprint{}, err
	}
	defer f.Close()
	doc, err := pipeline.NewReader(pipeline.Options{Schemes: []*scheme.Scheme{s}}).Read(ctx, f, name)
	if err == nil {
		err = doc.Results[0].Err
	}
	if err != nil {
		return scheme.Fingerprint{}, fmt.Errorf("%s: %w", name, err)
	}
	return doc.Results[0].Fingerprint, nil
}
