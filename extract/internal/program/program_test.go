//go:build unix

package program

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// fake returns a program that is a shell script.
func fake(t *testing.T, script string) *Program {
	path := filepath.Join(t.TempDir(), "fake")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script), 0o755); err != nil {
		t.Fatal(err)
	}
	return &Program{Command: path, Title: "fake", Debian: "fake", VersionFlag: "-v"}
}

// document returns a document with ample limits, except those that l sets.
func document(ctx context.Context, l budget.Limits) *medium.Reading {
	l.Size, l.Time = cmp.Or(l.Size, 256<<20), cmp.Or(l.Time, 2*time.Minute)
	return medium.New(ctx, budget.New(l), nil)
}

func spooled(t *testing.T, s string) *os.File {
	d := document(t.Context(), budget.Limits{})
	d.Source = bufio.NewReader(strings.NewReader(s))
	file, remove, err := d.Spool("document")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(remove)
	return file
}

func TestProgram(t *testing.T) {
	for _, tt := range []struct {
		why, script string
		limits      budget.Limits
		text, said  string
		is          error
	}{
		{"its input is the document", `cat`, budget.Limits{}, "the document", "", nil},
		{"no settings of the user's", `echo "$LC_ALL $HOME $FPCHECK_TEST"`, budget.Limits{}, "C.UTF-8 /dev/null \n", "", nil},
		{"complaints are kept short, and each once", `for i in 1 1 2 3 4; do echo "fault $i	x" >&2; done`, budget.Limits{}, "", "fault 1 x; fault 2 x; fault 3 x; …", nil},
		{"it says no more than may be said", `echo too long`, budget.Limits{Size: 12}, "", "", nil},
		{"it floods its output", `while :; do echo flood; done`, budget.Limits{Size: 1 << 16}, "", "", medium.ErrTooLarge},
		{"it floods its errors", `head -c 9000000 /dev/zero >&2; echo done`, budget.Limits{}, "done\n", "", nil},
		{"its errors do not end", `yes flood >&2`, budget.Limits{}, "", "flood; floo", medium.ErrMalformed},
		{"it is slow", `sleep 60`, budget.Limits{Time: 200 * time.Millisecond}, "", "", medium.ErrTimeout},
		{"it does not end when asked to", `trap '' TERM INT HUP; while :; do sleep 1; done`, budget.Limits{Time: 200 * time.Millisecond}, "", "", medium.ErrTimeout},
		{"what it started holds its output", `sleep 60 & echo done`, budget.Limits{}, "done\n", "", exec.ErrWaitDelay},
	} {
		t.Run(tt.why, func(t *testing.T) {
			t.Setenv("FPCHECK_TEST", "set")
			begun := time.Now()
			var text []byte
			said, err := fake(t, tt.script).Run(document(t.Context(), tt.limits), spooled(t, "the document"), func(r io.Reader) (err error) {
				text, err = io.ReadAll(r)
				return err
			})
			if !errors.Is(err, tt.is) {
				t.Errorf("error %v, want %v", err, tt.is)
			}
			if tt.text != "" && string(text) != tt.text || tt.said != "" && said != tt.said {
				t.Errorf("%q, %q, want %q, %q", text, said, tt.text, tt.said)
			}
			if took := time.Since(begun); took > 20*time.Second {
				t.Errorf("it took %v", took)
			}
		})
	}
}

// A harmless complaint is left out, however many there are. Others stay, also without a line end.
func TestHarmless(t *testing.T) {
	p := fake(t, `for i in $(seq 999); do echo tick >&2; echo again >&2; done; echo again >&2; printf fault >&2`)
	p.Harmless = func(before, complaint string) bool {
		return complaint == "tick" || before == "tick" && complaint == "again"
	}
	said, err := p.Run(document(t.Context(), budget.Limits{}), spooled(t, ""), ignore)
	if said != "again; fault" || err != nil {
		t.Errorf("%q, error %v", said, err)
	}
}

func ignore(r io.Reader) error {
	_, err := io.Copy(io.Discard, r)
	return err
}

// TestProgramNotRead checks that a program ends if its output is not wanted, or its reader panics.
func TestProgramNotRead(t *testing.T) {
	fault := errors.New("enough")
	p := fake(t, `while :; do echo flood; done`)
	if _, err := p.Run(document(t.Context(), budget.Limits{}), spooled(t, ""), func(io.Reader) error { return fault }); err != fault {
		t.Errorf("error %v, want %v", err, fault)
	}
	defer func() {
		if p := recover(); p != fault {
			t.Errorf("panic %v, want %v", p, fault)
		}
	}()
	p.Run(document(t.Context(), budget.Limits{}), spooled(t, ""), func(io.Reader) error { panic(fault) })
}

// What a reader leaves does not change how the program ends.
func TestProgramLeft(t *testing.T) {
	script := `head -c 300000 /dev/zero || exit 3; echo done >&2`
	said, err := fake(t, script).Run(document(t.Context(), budget.Limits{}), spooled(t, ""), func(io.Reader) error { return nil })
	if said != "done" || err != nil {
		t.Errorf("%q, error %v, want it done", said, err)
	}
}

func TestProgramVersion(t *testing.T) {
	p := fake(t, `echo "fake version 22.12.0 of 2022" >&2; exit 3`)
	if got := p.Tool(t.Context(), p.Command); got != "fake 22.12.0" {
		t.Errorf("tool %q, want fake 22.12.0", got)
	}
}

// TestProgramGroup checks that the processes that a program started end with it.
func TestProgramGroup(t *testing.T) {
	pid := filepath.Join(t.TempDir(), "pid")
	p := fake(t, `sleep 300 & echo $! >`+pid+`; wait`)
	if _, err := p.Run(document(t.Context(), budget.Limits{Time: time.Second}), spooled(t, ""), ignore); !errors.Is(err, medium.ErrTimeout) {
		t.Errorf("error %v, want %v", err, medium.ErrTimeout)
	}
	awaitEnd(t, pid)
}

// TestProgramCancelled checks that cancelling a context ends a program and its processes.
func TestProgramCancelled(t *testing.T) {
	pid := filepath.Join(t.TempDir(), "pid")
	p := fake(t, `sleep 300 & echo $! >`+pid+`.new; mv `+pid+`.new `+pid+`; wait`)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() {
		for range 200 {
			if _, err := os.Stat(pid); err == nil {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		cancel()
	}()
	begun := time.Now()
	_, err := p.Run(document(ctx, budget.Limits{}), spooled(t, ""), ignore)
	if !errors.Is(err, context.Canceled) || errors.Is(err, medium.ErrTimeout) || !medium.IsFinal(err) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
	if took := time.Since(begun); took > 20*time.Second {
		t.Errorf("it took %v", took)
	}
	awaitEnd(t, pid)
}

// TestProgramVersionCancelled checks that a version is asked for again after a timeout.
func TestProgramVersionCancelled(t *testing.T) {
	p := fake(t, `echo "fake version 22.12.0" >&2`)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got := p.Tool(ctx, p.Command); got != "fake" {
		t.Errorf("tool %q, want fake", got)
	}
	if got := p.Tool(t.Context(), p.Command); got != "fake 22.12.0" {
		t.Errorf("tool %q, want fake 22.12.0", got)
	}
}

// TestProgramParent checks that a program ends with the process that started it, however that ends.
func TestProgramParent(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux tells a process of its parent's end")
	}
	if script := os.Getenv("FPCHECK_TEST_PARENT"); script != "" {
		p := &Program{Command: script, Title: "fake", Debian: "fake", VersionFlag: "-v"}
		p.Run(document(t.Context(), budget.Limits{}), spooled(t, ""), ignore)
		return
	}
	pid := filepath.Join(t.TempDir(), "pid")
	p := fake(t, `echo $$ >`+pid+`; exec sleep 300`)
	parent := exec.Command(os.Args[0], "-test.run=^TestProgramParent$")
	parent.Env = append(os.Environ(), "FPCHECK_TEST_PARENT="+p.Command)
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	for range 200 {
		if octets, _ := os.ReadFile(pid); len(octets) > 0 {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	parent.Process.Kill()
	parent.Wait()
	awaitEnd(t, pid)
}

// awaitEnd waits for the end of the process whose number is in a file.
func awaitEnd(t *testing.T, file string) {
	t.Helper()
	octets, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(octets)))
	if err != nil {
		t.Fatal(err)
	}
	for range 100 {
		if ended(pid) {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Errorf("process %d still runs", pid)
}

// ended reports whether a process has ended, even if its exit code was not collected.
func ended(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return true
	}
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err == nil && strings.Contains(string(stat), ") Z ")
}
