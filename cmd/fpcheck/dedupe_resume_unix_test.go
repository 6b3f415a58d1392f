//go:build unix

package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/internal/cli"
)

// corpus writes a folder of files and records, and returns the number of documents. Among them are
// near duplicates, short texts and names of all kinds.
func corpus(t *testing.T, dir string) (documents int) {
	t.Helper()
	r := rand.New(rand.NewPCG(7, 8))
	text := func(i int) string {
		words := rand.New(rand.NewPCG(uint64(i/3), 1))
		var b strings.Builder
		for range 300 {
			fmt.Fprintf(&b, "w%x ", words.IntN(1<<20))
		}
		return b.String() + strings.Repeat("more ", i%3)
	}
	names := []string{"%d/a.txt", "%d/б.txt", "%d/a\\b\n.txt", "%d/\xff  x.txt", "%d/\u202E\t.txt"}
	for i := range 200 {
		put(t, filepath.Join(dir, fmt.Sprintf(names[i%len(names)], i)), text(r.IntN(100)))
	}
	var lines strings.Builder
	for i := range 200 {
		fmt.Fprintf(&lines, "{\"id\":%s,\"text\":%q}\n", jsonString(fmt.Sprintf("\t\u202E\\ %d  \n", i)), text(r.IntN(100)))
	}
	put(t, filepath.Join(dir, "m.jsonl"), lines.String())
	put(t, filepath.Join(dir, "short.txt"), "Three short words.")
	return 401
}

// TestDedupeKilled kills runs at any moment and resumes them. The result is the same as without an
// interruption. No document is read twice.
func TestDedupeKilled(t *testing.T) {
	kills := 100
	if testing.Short() {
		kills = 8
	}
	dir := t.TempDir()
	documents := corpus(t, dir)
	wantOut, wantErr, code := runIn("", "dedupe", "--verbose", dir)
	if code != 0 || strings.Count(wantOut, "\n") < 20 {
		t.Fatalf("exit code %d, %q, %q", code, wantOut, wantErr)
	}
	name := filepath.Join(dir, "kept") // inside the tree
	r := rand.New(rand.NewPCG(9, 10))
	begun := 0
	for range kills {
		c := start(t, "dedupe", "--resume", name, "--verbose", dir)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(r.IntN(120)) * time.Millisecond)
		c.Process.Kill()
		c.Wait()
		octets, _ := os.ReadFile(name)
		if n := bytes.Count(octets, []byte("\n")); 1 < n && n < documents {
			begun++
		}
		if r.IntN(2) == 0 && len(octets) > 0 { // what a full disk or a crash may leave
			if err := os.Truncate(name, int64(len(octets)-r.IntN(min(300, len(octets)))-1)); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Logf("%d of %d runs had begun and were not at their end", begun, kills)
	for range 2 { // the first resumes, and the second finds everything
		out, errs, code := runIn("", "dedupe", "--resume", name, "--verbose", dir)
		if code != 0 {
			t.Fatalf("exit code %d, %q", code, errs)
		}
		if diff := cmp.Diff(wantOut, out); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(wantErr, errs); diff != "" {
			t.Errorf("standard error (-want +got):\n%s", diff)
		}
	}
	octets, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(octets, []byte("\n")); n != 1+documents {
		t.Errorf("%d lines, expected %d", n, 1+documents)
	}
	if left, _ := filepath.Glob(name + "?*"); len(left) > 0 {
		t.Errorf("left: %q", left)
	}
}

// TestResumptionDamaged checks that a damaged file is refused, or does not change the result.
func TestResumptionDamaged(t *testing.T) {
	dir := t.TempDir()
	corpus(t, dir)
	name := filepath.Join(t.TempDir(), "kept")
	want, _, code := runIn("", "dedupe", "--resume", name, dir)
	if code != 0 {
		t.Fatal(code)
	}
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	damages := 60
	if testing.Short() {
		damages = 6
	}
	r := rand.New(rand.NewPCG(11, 12))
	for range damages {
		damaged := bytes.Clone(whole)
		at := r.IntN(len(damaged))
		damaged[at] ^= 1 << r.IntN(8)
		put(t, name, string(damaged))
		out, errs, code := runIn("", "dedupe", "--resume", name, dir)
		if inHead := at <= bytes.IndexByte(whole, '\n'); inHead && code == cli.ExitTrouble && out == "" {
			continue
		}
		if code != 0 || out != want {
			t.Errorf("a bit of octet %d: exit code %d, %q: (-want +got):\n%s", at, code, errs, cmp.Diff(want, out))
		}
	}
}
