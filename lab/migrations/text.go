package main

import (
	"embed"
	"fmt"
	"path"
	"slices"
	"strings"
)

//go:embed testdata
var testdata embed.FS

// text is a text in Markdown with the edits that its comment lists.
type text struct {
	language, body string
	edits          map[string][2]string
}

// texts reads the texts of a folder.
func texts(dir string) ([]text, error) {
	entries, err := testdata.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var all []text
	for _, e := range entries {
		if e.IsDir() {
			continue
		}
		octets, err := testdata.ReadFile(path.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		t, err := parse(strings.TrimSuffix(e.Name(), ".md"), string(octets))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.Name(), err)
		}
		all = append(all, t)
	}
	return all, nil
}

func parse(language, file string) (text, error) {
	body, comment, ok := strings.Cut(file, "<!-- edits\n")
	if !ok {
		return text{}, fmt.Errorf("expected a comment with edits")
	}
	t := text{language: language, body: body, edits: make(map[string][2]string)}
	for line := range strings.Lines(strings.TrimSuffix(comment, "-->\n")) {
		name, edit, _ := strings.Cut(strings.TrimSpace(line), ": ")
		old, new, ok := strings.Cut(edit, " => ")
		if n := strings.Count(body, old); !ok || n != 1 {
			return text{}, fmt.Errorf("%s: %q is in the text %d times: expected once", name, old, n)
		}
		t.edits[name] = [2]string{old, new}
	}
	return t, nil
}

// title returns the first heading.
func (t text) title() string {
	line, _, _ := strings.Cut(t.body, "\n")
	return strings.TrimPrefix(line, "# ")
}

// damage is something that a converter may do to a text.
type damage struct {
	name string
	do   func(t text) string // returns the damaged text

	aside bool // it is in a comment or a note, which not all formats keep
}

// damages are the kinds of damage. Those of blocks change the same block in all texts.
var damages = []damage{
	{name: "paragraph dropped", do: paragraphs(func(p []*string) { *p[2] = "" })},
	numberChanged,
	minusLost,
	negationDropped,
	{name: "name altered", do: edited("name")},
	cellEmptied,
	rowLost,
	columnsSwapped,
	cellsSwapped,
	{name: "list item lost", do: blocks("1. ", func(s string) string {
		first, rest, _ := strings.Cut(s, "\n")
		_, third, _ := strings.Cut(rest, "\n")
		return first + "\n" + third
	})},
	{name: "two words swapped", do: edited("words")},
	{name: "paragraphs swapped", do: paragraphs(func(p []*string) { *p[1], *p[2] = *p[2], *p[1] })},
	{name: "paragraph doubled", do: paragraphs(func(p []*string) { *p[2] += "\n\n" + *p[2] })},
	{name: "footnote lost", do: func(t text) string {
		body := strings.Replace(t.body, "[^1]", "", 1)
		return body[:strings.Index(body, "[^1]:")]
	}},
}

// sheetDamages are the kinds of damage to workbooks.
var sheetDamages = []damage{
	numberChanged, minusLost, negationDropped, cellEmptied, rowLost, columnsSwapped, cellsSwapped,
	{name: "date order changed", do: edited("date")},
	{name: "rows swapped", do: rows(func(r [][]string) [][]string { r[2], r[3] = r[3], r[2]; return r })},
	{name: "sheet lost", do: parts(func(p []string) []string { return p[:1] })},
	{name: "sheets swapped", do: parts(func(p []string) []string { slices.Reverse(p); return p })},
	{name: "comment lost", do: blocks("> ", lost), aside: true},
}

// slideDamages are the kinds of damage to slides.
var slideDamages = []damage{
	numberChanged, minusLost, negationDropped,
	{name: "slide lost", do: parts(func(p []string) []string { return slices.Delete(p, 1, 2) })},
	{name: "slides swapped", do: parts(func(p []string) []string { p[1], p[2] = p[2], p[1]; return p })},
	{name: "point lost", do: blocks("- The tender", func(s string) string { return s[:strings.LastIndex(s, "\n")] })},
	{name: "points swapped", do: blocks("- The tender", func(s string) string {
		points := strings.Split(s, "\n")
		slices.Reverse(points)
		return strings.Join(points, "\n")
	})},
	{name: "note lost", do: blocks("> Nine", lost), aside: true},
}

// Damages of several families.
var (
	numberChanged   = damage{name: "number changed", do: edited("number")}
	minusLost       = damage{name: "minus sign lost", do: edited("minus")}
	negationDropped = damage{name: "negation dropped", do: edited("negation")}
	cellEmptied     = damage{name: "table cell emptied", do: rows(func(r [][]string) [][]string {
		r[4][1] = ""
		return r
	})}
	rowLost = damage{name: "table row lost", do: rows(func(r [][]string) [][]string {
		return slices.Delete(r, 3, 4)
	})}
	columnsSwapped = damage{name: "columns swapped", do: rows(func(r [][]string) [][]string {
		for _, row := range r {
			row[1], row[2] = row[2], row[1]
		}
		return r
	})}
	cellsSwapped = damage{name: "two cells swapped", do: rows(func(r [][]string) [][]string {
		r[2][2], r[4][2] = r[4][2], r[2][2]
		return r
	})}
)

func lost(string) string { return "" }

// parts returns a damage of the parts of a text that begin with a heading.
func parts(do func([]string) []string) func(text) string {
	return func(t text) string {
		all := strings.Split(strings.TrimPrefix(strings.TrimSpace(t.body), "# "), "\n\n# ")
		return "# " + strings.Join(do(all), "\n\n# ")
	}
}

// edited returns the damage that an edit of the text's comment describes.
func edited(name string) func(text) string {
	return func(t text) string {
		e := t.edits[name]
		return strings.Replace(t.body, e[0], e[1], 1)
	}
}

// blocks returns a damage of the blocks that begin with prefix.
func blocks(prefix string, do func(string) string) func(text) string {
	return func(t text) string {
		all := strings.Split(t.body, "\n\n")
		for i, b := range all {
			if strings.HasPrefix(b, prefix) {
				all[i] = do(b)
			}
		}
		return strings.Join(all, "\n\n")
	}
}

// rows returns a damage of the cells of the table. Row 1 is the ruled line of Markdown.
func rows(do func([][]string) [][]string) func(text) string {
	return blocks("| ", func(s string) string {
		var table [][]string
		for line := range strings.SplitSeq(s, "\n") {
			table = append(table, strings.Split(strings.Trim(line, "| "), " | "))
		}
		var lines []string
		for _, row := range do(table) {
			lines = append(lines, "| "+strings.Join(row, " | ")+" |")
		}
		return strings.Join(lines, "\n")
	})
}

// paragraphs returns a damage of the paragraphs, without headings, lists, the table and the note.
func paragraphs(do func([]*string)) func(text) string {
	return func(t text) string {
		var paragraphs []*string
		all := strings.Split(t.body, "\n\n")
		for i, b := range all {
			if !strings.HasPrefix(b, "#") && !strings.HasPrefix(b, "1. ") && !strings.HasPrefix(b, "- ") &&
				!strings.HasPrefix(b, "| ") && !strings.HasPrefix(b, "[^1]:") {
				paragraphs = append(paragraphs, &all[i])
			}
		}
		do(paragraphs)
		return strings.Join(all, "\n\n")
	}
}
