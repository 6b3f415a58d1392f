package inputs

import (
	"bytes"
	"encoding/xml"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/vectors"
)

// long returns a text in which the parts are hidden.
func long(parts ...string) []byte {
	noise := strings.Repeat("Many words 12 の言葉 und mehr. ", 40)
	return []byte(noise + strings.Join(parts, noise) + noise)
}

func TestShrink(t *testing.T) {
	octets := func(b []byte) vectors.Data { return vectors.Data{Raw: vectors.BytesOf(b)} }
	text := func(s string) vectors.Data { return vectors.Data{Text: ofString(s)} }
	holds := func(parts ...string) func(Probe) bool { // in this order
		return func(p Probe) bool {
			s := string(append(p.Input.Raw.Bytes(), p.Input.Text.Bytes()...))
			for _, part := range parts {
				_, after, found := strings.Cut(s, part)
				if !found {
					return false
				}
				s = after
			}
			return true
		}
	}
	empty := strings.Repeat("\xFF", 8)
	full := func(slots ...string) vectors.Bytes {
		return ofString("fpmh\x01" + strings.Join(slots, "") + strings.Repeat(empty, minhash.Slots-len(slots)))
	}
	filled := make([]string, minhash.Slots)
	for i := range filled {
		filled[i] = "\x00abcdef" + string([]byte{byte(i)})
	}
	counters := make([]int64, 64)
	for i := range counters {
		counters[i] = int64(i) - 30
	}
	only := func(at int, n int64) []int64 {
		list := make([]int64, 64)
		list[at] = n
		return list
	}
	zeros := strings.Repeat("a", 13)
	for _, tt := range []struct {
		name  string
		in    Probe
		keep  func(Probe) bool
		want  Probe
		tries int // as many as it may take; 0: 400
	}{
		{
			name: "one part", in: Probe{Input: octets(long("ſß"))}, keep: holds("ß"),
			want: Probe{Input: octets([]byte("ß"))},
		},
		{
			name: "parts far apart, in order", in: Probe{Input: octets(long("ß", "\u0301", "語\u0301"))}, keep: holds("ß", "語"),
			want: Probe{Input: octets([]byte("ß語"))},
		},
		{
			name: "both tags of an element at once", in: Probe{Input: octets([]byte("<r><a k='1>2'><b><b>c</b></b><x>d</x></a></r>"))},
			keep: func(p Probe) bool {
				b := p.Input.Raw.Bytes()
				return bytes.Contains(b, []byte("<x>")) && xml.Unmarshal(b, new(struct{})) == nil
			},
			want: Probe{Input: octets([]byte("<x></x>"))},
		},
		{
			name: "any letter: the plainest", in: Probe{Input: text(string(long("x")))},
			keep: func(p Probe) bool {
				return strings.ContainsFunc(string(p.Input.Text.Bytes()), func(r rune) bool { return r >= 'a' })
			},
			want: Probe{Input: text("a")},
		},
		{
			name: "a limit", in: Probe{Input: text("日" + strings.Repeat("\u0302", 1100) + "本 word")},
			keep: func(p Probe) bool {
				return strings.Count(string(p.Input.Text.Bytes()), "\u0302")+strings.Count(string(p.Input.Text.Bytes()), "\u0301") > 1024
			},
			want:  Probe{Input: text(strings.Repeat("\u0301", 1025))},
			tries: 3000,
		},
		{
			name: "ill-formed octets", in: Probe{Input: octets(long("\xE2\x82", "\xF0\x9F"))},
			keep: func(p Probe) bool { return !utf8.Valid(p.Input.Raw.Bytes()) },
			want: Probe{Input: octets([]byte("\x80"))},
		},
		{
			name: "two octets that belong together", in: Probe{Input: octets(long("\xE2\x82"))},
			keep: func(p Probe) bool { return bytes.Contains(p.Input.Raw.Bytes(), []byte("\xE2\x82")) },
			want: Probe{Input: octets([]byte("\xE2\x82"))},
		},
		{
			name: "a text stays one", in: Probe{Input: text(string(long("À")))},
			keep: func(p Probe) bool { return bytes.Contains(p.Input.Text.Bytes(), []byte("\x80")) },
			want: Probe{Input: text("\u0640")},
		},
		{
			name: "nothing is needed", in: Probe{Input: octets(long("x"))}, keep: func(Probe) bool { return true },
			want: Probe{Input: octets([]byte{})},
		},
		{
			name: "all is needed", in: Probe{Input: text("日本語")}, keep: func(p Probe) bool { return string(p.Input.Text.Bytes()) == "日本語" },
			want: Probe{Input: text("日本語")},
		},
		{
			name: "a declared charset", in: Probe{Input: vectors.Data{Raw: ofString("<p>x</p>"), Charset: "koi8-r"}}, keep: holds("<p"),
			want: Probe{Input: octets([]byte("<p"))},
		},
		{
			name: "one run of several", in: Probe{Input: vectors.Data{Runs: ofStrings([]string{"eins", "zwei", "dreißig", "vier"})}},
			keep: func(p Probe) bool {
				return slices.ContainsFunc(p.Input.Runs, func(o vectors.Bytes) bool { return strings.Contains(string(o.Bytes()), "ß") })
			},
			want: Probe{Input: vectors.Data{Runs: ofStrings([]string{"ß"})}},
		},
		{
			name: "the number of tokens", in: Probe{Input: vectors.Data{Tokens: ofStrings([]string{"one", "two", "three", "four"})}},
			keep: func(p Probe) bool {
				return len(p.Input.Tokens) >= 3 && !slices.ContainsFunc(p.Input.Tokens, func(o vectors.Bytes) bool { return len(o.Bytes()) == 0 })
			},
			want: Probe{Input: vectors.Data{Tokens: ofStrings([]string{"a", "a", "a"})}},
		},
		{
			name: "no tokens are not nil", in: Probe{Input: vectors.Data{Tokens: ofStrings([]string{"one"})}},
			keep: func(p Probe) bool { return p.Input.Tokens != nil },
			want: Probe{Input: vectors.Data{Tokens: []vectors.Bytes{}}},
		},
		{
			name: "a cut inside a code point", in: Probe{Input: octets([]byte("words été words")), Cuts: []int{0, 2, 7, 9, 9, 17}},
			keep: func(p Probe) bool {
				b := p.Input.Raw.Bytes()
				return slices.ContainsFunc(p.Cuts, func(at int) bool { return 0 < at && at < len(b) && !utf8.RuneStart(b[at]) })
			},
			want: Probe{Input: octets([]byte("é")), Cuts: []int{1}},
		},
		{
			name: "elements", in: Probe{Input: vectors.Data{Elements: []string{"0000000000000007", "8000000000000000", "9000000000000001", "9000000000000001"}}},
			keep: func(p Probe) bool { return len(p.Input.Elements) > 1 && slices.IsSorted(p.Input.Elements) },
			want: Probe{Input: vectors.Data{Elements: []string{"0000000000000000", "0000000000000000"}}},
		},
		{
			name: "counters", in: Probe{Input: vectors.Data{Counters: counters}},
			keep: func(p Probe) bool { return len(p.Input.Counters) == 64 && p.Input.Counters[5] < 0 },
			want: Probe{Input: vectors.Data{Counters: only(5, -1)}},
		},
		{
			name: "a slot", in: Probe{Input: vectors.Data{Full: full(filled...)}},
			keep: func(p Probe) bool { return string(p.Input.Full.Bytes()[5+8*3:5+8*4]) != empty },
			want: Probe{Input: vectors.Data{Full: full(empty, empty, empty, strings.Repeat("\x00", 8))}},
		},
		{
			name: "full forms", in: Probe{Input: vectors.Data{Fulls: []vectors.Bytes{full(filled...), full(filled...)}}},
			keep: func(p Probe) bool { return string(p.Input.Fulls[1].Bytes()[5:13]) == filled[0] },
			want: Probe{Input: vectors.Data{Fulls: []vectors.Bytes{full(), full(filled[0])}}},
		},
		{
			name: "no full form", in: Probe{Input: vectors.Data{Full: ofString("fpmh\x02 and more")}},
			keep: func(p Probe) bool { return strings.Contains(string(p.Input.Full.Bytes()), "h\x02") },
			want: Probe{Input: vectors.Data{Full: ofString("h\x02")}},
		},
		{
			name: "a sketch", in: Probe{Input: vectors.Data{Sketch: "0123456789abcdef", Profile: "main", Bits: 4}},
			keep: func(p Probe) bool { return p.Input.Sketch[2:4] == "23" },
			want: Probe{Input: vectors.Data{Sketch: "0023000000000000", Bits: 4}},
		},
		{
			name: "a string", in: Probe{Input: vectors.Data{String: ofString("MH1.Main:abcdefghijkl2")}},
			keep: func(p Probe) bool {
				return strings.Contains(string(p.Input.String.Bytes()), ":") && len(p.Input.String.Bytes()) > 12
			},
			want: Probe{Input: vectors.Data{String: ofString("aaa:aaaaaaaaa")}},
		},
		{
			name: "strings", in: Probe{Input: vectors.Data{Strings: []string{"sm1.main:abcdefghijklm", "sm1.main:bbcdefghijkla"}}},
			keep: func(p Probe) bool {
				for _, s := range p.Input.Strings {
					if _, data, _ := strings.Cut(s, ":"); !strings.HasPrefix(s, "sm1") || len(data) != 13 {
						return false
					}
				}
				return p.Input.Strings[0][len(p.Input.Strings[0])-13] != p.Input.Strings[1][len(p.Input.Strings[1])-13]
			},
			want: Probe{Input: vectors.Data{Strings: []string{"sm1:" + zeros, "sm1:b" + zeros[1:]}}},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if !tt.keep(tt.in) {
				t.Fatal("the test is wrong: the input itself is not kept")
			}
			if tt.tries == 0 {
				tt.tries = 400
			}
			var asked, again []string
			got := Shrink(tt.in, func(p Probe) bool { asked = append(asked, p.spelled()); return tt.keep(p) }, tt.tries)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if len(asked) >= tt.tries {
				t.Errorf("it took all %d tries", len(asked))
			}
			if unique := slices.Compact(slices.Sorted(slices.Values(asked))); len(unique) != len(asked) {
				t.Errorf("%d of %d inputs were asked again", len(asked)-len(unique), len(asked))
			}
			Shrink(tt.in, func(p Probe) bool { again = append(again, p.spelled()); return tt.keep(p) }, tt.tries)
			if !slices.Equal(asked, again) {
				t.Error("the second time it asks something else")
			}
		})
	}
}

// TestShrinkEnds checks that Shrink ends after some tries, with the best input so far.
func TestShrinkEnds(t *testing.T) {
	n := 0
	got := Shrink(Probe{Input: vectors.Data{Text: ofString(string(long("ß")))}}, func(p Probe) bool {
		n++
		return strings.Contains(string(p.Input.Text.Bytes()), "ß")
	}, 10)
	if b := got.Input.Text.Bytes(); n != 10 || !bytes.Contains(b, []byte("ß")) || len(b) >= len(long("ß")) {
		t.Errorf("%d tries, %d octets of %d", n, len(b), len(long("ß")))
	}
}
