package main

import (
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/lab/internal/checkout"
)

func TestList(t *testing.T) {
	const script = "func TestScripts(t *testing.T) { testscript.Run(t, p) }"
	for _, tt := range []struct{ why, source, want string }{
		{"no reason", "func other() {}", ""},
		{"in the test", "func TestA(t *testing.T) { if testing.Short() { n = 1 } }", "^TestA$"},
		{"skipped without -short", "func TestA(t *testing.T) { t.Skipf(\"no %s\", x) }", "^TestA$"},
		{"through functions", "func a() { b() }; func b() { exec.LookPath(x) }; func TestA() { a() }", "^TestA$"},
		{"through what follows", "func TestA() { a() }; func a() { b() }; func b() { t.Skip() }", "^TestA$"},
		{"through a method", "func (j judge) Ask() { os.Stat(\"../.cache/x\") }; func FuzzA() { x.Ask() }", "^FuzzA$"},
		{"through a variable", "var a, b = f(); func f() { testing.Short() }; func ExampleA() { use(b) }", "^ExampleA$"},
		{"through another package", "func TestA(t *testing.T) { helper.Needs(t, x) }", "^TestA$"},
		{"by another package that is not for tests", "func TestA(t *testing.T) { product.Find(x) }", ""},
		{"two", "func TestB(t *testing.T) { t.Skip() }; func TestA(t *testing.T) { t.Skip() }", "^TestA$|^TestB$"},
		{"in TestMain", "func TestMain(m *testing.M) { if testing.Short() { n = 1 } }", "^TestWhole$"},
		{"in scripts", script, "^TestScripts$/^(a|c)$"},
		{"fs.SkipDir", "func TestA(t *testing.T) { use(fs.SkipDir) }", ""},
	} {
		module := fstest.MapFS{
			"pkg/a_test.go":          {Data: []byte("package a; func TestWhole(t *testing.T) { other() }; " + tt.source)},
			"helper/helper.go":       {Data: []byte("package a; import \"testing\"; func Needs() { need() }; func need() { t.Skip() }")},
			"product/product.go":     {Data: []byte("package product; func Find(x string) { exec.LookPath(x) }")},
			"lab/go.mod":             {},
			"lab/b_test.go":          {Data: []byte("package b; func TestB(t *testing.T) { t.Skip() }")},
			"pkg/testdata/b_test.go": {Data: []byte("no Go")},
		}
		if tt.source == script {
			module["pkg/testdata/script/a.txtar"] = &fstest.MapFile{Data: []byte("cp a b\n[exec:man] exec man\n")}
			module["pkg/testdata/script/b.txtar"] = &fstest.MapFile{Data: []byte("[unix] exec sh\n")}
			module["pkg/testdata/script/c.txtar"] = &fstest.MapFile{Data: []byte("[!short] cp a b\n")}
		}
		var want []string
		if tt.want != "" {
			want = append(want, tt.want+" ./pkg\n")
		}
		got, err := list(module)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got)\n%s", tt.why, err, diff)
		}
	}
}

// Each use of testing.Short in the tests of this repository is in a package with a test that is listed.
func TestRepository(t *testing.T) {
	root, err := checkout.Root()
	if err != nil {
		t.Fatal(err)
	}
	module := os.DirFS(root)
	lines, err := list(module)
	if err != nil {
		t.Fatal(err)
	}
	names, err := sources(module)
	if err != nil {
		t.Fatal(err)
	}
	uses := 0
	for _, name := range names {
		source, err := os.ReadFile(root + "/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(name, "_test.go") || !strings.Contains(string(source), "testing.Short()") {
			continue
		}
		uses++
		end := fmt.Sprintf(" ./%s\n", path.Dir(name))
		if !slices.ContainsFunc(lines, func(line string) bool { return strings.HasSuffix(line, end) }) {
			t.Errorf("%s: testing.Short() is in no test: expected a test that does less", name)
		}
	}
	if uses < 30 {
		t.Errorf("testing.Short() is in %d files: expected at least 30", uses)
	}
}
