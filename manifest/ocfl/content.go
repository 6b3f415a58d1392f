package ocfl

import (
	"context"
	"errors"
	"io/fs"
	"iter"
	"path"
	"slices"
	"strings"
	"sync"
)

// Content returns a file system with only the content files of a tree, OBJECT/vN/content/..., under the
// same paths. Content files never change once they are written. A link, or anything else that is
// neither a file nor a directory, is listed but cannot be opened.
func Content(fsys fs.FS) fs.FS { return &contentFS{fsys: fsys} }

// contentFS finds the object that a directory is in by the directories above it. What it
// found is kept for the next one: a walk goes through one object after another.
type contentFS struct {
	fsys fs.FS
	mu   sync.Mutex
	last location
	// around are directories that are in no object, each in the one before.
	around []string
}

// location is where an object is, and what its content directories are called.
type location struct{ root, contentDir string }

func (c *contentFS) Open(name string) (fs.File, error) {
	info, err := c.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() && !info.IsDir() {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errors.New("not a regular file: not opened")}
	}
	return c.fsys.Open(name)
}

func (c *contentFS) Stat(name string) (fs.FileInfo, error) {
	info, err := fs.Lstat(c.fsys, name)
	if err == nil && info.Mode()&fs.ModeSymlink != 0 {
		info = link{info}
	}
	return info, err
}

// link is a link that is not followed.
type link struct{ fs.FileInfo }

func (l link) Mode() fs.FileMode { return fs.ModeIrregular }

func (c *contentFS) ReadDir(dir string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(c.fsys, dir)
	if err != nil {
		return entries, err
	}
	object, err := c.object(dir, entries)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(slices.Clone(entries), func(e fs.DirEntry) bool { return !object.shows(dir, e) }), nil
}

// shows reports whether an entry of a directory is a content file or leads to some.
func (o location) shows(dir string, e fs.DirEntry) bool {
	if o.root == "" { // around objects
		return e.IsDir() && (dir != "." || e.Name() != "extensions")
	}
	inside := dir
	switch {
	case dir == o.root:
		inside = ""
	case o.root != ".":
		inside = strings.TrimPrefix(dir, o.root+"/")
	}
	switch {
	case inside == "":
		_, _, ok := parseVersion(e.Name())
		return ok && e.IsDir()
	case !strings.Contains(inside, "/"):
		return e.Name() == o.contentDir && e.IsDir()
	}
	return true
}

func (o location) holds(dir string) bool {
	return o.root != "" && (o.root == "." || dir == o.root || strings.HasPrefix(dir, o.root+"/"))
}

// object returns the object that a directory is in, one without a root if in none.
func (c *contentFS) object(dir string, entries []fs.DirEntry) (location, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.last.holds(dir) {
		return c.last, nil
	}
	c.around = slices.DeleteFunc(c.around, func(d string) bool { return d != "." && dir != d && !strings.HasPrefix(dir, d+"/") })
	for d := range above(dir) {
		if slices.Contains(c.around, d) {
			continue
		}
		if d != dir {
			var err error
			if entries, err = fs.ReadDir(c.fsys, d); err != nil {
				return location{}, err
			}
		}
		isRoot := d == "." && slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return isRootDeclaration(e.Name()) })
		if isObject(entries) && !isRoot {
			c.last = location{d, c.contentDir(d)}
			return c.last, nil
		}
		c.around = append(c.around, d)
	}
	return location{}, nil
}

// contentDir is what an object calls its content directories.
func (c *contentFS) contentDir(root string) string {
	o := Options{}
	t := &tree{ctx: context.Background(), fsys: c.fsys, o: &o}
	i := &inventory{}
	if octets := t.readInventory(path.Join(root, inventoryName)); octets != nil {
		if parsed := parseInventory(octets, v1_1, true, func(Finding) {}); parsed != nil {
			i = parsed
		}
	}
	return i.contentDirectory()
}

// above gives a directory and those above it, the topmost first.
func above(dir string) iter.Seq[string] {
	return func(yield func(string) bool) {
		if !yield(".") || dir == "." {
			return
		}
		for i := range len(dir) {
			if dir[i] == '/' && !yield(dir[:i]) {
				return
			}
		}
		yield(dir)
	}
}
