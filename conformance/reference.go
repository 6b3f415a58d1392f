package conformance

import (
	"errors"

	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

// Reference computes what the reference implementation makes of a vector's input,
// by the first scheme the vector is for. An error says that the vector itself
// makes no sense.
func Reference(v vectors.Vector) (vectors.Data, error) {
	if len(v.Schemes) == 0 {
		return vectors.Data{}, errors.New("the vector is for no scheme")
	}
	s, err := scheme.Lookup(v.Schemes[0])
	if err != nil {
		return vectors.Data{}, err
	}
	if v.Stage == vectors.Accumulated {
		return accumulated(s, v.Input), nil
	}
	reply := NewReference(s).Answer(Request{Stage: v.Stage, Scheme: s.ID(), Input: v.Input})
	if reply.Result.Outcome == Failed || reply.Result.Outcome == Unsupported {
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
