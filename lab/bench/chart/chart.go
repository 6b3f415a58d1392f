// Package chart draws what benchmarks measure: curves on two logarithmic axes.
package chart

import (
	"math"
	"strconv"

	"github.com/lsh-interop/fpcheck/internal/page/svg"
)

// Measures, in pixels.
const (
	pictureWidth = 780
	panelHeight  = 250
	marginTop    = 40
	marginLeft   = 80
	marginRight  = 190
	gap          = 75 // below a panel: ticks and label
	lineHeight   = 16
)

// Most is how many curves a panel can have.
const Most = 5

// Curves are told apart by colours, by dashes and by their labels.
var (
	colours = [Most]string{"#3b82f6", "#d97706", "#16a34a", "#a855f7", "#dc2626"}
	dashes  = [Most]string{"", "7 3", "2 3", "9 3 2 3", "4 4"}
)

// Curve is measured values and its label. Both coordinates are more than 0.
type Curve struct {
	Label  string
	Points []svg.Point
}

// Panel is curves with the same axes. The axis below has ticks where the points of the first
// curve are, which all curves span.
type Panel struct {
	Title  string // what is measured
	Below  string // by what
	X, Y   func(v float64) string
	Curves []Curve
}

// Draw returns a picture of panels, one below the other, as SVG.
func Draw(title string, panels ...Panel) []byte {
	p := svg.New(pictureWidth, marginTop+len(panels)*(panelHeight+gap), title)
	for i, panel := range panels {
		panel.draw(p, float64(marginTop+i*(panelHeight+gap)))
	}
	return p.Bytes()
}

func (panel Panel) draw(p *svg.Picture, top float64) {
	low, high := math.Inf(1), math.Inf(-1)
	for _, c := range panel.Curves {
		for _, q := range c.Points {
			low, high = min(low, q.Y), max(high, q.Y)
		}
	}
	points := panel.Curves[0].Points
	x := axis{math.Log10(points[0].X), math.Log10(points[len(points)-1].X), marginLeft, pictureWidth - marginRight}
	y := axis{math.Floor(math.Log10(low)), math.Ceil(math.Log10(high)), top + panelHeight, top + 14}
	y.high = max(y.high, y.low+1)
	p.Text(marginLeft, top+2, svg.Start, panel.Title)
	for e := y.low; e <= y.high; e++ {
		at := y.at(math.Pow(10, e))
		p.Rule(x.from, at, x.to, at, e > y.low)
		p.Text(marginLeft-8, at+4, svg.End, panel.Y(math.Pow(10, e)))
	}
	for _, q := range points {
		at := x.at(q.X)
		p.Rule(at, y.from, at, y.from+5, false)
		p.Text(at, y.from+18, svg.Middle, panel.X(q.X))
	}
	p.Text((x.from+x.to)/2, y.from+38, svg.Middle, panel.Below)

	// Each label stands at the end of its curve, unless another does.
	taken := make([]float64, 0, len(panel.Curves))
	for i, c := range panel.Curves {
		var line []svg.Point
		for _, q := range c.Points {
			line = append(line, svg.Point{X: x.at(q.X), Y: y.at(q.Y)})
		}
		p.Curve(line, colours[i], dashes[i], 2)
		for _, q := range line {
			p.Dot(q.X, q.Y, 3, colours[i], i == 2)
		}
		at := free(line[len(line)-1].Y, taken)
		taken = append(taken, at)
		p.Curve([]svg.Point{{X: x.to + 10, Y: at}, {X: x.to + 32, Y: at}}, colours[i], dashes[i], 2)
		p.Text(x.to+38, at+4, svg.Start, c.Label)
	}
}

// free is the height next to one where no label is yet.
func free(want float64, taken []float64) float64 {
	for step := 0.; ; step++ {
		for _, at := range []float64{want - step, want + step} {
			clear := true
			for _, t := range taken {
				clear = clear && math.Abs(at-t) >= lineHeight
			}
			if clear {
				return at
			}
		}
	}
}

// axis maps the logarithm of values to places.
type axis struct{ low, high, from, to float64 }

func (a axis) at(v float64) float64 {
	if a.high == a.low {
		return (a.from + a.to) / 2
	}
	return a.from + (a.to-a.from)*(math.Log10(v)-a.low)/(a.high-a.low)
}

// Grouped writes a number with commas.
func Grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
