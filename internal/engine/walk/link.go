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

// LeadsOut reports whether a file is a link that leads out of the tree, as any absolute target does. The
// directories on its path must not be links.
func LeadsOut(tree fs.FS, name string) bool {
	at, rest := path.Dir(name), []string{path.Base(name)}
	for links := 0; len(rest) > 0; {
		part := rest[0]
		rest = rest[1:]
		switch {
		case part == "" || part == ".":
			continue
		case part == ".." && at == ".":
			return true
		case part == "..":
			at = path.Dir(at)
			continue
		}
		next := path.Join(at, part)
		info, err := fs.Lstat(tree, next)
		if err != nil {
			return false
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			at = next
			continue
		}
		target, err := fs.ReadLink(tree, next)
		if links++; err != nil || links > maxLinks {
			return false
		}
		if filepath.IsAbs(target) || path.IsAbs(target) {
			return true
		}
		rest = slices.Concat(strings.Split(filepath.ToSlash(target), "/"), rest)
	}
	return false
}
