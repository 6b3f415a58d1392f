package scheme

import (
	"io"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestLoadTwice checks when two loads return one scheme, whose fingerprints compare.
func TestLoadTwice(t *testing.T) {
	from := func(words []string, frequencies, key string) Resources {
		return Resources{
			Words: func(string) (func(string) ([]string, error), error) {
				return func(s string) ([]string, error) { return strings.Fields(s), nil }, nil
			},
			StopWords:   func(string) ([]string, error) { return words, nil },
			Frequencies: func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(frequencies)), nil },
			Key:         []byte(key),
		}
	}
	const k1, k2, list = "0123456789abcdef", "0123456789abcdeg", "9\n3\ta\n"
	plain := from([]string{"a"}, list, k1)
	stop, weighted, keyed := "stop-words: [l]", "frequencies: l", "hash: siphash-2-4"
	for _, tt := range []struct {
		why  string
		a, b string
		from Resources
		same bool
	}{
		{"the same definition", define("x-a"), define("x-a"), plain, true},
		{"in another order", define("x-a"), define("x-a", "id:") + "\nid: x-a\n", plain, true},
		{"other rules", define("x-a"), define("x-a", "weights: occurrences"), plain, false},
		{"another id", define("x-a"), define("x-b"), plain, false},
		{"resources that it does not take", define("x-a"), define("x-a"), from(nil, "", k2), true},
		{"the same words", define("x-a", stop), define("x-a", stop), plain, true},
		{"other words", define("x-a", stop), define("x-a", stop), from([]string{"b"}, list, k1), false},
		{"the same key", define("x-a", keyed), define("x-a", keyed), plain, true},
		{"another key", define("x-a", keyed), define("x-a", keyed), from([]string{"a"}, list, k2), false},
		{"the same frequencies", define("x-a", "weights: tf-idf", weighted), define("x-a", "weights: tf-idf", weighted), plain, true},
		{"other frequencies", define("x-a", "weights: tf-idf", weighted), define("x-a", "weights: tf-idf", weighted), from(nil, "9\n4\ta\n", k1), false},
		{"a tokenizer may be any function", define("x-a", "words: w"), define("x-a", "words: w"), plain, false},
	} {
		a, b := load(t, tt.a, plain), load(t, tt.b, tt.from)
		x, y := sum(t, a, "one two three"), sum(t, b, "one two three")
		if _, err := x.Distance(y); (a == b) != tt.same || (err == nil) != tt.same || tt.same && x != y {
			t.Errorf("%s: one scheme is %t, want %t; %v", tt.why, a == b, tt.same, err)
		}
	}
	for what, from := range map[string]Resources{
		weighted:   {Frequencies: func(string) (io.ReadCloser, error) { return nil, nil }},
		"words: w": {Words: func(string) (func(string) ([]string, error), error) { return nil, nil }},
	} {
		definition := define("x-a", what)
		if what == weighted {
			definition = define("x-a", "weights: tf-idf", what)
		}
		if _, err := Load(strings.NewReader(definition), from); err == nil || !strings.Contains(err.Error(), "nor an error") {
			t.Errorf("%s, and the resource is nil: %v", what, err)
		}
	}
}

// TestLoadedEnds checks that schemes that are no longer in use take no memory.
func TestLoadedEnds(t *testing.T) {
	kept := load(t, define("x-kept"), Resources{})
	known := func() int {
		loaded.Lock()
		defer loaded.Unlock()
		return len(loaded.schemes)
	}
	for i := range 200 {
		load(t, define("x-n", "name: "+strings.Repeat("n", i+1)), Resources{})
	}
	for range 100 {
		runtime.GC()
		if known() < 100 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if n := known(); n >= 100 || load(t, define("x-kept"), Resources{}) != kept {
		t.Errorf("%d schemes are known, want those that are in use", n)
	}
}

// TestNilInSet checks that a Set may have no scheme at a place.
func TestNilInSet(t *testing.T) {
	private := load(t, define("x-a"), Resources{})
	for id, want := range map[string]*Scheme{"x-a": private, "sm1": SM1} {
		if s, err := (Set{nil, private}).Lookup(id); s != want || err != nil {
			t.Errorf("%s: %v, %v", id, s, err)
		}
	}
}
