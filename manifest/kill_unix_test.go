//go:build unix

package manifest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/lsh-interop/fpcheck/internal/store/durable"
)

// killMe names the directory in which this program, started again, makes a manifest.
const killMe = "FPCHECK_TEST_KILL_ME"

func TestMain(m *testing.M) {
	if dir := os.Getenv(killMe); dir != "" {
		if err := createInside(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// createInside makes the manifest of a tree inside that tree.
func createInside(dir string) error {
	used := make(map[string]bool)
	for _, n := range Names("m") {
		used[n] = true
	}
	o := Options{Workers: 2, Skip: func(path string) bool { return used[path] }}
	return Create(context.Background(), filepath.Join(dir, "m"), Dir(dir), header, o, nil)
}

// TestKilledProcess checks that a killed process leaves the old manifest or the new one, and that
// the next run resumes.
func TestKilledProcess(t *testing.T) {
	kills := 200
	if testing.Short() {
		kills = 20
	}
	dir := t.TempDir()
	for i := range 400 {
		put(t, dir, fmt.Sprintf("%d/%d.txt", i%7, i), prose(uint64(i)))
	}
	for i := range 8 { // with records
		var pages []page
		for n := range 40 {
			pages = append(pages, text(fmt.Sprintf("http://%d/", n), prose(uint64(i*40+n))))
		}
		put(t, dir, fmt.Sprintf("%d/%d.warc", i%7, i), warcOf(pages...))
	}
	old := write(t, inText, header, nil)
	put(t, dir, "m", old)
	if err := createInside(dir); err != nil {
		t.Fatal(err)
	}
	whole := filepath.Join(dir, "m")
	octets, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	want := string(octets)
	put(t, dir, "m", old)
	r := rand.New(rand.NewPCG(3, 4))
	took := 120 * time.Millisecond
	done := 0
	for i := range kills {
		c := exec.Command(os.Args[0])
		c.Env = append(os.Environ(), killMe+"="+dir)
		begun := time.Now()
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(time.Duration(r.Int64N(int64(2*took))), func() { c.Process.Kill() })
		if c.Wait() == nil {
			took = (took + time.Since(begun)) / 2
		}
		timer.Stop()
		octets, err := os.ReadFile(whole)
		if err != nil {
			t.Fatal(err)
		}
		switch string(octets) {
		case old:
		case want:
			done++
			put(t, dir, "m", old)
		default:
			t.Fatalf("kill %d: neither the old manifest nor the new one: %d octets", i, len(octets))
		}
	}
	t.Logf("%d of %d were done before they were killed", done, kills)
	if err := createInside(dir); err != nil {
		t.Fatal(err)
	}
	octets, err = os.ReadFile(whole)
	if err != nil || string(octets) != want {
		t.Errorf("in the end, another manifest than without interruptions: %v", err)
	}
	for _, n := range Names("m")[1:] {
		if _, err := os.Stat(filepath.Join(dir, n)); err == nil && n != "m"+durable.TemporarySuffix && n != "m"+olderName+durable.TemporarySuffix {
			t.Errorf("%s is left", n)
		}
	}
}
