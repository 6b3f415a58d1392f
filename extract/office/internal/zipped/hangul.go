package zipped

import (
	"encoding/xml"
	"fmt"
	"path"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/extract/internal/margins"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// HWPX is the media type of documents of Hangul in XML (KS X 6101).
const HWPX = "application/hwp+zip"

// hangulText collects the text of sections. It recognises elements by their local names.
type hangulText struct {
	*reader
	notes *medium.Text
	edges *margins.Margins
	aside []hangulAside
	text  int // how many elements of text are open
}

// hangulAside is a note or a header that is open, and the flow of what it is in.
type hangulAside struct {
	name string
	text *medium.Text
	flow *flow.Flow
}

func (p *reader) isHangul() bool {
	return p.has("Contents/header.xml") && p.has("Contents/content.hpf")
}

func (p *reader) hangul() error {
	if err := p.noneEnciphered(); err != nil {
		return err
	}
	h := &hangulText{reader: p, notes: p.document.NewText(), edges: margins.Of(p.document)}
	listed := make(map[string]bool)
	err := p.walk("Contents/content.hpf", elements{start: func(_ string, e xml.StartElement) bool {
		if name := path.Base(attr(e, "href")); e.Name.Local == "item" && strings.HasPrefix(name, "section") {
			listed["Contents/"+name] = true
			p.hold(len(name)+entryCost, "sections")
		}
		return true
	}})
	if err != nil {
		return err
	}
	n := 0
	for ; ; n++ {
		name := fmt.Sprintf("Contents/section%d.xml", n)
		if !p.has(name) {
			if !listed[name] {
				break
			}
			p.document.Lose("the archive has no %q", name)
			continue
		}
		if err := p.walk(name, elements{h.start, h.end, h.characters}); err != nil {
			return err
		}
	}
	if n == 0 {
		return fmt.Errorf("%w: the archive has no %q", medium.ErrMalformed, "Contents/section0.xml")
	}
	p.flow.Line()
	p.flow.Characters(h.notes.String(), true)
	h.edges.WriteTo(p.flow)
	return nil
}

// noneEnciphered returns an error if the manifest says how members are enciphered.
func (p *reader) noneEnciphered() error {
	if !p.has(manifestFile) {
		return nil
	}
	enciphered := false
	err := p.walk(manifestFile, elements{start: func(_ string, e xml.StartElement) bool {
		enciphered = enciphered || e.Name.Local == "encryption-data"
		return true
	}})
	if err == nil && enciphered {
		err = fmt.Errorf("%w: HWPX", medium.ErrEncrypted)
	}
	return err
}

func (h *hangulText) start(_ string, e xml.StartElement) bool {
	switch e.Name.Local {
	case "fieldBegin", "hiddenComment", "shapeComment", "subText", "memogroup", "memo":
		// The first has memos in the documents of Hangul itself.
		return false
	case "header", "footer", "footNote", "endNote":
		text := h.document.NewText()
		h.aside = append(h.aside, hangulAside{e.Name.Local, text, h.flow})
		h.flow = flow.To(text)
	case "p", "equation":
		h.flow.Line()
	case "t", "script", "mainText":
		h.text++
	case "tab", "nbSpace", "fwSpace":
		h.flow.Blank()
	case "lineBreak":
		h.flow.Line()
	case "hyphen":
		h.flow.Piece("-")
	case "pic":
		h.pictures = true
	}
	return true
}

func (h *hangulText) end(name string) {
	local := name[strings.LastIndexByte(name, ':')+1:]
	switch local {
	case "p", "equation":
		h.flow.Line()
	case "t", "script", "mainText":
		h.text--
	case "header", "footer", "footNote", "endNote":
		if n := len(h.aside); n > 0 && h.aside[n-1].name == local {
			h.back()
		}
	}
}

// back ends a note or a header.
func (h *hangulText) back() {
	a := h.aside[len(h.aside)-1]
	h.aside = h.aside[:len(h.aside)-1]
	err := h.flow.Err()
	h.flow = a.flow
	if text := a.text.String(); err == nil && text != "" {
		if a.name == "header" || a.name == "footer" {
			err = h.edges.Add(text)
		} else {
			_, err = h.notes.WriteString(text + "\n")
		}
	}
	a.text.Reset()
	if err != nil {
		h.flow.Fail(err)
	}
}

func (h *hangulText) characters(s string) {
	if h.text > 0 {
		h.flow.Characters(s, false)
	}
}
