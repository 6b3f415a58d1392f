package evaluation

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// wellFormed fails if octets are no well-formed XML, and returns its texts.
func wellFormed(t *testing.T, octets []byte) (texts []string) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(octets))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return texts
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, octets)
		}
		if text, ok := token.(xml.CharData); ok && strings.TrimSpace(string(text)) != "" {
			texts = append(texts, string(text))
		}
	}
}

var numbersOfSVG = regexp.MustCompile(`-?[0-9.]+`)

func sample() chart {
	many := panel{title: "a < b & c", x: axis{label: "bits", high: 10, ticks: evenly(0, 10, 5, func(v float64) string { return decimal(v, 0) })},
		y: axis{label: "share", high: 1, ticks: evenly(0, 1, .5, func(v float64) string { return decimal(v, 1) })}}
	for i := range 10 {
		many.lines = append(many.lines, line{label: fmt.Sprintf("<%d>", i), points: []point{{0, 0}, {5, math.NaN()}, {10, 1}}, filled: i == 0})
	}
	rates := panel{title: "log", x: many.x, y: axis{label: "rate", low: .1, high: 1e6, log: true, ticks: powers(-1, 6)},
		lines: []line{{label: "none", points: []point{{0, 0}, {1, 0}}}, {label: "some", points: []point{{0, 0}, {1, 10}, {2, 1e9}}}}}
	return chart{"T", []panel{many, rates}}
}

func TestSVG(t *testing.T) {
	octets := sample().svg()
	texts := wellFormed(t, octets)
	all := strings.Join(texts, "\n")
	for _, want := range []string{"a < b & c", "<9>", "bits", "1,000,000", "0.1", "some"} {
		if !strings.Contains(all, want) {
			t.Errorf("no text %q", want)
		}
	}
	if strings.Contains(all, "none") {
		t.Error("a curve without points has a label")
	}
	if !bytes.Equal(octets, sample().svg()) {
		t.Error("drawn again, other octets")
	}
	if s := string(octets); strings.Contains(s, "NaN") || strings.Contains(s, "Inf") {
		t.Error("something that is no number")
	}
	// Nothing is outside the picture.
	for _, path := range regexp.MustCompile(` d="([^"]*)"`).FindAllStringSubmatch(string(octets), -1) {
		for _, n := range numbersOfSVG.FindAllString(path[1], -1) {
			if v, err := strconv.ParseFloat(n, 64); err != nil || v < 0 || v > chartWidth {
				t.Errorf("path %q: %s is outside", path[1], n)
			}
		}
	}
	// Labels do not lie on each other.
	var heights []float64
	label := regexp.MustCompile(fmt.Sprintf(`<text x="%d" y="([0-9.]+)" fill="currentColor">&lt;`, chartWidth-marginRight+42))
	for _, m := range label.FindAllSubmatch(octets, -1) {
		y, _ := strconv.ParseFloat(string(m[1]), 64)
		for _, other := range heights {
			if math.Abs(y-other) < lineHeight-.2 {
				t.Errorf("labels at %v and %v", y, other)
			}
		}
		heights = append(heights, y)
	}
	if len(heights) != 10 {
		t.Errorf("%d labels, want 10", len(heights))
	}
}

// Two curves are told apart without colours.
func TestDashes(t *testing.T) {
	seen := make(map[string]bool)
	for _, d := range dashes {
		if seen[d] {
			t.Errorf("two curves with dashes %q", d)
		}
		seen[d] = true
	}
	if len(dashes) < len(colours) || len(dashes) < len(shownTrue) {
		t.Errorf("%d kinds of dashes, for %d colours and %d curves", len(dashes), len(colours), len(shownTrue))
	}
}

func TestNumbers(t *testing.T) {
	for _, tt := range []struct{ got, want, why string }{
		{decimal(.85, 2), ".85", "no zero before the point"},
		{decimal(.5, 2), ".5", "nor after it"},
		{decimal(1, 1), "1", "one"},
		{decimal(0, 1), "0", "zero"},
		{decimal(1.037, 3), "1.037", "more than one"},
		{decimal(10, 0), "10", "an integer keeps its zeros"},
		{grouped(0), "0", "zero"},
		{grouped(999), "999", "no comma"},
		{grouped(1000), "1,000", "one"},
		{grouped(1234567), "1,234,567", "two"},
		{grouped(-123456), "-123,456", "a sign"},
		{fixed(1), "1", "all"},
		{fixed(.99999), ".999", "not quite all"},
		{fixed(.9316), ".932", "rounded"},
		{fixed(0), "0", "none"},
		{fixed(math.NaN()), "–", "of nothing"},
		{perMillion(0), "0", "none"},
		{perMillion(3e-7), "0.30", "less than one"},
		{perMillion(4.24e-6), "4.2", "a few"},
		{perMillion(57.4e-6), "57", "many"},
		{perMillion(.00123456), "1,230", "three digits"},
		{share(0, 0).recall(), "–", "of nothing"},
		{rare(0, 3_000_000).falsePositives(), "0 (≤ 1.0)", "the rule of three"},
	} {
		if tt.got != tt.want {
			t.Errorf("%q, want %q: %s", tt.got, tt.want, tt.why)
		}
	}
}
