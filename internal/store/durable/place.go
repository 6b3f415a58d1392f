package durable

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
)

// Place writes a file below a directory, whole or not at all. It replaces an existing file, or a
// link, which it does not follow. It creates missing directories. A parent that is not a directory,
// or is a link to one, is an error. The name has slashes.
func Place(root *os.Root, name string, content []byte) error {
	for i, c := range name {
		if c == '/' {
			if err := directory(root, name[:i]); err != nil {
				return err
			}
		}
	}
	// A name this random exists only by malice, and then it is refused.
	tmp := path.Join(path.Dir(name), ".fpcheck-"+strings.ToLower(rand.Text()))
	f, err := root.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	if err = errors.Join(err, f.Close()); err == nil {
		err = root.Rename(tmp, name)
	}
	if err != nil {
		root.Remove(tmp)
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// directory creates a directory if it is missing.
func directory(root *os.Root, name string) error {
	if err := root.Mkdir(name, 0o777); !errors.Is(err, fs.ErrExist) {
		return err
	}
	info, err := root.Lstat(name)
	if err == nil && !info.IsDir() {
		err = fmt.Errorf("%s: is not a directory, or is a link: expected a directory", name)
	}
	return err
}
