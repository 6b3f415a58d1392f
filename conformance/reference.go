// Package conformance holds implementations against the golden vectors.
package conformance

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/lsh-interop/fpcheck/encode"
	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/jenkins"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/simhash"
	"github.com/lsh-interop/fpcheck/tokenize"
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
	compute, ok := reference[v.Stage]
	if !ok {
		return vectors.Data{}, fmt.Errorf("unknown stage %q", v.Stage)
	}
	return compute(s, v.Input)
}

var reference = map[vectors.Stage]func(*scheme.Scheme, vectors.Data) (vectors.Data, error){
	vectors.Text: func(_ *scheme.Scheme, in vectors.Data) (vectors.Data, error) {
		return vectors.Data{Text: spell(tokenize.Text(in.Octets.Bytes()))}, nil
	},
	vectors.Identifiers: func(s *scheme.Scheme, in vectors.Data) (vectors.Data, error) {
		return vectors.Data{Text: spell(s.Rules().Identifiers(string(in.Text.Bytes())))}, nil
	},
	vectors.Normalise: func(s *scheme.Scheme, in vectors.Data) (vectors.Data, error) {
		return vectors.Data{Runs: spellAll(s.Rules().Normalise(string(in.Text.Bytes())))}, nil
	},
	vectors.Segment: func(s *scheme.Scheme, in vectors.Data) (vectors.Data, error) {
		return vectors.Data{Tokens: spellAll(s.Rules().Segment(texts(in.Runs)))}, nil
	},
	vectors.Features: func(s *scheme.Scheme, in vectors.Data) (vectors.Data, error) {
		hashes, _ := s.Features(texts(in.Tokens))
		out := vectors.Data{Hashes: []string{}}
		for _, h := range hashes {
			out.Hashes = append(out.Hashes, hex64(h))
		}
		return out, nil
	},
	vectors.Hash: func(_ *scheme.Scheme, in vectors.Data) (vectors.Data, error) {
		return vectors.Data{Hash: hex64(jenkins.Sum64(in.Octets.Bytes()))}, nil
	},
	vectors.Counters: func(_ *scheme.Scheme, in vectors.Data) (vectors.Data, error) {
		var c simhash.Counters
		for _, text := range in.Hashes {
			h, err := parseHex64(text)
			if err != nil {
				return vectors.Data{}, err
			}
			c.Add(h)
		}
		return vectors.Data{Counters: c[:]}, nil
	},
	vectors.Sketch: func(_ *scheme.Scheme, in vectors.Data) (vectors.Data, error) {
		if len(in.Counters) != simhash.Bits {
			return vectors.Data{}, fmt.Errorf("%d counters: expected %d", len(in.Counters), simhash.Bits)
		}
		c := simhash.Counters(in.Counters)
		return vectors.Data{Sketch: hex64(c.Sketch())}, nil
	},
	vectors.Encode:      encoded,
	vectors.Decode:      decoded,
	vectors.Distance:    distance,
	vectors.HTML:        visibleText,
	vectors.Pipeline:    pipeline,
	vectors.Accumulated: accumulated,
}

func encoded(s *scheme.Scheme, in vectors.Data) (vectors.Data, error) {
	sketch, err := parseHex64(in.Sketch)
	if err != nil {
		return vectors.Data{}, err
	}
	p := encode.Parts{Scheme: in.Scheme, Profile: in.Profile, Data: binary.BigEndian.AppendUint64(nil, sketch)}
	if p.Profile == "" {
		p.Profile = encode.Visible
	}
	return vectors.Data{String: spell(p.String())}, nil
}

func decoded(_ *scheme.Scheme, in vectors.Data) (vectors.Data, error) {
	fp, err := scheme.Parse(string(in.String.Bytes()))
	if err != nil {
		return vectors.Data{Outcome: vectors.Rejected}, nil
	}
	return vectors.Data{Sketch: hex64(fp.Sketch()), Scheme: fp.Scheme().ID(), Profile: fp.Profile()}, nil
}

func distance(_ *scheme.Scheme, in vectors.Data) (vectors.Data, error) {
	var fps [2]scheme.Fingerprint
	for i, text := range in.Strings {
		var err error
		if fps[i], err = scheme.Parse(text); err != nil {
			return vectors.Data{}, err
		}
	}
	d, err := fps[0].Distance(fps[1])
	if errors.Is(err, scheme.ErrNotComparable) {
		return vectors.Data{Outcome: vectors.NotComparable}, nil
	}
	similarity := 1 - float64(d)/simhash.Bits
	return vectors.Data{Distance: &d, Similarity: &similarity}, err
}

func visibleText(_ *scheme.Scheme, in vectors.Data) (vectors.Data, error) {
	text, _, err := extract.VisibleText(in.Octets.Bytes(), in.Charset)
	return vectors.Data{Text: spell(text)}, err
}

func pipeline(s *scheme.Scheme, in vectors.Data) (vectors.Data, error) {
	h := s.New()
	h.Write(in.Octets.Bytes())
	fp, err := h.Fingerprint()
	if errors.Is(err, scheme.ErrNoFeatures) {
		return vectors.Data{Outcome: vectors.NoFeatures}, nil
	}
	n := h.Features()
	return vectors.Data{Fingerprint: fp.String(), Features: &n}, err
}

func accumulated(s *scheme.Scheme, in vectors.Data) (vectors.Data, error) {
	if in.Count > math.MaxInt32 {
		return vectors.Data{}, fmt.Errorf("count %d is too large", in.Count)
	}
	sum, h := vectors.NewAccumulator(), s.New()
	var text []byte
	for i := range in.Count {
		text = vectors.AppendText(text[:0], in.Seed, uint64(i))
		h.Reset()
		h.Write(text)
		fp, _ := h.Fingerprint() // the zero value's string is "": no features
		sum.Add(fp.String(), h.Features())
	}
	return vectors.Data{Digest: sum.Digest()}, nil
}

func spell(s string) vectors.Octets { return vectors.OctetsOf([]byte(s)) }

func spellAll(list []string) []vectors.Octets {
	spelled := make([]vectors.Octets, len(list))
	for i, s := range list {
		spelled[i] = spell(s)
	}
	return spelled
}

func texts(list []vectors.Octets) []string {
	out := make([]string, len(list))
	for i, o := range list {
		out[i] = string(o.Bytes())
	}
	return out
}

func hex64(h uint64) string { return fmt.Sprintf("%016x", h) }

func parseHex64(s string) (uint64, error) {
	h, err := strconv.ParseUint(s, 16, 64)
	if err != nil || len(s) != 16 {
		return 0, fmt.Errorf("%q: expected 16 hexadecimal digits", s)
	}
	return h, nil
}
