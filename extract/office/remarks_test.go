package office_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
)

// Text that is not shown is read only if it is asked for, each kind by itself.
func TestInclude(t *testing.T) {
	const s = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`
	book := func(threads string) []byte {
		links := []string{"comments", "n.xml"}
		if threads != "" {
			links = append(links, "threadedComment", "h.xml")
		}
		sheet := `<worksheet ` + s + `><sheetData><row><c t="inlineStr"><is><t>cell</t></is></c></row></sheetData></worksheet>`
		return extracttest.Pack(t, "[Content_Types].xml", extracttest.Types("xl/w.xml", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"),
			"_rels/.rels", extracttest.Links("officeDocument", "xl/w.xml"),
			"xl/w.xml", `<workbook `+s+` xmlns:r="`+extracttest.Relations+`"><sheets><sheet r:id="r1"/><sheet r:id="r2" state="hidden"/></sheets></workbook>`,
			"xl/_rels/w.xml.rels", extracttest.Links("worksheet", "a.xml", "worksheet", "b.xml"),
			"xl/a.xml", sheet, "xl/b.xml", strings.Replace(sheet, "cell", "secret", 1),
			"xl/_rels/a.xml.rels", extracttest.Links(links...),
			"xl/n.xml", `<comments `+s+`><authors><author>Keeper</author></authors><commentList><comment><text><r><t>ask </t></r><r><t>him</t></r></text></comment></commentList></comments>`,
			"xl/h.xml", `<ThreadedComments xmlns="x"><threadedComment><text>ask her</text></threadedComment></ThreadedComments>`)
	}
	const p = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" ` + extracttest.DrawNS
	holder := func(kind, s string) string {
		return `<p:sp><p:nvSpPr><p:nvPr><p:ph type="` + kind + `"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>` + s + `</a:t></a:r></a:p></p:txBody></p:sp>`
	}
	shape := func(s string) string { return `<p:sp><a:p><a:r><a:t>` + s + `</a:t></a:r></a:p></p:sp>` }
	deck := extracttest.Pack(t, "[Content_Types].xml", extracttest.Types("ppt/p.xml", "application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"),
		"_rels/.rels", extracttest.Links("officeDocument", "ppt/p.xml"),
		"ppt/p.xml", `<p:presentation `+p+` xmlns:r="`+extracttest.Relations+`"><p:sldIdLst><p:sldId r:id="r1"/><p:sldId r:id="r2"/></p:sldIdLst></p:presentation>`,
		"ppt/_rels/p.xml.rels", extracttest.Links("slide", "a.xml", "slide", "b.xml"),
		"ppt/a.xml", `<p:sld `+p+`>`+shape("slide")+`</p:sld>`, "ppt/b.xml", `<p:sld `+p+` show="0">`+shape("secret")+`</p:sld>`,
		"ppt/_rels/a.xml.rels", extracttest.Links("notesSlide", "n.xml", "comments", "c.xml"), "ppt/_rels/b.xml.rels", extracttest.Links("notesSlide", "m.xml"),
		"ppt/n.xml", `<p:notes `+p+`>`+holder("sldNum", "1")+holder("body", "breathe")+`</p:notes>`, "ppt/m.xml", `<p:notes `+p+`>`+holder("body", "wait")+`</p:notes>`,
		"ppt/c.xml", `<p:cmLst `+p+`><p:cm authorId="0"><p:text>ask him</p:text></p:cm></p:cmLst>`)
	word := extracttest.DOCX(t, `<w:p>`+extracttest.Run("shown")+`<w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>secret</w:t></w:r><w:r><w:commentReference w:id="0"/></w:r></w:p>`,
		"word/_rels/document.xml.rels", extracttest.Links("comments", "c.xml", "footnotes", "f.xml"),
		"word/c.xml", `<w:comments `+extracttest.WordNS+`><w:comment w:id="0" w:author="Keeper"><w:p>`+extracttest.Run("ask him")+`</w:p></w:comment></w:comments>`,
		"word/f.xml", `<w:footnotes `+extracttest.WordNS+`><w:footnote w:id="2"><w:p><w:r><w:footnoteRef/></w:r>`+extracttest.Run("built")+`</w:p></w:footnote></w:footnotes>`)
	odf := []byte(`<office:document office:mimetype="application/vnd.oasis.opendocument.text" ` + extracttest.ODF + ` xmlns:dc="http://purl.org/dc/elements/1.1/"><office:body><office:text>
<text:p>shown<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>built</text:p></text:note-body></text:note><text:hidden-text text:is-hidden="true">secret</text:hidden-text>` +
		`<office:annotation><dc:creator>Keeper</dc:creator><dc:date>2026-01-01</dc:date><text:p>ask him</text:p></office:annotation></text:p></office:text></office:body></office:document>`)
	for _, tt := range []struct {
		name, include, want string
		octets              []byte
		why                 string
	}{
		{"sheet", "", "cell", book(""), "nothing is asked for"},
		{"sheet", "comments", "cell\nask him", book(""), "without their authors"},
		{"sheet", "comments", "cell\nask her", book("threads"), "the copy for older programs is left out"},
		{"sheet", "hidden", "cell\nsecret", book(""), "a hidden sheet"},
		{"sheet", "notes", "cell", book(""), "a sheet has none"},
		{"slides", "", "slide", deck, "nothing is asked for"},
		{"slides", "notes", "slide\nbreathe", deck, "without the number of the slide, and of shown slides only"},
		{"slides", "comments", "slide\nask him", deck, "comments alone"},
		{"slides", "hidden", "slide\nsecret", deck, "a hidden slide"},
		{"slides", "notes,comments,hidden", "slide\nsecret\nask him\nbreathe\nwait", deck, "all of it"},
		{"document", "", "shown\nbuilt", word, "nothing is asked for"},
		{"document", "comments", "shown\nbuilt\nask him", word, "after the notes"},
		{"document", "hidden", "shownsecret\nbuilt", word, "where it stands"},
		{"document", "anchors", "shown\uFDD0\n\uFDD0built", word, "at the reference and at the note"},
		{"text", "", "shown\nbuilt", odf, "nothing is asked for"},
		{"text", "comments", "shown\nbuilt\nask him", odf, "without the author and the date"},
		{"text", "hidden", "shownsecret\nbuilt", odf, "where it stands"},
		{"text", "anchors", "shown\uFDD0\n\uFDD0\nbuilt", odf, "at the reference and at the note"},
	} {
		var include []string
		if tt.include != "" {
			include = strings.Split(tt.include, ",")
		}
		_, text, err := extracttest.TextOf(tt.octets, extract.Options{Include: include})
		if diff := cmp.Diff(tt.want, text); diff != "" || err != nil {
			t.Errorf("%s, %q: %s: %v (-want +got):\n%s", tt.name, tt.include, tt.why, err, diff)
		}
	}
	if _, _, err := extracttest.TextOf(word, extract.Options{Include: []string{"margins"}}); err == nil || !strings.Contains(err.Error(), "expected notes, comments, hidden, anchors or attachments") {
		t.Errorf("text of an unknown name: error %v", err)
	}
}
