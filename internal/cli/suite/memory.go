package suite

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
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
	allowed  = 2 * streamed // for a stream, more than for its hash
)

// attempts is how often both are measured at most. The least difference counts, as garbage collectors are late at
// times.
const attempts = 4

// memoryOf describes how much more memory a port needs for a stream than for the hash of the same bytes. It
// returns "" if the port lacks one of the stages. Chapter 9 makes a stream possible in bounded memory. Each
// request goes to a process of its own, and both lines are about as long.
func memoryOf(ctx context.Context, program wire.Program, hello protocol.Hello, s *scheme.Scheme) string {
	if !slices.Contains(hello.Stages, vectors.Hash) || !slices.Contains(hello.Stages, protocol.Stream) {
		return ""
	}
	text := bytes.Repeat([]byte("a b c d e f g h\n"), streamed/16)
	line := protocol.Request{ID: "memory", Stage: vectors.Hash, Scheme: s.ID()}
	line.Input.Raw = vectors.BytesOf(text)
	pieces := line
	pieces.Stage = protocol.Stream
	for at := piece; at < streamed; at += piece {
		pieces.Cuts = append(pieces.Cuts, at)
	}
	hashed := conformance.NewReference(s).Answer(line).Result
	sketched := cases.Whole(s.New(), text)
	more := int64(math.MaxInt64)
	var err error
	for attempt := 0; attempt < attempts && err == nil && more > allowed; attempt++ {
		var hash, stream int64
		if hash, err = peakOf(ctx, program, hello, line, hashed); err == nil {
			stream, err = peakOf(ctx, program, hello, pieces, sketched)
		}
		more = min(more, max(0, stream-hash))
	}
	if err != nil {
		return fmt.Sprintf("not measured: %v", err)
	}
	says := fmt.Sprintf("a stream of %d MiB needs %d MiB more than its hash", streamed>>20, more>>20)
	if more > allowed {
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
