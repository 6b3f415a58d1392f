package conformance

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/internal/engine/spell"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

// tooLong reports whether a vector takes too long to be read again and again in a short run.
// Shorter vectors pin the same rules.
func tooLong(v vectors.Vector) bool { return testing.Short() && v.ID == "pipeline-million-words" }

func TestVectors(t *testing.T) {
	for _, v := range vectors.All() {
		if v.Input.Count > 10_000 {
			continue // a minute in all: "make conform" runs them
		}
		t.Run(v.ID, func(t *testing.T) {
			t.Parallel()
			got, err := Reference(v)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(v.Expect, got); diff != "" {
				t.Errorf("%v: %s (-want +got):\n%s", v.Rules, v.Why, diff)
			}
		})
	}
}

// Every whole-text vector again, cut into pieces (R9.2).
func TestVectorsStreamed(t *testing.T) {
	for _, v := range vectors.All() {
		if v.Stage != vectors.Pipeline || tooLong(v) {
			continue
		}
		text := v.Input.Raw.Bytes()
		t.Run(v.ID, func(t *testing.T) {
			t.Parallel()
			s := mustLookup(t, v.Schemes[0])
			cuts := []int{1, 2, 3, 5, 7, 64, 1023, 1024, 1025, 2047, 2048, 2049, 4095, 4096, 4097}
			if len(text) > 1<<20 {
				cuts = []int{1021, 8192}
			}
			h := s.New()
			for _, cut := range cuts {
				h.Reset()
				stream(h, text, func() int { return cut })
				hold(t, v, h)
			}
			rnd := rand.New(rand.NewPCG(9, 2))
			for range 3 {
				h.Reset()
				stream(h, text, func() int { return rnd.IntN(3000) }) // empty writes too
				hold(t, v, h)
			}
		})
	}
}

// A vector is what each of its schemes gives, not only the first.
func TestReferenceOfSeveralSchemes(t *testing.T) {
	v := vectors.Vector{Stage: vectors.Features, Input: vectors.Data{Tokens: spell.All([]string{"a", "b"})}}
	for _, tt := range []struct {
		schemes []string
		want    string // in the error; "" for none
	}{
		{[]string{"sd1", "sm1"}, ""},
		{[]string{"mh1", "mw1"}, ""},
		{[]string{"sd1", "sm1", "mh1"}, "mh1 gives another result than sd1"},
		{[]string{"sd1", "zz9"}, "zz9: unknown scheme"},
		{nil, "the vector is for no scheme"},
	} {
		v.Schemes = tt.schemes
		_, err := Reference(v)
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%v: %v, want %q", tt.schemes, err, tt.want)
		}
	}
}

func mustLookup(t *testing.T, id string) *scheme.Scheme {
	t.Helper()
	s, err := scheme.Lookup(id)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func stream(h *scheme.Hasher, text []byte, size func() int) {
	for len(text) > 0 {
		n := min(size(), len(text))
		piece := bytes.Clone(text[:n])
		h.Write(piece)
		clear(piece) // what is held back must have been copied
		text = text[n:]
	}
}

func hold(t *testing.T, v vectors.Vector, h *scheme.Hasher) {
	t.Helper()
	fp, err := h.Fingerprint()
	if v.Expect.Outcome == vectors.NoFeatures {
		if !errors.Is(err, scheme.ErrNoFeatures) {
			t.Errorf("%s, want no features: %s", fp, v.Why)
		}
		return
	}
	if fp.String() != v.Expect.Fingerprint || h.CountFeatures() != *v.Expect.Features {
		t.Errorf("%s with %d features, want %s with %d: %s", fp, h.CountFeatures(), v.Expect.Fingerprint, *v.Expect.Features, v.Why)
	}
}

// What Stages shows is what the pipeline does.
func TestStagesEndInFingerprint(t *testing.T) {
	for _, v := range vectors.All() {
		if v.Stage != vectors.Pipeline || len(v.Input.Raw.Bytes()) > 1<<20 {
			continue
		}
		s := mustLookup(t, v.Schemes[0])
		fp, _ := s.FromSketch(s.Method().Stages(v.Input.Raw.Bytes()).Sketch) // zero if there is no sketch
		if fp.String() != v.Expect.Fingerprint {
			t.Errorf("%s: the stages end in %q, want %q", v.ID, fp, v.Expect.Fingerprint)
		}
	}
}
