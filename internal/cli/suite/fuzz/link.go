package fuzz

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/internal/engine/cases"
	"github.com/lsh-interop/fpcheck/internal/engine/wire"
	"github.com/lsh-interop/fpcheck/vectors"
)

// link is a session with a port. It is opened when needed, and again after it broke.
type link struct {
	port    *port
	timeout time.Duration
	fault   func(text string)
	session wire.Session
	opened  int
	// culprits counts the requests that ended the port, and most bounds it; 0: any number.
	culprits, most int
}

// mostOpened bounds the starts of a port for a link, and mostCulprits the requests that may end it.
const (
	mostOpened   = 200
	mostCulprits = 10
)

// errGivenUp means that a port ended too often.
var errGivenUp = errors.New("given up")

func (l *link) close() {
	if l.session != nil {
		l.session.Stop()
		l.session = nil
	}
}

// end ends the session, and calls fault with an end that annex A does not allow.
func (l *link) end(ctx context.Context) {
	if l.session == nil {
		return
	}
	if err := l.session.End(ctx); err != nil && ctx.Err() == nil {
		l.fault(err.Error())
	}
	l.session = nil
}

// answered is called with a case and the reply of the port.
type answered func(cases.Case, protocol.Reply)

// ask sends cases and collects the replies. If the port ends, hangs or sends nonsense, it is
// started again. Unanswered cases are then asked in smaller parts to find the culprit. Its answer
// is the outcome crashed. An error means that there is no port.
func (l *link) ask(ctx context.Context, jobs []cases.Case, answered answered) error {
	culprits := 0
	broken, err := l.divide(ctx, jobs, func(j cases.Case, r protocol.Reply) {
		if r.Result.Outcome == wire.Crashed {
			culprits++
		}
		answered(j, r)
	})
	if err == nil && broken != nil && culprits == 0 {
		l.fault(fmt.Sprintf("%v, in cases %s to %s; asked in parts, it answers all",
			broken, jobs[0].Request.ID, jobs[len(jobs)-1].Request.ID))
	}
	return err
}

// divide asks cases, and what is left in parts. broken is how the port ended, if it did.
func (l *link) divide(ctx context.Context, jobs []cases.Case, answered answered) (broken, err error) {
	left, broken, err := l.attempt(ctx, jobs, answered)
	if err != nil || broken == nil || len(left) == 0 {
		return broken, err
	}
	if len(jobs) == 1 {
		answered(jobs[0], protocol.Reply{Result: vectors.Data{Outcome: wire.Crashed}, Reason: broken.Error()})
		if l.culprits++; l.most > 0 && l.culprits >= l.most {
			return broken, fmt.Errorf("%w: %d requests ended the port", errGivenUp, l.culprits)
		}
		return broken, nil
	}
	// Most ports answer in order, and then the culprit is the first. Otherwise it is in one half.
	again, err := l.divide(ctx, left[:1], answered)
	if err != nil {
		return broken, err
	}
	rest := left[1:]
	parts := [][]cases.Case{rest}
	if half := len(rest) / 2; again == nil {
		parts = [][]cases.Case{rest[:half], rest[half:]}
	}
	for _, part := range parts {
		if _, err := l.divide(ctx, part, answered); err != nil {
			return broken, err
		}
	}
	return broken, nil
}

// attempt asks once. broken is how the session ended, if it did, and left are the unanswered cases.
func (l *link) attempt(
	ctx context.Context, jobs []cases.Case, answered answered,
) (left []cases.Case, broken, err error) {
	if len(jobs) == 0 {
		return nil, nil, nil
	}
	if l.session == nil {
		if l.opened++; l.opened > mostOpened {
			return jobs, nil, fmt.Errorf("%w: the port was started %d times", errGivenUp, mostOpened)
		}
		if l.session, err = l.port.open(ctx, l.timeout); err != nil {
			l.session = nil
			return jobs, nil, err
		}
	}
	got := make(map[string]bool, len(jobs))
	requests := make([]protocol.Request, len(jobs))
	for i, c := range jobs {
		requests[i] = c.Request
	}
	// The session ends with the first nonsensical line, since it may answer any request.
	broken = l.session.Exchange(ctx, requests, func(i int, r protocol.Reply) {
		got[jobs[i].Request.ID] = true
		answered(jobs[i], r)
	}, func(text string) error { return fmt.Errorf("%w: %s", errNonsense, text) })
	if ctx.Err() != nil {
		return jobs, nil, context.Cause(ctx)
	}
	if broken != nil {
		broken = fmt.Errorf("%w%s", broken, l.session.LogTail())
		if errors.Is(broken, wire.ErrTimeout) {
			l.session.Kill() // it has been waited for
		}
		l.close()
	}
	left = slices.DeleteFunc(slices.Clone(jobs), func(c cases.Case) bool { return got[c.Request.ID] })
	return left, broken, nil
}

var errNonsense = errors.New("nonsense")
