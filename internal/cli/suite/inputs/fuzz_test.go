package inputs

import (
	"bytes"
	"encoding/hex"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/internal/kernel/jenkins"
	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/internal/kernel/splitmix"
	"github.com/lsh-interop/fpcheck/internal/kernel/tokenizer"
	"github.com/lsh-interop/fpcheck/internal/rules"
	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

// TestAt checks that a case depends only on the seed and its number.
func TestAt(t *testing.T) {
	const n = 200
	forward := make([]Case, n)
	for i := range forward {
		forward[i] = At(1, uint64(i))
	}
	for i := n - 1; i >= 0; i-- {
		if diff := cmp.Diff(forward[i], At(1, uint64(i))); diff != "" {
			t.Fatalf("case %d is another the second time (-first +again):\n%s", i, diff)
		}
		if other := At(2, uint64(i)); cmp.Equal(forward[i].Probes, other.Probes) {
			t.Errorf("case %d is the same for seeds 1 and 2", i)
		}
		if got, want := GeneratorOf(uint64(i)), forward[i].Generator; got != want {
			t.Errorf("case %d is of %s, GeneratorOf says %s", i, want, got)
		}
	}
	// Any number is valid.
	if len(At(^uint64(0), ^uint64(0)).Probes) == 0 {
		t.Error("no probes in the last case of the last seed")
	}
}

// TestRound checks that each generator has its share of every round, and its turns have no gaps.
func TestRound(t *testing.T) {
	turns := make(map[string]uint64)
	for number := range uint64(3 * len(round)) {
		g, turn := at(number)
		if turn != turns[g.name] {
			t.Fatalf("number %d is turn %d of %s, want %d", number, turn, g.name, turns[g.name])
		}
		turns[g.name]++
	}
	for _, g := range generators {
		if turns[g.name] != uint64(3*g.share) {
			t.Errorf("%s had %d turns in three rounds, want %d", g.name, turns[g.name], 3*g.share)
		}
	}
}

// TestInputsAreAllowed checks that the protocol allows all inputs. A forbidden input would be a
// false alarm.
func TestInputsAreAllowed(t *testing.T) {
	for number := range uint64(1500) {
		c := At(3, number)
		for i, p := range c.Probes {
			texts := append([]vectors.Bytes{p.Input.Text}, p.Input.Runs...)
			for _, text := range append(texts, p.Input.Tokens...) {
				if !utf8.Valid(text.Bytes()) {
					t.Errorf("case %d, %s: a text is not UTF-8", number, c.Generator)
				}
			}
			for _, list := range [][]vectors.Bytes{p.Input.Runs, p.Input.Tokens} {
				for _, item := range list {
					if len(item.Bytes()) == 0 {
						t.Errorf("case %d, %s: an empty run or token", number, c.Generator)
					}
				}
			}
			for _, s := range p.Input.Strings {
				if !utf8.ValidString(s) {
					t.Errorf("case %d: %q is no JSON string", number, s)
				}
			}
			last := 0
			for _, at := range p.Cuts {
				if at < last || at > len(p.Input.Raw.Bytes()) {
					t.Errorf("case %d, probe %d: cut at %d", number, i, at)
				}
				last = at
			}
			for i, x := range p.Input.Elements {
				if i > 0 && x < p.Input.Elements[i-1] {
					t.Errorf("case %d: elements are not ascending", number)
				}
			}
			if p.Stage == vectors.Truncate {
				sketch, err := hex.DecodeString(p.Input.Sketch)
				if width := minhash.Bits(sketch); err != nil || p.Input.Bits > width {
					t.Errorf("case %d: %d bits of a sketch of %d", number, p.Input.Bits, width)
				}
			}
			if p.Stage == vectors.Features {
				checkTokens(t, number, p)
			}
		}
	}
}

// checkTokens finds tokens that are invalid in their scheme.
func checkTokens(t *testing.T, number uint64, p Probe) {
	t.Helper()
	s, err := scheme.Lookup(p.Scheme)
	if err != nil {
		t.Fatalf("case %d: %v", number, err)
	}
	for _, token := range p.Input.Tokens {
		text := string(token.Bytes())
		if again := s.Method().Rules().Segment([]string{text}); len(again) != 1 || again[0] != text {
			t.Errorf("case %d: %q is no token of %s: %q", number, text, p.Scheme, again)
		}
	}
}

// TestScalarsReachAllEdges checks that scalars go through all edges in a fixed number of turns. The
// edges are on both sides of each boundary of each property.
func TestScalarsReachAllEdges(t *testing.T) {
	met := make(map[rune]bool)
	turns := (len(edges()) + edgesAtATime - 1) / edgesAtATime
	for turn := range turns {
		r := random(turn)
		b := scalars(&r, uint64(turn+7))
		for len(b) > 0 {
			c, size := utf8.DecodeRune(b)
			if size == 1 && len(b) >= 3 && b[0] == 0xED { // a surrogate
				c, size = rune(b[0]&0xF)<<12|rune(b[1]&0x3F)<<6|rune(b[2]&0x3F), 3
			}
			met[c] = true
			b = b[size:]
		}
	}
	for _, p := range properties {
		list := p.boundaries()
		for _, first := range list {
			for _, c := range []rune{first - 2, first - 1, first, first + 1} {
				if c >= 0 && !met[c] {
					t.Errorf("%s: U+%04X, by the boundary at U+%04X, is in no text", p.name, c, first)
				}
			}
		}
		t.Logf("%d boundaries of %s", len(list), p.name)
	}
	t.Logf("%d edges in %d turns", len(edges()), turns)
}

// TestAnyScalar checks that code points away from edges are drawn too, of every kind.
func TestAnyScalar(t *testing.T) {
	met := make(map[ucd.Category]int)
	noncharacters, hangul := 0, 0
	r := random(1)
	for range 5000 {
		c := anyScalar(&r)
		met[ucd.CategoryOf(c)]++
		if c&0xFFFE == 0xFFFE || 0xFDD0 <= c && c <= 0xFDEF {
			noncharacters++
		}
		if 0xAC00 <= c && c <= 0xD7A3 {
			hangul++
		}
	}
	for _, c := range []ucd.Category{ucd.Cs, ucd.Co, ucd.Cn, ucd.Cf, ucd.Lo} {
		if met[c] < 50 {
			t.Errorf("%d of %v", met[c], c)
		}
	}
	if noncharacters < 50 || hangul < 50 {
		t.Errorf("%d noncharacters, %d Hangul syllables", noncharacters, hangul)
	}
}

// TestLimitsAreReached checks that texts reach each limit, and are one above and one below it.
func TestLimitsAreReached(t *testing.T) {
	sm1, err := scheme.Lookup("sm1")
	if err != nil {
		t.Fatal(err)
	}
	longest := func(lengths func(text string) []int) func([]byte) int {
		return func(b []byte) int {
			most := 0
			for _, n := range lengths(tokenizer.Text(b)) {
				most = max(most, n)
			}
			return most
		}
	}
	fields := func(f func(rune) bool, size func(string) int) func(text string) []int {
		return func(text string) (lengths []int) {
			for _, field := range strings.FieldsFunc(text, func(r rune) bool { return !f(r) }) {
				lengths = append(lengths, size(field))
			}
			return lengths
		}
	}
	octets := func(s string) int { return len(s) }
	isAtom := func(r rune) bool { return 0x21 <= r && r <= 0x7E && !strings.ContainsRune("\"<>[]{}|\\^`", r) }
	isMark := func(r rune) bool { return ucd.CombiningClass(r) != 0 }
	for _, tt := range []struct {
		rule    string
		limit   int
		measure func([]byte) int
	}{
		{"R2.2, an atom", 2048, longest(fields(isAtom, octets))},
		{"R2.9, blanks", 64, longest(fields(func(r rune) bool { return r == ' ' || r == '\t' || r == 0xA0 }, utf8.RuneCountInString))},
		{"R2.10, white space", 256, longest(fields(func(r rune) bool { return ucd.IsWhiteSpace(r) || r == 0x200B }, utf8.RuneCountInString))},
		{"R3.4, marks", 1024, longest(func(text string) []int {
			return fields(isMark, utf8.RuneCountInString)(string(decomposed([]rune(text))))
		})},
		{"R3.8, marks once U+034F is gone", 1024, longest(func(text string) []int {
			if !strings.ContainsRune(text, 0x34F) {
				return nil
			}
			return fields(isMark, utf8.RuneCountInString)(string(decomposed([]rune(strings.ReplaceAll(text, "\u034F", "")))))
		})},
		{"R4.3, a word or a gram", 4096, longest(func(text string) (lengths []int) {
			// The length of the whole text has no limit.
			for _, run := range sm1.Method().Rules().Normalise(sm1.Method().Rules().Identifiers(text)) {
				lengths = append(lengths, len(run))
			}
			return lengths
		})},
		{"R5.6, one shingle", 1024, func(b []byte) int {
			times, most := make(map[uint64]int), 0
			tokens := sm1.Method().Rules().Tokens(b)
			for i := range max(len(tokens)-2, 0) {
				h := jenkins.Sum64([]byte(strings.Join(tokens[i:i+3], " ")))
				times[h]++
				most = max(most, times[h])
			}
			return most
		}},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			met := make(map[int]int)
			for turn := range 2000 {
				r := random(turn)
				met[tt.measure(limits(&r, uint64(turn)))-tt.limit]++
			}
			for _, beside := range []int{-1, 0, 1} {
				if met[beside] == 0 {
					t.Errorf("no text measures %d", tt.limit+beside)
				}
			}
		})
	}
}

// TestClaims checks that generators make what their descriptions say.
func TestClaims(t *testing.T) {
	octetsHave := func(s string) func(Probe) bool {
		return func(p Probe) bool { return bytes.Contains(p.Input.Raw.Bytes(), []byte(s)) }
	}
	of := func(stage vectors.Stage, f func(vectors.Data) bool) func(Probe) bool {
		return func(p Probe) bool { return p.Stage == stage && f(p.Input) }
	}
	accepted := func(s string) bool { _, err := scheme.Parse(s); return err == nil }
	full := func(o vectors.Bytes) bool { var m minhash.Minima; return m.UnmarshalBinary(o.Bytes()) == nil }
	for _, tt := range []struct {
		generator, claim string
		holds            func(Probe) bool
	}{
		{"texts", "100 kB at once", func(p Probe) bool { return len(p.Input.Raw.Bytes()) > 100_000 }},
		{"texts", "10 kB", func(p Probe) bool { n := len(p.Input.Raw.Bytes()); return 5000 < n && n < 15_000 }},
		{"texts", "Thai", octetsHave("ประภาคาร")},
		{"texts", "capitals in place of small letters", octetsHave("Ｅ")},
		{"malformed", "a surrogate pair in six octets", octetsHave("\xED\xA0\xBD\xED\xB8\x80")},
		{"malformed", "an unfinished sequence at the end", func(p Probe) bool { return bytes.HasSuffix(p.Input.Raw.Bytes(), []byte("\xF0\x9F")) }},
		{"malformed", "an overlong form", octetsHave("\xC0\xAF")},
		{"identifiers", "an identifier", of(vectors.Identifiers, func(d vectors.Data) bool {
			return strings.Contains(scheme.SD1.Method().Rules().Identifiers(string(d.Text.Bytes())), "\uFFFD")
		})},
		{"identifiers", "an atom that is none", of(vectors.Identifiers, func(d vectors.Data) bool {
			return scheme.SD1.Method().Rules().Identifiers(string(d.Text.Bytes())) == string(d.Text.Bytes())
		})},
		{"limits", "a piece across 8 KiB", func(p Probe) bool { n := len(p.Input.Raw.Bytes()); return 8192 < n && n < 8220 }},
		{"html", "UTF-16 with a byte order mark", octetsHave("\xFF\xFE")},
		{"html", "a declared charset", func(p Probe) bool { return p.Input.Charset == "shift_jis" }},
		{"html", "a table", octetsHave("<td>")},
		{"html", "as text", func(p Probe) bool { return p.Stage == vectors.Pipeline }},
		{"joins", "a hyphen at a line end", octetsHave("-\n")},
		{"clusters", "a letter of each kind that looks like an apostrophe", octetsHave("\u02BC")},
		{"clusters", "jamo that compose", octetsHave("\u1100\u1161")},
		{"clusters", "tatweel", octetsHave("\u0640")},
		{"clusters", "dots on an i", octetsHave("i\u0307")},
		{"repeats", "words with one hash", octetsHave("nlldwniuycqlejaqkaaoapaa")},
		{"repeats", "a thousand words", func(p Probe) bool { return len(p.Input.Tokens) > 1000 }},
		{"strings", "a string that is accepted", of(vectors.Decode, func(d vectors.Data) bool { return accepted(string(d.String.Bytes())) })},
		{"strings", "one that is not", of(vectors.Decode, func(d vectors.Data) bool { return !accepted(string(d.String.Bytes())) })},
		{"strings", "a pair that is compared", of(vectors.Distance, func(d vectors.Data) bool { return accepted(d.Strings[0]) && accepted(d.Strings[1]) })},
		{"strings", "a pair of two widths", of(vectors.Distance, func(d vectors.Data) bool {
			return strings.HasPrefix(d.Strings[0], "mh1b4:") && strings.HasPrefix(d.Strings[1], "mh1b1:")
		})},
		{"passages", "texts with rows", of(vectors.Passages, func(d vectors.Data) bool {
			var texts [][]byte
			for _, text := range d.Texts {
				texts = append(texts, text.Bytes())
			}
			return len(rules.NewPassages().Rows(texts, d.Words)) > 1
		})},
		{"stages", "full forms that merge", of(vectors.Merge, func(d vectors.Data) bool { return full(d.Fulls[0]) && full(d.Fulls[1]) })},
		{"stages", "full forms that are none", of(vectors.Merge, func(d vectors.Data) bool { return !full(d.Fulls[0]) })},
		{"stages", "counters beyond 53 bits", of(vectors.Sketch, func(d vectors.Data) bool {
			for _, c := range d.Counters {
				if c > 1<<53 {
					return true
				}
			}
			return false
		})},
	} {
		t.Run(tt.generator+" "+tt.claim, func(t *testing.T) {
			for number := range uint64(300_000) {
				if GeneratorOf(number) != tt.generator {
					continue
				}
				for _, p := range At(1, number).Probes {
					if tt.holds(p) {
						return
					}
				}
			}
			t.Error("in no case")
		})
	}
}

func TestElement(t *testing.T) {
	for _, value := range values {
		for _, slot := range []uint64{0, 1, 63, 127} {
			if h := splitmix.Mix(element(slot, value)); h>>57 != slot || h&(1<<57-1) != value {
				t.Errorf("slot %d, value %x: mix64 gives %x", slot, value, h)
			}
		}
	}
}
