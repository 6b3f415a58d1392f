package extract

import (
	"bufio"
	"io"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// A buffer serves one document after another, and changes nothing.
func TestBuffer(t *testing.T) {
	buffer := bufio.NewReaderSize(nil, medium.SourceSize)
	for _, test := range []struct{ name, text, why string }{
		{"a.txt", "plain text", "the first"},
		{"b.html", "<p>Of another <b>medium</b></p>" + strings.Repeat("<p>long</p>", 20_000), "more than it holds"},
		{"c.txt", "", "nothing, after much"},
		{"d.txt", "\xFF\xFEa\x00b\x00", "another encoding"},
		{"e.html", "<p>short", "less than the one before"},
	} {
		for _, b := range []*bufio.Reader{buffer, bufio.NewReaderSize(nil, 16)} {
			got, gotSize := readWith(t, test.name, test.text, b)
			want, wantSize := readWith(t, test.name, test.text, nil)
			if got != want || gotSize != wantSize {
				t.Errorf("%s, %s, buffer of %d: %.40q of %d octets, want %.40q of %d", test.name, test.why, b.Size(), got, gotSize, want, wantSize)
			}
		}
	}

	// Of values, several are open at once.
	d, err := OpenValues(t.Context(), [][]byte{[]byte("<p>one"), []byte("<p>two")}, true, Options{MediaType: "text/html", Buffer: buffer})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(d); err != nil || strings.Join(strings.Fields(string(got)), " ") != "one two" {
		t.Errorf("values: %q, %v", got, err)
	}
}

func readWith(t *testing.T, name, text string, b *bufio.Reader) (string, int64) {
	t.Helper()
	d, err := Open(t.Context(), strings.NewReader(text), Options{Name: name, Buffer: b})
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(d)
	if err != nil {
		t.Fatal(err)
	}
	return string(got), d.Size()
}
