package difference

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/textdigest"
	"github.com/lsh-interop/fpcheck/vectors"
)

func TestBetween(t *testing.T) {
	const passage = "The keeper climbs the stairs at dusk and trims the wick. "
	const another = "Ships pass to the north, where the water is deep enough. "
	filler := strings.Repeat("Nothing else happened. ", 3)
	for _, c := range []struct {
		name, old, new string
		count          string
		hunks          []string
		why            string
	}{
		{"equal", "One text.", "One text.", "no words went or came", nil, ""},
		{"set otherwise", "The light-\nhouse is LIT,\u00ad again", "the lighthouse: is lit again!", "no words went or came", nil,
			"the text digest passes over it"},
		{"not", "The keeper did not light the lamp.", "The keeper did light the lamp.", "1 word went",
			[]string{"The keeper did [-not-] light the lamp"}, "one word turns the meaning round"},
		{"number", "You owe us 1,000.50 EUR till May.", "You owe us 1,000.80 EUR till May.", "1 word went, 1 came",
			[]string{"You owe us [-1,000.50-] {+1,000.80+} EUR till May"}, "a number is one word, with its signs"},
		{"sign", "It was -5 degrees.", "It was 5 degrees.", "1 word went, 1 came",
			[]string{"It was [--5-] {+5+} degrees"}, "the sign belongs to the number"},
		{"currency", "It costs $5.", "It costs €5.", "1 word went, 1 came",
			[]string{"It costs [-$5-] {+€5+}"}, "so does the currency"},
		{"swapped", passage + another, another + passage, "1 passage of 11 words moved",
			nil, "nothing went and nothing came"},
		{"swapped, shown", "a b c d e. " + filler + "v w x y z.", "v w x y z. " + filler + "a b c d e.", "2 passages of 10 words moved",
			[]string{
				"[1-a b c d e-1] {2+v w x y z+2} Nothing else happened. Nothing else happened. Nothing else happened [2-v w x y z-2] {1+a b c d e+1}",
			}, "each passage has its number where it stood and where it stands"},
		{"slide", "Lamps burn. Lamps go out. Night falls.", "Lamps go out. Night falls.", "2 words went",
			[]string{"[-Lamps burn-] Lamps go out. Night falls"}, "not: Lamps [-burn. Lamps-] go out"},
		{"slide to the right", "We know. The lamp is lit.", "We know. The oil is in. The lamp is lit.", "4 words came",
			[]string{"We know {+The oil is in+} The lamp is lit"}, "a sentence came"},
		{"apostrophe", "We don't.", "We do.", "1 word went, 1 came", []string{"We [-don't-] {+do+}"}, "what a reader calls a word"},
		{"far apart", "x " + strings.Repeat("same ", 30) + "y", "p " + strings.Repeat("same ", 30) + "q", "2 words went, 2 came",
			[]string{"[-x-] {+p+} same same same same same ...", "... same same same same same [-y-] {+q+}"}, "two hunks"},
		{"Chinese", "灯塔看守人点灯", "灯塔看守人不点灯", "1 word came", []string{"灯塔看守人 {+不+} 点灯"}, "each letter is a word"},
		{"Thai", "ไม่มี", "มี", "2 words went", []string{"[-ไม่-] มี"}, "marks stay with their letters"},
		{"all", "One two.", "Three.", "2 words went, 1 came", []string{"[-One two-] {+Three+}"}, ""},
		{"from nothing", "", "Three.", "1 word came", []string{"{+Three+}"}, ""},
		{"controls", "a \x1b[31m b", "a c\u202e b", "1 word went, 1 came", []string{"a [-[31m-] {+c\uFFFD+} b"}, "a terminal must not obey a document"},
		{"spaced dash", "It was 5 - 3.", "It was 5 3.", "1 word went, 1 came", []string{"It was 5 [-- 3-] {+3+}"}, "a dash across a blank is a sign (R10.9)"},
		{"ruled line", "Head\n\n-------\n\n1.1. What?", "Head\n\n1.1. What?", "no words went or came", nil, "a ruled line is no sign (R10.9)"},
		{"short ruled line", "Head\n\n--\n\n1.1. What?", "Head\n\n1.1. What?", "1 word went, 1 came", []string{"Head [--- 1.1-] {+1.1+} What"}, "two dashes are"},
		{"drawn with symbols", "Head\n=====\nText", "Head\nText", "1 word went", []string{"Head [-=====-] Text"}, "symbols are items everywhere (R10.7)"},
		{"bracket", "A loss of (5).", "A loss of 5.", "1 word went, 1 came", []string{"A loss of [-(5-] {+5+}"}, "a point directly before a number is a sign"},
		{"tick", "\u2611 done", "\u2610 done", "1 word went, 1 came", []string{"[-\u2611-] {+\u2610+} done"}, "symbols"},
		{"where a run ends", "灯塔、看守人", "灯塔看守人", "no words went or came", nil, "punctuation between words, as in other scripts"},
		{"bullets", "• 石炭\n• ロープ", "石炭\nロープ", "no words went or came", nil, "marks of a list between lines"},
		{"Han numerals", "三・一四", "三一四", "1 word went, 1 came", []string{"三 [-・一-] {+一+} 四"}, "a point within a number"},
		{"Han numerals, ASCII point", "三.一四", "三一四", "1 word went, 1 came", []string{"三 [-.一-] {+一+} 四"}, "the point is shown"},
		{"Han zero", "期限三○年", "期限三年", "1 word went", []string{"期限三 [-○-] 年"}, "a digit (R10.7)"},
		{"Han zeros", "五○○元", "五○元", "1 word went", []string{"五○ [-○-] 元"}, ""},
		{"point after a Han zero", "三○・五", "三○五", "1 word went, 1 came", []string{"三○ [-・五-] {+五+}"}, "a point within a number"},
		{"Greek thousands", "\u0375αωκα", "αωκα", "1 word went, 1 came", []string{"[-\u0375αωκα-] {+αωκα+}"}, "a symbol (R10.7)"},
		{"after Han numerals", "三、四条。It is not so.", "三、四条。It is so.", "1 word went",
			[]string{"三、四条。It is [-not-] so"}, "later words are divided as usual"},
		{"unseen", "a\u2065b", "a b", "1 word went, 2 came", []string{"[-a\\u2065b-] {+a b+}"}, "an unassigned code point is a symbol"},
		{"unseen alone", "a \u2065 b", "a b", "1 word went", []string{"a [-\\u2065-] b"}, "what cannot be seen is spelled"},
		{"look-alikes", "ab \U000E0FFF5", "ab 5", "1 word went, 1 came", []string{"ab [-\\U000E0FFF5-] {+5+}"}, "the same before a number"},
		{"look-alikes", "ab ~5 x", "ab \u02DC5 x", "1 word went, 1 came", []string{"ab [-~5-] {+\u02DC5+} x"}, "other points are other items"},
		{"within a mark sequence", "a" + strings.Repeat("\u0301", 1025) + "b", "ab", "1 word went, 1 came", nil, "a long mark sequence separates (R3.4)"},
		{"blank before a unit", "5 % and 6%", "5% and 6 %", "no words went or came", nil, "other words, the same items"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := differ(t, c.old, c.new)
			if got := d.Count().String(); got != c.count {
				t.Errorf("counted %q, want %q (%s)", got, c.count, c.why)
			}
			var hunks []string
			for _, h := range d.Hunks(Layout{}) {
				hunks = append(hunks, h.String())
			}
			if c.hunks == nil && len(d.Edits) > 0 {
				return
			}
			if diff := cmp.Diff(c.hunks, hunks); diff != "" {
				t.Errorf("%s (-want +got):\n%s", c.why, diff)
			}
			if !d.Shortest {
				t.Error("not the shortest")
			}
		})
	}
}

// TestHead checks that the middle of a long passage is left out.
func TestHead(t *testing.T) {
	d := differ(t, "x", "x "+strings.Repeat("y ", 100)+"z")
	want := "x {+y y ... (97 words) ... y z+}"
	if got := d.Hunks(Layout{Context: 1, Head: 2, Tail: 2})[0].String(); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// apply applies c to a, with added words from b, and returns the result and what was kept.
func apply(c *comparison) (result, kept []int32) {
	at := 0
	for _, e := range c.edits() {
		kept = append(kept, c.a[at:e.Old.From]...)
		result = append(result, c.a[at:e.Old.From]...)
		result = append(result, c.b[e.New.From:e.New.To]...)
		at = e.Old.To
	}
	return append(result, c.a[at:]...), append(kept, c.a[at:]...)
}

// common is the length of a longest common subsequence, in the plain way.
func common(a, b []int32) int {
	row := make([]int, len(b)+1)
	for _, x := range a {
		diagonal := 0
		for j, y := range b {
			above := row[j+1]
			if x == y {
				row[j+1] = diagonal + 1
			} else {
				row[j+1] = max(above, row[j])
			}
			diagonal = above
		}
	}
	return row[len(b)]
}

func checkComparison(t *testing.T, a, b []int32, n, budget int) {
	t.Helper()
	c := compare(t.Context(), a, b, n, budget)
	result, kept := apply(c)
	if !slices.Equal(result, b) {
		t.Fatalf("from %v to %v: the edits make %v", a, b, result)
	}
	if want := common(a, b); c.shortest && len(kept) != want {
		t.Fatalf("from %v to %v: %d words are kept, want %d", a, b, len(kept), want)
	}
	if most := bound(len(a)+len(b), budget); c.steps > most {
		t.Fatalf("%d words: %d steps, want at most %d", len(a)+len(b), c.steps, most)
	}
}

// bound returns the maximum number of steps for a number of words. It adds the steps of searches, which
// overrun by a round, and of small parts. Reading a part each time it is divided also counts.
func bound(words, budget int) int { return budget + (small+4*(deepest+1))*words + 1024 }

func random(r *rand.Rand, length, n int) []int32 {
	s := make([]int32, length)
	for i := range s {
		s[i] = int32(r.IntN(n))
	}
	return s
}

func TestShortest(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		n := 1 + r.IntN(8)
		a, b := random(r, r.IntN(24), n), random(r, r.IntN(24), n)
		checkComparison(t, a, b, n, budget)
	}
	for range 300 { // one derived from the other
		n := 2 + r.IntN(500)
		a := random(r, 300, n)
		b := slices.Clone(a)
		for range r.IntN(60) {
			at := r.IntN(len(b))
			b = slices.Insert(slices.Delete(b, at, at+1), r.IntN(len(b)), random(r, r.IntN(3), n)...)
		}
		checkComparison(t, a, b, n, budget)
		checkComparison(t, a, b, n, 5_000)
		checkComparison(t, a, b, n, 0)
	}
}

// TestBound checks that the work is bounded by the lengths of the texts, however little they have in common.
func TestBound(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	const words = 60_000
	for _, n := range []int{2, 100, 5_000, 1_000_000} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			a, b := random(r, words, n), random(r, words, n)
			const budget = 4_000_000
			c := compare(t.Context(), a, b, n, budget)
			result, _ := apply(c)
			if !slices.Equal(result, b) {
				t.Error("the edits do not make the other text")
			}
			if most := bound(2*words, budget); c.steps > most {
				t.Errorf("%d steps, want at most %d", c.steps, most)
			}
			if c.shortest {
				t.Error("expected to run out of steps")
			}
		})
	}
}

// TestReadingIsLinear checks that finding the words of a text takes linear time.
func TestReadingIsLinear(t *testing.T) {
	const n = 1 << 18
	for _, c := range []struct{ name, part, end, why string }{
		{"words", "keeper ", "", "words as usual"},
		{"one word", "x", "", "a word may be as long as the text"},
		{"hyphens", "a-\n", "", "a word that goes on at every line"},
		{"dashes", "- ", "5", "signs as long as the text"},
		{"dashes and quotation marks", "-\"5 ", "", "dashes that are no signs"},
		{"points", ".5", "", "a number as long as the text"},
		{"points before words", "((", "a", "points that are no signs"},
		{"scripts without blanks", "灯\n塔", "", "an item as long as the text"},
		{"marks", "a\u0301", "", "letters with marks"},
		{"many marks", strings.Repeat("\u0301", 1025) + "a ", "", "marks that separate (R3.4)"},
		{"unassigned", "\u0378\u2065", "", "symbols that are no words of a reader"},
		{"ill-formed", "\xff\xe2a", "", "octets that are no text"},
		{"NUL", "-\x005", "", "separators that end signs"},
		{"Han numerals", "三、", "四", "signs between numerals"},
		{"Han numerals and marks", "三\u0301、", "四", "the same, with marks to pass over"},
		{"Han zeros", "三○○", "", "items that are no words alone"},
		{"Han zeros and signs", "三○・", "五", "signs after a zero"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.Repeat(c.part, n/len(c.part)) + c.end
			r := newReading()
			read := r.read(t.Context(), []byte(text))
			if most := 8 * len(text); r.bytes > most || len(read.words) > len(text) {
				t.Errorf("%d octets were read of a text of %d, want at most %d: %s", r.bytes, len(text), most, c.why)
			}
		})
	}
}

// TestWordsAfter checks that words are divided as usual after anything odd. If they were not, the rest of the text
// would be one word.
func TestWordsAfter(t *testing.T) {
	const rest = " the keeper paid 12 50 crowns"
	for _, c := range []struct{ name, head, why string }{
		{"Han numerals, comma", "三、四", "a sign between Han numerals is an item (R10.9)"},
		{"Han numerals, point", "三・一四", ""},
		{"Han numerals, full stop", "三。四", ""},
		{"Han numerals, dash", "二〜三", ""},
		{"Han numerals, ASCII", "三.四", ""},
		{"Han numerals, bracket", "三(四", ""},
		{"Han numerals, blank", "三 -\n四", "a dash counts across a blank"},
		{"Han numerals, mark", "三\u0301、四", "the mark is passed over"},
		{"Han numerals behind a mark", "\u0301三、四", "the item begins with the mark"},
		{"Han numerals behind a run", "\uFDFB\u0600三、四", "the item has blanks (R3.5)"},
		{"compatible numerals", "\uF9D1、四", "R3.1 makes it a Han numeral"},
		{"Han zeros", "二○○六年", "zeros are items (R10.7)"},
		{"Han zeros, mark", "三\u0301○\u0301○", "the mark ends the zeros"},
		{"Han zeros, point", "三○・五", "a sign after a zero is an item"},
		{"Han zero, invisible", "三\u00AD○年", "R3.5 leaves nothing between"},
		{"circle as a bullet", "三 ○ 五", "no zero"},
		{"another letter between", "三」回、一回", "no sign is between Han numerals"},
		{"quotation mark between", "三」、四", "it ends the signs"},
		{"marks without letters", "\u3099 \uFF9E", "two items are alike, and the first is no word of a reader"},
		{"hyphen", "re-\nsign", "a word on two lines"},
		{"dashes", "5 - -3", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := strings.Fields(rest)
			read := newReading().read(t.Context(), []byte(c.head+rest))
			var got []string
			for i := max(0, len(read.words)-len(want)); i < len(read.words); i++ {
				got = append(got, string(read.slice(i, i+1)))
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", c.why, diff)
			}
		})
	}
}

// TestAnchors checks that unique words align the texts if a search is too expensive.
func TestAnchors(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var a, b []int32
	for i := range 1000 {
		a = append(append(a, random(r, 20, 50)...), int32(50+i))
		b = append(append(b, random(r, 20, 50)...), int32(50+i))
	}
	c := compare(t.Context(), a, b, 1050, 1000)
	_, kept := apply(c)
	anchors := 0
	for _, w := range kept {
		if w >= 50 {
			anchors++
		}
	}
	if c.shortest || anchors != 1000 {
		t.Errorf("%d of 1000 words that are there once were kept; shortest: %v", anchors, c.shortest)
	}
}

func differ(t *testing.T, old, new string) *Difference {
	d, err := Between(t.Context(), []byte(old), []byte(new))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// plainMoves computes plainly which passages moved, with a map of all places of all sequences.
func plainMoves(edits []Edit, a, b []int32) (all []Move) {
	begins, ends, taken := make(map[string][]int), make(map[int]int), make(map[int]bool)
	key := func(words []int32) string { return fmt.Sprint(words[:shortestMove]) }
	for _, e := range edits {
		for j := e.New.From; j+shortestMove <= e.New.To; j++ {
			if k := key(b[j:]); len(begins[k]) < maxCandidates {
				begins[k] = append(begins[k], j)
			}
			ends[j] = e.New.To
		}
	}
	for _, e := range edits {
		for i := e.Old.From; i+shortestMove <= e.Old.To; {
			best := Move{Old: i}
			for _, j := range begins[key(a[i:])] {
				n := 0
				for i+n < e.Old.To && j+n < ends[j] && a[i+n] == b[j+n] && !taken[j+n] {
					n++
				}
				if n > best.Words {
					best.New, best.Words = j, n
				}
			}
			if best.Words < shortestMove {
				i++
				continue
			}
			for n := range best.Words {
				taken[best.New+n] = true
			}
			all = append(all, best)
			i += best.Words
		}
	}
	return all
}

func TestMoves(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	found := 0
	for range 2_000 {
		n := 1 + r.IntN(6)
		a, b := random(r, r.IntN(80), n), random(r, r.IntN(80), n)
		if len(a) > 20 && len(b) > 20 {
			copy(b[r.IntN(len(b)):], a[r.IntN(len(a)):])
		}
		all := compare(t.Context(), a, b, n, 100*r.IntN(3)).edits()
		got := moves(all, a, b)
		if diff := cmp.Diff(plainMoves(all, a, b), got); diff != "" {
			t.Fatalf("from %v to %v (-want +got):\n%s", a, b, diff)
		}
		found += len(got)
	}
	if found < 200 {
		t.Errorf("%d moves: expected more", found)
	}
}

// TestMemory checks a comparison of short words. A document may cost 32 bytes of memory for each of its own.
// The garbage collector may let live data double.
func TestMemory(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	text := func(words int) []byte {
		b := make([]byte, 0, 2*words)
		for range words {
			b = append(b, byte('a'+r.IntN(26)), ' ')
		}
		return b
	}
	const words = 1 << 19
	old, new := text(words), text(words)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	d, err := Between(t.Context(), old, new)
	if err != nil {
		t.Fatal(err)
	}
	d.Excerpt(10)
	runtime.ReadMemStats(&after)
	const most = 40 // garbage included
	if each := (after.TotalAlloc - before.TotalAlloc) / uint64(len(old)+len(new)); each > most {
		t.Errorf("%d bytes allocated for each of two texts, want at most %d", each, most)
	}
}

// TestBetweenStops checks that a long comparison stops with its context.
func TestBetweenStops(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	text := func() []byte {
		var b []byte
		for range 1_000_000 {
			b = fmt.Appendf(b, "w%d ", random.IntN(50))
		}
		return b
	}
	old, new := text(), text()
	for _, after := range []time.Duration{0, 50 * time.Millisecond} {
		ctx, cancel := context.WithTimeout(t.Context(), after)
		defer cancel()
		begun := time.Now()
		if d, err := Between(ctx, old, new); d != nil || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("after %v: a difference %v, error %v, want none and %v", after, d != nil, err, context.DeadlineExceeded)
		}
		if took := time.Since(begun); took > 30*time.Second {
			t.Errorf("after %v: it took %v to stop", after, took)
		}
	}
}

// checkAgreement fails unless a difference is shown exactly where the text digests differ.
func checkAgreement(t interface{ Errorf(string, ...any) }, old, new string, d *Difference) {
	oldDigest, _ := textdigest.Sum([]byte(old))
	newDigest, _ := textdigest.Sum([]byte(new))
	if (oldDigest == newDigest) != (len(d.Edits) == 0) {
		t.Errorf("%+q and %+q: digests %x and %x, and yet %d edits", old, new, oldDigest, newDigest, len(d.Edits))
	}
	if (len(d.Edits) == 0) != (len(d.Hunks(Layout{})) == 0) {
		t.Errorf("%+q and %+q: %d edits, and yet %d hunks", old, new, len(d.Edits), len(d.Hunks(Layout{})))
	}
	for _, text := range []*text{d.old, d.new} {
		var items []string
		to := uint32(0)
		for i, w := range text.words {
			had := len(items)
			for a := range d.reading.atomsOfWord(text.numbers[i]) {
				items = append(items, string(d.reading.names.of(a)))
			}
			if w.from < to || w.to <= w.from || len(items) == had {
				t.Errorf("%+q and %+q: word %d of %v has the items %q", old, new, i, text.words, items[had:])
			}
			to = w.to
		}
		if want := textdigest.Items(text.content); !slices.Equal(items, want) {
			t.Errorf("%+q and %+q: the words have the items %q, want %q", old, new, items, want)
		}
	}
	for _, h := range d.Hunks(Layout{}) {
		for i, p := range h.Pieces {
			if n := utf8.RuneCountInString(p.Text); n > 500 {
				t.Errorf("a piece of %d letters", n)
			}
			if p.Change == Same {
				continue
			}
			if !visible(p.Text) {
				t.Errorf("%+q and %+q: nothing is seen of a piece of %+q", old, new, h)
			}
			if i > 0 && h.Pieces[i-1].Change == Went && p.Change == Came && h.Pieces[i-1].Passage+p.Passage == 0 && h.Pieces[i-1].Text == p.Text {
				t.Errorf("%+q and %+q: nothing is seen to differ in %+q", old, new, h)
			}
		}
	}
}

// TestShownIfDigestsDiffer checks that a difference is shown exactly if text digests differ. It compares all
// neighbouring vectors of chapter 10, each with its items alone, and each with a part left out.
func TestShownIfDigestsDiffer(t *testing.T) {
	last := ""
	for _, v := range vectors.All() {
		if v.Stage != vectors.TextDigest || len(v.Input.Raw.Bytes()) > 10_000 {
			continue
		}
		octets := string(v.Input.Raw.Bytes())
		others := []string{last, strings.Join(textdigest.Items([]byte(octets)), " ")}
		for i := 0; i < len(octets) && len(others) < 60; {
			_, size := utf8.DecodeRuneInString(octets[i:])
			others = append(others, octets[:i]+octets[i+size:])
			i += size
		}
		for _, other := range others {
			checkAgreement(t, octets, other, differ(t, octets, other))
			checkAgreement(t, other, octets, differ(t, other, octets))
		}
		last = octets
	}
}

// TestHunksAreBounded checks that each place is bounded. There may be many close edits, long words, or much
// between two words.
func TestHunksAreBounded(t *testing.T) {
	var old, new strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&old, "same a%d ", i)
		fmt.Fprintf(&new, "same b%d ", i)
	}
	for _, c := range []struct {
		name, old, new string
		hunks          int
		why            string
	}{
		{"close", old.String(), new.String(), 67, "60 words are shown of each place"},
		{"one long word", strings.Repeat("x", 1<<20), strings.Repeat("y", 1<<20), 1, "the middle is left out"},
		{"long between", "a" + strings.Repeat(". ", 1<<20) + "b", "", 1, "the same"},
		{"ruled", "a" + strings.Repeat("/", 1<<20) + "5", "a" + strings.Repeat("/", 1<<19) + "6", 1, "the same"},
	} {
		t.Run(c.name, func(t *testing.T) {
			hunks := differ(t, c.old, c.new).Hunks(Layout{})
			if len(hunks) != c.hunks {
				t.Errorf("%d hunks, want %d: %s", len(hunks), c.hunks, c.why)
			}
			for _, h := range hunks {
				if n := utf8.RuneCountInString(h.String()); n > 2000 {
					t.Errorf("%d letters: %s: %s", n, c.why, h)
				}
			}
		})
	}
}

func TestFirstHunks(t *testing.T) {
	const same = " same same same same same same same same same same same "
	d := differ(t, "a"+same+"b"+same+"c", "x"+same+"y"+same+"z")
	all := d.Hunks(Layout{})
	size := 0
	for _, p := range all[0].Pieces {
		size += len(p.Text)
	}
	for _, c := range []struct {
		most, size, want int
		why              string
	}{
		{10, 1 << 20, 3, "there are no more"},
		{2, 1 << 20, 2, "no more are wanted"},
		{0, 1 << 20, 0, "none are wanted"},
		{10, size, 1, "the second is too long"},
		{10, size - 1, 0, "the first is too long"},
	} {
		got, more := d.FirstHunks(Layout{}, c.most, c.size)
		if diff := cmp.Diff(all[:c.want:c.want], append([]Hunk{}, got...)); diff != "" || more != 3-c.want {
			t.Errorf("%d and %d bytes: %d more: %s (-want +got):\n%s", c.most, c.size, more, c.why, diff)
		}
	}
}

func FuzzBetween(f *testing.F) {
	last := ""
	for _, v := range vectors.All() {
		if octets := v.Input.Raw.Bytes(); v.Stage == vectors.TextDigest && len(octets) < 5000 {
			f.Add(last, string(octets), 1000)
			last = string(octets)
		}
	}
	f.Add("The keeper did not light the lamp.", "The keeper did light the lamp on 1,000.50 days.", 1000)
	f.Add("light-\nhouse \xff", "灯塔 -5 ไม่", 0)
	f.Add("a b c d e f g h i j", "f g h i j a b c d e", 1<<20)
	f.Fuzz(func(t *testing.T, old, new string, budget int) {
		if len(old)+len(new) > 1<<14 {
			return
		}
		d, err := between(t.Context(), []byte(old), []byte(new), budget%(1<<20))
		if err != nil {
			t.Fatal(err)
		}
		c := d.Count()
		checkAgreement(t, old, new, d)
		if c.Went < 0 || c.Came < 0 || c.Moved > c.Old || c.Moved > c.New {
			t.Errorf("miscounted: %+v", c)
		}
		last := Edit{}
		went, came := 0, 0
		for _, e := range d.Edits {
			if e.Old.From < last.Old.To || e.New.From < last.New.To || e.Old.Len() < 0 || e.New.Len() < 0 || e.Old.Len()+e.New.Len() == 0 {
				t.Errorf("edit %v after %v", e, last)
			}
			last = e
		}
		for _, h := range d.Hunks(Layout{}) {
			for _, p := range h.Pieces {
				switch p.Change {
				case Went:
					went += p.Words
				case Came:
					came += p.Words
				}
			}
			if strings.ContainsAny(h.String(), "\n\x1b") {
				t.Errorf("%q is not one line", h)
			}
		}
		if went != c.Went+c.Moved || came != c.Came+c.Moved {
			t.Errorf("hunks have %d and %d words, counted %+v", went, came, c)
		}
		n := newReading()
		a := n.read(t.Context(), []byte(old)).numbers
		b := n.read(t.Context(), []byte(new)).numbers
		all := compare(t.Context(), a, b, len(n.words.ends), budget%(1<<20)).edits()
		d.slide(all, a, b)
		var made []int32
		at := 0
		for _, e := range all {
			made = append(append(made, a[at:e.Old.From]...), b[e.New.From:e.New.To]...)
			at = e.Old.To
		}
		if made = append(made, a[at:]...); !slices.Equal(made, b) {
			t.Errorf("from %v to %v: the edits make %v once they have slid", a, b, made)
		}
		checkComparison(t, a, b, len(n.words.ends), budget%(1<<20))
	})
}
