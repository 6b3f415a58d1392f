package cases

import (
	"encoding/hex"
	"maps"
	"slices"

	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/encode"
	"github.com/lsh-interop/fpcheck/internal/engine/spell"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

// Steps returns the cases, stage by stage, that lead from a text to its fingerprint. It uses the
// stages that a port has. It hashes each feature alone before it asks for the features. If stage is
// [protocol.Stream], the whole pipeline without cuts is the last case. Requests have no ids.
func Steps(h protocol.Hello, s *scheme.Scheme, stage vectors.Stage, text vectors.Bytes) []Case {
	var cases []Case
	ask := func(stage vectors.Stage, in, want vectors.Data) {
		if slices.Contains(h.Stages, stage) {
			cases = append(cases, Case{Request: protocol.Request{Stage: stage, Scheme: s.ID(), Input: in}, Want: want})
		}
	}
	st := s.Method().Stages(text.Bytes())
	runs, tokens, elements := spell.All(st.Runs), spell.All(st.Tokens), spell.Hashes(st.Elements)
	ask(vectors.Text, vectors.Data{Raw: text}, vectors.Data{Text: spell.Bytes(st.Text)})
	ask(vectors.Identifiers, vectors.Data{Text: spell.Bytes(st.Text)},
		vectors.Data{Text: spell.Bytes(st.Remaining)})
	ask(vectors.Normalise, vectors.Data{Text: spell.Bytes(st.Remaining)}, vectors.Data{Runs: runs})
	ask(vectors.Segment, vectors.Data{Runs: runs}, vectors.Data{Tokens: tokens})
	hashes := make(map[string]uint64)
	for _, f := range st.Features {
		hashes[f.Text] = f.Hash
	}
	different := slices.Sorted(maps.Keys(hashes))
	for _, f := range different[:min(64, len(different))] {
		ask(vectors.Hash, vectors.Data{Raw: spell.Bytes(f)}, vectors.Data{Hash: spell.Hash(hashes[f])})
	}
	ask(vectors.Features, vectors.Data{Tokens: tokens}, vectors.Data{Elements: elements})
	if len(elements) == 0 {
		return cases
	}
	sketch := hex.EncodeToString(st.Sketch)
	if s.IsMinHash() {
		minima, _ := st.Minima.MarshalBinary() // the error is always nil
		full := vectors.BytesOf(minima)
		ask(vectors.Full, vectors.Data{Elements: elements}, vectors.Data{Full: full})
		ask(vectors.Sketch, vectors.Data{Full: full}, vectors.Data{Sketch: sketch})
	} else {
		ask(vectors.Counters, vectors.Data{Elements: elements}, vectors.Data{Counters: st.Counters[:]})
		ask(vectors.Sketch, vectors.Data{Counters: st.Counters[:]}, vectors.Data{Sketch: sketch})
	}
	ask(vectors.Encode, vectors.Data{Sketch: sketch, Profile: encode.Visible},
		vectors.Data{String: spell.Bytes(encode.Parts{Scheme: s.ID(), Profile: encode.Visible, Data: st.Sketch}.String())})
	if stage == protocol.Stream {
		ask(vectors.Pipeline, vectors.Data{Raw: text}, Whole(s.New(), text.Bytes()))
	}
	return cases
}

// Whole returns the result of the whole pipeline for a text. It resets h first.
func Whole(h *scheme.Hasher, text []byte) vectors.Data {
	h.Reset()
	h.Write(text)
	f, err := h.Fingerprint()
	if err != nil {
		return vectors.Data{Outcome: vectors.NoFeatures}
	}
	n := h.CountFeatures()
	return vectors.Data{Fingerprint: f.String(), Features: &n}
}
