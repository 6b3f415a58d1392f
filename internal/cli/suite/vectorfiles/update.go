package vectorfiles

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/internal/rules/frozen"
	"github.com/lsh-interop/fpcheck/internal/store/durable"
	"github.com/lsh-interop/fpcheck/vectors"
)

// Update rewrites the vector files of a directory. Each vector then expects the result of expect.
// The lock then includes what has been frozen since, and the words of clarified rules. Update
// returns the ids of the changed vectors. If a locked thing would change, it returns an error and
// writes nothing.
func Update(dir string, clarified []string, expect func(vectors.Vector) (vectors.Data, error)) (changed []string, err error) {
	fsys := os.DirFS(dir)
	files, err := vectors.Load(fsys)
	if err != nil {
		return nil, err
	}
	lock, now, err := CheckLock(fsys, files)
	if err != nil {
		return nil, err
	}
	for _, rule := range clarified { // before work of half a minute
		if err := lock.Clarified(now, fpcheck.Version, rule); err != nil {
			return nil, err
		}
	}
	for _, f := range files {
		for i := range f.Vectors {
			v := &f.Vectors[i]
			d, err := expect(*v)
			if err != nil {
				return nil, fmt.Errorf("%s: %s: %w", f.Name, v.ID, err)
			}
			if format(d) != format(v.Expect) {
				changed = append(changed, v.ID)
			}
			v.Expect = d
		}
	}
	if lock, now, err = CheckLock(fsys, files); err != nil {
		return nil, err
	}
	if broken := lock.Broken(now, clarified...); len(broken) > 0 {
		return nil, errors.Join(broken...)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	for _, f := range files {
		if err := writeChanged(root, f.Name, f.Format()); err != nil {
			return nil, err
		}
	}
	return changed, writeChanged(root, frozen.FileName, lockLines(lock, now, clarified))
}

func writeChanged(root *os.Root, name string, content []byte) error {
	if old, err := root.ReadFile(name); err == nil && bytes.Equal(old, content) {
		return nil
	}
	return durable.Place(root, name, content)
}

// Copy writes the embedded vectors to a directory, with everything that a port needs to vendor
// them. The file VERSION has the version of the specification and the digest of the vectors.
func Copy(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	err = fs.WalkDir(vectors.FS, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		content, err := fs.ReadFile(vectors.FS, name)
		if err != nil {
			return err
		}
		return durable.Place(root, name, content)
	})
	if err != nil {
		return err
	}
	version := fmt.Sprintf("%s\n%s\n", fpcheck.Version, vectors.Digest())
	return durable.Place(root, "VERSION", []byte(version))
}
