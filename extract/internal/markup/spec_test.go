package markup

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"github.com/lsh-interop/fpcheck/extract/internal/markup/elements"
	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
	markupdata "github.com/lsh-interop/fpcheck/vectors/markup"
)

// The test compares each list of names in chapter 11 of SPEC.md with this package.
func TestLists(t *testing.T) {
	besides := lazy.Names(notes)
	within := lazy.Names(typed)
	data := []byte("# The lists of chapter 11 of SPEC.md, for ports. A test compares them. CC0-1.0.\n\n")
	list := func(rule, name string, names []string) {
		quoted := strings.ReplaceAll(strings.Trim(fmt.Sprintf("%q", names), "[]"), `" "`, `", "`)
		data = fmt.Appendf(data, "- rule: %s\n  list: %q\n  names: [%s]\n", rule, name, quoted)
	}
	for _, tt := range []struct {
		rule, name, after string // the list follows the words after
		set, less         lazy.Set
	}{
		{"R11.4", "left out", "with all that they contain:", elements.LeftOut, lazy.Set{}},
		{"R11.7", "blocks", "each of these elements:", elements.Blocks, lazy.Set{}},
		{"R11.8", "line ends kept", "for a blank. Within", elements.KeepLines, lazy.Set{}},
		{"R11.10", "classes of lines", "compared exactly:", elements.Lines, lazy.Set{}},
		{"R11.17", "roots of articles and books", "The names of articles and books:", articleRoots, lazy.Set{}},
		{"R11.17", "roots of TEI", "R11.21 applies for", teiRoots, lazy.Set{}},
		{"R11.18", "left out", "Left out:", besides, lazy.Set{}},
		{"R11.18", "inline", "Inline:", within, lazy.Set{}},
		{"R11.20", "left out, besides R11.18", "Left out, besides those of R11.18:", article.leftOut, besides},
		{"R11.20", "with children that are kept only", "Each of these has children that are kept only:", articleMeta, lazy.Set{}},
		{"R11.20", "kept only", "these children are kept only:", articleKept, lazy.Set{}},
		{"R11.20", "the first only", "The first only, of", article.first, lazy.Set{}},
		{"R11.20", "inline, besides R11.18", "Inline, besides those of R11.18:", article.inline, within},
		{"R11.20", "preformatted", "Preformatted:", article.preformatted, lazy.Set{}},
		{"R11.21", "left out, besides R11.18", "Left out, besides those of R11.18:", tei.leftOut, besides},
		{"R11.21", "kept only in teiHeader", "in `teiHeader`,", teiHeader, lazy.Set{}},
		{"R11.21", "kept only in fileDesc", "in `fileDesc`,", teiFile, lazy.Set{}},
		{"R11.21", "kept only in titleStmt", "in `titleStmt`,", teiTitle, lazy.Set{}},
		{"R11.21", "kept only in profileDesc", "in `profileDesc`,", teiProfile, lazy.Set{}},
		{"R11.21", "kept only in choice", "in `choice`,", teiChoice, lazy.Set{}},
		{"R11.21", "the first only", "The first only, of", tei.first, lazy.Set{}},
		{"R11.21", "inline, besides R11.18", "Inline, besides those of R11.18:", tei.inline, within},
		{"R11.21", "preformatted", "Preformatted:", tei.preformatted, lazy.Set{}},
		{"R11.21", "joining if break is no", "Each of", tei.milestones, lazy.Set{}},
		{"R11.22", "left out, besides R11.18", "Left out, besides those of R11.18:", generic.leftOut, besides},
		{"R11.24", "text only within", "text only within", page.text, lazy.Set{}},
		{"R11.24", "left out", "Left out is each", page.leftOut, lazy.Set{}},
		{"R11.24", "lines", "ends at every tag. Each", page.lines, lazy.Set{}},
		{"R11.24", "blanks", "before and after it. Each", page.blanks, lazy.Set{}},
	} {
		var got []string
		for _, name := range tt.set.Sorted() {
			if !tt.less.Has(name) {
				got = append(got, name)
			}
		}
		if diff := cmp.Diff(specList(t, tt.rule, tt.after), got); diff != "" {
			t.Errorf("%s, after %q (-SPEC.md +this package):\n%s", tt.rule, tt.after, diff)
		}
		list(tt.rule, tt.name, got)
	}
	for _, row := range specTable(t, "R11.28", 3) {
		list("R11.28", row[0]+": elements", strings.Fields(row[1]))
		list("R11.28", row[0]+": words of role", strings.Fields(row[2]))
	}
	for _, row := range specTable(t, "R11.28", 2) {
		list("R11.28", row[0]+": words of class and id", strings.Fields(row[1]))
	}
	list("R11.3", "references that need no semicolon", unended())
	list("R11.3", "beginnings of public identifiers, in lower case, that mean quirks", quirky(t))
	const path = "../../../vectors/markup/lists.yaml"
	if *updateEntities {
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if diff := cmp.Diff(string(data), string(got)); err != nil || diff != "" {
		t.Errorf("%v; -update-entities writes %s (-want +got):\n%s", err, path, diff)
	}
}

// unended returns the named character references that HTML resolves without a semicolon.
func unended() (names []string) {
	for line := range strings.Lines(markupdata.Entities) {
		name, points, _ := strings.Cut(strings.TrimSpace(line), " ")
		var whole strings.Builder
		for _, point := range strings.Fields(points) {
			if n, err := strconv.ParseUint(point, 16, 32); err == nil {
				whole.WriteRune(rune(n))
			}
		}
		if name != "#" && html.UnescapeString("&"+name) == whole.String() {
			names = append(names, name)
		}
	}
	return names
}

var listed = regexp.MustCompile("^(?:(?:,| and|, and)? ?`([^`]+)`)")

// specList returns the names that SPEC.md lists after some words of a rule, sorted.
func specList(t *testing.T, rule, after string) (names []string) {
	_, text, ok := strings.Cut(strings.Join(strings.Fields(ruleText(t, rule)), " "), after)
	if !ok {
		t.Fatalf("%s of SPEC.md does not say %q", rule, after)
	}
	for text = strings.TrimLeft(text, " "); ; {
		m := listed.FindStringSubmatch(text)
		if m == nil {
			slices.Sort(names)
			return names
		}
		names, text = append(names, m[1]), text[len(m[0]):]
	}
}

// ruleText returns what SPEC.md says in a rule and up to the next.
func ruleText(t *testing.T, rule string) string {
	spec, err := os.ReadFile("../../../SPEC.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(spec), "**"+rule+" ")
	text, _, _ = strings.Cut(text, "\n**R")
	return text
}

// specTable returns the rows of a rule's tables with this number of columns, as cells without backquotes.
func specTable(t *testing.T, rule string, columns int) (rows [][]string) {
	for line := range strings.Lines(ruleText(t, rule)) {
		cells := strings.Split(strings.Trim(strings.ReplaceAll(line, "`", ""), "| \n"), " | ")
		if strings.HasPrefix(line, "| `") && strings.Count(line, "|") == columns+1 {
			for len(cells) < columns {
				cells = append(cells, "")
			}
			rows = append(rows, cells)
		}
	}
	if len(rows) == 0 {
		t.Fatalf("%s of SPEC.md has no table of %d columns", rule, columns)
	}
	return rows
}

// quirky returns the list of the reference's library.
func quirky(t *testing.T) (ids []string) {
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "golang.org/x/net").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	source, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(dir)), "html", "doctype.go"))
	if err != nil {
		t.Fatal(err)
	}
	_, after, ok := strings.Cut(string(source), "quirkyIDs = []string{")
	block, _, _ := strings.Cut(after, "}")
	for _, m := range regexp.MustCompile(`"([^"]+)",`).FindAllStringSubmatch(block, -1) {
		ids = append(ids, m[1])
	}
	if !ok || len(ids) == 0 {
		t.Fatal("doctype.go has no quirkyIDs")
	}
	slices.Sort(ids)
	return ids
}
