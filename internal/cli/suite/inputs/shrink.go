package inputs

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"regexp"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/vectors"
)

// Shrink returns the smallest input that it finds for which keep holds, as it does for p. It leaves out parts
// and makes others plainer. Its calls of keep are deterministic, rarely repeated, and at most tries.
func Shrink(p Probe, keep func(Probe) bool, tries int) Probe {
	s := &shrinker{best: p, keep: keep, left: tries, asked: make(map[[sha256.Size]byte]bool)}
	for {
		before := s.left
		found := s.best
		s.pass()
		if s.left <= 0 || s.left == before || s.best.spelled() == found.spelled() {
			return s.best
		}
	}
}

type shrinker struct {
	best  Probe
	keep  func(Probe) bool
	left  int
	asked map[[sha256.Size]byte]bool
}

// spelled returns a string that identifies an input.
func (p Probe) spelled() string {
	v := vectors.File{Vectors: []vectors.Vector{{Input: p.Input}}}
	b := v.Format()
	for _, c := range p.Cuts {
		b = append(b, ' ', byte(c), byte(c>>8), byte(c>>16), byte(c>>24))
	}
	return string(b)
}

// try makes an input the best one if keep holds for it.
func (s *shrinker) try(in vectors.Data, cuts []int) bool {
	if !wellFormed(in) {
		return false
	}
	p := s.best
	p.Input, p.Cuts = in, cuts
	key := sha256.Sum256([]byte(p.spelled()))
	if s.left <= 0 || s.asked[key] {
		return false
	}
	s.asked[key] = true
	s.left--
	if !s.keep(p) {
		return false
	}
	s.best = p
	return true
}

// wellFormed reports whether all texts of an input are UTF-8. Ports must get no others.
func wellFormed(in vectors.Data) bool {
	for _, list := range [][]vectors.Bytes{{in.Text}, in.Runs, in.Tokens} {
		for _, o := range list {
			if !utf8.Valid(o.Bytes()) {
				return false
			}
		}
	}
	return !slices.ContainsFunc(in.Strings, func(s string) bool { return !utf8.ValidString(s) })
}

// pass tries once to shrink every part of an input.
func (s *shrinker) pass() {
	d := s.best.Input
	d.Charset, d.Profile = "", "" // not the scheme: it belongs to the width of a sketch
	s.try(d, s.best.Cuts)
	for words := 1; words < s.best.Input.Words; words++ {
		d = s.best.Input
		d.Words = words
		s.try(d, s.best.Cuts)
	}
	d = s.best.Input
	switch {
	case s.best.Cuts != nil:
		s.stream()
	case d.Raw != nil:
		if text, ok := FromUTF16(d.Raw.Bytes()); ok {
			d.Raw = vectors.BytesOf(text)
			s.try(d, nil)
		}
		s.unwrap()
		s.octets(s.best.Input.Raw.Bytes(), func(d *vectors.Data, b []byte) { d.Raw = vectors.BytesOf(b) })
	case d.Text != nil:
		s.octets(d.Text.Bytes(), func(d *vectors.Data, b []byte) { d.Text = vectors.BytesOf(b) })
	case d.String != nil:
		s.fingerprint(string(d.String.Bytes()), func(d *vectors.Data, text string) { d.String = ofString(text) })
		s.octets(s.best.Input.String.Bytes(), func(d *vectors.Data, b []byte) { d.String = vectors.BytesOf(b) })
	case d.Runs != nil:
		s.list(func(d *vectors.Data) *[]vectors.Bytes { return &d.Runs })
	case d.Tokens != nil:
		s.list(func(d *vectors.Data) *[]vectors.Bytes { return &d.Tokens })
	case d.Strings != nil:
		s.strings()
	case d.Elements != nil:
		s.elements()
	case d.Counters != nil:
		s.counters()
	case d.Full != nil:
		s.full(d.Full.Bytes(), func(d *vectors.Data, b []byte) { d.Full = vectors.BytesOf(b) })
	case s.best.Stage == vectors.Passages:
		s.list(func(d *vectors.Data) *[]vectors.Bytes { return &d.Texts })
		s.alike()
	case d.Texts != nil:
		s.alike()
		for i, text := range s.best.Input.Texts {
			s.octets(text.Bytes(), func(d *vectors.Data, b []byte) {
				d.Texts = slices.Clone(d.Texts)
				d.Texts[i] = vectors.BytesOf(b)
			})
		}
	case d.Fulls != nil:
		for i, o := range d.Fulls {
			s.full(o.Bytes(), func(d *vectors.Data, b []byte) {
				d.Fulls = slices.Clone(d.Fulls)
				d.Fulls[i] = vectors.BytesOf(b)
			})
		}
	case d.Sketch != "":
		s.sketch()
	}
}

// without leaves out as many items as it can, large pieces first, until each remaining item is needed.
func without[T any](items []T, try func([]T) bool) []T {
	for size := (len(items) + 1) / 2; size > 0; size /= 2 {
		for again := true; again; {
			again = false
			for from := 0; from < len(items); {
				if fewer := slices.Concat(items[:from], items[min(from+size, len(items)):]); try(fewer) {
					items, again = fewer, size == 1
				} else {
					from += size
				}
			}
		}
	}
	return items
}

// plainer replaces items by plainer ones. It replaces all equal items at once, and then single ones if they
// are few. plain returns the plainer forms of an item, the plainest first.
func plainer[T comparable](items []T, plain func(T) []T, try func([]T) bool) []T {
	var seen []T
	for i := 0; i < len(items); i++ {
		item := items[i]
		if slices.Contains(seen, item) {
			continue
		}
		seen = append(seen, item)
		for _, p := range plain(item) {
			all := slices.Clone(items)
			for k := range all {
				if all[k] == item {
					all[k] = p
				}
			}
			if try(all) {
				items = all
				break
			}
		}
	}
	if len(items) > 64 {
		return items
	}
	for i, item := range items {
		for _, p := range plain(item) {
			one := slices.Clone(items)
			one[i] = p
			if try(one) {
				items = one
				break
			}
		}
	}
	return items
}

// units cuts bytes into code points, and single bytes elsewhere.
func units(b []byte) []string {
	var list []string
	for len(b) > 0 {
		_, size := utf8.DecodeRune(b)
		list = append(list, string(b[:size]))
		b = b[size:]
	}
	return list
}

// plains are the substitutes to try for a unit, the plainest first.
var plains = []string{"a", "b", " ", "1", "-", "\n", ".", "A", "\u0301", "\u0323", "i", "日", "あ", "ก", "\u0E31", "é", "_", "\u0640", "\u200B", "\uFFFD", "\x80", "\xFF"}

func plain(unit string) []string {
	if i := slices.Index(plains, unit); i >= 0 {
		return plains[:i]
	}
	return plains
}

// FromUTF16 returns UTF-16 with a byte order mark as UTF-8.
func FromUTF16(b []byte) (text []byte, ok bool) {
	var order binary.ByteOrder = binary.LittleEndian
	switch {
	case bytes.HasPrefix(b, []byte("\xFE\xFF")):
		order = binary.BigEndian
	case !bytes.HasPrefix(b, []byte("\xFF\xFE")):
		return nil, false
	}
	var units []uint16
	for b = b[2:]; len(b) > 1; b = b[2:] {
		units = append(units, order.Uint16(b))
	}
	return []byte(string(utf16.Decode(units))), true
}

// It shrinks one byte string, code point by code point.
func (s *shrinker) octets(b []byte, set func(*vectors.Data, []byte)) {
	try := func(list []string) bool {
		d := s.best.Input
		set(&d, []byte(strings.Join(list, "")))
		return s.try(d, s.best.Cuts)
	}
	plainer(without(units(b), try), plain, try)
}

// mostUnwrapped is the length of the longest document whose elements are unwrapped. Each needs a scan of the
// rest.
const mostUnwrapped = 64 << 10

var startTag = lazy.Regexp(`<([A-Za-z_:][^\s<>/"'=]*)(?:[^<>"'/]|"[^"]*"|'[^']*')*>`)

// alike makes parts that all texts share plainer, in all of them at once.
func (s *shrinker) alike() {
	const end = "" // of a text
	var all []string
	for _, text := range s.best.Input.Texts {
		all = append(append(all, units(text.Bytes())...), end)
	}
	try := func(all []string) bool {
		d := s.best.Input
		d.Texts = nil
		for len(all) > 0 {
			n := slices.Index(all, end)
			d.Texts = append(d.Texts, vectors.BytesOf([]byte(strings.Join(all[:n], ""))))
			all = all[n+1:]
		}
		return s.try(d, nil)
	}
	plainer(all, func(unit string) []string {
		if unit == end {
			return nil
		}
		return plain(unit)
	}, try)
}

// unwrap removes the tags of elements, both of an element at once, and keeps the content. XML without one of
// them would be refused.
func (s *shrinker) unwrap() {
	for from := 0; ; {
		b := s.best.Input.Raw.Bytes()
		m := startTag().FindSubmatchIndex(b[from:])
		if m == nil || s.left <= 0 || len(b) > mostUnwrapped {
			return
		}
		start, end := from+m[0], from+m[1]
		from = end
		closing := endTag(b[end:], string(b[start+m[2]-m[0]:start+m[3]-m[0]]))
		if closing == nil {
			continue
		}
		d := s.best.Input
		d.Raw = vectors.BytesOf(slices.Concat(b[:start], b[end:end+closing[0]], b[end+closing[1]:]))
		if s.try(d, s.best.Cuts) {
			from = start
		}
	}
}

// endTag returns the start and end of an element's end tag in the text after its start tag, or nil.
func endTag(after []byte, name string) []int {
	depth := 1
	tags := regexp.MustCompile(`<(/?)` + regexp.QuoteMeta(strings.ToValidUTF8(name, "\uFFFD")) + `(?:\s[^<>]*)?>`)
	for _, m := range tags.FindAllSubmatchIndex(after, -1) {
		if m[2] < m[3] {
			depth--
		} else {
			depth++
		}
		if depth == 0 {
			return m[:2]
		}
	}
	return nil
}

func (s *shrinker) list(of func(*vectors.Data) *[]vectors.Bytes) {
	without(*of(&s.best.Input), func(list []vectors.Bytes) bool {
		d := s.best.Input
		*of(&d) = append([]vectors.Bytes{}, list...) // an empty list is not nil
		return s.try(d, nil)
	})
	var items []string
	for _, o := range *of(&s.best.Input) {
		items = append(items, string(o.Bytes()))
	}
	plainer(items, plain, func(items []string) bool { // equal items stay equal
		d := s.best.Input
		*of(&d) = ofStrings(items)
		return s.try(d, nil)
	})
	for i, o := range *of(&s.best.Input) {
		s.octets(o.Bytes(), func(d *vectors.Data, b []byte) {
			list := slices.Clone(*of(d))
			list[i] = vectors.BytesOf(b)
			*of(d) = list
		})
	}
}

// cutHere marks a cut among the bytes of a stream.
const cutHere = -1

func (s *shrinker) stream() {
	var items []int
	octets, cuts := s.best.Input.Raw.Bytes(), s.best.Cuts
	for i := 0; i <= len(octets); i++ {
		for len(cuts) > 0 && cuts[0] == i {
			items, cuts = append(items, cutHere), cuts[1:]
		}
		if i < len(octets) {
			items = append(items, int(octets[i]))
		}
	}
	try := func(items []int) bool {
		var b []byte
		cuts := []int{}
		for _, item := range items {
			if item == cutHere {
				cuts = append(cuts, len(b))
			} else {
				b = append(b, byte(item))
			}
		}
		return s.try(vectors.Data{Raw: vectors.BytesOf(b)}, cuts)
	}
	plainer(without(items, try), func(item int) []int {
		if item < utf8.RuneSelf && item > 'a' || 0 <= item && item < ' ' {
			return []int{'a', ' '}
		}
		return nil
	}, try)
}

// neutral sets as many items as it can to a neutral value, many at once first.
func neutral[T comparable](items []T, value T, try func([]T) bool) []T {
	var at []int // the others
	for i, item := range items {
		if item != value {
			at = append(at, i)
		}
	}
	best := items
	without(at, func(left []int) bool {
		some := slices.Clone(items)
		for _, i := range at {
			if !slices.Contains(left, i) {
				some[i] = value
			}
		}
		if !try(some) {
			return false
		}
		best = some
		return true
	})
	return best
}

// withoutProfile takes the profile off a fingerprint.
func withoutProfile(s string) string {
	name, data, found := strings.Cut(s, ":")
	if name, _, _ = strings.Cut(name, "."); found {
		return name + ":" + data
	}
	return s
}

// fingerprint makes a fingerprint plainer: no profile, lower case, data of zeros.
func (s *shrinker) fingerprint(text string, set func(*vectors.Data, string)) {
	try := func(t string) bool {
		d := s.best.Input
		if set(&d, t); s.try(d, nil) {
			text = t
			return true
		}
		return false
	}
	try(withoutProfile(text))
	try(strings.ToLower(text))
	if name, data, found := strings.Cut(text, ":"); found {
		neutral(units([]byte(data)), "a", func(list []string) bool { return try(name + ":" + strings.Join(list, "")) })
	}
}

// strings shrinks a pair: the profiles of both, then one after the other.
func (s *shrinker) strings() {
	d := s.best.Input
	d.Strings = slices.Clone(d.Strings)
	for i, text := range d.Strings {
		d.Strings[i] = withoutProfile(text)
	}
	s.try(d, nil)
	for i := range d.Strings {
		set := func(d *vectors.Data, text string) {
			d.Strings = slices.Clone(d.Strings)
			d.Strings[i] = text
		}
		s.fingerprint(s.best.Input.Strings[i], set)
		without(units([]byte(s.best.Input.Strings[i])), func(list []string) bool {
			d := s.best.Input
			set(&d, strings.Join(list, ""))
			return s.try(d, nil)
		})
	}
}

func (s *shrinker) elements() {
	try := func(list []string) bool {
		d := s.best.Input
		d.Elements = slices.Sorted(slices.Values(list))
		if d.Elements == nil {
			d.Elements = []string{}
		}
		return s.try(d, nil)
	}
	list := without(s.best.Input.Elements, try)
	plainer(list, func(x string) []string {
		few := []string{"0000000000000000", "0000000000000001", "8000000000000000", "ffffffffffffffff"}
		if i := slices.Index(few, x); i >= 0 {
			return few[:i]
		}
		return few
	}, try)
}

func (s *shrinker) counters() {
	try := func(list []int64) bool {
		d := s.best.Input
		d.Counters = list
		return s.try(d, nil)
	}
	plainer(neutral(s.best.Input.Counters, 0, try), func(n int64) []int64 {
		if n == 1 || n == -1 || n == 0 {
			return nil
		}
		return []int64{1, -1}
	}, try)
}

// full shrinks a full form slot by slot, or other bytes byte by byte.
func (s *shrinker) full(b []byte, set func(*vectors.Data, []byte)) {
	const start, empty = 5, "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"
	if len(b) == start+8*minhash.Slots {
		var slots []string
		for slot := range slices.Chunk(b[start:], 8) {
			slots = append(slots, string(slot))
		}
		head := b[:start]
		try := func(slots []string) bool {
			d := s.best.Input
			set(&d, append(bytes.Clone(head), strings.Join(slots, "")...))
			return s.try(d, nil)
		}
		slots = neutral(slots, empty, try)
		plainer(slots, func(slot string) []string {
			if zero := strings.Repeat("\x00", 8); slot != zero && slot != empty {
				return []string{zero}
			}
			return nil
		}, try)
		return
	}
	without(b, func(b []byte) bool {
		d := s.best.Input
		set(&d, b)
		return s.try(d, nil)
	})
}

func (s *shrinker) sketch() {
	b, err := hex.DecodeString(s.best.Input.Sketch)
	if err != nil {
		return
	}
	neutral(b, 0, func(b []byte) bool {
		d := s.best.Input
		d.Sketch = hexOf(b)
		return s.try(d, nil)
	})
}
