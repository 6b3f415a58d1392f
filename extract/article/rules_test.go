package article

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"github.com/lsh-interop/fpcheck/extract/internal/markup"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/kernel/maintext"
	"github.com/lsh-interop/fpcheck/internal/rules"
	"github.com/lsh-interop/fpcheck/vectors"
)

// The lines of a page equal those of the rules, from its tree and without it.
func FuzzRules(f *testing.F) {
	m := rules.NewMainText()
	for _, v := range vectors.All() {
		if v.Stage == vectors.Main {
			f.Add(v.Input.Raw.Bytes())
		}
	}
	for _, page := range []string{ // blocks that leave formatting elements
		"<a href=x>before<div class=menu>in <i>the</i> link</a> after<p>more</div>",
		"<div><a href=x><div><p>in<ul><li>deep</a> after</li></ul></div>end",
		"<p>a<b class=ad><p>b<em>c</b>d</em>e<p>f",
		"<a href=x><div>one<a href=y><div>two</a>three</div>four",
		"<a href=x><div>one</a></div><a href=y><div>two</a></div><b><div>x<b><div>y</b>z</b>w",
		"<a><div hidden>b</a>c</div>d<a><div><span hidden>x</a>y</div>",
		"<table><tr><td><a href=x><div>in</a>out</div></table><a href=z><table><div>f</a>g</table>",
	} {
		f.Add([]byte(page))
	}
	for _, path := range pages(f) {
		page, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(page)
	}
	f.Fuzz(func(t *testing.T, page []byte) {
		d := markup.Alone(page)
		d.Charset = "utf-8"
		streamed, tree, _, _, err := markup.Shown(d, page, d.Charset)
		if err != nil {
			if !errors.Is(err, medium.ErrTooDeep) {
				t.Errorf("a page of %d bytes: %v", len(page), err)
			}
			return
		}
		if tree == nil {
			tree, _, _, err = markup.Tree(d, page, d.Charset)
			if err != nil {
				t.Fatalf("a page that was read without its tree: %v", err)
			}
		}
		want := m.Page(tree)
		agree(t, "by its tree", visit(tree), want, tree)
		if streamed != nil {
			agree(t, "without its tree", streamed, want, tree)
		}
	})
}

// pages returns the pages of this project. They are in ten languages, and one has 160 kB.
func pages(t testing.TB) (paths []string) {
	for _, pattern := range []string{"../../examples/*.html", "../../docs/*.html", "../testdata/*.html"} {
		some, err := filepath.Glob(pattern)
		if err != nil || len(some) == 0 {
			t.Fatalf("%s: no page, %v", pattern, err)
		}
		paths = append(paths, some...)
	}
	return paths
}

// compared is a line as both have it.
type compared struct {
	Text     string
	Features []int
	Score    int
}

// agree fails if the lines of a page differ from the rules, or do not make the visible text.
func agree(t *testing.T, how string, got *maintext.Page, want *rules.MainPage, tree *html.Node) {
	t.Helper()
	var lines, ruled []compared
	var visible bytes.Buffer
	for i, l := range got.Lines() {
		c := compared{Text: l.Text, Score: int(l.Score)}
		for _, f := range l.Features {
			c.Features = append(c.Features, int(f))
		}
		lines = append(lines, c)
		if i > 0 {
			visible.WriteByte('\n')
		}
		visible.WriteString(l.Text)
	}
	for _, l := range want.Lines {
		ruled = append(ruled, compared{l.Text, l.Features, l.Score})
	}
	if diff := cmp.Diff(ruled, lines); diff != "" {
		t.Errorf("%s: lines (-rules +got):\n%s", how, diff)
	}
	text, _, _ := got.Text(func() error { return nil })
	if diff := cmp.Diff(want.Text(), text); diff != "" {
		t.Errorf("%s: main text (-rules +got):\n%s", how, diff)
	}
	if diff := cmp.Diff(markup.TreeText(tree), visible.String()); diff != "" {
		t.Errorf("%s: visible text (-want +lines):\n%s", how, diff)
	}
}
