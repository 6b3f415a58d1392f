package kagome

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/scheme"
)

func ExampleWords() {
	words, _ := Words("すもももももももものうち。")
	fmt.Printf("%q\n", words)
	// Output: ["すもも" "も" "もも" "も" "もも" "の" "うち" "。"]
}

func TestWords(t *testing.T) {
	for _, tt := range []struct {
		text string
		want []string
		why  string
	}{
		{"", nil, "nothing"},
		{"関西国際空港に行きました", []string{"関西国際空港", "に", "行き", "まし", "た"}, "a compound of the dictionary is whole"},
		{"東京都に住んでいる人々", []string{"東京", "都", "に", "住ん", "で", "いる", "人々"}, "東京 and 都, not 東 and 京都"},
		{"はい。\nいいえ！", []string{"はい", "。", "\n", "いいえ", "！"}, "what is no word is for chapter 3 to drop"},
		{"Go言語のfpcheck 2.0", []string{"Go", "言語", "の", "fpcheck", " ", "2", ".", "0"}, "what is not Japanese"},
	} {
		got, err := Words(tt.text)
		if diff := cmp.Diff(tt.want, got); diff != "" || err != nil {
			t.Errorf("%s: %s: %v (-want +got):\n%s", tt.text, tt.why, err, diff)
		}
	}
}

// Nothing is lost between the parts that the analyser gets, and none is too long.
func TestSentences(t *testing.T) {
	for _, text := range []string{
		"", "a", "。", "。。", "あ。い！う？え\nお", "\n", strings.Repeat("あ", maxSentence), "a" + strings.Repeat("あ", maxSentence),
		strings.Repeat("あ", maxSentence/3) + "。い", strings.Repeat("い。", 100), "\xFF。\xFF",
		strings.Repeat("\x80", 2*maxSentence),
	} {
		parts := slices.Collect(sentences(text))
		if got := strings.Join(parts, ""); got != text {
			t.Errorf("%.40q comes back as %.40q", text, got)
		}
		for i, part := range parts {
			if part == "" || len(part) > maxSentence || utf8.ValidString(text) && !utf8.ValidString(part) {
				t.Errorf("%.40q: part %d has %d octets", text, i, len(part))
			}
			if end := strings.IndexAny(part, ends); end >= 0 && !strings.ContainsAny(part[len(part)-min(3, len(part)):], ends) {
				t.Errorf("%.40q: part %d goes on after its end", text, i)
			}
		}
	}
}

// A text without an end takes neither too long nor too much.
func TestWordsWithoutEnd(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, piece := range []string{"も", "漢", "ア", "a", " ", "\u3099", "0", "👍"} {
		start := time.Now()
		words, err := Words(strings.Repeat(piece, 1<<15/len(piece)))
		if err != nil || len(words) == 0 {
			t.Errorf("%q again and again: %d words, %v", piece, len(words), err)
		}
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%q again and again: 32 KiB take %v", piece, took)
		}
	}
}

const definition = `
id: x-kagome
title: Japanese words
unicode: 15.0.0
text: utf-8
identifiers: remove
blanks: join
normalise: nfkc-casefold
categories: [Ll, Lu, Lt, Lm, Lo, Mn, Mc, Nd]
alphabetic: true
words: kagome
features: tokens
weights: distinct
hash: jenkins-lookup3-64
sketch: simhash-64
`

func TestInScheme(t *testing.T) {
	s, err := scheme.Load(strings.NewReader(definition), scheme.Resources{
		Words: func(string) (func(string) ([]string, error), error) { return Words, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"人", "は", "歩い", "た"}, s.Method().Stages([]byte("人は「歩い\nた」 2 http://x.org")).Tokens); diff != "" {
		t.Errorf("tokens, across a line end that R2.10 deletes (-want +got):\n%s", diff)
	}
	text, err := os.ReadFile("../../examples/lighthouse.ja.txt")
	if err != nil {
		t.Fatal(err)
	}
	want, err := s.Sum(text)
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for cut := 1; cut < 9; cut++ {
		all.Go(func() {
			h := s.New()
			for piece := range slices.Chunk(text, cut) {
				h.Write(piece)
			}
			if got, err := h.Fingerprint(); got != want || err != nil {
				t.Errorf("in pieces of %d %v, %v, want %v", cut, got, err, want)
			}
		})
	}
	all.Wait()
	t.Logf("%d distinct words, %v", s.Method().Stages(text).Distinct, want)
}
