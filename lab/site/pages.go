package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck"
)

// mostSource is the size in bytes of the longest file that has a page of its source.
const mostSource = 300_000

var languages = map[string]string{".go": "go", ".c": "c", ".h": "c", ".java": "java", ".js": "javascript", ".mjs": "javascript",
	".json": "json", ".py": "python", ".rs": "rust", ".sh": "bash", ".toml": "toml", ".yaml": "yaml", ".yml": "yaml", ".sql": "sql", ".scala": "scala"}

// sourcePages stages a page for each source file and folder that a page links to. A page of a folder
// may ask for more.
func (s *stage) sourcePages() error {
	done := make(map[string]bool)
	for len(done) < len(s.sources) {
		for _, name := range slices.Sorted(maps.Keys(s.sources)) {
			if done[name] {
				continue
			}
			done[name] = true
			write := s.writeFolder
			if s.tracked[name] {
				write = s.writeSource
			}
			if err := write(name); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *stage) writeSource(name string) error {
	text, err := s.read(name)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "---\ntitle: %s\nsearch:\n  exclude: true\nhide:\n  - toc\n---\n# %s\n\n", strconv.Quote(path.Base(name)), "`"+name+"`")
	if len(text) > mostSource || !utf8.ValidString(text) {
		fmt.Fprintf(&b, "This file has %d bytes. [Download it](%s).\n", len(text), path.Base(name))
		s.files[strings.TrimSuffix(sourcePage(name), ".md")] = []byte(text)
		s.files[sourcePage(name)] = b.Bytes()
		return nil
	}
	marks := "````"
	for strings.Contains(text, marks) {
		marks += "`"
	}
	language := languages[path.Ext(name)]
	if language == "" {
		language = "text"
	}
	fmt.Fprintf(&b, "%s { .%s .source }\n%s\n%s\n", marks, language, strings.TrimRight(text, "\n"), marks)
	s.files[sourcePage(name)] = b.Bytes()
	return nil
}

// writeFolder stages the list of the files and folders in a folder.
func (s *stage) writeFolder(name string) error {
	page := sourceFolder(name)
	entries := make(map[string]bool)
	for file := range s.tracked {
		if rest, ok := strings.CutPrefix(file, name+"/"); ok {
			first, _, _ := strings.Cut(rest, "/")
			entries[first] = true
		}
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "---\ntitle: %s\nsearch:\n  exclude: true\nhide:\n  - toc\n---\n# %s\n\n", strconv.Quote(name), "`"+name+"/`")
	for _, entry := range slices.Sorted(maps.Keys(entries)) {
		place, err := s.place(name + "/" + entry)
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "- [%s](%s)\n", entry, relative(page, place))
	}
	s.files[page] = b.Bytes()
	return nil
}

// comparePage stages the page of docs/compare.html, which "make page" writes from the JavaScript
// port. The page has its body and script within the frame of the site. Its style is for that body alone.
func (s *stage) comparePage() error {
	text, err := s.read("docs/compare.html")
	if err != nil {
		return err
	}
	part := func(begin, end string) string {
		_, after, _ := strings.Cut(text, begin)
		inner, _, found := strings.Cut(after, end)
		if !found && err == nil {
			err = fmt.Errorf("docs/compare.html: no %s ... %s", begin, end)
		}
		return inner
	}
	style, script, body := part("<style>", "</style>"), part(`<script type="module">`, "</script>"), part("<main>", "</main>")
	if err != nil {
		return err
	}
	// The site's rem is larger, and its root is not the page's.
	style = regexp.MustCompile(`([0-9.]+)rem\b`).ReplaceAllString(style, "calc($1 * var(--rem))")
	style = strings.NewReplacer(":root {", "& {", "body {", "& {", "\nh", "\n& h").Replace(style)
	s.files["docs/compare.css"] = []byte(".compare {\n--rem: 0.7rem;\n" + style + "\n}\n")
	s.files["docs/compare.js"] = []byte("(() => {\n" + script + "\n})();\n")
	blank := regexp.MustCompile(`\n\s*\n`)
	s.files["docs/compare.md"] = []byte(`---
title: Compare two texts
hide:
  - toc
---
# Compare two texts

` + "Paste two texts and see what is compared. The page computes everything itself and sends nothing. It runs the code\n" +
		"of the [JavaScript package](../ports/javascript/README.md).\n\n" +
		`<noscript><p>This page needs JavaScript. The picture shows the steps for two short texts.</p></noscript>

<link rel="stylesheet" href="compare.css">

<div class="compare">` + blank.ReplaceAllString(body, "\n") + `</div>

<script src="compare.js" defer></script>

## From texts to bits

![` + bitsText + `](bits.svg)
`)
	_, err = s.target("docs/compare.html", "docs/compare.md", "bits.svg", true)
	return err
}

const bitsText = "Two sentences that differ in one word become tokens, hashes and 64 bits each; some bits differ."

// references lists the languages that have an API reference, with what each is.
var references = []struct{ folder, name, note string }{
	{"go", "Go", "the reference implementation"},
	{"python", "Python", "the package for Python"},
	{"javascript", "JavaScript", "the package for Node.js, Deno, Bun and browsers"},
	{"rust", "Rust", "the crate"},
	{"java", "Java", "the package for the JVM"},
	{"c", "C", "the headers"},
}

// referencePage stages the list of API references. It lists those that are there.
func (s *stage) referencePage(folder string) error {
	var b bytes.Buffer
	b.WriteString("# API references\n\nThe tool of each language writes its reference. All of them follow one [specification](SPEC.md).\n\n")
	found := 0
	for _, r := range references {
		if _, err := os.Stat(filepath.Join(folder, r.folder, "index.html")); folder == "" || err != nil {
			continue
		}
		found++
		fmt.Fprintf(&b, "<p><a href=\"reference/%s/index.html\">%s</a>: %s</p>\n\n", r.folder, r.name, r.note)
	}
	if found == 0 {
		b.WriteString("This build of the site has none: run `make reference` before `make site`.\n")
	}
	s.files["references.md"] = b.Bytes()
	return nil
}

// configuration stages mkdocs.yml, whose menu has the sections of docs/README.md.
func (s *stage) configuration() error {
	index, err := s.read("docs/README.md")
	if err != nil {
		return err
	}
	var nav bytes.Buffer
	nav.WriteString("  - Home:\n    - README.md\n    - Documentation: docs/README.md\n    - CHANGELOG.md\n")
	nav.WriteString("  - Specification:\n    - Specification: SPEC.md\n    - rules/index.md\n    - vectors/README.md\n")
	entry := regexp.MustCompile(`^- \[[^\]]*\]\(([^)]+\.md)\)`)
	listed := map[string]bool{"SPEC.md": true, "vectors/README.md": true}
	for text := range strings.SplitSeq(index, "\n") {
		if title, ok := strings.CutPrefix(text, "## "); ok {
			fmt.Fprintf(&nav, "  - %s:\n", title)
		}
		if m := entry.FindStringSubmatch(text); m != nil {
			name := path.Join("docs", m[1])
			if s.pages[name] == "" {
				return fmt.Errorf("docs/README.md: %s has no page", name)
			}
			if !listed[name] {
				fmt.Fprintf(&nav, "    - %s\n", s.pages[name])
			}
		}
	}
	nav.WriteString("  - Ports:\n")
	for _, name := range slices.Sorted(maps.Keys(s.tracked)) {
		if ok, _ := path.Match("ports/*/README.md", name); ok {
			fmt.Fprintf(&nav, "    - %s\n", name)
		}
	}
	nav.WriteString("    - references.md\n  - Compare: docs/compare.md\n")
	s.files["mkdocs.yml"] = fmt.Appendf(nil, "INHERIT: ../../lab/site/mkdocs.yml\ndocs_dir: pages\nsite_dir: html\nextra:\n  release: %s\nnav:\n%s", fpcheck.Version, nav.String())
	return nil
}
