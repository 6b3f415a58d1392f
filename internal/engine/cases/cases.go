// Package cases turns vectors and texts into requests of the port protocol, each with the result that
// is expected.
package cases

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"

	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

// A Case is a request of a vector, and the expected result.
type Case struct {
	Request protocol.Request
	Want    vectors.Data
	Rules   []string // that the case tests
}

// Of yields the cases of a vector for one of its schemes. The first is the vector itself. If its input is
// a whole text, that text follows, cut into pieces in several ways (R9.2). Accumulated vectors have no
// cases, as they have more texts than a request.
func Of(s *scheme.Scheme, v vectors.Vector) iter.Seq[Case] {
	return func(yield func(Case) bool) {
		if v.Stage == vectors.Accumulated {
			return
		}
		request := protocol.Request{ID: v.ID, Stage: v.Stage, Scheme: s.ID(), Input: v.Input}
		if !yield(Case{request, v.Expect, v.Rules}) || v.Stage != vectors.Pipeline && v.Stage != vectors.TextDigest {
			return
		}
		if v.Stage == vectors.Pipeline {
			request.Stage = protocol.Stream
		}
		rules := append(slices.Clone(v.Rules), "R9.2")
		slices.Sort(rules)
		rules = slices.Compact(rules)
		for name, cuts := range cutsOf(len(v.Input.Raw.Bytes())) {
			request.ID, request.Cuts = v.ID+"/cut-"+name, cuts
			if !yield(Case{request, v.Expect, rules}) {
				return
			}
		}
	}
}

// Request is the stage of odd requests, which show how strictly a port reads (SPEC.md, annex A). They are
// reported apart from the vectors.
const Request vectors.Stage = "request"

// Shared reports whether a stage has the same answer for every scheme, and is asked for one only.
func Shared(s vectors.Stage) bool {
	return LevelOf(s) == protocol.Markup || LevelOf(s) == protocol.Main
}

// Levels returns the levels in the order of SPEC.md, chapter 15.
func Levels() []protocol.Level {
	return []protocol.Level{protocol.Core, protocol.Markup, protocol.Main, protocol.Digest, protocol.Clusters,
		protocol.Passages, protocol.Media}
}

// LevelNames returns the names of [Levels].
func LevelNames() (names []string) {
	for _, l := range Levels() {
		names = append(names, string(l))
	}
	return names
}

// LevelOf returns the level that a stage belongs to.
func LevelOf(s vectors.Stage) protocol.Level {
	switch s {
	case vectors.HTML, vectors.XML:
		return protocol.Markup
	case vectors.Main:
		return protocol.Main
	case vectors.TextDigest:
		return protocol.Digest
	case vectors.Bands, vectors.Clusters, vectors.Texts:
		return protocol.Clusters
	case vectors.Windows, vectors.Passages, vectors.Covers:
		return protocol.Passages
	case protocol.DocumentText:
		return protocol.Media
	}
	return protocol.Core
}

// cutsOf yields ways to cut a text of n bytes (R9.2): into single bytes, into sevens and around limits.
// The last way is at random, with empty pieces. It leaves out ways that make more than 50,000 pieces,
// which take a slow port a minute. A text of more than 16 MiB takes such a port half a
// minute. It is cut in the last two ways only.
func cutsOf(n int) iter.Seq2[string, []int] {
	every := func(k int) []int {
		cuts := []int{}
		for i := k; i < n; i += k {
			cuts = append(cuts, i)
		}
		return cuts
	}
	return func(yield func(string, []int) bool) {
		for _, k := range []int{1, 7, 1023, 2048, 4097} {
			if k > 1 && k >= n || n/k > 50_000 || n > 1<<24 && k < 4097 {
				continue
			}
			if !yield(fmt.Sprint(k), every(k)) {
				return
			}
		}
		rnd := rand.New(rand.NewPCG(uint64(n), 9))
		cuts := []int{0, 0}
		for at := 0; at < n && len(cuts) < 10_000; at += rnd.IntN(2 + n/20) {
			cuts = append(cuts, at)
		}
		yield("random", append(cuts, n, n))
	}
}
