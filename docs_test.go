package fpcheck_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck"
)

// TestLinks checks that the links of the documents lead somewhere, and that each document ends with a line
// end.
func TestLinks(t *testing.T) {
	pages := []string{"README.md", "SPEC.md", "CHANGELOG.md", "CONTRIBUTING.md"}
	for _, pattern := range []string{"docs/*.md", "docs/*/*.md", "vectors/README.md", "vectors/*/README.md", "examples/README.md", "ports/*/README.md"} {
		more, err := filepath.Glob(pattern)
		if err != nil || len(more) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(more), err)
		}
		pages = append(pages, more...)
	}
	link := regexp.MustCompile(`\]\(([^)\s]+)\)`)
	for _, page := range pages {
		if text := readFile(t, page); !strings.HasSuffix(text, "\n") || strings.HasSuffix(text, "\n\n") {
			t.Errorf("%s does not end with one line end", page)
		}
		for _, m := range link.FindAllStringSubmatch(prose(readFile(t, page)), -1) {
			target, anchor, _ := strings.Cut(m[1], "#")
			if strings.Contains(target, "://") {
				continue
			}
			path := page
			if target != "" {
				path = filepath.Join(filepath.Dir(page), target)
			}
			if _, err := os.Stat(path); err != nil {
				t.Errorf("%s links to %s, which does not exist", page, m[1])
			} else if anchor != "" && !slices.Contains(anchors(readFile(t, path)), anchor) {
				t.Errorf("%s links to %s, which is not a heading", page, m[1])
			}
		}
	}
}

// TestPages checks that docs/README.md lists each page below docs once, by its title.
func TestPages(t *testing.T) {
	index := readFile(t, "docs/README.md")
	for _, pattern := range []string{"docs/*.md", "docs/*/*.md", "docs/*.html"} {
		pages, _ := filepath.Glob(pattern)
		for _, page := range pages {
			name := strings.TrimPrefix(filepath.ToSlash(page), "docs/")
			title, _, _ := strings.Cut(strings.TrimPrefix(readFile(t, page), "# "), "\n")
			if filepath.Ext(name) == ".html" {
				title = "Compare two texts" // as on the site
			}
			entry := "- [" + title + "](" + name + "): "
			if n := strings.Count(index, "\n"+entry); name != "README.md" && n != 1 {
				t.Errorf("docs/README.md has %d entries %q: expected 1", n, entry)
			}
		}
	}
}

// TestPlacesOfRules checks that each rule is named in the places where CONTRIBUTING.md says that
// its chapter's rules are.
func TestPlacesOfRules(t *testing.T) {
	places := make(map[string][]string) // by chapter
	row := regexp.MustCompile(`(?m)^\| ([0-9]+) [^|]*\|(.+)\|$`)
	for _, m := range row.FindAllStringSubmatch(readFile(t, "CONTRIBUTING.md"), -1) {
		for _, cell := range strings.Split(m[2], "|") {
			var paths []string
			for _, code := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cell, -1) {
				paths = append(paths, code[1])
			}
			if len(paths) == 0 {
				t.Errorf("chapter %s: no path in %q", m[1], cell)
			}
			places[m[1]] = append(places[m[1]], strings.Join(paths, " "))
		}
	}
	named := make(map[string]map[string]bool) // by place
	for _, r := range fpcheck.Rules() {
		chapter, _, _ := strings.Cut(strings.TrimPrefix(r.ID, "R"), ".")
		if len(places[chapter]) == 0 {
			t.Errorf("CONTRIBUTING.md does not say where chapter %s is", chapter)
		}
		for _, place := range places[chapter] {
			if named[place] == nil {
				named[place] = rulesIn(t, strings.Fields(place))
			}
			if !named[place][r.ID] {
				t.Errorf("%s is not named in %s", r.ID, place)
			}
		}
	}
}

// TestQuotedRules checks that reports shown in the documents quote SPEC.md literally, if not whole.
// A quotation may have line breaks, and may end with an ellipsis.
func TestQuotedRules(t *testing.T) {
	rules := make(map[string]fpcheck.Rule)
	for _, r := range fpcheck.Rules() {
		rules[r.ID] = r
	}
	pages, _ := filepath.Glob("docs/*.md")
	quotation := regexp.MustCompile(`^ {8}(R[0-9]+\.[0-9]+) ([^:]+): (.+)$`)
	n := 0
	for _, page := range pages {
		lines := strings.Split(readFile(t, page), "\n")
		for i, l := range lines {
			m := quotation.FindStringSubmatch(l)
			if m == nil {
				continue
			}
			n++
			text := m[3]
			for _, more := range lines[i+1:] {
				if !strings.HasPrefix(more, "        ") || quotation.MatchString(more) {
					break
				}
				text += " " + strings.TrimSpace(more)
			}
			text, elided := strings.CutSuffix(text, " …")
			r := rules[m[1]]
			if m[2] != r.Name || text != r.Text && !(elided && strings.HasPrefix(r.Text, text)) {
				t.Errorf("%s quotes %s %s: %q\nSPEC.md has %s: %q", page, m[1], m[2], text, r.Name, r.Text)
			}
		}
	}
	if n < 4 {
		t.Errorf("%d quoted rules in docs: expected at least 4", n)
	}
}

// rulesIn returns the rules that files, or the Go files below directories, name.
func rulesIn(t *testing.T, paths []string) map[string]bool {
	mention := regexp.MustCompile(`R([0-9]+)\.([0-9]+)(?:\)? to R([0-9]+)\.([0-9]+))?`)
	named := make(map[string]bool)
	for _, path := range paths {
		err := filepath.WalkDir(path, func(file string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(file) != ".go" {
				return err
			}
			for _, m := range mention.FindAllStringSubmatch(readFile(t, file), -1) {
				named["R"+m[1]+"."+m[2]] = true
				var from, to int
				if n, _ := fmt.Sscan(m[2]+" "+m[4], &from, &to); n == 2 && m[1] == m[3] {
					for i := from; i <= to; i++ {
						named[fmt.Sprintf("R%s.%d", m[1], i)] = true
					}
				}
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
	return named
}

// prose returns a page without its code.
func prose(page string) string {
	page = regexp.MustCompile("(?ms)^```.*?^```$").ReplaceAllString(page, "")
	return regexp.MustCompile("`[^`\n]*`").ReplaceAllString(page, "")
}

// anchors returns the anchors that GitHub gives the headings of a page.
func anchors(page string) []string {
	var all []string
	for _, m := range regexp.MustCompile(`(?m)^#+ (.+)$`).FindAllStringSubmatch(page, -1) {
		kept := regexp.MustCompile(`[^\p{L}\p{N} _-]`).ReplaceAllString(strings.ToLower(m[1]), "")
		all = append(all, strings.ReplaceAll(kept, " ", "-"))
	}
	return all
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
