package rules

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// MainText is chapter 11a: which lines of the visible text of HTML are its main text.
type MainText struct {
	Visible   *HTML                                          // R11.4 to R11.10
	Units     func(r rune) int                               // R11.26
	Wraps     bool                                           // R11.25: a line end of a preformatted text begins a line
	Around    func(nodes []*html.Node) *html.Node            // R11.25
	Link      func(n *html.Node) *html.Node                  // R11.26
	IsNew     func(links []*html.Node, link *html.Node) bool // R11.26: whether a link counts
	IsDigit   func(r rune) bool                              // R11.26
	IsComma   func(r rune) bool                              // R11.26
	IsEnd     func(r rune) bool                              // R11.26
	IsClosing func(r rune) bool                              // R11.26
	IsGood    func(l *MainLine) bool                         // R11.27
	Words     func(value string) []string                    // R11.28
	Own       func(n *html.Node) bool                        // R11.28: its names count
	Value     func(n *html.Node, name string) (string, bool) // R11.28: of an attribute
	Group     func(word string) []string                     // R11.28: the groups of a word of a class or an id
	Role      func(word string) []string                     // R11.28: the tag of a word of a role
	Tag       func(element string) []string                  // R11.28: the tag of an element
	InHalf    func(good, page int) bool                      // R11.29
	InMost    func(good, page int) bool                      // R11.29
	IsLevel   func(units, within int) bool                   // R11.30
	DirectOf  func(level, element *html.Node) *html.Node     // R11.30: the element whose direct good line a line is
	Features  []MainFeature                                  // R11.31
	Score     func(features []int) int                       // R11.32
	IsChosen  func(score int) bool                           // R11.33
	Left      func(p *MainPage, l *MainLine) bool            // R11.34
	IsSolid   func(l *MainLine) bool                         // R11.34
	Enough    func(chosen, own int) bool                     // R11.35
	IsOwn     func(l *MainLine) bool                         // R11.35
	Steps     []int                                          // R11.35
}

// MainLine is a line of a page (R11.25).
type MainLine struct {
	Text     string
	Element  *html.Node
	Units    int
	Linked   int // units
	Links    int
	Commas   int
	Ends     int
	Digits   int
	Last     rune // that is no closing mark
	Features []int
	Score    int

	nodes []*html.Node // its text nodes
	links []*html.Node
}

// MainFeature is a feature of a line, and its name.
type MainFeature struct {
	Name string
	Of   func(p *MainPage, at int) int
	Most int // or 0, if there is no bound
}

// MainPage is a page and its lines.
type MainPage struct {
	*MainText
	Root  *html.Node
	Lines []*MainLine
	Sums  map[*html.Node]MainSums
	// Direct is the direct good units of elements (R11.30).
	Direct map[*html.Node]int

	named map[*html.Node][]string // the flags of elements
}

// Text returns the main text of a page (R11.35).
func (p *MainPage) Text() string {
	var texts []string
	for _, l := range p.choose() {
		texts = append(texts, l.Text)
	}
	return strings.Join(texts, "\n")
}

// Page returns the lines of a tree, with their features and scores.
func (m *MainText) Page(tree *html.Node) *MainPage {
	p := &MainPage{MainText: m, Root: tree, named: make(map[*html.Node][]string)}
	p.divide(tree, &gap{called: true}, false)
	for _, l := range p.Lines {
		l.Element = m.Around(l.nodes)
	}
	p.addUp()
	for i, l := range p.Lines {
		for _, f := range m.Features {
			value := f.Of(p, i)
			if f.Most > 0 {
				value = min(value, f.Most)
			}
			l.Features = append(l.Features, value)
		}
		l.Score = m.Score(l.Features)
	}
	return p
}

// gap is what was called for since the last piece: by an element, by a preformatted text, by a blank.
type gap struct{ called, wrapped, blank bool }

// divide is R11.25.
func (p *MainPage) divide(n *html.Node, g *gap, pre bool) {
	if p.Visible.LeftOut(n) || p.Visible.Hidden(n) {
		return
	}
	if n.Type == html.TextNode {
		p.pieces(n, g, pre)
	}
	g.called = g.called || p.Visible.Block(n)
	for c := range n.ChildNodes() {
		p.divide(c, g, pre || p.Visible.Pre(n))
	}
	g.called = g.called || p.Visible.Block(n)
}

func (p *MainPage) pieces(n *html.Node, g *gap, pre bool) {
	for s := n.Data; s != ""; {
		rest := strings.TrimLeftFunc(s, p.Visible.IsBlank)
		blanks := s[:len(s)-len(rest)]
		g.blank = g.blank || blanks != ""
		g.wrapped = g.wrapped || pre && strings.ContainsAny(blanks, "\n\r")
		if rest == "" {
			return
		}
		end := strings.IndexFunc(rest, p.Visible.IsBlank)
		if end < 0 {
			end = len(rest)
		}
		g.called = g.called || p.Wraps && g.wrapped
		if g.called {
			p.Lines = append(p.Lines, &MainLine{})
		}
		l := p.Lines[len(p.Lines)-1]
		switch {
		case g.called:
		case g.wrapped:
			l.Text += "\n"
		case g.blank:
			l.Text += " "
		}
		l.Text += rest[:end]
		l.nodes = append(l.nodes, n)
		p.count(l, n, rest[:end])
		*g = gap{}
		s = rest[end:]
	}
}

// count is R11.26.
func (p *MainPage) count(l *MainLine, n *html.Node, piece string) {
	link := p.Link(n)
	if link != nil && p.IsNew(l.links, link) {
		l.links = append(l.links, link)
		l.Links++
	}
	for _, r := range piece {
		l.Units += p.Units(r)
		if link != nil {
			l.Linked += p.Units(r)
		}
		switch {
		case p.IsComma(r):
			l.Commas++
		case p.IsEnd(r):
			l.Ends++
		case p.IsDigit(r):
			l.Digits++
		}
		if !p.IsClosing(r) {
			l.Last = r
		}
	}
}

// linkOf returns the innermost link around a node.
func linkOf(n *html.Node) *html.Node {
	for a := range n.Ancestors() {
		if a.Type == html.ElementNode && a.Data == "a" {
			return a
		}
	}
	return nil
}

// deepestAround returns the deepest node that is around all of these.
func deepestAround(nodes []*html.Node) *html.Node {
	for a := range nodes[0].Ancestors() {
		if !slices.ContainsFunc(nodes, func(n *html.Node) bool { return !around(a, n) }) {
			return a
		}
	}
	return nil
}

// around reports whether a node is another or is around it.
func around(a, n *html.Node) bool {
	return a == n || slices.Contains(slices.Collect(n.Ancestors()), a)
}

// MainSums are what the lines in an element add up to (R11.29).
type MainSums struct {
	Units, Linked, Lines int
	Good, Goods          int // units of good lines, and their number
}

func (p *MainPage) addUp() {
	p.Sums = make(map[*html.Node]MainSums)
	for _, l := range p.Lines {
		for n := l.Element; n != nil; n = n.Parent {
			s := p.Sums[n]
			s.Units += l.Units
			s.Linked += l.Linked
			s.Lines++
			if p.IsGood(l) {
				s.Good += l.Units
				s.Goods++
			}
			p.Sums[n] = s
		}
	}
	p.Direct = make(map[*html.Node]int)
	for _, l := range p.Lines {
		if p.IsGood(l) {
			level, _ := p.chain(l, 0)
			p.Direct[p.DirectOf(level, l.Element)] += l.Units
		}
	}
}

// MostDirect returns the most direct good units of an element (R11.31).
func (p *MainPage) MostDirect() (most int) {
	for _, units := range p.Direct {
		most = max(most, units)
	}
	return most
}

// core returns the deepest element whose good lines have enough of the page's good units (R11.29).
func (p *MainPage) core(enough func(good, page int) bool) *html.Node {
	at := p.Root
	for n := range p.Root.Descendants() { // the deepest is the last
		if p.Sums[n].Good > 0 && enough(p.Sums[n].Good, p.Sums[p.Root].Good) {
			at = n
		}
	}
	return at
}

// chain returns the elements around a line that have more units than what is within them of the chain (R11.30). The
// document comes after them, again and again.
func (p *MainPage) chain(l *MainLine, k int) (n *html.Node, units int) {
	units = l.Units
	for n = l.Element; n.Parent != nil; n = n.Parent {
		if !p.IsLevel(p.Sums[n].Units, units) {
			continue
		}
		if k == 0 {
			return n, units
		}
		k--
		units = p.Sums[n].Units
	}
	if k > 0 {
		units = p.Sums[n].Units
	}
	return n, units
}

// HasFlag reports whether the element of a line or one around it has a flag (R11.28).
func (p *MainPage) HasFlag(l *MainLine, flag string) bool {
	for n := l.Element; n != nil; n = n.Parent {
		flags, known := p.named[n]
		if !known {
			flags = p.flags(n)
			p.named[n] = flags
		}
		if slices.Contains(flags, flag) {
			return true
		}
	}
	return false
}

func (p *MainPage) flags(n *html.Node) (flags []string) {
	if n.Type != html.ElementNode || !p.Own(n) {
		return nil
	}
	flags = append(flags, p.Tag(n.Data)...)
	for _, name := range []string{"class", "id"} {
		value, _ := p.Value(n, name)
		for _, word := range p.Words(value) {
			flags = append(flags, p.Group(word)...)
		}
	}
	role, _ := p.Value(n, "role")
	for _, word := range p.Words(role) {
		flags = append(flags, p.Role(word)...)
	}
	return flags
}

// choose is R11.33 to R11.35.
func (p *MainPage) choose() []*MainLine {
	own := 0
	for _, l := range p.Lines {
		if p.IsOwn(l) {
			own += l.Units
		}
	}
	for _, step := range p.Steps {
		var chosen []*MainLine
		for _, l := range p.Lines {
			if p.IsChosen(l.Score + step) {
				chosen = append(chosen, l)
			}
		}
		units := 0
		chosen = p.trim(chosen)
		for _, l := range chosen {
			units += l.Units
		}
		if len(chosen) > 0 && p.Enough(units, own) {
			return chosen
		}
	}
	return p.Lines
}

// trim is R11.34.
func (p *MainPage) trim(chosen []*MainLine) []*MainLine {
	chosen = slices.DeleteFunc(chosen, func(l *MainLine) bool { return p.Left(p, l) })
	for len(chosen) > 0 && !p.IsSolid(chosen[0]) {
		chosen = chosen[1:]
	}
	for len(chosen) > 0 && !p.IsSolid(chosen[len(chosen)-1]) {
		chosen = chosen[:len(chosen)-1]
	}
	return chosen
}
