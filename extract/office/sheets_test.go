package office_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
)

const sheetML = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`

// xlsx packs a workbook of one sheet. Its cells use styles with the given formats; style 0 is
// General.
func xlsx(t testing.TB, properties, cells string, formats ...string) []byte {
	var codes, styles strings.Builder
	for i, code := range formats {
		fmt.Fprintf(&codes, `<numFmt numFmtId="%d" formatCode="%s"/>`, 200+i, code)
		fmt.Fprintf(&styles, `<xf numFmtId="%d"/>`, 200+i)
	}
	return workbook(t, properties, `<sheetData><row>`+cells+`</row></sheetData>`,
		"xl/_rels/workbook.xml.rels", extracttest.Links("worksheet", "a.xml", "styles", "styles.xml", "sharedStrings", "s.xml"),
		"xl/s.xml", `<sst `+sheetML+`><si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></si></sst>`,
		"xl/styles.xml", `<styleSheet `+sheetML+`><numFmts>`+codes.String()+`</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>`+styles.String()+`<xf numFmtId="10"/></cellXfs></styleSheet>`)
}

// workbook packs a workbook of one sheet, xl/a.xml. More members are alternating names and contents.
func workbook(t testing.TB, properties, sheet string, more ...string) []byte {
	return extracttest.Pack(t, append([]string{
		"[Content_Types].xml", extracttest.Types("xl/workbook.xml", "application/vnd.openxmlformats-officedocument.spreadsheetml."+"sheet.main+xml"),
		"_rels/.rels", extracttest.Links("officeDocument", "xl/workbook.xml"),
		"xl/workbook.xml", `<workbook ` + sheetML + ` xmlns:r="` + extracttest.Relations + `"><workbookPr ` + properties + `/><sheets><sheet r:id="r1"/></sheets></workbook>`,
		"xl/a.xml", `<worksheet ` + sheetML + `>` + sheet + `</worksheet>`,
	}, more...)...)
}

// Cells show what their formats define.
func TestCells(t *testing.T) {
	for _, tt := range []struct {
		why, properties, cells string
		want                   string
	}{
		{"General", "", `<c><v>8.9999999999999997E-2</v></c>`, "0.09"},
		{"a date", "", `<c s="1"><v>33966</v></c>`, "1992-12-28"},
		{"a date since 1904", `date1904="1"`, `<c s="1"><v>33966</v></c>`, "1996-12-29"},
		{"not since 1904", `date1904="false"`, `<c s="1"><v>33966</v></c>`, "1992-12-28"},
		{"the first day of 1900", "", `<c s="1"><v>1</v></c>`, "1900-01-01"},
		{"a date of 1900 as a text", "", `<c t="d" s="1"><v>1900-01-01</v></c>`, "1900-01-01"},
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
		_, text, err := extracttest.TextOf(book, extract.Options{})
		if err != nil {
			t.Errorf("%s: %v", tt.why, err)
		}
		if diff := cmp.Diff(tt.want, text); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
}

// Conditions are not evaluated.
func TestConditionalFormats(t *testing.T) {
	const note = `"xl/a.xml": a condition changes how numbers are shown`
	rules := func(ids ...string) string {
		return `<conditionalFormatting sqref="A1"><cfRule dxfId="` + strings.Join(ids, `"><formula>1</formula></cfRule><cfRule dxfId="`) + `"/></conditionalFormatting>`
	}
	for _, tt := range []struct {
		why, rules string
		want       []string
	}{
		{"none", "", nil},
		{"a colour", rules("0", "7", ""), nil},
		{"a format, twice", rules("0", "1", "1"), []string{note}},
	} {
		octets := workbook(t, "", `<sheetData><row><c><v>5</v></c></row></sheetData>`+tt.rules,
			"xl/_rels/workbook.xml.rels", extracttest.Links("worksheet", "a.xml", "styles", "styles.xml"),
			"xl/styles.xml", `<styleSheet `+sheetML+`><cellXfs><xf numFmtId="0"/></cellXfs><dxfs><dxf><fill/></dxf><dxf><numFmt numFmtId="0" formatCode="0 EUR"/></dxf></dxfs></styleSheet>`)
		d, text, err := extracttest.TextOf(octets, extract.Options{})
		if diff := cmp.Diff(tt.want, d.Notes); diff != "" || text != "5" || err != nil {
			t.Errorf("%s: %q, %v (-want +got):\n%s", tt.why, text, err, diff)
		}
	}
}

// Cells of OpenDocument have the text that they show, or a value that is shown by its format.
func TestOpenCells(t *testing.T) {
	const styles = `<number:date-style style:name="N1"><number:day-of-week number:style="long"/><number:text>, </number:text><number:day/><number:text> </number:text><number:month number:textual="true" number:style="long"/><number:text> </number:text><number:year number:style="long"/></number:date-style>
<number:currency-style style:name="N2P0"><number:number number:decimal-places="2" number:min-integer-digits="1" number:grouping="true"/><number:text> </number:text><number:currency-symbol>€</number:currency-symbol></number:currency-style>
<number:currency-style style:name="N2"><number:text>(</number:text><number:number number:decimal-places="2" number:min-integer-digits="1" number:grouping="true"/><number:text>)</number:text><style:map style:condition="value()&gt;=0" style:apply-style-name="N2P0"/></number:currency-style>
<number:percentage-style style:name="N3"><number:number number:decimal-places="1" number:min-integer-digits="1"/><number:text>%</number:text></number:percentage-style>
<number:time-style style:name="N4"><number:hours number:style="long"/><number:text>:</number:text><number:minutes number:style="long"/><number:text> </number:text><number:am-pm/></number:time-style>
<style:style style:name="a" style:data-style-name="N1"/><style:style style:name="b" style:data-style-name="N2"/><style:style style:name="c" style:data-style-name="N3"/><style:style style:name="d" style:data-style-name="N4"/>`
	for _, tt := range []struct{ why, cell, want string }{
		{"the text", `office:value-type="float" office:value="0.5"><text:p>a half</text:p>`, "a half"},
		{"an empty text", `office:value-type="float" office:value="0.5"><text:p/>`, ""},
		{"a number", `office:value-type="float" office:value="0.5">`, "0.5"},
		{"a number beside a comment", `office:value-type="float" office:value="0.5"><office:annotation><text:p>x</text:p></office:annotation>`, "0.5"},
		{"a date", `office:value-type="date" office:date-value="2023-03-15">`, "3/15/2023"},
		{"a date by its format", `table:style-name="a" office:value-type="date" office:date-value="2023-03-15">`, "Wednesday, 15 March 2023"},
		{"an amount", `table:style-name="b" office:value-type="currency" office:value="1234.5">`, "1,234.50 €"},
		{"a negative amount", `table:style-name="b" office:value-type="currency" office:value="-1234.5">`, "(1,234.50)"},
		{"percent", `table:style-name="c" office:value-type="percentage" office:value="0.125">`, "12.5%"},
		{"percent without a format", `office:value-type="percentage" office:value="0.125">`, "12.50%"},
		{"a time", `table:style-name="d" office:value-type="time" office:time-value="PT13H05M00S">`, "01:05 PM"},
		{"a time without a format", `office:value-type="time" office:time-value="PT36H05M00.5S">`, "36:05:01"},
		{"truth", `office:value-type="boolean" office:boolean-value="true">`, "TRUE"},
		{"a string", `office:value-type="string" office:string-value="東京">`, "東京"},
		{"cells that are repeated", `table:number-columns-repeated="3" office:value-type="float" office:value="7">`, "7 7 7"},
	} {
		body := extracttest.Content("spreadsheet", `<table:table><table:table-row><table:table-cell `+tt.cell+`</table:table-cell></table:table-row></table:table>`)
		body = strings.Replace(body, "<office:body>", `<office:automatic-styles xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0">`+styles+`</office:automatic-styles><office:body>`, 1)
		_, text, err := extracttest.TextOf(extracttest.Pack(t, "mimetype", "application/vnd.oasis.opendocument."+"spreadsheet", "content.xml", body), extract.Options{})
		if err != nil {
			t.Errorf("%s: %v", tt.why, err)
		}
		if diff := cmp.Diff(tt.want, text); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
}
