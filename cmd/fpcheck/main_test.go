package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/commands"
)

// runIn runs the command in this process.
func runIn(stdin string, args ...string) (stdout, stderr string, code int) {
	var out, errs bytes.Buffer
	code = cli.Run(args, strings.NewReader(stdin), &out, &errs, commands.All)
	return out.String(), errs.String(), code
}

// start runs the command in a process of its own.
func start(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), self, args...)
	c.Env = append(os.Environ(), asCommand+"=1", "TERM=xterm")
	return c
}

// Output, standard error included, does not depend on the number of workers.
func TestWorkersGiveTheSame(t *testing.T) {
	dir := t.TempDir()
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 400 {
		var text []byte
		for range random.IntN(200) {
			text = fmt.Appendf(text, "w%x ", random.IntN(1<<20))
		}
		switch i % 10 {
		case 3:
			text = nil
		case 5:
			text = []byte("1 2 3")
		case 7:
			text = append([]byte("<p>"), bytes.Repeat(text, 40)...)
		case 8:
			text = append([]byte{0, 1, 2}, text...)
		}
		name := filepath.Join(dir, fmt.Sprint(random.IntN(7)), fmt.Sprint(i))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	sketch := filepath.Join(t.TempDir(), "all.fpmh")
	for _, form := range [][]string{{"fingerprint"}, {"fingerprint", "--json"},
		{"fingerprint", "--scheme", "sm1,mh1", "--bits", "2"}, {"digest"}, {"frequencies"}, {"sketch", "-o", sketch}} {
		args := append(form, dir, "missing", "-")
		wantOut, wantErr, wantCode := runIn("the fox", append(args, "--workers", "1")...)
		if n := strings.Count(wantOut, "\n"); n < 200 && form[0] != "sketch" || wantCode != cli.ExitTrouble {
			t.Fatalf("%d lines, exit code %d", n, wantCode)
		}
		for _, workers := range []string{"2", "8", "64"} {
			out, errs, code := runIn("the fox", append(args, "--workers", workers)...)
			if diff := cmp.Diff(wantOut, out); diff != "" {
				t.Errorf("%v, %s workers: stdout (-1 worker):\n%s", form, workers, diff)
			}
			if diff := cmp.Diff(wantErr, errs); diff != "" {
				t.Errorf("%v, %s workers: stderr (-1 worker):\n%s", form, workers, diff)
			}
			if code != wantCode {
				t.Errorf("%s workers: exit code %d, expected %d", workers, code, wantCode)
			}
		}
	}
}

// A path that is too long to be opened is an unreadable directory, for anybody.
func TestTooDeep(t *testing.T) {
	t.Chdir(t.TempDir())
	const depth, name = 20, 250
	for range depth {
		dir := strings.Repeat("d", name)
		if err := os.Mkdir(dir, 0o777); err != nil {
			t.Skip(err)
		}
		if err := os.Chdir(dir); err != nil {
			t.Skip(err)
		}
	}
	for range depth {
		if err := os.Chdir(".."); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile("z", []byte("the fox"), 0o666); err != nil {
		t.Fatal(err)
	}
	stdout, stderr, code := runIn("", "fingerprint", "--quiet", ".")
	if code != cli.ExitTrouble || !strings.HasSuffix(stdout, "  ./z\n") ||
		!strings.Contains(stderr, "directory not read: ") {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, stdout, stderr)
	}
}

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, errors.New("no room") }

func TestStdoutFails(t *testing.T) {
	dir := t.TempDir()
	for i := range 400 {
		if err := os.WriteFile(filepath.Join(dir, strconv.Itoa(i)), []byte("the fox"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	m := filepath.Join(t.TempDir(), "m")
	if _, errs, code := runIn("", "manifest", "create", "--quiet", "-o", m, dir); code != 0 {
		t.Fatal(errs)
	}
	for _, args := range [][]string{{"manifest", "create", "--quiet", dir}, {"verify", "--json", m, dir}, {"fingerprint"}, {"version"}, {"schemes", "--json"}, {"--help"}, {"vectors", "list"}} {
		var stderr bytes.Buffer
		code := cli.Run(args, strings.NewReader(strings.Repeat("the fox ", 100)), failingWriter{}, &stderr, commands.All)
		if code != cli.ExitTrouble || strings.Count(stderr.String(), "no room") != 1 ||
			!strings.Contains(stderr.String(), "fpcheck: standard output: no room\n") {
			t.Errorf("%v: exit code %d, stderr %q", args, code, &stderr)
		}
	}
}

// Reading goes wrong in the middle of a document.
func TestStdinFails(t *testing.T) {
	var stdout, stderr bytes.Buffer
	stdin := io.MultiReader(strings.NewReader(strings.Repeat("the fox ", 10000)), failingReader{})
	code := cli.Run([]string{"fingerprint", "--json"}, stdin, &stdout, &stderr, commands.All)
	if code != cli.ExitTrouble || stderr.String() != "fpcheck: -: line dropped\n" ||
		!strings.Contains(stdout.String(), `"error":"line dropped"`) {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, &stdout, &stderr)
	}
}

type failingReader struct{}

func (failingReader) Read([]byte) (int, error) { return 0, errors.New("line dropped") }

// ^C ends a run that waits, with the results so far.
func TestInterrupt(t *testing.T) {
	name := filepath.Join(t.TempDir(), "fox.txt")
	if err := os.WriteFile(name, []byte("the fox"), 0o666); err != nil {
		t.Fatal(err)
	}
	c := start(t, "fingerprint", "--quiet", name, "-")
	stdin, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	stdout, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	r := bufio.NewReader(stdout)
	if line, err := r.ReadString('\n'); !strings.HasSuffix(line, name+"\n") {
		t.Fatalf("%q, %v", line, err)
	}
	if err := c.Process.Signal(os.Interrupt); err != nil {
		t.Skip(err) // no such signal here
	}
	rest, _ := io.ReadAll(r)
	c.Wait()
	if c.ProcessState.ExitCode() != cli.ExitInterrupted || len(rest) > 0 {
		t.Errorf("%v, and %q", c.ProcessState, rest)
	}
}

// When the reader of a pipe goes, so does the writer, as others do.
func TestBrokenPipe(t *testing.T) {
	c := start(t, "vectors", "list")
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	c.Stdout = w
	if err := c.Run(); err == nil {
		t.Error("exit code 0")
	} else if status, ok := c.ProcessState.Sys().(syscall.WaitStatus); ok && !status.Signaled() {
		t.Errorf("%v: expected the signal", c.ProcessState)
	}
}
