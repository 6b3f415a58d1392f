package conformance

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/internal/engine/wire"
	"github.com/lsh-interop/fpcheck/vectors"
)

// Serve answers the requests of the port protocol (SPEC.md, annex A) until they end. To a request that
// it cannot read, it replies with the outcome "error".
func Serve(p protocol.Implementation, requests io.Reader, replies io.Writer) error {
	in := bufio.NewReaderSize(requests, 1<<20)
	out := bufio.NewWriterSize(replies, 1<<20)

	first, err := in.ReadBytes('\n')
	if err != nil {
		return fmt.Errorf("no hello from the runner: %w", err)
	}
	o, err := wire.ParseOffer(first)
	if err != nil {
		return fmt.Errorf("the runner's hello: %w", err)
	}
	hello := p.Describe()
	if !slices.Contains(o.Protocols, hello.Protocol) {
		refusal := fmt.Sprintf("protocol %d is the only one spoken here, %v are offered", hello.Protocol, o.Protocols)
		fmt.Fprintf(out, "{\"error\":%q}\n", refusal)
		return errors.Join(out.Flush(), errors.New(refusal))
	}
	b, err := wire.MarshalLine(hello)
	if err != nil {
		return err
	}
	out.Write(b)

	for {
		if in.Buffered() == 0 { // nothing waits: let the answers go
			if err := out.Flush(); err != nil {
				return err
			}
		}
		b, err := in.ReadBytes('\n')
		if len(b) > 0 {
			if err := serveOne(p, b, out); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return out.Flush()
		}
		if err != nil {
			return err
		}
	}
}

func serveOne(p protocol.Implementation, request []byte, out io.Writer) error {
	r, wrong, err := wire.ParseRequest(request)
	var reply protocol.Reply
	if err == nil {
		reply = p.Answer(r)
	}
	// What is unsupported is so whatever else is wrong.
	if err = cmp.Or(err, wrong); err != nil && reply.Result.Outcome != protocol.Unsupported {
		reply = protocol.Reply{Result: vectors.Data{Outcome: protocol.Failed}, Reason: err.Error()}
	}
	reply.ID = r.ID
	b, err := wire.MarshalReply(reply)
	if err != nil {
		return err
	}
	_, err = out.Write(b)
	return err
}
