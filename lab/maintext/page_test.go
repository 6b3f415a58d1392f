package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract/article"
	"github.com/lsh-interop/fpcheck/lab/templates"
)

// The model is trained on the lines and the features that the reader has, and on those of grafts.
func TestPagesAsTheReader(t *testing.T) {
	articles := templates.Articles()
	for i, design := range templates.Names() {
		octets := templates.Render(articles[i%len(articles)], design, 0)
		tree, err := parse(octets)
		if err != nil {
			t.Fatal(err)
		}
		p := newPage(tree)
		var labels []int
		for _, l := range p.Lines() {
			y := 0
			if l.Score > 0 {
				y = 1
			}
			labels = append(labels, y)
		}
		got, _, err := p.Text(nil)
		if err != nil {
			t.Fatal(err)
		}
		want, _, _, err := article.MainText(octets, "")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: the main text (-reader +lab):\n%s", design, diff)
		}
		const other = "It is another article, with one paragraph of some length, and no more than that."
		rows, tree := grafted(octets, labels, []string{"p" + other})
		if (tree == nil) != (design == "forum") { // its posts are items of a list
			t.Errorf("%s: a place for another article: %v", design, tree != nil)
		}
		if tree == nil {
			continue
		}
		ofArticle := 0
		for _, r := range rows {
			if *r.Label == 1 {
				ofArticle++
				if r.Text != other {
					t.Errorf("%s: %q is left of the article", design, r.Text)
				}
			}
		}
		if ofArticle != 1 {
			t.Errorf("%s: %d lines of the other article, want 1", design, ofArticle)
		}
	}
}
