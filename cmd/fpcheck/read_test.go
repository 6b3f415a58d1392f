package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/commands"
	"github.com/lsh-interop/fpcheck/internal/engine/pipeline"
)

// prose returns a text of at least n bytes, which depends on seed.
func prose(n, seed int) []byte {
	var b bytes.Buffer
	for i := seed; b.Len() < n; i++ {
		fmt.Fprintf(&b, "The lamp of lighthouse %d was lit, маяк %d горел.\n", i, i%17)
	}
	return b.Bytes()
}

// crawl returns a web archive with a number of records.
func crawl(records int) []byte {
	var b bytes.Buffer
	for i := range records {
		text := prose(300, i)
		fmt.Fprintf(&b, "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://example.org/%d\r\n"+
			"Content-Type: text/plain\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", i, len(text), text)
	}
	return b.Bytes()
}

// mixed writes files of all kinds, good and bad, and returns their paths in order.
func mixed(t *testing.T, n int) (paths []string) {
	dir := t.TempDir()
	for i := range n {
		name, octets := "text.txt", prose(4096, i)
		switch i % 13 {
		case 2:
			name, octets = "empty.txt", nil
		case 3:
			name, octets = "page.html", slices.Concat([]byte("<p>"), octets, []byte("</p>"))
		case 5:
			name, octets = "bad.bin", slices.Concat([]byte{0, 1, 2, 3}, octets)
		case 7:
			name, octets = "archive", crawl(3) // recognised only by its bytes
		case 8:
			name, octets = "long.txt", prose(200_000, i)
		case 10:
			name, octets = "broken.gz", []byte("\x1f\x8b\x08 and no more")
		case 12:
			name, octets = "digits", []byte("1 2 3\n")
		}
		path := filepath.Join(dir, fmt.Sprintf("%04d-%s", i, name))
		if err := os.WriteFile(path, octets, 0o666); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	return paths
}

func fingerprints(args ...string) (stdout, stderr string, code int) {
	var out, errs bytes.Buffer
	code = cli.Run(append([]string{"fingerprint"}, args...), strings.NewReader(""), &out, &errs, commands.All)
	return out.String(), errs.String(), code
}

// TestFilesAreApart checks that each of many files has the same lines as alone, in order, even if
// others have faults.
func TestFilesAreApart(t *testing.T) {
	paths := mixed(t, 260)
	paths = slices.Insert(paths, 100, filepath.Dir(paths[0])+"/gone", filepath.Dir(paths[0])+"/0001-text.txt")
	for _, args := range [][]string{nil, {"--json"}, {"--scheme", "sm1,mh1"}} {
		args := append(args, "--verbose") // of many warnings ten are told
		var stdout, stderr strings.Builder
		for _, path := range paths {
			out, errs, _ := fingerprints(append(args, path)...)
			stdout.WriteString(out)
			stderr.WriteString(errs)
		}
		for _, workers := range []int{1, 2, 8} {
			out, errs, code := fingerprints(slices.Concat(args, []string{"--workers", strconv.Itoa(workers)}, paths)...)
			if diff := cmp.Diff(stdout.String(), out); diff != "" {
				t.Errorf("%q, %d workers: stdout (-want +got):\n%s", args, workers, diff)
			}
			errs = strings.TrimSuffix(errs, "fpcheck: 242 files: 161 with a fingerprint, 60 without text, 21 failed\n")
			if diff := cmp.Diff(stderr.String(), errs); diff != "" {
				t.Errorf("%q, %d workers: stderr (-want +got):\n%s", args, workers, diff)
			}
			if code != cli.ExitTrouble {
				t.Errorf("%q, %d workers: exit code %d, want %d", args, workers, code, cli.ExitTrouble)
			}
		}
	}
}

// cost returns what reading files with two workers allocates.
func cost(t *testing.T, paths []string) (allocations, octets uint64) {
	args := append([]string{"fingerprint", "--quiet", "--workers", "2"}, paths...)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if code := cli.Run(args, strings.NewReader(""), io.Discard, io.Discard, commands.All); code != 0 {
		t.Fatalf("exit code %d", code)
	}
	runtime.ReadMemStats(&after)
	return after.Mallocs - before.Mallocs, after.TotalAlloc - before.TotalAlloc
}

// TestFilesAllocateLittle checks that a small file costs few allocations, and no more beside a long
// one.
func TestFilesAllocateLittle(t *testing.T) {
	if raced {
		t.Skip("a pool of the race detector forgets at random")
	}
	dir := t.TempDir()
	var paths []string
	for i := range 1100 {
		path := filepath.Join(dir, fmt.Sprintf("%04d.txt", i))
		if err := os.WriteFile(path, prose(4096, i), 0o666); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	huge := filepath.Join(dir, "huge.txt")
	if err := os.WriteFile(huge, bytes.Repeat(prose(1<<20, 0), 32), 0o666); err != nil {
		t.Fatal(err)
	}
	cost(t, paths[:100]) // initialises what is made once
	few, fewOctets := cost(t, paths[:100])
	many, manyOctets := cost(t, paths)
	n, octets := float64(many-few)/1000, float64(manyOctets-fewOctets)/1000
	t.Logf("%.1f allocations of %.0f octets a file", n, octets)
	if n > 40 || octets > 4096 {
		t.Errorf("%.1f allocations of %.0f octets a file: want at most 40 of 4096", n, octets)
	}
	_, with := cost(t, slices.Insert(slices.Clone(paths[:100]), 50, huge))
	if with > fewOctets+8<<20 {
		t.Errorf("%d octets allocated for 100 files and one of 32 MiB, %d without that: want 8 MiB more at most", with, fewOctets)
	}
}

// TestFileChanges checks that a file that changes while it is read does not affect the fingerprints
// of others.
func TestFileChanges(t *testing.T) {
	dir := t.TempDir()
	still, moving := filepath.Join(dir, "still"), filepath.Join(dir, "moving")
	if err := os.WriteFile(still, prose(4096, 1), 0o666); err != nil {
		t.Fatal(err)
	}
	want, _, _ := fingerprints(still)
	stop, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
				os.WriteFile(moving, prose(1+i%7*50_000, i), 0o666) // truncates it first
			}
		}
	}()
	for range 30 {
		out, errs, _ := fingerprints("--quiet", still, moving, still, moving, still)
		if strings.Count(out, want) != 3 {
			t.Errorf("want three times %q:\n%s%s", want, out, errs)
		}
		for line := range strings.Lines(errs) {
			if !strings.HasSuffix(line, pipeline.ErrEmpty.Error()+"\n") && !strings.HasSuffix(line, "no such file or directory\n") {
				t.Errorf("stderr: %s", line)
			}
		}
	}
	close(stop)
	<-gone
}
