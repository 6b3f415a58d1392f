package vectors

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck"
)

// Update rewrites the vector files of a directory: what expect computes for each
// input becomes what the vector expects, and the lock gains what has been frozen.
// It returns the ids whose expectation changed. A locked vector that would change
// is an error, and then nothing is written.
func Update(dir string, expect func(Vector) (Data, error)) (changed []string, err error) {
	fsys := os.DirFS(dir)
	files, err := Load(fsys)
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		for i := range f.Vectors {
			v := &f.Vectors[i]
			d, err := expect(*v)
			if err != nil {
				return nil, fmt.Errorf("%s: %s: %w", f.name, v.ID, err)
			}
			if !slices.Equal(d.fields(), v.Expect.fields()) {
				changed = append(changed, v.ID)
			}
			v.Expect = d
		}
	}
	lock, now, err := CheckLock(fsys, files)
	if err != nil {
		return nil, err
	}
	if broken := lock.Broken(now); len(broken) > 0 {
		return nil, errors.Join(broken...)
	}
	for _, f := range files {
		if err := writeChanged(filepath.Join(dir, f.name), f.Format()); err != nil {
			return nil, err
		}
	}
	if added := lock.Unlocked(now); len(added) > 0 {
		source, err := fs.ReadFile(fsys, LockName)
		if err != nil {
			return nil, err
		}
		for _, what := range added {
			source = fmt.Appendf(source, "%s  %s\n", now[what], what)
		}
		return changed, writeChanged(filepath.Join(dir, LockName), source)
	}
	return changed, nil
}

func writeChanged(name string, content []byte) error {
	if old, err := os.ReadFile(name); err == nil && bytes.Equal(old, content) {
		return nil
	}
	return os.WriteFile(name, content, 0o644)
}

// Copy writes the embedded vectors with all that a port needs to vendor them, and
// a file VERSION that says which they are.
func Copy(dir string) error {
	if err := os.CopyFS(dir, FS); err != nil {
		return err
	}
	version := fmt.Sprintf("%s\n%s\n", fpcheck.Version, Digest())
	return os.WriteFile(filepath.Join(dir, "VERSION"), []byte(version), 0o644)
}

// Digest returns a SHA-256 over all embedded files and their names, in
// hexadecimal: it names this set of vectors.
func Digest() string {
	var list strings.Builder
	err := fs.WalkDir(FS, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		content, err := fs.ReadFile(FS, name)
		fmt.Fprintf(&list, "%s  %s\n", digest(content), name)
		return err
	})
	if err != nil {
		panic("embedded vectors: " + err.Error())
	}
	return digest([]byte(list.String()))
}
