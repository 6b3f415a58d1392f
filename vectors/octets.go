package vectors

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"github.com/lsh-interop/fpcheck/internal/ucd"
)

// Octets are an octet string as a vector spells it: parts that are concatenated.
// nil is none given; an empty octet string has one empty part.
type Octets []Part

// Part is a piece of an octet string.
type Part struct {
	Octets []byte
	Hex    bool // spelled in hexadecimal
	Repeat int  // how often; 0 is once
	// Texts, if Count is not 0, spells the texts First to First+Count-1 of a seed
	// (R12.2), each followed by U+000A.
	Texts Texts
}

// Texts are consecutive texts of the generator of chapter 12.
type Texts struct {
	Seed  uint64 `yaml:"seed"`
	First uint64 `yaml:"first,omitempty"`
	Count int    `yaml:"count"`
}

// OctetsOf spells b: as a string if it is well-formed UTF-8, else in hexadecimal,
// with a count for each long run of one octet.
func OctetsOf(b []byte) Octets {
	if run, ok := oneRepeated(b); ok {
		return Octets{run}
	}
	if utf8.Valid(b) {
		return Octets{{Octets: slices.Clone(b)}}
	}
	var o Octets
	plain := 0 // where what is no run begins
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

// leastRun is how long a run is that is spelled with a count.
const leastRun = 32

// oneRepeated spells a long string of one code point with a count.
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

// Equal reports whether o and x are the same octets, however spelled. go-cmp
// uses it.
func (o Octets) Equal(x Octets) bool {
	return (o == nil) == (x == nil) && string(o.Bytes()) == string(x.Bytes())
}

// UnmarshalYAML reads one part or a list of them.
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

// appendTo writes o in the one form of the files.
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
		return fmt.Appendf(b, "{texts: {seed: %d, first: %d, count: %d}}", p.Texts.Seed, p.Texts.First, p.Texts.Count)
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

// Quote returns a text as the files spell it: a YAML double-quoted string in which
// every code point that a reader could not see, or could take for another, is
// escaped.
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

// visible are letters, decimal digits and punctuation, by the pinned tables, so
// that the form of the files does not change with the toolchain.
var visible = ucd.CategoriesOf(ucd.Ll, ucd.Lu, ucd.Lt, ucd.Lo, ucd.Nd, ucd.Pc, ucd.Pd, ucd.Ps,
	ucd.Pe, ucd.Pi, ucd.Pf, ucd.Po, ucd.Sm, ucd.Sc)
