package inputs

import (
	"slices"
	"strings"
	"sync"

	"github.com/lsh-interop/fpcheck/internal/kernel/tokenizer"
	"github.com/lsh-interop/fpcheck/vectors"
)

// golden are the vectors to mutate, without very long ones and those of HTML.
var golden, goldenHTML = goldenOf(func(s vectors.Stage) bool { return s != vectors.HTML }),
	goldenOf(func(s vectors.Stage) bool { return s == vectors.HTML })

func goldenOf(stage func(vectors.Stage) bool) func() []vectors.Vector {
	return sync.OnceValue(func() []vectors.Vector {
		return slices.DeleteFunc(vectors.All(), func(v vectors.Vector) bool {
			return v.Stage == vectors.Accumulated || len(v.Input.Raw.Bytes()) > 20_000 || !stage(v.Stage)
		})
	})
}

// ofPages are vectors of HTML with a little change.
func ofPages(r *random, _ uint64) []Probe {
	v := pick(r, goldenHTML())
	v.Input.Raw = vectors.BytesOf(change(r, v.Input.Raw.Bytes()))
	return []Probe{{Stage: v.Stage, Input: v.Input}}
}

// ofVectors are vectors of all other stages with a little change, or with one of another stage.
func ofVectors(r *random, _ uint64) []Probe {
	v := pick(r, golden())
	in := v.Input
	switch v.Stage {
	case vectors.Text, vectors.Pipeline, vectors.Hash:
		return probesOf(r, change(r, in.Raw.Bytes()))
	case vectors.Identifiers, vectors.Normalise:
		return probesOf(r, change(r, in.Text.Bytes()))
	case vectors.Segment:
		return probesOf(r, change(r, joinedOctets(r, in.Runs)))
	case vectors.Features:
		return probesOf(r, change(r, joinedOctets(r, in.Tokens)))
	case vectors.TextDigest:
		return digestOf(r, change(r, in.Raw.Bytes()))
	case vectors.Texts, vectors.Passages, vectors.Covers:
		in.Texts = slices.Clone(in.Texts)
		at := r.below(len(in.Texts))
		in.Texts[at] = vectors.BytesOf(change(r, in.Texts[at].Bytes()))
		return []Probe{{Stage: v.Stage, Input: in}}
	case vectors.XML, vectors.Windows:
		in.Raw = vectors.BytesOf(change(r, in.Raw.Bytes()))
		return []Probe{{Stage: v.Stage, Input: in}}
	case vectors.Decode:
		in.String = ofString(mistaken(r, string(in.String.Bytes())))
		return []Probe{{Stage: v.Stage, Input: in}}
	case vectors.Distance:
		in.Strings = slices.Clone(in.Strings)
		at := r.below(len(in.Strings))
		in.Strings[at] = strings.ToValidUTF8(mistaken(r, in.Strings[at]), "?")
		return []Probe{{Stage: v.Stage, Input: in}}
	case vectors.Counters, vectors.Full:
		if len(in.Elements) > 0 {
			in.Elements = slices.Sorted(slices.Values(append(slices.Clone(in.Elements), hexAll(elements(r))...)))
		}
		return []Probe{{Stage: v.Stage, Input: in}}
	}
	return []Probe{{Stage: v.Stage, Scheme: v.Schemes[r.below(len(v.Schemes))], Input: in}}
}

// change mutates bytes a little: as a text, if they are one.
func change(r *random, octets []byte) []byte {
	if text := tokenizer.Text(octets); text == string(octets) {
		return []byte(string(mutate(r, []rune(text), 1+r.few(3))))
	}
	return spoil(r, octets)
}

func joinedOctets(r *random, list []vectors.Bytes) []byte {
	var b []byte
	for _, o := range list {
		b = append(append(b, o.Bytes()...), pick(r, blanks)...)
	}
	return b
}
