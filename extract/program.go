package extract

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"time"
	"unicode"
)

// program is an installed program that finds the text of documents. It reads a file
// on its standard input and writes UTF-8 to its standard output.
type program struct {
	command string // "pdftotext"
	title   string // "poppler pdftotext"
	debian  string // the Debian package that it is in: "poppler-utils"
	version func(ctx context.Context, path string) string
}

// installed returns where the program is.
func (p *program) installed() (path string, err error) {
	if path, err = exec.LookPath(p.command); err != nil {
		return "", fmt.Errorf("%w: %s (Debian package %s)", ErrToolMissing, p.command, p.debian)
	}
	return path, nil
}

// tool names the program at a path, with its version.
func (p *program) tool(ctx context.Context, path string) string {
	return strings.TrimSpace(p.title + " " + p.version(ctx, path))
}

var versionNumber = regexp.MustCompile(`[0-9]+(\.[0-9]+)+`)

// versionBy returns a function that asks a program for its version, once for each path
// that it may be at.
func versionBy(flag string) func(ctx context.Context, path string) string {
	var known sync.Map
	return func(ctx context.Context, path string) string {
		if v, ok := known.Load(path); ok {
			return v.(string)
		}
		var said bytes.Buffer
		limited, cancel := context.WithTimeout(ctx, 10*time.Second)
		defer cancel()
		cmd := command(limited, path, flag)
		out := &bounded{left: 4 << 10, whole: func() {}, w: &said}
		cmd.Stdout, cmd.Stderr = out, out
		// Some exit with an error although they say it.
		_ = runIsolated(cmd, DefaultLimits.Size)
		v := versionNumber.FindString(said.String())
		if ctx.Err() == nil {
			known.Store(path, v)
		}
		return v
	}
}

// run runs the program on a file and returns what it writes, and what it complains of.
func (p *program) run(ctx context.Context, file *os.File, l Limits, args ...string) (text []byte, complaints string, err error) {
	path, err := p.installed()
	if err != nil {
		return nil, "", err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, "", err
	}
	limited, cancel := context.WithTimeout(ctx, l.Time)
	defer cancel()
	cmd := command(limited, path, args...)
	cmd.Stdin = file
	var stdout, stderr bytes.Buffer
	tooLong := false
	cmd.Stdout = &bounded{left: l.Size, whole: func() { tooLong = true; killGroup(cmd) }, w: &stdout}
	cmd.Stderr = &bounded{left: 4 << 10, whole: func() {}, w: &stderr}
	err = runIsolated(cmd, l.Size)
	complaints = fewLines(stderr.String())
	switch {
	case ctx.Err() != nil && err != nil:
		err = fmt.Errorf("%s was stopped: %w", p.command, ctx.Err())
	case tooLong:
		err = fmt.Errorf("%w: more than %d octets of text by %s", ErrTooLarge, l.Size, p.command)
	case limited.Err() != nil && err != nil:
		err = fmt.Errorf("%w: %s was stopped after %v", ErrTimeout, p.command, l.Time)
	}
	return stdout.Bytes(), complaints, err
}

// command returns a command that runs until ctx is done, in an environment that is the
// same everywhere: no setting of the user changes what is read.
func command(ctx context.Context, path string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Env = []string{"LC_ALL=C.UTF-8", "HOME=" + os.DevNull, "PATH=" + os.Getenv("PATH"), "TMPDIR=" + os.TempDir()}
	cmd.Dir = os.TempDir()
	cmd.Cancel = func() error { killGroup(cmd); return nil }
	cmd.WaitDelay = time.Second // a process that inherited the output may keep it open
	isolate(cmd)
	return cmd
}

// runIsolated runs a command, with the processes that it starts ended when it ends. They
// also end with this process, where the system supports that.
func runIsolated(cmd *exec.Cmd, size int64) error {
	// A process that is to die with its parent dies with the thread that started it.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := cmd.Start(); err != nil {
		return err
	}
	limitMemory(cmd, size)
	err := cmd.Wait()
	killGroup(cmd) // what it left behind
	return err
}

// bounded writes so many octets and drops the rest. It calls whole when there is one.
type bounded struct {
	left  int64
	whole func()
	w     io.Writer
}

func (b *bounded) Write(octets []byte) (int, error) {
	n := len(octets)
	if int64(n) > b.left {
		octets = octets[:b.left]
		b.whole()
	}
	b.left -= int64(len(octets))
	if _, err := b.w.Write(octets); err != nil {
		return 0, err
	}
	return n, nil
}

// fewLines makes one short line of what a program complains of.
func fewLines(said string) string {
	const lines, length = 3, 200
	var few []string
	for line := range strings.Lines(said) {
		line = strings.TrimSpace(strings.Map(func(r rune) rune {
			if !unicode.IsPrint(r) {
				return ' '
			}
			return r
		}, line))
		if line == "" || len(few) > 0 && few[len(few)-1] == line {
			continue
		}
		if len(few) == lines {
			few = append(few, "…")
			break
		}
		if runes := []rune(line); len(runes) > length {
			line = string(runes[:length]) + "…"
		}
		few = append(few, line)
	}
	return strings.Join(few, "; ")
}
