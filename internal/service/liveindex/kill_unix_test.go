//go:build unix

package liveindex

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/scheme"
)

// changing is the environment variable that makes the test binary change an index until it is
// killed.
const changing = "FPCHECK_SHELF_CHANGING"

func TestMain(m *testing.M) {
	if name := os.Getenv(changing); name != "" {
		changeForever(name)
	}
	os.Exit(m.Run())
}

// printsOf returns the fingerprints that an id may have. A greater number stands for none.
func printsOf(t testing.TB) (all [64]scheme.Fingerprint) {
	for i := range all {
		all[i] = printOf(t, scheme.SM1, i)
	}
	return all
}

const parts = 8 // that change ids of their own, at once

// changeForever changes an index, and prints each change before and after it is acknowledged.
func changeForever(name string) {
	s, err := Open(name, Options{Report: func(err error) { fmt.Fprintln(os.Stderr, err) }})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	var out sync.Mutex
	say := func(format string, args ...any) {
		out.Lock()
		defer out.Unlock()
		fmt.Printf(format, args...)
	}
	seed := uint64(os.Getpid())
	prints := printsOf(new(testing.B))
	var all sync.WaitGroup
	for part := range parts {
		all.Go(func() {
			random := rand.New(rand.NewPCG(seed, uint64(part)))
			for {
				id, n := fmt.Sprintf("%d-%d", part, random.IntN(500)), random.IntN(len(prints)+8)
				say("try %s %d\n", id, n)
				var print scheme.Fingerprint // none removes the document
				if n < len(prints) {
					print = prints[n]
				}
				if _, err := add(s, id, print, true); err != nil {
					fmt.Fprintln(os.Stderr, err)
					os.Exit(1)
				}
				say("did %s %d\n", id, n)
			}
		})
	}
	all.Go(func() { s.shadowForever(rand.New(rand.NewPCG(seed, parts))) })
	all.Go(func() {
		for {
			if _, err := s.Search(context.Background(), prints[0], scheme.Thresholds{}, 10); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			time.Sleep(time.Millisecond)
		}
	})
	all.Wait()
}

// shadowForever builds shadows, removes them and cuts over to them.
func (s *Shelf) shadowForever(random *rand.Rand) {
	for {
		var err error
		switch random.IntN(4) {
		case 0, 1:
			err = s.Shadow(index.Tables{Distance: 1 + random.IntN(8)})
		case 2:
			err = s.CutOver()
		default:
			err = s.DropShadow()
		}
		if err == nil {
			fmt.Println("shadow", s.ShadowState().State)
		} else if !errors.Is(err, ErrShadow) && !errors.Is(err, ErrBusy) {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		time.Sleep(time.Duration(random.IntN(40)) * time.Millisecond)
	}
}

// TestKilled kills the process at any moment. Acknowledged changes survive, and no others appear.
func TestKilled(t *testing.T) {
	kills := 4
	if testing.Short() {
		kills = 2
	}
	if n, err := strconv.Atoi(os.Getenv("FPCHECK_SOAK")); err == nil {
		kills = n
	}
	prints := printsOf(t)
	name := newIndex(t, scheme.SM1)
	answered := make(map[string]int)       // the last acknowledged value of an id
	tried := make(map[string]map[int]bool) // possible values, since they were not acknowledged
	changes, shadows := 0, make(map[string]int)
	for kill := range kills {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), changing+"="+name)
		cmd.Stderr = os.Stderr
		out, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(time.Duration(50+rand.IntN(2500))*time.Millisecond, func() { cmd.Process.Kill() })
		for lines := bufio.NewScanner(out); lines.Scan(); {
			f := strings.Fields(lines.Text())
			if len(f) == 2 && f[0] == "shadow" {
				shadows[f[1]]++
			}
			if len(f) != 3 {
				continue // the last line is cut
			}
			n, _ := strconv.Atoi(f[2])
			switch f[0] {
			case "try":
				if tried[f[1]] == nil {
					tried[f[1]] = make(map[int]bool)
				}
				tried[f[1]][n] = true
			case "did":
				answered[f[1]] = n
				delete(tried, f[1])
				changes++
			}
		}
		if err := cmd.Wait(); err == nil || cmd.ProcessState.Exited() {
			t.Fatalf("kill %d: the process ended by itself: %v", kill, err)
		}
		s := open(t, name)
		documents := 0
		check := func(id string, expected func(n int) bool) {
			f, ok, err := s.Get(id)
			if err != nil {
				t.Fatal(err)
			}
			if ok {
				documents++
			}
			for n := range len(prints) + 8 {
				if expected(n) && (n >= len(prints) && !ok || n < len(prints) && ok && f == prints[n]) {
					return
				}
			}
			t.Errorf("kill %d: %s is %v %v: expected %d", kill, id, ok, f, answered[id])
		}
		seen := make(map[string]bool)
		for id, last := range answered {
			seen[id] = true
			check(id, func(n int) bool { return n == last || tried[id][n] })
		}
		for id := range tried {
			if !seen[id] {
				check(id, func(n int) bool { return tried[id][n] || n >= len(prints) })
			}
		}
		if state, err := s.State(); err != nil || state.Documents != documents {
			t.Errorf("kill %d: %d documents, %v: expected %d", kill, state.Documents, err, documents)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d kills, %d changes answered, shadows: %v", kills, changes, shadows)
	if kills > 3 && (shadows[Building] == 0 || shadows[Cutting] == 0) {
		t.Error("no shadow was made, or none took over")
	}
}
