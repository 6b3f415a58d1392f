package main

import (
	"fmt"
	"html"
	"regexp"
	"strings"
)

// flat is the beginning of a document of OpenDocument in one file, with the styles of cells.
const flat = `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"
 xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0"
 xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" office:version="1.3"
 office:mimetype="application/vnd.oasis.opendocument.%[1]s">
<office:automatic-styles>
<style:style style:name="wide" style:family="table-column">
<style:table-column-properties style:column-width="4cm"/></style:style>
<number:number-style style:name="hundredths">
<number:number number:decimal-places="2" number:min-decimal-places="2" number:min-integer-digits="1"/>
</number:number-style>
<number:date-style style:name="day"><number:day number:style="long"/><number:text>/</number:text>
<number:month number:style="long"/><number:text>/</number:text><number:year number:style="long"/></number:date-style>
<style:style style:name="sum" style:family="table-cell" style:data-style-name="hundredths"/>
<style:style style:name="date" style:family="table-cell" style:data-style-name="day"/>
<style:page-layout style:name="page"/>
</office:automatic-styles>
<office:master-styles><style:master-page style:name="Default" style:page-layout-name="page">
<style:header style:display="false"/><style:footer style:display="false"/></style:master-page></office:master-styles>
<office:body><office:%[1]s>
`

// A section is a sheet or a slide.
type section struct {
	title string
	lines []string // rows, or points
	aside string   // the comment of a sheet or the note of a slide, or ""
}

// sections reads the headings, the tables, the lists and the quotations of a text.
func sections(body string) (all []section) {
	for block := range strings.SplitSeq(strings.TrimSpace(body), "\n\n") {
		switch {
		case block == "": // a comment or note that was lost
		case strings.HasPrefix(block, "# "):
			all = append(all, section{title: block[2:]})
		case strings.HasPrefix(block, "> "):
			all[len(all)-1].aside = block[2:]
		default:
			all[len(all)-1].lines = strings.Split(block, "\n")
		}
	}
	return all
}

var (
	date = regexp.MustCompile(`^(\d\d)/(\d\d)/(\d{4})$`)
	sum  = regexp.MustCompile(`^-?\d+(\.\d\d)?$`)
)

// workbook returns a text as a workbook. Its cells are dates, numbers and words.
func workbook(body string) string {
	var b strings.Builder
	fmt.Fprintf(&b, flat, "spreadsheet")
	for _, s := range sections(body) {
		fmt.Fprintf(&b, `<table:table table:name="%s">
<table:table-column table:style-name="wide" table:number-columns-repeated="4"/>`, html.EscapeString(s.title))
		for i, line := range s.lines {
			if i == 1 { // the ruled line of Markdown
				continue
			}
			b.WriteString("<table:table-row>")
			for j, cell := range strings.Split(strings.TrimSuffix(strings.TrimPrefix(line, "| "), " |"), " | ") {
				attributes := `office:value-type="string"`
				if d := date.FindStringSubmatch(cell); d != nil {
					attributes = fmt.Sprintf(`table:style-name="date" office:value-type="date" office:date-value="%s-%s-%s"`,
						d[3], d[2], d[1])
				} else if n := sum.FindStringSubmatch(cell); n != nil {
					attributes = fmt.Sprintf(`office:value-type="float" office:value="%s"`, cell)
					if n[1] != "" {
						attributes = `table:style-name="sum" ` + attributes
					}
				}
				fmt.Fprintf(&b, "<table:table-cell %s>", attributes)
				if i == 0 && j == 0 && s.aside != "" {
					fmt.Fprintf(&b, "<office:annotation><text:p>%s</text:p></office:annotation>",
						html.EscapeString(s.aside))
				}
				fmt.Fprintf(&b, "<text:p>%s</text:p></table:table-cell>", html.EscapeString(cell))
			}
			b.WriteString("</table:table-row>\n")
		}
		b.WriteString("</table:table>\n")
	}
	b.WriteString("</office:spreadsheet></office:body></office:document>\n")
	return b.String()
}

// slides returns a text as slides with a title, a list and a note.
func slides(body string) string {
	var b strings.Builder
	fmt.Fprintf(&b, flat, "presentation")
	for i, s := range sections(body) {
		fmt.Fprintf(&b, `<draw:page draw:name="page%d">`+"\n", i+1)
		box(&b, "title", 1, "<text:p>"+html.EscapeString(s.title)+"</text:p>")
		points := "<text:list>"
		for _, line := range s.lines {
			point := html.EscapeString(strings.TrimPrefix(line, "- "))
			points += "<text:list-item><text:p>" + point + "</text:p></text:list-item>"
		}
		box(&b, "outline", 5, points+"</text:list>")
		if s.aside != "" {
			b.WriteString("<presentation:notes>")
			box(&b, "notes", 14, "<text:p>"+html.EscapeString(s.aside)+"</text:p>")
			b.WriteString("</presentation:notes>")
		}
		b.WriteString("</draw:page>\n")
	}
	b.WriteString("</office:presentation></office:body></office:document>\n")
	return b.String()
}

// box writes a text box of a slide, top centimetres from its top.
func box(b *strings.Builder, class string, top int, content string) {
	fmt.Fprintf(b, `<draw:frame presentation:class="%s" svg:x="2cm" svg:y="%dcm" svg:width="17cm" svg:height="4cm">
<draw:text-box>%s</draw:text-box></draw:frame>
`, class, top, content)
}
