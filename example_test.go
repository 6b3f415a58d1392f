package fpcheck_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/scheme"
)

// How far a page is from the same text without markup, an edited one, and another text.
func Example() {
	ctx := context.Background()
	page, err := fpcheck.File(ctx, scheme.SM1, "examples/lighthouse.en.html")
	if err != nil {
		panic(err)
	}
	for _, name := range []string{"lighthouse.en.txt", "lighthouse-edited.en.txt", "tidal-mill.en.txt"} {
		fp, err := fpcheck.File(ctx, scheme.SM1, "examples/"+name)
		if err != nil {
			panic(err)
		}
		d, err := page.Distance(fp)
		if err != nil {
			panic(err)
		}
		fmt.Println(fp, d, name)
	}
	// Output:
	// sm1:em2c4vcfyz3kq 0 lighthouse.en.txt
	// sm1:gm2w4raf2t3kq 8 lighthouse-edited.en.txt
	// sm1:hcg5ntfnhzw6a 32 tidal-mill.en.txt
}

// The text of a page from the web.
func ExampleText() {
	body := strings.NewReader("<title>Light</title><p>The keeper did not light the lamp.")
	text, err := fpcheck.Text(context.Background(), body, extract.Options{MediaType: "text/html"})
	fmt.Printf("%q %v\n", text, err)
	// Output:
	// "The keeper did not light the lamp." <nil>
}

// A document that is not in a file, of any length.
func Example_reader() {
	response := strings.NewReader("<title>Light</title><p>The keeper did not light the lamp.")
	doc, err := extract.Open(context.Background(), response, extract.Options{MediaType: "text/html"})
	if err != nil {
		panic(err)
	}
	h := scheme.SM1.New()
	if _, err := io.Copy(h, doc); err != nil {
		panic(err)
	}
	fmt.Println(h.Fingerprint())
	// Output:
	// sm1:c6cefabcfbaau <nil>
}

func TestText(t *testing.T) {
	done, cancel := context.WithCancel(t.Context())
	cancel()
	for _, tt := range []struct {
		why      string
		ctx      context.Context
		document string
		want     string
		err      error
	}{
		{"plain text", t.Context(), "Some words.", "Some words.", nil},
		{"an empty document", t.Context(), "", "", extract.ErrNoText},
		{"a page without text", t.Context(), "<!DOCTYPE html><p></p>", "", extract.ErrNoText},
		{"a context that is done", done, "Some words.", "", context.Canceled},
	} {
		text, err := fpcheck.Text(tt.ctx, strings.NewReader(tt.document), extract.Options{})
		if text != tt.want || !errors.Is(err, tt.err) {
			t.Errorf("%s: %q, %v, want %q, %v", tt.why, text, err, tt.want, tt.err)
		}
	}
	if _, err := fpcheck.Text(t.Context(), iotest.ErrReader(os.ErrClosed), extract.Options{}); !errors.Is(err, os.ErrClosed) {
		t.Errorf("%v, want the error of the reader", err)
	}
}

func TestFile(t *testing.T) {
	write := func(content string) string {
		name := filepath.Join(t.TempDir(), "x.txt")
		if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		return name
	}
	done, cancel := context.WithCancel(t.Context())
	cancel()
	words := write("Some words.")
	for _, tt := range []struct {
		why  string
		ctx  context.Context
		name string
		want error
	}{
		{"words", t.Context(), words, nil},
		{"no such file", t.Context(), words + "x", os.ErrNotExist},
		{"an empty file", t.Context(), write(""), extract.ErrNoText},
		{"no words", t.Context(), write("1984"), scheme.ErrNoFeatures},
		{"a context that is done", done, words, context.Canceled},
	} {
		fp, err := fpcheck.File(tt.ctx, scheme.MH1, tt.name)
		if !errors.Is(err, tt.want) || fp.IsZero() != (err != nil) {
			t.Errorf("%s: %v, %v, want error %v", tt.why, fp, err, tt.want)
		}
		if err != nil && !strings.Contains(err.Error(), tt.name) {
			t.Errorf("%s: the error %v does not name the file", tt.why, err)
		}
	}
}
