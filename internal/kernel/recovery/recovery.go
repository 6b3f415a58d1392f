// Package recovery turns panics into errors. A document that makes a reader panic ends only the
// reading of that document.
package recovery

import (
	"errors"
	"fmt"
	"io"
	"path"
	"runtime"
	"strings"
)

// ErrInternal means that a fault of this module, or of a module that it uses, ended the reading.
var ErrInternal = errors.New("internal error")

// Catch sets *err to an error that wraps [ErrInternal], if the function that defers it panics. The
// error names the faulty part, which in describes in pieces, and the place in the code. Catch must
// be deferred directly:
//
//	defer recovery.Catch(&err, "the reader for ", mediaType)
//
// If the panic value is an error of Catch itself, moved from one goroutine to another, it stays
// unchanged. The process still ends if it runs out of memory or stack, so nesting must be bounded.
// Each goroutine needs its own Catch.
func Catch(err *error, in ...string) {
	if p := recover(); p != nil {
		if caught, ok := p.(error); ok && errors.Is(caught, ErrInternal) {
			*err = caught
			return
		}
		said := []rune(fmt.Sprint(p))
		if len(said) > mostSaid { // it may quote the document
			said = append(said[:mostSaid], '…')
		}
		*err = fmt.Errorf(`%w in %s: %s (%s): please report this line, the output of "fpcheck version" and, if you may, the document`,
			ErrInternal, strings.Join(in, ""), string(said), place())
	}
}

// Theirs turns a panic of a function of the caller into another. [Catch] returns that as an error that blames
// what. Theirs must be deferred directly.
func Theirs(what string) {
	if p := recover(); p != nil {
		if caught, ok := p.(error); !ok || !errors.Is(caught, ErrInternal) {
			p = fmt.Errorf("%w: %s panicked: %v", ErrInternal, what, p)
		}
		panic(p)
	}
}

// Read reads from a reader of the caller. It blames what for a panic, as [Theirs] does. It returns an error if
// the reader breaks the rules of [io.Reader].
func Read(r io.Reader, p []byte, what string) (n int, err error) {
	defer Theirs(what)
	if n, err = r.Read(p); n < 0 || n > len(p) {
		return 0, fmt.Errorf("%s returned %d bytes: expected 0 to %d", what, n, len(p))
	}
	return n, err
}

// Shielded calls do, and returns an error of [Catch] if it panics.
func Shielded(do func(), in ...string) (err error) {
	defer Catch(&err, in...)
	do()
	return nil
}

// mostSaid bounds the text of a panic.
const mostSaid = 200

func place() string {
	callers := make([]uintptr, 64)
	frames := runtime.CallersFrames(callers[:runtime.Callers(0, callers)])
	for panicked := false; ; {
		f, more := frames.Next()
		switch {
		case f.Function == "runtime.gopanic":
			panicked = true
		case panicked && !strings.HasPrefix(f.Function, "runtime."):
			return fmt.Sprintf("%s, %s:%d", f.Function, path.Base(f.File), f.Line)
		}
		if !more {
			return "at a place that is not known"
		}
	}
}
