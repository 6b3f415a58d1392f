// Package port makes implementations of functions, one for each stage.
package port

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/encode"
	"github.com/lsh-interop/fpcheck/internal/engine/spell"
	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/internal/kernel/names"
	"github.com/lsh-interop/fpcheck/internal/kernel/passage"
	"github.com/lsh-interop/fpcheck/internal/kernel/simhash"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

// A Port is an implementation of one scheme, with a function for each stage that its hello lists.
type Port struct {
	Hello protocol.Hello

	Text        func(raw []byte) string
	Identifiers func(text string) string
	Normalise   func(text string) (runs []string)
	Segment     func(runs []string) (tokens []string)
	Hash        func(raw []byte) uint64
	Features    func(tokens []string) (elements []uint64) // ascending, repeated by weight

	// Of a SimHash.
	Counters func(elements []uint64) []int64
	Sketch   func(counters []int64) []byte

	// Of a MinHash. Merge and Stored return an error for bytes that are not a full form. Stored
	// returns nil for an empty full form.
	Full     func(elements []uint64) []byte
	Merge    func(full, other []byte) ([]byte, error)
	Stored   func(full []byte) ([]byte, error)
	Truncate func(sketch []byte, bits int) []byte
	Keys     func(sketch []byte, bands, rows int) [][]byte

	Encode  func(sketch []byte, scheme, profile string) string
	Decode  func(s string) (sketch []byte, scheme, profile string, err error)
	Compare func(a, b string) (distance int, similarity float64, err error)

	HTML, XML func(raw []byte, charset string) (text string, err error) // an error of XML rejects the document
	Main      func(raw []byte, charset string) (vectors.Data, error)    // sets Text, Scores and Lines
	Document  func(raw []byte, mediaType string) (text string, err error)

	Items  func(raw []byte) []string                                // of the text digest
	Digest func(pieces [][]byte) string                             // of a text in pieces; "" if it has no items
	Whole  func(pieces [][]byte) (fingerprint string, features int) // the pipeline; "" for a text without features

	// Cluster sets Clusters and Similarities for documents that are given by IDs, Weights and Strings.
	Cluster func(documents vectors.Data) (vectors.Data, error)

	// Resemble compares two texts (R13.8 to R13.11, R13.23).
	Resemble func(a, b []byte) Resemblance

	// Windows sets Items, Weights, Places and Elements for Raw and Words. Passages sets Passages and Places
	// for Texts and Words. Covers sets Counts for Texts and Words. The third Text and later ones are ignored
	// (R13.24). They set nothing for a text or a reference that is too short (chapter 13a).
	Windows, Passages, Covers func(in vectors.Data) vectors.Data
}

// A Resemblance has the compared elements of two texts, and the result.
type Resemblance struct {
	Compared      [2][]string // the compared items
	Counts        [2]int64    // of compared elements
	Weights       [2]int64    // R13.23
	Sketches      [2][]byte   // nil if there are no elements
	Similarity    float64
	Same, Numbers bool // R13.11
}

// Describe returns p.Hello.
func (p *Port) Describe() protocol.Hello { return p.Hello }

// Answer answers a request. If a function of p panics, the outcome is [protocol.Failed].
func (p *Port) Answer(r protocol.Request) (reply protocol.Reply) {
	defer func() {
		if v := recover(); v != nil {
			reply = failed(r.ID, fmt.Errorf("panic: %v\n%s", v, debug.Stack()))
		}
	}()
	if !p.serves(r) {
		return protocol.Reply{ID: r.ID, Result: vectors.Data{Outcome: protocol.Unsupported}, Reason: "no scheme " + r.Scheme}
	}
	if !slices.Contains(p.Hello.Stages, r.Stage) {
		return protocol.Reply{ID: r.ID, Result: vectors.Data{Outcome: protocol.Unsupported}, Reason: "no stage " + string(r.Stage)}
	}
	d, err := p.answer(r)
	if err != nil {
		return failed(r.ID, err)
	}
	return protocol.Reply{ID: r.ID, Result: d}
}

// serves reports whether a request is for p's scheme, or for any.
func (p *Port) serves(r protocol.Request) bool {
	name := r.Scheme
	if r.Stage == vectors.Encode && !slices.Contains(p.Hello.Schemes, name) && p.Stored != nil { // a MinHash, in fewer bits
		name, _ = names.CutWidth(name)
	}
	return name == "" || slices.Contains(p.Hello.Schemes, name)
}

// Join returns ports of one scheme each as one implementation.
func Join(ports ...*Port) protocol.Implementation { return family(ports) }

type family []*Port

func (f family) Describe() protocol.Hello {
	h := f[0].Hello
	h.Schemes, h.Stages = nil, nil
	for _, p := range f {
		h.Schemes = append(h.Schemes, p.Hello.Schemes...)
	}
	for _, s := range append(slices.Clone(vectors.Stages), protocol.Stream, protocol.DocumentText) {
		if slices.ContainsFunc(f, func(p *Port) bool { return slices.Contains(p.Hello.Stages, s) }) {
			h.Stages = append(h.Stages, s)
		}
	}
	return h
}

// Answer answers by the port of the scheme, or by the first one if the request names none.
func (f family) Answer(r protocol.Request) protocol.Reply {
	i := slices.IndexFunc(f, func(p *Port) bool { return p.serves(r) })
	return f[max(i, 0)].Answer(r)
}

func failed(id string, err error) protocol.Reply {
	return protocol.Reply{ID: id, Result: vectors.Data{Outcome: protocol.Failed}, Reason: err.Error()}
}

// answer answers a request for a stage that p's hello lists.
func (p *Port) answer(r protocol.Request) (vectors.Data, error) {
	switch r.Stage {
	case vectors.Text:
		return vectors.Data{Text: spell.Bytes(p.Text(r.Input.Raw.Bytes()))}, nil
	case vectors.Identifiers:
		return vectors.Data{Text: spell.Bytes(p.Identifiers(string(r.Input.Text.Bytes())))}, nil
	case vectors.Normalise:
		return vectors.Data{Runs: spell.All(p.Normalise(string(r.Input.Text.Bytes())))}, nil
	case vectors.Segment:
		return vectors.Data{Tokens: spell.All(p.Segment(spell.Strings(r.Input.Runs)))}, nil
	case vectors.Features:
		return vectors.Data{Elements: spell.Hashes(p.Features(spell.Strings(r.Input.Tokens)))}, nil
	case vectors.Hash:
		return vectors.Data{Hash: spell.Hash(p.Hash(r.Input.Raw.Bytes()))}, nil
	case vectors.Counters:
		return p.counters(r)
	case vectors.Full:
		return p.full(r)
	case vectors.Merge:
		return p.merge(r)
	case vectors.Sketch:
		return p.sketch(r)
	case vectors.Truncate:
		return p.truncate(r)
	case vectors.Encode:
		return p.encoded(r)
	case vectors.Decode:
		return p.decoded(r)
	case vectors.Distance:
		return p.distance(r)
	case vectors.HTML:
		text, err := p.HTML(r.Input.Raw.Bytes(), r.Input.Charset)
		return vectors.Data{Text: spell.Bytes(text)}, err
	case vectors.XML:
		text, err := p.XML(r.Input.Raw.Bytes(), r.Input.Charset)
		if err != nil {
			return vectors.Data{Outcome: vectors.Rejected}, nil
		}
		return vectors.Data{Text: spell.Bytes(text)}, nil
	case vectors.Main:
		return p.Main(r.Input.Raw.Bytes(), r.Input.Charset)
	case protocol.DocumentText:
		text, err := p.Document(r.Input.Raw.Bytes(), r.Input.Medium)
		return vectors.Data{Text: spell.Bytes(text)}, err
	case vectors.TextDigest:
		return p.digest(r)
	case vectors.Bands:
		return p.bands(r)
	case vectors.Clusters:
		return p.clusters(r)
	case vectors.Texts:
		return p.texts(r)
	case vectors.Windows:
		return passages(r.Input, p.Windows)
	case vectors.Passages:
		return passages(r.Input, p.Passages)
	case vectors.Covers:
		if n := len(r.Input.Texts); n < 2 {
			return vectors.Data{}, fmt.Errorf("%d texts: expected 2 or more", n)
		}
		return passages(r.Input, p.Covers)
	case vectors.Pipeline:
		return p.pipeline([][]byte{r.Input.Raw.Bytes()}), nil
	case protocol.Stream:
		pieces, err := cut(r.Input.Raw.Bytes(), r.Cuts)
		if err != nil {
			return vectors.Data{}, err
		}
		return p.pipeline(pieces), nil
	}
	return vectors.Data{}, fmt.Errorf("no stage %s", r.Stage)
}

func (p *Port) counters(r protocol.Request) (vectors.Data, error) {
	elements, err := parseElements(r.Input.Elements)
	if err != nil {
		return vectors.Data{}, err
	}
	return vectors.Data{Counters: p.Counters(elements)}, nil
}

func (p *Port) full(r protocol.Request) (vectors.Data, error) {
	elements, err := parseElements(r.Input.Elements)
	if err != nil {
		return vectors.Data{}, err
	}
	return vectors.Data{Full: vectors.BytesOf(p.Full(elements))}, nil
}

func (p *Port) merge(r protocol.Request) (vectors.Data, error) {
	if len(r.Input.Fulls) != 2 {
		return vectors.Data{}, fmt.Errorf("%d full forms: expected 2", len(r.Input.Fulls))
	}
	full, err := p.Merge(r.Input.Fulls[0].Bytes(), r.Input.Fulls[1].Bytes())
	if err != nil {
		return vectors.Data{Outcome: vectors.Rejected}, nil
	}
	return vectors.Data{Full: vectors.BytesOf(full)}, nil
}

func (p *Port) sketch(r protocol.Request) (vectors.Data, error) {
	if p.Stored != nil {
		return p.stored(r)
	}
	if len(r.Input.Counters) != simhash.Bits {
		return vectors.Data{}, fmt.Errorf("%d counters: expected %d", len(r.Input.Counters), simhash.Bits)
	}
	return vectors.Data{Sketch: hex.EncodeToString(p.Sketch(r.Input.Counters))}, nil
}

func (p *Port) stored(r protocol.Request) (vectors.Data, error) {
	if r.Input.Full == nil {
		return vectors.Data{}, errors.New("no full form: expected one, of a MinHash")
	}
	sketch, err := p.Stored(r.Input.Full.Bytes())
	switch {
	case err != nil:
		return vectors.Data{Outcome: vectors.Rejected}, nil
	case sketch == nil:
		return vectors.Data{Outcome: vectors.NoFeatures}, nil
	}
	return vectors.Data{Sketch: hex.EncodeToString(sketch)}, nil
}

func (p *Port) truncate(r protocol.Request) (vectors.Data, error) {
	sketch, err := parseSketch(r.Input.Sketch)
	if err != nil {
		return vectors.Data{}, err
	}
	if to := r.Input.Bits; to != 8 && to != 4 && to != 2 && to != 1 || to > minhash.Bits(sketch) {
		return vectors.Data{}, fmt.Errorf("%d bits a slot of a sketch that has %d", to, minhash.Bits(sketch))
	}
	return vectors.Data{Sketch: hex.EncodeToString(p.Truncate(sketch, r.Input.Bits))}, nil
}

func (p *Port) encoded(r protocol.Request) (vectors.Data, error) {
	sketch, err := parseSketch(r.Input.Sketch)
	if err != nil {
		return vectors.Data{}, err
	}
	name, profile := r.Input.Scheme, r.Input.Profile
	if name == "" {
		name = r.Scheme
	}
	if profile == "" {
		profile = encode.Visible
	}
	if !names.IsProfile(profile) {
		return vectors.Data{}, fmt.Errorf("profile %q: expected a name by R8.4", profile)
	}
	if want := sketchSize(name); len(sketch) != want {
		return vectors.Data{}, fmt.Errorf("a sketch of %d bytes: expected %d for %s", len(sketch), want, name)
	}
	return vectors.Data{String: spell.Bytes(p.Encode(sketch, name, profile))}, nil
}

// sketchSize returns the number of bytes of a sketch by the name that its scheme is written with (R8.2,
// R8.3).
func sketchSize(name string) int {
	id, width := names.CutWidth(name)
	if s, err := scheme.Lookup(id); err != nil || !s.IsMinHash() {
		return 8
	}
	return minhash.Slots * width / 8
}

func (p *Port) decoded(r protocol.Request) (vectors.Data, error) {
	sketch, name, profile, err := p.Decode(string(r.Input.String.Bytes()))
	if err != nil {
		return vectors.Data{Outcome: vectors.Rejected}, nil
	}
	return vectors.Data{Sketch: hex.EncodeToString(sketch), Scheme: name, Profile: profile}, nil
}

func (p *Port) distance(r protocol.Request) (vectors.Data, error) {
	if len(r.Input.Strings) != 2 {
		return vectors.Data{}, fmt.Errorf("%d strings: expected 2", len(r.Input.Strings))
	}
	d, similarity, err := p.Compare(r.Input.Strings[0], r.Input.Strings[1])
	switch {
	case errors.Is(err, scheme.ErrNotComparable):
		return vectors.Data{Outcome: vectors.NotComparable}, nil
	case err != nil:
		return vectors.Data{Outcome: vectors.Rejected}, nil
	}
	return vectors.Data{Distance: &d, Similarity: &similarity}, nil
}

func (p *Port) bands(r protocol.Request) (vectors.Data, error) {
	sketch, err := parseSketch(r.Input.Sketch)
	if err != nil {
		return vectors.Data{}, err
	}
	if err := checkBands(r.Input); err != nil {
		return vectors.Data{}, err
	}
	d := vectors.Data{Keys: []string{}}
	for _, key := range p.Keys(sketch, r.Input.Bands, r.Input.Rows) {
		d.Keys = append(d.Keys, hex.EncodeToString(key))
	}
	return d, nil
}

func checkBands(in vectors.Data) error {
	if in.Bands < 1 || in.Rows < 1 || in.Bands > minhash.Slots/in.Rows {
		return fmt.Errorf("%d bands of %d rows: expected at least 1 of each, of at most %d slots", in.Bands, in.Rows, minhash.Slots)
	}
	return nil
}

func (p *Port) clusters(r protocol.Request) (vectors.Data, error) {
	in := r.Input
	if len(in.IDs) != len(in.Strings) || len(in.Weights) != len(in.Strings) || in.Threshold == nil || in.Floor == nil {
		return vectors.Data{}, fmt.Errorf("%d ids, %d weights, %d strings: expected as many of each, a threshold and a floor",
			len(in.IDs), len(in.Weights), len(in.Strings))
	}
	if p.Keys != nil {
		if err := checkBands(in); err != nil {
			return vectors.Data{}, err
		}
		if in.Most < 1 {
			return vectors.Data{}, fmt.Errorf("most: %d: expected at least 1", in.Most)
		}
	}
	return p.Cluster(in)
}

func (p *Port) texts(r protocol.Request) (vectors.Data, error) {
	if len(r.Input.Texts) != 2 {
		return vectors.Data{}, fmt.Errorf("%d texts: expected 2", len(r.Input.Texts))
	}
	x := p.Resemble(r.Input.Texts[0].Bytes(), r.Input.Texts[1].Bytes())
	d := vectors.Data{Counts: x.Counts[:], Weights: x.Weights[:], Similarity: &x.Similarity, Same: &x.Same, Numbers: &x.Numbers}
	for i, items := range x.Compared {
		d.Compared = append(d.Compared, spell.All(items))
		d.Sketches = append(d.Sketches, hex.EncodeToString(x.Sketches[i]))
	}
	return d, nil
}

// passages answers a request for a stage of chapter 13a.
func passages(in vectors.Data, answer func(in vectors.Data) vectors.Data) (vectors.Data, error) {
	if in.Words < 1 || in.Words > passage.MaxWords { // R13.14
		return vectors.Data{}, fmt.Errorf("words: %d: expected 1 to %d", in.Words, passage.MaxWords)
	}
	d := answer(in)
	if d.Elements == nil && d.Passages == nil && d.Counts == nil {
		d.Outcome = vectors.TooShort
	}
	return d, nil
}

// digest answers with the digest of the pieces, if there are cuts.
func (p *Port) digest(r protocol.Request) (vectors.Data, error) {
	octets := r.Input.Raw.Bytes()
	pieces, err := cut(octets, r.Cuts)
	if err != nil {
		return vectors.Data{}, err
	}
	digest := p.Digest(pieces)
	if digest == "" {
		return vectors.Data{Outcome: vectors.NoDigest}, nil
	}
	return vectors.Data{Items: spell.All(p.Items(octets)), Digest: digest}, nil
}

// pipeline returns the result of [Port.Whole] as data.
func (p *Port) pipeline(pieces [][]byte) vectors.Data {
	fp, n := p.Whole(pieces)
	if fp == "" {
		return vectors.Data{Outcome: vectors.NoFeatures}
	}
	return vectors.Data{Fingerprint: fp, Features: &n}
}

// cut returns copies of the pieces of b between the offsets. The copies reveal a port that keeps a piece it
// was lent.
func cut(b []byte, offsets []int) ([][]byte, error) {
	var pieces [][]byte
	from := 0
	for _, to := range offsets {
		if to < from || to > len(b) {
			return nil, fmt.Errorf("cut at %d: expected ascending offsets up to %d", to, len(b))
		}
		pieces = append(pieces, bytes.Clone(b[from:to]))
		from = to
	}
	return append(pieces, bytes.Clone(b[from:])), nil
}

func parseElements(list []string) ([]uint64, error) {
	elements := make([]uint64, len(list))
	for i, s := range list {
		var err error
		if elements[i], err = parseHex64(s); err != nil {
			return nil, err
		}
	}
	return elements, nil
}

func parseSketch(s string) ([]byte, error) {
	sketch, err := hex.DecodeString(s)
	if err != nil || s != strings.ToLower(s) {
		return nil, fmt.Errorf("%q: expected two lower-case hexadecimal digits for each byte", s)
	}
	return sketch, nil
}

func parseHex64(s string) (uint64, error) {
	h, err := strconv.ParseUint(s, 16, 64)
	if err != nil || len(s) != 16 || s != strings.ToLower(s) {
		return 0, fmt.Errorf("%q: expected 16 lower-case hexadecimal digits", s)
	}
	return h, nil
}
