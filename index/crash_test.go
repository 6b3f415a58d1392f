//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package index_test

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/scheme"
)

// roundSize is how many documents are added at once, and count together or not at all.
const roundSize = 40

// roundDocument is a document of a round.
func roundDocument(t testing.TB, round, i int) (string, scheme.Fingerprint) {
	random := rand.New(rand.NewPCG(uint64(round), uint64(i)))
	var b [8]byte
	for i := range b {
		b[i] = byte(random.Uint32())
	}
	f, err := scheme.SM1.FromSketch(b[:])
	must(t, err)
	return fmt.Sprintf("%d/%d", round, i), f
}

// TestEndedWriter is no test, but the process that others end. It says which rounds are on the disk.
func TestEndedWriter(t *testing.T) {
	name, what := os.Getenv("FPCHECK_TEST_INDEX"), os.Getenv("FPCHECK_TEST_WRITES")
	if name == "" {
		t.Skip("it is run by other tests")
	}
	add := func(w *index.Writer, round int) {
		for i := range roundSize {
			id, f := roundDocument(t, round, i)
			must(t, w.Add(t.Context(), id, f))
		}
	}
	if what == "build" {
		w, err := index.Create(name, index.Options{Scheme: scheme.SM1, Tables: index.Tables{Distance: 3}, Resume: true})
		must(t, err)
		fmt.Println("begun", -1)
		for round := range 30 {
			add(w, round)
			must(t, w.Flush(t.Context()))
		}
		must(t, w.Commit(t.Context()))
		fmt.Println("done", 29)
		return
	}
	if what == "full" {
		signal.Ignore(unix.SIGXFSZ)
		must(t, unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: 64 << 10, Max: 64 << 10}))
	}
	w, err := index.Update(name, index.Options{})
	must(t, err)
	for round := w.Len() / roundSize; ; round++ {
		add(w, round)
		if err := w.Commit(t.Context()); err != nil {
			fmt.Println("error", err)
			return
		}
		fmt.Println("done", round)
		if what == "compact" {
			must(t, w.Compact(t.Context(), index.Tables{}))
		}
	}
}

// ended runs a writer, ends it after a time, and returns the last round that is on the disk.
func ended(t *testing.T, name, what string, after time.Duration) (last int, failure string) {
	t.Helper()
	self, err := os.Executable()
	must(t, err)
	c := exec.CommandContext(t.Context(), self, "-test.run", "^TestEndedWriter$")
	c.Env = append(os.Environ(), "FPCHECK_TEST_INDEX="+name, "FPCHECK_TEST_WRITES="+what)
	out, err := c.StdoutPipe()
	must(t, err)
	must(t, c.Start())
	last = -1
	var once sync.Once
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		kind, rest, _ := strings.Cut(lines.Text(), " ")
		switch kind {
		case "done":
			last, err = strconv.Atoi(rest)
			must(t, err)
		case "error":
			failure = rest
		}
		if after > 0 {
			once.Do(func() { time.AfterFunc(after, func() { c.Process.Kill() }) })
		}
	}
	c.Wait()
	return last, failure
}

// hasRounds fails unless an index is undamaged and has the first rounds, whole.
func hasRounds(t *testing.T, name string, least int) {
	t.Helper()
	x, err := index.Open(name)
	must(t, err)
	defer x.Close()
	if x.Len()%roundSize != 0 || x.Len() < least*roundSize {
		t.Fatalf("%d documents: want at least %d rounds of %d", x.Len(), least, roundSize)
	}
	for round := range x.Len() / roundSize {
		for i := range roundSize {
			id, want := roundDocument(t, round, i)
			if d, ok := x.Get(id); !ok || d.Fingerprint != want {
				t.Fatalf("%s: %v, %v", id, d, ok)
			}
		}
	}
}

// moments is how often a writer is ended: 20 times, or as FPCHECK_SOAK says.
func moments(t *testing.T) int {
	if n, err := strconv.Atoi(os.Getenv("FPCHECK_SOAK")); err == nil {
		return n
	}
	if testing.Short() {
		return 5
	}
	return 20
}

// Whenever a writer is ended, what it said is on the disk is there.
func TestSIGKILL(t *testing.T) {
	random := rand.New(rand.NewPCG(18, 1))
	for _, what := range []string{"add", "compact"} {
		name := filepath.Join(t.TempDir(), "archive.fpx")
		w, err := index.Create(name, index.Options{Scheme: scheme.SM1, Tables: index.Tables{Distance: 3}})
		must(t, err)
		must(t, w.Commit(t.Context()))
		must(t, w.Close())
		least := 0
		for range moments(t) {
			last, failure := ended(t, name, what, time.Duration(1+random.IntN(30_000))*time.Microsecond)
			if failure != "" {
				t.Fatal(failure)
			}
			least = max(least, last+1)
			hasRounds(t, name, least)
		}
		if least == 0 {
			t.Errorf("%s: no round was written: the test shows nothing", what)
		}
		w, err = index.Update(name, index.Options{}) // which cuts what the last one left
		must(t, err)
		must(t, w.Close())
		must(t, open(t, name).Verify(t.Context()))
	}
	for range moments(t) {
		name := filepath.Join(t.TempDir(), "archive.fpx")
		for try := 0; ; try++ {
			wait := time.Duration(1+random.IntN(60_000)) * time.Microsecond
			if try > 4 {
				wait = 0 // to its end
			}
			_, failure := ended(t, name, "build", wait)
			if failure != "" {
				t.Fatal(failure)
			}
			if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) && try <= 4 {
				continue // it is not there before all of it is
			}
			break
		}
		hasRounds(t, name, 30)
		must(t, open(t, name).Verify(t.Context()))
	}
}

// Where there is no room, the error says so, and the index is as it was.
func TestNoRoom(t *testing.T) {
	name := filepath.Join(t.TempDir(), "archive.fpx")
	w, err := index.Create(name, index.Options{Scheme: scheme.SM1, Tables: index.Tables{Distance: 3}})
	must(t, err)
	must(t, w.Commit(t.Context()))
	must(t, w.Close())
	last, failure := ended(t, name, "full", 0)
	if last < 0 || !strings.Contains(failure, "file too large") {
		t.Errorf("round %d, %q", last, failure)
	}
	hasRounds(t, name, last+1)
	must(t, open(t, name).Verify(t.Context()))
}

// Readers beside a writer see whole rounds, and no fewer than before.
func TestReadersBesideWriter(t *testing.T) {
	name := filepath.Join(t.TempDir(), "archive.fpx")
	w, err := index.Create(name, index.Options{Scheme: scheme.SM1, Tables: index.Tables{Distance: 3}})
	must(t, err)
	must(t, w.Commit(t.Context()))
	stop := make(chan struct{})
	var readers sync.WaitGroup
	for range 16 {
		readers.Go(func() {
			before := 0
			for {
				select {
				case <-stop:
					return
				default:
				}
				x, err := index.Open(name)
				if err != nil {
					t.Error(err)
					return
				}
				if x.Len()%roundSize != 0 || x.Len() < before {
					t.Errorf("%d documents after %d", x.Len(), before)
				}
				if before = x.Len(); before > 0 {
					id, f := roundDocument(t, before/roundSize-1, 0)
					found := false
					a, err := x.Search(t.Context(), f, scheme.Thresholds{}, -1)
					for _, m := range a.Matches {
						found = found || err == nil && m.ID == id
					}
					if !found {
						t.Errorf("%s is not found", id)
					}
				}
				x.Close()
			}
		})
	}
	for round := range 25 {
		for i := range roundSize {
			id, f := roundDocument(t, round, i)
			must(t, w.Add(t.Context(), id, f))
		}
		must(t, w.Commit(t.Context()))
		if round%7 == 6 {
			must(t, w.Compact(t.Context(), index.Tables{}))
		}
	}
	close(stop)
	readers.Wait()
	must(t, w.Close())
}

// What lies where a new index is made is removed, and a link there leads to no other file.
func TestCreateFollowsNoLink(t *testing.T) {
	dir := t.TempDir()
	victim := filepath.Join(dir, "victim")
	if err := os.WriteFile(victim, []byte("kept"), 0o666); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "a.fpx")
	if err := os.Symlink(victim, name+".part"); err != nil {
		t.Skip(err)
	}
	w, err := index.Create(name, index.Options{Scheme: scheme.SM1})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(victim); err != nil || string(got) != "kept" {
		t.Errorf("the file that the link names has %q, %v", got, err)
	}
}
