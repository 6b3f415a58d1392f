// Package conformance holds implementations of the specification against its
// golden vectors: this module's own, one in the same process, or a port in any
// language that speaks the port protocol (SPEC.md, annex A).
package conformance

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strconv"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/encode"
	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/jenkins"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/simhash"
	"github.com/lsh-interop/fpcheck/tokenize"
	"github.com/lsh-interop/fpcheck/vectors"
)

// Port is an implementation as functions, one a stage. A function that is nil is
// a stage that the implementation does not have.
type Port struct {
	Hello Hello

	Text        func(octets []byte) string
	Identifiers func(text string) string
	Normalise   func(text string) (runs []string)
	Segment     func(runs []string) (tokens []string)
	Features    func(tokens []string) (hashes []uint64) // distinct, ascending
	Hash        func(octets []byte) uint64
	Counters    func(hashes []uint64) []int64
	Sketch      func(counters []int64) uint64
	Encode      func(sketch uint64, scheme, profile string) string
	Decode      func(s string) (sketch uint64, scheme, profile string, err error)
	Compare     func(a, b string) (distance int, similarity float64, err error)
	HTML        func(octets []byte, charset string) (string, error)
	// Whole is the pipeline, with its input in pieces. It returns "" for a text
	// without features.
	Whole func(pieces [][]byte) (fingerprint string, features int)
}

// errNotComparable is what a Compare returns for R10.1.
var errNotComparable = scheme.ErrNotComparable

// NewReference returns this module's implementation of a scheme.
func NewReference(s *scheme.Scheme) *Port {
	p := compose(s)
	newHasher := s.New
	p.Whole = func(pieces [][]byte) (string, int) {
		h := newHasher()
		for _, piece := range pieces {
			h.Write(piece)
		}
		fp, _ := h.Fingerprint() // the zero value's string is ""
		return fp.String(), h.Features()
	}
	return p
}

// compose returns the stages of a scheme, with a pipeline that runs them one after
// the other: what is replaced in it takes part in the whole.
func compose(s *scheme.Scheme) *Port {
	p := &Port{
		Hello: Hello{
			Protocol: ProtocolVersions[len(ProtocolVersions)-1], Name: "fpcheck", Language: "Go",
			Version: fpcheck.Version, Schemes: []string{s.ID()}, Levels: []Level{Core, Markup},
			Stages: append(slices.DeleteFunc(slices.Clone(vectors.Stages), func(s vectors.Stage) bool {
				return s == vectors.Accumulated
			}), Stream),
		},
		Text:        tokenize.Text,
		Identifiers: s.Rules().Identifiers,
		Normalise:   s.Rules().Normalise,
		Segment:     s.Rules().Segment,
		Hash:        jenkins.Sum64,
		Counters: func(hashes []uint64) []int64 {
			var c simhash.Counters
			for _, h := range hashes {
				c.Add(h)
			}
			return c[:]
		},
		Sketch: func(counters []int64) uint64 {
			c := simhash.Counters(counters)
			return c.Sketch()
		},
		Encode: func(sketch uint64, scheme, profile string) string {
			return encode.Parts{Scheme: scheme, Profile: profile, Data: binary.BigEndian.AppendUint64(nil, sketch)}.String()
		},
		Decode: func(text string) (uint64, string, string, error) {
			fp, err := scheme.Parse(text)
			if err != nil {
				return 0, "", "", err
			}
			return binary.BigEndian.Uint64(fp.Sketch()), fp.Scheme().ID(), fp.Profile(), nil
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
	}
	p.Features = func(tokens []string) []uint64 {
		hashes := []uint64{}
		for _, t := range tokens {
			hashes = append(hashes, p.Hash([]byte(t)))
		}
		slices.Sort(hashes)
		return slices.Compact(hashes)
	}
	p.Whole = func(pieces [][]byte) (string, int) {
		hashes := p.Features(p.Segment(p.Normalise(p.Identifiers(p.Text(slices.Concat(pieces...))))))
		if len(hashes) == 0 {
			return "", 0
		}
		return p.Encode(p.Sketch(p.Counters(hashes)), s.ID(), encode.Visible), len(hashes)
	}
	return p
}

// Implementation is what can be held against the vectors: a [Port], or anything
// else that answers requests. Its methods are called from several goroutines.
type Implementation interface {
	Describe() Hello
	Answer(Request) Reply
}

// Describe returns p.Hello.
func (p *Port) Describe() Hello { return p.Hello }

// Answer answers one request. A panic of the implementation is an answer too.
func (p *Port) Answer(r Request) (reply Reply) {
	defer func() {
		if v := recover(); v != nil {
			reply = failed(r.ID, fmt.Errorf("panic: %v\n%s", v, debug.Stack()))
		}
	}()
	if r.Scheme != "" && !slices.Contains(p.Hello.Schemes, r.Scheme) {
		return Reply{ID: r.ID, Result: vectors.Data{Outcome: Unsupported}, Reason: "no scheme " + r.Scheme}
	}
	answer := p.stage(r.Stage)
	if answer == nil {
		return Reply{ID: r.ID, Result: vectors.Data{Outcome: Unsupported}, Reason: "no stage " + string(r.Stage)}
	}
	d, err := answer(r)
	if err != nil {
		return failed(r.ID, err)
	}
	return Reply{ID: r.ID, Result: d}
}

func failed(id string, err error) Reply {
	return Reply{ID: id, Result: vectors.Data{Outcome: Failed}, Reason: err.Error()}
}

// stage returns the function that answers requests for a stage, or nil.
func (p *Port) stage(s vectors.Stage) func(Request) (vectors.Data, error) {
	if !slices.Contains(p.Hello.Stages, s) {
		return nil
	}
	switch s {
	case vectors.Text:
		return func(r Request) (vectors.Data, error) {
			return vectors.Data{Text: spell(p.Text(r.Input.Octets.Bytes()))}, nil
		}
	case vectors.Identifiers:
		return func(r Request) (vectors.Data, error) {
			return vectors.Data{Text: spell(p.Identifiers(string(r.Input.Text.Bytes())))}, nil
		}
	case vectors.Normalise:
		return func(r Request) (vectors.Data, error) {
			return vectors.Data{Runs: spellAll(p.Normalise(string(r.Input.Text.Bytes())))}, nil
		}
	case vectors.Segment:
		return func(r Request) (vectors.Data, error) {
			return vectors.Data{Tokens: spellAll(p.Segment(texts(r.Input.Runs)))}, nil
		}
	case vectors.Features:
		return func(r Request) (vectors.Data, error) {
			return vectors.Data{Hashes: hexAll(p.Features(texts(r.Input.Tokens)))}, nil
		}
	case vectors.Hash:
		return func(r Request) (vectors.Data, error) {
			return vectors.Data{Hash: hex64(p.Hash(r.Input.Octets.Bytes()))}, nil
		}
	case vectors.Counters:
		return p.counters
	case vectors.Sketch:
		return p.sketch
	case vectors.Encode:
		return p.encoded
	case vectors.Decode:
		return p.decoded
	case vectors.Distance:
		return p.distance
	case vectors.HTML:
		return func(r Request) (vectors.Data, error) {
			text, err := p.HTML(r.Input.Octets.Bytes(), r.Input.Charset)
			return vectors.Data{Text: spell(text)}, err
		}
	case vectors.Pipeline:
		return func(r Request) (vectors.Data, error) { return p.whole([][]byte{r.Input.Octets.Bytes()}), nil }
	case Stream:
		return func(r Request) (vectors.Data, error) {
			pieces, err := cut(r.Input.Octets.Bytes(), r.Cuts)
			if err != nil {
				return vectors.Data{}, err
			}
			return p.whole(pieces), nil
		}
	}
	return nil
}

func (p *Port) counters(r Request) (vectors.Data, error) {
	hashes := make([]uint64, len(r.Input.Hashes))
	for i, text := range r.Input.Hashes {
		var err error
		if hashes[i], err = parseHex64(text); err != nil {
			return vectors.Data{}, err
		}
	}
	return vectors.Data{Counters: p.Counters(hashes)}, nil
}

func (p *Port) sketch(r Request) (vectors.Data, error) {
	if len(r.Input.Counters) != simhash.Bits {
		return vectors.Data{}, fmt.Errorf("%d counters: expected %d", len(r.Input.Counters), simhash.Bits)
	}
	return vectors.Data{Sketch: hex64(p.Sketch(r.Input.Counters))}, nil
}

func (p *Port) encoded(r Request) (vectors.Data, error) {
	sketch, err := parseHex64(r.Input.Sketch)
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
	return vectors.Data{String: spell(p.Encode(sketch, name, profile))}, nil
}

func (p *Port) decoded(r Request) (vectors.Data, error) {
	sketch, name, profile, err := p.Decode(string(r.Input.String.Bytes()))
	if err != nil {
		return vectors.Data{Outcome: vectors.Rejected}, nil
	}
	return vectors.Data{Sketch: hex64(sketch), Scheme: name, Profile: profile}, nil
}

func (p *Port) distance(r Request) (vectors.Data, error) {
	if len(r.Input.Strings) != 2 {
		return vectors.Data{}, fmt.Errorf("%d strings: expected 2", len(r.Input.Strings))
	}
	d, similarity, err := p.Compare(r.Input.Strings[0], r.Input.Strings[1])
	switch {
	case errors.Is(err, errNotComparable):
		return vectors.Data{Outcome: vectors.NotComparable}, nil
	case err != nil:
		return vectors.Data{Outcome: vectors.Rejected}, nil
	}
	return vectors.Data{Distance: &d, Similarity: &similarity}, nil
}

func (p *Port) whole(pieces [][]byte) vectors.Data {
	fp, n := p.Whole(pieces)
	if fp == "" {
		return vectors.Data{Outcome: vectors.NoFeatures}
	}
	return vectors.Data{Fingerprint: fp, Features: &n}
}

// cut returns copies of the pieces of b between the offsets, so that a port that
// keeps a piece it was lent is found out.
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

func hexAll(hashes []uint64) []string {
	out := make([]string, len(hashes))
	for i, h := range hashes {
		out[i] = hex64(h)
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
