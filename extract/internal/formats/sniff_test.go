package formats

import (
	"encoding/binary"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/gabriel-vasile/mimetype"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// kindOf is what [Sniff] asks of what the bytes are, by all of them.
func kindOf(head []byte) (kind string) {
	found := mimetype.Detect(head)
	for _, mediaType := range append([]string{"text/plain", "text/html", medium.Compound, medium.ZIP}, structured...) {
		if has(found, mediaType) {
			kind += mediaType + " "
		}
	}
	if !has(found, "text/plain") {
		kind += found.String()
	}
	return kind
}

var beginnings = []struct{ head, why string }{
	{strings.Repeat("some words ", 300), "a text"},
	{strings.Repeat("слова ", 400), "a text beyond ASCII"},
	{strings.Repeat("words ", 200) + "%PDF-1.4", "what makes a PDF comes too late"},
	{strings.Repeat("words ", 160) + "%PDF-1.4" + strings.Repeat(" words", 400), "a PDF after other words"},
	{strings.Repeat(" ", 2000) + "<!DOCTYPE html><p>", "HTML after blanks"},
	{strings.Repeat(" ", 2000) + "<?xml version=\"1.0\"?><svg>", "XML after blanks"},
	{strings.Repeat("words ", 25)[:148] + "0012345 " + strings.Repeat("words ", 300), "a sum where that of a tar is"},
	{tarOfText(), "a tar without an octet that no text has"},
	{strings.Repeat("w", 128) + "DICM" + strings.Repeat("words ", 300), "a picture of a physician's"},
	{strings.Repeat("w", 60) + "BOOKMOBI" + strings.Repeat("words ", 300), "a book"},
	{strings.Repeat("words ", 300) + "\x01", "no text, as its end says"},
	{strings.Repeat("words ", 300) + "\x00\x01\x02\x03" + strings.Repeat(" words", 10), "the same in the middle"},
	{strings.Repeat("w\x00", 800), "UTF-16"},
	{"\xFF\xFE" + strings.Repeat("w\x00", 800), "UTF-16 with a mark"},
	{"\xEF\xBB\xBF" + strings.Repeat("words ", 300), "a mark of UTF-8"},
	{"ID3 and " + strings.Repeat("words ", 300), "a text that begins as sound does"},
	{"MZ and " + strings.Repeat("words ", 300), "and as a program"},
	{strings.Repeat("a,b,c\n", 400), "a table"},
	{`{"a": "` + strings.Repeat("words ", 300) + `"}`, "JSON"},
	{strings.Repeat("words ", 300) + "\xFF\xFB\x90\x64" + strings.Repeat("words ", 300), "sound in a text"},
	{"PK\x03\x04" + strings.Repeat("words ", 300), "a ZIP archive"},
	{strings.Repeat("\x1b[1mwords ", 300), "colours of a terminal"},
	{"\xCB\n\x01\xF6\x01\xCB\xC0\nJ\tJ\xC0" + strings.Repeat("words ", 300), "WordPerfect 4.2"},
}

// tarOfText is the start of a tar whose fields are filled up with blanks.
func tarOfText() string {
	header := []byte(strings.Repeat("name ", 512)[:512] + strings.Repeat("words ", 100))
	copy(header[148:], "        ")
	sum := 0
	for _, c := range header[:512] {
		sum += int(c)
	}
	copy(header[148:], fmt.Sprintf("%07o ", sum))
	return string(header)
}

func TestTelling(t *testing.T) {
	shorter := 0
	for _, test := range beginnings {
		head := []byte(test.head)
		if len(telling(head)) < len(head) {
			shorter++
		}
		if got, want := kindOf(telling(head)), kindOf(head); got != want {
			t.Errorf("%s: %s, want %s", test.why, got, want)
		}
	}
	if shorter < 5 {
		t.Errorf("%d of %d beginnings tell by a part of them", shorter, len(beginnings))
	}
}

// TestMistaken checks texts that begin with the characters of a signature, and files that do.
func TestMistaken(t *testing.T) {
	for _, tt := range []struct{ head, want, why string }{
		{"MZ Wallace makes bags.", "text/plain", "a program begins so"},
		{"MZ M\xfcller makes bags.", "text/plain", "the same in windows-1252"},
		{"GIF89a is a format.", "text/plain", "a picture begins so"},
		{"FWS\nCWS\nZWS\n", "text/plain", "a film begins so"},
		{"ID3 tags are at the start of songs.", "text/plain", "sound begins so"},
		{"MZ", "text/plain", "two letters"},
		{"MZ <mz@example.org> wrote this, and 1 < 2.", "text/plain", "what markup begins with"},
		{"MZ is the mark of na\xFFve programs.\r\n\x1a", "text/plain", "a text of DOS"},
		{"MZ is not what %PDF-1.4 begins with.", "application/pdf", "a PDF may begin later"},
		{"d8:announce30:udp://tracker.example.org:80/a4:infod6:lengthi12e4:name4:book12:piece lengthi16384e6:pieces2:abee",
			"application/x-bittorrent", "its first lines are text"},
		{"SIMPLE  =                    T / a picture of the sky", "application/fits", "its first lines are text"},
		{"BZh9 is what bzip2 begins with.", "text/plain", "a text about bzip2"},
		{"8BPS is what pictures of Photoshop begin with.", "text/plain", "their signature is of characters"},
		{".snd and .wav are sounds.", "text/plain", "sound begins so"},
		{"#!AMR is what calls begin with.", "text/plain", "sound of phones begins so"},
		{"070701 10:00:00 mysqld started", "text/plain", "a day, which a cpio archive begins with"},
		{"070707", "application/x-cpio", "nothing but a signature"},
		{"070707" + strings.Repeat("0123456", 10) + "name", "application/x-cpio", "an archive, with a header of digits"},
		{"070701" + strings.Repeat("0123ABCD", 13) + "name", "application/x-cpio", "another, with hexadecimal ones"},
		{"070702" + strings.Repeat("0123abcd", 13) + "name\x00", "application/x-cpio", "another, with sums"},
		{"0\nSECTION\n2\nHEADER\n", "image/vnd.dxf", "a drawing is lines of text"},
		{"%!PS-Adobe-3.0\nshowpage\n", "application/postscript", "so is a program in PostScript"},
		{"# Title\n\nWords.\n", "text/plain", "Markdown, without a signature"},
		{"8BPS\x00\x01\x00", "image/vnd.adobe.photoshop", "a picture"},
		{"MZ\x90\x00\x03", "application/vnd.microsoft.portable-executable", "a program"},
		{"GIF89a\x01\x00\x01\x00", "image/gif", "a picture"},
		{"FWS\x06\x00\x00\x00\x00", "application/x-shockwave-flash", "a film"},
	} {
		if got := Sniff([]byte(tt.head), ""); got != tt.want {
			t.Errorf("%q is %s, want %s: %s", tt.head, got, tt.want, tt.why)
		}
	}
}

func FuzzTelling(f *testing.F) {
	for _, b := range beginnings {
		f.Add([]byte(b.head))
	}
	f.Fuzz(func(t *testing.T, head []byte) {
		head = head[:min(len(head), Sniffed)]
		if got, want := kindOf(telling(head)), kindOf(head); got != want {
			t.Errorf("%q: %s, want %s", head, got, want)
		}
		checkProse(t, head)
	})
}

// prose is what [kindOf] says of plain text.
const prose = "text/plain "

func checkProse(t *testing.T, head []byte) {
	t.Helper()
	if !isProse(head) {
		return
	}
	if kind := kindOf(head); kind != prose {
		t.Errorf("%q is taken for prose, and is %s", head[:min(len(head), 80)], kind)
	}
}

// TestIsProse puts each string and each number in the source of package mimetype into a text. It puts them at
// the start and at the places of other numbers. So it tests every new signature of the package.
func TestIsProse(t *testing.T) {
	literals, places := signatures(t)
	if len(literals) < 500 || len(places) < 10 {
		t.Fatalf("%d strings at %d places: expected more", len(literals), len(places))
	}
	count := 0
	for _, filler := range []string{
		"some words of a text, ", "мало слов ", "\u3042\u4e00", "a\tb\n", "a < b and <p>", "\n <p>", "\uFEFF\n",
	} {
		text := []byte(strings.Repeat(filler, 100)[:300])
		for literal := range literals {
			for at := range places {
				head := slices.Clone(text)
				copy(head[at:], literal)
				if isProse(head) {
					count++
				}
				checkProse(t, head)
				checkProse(t, head[:at+len(literal)])
			}
		}
	}
	if count < 10_000 {
		t.Errorf("%d texts are taken for prose: expected most", count)
	}
}

// signatures returns the strings in the source of package mimetype. They may be of bytes, and the numbers are
// among them, in either order of bytes. The places are the small numbers.
func signatures(t *testing.T) (literals map[string]bool, places map[int]bool) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/gabriel-vasile/mimetype").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	paths, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(out)), "internal", "*", "*.go"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no sources of mimetype: %v", err)
	}
	literals, places = make(map[string]bool), map[int]bool{0: true, 1: true, 2: true}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CompositeLit:
				var octets []byte
				for _, e := range n.Elts {
					if c, ok := number(e); ok && c < 256 {
						octets = append(octets, byte(c))
					}
				}
				literals[string(octets)] = true
			case *ast.BasicLit:
				if s, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING && len(s) < 100 {
					literals[s] = true
				}
				if c, ok := number(n); ok {
					if c < 150 {
						places[int(c)] = true
					}
					literals[string(binary.BigEndian.AppendUint32(nil, uint32(c)))] = true
					literals[string(binary.LittleEndian.AppendUint32(nil, uint32(c)))] = true
				}
			}
			return true
		})
	}
	return literals, places
}

func number(e ast.Node) (n uint64, ok bool) {
	lit, ok := e.(*ast.BasicLit)
	if !ok {
		return 0, false
	}
	if lit.Kind == token.CHAR {
		c, _, _, err := strconv.UnquoteChar(strings.Trim(lit.Value, "'"), '\'')
		return uint64(c), err == nil
	}
	n, err := strconv.ParseUint(lit.Value, 0, 64)
	return n, err == nil
}

// The bytes that are looked at eight at a time are those that are looked at one by one.
func TestHasControls(t *testing.T) {
	for c := range 256 {
		for at := range 19 {
			head := []byte("a \n line\t\xff\x80 of 19 \n")[:19]
			head[at] = byte(c)
			if got, want := hasControls(head), c < 0x20 && !strings.ContainsRune("\t\n\f\r ", rune(c)); got != want {
				t.Errorf("%q: %t, want %t", head, got, want)
			}
		}
	}
}
