package office_test

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
	"github.com/lsh-interop/fpcheck/extract/internal/ole"
)

// The states of controls, as LibreOffice wrote them.
const (
	tickedBox = "00023c00450 1c08400000000 1b08002c 00000000 04000000 02000000 0e000000 01000000 9f0f0000ce070000 31000000 63006f006e00730065006e0074000000"
	textState = "00023000470 3408200000000 1b08002c 05000080 00000000 01000000 06000000 00000000 9f0f0000ce070000 35003000300000 00"
)

func binaryState(t testing.TB, s string) string {
	octets, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return string(octets)
}

func activeX(class, persistence, inside string) string {
	return `<ax:ocx xmlns:ax="http://schemas.microsoft.com/office/2006/activeX" xmlns:r="` + extracttest.Relations + `" ax:classid="{` + class +
		`-EC42-11CE-9e0d-00aa006002f3}" ax:persistence="` + persistence + `" r:id="r1">` + inside + `</ax:ocx>`
}

func TestActiveX(t *testing.T) {
	property := func(name, value string) string {
		return `<ax:ocxPr ax:name="` + name + `" ax:value="` + value + `"/>`
	}
	box, text := binaryState(t, tickedBox), binaryState(t, textState)
	class := strings.Repeat("c", 16)
	compressed := strings.Replace(strings.Replace(text, "\x06\x00\x00\x00", "\x03\x00\x00\x80", 1), "5\x000\x000\x00\x00\x00", "500\x00", 1)
	password := strings.Replace(text, "\x01\x00\x00\x00\x06", "\x01\x00*\x00\x06", 1)
	storage := string(ole.Write([]ole.Stream{{Path: []string{"contents"}, Octets: []byte(box)}}))
	for _, tt := range []struct{ why, control, state, want, note string }{
		{"a tick, in a compound file", activeX("8BD21D40", "persistStorage", ""), storage, "a☒ consentb", ""},
		{"a tick, behind the class", activeX("8bd21d40", "persistStreamInit", ""), class + box, "a☒ consentb", ""},
		{"no tick", activeX("8BD21D50", "persistStreamInit", ""), class + strings.Replace(box, "1\x00", "0\x00", 1), "a☐ consentb", ""},
		{"a text", activeX("8BD21D10", "persistStreamInit", ""), class + text, "a500b", ""},
		{"a text whose zeros are left out", activeX("8BD21D10", "persistStreamInit", ""), class + compressed, "a500b", ""},
		{"a password", activeX("8BD21D10", "persistStreamInit", ""), class + password, "ab", ""},
		{"what is chosen, in XML", activeX("8BD21D30", "persistPropertyBag", property("Value", "oil")+property("Caption", "x")), "", "aoilb", ""},
		{"a button that is down, in XML", activeX("8BD21D60", "persistPropertyBag", property("Value", "1")), "", "a☒b", ""},
		{"a button", activeX("D7053240", "persistStreamInit", ""), class, "ab", ""},
		{"cut short", activeX("8BD21D10", "persistStreamInit", ""), (class + text)[:40], "ab", "a form control cannot be read"},
		{"nothing", activeX("8BD21D10", "persistStreamInit", ""), "", "ab", "a form control cannot be read"},
		{"a string beyond the end", activeX("8BD21D10", "persistStreamInit", ""), class + strings.Replace(text, "\x06\x00\x00\x00", "\xff\xff\xff\x7f", 1), "ab", "a form control cannot be read"},
		{"no XML", "<ax", "", "ab", "a form control cannot be read"},
	} {
		d, got, err := extracttest.TextOf(extracttest.DOCX(t, `<w:p>`+extracttest.Run("a")+`<w:r><w:object><w:control r:id="r1"/></w:object></w:r>`+extracttest.Run("b")+`</w:p>`,
			"word/_rels/document.xml.rels", extracttest.Links("control", "activeX/a.xml"), "word/activeX/a.xml", tt.control,
			"word/activeX/_rels/a.xml.rels", extracttest.Links("activeXControlBinary", "a.bin"), "word/activeX/a.bin", tt.state), extract.Options{})
		if diff := cmp.Diff(tt.want, got); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", tt.why, err, diff)
			continue
		}
		if notes := strings.Join(d.Notes, "\n"); tt.note == "" && notes != "" || !strings.Contains(notes, tt.note) {
			t.Errorf("%s: notes %q, want %q", tt.why, notes, tt.note)
		}
	}
}

func TestControlsOfSheets(t *testing.T) {
	for _, tt := range []struct{ why, properties, want string }{
		{"a tick", `objectType="CheckBox" checked="Checked"`, "a\n☒"},
		{"no tick", `objectType="CheckBox"`, "a\n☐"},
		{"neither", `objectType="CheckBox" checked="Mixed"`, "a\n☒"},
		{"a radio button that is not chosen", `objectType="Radio" checked="Unchecked"`, "a\n☐"},
		{"the second entry", `objectType="Drop" sel="2"`, "a\n☒ 2"},
		{"no entry", `objectType="List" sel="0"`, "a"},
		{"a button", `objectType="Button"`, "a"},
	} {
		octets := workbook(t, "", `<sheetData><row><c t="inlineStr"><is><t>a</t></is></c></row></sheetData>`,
			"xl/_rels/workbook.xml.rels", extracttest.Links("worksheet", "a.xml"),
			"xl/_rels/a.xml.rels", extracttest.Links("ctrlProp", "p.xml"),
			"xl/p.xml", `<formControlPr xmlns="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main" `+tt.properties+`/>`)
		if _, got, err := extracttest.TextOf(octets, extract.Options{}); got != tt.want || err != nil {
			t.Errorf("%s: %q, %v, want %q", tt.why, got, err, tt.want)
		}
	}
}
