package warc

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/gabriel-vasile/mimetype"
	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zlib"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
	"github.com/lsh-interop/fpcheck/internal/store/compressed"
)

// maxCodings is the number of content-codings that a body may have.
const maxCodings = 8

// decode undoes the content-codings of a body (RFC 9110 8.4). If a declared coding is absent, it
// skips it with a note: servers often declare what a proxy has undone. [Item.checkCoding] then looks at the
// bytes. The decoded bytes count in
// the budget of the record.
func (m *message) decode(ctx context.Context, body []byte, b *budget.Budget, cut bool) (io.Reader, error) {
	var codings []string
	for _, value := range m.Header.Values("Content-Encoding") {
		for coding := range strings.SplitSeq(value, ",") {
			if coding = strings.ToLower(strings.TrimSpace(coding)); coding != "" && coding != "identity" {
				codings = append(codings, coding)
			}
		}
	}
	if len(codings) > maxCodings {
		return nil, fmt.Errorf("%w: %d content-codings: expected %d at most", extract.ErrTooDeep, len(codings), maxCodings)
	}
	if len(codings) == 0 || len(body) == 0 {
		return bytes.NewReader(body), nil
	}
	var text io.Reader = bytes.NewReader(body)
	for i := len(codings) - 1; i >= 0; i-- {
		source := bufio.NewReader(text)
		text = source
		open, known := decoders[codings[i]]
		if !known {
			m.coded = codings[i]
			m.note("Content-Encoding %q: ignored", abridged(codings[i]))
			continue
		}
		decoder, err := open(source)
		if err != nil || decoder == nil {
			m.coded = codings[i]
			m.note("Content-Encoding is %s, but the body is not", codings[i])
			continue
		}
		text = &decoded{ctx: ctx, r: decoder, coding: codings[i], cut: cut, budget: b}
	}
	return text, nil
}

// checkCoding returns an error if the start of a decoded body is still in a content-coding. It is if the bytes
// have no known medium, or are not the text that Content-Type declares.
func (it *Item) checkCoding(head []byte) error {
	if it.message == nil || it.message.coded == "" || beginsPage(head) {
		return nil
	}
	found := mimetype.Detect(head)
	declared, _, _ := mime.ParseMediaType(it.ContentType)
	if isText(found) || !found.Is("application/octet-stream") && !declaresText(declared) {
		return nil
	}
	return fmt.Errorf("%w: the body is not text: Content-Encoding %q was not undone",
		extract.ErrMalformed, abridged(it.message.coded))
}

// declaresText reports whether a media type is one of text, HTML, XML or JSON.
func declaresText(t string) bool {
	_, sub, _ := strings.Cut(t, "/")
	return strings.HasPrefix(t, "text/") || sub == "json" || sub == "xml" ||
		strings.HasSuffix(sub, "+json") || strings.HasSuffix(sub, "+xml")
}

// decoders open a body in a content-coding. They return no decoder, and consume nothing, if the
// body is not in it.
var decoders = map[string]func(*bufio.Reader) (io.Reader, error){
	"gzip":    openGzip,
	"x-gzip":  openGzip,
	"deflate": openDeflate,
	"br":      openBrotli,
	"zstd":    openZstd,
}

func openGzip(r *bufio.Reader) (io.Reader, error) {
	if head, _ := r.Peek(3); string(head) != gzipMagic {
		return nil, nil
	}
	z, err := gzip.NewReader(r)
	if err != nil { // the magic number matched
		return failing{err}, nil
	}
	return z, nil
}

// openDeflate reads zlib (RFC 1950), as the standard says, or bare deflate, as some servers send.
func openDeflate(r *bufio.Reader) (io.Reader, error) {
	head, _ := r.Peek(2)
	if len(head) == 2 && head[0]&15 == 8 && (int(head[0])<<8|int(head[1]))%31 == 0 {
		z, err := zlib.NewReader(r)
		return z, err
	}
	return trial(r, func(r io.Reader) io.Reader { return flate.NewReader(r) }), nil
}

func openBrotli(r *bufio.Reader) (io.Reader, error) {
	return trial(r, func(r io.Reader) io.Reader { return brotli.NewReader(r) }), nil
}

// trial opens a format without a magic number. It returns nil if the first bytes cannot be decoded.
func trial(r *bufio.Reader, open func(io.Reader) io.Reader) io.Reader {
	head, err := r.Peek(r.Size())
	whole := err == io.EOF
	n, err := io.ReadAtLeast(open(bytes.NewReader(head)), make([]byte, 64), 64)
	if err != nil && !(whole && err == io.ErrUnexpectedEOF && n > 0) && !(!whole && n > 0) {
		return nil
	}
	return open(r)
}

func openZstd(r *bufio.Reader) (io.Reader, error) {
	if head, _ := r.Peek(4); string(head) != zstdMagic {
		return nil, nil
	}
	return compressed.Zstd.Reader(r, freeWindow)
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// decoded is a decoded body, within a budget.
type decoded struct {
	ctx    context.Context
	r      io.Reader
	coding string
	cut    bool // the record is marked as truncated
	budget *budget.Budget
}

func (d *decoded) Read(p []byte) (int, error) {
	if err := d.budget.Check(d.ctx); err != nil {
		return 0, err
	}
	n, err := d.r.Read(p)
	if over := d.budget.Unpack(int64(n)); over != nil {
		return 0, fmt.Errorf("Content-Encoding %s: %w", d.coding, over)
	}
	var exceeded *budget.Error
	switch {
	case err == nil || err == io.EOF:
		return n, err
	case d.cut && errors.Is(err, io.ErrUnexpectedEOF):
		return n, io.EOF
	case errors.As(err, &exceeded), errors.Is(err, extract.ErrMalformed), d.ctx.Err() != nil:
		return n, err
	}
	return n, fmt.Errorf("%w: Content-Encoding %s: %w", extract.ErrMalformed, d.coding, err)
}
