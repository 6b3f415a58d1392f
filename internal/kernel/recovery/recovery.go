// Package recovery turns panics into errors. A document that makes a reader panic ends only the
// reading of that document.
package recovery

import (
	"errors"
	"fmt"
	"path"
	"runtime"
	"strings"
)

// ErrInternal says that a fault of this module, or of one that it uses, ended the reading.
var ErrInternal = errors.New("internal error")

// Catch sets *err to an error that wraps [ErrInternal], if the function that defers it panics.
// The error says in what the fault is, which comes in pieces, and where in the code. Catch must
// be deferred itself:
//
//	defer barrier.Catch(&err, "the reader for ", mediaType)
//
// An error of Catch itself that is panicked with, to take it from one goroutine to another, stays
// as it is. The process still ends where it runs out of memory or of stack: what is nested is to be
// bounded. A goroutine needs a barrier of its own.
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

// mostSaid bounds what is shown of a panic.
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
