package conformance

import (
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/textdigest"
	"github.com/lsh-interop/fpcheck/vectors"
)

// Reference computes what the reference implementation makes of a vector's input.
// An error says that the vector itself makes no sense, or that its schemes do not
// agree.
func Reference(v vectors.Vector) (vectors.Data, error) {
	if len(v.Schemes) == 0 {
		return vectors.Data{}, errors.New("the vector is for no scheme")
	}
	var first vectors.Data
	for i, id := range v.Schemes {
		d, err := referenceOf(id, v)
		if err != nil {
			return vectors.Data{}, fmt.Errorf("%s: %w", id, err)
		}
		if i == 0 {
			first = d
		} else if !Agree(first, d) {
			return vectors.Data{}, fmt.Errorf("%s gives another result than %s:\n%+v\n%+v", id, v.Schemes[0], first, d)
		}
	}
	return first, nil
}

func referenceOf(id string, v vectors.Vector) (vectors.Data, error) {
	s, err := scheme.Lookup(id)
	if err != nil {
		return vectors.Data{}, err
	}
	if v.Stage == vectors.Accumulated {
		return accumulated(s, v.Input), nil
	}
	reply := reference(s).Answer(protocol.Request{Stage: v.Stage, Scheme: id, Input: v.Input})
	if reply.Result.Outcome == protocol.Failed || reply.Result.Outcome == protocol.Unsupported {
		return vectors.Data{}, errors.New(reply.Reason)
	}
	return reply.Result, nil
}

func accumulated(s *scheme.Scheme, in vectors.Data) vectors.Data {
	sum, h := vectors.NewAccumulator(), s.New()
	var text []byte
	for i := range in.Count {
		text = vectors.AppendText(text[:0], in.Seed, uint64(i))
		h.Reset()
		h.Write(text)
		fp, _ := h.Fingerprint() // the zero value's string is "": no features
		sum.Add(fp.String(), h.Features())
	}
	return vectors.Data{Digest: sum.Digest()}
}

// NewReference returns this module's implementation of schemes, at least one.
func NewReference(schemes ...*scheme.Scheme) protocol.Implementation {
	f := make(protocol.Family, len(schemes))
	for i, s := range schemes {
		f[i] = reference(s)
	}
	return f
}

func reference(s *scheme.Scheme) *protocol.Port {
	p := Compose(s)
	p.Features = func(tokens []string) []uint64 { return append([]uint64{}, s.Elements(tokens)...) }
	p.Digest = func(pieces [][]byte) string {
		h := textdigest.New()
		for _, piece := range pieces {
			h.Write(piece)
		}
		if digest, ok := h.Sum(); ok {
			return hex.EncodeToString(digest[:])
		}
		return ""
	}
	p.Whole = func(pieces [][]byte) (string, int) {
		h := s.New()
		for _, piece := range pieces {
			h.Write(piece)
		}
		fp, _ := h.Fingerprint() // the zero value's string is ""
		return fp.String(), h.Features()
	}
	return p
}
