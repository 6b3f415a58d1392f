package wire

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime/debug"
	"slices"
	"time"

	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

// A Session sends requests to an implementation in this process or in another.
type Session interface {
	// Exchange sends requests and calls answered with the index of each and its reply, in the order
	// of the replies. A reply in a wrong form has the outcome [Malformed] and a reason. Exchange calls
	// fault with any other line of the port; an error of fault ends the exchange. Exchange returns an
	// error if requests remain without a reply.
	Exchange(ctx context.Context, requests []protocol.Request, answered Answered, fault Fault) error
	// LogTail returns the end of the port's log, worded as the end of an error.
	LogTail() string
	// Kill ends the port at once.
	Kill()
	// Stop ends the session, and the port.
	Stop()
	// End is like Stop for a port that owes no reply. It returns an error for a port that does not end as
	// annex A says.
	End(ctx context.Context) error
}

// Answered is called with the index of a request and its reply.
type Answered func(request int, reply protocol.Reply)

// Fault is called with a line of a port that answers no request.
type Fault func(text string) error

// Direct returns a session with an implementation in this process. It waits for an answer as long as a
// session of [Over] does. The answer to a request that makes the implementation panic is a failure.
func Direct(p protocol.Implementation, timeout time.Duration) Session { return direct{p, timeout} }

type direct struct {
	protocol.Implementation
	timeout time.Duration
}

func (d direct) Exchange(ctx context.Context, requests []protocol.Request, answered Answered, _ Fault) error {
	timeout := patience(d.timeout, requests)
	for i, r := range requests {
		reply, err := Within(ctx, timeout, func() (protocol.Reply, error) { return d.Answer(r), nil })
		if panicked := new(Panic); errors.As(err, &panicked) {
			reply, err = protocol.Reply{ID: r.ID, Result: vectors.Data{Outcome: protocol.Failed}, Reason: err.Error()}, nil
		}
		if err != nil {
			return err
		}
		answered(i, reply)
	}
	return nil
}

// A Panic is the error of a function that panicked.
type Panic struct {
	value any
	stack []byte
}

func (p *Panic) Error() string { return fmt.Sprintf("panic: %v\n%s", p.value, p.stack) }

// Within calls f in a goroutine of its own. It returns the error of ctx, or wraps [ErrTimeout], if the
// time ends before f does. Then f is left behind. A panic of f is a [*Panic].
func Within[T any](ctx context.Context, timeout time.Duration, f func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	ended := make(chan result, 1)
	go func() {
		var r result
		defer func() {
			if v := recover(); v != nil {
				r.err = &Panic{v, debug.Stack()}
			}
			ended <- r
		}()
		r.value, r.err = f()
	}()
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	var none T
	select {
	case r := <-ended:
		if err := ctx.Err(); err != nil {
			return none, err
		}
		return r.value, r.err
	case <-timer.C:
		return none, fmt.Errorf("%w (%v)", ErrTimeout, timeout)
	case <-ctx.Done():
		return none, ctx.Err()
	}
}

func (direct) LogTail() string { return "" }
func (direct) Kill()           {}
func (direct) Stop()           {}

func (direct) End(context.Context) error { return nil }

// Over returns a session with a process. While it owes a reply, the process may be silent for the
// timeout. It has four seconds more for each MiB of the longest input that it was sent.
func Over(p *Process, timeout time.Duration) Session {
	return &over{p, timeout, make(map[string]bool)}
}

type over struct {
	*Process
	timeout time.Duration
	settled map[string]bool // ids of requests that need no reply any more
}

// End gives the port the time of a reply to end.
func (o *over) End(ctx context.Context) error { return o.Process.End(ctx, o.timeout) }

func (o *over) Exchange(ctx context.Context, requests []protocol.Request, answered Answered, fault Fault) error {
	owed := make(map[string]int, len(requests))
	for i, r := range requests {
		owed[r.ID] = i
	}
	stageOf := func(id string) vectors.Stage {
		if i, ok := owed[id]; ok {
			return requests[i].Stage
		}
		return ""
	}
	settle := func(i int, reply protocol.Reply) {
		delete(owed, requests[i].ID)
		o.settled[requests[i].ID] = true
		answered(i, reply)
	}
	malformed := func(i int, reason string) {
		settle(i, protocol.Reply{ID: requests[i].ID, Result: vectors.Data{Outcome: Malformed}, Reason: reason})
	}
	var strange []string // what is wrong with lines that may be replies to any of the requests
	complain := func() error {
		for _, text := range strange {
			if err := fault(text); err != nil {
				return err
			}
		}
		return nil
	}
	timeout := o.send(requests)
	for len(owed) > 0 {
		left := timeout
		if len(strange) >= len(owed) { // each that is owed has come, in some form
			if len(requests) == 1 {
				malformed(0, strange[0])
				return nil
			}
			left = min(timeout, grace)
		}
		line, err := o.Next(ctx, left)
		if errors.Is(err, ErrTimeout) && len(strange) >= len(owed) {
			for i, r := range requests { // in this order, most likely
				if _, ok := owed[r.ID]; ok {
					malformed(i, strange[0])
					strange = strange[1:]
				}
			}
			break
		}
		if err != nil {
			return cmp.Or(complain(), err)
		}
		reply, err := ParseReply(line, stageOf)
		i, ok := owed[reply.ID]
		switch {
		case ok && err != nil:
			malformed(i, fmt.Sprintf("a malformed reply: %v: %s", err, Abridge(line)))
		case ok:
			settle(i, reply)
		case o.settled[reply.ID]:
			if err := fault("a second reply to one request: " + Abridge(line)); err != nil {
				return err
			}
		case err != nil:
			strange = append(strange, fmt.Sprintf("a malformed reply: %v: %s", err, Abridge(line)))
		default:
			strange = append(strange, "a reply to no request: "+Abridge(line))
		}
		if len(strange) >= maxStrange && len(requests) > 1 {
			return cmp.Or(complain(), errors.New("too many unreadable replies"))
		}
	}
	return complain()
}

// maxStrange is the greatest number of lines that may be replies to any of several requests.
const maxStrange = 20

// send writes requests while their replies are read. It returns how long to wait for each reply.
func (o *over) send(requests []protocol.Request) (timeout time.Duration) {
	go func() {
		for _, r := range requests {
			if err := o.Send(r); err != nil {
				return // the port has ended, which reading tells
			}
		}
	}()
	return patience(o.timeout, requests)
}

// patience returns how long to wait for each reply to some requests.
func patience(timeout time.Duration, requests []protocol.Request) time.Duration {
	longest := 0
	for _, r := range requests {
		longest = max(longest, len(r.Input.Raw.Bytes()))
	}
	return timeout + time.Duration(longest>>20)*4*time.Second
}

// StartAgain starts a port that must say the same hello as before.
func (p Program) StartAgain(ctx context.Context, said protocol.Hello) (*Process, error) {
	c, err := p.Start(ctx)
	if err != nil {
		return nil, err
	}
	if !reflect.DeepEqual(said, c.Hello) {
		c.Stop()
		return nil, fmt.Errorf("the port says hello differently when started again:\nfirst %+v\nagain %+v",
			said, c.Hello)
	}
	return c, nil
}

// Schemes returns the schemes that a port has and that are wanted; nil wants all.
func Schemes(h protocol.Hello, wanted []string) []*scheme.Scheme {
	var schemes []*scheme.Scheme
	for _, s := range scheme.All() {
		if slices.Contains(h.Schemes, s.ID()) && (wanted == nil || slices.Contains(wanted, s.ID())) {
			schemes = append(schemes, s)
		}
	}
	return schemes
}
