package stream

import (
	"sync"

	"github.com/lsh-interop/fpcheck/extract/internal/markup/elements"
	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
	"github.com/lsh-interop/fpcheck/internal/kernel/splitmix"
)

// tag is the name of an element, if a rule asks for it by name.
type tag uint8

const (
	tagOther tag = iota // any other name
	tagA
	tagAbbr
	tagAcronym
	tagAddress
	tagAnnotation
	tagAnnotationXml
	tagApplet
	tagArea
	tagArticle
	tagAside
	tagAudio
	tagB
	tagBase
	tagBasefont
	tagBgsound
	tagBig
	tagBlockquote
	tagBody
	tagBr
	tagButton
	tagCanvas
	tagCaption
	tagCenter
	tagCite
	tagCode
	tagCol
	tagColgroup
	tagDatalist
	tagDd
	tagDel
	tagDesc
	tagDetails
	tagDfn
	tagDialog
	tagDir
	tagDiv
	tagDl
	tagDt
	tagEm
	tagEmbed
	tagFieldset
	tagFigcaption
	tagFigure
	tagFont
	tagFooter
	tagForeignobject
	tagForm
	tagFrame
	tagFrameset
	tagH1
	tagH2
	tagH3
	tagH4
	tagH5
	tagH6
	tagHead
	tagHeader
	tagHgroup
	tagHr
	tagHtml
	tagI
	tagIframe
	tagImage
	tagImg
	tagInput
	tagIns
	tagKbd
	tagKeygen
	tagLabel
	tagLegend
	tagLi
	tagLink
	tagListing
	tagMain
	tagMalignmark
	tagMark
	tagMarquee
	tagMath
	tagMenu
	tagMeta
	tagMeter
	tagMglyph
	tagMi
	tagMn
	tagMo
	tagMs
	tagMtext
	tagNav
	tagNobr
	tagNoembed
	tagNoframes
	tagNoscript
	tagObject
	tagOl
	tagOptgroup
	tagOption
	tagP
	tagParam
	tagPlaintext
	tagPre
	tagProgress
	tagQ
	tagRb
	tagRp
	tagRt
	tagRtc
	tagRuby
	tagS
	tagSamp
	tagScript
	tagSearch
	tagSection
	tagSelect
	tagSmall
	tagSource
	tagSpan
	tagStrike
	tagStrong
	tagStyle
	tagSub
	tagSummary
	tagSup
	tagSvg
	tagTable
	tagTbody
	tagTd
	tagTemplate
	tagTextarea
	tagTfoot
	tagTh
	tagThead
	tagTime
	tagTitle
	tagTr
	tagTrack
	tagTt
	tagU
	tagUl
	tagVar
	tagVideo
	tagWbr
	tagXmp
	tags = iota
)

// names are the names of the tags.
var names = [tags]string{
	tagA: "a", tagAbbr: "abbr", tagAcronym: "acronym", tagAddress: "address",
	tagAnnotation: "annotation", tagAnnotationXml: "annotation-xml", tagApplet: "applet", tagArea: "area",
	tagArticle: "article", tagAside: "aside", tagAudio: "audio", tagB: "b",
	tagBase: "base", tagBasefont: "basefont", tagBgsound: "bgsound", tagBig: "big",
	tagBlockquote: "blockquote", tagBody: "body", tagBr: "br", tagButton: "button",
	tagCanvas: "canvas", tagCaption: "caption", tagCenter: "center", tagCite: "cite",
	tagCode: "code", tagCol: "col", tagColgroup: "colgroup", tagDatalist: "datalist",
	tagDd: "dd", tagDel: "del", tagDesc: "desc", tagDetails: "details",
	tagDfn: "dfn", tagDialog: "dialog", tagDir: "dir", tagDiv: "div",
	tagDl: "dl", tagDt: "dt", tagEm: "em", tagEmbed: "embed",
	tagFieldset: "fieldset", tagFigcaption: "figcaption", tagFigure: "figure", tagFont: "font",
	tagFooter: "footer", tagForeignobject: "foreignobject", tagForm: "form", tagFrame: "frame",
	tagFrameset: "frameset", tagH1: "h1", tagH2: "h2", tagH3: "h3",
	tagH4: "h4", tagH5: "h5", tagH6: "h6", tagHead: "head",
	tagHeader: "header", tagHgroup: "hgroup", tagHr: "hr", tagHtml: "html",
	tagI: "i", tagIframe: "iframe", tagImage: "image", tagImg: "img",
	tagInput: "input", tagIns: "ins", tagKbd: "kbd", tagKeygen: "keygen",
	tagLabel: "label", tagLegend: "legend", tagLi: "li", tagLink: "link",
	tagListing: "listing", tagMain: "main", tagMalignmark: "malignmark", tagMark: "mark",
	tagMarquee: "marquee", tagMath: "math", tagMenu: "menu", tagMeta: "meta",
	tagMeter: "meter", tagMglyph: "mglyph", tagMi: "mi", tagMn: "mn",
	tagMo: "mo", tagMs: "ms", tagMtext: "mtext", tagNav: "nav",
	tagNobr: "nobr", tagNoembed: "noembed", tagNoframes: "noframes", tagNoscript: "noscript",
	tagObject: "object", tagOl: "ol", tagOptgroup: "optgroup", tagOption: "option",
	tagP: "p", tagParam: "param", tagPlaintext: "plaintext", tagPre: "pre",
	tagProgress: "progress", tagQ: "q", tagRb: "rb", tagRp: "rp",
	tagRt: "rt", tagRtc: "rtc", tagRuby: "ruby", tagS: "s",
	tagSamp: "samp", tagScript: "script", tagSearch: "search", tagSection: "section",
	tagSelect: "select", tagSmall: "small", tagSource: "source", tagSpan: "span",
	tagStrike: "strike", tagStrong: "strong", tagStyle: "style", tagSub: "sub",
	tagSummary: "summary", tagSup: "sup", tagSvg: "svg", tagTable: "table",
	tagTbody: "tbody", tagTd: "td", tagTemplate: "template", tagTextarea: "textarea",
	tagTfoot: "tfoot", tagTh: "th", tagThead: "thead", tagTime: "time",
	tagTitle: "title", tagTr: "tr", tagTrack: "track", tagTt: "tt",
	tagU: "u", tagUl: "ul", tagVar: "var", tagVideo: "video",
	tagWbr: "wbr", tagXmp: "xmp",
}

// trait is what the rules say of a tag, whatever the namespace.
type trait uint16

const (
	isSpecial    trait = 1 << iota // the Standard's special elements (13.2.4.2), as x/net/html has them
	isFormatting                   // formatting elements (13.2.4.2)
	isLeftOut                      // R11.4
	isBlock                        // R11.7
	isPre                          // the preformatted elements of R11.8
	isRaw                          // what the tokenizer reads what follows as text
	isImplied                      // generate implied end tags (13.2.6.3)
	isStop                         // has an element in scope (13.2.4.2)
	isBreakout                     // start tags that end SVG and MathML (13.2.6.5)
	isRows                         // foster parenting takes place directly in these (13.2.6.1)
)

var traitNames = [...]struct {
	trait
	names lazy.Set
}{
	{isSpecial, lazy.Names(`address applet area article aside base basefont bgsound blockquote body br button
		caption center col colgroup dd details dir div dl dt embed fieldset figcaption figure
		footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe img input
		keygen li link listing main marquee menu meta nav noembed noframes noscript object ol p
		param plaintext pre script section select source style summary table tbody td template
		textarea tfoot th thead title tr track ul wbr xmp`)},
	{isFormatting, elements.Formatting},
	{isLeftOut, elements.LeftOut},
	{isBlock, elements.Blocks},
	{isPre, elements.KeepLines},
	{isRaw, elements.RawText},
	{isImplied, lazy.Names(`dd dt li optgroup option p rb rp rt rtc`)},
	{isStop, lazy.Names(`applet caption html table td th marquee object template select`)},
	{isBreakout, elements.BreakOut},
	{isRows, lazy.Names(`table tbody tfoot thead tr`)},
}

// tables are what is looked up for every tag of a page.
type tables struct {
	traits [tags]trait
	slots  [1 << slotBits]slot
	long   map[string]tag // names of more than eight letters
}

// slot is a place of the hash table of names.
type slot struct {
	name uint64
	tag  tag
}

const (
	slotBits = 10
	slotMul  = splitmix.Gamma
)

func slotOf(name uint64) uint64 { return name * slotMul >> (64 - slotBits) }

var lookups = sync.OnceValue(func() *tables {
	t := &tables{long: make(map[string]tag)}
	for i, name := range names {
		if i == 0 {
			continue
		}
		if len(name) > 8 {
			t.long[name] = tag(i)
			continue
		}
		at := slotOf(packed(name))
		for t.slots[at].tag != tagOther {
			at = (at + 1) % uint64(len(t.slots))
		}
		t.slots[at] = slot{packed(name), tag(i)}
	}
	for _, of := range traitNames {
		for _, name := range of.names.Sorted() {
			t.traits[t.find(name)] |= of.trait
		}
	}
	return t
})

// packed is a name of at most eight octets as a number.
func packed(name string) (n uint64) {
	for i := range len(name) {
		n |= uint64(name[i]) << (8 * i)
	}
	return n
}

// short returns the tag of a name of at most eight octets.
func (t *tables) short(name uint64) tag {
	for at := slotOf(name); ; at = (at + 1) % uint64(len(t.slots)) {
		if s := &t.slots[at]; s.name == name || s.tag == tagOther {
			return s.tag
		}
	}
}

// find returns the tag of a name in lower case.
func (t *tables) find(name string) tag {
	if len(name) > 8 {
		return t.long[name]
	}
	return t.short(packed(name))
}
