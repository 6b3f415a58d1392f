package fingerprint

import (
	"fmt"
	"strconv"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/scheme"
)

// verdict is how two fingerprints compare.
type verdict struct {
	Distance      int            `json:"distance"`
	Similarity    float64        `json:"similarity"`
	StandardError *float64       `json:"standard_error,omitempty"` // of a MinHash
	Containment   *containment   `json:"containment,omitempty"`    // of a MinHash, if both are documents
	Verdict       scheme.Verdict `json:"verdict"`
	scheme.Thresholds
	Similar bool `json:"similar"` // within the limits, and a verdict at all
	why     string
	width   int // bits of each slot by which a MinHash was compared
}

// containment is the share of the features of one document that the other has. Unlike the similarity, it is exact.
type containment struct {
	AInB float64 `json:"a_in_b"`
	BInA float64 `json:"b_in_a"`
}

// judge reads the distance, of a MinHash the similarity, by the scheme's advice.
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
	s := x.Scheme()
	advice := s.Advice()
	v := &verdict{Distance: distance, Similarity: similarity, Verdict: s.Verdict(distance, similarity), Thresholds: f.Given.Or(s.Thresholds(scheme.Loose))}
	v.why = rangeOf(s, v.Verdict)
	if s.IsMinHash() {
		standardError, err := x.StandardError(y)
		if err != nil {
			return nil, err
		}
		v.StandardError, v.width = &standardError, min(x.Width(), y.Width())
		v.Containment = contained(sides[0].elements, sides[1].elements)
	}
	v.Similar = v.Allow(distance, similarity)
	v.why += outcome(f.Given, distance, similarity)
	for _, s := range sides {
		if n, known := s.features(); known && n < advice.RefuseBelow {
			v.Verdict, v.Similar = scheme.NoVerdict, false
			v.why = fmt.Sprintf("too short to tell: %s in %s, %d are needed", cli.Count(n, "feature"), cli.Display(s.arg), advice.RefuseBelow)
			break
		}
	}
	return v, nil
}

// rangeOf describes the distances or similarities that have a verdict: "8 to 10 bits".
func rangeOf(s *scheme.Scheme, v scheme.Verdict) string {
	a := s.Advice()
	if s.IsMinHash() {
		return map[scheme.Verdict]string{
			scheme.Close:     fmt.Sprintf("at least %v", a.Close),
			scheme.Loose:     fmt.Sprintf("%v to %v", a.Loose, a.Close),
			scheme.Different: fmt.Sprintf("less than %v", a.Loose),
		}[v]
	}
	return map[scheme.Verdict]string{
		scheme.Close:     fmt.Sprintf("at most %v bits", a.Close),
		scheme.Loose:     fmt.Sprintf("%v to %v bits", a.Close+1, a.Loose),
		scheme.Different: fmt.Sprintf("more than %v bits", a.Loose),
	}[v]
}

// contained counts the features that two documents share. It returns nil without texts, or where a feature
// counts more than once.
func contained(a, b []uint64) *containment {
	if len(a) == 0 || len(b) == 0 {
		return nil
	}
	both := float64(minhash.Common(a, b))
	return &containment{both / float64(len(a)), both / float64(len(b))}
}

// outcome says on which side of limits that were given the two lie.
func outcome(l scheme.Thresholds, distance int, similarity float64) (text string) {
	if l.MaxDistance != nil {
		side := "within"
		if distance > *l.MaxDistance {
			side = "beyond"
		}
		text += fmt.Sprintf("; %s --max-distance %d", side, *l.MaxDistance)
	}
	if l.MinSimilarity != nil {
		side := "reaches"
		if similarity < *l.MinSimilarity {
			side = "below"
		}
		text += fmt.Sprintf("; %s --min-similarity %v", side, *l.MinSimilarity)
	}
	return text
}

// features is how many features a document has. A fingerprint does not tell.
func (s *side) features() (n int, known bool) {
	if s.doc == nil || len(s.doc.Results()) == 0 {
		return 0, false
	}
	return s.doc.Found.Results[0].Features, true
}

func printComparison(a *cli.App, sides [2]side, v *verdict) {
	for _, s := range sides {
		what := "(a fingerprint)"
		if n, known := s.features(); known {
			what = fmt.Sprintf("%s  (%s)", cli.Display(s.arg), cli.Count(n, "feature"))
		}
		a.Out.Line("%s  %s", s.fingerprint, what)
	}
	if v.StandardError == nil {
		a.Out.VerdictLine(fmt.Sprintf("distance %d, similarity %s: %s (%s)", v.Distance,
			strconv.FormatFloat(v.Similarity, 'f', -1, 64), v.Verdict, v.why), string(v.Verdict), cli.ColorOfVerdict(v.Verdict))
		return
	}
	by := ""
	if v.width < 8 {
		by = fmt.Sprintf(", by %s each", cli.Count(v.width, "bit"))
	}
	a.Out.Line("distance %d of %d slots%s, similarity %.3f (standard error %.3f): %s (%s)", v.Distance, minhash.Slots, by,
		v.Similarity, *v.StandardError, v.Verdict, v.why)
	if c := v.Containment; c != nil {
		x, y := cli.Display(sides[0].arg), cli.Display(sides[1].arg)
		a.Out.Line("contained: %.3f of %s in %s, %.3f of %s in %s", c.AInB, x, y, c.BInA, y, x)
	}
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
		j.Error = cli.Message(err)
	}
	return j
}

func (s *side) json() any {
	if s.doc != nil {
		return jsonResults(s.doc, nil)[0]
	}
	f := s.fingerprint
	return jsonFingerprint{f.Scheme().ID(), f.String(), f.Profile()}
}
