package iwork

import "strings"

// chart writes the titles of a chart and its axes, and the names of its series and categories.
func (r *reader) chart(m message) {
	const (
		extension                         = 10000
		itsStyle, itsGrid                 = 10, 7
		valueAxes, categoryAxes           = 14, 16
		showsTitle, itsTitle              = 21, 23
		showsCategoryTitle, categoryTitle = 13, 15
		showsValueTitle, valueTitle       = 14, 16
		rowNames, columnNames             = 1, 2
	)
	c := m.sub(extension)
	properties := func(style uint64) message {
		o, _ := r.once(style)
		return o.sub(extension)
	}
	line := func(s string) {
		r.flow.Line()
		r.flow.Characters(strings.ToValidUTF8(s, "\uFFFD"), false)
		r.flow.Line()
	}
	titleOf := func(style uint64, shows, title int) {
		if p := properties(style); p.is(shows) {
			line(p.text(title))
		}
	}
	titleOf(c.ref(itsStyle), showsTitle, itsTitle)
	for f := range c.sub(itsGrid).all() {
		if f.number == rowNames || f.number == columnNames {
			line(string(f.octets))
		}
	}
	for axis := range c.refs(valueAxes) {
		titleOf(axis, showsValueTitle, valueTitle)
	}
	for axis := range c.refs(categoryAxes) {
		titleOf(axis, showsCategoryTitle, categoryTitle)
	}
}
