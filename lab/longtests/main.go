// Command longtests lists the tests that "go test -short ./..." may run only in part. The others
// need not run again. For each package it prints a pattern for -run and the package:
//
//	go -C lab run ./longtests | xargs -n 2 go test -run
//
// A test is listed if it mentions a reason to do less. Reasons are testing.Short, a way to skip, a
// search for a program, or a file in .cache. Mentions in other declarations of its package's tests,
// or of packages for tests, count too. Declarations are matched by name alone, so the list may have
// a test too many.
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/lab/internal/checkout"
)

func main() {
	root, err := checkout.Root()
	if err == nil {
		var lines []string
		lines, err = list(os.DirFS(root))
		fmt.Print(strings.Join(lines, ""))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "longtests:", err)
		os.Exit(1)
	}
}

// list returns a line for each package of a module that has tests which may do less.
func list(module fs.FS) ([]string, error) {
	names, err := sources(module)
	if err != nil {
		return nil, err
	}
	reasons := map[string]bool{"Short": true, "Skip": true, "Skipf": true, "SkipNow": true, "LookPath": true}
	var helpers declarations
	tests := make(map[string]*declarations) // by directory
	for _, name := range names {
		to := &helpers
		if strings.HasSuffix(name, "_test.go") {
			dir := path.Dir(name)
			if tests[dir] == nil {
				tests[dir] = new(declarations)
			}
			to = tests[dir]
		}
		source, err := fs.ReadFile(module, name)
		if err == nil {
			err = to.parse(name, source)
		}
		if err != nil {
			return nil, err
		}
	}
	maps.Copy(reasons, helpers.reduced(reasons))
	var lines []string
	for _, dir := range slices.Sorted(maps.Keys(tests)) {
		scripts, err := conditional(module, dir)
		if err != nil {
			return nil, err
		}
		if long := tests[dir].long(reasons, scripts); len(long) > 0 {
			lines = append(lines, fmt.Sprintf("%s ./%s\n", strings.Join(long, "|"), dir))
		}
	}
	return lines, nil
}

// sources returns the Go files of a module's packages.
func sources(module fs.FS) (names []string, err error) {
	err = fs.WalkDir(module, ".", func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil || name == ".":
			return err
		case e.IsDir():
			_, err := fs.Stat(module, name+"/go.mod")
			if err == nil || e.Name() == "testdata" || strings.HasPrefix(e.Name(), ".") {
				return fs.SkipDir
			}
		case strings.HasSuffix(name, ".go"):
			names = append(names, name)
		}
		return nil
	})
	return names, err
}

// condition matches a line of a script that depends on a program or on -short.
var condition = regexp.MustCompile(`(?m)^\[!?(exec:|short\b)`)

// conditional returns the names of a package's scripts for testscript that may do less.
func conditional(module fs.FS, dir string) (names []string, err error) {
	scripts, err := fs.Glob(module, path.Join(dir, "testdata/*/*.txtar"))
	for _, name := range scripts {
		octets, err := fs.ReadFile(module, name)
		if err != nil {
			return nil, err
		}
		if condition.Match(octets) {
			names = append(names, strings.TrimSuffix(path.Base(name), ".txtar"))
		}
	}
	return names, err
}

// A declaration is a function, a method, or variables or constants.
type declaration struct {
	names     []string
	mentions  map[string]bool // identifiers
	selectors map[string]bool // identifiers after a dot
	cached    bool            // it mentions a file in .cache
}

type declarations []declaration

// parse adds the declarations of tests, or of a file for tests.
func (d *declarations) parse(name string, source []byte) error {
	file, err := parser.ParseFile(token.NewFileSet(), name, source, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	forTests := func(s *ast.ImportSpec) bool { return s.Path.Value == `"testing"` }
	if !strings.HasSuffix(name, "_test.go") && !slices.ContainsFunc(file.Imports, forTests) {
		return nil
	}
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			d.add(decl, decl.Name)
		case *ast.GenDecl:
			for _, s := range decl.Specs {
				if v, ok := s.(*ast.ValueSpec); ok {
					d.add(v, v.Names...)
				}
			}
		}
	}
	return nil
}

func (d *declarations) add(node ast.Node, names ...*ast.Ident) {
	n := declaration{mentions: make(map[string]bool), selectors: make(map[string]bool)}
	for _, name := range names {
		n.names = append(n.names, name.Name)
	}
	ast.Inspect(node, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.Ident:
			n.mentions[node.Name] = true
		case *ast.SelectorExpr:
			n.selectors[node.Sel.Name] = true
		case *ast.BasicLit:
			n.cached = n.cached || strings.Contains(node.Value, ".cache")
		}
		return true
	})
	*d = append(*d, n)
}

// reduced returns the names of the declarations that may do less.
func (d declarations) reduced(reasons map[string]bool) map[string]bool {
	reduced := make(map[string]bool)
	for before := -1; before < len(reduced); {
		before = len(reduced)
		for _, n := range d {
			if n.cached || intersect(n.selectors, reasons) || intersect(n.mentions, reduced) {
				for _, name := range n.names {
					reduced[name] = true
				}
			}
		}
	}
	return reduced
}

func intersect(a, b map[string]bool) bool {
	for name := range a {
		if b[name] {
			return true
		}
	}
	return false
}

var isTest = regexp.MustCompile(`^(Test|Fuzz|Example)`)

// long returns a pattern for each test that may run in part only.
func (d declarations) long(reasons map[string]bool, scripts []string) (patterns []string) {
	reduced := d.reduced(reasons)
	for _, n := range d {
		for _, name := range n.names {
			switch {
			case !isTest.MatchString(name) || name == "TestMain":
			case reduced[name] || reduced["TestMain"] || reduced["init"]:
				patterns = append(patterns, "^"+name+"$")
			case n.mentions["testscript"] && len(scripts) > 0:
				patterns = append(patterns, "^"+name+"$/^("+strings.Join(scripts, "|")+")$")
			}
		}
	}
	slices.Sort(patterns)
	return patterns
}
