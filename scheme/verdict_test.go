package scheme

import "testing"

func TestVerdict(t *testing.T) {
	a, b := SM1.Advice(), MH1.Advice()
	for _, test := range []struct {
		s          *Scheme
		distance   int
		similarity float64
		want       Verdict
	}{
		{SM1, int(a.Close), 0, Close},
		{SM1, int(a.Close) + 1, 1, Loose},
		{SM1, int(a.Loose), 1, Loose},
		{SM1, int(a.Loose) + 1, 1, Different},
		{MH1, 128, b.Close, Close},
		{MH1, 0, b.Close - 0.001, Loose},
		{MH1, 0, b.Loose, Loose},
		{MH1, 0, b.Loose - 0.001, Different},
	} {
		got := test.s.Verdict(test.distance, test.similarity)
		if got != test.want {
			t.Errorf("%s, distance %d, similarity %v: %s, want %s", test.s.ID(), test.distance, test.similarity, got, test.want)
		}
		if allowed := (Thresholds{}).Or(test.s.Thresholds(Loose)).Allow(test.distance, test.similarity); allowed != (got != Different) {
			t.Errorf("%s, %d, %v: %s, but within the limits of the advice: %v", test.s.ID(), test.distance, test.similarity, got, allowed)
		}
	}
}

func TestThresholds(t *testing.T) {
	for _, test := range []struct {
		l    Thresholds
		text string
		want [3]bool // distance 3 and similarity 0.9; 4 and 0.9; 3 and 0.89
	}{
		{AtMost(3), "distance <= 3", [3]bool{true, false, true}},
		{AtLeast(0.9), "similarity >= 0.9", [3]bool{true, true, false}},
		{Thresholds{AtMost(3).MaxDistance, AtLeast(0.9).MinSimilarity}, "distance <= 3 and similarity >= 0.9", [3]bool{true, false, false}},
	} {
		got := [3]bool{test.l.Allow(3, 0.9), test.l.Allow(4, 0.9), test.l.Allow(3, 0.89)}
		if got != test.want || test.l.String() != test.text || test.l.Or(SM1.Thresholds(Close)) != test.l {
			t.Errorf("%s: %v: want %s, %v", test.l, got, test.text, test.want)
		}
	}
}
