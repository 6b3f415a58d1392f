package extract_test

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/extract"
	_ "github.com/lsh-interop/fpcheck/extract/all"
)

// readFunc is a reader that a test breaks.
type readFunc func(p []byte) (int, error)

func (f readFunc) Read(p []byte) (int, error) { return f(p) }

// TestFaultsOfTheCaller checks that an error blames the caller for what the caller does.
func TestFaultsOfTheCaller(t *testing.T) {
	text := func() io.Reader { return strings.NewReader("words") }
	for _, tt := range []struct {
		why     string
		ctx     context.Context
		r       io.Reader
		options extract.Options
		want    string
	}{
		{"no context", nil, text(), extract.Options{}, "no context given"},
		{"no reader", t.Context(), nil, extract.Options{}, "no reader given"},
		{"the reader panics", t.Context(), readFunc(func([]byte) (int, error) { panic("boom") }), extract.Options{}, "the reader of the document panicked: boom"},
		{"the reader returns too many bytes", t.Context(), readFunc(func(p []byte) (int, error) { return len(p) + 5, nil }), extract.Options{}, "the reader of the document returned "},
		{"the reader returns fewer than none", t.Context(), readFunc(func([]byte) (int, error) { return -1, nil }), extract.Options{}, "the reader of the document returned -1 bytes: expected 0 to "},
		{"the function for embedded documents panics", t.Context(), strings.NewReader(attached("b.txt", "words")),
			extract.Options{Embedded: func(string, *extract.Document, error) { panic("boom") }}, "the function Options.Embedded panicked: boom"},
		{"a size below 0", t.Context(), text(), extract.Options{Limits: extract.Limits{Size: -1}}, "Limits.Size -1: expected 0 or more"},
		{"a ratio below 0", t.Context(), text(), extract.Options{Limits: extract.Limits{Ratio: -1}}, "Limits.Ratio -1: expected 0 or more"},
		{"a depth below 0", t.Context(), text(), extract.Options{Limits: extract.Limits{Depth: -1}}, "Limits.Depth -1: expected 0 or more"},
		{"a time below 0", t.Context(), text(), extract.Options{Limits: extract.Limits{Time: -1}}, "Limits.Time -1ns: expected 0 or more"},
	} {
		d, err := extract.Open(tt.ctx, tt.r, tt.options)
		if err == nil {
			_, err = io.Copy(io.Discard, d)
		}
		if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "please report") {
			t.Errorf("%s: %v, want %s", tt.why, err, tt.want)
		}
	}
	// A reader that fails later is the same.
	broken := io.MultiReader(strings.NewReader(strings.Repeat("words ", 50_000)), readFunc(func([]byte) (int, error) { panic("boom") }))
	d, err := extract.Open(t.Context(), broken, extract.Options{})
	if err == nil {
		_, err = io.Copy(io.Discard, d)
	}
	if err == nil || !strings.Contains(err.Error(), "the reader of the document panicked: boom") {
		t.Errorf("a panic in the text: %v", err)
	}
}
