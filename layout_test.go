package fpcheck_test

import (
	"go/build"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// floors lists the groups of packages from the lowest floor to the highest. A package imports its
// own group and lower floors only. Groups on one floor do not import each other.
var floors = [][]string{
	{"vectors/encodings", "vectors/markup", "vectors/ucd", "examples"},
	{"internal/unicode"},
	{"internal/kernel"},
	{"internal/store", "internal/page"},
	{"encode"},
	{"scheme", "textdigest", "internal/rules"},
	{"extract", "vectors", "index", "tokenize"},
	{"conformance/protocol"},
	{"internal/engine"},
	{"."},
	{"archive"},
	{"manifest", "conformance"},
	{"internal/service"},
	{"internal/cli"},
	{"cmd"},
}

// Limits of the layout.
const (
	mostGroups  = 8  // directly below internal/
	mostFolders = 17 // at the root, without hidden ones
)

// TestFloors fails if an import leads to the same floor or a higher one.
func TestFloors(t *testing.T) {
	for _, dir := range packages(t) {
		from, fromFloor := groupOf(dir)
		if from == "" {
			t.Errorf("%s: not on a floor; add its group to floors", dir)
			continue
		}
		p, err := linuxAMD64.ImportDir(dir, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, imported := range p.Imports {
			rel, ok := strings.CutPrefix(imported+"/", modulePath+"/")
			if !ok {
				continue
			}
			to, toFloor := groupOf(path.Clean(rel))
			if to != from && toFloor >= fromFloor {
				t.Errorf("%s imports %s: expected only its group %q and floors below", dir, imported, from)
			}
		}
	}
}

// TestFolders checks the number of folders and that each group says what it is for.
func TestFolders(t *testing.T) {
	groups := folders(t, "internal")
	if len(groups) > mostGroups {
		t.Errorf("internal/ has %d groups, expected %d or fewer: %v", len(groups), mostGroups, groups)
	}
	for _, g := range groups {
		doc, err := os.ReadFile(filepath.Join("internal", g, "doc.go"))
		if err != nil || !strings.Contains(string(doc), "\npackage "+g+"\n") {
			t.Errorf("internal/%s: expected a doc.go of package %s (%v)", g, g, err)
		} else if !strings.Contains(string(doc), "may import") {
			t.Errorf("internal/%s/doc.go: expected a sentence that says who may import the group", g)
		}
	}
	if root := folders(t, "."); len(root) > mostFolders {
		t.Errorf("the root has %d folders, expected %d or fewer: %v", len(root), mostFolders, root)
	}
}

// TestPackageNames fails if two packages of the module have one name.
func TestPackageNames(t *testing.T) {
	seen := make(map[string]string)
	for _, dir := range packages(t) {
		p, err := linuxAMD64.ImportDir(dir, 0)
		if err != nil {
			t.Fatal(err)
		}
		if p.Name == "main" {
			continue
		}
		if other, ok := seen[p.Name]; ok {
			t.Errorf("%s and %s are both named %s", other, dir, p.Name)
		}
		seen[p.Name] = dir
	}
}

// groupOf returns the group of a directory, the longest prefix in floors, and its floor.
func groupOf(dir string) (group string, floor int) {
	for i, row := range floors {
		for _, g := range row {
			if (dir == g || strings.HasPrefix(dir, g+"/")) && len(g) > len(group) {
				group, floor = g, i
			}
		}
	}
	return group, floor
}

// folders returns the folders in a directory that git would keep: not hidden, not built.
func folders(t *testing.T, dir string) []string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		switch name := e.Name(); {
		case !e.IsDir(), strings.HasPrefix(name, "."):
		case dir == "." && (name == "bin" || name == "build" || name == "man" || name == "dist"): // as in .gitignore
		default:
			names = append(names, name)
		}
	}
	return names
}

// packages returns the directories of all packages of the module.
func packages(t *testing.T) []string {
	var dirs []string
	err := fs.WalkDir(os.DirFS("."), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || !e.IsDir() {
			return err
		}
		switch base := path.Base(name); {
		case name == ".":
		case strings.HasPrefix(base, "."), strings.HasPrefix(base, "_"), base == "testdata":
			return fs.SkipDir
		default:
			if _, err := os.Stat(filepath.Join(name, "go.mod")); err == nil { // a module of its own
				return fs.SkipDir
			}
		}
		p, err := linuxAMD64.ImportDir(name, 0)
		if _, none := err.(*build.NoGoError); none {
			return nil
		}
		if err == nil && len(p.GoFiles) > 0 {
			dirs = append(dirs, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return dirs
}

// cachePath matches a path from a package's directory to a file of .cache.
var cachePath = regexp.MustCompile(`"((?:\.\./)+|(?:\.\.", ")+)\.cache`)

// TestCachePaths fails if a test looks for what lab/scripts install in a folder that is not the
// checkout's. Without it, a package that moves finds out only where everything is installed.
func TestCachePaths(t *testing.T) {
	for _, dir := range packages(t) {
		files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range cachePath.FindAllSubmatch(source, -1) {
				if got, want := strings.Count(string(m[1]), ".."), strings.Count(filepath.ToSlash(dir), "/")+1; got != want {
					t.Errorf("%s: %s: %d folders up, expected %d", file, m[0], got, want)
				}
			}
		}
	}
}
