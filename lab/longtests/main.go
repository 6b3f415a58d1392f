// Command longtests lists the tests that "go test -short ./..." may run in part only, so that the
// others need not run again. For each package it prints a pattern for -run and the package:
//
//	go -C lab run ./longtests | xargs -n 2 go test -run
//
// A test is listed if it mentions, itself or through other declarations of its package's tests, a
// reason to do less: testing.Short, a way to skip, a look for a program, or a file in .cache.
// Declarations are matched by name alone, so the list may have a test too many but none too few.
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/lab/internal/checkout"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "longtests:", err)
		os.Exit(1)
	}
}

func run() error {
	root, err := checkout.Root()
	if err != nil {
		return err
	}
	dirs, err := packages(root)
	if err != nil {
		return err
	}
	var lines []string
	for _, dir := range dirs {
		p, err := read(filepath.Join(root, dir))
		if err != nil {
			return err
		}
		if tests := p.long(); len(tests) > 0 {
			lines = append(lines, strings.Join(tests, "|")+" ./"+dir)
		}
	}
	_, err = fmt.Println(strings.Join(lines, "\n"))
	return err
}

// packages returns the directories of a module that have tests.
func packages(root string) ([]string, error) {
	found := make(map[string]bool)
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case path == root:
		case e.IsDir():
			_, err := os.Stat(filepath.Join(path, "go.mod"))
			if err == nil || e.Name() == "testdata" || strings.HasPrefix(e.Name(), ".") {
				return fs.SkipDir
			}
		case strings.HasSuffix(path, "_test.go"):
			dir, err := filepath.Rel(root, filepath.Dir(path))
			found[dir] = true
			return err
		}
		return nil
	})
	return slices.Sorted(maps.Keys(found)), err
}

// reasons are the names of functions that a test calls if it may do less.
var reasons = []string{"Short", "Skip", "Skipf", "SkipNow", "LookPath"}

// A declaration is a function, a method, or variables or constants of tests.
type declaration struct {
	names    []string
	mentions map[string]bool
	reduced  bool // it mentions a reason to do less
}

// tests are the declarations of a directory's tests.
type tests struct {
	declarations []declaration
	scripts      []string // the names of scripts for testscript that may do less
}

// conditional matches a line of a script that depends on a program or on -short.
var conditional = regexp.MustCompile(`(?m)^\[!?(exec:|short\b)`)

// read reads the tests of a directory.
func read(dir string) (*tests, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		return nil, err
	}
	p := new(tests)
	for _, name := range files {
		if err := p.parse(name, nil); err != nil {
			return nil, err
		}
	}
	scripts, err := filepath.Glob(filepath.Join(dir, "testdata", "*", "*.txtar"))
	if err != nil {
		return nil, err
	}
	for _, name := range scripts {
		octets, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if conditional.Match(octets) {
			p.scripts = append(p.scripts, strings.TrimSuffix(filepath.Base(name), ".txtar"))
		}
	}
	return p, nil
}

// parse adds the declarations of a file, whose source may be given.
func (p *tests) parse(name string, source any) error {
	file, err := parser.ParseFile(token.NewFileSet(), name, source, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			p.add(d, d.Name)
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if v, ok := s.(*ast.ValueSpec); ok {
					p.add(v, v.Names...)
				}
			}
		}
	}
	return nil
}

func (p *tests) add(node ast.Node, names ...*ast.Ident) {
	d := declaration{mentions: make(map[string]bool)}
	for _, n := range names {
		d.names = append(d.names, n.Name)
	}
	ast.Inspect(node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			d.mentions[n.Name] = true
		case *ast.SelectorExpr:
			d.reduced = d.reduced || slices.Contains(reasons, n.Sel.Name)
		case *ast.BasicLit:
			d.reduced = d.reduced || strings.Contains(n.Value, ".cache")
		}
		return true
	})
	p.declarations = append(p.declarations, d)
}

// long returns a pattern for each test that may run in part only.
func (p *tests) long() []string {
	reduced := make(map[string]bool)
	for before := -1; before < len(reduced); {
		before = len(reduced)
		for _, d := range p.declarations {
			for name := range d.mentions {
				d.reduced = d.reduced || reduced[name]
			}
			for _, name := range d.names {
				if d.reduced {
					reduced[name] = true
				}
			}
		}
	}
	var patterns []string
	for _, d := range p.declarations {
		for _, name := range d.names {
			switch {
			case !isTest.MatchString(name) || name == "TestMain":
			case reduced[name] || reduced["TestMain"] || reduced["init"]:
				patterns = append(patterns, "^"+name+"$")
			case d.mentions["testscript"] && len(p.scripts) > 0:
				patterns = append(patterns, "^"+name+"$/^("+strings.Join(p.scripts, "|")+")$")
			}
		}
	}
	slices.Sort(patterns)
	return patterns
}

var isTest = regexp.MustCompile(`^(Test|Fuzz|Example)`)
