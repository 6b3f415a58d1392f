package office_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
)

const mathNS = `xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"`

// mathRun is a run of characters in a formula of Office.
func mathRun(s string) string { return `<m:r><m:t>` + s + `</m:t></m:r>` }

// mathPart is a part of a structure in a formula of Office.
func mathPart(name, s string) string { return `<m:` + name + `>` + mathRun(s) + `</m:` + name + `>` }

// TestFormulasOfOffice reads each formula from a text, from a slide and from a shape of a sheet.
func TestFormulasOfOffice(t *testing.T) {
	sum := `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr>` + mathPart("sub", "i") + mathPart("e", "k") + `</m:nary>`
	for _, tt := range []struct{ why, formula, want string }{
		{"a sum", sum, "∑ik"},
		{"an integral", `<m:nary>` + mathPart("sub", "0") + mathPart("sup", "1") + mathPart("e", "f") + `</m:nary>`, "∫01f"},
		{"parentheses", `<m:d>` + mathPart("e", "a") + mathPart("e", "b") + `</m:d>`, "(a|b)"},
		{"an accent", `<m:acc><m:accPr><m:chr m:val="⃗"/></m:accPr>` + mathPart("e", "v") + `</m:acc>`, "v⃗"},
		{"roots", `<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr>` + mathPart("deg", "x") + mathPart("e", "7") + `</m:rad><m:rad>` + mathPart("deg", "3") + mathPart("e", "8") + `</m:rad>`, "√73√8"},
		{"a matrix", `<m:m><m:mr>` + mathPart("e", "1") + mathPart("e", "2") + `</m:mr><m:mr>` + mathPart("e", "3") + mathPart("e", "4") + `</m:mr></m:m>`, "1 2 3 4"},
		{"equations above each other", `<m:eqArr>` + mathPart("e", "x&amp;=1") + mathPart("e", "y&amp;=2") + `</m:eqArr>`, "x =1 y =2"},
		{"a phantom", `<m:phant><m:phantPr><m:show m:val="0"/></m:phantPr>` + mathPart("e", "0") + `</m:phant>` + mathRun("1"), "1"},
	} {
		math := `<m:oMath ` + mathNS + `>` + tt.formula + `</m:oMath>`
		paragraph := `<a:p><a:r><a:t>a</a:t></a:r><a14:m xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main">` + math + `</a14:m></a:p>`
		for _, in := range []struct {
			what   string
			octets []byte
		}{
			{"text", extracttest.DOCX(t, `<w:p>`+extracttest.Run("a")+math+`</w:p>`)},
			{"slide", slide(t, `<p:sp>`+paragraph+`</p:sp>`)},
			{"sheet", shapes(t, `<xdr:sp>`+paragraph+`</xdr:sp>`)},
		} {
			_, text, err := extracttest.TextOf(in.octets, extract.Options{})
			if diff := cmp.Diff("a"+tt.want, text); diff != "" || err != nil {
				t.Errorf("%s in a %s: %v (-want +got):\n%s", tt.why, in.what, err, diff)
			}
		}
	}
}

// TestSignsThatAreHidden reads formulas whose signs are hidden or deleted like runs of a text.
func TestSignsThatAreHidden(t *testing.T) {
	sum := func(properties string) string {
		return `<w:p>` + extracttest.Run("a") + `<m:oMath><m:nary><m:naryPr><m:chr m:val="∑"/><m:ctrlPr>` + properties + `</m:ctrlPr></m:naryPr>` + mathPart("e", "k") + `</m:nary></m:oMath></w:p>`
	}
	for _, tt := range []struct {
		why, body, want string
		include         []string
	}{
		{"a sign", sum(`<w:rPr><w:rFonts w:ascii="Cambria Math"/></w:rPr>`), "a∑k", nil},
		{"hidden", sum(`<w:rPr><w:vanish/></w:rPr>`), "ak", nil},
		{"hidden, where hidden text is asked for", sum(`<w:rPr><w:vanish/></w:rPr>`), "a∑k", []string{"hidden"}},
		{"deleted", sum(`<w:del w:id="1"><w:rPr/></w:del>`), "ak", nil},
		{"a hidden run, and one that is not", `<w:p><m:oMath><m:r><w:rPr><w:vanish/></w:rPr><m:t>x</m:t></m:r>` + mathRun("k") + `</m:oMath></w:p>`, "k", nil},
	} {
		_, text, err := extracttest.TextOf(extracttest.DOCX(t, tt.body), extract.Options{Include: tt.include})
		if diff := cmp.Diff(tt.want, text); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", tt.why, err, diff)
		}
	}
}

func TestFormulasOfOpenDocument(t *testing.T) {
	table := `<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd><mtd/></mtr></mtable>`
	for _, tt := range []struct{ why, formula, want string }{
		{"a sum", `<msub><mo>∑</mo><mi>i</mi></msub><mi>k</mi>`, "∑ik"},
		{"a matrix", `<mo>(</mo>` + table + `<mo>)</mo>`, "(1 2 3 )"},
		{"a square root", `<msqrt><mn>7</mn></msqrt>`, "√7"},
		{"a cube root, whose degree is stored last", `<mn>2</mn><mroot><mn>8</mn><mn>3</mn></mroot><mn>5</mn>`, "23√85"},
		{"roots in each other", `<mroot><mroot><mi>a</mi><mi>b</mi></mroot><mroot><mi>c</mi><mi>d</mi></mroot></mroot><mi>e</mi>`, "d√c√b√ae"},
		{"a root without a degree", `<mroot><mn>8</mn></mroot><mn>5</mn>`, "√85"},
		{"a root with an empty degree", `<mi>x</mi><mroot><mn>8</mn><mrow/></mroot><mn>5</mn>`, "x√85"},
		{"a root of nothing", `<mroot><mrow/><mn>3</mn></mroot><mn>5</mn>`, "3√5"},
		{"the sign of a root around something", `<menclose notation="radical"><mn>7</mn></menclose>`, "√7"},
		{"fences", `<mfenced><mi>x</mi><mi>y</mi></mfenced>`, "(x,y)"},
		{"other fences, the last sign more than once", `<mfenced open="[" close="" separators="; |"><mi>x</mi><mi>y</mi><mi>z</mi><mi>w</mi></mfenced>`, "[x;y|z|w"},
		{"fences of OpenOffice.org", `<mfenced open="&#xE09E;" close="&#xE09F;"><mi>x</mi></mfenced>`, "(x)"},
		{"fences without signs between", `<mfenced separators=""><mi>x</mi><mi>y</mi></mfenced>`, "(xy)"},
		{"fractions", `<mfrac><mn>3</mn><mn>4</mn></mfrac><mo>=</mo><mfrac bevelled="true"><mn>3</mn><mn>4</mn></mfrac>`, "34=3/4"},
		{"a phantom", `<mphantom><mn>0</mn></mphantom><mn>1</mn>`, "1"},
	} {
		math := `<math xmlns="http://www.w3.org/1998/Math/MathML">` + tt.formula + `</math>`
		flat := `<office:document ` + extracttest.ODFMore + ` office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text><text:p>a<draw:object>` + math + `</draw:object>b</text:p></office:text></office:body></office:document>`
		_, text, err := extracttest.TextOf([]byte(flat), extract.Options{})
		if diff := cmp.Diff("a"+tt.want+"b", text); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", tt.why, err, diff)
		}
	}
}
