// Command site stages the pages of the site. It copies the Markdown of the repository, and writes pages
// for rules, vectors and source files. Each link leads to a page. MkDocs then writes HTML:
// lab/scripts/site.sh runs both.
//
//	site [-references DIR] STAGE ROOT
package main

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	references := flag.String("references", "", "`folder` of the API references that reference.sh wrote")
	flag.Parse()
	if flag.NArg() != 2 {
		fmt.Fprintln(os.Stderr, "usage: site [-references DIR] STAGE ROOT")
		os.Exit(2)
	}
	if err := run(flag.Arg(0), flag.Arg(1), *references); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

func run(out, root, references string) error {
	s, err := newStage(root)
	if err != nil {
		return err
	}
	for _, step := range []func() error{
		s.vectorPages, // before the others, which name the vectors of rules
		s.markdown, s.rulePages, s.comparePage,
		func() error { return s.referencePage(references) },
		s.sourcePages, // after the others, which ask for the sources that they link to
		s.configuration,
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return s.write(out)
}

// A stage has the files that MkDocs reads.
type stage struct {
	root    string
	tracked map[string]bool   // files that git knows
	pages   map[string]string // a Markdown file of the repository to its page
	sources map[string]bool   // files and folders that need a page of their source
	files   map[string][]byte // the stage
	rules   map[string]*rule
	order   []*rule
}

func newStage(root string) (*stage, error) {
	list := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	list.Dir = root
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("git ls-files: %w", err)
	}
	s := &stage{root: root, tracked: make(map[string]bool), pages: make(map[string]string), sources: make(map[string]bool), files: make(map[string][]byte)}
	for name := range strings.SplitSeq(strings.Trim(string(out), "\x00"), "\x00") {
		if _, err := os.Stat(filepath.Join(root, name)); err == nil {
			s.tracked[name] = true
		}
	}
	for _, pattern := range []string{"README.md", "SPEC.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs/*.md", "docs/measured/*.md", "vectors/README.md",
		"vectors/*/README.md", "examples/README.md", "ports/*/README.md"} {
		for name := range s.tracked {
			if ok, _ := path.Match(pattern, name); ok {
				s.pages[name] = pageOf(name)
			}
		}
	}
	s.pages["docs/compare.html"] = "docs/compare.md"
	return s, s.findRules()
}

// pageOf returns the page of a Markdown file. MkDocs makes index.md the index of its folder, so the
// page about indexes needs another name.
func pageOf(name string) string {
	if name == "docs/measured/index.md" {
		return "docs/measured/index-cost.md"
	}
	return name
}

func (s *stage) read(name string) (string, error) {
	data, err := os.ReadFile(filepath.Join(s.root, name))
	return string(data), err
}

// markdown stages the pages that the repository has.
func (s *stage) markdown() error {
	for name, page := range s.pages {
		if path.Ext(name) != ".md" {
			continue
		}
		text, err := s.read(name)
		if err != nil {
			return err
		}
		if name == "SPEC.md" {
			text = s.linkRules(text)
		}
		if text, err = s.convert(name, page, text); err != nil {
			return err
		}
		if name == "vectors/README.md" {
			text += s.vectorList()
		}
		s.files[page] = []byte(text)
	}
	return nil
}

// write writes the stage into a folder, in place of what is there.
func (s *stage) write(out string) error {
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	names := slices.Sorted(maps.Keys(s.files))
	for _, name := range names {
		file := filepath.Join(out, "pages", name)
		if name == "mkdocs.yml" {
			file = filepath.Join(out, name)
		}
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(file, s.files[name], 0o666); err != nil {
			return err
		}
	}
	fmt.Printf("site: %d files staged\n", len(names))
	return nil
}
