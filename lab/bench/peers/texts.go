//go:build linux

package main

import (
	"bytes"
	"fmt"
	"slices"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/lsh-interop/fpcheck/lab/corpus"
	"github.com/lsh-interop/fpcheck/scheme"
)

// text is documents that are measured together.
type text struct {
	name      string
	documents [][]byte
	shingles  int // in each document; 0: it is no lines of shingles

	suffix    string                       // of the files that programs are given, one a document; "": one of all
	read      func([]byte) (string, error) // what fingerprints are made of, if not of the documents themselves
	unpacked  int64                        // bytes, if the documents are compressed
	responses int                          // in a web archive
}

// total size in bytes
func (t text) octets() (n int64) {
	for _, d := range t.documents {
		n += int64(len(d))
	}
	return n
}

// units is what the rate counts: bytes, uncompressed, or shingles.
func (t text) units() float64 {
	if t.shingles > 0 {
		return float64(t.shingles * len(t.documents))
	}
	if t.unpacked > 0 {
		return float64(t.unpacked)
	}
	return float64(t.octets())
}

const (
	documentSize = 10_000
	shinglesEach = 1_000
)

// sources are the texts: the installation guide or, where there is none, the Universal Declaration
// of Human Rights. That is very short, so other languages in the same script are added.
var sources = []struct {
	name, manual string
	declarations []string
	change       func([]byte) []byte
}{
	{name: "English", manual: "en", change: onlyASCII},
	{name: "French", manual: "fr"},
	{name: "French, NFD", manual: "fr", change: norm.NFD.Bytes},
	{name: "Russian", manual: "ru"},
	{name: "Greek", manual: "el"},
	{name: "Hindi", declarations: []string{"hin", "mar", "nep", "bho", "mag", "mai", "san"}},
	{name: "Chinese", manual: "zh_CN"},
	{name: "Japanese", manual: "ja"},
}

// readTexts reads the texts, of at most a number of documents each, and the shingles.
func readTexts(names func(string) bool, count int) (texts []text, shingles text, err error) {
	dir, err := corpus.Dir()
	if err != nil {
		return nil, shingles, err
	}
	c, err := corpus.Open(dir)
	if err != nil {
		return nil, shingles, err
	}
	for _, s := range sources {
		if !names(s.name) {
			continue
		}
		t := text{name: s.name}
		for _, m := range c.Manuals {
			if m.Language != s.manual {
				continue
			}
			var b bytes.Buffer
			if _, err := m.HTML().WriteTo(&b); err != nil {
				return nil, shingles, err
			}
			octets := b.Bytes()
			if s.change != nil {
				octets = s.change(octets)
			}
			t.documents = pieces(octets, documentSize)
			if s.name == "English" {
				shingles = text{name: "shingles", shingles: shinglesEach, documents: shinglings(octets, shinglesEach, count)}
			}
		}
		for _, id := range s.declarations {
			for _, d := range c.Declarations {
				if d.ID == id {
					var b bytes.Buffer
					if _, err := d.WriteTo(&b); err != nil {
						return nil, shingles, err
					}
					t.documents = append(t.documents, pieces(b.Bytes(), documentSize)...)
				}
			}
		}
		if len(t.documents) == 0 {
			return nil, shingles, fmt.Errorf("%s: no documents in %s", s.name, dir)
		}
		t.documents = t.documents[:min(count, len(t.documents))]
		texts = append(texts, t)
	}
	return texts, shingles, nil
}

// onlyASCII drops the lines with anything else.
func onlyASCII(text []byte) []byte {
	var kept []byte
	for line := range bytes.Lines(text) {
		if !bytes.ContainsFunc(line, func(r rune) bool { return r >= utf8.RuneSelf }) {
			kept = append(kept, line...)
		}
	}
	return kept
}

// pieces cuts a text into documents of size bytes, or a few less: whole code points. What is
// left over is dropped.
func pieces(text []byte, size int) (all [][]byte) {
	for len(text) >= size {
		end := size
		for end < len(text) && !utf8.RuneStart(text[end]) {
			end--
		}
		all = append(all, slices.Clip(text[:end]))
		text = text[end:]
	}
	return all
}

// shinglings makes documents of n distinct shingles a line each, as mh1 finds them in a text.
func shinglings(text []byte, n, count int) (all [][]byte) {
	seen := make(map[string]bool)
	var lines []byte
	for _, f := range scheme.MH1.Method().Stages(text).Features {
		if len(all) == count {
			break
		}
		if seen[f.Text] {
			continue
		}
		seen[f.Text] = true
		lines = append(lines, f.Text...)
		if len(seen) < n {
			lines = append(lines, '\n')
			continue
		}
		all = append(all, lines)
		lines = nil
		clear(seen)
	}
	return all
}
