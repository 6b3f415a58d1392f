//go:build unix

package extract

import (
	"bufio"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// fake is a program that is a shell script.
func fake(t *testing.T, script string) *program {
	path := filepath.Join(t.TempDir(), "fake")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script), 0o755); err != nil {
		t.Fatal(err)
	}
	return &program{command: path, title: "fake", debian: "fake", version: versionBy("-v")}
}

func spooled(t *testing.T, s string) *os.File {
	file, remove, err := spool(bufio.NewReader(strings.NewReader(s)), DefaultLimits, "document")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(remove)
	return file
}

func TestProgram(t *testing.T) {
	for _, tt := range []struct {
		why, script string
		limits      Limits
		text, said  string
		is          error
	}{
		{"its input is the document", `cat`, Limits{}, "the document", "", nil},
		{"no settings of the user's", `echo "$LC_ALL $HOME $FPCHECK_TEST"`, Limits{}, "C.UTF-8 /dev/null \n", "", nil},
		{"complaints are kept short, and each once", `for i in 1 1 2 3 4; do echo "fault $i	x" >&2; done`, Limits{}, "", "fault 1 x; fault 2 x; fault 3 x; …", nil},
		{"it says no more than may be said", `echo too long`, Limits{Size: 12}, "", "", nil},
		{"it floods its output", `while :; do echo flood; done`, Limits{Size: 1 << 16}, "", "", ErrTooLarge},
		{"it floods its errors", `head -c 9000000 /dev/zero >&2; echo done`, Limits{}, "done\n", "", nil},
		{"it is slow", `sleep 60`, Limits{Time: 200 * time.Millisecond}, "", "", ErrTimeout},
		{"it does not end when asked to", `trap '' TERM INT HUP; while :; do sleep 1; done`, Limits{Time: 200 * time.Millisecond}, "", "", ErrTimeout},
		{"what it started holds its output", `sleep 60 & echo done`, Limits{}, "done\n", "", exec.ErrWaitDelay},
	} {
		t.Run(tt.why, func(t *testing.T) {
			t.Setenv("FPCHECK_TEST", "set")
			begun := time.Now()
			text, said, err := fake(t, tt.script).run(t.Context(), spooled(t, "the document"), tt.limits.orDefault())
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

func TestProgramVersion(t *testing.T) {
	p := fake(t, `echo "fake version 22.12.0 of 2022" >&2; exit 3`)
	if got := p.tool(t.Context(), p.command); got != "fake 22.12.0" {
		t.Errorf("tool %q, want fake 22.12.0", got)
	}
}

func TestProgramMissing(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for _, tt := range []struct{ in, want string }{
		{"%PDF-1.7\n", "a program is missing: pdftotext (Debian package poppler-utils)"},
		{testdata(t, "lighthouse.doc"), "a program is missing: catdoc (Debian package catdoc)"},
		{testdata(t, "stores.xls"), "a program is missing: xls2csv (Debian package catdoc)"},
	} {
		_, err := Open(t.Context(), strings.NewReader(tt.in), Options{})
		if !errors.Is(err, ErrToolMissing) || err.Error() != tt.want {
			t.Errorf("error %v, want %s", err, tt.want)
		}
	}
}

// What a program started is ended with it.
func TestProgramGroup(t *testing.T) {
	pid := filepath.Join(t.TempDir(), "pid")
	p := fake(t, `sleep 300 & echo $! >`+pid+`; wait`)
	if _, _, err := p.run(t.Context(), spooled(t, ""), Limits{Time: time.Second}.orDefault()); !errors.Is(err, ErrTimeout) {
		t.Errorf("error %v, want %v", err, ErrTimeout)
	}
	awaitEnd(t, pid)
}

// A context that is cancelled ends a program, and what it started.
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
	_, _, err := p.run(ctx, spooled(t, ""), DefaultLimits)
	if !errors.Is(err, context.Canceled) || errors.Is(err, ErrTimeout) || !isFinal(err) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
	if took := time.Since(begun); took > 20*time.Second {
		t.Errorf("it took %v", took)
	}
	awaitEnd(t, pid)
}

// A version that could not be asked for in time is asked for again.
func TestProgramVersionCancelled(t *testing.T) {
	p := fake(t, `echo "fake version 22.12.0" >&2`)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got := p.tool(ctx, p.command); got != "fake" {
		t.Errorf("tool %q, want fake", got)
	}
	if got := p.tool(t.Context(), p.command); got != "fake 22.12.0" {
		t.Errorf("tool %q, want fake 22.12.0", got)
	}
}

// A program ends with the process that started it, however that ends.
func TestProgramParent(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux tells a process of its parent's end")
	}
	if script := os.Getenv("FPCHECK_TEST_PARENT"); script != "" {
		p := &program{command: script, title: "fake", debian: "fake", version: versionBy("-v")}
		p.run(t.Context(), spooled(t, ""), DefaultLimits)
		return
	}
	pid := filepath.Join(t.TempDir(), "pid")
	p := fake(t, `echo $$ >`+pid+`; exec sleep 300`)
	parent := exec.Command(os.Args[0], "-test.run=^TestProgramParent$")
	parent.Env = append(os.Environ(), "FPCHECK_TEST_PARENT="+p.command)
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

// awaitEnd waits for the end of the process of which a file has the number.
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

// ended reports whether a process has ended, though nobody may have asked for its
// exit code.
func ended(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return true
	}
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err == nil && strings.Contains(string(stat), ") Z ")
}

func TestSpoolRemoves(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	_, remove, err := spool(bufio.NewReader(strings.NewReader("abc")), DefaultLimits, "PDF")
	if err != nil {
		t.Fatal(err)
	}
	remove()
	if _, _, err := spool(bufio.NewReader(strings.NewReader("abcd")), Limits{Size: 3}, "PDF"); !errors.Is(err, ErrTooLarge) {
		t.Errorf("error %v, want %v", err, ErrTooLarge)
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
