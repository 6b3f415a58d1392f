package rules

import (
	"slices"
	"strings"
)

// A Vocabulary describes how the elements of a kind of document become text. It has the lists of
// R11.18 and R11.20 to R11.22. R11.19, R11.23 and R11.24 replace the lists by functions.
type Vocabulary struct {
	LeftOut      []string            // with all that they contain
	Inline       []string            // they call for nothing
	Preformatted []string            // a line end within them stays one
	First        []string            // only their first child that is not left out is read
	Breaks       []string            // milestones, which break="no" makes join what they part
	Only         map[string][]string // by element, which of its children are not left out

	Omit          func(v *Vocabulary, n *Node) bool
	Calls         func(v *Vocabulary, n *Node) string // " ", "\n", "" or [NoBreak]
	TextIn        string                              // character data is text within this only; "*": anywhere
	Spoken        func(f *Flow, n *Node)              // what an element gives at its start tag
	Replaces      func(f *Flow, n *Node, before int) bool
	IsBlank       func(rune) bool
	Before, After bool // called for

	StringText func(n *Node, whole bool) (text string, nowWhole bool) // R11.23
	Hyphen     func(f *Flow, n *Node)
}

// NoBreak is called for by an element that joins the text before and after it.
const NoBreak = "no"

// NewVocabularies returns the vocabularies by their root elements (R11.17).
func NewVocabularies() map[string]*Vocabulary {
	m := map[string]*Vocabulary{"html": xhtml(), "alto": altoXML(), "PcGts": pageXML()}
	article, tei := articles(), teiXML()
	for _, root := range strings.Fields(articleRoots) {
		m[root] = article
	}
	for _, root := range strings.Fields(teiRoots) {
		m[root] = tei
	}
	return m
}

// listing completes a vocabulary that lists elements: R11.18.
func listing(v *Vocabulary) *Vocabulary {
	v.LeftOut = slices.Concat(strings.Fields(xmlLeftOut), v.LeftOut)
	v.Inline = slices.Concat(strings.Fields(xmlInline), v.Inline)
	v.Omit = func(v *Vocabulary, n *Node) bool { return slices.Contains(v.LeftOut, n.Local) }
	v.Calls = func(v *Vocabulary, n *Node) string {
		switch {
		case slices.Contains(v.Breaks, n.Local) && n.Value("break") == "no":
			return NoBreak
		case slices.Contains(v.Inline, n.Local):
			return ""
		}
		return "\n"
	}
	v.TextIn, v.IsBlank, v.Before, v.After = "*", OneOf("\t\n\f\r "), true, true
	return v
}

// otherXML is R11.22: any other document.
func otherXML() *Vocabulary {
	return listing(&Vocabulary{LeftOut: strings.Fields(otherLeftOut)})
}

// articles is R11.20: JATS, BITS and DocBook.
func articles() *Vocabulary {
	v := listing(&Vocabulary{
		LeftOut: strings.Fields(articleLeftOut), Inline: strings.Fields(articleInline),
		First: strings.Fields(articleFirst), Preformatted: strings.Fields(articlePreformatted),
		Only: make(map[string][]string),
	})
	for _, in := range strings.Fields(infoElements) {
		v.Only[in] = strings.Fields(infoKept)
	}
	return v
}

// teiXML is R11.21: TEI.
func teiXML() *Vocabulary {
	return listing(&Vocabulary{
		LeftOut: strings.Fields(teiLeftOut), Inline: strings.Fields(teiInline),
		First: strings.Fields(teiFirst), Preformatted: strings.Fields(teiPreformatted),
		Breaks: strings.Fields(teiBreaks),
		Only: map[string][]string{
			"teiHeader": {"fileDesc", "profileDesc"}, "fileDesc": {"titleStmt"}, "titleStmt": {"author", "title"},
			"profileDesc": {"abstract"}, "choice": strings.Fields(teiChoice),
		},
	})
}

// xhtml is R11.19: XHTML.
func xhtml() *Vocabulary {
	return &Vocabulary{
		LeftOut: strings.Fields(htmlLeftOut), Preformatted: []string{"pre", "listing", "plaintext", "xmp"},
		Inline: strings.Fields(htmlBlocks), // of those that are not
		Omit: func(v *Vocabulary, n *Node) bool {
			_, hidden := n.Get("hidden")
			_, open := n.Get("open")
			return hidden || n.Local == "dialog" && !open || slices.Contains(v.LeftOut, n.Local)
		},
		Calls: func(v *Vocabulary, n *Node) string {
			classes := strings.FieldsFunc(n.Value("class"), v.IsBlank)
			if slices.Contains(v.Inline, n.Local) || slices.ContainsFunc(classes, LineClasses) {
				return "\n"
			}
			return ""
		},
		TextIn: "*", IsBlank: OneOf("\t\n\f\r "), Before: true, After: true,
	}
}

// altoXML is R11.23: ALTO.
func altoXML() *Vocabulary {
	v := &Vocabulary{
		Omit: func(*Vocabulary, *Node) bool { return false },
		Calls: func(_ *Vocabulary, n *Node) string {
			return map[string]string{"TextLine": "\n", "String": " ", "SP": " "}[n.Local]
		},
		IsBlank: OneOf("\t\n\f\r "), Before: true, After: true,
		StringText: func(n *Node, _ bool) (string, bool) { return AltoText(n) },
		Hyphen:     func(f *Flow, _ *Node) { f.Joined = true; f.Piece("-") },
	}
	v.Spoken = func(f *Flow, n *Node) {
		switch n.Local {
		case "String":
			var text string
			text, f.Whole = v.StringText(n, f.Whole)
			f.characters(v, text, false)
		case "HYP":
			if !f.Whole {
				v.Hyphen(f, n)
			}
		}
	}
	return v
}

// AltoText returns the text of a String, and whether it is the SUBS_CONTENT.
func AltoText(n *Node) (text string, whole bool) {
	if word := n.Value("SUBS_CONTENT"); word != "" {
		switch n.Value("SUBS_TYPE") {
		case "HypPart1":
			return word, true
		case "HypPart2":
			return "", false
		}
	}
	return n.Value("CONTENT"), false
}

// pageXML is R11.24: PAGE.
func pageXML() *Vocabulary {
	return &Vocabulary{
		LeftOut: []string{"Glyph"}, Preformatted: []string{"Unicode"}, TextIn: "Unicode",
		Omit: func(v *Vocabulary, n *Node) bool { return slices.Contains(v.LeftOut, n.Local) },
		Calls: func(_ *Vocabulary, n *Node) string {
			return map[string]string{"TextLine": "\n", "TextRegion": "\n", "Word": " "}[n.Local]
		},
		Replaces: func(_ *Flow, n *Node, written int) bool { return n.Local == "TextEquiv" && written > 0 },
		IsBlank:  OneOf("\t\n\f\r "), Before: true, After: true,
	}
}
