package warc

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/extract"
)

// benchFile is an archive of the examples, many times over.
func benchFile(b *testing.B) string {
	pages, err := filepath.Glob(filepath.Join("..", "..", "examples", "*.html"))
	if err != nil || len(pages) == 0 {
		b.Fatal(pages, err)
	}
	var records []string
	for i := range 40 {
		for _, name := range pages {
			octets, err := os.ReadFile(name)
			if err != nil {
				b.Fatal(err)
			}
			records = append(records, response(fmt.Sprint(i, name), "http://a/", "", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"+string(octets)))
		}
	}
	return gzipped(records...)
}

// BenchmarkRecords is reading records alone.
func BenchmarkRecords(b *testing.B) {
	file := benchFile(b)
	b.SetBytes(int64(len(file)))
	b.ReportAllocs()
	for b.Loop() {
		r := newReader(strings.NewReader(file), 1)
		for _, err := range r.Records() {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkWalk is finding the text of documents, too.
func BenchmarkWalk(b *testing.B) {
	file := benchFile(b)
	b.SetBytes(int64(len(file)))
	for b.Loop() {
		var w Walk[bool]
		for it, err := range w.Items(strings.NewReader(file)) {
			if err != nil {
				b.Fatal(err)
			}
			doc, err := it.Open(b.Context(), extract.Options{})
			if err != nil {
				b.Fatal(err)
			}
			io.Copy(io.Discard, doc)
			w.Settle(it, true, nil)
		}
	}
}
