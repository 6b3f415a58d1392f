package ocfl

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"

	"github.com/lsh-interop/fpcheck/archive/validation"
	"github.com/lsh-interop/fpcheck/internal/engine/watched"
)

var errTooLarge = errors.New("too large")

// tree is one part of a tree while it is validated. It belongs to one goroutine.
type tree struct {
	ctx      context.Context
	fsys     fs.FS
	o        *Options
	findings []Finding
	more     validation.Counts // of findings beyond maxFindings
}

// maxFindings bounds those that are held of one part of a tree.
const maxFindings = 10_000

func (t *tree) find(f Finding) {
	if len(t.findings) == maxFindings {
		if s, counts := f.Severity(); counts {
			t.more.Add(s, 1)
		}
		return
	}
	t.findings = append(t.findings, f)
}

func (t *tree) fail(name string, err error) { t.find(Finding{Path: name, Err: err}) }

// list returns what is in a directory, in the order of the names.
func (t *tree) list(dir string) ([]fs.DirEntry, bool) {
	entries, err := fs.ReadDir(t.fsys, dir)
	if err != nil {
		t.fail(dir, err)
		return nil, false
	}
	return entries, true
}

// open opens what a directory lists as a regular file, if it still is one. A pipe would block.
func (t *tree) open(name string) (fs.File, error) {
	info, err := fs.Lstat(t.fsys, name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errors.New("not a regular file: not opened")}
	}
	return t.fsys.Open(name)
}

// readFile returns the bytes of a file, or the first most bytes and errTooLarge.
func (t *tree) readFile(name string, most int64) ([]byte, error) {
	f, err := t.open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var b bytes.Buffer
	if info, err := f.Stat(); err == nil {
		b.Grow(int(min(max(info.Size(), 0), most)) + bytes.MinRead + 1)
	}
	if _, err := io.Copy(&b, io.LimitReader(watched.Reader(t.ctx, f, t.o.Read), most+1)); err != nil {
		return nil, err
	}
	if int64(b.Len()) > most {
		return b.Bytes()[:most], errTooLarge
	}
	return b.Bytes(), nil
}

// readInventory returns the bytes of an inventory, nil if it cannot be read.
func (t *tree) readInventory(name string) []byte {
	octets, err := t.readFile(name, t.o.maxInventory())
	if errors.Is(err, errTooLarge) {
		err = fmt.Errorf("%w: more than %d bytes", ErrLargeInventory, t.o.maxInventory())
	}
	if err != nil {
		t.fail(name, err)
		return nil
	}
	return octets
}

// regular reports whether an entry is a regular file, or what is wrong with it.
func (t *tree) regular(dir string, e fs.DirEntry) bool {
	switch {
	case e.Type().IsRegular():
		return true
	case e.Type()&fs.ModeSymlink != 0:
		t.find(Finding{Code: "E090", Path: path.Join(dir, e.Name()), Found: "a link", Expected: "a file or a directory"})
	default:
		t.find(Finding{Code: "E089", Path: path.Join(dir, e.Name()), Found: kindOf(e), Expected: "a file or a directory"})
	}
	return false
}

// extensions checks a directory of extensions, and returns the unregistered names.
func (t *tree) extensions(dir string, stray, unregistered Code) (names []string) {
	entries, _ := t.list(dir)
	for _, e := range entries {
		at := path.Join(dir, e.Name())
		switch {
		case e.Type()&fs.ModeSymlink != 0:
			t.regular(dir, e)
		case !e.IsDir():
			t.find(Finding{Code: stray, Path: at, Found: kindOf(e), Expected: "directories of extensions only"})
		case !registered[e.Name()]:
			t.find(Finding{Code: unregistered, Path: at, Found: "an extension that is not registered, which is not verified",
				Expected: "one of https://ocfl.github.io/extensions/"})
			names = append(names, e.Name())
		}
	}
	return names
}

// registered are the names of https://ocfl.github.io/extensions/.
var registered = map[string]bool{
	"0000-example-extension":                               true,
	"0001-digest-algorithms":                               true,
	"0002-flat-direct-storage-layout":                      true,
	"0003-hash-and-id-n-tuple-storage-layout":              true,
	"0004-hashed-n-tuple-storage-layout":                   true,
	"0005-mutable-head":                                    true,
	"0006-flat-omit-prefix-storage-layout":                 true,
	"0007-n-tuple-omit-prefix-storage-layout":              true,
	"0008-schema-registry":                                 true,
	"0009-digest-algorithms":                               true,
	"0010-differential-n-tuple-omit-prefix-storage-layout": true,
	"0011-direct-clean-path-layout":                        true,
	"0012-hash-and-no-prefix-id-n-tuple-storage-layout":    true,
	"initial": true,
}
