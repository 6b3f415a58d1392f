package mutants

import (
	"crypto/sha256"
	"encoding/hex"
	"github.com/lsh-interop/fpcheck/internal/rules"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/ucd"
	"github.com/lsh-interop/fpcheck/tokenize"
)

// digester is R10.6 to R10.11 once more, a rule a step over the whole text, with parts to
// replace. It is the oracle of the reference, and what the mutants of these rules are
// made of.
type digester struct {
	read   func(octets []byte) string // R10.6: chapter 1
	steps  []func(string) string      // R2.9, R2.10
	chop   *rules.Normaliser          // chapter 3
	cut    func(run string) []string  // where the class changes
	parted func([]part) []part        // the result

	symbol, dash, point, blank func(rune) bool // R10.7, R10.8

	telling  func(d *digester, p part) bool                  // R10.9
	first    func(d *digester, before []part) []string       // (a)
	second   func(d *digester, after []part) []string        // (b)
	most     int                                             // of these
	signs    func(d *digester, parts []part, at int) []part  // of a telling part
	written  func(r rune) string                             // a symbol or a point
	dashed   func(r rune) string                             // a dash
	items    func(d *digester, parts []part) (list []string) // R10.10
	digested func(list []string) string                      // R10.11
}

// part is a run or a separator.
type part struct {
	run  string
	sep  rune // if there is no run
	none bool // a separator without a code point
}

func (p part) is(kind func(rune) bool) bool { return p.run == "" && !p.none && kind(p.sep) }

func newDigester() *digester {
	multi := rules.SchemeOf("sm1")
	multi.IForms = false
	joins := rules.NewIdentifiers(multi)
	d := &digester{
		read:  tokenize.Text,
		steps: []func(string) string{joins.JoinLines, joins.JoinSpaces},
		chop:  rules.NewNormaliser(multi), cut: cutAtClasses, parted: func(parts []part) []part { return parts },

		symbol: isSymbol, dash: isDash, point: isPoint, blank: ucd.IsWhiteSpace,

		telling: func(d *digester, p part) bool {
			return p.is(d.symbol) || p.run != "" && numeral([]rune(p.run)[0])
		},
		first: func(d *digester, before []part) []string {
			if slices.ContainsFunc(before, func(p part) bool { return p.is(d.dash) }) {
				return []string{"-"}
			}
			return nil
		},
		second: (*digester).write, most: 16, signs: (*digester).signsOf,
		written:  func(r rune) string { return string(r) },
		dashed:   func(rune) string { return "-" },
		items:    (*digester).itemsOf,
		digested: digestOf,
	}
	return d
}

var (
	numeral  = rules.In(ucd.Nd, ucd.Nl)
	drawn    = func(r rune) bool { return r == '|' || r == '~' || r >= 0x2500 && r <= 0x25FF }
	unitMark = rules.OneOf("%\u0609\u060A\u066A\u2030\u2031\u2032\u2033\u2034\u2057\uFE6A\uFF05")
	quote    = rules.OneOf("\"'`\u00B4\u201A\u201E")
	isSymbol = func(r rune) bool {
		return unitMark(r) || rules.In(ucd.No, ucd.Sc, ucd.Sm, ucd.So, ucd.Co, ucd.Cn)(r) && !drawn(r) && r != 0x2212
	}
	isDash  = func(r rune) bool { return r == 0x2212 || ucd.CategoryOf(r) == ucd.Pd }
	isPoint = func(r rune) bool {
		return drawn(r) || rules.In(ucd.Po, ucd.Ps, ucd.Pe, ucd.Sk)(r) && !unitMark(r) && !quote(r)
	}
)

// of returns the items of a text.
func (d *digester) of(octets []byte) []string {
	text := d.read(octets)
	for _, step := range d.steps {
		text = step(text)
	}
	return d.items(d, d.parted(d.parts(text)))
}

// parts is R10.6.
func (d *digester) parts(text string) (parts []part) {
	add := func(source []rune) {
		for i, piece := range d.chop.Pieces(source) {
			for k, run := range d.cut(piece) {
				if i+k > 0 { // what cuts within a piece is no code point
					parts = append(parts, part{none: true})
				}
				if run != "" {
					parts = append(parts, part{run: run})
				}
			}
		}
	}
	decomposed, start := d.chop.Decompose([]rune(text)), 0
	for i, r := range decomposed {
		if d.chop.Separates(r) {
			add(decomposed[start:i])
			parts = append(parts, part{sep: r})
			start = i + 1
		}
	}
	add(decomposed[start:])
	return parts
}

// cutAtClasses is the end of R10.6.
func cutAtClasses(run string) (runs []string) { return cutAtClassesBy(rules.ClassOf)(run) }

func cutAtClassesBy(class func(rune) rules.Class) func(run string) []string {
	return func(run string) (runs []string) {
		last, start := rules.NoClass, 0
		for i, r := range run {
			if rules.IsMark(r) {
				continue
			}
			if to := class(r); to != last {
				if to != rules.NoClass && last != rules.NoClass {
					runs = append(runs, run[start:i])
					start = i
				}
				last = to
			}
		}
		return append(runs, run[start:])
	}
}

// itemsOf is R10.10.
func (d *digester) itemsOf(parts []part) (list []string) {
	for i, p := range parts {
		if d.telling(d, p) {
			list = append(list, d.signItems(d.signs(d, parts, i))...)
		}
		switch {
		case p.run != "":
			list = append(list, p.run)
		case p.is(d.symbol):
			list = append(list, d.written(p.sep))
		}
	}
	return list
}

// signsOf is the beginning of R10.9.
func (d *digester) signsOf(parts []part, at int) []part {
	from := at
	for from > 0 && (parts[from-1].is(d.dash) || parts[from-1].is(d.point) || parts[from-1].is(d.blank)) {
		from--
	}
	return parts[from:at]
}

// signItems is the end of R10.9.
func (d *digester) signItems(signs []part) []string {
	last := -1
	for i, p := range signs {
		if p.is(d.blank) {
			last = i
		}
	}
	after := signs[last+1:]
	after = after[max(0, len(after)-d.most):]
	return append(d.first(d, signs[:last+1]), d.second(d, after)...)
}

func (d *digester) write(signs []part) (list []string) {
	for _, p := range signs {
		if p.is(d.dash) {
			list = append(list, d.dashed(p.sep))
		} else if !p.is(d.blank) {
			list = append(list, d.written(p.sep))
		}
	}
	return list
}

// digestOf is R10.11; "" is none.
func digestOf(items []string) string {
	if len(items) == 0 {
		return ""
	}
	sum := sha256.Sum256([]byte(strings.Join(items, "\x00") + "\x00"))
	return hex.EncodeToString(sum[:])
}
