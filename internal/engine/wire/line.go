package wire

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/vectors"
)

// A Line is a request or a reply as JSON. It has bytes in base64, and hashes, elements and sketches in
// hexadecimal. Counters are in decimal. Many JSON parsers lose integers above 2^53.
type Line struct {
	ID          string        `json:"id"`
	Stage       vectors.Stage `json:"stage,omitempty"`
	Scheme      string        `json:"scheme,omitempty"`
	Profile     string        `json:"profile,omitempty"`
	Raw         *[]byte       `json:"octets,omitempty"`
	Cuts        *[]int        `json:"cuts,omitempty"`
	Charset     string        `json:"charset,omitempty"`
	Medium      string        `json:"medium,omitempty"`
	Text        *[]byte       `json:"text,omitempty"`
	Scores      *[]int64      `json:"scores,omitempty"`
	Lines       *[][]int64    `json:"lines,omitempty"`
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
	IDs         *[][]byte     `json:"ids,omitempty"`
	Weights     *[]int64      `json:"weights,omitempty"`
	Bands       int           `json:"bands,omitempty"`
	Rows        int           `json:"rows,omitempty"`
	Most        int           `json:"most,omitempty"`
	Threshold   *float64      `json:"threshold,omitempty"`
	Floor       *float64      `json:"floor,omitempty"`
	Keys        *[]string     `json:"keys,omitempty"`
	Clusters    *[][]byte     `json:"clusters,omitempty"`
	Near        *[]float64    `json:"similarities,omitempty"`
	Texts       *[][]byte     `json:"texts,omitempty"`
	Compared    *[][][]byte   `json:"compared,omitempty"`
	Counts      *[]int64      `json:"counts,omitempty"`
	Sketches    *[]string     `json:"sketches,omitempty"`
	Same        *bool         `json:"same,omitempty"`
	Numbers     *bool         `json:"numbers,omitempty"`
	Words       int           `json:"words,omitempty"`
	Places      *[]int64      `json:"places,omitempty"`
	Passages    *[][]int64    `json:"passages,omitempty"`
	Outcome     string        `json:"outcome,omitempty"`
	Reason      string        `json:"reason,omitempty"`
}

// LineOf returns data as a line.
func LineOf(d vectors.Data) Line {
	l := Line{
		Scheme: d.Scheme, Profile: d.Profile, Charset: d.Charset, Medium: d.Medium, Hash: d.Hash, Sketch: d.Sketch, Bits: d.Bits,
		Distance: d.Distance, Similarity: d.Similarity, Fingerprint: d.Fingerprint, Features: d.Features,
		Digest: d.Digest, Outcome: d.Outcome,
		Raw: one(d.Raw), Text: one(d.Text), String: one(d.String),
		Runs: many(d.Runs), Tokens: many(d.Tokens), Items: many(d.Items), Full: one(d.Full), Fulls: many(d.Fulls),
		Elements: present(d.Elements), Strings: present(d.Strings),
		IDs: many(d.IDs), Weights: present(d.Weights), Bands: d.Bands, Rows: d.Rows, Most: d.Most,
		Threshold: d.Threshold, Floor: d.Floor,
		Keys: present(d.Keys), Clusters: many(d.Clusters), Near: present(d.Similarities),
		Texts: many(d.Texts), Counts: present(d.Counts), Sketches: present(d.Sketches), Same: d.Same, Numbers: d.Numbers,
		Words: d.Words, Places: present(d.Places), Passages: present(d.Passages), Scores: present(d.Scores), Lines: present(d.Lines),
	}
	if d.Compared != nil {
		compared := make([][][]byte, len(d.Compared))
		for i, items := range d.Compared {
			compared[i] = [][]byte{}
			if list := many(items); list != nil {
				compared[i] = *list
			}
		}
		l.Compared = &compared
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

// present returns a list, or nil if it is not there at all.
func present[T any](list []T) *[]T {
	if list == nil {
		return nil
	}
	return &list
}

func one(o vectors.Bytes) *[]byte {
	if o == nil {
		return nil
	}
	b := o.Bytes()
	if b == nil {
		b = []byte{}
	}
	return &b
}

func many(list []vectors.Bytes) *[][]byte {
	if list == nil {
		return nil
	}
	out := make([][]byte, len(list))
	for i, o := range list {
		out[i] = *one(o)
	}
	return &out
}

// Data returns the data of the line.
func (l Line) Data() (vectors.Data, error) {
	d := vectors.Data{
		Scheme: l.Scheme, Profile: l.Profile, Charset: l.Charset, Medium: l.Medium, Hash: l.Hash, Sketch: l.Sketch, Bits: l.Bits,
		Distance: l.Distance, Similarity: l.Similarity, Fingerprint: l.Fingerprint, Features: l.Features,
		Digest: l.Digest, Outcome: l.Outcome,
		Bands: l.Bands, Rows: l.Rows, Most: l.Most, Threshold: l.Threshold, Floor: l.Floor,
		Elements: given(l.Elements), Strings: given(l.Strings), Weights: given(l.Weights),
		Keys: given(l.Keys), Similarities: given(l.Near),
		Runs: lists(l.Runs), Tokens: lists(l.Tokens), Items: lists(l.Items), Fulls: lists(l.Fulls),
		IDs: lists(l.IDs), Clusters: lists(l.Clusters), Texts: lists(l.Texts),
		Counts: given(l.Counts), Sketches: given(l.Sketches), Same: l.Same, Numbers: l.Numbers,
		Words: l.Words, Places: given(l.Places), Passages: given(l.Passages), Scores: given(l.Scores), Lines: given(l.Lines),
	}
	if l.Compared != nil {
		d.Compared = make([][]vectors.Bytes, len(*l.Compared))
		for i, items := range *l.Compared {
			d.Compared[i] = lists(&items)
		}
	}
	if l.Raw != nil {
		d.Raw = vectors.BytesOf(*l.Raw)
	}
	if l.Text != nil {
		d.Text = vectors.BytesOf(*l.Text)
	}
	if l.String != nil {
		d.String = vectors.BytesOf(*l.String)
	}
	if l.Full != nil {
		d.Full = vectors.BytesOf(*l.Full)
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

// given returns a list that is there, or nil.
func given[T any](list *[]T) []T {
	if list == nil {
		return nil
	}
	return append([]T{}, *list...)
}

// lists returns the bytes of a list that is there, or nil.
func lists(list *[][]byte) []vectors.Bytes {
	if list == nil {
		return nil
	}
	out := make([]vectors.Bytes, len(*list))
	for i, b := range *list {
		out[i] = vectors.BytesOf(b)
	}
	return out
}

// MarshalRequest returns a request as a line.
func MarshalRequest(r protocol.Request) ([]byte, error) {
	l := LineOf(r.Input)
	l.ID, l.Stage = r.ID, r.Stage
	l.Scheme = cmp.Or(l.Scheme, r.Scheme)
	if r.Cuts != nil {
		l.Cuts = &r.Cuts
	} else if r.Stage == protocol.Stream {
		l.Cuts = &[]int{}
	}
	return MarshalLine(l)
}

// MarshalReply returns a reply as a line.
func MarshalReply(r protocol.Reply) ([]byte, error) {
	l := LineOf(r.Result)
	l.ID, l.Reason = r.ID, r.Reason
	return MarshalLine(l)
}

// MarshalLine returns a value as a line of JSON.
func MarshalLine(v any) ([]byte, error) {
	b, err := json.Marshal(v)
	return append(b, '\n'), err
}
