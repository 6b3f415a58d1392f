package conformance

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/encode"
	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/jenkins"
	"github.com/lsh-interop/fpcheck/internal/ucd"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/sketch/minhash"
	"github.com/lsh-interop/fpcheck/sketch/simhash"
	"github.com/lsh-interop/fpcheck/textdigest"
	"github.com/lsh-interop/fpcheck/tokenize"
	"github.com/lsh-interop/fpcheck/vectors"
)

// compose returns the stages of a scheme, with a pipeline that runs them one after
// the other: what is replaced in it takes part in the whole.
func Compose(s *scheme.Scheme) *protocol.Port {
	p := &protocol.Port{
		Hello: protocol.Hello{
			Protocol: protocol.ProtocolVersions[len(protocol.ProtocolVersions)-1], Name: "fpcheck", Language: "Go",
			Version: fpcheck.Version, Schemes: []string{s.ID()}, Levels: []protocol.Level{protocol.Core, protocol.Markup, protocol.Digest},
		},
		Text:        tokenize.Text,
		Identifiers: s.Rules().Identifiers,
		Normalise:   s.Rules().Normalise,
		Segment:     s.Rules().Segment,
		Hash:        jenkins.Sum64,
		Encode: func(sketch []byte, scheme, profile string) string {
			return encode.Parts{Scheme: scheme, Profile: profile, Data: sketch}.String()
		},
		Decode: func(text string) ([]byte, string, string, error) {
			fp, err := scheme.Parse(text)
			if err != nil {
				return nil, "", "", err
			}
			return fp.Sketch(), fp.Name(), fp.Profile(), nil
		},
		Compare: func(a, b string) (int, float64, error) {
			x, err := scheme.Parse(a)
			if err != nil {
				return 0, 0, err
			}
			y, err := scheme.Parse(b)
			if err != nil {
				return 0, 0, err
			}
			d, err := x.Distance(y)
			if err != nil {
				return 0, 0, err
			}
			similarity, err := x.Similarity(y)
			return d, similarity, err
		},
		HTML: func(octets []byte, charset string) (string, error) {
			text, _, err := extract.VisibleText(octets, charset)
			return text, err
		},
		XML: func(octets []byte, charset string) (string, error) {
			text, _, err := extract.XMLText(octets, charset)
			return text, err
		},
	}
	p.Items = textdigest.Items
	p.Digest = func(pieces [][]byte) string {
		items := p.Items(slices.Concat(pieces...))
		if len(items) == 0 {
			return ""
		}
		sum := sha256.Sum256([]byte(strings.Join(items, "\x00") + "\x00"))
		return hex.EncodeToString(sum[:])
	}
	p.Features = func(tokens []string) []uint64 { return repeated(p, Weigh(p, tokens)) }
	p.Whole = func(pieces [][]byte) (string, int) {
		tokens := p.Segment(p.Normalise(p.Identifiers(p.Text(slices.Concat(pieces...)))))
		return Fingerprint(p, p.Features(tokens), len(Weigh(p, tokens)))
	}
	without := []vectors.Stage{vectors.Accumulated}
	if s.IsMinHash() {
		addMinHash(p)
		without = append(without, vectors.Counters)
	} else {
		addSimHash(p)
		without = append(without, vectors.Full, vectors.Merge, vectors.Truncate)
	}
	p.Hello.Stages = append(slices.DeleteFunc(slices.Clone(vectors.Stages), func(s vectors.Stage) bool {
		return slices.Contains(without, s)
	}), protocol.Stream)
	return p
}

func addSimHash(p *protocol.Port) {
	p.Counters = func(elements []uint64) []int64 {
		var c simhash.Counters
		for _, x := range elements {
			c.Add(x)
		}
		return c[:]
	}
	p.Sketch = func(counters []int64) []byte {
		c := simhash.Counters(counters)
		return binary.BigEndian.AppendUint64(nil, c.Sketch())
	}
}

func addMinHash(p *protocol.Port) {
	p.Full = func(elements []uint64) []byte {
		var m minhash.Minima
		for _, x := range elements {
			m.Add(x)
		}
		return octetsOfFull(&m)
	}
	p.Merge = func(a, b []byte) ([]byte, error) {
		var m, o minhash.Minima
		if err := m.UnmarshalBinary(a); err != nil {
			return nil, err
		}
		if err := o.UnmarshalBinary(b); err != nil {
			return nil, err
		}
		m.Merge(&o)
		return octetsOfFull(&m), nil
	}
	p.Stored = func(full []byte) ([]byte, error) {
		var m minhash.Minima
		if err := m.UnmarshalBinary(full); err != nil {
			return nil, err
		}
		stored, ok := m.Stored()
		if !ok {
			return nil, nil
		}
		return stored[:], nil
	}
	p.Truncate = minhash.Truncate
}

func octetsOfFull(m *minhash.Minima) []byte {
	full, _ := m.MarshalBinary() // the error is always nil
	return full
}

// fingerprint runs stages 7 and 8 over elements. It returns "" if there are none.
func Fingerprint(p *protocol.Port, elements []uint64, features int) (string, int) {
	if len(elements) == 0 {
		return "", 0
	}
	sketch := []byte(nil)
	if p.Full == nil {
		sketch = p.Sketch(p.Counters(elements))
	} else {
		var err error
		if sketch, err = p.Stored(p.Full(elements)); err != nil {
			panic(err) // what Full returned is no full form
		}
	}
	return p.Encode(sketch, p.Hello.Schemes[0], encode.Visible), features
}

// feature is a feature where it occurs.
type feature struct {
	octets string
	weight int
}

// features returns the features of tokens in order: R5.1, R5.4, R5.5.
func features(p *protocol.Port, tokens []string) []feature {
	var list []feature
	d := definitionOf(p)
	if d.Features == scheme.Shingles {
		width := min(d.Width, len(tokens))
		for end := width; end <= len(tokens) && width > 0; end++ {
			list = append(list, feature{strings.Join(tokens[end-width:end], " "), 1})
		}
		return list
	}
	for _, t := range tokens {
		list = append(list, feature{t, 1})
		if d.Clusters > 0 {
			for c := range tokenize.Clusters([]byte(t)) {
				list = append(list, feature{string(c), clusterWeight(d, string(c))})
			}
		}
	}
	return list
}

// clusterWeight is the end of R5.4.
func clusterWeight(d scheme.Definition, cluster string) int {
	first, _ := utf8.DecodeRuneInString(cluster)
	switch ucd.ScriptOf(first) {
	case ucd.Han, ucd.Thai, ucd.Lao, ucd.Khmer, ucd.Myanmar:
		return d.Clusters
	}
	return d.KanaClusters
}

// weigh returns what the features of tokens weigh, by hash: R5.2.
func Weigh(p *protocol.Port, tokens []string) map[uint64]int {
	weights, d := make(map[uint64]int), definitionOf(p)
	for _, f := range features(p, tokens) {
		h := p.Hash([]byte(f.octets))
		if d.Weights == scheme.Occurrences {
			weights[h] = min(weights[h]+1, d.MaxOccurrences)
		} else {
			weights[h] = max(weights[h], f.weight)
		}
	}
	return weights
}

// repeated is R5.6.
func repeated(p *protocol.Port, weights map[uint64]int) []uint64 {
	elements, d := []uint64{}, definitionOf(p)
	for h, weight := range weights {
		for k := range weight {
			x := h
			if d.Weights == scheme.Occurrences {
				x += uint64(k) * 0x9E3779B97F4A7C15
			}
			elements = append(elements, x)
		}
	}
	slices.Sort(elements)
	return elements
}

// definitionOf is the definition of the one scheme that p has.
func definitionOf(p *protocol.Port) scheme.Definition {
	s, err := scheme.Lookup(p.Hello.Schemes[0])
	if err != nil {
		panic(err)
	}
	return s.Definition()
}
