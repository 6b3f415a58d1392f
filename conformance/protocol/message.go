package protocol

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/lsh-interop/fpcheck/vectors"
)

// ProtocolVersions are the versions of the port protocol (SPEC.md, annex A) that
// this package speaks, the newest last.
var ProtocolVersions = []int{1}

// Hello is what a port says of itself.
type Hello struct {
	Protocol int             `json:"protocol"`
	Name     string          `json:"name"`
	Language string          `json:"language"`
	Version  string          `json:"version"`
	Schemes  []string        `json:"schemes"`
	Stages   []vectors.Stage `json:"stages"`
	Levels   []Level         `json:"levels"`
}

// Level is a level of conformance (SPEC.md, chapter 14).
type Level string

// The levels.
const (
	Core   Level = "core"
	Markup Level = "markup"
	Digest Level = "digest"
)

// LevelOf returns the level that a stage belongs to.
func LevelOf(s vectors.Stage) Level {
	switch s {
	case vectors.HTML, vectors.XML:
		return Markup
	case vectors.TextDigest:
		return Digest
	}
	return Core
}

// Stream is the stage of a request for the whole pipeline with given cuts (R9.2).
const Stream vectors.Stage = "stream"

// Outcomes that a port may answer besides those of vectors.
const (
	Unsupported = "unsupported" // the port does not have that stage or scheme
	Failed      = "error"       // the port could not compute it, for the reason given
)

// Request asks a port for one result.
type Request struct {
	ID     string
	Stage  vectors.Stage
	Scheme string
	Input  vectors.Data
	Cuts   []int // for [Stream], and vectors.TextDigest if not nil: offsets, ascending, at which the input is cut
}

// Reply is a port's answer.
type Reply struct {
	ID     string
	Result vectors.Data
	Reason string // with the outcomes [Unsupported] and [Failed]
}

// offer is the first line that a runner sends.
type Offer struct {
	Protocols []int  `json:"protocols"`
	Suite     string `json:"suite"`
}

// line is a request or a reply as it travels: octets in base64, hashes, elements and
// sketches in hexadecimal, counters in decimal, because many JSON readers lose
// integers above 2^53.
type Line struct {
	ID          string        `json:"id"`
	Stage       vectors.Stage `json:"stage,omitempty"`
	Scheme      string        `json:"scheme,omitempty"`
	Profile     string        `json:"profile,omitempty"`
	Octets      *[]byte       `json:"octets,omitempty"`
	Cuts        *[]int        `json:"cuts,omitempty"`
	Charset     string        `json:"charset,omitempty"`
	Text        *[]byte       `json:"text,omitempty"`
	Runs        *[][]byte     `json:"runs,omitempty"`
	Tokens      *[][]byte     `json:"tokens,omitempty"`
	Items       *[][]byte     `json:"items,omitempty"`
	Digest      string        `json:"digest,omitempty"`
	Hash        string        `json:"hash,omitempty"`
	Elements    *[]string     `json:"elements,omitempty"`
	Counters    *[]string     `json:"counters,omitempty"`
	Full        *[]byte       `json:"full,omitempty"`
	Fulls       *[][]byte     `json:"fulls,omitempty"`
	Sketch      string        `json:"sketch,omitempty"`
	Bits        int           `json:"bits,omitempty"`
	String      *[]byte       `json:"string,omitempty"`
	Strings     *[]string     `json:"strings,omitempty"`
	Distance    *int          `json:"distance,omitempty"`
	Similarity  *float64      `json:"similarity,omitempty"`
	Fingerprint string        `json:"fingerprint,omitempty"`
	Features    *int          `json:"features,omitempty"`
	Outcome     string        `json:"outcome,omitempty"`
	Reason      string        `json:"reason,omitempty"`
}

func LineOf(d vectors.Data) Line {
	l := Line{
		Scheme: d.Scheme, Profile: d.Profile, Charset: d.Charset, Hash: d.Hash, Sketch: d.Sketch, Bits: d.Bits,
		Distance: d.Distance, Similarity: d.Similarity, Fingerprint: d.Fingerprint, Features: d.Features,
		Digest: d.Digest, Outcome: d.Outcome,
		Octets: one(d.Octets), Text: one(d.Text), String: one(d.String),
		Runs: many(d.Runs), Tokens: many(d.Tokens), Items: many(d.Items), Full: one(d.Full), Fulls: many(d.Fulls),
	}
	if d.Elements != nil {
		l.Elements = &d.Elements
	}
	if d.Strings != nil {
		l.Strings = &d.Strings
	}
	if d.Counters != nil {
		counters := make([]string, len(d.Counters))
		for i, n := range d.Counters {
			counters[i] = strconv.FormatInt(n, 10)
		}
		l.Counters = &counters
	}
	return l
}

func one(o vectors.Octets) *[]byte {
	if o == nil {
		return nil
	}
	b := o.Bytes()
	if b == nil {
		b = []byte{}
	}
	return &b
}

func many(list []vectors.Octets) *[][]byte {
	if list == nil {
		return nil
	}
	out := make([][]byte, len(list))
	for i, o := range list {
		out[i] = *one(o)
	}
	return &out
}

func (l Line) Data() (vectors.Data, error) {
	d := vectors.Data{
		Scheme: l.Scheme, Profile: l.Profile, Charset: l.Charset, Hash: l.Hash, Sketch: l.Sketch, Bits: l.Bits,
		Distance: l.Distance, Similarity: l.Similarity, Fingerprint: l.Fingerprint, Features: l.Features,
		Digest: l.Digest, Outcome: l.Outcome,
	}
	if l.Octets != nil {
		d.Octets = vectors.OctetsOf(*l.Octets)
	}
	if l.Text != nil {
		d.Text = vectors.OctetsOf(*l.Text)
	}
	if l.String != nil {
		d.String = vectors.OctetsOf(*l.String)
	}
	if l.Full != nil {
		d.Full = vectors.OctetsOf(*l.Full)
	}
	if l.Runs != nil {
		d.Runs = spellBytes(*l.Runs)
	}
	if l.Tokens != nil {
		d.Tokens = spellBytes(*l.Tokens)
	}
	if l.Items != nil {
		d.Items = spellBytes(*l.Items)
	}
	if l.Fulls != nil {
		d.Fulls = spellBytes(*l.Fulls)
	}
	if l.Elements != nil {
		d.Elements = append([]string{}, *l.Elements...)
	}
	if l.Strings != nil {
		d.Strings = append([]string{}, *l.Strings...)
	}
	if l.Counters != nil {
		d.Counters = make([]int64, len(*l.Counters))
		for i, s := range *l.Counters {
			n, err := strconv.ParseInt(s, 10, 64)
			if err != nil {
				return d, fmt.Errorf("counter %d is %q: expected a decimal integer of 64 bits", i, s)
			}
			d.Counters[i] = n
		}
	}
	return d, nil
}

func spellBytes(list [][]byte) []vectors.Octets {
	out := make([]vectors.Octets, len(list))
	for i, b := range list {
		out[i] = vectors.OctetsOf(b)
	}
	return out
}

func MarshalRequest(r Request) ([]byte, error) {
	l := LineOf(r.Input)
	l.ID, l.Stage = r.ID, r.Stage
	if l.Scheme == "" {
		l.Scheme = r.Scheme
	}
	if r.Stage == Stream || r.Cuts != nil {
		l.Cuts = &r.Cuts
	}
	return appendLine(l)
}

func ParseRequest(b []byte) (Request, error) {
	var l Line
	if err := json.Unmarshal(b, &l); err != nil {
		return Request{ID: l.ID}, err
	}
	d, err := l.Data()
	r := Request{ID: l.ID, Stage: l.Stage, Scheme: l.Scheme, Input: d}
	if l.Cuts != nil {
		r.Cuts = *l.Cuts
	}
	return r, err
}

func MarshalReply(r Reply) ([]byte, error) {
	l := LineOf(r.Result)
	l.ID, l.Reason = r.ID, r.Reason
	return appendLine(l)
}

func ParseReply(b []byte) (Reply, error) {
	var l Line
	if err := json.Unmarshal(b, &l); err != nil {
		return Reply{}, err
	}
	d, err := l.Data()
	return Reply{ID: l.ID, Result: d, Reason: l.Reason}, err
}

func appendLine(v any) ([]byte, error) {
	b, err := json.Marshal(v)
	return append(b, '\n'), err
}
