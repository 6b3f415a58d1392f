package main

import (
	"bytes"
	"fmt"
	"html"
	"maps"
	"path"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// A vector of a file.
type vector struct {
	ID    string   `yaml:"id"`
	Rules []string `yaml:"rules"`
	Why   string   `yaml:"why"`

	file string // "normalise"
	text string // its lines but for those of the id, the rules and the reason
}

func (v vector) page() string { return "vectors/" + v.file + ".md" }

// vectorList returns a list of the pages of vectors.
func (s *stage) vectorList() string {
	var b strings.Builder
	b.WriteString("\n## Files\n\n")
	for _, name := range slices.Sorted(maps.Keys(s.tracked)) {
		if page, ok := s.pages[name]; ok && path.Ext(name) == ".yaml" {
			fmt.Fprintf(&b, "- [%s](%s)\n", path.Base(name), relative("vectors/README.md", page))
		}
	}
	return b.String()
}

// vectorPages stages a page for each file of vectors, and adds the vectors to their rules.
func (s *stage) vectorPages() error {
	for _, name := range slices.Sorted(maps.Keys(s.tracked)) {
		if ok, _ := path.Match("vectors/*.yaml", name); !ok {
			continue
		}
		text, err := s.read(name)
		if err != nil {
			return err
		}
		var file struct {
			Stage   string   `yaml:"stage"`
			Schemes []string `yaml:"schemes"`
			Vectors []vector `yaml:"vectors"`
		}
		if err := yaml.Unmarshal([]byte(text), &file); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		parts := strings.Split(text, "\n  - id: ")
		if len(parts) != len(file.Vectors)+1 {
			return fmt.Errorf("%s: %d vectors in %d parts; expected each to begin with \"  - id: \"", name, len(file.Vectors), len(parts)-1)
		}
		title := strings.TrimSuffix(path.Base(name), ".yaml")
		page := "vectors/" + title + ".md"
		s.pages[name] = page
		var b bytes.Buffer
		fmt.Fprintf(&b, "---\ntitle: Vectors of %s\n---\n# Vectors of %s\n\n", title, title)
		fmt.Fprintf(&b, "These %d vectors test stage `%s` of `%s`. [Golden vectors](README.md) explains the format. [%s](%s) is the file.\n\n",
			len(file.Vectors), file.Stage, strings.Join(file.Schemes, "`, `"), name, relative(page, sourcePage(name)))
		s.sources[name] = true
		for i, v := range file.Vectors {
			v.file = title
			lines := strings.Split(strings.TrimRight(parts[i+1], "\n"), "\n")[1:]
			for _, l := range lines {
				if !strings.HasPrefix(l, "    rules: ") && !strings.HasPrefix(l, "    why: ") {
					v.text += strings.TrimPrefix(l, "    ") + "\n"
				}
			}
			var rules []string
			for _, id := range v.Rules {
				r := s.rules[id]
				if r == nil {
					return fmt.Errorf("%s: %s names %s, which SPEC.md does not have", name, v.ID, id)
				}
				if !slices.ContainsFunc(r.vectors, func(other vector) bool { return other.ID == v.ID }) {
					r.vectors = append(r.vectors, v)
				}
				rules = append(rules, href(page, "SPEC.md", id, id))
			}
			fmt.Fprintf(&b, "## %s { #%s }\n\n<p>%s: %s</p>\n\n", v.ID, v.ID, strings.Join(rules, ", "), html.EscapeString(v.Why))
			fmt.Fprintf(&b, "<div class=\"vector\" data-search-exclude markdown>\n\n```yaml\n%s```\n\n</div>\n\n", v.text)
		}
		s.files[page] = b.Bytes()
	}
	return nil
}
