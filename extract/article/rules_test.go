package article

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"github.com/lsh-interop/fpcheck/extract/internal/markup"
	"github.com/lsh-interop/fpcheck/internal/rules"
)

// compared is a line as both have it.
type compared struct {
	Text     string
	Features []int
	Score    int
}

// agree fails if the lines of a page are not those of the rules.
func agree(t *testing.T, name string, page []byte, m *rules.MainText) {
	t.Helper()
	tree, err := html.ParseWithOptions(strings.NewReader(string(page)), html.ParseOptionEnableScripting(false))
	if err != nil {
		t.Fatal(err)
	}
	p := visit(tree)
	var got, want []compared
	for _, l := range p.Lines() {
		c := compared{Text: l.Text, Score: int(l.Score)}
		for _, f := range l.Features {
			c.Features = append(c.Features, int(f))
		}
		got = append(got, c)
	}
	for _, l := range m.Page(tree).Lines {
		want = append(want, compared{l.Text, l.Features, l.Score})
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s: lines (-rules +got):\n%s", name, diff)
	}
	text, _ := p.Text()
	if diff := cmp.Diff(m.Page(tree).Text(), text); diff != "" {
		t.Errorf("%s: main text (-rules +got):\n%s", name, diff)
	}
	var visible []string
	for _, l := range got {
		visible = append(visible, l.Text)
	}
	if diff := cmp.Diff(markup.TreeText(tree), strings.Join(visible, "\n")); diff != "" {
		t.Errorf("%s: lines of visible text (-want +got):\n%s", name, diff)
	}
}

func TestRules(t *testing.T) {
	m := rules.NewMainText()
	paths, err := filepath.Glob(os.Getenv("MAINTEXT"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		page, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		agree(t, path, page, m)
	}
}

// TestStream fails if the lines that are found without a tree are not those of the tree.
func TestStream(t *testing.T) {
	paths, err := filepath.Glob(os.Getenv("MAINTEXT"))
	if err != nil {
		t.Fatal(err)
	}
	trees := 0
	for _, path := range paths {
		octets, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		d := markup.Alone(octets)
		p, tree, _, _, err := markup.Shown(d, octets, "")
		if err != nil {
			t.Logf("%s: %v", path, err)
			continue
		}
		if tree != nil {
			trees++
			continue
		}
		tree, _, _, err = markup.Tree(d, octets, "")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(visit(tree).Lines(), p.Lines()); diff != "" {
			t.Errorf("%s: lines (-tree +stream):\n%s", path, diff)
		}
	}
	t.Logf("%d of %d pages by their trees", trees, len(paths))
}
