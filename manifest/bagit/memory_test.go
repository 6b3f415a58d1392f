package bagit

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"
)

// many is a bag with a number of payload files, in directories of 1000. The files are not stored.
type many struct {
	files int
	list  []byte // the manifest
}

func newMany(files int) *many {
	m := &many{files: files}
	var b bytes.Buffer
	for i := range files {
		j := files - 1 - i // an order that does not help
		fmt.Fprintf(&b, "%s  %s\n", sumOf("sha256", m.contents(j)), m.name(j))
	}
	m.list = b.Bytes()
	return m
}

func (m *many) name(i int) string     { return fmt.Sprintf("data/%d/file-%d", i/1000, i%1000) }
func (m *many) contents(i int) string { return "file " + strconv.Itoa(i) }

func (m *many) Open(name string) (fs.File, error) {
	switch {
	case name == "bagit.txt":
		return newMemory(name, []byte("BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n")), nil
	case name == "manifest-sha256.txt":
		return newMemory(name, m.list), nil
	case name == "." || name == "data":
		return newMemory(name, nil), nil
	}
	var dir, file int
	if n, _ := fmt.Sscanf(name, "data/%d/file-%d", &dir, &file); n == 2 && file < 1000 && dir*1000+file < m.files {
		return newMemory(name, []byte(m.contents(dir*1000+file))), nil
	}
	return nil, fs.ErrNotExist
}

func (m *many) ReadDir(name string) ([]fs.DirEntry, error) {
	var entries []fs.DirEntry
	add := func(name string, dir bool, size int) {
		i := memoryInfo{name, dir, int64(size)}
		entries = append(entries, fs.FileInfoToDirEntry(i))
	}
	switch {
	case name == ".":
		add("bagit.txt", false, 1)
		add("data", true, 0)
		add("manifest-sha256.txt", false, len(m.list))
	case name == "data":
		for i := range (m.files + 999) / 1000 {
			add(strconv.Itoa(i), true, 0)
		}
	default:
		dir, _ := strconv.Atoi(strings.TrimPrefix(name, "data/"))
		for i := range min(1000, m.files-dir*1000) {
			add(fmt.Sprintf("file-%d", i), false, len(m.contents(dir*1000+i)))
		}
	}
	return entries, nil
}

type memory struct {
	*bytes.Reader
	memoryInfo
}

func newMemory(name string, octets []byte) memory {
	return memory{bytes.NewReader(octets), memoryInfo{name, octets == nil, int64(len(octets))}}
}

func (m memory) Stat() (fs.FileInfo, error) { return m.memoryInfo, nil }
func (m memory) Close() error               { return nil }
func (m memory) Size() int64                { return m.memoryInfo.size }

type memoryInfo struct {
	name string
	dir  bool
	size int64
}

func (i memoryInfo) Name() string       { return i.name[strings.LastIndex(i.name, "/")+1:] }
func (i memoryInfo) Size() int64        { return i.size }
func (i memoryInfo) ModTime() time.Time { return time.Time{} }
func (i memoryInfo) IsDir() bool        { return i.dir }
func (i memoryInfo) Sys() any           { return nil }
func (i memoryInfo) Mode() fs.FileMode {
	if i.dir {
		return fs.ModeDir | 0o777
	}
	return 0o666
}

var _ io.Reader = memory{}

// TestMemory checks that many files need no more memory than few.
func TestMemory(t *testing.T) {
	files := 60_000
	if testing.Short() {
		files = 6_000
	}
	defer func(octets int) { maxHeld = octets }(maxHeld)
	maxHeld = 1 << 20
	bag := newMany(files)
	runtime.GC()
	var before runtime.MemStats
	runtime.ReadMemStats(&before)
	var seen, most atomic.Int64
	b, err := Validate(context.Background(), bag, Options{Workers: 2, Read: func(octets int) {
		if octets > 0 && seen.Add(1)%int64(files/10) == 0 {
			var now runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&now)
			most.Store(max(most.Load(), int64(now.HeapAlloc)))
		}
	}}, nil)
	if err != nil || !b.Valid || b.Files != int64(files) {
		t.Fatalf("%+v, %v", b, err)
	}
	grown := most.Load() - int64(before.HeapAlloc)
	t.Logf("%d files: %d octets more", files, grown)
	if grown > 8<<20 {
		t.Errorf("%d files take %d octets", files, grown)
	}
}

// TestHostile checks that bags made to be slow are not.
func TestHostile(t *testing.T) {
	lines := 300_000
	if testing.Short() {
		lines = 30_000
	}
	name := []byte("data/aaaaaaaaaaaaaaaaaaaaaaaa")
	var cases, twice strings.Builder
	sum := sumOf("sha256", "")
	for i := range lines {
		for bit := range 20 {
			name[5+bit] = 'a' - byte(i>>bit&1)*32
		}
		fmt.Fprintf(&cases, "%s  %s\n", sum, name)
		twice.WriteString(sum + "  data/a\n")
	}
	for _, c := range []struct {
		why, info, list string
		errors          int64
	}{
		{"names that differ in case", "", cases.String(), int64(lines)},
		{"one name", "", twice.String(), 2},
		{"one value in many lines", "A: 1\n" + strings.Repeat(" a\n", 4_000_000), "", 0},
	} {
		begun := time.Now()
		b, err := Validate(context.Background(), fstest.MapFS{
			"bagit.txt":           {Data: []byte("BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n")},
			"bag-info.txt":        {Data: []byte(c.info)},
			"manifest-sha256.txt": {Data: []byte(c.list)},
			"data":                {Mode: fs.ModeDir | 0o777},
		}, Options{}, nil)
		if err != nil || b.Errors != c.errors {
			t.Errorf("%s: %v, %+v", c.why, err, b.Errors)
		}
		if took := time.Since(begun); took > time.Minute {
			t.Errorf("%s: took %v", c.why, took)
		}
	}
}
