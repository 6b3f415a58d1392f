package fpcheck_test

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/build"
	"go/doc"
	"go/importer"
	"go/parser"
	"go/printer"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

const modulePath = "github.com/lsh-interop/fpcheck"

// mostLines is the greatest number of lines of testdata/api that are not empty. The API is frozen: a new
// name replaces another.
const mostLines = 800

// TestAPI compares the exported declarations of each public package with its file in testdata/api. So each
// change of the API is reviewed. With -update it writes the files.
func TestAPI(t *testing.T) {
	const dir = "testdata/api"
	listed, lines := make(map[string]string), 0 // by file name
	for _, p := range publicPackages(t) {
		name := cmp.Or(strings.ReplaceAll(p, "/", "-"), "fpcheck") + ".txt"
		listed[name] = listAPI(t, p)
		lines += len(strings.FieldsFunc(listed[name], func(r rune) bool { return r == '\n' }))
	}
	if lines > mostLines {
		t.Errorf("the public packages have %d lines of API, expected %d or fewer; move to internal/ "+
			"what only packages of this module use", lines, mostLines)
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

// internalTypes lists the exceptions: names that mention a type of an internal package. The stages of a
// scheme are methods of a sketch.Method. Packages that show, test and count stages need them. They have
// only the Scheme, so the method is exported. Other modules cannot name its result, and do not need it.
var internalTypes = []string{"scheme.Scheme.Method"}

// TestInternalTypes fails if an exported name of a public package mentions a type of an internal package.
// Other modules can neither name such a type nor read its documentation.
func TestInternalTypes(t *testing.T) {
	list := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}}={{.Export}}")
	for _, p := range publicPackages(t) {
		list.Args = append(list.Args, path.Join(modulePath, p))
	}
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	exports := make(map[string]string)
	for line := range strings.Lines(string(out)) {
		p, file, _ := strings.Cut(strings.TrimSpace(line), "=")
		exports[p] = file
	}
	imports := importer.ForCompiler(token.NewFileSet(), "gc", func(p string) (io.ReadCloser, error) { return os.Open(exports[p]) })
	var found []string
	for _, p := range publicPackages(t) {
		pkg, err := imports.Import(path.Join(modulePath, p))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range pkg.Scope().Names() {
			if o := pkg.Scope().Lookup(name); o.Exported() {
				found = append(found, mentions(o)...)
			}
		}
	}
	if diff := gocmp.Diff(internalTypes, found); diff != "" {
		t.Errorf("exported names that mention types of internal packages (-want +got):\n%s", diff)
	}
}

// mentions returns the names of an object, its fields and its methods that mention internal types.
func mentions(o types.Object) (names []string) {
	name := o.Pkg().Name() + "." + o.Name()
	named, ok := o.Type().(*types.Named)
	if _, isType := o.(*types.TypeName); !isType || !ok {
		if mentionsInternal(o.Type()) {
			names = append(names, name)
		}
		return names
	}
	if mentionsInternal(named.Underlying()) {
		names = append(names, name)
	}
	methods := types.NewMethodSet(types.NewPointer(named))
	for i := range methods.Len() {
		if m := methods.At(i).Obj(); m.Exported() && mentionsInternal(m.Type()) {
			names = append(names, name+"."+m.Name())
		}
	}
	return names
}

// mentionsInternal reports whether a type comes from an internal package, or is composed of such types. It
// looks at the exported fields and methods of unnamed types.
func mentionsInternal(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		p := t.Obj().Pkg()
		if p != nil && strings.HasPrefix(p.Path(), modulePath+"/") && slices.Contains(strings.Split(p.Path(), "/"), "internal") {
			return true
		}
		for a := range t.TypeArgs().Types() {
			if mentionsInternal(a) {
				return true
			}
		}
	case *types.Struct:
		for f := range t.Fields() {
			if f.Exported() && mentionsInternal(f.Type()) {
				return true
			}
		}
	case *types.Interface:
		for m := range t.Methods() {
			if m.Exported() && mentionsInternal(m.Type()) {
				return true
			}
		}
	case *types.Signature:
		return mentionsInternal(t.Params()) || mentionsInternal(t.Results())
	case *types.Tuple:
		for v := range t.Variables() {
			if mentionsInternal(v.Type()) {
				return true
			}
		}
	case *types.Map:
		return mentionsInternal(t.Key()) || mentionsInternal(t.Elem())
	case interface{ Elem() types.Type }: // pointers, slices, arrays, channels
		return mentionsInternal(t.Elem())
	}
	return false
}

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
		ast.Inspect(typ.Decl, hideUnexported)
		declare(typ.Decl)
		values(typ.Consts)
		values(typ.Vars)
		funcs(typ.Funcs)
		funcs(typ.Methods)
	}
	return b.String()
}

// hideUnexported removes the note that a struct or an interface has unexported parts.
func hideUnexported(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.StructType:
		n.Incomplete = false
	case *ast.InterfaceType:
		n.Incomplete = false
	}
	return true
}

// elide empties the function literals and composite literals of a variable's value. The type is part of
// the API, but the value is not.
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
