package conformance

import (
	"errors"
	"fmt"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/scheme"
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
		} else if diff := cmp.Diff(first, d); diff != "" {
			return vectors.Data{}, fmt.Errorf("%s gives another result than %s (-%s +%s):\n%s", id, v.Schemes[0], v.Schemes[0], id, diff)
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
	reply := reference(s).Answer(Request{Stage: v.Stage, Scheme: id, Input: v.Input})
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
