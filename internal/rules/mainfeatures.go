package rules

import (
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"

	markupdata "github.com/lsh-interop/fpcheck/vectors/markup"
)

// The groups and tags of R11.28.
const mainGroups = `
menu: nav navbar navigation navi menu menus submenu dropdown breadcrumb breadcrumbs crumb crumbs pagination pager paging tabs tab toolbar topbar offcanvas megamenu hamburger skip toc
side: sidebar sidebars side aside widget widgets rail secondary gutter column
foot: footer foot bottom copyright colophon legal footnotes disclaimer
head: header head masthead top logo branding hero title headline heading
comment: comment comments commentlist disqus reply replies respond discussion feedback review reviews rating ratings vote votes
share: share sharing social facebook twitter tweet follow addthis sharedaddy whatsapp pinterest linkedin like likes buttons button actions tools
related: related recommended recommendations recommend more also similar popular trending latest teaser teasers read next prev previous carousel slider cards card outbrain taboola relatedposts recirc yarpp recent suggested suggestions featured list items item grid feed
ad: ad ads advert advertisement advertising adv sponsor sponsored promo promotion promoted cookie cookies consent gdpr popup modal overlay newsletter subscribe subscription signup paywall login register cta alert notice dialog banner
meta: meta metadata byline author authors date time datetime timestamp published posted updated tags tag category categories info credit credits dateline bio kicker label labels source
hidden: hidden hide invisible print noprint reader sr visually none collapse collapsed
caption: caption captions figcaption figure image images photo photos gallery media video
field: search form input field
good: article articlebody content entry post body story text main hentry prose paragraph copy blog`

const mainTags = `
nav: nav menu
header: header
footer: footer
aside: aside
article: article
main: main
form: form dialog search
list: ul ol
li: li
table: table
figure: figure figcaption
quote: blockquote
pre: pre
h1: h1
heading: h2 h3 h4 h5 h6
p: p
dl: dl
section: section
button: button label summary`

const mainRoles = `
nav: navigation menu menubar
header: banner
footer: contentinfo
aside: complementary
article: article
main: main
form: search form dialog alertdialog
list: list
li: listitem
table: table
figure: figure
quote: blockquote
heading: heading
p: paragraph
button: button`

// listed returns the names of the lists that have a word.
func listed(lists, word string) (names []string) {
	for line := range strings.Lines(lists) {
		if name, words, ok := strings.Cut(line, ":"); ok && slices.Contains(strings.Fields(words), word) {
			names = append(names, name)
		}
	}
	return names
}

// MainWords are the words of an attribute (R11.28).
func MainWords(value string) (words []string) {
	for _, word := range regexp.MustCompile("[A-Z]*[a-z]+|[A-Z]+").FindAllString(value, -1) {
		words = append(words, strings.ToLower(word))
	}
	return words
}

// NewMainText returns the rules of chapter 11a.
func NewMainText() *MainText {
	m := &MainText{
		Visible:   NewHTML(),
		Around:    deepestAround,
		Link:      linkOf,
		IsNew:     func(links []*html.Node, link *html.Node) bool { return !slices.Contains(links, link) },
		Units:     mainUnits,
		IsDigit:   OneOf("0123456789"),
		IsComma:   OneOf(",;،؛、，；"),
		IsEnd:     OneOf(".!?…؟۔।。！？"),
		IsClosing: OneOf(`"')]}»”’」』）】`),
		Words:     MainWords,
		Own:       func(n *html.Node) bool { return n.Data != "html" && n.Data != "body" },
		Value:     AttributeOf,
		Group:     func(word string) []string { return listed(mainGroups, word) },
		Role:      func(word string) []string { return listed(mainRoles, word) },
		Tag:       func(element string) []string { return listed(mainTags, element) },
		InHalf:    func(good, page int) bool { return 2*good > page },
		InMost:    func(good, page int) bool { return 5*good >= 4*page },
		IsLevel:   func(units, within int) bool { return units > within },
		DirectOf:  func(level, _ *html.Node) *html.Node { return level },
		Features:  mainFeatures(),
		Score:     func(features []int) int { return mainScore(markupdata.MainModel, features) },
		IsChosen:  func(score int) bool { return score > 0 },
		Left: func(p *MainPage, l *MainLine) bool {
			return p.HasFlag(l, "h1") || p.HasFlag(l, "figure")
		},
		Enough: func(chosen, own int) bool { return 20*chosen >= own },
		IsOwn:  func(l *MainLine) bool { return 2*l.Linked < l.Units },
		Steps:  []int{0, 1024, 2048, 3072},
	}
	m.IsGood, m.IsSolid = m.good, m.solid
	return m
}

// good is R11.27.
func (m *MainText) good(l *MainLine) bool {
	return 3*l.Linked <= l.Units && (l.Units >= 80 || l.Units >= 40 && m.IsEnd(l.Last))
}

// solid is R11.34.
func (m *MainText) solid(l *MainLine) bool {
	return l.Units >= 60 || l.Units >= 30 && m.IsEnd(l.Last)
}

func mainUnits(r rune) int {
	for _, wide := range [][2]rune{
		{0x0E00, 0x0EFF}, {0x1000, 0x109F}, {0x1780, 0x17FF}, {0x3041, 0x30FF},
		{0x3400, 0x9FFF}, {0xAC00, 0xD7A3}, {0xF900, 0xFAFF}, {0x20000, 0x3FFFF},
	} {
		if wide[0] <= r && r <= wide[1] {
			return 3
		}
	}
	return 1
}

// mainScore is R11.32.
func mainScore(model []byte, features []int) (sum int) {
	for len(model) > 0 {
		var leaf int
		leaf, model = mainTree(model, features)
		sum += leaf
	}
	return sum
}

// mainTree returns the leaf of the tree that the model begins with, and what comes after the tree.
func mainTree(model []byte, features []int) (leaf int, rest []byte) {
	number := int(model[1])<<8 | int(model[2])
	if model[0] == 0xFF {
		return int(int16(number)), model[3:]
	}
	not, rest := mainTree(model[3:], features)
	greater, rest := mainTree(rest, features)
	if features[model[0]] > number {
		return greater, rest
	}
	return not, rest
}

func perMille(a, b int) int {
	if b == 0 {
		return 0
	}
	return a * 1000 / b
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// mainFeatures is R11.31.
func mainFeatures() (all []MainFeature) {
	add := func(name string, of func(p *MainPage, at int) int) {
		all = append(all, MainFeature{Name: name, Of: of})
	}
	atMost := func(most int) { all[len(all)-1].Most = most }
	ofLine := func(name string, of func(p *MainPage, l *MainLine) int) {
		add(name, func(p *MainPage, at int) int { return of(p, p.Lines[at]) })
	}
	ofLine("units", func(_ *MainPage, l *MainLine) int { return l.Units })
	atMost(2000)
	ofLine("link", func(_ *MainPage, l *MainLine) int { return perMille(l.Linked, l.Units) })
	ofLine("links", func(_ *MainPage, l *MainLine) int { return l.Links })
	atMost(50)
	ofLine("commas", func(_ *MainPage, l *MainLine) int { return l.Commas })
	atMost(50)
	ofLine("ends", func(_ *MainPage, l *MainLine) int { return l.Ends })
	atMost(50)
	ofLine("digits", func(_ *MainPage, l *MainLine) int { return perMille(l.Digits, l.Units) })
	ofLine("end", func(p *MainPage, l *MainLine) int { return bit(p.IsEnd(l.Last)) })
	ofLine("colon", func(_ *MainPage, l *MainLine) int { return bit(l.Last == ':' || l.Last == '：') })
	add("since h1", func(p *MainPage, at int) int {
		first := slices.IndexFunc(p.Lines, func(l *MainLine) bool { return p.HasFlag(l, "h1") })
		if first < 0 || at < first {
			return 0
		}
		return at - first + 1
	})
	atMost(200)
	for k, level := range []string{" 0", " 1", " 2"} {
		of := func(name string, of func(around, page MainSums, below int) int) {
			ofLine(name+level, func(p *MainPage, l *MainLine) int {
				n, below := p.chain(l, k)
				return of(p.Sums[n], p.Sums[p.Root], below)
			})
		}
		of("share", func(e, page MainSums, _ int) int { return perMille(e.Units, page.Units) })
		of("part", func(e, _ MainSums, below int) int { return perMille(below, e.Units) })
		of("link", func(e, _ MainSums, _ int) int { return perMille(e.Linked, e.Units) })
		of("good share", func(e, page MainSums, _ int) int { return perMille(e.Good, page.Good) })
		of("lines", func(e, _ MainSums, _ int) int { return e.Lines })
		atMost(200)
		of("good lines", func(e, _ MainSums, _ int) int { return e.Goods })
		atMost(100)
	}
	ofLine("in half", func(p *MainPage, l *MainLine) int { return bit(around(p.core(p.InHalf), l.Element)) })
	ofLine("in most", func(p *MainPage, l *MainLine) int { return bit(around(p.core(p.InMost), l.Element)) })
	ofLine("steps", func(p *MainPage, l *MainLine) (steps int) {
		core, units := p.core(p.InMost), -1
		for n := l.Element; n.Parent != nil && !around(n, core); n = n.Parent {
			if p.Sums[n].Units > units {
				steps++
				units = p.Sums[n].Units
			}
		}
		return steps
	})
	atMost(20)
	ofLine("page units", func(p *MainPage, _ *MainLine) int { return p.Sums[p.Root].Units })
	ofLine("page good", func(p *MainPage, _ *MainLine) int { return perMille(p.Sums[p.Root].Good, p.Sums[p.Root].Units) })
	ofLine("page lines", func(p *MainPage, _ *MainLine) int { return p.Sums[p.Root].Lines })
	ofLine("page link", func(p *MainPage, _ *MainLine) int { return perMille(p.Sums[p.Root].Linked, p.Sums[p.Root].Units) })
	add("before", func(p *MainPage, at int) int {
		units := 0
		for _, l := range p.Lines[:at] {
			units += l.Units
		}
		return perMille(units, p.Sums[p.Root].Units)
	})
	add("good before", func(p *MainPage, at int) int {
		units := 0
		for _, l := range p.Lines[:at] {
			if p.IsGood(l) {
				units += l.Units
			}
		}
		return perMille(units, p.Sums[p.Root].Good)
	})
	for k, level := range []string{" 0", " 1", " 2"} {
		ofLine("direct"+level, func(p *MainPage, l *MainLine) int {
			n, _ := p.chain(l, k)
			return perMille(p.Direct[n], p.MostDirect())
		})
	}
	for _, lists := range []string{mainGroups, mainTags} {
		for line := range strings.Lines(strings.TrimSpace(lists)) {
			name, _, _ := strings.Cut(line, ":")
			ofLine(name, func(p *MainPage, l *MainLine) int { return bit(p.HasFlag(l, name)) })
		}
	}
	return all
}
