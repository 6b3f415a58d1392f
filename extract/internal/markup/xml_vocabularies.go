package markup

import (
	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/extract/internal/markup/elements"
	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
)

// vocabulary says what the elements of a kind of XML mean, by their local names: R11.18.
type vocabulary struct {
	leftOut      lazy.Set
	only         []only   // what is kept directly in some elements
	first        lazy.Set // in these elements only the first is kept
	lines        lazy.Set // call for line ends
	blanks       lazy.Set // call for blanks
	othersLines  bool     // all but the inline elements call for line ends
	inline       lazy.Set
	preformatted lazy.Set
	milestones   lazy.Set // may say break="no"
	silent       bool     // only in the elements of text is text
	text         lazy.Set
}

// only lists what is kept directly in elements.
type only struct{ in, kept lazy.Set }

// gap returns what is called for before and after an element.
func (v *vocabulary) gap(local string) flow.Gap {
	switch {
	case v.lines.Has(local), v.othersLines && !v.inline.Has(local):
		return flow.LineEnd
	case v.blanks.Has(local):
		return flow.Blank
	}
	return flow.None
}

// traits are what a vocabulary says of an element.
type traits struct {
	local        string
	leftOut      bool
	only         *lazy.Set // what is kept directly in it; nil is all
	first        bool
	usualGap     flow.Gap
	preformatted bool
	milestone    bool
	isText       bool
	picture      bool
}

// traitsOf returns the traits of an element by its local name.
func (v *vocabulary) traitsOf(local string) *traits {
	t := &traits{
		local: local, leftOut: v.leftOut.Has(local), first: v.first.Has(local), usualGap: v.gap(local),
		preformatted: v.preformatted.Has(local), milestone: v.milestones.Has(local), isText: v.text.Has(local),
		picture: isPicture(local),
	}
	for i := range v.only {
		if v.only[i].in.Has(local) {
			t.only = &v.only[i].kept
		}
	}
	return t
}

// vocabularyOf returns the vocabulary of a document by the local name of its root: R11.17.
func vocabularyOf(root string) *vocabulary {
	switch {
	case root == "html":
		return xhtml
	case articleRoots.Has(root):
		return article
	case teiRoots.Has(root):
		return tei
	case root == "alto":
		return alto
	case root == "PcGts":
		return page
	}
	return generic
}

var (
	articleRoots = lazy.Names(`appendix article bibliography book book-part book-part-wrapper
		chapter colophon dedication glossary part pmc-articleset preface refentry reference
		response sect1 sect2 sect3 sect4 sect5 section set sub-article`)
	teiRoots = lazy.Names(`TEI TEI.2 teiCorpus`)
)

// The names that R11.18 lists for several vocabularies: of MathML, and of type inside words.
const (
	notes = ` annotation annotation-xml script style `
	typed = ` maction math menclose merror mfenced mfrac mi mlabeledtr mmultiscripts mn mo mover
		mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd
		mtext mtr munder munderover semantics
		bold em emph emphasis italic strong sub subscript sup superscript underline `
)

// xhtml is R11.19.
var xhtml = &vocabulary{
	leftOut: elements.LeftOut, preformatted: elements.KeepLines,
	lines: elements.Blocks,
}

// article is JATS, BITS and DocBook: R11.20.
var article = &vocabulary{
	leftOut: lazy.Names(notes + `alt alt-text colspec contrib-id graphic index-term
			index-term-range-end indexterm inline-graphic journal-meta long-desc object-id
			processing-meta pub-id refmiscinfo remark rp rt svg tex-math textobject titleabbrev`),
	only:        []only{{articleMeta, articleKept}},
	first:       lazy.Names(`aff-alternatives alternatives citation-alternatives collab-alternatives name-alternatives`),
	othersLines: true,
	inline: lazy.Names(typed + `abbrev accel acronym alternatives anchor application chem-struct citation citetitle
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
	preformatted: lazy.Names(`code literallayout preformat programlisting screen synopsis`),
}

// tei is R11.21.
var tei = &vocabulary{
	leftOut: lazy.Names(notes + `del desc facsimile figDesc fw gap index interp interpGrp
			joinGrp linkGrp rt spanGrp standOff svg timeline`),
	only: []only{
		{lazy.Names(`teiHeader`), teiHeader}, {lazy.Names(`fileDesc`), teiFile}, {lazy.Names(`titleStmt`), teiTitle},
		{lazy.Names(`profileDesc`), teiProfile}, {lazy.Names(`choice`), teiChoice},
	},
	first:       lazy.Names(`app choice rdgGrp`),
	othersLines: true,
	inline: lazy.Names(typed + `abbr add addName am anchor app att c caesura choice cl code corr damage
			damageSpan date distinct ex expan foreign forename formula g genName geogName gi
			gloss handShift hi ident lem m measure mentioned metamark mod name nameLink num
			orgName orig pc persName phr placeName ptr q rb rdg rdgGrp redo ref reg restore
			retrace roleName rs ruby s said secl seg sic soCalled space subst supplied surname
			surplus tag term time title unclear undo val w`),
	preformatted: lazy.Names(`eg egXML`),
	milestones:   lazy.Names(`cb gb lb milestone pb`),
}

// generic is any other XML: R11.22.
var generic = &vocabulary{
	leftOut: lazy.Names(notes + `base64Binary binary-data binaryData BinaryObject binData CipherValue DigestValue
		EmbeddedDocumentBinaryObject Modulus SignatureValue X509Certificate X509CRL`),
	othersLines: true,
	inline:      lazy.Names(typed),
}

// alto is R11.23.
var alto = &vocabulary{
	lines:  lazy.Names(`TextLine`),
	blanks: lazy.Names(`String`),
	silent: true,
}

// page is PAGE: R11.24.
var page = &vocabulary{
	leftOut:      lazy.Names(`Glyph`),
	lines:        lazy.Names(`TextRegion TextLine`),
	blanks:       lazy.Names(`Word`),
	preformatted: lazy.Names(`Unicode`),
	text:         lazy.Names(`Unicode`),
	silent:       true,
}

// What R11.20 and R11.21 keep.
var (
	articleMeta = lazy.Names(`appendixinfo article-meta articleinfo bibliographyinfo blockinfo book-meta
		book-part-meta bookinfo chapterinfo collection-meta front-stub glossaryinfo indexinfo
		info objectinfo partinfo prefaceinfo refentryinfo referenceinfo refsect1info
		refsect2info refsect3info refsectioninfo refsynopsisdivinfo sect1info sect2info
		sect3info sect4info sect5info sectioninfo setindexinfo setinfo sidebarinfo`)
	articleKept = lazy.Names(`abstract aff aff-alternatives author author-notes authorgroup
		book-title-group collab contrib-group copyright corpauthor editor kwd-group
		legalnotice othercredit subtitle title title-group trans-abstract`)
	teiHeader  = lazy.Names(`fileDesc profileDesc`)
	teiFile    = lazy.Names(`titleStmt`)
	teiTitle   = lazy.Names(`author title`)
	teiProfile = lazy.Names(`abstract`)
	teiChoice  = lazy.Names(`choice corr ex expan reg seg supplied unclear`)
)
