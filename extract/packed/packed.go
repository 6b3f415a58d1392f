// Package packed reads documents that are compressed by gzip, zstd or bzip2. Importing it registers the
// readers.
package packed

import (
	"path"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/formats"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/store/compressed"
)

var family = formats.Family{Name: "packed", Formats: []formats.Format{
	{Line: 34, Types: []string{"application/gzip"}, Endings: ".gz", Profile: formats.Both, Read: openGzip},
	{Line: 35, Types: []string{"application/zstd"}, Endings: ".zst", Profile: formats.Both, Read: openZstd},
	{Line: 36, Types: []string{"application/x-bzip2"}, Endings: ".bz2", Profile: formats.Both, Read: openBzip2},
}, Signatures: []formats.Signature{
	{Start: "BZh", Is: isBzip2, MediaType: "application/x-bzip2"}, // a text may begin so
}}

var _ = formats.Register(&family)

func isBzip2(head []byte) bool { return compressed.Find(head) == compressed.Bzip2 }

func openGzip(d *medium.Reading) error  { return open(compressed.Gzip, d) }
func openZstd(d *medium.Reading) error  { return open(compressed.Zstd, d) }
func openBzip2(d *medium.Reading) error { return open(compressed.Bzip2, d) }

// open finds the text of the document that is packed, as a stream if its format is one.
func open(f *compressed.Format, d *medium.Reading) error {
	within, err := d.Within(unpackedName(d.Name))
	if err != nil {
		return err
	}
	r, err := f.Open(d.Source, compressed.Options{
		Context: d.Context, Budget: d.Budget, Malformed: medium.ErrMalformed,
		Window: min(max(d.Budget.Size, 1<<10), 128<<20), // what zstd --long asks for
	})
	if err != nil {
		return err
	}
	if err := within.Open(r, ""); err != nil {
		return err
	}
	d.Found = within.Found
	return nil
}

// unpackedName takes the ending of a format off a name.
func unpackedName(name string) string {
	ending := path.Ext(name)
	stem := strings.TrimSuffix(name, ending)
	switch strings.ToLower(ending) {
	case ".gz", ".zst", ".bz2":
		return stem
	case ".tgz", ".tbz2", ".tzst":
		return stem + ".tar"
	case ".svgz":
		return stem + ".svg"
	}
	return name
}
