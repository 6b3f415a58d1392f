//go:build linux

package main

import (
	"bytes"
	"math/rand/v2"
)

const (
	separator = 0 // in no text of the corpus
	pageSize  = 4_000
)

// pages cuts a text at ends of lines into pages of pageSize bytes, about.
func pages(text []byte) (all [][]byte) {
	for len(text) > 0 {
		end := len(text)
		if end > pageSize {
			if i := bytes.IndexByte(text[pageSize:], '\n'); i >= 0 {
				end = pageSize + i + 1
			}
		}
		all = append(all, text[:end:end])
		text = text[end:]
	}
	return all
}

// text has no end: all pages in an order that is drawn, then all in another, and so on. It is the
// same each time.
type text struct {
	pages  [][]byte
	random *rand.Rand
	next   int
	page   []byte // what is left of one
}

func newText(file []byte) *text {
	t := &text{random: rand.New(rand.NewPCG(1, 2))}
	for page := range bytes.SplitSeq(file, []byte{separator}) {
		if len(page) > 0 {
			t.pages = append(t.pages, page)
		}
	}
	t.next = len(t.pages)
	return t
}

func (t *text) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if len(t.page) == 0 {
			if t.next == len(t.pages) {
				t.random.Shuffle(len(t.pages), func(i, j int) { t.pages[i], t.pages[j] = t.pages[j], t.pages[i] })
				t.next = 0
			}
			t.page = t.pages[t.next]
			t.next++
		}
		c := copy(p[n:], t.page)
		n += c
		t.page = t.page[c:]
	}
	return n, nil
}
