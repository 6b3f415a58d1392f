package formats

import (
	"fmt"
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

func FuzzTelling(f *testing.F) {
	for _, b := range beginnings {
		f.Add([]byte(b.head))
	}
	f.Fuzz(func(t *testing.T, head []byte) {
		head = head[:min(len(head), Sniffed)]
		if got, want := kindOf(telling(head)), kindOf(head); got != want {
			t.Errorf("%q: %s, want %s", head, got, want)
		}
	})
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
