package iwork

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/spreadsheet"
)

// format is how the cells of a table show their values.
type format struct {
	kind              int
	decimals          int // automatic if they are more than mostDecimals
	currency          string
	negative          int
	thousands         bool
	accounting        bool
	accuracy          int32 // of fractions: their denominator, or how many digits it has
	base, basePlaces  int
	pattern           string // of dates, or of the user's own
	style             int    // of durations
	largest, smallest int    // units of durations
	automatic         bool   // the units are
	list              uint32 // of a menu
}

// The kinds of formats, which are the same in all versions.
const (
	truth       = 1
	decimalKind = 256
	currency    = 257
	percent     = 258
	scientific  = 259
	textKind    = 260
	dateKind    = 261
	fraction    = 262
	checkbox    = 263
	menu        = 266
	rating      = 267
	duration    = 268
	baseKind    = 269
	ownNumber   = 270
	ownText     = 271
	ownDate     = 272
	ownCurrency = 274
)

// mostDecimals is how many decimals a format may ask for. More stand for as many as there are.
const mostDecimals = 30

// mostPattern and mostCurrency bound the bytes of what each cell of a format goes through.
const (
	mostPattern  = 1024
	mostCurrency = 16
)

// formatOf returns the format of a cell, which is the zero format if it has none.
func (r *reader) formatOf(t *tables, c cell) format {
	list := t.formats
	if c.isOld || list == 0 {
		list = t.oldFormats
	}
	if c.format == 0 || list == 0 {
		return format{}
	}
	key := formatKey{list, c.format}
	if f, known := r.formats[key]; known {
		return f
	}
	m := r.list(list)[c.format].format
	f := formatFrom(m)
	if id := m.sub(41); id != nil {
		if own, ok := r.own[[2]uint64{id.number(1), id.number(2)}]; ok {
			f = own
		}
	}
	r.hold(2*objectCost+len(f.pattern), "formats of a table")
	r.formats[key] = f
	return f
}

// formatKey is where a format is: in which list, and by which key.
type formatKey struct {
	list uint64
	key  uint32
}

func (r *reader) readOwnFormats() {
	var lists []uint64
	for id, o := range r.objects {
		if o.kind == customFormats {
			lists = append(lists, id)
		}
	}
	r.hold(8*len(lists), "formats of a table")
	slices.Sort(lists)
	for _, id := range lists {
		var ids [][2]uint64
		n := 0
		for f := range r.object(id).all() {
			switch f.number {
			case 1:
				r.hold(2*objectCost+mostPattern, "formats of a table")
				ids = append(ids, [2]uint64{f.octets.number(1), f.octets.number(2)})
			case 2:
				if n < len(ids) {
					r.own[ids[n]] = formatFrom(f.octets.sub(3))
				}
				n++
			}
		}
	}
}

func formatFrom(m message) format {
	var f format
	for field := range m.all() {
		n := int(int32(field.value))
		switch field.number {
		case 1:
			f.kind = n
		case 2:
			f.decimals = n
		case 3:
			if len(field.octets) <= mostCurrency {
				f.currency = string(field.octets)
			}
		case 4:
			f.negative = n
		case 5:
			f.thousands = n != 0
		case 6:
			f.accounting = n != 0
		case 7:
			f.style = n
		case 8:
			f.base = n
		case 9:
			f.basePlaces = n
		case 11:
			f.accuracy = int32(field.value)
		case 14, 18:
			if len(field.octets) <= mostPattern {
				f.pattern = strings.ToValidUTF8(string(field.octets), "\uFFFD")
			}
		case 15:
			f.largest = n
		case 16:
			f.smallest = n
		case 39:
			f.list = uint32(field.value)
		case 40:
			f.automatic = n != 0
		}
	}
	return f
}

// symbols are the usual signs of currencies. Of others, the code is shown.
var symbols = map[string]string{
	"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "CNY": "CN¥", "KRW": "₩", "INR": "₹", "ILS": "₪", "VND": "₫", "BRL": "R$",
	"CAD": "CA$", "AUD": "A$", "NZD": "NZ$", "MXN": "MX$", "HKD": "HK$", "TWD": "NT$", "PHP": "₱", "XAF": "FCFA", "XOF": "F CFA",
}

// number returns what a cell shows for a number.
func (f format) number(w *spreadsheet.Writer, value float64) string {
	switch f.kind {
	case decimalKind:
		return w.NumberAs(f.signed("", f.digits(value), ""), value)
	case percent:
		return w.NumberAs(f.signed("", f.digits(100*value), "%"), value)
	case currency:
		symbol := cmp.Or(symbols[f.currency], f.currency+" ")
		return w.NumberAs(f.signed(quoted(symbol), f.digits(value), ""), value)
	case scientific:
		places := f.decimals
		if places < 0 || places > mostDecimals {
			mantissa, _, _ := strings.Cut(strconv.FormatFloat(math.Abs(value), 'e', -1, 64), "e")
			places = len(strings.TrimPrefix(mantissa[1:], "."))
		}
		return w.NumberAs("0"+decimals(places)+"E+00", value)
	case fraction:
		return w.NumberAs("# "+denominator(f.accuracy), value)
	case baseKind:
		if f.base >= 2 && f.base <= 36 && math.Abs(value) < 1<<53 {
			s := strconv.FormatInt(int64(math.Round(value)), f.base)
			return strings.ToUpper(strings.Repeat("0", min(max(f.basePlaces-len(s), 0), mostDecimals)) + s)
		}
	case rating:
		if value >= 1 && value <= 5 {
			return strings.Repeat("★", int(value))
		}
		return ""
	case checkbox:
		return ""
	case ownNumber, ownCurrency:
		if f.pattern != "" {
			symbol := cmp.Or(symbols[f.currency], f.currency)
			return w.NumberAs(ownCode(f.pattern, symbol, f.thousands), value)
		}
	case dateKind, ownDate:
		return f.date(w, value)
	}
	return w.NumberAs("", value)
}

// signed returns the code of a number: negative ones have a minus sign, a colour, or parentheses.
func (f format) signed(before, digits, after string) string {
	const red, parentheses = 1, 2
	code := before + digits + after
	switch {
	case f.accounting, f.negative >= parentheses:
		return code + ";" + before + "(" + digits + after + ")"
	case f.negative == red:
		return code + ";" + code
	case before != "":
		return code + ";-" + code
	}
	return code
}

// digits returns the code of the digits of a value.
func (f format) digits(value float64) string {
	whole := "0"
	if f.thousands {
		whole = "#,##0"
	}
	if f.decimals >= 0 && f.decimals <= mostDecimals {
		return whole + decimals(f.decimals)
	}
	// Where they are automatic, there are as many as the value has. A code with none that must
	// be there would leave the point of a whole number.
	shown := strconv.FormatFloat(math.Abs(value), 'g', 15, 64)
	if strings.Contains(shown, "e") {
		shown = strconv.FormatFloat(math.Abs(value), 'f', 10, 64)
	}
	_, places, _ := strings.Cut(shown, ".")
	return whole + decimals(min(len(strings.TrimRight(places, "0")), mostDecimals))
}

func decimals(n int) string {
	if n <= 0 || n > mostDecimals {
		return ""
	}
	return "." + strings.Repeat("0", n)
}

// denominator returns the code of a fraction: a number below zero says how many digits it has.
func denominator(accuracy int32) string {
	if accuracy > 0 {
		return "?/" + strconv.Itoa(int(accuracy))
	}
	marks := strings.Repeat("?", int(min(max(-accuracy, 1), 3)))
	return marks + "/" + marks
}

// text returns what a cell shows for a text.
func (f format) text(text string) string {
	const stand = "\uE421" // stands for the text in a format of the user's own
	if f.kind == ownText && strings.Count(f.pattern, stand) == 1 {
		before, after, _ := strings.Cut(f.pattern, stand)
		return before + text + after
	}
	return text
}

// date returns what a cell shows for a number of days.
func (f format) date(w *spreadsheet.Writer, value float64) string {
	pattern := f.pattern
	if pattern == "" && f.kind == dateKind {
		return "" // neither the date nor the time is shown
	}
	if pattern == "" {
		pattern = "M/d/yyyy"
		if value != math.Floor(value) {
			pattern += " h:mm a"
		}
	}
	return w.NumberAs(dateCode(pattern), value)
}

func quoted(s string) string { return `"` + strings.ReplaceAll(s, `"`, "") + `"` }

// ownCode returns the code for a pattern of the user's own, in which a currency has its sign. A
// number below one has a nought, and whether thousands are parted is not said in the pattern.
func ownCode(pattern, symbol string, thousands bool) string {
	if symbol != "" {
		symbol = quoted(symbol)
	}
	found := false
	return literals(pattern, func(s string) string {
		begin := strings.IndexAny(s, "#0.")
		if begin >= 0 && !found {
			found = true
			whole := s[begin:]
			whole = whole[:len(whole)-len(strings.TrimLeft(whole, "#0,"))]
			s = s[:begin] + wholeCode(whole, thousands) + s[begin+len(whole):]
		}
		return strings.ReplaceAll(s, "¤", symbol)
	})
}

// wholeCode returns the code of the digits before the point.
func wholeCode(whole string, thousands bool) string {
	whole = strings.ReplaceAll(whole, ",", "")
	if strings.HasSuffix(whole, "#") || whole == "" {
		whole = strings.TrimSuffix(whole, "#") + "0"
	}
	if thousands {
		whole = strings.Repeat("#", max(4-len(whole), 0)) + whole
		whole = whole[:len(whole)-3] + "," + whole[len(whole)-3:]
	}
	return whole
}

// literals returns a Unicode pattern (UTS 35) with quoted texts as in codes. The function maps the rest.
func literals(pattern string, rest func(string) string) string {
	var b strings.Builder
	for i, part := range strings.Split(pattern, "'") {
		switch {
		case i%2 == 0:
			b.WriteString(rest(part))
		case part == "":
			b.WriteString(`"'"`)
		default:
			b.WriteString(quoted(part))
		}
	}
	return b.String()
}

// dateCode returns the code for a pattern of a date (UTS 35, part 4).
func dateCode(pattern string) string {
	return literals(pattern, func(s string) string {
		var b strings.Builder
		for s != "" {
			n := len(s) - len(strings.TrimLeft(s, s[:1]))
			b.WriteString(dateField(s[0], n, s[:n]))
			s = s[n:]
		}
		return b.String()
	})
}

// dateField returns the code for a letter that stands n times in a pattern.
func dateField(letter byte, n int, field string) string {
	switch letter {
	case 'y', 'u', 'Y':
		if n != 2 {
			n = 4
		}
		return strings.Repeat("y", n)
	case 'M', 'L':
		return strings.Repeat("m", min(n, 5))
	case 'd':
		return strings.Repeat("d", min(n, 2))
	case 'E', 'e', 'c':
		if n >= 4 {
			return "dddd"
		}
		return "ddd"
	case 'h', 'H', 'k', 'K':
		return strings.Repeat("h", min(n, 2))
	case 'm', 's':
		return field[:min(n, 2)]
	case 'S':
		return strings.Repeat("0", min(n, 3))
	case 'a':
		return "AM/PM"
	}
	if letter|0x20 >= 'a' && letter|0x20 <= 'z' { // eras, weeks, zones
		return ""
	}
	return field
}
