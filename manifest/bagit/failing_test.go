package bagit

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"testing"
	"testing/fstest"
	"testing/iotest"
)

// failingFS fails to read a file after some bytes, or to look at it if they are fewer than 0.
type failingFS struct {
	fstest.MapFS
	name  string
	after int
	err   error
}

func (f failingFS) Stat(name string) (fs.FileInfo, error) {
	if name == f.name && f.after < 0 {
		return nil, &fs.PathError{Op: "stat", Path: name, Err: f.err}
	}
	return f.MapFS.Stat(name)
}

func (f failingFS) Open(name string) (fs.File, error) {
	file, err := f.MapFS.Open(name)
	if err == nil && name == f.name {
		file = failingFile{file, io.MultiReader(bytes.NewReader(f.MapFS[name].Data[:f.after]), iotest.ErrReader(f.err))}
	}
	return file, err
}

type failingFile struct {
	fs.File
	r io.Reader
}

func (f failingFile) Read(p []byte) (int, error) { return f.r.Read(p) }

// TestFailingDisk checks that a bag which cannot be read is not invalid for that.
func TestFailingDisk(t *testing.T) {
	bag := fstest.MapFS{}
	for name, content := range plain() {
		bag[name] = &fstest.MapFile{Data: []byte(content)}
	}
	for _, tt := range []struct {
		why   string
		name  string
		after int
	}{
		{"the payload directory cannot be looked at", payloadDir, -1},
		{"a line of bag-info.txt is cut", "bag-info.txt", 3},
	} {
		unread := 0
		b, err := Validate(t.Context(), failingFS{bag, tt.name, tt.after, errors.New("disk error")}, Options{}, func(f Finding) {
			switch {
			case f.Severity == violation:
				t.Errorf("%s: %+v", tt.why, f)
			case f.Rule == ruleUnreadable:
				unread++
			}
		})
		if err != nil || b.Valid || unread == 0 {
			t.Errorf("%s: valid %v, %d unreadable, %v", tt.why, b.Valid, unread, err)
		}
	}
}
