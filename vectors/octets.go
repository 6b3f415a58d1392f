package vectors

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// Octets is an octet string as a vector file spells it: the concatenation of its parts. It
// is nil if none is given, and has one empty part if the string is empty.
type Octets []Part

// A Part is a part of an octet string: Octets, Repeat times in a row, or Texts.
type Part struct {
	Octets []byte
	Hex    bool  // spelled in hexadecimal
	Repeat int   // 0 means once
	Texts  Texts // if Count is not 0, then instead of Octets
}

// Texts are the generated texts First to First+Count-1 of a seed (R12.2), each followed by
// U+000A.
type Texts struct {
	Seed  uint64 `yaml:"seed"`
	First uint64 `yaml:"first,omitempty"`
	Count int    `yaml:"count"`
}

// OctetsOf returns the canonical spelling of b: a string if b is well-formed UTF-8, otherwise
// hexadecimal digits, with a count for each long run of one octet.
func OctetsOf(b []byte) Octets {
	if run, ok := oneRepeated(b); ok {
		return Octets{run}
	}
	if utf8.Valid(b) {
		return Octets{{Octets: slices.Clone(b)}}
	}
	var o Octets
	plain := 0 // the end of the last run
	for i := 0; i < len(b); {
		end := i
		for end < len(b) && b[end] == b[i] {
			end++
		}
		if end-i >= leastRun {
			if plain < i {
				o = append(o, Part{Octets: slices.Clone(b[plain:i]), Hex: true})
			}
			o = append(o, Part{Octets: []byte{b[i]}, Hex: true, Repeat: end - i})
			plain = end
		}
		i = end
	}
	if plain < len(b) {
		o = append(o, Part{Octets: slices.Clone(b[plain:]), Hex: true})
	}
	return o
}

// leastRun is the least length of a run that is spelled with a count.
const leastRun = 32

// oneRepeated returns the spelling with a count of a long string of a single code point.
func oneRepeated(b []byte) (Part, bool) {
	_, size := utf8.DecodeRune(b)
	n := len(b) / max(size, 1)
	if n < leastRun || string(b) != strings.Repeat(string(b[:size]), n) {
		return Part{}, false
	}
	return Part{Octets: slices.Clone(b[:size]), Hex: !utf8.Valid(b[:size]), Repeat: n}, true
}

// Bytes returns the octet string.
func (o Octets) Bytes() []byte {
	var b []byte
	for _, p := range o {
		for i := range p.Texts.Count {
			b = append(AppendText(b, p.Texts.Seed, p.Texts.First+uint64(i)), '\n')
		}
		for range max(p.Repeat, 1) {
			b = append(b, p.Octets...)
		}
	}
	return b
}

// Equal reports whether o and x are the same octets, however they are spelled.
func (o Octets) Equal(x Octets) bool {
	return (o == nil) == (x == nil) && string(o.Bytes()) == string(x.Bytes())
}

// UnmarshalYAML implements [yaml.Unmarshaler]: it decodes a part or a list of parts.
func (o *Octets) UnmarshalYAML(n *yaml.Node) error {
	nodes := []*yaml.Node{n}
	if n.Kind == yaml.SequenceNode {
		nodes = n.Content
	}
	*o = Octets{}
	for _, n := range nodes {
		p, err := parsePart(n)
		if err != nil {
			return fmt.Errorf("line %d: %w", n.Line, err)
		}
		*o = append(*o, p)
	}
	return nil
}

func parsePart(n *yaml.Node) (Part, error) {
	if n.Kind == yaml.ScalarNode {
		if n.Tag != "!!str" {
			return Part{}, fmt.Errorf("%s: expected a quoted string", n.Value)
		}
		return Part{Octets: []byte(n.Value)}, nil
	}
	var m struct {
		Text   *string `yaml:"text"`
		Hex    *string `yaml:"hex"`
		Repeat int     `yaml:"repeat"`
		Texts  Texts   `yaml:"texts"`
	}
	if err := n.Decode(&m); err != nil {
		return Part{}, err
	}
	p := Part{Repeat: m.Repeat, Texts: m.Texts}
	switch {
	case m.Text != nil && m.Hex == nil && m.Texts.Count == 0:
		p.Octets = []byte(*m.Text)
	case m.Hex != nil && m.Text == nil && m.Texts.Count == 0:
		b, err := hex.DecodeString(strings.ReplaceAll(*m.Hex, " ", ""))
		if err != nil {
			return Part{}, fmt.Errorf("hex %q: %w", *m.Hex, err)
		}
		p.Octets, p.Hex = b, true
	case m.Texts.Count > 0 && m.Text == nil && m.Hex == nil && m.Repeat == 0:
	default:
		return Part{}, fmt.Errorf("expected one of text, hex and texts")
	}
	return p, nil
}

// appendTo appends the canonical spelling of o.
func (o Octets) appendTo(b []byte) []byte {
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

func (p Part) appendTo(b []byte) []byte {
	if p.Texts.Count > 0 {
		return fmt.Appendf(b, "{texts: {seed: %d, first: %d, count: %d}}",
			p.Texts.Seed, p.Texts.First, p.Texts.Count)
	}
	spelled := Quote(string(p.Octets))
	switch {
	case p.Hex:
		spelled = fmt.Sprintf("hex: %q", hex.EncodeToString(p.Octets))
	case p.Repeat > 0:
		spelled = "text: " + spelled
	default:
		return append(b, spelled...)
	}
	if p.Repeat > 0 {
		spelled += ", repeat: " + strconv.Itoa(p.Repeat)
	}
	return append(append(append(b, '{'), spelled...), '}')
}

// Quote returns s as the files spell it: a double-quoted string of YAML in which code points
// are escaped that a reader could not see or could mistake for others.
func Quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == ' ' || visible.Contains(ucd.CategoryOf(r)):
			b.WriteRune(r)
		case r <= 0xFFFF:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			fmt.Fprintf(&b, `\U%08X`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// visible are letters, decimal digits and punctuation, by the tables of this module, so that
// the form of the files does not depend on the version of Go.
var visible = ucd.CategoriesOf(ucd.Ll, ucd.Lu, ucd.Lt, ucd.Lo, ucd.Nd, ucd.Pc, ucd.Pd, ucd.Ps,
	ucd.Pe, ucd.Pi, ucd.Pf, ucd.Po, ucd.Sm, ucd.Sc)
