package stream_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/extract/internal/markup"
	"github.com/lsh-interop/fpcheck/extract/internal/markup/stream"
)

func never() error { return nil }

// byTree returns the visible text of a page by way of its tree.
func byTree(page string) (string, error) {
	tree, err := html.ParseWithOptions(strings.NewReader(page), html.ParseOptionEnableScripting(false))
	if err != nil {
		return "", err
	}
	var text strings.Builder
	markup.Visible(tree, flow.To(&text))
	return text.String(), nil
}

// differs returns what is wrong with the text of a page that is read as a stream, or "".
func differs(page string) (wrong string, reason stream.Reason) {
	text, reason, err := stream.Read([]byte(page), nil, never)
	if err != nil || reason != 0 {
		return "", reason
	}
	want, err := byTree(page)
	if err != nil {
		return fmt.Sprintf("%q: the tree cannot be built (%v), and the text is %q", page, err, text.Octets), reason
	}
	if got := string(text.Octets); got != want {
		return fmt.Sprintf("%q:\n got %q\nwant %q", page, got, want), reason
	}
	return "", reason
}

// html5lib returns the pages of the tree construction tests that golang.org/x/net has.
func html5lib(t *testing.T) (pages []string) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "golang.org/x/net").Output()
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(filepath.Join(strings.TrimSpace(string(out)), "html", "testdata"), func(path string, _ os.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".dat" {
			return err
		}
		text, err := os.ReadFile(path)
		for _, test := range strings.Split("\n"+string(text), "\n#data\n")[1:] {
			page, _, _ := strings.Cut(test, "\n#errors")
			pages = append(pages, page)
		}
		return err
	})
	if err != nil || len(pages) < 1000 {
		t.Fatalf("%d tests, %v, expected 1000 or more", len(pages), err)
	}
	return pages
}

func TestHTML5lib(t *testing.T) {
	pages := html5lib(t)
	reasons := map[stream.Reason]int{}
	for _, page := range pages {
		wrong, reason := differs(page)
		if reasons[reason]++; wrong != "" {
			t.Error(wrong)
		}
	}
	t.Log(len(pages), reasons)
}
