package office_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
)

func para(s string) string { return `<text:p>` + s + `</text:p>` }

// What the master pages of an OpenDocument show comes last, each line once, in a package and in
// one file.
func TestMasterPages(t *testing.T) {
	master := func(name, next, inside string) string {
		return `<style:master-page style:name="` + name + `" style:next-style-name="` + next + `">` + inside + `</style:master-page>`
	}
	head := func(s string) string { return `<style:header>` + para(s) + `</style:header>` }
	shape := func(class, s string) string {
		return `<draw:frame presentation:class="` + class + `"><draw:text-box>` + para(s) + `</draw:text-box></draw:frame>`
	}
	for _, tt := range []struct{ why, kind, masters, styles, body, want string }{
		{"a header, a footer with the number of the page", "text", master("Standard", "", head("head")+`<style:footer>`+para("foot <text:page-number>1</text:page-number> of <text:page-count>3</text:page-count>")+`</style:footer>`), "", para("a"), "a\nhead\nfoot of"},
		{"one that is not shown", "text", master("Standard", "", `<style:header style:display="false">`+para("x")+`</style:header>`), "", para("a"), "a"},
		{"a master page that no page has", "text", master("Standard", "", head("head")) + master("Index", "", head("x")), "", para("a"), "a\nhead"},
		{"one that a paragraph begins, and the one that follows it", "text", master("Standard", "", head("x")) + master("First", "Next", head("first")) + master("Next", "First", head("next")), `<style:style style:name="P1" style:master-page-name="First"/>`, `<text:p text:style-name="P1">a</text:p>`, "a\nfirst\nnext"},
		{"shapes of a master, but for its placeholders", "presentation", master("M", "", shape("title", "x")+`<draw:custom-shape>`+para("firm")+`</draw:custom-shape>`+shape("footer", "foot<presentation:footer>x</presentation:footer>")), "", `<draw:page draw:master-page-name="M">` + shape("title", "a") + `</draw:page>`, "a\nfirm\nfoot"},
		{"dates of today in sentences on a slide", "presentation", "", "", `<draw:page>` + para(`<text:date>1/1/2020</text:date><text:s/>is a day`) + para(`until <text:date>1/2/2020</text:date> <text:time>9:00</text:time>`) + `</draw:page>`, "1/1/2020 is a day\nuntil 1/2/2020 9:00"},
		{"footers that slides refer to", "presentation", "", "", `<presentation:footer-decl presentation:name="f">foot</presentation:footer-decl><presentation:footer-decl presentation:name="g">x</presentation:footer-decl>` + strings.Repeat(`<draw:page presentation:use-footer-name="f">`+para(`a`)+para(`<text:date>x</text:date> <text:s/>`)+`</draw:page>`, 2), "a\na\nfoot"},
		{"the headers of sheets", "spreadsheet", master("Default", "", head("x")), "", `<table:table><table:table-row><table:table-cell>` + para("a") + `</table:table-cell></table:table-row></table:table>`, "a"},
	} {
		body := `<office:body><office:` + tt.kind + `>` + tt.body + `</office:` + tt.kind + `></office:body>`
		automatic := `<office:automatic-styles>` + tt.styles + `</office:automatic-styles>`
		masters := `<office:master-styles>` + tt.masters + `</office:master-styles>`
		octets := extracttest.Pack(t, "mimetype", "application/vnd.oasis.opendocument."+tt.kind, "styles.xml", `<office:document-styles `+extracttest.ODFMore+`>`+masters+`</office:document-styles>`,
			"content.xml", `<office:document-content `+extracttest.ODFMore+`>`+automatic+body+`</office:document-content>`)
		_, text, err := extracttest.TextOf(octets, extract.Options{})
		if diff := cmp.Diff(tt.want, text); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", tt.why, err, diff)
		}
		flat := `<office:document ` + extracttest.ODFMore + `>` + automatic + masters + body + `</office:document>`
		_, text, err = extracttest.TextOf([]byte(flat), extract.Options{Name: "a.fodt"})
		if diff := cmp.Diff(tt.want, text); diff != "" || err != nil {
			t.Errorf("%s, flat: %v (-want +got):\n%s", tt.why, err, diff)
		}
	}
}

func TestHiddenStylesOfOpenDocument(t *testing.T) {
	style := func(name, attributes, display string) string {
		return `<style:style style:name="` + name + `"` + attributes + `><style:text-properties text:display="` + display + `"/></style:style>`
	}
	styles := `<office:document-styles ` + extracttest.ODFMore + `><office:styles>` + style("Hidden", "", "none") +
		`<style:default-style><style:text-properties text:display="true"/></style:default-style></office:styles>` +
		`<office:automatic-styles>` + style("P1", "", "none") + `</office:automatic-styles></office:document-styles>`
	automatic := `<office:automatic-styles>` + style("Shown", "", "true") +
		`<style:style style:name="Child" style:parent-style-name="Hidden"><style:text-properties/></style:style>` +
		style("ShownChild", ` style:parent-style-name="Hidden"`, "true") + `</office:automatic-styles>`
	in := func(name, style, inside string) string {
		return `<text:` + name + ` text:style-name="` + style + `">` + inside + `</text:` + name + `>`
	}
	note := `<text:note><text:note-body><text:p>x</text:p></text:note-body></text:note>`
	for _, tt := range []struct{ why, body, want string }{
		{"a style with a name hides, an automatic one of another part does not", in("p", "P1", "a"+in("span", "Hidden", "x")), "a"},
		{"a paragraph, with a note", in("p", "Hidden", "x<text:tab/>"+note) + para("a"), "a"},
		{"a style that is based on a hidden one", in("p", "Child", "x") + para("a"), "a"},
		{"a style that shows what its parent hides", in("p", "ShownChild", "a"), "a"},
		{"a span in a hidden paragraph that is shown", in("p", "Hidden", "x"+in("span", "Shown", "a")+"x"), "a"},
		{"in a span that says nothing", in("p", "Hidden", in("span", "Other", "x"+in("span", "Shown", "a"))), "a"},
		{"a hidden span in a shown one", in("p", "Hidden", in("span", "Shown", "a"+in("span", "Hidden", "x")+"b")), "ab"},
		{"the next paragraph", in("p", "Hidden", in("span", "Shown", "a")) + in("p", "Hidden", "x") + para("b"), "a\nb"},
	} {
		octets := extracttest.Pack(t, "mimetype", "application/vnd.oasis.opendocument.text", "styles.xml", styles, "content.xml",
			`<office:document-content `+extracttest.ODFMore+`>`+automatic+`<office:body><office:text>`+tt.body+`</office:text></office:body></office:document-content>`)
		if _, text, err := extracttest.TextOf(octets, extract.Options{}); text != tt.want || err != nil {
			t.Errorf("%s: %q, %v, want %q", tt.why, text, err, tt.want)
		}
	}
}

func TestSymbolsOfOpenDocument(t *testing.T) {
	font := func(style, more, face string) string {
		return `<style:style style:name="` + style + `"` + more + `><style:text-properties style:font-name="` + face + `"/></style:style>`
	}
	head := `<office:font-face-decls><style:font-face style:name="S1" svg:font-family="&apos;Symbol&apos;"/><style:font-face style:name="W1" svg:font-family="Wingdings"/><style:font-face style:name="A" svg:font-family="Arial"/></office:font-face-decls>` +
		`<office:automatic-styles>` + font("Greek", "", "S1") + font("Dings", "", "W1") + font("Latin", ` style:parent-style-name="Greek"`, "A") +
		`<style:style style:name="Child" style:parent-style-name="Greek"><style:text-properties text:display="none"/></style:style></office:automatic-styles>`
	span := func(style, inside string) string {
		return `<text:span text:style-name="` + style + `">` + inside + `</text:span>`
	}
	for _, tt := range []struct {
		why, body, want string
		include         []string
	}{
		{"a Greek letter, a tick, and a picture", span("Greek", "\uF06D") + span("Dings", "\uF0FC\uF04A"), "μ✓\uF04A", nil},
		{"letters that are no symbols", span("Greek", "m") + "\uF06D", "m\uF06D", nil},
		{"in a span without a font", span("Greek", span("None", "\uF06D")), "μ", nil},
		{"another font", span("Latin", "\uF06D"), "\uF06D", nil},
		{"a style that is based on one, of hidden text", "a" + span("Child", "\uF06D"), "a", nil},
		{"the same, where hidden text is asked for", "a" + span("Child", "\uF06D"), "aμ", []string{"hidden"}},
	} {
		flat := `<office:document ` + extracttest.ODFMore + ` office:mimetype="application/vnd.oasis.opendocument.text">` + head + `<office:body><office:text>` + para(tt.body) + `</office:text></office:body></office:document>`
		_, text, err := extracttest.TextOf([]byte(flat), extract.Options{Name: "a.fodt", Include: tt.include})
		if text != tt.want || err != nil {
			t.Errorf("%s: %q, %v, want %q", tt.why, text, err, tt.want)
		}
	}
}

func TestObjectsOfOpenDocument(t *testing.T) {
	cell := func(kind, s string) string {
		return `<table:table-cell office:value-type="` + kind + `">` + para(s) + `</table:table-cell>`
	}
	labels := func(kind string) string {
		return `<number:percentage-style xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0" style:name="N"><number:number number:decimal-places="1" number:min-integer-digits="1"/><number:text>%</number:text></number:percentage-style>` +
			`<style:style style:name="` + kind + `" style:data-style-name="N"><style:chart-properties chart:data-label-number="` + kind + `"/></style:style>`
	}
	series := func(kind string) string { return `<chart:series chart:style-name="` + kind + `"/>` }
	chart := func(class, inside string) string {
		return `<office:automatic-styles><style:style style:name="no"><style:chart-properties chart:display-label="false"/></style:style>` + labels("value") + labels("percentage") + labels("value-and-percentage") + labels("none") + `</office:automatic-styles><office:body><office:chart><chart:chart chart:class="chart:` + class + `"><chart:title>` + para("title") + `</chart:title>` + inside +
			`<table:table><table:table-header-rows><table:table-row><table:table-cell>` + para("") + `</table:table-cell>` + cell("string", "oil") + `</table:table-row></table:table-header-rows><table:table-rows><table:table-row>` + cell("string", "spring") + strings.Replace(cell("float", "7"), ">", ` office:value="7">`, 1) + `</table:table-row></table:table-rows></table:table></chart:chart></office:chart></office:body>`
	}
	axis := func(style string) string {
		return `<chart:plot-area><chart:axis chart:dimension="x" chart:style-name="` + style + `"><chart:title>` + para("across") + `</chart:title></chart:axis></chart:plot-area>`
	}
	for _, tt := range []struct{ why, object, want string }{
		{"a chart", chart("bar", `<chart:legend/>`+axis("")), "title\nspring\nacross\noil"},
		{"one without a legend, and without labels at its axis", chart("bar", axis("no")), "title\nacross"},
		{"values at the columns", chart("bar", series("value")), "title\nspring\n700.0%"},
		{"shares of the sum", chart("circle", series("percentage")), "title\n100%"},
		{"both", chart("circle", series("value-and-percentage")), "title\n700.0%\n100%"},
		{"none", chart("circle", series("none")), "title"},
		{"points, whose table is another", chart("scatter", `<chart:domain/>`+series("value")), "title\nspring"},
		{"a pie, whose legend names the categories", chart("circle", `<chart:legend/>`), "title\nspring"},
		{"a text, which is a document of its own", `<office:body><office:text>` + para("x") + `</office:text></office:body>`, ""},
	} {
		want := strings.ReplaceAll("a\n"+tt.want+"\nb", "\n\n", "\n")
		body := func(object string) string {
			return `<office:body><office:text><text:p>a<draw:frame>` + object + `</draw:frame></text:p>` + para("b") + `</office:text></office:body>`
		}
		octets := extracttest.Pack(t, "mimetype", "application/vnd.oasis.opendocument."+"text",
			"content.xml", `<office:document-content `+extracttest.ODFMore+`>`+body(`<draw:object xlink:href="./o"/>`)+`</office:document-content>`,
			"o/content.xml", `<office:document-content `+extracttest.ODFMore+`>`+tt.object+`</office:document-content>`)
		_, text, err := extracttest.TextOf(octets, extract.Options{})
		if diff := cmp.Diff(want, text); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", tt.why, err, diff)
		}
		flat := `<office:document ` + extracttest.ODFMore + `>` + body(`<draw:object><office:document>`+tt.object+`</office:document></draw:object>`) + `</office:document>`
		_, text, err = extracttest.TextOf([]byte(flat), extract.Options{Name: "a.fodt"})
		if diff := cmp.Diff(want, text); diff != "" || err != nil {
			t.Errorf("%s, flat: %v (-want +got):\n%s", tt.why, err, diff)
		}
	}
	formula := `<office:document ` + extracttest.ODFMore + `><office:body><office:text><text:p>a<draw:frame><draw:object><math:math><math:semantics><math:mi>x</math:mi><math:annotation>hidden</math:annotation></math:semantics></math:math></draw:object></draw:frame>b</text:p></office:text></office:body></office:document>`
	if _, text, err := extracttest.TextOf([]byte(formula), extract.Options{Name: "a.fodt"}); text != "axb" || err != nil {
		t.Errorf("a formula in one file: %q, %v", text, err)
	}
	sheet := `<office:document ` + extracttest.ODFMore + `><office:body><office:spreadsheet><table:table><table:table-row><table:table-cell table:number-columns-repeated="2"><draw:frame><draw:text-box>` + para("box") + para("two") + `</draw:text-box></draw:frame>` + para("a") + `</table:table-cell></table:table-row></table:table></office:spreadsheet></office:body></office:document>`
	if _, text, err := extracttest.TextOf([]byte(sheet), extract.Options{Name: "a.fods"}); text != "a a\nbox\ntwo" || err != nil {
		t.Errorf("a shape in a cell comes after the cells: %q, %v", text, err)
	}
}

// The fields of forms that LibreOffice takes over from Word show what was chosen.
func TestFormsOfOpenDocument(t *testing.T) {
	mark := func(kind string, parameters ...string) string {
		s := `<field:fieldmark xmlns:field="urn:openoffice:names:experimental:ooo-ms-interop:xmlns:field:1.0" field:type="vnd.oasis.opendocument.field.` + kind + `">`
		for i := 0; i < len(parameters); i += 2 {
			s += `<field:param field:name="` + parameters[i] + `" field:value="` + parameters[i+1] + `"/>`
		}
		return s + `</field:fieldmark>`
	}
	const entry, selected, checked = "Dropdown_ListEntry", "Dropdown_Selected", "Checkbox_Checked"
	for _, tt := range []struct{ why, mark, want string }{
		{"the chosen entry of a list", mark("FORMDROPDOWN", entry, "oil", entry, "wick", selected, "1"), "a wick b"},
		{"the first one, if none is chosen", mark("FORMDROPDOWN", entry, "oil", entry, "wick"), "a oil b"},
		{"a box with a tick", mark("FORMCHECKBOX", checked, "true"), "a ☒ b"},
		{"a box without one", mark("FORMCHECKBOX", checked, "false"), "a ☐ b"},
		{"another field", mark("FORMTEXT", checked, "true"), "a b"},
	} {
		octets := extracttest.Pack(t, "mimetype", "application/vnd.oasis.opendocument.text", "content.xml", extracttest.Content("text", para("a "+tt.mark+" b")))
		_, text, err := extracttest.TextOf(octets, extract.Options{})
		if diff := cmp.Diff(tt.want, text); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", tt.why, err, diff)
		}
	}
}

// A control of a form shows what was filled in, at its place.
func TestControlsOfOpenDocument(t *testing.T) {
	const at = `<draw:control draw:control="c"/>`
	for _, tt := range []struct{ why, controls, body, want string }{
		{"what was typed", `<form:text form:id="c" form:value="preset" form:current-value="Smith"/>`, para("a" + at), "a\nSmith"},
		{"in the line", `<form:text xml:id="c" form:current-value="Smith"/>`, para(`a<draw:control text:anchor-type="as-char" draw:control="c"/>b`), "a Smith b"},
		{"what stands there at first", `<form:combobox form:id="c" form:value="preset"/>`, para(at), "preset"},
		{"what was taken away", `<form:text form:id="c" form:value="preset" form:current-value=""/>`, para("a" + at), "a"},
		{"a box with a tick", `<form:checkbox form:id="c" form:label="I agree" form:current-state="checked"/>`, para(at), "☒ I agree"},
		{"a tick that was taken away", `<form:checkbox form:id="c" form:label="I agree" form:state="checked" form:current-state="unchecked"/>`, para(at), "☐ I agree"},
		{"the choice between buttons", `<form:radio form:id="c" form:label="oil" form:value="1" form:current-selected="true"/>`, para(at), "☒ oil"},
		{"the chosen entries of a list", `<form:listbox form:id="c"><form:option form:label="x" form:selected="true"/><form:option form:label="oil" form:current-selected="true"/><form:option form:label="wick" form:current-selected="true"/></form:listbox>`, para(at), "oil\nwick"},
		{"the entry that is chosen at first", `<form:listbox form:id="c"><form:option form:label="x"/><form:option form:label="oil" form:selected="true"/></form:listbox>`, para(at), "oil"},
		{"lines of a text", "<form:textarea form:id='c' form:current-value='oil&#10;wick'/>", para(at), "oil\nwick"},
		{"paragraphs", `<form:textarea form:id="c"><text:p>oil <text:span>and</text:span></text:p><text:p>wick</text:p></form:textarea>`, para(at), "oil and\nwick"},
		{"a label, and a button without its value", `<form:fixed-text form:id="c" form:label="name"/><form:button form:id="d" form:label="send" form:value="x"/>`, para(at + `<draw:control draw:control="d"/>`), "name\nsend"},
		{"the columns of a grid", `<form:grid form:id="c"><form:column form:label="oil"><form:text form:label="x"/></form:column><form:column form:label="wick"/></form:grid>`, para(at), "oil\nwick"},
		{"secrets, and what is not visible", `<form:password form:id="c" form:current-value="x"/><form:hidden form:id="c" form:value="x"/><form:text form:id="c" form:visible="false" form:current-value="x"/>`, para("a" + at), "a"},
		{"a control without a place", `<form:text form:id="x" form:current-value="x"/>`, para("a" + at), "a"},
	} {
		const space = ` xmlns:form="urn:oasis:names:tc:opendocument:xmlns:form:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"`
		body := `<office:forms` + space + `><form:form>` + tt.controls + `</form:form></office:forms>` + tt.body
		body = strings.ReplaceAll(body, "<draw:control ", "<draw:control"+space+" ")
		octets := extracttest.Pack(t, "mimetype", "application/vnd.oasis.opendocument.text", "content.xml", extracttest.Content("text", body))
		_, text, err := extracttest.TextOf(octets, extract.Options{})
		if diff := cmp.Diff(tt.want, text); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", tt.why, err, diff)
		}
	}
	sheet := `<table:table><office:forms><form:form><form:text form:id="c" form:current-value="Smith"/></form:form></office:forms><table:table-row><table:table-cell>` + para("a") + at + `</table:table-cell></table:table-row></table:table>`
	flat := `<office:document xmlns:form="urn:oasis:names:tc:opendocument:xmlns:form:1.0" ` + extracttest.ODFMore + `><office:body><office:spreadsheet>` + sheet + `</office:spreadsheet></office:body></office:document>`
	if _, text, err := extracttest.TextOf([]byte(flat), extract.Options{Name: "a.fods"}); text != "a\nSmith" || err != nil {
		t.Errorf("a control on a sheet comes after the cells: %q, %v", text, err)
	}
}

// OpenOffice.org 1 has the elements of OpenDocument in other namespaces, and some with other names.
func TestOpenOffice1(t *testing.T) {
	const root = `office:document-content xmlns:office="http://openoffice.org/2000/office" xmlns:style="http://openoffice.org/2000/style" xmlns:text="http://openoffice.org/2000/text" xmlns:table="http://openoffice.org/2000/table" xmlns:draw="http://openoffice.org/2000/drawing" xmlns:presentation="http://openoffice.org/2000/presentation" xmlns:form="http://openoffice.org/2000/form" xmlns:svg="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"`
	const hides = `<office:automatic-styles><style:style style:name="H"><style:properties text:display="none"/></style:style><style:style style:name="S"><style:properties table:display="false"/></style:style><style:style style:name="P"><style:properties presentation:visibility="hidden"/></style:style></office:automatic-styles>`
	manifest := func(kind, more string) string {
		return `<manifest:manifest xmlns:manifest="http://openoffice.org/2001/manifest"><manifest:file-entry manifest:media-type="application/vnd.sun.xml.` + kind + `" manifest:full-path="/"/>` + more + `</manifest:manifest>`
	}
	for _, tt := range []struct{ why, kind, class, body, want string }{
		{"a text", "writer", "text", `<text:p>a<text:tab-stop/>b<text:span text:style-name="H">x</text:span><text:footnote><text:footnote-citation>1</text:footnote-citation><text:footnote-body><text:p>note</text:p></text:footnote-body></text:footnote></text:p><text:p>c<text:endnote><text:endnote-citation>i</text:endnote-citation><text:endnote-body><text:p>end</text:p></text:endnote-body></text:endnote></text:p>`, "a b\nc\nnote\nend"},
		{"a picture with a description, and a form", "writer.template", "text", `<office:forms><form:form><form:text form:id="c" form:current-value="Smith"/></form:form></office:forms><text:p>a<draw:image><svg:desc>x</svg:desc></draw:image><draw:control form:id="c"/></text:p>`, "a\nSmith"},
		{"sheets, without the hidden one", "calc", "spreadsheet", `<table:table><table:table-row><table:table-cell table:value-type="float" table:value="1"><text:p>1.0</text:p></table:table-cell><table:table-cell table:formula="x" table:value-type="string" table:string-value=""/><table:table-cell table:value-type="float" table:value="2"/></table:table-row></table:table><table:table table:style-name="S"><table:table-row><table:table-cell><text:p>x</text:p></table:table-cell></table:table-row></table:table>`, "1.0 2"},
		{"slides, without the hidden one and without notes", "impress", "presentation", `<draw:page><draw:text-box><text:p>a</text:p></draw:text-box><presentation:notes><text:p>x</text:p></presentation:notes></draw:page><draw:page draw:style-name="P"><text:p>x</text:p></draw:page>`, "a"},
		{"a formula in a text", "writer", "text", `<text:p>a<draw:object xlink:href="#./o"/>b</text:p>`, "axyb"},
	} {
		const formula = `<math:math xmlns:math="http://www.w3.org/1998/Math/MathML"><math:semantics><math:mi>x</math:mi><math:mi>y</math:mi><math:annotation>z</math:annotation></math:semantics></math:math>`
		content := `<` + root + ` office:class="` + tt.class + `">` + hides + `<office:body>` + tt.body + `</office:body></office:document-content>`
		for _, files := range [][]string{{"mimetype", "application/vnd.sun.xml." + tt.kind}, nil} { // StarOffice 6 writes no mimetype
			octets := extracttest.Pack(t, append(files, "content.xml", content, "o/content.xml", formula, "META-INF/manifest.xml", manifest(tt.kind, ""))...)
			d, text, err := extracttest.TextOf(octets, extract.Options{})
			if diff := cmp.Diff(tt.want, text); diff != "" || err != nil || d.MediaType != "application/vnd.sun.xml."+tt.kind || len(d.Lost) > 0 {
				t.Errorf("%s: %s, %v, %q (-want +got):\n%s", tt.why, d.MediaType, err, d.Lost, diff)
			}
		}
	}
	octets := extracttest.Pack(t, "content.xml", "<x/>", "META-INF/manifest.xml", manifest("writer", `<manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry>`))
	if _, _, err := extracttest.TextOf(octets, extract.Options{}); !errors.Is(err, extract.ErrEncrypted) {
		t.Errorf("with a password: %v, want %v", err, extract.ErrEncrypted)
	}
}

// A formula or a chart may be a document alone. A data base is a document without a reader.
func TestKindsOfOpenDocument(t *testing.T) {
	const formula = `<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mi>x</mi><mo>+</mo><mi>y</mi><annotation>z</annotation></semantics></math>`
	chart := `<office:document-content ` + extracttest.ODFMore + `><office:body><office:chart><chart:chart chart:class="chart:bar"><chart:title>` + para("title") + `</chart:title></chart:chart></office:chart></office:body></office:document-content>`
	for _, tt := range []struct {
		why, mediaType, content, want string
		err                           error
	}{
		{"a formula", "application/vnd.oasis.opendocument.formula", formula, "x+y", nil},
		{"the same of OpenOffice.org 1", "application/vnd.sun.xml.math", formula, "x+y", nil},
		{"a formula without signs", "application/vnd.oasis.opendocument.formula", `<math xmlns="http://www.w3.org/1998/Math/MathML"/>`, "", nil},
		{"a chart", "application/vnd.oasis.opendocument.chart", chart, "title", nil},
		{"a data base", "application/vnd.oasis.opendocument.base", chart, "", extract.ErrUnsupported},
	} {
		octets := extracttest.Pack(t, "mimetype", tt.mediaType, "content.xml", tt.content)
		_, text, err := extracttest.TextOf(octets, extract.Options{})
		if text != tt.want || !errors.Is(err, tt.err) {
			t.Errorf("%s: %q, %v, want %q, %v", tt.why, text, err, tt.want, tt.err)
		}
	}
}
