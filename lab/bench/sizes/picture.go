//go:build linux

package main

import (
	"fmt"

	"github.com/lsh-interop/fpcheck/internal/page/svg"
	"github.com/lsh-interop/fpcheck/lab/bench/chart"
)

// picture is docs/measured/cost.svg.
func picture(curves []curve) []byte {
	panel := func(title string, value func(point) float64, y func(v float64) string) chart.Panel {
		p := chart.Panel{Title: title, Below: "text", X: func(v float64) string { return size(int(v)) }, Y: y}
		for _, c := range curves {
			drawn := chart.Curve{Label: c.series.String()}
			for _, q := range c.points {
				drawn.Points = append(drawn.Points, svg.Point{X: float64(q.octets), Y: value(q)})
			}
			p.Curves = append(p.Curves, drawn)
		}
		return p
	}
	return chart.Draw("What a text costs, by its length",
		panel("Nanoseconds of the processor an octet", point.median, func(v float64) string { return fmt.Sprint(v) }),
		panel("Heap at most", func(p point) float64 { return float64(p.heap) }, func(v float64) string { return size(int(v)) }))
}
