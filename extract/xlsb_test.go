package extract

import (
	"encoding/binary"
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// brt is a record of a binary workbook.
func brt(kind int, data string) string {
	var b []byte
	if kind < 0x80 {
		b = append(b, byte(kind))
	} else {
		b = append(b, byte(kind|0x80), byte(kind>>7))
	}
	n := len(data)
	for ; n >= 0x80; n >>= 7 {
		b = append(b, byte(n|0x80))
	}
	return string(append(b, byte(n))) + data
}

func u32(n uint32) string { return string(binary.LittleEndian.AppendUint32(nil, n)) }

// wideOf is a string of a binary workbook.
func wideOf(s string) string { return u32(uint32(len(utf16Of(s))/2)) + utf16Of(s) }

// binaryWorkbook makes a workbook of two sheets, of which the second is hidden.
func binaryWorkbook(t testing.TB, first, second string) []byte {
	return pack(t,
		"[Content_Types].xml", types("xl/workbook.bin", "application/vnd.ms-excel.sheet.binary.macroEnabled.main"),
		"_rels/.rels", links("officeDocument", "xl/workbook.bin"),
		"xl/_rels/workbook.bin.rels", links("worksheet", "a.bin", "worksheet", "b.bin", "sharedStrings", "strings.bin", "styles", "styles.bin"),
		"xl/workbook.bin", brt(153, u32(1))+brt(156, u32(0)+u32(1)+wideOf("r1")+wideOf("a"))+brt(156, u32(1)+u32(2)+wideOf("r2")+wideOf("b")),
		"xl/styles.bin", brt(44, "\xa4\x00"+wideOf("0"))+brt(626, "")+brt(47, "\x00\x00\x09\x00")+brt(627, "")+brt(617, "")+brt(47, "\x00\x00\x00\x00")+brt(47, "\x00\x00\xa4\x00")+brt(618, ""),
		"xl/strings.bin", brt(19, "\x01"+wideOf("共有")+u32(1)+"runs")+brt(19, "\x00"+wideOf("b")),
		"xl/a.bin", first, "xl/b.bin", second)
}

func TestBinaryWorkbook(t *testing.T) {
	float := func(v float64) string { return string(binary.LittleEndian.AppendUint64(nil, math.Float64bits(v))) }
	row := brt(0, u32(0)+"more")
	cell := func(kind, style int, value string) string { return brt(kind, u32(0)+u32(uint32(style))+value) }
	for _, tt := range []struct {
		why, in, want string
		is            error
	}{
		{"nothing", "", "", nil},
		{"strings, shared and other", row + cell(7, 0, u32(0)) + cell(6, 0, wideOf("नमस्ते")) + cell(62, 0, "\x01"+wideOf("שלום")+"runs") + cell(8, 0, wideOf("𐐀")) + row + brt(18, u32(0)+u32(1)), "共有 नमस्ते שלום 𐐀\nb", nil},
		{"a string that there is not", row + cell(7, 0, u32(2)) + cell(7, 0, u32(1)), "b", nil},
		{"numbers by their formats", row + cell(5, 0, float(1.5)) + cell(2, 1, u32(12<<2|2)) + cell(9, 9, float(-2)), "1.5 12 -2", nil},
		{"truth and errors", row + cell(4, 0, "\x01") + cell(10, 0, "\x00") + cell(3, 0, "\x07") + cell(11, 0, "\x2a"), "TRUE FALSE #DIV/0! #N/A", nil},
		{"a record that is too short", row + cell(5, 0, "abc") + cell(6, 0, u32(1<<31)+"a") + cell(7, 0, u32(1)), "b", nil},
		{"a record that is cut short", row + "\x07\x0cabc", "", ErrMalformed},
		{"a number that is cut short", row + "\x87", "", ErrMalformed},
		{"a picture only", brt(550, wideOf("r1")), "", ErrNoText},
	} {
		d, text, err := textOf(binaryWorkbook(t, tt.in, row+cell(6, 0, wideOf("hidden"))), Options{Name: "a.xlsb"})
		if !errors.Is(err, tt.is) || err == nil && d.MediaType != "application/vnd.ms-excel.sheet.binary.macroEnabled.12" {
			t.Errorf("%s: %v, want %v", tt.why, err, tt.is)
		}
		if diff := cmp.Diff(tt.want, text); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
}

// FuzzBinaryWorkbook reads sheets, and workbooks, of any records.
func FuzzBinaryWorkbook(f *testing.F) {
	f.Add(brt(0, u32(0))+brt(7, u32(0)+u32(0)+u32(0))+brt(5, u32(0)+u32(1)+"01234567")+brt(8, u32(0)+u32(0)+wideOf("ab")), brt(2, u32(0)+u32(0)+u32(7)))
	f.Fuzz(func(t *testing.T, sheet, strings string) {
		o := binaryWorkbook(t, sheet, "")
		if _, _, err := textOf(o, Options{}); err != nil && !named(err) {
			t.Errorf("%v, expected an error with a name", err)
		}
		members := []string{
			"[Content_Types].xml", types("w.bin", "application/vnd.ms-excel.sheet.binary.macroEnabled.main"),
			"_rels/.rels", links("officeDocument", "w.bin"), "w.bin", sheet, "s.bin", strings, "_rels/w.bin.rels", links("styles", "s.bin", "sharedStrings", "s.bin"),
		}
		if _, _, err := textOf(pack(t, members...), Options{}); err != nil && !named(err) {
			t.Errorf("%v, expected an error with a name", err)
		}
	})
}
