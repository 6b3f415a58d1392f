package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// output is the two streams of a run. Results are buffered, so that many short ones are
// one write; each of them is written whole or not at all.
type output struct {
	mu             sync.Mutex
	stdout, stderr io.Writer
	pending        []byte
	bar            *bar // on stderr, or nil
	code           int
	parting        string // said when the run is interrupted
	interrupted    bool   // nothing is written any more
	err            error  // the first of writing to stdout
}

// maxPending bounds the results that are buffered, in bytes.
const maxPending = 32 << 10

// Write takes one whole result.
func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.pending = append(o.pending, p...)
	if len(o.pending) > maxPending {
		o.flushLocked()
	}
	return len(p), o.err
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
	o.bar.hide()
	_, o.err = o.stdout.Write(o.pending)
	o.pending = o.pending[:0]
}

// note writes a line to stderr, after the results so far.
func (o *output) note(text string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.interrupted {
		return
	}
	o.flushLocked()
	o.bar.hide()
	fmt.Fprintln(o.stderr, text)
}

// complain reports what is wrong with path, or with the run if path is "".
func (o *output) complain(path string, err error) {
	text := oneLine(err.Error())
	if path != "" {
		text = display(path) + ": " + message(err)
	}
	o.note("fpcheck: " + text)
	o.raise(exitTrouble)
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
	o.note("fpcheck: " + display(path) + ": warning: " + text)
}

// raise makes the exit code at least code.
func (o *output) raise(code int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.code = max(o.code, code)
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
		fmt.Fprintln(o.stderr, o.parting)
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

// display makes a path fit for a line that people read: as it is, or quoted if
// it could break the line or disguise itself.
func display(path string) string {
	odd := func(r rune) bool { return !unicode.IsPrint(r) }
	if !utf8.ValidString(path) || strings.ContainsFunc(path, odd) {
		return strconv.Quote(path)
	}
	return path
}

var escapes = strings.NewReplacer(`\`, `\\`, "\n", `\n`, "\r", `\r`)

// checksumLine is the form of sha256sum: a path with a backslash or a line end
// is escaped, and the line then begins with a backslash.
func checksumLine(sum, path string) string {
	if escaped := escapes.Replace(path); escaped != path {
		return `\` + sum + "  " + escaped
	}
	return sum + "  " + path
}

// count spells a number of things.
func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}
