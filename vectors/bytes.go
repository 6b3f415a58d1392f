package vectors

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"github.com/lsh-interop/fpcheck/internal/kernel/accumulated"
	"github.com/lsh-interop/fpcheck/internal/page/escape"
)

// Bytes are bytes as a vector file spells them. A missing value is nil; an empty value is not.
type Bytes []part

// part is a part of Bytes: bytes, repeated or not, or texts.
type part struct {
	bytes     []byte
	hex       bool  // spelled in hexadecimal
	repeat    int   // 0 means once
	texts     texts // if count is not 0, then instead of bytes
	generated func() []byte
}

// texts are the generated texts First to First+Count-1 of a seed (R12.2), each followed by U+000A.
type texts struct {
	Seed  uint64 `yaml:"seed"`
	First uint64 `yaml:"first,omitempty"`
	Count int    `yaml:"count"`
}

// generate returns the bytes of the texts.
func (t texts) generate() (b []byte) {
	for i := range t.Count {
		b = append(accumulated.AppendText(b, t.Seed, t.First+uint64(i)), '\n')
	}
	return b
}

// BytesOf returns b in the canonical spelling. This is a string if b is well-formed UTF-8,
// otherwise hexadecimal digits. Each long run of one byte has a count.
func BytesOf(b []byte) Bytes {
	if run, ok := oneRepeated(b); ok {
		return Bytes{run}
	}
	if utf8.Valid(b) {
		return Bytes{{bytes: slices.Clone(b)}}
	}
	var o Bytes
	plain := 0 // the end of the last run
	for i := 0; i < len(b); {
		end := i
		for end < len(b) && b[end] == b[i] {
			end++
		}
		if end-i >= leastRun {
			if plain < i {
				o = append(o, part{bytes: slices.Clone(b[plain:i]), hex: true})
			}
			o = append(o, part{bytes: []byte{b[i]}, hex: true, repeat: end - i})
			plain = end
		}
		i = end
	}
	if plain < len(b) {
		o = append(o, part{bytes: slices.Clone(b[plain:]), hex: true})
	}
	return o
}

// leastRun is the minimum length of a run that is spelled with a count.
const leastRun = 32

// oneRepeated returns the spelling with a count for a long repetition of one code point.
func oneRepeated(b []byte) (part, bool) {
	_, size := utf8.DecodeRune(b)
	n := len(b) / max(size, 1)
	if n < leastRun || string(b) != strings.Repeat(string(b[:size]), n) {
		return part{}, false
	}
	return part{bytes: slices.Clone(b[:size]), hex: !utf8.Valid(b[:size]), repeat: n}, true
}

// Bytes returns the bytes.
func (o Bytes) Bytes() []byte {
	var b []byte
	for _, p := range o {
		if p.texts.Count > 0 {
			b = append(b, p.generated()...)
		}
		for range max(p.repeat, 1) {
			b = append(b, p.bytes...)
		}
	}
	return b
}

// Equal reports whether o and x are the same bytes, in any spelling.
func (o Bytes) Equal(x Bytes) bool {
	return (o == nil) == (x == nil) && string(o.Bytes()) == string(x.Bytes())
}

// UnmarshalYAML implements [yaml.Unmarshaler]: it decodes a part or a list of parts.
func (o *Bytes) UnmarshalYAML(n *yaml.Node) error {
	nodes := []*yaml.Node{n}
	if n.Kind == yaml.SequenceNode {
		nodes = n.Content
	}
	*o = Bytes{}
	for _, n := range nodes {
		p, err := parsePart(n)
		if err != nil {
			return fmt.Errorf("line %d: %w", n.Line, err)
		}
		*o = append(*o, p)
	}
	return nil
}

func parsePart(n *yaml.Node) (part, error) {
	if n.Kind == yaml.ScalarNode {
		if n.Tag != "!!str" {
			return part{}, fmt.Errorf("%s: expected a quoted string", n.Value)
		}
		return part{bytes: []byte(n.Value)}, nil
	}
	var m struct {
		Text   *string `yaml:"text"`
		Hex    *string `yaml:"hex"`
		Repeat int     `yaml:"repeat"`
		Texts  texts   `yaml:"texts"`
	}
	if err := n.Decode(&m); err != nil {
		return part{}, err
	}
	p := part{repeat: m.Repeat, texts: m.Texts, generated: sync.OnceValue(m.Texts.generate)}
	switch {
	case m.Text != nil && m.Hex == nil && m.Texts.Count == 0:
		p.bytes = []byte(*m.Text)
	case m.Hex != nil && m.Text == nil && m.Texts.Count == 0:
		b, err := hex.DecodeString(strings.ReplaceAll(*m.Hex, " ", ""))
		if err != nil {
			return part{}, fmt.Errorf("hex %q: %w", *m.Hex, err)
		}
		p.bytes, p.hex = b, true
	case m.Texts.Count > 0 && m.Text == nil && m.Hex == nil && m.Repeat == 0:
	default:
		return part{}, fmt.Errorf("expected one of text, hex and texts")
	}
	return p, nil
}

// appendTo appends the canonical spelling of o.
func (o Bytes) appendTo(b []byte) []byte {
	if len(o) == 1 {
		return o[0].appendTo(b)
	}
	b = append(b, '[')
	for i, p := range o {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = p.appendTo(b)
	}
	return append(b, ']')
}

func (p part) appendTo(b []byte) []byte {
	if p.texts.Count > 0 {
		return fmt.Appendf(b, "{texts: {seed: %d, first: %d, count: %d}}",
			p.texts.Seed, p.texts.First, p.texts.Count)
	}
	spelled := escape.YAML(string(p.bytes))
	switch {
	case p.hex:
		spelled = fmt.Sprintf("hex: %q", hex.EncodeToString(p.bytes))
	case p.repeat > 0:
		spelled = "text: " + spelled
	default:
		return append(b, spelled...)
	}
	if p.repeat > 0 {
		spelled += ", repeat: " + strconv.Itoa(p.repeat)
	}
	return append(append(append(b, '{'), spelled...), '}')
}
