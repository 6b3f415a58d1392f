package zipped

import (
	"slices"
	"strings"
)

// title names a medium as people know it; its media type if it has no name here.
func title(mediaType string) string {
	macros := strings.Contains(mediaType, "macroEnabled")
	switch {
	case mediaType == binarySheet:
		return "XLSB"
	case slices.Contains(Word, mediaType) && macros:
		return "DOCM"
	case slices.Contains(Word, mediaType):
		return "DOCX"
	case slices.Contains(Sheets, mediaType) && macros:
		return "XLSM"
	case slices.Contains(Sheets, mediaType):
		return "XLSX"
	case slices.Contains(Slides, mediaType) && macros:
		return "PPTM"
	case slices.Contains(Slides, mediaType):
		return "PPTX"
	case slices.Contains(Flat, mediaType):
		return "flat " + title(strings.TrimSuffix(mediaType, "-flat-xml"))
	case slices.Contains(OpenDocuments, mediaType):
		kind, _, _ := strings.Cut(strings.TrimPrefix(mediaType, OpenDocument), "-")
		return map[string]string{
			"text": "ODT", "spreadsheet": "ODS", "presentation": "ODP", "graphics": "ODG", "chart": "ODC", "formula": "ODF",
		}[kind]
	case slices.Contains(OpenOffices, mediaType):
		kind, _, _ := strings.Cut(strings.TrimPrefix(mediaType, OpenOffice), ".")
		return map[string]string{"writer": "SXW", "calc": "SXC", "impress": "SXI", "draw": "SXD", "math": "SXM"}[kind]
	}
	switch mediaType {
	case EPUB:
		return "EPUB"
	case HWPX:
		return "HWPX"
	case FictionBook:
		return "FictionBook"
	case XPS, OpenXPS:
		return "XPS"
	case WordFlat, WordXML:
		return "XML of Word"
	case SlidesFlat:
		return "XML of PowerPoint"
	case ExcelXML:
		return "XML of Excel"
	}
	return mediaType
}
