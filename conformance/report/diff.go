package report

import (
	"cmp"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/engine/spell"
	"github.com/lsh-interop/fpcheck/internal/page/escape"
	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
	"github.com/lsh-interop/fpcheck/vectors"
)

// Limits on how much of a difference a page shows. The JSON form has the rest.
const (
	contextPoints = 12  // code points before and after a difference
	leastCut      = 24  // bytes; less is not left out
	mostPoints    = 48  // code points of a difference
	mostRows      = 48  // rows of a list
	mostGiven     = 160 // bytes of an input's text
	contextRows   = 2   // equal rows around each row that differs
)

// diffTable is a difference, aligned.
type diffTable struct {
	Rows []diffRow
	More int // rows left out at the end
}

// diffRow is a line of the table: an item of a list, a single value, or a gap.
type diffRow struct {
	Label string
	Equal bool
	Gap   int // number of equal items left out here
	Want  diffSide
	Got   diffSide
}

// diffSide is one side of a row: its text and code points. They are in pieces, to mark the piece
// that differs.
type diffSide struct {
	Absent bool
	Text   []piece
	Points []piece
}

type piece struct {
	Text    string
	Differs bool
	Cut     bool // stands for what is left out
}

// field is a field of data: a value, or a list of values.
type field struct {
	name   string
	values []string
	list   bool
	text   bool // text to spell by code points
}

// fieldsOf returns the fields that are set in d.
func fieldsOf(d vectors.Data) []field {
	var fields []field
	value := func(name, s string) {
		if s != "" {
			fields = append(fields, field{name: name, values: []string{s}})
		}
	}
	text := func(name string, o vectors.Bytes) {
		if o != nil {
			fields = append(fields, field{name: name, values: []string{string(o.Bytes())}, text: true})
		}
	}
	list := func(name string, present bool, values []string, text bool) {
		if present {
			fields = append(fields, field{name: name, values: values, list: true, text: text})
		}
	}
	value("outcome", d.Outcome)
	text("octets", d.Raw)
	value("charset", d.Charset)
	text("text", d.Text)
	list("score", d.Scores != nil, decimals(d.Scores), false)
	var lines []string
	for _, features := range d.Lines {
		lines = append(lines, strings.Join(decimals(features), " "))
	}
	list("line", d.Lines != nil, lines, false)
	list("run", d.Runs != nil, spell.Strings(d.Runs), true)
	list("token", d.Tokens != nil, spell.Strings(d.Tokens), true)
	value("hash", d.Hash)
	list("element", d.Elements != nil, d.Elements, false)
	list("counter", d.Counters != nil, decimals(d.Counters), false)
	list("slot", d.Full != nil, slotsOf(d.Full), false)
	var fulls []string
	for _, full := range d.Fulls {
		fulls = append(fulls, hex.EncodeToString(full.Bytes()))
	}
	list("full form", d.Fulls != nil, fulls, false)
	value("sketch", d.Sketch)
	if d.Bits != 0 {
		value("bits", strconv.Itoa(d.Bits))
	}
	value("scheme", d.Scheme)
	value("profile", d.Profile)
	text("string", d.String)
	list("string", d.Strings != nil, d.Strings, false)
	list("id", d.IDs != nil, spell.Strings(d.IDs), true)
	list("weight", d.Weights != nil, decimals(d.Weights), false)
	for _, n := range []struct {
		name  string
		value int
	}{{"bands", d.Bands}, {"rows", d.Rows}, {"most", d.Most}} {
		if n.value != 0 {
			value(n.name, strconv.Itoa(n.value))
		}
	}
	for _, x := range []struct {
		name  string
		value *float64
	}{{"similarity", d.Similarity}, {"threshold", d.Threshold}, {"floor", d.Floor}} {
		if x.value != nil {
			value(x.name, fraction(*x.value))
		}
	}
	list("key", d.Keys != nil, d.Keys, false)
	list("cluster", d.Clusters != nil, spell.Strings(d.Clusters), true)
	var similarities []string
	for _, x := range d.Similarities {
		similarities = append(similarities, fraction(x))
	}
	list("similarity", d.Similarities != nil, similarities, false)
	list("text", d.Texts != nil, spell.Strings(d.Texts), true)
	for _, items := range d.Compared {
		list("compared item", true, spell.Strings(items), true)
	}
	if d.Words != 0 {
		value("words", strconv.Itoa(d.Words))
	}
	list("row", d.Passages != nil, rowsOf(d), false)
	list("place", d.Places != nil, decimals(d.Places), false)
	list("count", d.Counts != nil, decimals(d.Counts), false)
	list("sketch", d.Sketches != nil, d.Sketches, false)
	for _, x := range []struct {
		name  string
		value *bool
	}{{"same", d.Same}, {"numbers", d.Numbers}} {
		if x.value != nil {
			value(x.name, strconv.FormatBool(*x.value))
		}
	}
	if d.Distance != nil {
		value("distance", strconv.Itoa(*d.Distance))
	}
	value("fingerprint", d.Fingerprint)
	if d.Features != nil {
		value("features", strconv.Itoa(*d.Features))
	}
	return fields
}

func decimals(list []int64) []string {
	out := make([]string, len(list))
	for i, n := range list {
		out[i] = strconv.FormatInt(n, 10)
	}
	return out
}

func fraction(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

func tableOf(want, got vectors.Data) diffTable {
	var t diffTable
	expected, came := fieldsOf(want), fieldsOf(got)
	find := func(fields []field, name string) (field, bool) {
		i := slices.IndexFunc(fields, func(f field) bool { return f.name == name })
		if i < 0 {
			return field{}, false
		}
		return fields[i], true
	}
	for _, f := range expected {
		other, ok := find(came, f.name)
		t.field(f, other, true, ok)
	}
	for _, f := range came {
		if _, ok := find(expected, f.name); !ok {
			t.field(f, f, false, true)
		}
	}
	return t
}

// field adds the rows of a field that one side may lack.
func (t *diffTable) field(want, got field, wanted, came bool) {
	if !want.list {
		row := diffRow{Label: want.name}
		switch {
		case !wanted:
			row.Want.Absent = true
			row.Got = sideOf(got.values[0], got.text)
		case !came:
			row.Want = sideOf(want.values[0], want.text)
			row.Got.Absent = true
		default:
			row.Equal = want.values[0] == got.values[0]
			row.Want, row.Got = sidesOf(want.values[0], got.values[0], want.text)
		}
		t.Rows = append(t.Rows, row)
		return
	}
	var a, b []string
	if wanted {
		a = want.values
	}
	if came {
		b = got.values
	}
	if len(a) == 0 || len(b) == 0 {
		t.Rows = append(t.Rows, diffRow{
			Label: cmp.Or(want.name, got.name) + "s", Equal: wanted && came && len(a) == len(b),
			Want: countSide(a, wanted), Got: countSide(b, came),
		})
	}
	t.list(want.name, a, b, want.text)
}

func countSide(list []string, present bool) diffSide {
	return diffSide{Absent: !present, Text: []piece{{Text: fmt.Sprintf("a list of %d", len(list)), Cut: true}}}
}

// list adds aligned rows, without most of the equal ones.
func (t *diffTable) list(name string, a, b []string, text bool) {
	places := align(a, b)
	equal := func(p place) bool { return p.a >= 0 && p.b >= 0 && a[p.a] == b[p.b] }
	near := make([]bool, len(places)) // to be shown
	for i, p := range places {
		if !equal(p) {
			for j := max(0, i-contextRows); j < min(len(places), i+contextRows+1); j++ {
				near[j] = true
			}
		}
	}
	for i := 0; i < len(places); i++ {
		if !near[i] {
			end := i
			for end < len(places) && !near[end] {
				end++
			}
			if end-i > 1 {
				t.add(func() diffRow { return diffRow{Label: name + "s", Gap: end - i, Equal: true} })
				i = end - 1
				continue
			}
		}
		t.add(func() diffRow { return itemRow(name, places[i], a, b, text) })
	}
}

// add adds a row, or counts it if there are enough.
func (t *diffTable) add(row func() diffRow) {
	if len(t.Rows) < mostRows {
		t.Rows = append(t.Rows, row())
		return
	}
	t.More++
}

func itemRow(name string, p place, a, b []string, text bool) diffRow {
	from := 1
	if name == "counter" || name == "slot" {
		from = 0 // counter i belongs to bit i
	}
	row := diffRow{Label: fmt.Sprintf("%s %d", name, max(p.a, p.b)+from)}
	switch {
	case p.a < 0:
		row.Want.Absent = true
		row.Got = sideOf(b[p.b], text)
	case p.b < 0:
		row.Label = fmt.Sprintf("%s %d", name, p.a+from)
		row.Want = sideOf(a[p.a], text)
		row.Got.Absent = true
	default:
		row.Equal = a[p.a] == b[p.b]
		row.Want, row.Got = sidesOf(a[p.a], b[p.b], text)
		if p.a != p.b {
			row.Label = fmt.Sprintf("%s %d, %d", name, p.a+from, p.b+from)
		}
	}
	return row
}

// sideOf returns a side that stands alone.
func sideOf(s string, text bool) diffSide { return windowed(s, 0, len(s), text) }

// sidesOf marks where two values differ.
func sidesOf(a, b string, text bool) (diffSide, diffSide) {
	if a == b {
		side := windowed(a, 0, 0, false)
		return side, side
	}
	from := 0
	for from < len(a) && from < len(b) && a[from] == b[from] {
		from++
	}
	for from > 0 && (inside(a, from) || inside(b, from)) {
		from--
	}
	after := 0
	for after < len(a)-from && after < len(b)-from && a[len(a)-1-after] == b[len(b)-1-after] {
		after++
	}
	for after > 0 && (inside(a, len(a)-after) || inside(b, len(b)-after)) {
		after--
	}
	return windowed(a, from, len(a)-after, text), windowed(b, from, len(b)-after, text)
}

// inside reports whether i lies within a code point of s.
func inside(s string, i int) bool {
	for back := 1; back < utf8.UTFMax && back <= i; back++ {
		if utf8.RuneStart(s[i-back]) {
			_, size := utf8.DecodeRuneInString(s[i-back:])
			return size > back
		}
	}
	return false
}

// windowed shows s[from:to], which differs, with a little context on both sides.
func windowed(s string, from, to int, text bool) diffSide {
	start, before := from, 0
	for start > 0 && before < contextPoints {
		_, size := utf8.DecodeLastRuneInString(s[:start])
		start -= size
		before++
	}
	if start < leastCut {
		start = 0
	}
	w := window{text: text}
	w.cut(start)
	w.add(s[start:from], from-start, false)
	rest := w.add(s[from:to], mostPoints, true)
	if rest > 0 {
		w.cut(rest + len(s) - to)
		return w.diffSide
	}
	most := contextPoints
	if from == 0 && to == 0 {
		most = mostPoints // all of it is equal
	}
	if len(s)-to < leastCut {
		most = leastCut
	}
	w.cut(w.add(s[to:], most, false))
	return w.diffSide
}

type window struct {
	diffSide
	text bool
}

// add shows at most most code points of s and returns the number of bytes left.
func (w *window) add(s string, most int, differs bool) int {
	if s == "" {
		return 0
	}
	var b strings.Builder
	var points []string
	n := 0
	for ; n < len(s) && len(points) < most; n += glyph(&b, s[n:], n == 0) {
		points = append(points, pointOf(s[n:]))
	}
	w.Text = append(w.Text, piece{Text: b.String(), Differs: differs})
	if w.text {
		w.Points = append(w.Points, piece{Text: strings.Join(points, " "), Differs: differs})
	}
	return len(s) - n
}

// cut marks bytes that are left out.
func (w *window) cut(bytes int) {
	if bytes > 0 {
		w.Text = append(w.Text, piece{Text: fmt.Sprintf("… %d bytes …", bytes), Cut: true})
	}
}

// glyph writes the first code point of s visibly, or the first byte if s does not begin with one.
// It returns the size. A mark without a base character gets a circle.
func glyph(b *strings.Builder, s string, first bool) int {
	r, size := utf8.DecodeRuneInString(s)
	switch category := ucd.CategoryOf(r); {
	case r == utf8.RuneError && size == 1:
		fmt.Fprintf(b, `\x%02X`, s[0])
	case r == '\\':
		b.WriteString(`\\`)
	case category == ucd.Zs && r != ' ':
		fmt.Fprintf(b, `\u%04X`, r)
	case first && (category == ucd.Mn || category == ucd.Mc || category == ucd.Me):
		b.WriteRune('\u25CC')
		b.WriteRune(r)
	default:
		escape.AppendRune(b, r)
	}
	return size
}

func pointOf(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && size == 1 {
		return fmt.Sprintf("byte %02X", s[0])
	}
	return fmt.Sprintf("U+%04X", r)
}

// given shows the beginning of an input.
func given(d vectors.Data) []diffRow {
	var rows []diffRow
	for _, f := range fieldsOf(d) {
		label := f.name
		var shown string
		if f.list {
			label = fmt.Sprintf("%d %ss", len(f.values), f.name)
			if len(f.values) == 1 {
				label = "1 " + f.name
			}
			var items []string
			size := 0
			for _, v := range f.values {
				if size > mostGiven {
					items = append(items, "…")
					break
				}
				item := beginning(v)
				size += len(item)
				items = append(items, item)
			}
			shown = strings.Join(items, " ")
		} else {
			shown = f.values[0]
			if f.text {
				shown = beginning(shown)
				label = fmt.Sprintf("%s, %d bytes", f.name, len(f.values[0]))
			} else {
				shown = escape.Text(shown)
			}
		}
		rows = append(rows, diffRow{Label: label, Want: diffSide{Text: []piece{{Text: shown}}}})
	}
	return rows
}

// beginning quotes the beginning of a text.
func beginning(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	n := 0
	for n < len(s) && n < mostGiven {
		n += glyph(&b, s[n:], n == 0)
	}
	b.WriteByte('"')
	if n < len(s) {
		b.WriteString(" …")
	}
	return b.String()
}
