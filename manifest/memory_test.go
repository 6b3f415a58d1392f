package manifest

import (
	"fmt"
	"io"
	"io/fs"
	"path"
	"runtime"
	"strings"
	"testing"
	"time"
)

// endless is a tree of so many directories with 100 files each, none of which is held.
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

// The memory that is held does not grow with the files.
func TestMemory(t *testing.T) {
	const dirs = 100
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	var at [2][2]uint64              // what is held early and late, of scanning and of verifying
	note := func(what int, n *int) { // the least of several looks: some see files being read
		*n++
		for i, from := range []int{dirs * 20, dirs * 90} {
			if *n >= from && *n < from+dirs*5 && *n%25 == 0 {
				if h := heap(); at[what][i] == 0 || h < at[what][i] {
					at[what][i] = h
				}
			}
		}
	}
	one := sm1
	one.Workers = 1
	in, out := io.Pipe()
	go func() {
		w, err := NewWriter(out, header, Text)
		n := 0
		for s := range Scan(endless(dirs), one) {
			if err == nil {
				err = w.Write(s.Entry)
			}
			note(0, &n)
		}
		if err == nil {
			err = w.Close()
		}
		out.CloseWithError(err)
	}()
	r, err := NewReader(in)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for result, err := range Verify(r, endless(dirs), VerifyOptions{Options: one}) {
		if err != nil || result.Status != OK {
			t.Fatalf("%s: %s, %v", result.Path, result.Status, err)
		}
		note(1, &n)
	}
	if n != dirs*100 {
		t.Fatalf("%d files", n)
	}
	for i, what := range []string{"scanning", "verifying"} {
		if early, late := at[i][0], at[i][1]; late > early+512<<10 {
			t.Errorf("%s: %d octets are held after 2,000 files, and %d after 9,000", what, early, late)
		}
	}
}
