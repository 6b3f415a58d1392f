package cli

import (
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
		b := &bar{Progress: new(Progress), begun: time.Now().Add(-tt.after)}
		b.bytes.Store(tt.bytes)
		b.AllBytes.Store(tt.all)
		b.files.Store(tt.files)
		b.AllFiles.Store(tt.allFiles)
		b.records.Store(tt.records)
		if tt.counting {
			b.Counting.Store(1)
		}
		if got := b.String(); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.why, got, tt.want)
		}
	}
	for _, test := range []struct {
		n    float64
		want string
	}{{0, "0 B"}, {999, "999 B"}, {1000, "1.0 kB"}, {999_940, "999.9 kB"}, {999_960, "1.0 MB"}, {1e21, "1000.0 EB"}} {
		if got := Size(test.n); got != test.want {
			t.Errorf("%v: %q, want %q", test.n, got, test.want)
		}
	}
	var screen strings.Builder
	b := &bar{Progress: new(Progress), stderr: &screen, begun: time.Now()}
	b.draw()
	b.hide()
	if screen.Len() > 0 {
		t.Errorf("short work draws %q", &screen)
	}

	// Where no bar can be drawn, there is a line now and then.
	b = &bar{Progress: new(Progress), stderr: &screen, lines: true, begun: time.Now().Add(-time.Minute)}
	b.files.Store(3)
	b.draw()
	b.draw()
	b.hide()
	if got := screen.String(); got != "fpcheck: 3 files 0 B, 0 B/s\n" {
		t.Errorf("two draws write %q", got)
	}
}
