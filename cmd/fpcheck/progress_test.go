package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestBarText(t *testing.T) {
	const mega = 1_000_000
	for _, tt := range []struct {
		bytes, all      int64
		files, allFiles int64
		records         int64
		counting        bool
		after           time.Duration
		want, why       string
	}{
		{1500 * mega, 6000 * mega, 2, 9, 0, false, 10 * time.Second,
			"2 of 9 files  [=====               ]  25%  1.5 GB of 6.0 GB, 150.0 MB/s, 0:30 left", "all is known"},
		{1500 * mega, 3000 * mega, 2, 9, 0, true, 10 * time.Second, "2 files  1.5 GB, 150.0 MB/s", "not all was counted"},
		{1500 * mega, 0, 2, 0, 0, false, 10 * time.Second, "2 files  1.5 GB, 150.0 MB/s", "a stream"},
		{mega, 10_000 * mega, 0, 1, 700, false, 10 * time.Second,
			"700 records  [                    ]   0%  1.0 MB of 10.0 GB, 100.0 kB/s, 27:46:30 left", "records of a file"},
		{3 * mega, 6 * mega, 1, 2, 1, false, 10 * time.Second,
			"1 of 2 files, 1 record  [==========          ]  50%  3.0 MB of 6.0 MB, 300.0 kB/s, 0:10 left", "records of two"},
		{7 * mega, 6 * mega, 1, 1, 0, false, 10 * time.Second,
			"1 file  [====================] 100%  7.0 MB of 6.0 MB, 700.0 kB/s", "one that grew"},
	} {
		b := &bar{progress: new(progress), begun: time.Now().Add(-tt.after)}
		b.bytes.Store(tt.bytes)
		b.allBytes.Store(tt.all)
		b.files.Store(tt.files)
		b.allFiles.Store(tt.allFiles)
		b.records.Store(tt.records)
		if tt.counting {
			b.counting.Store(1)
		}
		if got := b.String(); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.why, got, tt.want)
		}
	}
	for _, test := range []struct {
		n    float64
		want string
	}{{0, "0 B"}, {999, "999 B"}, {1000, "1.0 kB"}, {999_940, "999.9 kB"}, {999_960, "1.0 MB"}, {1e21, "1000.0 EB"}} {
		if got := size(test.n); got != test.want {
			t.Errorf("%v: %q, want %q", test.n, got, test.want)
		}
	}
	var screen strings.Builder
	b := &bar{progress: new(progress), stderr: &screen, begun: time.Now()}
	b.draw()
	b.hide()
	if screen.Len() > 0 {
		t.Errorf("short work draws %q", &screen)
	}

	// Where no bar can be drawn, there is a line now and then.
	b = &bar{progress: new(progress), stderr: &screen, lines: true, begun: time.Now().Add(-time.Minute)}
	b.files.Store(3)
	b.draw()
	b.draw()
	b.hide()
	if got := screen.String(); got != "fpcheck: 3 files 0 B, 0 B/s\n" {
		t.Errorf("two draws write %q", got)
	}
}

// What there is to read is counted beside the reading, unless a stream is among it.
func TestExpect(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "d"), 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"d/a": "12345", "d/b.log": "1234567", "c": "123"} {
		if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	f := excludeFlag{[]string{"*.log"}}
	p := new(progress)
	p.expect(sizes([]string{dir, filepath.Join(dir, "c")}, f.excludes))
	for p.counting.Load() > 0 {
		time.Sleep(time.Millisecond)
	}
	if p.allFiles.Load() != 3 || p.allBytes.Load() != 11 {
		t.Errorf("%d files, %d bytes: expected 3, 11", p.allFiles.Load(), p.allBytes.Load())
	}
	for size := range sizes([]string{"-"}, nothing) {
		if size != unknownSize {
			t.Errorf("a stream of %d bytes", size)
		}
	}
}
