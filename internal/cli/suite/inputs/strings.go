package inputs

import (
	"bytes"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/encode"
	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

// fingerprints makes strings to decode, pairs to compare, and sketches to encode.
func fingerprints(r *random, _ uint64) []Probe {
	s := pick(r, scheme.All())
	sketch := anySketch(r, s)
	written := encode.Parts{Scheme: nameOf(s, sketch), Profile: profile(r), Data: sketch}
	right := written.String()
	probes := []Probe{
		{Stage: vectors.Encode, Scheme: s.ID(), Input: encodeInput(r, s, sketch)},
		{Stage: vectors.Decode, Input: vectors.Data{String: ofString(right)}},
	}
	for range 8 {
		probes = append(probes,
			Probe{Stage: vectors.Decode, Input: vectors.Data{String: ofString(mistaken(r, right))}},
			Probe{Stage: vectors.Distance, Input: vectors.Data{Strings: pair(r, s, written)}})
	}
	return probes
}

func anySketch(r *random, s *scheme.Scheme) []byte {
	n := 8
	if s.IsMinHash() {
		n = pick(r, []int{128, 128, 64, 32, 16})
	}
	return octetsOf(r, n)
}

// octetsOf returns n bytes. Some kinds of them break decoders.
func octetsOf(r *random, n int) []byte {
	b := make([]byte, n)
	switch r.below(8) {
	case 0:
	case 1:
		b = bytes.Repeat([]byte{0xFF}, n)
	case 2:
		b[r.below(n)] = 1 << r.below(8)
	default:
		for i := range b {
			b[i] = byte(r.next() >> 56)
		}
	}
	return b
}

// nameOf returns the name for writing a sketch of a scheme (R8.3).
func nameOf(s *scheme.Scheme, sketch []byte) string {
	switch minhash.Bits(sketch) {
	case 4:
		return s.ID() + "b4"
	case 2:
		return s.ID() + "b2"
	case 1:
		return s.ID() + "b1"
	}
	return s.ID()
}

func profile(r *random) string {
	return pick(r, []string{encode.Visible, encode.Visible, encode.Visible, "main", "b4", "b1", "a", "z9", "x1y2", "abcdefghijklmno", "abcdefghijklmnop", "sm1", "body"})
}

func encodeInput(r *random, s *scheme.Scheme, sketch []byte) vectors.Data {
	d := vectors.Data{Sketch: hexOf(sketch)}
	if name := nameOf(s, sketch); name != s.ID() || r.oneIn(3) {
		d.Scheme = name
	}
	if p := profile(r); p != encode.Visible || r.oneIn(2) {
		d.Profile = p
	}
	return d
}

// mistaken returns a string with one or two mistakes, some of them harmless.
func mistaken(r *random, s string) string {
	for range 1 + r.few(2) {
		s = pick(r, mistakes)(r, s)
	}
	return s
}

// mistakes are mistakes that people and programs make.
var mistakes = []func(r *random, s string) string{
	func(r *random, s string) string { return anyCase(r, s) },
	func(_ *random, s string) string { return strings.ToUpper(s) },
	func(r *random, s string) string { // another character in the data
		return replaceAt(s, dataAt(r, s), pick(r, []string{"0", "1", "8", "9", "-", "=", " ", "\n", "\r\n", "_", "\x00", "é", "A", "z", "\u017F", "\u212A", "ａ", "/"}))
	},
	func(r *random, s string) string { // at the end, where the spare bits are
		return replaceAt(s, len(s)-1, string(alphabetBase32[r.below(32)]))
	},
	func(r *random, s string) string { at := dataAt(r, s); return s[:at] + s[min(at+1, len(s)):] },
	func(r *random, s string) string {
		return s + pick(r, []string{"a", "aa", "aaa", "=", "===", " ", "\n", "\x00", ":", "a=", "\t", "aaaaaaaa"})
	},
	func(r *random, s string) string { return pick(r, []string{" ", "\n", "\uFEFF", ":", "x", "\t"}) + s },
	func(r *random, s string) string { return s[:len(s)-min(len(s), 1+r.below(9))] },
	func(_ *random, s string) string { _, data, _ := strings.Cut(s, ":"); return data },
	func(r *random, s string) string { // something among the data
		at := dataAt(r, s)
		return s[:at] + pick(r, []string{"-", " ", "\n", "\r\n", "=", "\x00"}) + s[at:]
	},
	anotherName, anotherName,
	func(r *random, s string) string { // nearly a form's name, and data of one
		name, _, _ := strings.Cut(s, ":")
		base, profile, _ := strings.Cut(name, ".")
		base, _, _ = strings.Cut(base, "b")
		if profile != "" && r.oneIn(3) {
			base += "." + profile
		}
		form := pick(r, forged)
		return base + form.name + ":" + strings.Repeat("a", form.data)
	},
	wrongProfile, wrongProfile,
	func(r *random, s string) string { // one character of the whole gone, or twice
		at := r.below(len(s) + 1)
		if r.oneIn(2) {
			return s[:at] + s[min(at+1, len(s)):]
		}
		return s[:at] + s[at:min(at+1, len(s))] + s[at:]
	},
	func(r *random, s string) string {
		return strings.Replace(s, ":", pick(r, []string{"", "::", ": ", "-", "=", "：", ";"}), 1)
	},
	func(r *random, s string) string { // data of another length
		name, _, _ := strings.Cut(s, ":")
		n := pick(r, []int{13, 26, 52, 103, 205, 208, 0, 1, 12, 14, 16, 8, 204, 206, 27, 53, 104})
		return name + ":" + strings.Repeat(pick(r, []string{"a", "a", "ia"}), n)[:n]
	},
}

// anotherName replaces the name of the scheme by another one, known or not.
func anotherName(r *random, s string) string {
	_, data, _ := strings.Cut(s, ":")
	return pick(r, []string{"sd1", "sm1", "mh1", "mw1", "mh1b4", "mh1b2", "mh1b1", "mw1b4", "sm1b4", "sm2", "sd", "", "x-mine", "x-", "x-sm1", "x-x.main",
		"b4", "mh1.b4", "sm1.", "sm1-", "\u017Fd1", "sm1 "}) + ":" + data
}

// wrongProfile replaces the profile of a string by another one, valid or not.
func wrongProfile(r *random, s string) string {
	name, data, _ := strings.Cut(s, ":")
	name, _, _ = strings.Cut(name, ".")
	return name + "." + pick(r, []string{"main", "MAIN", "visible", "visible", "Visible", "", "1a", "a-b", "main.b", ".", "é", "a b", "abcdefghijklmnop",
		"abcdefghijklmnopq", "b4", "_a", "v\u0131sible", "main\u212A", "a\x00"}) + ":" + data
}

// forged are endings of names that no form has, with a plausible length of data.
var forged = []struct {
	name string
	data int
}{
	{"b4", 103}, {"b2", 52}, {"b1", 26}, {"B4", 103}, {"b8", 205}, {"b8", 205}, {"b04", 103}, {"b04", 103}, {"b4b4", 103}, {"b4b2", 52}, {"b3", 77}, {"b3", 77},
	{"b3", 78}, {"b", 205}, {"b16", 410}, {"b0", 0}, {"4", 103}, {"-b4", 103}, {".b4", 103}, {".b4", 205}, {"b1", 205}, {"b4", 13}, {"", 103},
}

const alphabetBase32 = "abcdefghijklmnopqrstuvwxyz234567"

// dataAt returns an offset in the data of a string, or in all of it if it has no data.
func dataAt(r *random, s string) int {
	from := strings.IndexByte(s, ':') + 1
	return from + r.below(max(len(s)-from, 1))
}

func replaceAt(s string, at int, by string) string {
	if at < 0 || at >= len(s) {
		return s + by
	}
	return s[:at] + by + s[at+1:]
}

// pair returns two strings as UTF-8. They are near or far, of two widths, profiles or schemes, or
// wrong.
func pair(r *random, s *scheme.Scheme, a encode.Parts) []string {
	b := encode.Parts{Scheme: a.Scheme, Profile: a.Profile, Data: slices.Clone(a.Data)}
	switch r.below(8) {
	case 0: // the same
	case 1:
		b.Data = octetsOf(r, len(b.Data))
	case 2:
		b.Data[r.below(len(b.Data))] ^= 1 << r.below(8)
	case 3, 4:
		for i := range b.Data {
			if r.oneIn(3) {
				b.Data[i] = byte(r.next())
			}
		}
	case 5: // another form of nearly the same
		if s.IsMinHash() {
			long := octetsOf(r, minhash.Slots)
			other := slices.Clone(long)
			for range r.few(40) {
				other[r.below(len(other))] = byte(r.next())
			}
			a.Data, b.Data = minhash.Truncate(long, 1<<r.below(4)), minhash.Truncate(other, 1<<r.below(4))
			a.Scheme, b.Scheme = nameOf(s, a.Data), nameOf(s, b.Data)
		}
	case 6:
		b.Profile = profile(r)
	default: // another scheme
		o := pick(r, scheme.All())
		b.Data = anySketch(r, o)
		if o != s && o.IsMinHash() == s.IsMinHash() && r.oneIn(2) {
			b.Data = a.Data
		}
		b.Scheme = nameOf(o, b.Data)
	}
	x, y := a.String(), b.String()
	if r.oneIn(6) {
		y = mistaken(r, y)
	}
	if r.oneIn(12) {
		x = y
	}
	if r.oneIn(2) {
		x, y = y, x
	}
	return []string{strings.ToValidUTF8(x, "?"), strings.ToValidUTF8(y, "?")}
}
