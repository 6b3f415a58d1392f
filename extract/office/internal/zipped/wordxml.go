package zipped

import (
	"cmp"
	"encoding/xml"
	"fmt"

	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/extract/internal/margins"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// Word's XML of 2003 (WordprocessingML 2003) has the elements of the later form, with all parts in
// one. Styles come before the body, and footnotes are where they are referred to. Headers and
// footers are in the properties of their section. Changes are in aml:annotation.

// wordXML reads Word's XML of 2003.
type wordXML struct {
	*wordText
	found       bool // the root element
	styles      *hiding
	settings    bool // w:docPr is open
	evenPages   bool
	aside       []setAside
	endnotes    *medium.Text
	even, first *margins.Margins // of even pages, and of first pages
}

// setAside is a note or a header that is open, and what was being read before it.
type setAside struct {
	name, pages string
	text        *medium.Text
	flow        *flow.Flow
	state       wordState
}

// OpenWordXML reads Word's XML of 2003.
func OpenWordXML(d *medium.Reading) error {
	text := d.NewText()
	p := &reader{archive: &archive{within: d, folded: foldNames(nil)}, document: d, flow: flow.To(text)}
	w := &wordXML{wordText: p.newWordText(), endnotes: d.NewText(), even: margins.Of(d), first: margins.Of(d)}
	w.keeps = true // as Word's documents say at their start
	return p.read(func() error {
		e := elements{w.start, w.end, w.characters}
		if err := e.walk(d, &lengthBound{d.Source, d.Budget.Size, d.Budget}, "Word's XML", p.flow.Err); err != nil {
			return err
		}
		w.endFields()
		if !w.found {
			return fmt.Errorf("%w: expected the element w:wordDocument", medium.ErrMalformed)
		}
		p.flow.Line()
		p.flow.Characters(w.endnotes.String(), true)
		if err := cmp.Or(w.margins.AddIf(w.evenPages, w.even), w.margins.AddIf(w.titlePage, w.first)); err != nil {
			return err
		}
		w.margins.WriteTo(p.flow)
		return nil
	}, text)
}

func (w *wordXML) start(name string, e xml.StartElement) bool {
	switch name {
	case "w:wordDocument":
		w.found = true
	case "w:docPr":
		w.settings = true
	case "w:evenAndOddHeaders":
		w.evenPages = isOn(attr(e, "val"))
	case "w:styles":
		w.styles = newHiding(w.reader)
	case "w:fonts", "w:lists", "w:binData", "w:docOleData", "w:docSuppData":
		return false
	case "aml:annotation":
		switch attr(e, "type") {
		case "Word.Deletion":
			return w.wordText.start("w:del", e)
		case "Word.Comment", "Word.Formatting", "Word.Numbering":
			return false
		}
	case "w:hdr", "w:ftr", "w:footnote", "w:endnote":
		if !w.settings {
			w.setAside(name, attr(e, "type"))
		}
		return !w.settings
	}
	switch {
	case w.settings:
		return true
	case w.styles != nil:
		return w.styles.start(name, e)
	}
	return w.wordText.start(name, e)
}

func (w *wordXML) setAside(name, pages string) {
	text := w.document.NewText()
	w.aside = append(w.aside, setAside{name, pages, text, w.flow, w.wordState})
	w.flow, w.wordState = flow.To(text), wordState{}
}

func (w *wordXML) end(name string) {
	switch name {
	case "w:docPr":
		w.settings = false
		return
	case "w:styles":
		if w.styles != nil { // nil if these are in others
			w.hides, w.styles = w.styles.styles(), nil
		}
		return
	case "w:hdr", "w:ftr", "w:footnote", "w:endnote":
		if n := len(w.aside); n > 0 && w.aside[n-1].name == name {
			w.putBack()
			return
		}
	}
	if !w.settings && w.styles == nil {
		w.wordText.end(name)
	}
}

// putBack ends a note or a header.
func (w *wordXML) putBack() {
	a := w.aside[len(w.aside)-1]
	w.aside = w.aside[:len(w.aside)-1]
	w.endFields()
	err := w.flow.Err()
	w.flow, w.wordState = a.flow, a.state
	text := a.text.String()
	if err == nil {
		switch {
		case a.name == "w:footnote" || a.name == "w:endnote":
			if text != "" && w.written() {
				_, err = w.endnotes.WriteString(text + "\n")
			}
		case a.pages == "even":
			err = w.even.Add(text)
		case a.pages == "first":
			err = w.first.Add(text)
		default:
			err = w.margins.Add(text)
		}
	}
	a.text.Reset()
	if err != nil {
		w.flow.Fail(err)
	}
}

func (w *wordXML) characters(s string) {
	if !w.settings && w.styles == nil {
		w.wordText.characters(s)
	}
}
