package extract

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const sheetML = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`

// xlsx packs a workbook of one sheet, whose cells have the styles of some formats: 0 is that
// of General.
func xlsx(t testing.TB, properties, cells string, formats ...string) []byte {
	var codes, styles strings.Builder
	for i, code := range formats {
		fmt.Fprintf(&codes, `<numFmt numFmtId="%d" formatCode="%s"/>`, 200+i, code)
		fmt.Fprintf(&styles, `<xf numFmtId="%d"/>`, 200+i)
	}
	return pack(t, "[Content_Types].xml", types("xl/workbook.xml", "application/vnd.openxmlformats-officedocument.spreadsheetml."+"sheet.main+xml"),
		"_rels/.rels", links("officeDocument", "xl/workbook.xml"),
		"xl/workbook.xml", `<workbook `+sheetML+` xmlns:r="`+relations+`"><workbookPr `+properties+`/><sheets><sheet r:id="r1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels", links("worksheet", "a.xml", "styles", "styles.xml", "sharedStrings", "s.xml"),
		"xl/s.xml", `<sst `+sheetML+`><si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></si></sst>`,
		"xl/styles.xml", `<styleSheet `+sheetML+`><numFmts>`+codes.String()+`</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>`+styles.String()+`<xf numFmtId="10"/></cellXfs></styleSheet>`,
		"xl/a.xml", `<worksheet `+sheetML+`><sheetData><row>`+cells+`</row></sheetData></worksheet>`)
}

// Cells show what their formats say.
func TestCells(t *testing.T) {
	for _, tt := range []struct {
		why, properties, cells string
		want                   string
	}{
		{"General", "", `<c><v>8.9999999999999997E-2</v></c>`, "0.09"},
		{"a date", "", `<c s="1"><v>33966</v></c>`, "1992-12-28"},
		{"a date since 1904", `date1904="1"`, `<c s="1"><v>33966</v></c>`, "1996-12-29"},
		{"not since 1904", `date1904="false"`, `<c s="1"><v>33966</v></c>`, "1992-12-28"},
		{"an amount", "", `<c s="2"><v>-1234.5</v></c>`, "(1,234.50 €)"},
		{"a format that has a number", "", `<c s="4"><v>0.089999999999999997</v></c>`, "9.00%"},
		{"a style that there is not", "", `<c s="40"><v>1.5</v></c>`, "1.5"},
		{"a text that its format hides", "", `<c s="3" t="str"><v>a</v></c><c t="str"><v>b</v></c>`, "b"},
		{"a number that its format hides", "", `<c s="3"><v>1</v></c><c><v>2</v></c>`, "2"},
		{"the result of a formula", "", `<c s="1"><f>TODAY()</f><v>45000</v></c>`, "2023-03-15"},
		{"an error", "", `<c t="e"><f>1/0</f><v>#DIV/0!</v></c>`, "#DIV/0!"},
		{"truth", "", `<c t="b"><v>1</v></c><c t="b"><v>0</v></c><c t="b"><v/></c>`, "TRUE FALSE"},
		{"a date as a text", "", `<c t="d" s="1"><v>2023-03-15T00:00:00</v></c>`, "2023-03-15"},
		{"a string without its reading", "", `<c t="s"><v>0</v></c>`, "東京"},
		{"a string that there is not", "", `<c t="s"><v>1</v></c><c t="s"><v>-1</v></c><c><v>1</v></c>`, "1"},
		{"no number", "", `<c><v>one</v></c>`, "one"},
		{"cells that show nothing", "", `<c s="1"/><c s="2"><v></v></c><c/><c><v>1</v></c>`, "1"},
	} {
		book := xlsx(t, tt.properties, tt.cells, "yyyy-mm-dd", `#,##0.00 [$€-407];(#,##0.00 [$€-407])`, ";;;")
		_, text, err := textOf(book, Options{})
		if err != nil {
			t.Errorf("%s: %v", tt.why, err)
		}
		if diff := cmp.Diff(tt.want, text); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
}
