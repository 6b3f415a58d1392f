package templates

import (
	"fmt"
	"slices"
	"strings"
)

// Copies is the number of copies Edited makes, with the unchanged copy 0.
const Copies = 6

// edits are the kinds of edits, in the order of the copies that have them.
var edits = []string{"replace", "typo", "drop", "update", "swap"}

// Edited returns the article as another site might carry it. Copy 0 is the
// article itself. Copy 1 has one word replaced, and copy 2 a typo fixed. Copy 3
// lacks a sentence, and copy 4 has one more at the end. Copy 5 has two
// neighbouring words or phrases exchanged. Edited panics for other copies.
func Edited(a Article, copy int) Article {
	if copy == 0 {
		return a
	}
	kind := edits[copy-1]
	edit := findEdit(a.Name, kind)
	a.Blocks = slices.Clone(a.Blocks)
	if kind == "update" {
		a.Blocks = append(a.Blocks, Block{Kind: Paragraph, Text: edit})
		return a
	}
	before, after, _ := strings.Cut(edit, " =>")
	a.replace(before, strings.TrimPrefix(after, " "))
	return a
}

// findEdit returns the rest of the line that starts with kind in the edits of
// an article.
func findEdit(name, kind string) string {
	for line := range strings.SplitSeq(read("edits", name+".txt"), "\n") {
		if edit, ok := strings.CutPrefix(line, kind+": "); ok {
			return edit
		}
	}
	panic(fmt.Sprintf("article %s: no edit of kind %q", name, kind))
}

// replace changes the only place that has the words before.
func (a *Article) replace(before, after string) {
	if strings.Count(a.Text(), before) != 1 {
		panic(fmt.Sprintf("article %s: %q is not there exactly once", a.Name, before))
	}
	for i, b := range a.Blocks {
		a.Blocks[i].Text = strings.Replace(b.Text, before, after, 1)
		a.Blocks[i].Items = slices.Clone(b.Items)
		for j, item := range b.Items {
			a.Blocks[i].Items[j] = strings.Replace(item, before, after, 1)
		}
	}
}
