package suite

import (
	"os"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/lsh-interop/fpcheck/conformance"
	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/internal/engine/wire"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

// streaming is the environment of a test binary that is a port. It names what the port does with a stream.
const streaming = "FPCHECK_TEST_STREAM"

// TestMain runs the tests, or is the port that the environment names.
func TestMain(m *testing.M) {
	if name, ok := os.LookupEnv(streaming); ok {
		debug.SetGCPercent(20) // so that its memory depends less on the time of a collection
		conformance.Serve(&changed{Implementation: conformance.NewReference(scheme.SD1), name: name}, os.Stdin, os.Stdout)
		return
	}
	os.Exit(m.Run())
}

// changed is the reference, but for its streams.
type changed struct {
	protocol.Implementation
	name string
	kept []string
}

func (c *changed) Answer(r protocol.Request) protocol.Reply {
	if r.Stage == protocol.Stream {
		switch c.name {
		case "keeps the words":
			c.kept = strings.Fields(string(r.Input.Raw.Bytes()))
		case "ends":
			os.Exit(1)
		case "skips the text":
			return protocol.Reply{Result: vectors.Data{Outcome: vectors.NoFeatures}}
		}
	}
	return c.Implementation.Answer(r)
}

// TestMemoryOfStreams checks what a run reports about the memory of a stream.
func TestMemoryOfStreams(t *testing.T) {
	hello := conformance.NewReference(scheme.SD1).Describe()
	for _, tt := range []struct{ name, memory, why string }{
		{"streams", `^a stream of 8 MiB needs \d+ MiB more than its hash, as in a port`, "it streams"},
		{"keeps the words", `needs \d{2,} MiB more than its hash: the port keeps the words`, "a list of 8 times the text"},
		{"ends", `^not measured: the port ended: exit status 1$`, "its memory cannot be read"},
		{"skips the text", `^not measured: the port answers the stage stream wrongly$`, "that needs no memory"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := wire.Program{Command: []string{"/usr/bin/env", streaming + "=" + tt.name, os.Args[0]}, Timeout: 5 * time.Minute}
			if got := memoryOf(t.Context(), p, hello, scheme.SD1); !regexp.MustCompile(tt.memory).MatchString(got) {
				t.Errorf("%q, want %s: %s", got, tt.memory, tt.why)
			}
		})
	}
	lacks := hello
	lacks.Stages = []vectors.Stage{vectors.Hash, vectors.Pipeline}
	if got := memoryOf(t.Context(), wire.Program{}, lacks, scheme.SD1); got != "" {
		t.Errorf("%q of a port that has no stage stream", got)
	}
}
