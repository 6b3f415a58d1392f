package extract

import (
	"context"
	"io"
	"slices"

	"github.com/lsh-interop/fpcheck/extract/internal/formats"
	"github.com/lsh-interop/fpcheck/extract/internal/markup"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/internal/plain"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// family has the formats of chapters 1 and 11, and the signatures of formats without a reader.
var family = formats.Family{
	Name: "extract",
	Formats: []formats.Format{
		{Line: 1, Types: []string{"text/plain"}, Exact: true, Read: plain.Open,
			Named: map[string]string{".text": "text/plain", ".txt": "text/plain"}},
		{Line: 2, Types: []string{"text/html"}, Exact: true, Read: markup.OpenHTML,
			Named: map[string]string{".htm": "text/html", ".html": "text/html"}},
		{Line: 3, Types: []string{"application/xml", "text/xml", "+xml"}, Exact: true, Read: markup.OpenXML,
			Named: map[string]string{
				".xml": "application/xml", ".alto": "application/xml",
				".xht": "application/xhtml+xml", ".xhtml": "application/xhtml+xml", ".svg": "image/svg+xml",
				".dbk": "application/docbook+xml", ".docbook": "application/docbook+xml",
				".jats": "application/jats+xml", ".nxml": "application/jats+xml", ".tei": "application/tei+xml",
			}},
	},
	Signatures: []formats.Signature{
		{Start: "!BDN", MediaType: formats.PST},
		{Start: "WARC/", Is: formats.BeginsWARC, MediaType: formats.WARC},
		{Start: "bplist0", MediaType: formats.Plist},
		{Start: "filedesc:", Is: formats.BeginsARC, MediaType: formats.ARC},
	},
}

var _ = formats.Register(&family)

// Medium is a format that has a reader.
type Medium struct {
	MediaTypes []string // the usual one first
	Endings    []string // of file names, in ascending order: ".htm", ".html"
	// Level is "exact" if a specification says what the text is, so that any two readers find the
	// same text. It is "tolerant" if readers find nearly the same text: their fingerprints may
	// differ in a few bits.
	Level string
	// Program must be installed: "pdftotext"; "" if none must. Its Debian package is Package:
	// "poppler-utils". Tool is the program with its version, "" if it is not installed.
	Program, Package, Tool string
}

// Media lists the formats with imported readers. It asks programs for versions until ctx is done.
func Media(ctx context.Context) []Medium {
	var all []Medium
	for _, f := range formats.All() {
		m := Medium{MediaTypes: slices.Clone(f.Types), Endings: f.AllEndings(), Level: "tolerant"}
		if f.Exact {
			m.Level = "exact"
		}
		if f.Program != nil {
			m.Program, m.Package, m.Tool = f.Program.Describe(ctx)
		}
		all = append(all, m)
	}
	return all
}

// MediaTypes lists the media types whose readers are imported.
func MediaTypes() []string {
	var types []string
	for _, f := range formats.All() {
		types = append(types, f.Types...)
	}
	return types
}

// IsDocument reports whether a ZIP archive is a document, such as DOCX, and not a container of files.
// A damaged archive counts as a document: [Open] says what is wrong with it. If no reader of such
// documents is imported, every archive is a container.
func IsDocument(ctx context.Context, octets io.ReaderAt, size int64, name string, limits Limits) (is bool) {
	zip := formats.Find(medium.ZIP, false)
	if zip == nil {
		return false
	}
	err := func() (err error) {
		defer recovery.Catch(&err, "the recognition of media")
		b := budget.New(budget.Limits(limits))
		b.Source(size)
		b.Begin()
		defer b.End()
		d := medium.New(ctx, b, open)
		d.Name = name
		is = zip.IsDocument(d, octets, size)
		return nil
	}()
	return is || err != nil
}
