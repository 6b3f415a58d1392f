package biff

import (
	"encoding/binary"
	"errors"
	"io"
	"math"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/internal/numfmt"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// rec is a record of integers of their length, bytes and numbers.
func rec(kind uint16, fields ...any) string {
	data := octetsOf(fields...)
	return octetsOf(kind, uint16(len(data)), data)
}

func octetsOf(fields ...any) string {
	var b []byte
	for _, f := range fields {
		switch f := f.(type) {
		case byte:
			b = append(b, f)
		case uint16:
			b = binary.LittleEndian.AppendUint16(b, f)
		case uint32:
			b = binary.LittleEndian.AppendUint32(b, f)
		case float64:
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(f))
		case string:
			b = append(b, f...)
		}
	}
	return string(b)
}

// wide are the bytes of a text in UTF-16.
func wide(s string) string {
	var b []byte
	for _, u := range utf16.Encode([]rune(s)) {
		b = binary.LittleEndian.AppendUint16(b, u)
	}
	return string(b)
}

// str is a string of BIFF8 after two bytes that are its length.
func str(s string) string {
	return octetsOf(uint16(len(utf16.Encode([]rune(s)))), byte(1), wide(s))
}

const zero = uint16(0)

var (
	end  = rec(recordEOF)
	bof5 = func(of substream) string { return rec(0x809, uint16(0x500), uint16(of), uint32(0)) }
	bof8 = func(of substream) string { return rec(0x809, uint16(0x600), uint16(of), strings.Repeat("\x00", 12)) }
)

// book8 returns a workbook of BIFF8 with settings and the records of its sheets. Sheets that begin
// with "-" are hidden.
func book8(settings string, sheets ...string) string {
	length := len(bof8(globals)) + len(settings) + len(end)
	for range sheets {
		length += len(rec(recordBoundSheet, uint32(0), zero, "\x01\x00a"))
	}
	list, bodies := "", ""
	for _, s := range sheets {
		body, hidden := strings.CutPrefix(s, "-")
		state := byte(0)
		if hidden {
			state = 1
		}
		list += rec(recordBoundSheet, uint32(length+len(bodies)), state, byte(0), "\x01\x00a")
		bodies += bof8(worksheet) + body + end
	}
	return bof8(globals) + settings + list + end + bodies
}

func shared(strings ...string) string {
	return rec(recordSST, uint32(9), uint32(len(strings)), octetsOf(toAny(strings)...))
}

func toAny(list []string) (all []any) {
	for _, s := range list {
		all = append(all, s)
	}
	return all
}

func label(row, column int, s string) string {
	return rec(recordLabel, uint16(row), uint16(column), zero, str(s))
}

func number(row, column int, xf int, v float64) string {
	return rec(recordNumber, uint16(row), uint16(column), uint16(xf), v)
}

func formula(row, column int, result string) string {
	return rec(recordFormula, uint16(row), uint16(column), zero, result, strings.Repeat("\x00", 8))
}

// as returns a number as its format shows it.
func as(code string, value float64) string { return numfmt.Format(code, value, numfmt.Since1900) }

// xf is a cell's format by its number.
func xf(format int) string { return rec(recordXF, zero, uint16(format), strings.Repeat("\x00", 16)) }

func box(kind int, s string) string {
	return rec(recordObj, uint16(0x15), uint16(0x12), uint16(kind)) +
		rec(recordTxO, "0123456789", uint16(len(s)), zero, zero, zero) + rec(recordContinue, "\x00", s) + rec(recordContinue, "runs")
}

// shape returns a piece of a drawing in which a shape begins. A property sets its visibility.
func shape(values uint32) string {
	properties := octetsOf(uint16(propertyHidden), values)
	parts := octetsOf(uint16(0x23), uint16(0xF00A), uint32(2), "id") + octetsOf(uint16(0x13), uint16(drawnProperties), uint32(6)) + properties
	return rec(recordDrawing, octetsOf(uint16(0xF), uint16(0xF002), uint32(1000), uint16(0xF), uint16(drawnShape), uint32(len(parts))), parts)
}

func read(t testing.TB, octets string) (string, []string, error) {
	d := medium.New(t.Context(), budget.New(budget.Limits{}), nil)
	d.Budget.Source(int64(len(octets)))
	if err := Read(d, []byte(octets)); err != nil {
		return "", d.Notes, err
	}
	text, err := io.ReadAll(d.Text)
	return string(text), d.Notes, err
}

func TestBIFF8(t *testing.T) {
	many := "Ελλάδα und 日本語 und עברית und العربية und हिन्दी und ภาษาไทย und 한국어 𐐀"
	rich := octetsOf(uint16(4), byte(8|1), uint16(2), wide("rich"), "01234567")
	spoken := octetsOf(uint16(2), byte(4|1), uint32(6), wide("東京"), "spoken")
	for _, tt := range []struct{ why, in, want string }{
		{"no sheet", book8(""), ""},
		{"strings in every script", book8("", label(0, 0, many)+label(0, 1, "b")+label(1, 0, "c")), many + " b\nc"},
		{"records that are not in order", book8("", label(1, 0, "c")+label(0, 1, "b")+label(0, 0, "a")), "a b\nc"},
		{"line ends in a cell are blanks", book8("", label(0, 0, "a\r\nb")), "a b"},
		{"sheets in the order of their tabs, without the hidden one", book8("", label(0, 0, "a"), "-"+label(0, 0, "b"), label(0, 0, "c")), "a\nc"},
		{"shared strings without runs and readings", book8(shared(rich, spoken, str("c")), rec(recordLabelSST, zero, zero, zero, uint32(1))+
			rec(recordLabelSST, zero, uint16(1), zero, uint32(0))+rec(recordLabelSST, zero, uint16(2), zero, uint32(2))), "東京 rich c"},
		{"a string that there is not", book8(shared(str("a")), rec(recordLabelSST, zero, zero, zero, uint32(1))+label(0, 1, "b")), "b"},
		{"a string that goes on in another width", book8(rec(recordSST, uint32(1), uint32(2), octetsOf(uint16(4), byte(0), "ab"))+
			rec(recordContinue, "\x01", wide("日本"), str("c")), rec(recordLabelSST, zero, zero, zero, uint32(0))+rec(recordLabelSST, zero, uint16(1), zero, uint32(1))), "ab日本 c"},
		{"a string whose characters begin in the next record", book8(rec(recordSST, uint32(1), uint32(1), octetsOf(uint16(2), byte(1)))+
			rec(recordContinue, "\x00ab"), rec(recordLabelSST, zero, zero, zero, uint32(0))), "ab"},
		{"runs that go on", book8(rec(recordSST, uint32(1), uint32(2), octetsOf(uint16(1), byte(8), uint16(2), "a", "012"))+
			rec(recordContinue, "34567", str("b")), rec(recordLabelSST, zero, zero, zero, uint32(1))), "b"},
		{"numbers by their formats", book8(xf(0)+xf(10)+rec(recordFormat, uint16(164), str("0.00"))+xf(164), number(0, 0, 0, 1.5)+number(0, 1, 1, .25)+number(0, 2, 2, 3)), "1.5 " + as("0.00%", .25) + " " + as("0.00", 3)},
		{"a format that there is not", book8("", number(0, 0, 99, 7)), "7"},
		{"numbers of 30 bits", book8("", rec(recordRK, zero, zero, zero, uint32(12<<2|2))+rec(recordRK, zero, uint16(1), zero, uint32(1234<<2|3))+
			rec(recordMulRK, zero, uint16(2), zero, uint32(0x3FF00000), zero, uint32(0xFFFFFFFC|2), uint16(3))), "12 12.34 1 -1"},
		{"results of formulas", book8("", formula(0, 0, octetsOf(2.5))+formula(0, 1, "\x01\x00\x01\x00\x00\x00\xff\xff")+formula(0, 2, "\x02\x00\x07\x00\x00\x00\xff\xff")+
			formula(0, 3, "\x00\x00\x00\x00\x00\x00\xff\xff")+rec(recordString, str("text"))+formula(0, 4, "\x03\x00\x00\x00\x00\x00\xff\xff")+rec(recordString, str("old"))),
			"2.5 TRUE #DIV/0! text"},
		{"truth and errors", book8("", rec(recordBoolErr, zero, zero, zero, byte(0), byte(0))+rec(recordBoolErr, zero, uint16(1), zero, byte(0x2A), byte(1))), "FALSE #N/A"},
		{"text boxes come after the cells, comments do not", book8("", box(6, "box")+box(comment, "comment")+label(0, 0, "a")), "a\nbox"},
		{"a chart within a sheet", book8("", bof8(chart)+rec(recordSeries)+rec(recordBegin)+rec(recordSeriesText, zero, "\x04\x00name")+rec(recordEnd)+
			rec(recordSeriesText, zero, "\x01\x00y")+rec(recordObjectLink, uint16(2))+rec(recordSeriesText, zero, "\x01\x00x")+rec(recordObjectLink, uint16(3))+
			rec(recordSeriesText, zero, "\x05\x00title")+rec(recordEnd)+rec(recordLegend)+rec(recordSeriesIndex, uint16(ofCategories))+label(0, 0, "May")+label(0, 1, "again")+
			number(1, 0, 0, 2024)+rec(recordSeriesIndex, uint16(1))+number(0, 0, 0, 99)+end+label(0, 0, "a")), "a\ntitle\nMay\n2024\nx\ny\nname"},
		{"a pie, whose legend has the categories", book8("", bof8(chart)+rec(recordPie)+rec(recordSeries)+rec(recordBegin)+rec(recordSeriesText, zero, "\x04\x00name")+rec(recordEnd)+rec(recordLegend)+
			rec(recordSeriesIndex, uint16(ofCategories))+label(0, 0, "May")+end), "May"},
		{"a title that is the name of the only series", book8("", bof8(chart)+rec(recordSeries)+rec(recordBegin)+rec(recordSeriesText, zero, "\x04\x00name")+rec(recordEnd)+
			rec(recordObjectLink, uint16(1))+rec(recordSeriesIndex, uint16(ofCategories))+label(0, 0, "May")+end), "name\nMay"},
		{"a pie without a legend", book8("", bof8(chart)+rec(recordPie)+rec(recordSeriesIndex, uint16(ofCategories))+label(0, 0, "May")+end+label(0, 0, "a")), "a"},
		{"names of series where there is no legend", book8("", bof8(chart)+rec(recordSeries)+rec(recordBegin)+rec(recordSeriesText, zero, "\x04\x00name")+rec(recordEnd)+end+label(0, 0, "a")), "a"},
		{"a hidden text box", book8("", shape(0x20002)+box(6, "a")+shape(0)+box(6, "b")+label(0, 0, "c")), "c\nb"},
		{"text boxes whose property is not set", book8("", shape(0x00002)+box(6, "a")+shape(0x20000)+box(6, "b")), "a\nb"},
	} {
		got, notes, err := read(t, tt.in)
		if diff := cmp.Diff(tt.want, got); diff != "" || err != nil || len(notes) > 0 {
			t.Errorf("%s: %v, %v\n%s", tt.why, err, notes, diff)
		}
	}
}

// Versions before BIFF8 have strings of bytes, and those before BIFF5 have no globals.
func TestOldVersions(t *testing.T) {
	cell := func(row, column int) string { return octetsOf(uint16(row), uint16(column), zero) }
	old := func(format int) string { return "\x00" + string(rune(format)) + "\x00" }
	for _, tt := range []struct{ why, in, want string }{
		{"BIFF5, Japanese", bof5(globals) + rec(recordCodePage, uint16(932)) + end + bof5(worksheet) +
			rec(recordLabel, cell(0, 0), uint16(6), "\x93\xfa\x96{\x8c\xea") + rec(recordRString, cell(0, 1), uint16(4), "rich", "\x02", "runs") + end, "日本語 rich"},
		{"BIFF5, Cyrillic", bof5(globals) + rec(recordCodePage, uint16(1251)) + end + bof5(worksheet) +
			formula(0, 0, "\x00\x00\x00\x00\x00\x00\xff\xff") + rec(recordString, uint16(3), "\xec\xe8\xf0") + end, "мир"},
		{"BIFF5, formats", bof5(globals) + rec(recordFormat, uint16(164), "\x030.0") + xf(164) + end + bof5(worksheet) + number(0, 0, 0, 2) + end, as("0.0", 2)},
		{"BIFF4, formats in their order", rec(0x409, zero, uint16(worksheet), zero) + rec(recordFormat, zero, "\x07General") + rec(recordFormat, zero, "\x030.0") + rec(recordXF4, "\x00\x01") +
			rec(recordRK, cell(0, 0), uint32(2<<2|2)) + end, as("0.0", 2)},
		{"BIFF4, several sheets", rec(0x409, zero, uint16(workspace), zero) + rec(0x409, zero, uint16(worksheet), zero) + rec(recordLabel, cell(0, 0), uint16(1), "a") + end +
			rec(0x409, zero, uint16(worksheet), zero) + rec(recordLabel, cell(0, 0), uint16(1), "b") + end + end, "a\nb"},
		{"BIFF3", rec(0x209, zero, uint16(worksheet), zero) + rec(recordFormat2, "\x030.0") + rec(recordXF3, "\x00\x00") + rec(recordFormula3, cell(0, 0), 1.5) + end, "1.5"},
		{"BIFF2", rec(0x009, zero, uint16(worksheet)) + rec(recordFormat2, "\x07General") + rec(recordFormat2, "\x030.0") +
			rec(recordInteger2, zero, zero, old(0), uint16(7)) + rec(recordNumber2, zero, uint16(1), old(1), 2.0) + rec(recordLabel2, zero, uint16(2), old(0), "\x02\xe9a") +
			rec(recordFormula, zero, uint16(3), old(0), "\x00\x00\x00\x00\x00\x00\xff\xff") + rec(recordString2, "\x01b") +
			rec(recordBoolErr2, zero, uint16(4), old(0), byte(1), byte(0)) + end, "7 " + as("0.0", 2) + " éa b TRUE"},
		{"BIFF5, a day of 1904", bof5(globals) + rec(recordDateMode, uint16(1)) + xf(14) + end + bof5(worksheet) + number(0, 0, 0, 1000) + end, numfmt.Format(numfmt.Builtin(14), 1000, numfmt.Since1904)},
	} {
		got, notes, err := read(t, tt.in)
		if diff := cmp.Diff(tt.want, got); diff != "" || err != nil || len(notes) > 0 {
			t.Errorf("%s: %v, %v\n%s", tt.why, err, notes, diff)
		}
	}
}

func TestDamage(t *testing.T) {
	whole := book8("", label(0, 0, "a")+label(1, 0, "b"))
	const text, unknown = "\x00\x00\x00\x00\x00\x00\xff\xff", "cells are empty because their formulas have no stored result: "
	for _, tt := range []struct {
		why, in, want, note string
		is                  error
	}{
		{"cut within a record", whole[:len(whole)-len(end)-2], "a", "the workbook is cut short: it ends within a record", nil},
		{"no end", whole[:len(whole)-len(end)], "a\nb", "", nil},
		{"a sheet that is elsewhere", book8(rec(recordBoundSheet, uint32(7), zero, "\x01\x00a"), label(0, 0, "a")), "a", "1 of 2 sheets are not where the workbook says", nil},
		{"all sheets are elsewhere", strings.Replace(whole, octetsOf(uint32(len(whole)-len(bof8(worksheet)+label(0, 0, "a")+label(1, 0, "b")+end))), "\x01\x00\x00\x00", 1), "a\nb", "", nil},
		{"a formula whose text does not come", book8("", formula(0, 0, text)+label(1, 0, "b")+formula(2, 0, text)), "b", unknown + "2", nil},
		{"a formula to be computed when the workbook is opened", book8("", label(0, 0, "a")+formula(1, 0, "\x03\x00\x00\x00\x00\x00\xff\xff\x03\x00")), "a", unknown + "1", nil},
		{"an empty text that is computed each time", book8("", label(0, 0, "a")+formula(1, 0, "\x03\x00\x00\x00\x00\x00\xff\xff\x01\x00")), "a", "", nil},
		{"cut before any text", whole[:len(bof8(globals))+8], "", "", medium.ErrMalformed},
		{"no octets", "", "", "", medium.ErrMalformed},
		{"another record", rec(recordEOF), "", "", medium.ErrMalformed},
		{"a password", book8(rec(recordFilePass, "\x00\x00abcd")), "", "", medium.ErrEncrypted},
		{"pictures only", book8("", rec(recordDrawing, "picture")), "", "", medium.ErrNoText},
		{"a chart of too many parts", book8("", bof8(chart)+strings.Repeat(rec(recordBegin), mostNested+1)+end), "", "", medium.ErrTooDeep},
	} {
		got, notes, err := read(t, tt.in)
		if got != tt.want || !errors.Is(err, tt.is) || strings.Join(notes, "; ") != tt.note {
			t.Errorf("%s: %q, %v, %v, want %q, %q, %v", tt.why, got, notes, err, tt.want, tt.note, tt.is)
		}
	}
}

// TestHostile checks that a format that repeats texts stays within the budget. Lists of sheets take
// linear time.
func TestHostile(t *testing.T) {
	long := str(strings.Repeat("a", 4000))
	cells := strings.Repeat(rec(recordLabelSST, zero, zero, zero, uint32(0)), 20_000)
	_, _, err := read(t, book8(xf(164)+rec(recordFormat, uint16(164), str(strings.Repeat("@", 30)))+shared(long), cells))
	if !errors.Is(err, medium.ErrExpansion) {
		t.Errorf("20,000 cells of 120,000 octets: %v, want %v", err, medium.ErrExpansion)
	}
	n := 20_000
	many := bof8(globals) + strings.Repeat(rec(recordBoundSheet, uint32(7), zero, "\x01\x00a"), n) + end + strings.Repeat(bof8(globals)+end, n) +
		bof8(worksheet) + label(0, 0, "a") + end
	if got, _, err := read(t, many); got != "a" || err != nil {
		t.Errorf("many globals: %q, %v", got, err)
	}
}

func TestIs(t *testing.T) {
	for _, tt := range []struct {
		why, in string
		want    bool
	}{
		{"BIFF2", rec(0x009, zero, uint16(worksheet)), true},
		{"BIFF4, several sheets", rec(0x409, zero, uint16(workspace), zero), true},
		{"BIFF5", bof5(globals), true},
		{"BIFF8", bof8(globals), true},
		{"text after a tab", "\t\x00 words", false},
		{"a tab", "\t", false},
		{"another substream", rec(0x409, zero, uint16(0x77), zero), false},
	} {
		if got := Is([]byte(tt.in)); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.why, got, tt.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(book8(shared(str("a"), octetsOf(uint16(1), byte(12), uint16(1), uint32(2), "b012301"))+xf(14)+rec(recordFormat, uint16(164), str("0.00")),
		rec(recordLabelSST, zero, zero, zero, uint32(0))+number(1, 0, 0, 36000.5)+formula(2, 0, "\x00\x00\x00\x00\x00\x00\xff\xff")+rec(recordString, str("x"))+box(6, "box"),
		bof8(chart)+rec(recordSeriesText, zero, "\x01\x00t")+end)))
	f.Add([]byte(bof5(globals) + rec(recordCodePage, uint16(932)) + end + bof5(worksheet) + rec(recordMulRK, zero, zero, zero, uint32(5), zero) + end))
	f.Add([]byte(rec(0x009, zero, uint16(worksheet)) + rec(recordFormat2, "\x030.0") + rec(recordNumber2, zero, zero, "\x00\x00\x00", 2.0) + end))
	f.Fuzz(func(t *testing.T, octets []byte) {
		text, _, err := read(t, string(octets))
		if err == nil && len(text) > 16<<20+200*len(octets) {
			t.Errorf("%d octets of %d", len(text), len(octets))
		}
	})
}
