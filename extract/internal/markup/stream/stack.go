package stream

// space is a namespace.
type space uint8

const (
	spaceHTML space = iota
	spaceMath
	spaceSVG
)

// element is an element that is open, or a formatting element that may be opened again.
type element struct {
	id      uint32 // counts the elements; 0 is a marker in the list of active formatting elements
	tag     tag
	space   space
	state   state
	told    told
	depth   int32  // how many blocks of the text it is in, itself included
	node    int32  // its number, or that of the element around it that is shown
	written []byte // its name, if the tag is tagOther; the rest of the start tag of a formatting element
}

// state is what holds of an element.
type state uint8

const (
	isSkipped  state = 1 << iota // it is left out or hidden, or in an element that is
	inSkipped                    // its parent is such an element
	isApart                      // foster parenting puts it before a table; it has no text so far
	isNeutral                    // it is neither a block nor left out: its tags change nothing in the text
	keepsLines                   // it is preformatted, or in an element that is
	isListed                     // it may be in the list of active formatting elements
	isKept                       // what is written of it is not in the window
)

// mostOpen is how many elements x/net/html lets be open.
const mostOpen = 512

// outside is the current node before <html> is open.
var outside = element{state: isNeutral}

// top is the current node.
func (m *machine) top() *element {
	if n := len(m.open); n > 0 {
		return &m.open[n-1]
	}
	return &outside
}

func (m *machine) traits(t tag) trait { return m.tables.traits[t] }

// slot makes room for an element on the stack of open elements. The caller writes the element there
// field by field. Copying it from elsewhere would be slow. The processor cannot read sixteen bytes at
// once that were just written singly. They must first leave the store buffer.
func (m *machine) slot() *element {
	n := len(m.open)
	switch {
	case n == mostOpen:
		m.stop = TooDeep
		return &element{}
	case n == cap(m.open):
		m.open = append(m.open, element{})
	default:
		m.open = m.open[:n+1]
	}
	return &m.open[n]
}

// push puts an element onto the stack.
func (m *machine) push(o *element) {
	m.slot().set(o)
	if o.space == spaceHTML {
		m.counts[o.tag]++
	}
}

// set makes an element like another.
func (e *element) set(o *element) {
	e.id, e.tag, e.space, e.state, e.told, e.depth, e.node = o.id, o.tag, o.space, o.state, o.told, o.depth, o.node
	e.written = o.written
}

// cut pops all but the first n elements.
func (m *machine) cut(n int) {
	for i := len(m.open) - 1; i >= n; i-- {
		m.forget(&m.open[i])
	}
	m.open = m.open[:n]
}

// forget is told that an element leaves the stack.
func (m *machine) forget(e *element) {
	if e.space == spaceHTML {
		m.counts[e.tag]--
	}
	if e.state&isListed != 0 {
		m.reopen = true
	}
}

func (m *machine) pop() {
	if len(m.open) == 0 {
		m.stop = Fault
		return
	}
	m.cut(len(m.open) - 1)
}

// remove takes an element out of the stack.
func (m *machine) remove(i int) {
	if i < 0 {
		return
	}
	m.forget(&m.open[i])
	m.open = append(m.open[:i], m.open[i+1:]...)
}

// at returns where in the stack an element is, or -1.
func (m *machine) at(id uint32) int {
	for i := len(m.open) - 1; i >= 0; i-- {
		if m.open[i].id == id {
			return i
		}
	}
	return -1
}

// has reports whether an element of HTML with a tag is open.
func (m *machine) has(t tag) bool { return m.counts[t] > 0 }

// scope is one of the Standard's (13.2.4.2).
type scope uint8

const (
	inScope scope = iota
	inListItem
	inButton
	inTableScope
)

// find returns the place of the innermost element with one of two tags in a scope, or -1.
func (m *machine) find(s scope, t, or tag) int {
	if m.counts[t] == 0 && m.counts[or] == 0 {
		return -1
	}
	for i := len(m.open) - 1; i >= 0; i-- {
		e := &m.open[i]
		if e.space == spaceHTML {
			if e.tag == t || e.tag == or {
				return i
			}
			switch s {
			case inListItem:
				if e.tag == tagOl || e.tag == tagUl {
					return -1
				}
			case inButton:
				if e.tag == tagButton {
					return -1
				}
			case inTableScope:
				if e.tag == tagHtml || e.tag == tagTable || e.tag == tagTemplate {
					return -1
				}
				continue
			}
			if m.traits(e.tag)&isStop != 0 {
				return -1
			}
		} else if s != inTableScope && boundsForeign(e) {
			return -1
		}
	}
	return -1
}

// boundsForeign reports whether an element of SVG or MathML bounds scopes, and is special.
func boundsForeign(e *element) bool {
	if e.space == spaceMath {
		return e.tag == tagAnnotationXml || isTextPassage(e)
	}
	return e.tag == tagDesc || e.tag == tagForeignobject || e.tag == tagTitle
}

// special reports whether an element is one of the Standard's special elements.
func (m *machine) special(e *element) bool {
	if e.space != spaceHTML {
		return boundsForeign(e)
	}
	return m.traits(e.tag)&isSpecial != 0
}

func (m *machine) within(s scope, t tag) bool { return m.find(s, t, t) >= 0 }

// popUntil pops the elements up to one with a tag, if that is in scope.
func (m *machine) popUntil(s scope, t tag) bool { return m.popUntilEither(s, t, t) }

func (m *machine) popUntilEither(s scope, t, or tag) bool {
	i := m.find(s, t, or)
	if i >= 0 {
		m.cut(i)
	}
	return i >= 0
}

// findSection is find for the parts of a table that rows are in.
func (m *machine) findSection() int {
	return max(m.find(inTableScope, tagTbody, tagThead), m.find(inTableScope, tagTfoot, tagTfoot))
}

// clearTo pops the elements up to one with one of three tags, or <html> or <template>.
func (m *machine) clearTo(a, b, c tag) {
	for i := len(m.open) - 1; i >= 0; i-- {
		switch t := m.open[i].tag; t {
		case a, b, c, tagHtml, tagTemplate:
			m.cut(i + 1)
			return
		}
	}
}

// implyEnds pops elements whose end tags may be left out, but for those with a tag.
func (m *machine) implyEnds(but tag) {
	n := len(m.open)
	for n > 0 && m.traits(m.open[n-1].tag)&isImplied != 0 && (m.open[n-1].tag != but || but == tagOther) {
		n--
	}
	m.cut(n)
}
