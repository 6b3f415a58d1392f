package conformance

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/encode"
	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/extract/article"
	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/internal/engine/cases"
	"github.com/lsh-interop/fpcheck/internal/engine/port"
	"github.com/lsh-interop/fpcheck/internal/engine/spell"
	"github.com/lsh-interop/fpcheck/internal/kernel/accumulated"
	"github.com/lsh-interop/fpcheck/internal/kernel/jenkins"
	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/internal/kernel/passage"
	"github.com/lsh-interop/fpcheck/internal/kernel/simhash"
	"github.com/lsh-interop/fpcheck/internal/kernel/sketch"
	"github.com/lsh-interop/fpcheck/internal/kernel/tokenizer"
	"github.com/lsh-interop/fpcheck/internal/store/banding"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/textdigest"
	"github.com/lsh-interop/fpcheck/vectors"
)

// Reference returns the result of the reference implementation for a vector's input. It returns an
// error if the input is invalid or if the vector's schemes have different results.
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
		} else if !cases.Agree(first, d) || !cases.Agree(d, first) {
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
		return digestOfTexts(s, v.Input), nil
	}
	reply := reference(s).Answer(protocol.Request{Stage: v.Stage, Scheme: id, Input: v.Input})
	if reply.Result.Outcome == protocol.Failed || reply.Result.Outcome == protocol.Unsupported {
		return vectors.Data{}, errors.New(reply.Reason)
	}
	return reply.Result, nil
}

func digestOfTexts(s *scheme.Scheme, in vectors.Data) vectors.Data {
	sum, h := accumulated.NewDigest(), s.New()
	var text []byte
	for i := range in.Count {
		text = accumulated.AppendText(text[:0], in.Seed, uint64(i))
		h.Reset()
		h.Write(text)
		fp, _ := h.Fingerprint() // the zero value's string is "": no features
		sum.Add(fp.String(), h.CountFeatures())
	}
	return vectors.Data{Digest: sum.String()}
}

// NewReference returns this module's implementation of schemes, at least one.
func NewReference(schemes ...*scheme.Scheme) protocol.Implementation {
	ports := make([]*port.Port, len(schemes))
	for i, s := range schemes {
		ports[i] = reference(s)
	}
	return port.Join(ports...)
}

// reference returns the port of one scheme.
func reference(s *scheme.Scheme) *port.Port {
	p := &port.Port{
		Hello: protocol.Hello{
			Protocol: protocol.Version, Name: "fpcheck", Language: "Go",
			Version: fpcheck.Version, Schemes: []string{s.ID()},
			Levels: []protocol.Level{protocol.Core, protocol.Markup, protocol.Main, protocol.Digest,
				protocol.Clusters, protocol.Passages, protocol.Media},
		},
		Text:        tokenizer.Text,
		Identifiers: s.Method().Rules().Identifiers,
		Normalise:   s.Method().Rules().Normalise,
		Segment:     s.Method().Rules().Segment,
		Hash:        jenkins.Sum64,
		Features:    func(tokens []string) []uint64 { return append([]uint64{}, s.Method().Elements(tokens)...) },
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
		Compare: compare,
		HTML: func(raw []byte, charset string) (string, error) {
			text, _, err := extract.VisibleText(raw, charset)
			return text, err
		},
		XML: func(raw []byte, charset string) (string, error) {
			text, _, err := extract.XMLText(raw, charset)
			return text, err
		},
		Main:     mainText,
		Document: documentText,
		Items:    textdigest.Items,
		Digest: func(pieces [][]byte) string {
			h := textdigest.New()
			for _, piece := range pieces {
				h.Write(piece)
			}
			if digest, ok := h.Sum(); ok {
				return hex.EncodeToString(digest[:])
			}
			return ""
		},
		Whole: func(pieces [][]byte) (string, int) {
			h := s.New()
			for _, piece := range pieces {
				h.Write(piece)
			}
			fp, _ := h.Fingerprint() // the zero value's string is ""
			return fp.String(), h.CountFeatures()
		},
		Cluster:  cluster,
		Resemble: resemble,
		Windows:  windows,
		Passages: passages,
		Covers:   covers,
	}
	without := []vectors.Stage{vectors.Accumulated}
	if s.IsMinHash() {
		addMinHash(p)
		without = append(without, vectors.Counters)
	} else {
		addSimHash(p)
		without = append(without, vectors.Full, vectors.Merge, vectors.Truncate, vectors.Bands)
	}
	p.Hello.Stages = append(slices.DeleteFunc(slices.Clone(vectors.Stages), func(s vectors.Stage) bool {
		return slices.Contains(without, s)
	}), protocol.Stream, protocol.DocumentText)
	return p
}

func documentText(raw []byte, mediaType string) (string, error) {
	d, err := extract.Open(context.Background(), bytes.NewReader(raw), extract.Options{MediaType: mediaType})
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(d)
	return string(text), err
}

func mainText(raw []byte, charset string) (vectors.Data, error) {
	text, scores, features, err := article.MainText(raw, charset)
	return vectors.Data{Text: spell.Bytes(text), Scores: append([]int64{}, scores...), Lines: append([][]int64{}, features...)}, err
}

func compare(a, b string) (distance int, similarity float64, err error) {
	x, err := scheme.Parse(a)
	if err != nil {
		return 0, 0, err
	}
	y, err := scheme.Parse(b)
	if err != nil {
		return 0, 0, err
	}
	if distance, err = x.Distance(y); err != nil {
		return 0, 0, err
	}
	similarity, err = x.Similarity(y)
	return distance, similarity, err
}

func cluster(in vectors.Data) (vectors.Data, error) {
	var set index.Set
	for i, id := range in.IDs {
		f, err := scheme.Parse(in.Strings[i])
		if err != nil {
			return vectors.Data{}, err
		}
		if err := set.Add(string(id.Bytes()), in.Weights[i], f); err != nil {
			return vectors.Data{}, err
		}
	}
	clusters, err := set.Clusters(context.Background(), index.Settings{
		Threshold: *in.Threshold, Floor: *in.Floor, Bands: index.Bands{Bands: in.Bands, Rows: in.Rows}, Most: in.Most,
	})
	if err != nil {
		return vectors.Data{}, err
	}
	out := vectors.Data{Clusters: make([]vectors.Bytes, len(in.IDs)), Similarities: make([]float64, len(in.IDs))}
	for cluster := range clusters.All() {
		representative := vectors.BytesOf([]byte(cluster[0].ID))
		for _, m := range cluster {
			out.Clusters[m.Document], out.Similarities[m.Document] = representative, m.Similarity
		}
	}
	return out, nil
}

func resemble(a, b []byte) port.Resemblance {
	var r port.Resemblance
	var found [2]sketch.Compared
	for i, text := range [][]byte{a, b} {
		c := sketch.NewComparison()
		c.Each(func(item []byte) { r.Compared[i] = append(r.Compared[i], string(item)) })
		c.Write(text)
		found[i] = *c.Sum()
		r.Counts[i], r.Sketches[i] = int64(found[i].Features), found[i].Sketch
		r.Weights[i] = int64(sketch.Weight(found[i].Features, found[i].Unknown))
	}
	r.Similarity = similarityOf(found[0].Elements, found[1].Elements)
	r.Same = found[0].Same == found[1].Same && found[0].Unknown == 0 // and so in the other
	r.Numbers = found[0].Numbers == found[1].Numbers
	return r
}

// similarityOf returns the share of elements that both texts have (R13.10).
func similarityOf(a, b []uint64) float64 {
	both := minhash.Common(a, b)
	if all := len(a) + len(b) - both; all > 0 {
		return float64(both) / float64(all)
	}
	return 1
}

func windows(in vectors.Data) (d vectors.Data) {
	items := passage.ItemsOf(in.Raw.Bytes())
	items.Windows(in.Words, func(w passage.Window) { d.Elements = append(d.Elements, spell.Hash(w.Hash)) })
	if d.Elements == nil {
		return d
	}
	d.Items = spell.All(passage.Tokens(in.Raw.Bytes()))
	for _, w := range items.Weights {
		d.Weights = append(d.Weights, int64(w))
	}
	for _, p := range passage.Places(in.Raw.Bytes(), nil) {
		d.Places = append(d.Places, int64(p.From), int64(p.To))
	}
	return d
}

// passages finds rows by a map of all windows. The command needs less memory.
func passages(in vectors.Data) vectors.Data {
	d := vectors.Data{Passages: [][]int64{}, Places: []int64{}}
	texts := make([]*passage.Items, len(in.Texts))
	holders := make(map[uint64][]int) // the texts that have a hash, in order (R13.17)
	for i, text := range in.Texts {
		texts[i] = passage.ItemsOf(text.Bytes())
		texts[i].Windows(in.Words, func(w passage.Window) {
			if have := holders[w.Hash]; len(have) == 0 || have[len(have)-1] != i {
				holders[w.Hash] = append(have, i)
			}
		})
	}
	for i, text := range in.Texts {
		places := passage.Places(text.Bytes(), nil)
		var row []int64
		before := passage.Window{From: -2}
		texts[i].Windows(in.Words, func(w passage.Window) {
			have := holders[w.Hash]
			holder, to, frequency := int64(have[0]), int64(w.To), int64(len(have))
			if holder == int64(i) {
				return
			}
			if before.From+1 == w.From && row[0] == holder { // R13.18
				row[3], row[4] = to, max(row[4], frequency)
				d.Places[len(d.Places)-1] = int64(places[to-1].To)
			} else {
				row = []int64{holder, int64(i), int64(w.From), to, frequency}
				d.Passages = append(d.Passages, row)
				d.Places = append(d.Places, int64(places[w.From].From), int64(places[to-1].To))
			}
			before = w
		})
	}
	return d
}

func covers(in vectors.Data) (d vectors.Data) {
	document := passage.ItemsOf(in.Texts[1].Bytes())
	ignored := make(map[uint64]bool)
	for _, text := range in.Texts[2:] {
		passage.ItemsOf(text.Bytes()).Windows(in.Words, func(w passage.Window) { ignored[w.Hash] = true })
	}
	r := passage.NewReference(passage.RestOf(passage.ItemsOf(in.Texts[0].Bytes()), in.Words,
		func(hash uint64) bool { return ignored[hash] }))
	if r.IsShort() {
		return d
	}
	var common []passage.Window
	has := make(map[uint64]bool)
	document.Windows(in.Words, func(w passage.Window) {
		if has[w.Hash] = true; r.Has(w.Hash) {
			common = append(common, w)
		}
	})
	c := r.Cover(document, common)
	d.Counts = []int64{r.Weight, r.Within(func(hash uint64) bool { return has[hash] }),
		c.Weight, c.Run, int64(c.From), int64(c.To)}
	return d
}

func addSimHash(p *port.Port) {
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

func addMinHash(p *port.Port) {
	p.Full = func(elements []uint64) []byte {
		var m minhash.Minima
		for _, x := range elements {
			m.Add(x)
		}
		return fullOf(&m)
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
		return fullOf(&m), nil
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
	p.Keys = func(sketch []byte, bands, rows int) [][]byte {
		return banding.Bands{Bands: bands, Rows: rows}.Keys(sketch)
	}
}

func fullOf(m *minhash.Minima) []byte {
	full, _ := m.MarshalBinary() // the error is always nil
	return full
}
