package stream

import (
	"strings"
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

// names lists the names of the tags by number.
var names = [tags]string(append([]string{""}, strings.Fields(`
	a abbr acronym address annotation annotation-xml applet area article aside audio b base basefont bgsound big
	blockquote body br button canvas caption center cite code col colgroup datalist dd del desc details dfn dialog
	dir div dl dt em embed fieldset figcaption figure font footer foreignobject form frame frameset h1 h2 h3 h4 h5
	h6 head header hgroup hr html i iframe image img input ins kbd keygen label legend li link listing main
	malignmark mark marquee math menu meta meter mglyph mi mn mo ms mtext nav nobr noembed noframes noscript object
	ol optgroup option p param plaintext pre progress q rb rp rt rtc ruby s samp script search section select small
	source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title
	tr track tt u ul var video wbr xmp`)...))

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

// packed is a name of at most eight bytes as a number.
func packed(name string) (n uint64) {
	for i := range len(name) {
		n |= uint64(name[i]) << (8 * i)
	}
	return n
}

// short returns the tag of a name of at most eight bytes.
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
