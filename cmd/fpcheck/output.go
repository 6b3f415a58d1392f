package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"sync"

	"github.com/lsh-interop/fpcheck/internal/page/escape"
)

// output is the two streams of a run. Results are buffered, so that many short ones are
// one write; each of them is written whole or not at all. Whatever they are, nothing reaches
// a terminal but text: package escape spells the rest.
type output struct {
	mu             sync.Mutex
	stdout, stderr io.Writer
	pending        []byte
	begun          []byte // of a code point that the next write goes on with
	bar            *bar   // on stderr, or nil
	colors         struct{ stdout, stderr bool }
	code           int
	parting        string // said when the run is interrupted
	interrupted    bool   // nothing is written any more
	err            error  // the first of writing to stdout
}

// maxPending bounds the results that are buffered, in bytes.
const maxPending = 32 << 10

// Write takes one whole result, which is text.
func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	text := p
	if len(o.begun) > 0 {
		text = append(o.begun, p...)
	}
	var rest []byte
	o.pending, rest = escape.AppendTerminal(o.pending, text)
	o.begun = bytes.Clone(rest)
	return len(p), o.written()
}

// data returns a writer for a file whose octets are not to be changed. A terminal gets them
// as text.
func (o *output) data() io.Writer {
	if isTerminal(o.stdout) {
		return o
	}
	return (*outputData)(o)
}

type outputData output

func (d *outputData) Write(p []byte) (int, error) {
	o := (*output)(d)
	o.mu.Lock()
	defer o.mu.Unlock()
	o.pending = append(o.pending, p...)
	return len(p), o.written()
}

// written writes results once they are many.
func (o *output) written() error {
	if len(o.pending) > maxPending {
		o.flushLocked()
	}
	return o.err
}

// line takes one result of one line.
func (o *output) line(format string, args ...any) {
	fmt.Fprintf(o, format+"\n", args...)
}

// flush writes the results that are buffered.
func (o *output) flush() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.flushLocked()
}

func (o *output) flushLocked() {
	if len(o.pending) == 0 || o.err != nil {
		return
	}
	if isTerminal(o.stdout) { // the one that the bar is on
		defer o.bar.hide()()
	}
	_, o.err = o.stdout.Write(o.pending)
	o.pending = o.pending[:0]
}

// note writes one line to stderr, after the results so far. Words of it may have colors.
func (o *output) note(text string, words ...painted) {
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

// complain reports what is wrong with path, or with the run if path is "".
func (o *output) complain(path string, err error) {
	o.report(path, err)
	o.raise(exitTrouble)
}

// report reports what is wrong with path, or with the run if path is "". The exit code is for
// others to set, by a verdict that counts more than this.
func (o *output) report(path string, err error) {
	text := oneLine(err.Error())
	if path != "" {
		text = display(path) + ": " + message(err)
	}
	o.note("fpcheck: "+text, painted{"fpcheck:", red})
}

// complainEach complains of errors that are joined one by one.
func (o *output) complainEach(path string, err error) {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, err := range joined.Unwrap() {
			o.complainEach(path, err)
		}
		return
	}
	o.complain(path, err)
}

// warn reports what is doubtful about path. It is no failure.
func (o *output) warn(path, text string) {
	o.note("fpcheck: "+display(path)+": warning: "+text, painted{"fpcheck:", yellow})
}

// raise makes the exit code at least code.
func (o *output) raise(code int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.code = max(o.code, code)
}

// failure is why stdout takes no more results; nil if it takes them.
func (o *output) failure() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// broken reports whether stdout takes no more results.
func (o *output) broken() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err != nil
}

// brokenBy reports whether err is why.
func (o *output) brokenBy(err error) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err != nil && errors.Is(err, o.err)
}

// close flushes the results, and returns the exit code.
func (o *output) close() int {
	o.pending = append(o.pending, escape.Line(string(o.begun))...)
	o.flush()
	if o.err != nil {
		o.complain("standard output", o.err)
	}
	return o.code
}

var errInterrupted = errors.New("interrupted")

// interrupt writes the results that are ready, and drops all that is written after.
func (o *output) interrupt() {
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

// part sets what is said when the run is interrupted from now on.
func (o *output) part(text string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.parting = text
}

// message is err in one line, without the path that the line begins with.
func message(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) && err == error(p) {
		err = p.Err
	}
	return oneLine(err.Error())
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// display makes a path fit for a line that people read.
func display(path string) string { return escape.Quote(path) }

// checksumLine is the form of sha256sum: a path that is not as it is in the line begins with
// a backslash.
func checksumLine(sum, path string) string {
	path, escaped := escape.Path(path)
	if escaped {
		sum = `\` + sum
	}
	return sum + "  " + path
}

// count spells a number of things.
func count[N int | int64](n N, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}
