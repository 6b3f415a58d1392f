package maintext

import (
	"encoding/binary"
	"strings"
	"sync"
)

// Flags say which names an element, or an element around it, has: R11.28. The bits follow groups, then tags.
type Flags uint32

// groups are the words of attributes that make a flag, in the order of the features.
var groups = [...]struct{ name, words string }{
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
var tags = [...]struct{ name, elements, roles string }{
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

// A lexicon has the flags of names, in an open hash table.
type lexicon []struct {
	name  name
	flags Flags
}

// name is a name of at most 15 lower-case letters. The first of them is in the low byte of the first number.
type name [2]uint64

const longest = 15 // letters of a name

func newLexicon() lexicon { return make(lexicon, 1<<11) }

func (l lexicon) add(names string, bit int) {
	for word := range strings.FieldsSeq(names) {
		w := nameOf(word)
		at := l.place(w)
		l[at].name, l[at].flags = w, l[at].flags|1<<bit
	}
}

// find returns the flags of a name, or 0. An empty name has none.
func (l lexicon) find(w name) Flags { return l[l.place(w)].flags }

// place returns where a name is, or could be.
func (l lexicon) place(w name) int {
	at := int((w[0]*0x9E3779B97F4A7C15 ^ w[1]*0xC2B2AE3D27D4EB4F) >> (64 - 11))
	for l[at].name != w && l[at].flags != 0 {
		at = (at + 1) % len(l)
	}
	return at
}

// nameOf returns the name of an element. A long name is empty, and in no lexicon.
func nameOf(element string) (w name) {
	if len(element) <= longest {
		for i := range len(element) {
			w[i>>3] |= uint64(element[i]) << (i & 7 * 8)
		}
	}
	return w
}

// The flags by word, by element and by role.
var byWord, byElement, byRole = sync.OnceValue(func() lexicon {
	l := newLexicon()
	for i, g := range groups {
		l.add(g.words, i)
	}
	return l
}), sync.OnceValue(func() lexicon {
	l := newLexicon()
	for i, t := range tags {
		l.add(t.elements, len(groups)+i)
	}
	return l
}), sync.OnceValue(func() lexicon {
	l := newLexicon()
	for i, t := range tags {
		l.add(t.roles, len(groups)+i)
	}
	return l
})

func flagOf(element string) Flags { return byElement().find(nameOf(element)) }

// FlagsOf returns the flags of an element by itself. Those of its class are known: see [FlagsOfClass].
func FlagsOf(name string, class Flags, id, role []byte) Flags {
	if name == "html" || name == "body" {
		return 0
	}
	return byElement().find(nameOf(name)) | class | flagsIn(id, byWord()) | flagsIn(role, byRole())
}

// FlagsOfClass returns the flags of the words of a class.
func FlagsOfClass(class []byte) Flags { return flagsIn(class, byWord()) }

// flagsIn returns the flags of the words of a value. A word is letters of ASCII. It begins at the first of them, and
// at each upper-case letter after a lower-case one.
func flagsIn(value []byte, by lexicon) (all Flags) {
	for i := 0; i < len(value); {
		start := i
		for i < len(value) && letters[value[i]] == upper {
			i++
		}
		for i < len(value) && letters[value[i]] == lower {
			i++
		}
		switch n := i - start; {
		case n == 0:
			i++
		case n <= longest:
			all |= by.find(nameAt(value, start, n))
		}
	}
	return all
}

// nameAt returns the name of n letters of a value, in lower case.
func nameAt(value []byte, start, n int) (w name) {
	var last [len(w) * 8]byte
	b := value[start:cap(value)]
	if len(b) < len(last) {
		copy(last[:], b[:n])
		b = last[:]
	}
	const lower = 0x2020202020202020
	if n < 8 {
		w[0] = (binary.LittleEndian.Uint64(b) | lower) & (1<<(n*8) - 1)
		return w
	}
	w[0] = binary.LittleEndian.Uint64(b) | lower
	w[1] = (binary.LittleEndian.Uint64(b[8:]) | lower) & (1<<((n-8)*8) - 1)
	return w
}

const lower, upper = 1, 2

// letters says which bytes are letters of ASCII.
var letters = func() (of [256]uint8) {
	for c := 'a'; c <= 'z'; c++ {
		of[c], of[c-0x20] = lower, upper
	}
	return of
}()
