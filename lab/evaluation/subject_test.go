package evaluation

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/scheme"
)

// What is measured is what the schemes say.
func TestSketches(t *testing.T) {
	m := newMeter(scheme.All())
	k := m.sketcher()
	texts := []string{"", "1984", "one two three four", "one two three five", "日本語の文書です。", "ภาษาไทย",
		strings.Repeat("long enough for hashers of its own, 日本語 ", largeText/40)}
	for _, a := range texts {
		for _, b := range texts {
			x, y := k.sketch(a), k.sketch(b)
			for i, s := range m.subjects {
				got, ok := m.distance(i, &x, &y)
				p, err1 := s.scheme.Sum([]byte(a))
				q, err2 := s.scheme.Sum([]byte(b))
				if want := err1 == nil && err2 == nil; ok != want {
					t.Errorf("%s: %.20q and %.20q: compared: %v, want %v", s.name(), a, b, ok, want)
				}
				if !ok {
					continue
				}
				if s.width > 0 {
					var err error
					if p, err = p.Truncate(s.width); err != nil {
						t.Fatal(err)
					}
				}
				want, err := p.Distance(q)
				if err != nil || got != want {
					t.Errorf("%s: %.20q and %.20q: distance %d, want %d (%v)", s.name(), a, b, got, want, err)
				}
			}
		}
	}
}

func TestThresholds(t *testing.T) {
	m := newMeter(scheme.All())
	type shown struct {
		name       string
		thresholds []int
	}
	var got []shown
	for _, s := range m.subjects {
		one := shown{name: s.name()}
		for _, x := range s.thresholds() {
			one.thresholds = append(one.thresholds, x.distance)
		}
		got = append(got, one)
	}
	want := []shown{
		{"sd1", []int{3, 6, 8, 10}},
		{"sm1", []int{3, 6, 8, 10}},
		{"mh1", []int{25, 38, 51, 63}},   // minhash.Similarity(51, 8) is 0.6 exactly, and (64, 8) is 0.498
		{"mh1b4", []int{24, 36, 48, 60}}, // fewer slots differ: some agree by chance
		{"mh1b2", []int{19, 28, 38, 48}},
		{"mh1b1", []int{12, 19, 25, 32}},
		{"mw1", []int{25, 38, 51, 63}},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(shown{})); diff != "" {
		t.Errorf("thresholds (-want +got):\n%s", diff)
	}
	if got := (subject{scheme.MH1, 8}).atLeast(1.1).distance; got != -1 {
		t.Errorf("a resemblance of 1.1 is reached at distance %d", got)
	}
}

func TestQuotes(t *testing.T) {
	licence := "this program is free software you can redistribute it and or modify it under the terms of the licence"
	own := strings.Repeat("nothing here is in the other text at all but what is said again and again ", 3)
	for _, tt := range []struct {
		a, b string
		want bool
		why  string
	}{
		{licence, strings.ToUpper(licence), true, "the same words"},
		{licence, own, false, "others"},
		{licence + " " + own, licence + " ends", true, "most of the shorter one"},
		{licence + " " + strings.ToLower(join(spoken(200))), licence + " " + own, true, "a good part of it"},
		{licence + " " + join(spoken(200)), licence + " and then " + numbered("v", 200), false, "a twentieth of either"},
		{"too short", "too short", false, "no run of ten words"},
		{"すべての人間は、生まれながらにして自由である", "人間は、生まれながらにして自由であり", true, "letters, however they are cut"},
	} {
		r := newRun(Options{Workers: 2}, plan{})
		got, err := r.findQuotes(t.Context(), []string{tt.a, tt.b}, [][]int{{0, 1}})
		if err != nil || got[[2]int{1, 0}] != tt.want {
			t.Errorf("%.40q, %.40q: %v (%v), want %v: %s", tt.a, tt.b, got, err, tt.want, tt.why)
		}
	}
}
