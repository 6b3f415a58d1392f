package outcome

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/lsh-interop/fpcheck/archive/validation"
	"github.com/lsh-interop/fpcheck/internal/engine/difference"
	"github.com/lsh-interop/fpcheck/internal/kernel/blank"
	"github.com/lsh-interop/fpcheck/internal/kernel/guess"
	"github.com/lsh-interop/fpcheck/manifest"
)

// settings are what the flags of verify can ask for.
var settings = []Rules{
	{}, {Accept: AcceptText}, {Accept: AcceptSimilar}, {Strict: true}, {Strict: true, Accept: AcceptSimilar},
	{Meant: true}, {Meant: true, Accept: AcceptSimilar},
}

func TestVerdictsOnFiles(t *testing.T) {
	one, other := &manifest.Entry{SHA256: manifest.Digest{1}}, &manifest.Entry{SHA256: manifest.Digest{2}}
	partial := blank.Of([]string{blank.Note(1, 3)})
	guessed := guess.New(guess.Note("gbk"))
	differs := guess.New(guess.Note("gbk"))
	differs.Differs = true
	seen := make(map[manifest.Status]bool)
	for _, test := range []struct {
		result manifest.Result
		want   string // a letter for each of the settings: Valid, Review, Invalid, Cannot be judged
		why    string
	}{
		{manifest.Result{Status: manifest.OK}, "VVVVVVV", "the bytes are the same"},
		{manifest.Result{Status: manifest.SameText}, "RVVRVVV", "one flipped bit is never valid unless a change was meant"},
		{manifest.Result{Status: manifest.OK, Err: partial}, "VVVVVVV", "the same bytes have the same pages"},
		{manifest.Result{Status: manifest.SameText, Err: partial}, "RCCRCCC", "a page without text may have changed"},
		{manifest.Result{Status: manifest.Similar, Err: partial}, "RRCRCRC", "the same"},
		{manifest.Result{Status: manifest.SameText, Err: guessed}, "RVVRVVV", "a guess of one encoding, or the same characters"},
		{manifest.Result{Status: manifest.SameFingerprint, Err: differs}, "RRVRVRV", "letters that the text digest ignores differ"},
		{manifest.Result{Status: manifest.SameFingerprint}, "RRVRVRV", "a number may have changed"},
		{manifest.Result{Status: manifest.Similar}, "RRVRVRV", "a word may be lost"},
		{manifest.Result{Status: manifest.Different}, "IIIIIII", "another text"},
		{manifest.Result{Status: manifest.Missing}, "IIIIIII", "the file is lost"},
		{manifest.Result{Status: manifest.New}, "VVVRRVV", "no recorded file has changed"},
		{manifest.Result{Status: manifest.Moved, MovedStatus: manifest.OK}, "VVVRRVV", "the bytes are the same"},
		{manifest.Result{Status: manifest.Moved, MovedStatus: manifest.SameText}, "RVVRRVV", "a name is no reason to change bytes"},
		{manifest.Result{Status: manifest.Moved, MovedStatus: manifest.SameFingerprint}, "RRVRRRV", "nor to change a number"},
		{manifest.Result{Status: manifest.StillNotRead}, "CCCCCCC", "its bytes were never read"},
		{manifest.Result{Status: manifest.WithoutText}, "IIIIIII", "another picture"},
		{manifest.Result{Status: manifest.NotRead}, "IIIIIII", "the file is as good as lost"},
		{manifest.Result{Status: manifest.NotCompared}, "CCCCCCC", "nothing is known of the file"},
		{manifest.Result{Status: manifest.NotCompared, Stored: one, Found: one}, "CCCCCCC", "the bytes are the same, and the text is unknown"},
		{manifest.Result{Status: manifest.NotCompared, Stored: one, Found: other}, "RRRRRCC", "the bytes differ"},
		{manifest.Result{Status: manifest.NotCompared, Stored: one, Found: new(manifest.Entry)}, "CCCCCCC", "the bytes are unknown"},
		{manifest.Result{Status: -1}, "IIIIIII", "what no one knows is not valid"},
	} {
		seen[test.result.Status] = true
		got := ""
		for _, u := range settings {
			got += u.Of(&test.result, nil).String()[:1]
		}
		if got != test.want {
			t.Errorf("%s (%s): %s, want %s: %s", test.result.Status, test.result.MovedStatus, got, test.want, test.why)
		}
	}
	for _, s := range manifest.Statuses() {
		if !seen[s] {
			t.Errorf("%s: no row", s)
		}
	}
}

// Kinds of differences that do not fail are valid where a change was meant, and nowhere else.
func TestKinds(t *testing.T) {
	fail := []difference.Kind{difference.Number, difference.WordLost}
	marks := &difference.Excerpt{Kinds: difference.KindCounts{difference.MarksOnly: 4}}
	both := &difference.Excerpt{Kinds: difference.KindCounts{difference.MarksOnly: 4, difference.Number: 1}}
	meant, byChance := Rules{Meant: true, FailOn: fail}, Rules{FailOn: fail}
	for _, test := range []struct {
		rules  Rules
		status manifest.Status
		texts  *difference.Excerpt
		want   Verdict
		why    string
	}{
		{meant, manifest.Similar, marks, Valid, "the words and numbers are the same"},
		{meant, manifest.Different, marks, Valid, "in a short text marks are much of the fingerprint"},
		{meant, manifest.Similar, both, Review, "one kind that fails is enough"},
		{meant, manifest.Different, both, Invalid, "and it stays another text"},
		{meant, manifest.Similar, nil, Review, "nothing is known of its words"},
		{meant, manifest.Different, nil, Invalid, "nothing is known of its words"},
		{byChance, manifest.Similar, marks, Review, "no one meant to change it"},
		{byChance, manifest.Different, marks, Invalid, "no one meant to change it"},
		{meant, manifest.Missing, marks, Invalid, "there is no other text"},
		{meant, manifest.WithoutText, marks, Invalid, "there is no other text"},
	} {
		if got := test.rules.Of(&manifest.Result{Status: test.status}, test.texts); got != test.want {
			t.Errorf("%s, %v: %s, want %s: %s", test.status, test.texts, got, test.want, test.why)
		}
	}
	// Letters that both encodings turn into capitals or punctuation may differ, too.
	differs := guess.New(guess.Note("gbk"))
	differs.Differs = true
	for _, status := range []manifest.Status{manifest.SameFingerprint, manifest.Different} {
		if got := meant.Of(&manifest.Result{Status: status, Err: differs}, marks); got != Review {
			t.Errorf("%s in encodings that are guesses: %s, want %s", status, got, Review)
		}
	}
	var s Summary
	for _, texts := range []*difference.Excerpt{marks, both, nil, {Kinds: difference.KindCounts{difference.WordLost: 3}, Negations: 2}} {
		r := manifest.Result{Status: manifest.Different, Distance: -1}
		s.Add(r, meant.Of(&r, texts), texts)
	}
	if got, want := s.DescribeKinds(), "number in 1 file, negation in 1 file, word lost in 1 file, marks only in 2 files"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := s.String(), "3 different"; got != want {
		t.Errorf("%q, want %q: the fourth file is valid", got, want)
	}
}

func TestVerdict(t *testing.T) {
	for _, test := range []struct {
		counts validation.Counts
		review int64
		strict bool
		want   Verdict
		why    string
	}{
		{validation.Counts{}, 0, false, Valid, "nothing is wrong"},
		{validation.Counts{}, 0, true, Valid, "nothing is wrong"},
		{validation.Counts{Warnings: 2}, 0, false, Valid, "a recommendation need not be followed"},
		{validation.Counts{Warnings: 2}, 0, true, Invalid, "strict counts warnings"},
		{validation.Counts{Errors: 1}, 0, false, Invalid, "a requirement"},
		{validation.Counts{Unjudged: 1}, 0, false, CannotBeJudged, "no one knows"},
		{validation.Counts{Unjudged: 1}, 0, true, CannotBeJudged, "no one knows"},
		{validation.Counts{Errors: 1, Unjudged: 1}, 0, false, Invalid, "what is wrong stays so"},
		{validation.Counts{Warnings: 1, Unjudged: 1}, 0, false, CannotBeJudged, "a warning alone says nothing"},
		{validation.Counts{Warnings: 1, Unjudged: 1}, 0, true, Invalid, "a warning counts"},
		{validation.Counts{}, 3, false, Review, "someone must look"},
		{validation.Counts{Warnings: 1}, 3, false, Review, "a warning changes nothing"},
		{validation.Counts{Unjudged: 1}, 3, false, Review, "what changed stays so"},
		{validation.Counts{Errors: 1}, 3, false, Invalid, "the worst decides"},
	} {
		if got := (Rules{Strict: test.strict}).Verdict(Counts{test.counts, test.review}); got != test.want {
			t.Errorf("%+v, %d to review, strict %t: %s, want %s: %s", test.counts, test.review, test.strict, got, test.want, test.why)
		}
	}
}

// Each verdict has its own words and an exit code, which scripts rely on.
func TestExitCodes(t *testing.T) {
	for v, want := range map[Verdict]struct {
		code int
		word string
	}{Valid: {0, "VALID"}, Review: {1, "REVIEW"}, Invalid: {1, "INVALID"}, CannotBeJudged: {2, "CANNOT BE JUDGED"}} {
		text, err := v.MarshalText()
		if v.ExitCode() != want.code || string(text) != want.word || err != nil {
			t.Errorf("%d: %q, exit code %d, %v, want %+v", v, text, v.ExitCode(), err, want)
		}
	}
}

func TestSummary(t *testing.T) {
	var got Summary
	if text := got.String(); text != "" {
		t.Errorf("%q of no files", text)
	}
	for _, r := range []manifest.Result{
		{Status: manifest.OK, Distance: -1}, {Status: manifest.SameFingerprint},
		{Status: manifest.Similar, Distance: 4}, {Status: manifest.Similar, Distance: 4},
		{Status: manifest.Moved, Distance: -1}, {Status: manifest.Moved, MovedStatus: manifest.SameText, Distance: -1},
		{Status: manifest.Different, Distance: -1}, {Status: manifest.WithoutText, Distance: -1}, {Status: manifest.NotCompared, Distance: -1},
	} {
		got.Add(r, Rules{}.Of(&r, nil), nil)
	}
	want := Summary{
		Files: 9,
		Statuses: map[manifest.Status]int64{
			manifest.OK: 1, manifest.SameFingerprint: 1, manifest.Similar: 2, manifest.Moved: 2, manifest.Different: 1,
			manifest.WithoutText: 1, manifest.NotCompared: 1,
		},
		Worst: map[manifest.Status]Verdict{
			manifest.OK: Valid, manifest.SameFingerprint: Review, manifest.Similar: Review, manifest.Moved: Review,
			manifest.Different: Invalid, manifest.WithoutText: Invalid, manifest.NotCompared: CannotBeJudged,
		},
		Verdicts: map[Verdict]int64{Valid: 2, Review: 4, Invalid: 2, CannotBeJudged: 1},
		Records:  map[manifest.Status]int64{},
		Kinds:    map[difference.Kind]int64{},
	}
	want.Distances[0], want.Distances[4] = 1, 2
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(Summary{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff("1 different, 1 no text, 4 to review, 1 not judged", got.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if n := got.Differing(); n != 6 {
		t.Errorf("%d files differ, want 6", n)
	}
	if diff := cmp.Diff(Counts{validation.Counts{Errors: 2, Unjudged: 1}, 4}, got.Counts()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
