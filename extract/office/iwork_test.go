package office_test

import (
	"encoding/binary"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/s2"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
)

func keynote09(inner string) string {
	return "<key:presentation" + iworkSpaces + ">" + inner + "</key:presentation>"
}

func body09(inner string) string {
	return `<sf:text-storage sf:kind="body">` + inner + `</sf:text-storage>`
}

func box09(inner string) string {
	return `<sf:drawable-shape><sf:text><sf:text-storage><sf:text-body>` + inner + `</sf:text-body></sf:text-storage></sf:text></sf:drawable-shape>`
}

func TestPages09(t *testing.T) {
	for _, tt := range []struct{ why, in, want string }{
		{"paragraphs, and what ends lines", body09(`<sf:text-body><sf:p>One<sf:tab/>two <sf:span>three</sf:span><sf:lnbr/>four<sf:br/></sf:p><sf:p>five</sf:p></sf:text-body>`), "One two three\nfour\nfive"},
		{"scripts", body09(`<sf:text-body><sf:p>Größe العربية עברית हिन्दी ไทย 日本語 한국어 中文</sf:p></sf:text-body>`), "Größe العربية עברית हिन्दी ไทย 日本語 한국어 中文"},
		{"what is anchored, where it is", body09(`<sf:attachments><sf:attachment sfa:ID="a">` + box09("<sf:p>box</sf:p>") + `</sf:attachment></sf:attachments><sf:text-body><sf:p>one</sf:p><sf:p><sf:attachment-ref sfa:IDREF="a"/></sf:p><sf:p>two</sf:p></sf:text-body>`), "one\nbox\ntwo"},
		{"notes after the text, without their numbers", body09(`<sf:footnotes><sf:text-storage><sf:text-body><sf:p><sf:footnote-mark sf:mark="1"/>note</sf:p></sf:text-body></sf:text-storage></sf:footnotes><sf:text-body><sf:p>text<sf:footnote sf:index="0"/>.</sf:p></sf:text-body>`), "text.\nnote"},
		{"what is fixed on pages, after the text", `<sl:drawables><sl:page-group sl:page="1">` + box09("<sf:p>box</sf:p>") + `</sl:page-group></sl:drawables>` + body09(`<sf:text-body><sf:p>text</sf:p></sf:text-body>`), "text\nbox"},
		{"headers and footers once, without the number of the page", `<sf:headers><sf:header sf:name="o"><sf:text-storage><sf:text-body><sf:p>head</sf:p></sf:text-body></sf:text-storage></sf:header></sf:headers>` +
			`<sf:footers><sf:footer sf:name="f"><sf:text-storage><sf:text-body><sf:p>foot <sf:page-number sf:value="1"/></sf:p></sf:text-body></sf:text-storage></sf:footer></sf:footers>` + body09(`<sf:text-body><sf:p>text</sf:p></sf:text-body>`), "text\nhead\nfoot"},
		{"only the headers of pages that are there", `<sl:stylesheet><sf:sectionstyle sf:ident="base"><sf:property-map><sf:oddPageMaster><sf:pagemaster sl:header="o"/></sf:oddPageMaster><sf:firstPageMaster><sf:pagemaster sl:header="f"/></sf:firstPageMaster></sf:property-map></sf:sectionstyle>` +
			`<sf:sectionstyle sfa:ID="s" sf:parent-ident="base"><sf:property-map/></sf:sectionstyle></sl:stylesheet><sf:headers><sf:header sf:name="o"><sf:p>odd</sf:p></sf:header><sf:header sf:name="f"><sf:p>first</sf:p></sf:header></sf:headers>` +
			body09(`<sf:text-body><sf:section sf:style="s"><sf:p>text</sf:p></sf:section></sf:text-body>`), "text\nodd"},
		{"neither comments nor pages that may be added", `<sl:section-prototypes>` + body09(`<sf:text-body><sf:p>Lorem</sf:p></sf:text-body>`) + `</sl:section-prototypes><sf:annotations><sf:annotation><sf:p>comment</sf:p></sf:annotation></sf:annotations>` + body09(`<sf:text-body><sf:p>text</sf:p></sf:text-body>`), "text"},
		{"each cell of a table is a line", grid09("2", cell09(`sf:ct="0"`, "a")+cell09("", "b")+cell09(`sf:ct="255"`, "c")), "Costs\na\nb\nc"},
	} {
		d, text, err := extracttest.TextOf(extracttest.Pack(t, "index.xml", pages09(tt.in), "buildVersionHistory.plist", ""), extract.Options{})
		if err != nil {
			t.Errorf("%s: %v", tt.why, err)
			continue
		}
		if diff := cmp.Diff([]string{tt.want, "application/vnd.apple.pages"}, []string{text, d.MediaType}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
}

func TestNumbers09(t *testing.T) {
	style := `<ls:stylesheet><sf:cell-style sf:ident="base"><sf:property-map><sf:SFTCellStylePropertyFormatType><sf:number sfa:number="257"/></sf:SFTCellStylePropertyFormatType>` +
		`<sf:SFTCellStylePropertyNumberFormat><sf:number-format sf:format-type="1" sf:format-decimal-places="2" sf:format-currency-code="EUR" sf:format-show-thousands-separator="true" sf:format-use-accounting-style="true"/></sf:SFTCellStylePropertyNumberFormat>` +
		`<sf:SFTCellStylePropertyDateTimeFormat><sf:date-format sf:fmt="d MMM yyyy"/></sf:SFTCellStylePropertyDateTimeFormat></sf:property-map></sf:cell-style>` +
		`<sf:cell-style sfa:ID="s" sf:parent-ident="base"/></ls:stylesheet>`
	for _, tt := range []struct{ why, in, want string }{
		{"rows are lines; a cell says how far it is from the last", grid09("3", cell09(`sf:ct="0"`, "a")+cell09("", "b")+cell09(`sf:ct="255"`, "c")+`<sf:g sf:ct="2"/>`+cell09(`sf:ct="254"`, "d")), "Costs\na b\nc\nd"},
		{"or does not, in the documents of old", grid09("2", cell09("", "a")+cell09("", "b")+"<sf:g/>"+cell09("", "c")), "Costs\na b\nc"},
		{"numbers and dates by the format of a style", style + grid09("9", `<sf:n sf:s="s" sf:v="-1234.5" sf:ct="0"/><sf:d sf:s="s" sf:cell-date="86400"/>`), "Costs\n€(1,234.50) 2 Jan 2001"},
		{"by a format of their own", grid09("9", `<sf:n sf:v="0.5" sf:ct="0"><sf:cf sfa:ID="c"><sf:number-format sfa:ID="f" sf:format-type="2" sf:format-decimal-places="0"/></sf:cf></sf:n><sf:n sf:v="0.25"><sf:cf><sf:number-format-ref sfa:IDREF="f"/></sf:cf></sf:n>`), "Costs\n50% 25%"},
		{"without a format", grid09("9", `<sf:n sf:v="0.10000000000000001" sf:ct="0"/><sf:d sf:cell-date="0"/><sf:du sf:v="90"/>`), "Costs\n0.1 1/1/2001 1m 30s"},
		{"results of formulas, not the formulas", grid09("9", `<sf:f sf:ct="0"><sf:fo sf:fs="=A1"/><sf:r><sf:rn sf:v="7"/></sf:r></sf:f><sf:f><sf:r><sf:rt><sf:ct sfa:s="seven"/></sf:rt></sf:r></sf:f>`), "Costs\n7 seven"},
		{"of a menu what is chosen, and no boxes to tick", grid09("9", `<sf:pm sf:ct="0"><sf:menu-choices>`+cell09(`sfa:ID="x"`, "tea")+cell09(`sfa:ID="y"`, "milk")+`</sf:menu-choices><sf:proxied-cell-ref sfa:IDREF="y"/></sf:pm><sf:cb/>`), "Costs\nmilk"},
		{"charts: names of series and of categories, and the title", `<sf:chart-info><sf:chart-row_names><sf:string sfa:string="2020"/></sf:chart-row_names><sf:chart-name sfa:string="Sales"/></sf:chart-info>`, "2020\nSales"},
	} {
		d, text, err := extracttest.TextOf(extracttest.Pack(t, "index.xml", numbers09(tt.in)), extract.Options{})
		if err != nil {
			t.Errorf("%s: %v", tt.why, err)
			continue
		}
		if diff := cmp.Diff([]string{tt.want, "application/vnd.apple.numbers"}, []string{text, d.MediaType}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
}

func TestKeynote09(t *testing.T) {
	theme := `<key:theme-list><key:theme><key:master-slides><key:master-slide><key:title-placeholder sfa:ID="mt"><sf:p>Prompt</sf:p></key:title-placeholder>` +
		`<key:page><sf:layers><sf:layer sfa:ID="l"><sf:drawables><sf:title-placeholder-ref sfa:IDREF="mt"/>` + box09("<sf:p>Company</sf:p>") + `</sf:drawables></sf:layer></sf:layers></key:page></key:master-slide></key:master-slides></key:theme></key:theme-list>`
	slide := func(attributes, title, more string) string {
		return `<key:slide ` + attributes + `><key:title-placeholder sfa:ID="` + title + `"><key:text><sf:text-storage><sf:text-body><sf:p>` + title + `</sf:p></sf:text-body></sf:text-storage></key:text></key:title-placeholder>` +
			`<key:page><sf:layers><sf:proxy-master-layer><sf:layer-ref sfa:IDREF="l"/></sf:proxy-master-layer><sf:layer><sf:drawables>` + box09("<sf:p>box</sf:p>") + more + `</sf:drawables></sf:layer></sf:layers></key:page>` +
			`<key:notes><sf:text-storage><sf:p>say this</sf:p></sf:text-storage></key:notes></key:slide>`
	}
	refer := func(id string) string { return `<sf:title-placeholder-ref sfa:IDREF="` + id + `"/>` }
	in := keynote09(theme + `<key:slide-list>` + slide("", "One", refer("One")+`<sf:sticky-note><sf:p>comment</sf:p></sf:sticky-note>`) + slide(`key:hidden="true"`, "Two", refer("Two")) + slide("", "Three", "") + `</key:slide-list>`)
	for _, members := range [][]string{{"index.apxl", in}, {"index.apxl.gz", string(extracttest.GzipOf(t, strings.NewReader(in)))}, {"Talk.key/index.apxl", in}} {
		d, text, err := extracttest.TextOf(extracttest.Pack(t, members...), extract.Options{})
		if err != nil {
			t.Errorf("%s: %v", members[0], err)
			continue
		}
		// The third slide does not show its title. The text of the master is read once.
		if diff := cmp.Diff([]string{"box\nOne\nbox\nCompany", "application/vnd.apple.keynote"}, []string{text, d.MediaType}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", members[0], diff)
		}
	}
}

func pbDouble(field int, value float64) string {
	return string(binary.LittleEndian.AppendUint64(binary.AppendUvarint(nil, uint64(field)<<3|1), math.Float64bits(value)))
}

// iwaBox is a shape with a text.
func iwaBox(id, text uint64) string {
	return iwaObject(id, 2011, pbText(1, ""), pbRef(4, text))
}

func TestPages13(t *testing.T) {
	deleted := pbText(22, iwaPlace(4, 50)+pbText(1, pbNumber(1, 8)))
	for _, tt := range []struct {
		why, want string
		objects   []string
	}{
		{"paragraphs, lines and pages", "One\ntwo\nthree\nfour 日本語", []string{iwaObject(1, 10000, pbRef(4, 2)), iwaText(2, "One\ntwo\u2028three\x05\nfour\t日本語\n")}},
		{"a text in several parts", "One two", []string{iwaObject(1, 10000, pbRef(4, 2)), iwaObject(2, 2001, pbText(3, "One t"), pbText(3, "wo"))}},
		{"insertions, not deletions", "one three", []string{iwaObject(1, 10000, pbRef(4, 2)), iwaText(2, "one two three", deleted)}},
		{"what is anchored, counted in UTF-16", "𝔸\nbox\nend", []string{
			iwaObject(1, 10000, pbRef(4, 2)), iwaText(2, "𝔸 \uFFFC\nend", pbText(9, iwaPlace(3, 3))),
			iwaObject(3, 2003, pbRef(1, 4)), iwaBox(4, 5), iwaText(5, "box"),
		}},
		{"notes after the text, boxes on pages before them", "text.\nbox\nnote", []string{
			iwaObject(1, 10000, pbRef(4, 2), pbRef(3, 6)), iwaText(2, "text\x0e.", pbText(16, iwaPlace(4, 3))),
			iwaObject(3, 2008, pbRef(2, 4)), iwaText(4, "\uFFFCnote"), iwaObject(6, 10010, pbText(1, pbText(4, pbRef(1, 7)))), iwaBox(7, 8), iwaText(8, "box"),
		}},
		{"headers once, of the pages that are there", "text\nodd\nfoot", []string{
			iwaObject(1, 10000, pbRef(4, 2)), iwaText(2, "text", pbText(17, iwaPlace(0, 3))),
			iwaObject(3, 10011, pbNumber(18, 0), pbRef(23, 4), pbRef(25, 5)), iwaObject(4, 10143, pbRef(1, 6)), iwaObject(5, 10143, pbRef(1, 7), pbRef(2, 8)),
			iwaText(6, "first"), iwaText(7, "odd"), iwaText(8, "foot"),
		}},
		{"a text that flows through two shapes", "flows", []string{
			iwaObject(1, 10000, pbRef(3, 6)), iwaObject(6, 10010, pbText(1, pbText(4, pbRef(1, 7))+pbText(4, pbRef(1, 8)))),
			iwaObject(7, 2011, pbRef(3, 9)), iwaObject(8, 2011, pbRef(3, 9)), iwaObject(9, 2410, pbRef(1, 10)), iwaText(10, "flows"),
		}},
		{"groups, and captions that are shown", "box\ncaption", []string{
			iwaObject(1, 10000, pbRef(3, 2)), iwaObject(2, 10010, pbText(1, pbText(4, pbRef(1, 3)))), iwaObject(3, 3008, pbRef(2, 4), pbRef(2, 5), pbRef(2, 3)), iwaBox(4, 6), iwaText(6, "box"),
			iwaObject(5, 3005, pbText(1, pbRef(10, 7)+pbNumber(12, 1)+pbRef(11, 8))), iwaObject(7, 633, pbText(1, pbRef(4, 9))), iwaText(9, "hidden"), iwaObject(8, 633, pbText(1, pbRef(4, 10))), iwaText(10, "caption"),
		}},
	} {
		d, text, err := extracttest.TextOf(extracttest.Pack(t, "Index/Document.iwa", iwa(tt.objects...)), extract.Options{})
		if err != nil {
			t.Errorf("%s: %v", tt.why, err)
			continue
		}
		if diff := cmp.Diff([]string{tt.want, "application/vnd.apple.pages"}, []string{text, d.MediaType}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
}

// keynote13 returns a presentation of three slides. The second is skipped.
func keynote13() string {
	slide := func(id, text uint64, words string) string {
		return iwaObject(id, 5, pbRef(42, text+1), pbRef(42, text+2), pbRef(7, text+9), pbRef(17, 90), pbRef(27, text+3)) +
			iwaObject(text+1, 7, pbText(1, pbRef(2, text))) + iwaText(text, words) + iwaObject(text+2, 7, pbText(1, pbRef(2, text+3)), pbNumber(2, 1)) + iwaText(text+3, "note, or number")
	}
	return iwa(iwaObject(1, 1, pbRef(2, 2)), iwaObject(2, 2, pbText(3, pbRef(2, 11)+pbRef(2, 12)+pbRef(2, 13))),
		iwaObject(11, 4, pbRef(2, 21), pbNumber(4, 0)), iwaObject(12, 4, pbRef(2, 22), pbNumber(4, 1)), iwaObject(13, 4, pbRef(2, 23)),
		slide(21, 30, "One"), slide(22, 40, "Two"), slide(23, 50, "Three"),
		iwaObject(90, 5, pbRef(7, 91), pbRef(7, 92)), iwaObject(91, 7, pbText(1, pbRef(2, 93))), iwaText(93, "Prompt"), iwaBox(92, 94), iwaText(94, "Company"))
}

func TestKeynote13(t *testing.T) {
	for _, members := range [][]string{
		{"Index/Document.iwa", keynote13()},
		{"Talk.key/Index.zip", string(extracttest.Pack(t, "Index/Document.iwa", keynote13()))},
	} {
		d, text, err := extracttest.TextOf(extracttest.Pack(t, members...), extract.Options{})
		if err != nil {
			t.Errorf("%s: %v", members[0], err)
			continue
		}
		if diff := cmp.Diff([]string{"One\nThree\nCompany", "application/vnd.apple.keynote"}, []string{text, d.MediaType}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", members[0], diff)
		}
	}
}

// numbers13 is a sheet with a table of such rows of cells.
func numbers13(rows ...[]string) string {
	var tile strings.Builder
	for i := len(rows) - 1; i >= 0; i-- { // in no order
		cells, offsets := "", []byte{}
		for _, c := range rows[i] {
			if c == "" {
				offsets = append(offsets, 0xFF, 0xFF)
				continue
			}
			offsets = binary.LittleEndian.AppendUint16(offsets, uint16(len(cells)))
			cells += c
		}
		tile.WriteString(pbText(5, pbNumber(1, uint64(i))+pbText(6, cells)+pbText(7, string(offsets))))
	}
	text := func(key uint64, s string) string {
		return pbText(3, pbNumber(1, key)+pbText(3, s))
	}
	format := func(key uint64, fields ...string) string {
		return pbText(3, pbNumber(1, key)+pbText(6, strings.Join(fields, "")))
	}
	store := pbText(3, pbText(1, pbRef(2, 5))) + pbRef(4, 6) + pbRef(17, 7) + pbRef(22, 8) + pbRef(16, 12)
	return iwa(iwaObject(1, 1, pbRef(1, 2), pbRef(1, 20)), iwaObject(2, 2, pbText(1, "Sheet 1"), pbRef(2, 10), pbRef(2, 3)),
		iwaObject(20, 2, pbRef(2, 21), pbNumber(25, 1)), iwaBox(21, 22), iwaText(22, "hidden sheet"),
		iwaBox(10, 11), iwaText(11, "box"), iwaObject(3, 6000, pbRef(2, 4)),
		iwaObject(4, 6001, pbText(8, "Costs"), pbNumber(22, 1), pbText(4, store)), iwaObject(5, 6002, tile.String()),
		iwaObject(6, 6005, text(1, "tea"), text(2, "  green\n  tea ")), iwaObject(7, 6005, pbText(3, pbNumber(1, 1)+pbRef(9, 30))),
		iwaObject(30, 6218, pbRef(1, 31)), iwaText(31, "rich\ntext"),
		iwaObject(8, 6005, format(1, pbNumber(1, 257), pbNumber(2, 2), pbText(3, "GBP"), pbNumber(4, 2), pbNumber(5, 1)), format(2, pbNumber(1, 261), pbText(14, "EEEE, d MMMM yyyy 'at' h:mm a")),
			format(3, pbNumber(1, 268), pbNumber(7, 2), pbNumber(15, 4), pbNumber(16, 8)), format(4, pbNumber(1, 258), pbNumber(2, 253)), format(5, pbNumber(1, 263)),
			format(6, pbNumber(1, 270), pbText(41, pbNumber(1, 7)+pbNumber(2, 8))), format(7, pbNumber(1, 266), pbNumber(39, 1))),
		iwaObject(9, 222, pbText(1, pbNumber(1, 7)+pbNumber(2, 8)), pbText(2, pbText(3, pbNumber(1, 270)+pbText(18, "#.## 'kg'")+pbNumber(5, 1)))),
		iwaObject(12, 6005, pbText(3, pbNumber(1, 1)+pbRef(4, 13))), iwaObject(13, 6206, pbText(2, pbText(5, pbText(1, "first"))), pbText(2, pbText(5, pbText(1, "second")))))
}

func TestNumbers13(t *testing.T) {
	d128 := func(n byte, exponent int) string { // n times ten to the exponent
		b := make([]byte, 16)
		b[0] = n
		binary.LittleEndian.PutUint16(b[14:], uint16(exponent+0x1820)<<1)
		return string(b)
	}
	key := func(n uint32) string { return string(binary.LittleEndian.AppendUint32(nil, n)) }
	double := func(v float64) string { return pbDouble(1, v)[1:] }
	number := func(n byte, exponent int, format uint32) string {
		return iwaCell(2, 1|1<<13, d128(n, exponent)+key(format))
	}
	old := string([]byte{4, 2, 0, 0, 0x24, 0, 0, 0, 0, 0, 0, 0}) + key(9) + double(2.5)
	for _, tt := range []struct {
		why, want string
		row       []string
	}{
		{"texts", "tea green tea rich text", []string{iwaCell(3, 8, key(1)), "", iwaCell(3, 8, key(2)), iwaCell(9, 1<<4|1<<5, key(1)+key(99))}},
		{"numbers, without and by formats", "12.5 £125,000.00 12.5% 0.5 kg 1,250 kg", []string{iwaCell(2, 1, d128(125, -1)), number(125, 3, 1), number(125, -3, 4), number(5, -1, 6), number(125, 1, 6)}},
		{"a format for numbers, and one for amounts", "£0.07 12.5%", []string{iwaCell(10, 1|1<<13|1<<14, d128(7, -2)+key(4)+key(1)), iwaCell(2, 1|1<<13|1<<14, d128(125, -3)+key(4)+key(1))}},
		{"dates and durations", "Monday, 1 January 2001 at 1:30 PM 26 hours 1 minute 1m", []string{iwaCell(5, 1<<2|1<<15, double(13.5*3600)+key(2)), iwaCell(7, 1<<1|1<<16, double(26*3600+60)+key(3)), iwaCell(7, 1<<1, double(60))}},
		{"truth values, but no boxes to tick", "TRUE FALSE", []string{iwaCell(6, 1<<1, double(1)), iwaCell(6, 1<<1, double(0)), iwaCell(6, 1<<1|1<<18, double(1)+key(5))}},
		{"the choice of a menu", "second", []string{number(2, 0, 7), number(3, 0, 7)}},
		{"neither errors nor kinds that nobody knows", "tea", []string{iwaCell(8, 0, ""), iwaCell(77, 0, ""), iwaCell(3, 8, key(1))}},
		{"as versions of old have it", "2.5", []string{old}},
	} {
		d, text, err := extracttest.TextOf(extracttest.Pack(t, "Index/Document.iwa", numbers13([]string{iwaCell(3, 8, key(1))}, tt.row)), extract.Options{})
		if err != nil {
			t.Errorf("%s: %v", tt.why, err)
			continue
		}
		if diff := cmp.Diff([]string{"Costs\ntea\n" + tt.want + "\nbox", "application/vnd.apple.numbers"}, []string{text, d.MediaType}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
}

// Faults of a document are reported, and the readable part is read.
func TestIWorkDamaged(t *testing.T) {
	whole := iwa(iwaObject(1, 10000, pbRef(4, 2)), iwaText(2, "text"))
	deep := []string{iwaObject(1, 10000, pbRef(3, 2)), iwaObject(2, 10010, pbText(1, pbText(4, pbRef(1, 3))))}
	for i := range uint64(300) {
		deep = append(deep, iwaObject(3+i, 3008, pbRef(2, 4+i)))
	}
	for _, tt := range []struct {
		why     string
		members []string
		text    string
		notes   []string
		err     error
	}{
		{"locked, since 2013", []string{"Index/Document.iwa", "\x8f", ".iwpv2", ""}, "", nil, extract.ErrEncrypted},
		{"locked, until 2009", []string{"index.xml", "\x8f\x01", "buildVersionHistory.plist", ""}, "", nil, extract.ErrEncrypted},
		{"no document", []string{"Index/Document.iwa", iwa(iwaText(2, "text"))}, "", nil, extract.ErrMalformed},
		{"no octets of it", []string{"Index/Document.iwa", ""}, "", nil, extract.ErrMalformed},
		{"cut short after the text", []string{"Index/Document.iwa", whole + "\x00\x10"}, "text", []string{`"Index/Document.iwa": the text after a damaged place is left out: malformed document: it is cut short`}, nil},
		{"a chunk that is not Snappy", []string{"Index/Document.iwa", whole, "Index/Other.iwa", "\x01\x00\x00\x00"}, "text", []string{`"Index/Other.iwa": the text after a damaged place is left out: malformed document: a chunk of type 1: expected 0, Snappy`}, nil},
		{"a chunk that says it is long", []string{"Index/Document.iwa", whole, "Index/Other.iwa", "\x00\x04\x00\x00\xff\xff\xff\x07"}, "text", []string{`"Index/Other.iwa": the text after a damaged place is left out: malformed document: a chunk does not have the length that it declares`}, nil},
		{"XML that ends early", []string{"index.xml", strings.TrimSuffix(pages09(body09("<sf:p>text</sf:p>")), "</sl:document>")}, "text", []string{`the text ends where the document is damaged: malformed document: "index.xml", line 1: unexpected EOF`}, nil},
		{"nothing but pictures", []string{"Index/Document.iwa", iwa(iwaObject(1, 10000, pbRef(3, 2)), iwaObject(2, 10010, pbText(1, pbText(4, pbRef(1, 3)))), iwaObject(3, 3005))}, "", nil, extract.ErrNoText},
		{"nothing at all", []string{"Index/Document.iwa", iwa(iwaObject(1, 10000))}, "", nil, nil},
		{"groups in one another", []string{"Index/Document.iwa", iwa(deep...)}, "", nil, extract.ErrTooDeep},
	} {
		d, text, err := extracttest.TextOf(extracttest.Pack(t, tt.members...), extract.Options{})
		if !errors.Is(err, tt.err) {
			t.Errorf("%s: error %v, want %v", tt.why, err, tt.err)
		}
		if err != nil {
			continue
		}
		if diff := cmp.Diff(tt.notes, d.Notes); text != tt.text || diff != "" {
			t.Errorf("%s: %q (-want +got):\n%s", tt.why, text, diff)
		}
	}
}

func FuzzIWork09(f *testing.F) {
	f.Add(pages09(body09(`<sf:attachments><sf:attachment sfa:ID="a">` + grid09("2", cell09(`sf:ct="0"`, "a")+`<sf:n sf:v="1"/>`) + `</sf:attachment></sf:attachments><sf:text-body><sf:p><sf:attachment-ref sfa:IDREF="a"/></sf:p></sf:text-body>`)))
	f.Add(numbers09(`<sf:cell-style sf:ident="a" sf:parent-ident="a"><sf:property-map><sf:SFTCellStylePropertyFormatType><sf:number sfa:number="257"/></sf:SFTCellStylePropertyFormatType></sf:property-map></sf:cell-style>` +
		grid09("2", `<sf:pm sf:s="a" sf:ct="0"><sf:menu-choices><sf:n sfa:ID="x" sf:v="2"/></sf:menu-choices><sf:proxied-cell-ref sfa:IDREF="x"/></sf:pm><sf:du sf:v="9"><sf:cf><sf:duration-format sf:fmt="hhh mmm"/></sf:cf></sf:du>`)))
	f.Add(keynote09(`<key:master-slide><sf:layer sfa:ID="l"><sf:p>a</sf:p></sf:layer></key:master-slide><key:slide><key:body-placeholder sfa:ID="b"><sf:p>c</sf:p></key:body-placeholder><sf:proxy-master-layer><sf:layer-ref sfa:IDREF="l"/></sf:proxy-master-layer><sf:body-placeholder-ref sfa:IDREF="b"/></key:slide>`))
	f.Fuzz(func(t *testing.T, in string) {
		if _, _, err := extracttest.TextOf(extracttest.Pack(t, "index.xml", in), extract.Options{MediaType: "application/vnd.apple.pages"}); err != nil && !extracttest.Named(err) {
			t.Error(err)
		}
	})
}

func FuzzIWork13(f *testing.F) {
	unpacked := func(component string) (objects []byte) {
		for component != "" {
			n := int(component[1]) | int(component[2])<<8 | int(component[3])<<16
			chunk, err := s2.Decode(nil, []byte(component[4:4+n]))
			if err != nil {
				f.Fatal(err)
			}
			objects, component = append(objects, chunk...), component[4+n:]
		}
		return objects
	}
	f.Add(unpacked(keynote13()))
	f.Add(unpacked(numbers13([]string{iwaCell(3, 8, "\x01\x00\x00\x00"), iwaCell(2, 1<<13, "\x01\x00\x00\x00")}, []string{iwaCell(9, 1<<4, "\x01\x00\x00\x00")})))
	f.Add([]byte(iwaObject(1, 10000, pbRef(4, 2), pbRef(3, 4)) + iwaText(2, "a\uFFFC\x0e", pbText(9, iwaPlace(1, 3)), pbText(16, iwaPlace(2, 3))) + iwaObject(3, 2003, pbRef(1, 4)) + iwaObject(4, 5021, pbText(10000, pbText(7, pbText(1, "a"))))))
	f.Fuzz(func(t *testing.T, objects []byte) {
		if _, _, err := extracttest.TextOf(extracttest.Pack(t, "Index/Document.iwa", iwa(string(objects))), extract.Options{}); err != nil && !extracttest.Named(err) {
			t.Error(err)
		}
	})
}
