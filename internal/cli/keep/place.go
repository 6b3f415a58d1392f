package keep

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	"github.com/lsh-interop/fpcheck/manifest"
)

// rootOf returns the root for the manifest called name: the path from its directory to the tree dir. It
// is "" if there is no such path, as between drives of Windows.
func rootOf(dir, name string) string {
	tree := documents.Real(dir)
	// A link keeps its own name, so that the tree behind it can be exchanged.
	if base := filepath.Base(dir); base != "." && base != ".." && base != string(filepath.Separator) {
		tree = filepath.Join(documents.Real(filepath.Dir(filepath.Clean(dir))), base)
	}
	root, err := filepath.Rel(documents.Real(filepath.Dir(name)), tree)
	if err != nil {
		return ""
	}
	return filepath.ToSlash(root)
}

// findRoot returns the tree that a manifest records as its root. outside reports whether it is outside
// the directory of the manifest. Without a root, the tree is that directory. For a manifest from
// standard input it is the current directory.
func findRoot(name, root string) (dir string, outside bool, err error) {
	if name == "-" {
		return ".", false, nil
	}
	place := filepath.Dir(name)
	if root == "" {
		return place, false, nil
	}
	dir = filepath.Join(place, filepath.FromSlash(root))
	// After a link, ".." may lead elsewhere.
	if target, err := filepath.EvalSymlinks(name); err == nil {
		behind := filepath.Join(documents.Real(filepath.Dir(target)), filepath.FromSlash(root))
		if isTree(behind) && !documents.SameFile(dir, behind) {
			dir = behind
		}
		place = filepath.Dir(target)
	}
	if !isTree(dir) {
		return "", false, fmt.Errorf("%s: it was made of %s, which is no directory or container: expected DIR of its files after the manifest",
			cli.Display(name), cli.Display(dir))
	}
	rel, err := filepath.Rel(documents.Real(place), documents.Real(dir))
	return dir, err != nil || !filepath.IsLocal(rel), nil
}

// isTree reports whether a manifest can describe the files in name.
func isTree(name string) bool { return isDir(name) || isContainer(name) }

func isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// unnamed is a tree that no argument named.
type unnamed struct {
	dir     string
	guessed bool // the manifest does not record it
	held    []manifest.Result
	matched bool // a file of the manifest is in the tree
}

// Holds reports whether to delay a result. It does while no file was found at its path and the tree may
// be wrong.
func (u *unnamed) Holds(r manifest.Result) bool {
	switch r.Status {
	case manifest.Missing, manifest.New, manifest.Moved:
		if u.guessed && !u.matched {
			u.held = append(u.held, r)
			return true
		}
	default:
		u.matched = true
	}
	return false
}

// release returns the delayed results, or an error if files of the manifest show that the tree is
// wrong.
func (u *unnamed) release(name string) ([]manifest.Result, error) {
	for _, r := range u.held {
		if r.Status != manifest.New {
			return nil, fmt.Errorf("%s: none of its files is in %s: expected DIR, the directory of its files",
				cli.Display(name), cli.Display(u.dir))
		}
	}
	return u.held, nil
}

// in returns where the counted files are, unless an argument named the tree.
func (u *unnamed) in() string {
	if u.dir == "" {
		return ""
	}
	return " in " + strings.TrimSuffix(cli.Display(u.dir), "/")
}
