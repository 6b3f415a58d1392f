package main

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPlain(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"case and width are one", "ＡBC Straße", []string{"abc", "straße"}},
		{"numbers are cut at their points", "1,234.50", []string{"1", "234", "50"}},
		{"a mark stays with its letter", "हिन्दी", []string{"हिन्दी"}},
		{"a letter each where no blanks are written", "日本 กำ", []string{"日", "本", "กํ", "า"}},
		{"a letter beside a word of another script", "abc日def", []string{"abc", "日", "def"}},
		{"tatweel and joiners are nothing", "كـتاب\u200c", []string{"كتاب"}},
		{"nothing", " ... ", nil},
	} {
		got := plain(c.text)
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
	}
}

func TestWordsOf(t *testing.T) {
	sorted := func(set map[string]bool) []string { return slices.Sorted(maps.Keys(set)) }
	for _, c := range []struct {
		name, text        string
		certain, possible []string
	}{
		{"nothing is divided", "well-known", []string{"known", "well"}, []string{"known", "well"}},
		{"a line end may divide a word, or not", "the exam-\nple", []string{"the"}, []string{"exam", "example", "ple", "the"}},
		{"a part that stands elsewhere too", "exam-\nple exam", []string{"exam"}, []string{"exam", "example", "ple"}},
		{"a soft hyphen at a line end", "exam\u00ad\nple", nil, []string{"exam", "example", "ple"}},
		{"a soft hyphen is none", "exam\u00adple", []string{"example"}, []string{"example"}},
	} {
		w := wordsOf(c.text, plain)
		if d := cmp.Diff(c.certain, sorted(w.certain)); d != "" {
			t.Errorf("%s: certain: %s", c.name, d)
		}
		if d := cmp.Diff(c.possible, sorted(w.possible)); d != "" {
			t.Errorf("%s: possible: %s", c.name, d)
		}
	}
}

func TestCompare(t *testing.T) {
	for _, c := range []struct {
		name, ours string
		judges     [][]string
		want       comparison
	}{
		{"one text", "a b", [][]string{{"a b"}, {"b a"}}, comparison{Judges: 2, Words: 2, Ours: 2, Length: 1}},
		{"only what both have counts", "a", [][]string{{"a note"}, {"a title"}}, comparison{Judges: 2, Words: 1, Ours: 1, Length: .5}},
		{"what both have is missing", "a", [][]string{{"a b"}, {"a b c"}}, comparison{Judges: 2, Words: 2, Missing: []string{"b"}, Ours: 1, Length: .5}},
		{"what neither has is extra", "a x", [][]string{{"a"}, {"a"}}, comparison{Judges: 2, Words: 1, Ours: 2, Extra: []string{"x"}, Length: 2}},
		{"one who has nothing is no judge", "a", [][]string{{"a b"}, {" "}}, comparison{Judges: 1, Words: 2, Missing: []string{"b"}, Ours: 1, Length: .5}},
		{"two texts of one judge", "a b", [][]string{{"a b"}, {"a", "b"}}, comparison{Judges: 2, Words: 2, Ours: 2, Length: 1}},
		{"no judge", "a", [][]string{{""}}, comparison{Ours: 1}},
		{"no text", "", [][]string{{"a"}}, comparison{Judges: 1, Words: 1, Missing: []string{"a"}}},
	} {
		if d := cmp.Diff(c.want, compare(c.ours, c.judges, plain)); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
	}
}

func TestDiffers(t *testing.T) {
	for _, c := range []struct {
		name string
		c    comparison
		want string
	}{
		{"nobody knows", comparison{Ours: 3}, ""},
		{"the same", comparison{Judges: 1, Words: 10, Ours: 10}, ""},
		{"little enough", comparison{Judges: 2, Words: 100, Missing: []string{"a"}, Ours: 200, Extra: []string{"b"}}, ""},
		{"nothing", comparison{Judges: 1, Words: 10}, "no text"},
		{"too little", comparison{Judges: 1, Words: 2, Missing: []string{"a"}, Ours: 1}, "50.0 % found"},
		{"too much", comparison{Judges: 1, Words: 2, Ours: 4, Extra: []string{"a"}}, "25.0 % extra"},
		{"both", comparison{Judges: 1, Words: 2, Missing: []string{"b"}, Ours: 4, Extra: []string{"a"}}, "50.0 % found, 25.0 % extra"},
	} {
		if got := (judged{plain: c.c}).differs(); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	same := comparison{Judges: 1, Words: 10, Ours: 10}
	for bits, want := range map[int]string{0: "", 3: "", 4: "4 bits", 40: "40 bits"} {
		if got := (judged{plain: same, bits: bits}).differs(); got != want {
			t.Errorf("%d bits: %q, want %q", bits, got, want)
		}
	}
}
