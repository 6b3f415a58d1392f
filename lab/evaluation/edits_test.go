package evaluation

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/lsh-interop/fpcheck/lab/corpus"
)

func TestSegments(t *testing.T) {
	for _, tt := range []struct {
		text string
		want string // segments with | between them, words in brackets
		why  string
	}{
		{"", "", "nothing"},
		{"The 2 cats' ear.", "[The]| |[2]| |[cats]|' |[ear]|.", "letters and numbers"},
		{"snake_case", "[snake_case]", "connectors too"},
		{"cafe\u0301s", "[cafe\u0301s]", "marks belong to what they follow"},
		{"人人生而自由", "[人人]|[生而]|[自由]", "two letters without blanks"},
		{"自由。akb48は", "[自由]|。|[akb48]|[は]", "scripts change"},
		{"ที่นี่", "[ที่นี่]", "two letters of Thai with their vowels and tones"},
		{"ภาษาไทย", "[ภาษ]|[าไท]|[ย]", "three letters of Thai"},
		{"а—б", "[а]|—|[б]", "a dash without blanks"},
	} {
		var got []string
		for _, s := range segments(tt.text) {
			if s.Word {
				got = append(got, "["+s.Text+"]")
			} else {
				got = append(got, s.Text)
			}
		}
		if diff := cmp.Diff(tt.want, strings.Join(got, "|")); diff != "" {
			t.Errorf("%q: %s (-want +got):\n%s", tt.text, tt.why, diff)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		if got := join(segments(text)); got != text {
			t.Errorf("the segments of %q are those of %q", text, got)
		}
	})
}

// spoken returns a text of distinct words.
func spoken(n int) []corpus.Segment {
	var all []corpus.Segment
	for i := range n {
		if i > 0 {
			all = append(all, corpus.Segment{Text: " "})
		}
		all = append(all, corpus.Segment{Text: fmt.Sprintf("w%d", i), Word: true})
	}
	return all
}

func TestEdit(t *testing.T) {
	const n = 1000
	text := spoken(n)
	before := slices.Clone(text)
	for _, share := range []float64{.01, .05, .1, .5, 1} {
		edited := strings.Fields(edit(text, share, rand.New(rand.NewPCG(1, 2))))
		known := make(map[string]int)
		for _, w := range strings.Fields(join(text)) {
			known[w] = 1
		}
		for _, w := range edited {
			if known[w] == 0 {
				t.Fatalf("share %v: %q is no word of the text", share, w)
			}
		}
		// A word that is neither edited nor swapped keeps its place among its neighbours. Each edit
		// disturbs at most two of them.
		kept := commonSubsequence(strings.Fields(join(text)), edited)
		if least := n - 2*int(share*n); kept < least {
			t.Errorf("share %v: %d words are where they were, want at least %d", share, kept, least)
		}
		if kept == n {
			t.Errorf("share %v: nothing has changed", share)
		}
	}
	if diff := cmp.Diff(before, text); diff != "" {
		t.Errorf("edit has changed what it was given:\n%s", diff)
	}
}

// commonSubsequence is the length of the longest one, of words that occur once.
func commonSubsequence(a, b []string) int {
	before := make([]int, len(b)+1)
	for _, x := range a {
		now := make([]int, len(b)+1)
		for j, y := range b {
			if x == y {
				now[j+1] = before[j] + 1
			} else {
				now[j+1] = max(now[j], before[j+1])
			}
		}
		before = now
	}
	return before[len(b)]
}

// Each kind of edit has its chance.
func TestKindsOfEdits(t *testing.T) {
	text := spoken(5) // one edit of five words
	original := strings.Fields(join(text))
	counts := make(map[string]int)
	for i := range 4000 {
		got := strings.Fields(edit(text, .01, rand.New(rand.NewPCG(3, uint64(i)))))
		sorted := slices.Sorted(slices.Values(got))
		switch {
		case len(got) == 4:
			counts["deleted"]++
		case len(got) == 6:
			counts["inserted"]++
		case slices.Equal(sorted, original):
			counts["swapped"]++
			if kept := commonSubsequence(original, got); kept != 4 {
				t.Errorf("%v: %d words are in order after a swap of two neighbours", got, kept)
			}
		default:
			counts["replaced"]++
			if differ(original, got) != 1 {
				t.Errorf("%v: more than one word was replaced", got)
			}
		}
	}
	for kind, n := range counts {
		if n < 900 || n > 1100 {
			t.Errorf("%d of 4000 words were %s, want about 1000", n, kind)
		}
	}
}

func differ(a, b []string) int {
	n := 0
	for i := range a {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}

// Words that are inserted stand between blanks where words do.
func TestInsertions(t *testing.T) {
	for _, tt := range []struct{ text, blank, why string }{
		{"one two three four", " ", "blanks between words"},
		{"自由平等友愛博愛", "", "none"},
	} {
		text := segments(tt.text)
		for i := range 100 {
			got := edit(text, .01, rand.New(rand.NewPCG(7, uint64(i))))
			if len(words(segments(got))) > len(words(text)) && strings.Contains(got, " ") != (tt.blank == " ") {
				t.Errorf("%q: %s", got, tt.why)
			}
		}
	}
}

func TestEditOfLittle(t *testing.T) {
	for _, text := range []string{"", "…", "word", "word word"} {
		for i := range 20 {
			rnd := rand.New(rand.NewPCG(1, uint64(i)))
			edit(segments(text), .05, rnd)                  // does not go on for ever
			replaceOne(segments(text), segments(text), rnd) // nor does this
		}
	}
	got := replaceOne(segments("a b c"), segments("x y"), rand.New(rand.NewPCG(1, 1)))
	if d := differ(strings.Fields("a b c"), strings.Fields(got)); d != 1 {
		t.Errorf("%q: %d words were replaced, want 1", got, d)
	}
}

func TestRandom(t *testing.T) {
	first := func(seed uint64, purpose ...string) uint64 { return random(seed, purpose...).Uint64() }
	if again := first(1, "a", "b"); again != first(1, "a", "b") {
		t.Error("the same purpose draws other numbers")
	}
	for _, other := range []uint64{first(2, "a", "b"), first(1, "a", "c"), first(1, "ab"), first(1, "a")} {
		if other == first(1, "a", "b") {
			t.Error("another seed or purpose draws the same numbers")
		}
	}
}

func TestNavigation(t *testing.T) {
	titles := "1. Start\n" + strings.Repeat("x", 100) + "\n2. Going on with it\n3. End\n"
	page := join(spoken(20)) // 3 words of menu
	for n := range 5 {
		menu := navigation(titles, page, n)
		if got := len(words(segments(menu))); got != 3 {
			t.Errorf("menu %d, %q: %d words, want 3", n, menu, got)
		}
		if strings.Contains(menu, "xxx") {
			t.Errorf("menu %d has a line that is no title", n)
		}
	}
	if got := navigation(strings.Repeat("x", 100), page, 0); got != "" {
		t.Errorf("a menu without titles: %q", got)
	}
}
