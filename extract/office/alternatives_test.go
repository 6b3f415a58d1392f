package office_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
)

// Of mc:AlternateContent, the first choice is read that needs nothing but the namespaces of Office.
func TestAlternatives(t *testing.T) {
	const (
		wps   = `xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"`
		other = `xmlns:o="http://example.org/2030"`
	)
	choice := func(attributes, text string) string { return "<mc:Choice " + attributes + ">" + text + "</mc:Choice>" }
	fallback := func(text string) string { return "<mc:Fallback>" + text + "</mc:Fallback>" }
	all := func(parts ...string) string {
		return "<mc:AlternateContent>" + strings.Join(parts, "") + "</mc:AlternateContent>"
	}
	for _, tt := range []struct{ why, in, want string }{
		{"a namespace of Office", all(choice(wps+` Requires="wps"`, "A"), fallback("B")), "A"},
		{"of the standard", all(choice(`xmlns:x="http://purl.oclc.org/ooxml/drawingml/main" Requires="x"`, "A"), fallback("B")), "A"},
		{"declared outside", "<x " + wps + ">" + all(choice(`Requires="wps"`, "A"), fallback("B")) + "</x>", "A"},
		{"declared in another element", "<x " + wps + "/>" + all(choice(`Requires="wps"`, "A"), fallback("B")), "B"},
		{"another namespace", all(choice(other+` Requires="o"`, "A"), fallback("B")), "B"},
		{"the prefix of Office, with another namespace", all(choice(`xmlns:wps="http://example.org/2030" Requires="wps"`, "A"), fallback("B")), "B"},
		{"the prefix is declared again", "<x " + wps + ">" + all(choice(`xmlns:wps="a" Requires="wps"`, "A"), fallback("B")) + "</x>", "B"},
		{"a prefix that is not declared", all(choice(`Requires="zz"`, "A"), fallback("B")), "B"},
		{"two namespaces of Office", all(choice(wps+` Requires=" wps wps "`, "A"), fallback("B")), "A"},
		{"one of two", all(choice(wps+" "+other+` Requires="wps o"`, "A"), fallback("B")), "B"},
		{"the second choice", all(choice(other+` Requires="o"`, "A"), choice(wps+` Requires="wps"`, "B"), fallback("C")), "B"},
		{"the first of two", all(choice(wps+` Requires="wps"`, "A"), choice(wps+` Requires="wps"`, "B"), fallback("C")), "A"},
		{"nothing is required", all(choice("", "A"), fallback("B")), "A"},
		{"no choice", all(fallback("A")), "A"},
		{"nothing to read in the second", all(fallback("A")) + all(choice(other+` Requires="o"`, "B")), "A"},
		{"one in another", all(choice(wps+` Requires="wps"`, all(choice(other+` Requires="o"`, "A"), fallback("B")))), "B"},
		{"one after another", all(choice(wps+` Requires="wps"`, "A"), fallback("B")) + all(choice(wps+` Requires="wps"`, "C"), fallback("D")), "A\nC"},
		{"one in a fallback", all(choice(other+` Requires="o"`, "A"), fallback(all(choice(wps+` Requires="wps"`, "B"), fallback("C")))), "B"},
	} {
		in := func(shape string) string {
			var letters []string
			for _, letter := range []string{"A", "B", "C", "D"} {
				letters = append(letters, ">"+letter+"<", ">"+strings.Replace(shape, "*", letter, 1)+"<")
			}
			return strings.NewReplacer(letters...).Replace(tt.in)
		}
		for format, octets := range map[string][]byte{
			"DOCX": extracttest.DOCX(t, in("<w:p>"+extracttest.Run("*")+"</w:p>")),
			"PPTX": slide(t, in("<p:sp><p:txBody><a:p><a:r><a:t>*</a:t></a:r></a:p></p:txBody></p:sp>")),
			"XLSX": shapes(t, in("<xdr:sp><xdr:txBody><a:p><a:r><a:t>*</a:t></a:r></a:p></xdr:txBody></xdr:sp>")),
		} {
			_, text, err := extracttest.TextOf(octets, extract.Options{})
			if diff := cmp.Diff(tt.want, text); diff != "" || err != nil {
				t.Errorf("%s in %s: %v (-want +got):\n%s", tt.why, format, err, diff)
			}
		}
	}
}

const compatibility = ` xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" `

// slide makes a presentation of one slide with these shapes.
func slide(t *testing.T, shapes string) []byte {
	const p = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"`
	return extracttest.Pack(t, "[Content_Types].xml",
		extracttest.Types("ppt/p.xml", "application/vnd.openxmlformats-officedocument.presentationml."+"presentation.main+xml"),
		"_rels/.rels", extracttest.Links("officeDocument", "ppt/p.xml"),
		"ppt/p.xml", `<p:presentation `+p+` xmlns:r="`+extracttest.Relations+`"><p:sldIdLst><p:sldId r:id="r1"/></p:sldIdLst></p:presentation>`,
		"ppt/_rels/p.xml.rels", extracttest.Links("slide", "a.xml"),
		"ppt/a.xml", `<p:sld `+p+compatibility+extracttest.DrawNS+`>`+shapes+`</p:sld>`)
}

// shapes makes a workbook with these shapes beside the cells of a sheet.
func shapes(t *testing.T, shapes string) []byte {
	s := `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="` + extracttest.Relations + `"`
	return extracttest.Pack(t, "[Content_Types].xml",
		extracttest.Types("xl/workbook.xml", "application/vnd.openxmlformats-officedocument.spreadsheetml."+"sheet.main+xml"),
		"_rels/.rels", extracttest.Links("officeDocument", "xl/workbook.xml"),
		"xl/workbook.xml", `<workbook `+s+`><sheets><sheet r:id="r1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels", extracttest.Links("worksheet", "w.xml"), "xl/w.xml", `<worksheet `+s+`><drawing/></worksheet>`,
		"xl/_rels/w.xml.rels", extracttest.Links("drawing", "d.xml"),
		"xl/d.xml", `<xdr:wsDr xmlns:xdr="x"`+compatibility+extracttest.DrawNS+`>`+shapes+`</xdr:wsDr>`)
}
