//go:build linux

package main

import (
	"fmt"
	"math"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/lsh-interop/fpcheck/internal/page/svg"
	"github.com/lsh-interop/fpcheck/lab/bench/chart"
)

// block returns the text between the markers.
func (m *measurement) block() string {
	var b strings.Builder
	last := m.growth[len(m.growth)-1]
	fmt.Fprintf(&b, "![What the search for near SimHashes costs](index.svg)\n\n"+
		"Within %d bits, on %d processors; queries on one of them:\n\n", distance, runtime.GOMAXPROCS(0))
	b.WriteString("| SimHashes | layout | bytes each | build, s | query, us: median | 99 in 100 | candidates | all pairs, s | pairs |\n" +
		"| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	for _, r := range m.growth {
		fmt.Fprintf(&b, "| %s | %s | %.1f | %s | %s | %s | %s | %s | %s |\n", chart.Grouped(r.sketches), r.name, r.octets,
			seconds(r.build), micros(r.median), micros(r.p99), digits(r.candidates), seconds(r.allPairs), chart.Grouped(r.pairs))
	}
	if len(m.growth) > 1 {
		const far = 1_000_000_000
		before := m.growth[len(m.growth)-2]
		on := func(value func(r row) float64) string { return digits(extrapolate(before, last, far, value)) }
		fmt.Fprintf(&b, "\nBy the last two rows, %[1]s need %[2]s s to build and %[4]s s for all pairs.\nA query needs %[3]s us. This assumes enough memory, and was not measured.\n",
			chart.Grouped(far), on(func(r row) float64 { return r.build.Seconds() }),
			on(func(r row) float64 { return float64(r.median) / 1e3 }), on(func(r row) float64 { return r.allPairs.Seconds() }))
	}
	fmt.Fprintf(&b, "\nAll designs, for %s SimHashes within %d bits. The last one is the baseline:\n\n", chart.Grouped(m.beside), distance)
	b.WriteString("| design | bytes each | build, s | probes | candidates | query, us: median | 99 in 100 |\n" +
		"| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	for _, r := range m.designs {
		fmt.Fprintf(&b, "| %s | %.1f | %s | %s | %s | %s | %s |\n", r.name, r.octets, seconds(r.build),
			digits(r.probes), digits(r.candidates), micros(r.median), micros(r.p99))
	}
	fmt.Fprintf(&b, "\nThe layout for each distance, for %s SimHashes:\n\n", chart.Grouped(m.beside))
	b.WriteString("| bits | layout | bytes each | probes | candidates | query, us: median | 99 in 100 |\n" +
		"| ---: | --- | ---: | ---: | ---: | ---: | ---: |\n")
	for _, r := range m.distances {
		fmt.Fprintf(&b, "| %d | %s | %.1f | %s | %s | %s | %s |\n", r.distance, r.name, r.octets,
			digits(r.probes), digits(r.candidates), micros(r.median), micros(r.p99))
	}
	b.WriteString("\nAnswers compared with those of brute force:\n\n" +
		"| of | layouts and distances | queries | answers | recall | false |\n| --- | ---: | ---: | ---: | ---: | ---: |\n")
	for _, r := range m.recall {
		fmt.Fprintf(&b, "| %s | %d | %s | %s | %.4f | %d |\n", r.of, r.layouts, chart.Grouped(r.queries), chart.Grouped(r.want),
			float64(r.found)/float64(max(1, r.want)), r.false)
	}
	return b.String()
}

// extrapolate follows the slope of two sizes, both axes logarithmic.
func extrapolate(a, b row, sketches int, value func(row) float64) float64 {
	slope := math.Log(value(b)/value(a)) / math.Log(float64(b.sketches)/float64(a.sketches))
	return value(b) * math.Pow(float64(sketches)/float64(b.sketches), slope)
}

// picture is docs/measured/index.svg.
func (m *measurement) picture() []byte {
	curve := func(label string, value func(r row) float64) chart.Curve {
		c := chart.Curve{Label: label}
		for _, r := range m.growth {
			c.Points = append(c.Points, svg.Point{X: float64(r.sketches), Y: value(r)})
		}
		return c
	}
	x := func(v float64) string { return chart.Grouped(int(v)) }
	y := func(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }
	return chart.Draw("What the search for near SimHashes costs",
		chart.Panel{Title: "Microseconds a query", Below: "SimHashes", X: x, Y: y, Curves: []chart.Curve{
			curve("median", func(r row) float64 { return float64(r.median) / 1e3 }),
			curve("99 in 100", func(r row) float64 { return float64(r.p99) / 1e3 }),
		}},
		chart.Panel{Title: "Seconds in all", Below: "SimHashes", X: x, Y: y, Curves: []chart.Curve{
			curve("build", func(r row) float64 { return r.build.Seconds() }),
			curve("all pairs", func(r row) float64 { return r.allPairs.Seconds() }),
		}},
		chart.Panel{Title: "Bytes each", Below: "SimHashes", X: x, Y: y, Curves: []chart.Curve{
			curve("tables", func(r row) float64 { return r.octets }),
		}})
}

func micros(d time.Duration) string { return digits(float64(d) / 1e3) }

func seconds(d time.Duration) string { return digits(d.Seconds()) }

// digits writes a number with two digits at least.
func digits(v float64) string {
	switch {
	case v >= 1000:
		return chart.Grouped(int(math.Round(v)))
	case v >= 10 || v == math.Trunc(v):
		return strconv.FormatFloat(v, 'f', 0, 64)
	case v >= 1:
		return strconv.FormatFloat(v, 'f', 1, 64)
	case v >= .001:
		return strconv.FormatFloat(v, 'f', 3, 64)
	}
	return strconv.FormatFloat(v, 'g', 2, 64)
}
