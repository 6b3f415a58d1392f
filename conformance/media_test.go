package conformance

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/conformance/report"
	"github.com/lsh-interop/fpcheck/scheme"
)

// ofMedia runs level media on an implementation that knows the text of each document. change alters
// the text that it returns.
func ofMedia(t *testing.T, change func(text string, d document) (string, error)) *report.Report {
	t.Helper()
	p := reference(scheme.SM1)
	all := documents()
	p.Document = func(content []byte, mediaType string) (string, error) {
		i := slices.IndexFunc(all, func(d document) bool { return bytes.Equal(d.content, content) })
		if all[i].mediaType != mediaType {
			t.Errorf("%s came as %s, expected %s", all[i].name, mediaType, all[i].mediaType)
		}
		return change(string(all[i].text), all[i])
	}
	r, err := Test(t.Context(), p, Options{Level: protocol.Media, Match: func(id string) bool { return strings.HasPrefix(id, "document-") }})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Results) != len(all) {
		t.Errorf("%d results of %d documents", len(r.Results), len(all))
	}
	return r
}

func TestMedia(t *testing.T) {
	same := func(text string, _ document) (string, error) { return text, nil }
	for _, tt := range []struct {
		why    string
		change func(text string, d document) (string, error)
		least  int // number of documents that reject it
	}{
		{"the text itself", same, 0},
		{"an error is no text", func(string, document) (string, error) { return "", errors.New("broken") }, 390},
		{"no text", func(string, document) (string, error) { return "", nil }, 390},
		{"in the order in which it is drawn from the left", func(text string, d document) (string, error) {
			if !strings.HasPrefix(d.name, "ar.") && !strings.HasPrefix(d.name, "he.") {
				return text, nil
			}
			runes := []rune(text)
			slices.Reverse(runes)
			return string(runes), nil
		}, 26},
		{"the end is lost", func(text string, _ document) (string, error) { return text[:len(text)*2/3], nil }, 350},
		{"octets as Latin-1", func(text string, _ document) (string, error) {
			var b strings.Builder
			for _, c := range []byte(text) {
				b.WriteRune(rune(c))
			}
			return b.String(), nil
		}, 350},
		{"marks of fields are text", func(text string, _ document) (string, error) {
			return strings.ReplaceAll(text, "\n", "\nHYPERLINK PAGEREF Toc12345678 MERGEFORMAT SEQ Figure ARABIC "), nil
		}, 300},
	} {
		t.Run(tt.why, func(t *testing.T) {
			failed := 0
			for _, res := range ofMedia(t, tt.change).Results {
				if res.Status != report.Passed {
					failed++
				}
			}
			if failed < tt.least || tt.least == 0 && failed > 0 {
				t.Errorf("%d documents reject it, expected %d at least, and none only of the text itself", failed, tt.least)
			}
		})
	}
}

// TestDocuments checks that the works are long enough, and that each medium has all of them.
func TestDocuments(t *testing.T) {
	languages := make(map[string]int)
	for _, d := range documents() {
		language, _, _ := strings.Cut(d.name, ".")
		languages[language]++
		h := scheme.SM1.New()
		h.Write(d.text)
		if n := h.CountFeatures(); n < 220 {
			t.Errorf("%s: %d features", d.name, n)
		}
		if len(d.content) == 0 || d.bits < 1 || d.bits > 3 && d.why == "" {
			t.Errorf("%s: %d octets, at most %d bits, why: %q", d.name, len(d.content), d.bits, d.why)
		}
	}
	for language, n := range languages {
		if n != 13 {
			t.Errorf("%s: %d documents, expected 13", language, n)
		}
	}
	if len(languages) != 30 {
		t.Errorf("%d languages, expected 30", len(languages))
	}
}
