package stream

import (
	"bytes"
	"slices"
)

// mark begins a part of the list of active formatting elements that is closed at once.
func (m *machine) mark() { m.listed = append(m.listed, element{}) }

// clearToMark closes the last part of the list.
func (m *machine) clearToMark() {
	m.reopen = true
	for n := len(m.listed) - 1; ; n-- {
		if n < 0 {
			m.stop = Fault // x/net/html has a panic
			return
		}
		if e := m.listed[n]; e.id == 0 || n == 0 {
			m.listed = m.listed[:n]
			return
		}
	}
}

// inList returns where in the list an element is, or -1.
func (m *machine) inList(id uint32) int {
	for i := len(m.listed) - 1; i >= 0; i-- {
		if m.listed[i].id == id {
			return i
		}
	}
	return -1
}

// unlist takes an element out of the list.
func (m *machine) unlist(i int) {
	if i >= 0 {
		m.listed = append(m.listed[:i], m.listed[i+1:]...)
	}
}

// mostListed bounds the list, which is gone through again and again.
const mostListed = 128

// addFormatting adds a formatting element (13.2.4.3). Of those that are alike, three are kept.
func (m *machine) addFormatting() {
	m.addElement()
	if m.stop != NoReason {
		return
	}
	e := m.top()
	alike := 0
	var attributes []attribute
	for i := len(m.listed) - 1; i >= 0 && m.listed[i].id != 0; i-- {
		o := &m.listed[i]
		if o.tag != e.tag {
			continue
		}
		if !bytes.Equal(o.written, e.written) {
			if attributes == nil {
				attributes, _ = m.attributesOf(e.written)
			}
			if m.again += 1 + int64(len(o.written)/64); m.again > m.mostAgain() {
				m.stop = Reopened
				return
			}
			others, _ := m.attributesOf(o.written)
			if !slices.EqualFunc(attributes, others, sameAttribute) {
				continue
			}
		}
		if alike++; alike >= 3 {
			m.unlist(i)
		}
	}
	if len(m.listed) == mostListed {
		m.stop = Reopened
		return
	}
	e.state |= isListed
	n := len(m.listed)
	if n == cap(m.listed) {
		m.listed = append(m.listed, element{})
	} else {
		m.listed = m.listed[:n+1]
	}
	m.listed[n].set(e)
}

func sameAttribute(a, b attribute) bool {
	return bytes.Equal(a.key, b.key) && bytes.Equal(a.value, b.value)
}

// reconstruct opens the formatting elements that blocks have closed (13.2.4.3).
func (m *machine) reconstruct() {
	if m.reopen {
		m.reopenListed()
	}
}

func (m *machine) reopenListed() {
	m.reopen = false
	i := len(m.listed)
	for i > 0 && m.listed[i-1].id != 0 && m.at(m.listed[i-1].id) < 0 {
		i--
	}
	for ; i < len(m.listed); i++ {
		if m.again++; m.again > m.mostAgain() {
			m.stop = Reopened
			return
		}
		e := &m.listed[i]
		state, depth := m.place(e.tag, e.told, m.traits(e.tag))
		if m.stop != NoReason {
			return
		}
		e.id, e.state, e.depth = m.last, state|isListed, depth
		if m.shown != nil {
			e.node = m.addShown(m.top().node, state, e.tag, e.written)
		}
		m.push(e)
	}
}

// mostAgain bounds the formatting elements that reopen or compare before a place in the page.
func (m *machine) mostAgain() int64 {
	if m.shown != nil {
		return shownAgain + m.start/16
	}
	return 1<<14 + m.start/16
}

// endFormatting is the Standard's adoption agency algorithm (13.2.6.4.7), as in x/net/html.
func (m *machine) endFormatting(t tag) {
	e := m.top()
	if n := len(m.listed) - 1; n >= 0 && e.tag == t && e.id == m.listed[n].id && e.id != 0 { // as mostly
		m.listed = m.listed[:n]
		e.state &^= isListed
		m.pop()
		return
	}
	if e.tag == t && m.inList(e.id) < 0 {
		m.pop()
		return
	}
	for range 8 {
		f := len(m.listed) - 1
		for f >= 0 && m.listed[f].id != 0 && m.listed[f].tag != t {
			f--
		}
		if f < 0 || m.listed[f].id == 0 {
			m.endOther(t, nil)
			return
		}
		id := m.listed[f].id
		from := m.at(id)
		if from < 0 {
			m.unlist(f)
			return
		}
		if !m.within(inScope, t) {
			return
		}
		block := from
		for block < len(m.open) && !m.special(&m.open[block]) {
			block++
		}
		if block == len(m.open) {
			m.unlist(f)
			m.cut(from)
			return
		}
		m.adopt(f, from, block)
		if m.stop != NoReason {
			return
		}
	}
}

// adopt moves the block at one place in the stack out of the formatting element at another.
func (m *machine) adopt(f, from, block int) {
	formatting := m.open[from]
	switch {
	case from == 0:
		m.stop = Fault
		return
	case m.shown != nil && !m.adoptsShown(from, block):
		m.stop = Adopted
		return
	}
	if reason := m.mayMove(from, block); reason != NoReason {
		m.stop = reason
		return
	}
	bookmark := f
	first := true
	count := 0
	for i := block - 1; i > from; i-- {
		count++
		e := m.open[i]
		at := m.inList(e.id)
		if at >= 0 && count > 3 { // x/net/html leaves it open where it is, before the block
			m.stop = Adopted
			return
		}
		if at < 0 {
			m.remove(i)
			block--
			continue
		}
		m.last++
		e.id = m.last
		m.open[i], m.listed[at] = e, e
		if first {
			bookmark = at + 1
		}
		first = false
	}
	m.fresh = 0
	f = m.inList(formatting.id)
	if f >= 0 && f < bookmark {
		bookmark--
	}
	m.unlist(f)
	m.last++
	c := formatting
	c.id = m.last
	b := &m.open[block]
	c.depth = b.depth
	c.state = b.state&(isApart|keepsLines) | isNeutral | isListed
	if b.state&isSkipped != 0 {
		c.state |= isSkipped | inSkipped
	}
	if bookmark < 0 || bookmark > len(m.listed) {
		m.stop = Fault
		return
	}
	if m.shown != nil {
		m.shown.page.Adopt(b.node)
		c.node = b.node + 1
		for i := block + 1; i < len(m.open); i++ {
			m.open[i].node++
		}
	}
	m.listed = slices.Insert(m.listed, bookmark, c)
	m.remove(from)
	block--
	m.counts[c.tag]++
	m.open = slices.Insert(m.open, block+1, c)
	m.reopen = true
}

// adoptsShown reports whether the elements that are shown can follow when a block leaves a formatting element. The
// block must be directly in it, as most are. Moving what is behind the block must not take long.
func (m *machine) adoptsShown(from, block int) bool {
	p := m.shown.page
	above, formatting, b := &m.open[from-1], &m.open[from], &m.open[block]
	if block != from+1 || m.fostering || m.traits(above.tag)&isRows != 0 ||
		(above.state|formatting.state|b.state)&(isSkipped|inSkipped) != 0 ||
		p.Parent(b.node) != formatting.node || p.Parent(formatting.node) != above.node {
		return false
	}
	m.again += 1 + int64(p.Len()-int(b.node))/16
	return m.again <= m.mostAgain()
}

// mayMove returns a reason why content cannot be moved to its parent by the stack. The content is
// from one place in the stack up to a block. The parent by the tree may differ, since forms and
// links leave the stack while elements in them stay.
func (m *machine) mayMove(from, block int) Reason {
	above := &m.open[from-1]
	parent := parent{above.state, above.depth}
	if m.traits(above.tag)&isRows != 0 { // to where the table is
		open, fostering := m.open, m.fostering
		m.open, m.fostering = open[:from], true
		var reason Reason
		parent, reason = m.foster()
		m.open, m.fostering = open, fostering
		if reason != NoReason {
			return reason
		}
	}
	if parent.state&isSkipped != 0 {
		return NoReason
	}
	// If one of those between were not neutral, the block would be deeper, or skipped.
	b := &m.open[block]
	depth := b.depth
	if b.state&(isNeutral|isSkipped|isApart) == 0 { // its own line ends
		depth--
	}
	if depth != parent.depth || b.state&inSkipped != 0 || (b.state^parent.state)&isApart != 0 {
		return Adopted
	}
	return NoReason
}
