package zipped

import (
	"slices"
	"strings"
)

// titles name media as people know them.
var titles = map[string]string{
	EPUB: "EPUB", HWPX: "HWPX", FictionBook: "FictionBook", XPS: "XPS", OpenXPS: "XPS", binarySheet: "XLSB",
	WordFlat: "XML of Word", WordXML: "XML of Word", SlidesFlat: "XML of PowerPoint", ExcelXML: "XML of Excel",
}

// openTitles name the kinds of OpenDocument and of OpenOffice.org 1.
var openTitles = map[string]string{
	"text": "ODT", "spreadsheet": "ODS", "presentation": "ODP", "graphics": "ODG", "chart": "ODC", "formula": "ODF",
	"writer": "SXW", "calc": "SXC", "impress": "SXI", "draw": "SXD", "math": "SXM",
}

// title names a medium as people know it; its media type if it has no name here.
func title(mediaType string) string {
	ending := "X"
	if strings.Contains(mediaType, "macroEnabled") {
		ending = "M"
	}
	switch {
	case titles[mediaType] != "":
		return titles[mediaType]
	case slices.Contains(Word, mediaType):
		return "DOC" + ending
	case slices.Contains(Sheets, mediaType):
		return "XLS" + ending
	case slices.Contains(Slides, mediaType):
		return "PPT" + ending
	case slices.Contains(Flat, mediaType):
		return "flat " + openTitles[openKind(mediaType)]
	case slices.Contains(OpenDocuments, mediaType), slices.Contains(OpenOffices, mediaType):
		return openTitles[openKind(mediaType)]
	}
	return mediaType
}
