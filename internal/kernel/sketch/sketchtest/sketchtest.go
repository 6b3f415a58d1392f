// Package sketchtest has definitions of private schemes of every kind, their resources, and texts. Tests
// of packages sketch and scheme use it.
package sketchtest

import (
	"errors"
	"io"
	"slices"
	"strings"

	"pgregory.net/rapid"
)

// Define returns the YAML of a private scheme: the definition of sd1 with other keys. A key without a
// value is left out.
func Define(id string, keys ...string) string {
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

// DefineMulti is like Define with the tokens of sm1.
func DefineMulti(id string, keys ...string) string {
	return Define(id, append([]string{
		"categories: [Ll, Lu, Lt, Lo, Lm, Mn, Mc, Me, Nd, Nl, Pc]", "hyphens: join", "blanks: join", "zero-width-space: map",
		"tatweel: delete", "i-forms: merge", "apostrophes: separate", "segment: classes", "grams: 2",
	}, keys...)...)
}

// Experiments lists private schemes, and the tokens that their stop lists drop.
var Experiments = []struct {
	YAML string
	Stop []string
}{
	{YAML: Define("x-characters", "features: characters", "width: 4")},
	{YAML: Define("x-characters-1", "features: characters", "width: 1")},
	{YAML: Define("x-blanks", "features: characters-and-blanks", "width: 3")},
	{YAML: Define("x-blanks-1", "features: characters-and-blanks", "width: 1", "weights: occurrences")},
	{YAML: Define("x-pairs", "features: shingles", "width: 2")},
	{YAML: Define("x-pairs-minhash", "features: shingles", "width: 2", "sketch: minhash-128")},
	{YAML: Define("x-single", "features: shingles", "width: 1", "sketch: minhash-128")},
	{YAML: Define("x-long", "features: shingles", "width: 1024")},
	{YAML: Define("x-plain", "identifiers: keep", "normalise: nfc", "categories: [Ll, Lu, Nd]", "alphabetic: false")},
	{YAML: Define("x-occurrences", "weights: occurrences")},
	{YAML: Define("x-at-most-2", "weights: occurrences", "max-occurrences: 2")},
	{YAML: Define("x-bag", "weights: occurrences", "max-occurrences: 3", "sketch: minhash-128")},
	{YAML: Define("x-tf-idf", "weights: tf-idf", "frequencies: some")},
	{YAML: Define("x-tf-idf-pairs", "features: shingles", "width: 2", "weights: tf-idf", "frequencies: some", "sketch: simhash-128")},
	{YAML: DefineMulti("x-tf-idf-multi", "clusters: 2", "weights: tf-idf", "frequencies: some")},
	{YAML: DefineMulti("x-clusters", "clusters: 3", "weights: occurrences")},
	{YAML: DefineMulti("x-clusters-minhash", "clusters: 1", "grams: 3", "sketch: minhash-128")},
	{YAML: Define("x-stop", "stop-words: [english, german]"), Stop: []string{"the", "on", "don", "t", "die"}},
	{YAML: DefineMulti("x-stop-multi", "clusters: 2", "stop-words: [thai]"), Stop: []string{"ไท", "ทย"}},
	{YAML: Define("x-digits", "digits: drop")},
	{YAML: Define("x-digits-stop", "digits: drop", "stop-words: [formats]", "features: shingles", "width: 2"), Stop: []string{"mp"}},
	{YAML: Define("x-wide", "sketch: simhash-128")},
	{YAML: Define("x-permuted", "sketch: minhash-128-permuted")},
	{YAML: Define("x-permuted-bag", "weights: occurrences", "max-occurrences: 9", "sketch: minhash-128-permuted")},
	{YAML: Define("x-keyed", "hash: siphash-2-4")},
	{YAML: DefineMulti("x-all", "words: pairs", "digits: drop", "stop-words: [english]", "features: shingles", "width: 2",
		"weights: occurrences", "max-occurrences: 5", "hash: siphash-2-4", "sketch: minhash-128"), Stop: []string{"th", "e", "on", "do", "n", "t"}},
}

// Key is the key of the test vectors of SipHash's authors: 00 01 02 … 0f.
var Key = []byte("\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f")

// Gear provides what Experiments name. It can be assigned to the Resources of both packages.
var Gear = struct {
	Words       func(name string) (func(text string) ([]string, error), error)
	StopWords   func(name string) ([]string, error)
	Frequencies func(name string) (io.ReadCloser, error)
	Key         []byte
}{
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
	Key: Key,
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

// Alphabet lists the pieces of random texts. There are few words, so that they repeat. Other pieces need
// special treatment in a stage.
var Alphabet = []string{
	"the", "cat", "sat", "on", "mat", "mp3", "42", "a1b2", "Die", "STRASSE", "Straße", "don't", "e\u0301", "हिन्दी", "ΟΔΟΣ", "العـربية",
	"中文", "日本", "か\u3099", "コンピューター", "ー", "第3回", "ภาษา", "ไทย", "ລາວ", "ខ្មែរ", "မြန်မာ", "၁", "한국", "\u1112\u1161\u11AB", "Ⅷ", "𠮷", "〆",
	"http://example.org/", "x@y.z", " ", " ", " ", " ", "\n", "-\n", "-", ",", ".", "\u3000", "\u00AD", "\u200B", "\u0301",
	"\x80", "\xE2\x82", "\xF0\x9F",
	"น้ำ", "ກຳ", "မြန်", "ខ្មែ", "か\u3099", "か", "𠀀", "\U00030000", "中\n文",
}

// DrawText draws a text of pieces of Alphabet.
func DrawText(t *rapid.T, label string) []byte {
	return []byte(strings.Join(rapid.SliceOf(rapid.SampledFrom(Alphabet)).Draw(t, label), ""))
}

// WriteCut writes a text in pieces of drawn lengths. It overwrites the buffer of each piece after the
// call of Write.
func WriteCut(t *rapid.T, w io.Writer, text []byte) {
	for len(text) > 0 {
		n := min(len(text), rapid.IntRange(1, 9).Draw(t, "cut"))
		piece := slices.Clone(text[:n])
		if written, err := w.Write(piece); written != n || err != nil {
			t.Fatalf("Write of %d octets: %d, %v", n, written, err)
		}
		clear(piece)
		text = text[n:]
	}
}
