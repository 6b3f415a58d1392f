package zipped

import (
	"encoding/xml"
	"fmt"
	"io"
	"path"
	"strings"
	"unicode"

	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// FictionBook is the media type of a FictionBook 2.0 file, also alone in a ZIP archive. It is not registered.
const FictionBook = "application/x-fictionbook+xml"

// fictionSpace begins the names of its namespaces.
const fictionSpace = "http://www.gribuser.ru/xml/fictionbook/"

// fiction reads a book: its bodies, without the description. Bodies of notes come last.
type fiction struct {
	*reader
	found bool     // the root element
	notes bool     // a body of notes is open
	title int      // how many titles are open
	open  []string // elements
	pre   int      // how many elements of code are open
}

// OpenFictionBook reads a book that is one XML file.
func OpenFictionBook(d *medium.Reading) error {
	text := d.NewText()
	p := &reader{archive: &archive{within: d, folded: foldNames(nil)}, document: d, flow: flow.To(text)}
	return p.read(func() error { return p.fictionBook(d.Source, "FictionBook") }, text)
}

func (p *reader) fictionBook(r io.Reader, where string) error {
	b := &fiction{reader: p}
	d := p.document
	e := elements{b.start, b.end, b.characters}
	if err := e.walk(d, &lengthBound{r, d.Budget.Size, d.Budget}, where, p.flow.Err); err != nil {
		return err
	}
	if !b.found {
		return fmt.Errorf("%w: expected the element FictionBook", medium.ErrMalformed)
	}
	return nil
}

// onlyFiction returns the name of the one book in an archive, "" if it holds something else.
func (p *reader) onlyFiction() string {
	if len(p.list) == 1 && strings.EqualFold(path.Ext(p.list[0]), ".fb2") {
		return p.list[0]
	}
	return ""
}

func (p *reader) fictionMember(name string) error {
	r, err := p.open(name)
	if err != nil {
		return err
	}
	defer r.Close()
	return p.fictionBook(r, name)
}

func (b *fiction) start(name string, e xml.StartElement) bool {
	switch name {
	case "FictionBook":
		b.found = b.found || len(b.open) == 0
	case "description", "stylesheet", "binary":
		return false
	case "image":
		b.pictures = true
		return false
	case "a":
		if attr(e, "type") == "note" { // its number
			if b.document.Include.Anchors {
				b.flow.Characters(medium.Anchor, false)
			}
			return false
		}
	case "body":
		b.notes = attr(e, "name") == "notes" || attr(e, "name") == "comments"
	case "title":
		b.title++
	case "code":
		b.pre++
	}
	b.gap(name)
	b.open = append(b.open, name)
	return true
}

func (b *fiction) end(name string) {
	b.open = b.open[:len(b.open)-1]
	switch name {
	case "title":
		b.title--
	case "code":
		b.pre--
	}
	b.gap(name)
}

// gap calls for what stands before and after an element.
func (b *fiction) gap(name string) {
	switch name {
	case "a", "code", "emphasis", "strikethrough", "strong", "style", "sub", "sup":
	default:
		b.flow.Line()
	}
}

func (b *fiction) characters(s string) {
	inBody := len(b.open) > 1 && b.open[1] == "body"
	number := b.notes && b.title > 0 && !strings.ContainsFunc(s, unicode.IsLetter) // of a note
	if inBody && !number {
		b.flow.Characters(s, b.pre > 0)
	}
}
