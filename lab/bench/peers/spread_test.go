//go:build linux

package main

import (
	"math"
	"testing"
)

func TestSpread(t *testing.T) {
	for _, tt := range []struct {
		values []float64
		want   spread
		why    string
	}{
		{[]float64{7}, spread{7, 7, 7}, "one round"},
		{[]float64{3, 1, 2}, spread{2, 1, 3}, "in whatever order"},
		{[]float64{4, 1, 2, 100}, spread{3, 1, 100}, "an even number: between the two in the middle"},
		{[]float64{1, 1, 1, 1, 50}, spread{1, 1, 50}, "one bad round moves no median"},
	} {
		if got := spreadOf(tt.values); got != tt.want {
			t.Errorf("%v: %v, want %v: %s", tt.values, got, tt.want, tt.why)
		}
	}
	values := []float64{3, 1, 2}
	spreadOf(values)
	if values[0] != 3 {
		t.Error("the values are sorted in place")
	}
	if got := (spread{12.345, 9.999, 1234.5}).String(); got != "12.3 (10.0 to 1,230)" {
		t.Errorf("written %q", got)
	}
}

func TestFigure(t *testing.T) {
	for _, tt := range []struct {
		v         float64
		want, why string
	}{
		{1.234, "1.23", "three digits"},
		{12.34, "12.3", "two before the point"},
		{123.4, "123", "three"},
		{1234, "1,230", "the fourth does not count"},
		{1234567, "1,230,000", "two commas"},
		{999.6, "1,000", "rounded up to another power of ten"},
		{9.999, "10.0", "rounded up below the point"},
		{99.96, "100", "rounded up to no point"},
		{0.004321, "0.00432", "zeros before the first digit do not count"},
		{1, "1.00", "an integer"},
		{100, "100", "an integer of three digits"},
		{0, "–", "nothing"},
		{math.NaN(), "–", "no number"},
		{math.Inf(1), "–", "no number either"},
	} {
		if got := figure(tt.v); got != tt.want {
			t.Errorf("figure(%v) = %q, want %q: %s", tt.v, got, tt.want, tt.why)
		}
	}
}
