package wire

import (
	"context"
	"fmt"
	"io"
	"reflect"
	"time"

	"github.com/lsh-interop/fpcheck/conformance/protocol"
)

// Session is an implementation that can be asked: in this process, or in another.
type Session interface {
	// Exchange asks requests and calls answered with the index of each and its reply, as
	// they come. It calls fault with what a port says that makes no sense; an error of
	// fault ends the exchange. Its own error says why the rest is unanswered.
	Exchange(ctx context.Context, requests []protocol.Request, answered Answered, fault Fault) error
	// LogTail returns the end of the port's log, worded as the end of an error.
	LogTail() string
	// Kill ends the port at once.
	Kill()
	// Stop ends the session, and the port.
	Stop()
}

// Answered is called with the index of a request and its reply.
type Answered func(request int, reply protocol.Reply)

// Fault is called with what a port says that makes no sense.
type Fault func(text string) error

// Direct returns a session with an implementation in this process.
func Direct(p protocol.Implementation) Session { return direct{p} }

type direct struct{ protocol.Implementation }

func (d direct) Exchange(ctx context.Context, requests []protocol.Request, answered Answered, _ Fault) error {
	for i, r := range requests {
		if err := ctx.Err(); err != nil {
			return err
		}
		answered(i, d.Answer(r))
	}
	return nil
}

func (direct) LogTail() string { return "" }
func (direct) Kill()           {}
func (direct) Stop()           {}

// Over returns a session with a process, which may be silent for so long while an answer
// is owed, and four seconds more for each MiB of the longest input that it was sent.
func Over(p *Process, timeout time.Duration) Session { return &over{p, timeout} }

type over struct {
	*Process
	timeout time.Duration
}

func (o *over) Exchange(ctx context.Context, requests []protocol.Request, answered Answered, fault Fault) error {
	owed := make(map[string]int, len(requests))
	for i, r := range requests {
		owed[r.ID] = i
	}
	done := make(map[string]bool, len(requests))
	timeout := o.send(requests)
	for len(owed) > 0 {
		line, err := o.Next(ctx, timeout)
		if err != nil {
			return err
		}
		reply, err := ParseReply(line)
		i, ok := owed[reply.ID]
		switch {
		case err != nil:
			err = fault(fmt.Sprintf("a reply cannot be read: %v: %s", err, Abridge(line)))
		case ok:
			delete(owed, reply.ID)
			done[reply.ID] = true
			answered(i, reply)
		case done[reply.ID]:
			err = fault("a second reply to one request: " + Abridge(line))
		default:
			err = fault("a reply to no request: " + Abridge(line))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// send writes requests while their replies are read, and returns how long to wait for
// each of these.
func (o *over) send(requests []protocol.Request) (timeout time.Duration) {
	go func() {
		for _, r := range requests {
			if err := o.Send(r); err != nil {
				return // the port has ended, which reading tells
			}
		}
	}()
	longest := 0
	for _, r := range requests {
		longest = max(longest, len(r.Input.Octets.Bytes()))
	}
	return o.timeout + time.Duration(longest>>20)*4*time.Second
}

// StartAgain starts a port that has said hello before, and must say it again.
func StartAgain(
	ctx context.Context, command []string, said protocol.Hello, timeout time.Duration, log io.Writer,
) (*Process, error) {
	p, err := Start(ctx, command, timeout, log)
	if err != nil {
		return nil, err
	}
	if !reflect.DeepEqual(said, p.Hello) {
		p.Stop()
		return nil, fmt.Errorf("the port says hello differently when started again:\nfirst %+v\nagain %+v",
			said, p.Hello)
	}
	return p, nil
}
