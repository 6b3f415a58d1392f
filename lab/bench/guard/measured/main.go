// Command measured runs the code whose instructions the guard counts. It is useful only under
// callgrind, which writes its counts at each call of [end]:
//
//	measured DIR
//
// DIR has the texts. It prints a line for each case, in callgrind's order. The line has the case,
// the number of bytes of the text or 0, and the number of counts.
package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"runtime"

	"golang.org/x/text/unicode/norm"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/kernel/fast"
	"github.com/lsh-interop/fpcheck/internal/kernel/jenkins"
	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/internal/kernel/simhash"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/textdigest"
)

// The first thread is the one whose counts are read.
func init() { runtime.LockOSThread() }

func main() {
	log.SetFlags(0)
	log.SetPrefix("measured: ")
	if len(os.Args) != 2 {
		log.Fatal("usage: measured DIR")
	}
	texts := make(map[string][]byte)
	for _, language := range []string{"english", "french", "russian", "chinese"} {
		text, err := os.ReadFile(filepath.Join(os.Args[1], language+".txt"))
		if err != nil {
			log.Fatal(err)
		}
		texts[language] = text
	}
	texts["french-nfd"] = norm.NFD.Bytes(texts["french"])

	for _, s := range scheme.All() {
		fingerprint(s, "english", texts)
	}
	for _, language := range []string{"french", "french-nfd", "russian", "chinese"} {
		fingerprint(scheme.SM1, language, texts)
	}
	for _, language := range []string{"english", "french", "french-nfd", "russian", "chinese"} {
		tokens(language, texts)
		digest(language, texts)
	}
	parts(texts["english"])
	visible(pageOf(texts["english"]))
	fingerprints(scheme.SM1, texts["english"])
	fingerprints(scheme.MH1, texts["english"])
	fmt.Fprintln(os.Stderr, last, sketch, number, stored, digested, written)
}

// rounds is the number of repetitions before counting. Buffers and the table of distinct features
// must have grown.
const rounds = 2

// small is the number of times that a case of few instructions is counted. Otherwise occasional
// work of the allocator would be too large a part.
const small = 256

// count counts the instructions of several calls of do.
func count(name string, octets, times int, do func()) {
	for range rounds {
		do()
	}
	runtime.Gosched() // else the scheduler may find that it is time for another, in between
	begin()
	for range times {
		do()
	}
	end()
	fmt.Println(name, octets, times)
}

// begin and end are where callgrind begins and ends to count.

//go:noinline
func begin() {}

//go:noinline
func end() {}

// Results, which are printed, lest the compiler leave out what makes them.
var (
	last     scheme.Fingerprint
	sketch   uint64
	number   int
	stored   [minhash.Slots]byte
	digested [sha256.Size]byte
	written  string
)

// fingerprint counts the whole pipeline.
func fingerprint(s *scheme.Scheme, language string, texts map[string][]byte) {
	text := texts[language]
	h := s.New()
	count(s.ID()+"/"+language, len(text), 1, func() {
		h.Reset()
		h.Write(text)
		last, _ = h.Fingerprint()
	})
}

// tokens counts chapters 1 to 4, by which tokens come in batches where that is faster.
func tokens(language string, texts map[string][]byte) {
	text := texts[language]
	t := scheme.SM1.Method().Rules().New(counter{})
	count("tokenize/"+language, len(text), 1, func() {
		t.Write(text)
		t.Close()
		t.Reset()
	})
}

// digest counts the text digest.
func digest(language string, texts map[string][]byte) {
	text := texts[language]
	h := textdigest.New()
	count("digest/"+language, len(text), 1, func() {
		h.Reset()
		h.Write(text)
		digested, _ = h.Sum()
	})
}

// counter counts tokens.
type counter struct{}

func (counter) Token([]byte)       { number++ }
func (counter) Batch(b fast.Batch) { number += len(b.Bounds) / 2 }

// parts counts what else the pipeline consists of, of the tokens of a text.
func parts(text []byte) {
	var all bytes.Buffer // as a batch has them
	var bounds []uint16
	var keys [][]byte
	for _, token := range scheme.SM1.Method().Rules().Tokens(text) {
		bounds = append(bounds, uint16(all.Len()), uint16(all.Len()+len(token)))
		all.WriteString(token + " ")
		keys = append(keys, []byte(token))
	}
	all.Write(make([]byte, fast.Padding))
	var hashes []uint64
	count("hash/batch", len(text), 1, func() { hashes = fast.AppendSums(hashes[:0], all.Bytes(), bounds) })
	count("hash/single", len(text), 1, func() {
		for _, key := range keys {
			sketch += jenkins.Sum64(key)
		}
	})
	count("simhash/batch", len(text), 1, func() {
		var c simhash.Counters
		c.AddEach(hashes)
		sketch = c.Sketch()
	})
	count("simhash/single", len(text), 1, func() {
		var c simhash.Counters
		for _, h := range hashes {
			c.Add(h)
		}
		sketch = c.Sketch()
	})
	count("minhash", len(text), 1, func() {
		var m minhash.Minima
		for _, h := range hashes {
			m.Add(h)
		}
		stored, _ = m.Stored()
	})
}

// visible counts finding the text of a page.
func visible(page []byte) {
	count("html/visible", len(page), 1, func() { written, _, _ = extract.VisibleText(page, "") })
}

// pageOf returns a page with a text, with as many tags as typical documentation. Each line is a
// paragraph of a division, and each seventh word a link.
func pageOf(text []byte) []byte {
	var page bytes.Buffer
	page.WriteString("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>English</title>\n</head>\n<body>\n")
	for i, line := range bytes.Split(bytes.TrimSpace(text), []byte("\n")) {
		fmt.Fprintf(&page, "<div class=\"section\" id=\"s%d\">\n<p>", i)
		for j, word := range bytes.Fields(line) {
			if j%7 == 3 {
				fmt.Fprintf(&page, "<a class=\"reference\" href=\"#s%d\">%s</a> ", j, word)
			} else {
				fmt.Fprintf(&page, "%s ", word)
			}
		}
		page.WriteString("</p>\n</div>\n")
	}
	page.WriteString("</body>\n</html>\n")
	return page.Bytes()
}

// fingerprints counts what is done with fingerprints.
func fingerprints(s *scheme.Scheme, text []byte) {
	a, _ := s.Sum(text)
	b, _ := s.Sum(text[:len(text)/2])
	count("encode/"+s.ID(), 0, small, func() { written = a.String() })
	count("decode/"+s.ID(), 0, small, func() { last, _ = scheme.Parse(written) })
	count("distance/"+s.ID(), 0, small, func() { number, _ = a.Distance(b) })
}
