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

// rootOf is what the manifest of that name records as its root: the path from the directory
// that holds it to the tree dir. It is "" if there is none, as between drives of Windows.
func rootOf(dir, name string) string {
	tree := documents.Real(dir)
	// A link is named as it is, so that the tree behind it can be exchanged.
	if base := filepath.Base(dir); base != "." && base != ".." && base != string(filepath.Separator) {
		tree = filepath.Join(documents.Real(filepath.Dir(filepath.Clean(dir))), base)
	}
	root, err := filepath.Rel(documents.Real(filepath.Dir(name)), tree)
	if err != nil {
		return ""
	}
	return filepath.ToSlash(root)
}

// findRoot returns the tree that a manifest records as its root, and whether it lies outside
// the directory that holds the manifest. Without a root, the tree is that directory, and the
// current one for a manifest from standard input.
func findRoot(name, root string) (dir string, outside bool, err error) {
	if name == "-" {
		return ".", false, nil
	}
	place := filepath.Dir(name)
	if root == "" {
		return place, false, nil
	}
	dir = filepath.Join(place, filepath.FromSlash(root))
	// Where links are on the way, ".." is not what it looks like.
	if target, err := filepath.EvalSymlinks(name); err == nil {
		behind := filepath.Join(documents.Real(filepath.Dir(target)), filepath.FromSlash(root))
		if isDir(behind) && !documents.SameFile(dir, behind) {
			dir = behind
		}
		place = filepath.Dir(target)
	}
	if !isDir(dir) {
		return "", false, fmt.Errorf("%s: it was made of %s, which is not a directory now: expected DIR of its files after the manifest",
			cli.Display(name), cli.Display(dir))
	}
	rel, err := filepath.Rel(documents.Real(place), documents.Real(dir))
	return dir, err != nil || !filepath.IsLocal(rel), nil
}

func isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// unnamed is a tree that was not named by an argument.
type unnamed struct {
	dir     string
	guessed bool // the manifest does not say which it is
	held    []manifest.Result
	matched bool // a file of the manifest is in the tree
}

// Holds reports whether to hold back a result, while no file was at its path and the tree may be wrong.
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

// release returns the held results, or an error if files of the manifest show that the tree is wrong.
func (u *unnamed) release(name string) ([]manifest.Result, error) {
	for _, r := range u.held {
		if r.Status != manifest.New {
			return nil, fmt.Errorf("%s: none of its files is in %s: expected DIR, the directory of its files",
				cli.Display(name), cli.Display(u.dir))
		}
	}
	return u.held, nil
}

// in says where the files are that were counted, unless an argument said so.
func (u *unnamed) in() string {
	if u.dir == "" {
		return ""
	}
	return " in " + strings.TrimSuffix(cli.Display(u.dir), "/")
}
