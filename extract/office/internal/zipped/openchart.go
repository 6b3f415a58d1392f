package zipped

import (
	"encoding/xml"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// openChart reads a chart of an OpenDocument (OpenDocument 1.3, part 3, chapter 11). Its text is
// what it shows, as for Office Open XML. The names of series and categories are in a table with the
// values. Values are text if the series has labels.
type openChart struct {
	within *medium.Reading
	err    error

	titles, axes, categories, names []string

	seen     map[string]bool
	piece    *medium.Text
	hides    map[string]bool // styles of axes without labels
	formats  *openFormats
	labelled map[string]string // what stands at the values of a series, by its style
	series   []string          // their styles, in the order of the columns of the table
	values   [][]float64       // of those that have labels
	domain   bool              // the table has a column for the values of x, too
	style    string            // that is being read
	chart    bool              // the element is open
	legend   bool
	pie      bool
	noAxis   bool
	axis     int // open elements
	table    int
	head     int
	position int // of the cell in its row
	text     int // open paragraphs
}

func newOpenChart(d *medium.Reading) *openChart {
	return &openChart{within: d, seen: make(map[string]bool), hides: make(map[string]bool), piece: d.NewText(),
		formats: newOpenFormats(), labelled: make(map[string]string)}
}

func (c *openChart) start(name string, e xml.StartElement) bool {
	if !c.chart {
		c.fail(c.formats.start(name, e, c.within.Budget))
	}
	switch name {
	case "style:style":
		c.style = attrIn(e, "style:name")
	case "style:chart-properties", "style:properties":
		if attrIn(e, "chart:display-label") == "false" || attrIn(e, "chart:visible") == "false" {
			c.hides[c.style] = true
			c.hold(c.style)
		}
		if label := attrIn(e, "chart:data-label-number"); label != "" && label != "none" {
			c.labelled[c.style] = label
			c.hold(c.style)
		}
	case "chart:series":
		style := strings.Clone(attrIn(e, "chart:style-name"))
		c.series = append(c.series, style)
		c.hold(style)
	case "chart:domain":
		c.domain = true
	case "chart:chart":
		class := attrIn(e, "chart:class")
		c.chart, c.pie = true, strings.HasSuffix(class, "circle") || strings.HasSuffix(class, "ring")
	case "chart:legend":
		c.legend = true
		return false
	case "chart:axis":
		c.axis++
		if attrIn(e, "chart:dimension") == "x" && c.hides[attrIn(e, "chart:style-name")] {
			c.noAxis = true
		}
	case "table:table":
		c.table++
	case "table:table-header-rows":
		c.head++
	case "table:table-row":
		c.position = 0
	case "table:table-cell":
		c.position++
		c.value(e)
		return valueOf(e, "value-type") == "string"
	case "text:p":
		c.text++
		if c.text == 1 {
			c.piece.Reset()
		}
	case "text:s", "text:tab", "text:line-break":
		c.characters(" ")
	}
	return true
}

// value keeps the value of a cell, if the series of its column has labels.
func (c *openChart) value(e xml.StartElement) {
	i := c.position - 2 // after the column of the categories
	if c.head > 0 || c.domain || i < 0 || i >= len(c.series) || c.labelled[c.series[i]] == "" {
		return
	}
	v, err := strconv.ParseFloat(valueOf(e, "value"), 64)
	if err != nil {
		return
	}
	for len(c.values) < len(c.series) {
		c.values = append(c.values, nil)
	}
	c.values[i] = append(c.values[i], v)
	c.hold("")
}

func (c *openChart) labels(f *flow.Flow) {
	write := func(code string, v float64) {
		f.Characters(c.formats.writer.NumberAs(code, v), false)
		f.Line()
	}
	for i, values := range c.values {
		style := c.series[i]
		code := c.formats.codes[c.formats.cells[style]]
		sum := 0.0
		for _, v := range values {
			sum += v
		}
		for _, v := range values {
			if strings.Contains(c.labelled[style], "value") {
				write(code, v)
			}
			if strings.Contains(c.labelled[style], "percentage") && sum != 0 {
				write("0%", v/sum)
			}
		}
	}
}

func (c *openChart) end(name string) {
	if !c.chart {
		c.fail(c.formats.end(name, c.within.Budget))
	}
	switch name {
	case "chart:chart":
		c.chart = false
	case "chart:axis":
		c.axis--
	case "table:table":
		c.table--
	case "table:table-header-rows":
		c.head--
	case "text:p":
		if c.text--; c.text == 0 {
			c.add(c.piece.String())
		}
	}
}

func (c *openChart) characters(s string) {
	if !c.chart {
		c.formats.characters(s)
	}
	if c.text > 0 && c.err == nil {
		_, c.err = c.piece.WriteString(s)
	}
}

// add adds a paragraph to what it belongs to.
func (c *openChart) add(s string) {
	list := &c.titles
	switch {
	case !c.chart || s == "":
		return
	case c.table > 0 && c.head > 0:
		list = &c.names
	case c.table > 0 && c.position == 1:
		list = &c.categories
	case c.table > 0:
		return
	case c.axis > 0:
		list = &c.axes
	}
	if c.table > 0 && c.seen[s] {
		return
	}
	s = strings.Clone(s)
	c.seen[s] = c.table > 0
	c.hold(s)
	*list = append(*list, s)
}

func (c *openChart) hold(s string) {
	c.fail(c.within.Budget.Hold(int64(2*entryCost+len(s)), "text of a chart"))
}

func (c *openChart) fail(err error) {
	if c.err == nil {
		c.err = err
	}
}

// writeTo writes the text, piece by piece a line.
func (c *openChart) writeTo(f *flow.Flow) {
	lists := [][]string{c.titles, nil, c.axes, nil}
	if c.pie && c.legend || !c.pie && !c.noAxis {
		lists[1] = c.categories
	}
	if c.legend && !c.pie {
		lists[3] = c.names
	}
	f.Line()
	for _, list := range lists {
		for _, s := range list {
			f.Characters(s, false)
			f.Line()
		}
	}
	c.labels(f)
	c.piece.Reset()
	if c.err != nil {
		f.Fail(c.err)
	}
}

// openObject reads an object of an OpenDocument that is shown as part of it: a formula, or a
// chart. Others are documents of their own.
type openObject struct {
	chart   *openChart
	math    *openMath
	to      *flow.Flow
	depth   int
	formula bool
}

func newOpenObject(d *medium.Reading, to *flow.Flow) *openObject {
	return &openObject{chart: newOpenChart(d), math: newOpenMath(d), to: to}
}

func (o *openObject) start(name string, e xml.StartElement) (ok bool) {
	o.formula = o.formula || name == "math:math"
	if o.formula {
		ok = o.math.start(name, e)
	} else {
		ok = o.chart.start(name, e)
	}
	if ok {
		o.depth++
	}
	return ok
}

func (o *openObject) end(name string) {
	o.depth--
	if o.formula {
		o.math.end()
	} else {
		o.chart.end(name)
	}
}

func (o *openObject) characters(s string) {
	if o.formula {
		o.math.add(s)
	} else {
		o.chart.characters(s)
	}
}

func (o *openObject) done() {
	if o.formula {
		o.math.writeTo(o.to)
	} else {
		o.chart.writeTo(o.to)
	}
}
