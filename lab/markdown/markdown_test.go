// Package markdown compares the text of Markdown with the HTML of goldmark, another reader. It does so on the pages of
// this project. On the examples of the CommonMark specification, their own HTML is the reference.
package markdown

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"

	"github.com/lsh-interop/fpcheck/extract"
	_ "github.com/lsh-interop/fpcheck/extract/all"
)

// words returns the words of a document. Its name tells its medium.
func words(t *testing.T, name string, octets []byte) []string {
	t.Helper()
	d, err := extract.Open(t.Context(), bytes.NewReader(octets), extract.Options{Name: name})
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(d)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Fields(string(text))
}

// Each example has the text of its HTML. A blank line keeps the first from being front matter.
func TestSpecification(t *testing.T) {
	module, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/yuin/goldmark").Output()
	if err != nil {
		t.Fatal(err)
	}
	octets, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(module)), "_test", "spec.json"))
	if err != nil {
		t.Fatal(err)
	}
	var examples []struct {
		Markdown, HTML, Section string
		Example                 int
	}
	if err := json.Unmarshal(octets, &examples); err != nil {
		t.Fatal(err)
	}
	if len(examples) < 652 {
		t.Fatalf("%d examples, want the 652 of CommonMark 0.31.2", len(examples))
	}
	for _, e := range examples {
		if diff := cmp.Diff(words(t, "a.html", []byte("<!doctype html><meta charset=utf-8>"+e.HTML)), words(t, "a.md", []byte("\n"+e.Markdown))); diff != "" {
			t.Errorf("example %d, %s: %q (-want +got):\n%s", e.Example, e.Section, e.Markdown, diff)
		}
	}
}

// The pages of this project have the text that goldmark gives them.
func TestPages(t *testing.T) {
	reference := goldmark.New(goldmark.WithExtensions(extension.GFM, extension.NewFootnote(extension.WithFootnoteBacklinkHTML(""))),
		goldmark.WithRendererOptions(html.WithUnsafe()))
	pages := 0
	for _, pattern := range []string{"../../*.md", "../../docs/*.md", "../../docs/measured/*.md", "../../ports/*/README.md"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			octets, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			page := bytes.NewBufferString("<!doctype html><meta charset=utf-8>")
			if err := reference.Convert(octets, page); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(words(t, "a.html", page.Bytes()), words(t, "a.md", octets)); diff != "" {
				t.Errorf("%s (-goldmark +fpcheck):\n%.1000s", name, diff)
			}
			pages++
		}
	}
	if pages < 40 {
		t.Errorf("%d pages, want 40 at least", pages)
	}
}
