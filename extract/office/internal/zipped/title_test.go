package zipped

import (
	"slices"
	"strings"
	"testing"
)

// Every medium of this package has a name that is no media type.
func TestTitle(t *testing.T) {
	for mediaType, want := range map[string]string{
		Word[0]: "DOCX", Word[2]: "DOCM", Sheets[0]: "XLSX", Sheets[2]: "XLSB", Sheets[3]: "XLSM", Slides[1]: "PPTX", Slides[5]: "PPTM",
		OpenDocuments[2]: "ODT", OpenDocuments[3]: "ODS", OpenDocuments[6]: "ODP", OpenDocuments[7]: "ODG", Flat[0]: "flat ODT", Flat[3]: "flat ODG",
	} {
		if got := title(mediaType); got != want {
			t.Errorf("%s: %s, want %s", mediaType, got, want)
		}
	}
	for _, mediaType := range slices.Concat(Word, Sheets, Slides, OpenDocuments, OpenOffices, Flat, []string{EPUB, XPS, OpenXPS, WordFlat, SlidesFlat, WordXML, ExcelXML, FictionBook, HWPX}) {
		if got := title(mediaType); got == "" || strings.Contains(got, "/") {
			t.Errorf("%s: %q, want a name", mediaType, got)
		}
	}
}
