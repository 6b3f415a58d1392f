package zipped

import (
	"cmp"
	"encoding/xml"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/internal/numfmt"
)

// The text of a chart is what it shows. This is its title, the names of the categories along an
// axis, and the titles of the axes. With a legend, it shows the names of the series. Labels at the
// values are text, too. They belong to a series, or to all series of a plot. If they name the series or
// the categories, these names come once. Values without labels are not shown, and the scale of an axis
// is not stored. See ISO/IEC 29500-1, chapter 21.2, and for later charts with the prefix cx [MS-ODRAWXML].

func (p *reader) chart(part string) error {
	links, err := p.relationships(part)
	if err != nil {
		return err
	}
	c := &chart{
		reader: p, open: make(map[string]int), seen: make(map[string]bool), piece: p.document.NewText(),
		days: numfmt.Since1900,
	}
	defer c.piece.Reset()
	overlay := ""
	err = p.walk(part, elements{
		start: func(name string, e xml.StartElement) bool {
			if name == "c:userShapes" {
				overlay = p.linked(links.byID(), attrIn(e, "r:id"), "drawing").target
			}
			return c.start(name, e)
		},
		end:  c.end,
		text: c.characters,
	})
	if err != nil {
		return err
	}
	c.write()
	if overlay != "" {
		return p.drawing(overlay, nil)
	}
	return nil
}

// chart is the state of a chart that is being read.
type chart struct {
	*reader
	open  map[string]int // elements that are open, by name
	path  []string       // the same, in order
	piece *medium.Text   // of a title, a name, a value
	seen  map[string]bool

	titles, categories, axes, names, labels []string

	legend   bool
	noAxis   bool // the categories' axis is not shown
	deleted  bool // the axis that is being read is not shown
	pie      bool // the categories are in the legend
	days     numfmt.Days
	untitled bool // the title is not stored: it is the name of the only series
	format   string

	label       chartLabel    // of the plot that is being read
	series      []chartSeries // of the same
	held        int           // bytes of memory for their values
	all         int           // series of all plots
	named       bool          // labels show the names of series
	categorised bool          // labels show the names of categories
}

// chartSeries is a series of values.
type chartSeries struct {
	own    bool // the labels of the plot do not count
	label  chartLabel
	values []float64 // that may have labels
	format string
}

// chartLabel selects the label at each value of a series, or of all series of a plot.
type chartLabel struct {
	value, percent, series, category bool
	format                           string
}

func (c *chart) start(name string, e xml.StartElement) bool {
	parent := ""
	if n := len(c.path); n > 0 {
		parent = c.path[n-1]
	}
	on := isOn(attr(e, "val"))
	if parent == "c:dLbls" {
		c.labelled(name, on, e)
	}
	switch name {
	case "c:txPr", "c:spPr", "c:extLst", "c:trendline", "c:errBars", "c:pivotFmts", "cx:numDim", "cx:spPr", "cx:txPr", "cx:formula", "cx:f":
		return false
	case "c:legend", "cx:legend":
		c.legend = true
		return false
	case "c:date1904":
		if on {
			c.days = numfmt.Since1904
		}
	case "c:chart":
		c.untitled = true
	case "c:autoTitleDeleted":
		c.untitled = c.untitled && !on
	case "c:ser":
		c.series = append(c.series, chartSeries{})
		c.all++
		c.holdValues(seriesCost)
	case "c:dLbls":
		if s := c.current(); s != nil {
			s.own = true
		}
	case "c:delete":
		switch {
		case !on:
		case parent == "c:catAx", parent == "c:dateAx":
			c.noAxis, c.deleted = true, true
		case parent == "c:valAx", parent == "c:serAx":
			c.deleted = true
		}
	case "c:pieChart", "c:pie3DChart", "c:doughnutChart", "c:ofPieChart":
		c.pie = true
	case "c:cat", "c:val", "c:yVal":
		c.format = ""
	case "c:v", "c:formatCode", "cx:v", "cx:pt", "a:p":
		c.piece.Reset()
	}
	c.open[name]++
	c.path = append(c.path, name)
	return true
}

// current returns the series that is being read, or nil.
func (c *chart) current() *chartSeries {
	if n := len(c.series); n > 0 && c.open["c:ser"] > 0 {
		return &c.series[n-1]
	}
	return nil
}

// labelled reads an element of the labels of a series, or of the plot.
func (c *chart) labelled(name string, on bool, e xml.StartElement) {
	label := &c.label
	if s := c.current(); s != nil {
		label = &s.label
	}
	switch name {
	case "c:delete":
		if on {
			*label = chartLabel{}
		}
	case "c:showVal":
		label.value = on
	case "c:showPercent":
		label.percent = on
	case "c:showSerName":
		label.series = on
	case "c:showCatName":
		label.category = on
	case "c:numFmt":
		if v := attr(e, "sourceLinked"); v == "" || !isOn(v) {
			label.format = attr(e, "formatCode")
		}
	}
}

func (c *chart) end(name string) {
	if c.open[name]--; c.open[name] == 0 {
		delete(c.open, name)
	}
	c.path = c.path[:len(c.path)-1]
	if n := len(c.path); n > 0 && c.path[n-1] == "c:plotArea" && strings.HasSuffix(name, "Chart") {
		c.endPlot()
	}
	switch name {
	case "c:catAx", "c:dateAx", "c:valAx", "c:serAx":
		c.deleted = false
	case "c:formatCode":
		c.format = c.piece.String()
	case "c:val", "c:yVal":
		if s := c.current(); s != nil {
			s.format = c.format
		}
	case "a:p", "c:v", "cx:v", "cx:pt":
		c.add(c.piece.String())
	}
}

func (c *chart) characters(s string) {
	switch n := len(c.path); {
	case n == 0:
		return
	case c.path[n-1] == "a:t", c.path[n-1] == "c:v", c.path[n-1] == "c:formatCode", c.path[n-1] == "cx:v", c.path[n-1] == "cx:pt":
		c.put(c.piece, s)
	}
}

// add adds a piece of text to what it belongs to.
func (c *chart) add(s string) {
	in := func(name string) bool { return c.open[name] > 0 }
	var list *[]string
	switch {
	case in("c:val"), in("c:yVal"):
		v, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
		if series := c.current(); err == nil && series != nil {
			c.holdValues(8)
			series.values = append(series.values, v)
		}
		return
	case c.deleted, s == "":
		return
	case in("c:cat"):
		list, s = &c.categories, c.number(s, c.format)
	case in("cx:strDim"):
		list = &c.categories
	case in("c:dLbls"), in("cx:dataLabels"):
		list = &c.labels
	case in("c:catAx"), in("c:dateAx"), in("c:valAx"), in("c:serAx"), in("cx:axis"):
		list = &c.axes
	case in("c:title"), in("cx:title"):
		list, c.untitled = &c.titles, false
	case in("c:ser") && in("c:tx"), in("cx:series"):
		list = &c.names
	default:
		return
	}
	if list == &c.categories || list == &c.names {
		if c.seen[s] { // as each series has the same categories
			return
		}
		s = strings.Clone(s)
		c.hold(entryCost, "names in a chart")
		c.seen[s] = true
	}
	c.hold(stringCost+len(s), "text of a chart")
	*list = append(*list, strings.Clone(s))
}

// number returns what is stored as a number as its format shows it, and a text as it is.
func (c *chart) number(s, format string) string {
	const longest = 255 // as in Excel
	v, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	if format == "" || len(format) > longest || err != nil {
		return s
	}
	return numfmt.Format(format, v, c.days)
}

// seriesCost is the cost of a series in bytes of memory, without its values.
const seriesCost = 96

// holdValues counts bytes of memory in use until the plot ends.
func (c *chart) holdValues(n int) {
	c.hold(n, "values of a chart")
	c.held += n
}

// endPlot adds the labels of each series.
func (c *chart) endPlot() {
	for _, s := range c.series {
		if !s.own {
			s.label = c.label
		}
		c.valueLabels(s)
	}
	c.document.Budget.Release(int64(c.held))
	c.series, c.label, c.held = nil, chartLabel{}, 0
}

// valueLabels adds the labels at the values of a series.
func (c *chart) valueLabels(s chartSeries) {
	label := s.label
	if len(s.values) > 0 {
		c.named = c.named || label.series
		c.categorised = c.categorised || label.category
	}
	sum := 0.0
	for _, v := range s.values {
		sum += v
	}
	add := func(v float64, format string) {
		format = cmp.Or(format, "General")
		s := c.number(strconv.FormatFloat(v, 'g', -1, 64), format)
		c.hold(stringCost+len(s), "labels of a chart")
		c.labels = append(c.labels, s)
	}
	for _, v := range s.values {
		if label.value {
			add(v, cmp.Or(label.format, s.format))
		}
		if label.percent && sum != 0 {
			format := label.format
			if format == "" || label.value {
				format = "0%"
			}
			add(v/sum, format)
		}
	}
}

// write writes the text, piece by piece a line.
func (c *chart) write() {
	lines := func(list []string) {
		for _, s := range list {
			c.flow.Line()
			c.flow.Characters(s, false)
		}
		c.flow.Line()
	}
	if c.untitled && c.all == 1 {
		lines(c.names)
		c.names = nil
	}
	lines(c.titles)
	if c.pie && c.legend || !c.pie && !c.noAxis || c.categorised {
		lines(c.categories)
	}
	lines(c.axes)
	if c.legend && !c.pie || c.named {
		lines(c.names)
	}
	lines(c.labels)
}
