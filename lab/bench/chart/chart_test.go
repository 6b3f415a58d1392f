package chart

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/internal/page/svg"
)

func TestDraw(t *testing.T) {
	label := func(v float64) string { return fmt.Sprintf("<%g>", v) }
	long := Panel{Title: "Time", Below: "size", X: label, Y: label}
	for i := range Most {
		long.Curves = append(long.Curves, Curve{fmt.Sprint("curve ", i), []svg.Point{{X: 10, Y: .5}, {X: 1000, Y: 7 + float64(i)}}})
	}
	one := Panel{"Memory", "size", label, label, []Curve{{"a dot", []svg.Point{{X: 10, Y: 100}}}}}
	octets := Draw("All & more", long, one)
	var text strings.Builder
	for d := xml.NewDecoder(bytes.NewReader(octets)); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, octets)
		}
		if c, ok := token.(xml.CharData); ok {
			text.Write(c)
		}
	}
	for _, want := range []string{"All & more", "Time", "Memory", "curve 0", "curve 4", "a dot", "<0.1>", "<100>", "<1000>"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no text %q", want)
		}
	}
	if s := string(octets); strings.Contains(s, "NaN") || strings.Contains(s, "Inf") {
		t.Error("something that is no number")
	}
}

func TestFree(t *testing.T) {
	var taken []float64
	for range 5 {
		at := free(100, taken)
		for _, other := range taken {
			if math.Abs(at-other) < lineHeight {
				t.Errorf("labels at %v and %v", at, other)
			}
		}
		taken = append(taken, at)
	}
	if taken[0] != 100 {
		t.Errorf("the first is at %v, want 100", taken[0])
	}
}
