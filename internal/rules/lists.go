package rules

// The lists of elements of chapter 11, names separated by blanks. A test holds each against the sentence of SPEC.md
// that gives it.

// htmlLeftOut is a list of R11.4.
const htmlLeftOut = `
annotation annotation-xml applet area audio base basefont canvas datalist embed frame frameset head
iframe img input link meta meter noembed noframes noscript object param progress rp rt rtc script
select style svg template textarea title track video
`

// htmlBlocks is a list of R11.7.
const htmlBlocks = `
address article aside blockquote body br button caption center col colgroup dd details dialog dir
div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li
listing main menu nav ol p plaintext pre search section summary table tbody td tfoot th thead tr ul
xmp
`

// articleRoots is a list of R11.17.
const articleRoots = `
appendix article bibliography book book-part book-part-wrapper chapter colophon dedication glossary
part pmc-articleset preface refentry reference response sect1 sect2 sect3 sect4 sect5 section set
sub-article
`

// teiRoots is a list of R11.17.
const teiRoots = `
TEI TEI.2 teiCorpus
`

// xmlLeftOut is a list of R11.18.
const xmlLeftOut = `
annotation annotation-xml script style
`

// xmlInline is a list of R11.18.
const xmlInline = `
bold em emph emphasis italic maction math menclose merror mfenced mfrac mi mlabeledtr mmultiscripts
mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable
mtd mtext mtr munder munderover semantics strong sub subscript sup superscript underline
`

// otherLeftOut is a list of R11.22.
const otherLeftOut = `
base64Binary binary-data binaryData BinaryObject binData CipherValue DigestValue
EmbeddedDocumentBinaryObject Modulus SignatureValue X509Certificate X509CRL
`

// articleLeftOut is a list of R11.20.
const articleLeftOut = `
alt alt-text colspec contrib-id graphic index-term index-term-range-end indexterm inline-graphic
journal-meta long-desc object-id processing-meta pub-id refmiscinfo remark rp rt svg tex-math
textobject titleabbrev
`

// articleInline is a list of R11.20.
const articleInline = `
abbrev accel acronym alternatives anchor application chem-struct citation citetitle classname co
code command computeroutput constant coref email envar errorcode errorname errortype exceptionname
ext-link filename firstterm fixed-case footnoteref foreignphrase function glossterm guibutton
guiicon guilabel hardware inline-formula inline-supplementary-material inlineequation inlinegraphic
inlinemediaobject interface interfacename keycap keycode keysym lineannotation link literal markup
mathphrase medialabel methodname milestone-end milestone-start monospace mousebutton named-content
olink ooclass ooexception oointerface option optional overline parameter phrase private-char
productname prompt property quote rb related-object replaceable returnvalue roman ruby sans-serif sc
sgmltag strike structfield structname styled-content symbol systemitem tag target token trademark
type ulink uri userinput varname wordasword x xref
`

// articleFirst is a list of R11.20.
const articleFirst = `
aff-alternatives alternatives citation-alternatives collab-alternatives name-alternatives
`

// articlePreformatted is a list of R11.20.
const articlePreformatted = `
code literallayout preformat programlisting screen synopsis
`

// infoElements is a list of R11.20.
const infoElements = `
appendixinfo article-meta articleinfo bibliographyinfo blockinfo book-meta book-part-meta bookinfo
chapterinfo collection-meta front-stub glossaryinfo indexinfo info objectinfo partinfo prefaceinfo
refentryinfo referenceinfo refsect1info refsect2info refsect3info refsectioninfo refsynopsisdivinfo
sect1info sect2info sect3info sect4info sect5info sectioninfo setindexinfo setinfo sidebarinfo
`

// infoKept is a list of R11.20.
const infoKept = `
abstract aff aff-alternatives author author-notes authorgroup book-title-group collab contrib-group
copyright corpauthor editor kwd-group legalnotice othercredit subtitle title title-group
trans-abstract
`

// teiLeftOut is a list of R11.21.
const teiLeftOut = `
del desc facsimile figDesc fw gap index interp interpGrp joinGrp linkGrp rt spanGrp standOff svg
timeline
`

// teiInline is a list of R11.21.
const teiInline = `
abbr add addName am anchor app att c caesura choice cl code corr damage damageSpan date distinct ex
expan foreign forename formula g genName geogName gi gloss handShift hi ident lem m measure
mentioned metamark mod name nameLink num orgName orig pc persName phr placeName ptr q rb rdg rdgGrp
redo ref reg restore retrace roleName rs ruby s said secl seg sic soCalled space subst supplied
surname surplus tag term time title unclear undo val w
`

// teiFirst is a list of R11.21.
const teiFirst = `
app choice rdgGrp
`

// teiPreformatted is a list of R11.21.
const teiPreformatted = `
eg egXML
`

// teiBreaks is a list of R11.21.
const teiBreaks = `
cb gb lb milestone pb
`

// teiChoice is a list of R11.21.
const teiChoice = `
choice corr ex expan reg seg supplied unclear
`
