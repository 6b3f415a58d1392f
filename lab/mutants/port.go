package mutants

import (
	"errors"
	"slices"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/encode"
	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/engine/port"
	"github.com/lsh-interop/fpcheck/internal/engine/spell"
	"github.com/lsh-interop/fpcheck/internal/rules"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/textdigest"
	"github.com/lsh-interop/fpcheck/vectors"
)

// portOf returns a port that answers by rules. Its pipeline runs the stages of the port in order,
// so replaced parts also affect the whole.
func portOf(r *rules.Rules) *port.Port {
	p := &port.Port{
		Hello: protocol.Hello{
			Protocol: protocol.Version, Name: "fpcheck", Language: "Go",
			Version: fpcheck.Version, Schemes: []string{r.Scheme.ID},
			Levels: []protocol.Level{protocol.Core, protocol.Markup, protocol.Main, protocol.Digest,
				protocol.Clusters, protocol.Passages},
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
		Resemble: resembling(rules.NewTextComparison()),
	}
	passing(rules.NewPassages())(p)
	p.Main = mainOf(rules.NewMainText())
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

// resembling returns how texts compare by rules.
func resembling(c *rules.TextComparison) func(a, b []byte) port.Resemblance {
	return func(a, b []byte) (x port.Resemblance) {
		var elements [2][]uint64
		for i, text := range [][]byte{a, b} {
			x.Compared[i] = c.Compared(text)
			elements[i] = c.Elements(x.Compared[i])
			x.Counts[i], x.Sketches[i] = int64(len(elements[i])), c.Sketch(elements[i])
			x.Weights[i] = c.WeightOf(x.Compared[i])
		}
		x.Similarity, x.Same = c.Similar(elements[0], elements[1]), c.Same(c, a, b)
		x.Numbers = c.Equal(c.Numbers(c, x.Compared[0]), c.Numbers(c, x.Compared[1]))
		return x
	}
}

// passing returns what makes a port answer by rules of passages.
func passing(r *rules.Passages) func(p *port.Port) {
	return func(p *port.Port) {
		p.Windows = func(in vectors.Data) (d vectors.Data) {
			octets := in.Raw.Bytes()
			items := r.Items(octets)
			for _, w := range r.Windows(items, in.Words) {
				d.Elements = append(d.Elements, spell.Hash(w.Hash))
			}
			if d.Elements == nil {
				return d
			}
			d.Items = spell.All(items)
			for _, w := range r.Weights(items) {
				d.Weights = append(d.Weights, int64(w))
			}
			for _, place := range r.Places(octets) {
				d.Places = append(d.Places, int64(place[0]), int64(place[1]))
			}
			return d
		}
		p.Passages = func(in vectors.Data) vectors.Data {
			d := vectors.Data{Passages: [][]int64{}, Places: []int64{}}
			texts := textsOf(in.Texts)
			for _, row := range r.Rows(texts, in.Words) {
				d.Passages = append(d.Passages, []int64{int64(row.Holder), int64(row.Text), int64(row.From), int64(row.To), int64(row.Frequency)})
				places := append(r.Places(texts[row.Text]), make([][2]int, row.To)...) // of items that a mutant adds
				d.Places = append(d.Places, int64(places[row.From][0]), int64(places[row.To-1][1]))
			}
			return d
		}
		p.Covers = func(in vectors.Data) (d vectors.Data) {
			texts := textsOf(in.Texts)
			reference := r.RestOf(texts[0], in.Words, texts[2:]...)
			if len(reference.Windows) == 0 { // R13.15
				return d
			}
			c := r.Cover(reference, texts[1], in.Words)
			contained := r.Contained(reference, texts[1], in.Words)
			for _, n := range []int{reference.Weight(), contained, c.Weight, c.Run, c.From, c.To} {
				d.Counts = append(d.Counts, int64(n))
			}
			return d
		}
	}
}

// textsOf returns the bytes of texts.
func textsOf(texts []vectors.Bytes) (octets [][]byte) {
	for _, text := range texts {
		octets = append(octets, text.Bytes())
	}
	return octets
}

// tokensOf runs stages 1 to 4 over bytes.
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
