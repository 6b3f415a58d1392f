package evaluation

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"math"
	"slices"
	"strings"
)

// chart is a picture of panels, one below the other.
type chart struct {
	title  string
	panels []panel
}

type panel struct {
	title string
	x, y  axis
	lines []line
}

type axis struct {
	label     string
	low, high float64 // low may be greater: then the axis runs down
	log       bool
	ticks     []tick
}

type tick struct {
	at    float64
	label string
}

// line is a curve, which its label names at its right end. Where it is NaN it is not
// drawn.
type line struct {
	label  string
	points []point
	filled bool // down to the axis
}

type point struct{ x, y float64 }

// Measures, in pixels.
const (
	chartWidth  = 780
	panelHeight = 250
	marginTop   = 40
	marginLeft  = 90
	marginRight = 230
	gap         = 75 // below a panel: ticks and label
	lineHeight  = 16
)

// ink is legible on white and on black, and so are the colours. Which curve is which
// is said by labels and by dashes too.
const ink = "#7a7a7a"

var (
	colours = []string{"#3b82f6", "#d97706", "#16a34a", "#a855f7", "#ef4444", "#0d9488", "#8b7355", "#db2777"}
	dashes  = []string{"", "7 3", "2 3", "9 3 2 3", "12 4", "4 4", "1 2", "9 3 2 3 2 3"}
)

// svg draws the chart.
func (c chart) svg() []byte {
	var b bytes.Buffer
	height := marginTop + len(c.panels)*(panelHeight+gap)
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" color="%s" font-family="system-ui, sans-serif" font-size="12">`+"\n",
		chartWidth, height, chartWidth, height, ink)
	fmt.Fprintf(&b, "<title>%s</title>\n", escape(c.title))
	b.WriteString(`<g fill="currentColor" stroke="none">` + "\n")
	fmt.Fprintf(&b, `<text x="%d" y="18" font-size="15" font-weight="600">%s</text>`+"\n", 8, escape(c.title))
	b.WriteString("</g>\n")
	for i, p := range c.panels {
		p.draw(&b, marginTop+i*(panelHeight+gap))
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

func escape(text string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(text))
	return b.String()
}

// place maps a value to a share of the axis, 0 to 1.
func (a axis) place(v float64) float64 {
	low, high := a.low, a.high
	if a.log {
		low, high, v = math.Log(low), math.Log(high), math.Log(v)
	}
	return (v - low) / (high - low)
}

// number writes a coordinate.
func number(x float64) string { return fmt.Sprintf("%.1f", x+0) }

func (p panel) draw(b *bytes.Buffer, top int) {
	const width = chartWidth - marginLeft - marginRight
	px := func(v float64) float64 { return marginLeft + width*p.x.place(v) }
	py := func(v float64) float64 {
		share := min(max(p.y.place(v), 0), 1)
		return float64(top) + 12 + (panelHeight-12)*(1-share)
	}
	floor := float64(top + panelHeight)
	fmt.Fprintf(b, `<g fill="currentColor"><text x="%d" y="%d">%s</text></g>`+"\n", marginLeft, top+2, escape(p.title))
	b.WriteString(`<g stroke="currentColor" stroke-opacity=".25">` + "\n")
	for _, t := range p.y.ticks {
		fmt.Fprintf(b, `<path d="M%d %sH%d"/>`+"\n", marginLeft, number(py(t.at)), marginLeft+width)
	}
	b.WriteString("</g>\n" + `<g stroke="currentColor">` + "\n")
	fmt.Fprintf(b, `<path d="M%d %sH%d"/>`+"\n", marginLeft, number(floor), marginLeft+width)
	for _, t := range p.x.ticks {
		fmt.Fprintf(b, `<path d="M%s %sv5"/>`+"\n", number(px(t.at)), number(floor))
	}
	b.WriteString("</g>\n" + `<g fill="currentColor" text-anchor="middle">` + "\n")
	for _, t := range p.x.ticks {
		fmt.Fprintf(b, `<text x="%s" y="%s">%s</text>`+"\n", number(px(t.at)), number(floor+18), escape(t.label))
	}
	fmt.Fprintf(b, `<text x="%d" y="%s">%s</text>`+"\n", marginLeft+width/2, number(floor+36), escape(p.x.label))
	b.WriteString("</g>\n" + `<g fill="currentColor" text-anchor="end">` + "\n")
	for _, t := range p.y.ticks {
		fmt.Fprintf(b, `<text x="%d" y="%s">%s</text>`+"\n", marginLeft-8, number(py(t.at)+4), escape(t.label))
	}
	b.WriteString("</g>\n")
	fmt.Fprintf(b, `<text fill="currentColor" text-anchor="middle" transform="translate(14 %d) rotate(-90)">%s</text>`+"\n",
		top+panelHeight/2, escape(p.y.label))

	type end struct {
		line     int
		x, y, at float64 // where the curve ends, and at which height its label is
	}
	var ends []end
	for i, l := range p.lines {
		var path strings.Builder
		first, last := point{}, point{}
		drawn := 0
		for _, q := range l.points {
			if math.IsNaN(q.y) || p.y.log && q.y <= 0 {
				continue
			}
			last = point{px(q.x), py(q.y)}
			if drawn == 0 {
				first = last
			}
			fmt.Fprintf(&path, "%c%s %s", "ML"[min(drawn, 1)], number(last.x), number(last.y))
			drawn++
		}
		if drawn == 0 {
			continue
		}
		colour, dash := colours[i%len(colours)], dashes[i%len(dashes)]
		if l.filled {
			fmt.Fprintf(b, `<path d="%sL%s %sL%s %sZ" fill="%s" fill-opacity=".12"/>`+"\n", path.String(),
				number(last.x), number(floor), number(first.x), number(floor), colour)
		}
		fmt.Fprintf(b, `<path d="%s" fill="none" stroke="%s" stroke-width="2" stroke-dasharray="%s"/>`+"\n", path.String(), colour, dash)
		ends = append(ends, end{i, last.x, last.y, last.y})
	}
	// Labels that would lie on each other are moved apart.
	slices.SortStableFunc(ends, func(a, b end) int { return cmp.Compare(a.y, b.y) })
	for i := range ends {
		if i > 0 {
			ends[i].at = max(ends[i].at, ends[i-1].at+lineHeight)
		}
	}
	for i := len(ends) - 1; i >= 0; i-- {
		limit := floor
		if i < len(ends)-1 {
			limit = ends[i+1].at - lineHeight
		}
		ends[i].at = min(ends[i].at, limit)
	}
	const right = marginLeft + width
	for _, e := range ends {
		colour, dash := colours[e.line%len(colours)], dashes[e.line%len(dashes)]
		fmt.Fprintf(b, `<path d="M%s %sL%d %s" fill="none" stroke="currentColor" stroke-opacity=".4"/>`+"\n",
			number(e.x), number(e.y), right+14, number(e.at))
		fmt.Fprintf(b, `<path d="M%d %sh22" stroke="%s" stroke-width="2" stroke-dasharray="%s"/>`+"\n", right+16, number(e.at), colour, dash)
		fmt.Fprintf(b, `<text x="%d" y="%s" fill="currentColor">%s</text>`+"\n", right+42, number(e.at+4), escape(p.lines[e.line].label))
	}
}

// evenly are ticks from low to high.
func evenly(low, high, step float64, label func(v float64) string) []tick {
	var all []tick
	for i := 0; low+float64(i)*step <= high+step/1000; i++ {
		v := low + float64(i)*step
		all = append(all, tick{v, label(v)})
	}
	return all
}

// powers are ticks of a logarithmic axis, at each power of ten.
func powers(low, high int) []tick {
	var all []tick
	for e := low; e <= high; e++ {
		label := fmt.Sprintf("%.*f", max(0, -e), math.Pow10(e))
		if e >= 3 {
			label = grouped(int(math.Pow10(e)))
		}
		all = append(all, tick{math.Pow10(e), label})
	}
	return all
}
