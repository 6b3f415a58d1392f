package durable

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// temporaryPrefix begins the name of a temporary file. Digits follow.
const temporaryPrefix = ".fpcheck-"

// IsTemporary reports whether name is the name of a [Temporary], without its directory.
func IsTemporary(name string) bool {
	digits, ok := strings.CutPrefix(name, temporaryPrefix)
	return ok && digits != "" && strings.Trim(digits, "0123456789") == ""
}

// A Temporary is a file beside another that it may replace. It is locked while it is open.
type Temporary struct{ *os.File }

// CreateTemporary creates a file in a directory. It removes the ones there that no process has locked: runs
// left them that were killed.
func CreateTemporary(dir string) (Temporary, error) {
	removeAbandoned(dir)
	for {
		f, err := os.CreateTemp(dir, temporaryPrefix+"*")
		if err != nil {
			return Temporary{}, err
		}
		switch err := flock(f); {
		case err == nil && isNamed(f), err != nil && !errors.Is(err, ErrLocked): // or there are no locks here
			return Temporary{f}, nil
		}
		f.Close() // another run took it for abandoned before it was locked
		os.Remove(f.Name())
	}
}

// Replace renames the file to name, and closes it.
func (t Temporary) Replace(name string) error {
	if err := t.Sync(); err != nil {
		return errors.Join(err, t.Close())
	}
	if !locks { // then an open file may not be renamed
		if err := t.Close(); err != nil {
			return err
		}
	}
	err := os.Rename(t.Name(), name)
	if link, ok := err.(*os.LinkError); ok {
		err = link.Err // the caller knows the names
	}
	if locks { // until now, no other run may remove it
		err = errors.Join(err, t.Close())
	}
	return err
}

// Remove closes and removes the file, unless [Temporary.Replace] did.
func (t Temporary) Remove() {
	t.Close()
	os.Remove(t.Name())
}

// isNamed reports whether the name of an open file is still its own.
func isNamed(f *os.File) bool {
	held, heldErr := f.Stat()
	named, namedErr := os.Lstat(f.Name())
	return heldErr == nil && namedErr == nil && os.SameFile(held, named)
}

// removeAbandoned removes temporary files that no process has locked. What it cannot remove stays.
func removeAbandoned(dir string) {
	d, err := os.Open(dir)
	if err != nil {
		return
	}
	defer d.Close()
	names, _ := d.Readdirnames(-1)
	for _, name := range names {
		name = filepath.Join(dir, name)
		if info, err := os.Lstat(name); !IsTemporary(filepath.Base(name)) || err != nil || !info.Mode().IsRegular() {
			continue
		}
		f, err := openLocked(name)
		if err != nil {
			continue
		}
		if isNamed(f) {
			os.Remove(name)
		}
		f.Close()
	}
}
