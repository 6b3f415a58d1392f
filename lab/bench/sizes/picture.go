//go:build linux

package main

import (
	"fmt"
	"math"

	"github.com/lsh-interop/fpcheck/lab/bench/svg"
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

// Curves are told apart by colours, by dashes and by their labels.
var (
	colours = []string{"#3b82f6", "#d97706", "#16a34a"}
	dashes  = []string{"", "7 3", "2 3"}
)

// picture is docs/cost.svg.
func picture(curves []curve) []byte {
	p := svg.New(pictureWidth, marginTop+2*(panelHeight+gap), "What a text costs, by its length")
	panel(p, marginTop, "Nanoseconds of the processor an octet", curves, func(p point) float64 { return p.median() }, func(v float64) string { return fmt.Sprint(v) })
	panel(p, marginTop+panelHeight+gap, "Heap at most", curves, func(p point) float64 { return float64(p.heap) }, func(v float64) string { return size(int(v)) })
	return p.Bytes()
}

// panel draws curves on two logarithmic axes.
func panel(p *svg.Picture, top float64, title string, curves []curve, value func(point) float64, label func(float64) string) {
	low, high := math.Inf(1), math.Inf(-1)
	for _, c := range curves {
		for _, q := range c.points {
			low, high = min(low, value(q)), max(high, value(q))
		}
	}
	points := curves[0].points
	x := axis{math.Log10(float64(points[0].octets)), math.Log10(float64(points[len(points)-1].octets)), marginLeft, pictureWidth - marginRight}
	y := axis{math.Floor(math.Log10(low)), math.Ceil(math.Log10(high)), top + panelHeight, top + 14}
	y.high = max(y.high, y.low+1)
	p.Text(marginLeft, top+2, svg.Start, title)
	for e := y.low; e <= y.high; e++ {
		at := y.at(math.Pow(10, e))
		p.Rule(x.from, at, x.to, at, e > y.low)
		p.Text(marginLeft-8, at+4, svg.End, label(math.Pow(10, e)))
	}
	for _, q := range points {
		at := x.at(float64(q.octets))
		p.Rule(at, y.from, at, y.from+5, false)
		p.Text(at, y.from+18, svg.Middle, size(q.octets))
	}
	p.Text((x.from+x.to)/2, y.from+38, svg.Middle, "text")

	// Each label stands at the end of its curve, unless another does.
	taken := make([]float64, 0, len(curves))
	for i, c := range curves {
		var line []svg.Point
		for _, q := range c.points {
			line = append(line, svg.Point{X: x.at(float64(q.octets)), Y: y.at(value(q))})
		}
		p.Curve(line, colours[i], dashes[i], 2)
		for _, q := range line {
			p.Dot(q.X, q.Y, 3, colours[i], i == 2)
		}
		at := free(line[len(line)-1].Y, taken)
		taken = append(taken, at)
		p.Curve([]svg.Point{{X: x.to + 10, Y: at}, {X: x.to + 32, Y: at}}, colours[i], dashes[i], 2)
		p.Text(x.to+38, at+4, svg.Start, c.series.String())
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
	return a.from + (a.to-a.from)*(math.Log10(v)-a.low)/(a.high-a.low)
}
