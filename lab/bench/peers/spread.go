//go:build linux

package main

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// spread is what several rounds say of one figure.
type spread struct{ median, least, most float64 }

// spreadOf summarises values. There must be at least one.
func spreadOf(values []float64) spread {
	v := slices.Sorted(slices.Values(values))
	n := len(v)
	return spread{(v[(n-1)/2] + v[n/2]) / 2, v[0], v[n-1]}
}

func (s spread) String() string {
	return figure(s.median) + " (" + figure(s.least) + " to " + figure(s.most) + ")"
}

// figure writes a number with three digits that count, and commas.
func figure(v float64) string {
	if v == 0 || math.IsNaN(v) || math.IsInf(v, 0) {
		return "–"
	}
	// The exponent belongs to the rounded number: 9.999 becomes 10.0.
	e := strconv.FormatFloat(v, 'e', 2, 64)
	exponent, _ := strconv.Atoi(e[strings.IndexByte(e, 'e')+1:])
	v, _ = strconv.ParseFloat(e, 64)
	text := strconv.FormatFloat(v, 'f', max(2-exponent, 0), 64)
	whole, fraction, _ := strings.Cut(text, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if fraction != "" {
		return whole + "." + fraction
	}
	return whole
}
