package cli

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"text/tabwriter"

	"github.com/lsh-interop/fpcheck/internal/page/escape"
	"github.com/lsh-interop/fpcheck/internal/store/durable"
)

// WriteFile writes a file whole or not at all, by replacing it. It follows links, and can only
// replace regular files.
func WriteFile(name string, write func(w io.Writer) error) error {
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s: is not a regular file: expected one, or a new name", Display(name))
	}
	tmp, err := durable.CreateTemporary(filepath.Dir(name))
	if err != nil {
		return fmt.Errorf("%s: %w", Display(name), UnwrapPath(err))
	}
	if err := errors.Join(write(tmp.File), tmp.Chmod(0o644)); err != nil {
		tmp.Remove()
		return fmt.Errorf("%s: %w", Display(name), err)
	}
	if err := tmp.Replace(name); err != nil {
		tmp.Remove()
		return fmt.Errorf("%s: %s", Display(name), Message(err))
	}
	return nil
}

func UnwrapPath(err error) error {
	if p, ok := err.(*fs.PathError); ok {
		return p.Err
	}
	return err
}

// LockName is the suffix of a manifest's lock.
const LockName = ".lock"

// Output is the two streams of a run. Results are buffered, so that many short ones need one write.
// Each result is written whole or not at all. Only text reaches a terminal; package escape spells
// everything else.
type Output struct {
	mu             sync.Mutex
	Stdout, stderr io.Writer
	pending        []byte
	begun          []byte // of a code point that the next write goes on with
	line           []byte // memory for one
	bar            *bar   // on stderr, or nil
	colors         struct{ stdout, stderr bool }
	code           int
	parting        string // printed if the run is interrupted
	interrupted    bool   // nothing is written any more
	err            error  // the first of writing to stdout
}

// maxPending bounds the buffered results, in bytes.
const maxPending = 32 << 10

// Write adds one whole result, which is text.
func (o *Output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(p), o.writeLocked(p)
}

func (o *Output) writeLocked(text []byte) error {
	if len(o.begun) > 0 {
		text = append(o.begun, text...)
	}
	var rest []byte
	o.pending, rest = escape.AppendTerminal(o.pending, text)
	o.begun = bytes.Clone(rest)
	return o.written()
}

// Data returns a writer for a file that must not change. A terminal receives it as text.
func (o *Output) Data() io.Writer {
	if IsTerminal(o.Stdout) {
		return o
	}
	return (*outputData)(o)
}

type outputData Output

func (d *outputData) Write(p []byte) (int, error) {
	o := (*Output)(d)
	o.mu.Lock()
	defer o.mu.Unlock()
	o.pending = append(o.pending, p...)
	return len(p), o.written()
}

// written writes the results once there are enough.
func (o *Output) written() error {
	if len(o.pending) > maxPending {
		o.flushLocked()
	}
	return o.err
}

// Checksum adds a result of one line in the form of [ChecksumLine].
func (o *Output) Checksum(sum []byte, path string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.line = append(appendChecksum(o.line[:0], sum, path), '\n')
	o.writeLocked(o.line)
}

// Line adds a result of one line.
func (o *Output) Line(format string, args ...any) {
	fmt.Fprintf(o, format+"\n", args...)
}

// Table adds lines in columns as one result. Cells end with a tab.
func (o *Output) Table(flags uint, rows func(w io.Writer)) error {
	var table bytes.Buffer
	w := tabwriter.NewWriter(&table, 0, 0, 2, ' ', flags)
	rows(w)
	w.Flush()
	_, err := o.Write(table.Bytes())
	return err
}

// Flush writes the results that are buffered.
func (o *Output) Flush() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.flushLocked()
}

func (o *Output) flushLocked() {
	if len(o.pending) == 0 || o.err != nil {
		return
	}
	if IsTerminal(o.Stdout) { // the bar is on the same terminal
		defer o.bar.hide()()
	}
	_, o.err = o.Stdout.Write(o.pending)
	o.pending = o.pending[:0]
}

// Note writes one line to stderr, after the results so far. Some words may have colors.
func (o *Output) Note(text string, words ...Painted) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.interrupted {
		return
	}
	o.flushLocked()
	defer o.bar.hide()()
	if !o.colors.stderr {
		words = nil
	}
	fmt.Fprintln(o.stderr, paint(text, words...))
}

// Complain reports an error of path, or of the run if path is "".
func (o *Output) Complain(path string, err error) {
	o.Report(path, err)
	o.Raise(ExitTrouble)
}

// Report reports an error of path, or of the run if path is "". It does not set the exit code,
// because a verdict does.
func (o *Output) Report(path string, err error) {
	text := OneLine(err.Error())
	if path != "" {
		text = Display(path) + ": " + Message(err)
	}
	o.Note("fpcheck: "+text, Painted{"fpcheck:", Red})
}

// ComplainEach reports joined errors one by one.
func (o *Output) ComplainEach(path string, err error) {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, err := range joined.Unwrap() {
			o.ComplainEach(path, err)
		}
		return
	}
	o.Complain(path, err)
}

// Warn reports a doubt about path, which is not a failure.
func (o *Output) Warn(path, text string) {
	o.Note("fpcheck: "+Display(path)+": warning: "+text, Painted{"fpcheck:", Yellow})
}

// Caution reports a doubt about the whole run.
func (o *Output) Caution(text string) {
	o.Note("fpcheck: warning: "+text, Painted{"fpcheck:", Yellow})
}

// Raise makes the exit code at least code.
func (o *Output) Raise(code int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.code = max(o.code, code)
}

// Troubled reports whether an error was raised.
func (o *Output) Troubled() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.code >= ExitTrouble
}

// Failure returns why stdout accepts no more results, or nil.
func (o *Output) Failure() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// Broken reports whether stdout accepts no more results.
func (o *Output) Broken() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err != nil
}

func (o *Output) brokenBy(err error) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err != nil && errors.Is(err, o.err)
}

// Close flushes the results, and returns the exit code.
func (o *Output) Close() int {
	o.pending = append(o.pending, escape.Line(string(o.begun))...)
	o.Flush()
	if o.err != nil {
		o.Complain("standard output", o.err)
	}
	return o.code
}

var errInterrupted = errors.New("interrupted")

// interrupt writes the complete results, and drops all later ones.
func (o *Output) interrupt() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.flushLocked()
	o.interrupted = true
	o.err = cmp.Or(o.err, errInterrupted)
	o.bar.hide()
	if o.parting != "" {
		fmt.Fprintln(o.stderr, escape.Line(o.parting))
	}
}

// Part sets the text that is printed if the run is interrupted.
func (o *Output) Part(text string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.parting = text
}

// Message returns err in one line, without the path that the line begins with.
func Message(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) && err == error(p) {
		err = p.Err
	}
	return OneLine(err.Error())
}

func OneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// Display returns a path for a line that people read.
func Display(path string) string { return escape.Quote(path) }

// DisplayShort is like Display, but shortens a path of more than 1000 bytes.
func DisplayShort(path string) string {
	const most = 1000
	if len(path) > most {
		return escape.Abridge(path, most)
	}
	return Display(path)
}

// ChecksumLine has the form of sha256sum: an escaped path begins with a backslash.
func ChecksumLine(sum, path string) string { return string(appendChecksum(nil, sum, path)) }

func appendChecksum[S string | []byte](b []byte, sum S, path string) []byte {
	path, escaped := escape.Path(path)
	if escaped {
		b = append(b, '\\')
	}
	return append(append(append(b, sum...), "  "...), path...)
}

// Count returns a number and a noun.
func Count[N int | int64](n N, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}
