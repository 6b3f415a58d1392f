package rules

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// A TextDigest is R10.6 to R10.11: from a text to its items and their digest.
type TextDigest struct {
	Text       func(octets []byte) string       // R10.6: chapter 1
	Joins      []func(text string) string       // R10.6: R2.9, then R2.10
	Normaliser *Normaliser                      // R10.6: chapter 3
	Cut        func(run string) []string        // R10.6: a run, cut where the class changes
	Parted     func(parts []Part) []Part        // R10.6: its result
	Symbol     func(rune) bool                  // R10.7 (a), (b)
	Dash       func(rune) bool                  // R10.8
	Stop       func(rune) bool                  // R10.8
	Space      func(rune) bool                  // R10.8
	HanNumeral func(rune) bool                  // R10.9
	Last       func(run string) rune            // R10.9: what a run ends with
	Telling    func(d *TextDigest, p Part) bool // R10.9: whether the signs before a part count
	// Numbered reports whether the signs before a part count because they separate digits of a
	// number (R10.9).
	Numbered func(d *TextDigest, parts []Part, at int) bool
	// Zero reports whether a part is a Han zero (R10.7 (c)).
	Zero func(d *TextDigest, parts []Part, at int) bool

	// Signs returns the dashes, stops and spaces right before a telling part (R10.9). Far returns
	// the items of the signs up to the last space. They become one dash, or none if Dashes counts
	// none or more than Ruled. Near returns the items of the Most last of the others.
	Signs  func(d *TextDigest, parts []Part, at int) []Part
	Far    func(d *TextDigest, signs []Part) []string
	Dashes func(d *TextDigest, signs []Part) int
	Ruled  int
	Near   func(d *TextDigest, signs []Part) []string
	Most   int

	Written func(r rune) string                               // R10.9, R10.10: of a symbol, or a stop
	Dashed  func(r rune) string                               // R10.9: a dash
	Letters func(run string) []string                         // R10.10
	List    func(d *TextDigest, parts []Part) (list []string) // R10.10
	Sum     func(list []string) string                        // R10.11
}

// A Part of a text is a run or a separator (R10.6).
type Part struct {
	Run  string
	Sep  rune // the separating code point, if there is no run
	None bool // a separator that is no code point
	Zero bool // a separator that is a symbol, whatever its code point (R10.7 (c))
}

// Is reports whether the part is a separator of a kind.
func (p Part) Is(kind func(rune) bool) bool { return p.Run == "" && !p.None && !p.Zero && kind(p.Sep) }

// IsSymbol is R10.7.
func (d *TextDigest) IsSymbol(p Part) bool { return p.Zero || p.Is(d.Symbol) }

// NewTextDigest returns the rules unchanged.
func NewTextDigest() *TextDigest {
	multi := SchemeOf("sm1")
	multi.IForms = false
	joins := NewIdentifiers(multi)
	d := &TextDigest{
		Text:       NewDecoder().Text,
		Joins:      []func(string) string{joins.JoinLines, joins.JoinSpaces},
		Normaliser: NewNormaliser(multi), Cut: CutAtClasses(ClassOf), Parted: func(parts []Part) []Part { return parts },

		Symbol: IsSymbol, Zero: (*TextDigest).isZero, Dash: IsDash, Stop: IsStop, Space: ucd.IsWhiteSpace,

		Telling: func(d *TextDigest, p Part) bool {
			return d.IsSymbol(p) || p.Run != "" && Numeral([]rune(p.Run)[0])
		},
		HanNumeral: IsHanNumeral, Last: lastLetter, Numbered: (*TextDigest).numbered,
		Far: func(d *TextDigest, before []Part) []string {
			if dashes := d.Dashes(d, before); dashes == 0 || dashes > d.Ruled {
				return nil
			}
			return []string{"-"}
		},
		Dashes: func(d *TextDigest, before []Part) (n int) {
			for _, p := range before {
				if p.Is(d.Dash) {
					n++
				}
			}
			return n
		},
		Near: (*TextDigest).SignItems, Most: 16, Ruled: 2, Signs: (*TextDigest).signsOf,
		Written: func(r rune) string { return string(r) },
		Dashed:  func(rune) string { return "-" },
		Letters: LettersOf(ClassOf),
		List:    (*TextDigest).ItemsOf,
		Sum:     DigestOf,
	}
	return d
}

// Numeral reports whether R10.9 counts a code point as part of a number.
func Numeral(r rune) bool { return In(ucd.Nd, ucd.Nl)(r) }

// IsHanNumeral reports whether R10.9 lists a code point as a Han numeral.
func IsHanNumeral(r rune) bool {
	return strings.ContainsRune("〇零一二三四五六七八九十百千万萬亿億兆", r)
}

// lastLetter returns the last code point of a run that is not a mark. If all are marks, it returns
// the last mark (R10.9).
func lastLetter(run string) (last rune) {
	for i, r := range run {
		if i == 0 || !IsMark(r) {
			last = r
		}
	}
	return last
}

// tells reports whether a part is telling (R10.9).
func (d *TextDigest) tells(parts []Part, at int) bool {
	return d.Telling(d, parts[at]) || parts[at].Run != "" && d.Numbered(d, parts, at)
}

// numbered reports whether the signs before a run are between two Han numerals (R10.9).
func (d *TextDigest) numbered(parts []Part, at int) bool {
	before := at - len(d.Signs(d, parts, at)) - 1
	return d.EndsInNumeral(parts, before) && d.HanNumeral([]rune(parts[at].Run)[0])
}

// EndsInNumeral reports whether a part is a run that ends in a Han numeral (R10.9), or a Han zero (R10.7).
func (d *TextDigest) EndsInNumeral(parts []Part, at int) bool {
	return at >= 0 && (parts[at].Zero || parts[at].Run != "" && d.HanNumeral(d.Last(parts[at].Run)))
}

// isZero is R10.7 (c).
func (d *TextDigest) isZero(parts []Part, at int) bool {
	return parts[at].Is(OneOf("\u25CB")) && d.EndsInNumeral(parts, at-1)
}

// Drawn reports whether a code point is used to draw lists and tables (R10.8).
func Drawn(r rune) bool { return r == '|' || r == '~' || r >= 0x2500 && r <= 0x25FF }

// UnitMark reports whether R10.7 (b) lists a code point.
func UnitMark(r rune) bool {
	return strings.ContainsRune("%\u0375\u0609\u060A\u066A\u2030\u2031\u2032\u2033\u2034\u2057\uFE6A\uFF05", r)
}

// Quote reports whether R10.8 lists a code point as a quotation mark.
func Quote(r rune) bool { return strings.ContainsRune("\"'`\u00B4\u201A\u201E", r) }

// IsSymbol is R10.7 (a) and (b).
func IsSymbol(r rune) bool {
	return UnitMark(r) || In(ucd.No, ucd.Sc, ucd.Sm, ucd.So, ucd.Co, ucd.Cn)(r) && !Drawn(r) && r != 0x2212
}

// IsDash is R10.8.
func IsDash(r rune) bool { return r == 0x2212 || ucd.CategoryOf(r) == ucd.Pd }

// IsStop is R10.8.
func IsStop(r rune) bool {
	return Drawn(r) || In(ucd.Po, ucd.Ps, ucd.Pe, ucd.Sk)(r) && !UnitMark(r) && !Quote(r)
}

// Items returns the items of a text.
func (d *TextDigest) Items(octets []byte) []string {
	text := d.Text(octets)
	for _, step := range d.Joins {
		text = step(text)
	}
	return d.List(d, d.zeros(d.Parted(d.parts(text))))
}

// zeros marks the parts that are symbols by R10.7 (c), each after those before it.
func (d *TextDigest) zeros(parts []Part) []Part {
	for i := range parts {
		parts[i].Zero = d.Zero(d, parts, i)
	}
	return parts
}

// parts is R10.6.
func (d *TextDigest) parts(text string) (parts []Part) {
	add := func(source []rune) {
		for i, piece := range d.Normaliser.Pieces(source) {
			for k, run := range d.Cut(piece) {
				if i+k > 0 { // a cut inside a piece is not at a code point
					parts = append(parts, Part{None: true})
				}
				if run != "" {
					parts = append(parts, Part{Run: run})
				}
			}
		}
	}
	decomposed, start := d.Normaliser.Decompose([]rune(text)), 0
	for i, r := range decomposed {
		if d.Normaliser.Separates(r) {
			add(decomposed[start:i])
			parts = append(parts, Part{Sep: r})
			start = i + 1
		}
	}
	add(decomposed[start:])
	return parts
}

// CutAtClasses returns a function that cuts a run where the class changes (R10.6).
func CutAtClasses(class func(rune) Class) func(run string) []string {
	return func(run string) (runs []string) {
		last, start := NoClass, 0
		for i, r := range run {
			if IsMark(r) {
				continue
			}
			if to := class(r); to != last {
				if to != NoClass && last != NoClass {
					runs = append(runs, run[start:i])
					start = i
				}
				last = to
			}
		}
		return append(runs, run[start:])
	}
}

// LettersOf returns a function that cuts a run between letters of a script without spaces (R10.10).
func LettersOf(class func(rune) Class) func(run string) []string {
	return func(run string) (letters []string) {
		last, start := NoClass, 0
		for i, r := range run {
			if IsMark(r) {
				continue
			}
			to := class(r)
			if to == last && to.Clustered() {
				letters = append(letters, run[start:i])
				start = i
			}
			last = to
		}
		return append(letters, run[start:])
	}
}

// ItemsOf returns the items of parts (R10.10).
func (d *TextDigest) ItemsOf(parts []Part) (list []string) {
	for i, p := range parts {
		if d.tells(parts, i) {
			list = append(list, d.itemsBefore(d.Signs(d, parts, i))...)
		}
		switch {
		case p.Run != "":
			list = append(list, d.Letters(p.Run)...)
		case d.IsSymbol(p):
			list = append(list, d.Written(p.Sep))
		}
	}
	return list
}

// signsOf returns the signs right before a part (R10.9).
func (d *TextDigest) signsOf(parts []Part, at int) []Part {
	from := at
	for from > 0 && (parts[from-1].Is(d.Dash) || parts[from-1].Is(d.Stop) || parts[from-1].Is(d.Space)) {
		from--
	}
	return parts[from:at]
}

// itemsBefore returns the items of the signs before a telling part (R10.9).
func (d *TextDigest) itemsBefore(signs []Part) []string {
	last := -1
	for i, p := range signs {
		if p.Is(d.Space) {
			last = i
		}
	}
	after := signs[last+1:]
	after = after[max(0, len(after)-d.Most):]
	return append(d.Far(d, signs[:last+1]), d.Near(d, after)...)
}

// SignItems returns an item for each dash and stop.
func (d *TextDigest) SignItems(signs []Part) (list []string) {
	for _, p := range signs {
		if p.Is(d.Dash) {
			list = append(list, d.Dashed(p.Sep))
		} else if !p.Is(d.Space) {
			list = append(list, d.Written(p.Sep))
		}
	}
	return list
}

// DigestOf is R10.11: the digest of items, "" if there are none.
func DigestOf(items []string) string {
	if len(items) == 0 {
		return ""
	}
	sum := sha256.Sum256([]byte(strings.Join(items, "\x00") + "\x00"))
	return hex.EncodeToString(sum[:])
}
