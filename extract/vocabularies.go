package extract

import (
	"fmt"
	"strings"
)

// xmlVocabulary says what the elements of a kind of XML mean, by their local names: R11.18.
type xmlVocabulary struct {
	leftOut      map[string]bool
	only         map[string]map[string]bool // in these elements only those are kept
	first        map[string]bool            // in these elements only the first is kept
	gap          func(local string) gap     // called for before and after
	preformatted map[string]bool
	milestones   map[string]bool // may say break="no"
	text         map[string]bool // if not nil, only in these elements is text
	page         bool            // R11.24
}

// element is one that is open.
type element struct {
	name, local string
	out         bool // left out
	pre         bool // preformatted
	silent      bool // its character data is no text
	kept        bool // an element in it was kept
	gap         gap
	start       int64 // what was written before it
}

// askedFor are the attributes that a rule names.
var askedFor = names(`hidden open class break CONTENT SUBS_TYPE SUBS_CONTENT`)

// The names that are the same in all xmlVocabularies: MathML's, and those of type that
// changes within a word.
const (
	notes = ` annotation annotation-xml script style `
	typed = ` maction math menclose merror mfenced mfrac mi mlabeledtr mmultiscripts mn mo mover
		mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd
		mtext mtr munder munderover semantics
		bold em emph emphasis italic strong sub subscript sup superscript underline `
)

var (
	inXHTML = &xmlVocabulary{
		leftOut: leftOut, preformatted: preformatted,
		gap: func(local string) gap {
			if blocks[local] {
				return lineEnd
			}
			return none
		},
	}
	// article is JATS, BITS and DocBook: R11.20.
	article = &xmlVocabulary{
		leftOut: names(notes + `alt alt-text colspec contrib-id graphic index-term
			index-term-range-end indexterm inline-graphic journal-meta long-desc object-id
			processing-meta pub-id refmiscinfo remark rp rt svg tex-math textobject titleabbrev`),
		only:  onlyIn(articleMeta, articleKept),
		first: names(`aff-alternatives alternatives citation-alternatives collab-alternatives name-alternatives`),
		gap: inline(typed + `abbrev accel acronym alternatives anchor application chem-struct citation citetitle
			classname co code command computeroutput constant coref email envar errorcode
			errorname errortype exceptionname ext-link filename firstterm fixed-case
			footnoteref foreignphrase function glossterm guibutton guiicon guilabel hardware
			inline-formula inline-supplementary-material inlineequation inlinegraphic
			inlinemediaobject interface interfacename keycap keycode keysym lineannotation
			link literal markup mathphrase medialabel methodname milestone-end
			milestone-start monospace mousebutton named-content olink ooclass ooexception
			oointerface option optional overline parameter phrase private-char productname
			prompt property quote rb related-object replaceable returnvalue roman ruby sans-serif sc
			sgmltag strike structfield structname styled-content symbol systemitem tag target
			token trademark type ulink uri userinput varname wordasword x xref`),
		preformatted: names(`code literallayout preformat programlisting screen synopsis`),
	}
	tei = &xmlVocabulary{
		leftOut: names(notes + `del desc facsimile figDesc fw gap index interp interpGrp
			joinGrp linkGrp rt spanGrp standOff svg timeline`),
		only: map[string]map[string]bool{
			"teiHeader": names(`fileDesc profileDesc`), "fileDesc": names(`titleStmt`),
			"titleStmt": names(`author title`), "profileDesc": names(`abstract`),
			"choice": names(`choice corr ex expan reg seg supplied unclear`),
		},
		first: names(`app choice rdgGrp`),
		gap: inline(typed + `abbr add addName am anchor app att c caesura choice cl code corr damage
			damageSpan date distinct ex expan foreign forename formula g genName geogName gi
			gloss handShift hi ident lem m measure mentioned metamark mod name nameLink num
			orgName orig pc persName phr placeName ptr q rb rdg rdgGrp redo ref reg restore
			retrace roleName rs ruby s said secl seg sic soCalled space subst supplied surname
			surplus tag term time title unclear undo val w`),
		preformatted: names(`eg egXML`),
		milestones:   names(`cb gb lb milestone pb`),
	}
	generic = &xmlVocabulary{leftOut: names(notes), gap: inline(typed)}
	alto    = &xmlVocabulary{
		gap: func(local string) gap {
			switch local {
			case "TextLine":
				return lineEnd
			case "String":
				return blank
			}
			return none
		},
		text: map[string]bool{},
	}
	inPAGE = &xmlVocabulary{
		leftOut: names(`Glyph`),
		gap: func(local string) gap {
			switch local {
			case "TextRegion", "TextLine":
				return lineEnd
			case "Word":
				return blank
			}
			return none
		},
		preformatted: names(`Unicode`),
		text:         names(`Unicode`),
		page:         true,
	}
)

const (
	articleMeta = `appendixinfo article-meta articleinfo bibliographyinfo blockinfo book-meta
		book-part-meta bookinfo chapterinfo collection-meta front-stub glossaryinfo indexinfo
		info objectinfo partinfo prefaceinfo refentryinfo referenceinfo refsect1info
		refsect2info refsect3info refsectioninfo refsynopsisdivinfo sect1info sect2info
		sect3info sect4info sect5info sectioninfo setindexinfo setinfo sidebarinfo`
	articleKept = `abstract aff aff-alternatives author author-notes authorgroup
		book-title-group collab contrib-group copyright corpauthor editor kwd-group
		legalnotice othercredit subtitle title title-group trans-abstract`
)

// xmlVocabularies are the kinds of XML by the local name of the root: R11.17.
var xmlVocabularies = func() map[string]*xmlVocabulary {
	m := map[string]*xmlVocabulary{"html": inXHTML, "alto": alto, "PcGts": inPAGE}
	for _, of := range []struct {
		v     *xmlVocabulary
		roots string
	}{
		{tei, `TEI TEI.2 teiCorpus`},
		{article, `appendix article bibliography book book-part book-part-wrapper chapter
			colophon dedication glossary part pmc-articleset preface refentry reference
			response sect1 sect2 sect3 sect4 sect5 section set sub-article`},
	} {
		for name := range names(of.roots) {
			m[name] = of.v
		}
	}
	return m
}()

// onlyIn keeps, directly in some elements, only others.
func onlyIn(elements, kept string) map[string]map[string]bool {
	m := make(map[string]map[string]bool)
	for name := range names(elements) {
		m[name] = names(kept)
	}
	return m
}

// inline calls for nothing around some elements, and for line ends around all others.
func inline(list string) func(local string) gap {
	set := names(list)
	return func(local string) gap {
		if set[local] {
			return none
		}
		return lineEnd
	}
}

// start begins an element: R11.16 to R11.18.
func (x *xmlText) start(name string, attrs attributes) error {
	e := element{name: name, local: localName(name), start: x.written}
	if len(x.open) == mostOpen {
		return fmt.Errorf("%w: XML, line %d: <%s> is within %d elements", ErrTooDeep, x.line, name, mostOpen)
	}
	if len(x.open) == 0 {
		if x.rooted {
			return x.malformed("a second root element, <%s>", name)
		}
		x.rooted = true
		if x.vocabulary = xmlVocabularies[e.local]; x.vocabulary == nil {
			x.vocabulary = generic
		}
		x.open = append(x.open, x.begin(e, &element{silent: x.vocabulary.text != nil}, attrs))
		return nil
	}
	within := &x.open[len(x.open)-1]
	x.open = append(x.open, x.begin(e, within, attrs))
	return nil
}

// begin decides what is to be done with an element, and calls for what stands before it.
func (x *xmlText) begin(e element, within *element, attrs attributes) element {
	v := x.vocabulary
	e.out = within.out || v.leftOut[e.local] || v.isHidden(e.local, attrs) ||
		v.page && e.local == "TextEquiv" && x.written > within.start
	if kept := v.only[within.local]; kept != nil && !kept[e.local] {
		e.out = true
	}
	if v.first[within.local] && within.kept {
		e.out = true
	}
	if e.out {
		return e
	}
	within.kept = true
	e.pre = within.pre || v.preformatted[e.local]
	e.silent = within.silent && !v.text[e.local]
	e.gap = v.gap(e.local)
	if class, _ := attrs.get("class"); v == inXHTML && isLine(class) {
		e.gap = lineEnd
	}
	if no, _ := attrs.get("break"); v.milestones[e.local] && no == "no" {
		e.gap = joined
	}
	x.flow.call(e.gap)
	if v == alto {
		x.recognised(e.local, attrs)
	}
	return e
}

// close ends the innermost element.
func (x *xmlText) close() {
	last := len(x.open) - 1
	x.flow.call(x.open[last].gap)
	x.open = x.open[:last]
}

// characters is character data: R11.18, and outside the root element R11.16.
func (x *xmlText) characters(s string) error {
	if len(x.open) == 0 {
		if rest := strings.TrimLeft(s, blanks); rest != "" {
			x.line += strings.Count(s[:len(s)-len(rest)], "\n")
			return x.malformed("text outside the root element")
		}
		return nil
	}
	if e := &x.open[len(x.open)-1]; !e.out && !e.silent {
		x.flow.characters(s, e.pre)
	}
	return nil
}

func (v *xmlVocabulary) isHidden(local string, attrs attributes) bool {
	if v != inXHTML {
		return false
	}
	_, hidden := attrs.get("hidden")
	_, open := attrs.get("open")
	return hidden || local == "dialog" && !open
}

// lines are the classes of hOCR that are lines of a page: R11.10.
var lines = names(`ocr_caption ocr_footer ocr_header ocr_line ocr_textfloat ocrx_line`)

// isLine reports whether an attribute class makes an element a line of hOCR.
func isLine(class string) bool {
	for _, c := range strings.FieldsFunc(class, func(r rune) bool { return r < 0x80 && isBlank(byte(r)) }) {
		if lines[c] {
			return true
		}
	}
	return false
}

// recognised is R11.23.
func (x *xmlText) recognised(local string, attrs attributes) {
	switch local {
	case "String":
		text, _ := attrs.get("CONTENT")
		half, _ := attrs.get("SUBS_TYPE")
		word, _ := attrs.get("SUBS_CONTENT")
		x.whole = word != "" && half == "HypPart1"
		switch {
		case x.whole:
			text = word
		case word != "" && half == "HypPart2":
			text = ""
		}
		x.flow.characters(text, false)
	case "HYP":
		if !x.whole {
			x.flow.join()
			x.flow.piece("-")
		}
	case "SP":
		x.flow.blank()
	}
}
