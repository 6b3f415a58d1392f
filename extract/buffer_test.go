package extract_test

import (
	"io"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/extract"
)

// One buffer serves one document after another, and several that are open at once have one each.
func TestBuffers(t *testing.T) {
	long := strings.Repeat("<p>long</p>", 20_000)
	documents := []struct{ name, in, want, why string }{
		{"a.txt", "plain text", "plain text", "the first"},
		{"b.html", "<p>Of another <b>medium</b></p>" + long, "Of another medium" + strings.Repeat("\nlong", 20_000), "more than a buffer has"},
		{"c.txt", "", "", "nothing, after much"},
		{"d.txt", "\xFF\xFEa\x00b\x00", "ab", "another encoding"},
		{"e.html", "<p>short", "short", "less than the one before"},
	}
	var open []*extract.Document
	for range 3 {
		for _, tt := range documents {
			d, err := extract.Open(t.Context(), strings.NewReader(tt.in), extract.Options{Name: tt.name})
			if err != nil {
				t.Fatal(err)
			}
			open = append(open, d)
		}
		for i, d := range open {
			tt := documents[i]
			if got, err := io.ReadAll(d); string(got) != tt.want || err != nil || d.Size() != int64(len(tt.in)) {
				t.Errorf("%s, %s: %.40q of %d octets, %v, want %.40q of %d", tt.name, tt.why, got, d.Size(), err, tt.want, len(tt.in))
			}
			if n, err := d.Read(make([]byte, 9)); n != 0 || err != io.EOF {
				t.Errorf("%s: %d octets after the end, %v", tt.name, n, err)
			}
		}
		open = open[:0]
	}

	d, err := extract.OpenValues(t.Context(), [][]byte{[]byte("<p>one"), []byte("<p>two")}, true, extract.Options{MediaType: "text/html"})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(d); err != nil || string(got) != "one\ntwo" {
		t.Errorf("values: %q, %v", got, err)
	}
}
