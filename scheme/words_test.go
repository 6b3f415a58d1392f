package scheme

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/lsh-interop/fpcheck/internal/kernel/sketch"
)

var errBroken = errors.New("broken")

// withWords returns a scheme whose tokenizer is split.
func withWords(t testing.TB, split func(string) ([]string, error), keys ...string) *Scheme {
	t.Helper()
	return load(t, define("x-a", append(keys, "words: mine")...), Resources{
		Words:     func(string) (func(string) ([]string, error), error) { return split, nil },
		StopWords: testGear.StopWords,
	})
}

// TestWordsThatFail checks that a failing tokenizer never gives the fingerprint of half the words.
func TestWordsThatFail(t *testing.T) {
	// It fails on a certain word, and also returns the error.
	split := func(text string) ([]string, error) {
		if strings.Contains(text, "poison") {
			return []string{"half"}, errBroken
		}
		return strings.Fields(text), nil
	}
	const want = "words: mine: broken"
	long := strings.Repeat("word ", 20000) + "\n" // more than a tokenizer gets at once
	for _, kind := range []sketch.Kind{sketch.SimHash64, sketch.SimHash128, sketch.MinHash128, sketch.MinHash128Permuted} {
		s := withWords(t, split, "sketch: "+string(kind))
		good := sum(t, s, "some words")
		h := s.New()
		for _, text := range []string{"poison", "some words poison", long + "poison", "poison " + long, "poison\n" + long + long + "poison"} {
			// At the end of a text at the latest.
			h.Reset()
			n, writeErr := io.WriteString(h, text)
			if n != len(text) || writeErr != nil && writeErr.Error() != want {
				t.Errorf("%s: Write = %d, %v", kind, n, writeErr)
			}
			early := strings.Index(text, "poison") < len(text)-len("poison") && len(text) > len(long)
			if early != (writeErr != nil) {
				t.Errorf("%s: of %d octets Write says %v", kind, len(text), writeErr)
			}
			fp, err := h.Fingerprint()
			if fp != (Fingerprint{}) || err == nil || err.Error() != want || !errors.Is(err, errBroken) {
				t.Errorf("%s: Fingerprint = %v, %v, want %s", kind, fp, err, want)
			}
			if again, err := h.Fingerprint(); again != fp || !errors.Is(err, errBroken) {
				t.Errorf("%s: a second call gives %v, %v", kind, again, err)
			}
			if h.CountFeatures() != 0 {
				t.Errorf("%s: %d features of a text that failed", kind, h.CountFeatures())
			}
			if m, ok := h.hasher.Minima(); ok || !m.IsEmpty() {
				t.Errorf("%s: a full form of a text that failed", kind)
			}
			if fp, err := s.Sum([]byte(text)); fp != (Fingerprint{}) || !errors.Is(err, errBroken) {
				t.Errorf("%s: Sum = %v, %v", kind, fp, err)
			}
			st := s.Method().Stages([]byte(text))
			if st.Sketch != nil || !errors.Is(st.Err, errBroken) {
				t.Errorf("%s: stage by stage %x, %v", kind, st.Sketch, st.Err)
			}
			// The next text is not affected.
			h.Reset()
			io.WriteString(h, "some words")
			if fp, err := h.Fingerprint(); fp != good || err != nil {
				t.Errorf("%s: after Reset %v, %v, want %v", kind, fp, err, good)
			}
		}
		// A text that is abandoned in the middle leaves no error either.
		h.Reset()
		io.WriteString(h, "poison")
		h.Reset()
		io.WriteString(h, "some words")
		if fp, err := h.Fingerprint(); fp != good || err != nil {
			t.Errorf("%s: after a text given up %v, %v, want %v", kind, fp, err, good)
		}
		if st := s.Method().Stages([]byte("some words")); ending(s, st) != good || st.Err != nil {
			t.Errorf("%s: stage by stage %v, %v, want %v", kind, ending(s, st), st.Err, good)
		}
	}
	// A stop list is tokenized too.
	_, err := Load(strings.NewReader(define("x-a", "words: mine", "stop-words: [english]")), Resources{
		Words: func(string) (func(string) ([]string, error), error) {
			return func(string) ([]string, error) { return nil, errBroken }, nil
		},
		StopWords: testGear.StopWords,
	})
	if !errors.Is(err, errBroken) || err.Error() != "x-a: stop-words: english: words: mine: broken" {
		t.Errorf("a stop list that cannot be cut into words: error %v", err)
	}
}

// TestWordsGetTheText checks what a tokenizer gets. It depends on the text and not on how it was
// written. It is well formed, complete and bounded.
func TestWordsGetTheText(t *testing.T) {
	var got []string
	s := withWords(t, func(text string) ([]string, error) {
		got = append(got, text)
		return nil, nil
	}, "identifiers: keep")
	for _, tt := range []struct {
		text string
		want []int // bytes of each call
		why  string
	}{
		{"", nil, "nothing"},
		{"a", []int{1}, "all at the end"},
		{strings.Repeat("a", 1<<16), []int{1 << 16}, "64 KiB are not more than 64 KiB"},
		{strings.Repeat("a", 1<<16) + "\nb", []int{1<<16 + 1, 1}, "up to the line end"},
		{strings.Repeat("a", 1<<16-1) + "\nb", []int{1<<16 + 1}, "it comes too early"},
		{strings.Repeat("a", 1<<20), []int{1 << 20}, "a line of 1 MiB"},
		{strings.Repeat("a", 1<<20) + "\n", []int{1 << 20, 1}, "and one that is longer"},
		{strings.Repeat("a", 1<<20-1) + "\n", []int{1 << 20}, "but for its line end"},
		{strings.Repeat("é", 1<<19) + "é", []int{1 << 20, 2}, "cut between two code points"},
		{"a" + strings.Repeat("é", 1<<19), []int{1<<20 - 1, 2}, "and not inside one"},
		{strings.Repeat("a\xFF", 1<<18), []int{1 << 20}, "what is ill-formed comes as U+FFFD"},
	} {
		for _, cut := range []int{1 << 30, 1<<16 + 1, 4093, 7} {
			got = nil
			h := s.New()
			for piece := range slices.Chunk([]byte(tt.text), cut) {
				h.Write(piece)
			}
			h.Fingerprint()
			var lengths []int
			for _, text := range got {
				lengths = append(lengths, len(text))
			}
			if diff := cmp.Diff(tt.want, lengths); diff != "" {
				t.Errorf("%s: in pieces of %d (-want +got):\n%s", tt.why, cut, diff)
			}
			if all := strings.Join(got, ""); all != strings.ToValidUTF8(tt.text, "\uFFFD") {
				t.Errorf("%s: in pieces of %d, what arrives is not the text", tt.why, cut)
			}
		}
	}
}

// TestWordsOfAnyKind checks that a text in pieces has the fingerprint of the whole, whatever a
// tokenizer returns.
func TestWordsOfAnyKind(t *testing.T) {
	odd := []string{"", " ", "\xFF", "two words", "a-b", "\u0301", "http://example.org/", "7", "日本", "\x00"}
	s := withWords(t, func(text string) (words []string, err error) {
		for i, word := range strings.Fields(text) {
			words = append(words, word, odd[(i+len(word))%len(odd)])
		}
		return words, nil
	}, "features: shingles", "width: 2")
	rapid.Check(t, func(t *rapid.T) {
		text := drawText(t, "text")
		h := s.New()
		writeCut(t, h, text)
		got, err := h.Fingerprint()
		if st := s.Method().Stages(text); ending(s, st) != got || st.Err != nil || (err != nil) != (st.Distinct == 0) {
			t.Fatalf("in pieces %v, %v, stage by stage %v, %v", got, err, ending(s, st), st.Err)
		}
	})
}
