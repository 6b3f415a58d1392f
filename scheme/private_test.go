package scheme

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
)

// define spells a private scheme: sd1's definition with other keys. A key without a
// value is left out.
func define(id string, keys ...string) string {
	lines := []string{
		"id: " + id, "title: an experiment", "unicode: 15.0.0", "text: utf-8", "identifiers: remove",
		"normalise: nfkc-casefold", "categories: [Ll, Lu, Lt, Lo, Lm, Mn, Nd, Pc]", "alphabetic: true",
		"features: tokens", "weights: distinct", "hash: jenkins-lookup3-64", "sketch: simhash-64",
	}
	for _, line := range keys {
		key, value, _ := strings.Cut(line, ":")
		i := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, key+":") })
		switch {
		case i < 0:
			lines = append(lines, line)
		case value == "":
			lines = slices.Delete(lines, i, i+1)
		default:
			lines[i] = line
		}
	}
	return strings.Join(lines, "\n") + "\n"
}

// defineMulti is define with the tokens of sm1.
func defineMulti(id string, keys ...string) string {
	return define(id, append([]string{
		"categories: [Ll, Lu, Lt, Lo, Lm, Mn, Mc, Me, Nd, Nl, Pc]", "hyphens: join", "blanks: join", "zero-width-space: map",
		"tatweel: delete", "i-forms: merge", "apostrophes: separate", "segment: classes", "grams: 2",
	}, keys...)...)
}

func load(t testing.TB, yaml string, from Resources) *Scheme {
	t.Helper()
	s, err := Load(strings.NewReader(yaml), from)
	if err != nil {
		t.Fatalf("%v\n%s", err, yaml)
	}
	return s
}

// experiments are private schemes, and the tokens that their stop lists drop.
var experiments = []struct {
	yaml string
	stop []string
}{
	{yaml: define("x-characters", "features: characters", "width: 4")},
	{yaml: define("x-characters-1", "features: characters", "width: 1")},
	{yaml: define("x-blanks", "features: characters-and-blanks", "width: 3")},
	{yaml: define("x-blanks-1", "features: characters-and-blanks", "width: 1", "weights: occurrences")},
	{yaml: define("x-pairs", "features: shingles", "width: 2")},
	{yaml: define("x-pairs-minhash", "features: shingles", "width: 2", "sketch: minhash-128")},
	{yaml: define("x-single", "features: shingles", "width: 1", "sketch: minhash-128")},
	{yaml: define("x-long", "features: shingles", "width: 1024")},
	{yaml: define("x-plain", "identifiers: keep", "normalise: nfc", "categories: [Ll, Lu, Nd]", "alphabetic: false")},
	{yaml: define("x-occurrences", "weights: occurrences")},
	{yaml: define("x-at-most-2", "weights: occurrences", "max-occurrences: 2")},
	{yaml: define("x-bag", "weights: occurrences", "max-occurrences: 3", "sketch: minhash-128")},
	{yaml: define("x-tf-idf", "weights: tf-idf", "frequencies: some")},
	{yaml: define("x-tf-idf-pairs", "features: shingles", "width: 2", "weights: tf-idf", "frequencies: some", "sketch: simhash-128")},
	{yaml: defineMulti("x-tf-idf-multi", "clusters: 2", "weights: tf-idf", "frequencies: some")},
	{yaml: defineMulti("x-clusters", "clusters: 3", "weights: occurrences")},
	{yaml: defineMulti("x-clusters-minhash", "clusters: 1", "grams: 3", "sketch: minhash-128")},
	{yaml: define("x-stop", "stop-words: [english, german]"), stop: []string{"the", "on", "don", "t", "die"}},
	{yaml: defineMulti("x-stop-multi", "clusters: 2", "stop-words: [thai]"), stop: []string{"ไท", "ทย"}},
	{yaml: define("x-digits", "digits: drop")},
	{yaml: define("x-digits-stop", "digits: drop", "stop-words: [formats]", "features: shingles", "width: 2"), stop: []string{"mp"}},
	{yaml: define("x-wide", "sketch: simhash-128")},
	{yaml: define("x-permuted", "sketch: minhash-128-permuted")},
	{yaml: define("x-permuted-bag", "weights: occurrences", "max-occurrences: 9", "sketch: minhash-128-permuted")},
	{yaml: define("x-keyed", "hash: siphash-2-4")},
	{yaml: defineMulti("x-all", "words: pairs", "digits: drop", "stop-words: [english]", "features: shingles", "width: 2",
		"weights: occurrences", "max-occurrences: 5", "hash: siphash-2-4", "sketch: minhash-128"), stop: []string{"th", "e", "on", "do", "n", "t"}},
}

// testKey is that of the test vectors of SipHash's authors: 00 01 02 … 0f.
var testKey = []byte("\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f")

var testGear = Resources{
	Words: func(name string) (func(string) ([]string, error), error) {
		if name != "pairs" {
			return nil, errors.New("no such tokenizer")
		}
		return pairs, nil
	},
	StopWords: func(name string) ([]string, error) {
		list, ok := map[string][]string{
			"english": {"The", "on", "don't", "…", "of course"},
			"german":  {"die"},
			"thai":    {"ไทย"},
			"formats": {"MP3"},
		}[name]
		if !ok {
			return nil, errors.New("no such list")
		}
		return list, nil
	},
	Frequencies: func(name string) (io.ReadCloser, error) {
		if name != "some" {
			return nil, errors.New("no such file")
		}
		return io.NopCloser(strings.NewReader("100\n100\tthe\n50\tcat\n1\tmat\n0\tไทย\n99\t中\r\n3\tdie strasse\n7\tthe cat\n")), nil
	},
	Key: testKey,
}

// pairs is a tokenizer that cuts after every second code point that is not blank.
func pairs(text string) (words []string, err error) {
	for _, field := range strings.Fields(text) {
		for pair := range slices.Chunk([]rune(field), 2) {
			words = append(words, string(pair))
		}
	}
	return words, nil
}
