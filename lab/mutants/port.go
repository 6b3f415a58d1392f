package mutants

import (
	"errors"
	"slices"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/encode"
	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/engine/port"
	"github.com/lsh-interop/fpcheck/internal/rules"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/textdigest"
	"github.com/lsh-interop/fpcheck/vectors"
)

// portOf returns a port that answers by rules. Its pipeline runs the stages of the port
// one after the other: what is replaced in the port takes part in the whole.
func portOf(r *rules.Rules) *port.Port {
	p := &port.Port{
		Hello: protocol.Hello{
			Protocol: protocol.Version, Name: "fpcheck", Language: "Go",
			Version: fpcheck.Version, Schemes: []string{r.Scheme.ID},
			Levels: []protocol.Level{protocol.Core, protocol.Markup, protocol.Digest, protocol.Clusters},
		},
		Text:        r.Decoder.Text,
		Identifiers: r.Identifiers.Text,
		Normalise:   r.Normaliser.Runs,
		Segment:     r.Segmenter.Tokens,
		Hash:        r.Hash.Sum,
		Features: func(tokens []string) []uint64 {
			elements, _ := r.Features.Elements(tokens)
			return elements
		},
		Encode: func(sketch []byte, scheme, profile string) string {
			return r.Strings.Encode(rules.Fingerprint{Sketch: sketch, Scheme: scheme, Profile: profile})
		},
		Decode: func(s string) ([]byte, string, string, error) {
			f, err := r.Strings.Decode(s)
			return f.Sketch, f.Scheme, f.Profile, err
		},
		Compare: func(a, b string) (int, float64, error) {
			distance, similarity, err := r.Comparison.Compare(a, b)
			if errors.Is(err, rules.ErrNotComparable) {
				err = scheme.ErrNotComparable
			}
			return distance, similarity, err
		},
		HTML: func(octets []byte, charset string) (string, error) {
			text, _, err := extract.VisibleText(octets, charset)
			return text, err
		},
		XML: func(octets []byte, charset string) (string, error) {
			text, _, err := extract.XMLText(octets, charset)
			return text, err
		},
		Items: textdigest.Items,
		Cluster: func(in vectors.Data) (vectors.Data, error) {
			var documents []rules.Document
			for i, id := range in.IDs {
				d := rules.Document{ID: string(id.Bytes()), Weight: in.Weights[i], Fingerprint: in.Strings[i]}
				documents = append(documents, d)
			}
			rows, err := r.Clustering.Rows(documents, rules.Settings{
				Threshold: *in.Threshold, Floor: *in.Floor, Bands: in.Bands, Rows: in.Rows, Most: in.Most,
			})
			out := vectors.Data{Clusters: []vectors.Bytes{}, Similarities: []float64{}}
			for _, row := range rows {
				out.Clusters = append(out.Clusters, vectors.BytesOf([]byte(row.Cluster)))
				out.Similarities = append(out.Similarities, row.Similarity)
			}
			return out, err
		},
	}
	r.Features.Hash = func(octets []byte) uint64 { return p.Hash(octets) }
	without := []vectors.Stage{vectors.Accumulated}
	if r.MinHash != nil {
		p.Full, p.Merge, p.Stored, p.Truncate = r.MinHash.Full, r.MinHash.Merge, r.MinHash.Stored, r.MinHash.Truncate
		p.Keys = r.Clustering.Keys
		without = append(without, vectors.Counters)
	} else {
		p.Counters, p.Sketch = r.SimHash.Counters, r.SimHash.Sketch
		without = append(without, vectors.Full, vectors.Merge, vectors.Truncate, vectors.Bands)
	}
	p.Hello.Stages = slices.DeleteFunc(append(slices.Clone(vectors.Stages), protocol.Stream), func(s vectors.Stage) bool {
		return slices.Contains(without, s)
	})
	p.Whole = func(pieces [][]byte) (string, int) {
		tokens := tokensOf(p, slices.Concat(pieces...))
		_, features := r.Features.Elements(tokens)
		return fingerprintOf(p, p.Features(tokens), features)
	}
	p.Digest = func(pieces [][]byte) string {
		return rules.DigestOf(p.Items(slices.Concat(pieces...)))
	}
	return p
}

// tokensOf runs stages 1 to 4 over octets.
func tokensOf(p *port.Port, octets []byte) []string {
	return p.Segment(p.Normalise(p.Identifiers(p.Text(octets))))
}

// fingerprintOf runs stages 7 and 8 over elements. It returns "" if there are none.
func fingerprintOf(p *port.Port, elements []uint64, features int) (string, int) {
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
