package stopwords

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/scheme"
)

func Example() {
	list, _ := List("af")
	fmt.Println(len(list), strings.Join(list[:8], " "))
	// Output: 51 'n aan af al as baie by daar
}

// The data are the source's, byte for byte.
func TestSource(t *testing.T) {
	sum := sha256.Sum256(source)
	readme, err := os.ReadFile("data/README.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(readme), hex.EncodeToString(sum[:])) {
		t.Errorf("data/stopwords-iso.json has SHA-256 %x, which data/README.md does not name", sum)
	}
	words := 0
	for _, list := range lists() {
		words += len(list)
	}
	if n := len(languages()); n != 58 || words != 21707 || !strings.Contains(string(readme), "21,707 words of 58 languages") {
		t.Errorf("%d words of %d languages", words, n)
	}
	// What a program grows by.
	if len(source) > 300_000 {
		t.Errorf("%d octets: too many to carry along", len(source))
	}
	license, err := os.ReadFile("data/LICENSE")
	if err != nil || !strings.HasPrefix(string(license), "The MIT License (MIT)\n\nCopyright (c) 2020 Gene Diaz\n") {
		t.Errorf("data/LICENSE: %v", err)
	}
}

func TestList(t *testing.T) {
	if !slices.IsSorted(languages()) {
		t.Errorf("%v is in no order", languages())
	}
	for _, language := range languages() {
		list, err := List(language)
		if err != nil || len(list) == 0 || len(language) != 2 || language != strings.ToLower(language) {
			t.Errorf("%q: %d words, %v", language, len(list), err)
		}
		seen := make(map[string]bool)
		for _, word := range list {
			if word == "" || word != strings.TrimSpace(word) || !utf8.ValidString(word) || seen[word] {
				t.Errorf("%s: %q is empty, has blanks around it, is no UTF-8 or stands twice", language, word)
			}
			seen[word] = true
		}
		// It is a copy.
		list[0] = "changed"
		if again, _ := List(language); again[0] == "changed" {
			t.Errorf("%s: the list has changed from outside", language)
		}
	}
	for language, words := range map[string][]string{
		"en": {"the", "and", "don't"}, "de": {"der", "über"}, "ru": {"и", "что"}, "hi": {"और"}, "th": {"และ"}, "zh": {"但是"}, "ar": {"من"},
	} {
		list, err := List(language)
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range words {
			if !slices.Contains(list, word) {
				t.Errorf("%q is no stop word of %s", word, language)
			}
		}
	}
}

func TestUnknownLanguage(t *testing.T) {
	known := strings.Join(languages(), ", ")
	for _, language := range []string{"", "xx", "EN", "en-GB", "english", "../en"} {
		want := fmt.Sprintf("no stop words of %q: expected one of %s", language, known)
		if list, err := List(language); list != nil || err == nil || err.Error() != want {
			t.Errorf("List(%q) = %d words, %v, want %s", language, len(list), err, want)
		}
	}
}

func TestConcurrentUse(t *testing.T) {
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for _, language := range languages() {
				if _, err := List(language); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
}

const definition = `
id: x-stop
title: %[1]s without its stop words
unicode: 15.0.0
text: utf-8
identifiers: remove
hyphens: join
blanks: join
normalise: nfkc-casefold
zero-width-space: map
tatweel: delete
i-forms: merge
categories: [Ll, Lu, Lt, Lo, Lm, Mn, Mc, Me, Nd, Nl, Pc]
alphabetic: true
apostrophes: separate
segment: classes
grams: 2
%[2]s
features: tokens
weights: distinct
hash: jenkins-lookup3-64
sketch: simhash-64
`

// Each list does in a scheme what it is for.
func TestInScheme(t *testing.T) {
	load := func(language, key string) *scheme.Scheme {
		t.Helper()
		s, err := scheme.Load(strings.NewReader(fmt.Sprintf(definition, language, key)), scheme.Resources{StopWords: List})
		if err != nil {
			t.Fatalf("%s: %v", language, err)
		}
		return s
	}
	all := load("a text", "")
	for _, language := range languages() {
		s := load(language, "stop-words: ["+language+"]") // "no" is Norwegian, and not false
		list, _ := List(language)
		words := slices.DeleteFunc(list, func(w string) bool { return strings.Contains(w, " ") })
		text := []byte(strings.Join(words, "\n, \n"))
		if all.Method().Stages(text).Distinct < len(words)/3 {
			t.Errorf("%s: %d words have %d features", language, len(words), all.Method().Stages(text).Distinct)
		}
		if got := s.Method().Stages(text); got.Distinct != 0 {
			t.Errorf("%s: of its own list is left: %q", language, got.Tokens)
		}
	}
	for _, tt := range []struct {
		file, language string
		least, most    float64 // share of the distinct tokens that is dropped
	}{
		{"lighthouse.en.txt", "en", .2, .5},
		{"lighthouse.de.txt", "de", .2, .5},
		{"lighthouse.fr.txt", "fr", .1, .5},
		{"lighthouse.el.txt", "el", .05, .5},
		{"lighthouse.ru.txt", "ru", .05, .5},
		{"lighthouse.hi.txt", "hi", .1, .5},
		{"lighthouse.ar.txt", "ar", .02, .5},
		{"lighthouse.th.txt", "th", .05, .5},
		{"lighthouse.ja.txt", "ja", .01, .5},
		{"lighthouse.zh.txt", "zh", .01, .5},
		{"lighthouse.en.txt", "el", 0, 0},
	} {
		text, err := os.ReadFile("../../examples/" + tt.file)
		if err != nil {
			t.Fatal(err)
		}
		before, after := all.Method().Stages(text).Distinct, load(tt.language, "stop-words: ["+tt.language+"]").New()
		after.Write(text)
		dropped := 1 - float64(after.CountFeatures())/float64(before)
		t.Logf("%s by the list of %s: %.1f%% of %d distinct tokens", tt.file, tt.language, 100*dropped, before)
		if dropped < tt.least || dropped > tt.most {
			t.Errorf("%s by the list of %s: %.3f of the distinct tokens dropped, want %v to %v", tt.file, tt.language, dropped, tt.least, tt.most)
		}
	}
	if diff := cmp.Diff([]string{"en"}, load("en", "stop-words: [en]").Method().Definition().StopWords); diff != "" {
		t.Errorf("stop words of the definition (-want +got):\n%s", diff)
	}
}
