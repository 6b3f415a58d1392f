package maintext

import (
	"strings"
	"sync"
)

// Flags say which names an element, or an element around it, has: R11.28. The bits follow groups, then tags.
type Flags uint64

// groups are the words of attributes that make a flag, in the order of the features.
var groups = []struct{ name, words string }{
	{"menu", `nav navbar navigation navi menu menus submenu dropdown breadcrumb breadcrumbs crumb crumbs pagination pager
		paging tabs tab toolbar topbar offcanvas megamenu hamburger skip toc`},
	{"side", "sidebar sidebars side aside widget widgets rail secondary gutter column"},
	{"foot", "footer foot bottom copyright colophon legal footnotes disclaimer"},
	{"head", "header head masthead top logo branding hero title headline heading"},
	{"comment", `comment comments commentlist disqus reply replies respond discussion feedback review reviews rating ratings
		vote votes`},
	{"share", `share sharing social facebook twitter tweet follow addthis sharedaddy whatsapp pinterest linkedin like likes
		buttons button actions tools`},
	{"related", `related recommended recommendations recommend more also similar popular trending latest teaser teasers read
		next prev previous carousel slider cards card outbrain taboola relatedposts recirc yarpp recent suggested
		suggestions featured list items item grid feed`},
	{"ad", `ad ads advert advertisement advertising adv sponsor sponsored promo promotion promoted cookie cookies consent
		gdpr popup modal overlay newsletter subscribe subscription signup paywall login register cta alert notice dialog
		banner`},
	{"meta", `meta metadata byline author authors date time datetime timestamp published posted updated tags tag category
		categories info credit credits dateline bio kicker label labels source`},
	{"hidden", "hidden hide invisible print noprint reader sr visually none collapse collapsed"},
	{"caption", "caption captions figcaption figure image images photo photos gallery media video"},
	{"field", "search form input field"},
	{"good", "article articlebody content entry post body story text main hentry prose paragraph copy blog"},
}

// tags are the elements that make a flag, and the words of the attribute role that make the same.
var tags = []struct{ name, elements, roles string }{
	{"nav", "nav menu", "navigation menu menubar"},
	{"header", "header", "banner"},
	{"footer", "footer", "contentinfo"},
	{"aside", "aside", "complementary"},
	{"article", "article", "article"},
	{"main", "main", "main"},
	{"form", "form dialog search", "search form dialog alertdialog"},
	{"list", "ul ol", "list"},
	{"li", "li", "listitem"},
	{"table", "table", "table"},
	{"figure", "figure figcaption", "figure"},
	{"quote", "blockquote", "blockquote"},
	{"pre", "pre", ""},
	{"h1", "h1", ""},
	{"heading", "h2 h3 h4 h5 h6", "heading"},
	{"p", "p", "paragraph"},
	{"dl", "dl", ""},
	{"section", "section", ""},
	{"button", "button label summary", "button"},
}

// A lexicon has the flags of names.
type lexicon struct {
	flags map[string]Flags
	// lengths rules out most other names. It has the lengths of the names by their first two letters.
	lengths [32 * 32]uint16
}

const longestName = 15 // of a lexicon: lengths has a bit for each length

func (l *lexicon) add(names string, bit int) {
	for name := range strings.FieldsSeq(names) {
		l.flags[name] |= 1 << bit
		l.lengths[starts(name)] |= 1 << len(name)
	}
}

// find returns the flags of a name, or 0.
func (l *lexicon) find(name []byte) Flags {
	if n := len(name); n == 0 || n > longestName || l.lengths[starts(name)]>>n&1 == 0 {
		return 0
	}
	return l.flags[string(name)]
}

// starts numbers the first two letters of a name.
func starts[T string | []byte](name T) int {
	second := byte(0)
	if len(name) > 1 {
		second = name[1]
	}
	return int(name[0]&31)<<5 | int(second&31)
}

// The flags by word, by element and by role.
var byWord, byElement, byRole = sync.OnceValue(func() *lexicon {
	l := &lexicon{flags: make(map[string]Flags)}
	for i, g := range groups {
		l.add(g.words, i)
	}
	return l
}), sync.OnceValue(func() *lexicon {
	l := &lexicon{flags: make(map[string]Flags)}
	for i, t := range tags {
		l.add(t.elements, len(groups)+i)
	}
	return l
}), sync.OnceValue(func() *lexicon {
	l := &lexicon{flags: make(map[string]Flags)}
	for i, t := range tags {
		l.add(t.roles, len(groups)+i)
	}
	return l
})

// isLink is the flag of an element a. It is no feature.
const isLink Flags = 1 << 63

func flagOf(element string) Flags { return byElement().find([]byte(element)) }

// FlagsOf returns the flags of an element by itself.
func FlagsOf[T string | []byte](name string, class, id, role T) Flags {
	if name == "html" || name == "body" {
		return 0
	}
	flags := byElement().find([]byte(name)) | flagsIn(class, byWord()) | flagsIn(id, byWord()) | flagsIn(role, byRole())
	if name == "a" {
		flags |= isLink
	}
	return flags
}

// flagsIn returns the flags of the words of a value. A word is letters of ASCII. It begins at the first of them, and
// at each upper-case letter after a lower-case one.
func flagsIn[T string | []byte](value T, by *lexicon) (all Flags) {
	var word [longestName + 1]byte // a longer one is no name
	n := 0
	upper := true
	for i := 0; i <= len(value); i++ {
		var c byte
		if i < len(value) {
			c = value[i]
		}
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		isUpper := letter && c < 'a'
		if !letter || isUpper && !upper {
			if n > 0 {
				all |= by.find(word[:min(n, len(word))])
			}
			n = 0
		}
		if letter {
			if n < len(word) {
				word[n] = c | 0x20
			}
			n++
		}
		upper = isUpper || !letter
	}
	return all
}
