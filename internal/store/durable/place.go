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

// Place writes a file below a directory, whole or not at all, in the place of what has its
// name, which may be a link: it follows none. Directories are made where there are none; what
// stands in their place and is no directory, or is a link to one, is an error. The name has
// slashes.
func Place(root *os.Root, name string, content []byte) error {
	for i, c := range name {
		if c == '/' {
			if err := directory(root, name[:i]); err != nil {
				return err
			}
		}
	}
	// So short and random a name is nobody's but by malice, and then it is refused.
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

// directory makes a directory, unless there is one.
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
