package office_test

import (
	"encoding/binary"
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
)

func TestBinaryWorkbook(t *testing.T) {
	float := func(v float64) string { return string(binary.LittleEndian.AppendUint64(nil, math.Float64bits(v))) }
	row := extracttest.Brt(0, extracttest.U32(0)+"more")
	cell := func(kind, style int, value string) string {
		return extracttest.Brt(kind, extracttest.U32(0)+extracttest.U32(uint32(style))+value)
	}
	for _, tt := range []struct {
		why, in, want string
		is            error
	}{
		{"nothing", "", "", nil},
		{"strings, shared and other", row + cell(7, 0, extracttest.U32(0)) + cell(6, 0, extracttest.WideOf("नमस्ते")) + cell(62, 0, "\x01"+extracttest.WideOf("שלום")+"runs") + cell(8, 0, extracttest.WideOf("𐐀")) + row + extracttest.Brt(18, extracttest.U32(0)+extracttest.U32(1)), "共有 नमस्ते שלום 𐐀\nb", nil},
		{"a string that there is not", row + cell(7, 0, extracttest.U32(2)) + cell(7, 0, extracttest.U32(1)), "b", nil},
		{"numbers by their formats", row + cell(5, 0, float(1.5)) + cell(2, 1, extracttest.U32(12<<2|2)) + cell(9, 9, float(-2)), "1.5 12 -2", nil},
		{"truth and errors", row + cell(4, 0, "\x01") + cell(10, 0, "\x00") + cell(3, 0, "\x07") + cell(11, 0, "\x2a"), "TRUE FALSE #DIV/0! #N/A", nil},
		{"a record that is too short", row + cell(5, 0, "abc") + cell(6, 0, extracttest.U32(1<<31)+"a") + cell(7, 0, extracttest.U32(1)), "b", nil},
		{"a record that is cut short", row + "\x07\x0cabc", "", extract.ErrMalformed},
		{"a number that is cut short", row + "\x87", "", extract.ErrMalformed},
		{"a picture only", extracttest.Brt(551, extracttest.WideOf("r1")), "", extract.ErrNoText},
	} {
		d, text, err := extracttest.TextOf(extracttest.BinaryWorkbook(t, tt.in, row+cell(6, 0, extracttest.WideOf("hidden"))), extract.Options{Name: "a.xlsb"})
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
	f.Add(extracttest.Brt(0, extracttest.U32(0))+extracttest.Brt(7, extracttest.U32(0)+extracttest.U32(0)+extracttest.U32(0))+extracttest.Brt(5, extracttest.U32(0)+extracttest.U32(1)+"01234567")+extracttest.Brt(8, extracttest.U32(0)+extracttest.U32(0)+extracttest.WideOf("ab")), extracttest.Brt(2, extracttest.U32(0)+extracttest.U32(0)+extracttest.U32(7)))
	f.Fuzz(func(t *testing.T, sheet, strings string) {
		o := extracttest.BinaryWorkbook(t, sheet, "")
		if _, _, err := extracttest.TextOf(o, extract.Options{}); err != nil && !extracttest.Named(err) {
			t.Errorf("%v, expected an error with a name", err)
		}
		members := []string{
			"[Content_Types].xml", extracttest.Types("w.bin", "application/vnd.ms-excel.sheet.binary.macroEnabled.main"),
			"_rels/.rels", extracttest.Links("officeDocument", "w.bin"), "w.bin", sheet, "s.bin", strings, "_rels/w.bin.rels", extracttest.Links("styles", "s.bin", "sharedStrings", "s.bin"),
		}
		if _, _, err := extracttest.TextOf(extracttest.Pack(t, members...), extract.Options{}); err != nil && !extracttest.Named(err) {
			t.Errorf("%v, expected an error with a name", err)
		}
	})
}
