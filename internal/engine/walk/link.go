package walk

import (
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// ErrOutside means that a file is a link to a file outside the tree.
var ErrOutside = errors.New("a link to a file outside the tree, which has no bytes of it")

// maxLinks bounds the links that a path leads through, as systems do.
const maxLinks = 40

// target is where a link leads.
type target int

const (
	inside  target = iota // or unknown, or there is no link
	outside               // out of the tree
	nowhere               // in a loop, through a file, or to nothing in the tree
)

// LeadsOut reports whether a file is a link that leads out of the tree, as any absolute target does. The
// directories on its path must not be links.
func LeadsOut(tree fs.FS, name string) bool { return follow(tree, name) == outside }

// LeadsNowhere reports whether a file is a link that no file of the tree can be behind. The directories on
// its path must not be links.
func LeadsNowhere(tree fs.FS, name string) bool { return follow(tree, name) == nowhere }

func follow(tree fs.FS, name string) target {
	at, rest := path.Dir(name), []string{path.Base(name)}
	for links := 0; len(rest) > 0; {
		part := rest[0]
		rest = rest[1:]
		switch {
		case part == "" || part == ".":
			continue
		case part == ".." && at == ".":
			return outside
		case part == "..":
			at = path.Dir(at)
			continue
		}
		next := path.Join(at, part)
		info, err := fs.Lstat(tree, next)
		switch {
		case errors.Is(err, fs.ErrNotExist) && links > 0:
			return nowhere
		case err != nil:
			return inside
		case info.Mode()&fs.ModeSymlink == 0 && !info.IsDir() && len(rest) > 0:
			return nowhere
		case info.Mode()&fs.ModeSymlink == 0:
			at = next
			continue
		}
		to, err := fs.ReadLink(tree, next)
		switch links++; {
		case err != nil:
			return inside
		case links > maxLinks:
			return nowhere
		case filepath.IsAbs(to) || path.IsAbs(to):
			return outside
		}
		rest = slices.Concat(strings.Split(filepath.ToSlash(to), "/"), rest)
	}
	return inside
}
