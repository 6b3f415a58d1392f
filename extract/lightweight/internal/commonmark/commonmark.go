// Package commonmark writes Markdown as HTML with the same text. It knows CommonMark 0.31.2, and of GitHub's
// dialect tables, struck-out text, task lists, links without marks, and footnotes.
//
// Two passes read the blocks of a document. The first collects the labels of links and footnotes, and the
// second writes each block when it ends. So there is no tree, and time and memory grow with the length.
//
// The HTML has the blocks of the document and the HTML within it. It lacks what has no text of its own:
// emphasis, targets of links, and pictures with their descriptions.
package commonmark

import (
	"bytes"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// deepest bounds the quotes, lists and items in one another. Each line is compared with all that are open.
const deepest = 250

// HTML writes Markdown in UTF-8 as HTML, within the budget of the document.
func HTML(d *medium.Reading, source []byte) (page []byte, err error) {
	held := &memory{budget: d.Budget}
	defer func() {
		held.release(held.all)
		switch r := recover().(type) {
		case nil:
		case stop:
			page, err = nil, r.error
		default:
			panic(r)
		}
	}()
	for _, c := range []struct{ old, new string }{{"\r\n", "\n"}, {"\r", "\n"}, {"\x00", "\uFFFD"}} {
		if n := bytes.Count(source, []byte(c.old)); n > 0 {
			held.hold(int64(len(source)) + 2*int64(n))
			source = bytes.ReplaceAll(source, []byte(c.old), []byte(c.new))
		}
	}
	defined := &labels{links: make(map[string]bool), notes: make(map[string]*note)}
	if bytes.Contains(source, []byte("]:")) {
		(&reader{memory: held, labels: defined, within: d, first: true}).all(source)
	}
	r := reader{memory: held, labels: defined, within: d, out: new(output)}
	r.all(source)
	r.endnotes()
	return r.out.octets, nil
}

// stop ends the reading as a panic, which only [HTML] sees.
type stop struct{ error }

// memory counts what a document holds.
type memory struct {
	budget *budget.Budget
	all    int64
}

func (m *memory) hold(n int64) {
	m.all += n
	if err := m.budget.Hold(n, "Markdown"); err != nil {
		panic(stop{err})
	}
}

func (m *memory) release(n int64) {
	m.all -= n
	m.budget.Release(n)
}

// room returns a slice with room for n more elements of size bytes each.
func room[T any](m *memory, s []T, n int, size int64) []T {
	if cap(s)-len(s) >= n {
		return s
	}
	after := max(2*cap(s), len(s)+n, 64)
	m.hold(int64(after) * size)
	grown := append(make([]T, 0, after), s...)
	m.release(int64(cap(s)) * size)
	return grown
}

// output is HTML that is written.
type output struct{ octets []byte }

// all reads a document.
func (r *reader) all(source []byte) {
	for n := 0; len(source) > 0; n++ {
		if n%1024 == 0 {
			if err := r.within.Check(); err != nil {
				panic(stop{err})
			}
		}
		var line []byte
		line, source, _ = bytes.Cut(source, []byte("\n"))
		r.line(line)
	}
	r.closeTo(0)
}

// write writes HTML, in the second pass.
func (r *reader) write(html ...string) {
	if r.first {
		return
	}
	for _, s := range html {
		r.out.octets = append(room(r.memory, r.out.octets, len(s), 1), s...)
	}
}

// escaped writes text as HTML.
func (r *reader) escaped(text []byte) {
	if r.first {
		return
	}
	r.out.octets = appendEscaped(room(r.memory, r.out.octets, escapedLength(text), 1), text)
}

func escapedLength(text []byte) int {
	return len(text) + len("amp;")*bytes.Count(text, []byte("&")) + len("lt;")*bytes.Count(text, []byte("<"))
}

func appendEscaped(to, text []byte) []byte {
	from := 0
	for i, c := range text {
		switch c {
		case '&':
			to = append(append(to, text[from:i]...), "&amp;"...)
			from = i + 1
		case '<':
			to = append(append(to, text[from:i]...), "&lt;"...)
			from = i + 1
		}
	}
	return append(to, text[from:]...)
}
