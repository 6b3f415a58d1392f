package suite

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/lsh-interop/fpcheck/conformance"
	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/internal/engine/cases"
	"github.com/lsh-interop/fpcheck/internal/engine/wire"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

// Sizes of the stream whose memory is measured, in bytes. Its words are short, so a list of them takes many
// times as much.
const (
	streamed = 8 << 20
	piece    = 4 << 10
)

// memoryOf describes how much more memory a port needs for a stream than for the hash of the same bytes. It
// returns "" if the port lacks one of the stages. Chapter 9 makes a stream possible in bounded memory. Each
// request goes to a process of its own, and both lines are about as long.
func memoryOf(ctx context.Context, program wire.Program, hello protocol.Hello, s *scheme.Scheme) string {
	if !slices.Contains(hello.Stages, vectors.Hash) || !slices.Contains(hello.Stages, protocol.Stream) {
		return ""
	}
	text := bytes.Repeat([]byte("a b c d e f g h\n"), streamed/16)
	request := protocol.Request{ID: "memory", Stage: vectors.Hash, Scheme: s.ID()}
	request.Input.Raw = vectors.BytesOf(text)
	hash, err := peakOf(ctx, program, hello, request, conformance.NewReference(s).Answer(request).Result)
	var stream int64
	if err == nil {
		request.Stage = protocol.Stream
		for at := piece; at < streamed; at += piece {
			request.Cuts = append(request.Cuts, at)
		}
		stream, err = peakOf(ctx, program, hello, request, cases.Whole(s.New(), text))
	}
	if err != nil {
		return fmt.Sprintf("not measured: %v", err)
	}
	more := max(0, stream-hash)
	says := fmt.Sprintf("a stream of %d MiB needs %d MiB more than its hash", streamed>>20, more>>20)
	if more > 2*streamed {
		return says + ": the port keeps the words, or its garbage collector is late"
	}
	return says + ", as in a port that streams"
}

// peakOf returns the memory of a new process of a port after its answer to a request.
func peakOf(
	ctx context.Context, program wire.Program, hello protocol.Hello, request protocol.Request, want vectors.Data,
) (int64, error) {
	p, err := program.StartAgain(ctx, hello)
	if err != nil {
		return 0, err
	}
	defer p.Stop()
	right := false
	answered := func(_ int, reply protocol.Reply) { right = cases.Agree(want, reply.Result) }
	fault := func(text string) error { return errors.New(text) }
	if err := wire.Over(p, program.Timeout).Exchange(ctx, []protocol.Request{request}, answered, fault); err != nil {
		return 0, err
	}
	if !right {
		return 0, fmt.Errorf("the port answers the stage %s wrongly", request.Stage)
	}
	return p.Peak()
}
