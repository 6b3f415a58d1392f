package fpcheck_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// unguarded lists the functions that start a goroutine without a guard, with the reason. A panic there ends the
// process, whatever its caller recovers.
var unguarded = map[string]string{
	"archive/warc/ahead.go newAhead":                "fill and unpack catch the panics of the file and of its content",
	"conformance/run.go do":                         "it passes on the cases of vectors",
	"extract/internal/markup/html_long.go openLong": "it removes a file",
	"extract/internal/program/program.go Run":       "it runs a program",
	"extract/pdf/pdf.go open":                       "it looks for a program",
	"fpcheck.go File":                               "it sets a deadline",
	"fpcheck.go open":                               "it opens a file",
	"internal/cli/app.go Run":                       "executed catches the panics of commands",
	"internal/cli/near/serve.go onChange":           "load is called through recovery.Catch",
	"internal/cli/progress.go showProgress":         "it prints numbers",
	"internal/cli/suite/fuzz/fuzz.go run":           "it makes and compares cases in a test of ports",
	"internal/engine/parallel/parallel.go await":    "it waits",
	"internal/engine/parallel/parallel.go begin":    "recovery.Shielded calls the jobs and the workers",
	"internal/engine/parallel/queue.go results":     "it stops a queue",
	"internal/engine/wire/process.go Start":         "it reads the lines of a port",
	"internal/engine/wire/process.go Stop":          "it reads the lines of a port",
	"internal/engine/wire/process.go greet":         "it writes to a port",
	"internal/engine/wire/process.go reap":          "it waits for a port",
	"internal/engine/wire/session.go Within":        "it recovers by itself, for the stack",
	"internal/engine/wire/session.go send":          "it writes to a port",
	"internal/kernel/recovery/group.go Go":          "recovery.Shielded calls the function",
	"internal/service/batch.go batch":               "recovery.Shielded calls readLines, and putLine catches",
	"internal/service/connections.go state":         "it closes a connection",
	"internal/service/liveindex/liveindex.go Open":  "serve catches, and run only reports",
	"internal/service/pressure.go enterRead":        "it counts places",
	"internal/service/service.go Serve":             "it accepts connections and reads the use of memory",
	"manifest/soon.go newSoonWriter":                "it writes what is buffered",
	"scheme/words/command.go ask":                   "it writes to a program",
	"scheme/words/command.go start":                 "it runs a program and reads its lines",
}

// TestGoroutines fails if a goroutine of the module has no guard against panics, and no reason. The tools in lab/
// are left out.
func TestGoroutines(t *testing.T) {
	found := make(map[string]bool)
	for _, dir := range goFolders(t) {
		for name := range startsUnguarded(t, dir) {
			found[name] = true
		}
	}
	for name := range found {
		if unguarded[name] == "" {
			t.Errorf("%s: a goroutine without a guard: expected recovery.Catch first, or a recovery.Group", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(unguarded)) {
		if !found[name] {
			t.Errorf("%s: no such goroutine: delete the entry", name)
		}
	}
}

// goFolders returns the folders with Go files of the module.
func goFolders(t *testing.T) (all []string) {
	t.Helper()
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || !d.IsDir():
			return err
		case name != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || name == "lab" || name == "ports"):
			return filepath.SkipDir
		}
		all = append(all, name)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// startsUnguarded returns the functions of a folder that start a goroutine without a guard.
func startsUnguarded(t *testing.T, dir string) map[string]bool {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	files, g := make(map[string]*ast.File), guards{}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = file
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil && catches(f.Body) {
				g[f.Name.Name] = true
			}
		}
	}
	found := make(map[string]bool)
	for name, file := range files {
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Body == nil {
				continue
			}
			ast.Inspect(f.Body, func(n ast.Node) bool {
				if started := startedBy(n, file); started != nil && !g.guard(started) {
					found[filepath.ToSlash(name)+" "+f.Name.Name] = true
				}
				return true
			})
		}
	}
	return found
}

// startedBy returns the function that a node runs in a goroutine, or nil. Package recovery guards its groups.
func startedBy(n ast.Node, file *ast.File) ast.Expr {
	switch n := n.(type) {
	case *ast.GoStmt:
		return n.Call.Fun
	case *ast.CallExpr:
		called, ok := n.Fun.(*ast.SelectorExpr)
		if !ok || len(n.Args) == 0 {
			return nil
		}
		if called.Sel.Name == "AfterFunc" || called.Sel.Name == "Go" && usesWaitGroup(file) {
			return n.Args[len(n.Args)-1]
		}
	}
	return nil
}

func usesWaitGroup(file *ast.File) (found bool) {
	ast.Inspect(file, func(n ast.Node) bool {
		found = found || isOf(n, "sync", "WaitGroup")
		return !found
	})
	return found
}

// isOf reports whether a node is a name of a package.
func isOf(n ast.Node, of, name string) bool {
	s, ok := n.(*ast.SelectorExpr)
	if !ok || s.Sel.Name != name {
		return false
	}
	x, ok := s.X.(*ast.Ident)
	return ok && x.Name == of
}

// guards are the functions of a package that turn their panics into errors.
type guards map[string]bool

// guard reports whether no panic leaves a function that a goroutine runs.
func (g guards) guard(started ast.Expr) bool {
	f, ok := started.(*ast.FuncLit)
	if !ok {
		return g.called(started)
	}
	if catches(f.Body) {
		return true
	}
	for _, s := range f.Body.List {
		if _, ok := s.(*ast.DeferStmt); ok {
			continue // it closes a channel
		}
		all := true
		ast.Inspect(s, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if ok {
				all = all && g.called(call.Fun)
			}
			return all && !ok
		})
		if !all {
			return false
		}
	}
	return true
}

// called reports whether a call ends without a panic.
func (g guards) called(f ast.Expr) bool {
	if isOf(f, "recovery", "Shielded") {
		return true
	}
	switch f := f.(type) {
	case *ast.Ident:
		return g[f.Name] || f.Name == "close" || f.Name == "cancel"
	case *ast.SelectorExpr:
		return g[f.Sel.Name]
	}
	return false
}

// catches reports whether a function begins with a guard. Declarations and other deferred calls may come before it.
func catches(body *ast.BlockStmt) bool {
	for _, s := range body.List {
		switch s := s.(type) {
		case *ast.DeclStmt:
		case *ast.DeferStmt:
			if isOf(s.Call.Fun, "recovery", "Catch") {
				return true
			}
		default:
			return false
		}
	}
	return false
}
