package keep

import (
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"github.com/lsh-interop/fpcheck/internal/unicode/ascii"
)

// collisions finds names that a file system would confuse, because it ignores case or normalises
// names. It has the names of one directory and of those above it in memory, at most maxNames each.
// Further names are compared with those.
type collisions struct {
	open []names // the tree's own names first
	fold cases.Caser
}

// names are the names of a directory.
type names struct {
	dir   string            // "", or its path with "/"
	named map[string]string // by what is left when case and composition are ignored
}

const maxNames = 1 << 16

func newCollisions() *collisions { return &collisions{fold: cases.Fold()} }

// add adds the next path. If a name collides, it returns the path up to it, and the other path.
func (c *collisions) add(path string) (this, other string, found bool) {
	depth, from := 0, 0
	for {
		dir := path[:from]
		if depth < len(c.open) && c.open[depth].dir != dir {
			c.open = c.open[:depth]
		}
		if depth == len(c.open) {
			c.open = append(c.open, names{dir, make(map[string]string)})
		}
		end := strings.IndexByte(path[from:], '/')
		name := path[from:]
		if end >= 0 {
			name = name[:end]
		}
		known := depth+1 < len(c.open) && end >= 0 && c.open[depth+1].dir == path[:from+end+1]
		if !known && name != "" {
			if before, same := c.open[depth].add(c.key(name), name); !same {
				this, other, found = dir+name, dir+before, true
			}
		}
		if end < 0 {
			return this, other, found
		}
		depth, from = depth+1, from+end+1
	}
}

// add returns the earlier name that collides with name, unless it is the same.
func (n *names) add(key, name string) (before string, same bool) {
	before, found := n.named[key]
	if !found && len(n.named) == maxNames {
		return "", true
	}
	n.named[key] = name
	return before, !found || before == name
}

func (c *collisions) key(name string) string {
	if ascii.Is(name) {
		return strings.ToLower(name)
	}
	return norm.NFC.String(c.fold.String(norm.NFC.String(name)))
}
