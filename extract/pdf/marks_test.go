package pdf

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// stream returns an object with a stream of a text.
func stream(text string) string {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	io.WriteString(w, text)
	w.Close()
	return fmt.Sprintf("1 0 obj\n<< /Filter /FlateDecode /Length %d >>\nstream\n%s\nendstream endobj\n", b.Len(), &b)
}

// streamsOf returns the texts of the streams in a file.
func streamsOf(t *testing.T, file []byte) (all []string) {
	for _, at := range streamStart().FindAllIndex(file, -1) {
		z, err := zlib.NewReader(bytes.NewReader(file[at[1]:]))
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(z)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, string(text))
	}
	return all
}

// mark returns what marked makes of a file.
func mark(t *testing.T, octets []byte) []byte {
	path := filepath.Join(t.TempDir(), "pdf")
	if err := os.WriteFile(path, octets, 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := marked(medium.New(t.Context(), ample(), nil), f); err != nil {
		t.Fatal(err)
	}
	if octets, err = os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	return octets
}

// padding is as much as the head of a CMap that programs write.
var padding = "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Adobe-Identity-UCS def\n" + strings.Repeat("% ", 200) + "\n"

func TestMarked(t *testing.T) {
	cmap := func(to string) string {
		return padding + "\n2 beginbfchar <01> <0020> <02> <" + to + "> endbfchar endcmap"
	}
	read := func(to string) string {
		return "begincmap 1 begincodespacerange<0000><FFFF>endcodespacerange\n2 beginbfchar\n<01><E020>\n<02><" + to + ">\nendbfchar\nendcmap\n"
	}
	actual := func(to string) string {
		return strings.Repeat("1 0 0 1 335.6562518 55.1234567 Tm <74> Tj\n", 20) + "/Span<</ActualText " + to + " >> BDC <01> Tj EMC"
	}
	drawn := strings.Replace(actual("<FEFF06270644>"), "ActualText ", "ActualText", 1)
	for _, tt := range []struct {
		why     string
		streams []string
		want    []string
	}{
		{"Latin letters stay", []string{cmap("0041"), actual("<FEFF00660069>")}, []string{cmap("0041"), actual("<FEFF00660069>")}},
		{"Gujarati has its blanks marked", []string{cmap("0A95")}, []string{read("0A95")}},
		{"Arabic ligatures come as they are drawn", []string{cmap("06440627")}, []string{read("06270644")}},
		{"in ActualText, too", []string{actual("<FEFF 0644 0627>")}, []string{drawn}},
		{"which may be octets", []string{actual("(\xfe\xff\\006\x44\x06')")}, []string{drawn}},
		{"a character that looks like a mark: nothing is marked", []string{cmap("0A95E020")}, []string{cmap("0A95E020")}},
		{"a stream that would become longer stays", []string{cmap("0A95"), "/ActualText(\xfe\xff\x06\x44\x06')"}, []string{read("0A95"), "/ActualText(\xfe\xff\x06\x44\x06')"}},
	} {
		file := "%PDF-1.7\n"
		for _, s := range tt.streams {
			file += stream(s)
		}
		got := mark(t, []byte(file))
		if len(got) != len(file) {
			t.Errorf("%s: %d octets became %d", tt.why, len(file), len(got))
		}
		want := tt.want
		texts := streamsOf(t, got)
		if strings.Contains(tt.why, "ActualText") || strings.Contains(tt.why, "octets") { // it may be rounded
			for i := range texts {
				texts[i] = string(rounded([]byte(texts[i])))
				want[i] = string(rounded([]byte(want[i])))
			}
		}
		if diff := cmp.Diff(want, texts); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
}

// A file of streams only costs what is in proportion to its length, and streams are found
// wherever they stand.
func TestMarkedStreams(t *testing.T) {
	if testing.Short() {
		t.Skip("it writes long files")
	}
	small := stream("1 beginbfchar <01> <0A95> endbfchar")
	times := [2]time.Duration{time.Hour, time.Hour} // the shortest of several: the machine does other things, too
	for range 5 {
		for i, n := range []int{200, 1600} {
			file := []byte(strings.Repeat(small, n))
			start := time.Now()
			mark(t, file)
			times[i] = min(times[i], time.Since(start))
		}
		if times[1] <= 40*times[0] {
			break
		}
	}
	if times[1] > 40*times[0] {
		t.Errorf("8 times as many streams take %v and %v", times[0], times[1])
	}
	arabic := stream(padding + " 1 beginbfchar <01> <0020> <02> <06440627> endbfchar")
	for n := 64<<10 - 3*len(arabic); n < 64<<10+len(arabic); n += 7 {
		texts := streamsOf(t, mark(t, []byte(arabic+strings.Repeat("%", n)+arabic)))
		for i, text := range texts {
			if !strings.Contains(text, "<02><06270644>") {
				t.Fatalf("with %d octets between two streams, number %d of %d is %q", n, i+1, len(texts), text)
			}
		}
	}
}

// Whatever a file holds: it keeps its length, and what is no stream of letters stays.
func FuzzMarked(f *testing.F) {
	f.Add([]byte(stream(padding+" 1 beginbfchar <01> <0020> <02> <0A95> endbfchar")), []byte("x"))
	f.Add([]byte(stream("/ActualText<FEFF06440627>")), []byte(stream("/ActualText (\xfe\xff\x06\x44)")))
	f.Add([]byte(">>stream\n>>stream\n"), []byte(">>\nstream\r\n\x78\x9c"))
	f.Fuzz(func(t *testing.T, a, b []byte) {
		file := append(append([]byte(stream(padding+" 1 beginbfchar <01> <0A95> endbfchar")), a...), b...)
		if got := mark(t, file); len(got) != len(file) {
			t.Errorf("%d octets became %d", len(file), len(got))
		}
	})
}
