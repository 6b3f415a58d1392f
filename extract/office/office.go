// Package office reads documents that are ZIP archives of XML. Importing it registers the readers.
//
// The formats are Office Open XML, OpenDocument, iWork, XPS, Hangul's HWPX, and the books EPUB and
// FictionBook. The package also reads those that exist as one XML file.
package office

import (
	"slices"

	"github.com/lsh-interop/fpcheck/extract/internal/formats"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/office/internal/iwork"
	"github.com/lsh-interop/fpcheck/extract/office/internal/zipped"
)

var family = formats.Family{
	Name: "office",
	Formats: []formats.Format{
		{Line: 10, Types: zipped.Word, Endings: ".docx .docm .dotx .dotm", Read: zipped.Open},
		{Line: 11, Types: zipped.Sheets, Endings: ".xlsx .xlsm .xltx .xltm .xlsb", Read: zipped.Open},
		{Line: 12, Types: zipped.Slides, Endings: ".pptx .pptm .ppsx .ppsm .potx .potm", Read: zipped.Open},
		{Line: 13, Types: slices.Concat(zipped.OpenDocuments, zipped.OpenOffices), Read: zipped.Open,
			Endings: ".odt .ott .odm .ods .ots .odp .otp .odg .otg .odc .odf .sxw .stw .sxg .sxc .stc .sxi .sti .sxd .std .sxm"},
		{Line: 14, Types: []string{zipped.WordFlat, zipped.SlidesFlat}, Read: zipped.OpenFlatPackage},
		{Line: 15, Types: []string{zipped.WordXML}, Read: zipped.OpenWordXML},
		{Line: 16, Types: []string{zipped.ExcelXML}, Read: zipped.OpenExcelXML},
		{Line: 17, Types: zipped.Flat, Read: zipped.OpenFlat, Named: map[string]string{
			".fodg": zipped.OpenDocument + "graphics-flat-xml",
			".fodp": zipped.OpenDocument + "presentation-flat-xml",
			".fods": zipped.OpenDocument + "spreadsheet-flat-xml",
			".fodt": zipped.OpenDocument + "text-flat-xml",
		}},
		{Line: 18, Types: []string{zipped.EPUB}, Endings: ".epub", Read: zipped.Open},
		{Line: 21, Types: []string{zipped.FictionBook}, Read: zipped.OpenFictionBook,
			Named: map[string]string{".fb2": zipped.FictionBook}},
		{Line: 22, Types: []string{zipped.HWPX}, Endings: ".hwpx", Read: zipped.Open},
		{Line: 23, Types: []string{medium.ZIP}, Read: zipped.Open, IsDocument: zipped.IsDocument},
		{Line: 27, Types: []string{zipped.XPS, zipped.OpenXPS}, Endings: ".xps .oxps", Read: zipped.OpenPages},
		{Line: 28, Types: []string{zipped.Pages, "application/x-iwork-pages-sffpages"}, Endings: ".pages", Read: iwork.Open},
		{Line: 29, Types: []string{zipped.Numbers, "application/x-iwork-numbers-sffnumbers"}, Endings: ".numbers",
			Read: iwork.Open},
		{Line: 30, Types: []string{zipped.Keynote, "application/x-iwork-keynote-sffkey"}, Endings: ".key", Read: iwork.Open},
	},
	XML: zipped.FlatType,
}

var _ = formats.Register(&family)
