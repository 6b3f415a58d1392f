package main

import (
	"bytes"
	"fmt"
	"html"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/lab/mutants"
)

// A rule of SPEC.md, and where it is tested, implemented and broken.
type rule struct {
	fpcheck.Rule
	vectors   []vector
	code      []line // what CONTRIBUTING.md calls code
	statement []line // and plain statement
	mutants   []mutant
}

type line struct {
	file   string
	number int
	text   string
}

type mutant struct {
	mutants.Mutant
	at line
}

func (r *rule) page() string { return "rules/" + r.ID + ".md" }

// findRules finds the rules, and their places by the table of CONTRIBUTING.md.
func (s *stage) findRules() error {
	s.rules = make(map[string]*rule)
	for _, r := range fpcheck.Rules() {
		s.rules[r.ID] = &rule{Rule: r}
		s.order = append(s.order, s.rules[r.ID])
	}
	table, err := s.read("CONTRIBUTING.md")
	if err != nil {
		return err
	}
	rows := regexp.MustCompile(`(?m)^\| ([0-9]+) [^|]*\|([^|]*)\|([^|]*)\|([^|]*)\|$`).FindAllStringSubmatch(table, -1)
	if len(rows) == 0 {
		return fmt.Errorf("CONTRIBUTING.md: no table of chapters; expected rows as \"| 1 Text | `code` | `statement` | `mutants` |\"")
	}
	for _, row := range rows {
		for column, cell := range row[2:4] {
			for _, place := range code.FindAllString(cell, -1) {
				lines, err := s.mentions(strings.Trim(place, "`"))
				if err != nil {
					return err
				}
				for id, found := range lines {
					r := s.rules[id]
					switch chapter, _, _ := strings.Cut(id[1:], "."); {
					case r == nil || chapter != row[1]:
					case column == 0:
						r.code = append(r.code, found...)
					default:
						r.statement = append(r.statement, found...)
					}
				}
			}
		}
	}
	return s.findMutants()
}

var mentions = regexp.MustCompile(`R([0-9]+)\.([0-9]+)(?:\)? to R([0-9]+)\.([0-9]+))?`)

// mentions returns the lines of a Go file, or of the Go files below a folder, that name a rule. "R4.1
// to R4.3" names three.
func (s *stage) mentions(place string) (map[string][]line, error) {
	found := make(map[string][]line)
	err := filepath.WalkDir(filepath.Join(s.root, place), func(file string, d os.DirEntry, err error) error {
		name, _ := filepath.Rel(s.root, file)
		if err != nil || d.IsDir() || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") || !s.tracked[name] {
			return err
		}
		text, err := s.read(name)
		if err != nil {
			return err
		}
		for i, content := range strings.Split(text, "\n") {
			at := line{file: name, number: i + 1, text: strings.TrimSpace(content)}
			for _, m := range mentions.FindAllStringSubmatch(content, -1) {
				from, _ := strconv.Atoi(m[2])
				to, _ := strconv.Atoi(m[4])
				if m[3] != m[1] || to < from {
					to = from
				}
				for n := from; n <= to; n++ {
					id := fmt.Sprintf("R%s.%d", m[1], n)
					if lines := found[id]; len(lines) == 0 || lines[len(lines)-1] != at {
						found[id] = append(lines, at)
					}
				}
			}
		}
		return nil
	})
	return found, err
}

var quoted = regexp.MustCompile(`"([a-z0-9.-]{4,})(%[^"]*)?"`)

// findMutants finds the mutants of each rule, and the lines that name them. Some names are made of a
// beginning and what follows it.
func (s *stage) findMutants() error {
	at := make(map[string]line) // by a name or its beginning
	for _, name := range slices.Sorted(maps.Keys(s.tracked)) {
		if ok, _ := path.Match("lab/mutants/*.go", name); !ok || strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := s.read(name)
		if err != nil {
			return err
		}
		for i, content := range strings.Split(text, "\n") {
			for _, m := range quoted.FindAllStringSubmatch(content, -1) {
				if _, ok := at[m[1]]; !ok {
					at[m[1]] = line{file: name, number: i + 1}
				}
			}
		}
	}
	for _, m := range mutants.All() {
		named := m.Name
		for at[named].file == "" && named != "" {
			named = named[:len(named)-1]
		}
		if named == "" {
			return fmt.Errorf("mutant %s of %s: no line of lab/mutants names it", m.Name, m.Rule)
		}
		s.rules[m.Rule].mutants = append(s.rules[m.Rule].mutants, mutant{m, at[named]})
	}
	return nil
}

var begins = regexp.MustCompile(`^\*\*(R[0-9]+\.[0-9]+) ([^*]+)\.\*\* ?`)

// linkRules makes each rule of SPEC.md a heading, so that search and links find it. It adds a line of
// links after the rule.
func (s *stage) linkRules(spec string) string {
	var out []string
	var open *rule
	chapter := 2
	fenced := false
	for _, text := range strings.Split(spec, "\n") {
		if fence.MatchString(text) {
			fenced = !fenced
		}
		if strings.HasPrefix(text, "#") && !fenced {
			chapter = len(text) - len(strings.TrimLeft(text, "#"))
		}
		if m := begins.FindStringSubmatch(text); m != nil && s.rules[m[1]] != nil && !fenced {
			open = s.rules[m[1]]
			out = append(out, fmt.Sprintf("%s %s %s { #%s }", strings.Repeat("#", min(chapter+1, 3)), m[1], m[2], m[1]), "")
			text = text[len(m[0]):]
		}
		out = append(out, text)
		if open != nil && strings.HasSuffix(text, "∎") {
			out = append(out, "", s.ruleLinks("SPEC.md", open))
			open = nil
		}
	}
	return strings.Join(out, "\n")
}

// mostLinks is the number of vectors, lines or mutants that the line after a rule names. The page of
// the rule has all.
const mostLinks = 4

// ruleLinks returns the line of links after a rule.
func (s *stage) ruleLinks(from string, r *rule) string {
	var b bytes.Buffer
	fmt.Fprintf(&b, `<p class="rule-links" data-search-exclude>`)
	part := func(title, anchor string, links []string) {
		if len(links) == 0 {
			return
		}
		more := ""
		if n := len(links); n > mostLinks {
			links = links[:mostLinks]
			more = ", " + href(from, r.page(), anchor, fmt.Sprintf("all %d %s of %s", n, strings.ToLower(title), r.ID))
		}
		fmt.Fprintf(&b, `<span><b>%s</b> %s%s</span> `, title, strings.Join(links, ", "), more)
	}
	var vectors, code, statement, broken []string
	for _, v := range r.vectors {
		vectors = append(vectors, href(from, v.page(), v.ID, v.ID))
	}
	for _, l := range r.code {
		code = append(code, s.lineLink(from, l))
	}
	for _, l := range r.statement {
		statement = append(statement, s.lineLink(from, l))
	}
	for _, m := range r.mutants {
		broken = append(broken, s.sourceLink(from, m.at, m.Name))
	}
	part("Vectors", "vectors", vectors)
	part("Places in code", "code", code)
	part("Plain statements", "plain-statement", statement)
	part("Mutants", "mutants", broken)
	fmt.Fprintf(&b, "<span>%s</span></p>", href(from, r.page(), "", "Everything about "+r.ID))
	return b.String()
}

func (s *stage) lineLink(from string, l line) string {
	return s.sourceLink(from, l, fmt.Sprintf("%s:%d", path.Base(l.file), l.number))
}

func (s *stage) sourceLink(from string, l line, text string) string {
	s.sources[l.file] = true
	return href(from, sourcePage(l.file), fmt.Sprintf("L-0-%d", l.number), text)
}

// rulePages stages a page for each rule, with all that belongs to it, and the list of rules.
func (s *stage) rulePages() error {
	var list bytes.Buffer
	list.WriteString("---\nsearch:\n  exclude: true\n---\n# Rules\n\nThe [specification](../SPEC.md) has " +
		fmt.Sprint(len(s.order)) + " rules. The page of a rule lists its vectors, its places in the code and its mutants.\n\n" +
		"| rule | name | vectors | mutants |\n|---|---|--:|--:|\n")
	for _, r := range s.order {
		fmt.Fprintf(&list, "| [%s](%s.md) | %s | %d | %d |\n", r.ID, r.ID, r.Name, len(r.vectors), len(r.mutants))
		text, err := s.convert("SPEC.md", r.page(), strings.TrimPrefix(r.Source, begins.FindString(r.Source)))
		if err != nil {
			return err
		}
		var b bytes.Buffer
		fmt.Fprintf(&b, "---\nsearch:\n  exclude: true\n---\n# %s %s\n\n%s\n\n", r.ID, r.Name, text)
		fmt.Fprintf(&b, "This is %s of the specification.\n\n", fmt.Sprintf("[%s](../SPEC.md#%s)", r.ID, r.ID))
		fmt.Fprintf(&b, "## Vectors { #vectors }\n\n")
		rows(&b, "vector", "what it finds", len(r.vectors), func(i int) (string, string) {
			v := r.vectors[i]
			return href(r.page(), v.page(), v.ID, v.ID), html.EscapeString(v.Why)
		})
		for _, part := range []struct {
			title, anchor string
			lines         []line
		}{{"Code", "code", r.code}, {"Plain statement", "plain-statement", r.statement}} {
			fmt.Fprintf(&b, "## %s { #%s }\n\n", part.title, part.anchor)
			rows(&b, "place", "line", len(part.lines), func(i int) (string, string) {
				l := part.lines[i]
				return s.sourceLink(r.page(), l, fmt.Sprintf("%s:%d", l.file, l.number)), "<code>" + html.EscapeString(l.text) + "</code>"
			})
		}
		fmt.Fprintf(&b, "## Mutants { #mutants }\n\nA mutant is an implementation that makes one mistake. A vector above finds it.\n\n")
		rows(&b, "mutant", "mistake", len(r.mutants), func(i int) (string, string) {
			m := r.mutants[i]
			return s.sourceLink(r.page(), m.at, m.Name), html.EscapeString(m.Mistake)
		})
		s.files[r.page()] = b.Bytes()
	}
	s.files["rules/index.md"] = list.Bytes()
	return nil
}

// rows writes a table of two columns in HTML, which MkDocs leaves alone.
func rows(b *bytes.Buffer, first, second string, n int, row func(int) (string, string)) {
	if n == 0 {
		b.WriteString("None.\n\n")
		return
	}
	fmt.Fprintf(b, "<table class=\"places\"><thead><tr><th>%s</th><th>%s</th></tr></thead><tbody>\n", first, second)
	for i := range n {
		x, y := row(i)
		fmt.Fprintf(b, "<tr><td>%s</td><td>%s</td></tr>\n", x, y)
	}
	b.WriteString("</tbody></table>\n\n")
}
