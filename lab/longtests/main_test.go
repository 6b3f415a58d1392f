package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/lab/internal/checkout"
)

func TestLong(t *testing.T) {
	const whole = "func TestWhole(t *testing.T) { other() }\n"
	for _, tt := range []struct {
		why, source string
		scripts     []string
		want        []string
	}{
		{"no reason", "func other() {}\n", nil, nil},
		{"in the test", "func TestA(t *testing.T) { if testing.Short() { n = 1 } }\n", nil, []string{"^TestA$"}},
		{"skipped without -short", "func TestA(t *testing.T) { t.Skipf(\"no %s\", x) }\n", nil, []string{"^TestA$"}},
		{"through functions", "func a() { b() }\nfunc b() { exec.LookPath(x) }\nfunc TestA(t *testing.T) { a() }\n", nil, []string{"^TestA$"}},
		{"through functions that follow", "func TestA(t *testing.T) { a() }\nfunc a() { b() }\nfunc b() { c() }\nfunc c() { t.Skip() }\n", nil, []string{"^TestA$"}},
		{"through a method", "func (j judge) Ask() { os.Stat(\"../.cache/x\") }\nfunc FuzzA(f *testing.F) { x.Ask() }\n", nil, []string{"^FuzzA$"}},
		{"through a variable", "var a, b = size()\nfunc size() int { if testing.Short() { return 1 }; return 2 }\nfunc ExampleA() { use(b) }\n", nil, []string{"^ExampleA$"}},
		{"in TestMain", "func TestMain(m *testing.M) { flag.Parse(); if testing.Short() { n = 1 } }\n", nil, []string{"^TestWhole$"}},
		{"in scripts", "func TestScripts(t *testing.T) { testscript.Run(t, p) }\n", []string{"a", "b"}, []string{"^TestScripts$/^(a|b)$"}},
		{"in no script", "func TestScripts(t *testing.T) { testscript.Run(t, p) }\n", nil, nil},
		{"fs.SkipDir", "func TestA(t *testing.T) { use(fs.SkipDir) }\n", nil, nil},
	} {
		p := &tests{scripts: tt.scripts}
		if err := p.parse("a_test.go", "package a\n"+whole+tt.source); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, p.long()); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", tt.why, diff)
		}
	}
}

// What reduces a test must be in the tests of its own package, where long looks for it.
func TestReasonsAreInTests(t *testing.T) {
	root, err := checkout.Root()
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && (path == filepath.Join(root, "lab") || path != root && strings.HasPrefix(e.Name(), ".")):
			return fs.SkipDir
		case e.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil || !slices.ContainsFunc(file.Imports, func(s *ast.ImportSpec) bool { return s.Path.Value == `"testing"` }) {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok && slices.Contains(reasons, s.Sel.Name) && s.Sel.Name != "LookPath" {
				t.Errorf("%s uses %s: expected only tests to do less", path, s.Sel.Name)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Each package with a reason has tests that are listed.
func TestPackages(t *testing.T) {
	root, err := checkout.Root()
	if err != nil {
		t.Fatal(err)
	}
	dirs, err := packages(root)
	if err != nil {
		t.Fatal(err)
	}
	listed := 0
	for _, dir := range dirs {
		files, err := filepath.Glob(filepath.Join(root, dir, "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		reduced := slices.ContainsFunc(files, func(name string) bool {
			source, err := os.ReadFile(name)
			return err != nil || strings.Contains(string(source), "testing.Short()")
		})
		p, err := read(filepath.Join(root, dir))
		if err != nil {
			t.Fatal(err)
		}
		if reduced && len(p.long()) == 0 {
			t.Errorf("%s: testing.Short() is in no test: expected a test that does less", dir)
		}
		listed += len(p.long())
	}
	if len(dirs) < 50 || listed < 50 {
		t.Errorf("%d tests of %d packages: expected at least 50 of 50", listed, len(dirs))
	}
}
