package fpcheck_test

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/build"
	"go/doc"
	"go/parser"
	"go/printer"
	"go/token"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

const modulePath = "github.com/lsh-interop/fpcheck"

// TestAPI compares the exported declarations of each public package with its file in
// testdata/api, so that no change of the API goes unnoticed. With -update it writes the files.
func TestAPI(t *testing.T) {
	const dir = "testdata/api"
	listed := make(map[string]string) // by file name
	for _, p := range publicPackages(t) {
		name := cmp.Or(strings.ReplaceAll(p, "/", "-"), "fpcheck") + ".txt"
		listed[name] = listAPI(t, p)
	}
	if *update {
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		for name, list := range listed {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(list), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		return
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	want := make(map[string]string)
	for _, f := range files {
		content, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		want[f.Name()] = string(content)
	}
	for _, name := range slices.Sorted(maps.Keys(listed)) {
		if diff := gocmp.Diff(want[name], listed[name]); diff != "" {
			t.Errorf("%s/%s differs; if that is meant: go test . -run TestAPI -update (-want +got):\n%s", dir, name, diff)
		}
	}
	for name := range want {
		if _, ok := listed[name]; !ok {
			t.Errorf("%s/%s is of no package; go test . -run TestAPI -update removes it", dir, name)
		}
	}
}

// publicPackages returns the directories of the packages that other modules can import, "" for
// the root.
func publicPackages(t *testing.T) []string {
	var dirs []string
	for _, dir := range packages(t) {
		p, err := linuxAMD64.ImportDir(dir, 0)
		if err != nil {
			t.Fatal(err)
		}
		if p.Name != "main" && !slices.Contains(strings.Split(dir, "/"), "internal") {
			dirs = append(dirs, strings.TrimPrefix(dir, "."))
		}
	}
	return dirs
}

// linuxAMD64 selects the same files on every machine.
var linuxAMD64 = func() build.Context {
	c := build.Default
	c.GOOS, c.GOARCH, c.CgoEnabled = "linux", "amd64", false
	return c
}()

// listAPI returns the exported declarations of a package, without comments.
func listAPI(t *testing.T, dir string) string {
	p, err := linuxAMD64.ImportDir(cmp.Or(dir, "."), 0)
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(fset, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	d, err := doc.NewFromFiles(fset, files, path.Join(modulePath, dir))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "package %s // import %q\n", d.Name, d.ImportPath)
	style := printer.Config{Mode: printer.UseSpaces | printer.TabIndent, Tabwidth: 8}
	declare := func(n ast.Node) {
		if _, isFunc := n.(*ast.FuncDecl); !isFunc {
			b.WriteByte('\n')
		}
		if err := style.Fprint(&b, fset, n); err != nil {
			t.Fatal(err)
		}
		b.WriteByte('\n')
	}
	values := func(vs []*doc.Value) {
		for _, v := range vs {
			for _, s := range v.Decl.Specs {
				elide(s.(*ast.ValueSpec))
			}
			declare(v.Decl)
		}
	}
	funcs := func(fs []*doc.Func) {
		for i, f := range fs {
			if i == 0 {
				b.WriteByte('\n')
			}
			declare(f.Decl)
		}
	}
	values(d.Consts)
	values(d.Vars)
	funcs(d.Funcs)
	for _, typ := range d.Types {
		declare(typ.Decl)
		values(typ.Consts)
		values(typ.Vars)
		funcs(typ.Funcs)
		funcs(typ.Methods)
	}
	return b.String()
}

// elide empties the function literals and composite literals of a variable's value: its type
// is the API, what it holds is not.
func elide(s *ast.ValueSpec) {
	for _, v := range s.Values {
		ast.Inspect(v, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				n.Body.List = nil
			case *ast.CompositeLit:
				n.Elts = nil
			}
			return true
		})
	}
}
