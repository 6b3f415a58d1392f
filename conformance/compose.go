package conformance

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck"
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
func compose(s *scheme.Scheme) *Port {
	p := &Port{
		definition: s.Definition(),
		Hello: Hello{
			Protocol: ProtocolVersions[len(ProtocolVersions)-1], Name: "fpcheck", Language: "Go",
			Version: fpcheck.Version, Schemes: []string{s.ID()}, Levels: []Level{Core, Markup, Digest},
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
	p.Digest = func(pieces [][]byte) string { return digestOf(p.Items(slices.Concat(pieces...))) }
	p.Features = func(tokens []string) []uint64 { return p.elements(p.weigh(tokens)) }
	p.Whole = func(pieces [][]byte) (string, int) {
		tokens := p.Segment(p.Normalise(p.Identifiers(p.Text(slices.Concat(pieces...)))))
		return p.fingerprint(p.Features(tokens), len(p.weigh(tokens)))
	}
	without := []vectors.Stage{vectors.Accumulated}
	if s.IsMinHash() {
		p.addMinHash()
		without = append(without, vectors.Counters)
	} else {
		p.addSimHash()
		without = append(without, vectors.Full, vectors.Merge, vectors.Truncate)
	}
	p.Hello.Stages = append(slices.DeleteFunc(slices.Clone(vectors.Stages), func(s vectors.Stage) bool {
		return slices.Contains(without, s)
	}), Stream)
	return p
}

func (p *Port) addSimHash() {
	p.Counters = func(elements []uint64) []int64 {
		var c simhash.Counters
		for _, x := range elements {
			c.Add(x)
		}
		return c[:]
	}
	p.Sketch = func(counters []int64) []byte {
		c := simhash.Counters(counters)
		return bigEndian(c.Sketch())
	}
}

func (p *Port) addMinHash() {
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
func (p *Port) fingerprint(elements []uint64, features int) (string, int) {
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
func (p *Port) features(tokens []string) []feature {
	var list []feature
	if p.definition.Features == scheme.Shingles {
		width := min(p.definition.Width, len(tokens))
		for end := width; end <= len(tokens) && width > 0; end++ {
			list = append(list, feature{strings.Join(tokens[end-width:end], " "), 1})
		}
		return list
	}
	for _, t := range tokens {
		list = append(list, feature{t, 1})
		if p.definition.Clusters > 0 {
			for c := range tokenize.Clusters([]byte(t)) {
				list = append(list, feature{string(c), p.clusterWeight(string(c))})
			}
		}
	}
	return list
}

// clusterWeight is the end of R5.4.
func (p *Port) clusterWeight(cluster string) int {
	first, _ := utf8.DecodeRuneInString(cluster)
	switch ucd.ScriptOf(first) {
	case ucd.Han, ucd.Thai, ucd.Lao, ucd.Khmer, ucd.Myanmar:
		return p.definition.Clusters
	}
	return p.definition.KanaClusters
}

// weigh returns what the features of tokens weigh, by hash: R5.2.
func (p *Port) weigh(tokens []string) map[uint64]int {
	weights := make(map[uint64]int)
	for _, f := range p.features(tokens) {
		h := p.Hash([]byte(f.octets))
		if p.definition.Weights == scheme.Occurrences {
			weights[h] = min(weights[h]+1, p.definition.MaxOccurrences)
		} else {
			weights[h] = max(weights[h], f.weight)
		}
	}
	return weights
}

// elements is R5.6.
func (p *Port) elements(weights map[uint64]int) []uint64 {
	elements := []uint64{}
	for h, weight := range weights {
		for k := range weight {
			x := h
			if p.definition.Weights == scheme.Occurrences {
				x += uint64(k) * 0x9E3779B97F4A7C15
			}
			elements = append(elements, x)
		}
	}
	slices.Sort(elements)
	return elements
}
