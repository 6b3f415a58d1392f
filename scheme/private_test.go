package scheme

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/internal/kernel/sketch"
	"github.com/lsh-interop/fpcheck/internal/kernel/sketch/sketchtest"
)

// Short names for parts of package sketchtest.
var (
	define      = sketchtest.Define
	defineMulti = sketchtest.DefineMulti
	experiments = sketchtest.Experiments
	drawText    = sketchtest.DrawText
	writeCut    = sketchtest.WriteCut
)

var testGear = Resources(sketchtest.Gear)

// ending returns the fingerprint at the end of the stages, or zero.
func ending(s *Scheme, st sketch.Stages) Fingerprint {
	fp, _ := s.FromSketch(st.Sketch)
	return fp
}

func load(t testing.TB, yaml string, from Resources) *Scheme {
	t.Helper()
	s, err := Load(strings.NewReader(yaml), from)
	if err != nil {
		t.Fatalf("%v\n%s", err, yaml)
	}
	return s
}

// octetsOf returns the distinct features, ascending.
func octetsOf(features []sketch.Feature) []string {
	set := make(map[string]bool)
	for _, f := range features {
		set[f.Text] = true
	}
	return slices.Sorted(maps.Keys(set))
}

func TestFeatures(t *testing.T) {
	long := strings.Repeat("a", 3000)
	for _, tt := range []struct {
		yaml string
		text string
		want []string // distinct, ascending
		why  string
	}{
		{define("x-4", "features: characters", "width: 4"), "the fox", []string{"efox", "hefo", "thef"}, "words run together"},
		{define("x-4", "features: characters-and-blanks", "width: 4"), "the fox", []string{" fox", "e fo", "he f", "the "}, "one blank between"},
		{define("x-4", "features: characters-and-blanks", "width: 4"), "\n the,  -- fox! ", []string{" fox", "e fo", "he f", "the "}, "one, whatever separates; none around"},
		{define("x-4", "features: characters", "width: 4"), "a b", []string{"ab"}, "fewer than four are one feature"},
		{define("x-4", "features: characters-and-blanks", "width: 4"), "a b", []string{"a b"}, "fewer than four are one feature"},
		{define("x-4", "features: characters", "width: 4"), "abcd", []string{"abcd"}, "just four"},
		{define("x-2", "features: characters", "width: 2"), "Äß\u0301日", []string{"s\u015B", "äs", "ś日"}, "code points after chapter 3, not octets"},
		{define("x-1", "features: characters-and-blanks", "width: 1"), "ab ba", []string{" ", "a", "b"}, "a blank is a piece"},
		{define("x-2", "features: characters", "width: 2"), long, []string{"aa"}, "one that repeats"},
		{define("x-2", "features: shingles", "width: 2"), "the cat sat", []string{"cat sat", "the cat"}, "words in order"},
		{define("x-2", "features: shingles", "width: 2"), "The, (cat) 7 http://x.org SAT", []string{"cat sat", "the cat"}, "what is dropped leaves no gap"},
		{define("x-2", "features: shingles", "width: 2"), "cat", []string{"cat"}, "fewer words than two"},
		{define("x-3", "features: shingles", "width: 3"), "the cat", []string{"the cat"}, "fewer words than three"},
		{define("x-1", "features: shingles", "width: 1"), "a b a", []string{"a", "b"}, "a shingle of one word is the word"},
		{define("x-a"), "7 mp3 4th ２０世紀", []string{"20世紀", "4th", "mp3"}, "digits stay with letters"},
		{define("x-a", "digits: drop"), "7 mp3 mp4 4th ２０世紀 ٣ا", []string{"mp", "th", "ا", "世紀"}, "digits of every script go"},
		{define("x-a", "digits: drop", "alphabetic: false"), "7 _1_ x_1", []string{"x_"}, "what is left has to be a word"},
		{define("x-a", "digits: drop", "features: shingles", "width: 2"), "one 1_ two", []string{"one two"}, "a word of digits leaves no gap"},
		{define("x-a", "stop-words: [english]"), "The cat, on the mat; don't!", []string{"cat", "mat"}, "The is the, don't is don and t, … is nothing"},
		{define("x-a", "stop-words: [english]"), "of course", []string{"course", "of"}, "a phrase is passed over"},
		{define("x-a", "stop-words: [english]"), "one onto Theo", []string{"one", "onto", "theo"}, "whole words only"},
		{define("x-a", "stop-words: [english, german]"), "the cat die Katze", []string{"cat", "katze"}, "two lists"},
		{define("x-a", "stop-words: [english]", "features: shingles", "width: 2"), "cat on the mat", []string{"cat mat"}, "before shingles, and no gap"},
		{define("x-a", "stop-words: [english]", "normalise: nfc"), "The the", []string{"the"}, "as the scheme folds: not at all"},
		{define("x-a", "stop-words: [formats]", "digits: drop"), "mp3 mp4 mpx", []string{"mpx"}, "digits go first, from the list too"},
		{define("x-a", "stop-words: [formats]"), "mp3 mp4", []string{"mp4"}, "and stay if they stay"},
		{defineMulti("x-a", "stop-words: [thai]", "clusters: 1"), "ไทยภาษา", []string{"ภ", "ภา", "ย", "ยภ", "ษ", "ษา", "า", "าษ"}, "of a script without spaces, the bigrams"},
		{define("x-a", "words: pairs"), "abcde fg", []string{"ab", "cd", "e", "fg"}, "a tokenizer's words"},
		{define("x-a", "words: pairs"), "ab-cd http://x.org ef", []string{"ab", "c", "d", "ef"}, "which chapter 2 has not taken and chapters 3 and 4 cut further"},
		{defineMulti("x-a", "words: pairs"), "ภาษาไทย", []string{"ภา", "ษา", "ไท", "ย"}, "a boundary for bigrams too"},
		{defineMulti("x-a", "words: pairs"), "auf-\nge", []string{"au", "fg", "e"}, "hyphens join before"},
		{defineMulti("x-a", "grams: 1"), "日本", []string{"日", "本"}, "clusters alone"},
	} {
		s := load(t, tt.yaml, testGear)
		slices.Sort(tt.want)
		if diff := cmp.Diff(tt.want, octetsOf(s.Method().Stages([]byte(tt.text)).Features)); diff != "" {
			t.Errorf("%.40q: %s (-want +got):\n%s\n%s", tt.text, tt.why, diff, tt.yaml)
		}
	}
}

func TestWeights(t *testing.T) {
	for _, tt := range []struct {
		yaml string
		text string
		want map[string]int // by feature, among the elements
		why  string
	}{
		{define("x-a"), "cat cat mat", map[string]int{"cat": 1, "mat": 1}, "each once"},
		{define("x-a", "weights: occurrences"), "cat cat mat", map[string]int{"cat": 2, "mat": 1}, "as often as they occur"},
		{define("x-a", "weights: occurrences", "max-occurrences: 2"), "cat cat cat mat", map[string]int{"cat": 2, "mat": 1}, "at most twice"},
		{define("x-a", "weights: tf-idf", "frequencies: some"), "the cat cat mat new", map[string]int{
			"cat": 2 * 15, // floor(16*log2(101/51)) = floor(15.77)
			"mat": 90,     // floor(16*log2(101/2)) = floor(90.53)
			"new": 106,    // floor(16*log2(101/1)) = floor(106.53)
		}, "what all documents have weighs nothing"},
		{defineMulti("x-a", "clusters: 2"), "日本, 日", map[string]int{"日本": 1, "日": 2, "本": 2}, "R5.4"},
		{defineMulti("x-a", "clusters: 2", "weights: occurrences"), "日本, 日", map[string]int{"日本": 1, "日": 2 + 1 + 2, "本": 2}, "日 is a token, and a cluster of two"},
		{defineMulti("x-a", "clusters: 3", "weights: tf-idf", "frequencies: some"), "中, 日", map[string]int{"日": 4 * 106}, "中 is in 99 of 100: floor(16*log2(101/100)) is 0"},
	} {
		s := load(t, tt.yaml, testGear)
		st := s.Method().Stages([]byte(tt.text))
		name := make(map[uint64]string)
		for _, f := range st.Features {
			name[f.Hash] = f.Text
		}
		got := make(map[string]int)
		for _, x := range st.Elements {
			got[name[x]]++
		}
		if diff := cmp.Diff(tt.want, got); diff != "" || st.Distinct != len(tt.want) {
			t.Errorf("%q: %s: %d distinct features (-want +got):\n%s", tt.text, tt.why, st.Distinct, diff)
		}
	}
	// Three occurrences of one word outvote one each of two others.
	s := load(t, define("x-a", "weights: occurrences"), Resources{})
	if a, b := sum(t, s, "b b b a c"), sum(t, s, "b"); a != b {
		t.Errorf("b three times against a and c: %v, b alone %v", a, b)
	}
	// All texts without weight would otherwise have the same sketch of zeros.
	for _, text := range []string{"the", "The THE the"} {
		h := load(t, define("x-a", "weights: tf-idf", "frequencies: some"), testGear).New()
		io.WriteString(h, text)
		if fp, err := h.Fingerprint(); fp != (Fingerprint{}) || err != ErrNoFeatures || h.CountFeatures() != 0 {
			t.Errorf("%q: %v, %v with %d features, want %v", text, fp, err, h.CountFeatures(), ErrNoFeatures)
		}
	}
}

// TestUnadvised checks that a scheme without measurements gets the advice of its kind of sketch.
func TestUnadvised(t *testing.T) {
	for kind, want := range map[sketch.Kind]Advice{
		sketch.SimHash64:          {Close: 3, Loose: 8, WarnBelow: 64, RefuseBelow: 8},
		sketch.SimHash128:         {Close: 6, Loose: 16, WarnBelow: 64, RefuseBelow: 8}, // the same angles
		sketch.MinHash128:         {Close: .8, Loose: .5, WarnBelow: 64, RefuseBelow: 8},
		sketch.MinHash128Permuted: {Close: .8, Loose: .5, WarnBelow: 64, RefuseBelow: 8},
	} {
		s := load(t, define("x-a", "sketch: "+string(kind)), Resources{})
		if got := s.Advice(); got != want {
			t.Errorf("%s: %+v, want %+v", kind, got, want)
		}
		if got := s.Method().Definition().Status; got != sketch.Draft {
			t.Errorf("%s: status %q, want draft, as none is given", kind, got)
		}
	}
}

func TestLoadErrors(t *testing.T) {
	is := func(id string) string { return define(id) }
	x := func(keys ...string) string { return define("x-a", keys...) }
	multi := func(keys ...string) string { return defineMulti("x-a", keys...) }
	tests := []struct {
		yaml, want string
	}{
		{"", "empty file: expected a scheme's definition"},
		{"# nothing\n", "empty file: expected a scheme's definition"},
		{x() + "---\na: b\n", "more than one YAML document: expected one"},
		{strings.Repeat("#", maxDefinition) + "\n" + x(), "more than 1048576 bytes: expected a scheme's definition"},
		{x("tittle: t"), "yaml: unmarshal errors:\n  line 13: field tittle not found in type scheme.Definition"},
		{x() + "hash: siphash-2-4\n", "yaml: unmarshal errors:\n  line 13: mapping key \"hash\" already defined at line 11"},
		{x("width: many"), "yaml: unmarshal errors:\n  line 13: cannot unmarshal !!str `many` into int"},
		{x("width: 18446744073709551616"), "yaml: unmarshal errors:\n  line 13: cannot unmarshal !!float `1844674...` into int"},
		{"[x-a]", "yaml: unmarshal errors:\n  line 1: cannot unmarshal !!seq into scheme.Definition"},
		{"id: [", "yaml: line 1: did not find expected node content"},
		{"id: x-a\nkey: 000102030405060708090a0b0c0d0e0f", "yaml: unmarshal errors:\n  line 2: field key not found in type scheme.Definition"},

		{is("mine"), `id: "mine": the id of a private scheme begins with x-`},
		{is("sd1"), `id: "sd1": the id of a private scheme begins with x-`},
		{is("x-"), `id: "x-" is not a scheme name`},
		{is("x-Mine"), `id: "x-Mine" is not a scheme name`},
		{is("x-" + strings.Repeat("m", 31)), `id: "x-` + strings.Repeat("m", 31) + `" is not a scheme name`},
		{x("status: done"), `x-a: status: "done": expected draft or frozen`},
		{x("unicode: 16.0.0"), `x-a: unicode: "16.0.0": expected 15.0.0`},
		{x("unicode:"), `x-a: unicode: "": expected 15.0.0`},
		{x("text: utf-16"), `x-a: text: "utf-16": expected utf-8`},
		{x("digits: keep"), `x-a: digits: "keep": expected drop, or no such key`},
		{x("features: words"), `x-a: features: "words": expected tokens or shingles or characters or characters-and-blanks`},
		{x("weights: bm25"), `x-a: weights: "bm25": expected distinct or occurrences or tf-idf`},
		{x("hash: fnv"), `x-a: hash: "fnv": expected jenkins-lookup3-64 or siphash-2-4`},
		{x("sketch: minhash"), `x-a: sketch: "minhash": expected simhash-64 or simhash-128 or minhash-128 or minhash-128-permuted`},
		{x("identifiers: drop"), `x-a: identifiers: "drop": expected remove or keep`},
		{x("categories: [Xx]"), `x-a: categories: "Xx" is no general category: expected one such as Ll`},

		{define("x-"+strings.Repeat("m", 29), "sketch: minhash-128"), "x-" + strings.Repeat("m", 29) + ": id: too long with a MinHash: truncated it ends in b4"},
		{define("x-web2"), "x-web2: id: ends like the name of a truncated MinHash: expected another ending than b4, b2 and b1"},
		{x("features: shingles"), "x-a: width: 0: expected 1 to 1024, the pieces of one of the shingles"},
		{x("features: characters", "width: -1"), "x-a: width: -1: expected 1 to 1024, the pieces of one of the characters"},
		{x("features: characters-and-blanks", "width: 1025"), "x-a: width: 1025: expected 1 to 1024, the pieces of one of the characters-and-blanks"},
		{x("features: shingles", "width: 2147483647"), "x-a: width: 2147483647: expected 1 to 1024, the pieces of one of the shingles"},
		{x("width: 1"), "x-a: width: 1: features: tokens have none"},
		{x("clusters: 1"), "x-a: clusters: 1: expected a weight up to 1024, with features: tokens and segment: classes"},
		{multi("clusters: -1"), "x-a: clusters: -1: expected a weight up to 1024, with features: tokens and segment: classes"},
		{multi("clusters: 1", "features: shingles", "width: 2"), "x-a: clusters: 1: expected a weight up to 1024, with features: tokens and segment: classes"},
		{multi("clusters: 2", "sketch: minhash-128"), "x-a: clusters: 2: expected 1 with a MinHash"},
		{multi("clusters: 2", "weights: occurrences", "max-occurrences: 3"), "x-a: clusters: 2: expected 1 with max-occurrences"},
		{x("max-occurrences: 3"), "x-a: max-occurrences: 3: expected a number, with weights: occurrences"},
		{x("weights: occurrences", "max-occurrences: -1"), "x-a: max-occurrences: -1: expected a number, with weights: occurrences"},
		{x("weights: occurrences", "sketch: minhash-128-permuted"), "x-a: max-occurrences: expected with a MinHash and weights: occurrences, as a bound"},
		{x("weights: tf-idf", "frequencies: some", "sketch: minhash-128"), "x-a: weights: tf-idf: expected a SimHash"},
		{x("weights: tf-idf"), "x-a: frequencies: expected with weights: tf-idf, and only with it"},
		{x("frequencies: some"), "x-a: frequencies: expected with weights: tf-idf, and only with it"},

		{x("words: triples"), "x-a: words: no such tokenizer"},
		{x("stop-words: [english, latin]"), "x-a: stop-words: no such list"},
		{x("weights: tf-idf", "frequencies: other"), "x-a: frequencies: no such file"},
	}
	for _, tt := range tests {
		s, err := Load(strings.NewReader(tt.yaml), testGear)
		if s != nil || err == nil || err.Error() != tt.want {
			t.Errorf("%.2000s\nerror  %v,\nwant   %s", tt.yaml, err, tt.want)
		}
	}
	for _, tt := range []struct {
		yaml, want string
	}{
		{x("words: pairs"), `x-a: words: "pairs": not at hand here`},
		{x("stop-words: [english]"), `x-a: stop-words: "english": not at hand here`},
		{x("weights: tf-idf", "frequencies: some"), `x-a: frequencies: "some": not at hand here`},
		{x("hash: siphash-2-4"), `x-a: hash: siphash-2-4: a key of 0 bytes: expected 16`},
	} {
		if s, err := Load(strings.NewReader(tt.yaml), Resources{}); s != nil || err == nil || err.Error() != tt.want {
			t.Errorf("without resources:\n%s\nerror %v, want %s", tt.yaml, err, tt.want)
		}
	}
	broken := errors.New("broken")
	if _, err := Load(iotest.ErrReader(broken), Resources{}); err != broken {
		t.Errorf("error %v, want that of the reader", err)
	}
}

// TestBombs checks that a hostile definition causes an error, and soon.
func TestBombs(t *testing.T) {
	laughs := "a: &a [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n"
	for c := 'b'; c <= 'i'; c++ {
		laughs += fmt.Sprintf("%c: &%c [%s]\n", c, c, strings.TrimSuffix(strings.Repeat("*"+string(c-1)+", ", 9), ", "))
	}
	for _, tt := range []struct {
		yaml, want string
		why        string
	}{
		{laughs + "categories: *i\n", "yaml: unmarshal errors:", "a billion laughs"},
		{define("x-a") + "---\n" + laughs, "more than one YAML document", "a billion laughs, after a good definition"},
		{"categories: &a [*a]\n", "cannot unmarshal !!seq into string", "a list in itself"},
		{"id: &a *a\n", "yaml: ", "a name that is itself"},
		{"categories: " + strings.Repeat("[", 20000), "exceeded max depth", "brackets in brackets"},
		{"id: " + strings.Repeat("{a: ", 20000), "exceeded max depth", "braces in braces"},
		{"categories: [" + strings.Repeat("Ll,", 1<<18) + "]\n" + strings.Repeat("#", 1<<20), "more than 1048576 bytes", "a file without an end"},
		{define("x-a", "stop-words: ["+strings.Repeat("english, ", 5)+"english]", "features: characters", "width: 1048576"), "width: 1048576: expected 1 to 1024", "a window as long as the text"},
		{defineMulti("x-a", "grams: 1000000"), "grams: 1000000: expected 1 to 8", "a token of a million clusters"},
		{defineMulti("x-a", "clusters: 1000000000"), "clusters: 1000000000: expected a weight up to 1024", "an element a billion times"},
		{"id: \xff\xfe", "yaml: ", "no UTF-8"},
		{"id: x-a\x00", "yaml: ", "a control character"},
		{"<<: [*x]\n", "yaml: unknown anchor 'x' referenced", "an alias of nothing"},
	} {
		_, err := Load(strings.NewReader(tt.yaml), testGear)
		if err == nil || !strings.Contains(err.Error(), tt.want) || len(err.Error()) > 2000 {
			t.Errorf("%s: error %.2000v, want %s", tt.why, err, tt.want)
		}
	}
	// Names that can be printed, and a name that cannot.
	if _, err := Load(strings.NewReader(define("x-a", `words: "\e[31mred"`)), Resources{}); err == nil || strings.Contains(err.Error(), "\x1b") {
		t.Errorf("a control character of the definition is in the error: %q", err)
	}
}

// TestLookupPrivate checks that a private scheme is found by its id only where it is passed.
func TestLookupPrivate(t *testing.T) {
	mine := load(t, define("x-mine"), Resources{})
	if s, err := (Set{mine}).Lookup("x-mine"); s != mine || err != nil {
		t.Errorf("%v, %v: want the scheme that was given", s, err)
	}
	if s, err := (Set{mine}).Lookup("sm1"); s != SM1 || err != nil {
		t.Errorf("%v, %v: want sm1", s, err)
	}
	if _, err := Lookup("x-mine"); !errors.Is(err, ErrUnknown) {
		t.Errorf("%v, want %v", err, ErrUnknown)
	}
}

func FuzzLoad(f *testing.F) {
	for _, x := range experiments {
		f.Add(x.YAML)
	}
	f.Add("id: x-a\ncategories: [Ll")
	f.Add("categories: &a [*a]\n")
	f.Add("a: &a {id: x-a}\n<<: *a\n")
	text := []byte("Some words, http://example.org/ and 1984. 日本 ภาษา")
	f.Fuzz(func(t *testing.T, source string) {
		s, err := Load(strings.NewReader(source), testGear)
		if err != nil {
			return
		}
		if !strings.HasPrefix(s.ID(), "x-") {
			t.Errorf("%q was loaded as a private scheme", s.ID())
		}
		fp, err := s.Sum(text)
		if got := ending(s, s.Method().Stages(text)); got != fp {
			t.Errorf("stage by stage %v, want %v", got, fp)
		}
		if err != nil {
			return
		}
		if back, err := (Set{s}).Parse(fp.String()); back != fp {
			t.Errorf("%v came back as %v, %v", fp, back, err)
		}
		if fp.Width() > 0 {
			short := truncate(t, fp, 1)
			if back, err := (Set{s}).Parse(short.String()); back != short {
				t.Errorf("%v came back as %v, %v", short, back, err)
			}
		}
	})
}
