package extract

import (
	"context"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/chm"
	"github.com/lsh-interop/fpcheck/extract/internal/hwp"
	"github.com/lsh-interop/fpcheck/extract/internal/iwork"
	"github.com/lsh-interop/fpcheck/extract/internal/mail"
	"github.com/lsh-interop/fpcheck/extract/internal/markup"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/internal/msg"
	"github.com/lsh-interop/fpcheck/extract/internal/office"
	"github.com/lsh-interop/fpcheck/extract/internal/packed"
	"github.com/lsh-interop/fpcheck/extract/internal/pdf"
	"github.com/lsh-interop/fpcheck/extract/internal/plain"
	"github.com/lsh-interop/fpcheck/extract/internal/program"
	"github.com/lsh-interop/fpcheck/extract/internal/rst"
	"github.com/lsh-interop/fpcheck/extract/internal/rtf"
	"github.com/lsh-interop/fpcheck/extract/internal/zipped"
)

// reader finds the text of documents of some media types. "+xml" stands for all types that
// end so (RFC 6838, section 4.2.8), except those of another reader.
type reader struct {
	types   []string
	endings string // of file names, besides those in sniff.go that tell kinds of text apart
	level   Level
	program *program.Program // nil if none is needed
	main    bool             // the profile Main is for these media too
	read    func(*medium.Document) error
}

// readers is the table of media: a new medium is a line here and a package.
var readers = append([]reader{
	{types: []string{"text/plain"}, level: Exact, read: plain.Open},
	{types: []string{"text/html"}, level: Exact, main: true, read: markup.OpenHTML},
	{types: []string{"application/xml", "text/xml", "+xml"}, level: Exact, read: markup.OpenXML},
	{types: []string{"text/markdown"}, level: Tolerant, read: markup.OpenMarkdown},
	{types: []string{"text/x-rst"}, level: Tolerant, read: rst.Open},
	{types: []string{"application/pdf"}, endings: ".pdf", level: Tolerant, program: pdf.Program, read: pdf.Open},
	{types: []string{office.Word, office.Compound}, endings: ".doc .dot", level: Tolerant, read: office.Open},
	{types: []string{office.Excel}, endings: ".xls .xlt", level: Tolerant, read: office.Open},
	{types: []string{office.PowerPoint}, endings: ".ppt .pps", level: Tolerant, read: office.Open},
	{types: zipped.Word, endings: ".docx .docm .dotx .dotm", level: Tolerant, read: zipped.Open},
	{types: zipped.Sheets, endings: ".xlsx .xlsm .xltx .xltm .xlsb", level: Tolerant, read: zipped.Open},
	{types: zipped.Slides, endings: ".pptx .pptm .ppsx .ppsm .potx .potm", level: Tolerant, read: zipped.Open},
	{types: zipped.OpenDocuments, endings: ".odt .ott .odm .ods .ots .odp .otp .odg .otg", level: Tolerant, read: zipped.Open},
	{types: []string{zipped.WordFlat, zipped.SlidesFlat}, level: Tolerant, read: zipped.OpenFlatPackage},
	{types: []string{zipped.WordXML}, level: Tolerant, read: zipped.OpenWordXML},
	{types: []string{zipped.ExcelXML}, level: Tolerant, read: zipped.OpenExcelXML},
	{types: zipped.Flat, level: Tolerant, read: zipped.OpenFlat},
	{types: []string{zipped.EPUB}, endings: ".epub", level: Tolerant, read: zipped.Open},
	{types: []string{chm.MediaType}, endings: ".chm", level: Tolerant, read: chm.Open},
	{types: []string{hwp.MediaType}, endings: ".hwp .hwt", level: Tolerant, read: hwp.Open},
	{types: []string{zipped.FictionBook}, level: Tolerant, read: zipped.OpenFictionBook},
	{types: []string{zipped.HWPX}, endings: ".hwpx", level: Tolerant, read: zipped.Open},
	{types: []string{zipped.ZIP}, level: Tolerant, read: zipped.Open},
	{types: []string{"text/rtf", "application/rtf"}, endings: ".rtf", level: Tolerant, read: rtf.Open},
	{types: []string{office.Outlook}, endings: ".msg", level: Tolerant, read: msg.Open},
	{types: []string{mail.Archive, "application/x-mimearchive"}, level: Tolerant, read: mail.OpenArchive},
	{types: []string{zipped.XPS, zipped.OpenXPS}, endings: ".xps .oxps", level: Tolerant, read: zipped.OpenPages},
	{types: []string{zipped.Pages, "application/x-iwork-pages-sffpages"}, endings: ".pages", level: Tolerant, read: iwork.Open},
	{types: []string{zipped.Numbers, "application/x-iwork-numbers-sffnumbers"}, endings: ".numbers", level: Tolerant, read: iwork.Open},
	{types: []string{zipped.Keynote, "application/x-iwork-keynote-sffkey"}, endings: ".key", level: Tolerant, read: iwork.Open},
	{types: []string{mail.Numbered}, endings: ".emlx", level: Tolerant, read: mail.OpenNumbered},
	{types: []string{"message/rfc822"}, level: Tolerant, read: mail.Open},
	{types: []string{"application/mbox"}, level: Tolerant, read: mail.OpenBox},
	{types: []string{"application/gzip"}, endings: ".gz", level: Tolerant, main: true, read: packed.Gzip.Open},
	{types: []string{"application/zstd"}, endings: ".zst", level: Tolerant, main: true, read: packed.Zstd.Open},
	{types: []string{"application/x-bzip2"}, endings: ".bz2", level: Tolerant, main: true, read: packed.Bzip2.Open},
}, converters()...)

// readerOf returns the reader of a media type, or nil.
func readerOf(mediaType string) *reader {
	candidates := []string{mediaType}
	if i := strings.LastIndexByte(mediaType, '+'); i >= 0 {
		candidates = append(candidates, mediaType[i:])
	}
	for _, t := range candidates {
		for i, r := range readers {
			if slices.ContainsFunc(r.types, func(known string) bool { return strings.EqualFold(known, t) }) {
				return &readers[i]
			}
		}
	}
	return nil
}

// Level says how much of a medium's text is certain.
type Level string

// The levels.
const (
	// Exact says that a specification says what the text is: any two readers find the same.
	Exact Level = "exact"
	// Tolerant says that readers find nearly the same text. Their fingerprints may differ in
	// a few bits.
	Tolerant Level = "tolerant"
)

// Medium is one kind of document, with one reader.
type Medium struct {
	MediaTypes []string // the first is the usual one
	Endings    []string // of file names, ascending: ".htm", ".html"
	Level      Level
	Program    string // that must be installed: "pdftotext"; "" if none must
	Package    string // of Debian, that has the program: "poppler-utils"
	Tool       string // the program with its version: "poppler pdftotext 22.12.0"; "" if it is not installed
}

// Media lists the media that have a reader. It asks the installed programs for their
// versions, until ctx is done.
func Media(ctx context.Context) []Medium {
	var all []Medium
	for _, r := range readers {
		m := Medium{MediaTypes: slices.Clone(r.types), Endings: strings.Fields(r.endings), Level: r.level}
		for ending, t := range endings() {
			if slices.Contains(r.types, t) {
				m.Endings = append(m.Endings, ending)
			}
		}
		slices.Sort(m.Endings)
		if p := r.program; p != nil {
			m.Program, m.Package = p.Command, p.Debian
			if path, err := p.Installed(); err == nil {
				m.Tool = p.Tool(ctx, path)
			}
		}
		all = append(all, m)
	}
	return all
}

// MediaTypes lists the media types that have a reader.
func MediaTypes() []string {
	var types []string
	for _, r := range readers {
		types = append(types, r.types...)
	}
	return types
}
