package zipped

import (
	"bytes"
	"encoding/xml"
	"io"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/unicode/whatwg"
)

// flatSigns are texts that such a document has in its first bytes.
var flatSigns = []string{
	"http://schemas.microsoft.com/office/", "urn:schemas-microsoft-com:office:spreadsheet", "mso-application", OpenDocument,
	fictionSpace,
}

// FlatType returns the media type of a document in one XML file by its first bytes, or "".
func FlatType(head []byte) string {
	head = bytes.TrimPrefix(head, []byte("\xef\xbb\xbf"))
	isSign := func(s string) bool { return bytes.Contains(head, []byte(s)) }
	if !bytes.HasPrefix(bytes.TrimLeft(head, whatwg.Blanks), []byte("<")) || !slices.ContainsFunc(flatSigns, isSign) {
		return ""
	}
	d := xml.NewDecoder(bytes.NewReader(head))
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	program := "" // that a processing instruction names
	for {
		token, err := d.RawToken()
		if err != nil { // the root element's tag is longer than what is looked at
			return map[string]string{"Word.Document": WordXML, "Excel.Sheet": ExcelXML}[program]
		}
		switch t := token.(type) {
		case xml.ProcInst:
			if t.Target == "mso-application" {
				_, program, _ = strings.Cut(string(t.Inst), `progid="`)
				program, _, _ = strings.Cut(program, `"`)
			}
		case xml.StartElement:
			return rootType(t, program)
		}
	}
}

// rootType returns the media type that a root element begins.
func rootType(e xml.StartElement, program string) string {
	space, kind := "", ""
	for _, a := range e.Attr {
		switch {
		case a.Name.Space == "xmlns" && a.Name.Local == e.Name.Space,
			a.Name.Space == "" && a.Name.Local == "xmlns" && e.Name.Space == "":
			space = a.Value
		case a.Name.Local == "mimetype":
			kind = a.Value
		}
	}
	if strings.HasPrefix(space, fictionSpace) && e.Name.Local == "FictionBook" {
		return FictionBook
	}
	switch prefixed(xml.Name{Space: space, Local: e.Name.Local}) {
	case "w:wordDocument":
		return WordXML
	case "ss:Workbook":
		return ExcelXML
	case "pkg:package":
		if program == "PowerPoint.Show" {
			return SlidesFlat
		}
		return WordFlat
	case "office:document":
		if flat := kind + "-flat-xml"; strings.HasPrefix(kind, OpenDocument) && !strings.ContainsFunc(kind, isOdd) {
			return strings.Replace(flat, "-template-flat", "-flat", 1)
		}
	}
	return ""
}
