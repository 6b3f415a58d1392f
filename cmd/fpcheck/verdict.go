package main

import (
	"fmt"
	"strconv"
)

// verdict is how two fingerprints compare.
type verdict struct {
	Distance    int     `json:"distance"`
	Similarity  float64 `json:"similarity"`
	Verdict     string  `json:"verdict"`
	MaxDistance int     `json:"max_distance"`
	Similar     bool    `json:"similar"` // at most MaxDistance, and a verdict at all
	why         string
}

// judge reads the distance by the scheme's advice.
func (f *compareFlags) judge(sides [2]side) (*verdict, error) {
	x, y := sides[0].fingerprint, sides[1].fingerprint
	distance, err := x.Distance(y)
	if err != nil {
		return nil, err
	}
	similarity, err := x.Similarity(y)
	if err != nil {
		return nil, err
	}
	advice := x.Scheme().Advice()
	v := &verdict{Distance: distance, Similarity: similarity, MaxDistance: int(advice.Loose)}
	if f.limited {
		v.MaxDistance = f.maxDistance
	}
	v.Similar = distance <= v.MaxDistance
	switch {
	case float64(distance) <= advice.Close:
		v.Verdict, v.why = "close", fmt.Sprintf("at most %v bits", advice.Close)
	case float64(distance) <= advice.Loose:
		v.Verdict, v.why = "loose", fmt.Sprintf("%v to %v bits", advice.Close+1, advice.Loose)
	default:
		v.Verdict, v.why = "different", fmt.Sprintf("more than %v bits", advice.Loose)
	}
	if f.limited && v.Similar {
		v.why += fmt.Sprintf("; within --max-distance %d", f.maxDistance)
	} else if f.limited {
		v.why += fmt.Sprintf("; beyond --max-distance %d", f.maxDistance)
	}
	for _, s := range sides {
		if n, known := s.features(); known && n < advice.RefuseBelow {
			v.Verdict, v.Similar = "no verdict", false
			v.why = fmt.Sprintf("too short to tell: %s in %s, %d are needed", count(n, "feature"), display(s.arg), advice.RefuseBelow)
			break
		}
	}
	return v, nil
}

// features is how many features a document has. A fingerprint does not tell.
func (s *side) features() (n int, known bool) {
	if s.doc == nil || len(s.doc.marks) == 0 {
		return 0, false
	}
	return s.doc.marks[0].features, true
}

func (a *app) printComparison(sides [2]side, v *verdict) {
	for _, s := range sides {
		what := "(a fingerprint)"
		if n, known := s.features(); known {
			what = fmt.Sprintf("%s  (%s)", display(s.arg), count(n, "feature"))
		}
		a.out.line("%s  %s", s.fingerprint, what)
	}
	a.out.line("distance %d, similarity %s: %s (%s)", v.Distance,
		strconv.FormatFloat(v.Similarity, 'f', -1, 64), v.Verdict, v.why)
}

// jsonComparison is a comparison, or what is wrong with it.
type jsonComparison struct {
	A any `json:"a"`
	B any `json:"b"`
	*verdict
	Error string `json:"error,omitempty"`
}

// jsonFingerprint is a fingerprint that was given as such.
type jsonFingerprint struct {
	Scheme      string `json:"scheme"`
	Fingerprint string `json:"fingerprint"`
	Profile     string `json:"profile"`
}

func newJSONComparison(sides [2]side, v *verdict, err error) jsonComparison {
	j := jsonComparison{A: sides[0].json(), B: sides[1].json(), verdict: v}
	if err != nil {
		j.Error = message(err)
	}
	return j
}

func (s *side) json() any {
	if s.doc != nil {
		return jsonResults(s.doc)[0]
	}
	f := s.fingerprint
	return jsonFingerprint{f.Scheme().ID(), f.String(), f.Profile()}
}
