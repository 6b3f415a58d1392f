// Package program runs installed programs that find the text of documents. It isolates them from the
// user's settings, and bounds their time and memory.
package program

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
	"github.com/lsh-interop/fpcheck/internal/kernel/processgroup"
)

// Program is an installed program. It reads a file from standard input and writes UTF-8 to standard output.
type Program struct {
	Command     string // "pdftotext"
	Title       string // "poppler pdftotext"
	Debian      string // the Debian package that it is in: "poppler-utils"
	VersionFlag string // makes it print its version

	// Harmless reports whether a complaint is about no fault. It gets the complaint before it, too. It may be nil.
	Harmless func(before, complaint string) bool

	versions sync.Map // by path
}

// Installed returns the path of the program, or an error that wraps [medium.ErrToolMissing].
func (p *Program) Installed() (path string, err error) {
	if path, err = exec.LookPath(p.Command); err != nil {
		return "", fmt.Errorf("%w: %s (Debian package %s)", medium.ErrToolMissing, p.Command, p.Debian)
	}
	return path, nil
}

// Describe implements the interface Program of package formats.
func (p *Program) Describe(ctx context.Context) (command, debian, tool string) {
	if path, err := p.Installed(); err == nil {
		tool = p.Tool(ctx, path)
	}
	return p.Command, p.Debian, tool
}

// Tool names the program at a path, with its version.
func (p *Program) Tool(ctx context.Context, path string) string {
	return strings.TrimSpace(p.Title + " " + p.version(ctx, path))
}

var versionNumber = lazy.Regexp(`[0-9]+(\.[0-9]+)+`)

// version asks the program for its version, once for each path.
func (p *Program) version(ctx context.Context, path string) string {
	if v, ok := p.versions.Load(path); ok {
		return v.(string)
	}
	limited, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	cmd := command(limited, path, p.VersionFlag)
	var said bytes.Buffer
	out := &bounded{left: 4 << 10, full: func() {}, w: &said}
	cmd.Stdout, cmd.Stderr = out, out
	// Some programs print it and exit with an error.
	_ = runIsolated(cmd, 256<<20)
	v := versionNumber().FindString(said.String())
	if ctx.Err() == nil {
		p.versions.Store(path, v)
	}
	return v
}

// Run runs the program on the file of a document, within its time. It calls read with the program's output
// while it runs. What read leaves is dropped. It returns the program's complaints in one short line.
func (p *Program) Run(d *medium.Reading, file *os.File, read func(io.Reader) error, args ...string) (complaints string, err error) {
	path, err := p.Installed()
	if err != nil {
		return "", err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	ctx, size := d.Context, d.Budget.Size
	limited, cancel := context.WithTimeout(ctx, d.Budget.Left())
	defer cancel()
	cmd := command(limited, path, args...)
	cmd.Stdin = file
	var stderr bytes.Buffer
	tooLong, endless := false, false
	output, stdout := io.Pipe()
	cmd.Stdout = &bounded{left: size, full: func() { tooLong = true; cancel() }, w: stdout}
	first := &filter{harmless: p.Harmless, w: &bounded{left: 4 << 10, full: func() {}, w: &stderr}}
	cmd.Stderr = &bounded{left: mostComplaints(file), full: func() { endless = true; cancel() }, w: first}
	ended := make(chan error, 1)
	go func() {
		err := runIsolated(cmd, size)
		stdout.Close()
		ended <- err
	}()
	var wrong error
	func() {
		defer func() { // even after a panic
			output.CloseWithError(errNotRead)
			if wrong != nil {
				cancel()
			}
			err = <-ended
		}()
		wrong = errNotRead
		if wrong = read(output); wrong == nil {
			// Else the program's end would depend on how much it had written.
			_, wrong = io.Copy(io.Discard, output)
		}
	}()
	first.end()
	complaints = fewLines(stderr.String())
	switch {
	case wrong != nil:
		return complaints, wrong
	case ctx.Err() != nil && err != nil:
		err = fmt.Errorf("%s was stopped: %w", p.Command, ctx.Err())
	case tooLong:
		err = d.Budget.TooLarge("text by " + p.Command)
	case endless:
		err = fmt.Errorf("%w: %s complains without end", medium.ErrMalformed, p.Command)
	case errors.Is(err, exec.ErrWaitDelay):
		err = fmt.Errorf("%w: %s has ended, but its output has not: %w", medium.ErrTimeout, p.Command, err)
	case limited.Err() != nil && err != nil:
		err = d.Budget.Late(p.Command)
	}
	return complaints, err
}

// mostComplaints returns how many bytes of complaints about a file are read before the program is stopped.
// On some damaged files, pdftotext never stops complaining.
func mostComplaints(file *os.File) int64 {
	size := int64(0)
	if info, err := file.Stat(); err == nil {
		size = info.Size()
	}
	return 16<<20 + 16*size
}

var errNotRead = errors.New("the output of the program is not read")

// command returns a command that runs until ctx is done, in an environment without user settings.
func command(ctx context.Context, path string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Env = []string{"LC_ALL=C.UTF-8", "HOME=" + os.DevNull, "PATH=" + os.Getenv("PATH"), "TMPDIR=" + os.TempDir()}
	cmd.Dir = os.TempDir()
	cmd.Cancel = func() error { processgroup.Kill(cmd.Process); return nil }
	// A process that inherited the output may keep it open. On a busy machine, reading the rest takes a while.
	cmd.WaitDelay = 5 * time.Second
	processgroup.LeadTied(cmd)
	return cmd
}

// runIsolated runs a command, and ends the processes that it started. On Linux they also end with this
// process.
func runIsolated(cmd *exec.Cmd, size int64) error {
	// The signal at the parent's death depends on the thread that started the process.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := cmd.Start(); err != nil {
		return err
	}
	limitMemory(cmd, size)
	err := cmd.Wait()
	processgroup.Kill(cmd.Process) // processes that it left behind
	return err
}

// bounded writes up to a number of bytes. It drops the rest and then calls full.
type bounded struct {
	left int64
	full func()
	w    io.Writer
}

func (b *bounded) Write(octets []byte) (int, error) {
	n := len(octets)
	if int64(n) > b.left {
		octets = octets[:b.left]
		b.full()
	}
	b.left -= int64(len(octets))
	if _, err := b.w.Write(octets); err != nil {
		return 0, err
	}
	return n, nil
}

// longestComplaint bounds a complaint that may be harmless, in bytes.
const longestComplaint = 1 << 10

// filter writes the lines of complaints that are not harmless.
type filter struct {
	harmless func(before, complaint string) bool
	before   string
	line     []byte
	w        io.Writer
}

func (f *filter) Write(octets []byte) (int, error) {
	n := len(octets)
	for len(octets) > 0 {
		part, rest, ended := bytes.Cut(octets, []byte("\n"))
		octets = rest
		f.line = append(f.line, part...)
		if ended || len(f.line) > longestComplaint {
			f.end()
		}
	}
	return n, nil
}

// end writes the last line.
func (f *filter) end() {
	line := string(f.line)
	f.line = f.line[:0]
	if f.harmless == nil || !f.harmless(f.before, line) {
		_, _ = io.WriteString(f.w, line+"\n")
	}
	f.before = line
}

// fewLines makes one short line of a program's complaints.
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

// Fault returns the error of a failed run, for a document in a format. It returns nil if err is nil.
func (p *Program) Fault(format, complaints string, err error) error {
	var exit *exec.ExitError
	switch {
	case err == nil, medium.IsFinal(err):
		return err
	case complaints != "":
		return fmt.Errorf("%w: %s: %s says: %s", medium.ErrMalformed, format, p.Command, complaints)
	case errors.As(err, &exit):
		return fmt.Errorf("%w: %s: %s cannot read it: %w", medium.ErrMalformed, format, p.Command, err)
	}
	return fmt.Errorf("%s: %s: %w", format, p.Command, err)
}

// NoText returns the error of a successful run that found no text. With complaints, the program failed.
// Otherwise the document shows no text, and why is a guess.
func (p *Program) NoText(format, complaints, why string) error {
	if complaints != "" {
		return fmt.Errorf("%w: %s: %s found no text, and says: %s", medium.ErrMalformed, format, p.Command, complaints)
	}
	return fmt.Errorf("%w: %s: %s found no text: %s", medium.ErrNoText, format, p.Command, why)
}
