//go:build unix

package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/internal/cli"
)

// put writes a file and its directories.
func put(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func namesIn(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// TestManifestInterrupted checks that ^C and SIGTERM end a run at once. What it has read is kept,
// and the next run resumes.
func TestManifestInterrupted(t *testing.T) {
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		t.Run(signal.String(), func(t *testing.T) {
			t.Parallel()
			dir, out := t.TempDir(), t.TempDir()
			put(t, filepath.Join(dir, "a.txt"), "Some words of a fox")
			put(t, filepath.Join(dir, "b.pdf"), "%PDF-1.4\n")
			slow := t.TempDir()
			put(t, filepath.Join(slow, "pdftotext"), "#!/bin/sh\n[ \"$1\" = -v ] || exec sleep 5\n")
			if err := os.Chmod(filepath.Join(slow, "pdftotext"), 0o755); err != nil {
				t.Fatal(err)
			}
			name := filepath.Join(out, "m")
			c := start(t, "manifest", "create", "-o", name, dir)
			c.Env = append(c.Env, "PATH="+slow+":"+os.Getenv("PATH"))
			var stderr bytes.Buffer
			c.Stderr = &stderr
			c.WaitDelay = time.Second // pdftotext may keep the pipes open
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			deadline := time.Now().Add(20 * time.Second)
			for {
				journal, _ := os.ReadFile(name + ".journal")
				if strings.Contains(string(journal), "a.txt") {
					break
				}
				if time.Now().After(deadline) {
					t.Fatalf("no journal: %q", journal)
				}
				time.Sleep(10 * time.Millisecond)
			}
			if err := c.Process.Signal(signal); err != nil {
				t.Fatal(err)
			}
			c.Wait()
			want := fmt.Sprintf("fpcheck: interrupted: %s.journal holds what was read so far; run the same command again to resume\n", name)
			if c.ProcessState.ExitCode() != cli.ExitInterrupted || stderr.String() != want {
				t.Errorf("%v, and %q", c.ProcessState, &stderr)
			}
			if left := namesIn(t, out); !slices.Equal(left, []string{"m.journal"}) {
				t.Errorf("left: %q", left)
			}
			_, errs, code := runIn("", "manifest", "create", "-o", name, dir)
			if code != cli.ExitTrouble || !strings.Contains(errs, "b.pdf") {
				t.Errorf("the next run: exit code %d, %q", code, errs)
			}
			if left := namesIn(t, out); !slices.Equal(left, []string{"m"}) {
				t.Errorf("left in the end: %q", left)
			}
		})
	}
}

// TestManifestKilled kills runs at any moment. Each leaves the old manifest or the new one. Its
// journal and its lock do not hinder the next run.
func TestManifestKilled(t *testing.T) {
	kills := 200
	if testing.Short() {
		kills = 10
	}
	dir := t.TempDir()
	name := filepath.Join(dir, "m")
	r := rand.New(rand.NewPCG(5, 6))
	for i := range 400 {
		var text []byte
		for range 300 {
			text = fmt.Appendf(text, "w%x ", r.IntN(1<<20))
		}
		put(t, filepath.Join(dir, fmt.Sprintf("%d/%d.txt", i%7, i)), string(text))
	}
	const old = "# fpcheck manifest of another time"
	read := func() string {
		octets, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(octets)
	}
	if _, errs, code := runIn("", "manifest", "create", "--quiet", "--replace", "-o", name, dir); code != 0 {
		t.Fatal(errs)
	}
	want := read()
	put(t, name, old)
	took := 100 * time.Millisecond
	done, killed := 0, 0
	for i := range kills {
		c := start(t, "manifest", "create", "--replace", "-o", name, dir)
		var stderr bytes.Buffer
		c.Stderr = &stderr
		begun := time.Now()
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(time.Duration(r.Int64N(int64(2*took))), func() { c.Process.Kill() })
		if c.Wait() == nil {
			took = (took + time.Since(begun)) / 2
			done++
		} else if status := c.ProcessState.Sys().(syscall.WaitStatus); !status.Signaled() {
			t.Fatalf("run %d: %v: %s", i, c.ProcessState, &stderr)
		} else {
			killed++
		}
		timer.Stop()
		switch read() {
		case old:
		case want:
			put(t, name, old)
		default:
			t.Fatalf("run %d: neither the old manifest nor the new one", i)
		}
	}
	t.Logf("%d runs were killed, %d done before", killed, done)
	if killed == 0 {
		t.Error("no run was killed")
	}
	if _, errs, code := runIn("", "manifest", "create", "--quiet", "--replace", "-o", name, dir); code != 0 {
		t.Fatal(errs)
	}
	if diff := cmp.Diff(want, read()); diff != "" {
		t.Errorf("in the end, another manifest (-want +got):\n%s", diff)
	}
	for _, n := range namesIn(t, dir) {
		if strings.HasPrefix(n, "m") && n != "m" && !strings.HasSuffix(n, ".tmp") {
			t.Errorf("%s is left", n)
		}
	}
	if out, errs, code := runIn("", "verify", "--quiet", "--strict", name, dir); code != 0 || out != "" {
		t.Errorf("exit code %d: %s%s", code, out, errs)
	}
}
