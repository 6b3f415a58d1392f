package manifest

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// endless is a tree with this number of directories of 100 files each. None of them is kept in
// memory.
type endless int

type made struct {
	name string
	dir  bool
	*strings.Reader
}

func (m made) Name() string               { return m.name }
func (m made) IsDir() bool                { return m.dir }
func (m made) Type() fs.FileMode          { return m.Mode().Type() }
func (m made) Info() (fs.FileInfo, error) { return m, nil }
func (m made) Stat() (fs.FileInfo, error) { return m, nil }
func (m made) ModTime() time.Time         { return old }
func (m made) Sys() any                   { return nil }
func (m made) Close() error               { return nil }

func (m made) Mode() fs.FileMode {
	if m.dir {
		return fs.ModeDir
	}
	return 0
}

func (e endless) Open(name string) (fs.File, error) {
	return made{path.Base(name), name == "." || !strings.Contains(name, "/"), strings.NewReader("The words of " + name)}, nil
}

func (e endless) ReadDir(name string) ([]fs.DirEntry, error) {
	n, dir := 100, false
	if name == "." {
		n, dir = int(e), true
	}
	var entries []fs.DirEntry
	for i := range n {
		entries = append(entries, made{fmt.Sprintf("%06d", i), dir, strings.NewReader("")})
	}
	return entries, nil
}

// TestMemory checks that memory does not grow with the number of files.
func TestMemory(t *testing.T) {
	const dirs = 100
	// held waits until the files that are read ahead were read.
	held := func() uint64 {
		least := uint64(math.MaxUint64)
		for range 10 {
			var m runtime.MemStats
			time.Sleep(5 * time.Millisecond)
			runtime.GC()
			runtime.ReadMemStats(&m)
			least = min(least, m.HeapAlloc)
		}
		return least
	}
	n, early, late := 0, uint64(0), uint64(0)
	note := func() {
		switch n++; n {
		case dirs * 20:
			early = held()
		case dirs * 90:
			late = held()
		}
	}
	check := func(what string) {
		t.Helper()
		if n != dirs*100 || late > early+512<<10 {
			t.Errorf("%s %d files: %d octets are held after 2,000, and %d after 9,000", what, n, early, late)
		}
		n = 0
	}

	file, err := os.Create(filepath.Join(t.TempDir(), "m"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	w, err := newWriter(file, header)
	if err != nil {
		t.Fatal(err)
	}
	one := sm1
	one.Workers = 1
	for s := range Scan(context.Background(), endless(dirs), one) {
		if err := w.write(s.Entry); err != nil {
			t.Fatal(err)
		}
		note()
	}
	if err := w.close(); err != nil {
		t.Fatal(err)
	}
	check("scanning")

	if _, err := file.Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	r, err := NewReader(file, nil)
	if err != nil {
		t.Fatal(err)
	}
	for result, err := range Verify(context.Background(), r, endless(dirs), one) {
		if err != nil || result.Status != OK {
			t.Fatalf("%s: %s, %v", result.Path, result.Status, err)
		}
		note()
	}
	check("verifying")
}
