// Package zipped reads documents that are ZIP archives of XML, such as Office Open XML, OpenDocument
// and EPUB. It also reads the same documents, and FictionBook, as one XML file.
package zipped

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

const (
	EPUB         = "application/epub+zip"
	OpenDocument = "application/vnd.oasis.opendocument." // begins those of OpenDocument
	OpenOffice   = "application/vnd.sun.xml."            // begins those of OpenOffice.org 1

	officeML = "application/vnd.openxmlformats-officedocument."
	wordML   = officeML + "wordprocessingml."
	sheetML  = officeML + "spreadsheetml."
	slideML  = officeML + "presentationml."

	binarySheet = "application/vnd.ms-excel.sheet.binary.macroEnabled.12"
)

// The media types of documents.
var (
	Word = []string{
		wordML + "document", wordML + "template",
		"application/vnd.ms-word.document.macroEnabled.12", "application/vnd.ms-word.template.macroEnabled.12",
	}
	Sheets = []string{
		sheetML + "sheet", sheetML + "template",
		binarySheet, "application/vnd.ms-excel.sheet.macroEnabled.12", "application/vnd.ms-excel.template.macroEnabled.12",
	}
	Slides = []string{
		slideML + "presentation", slideML + "slideshow", slideML + "template",
		"application/vnd.ms-powerpoint.presentation.macroEnabled.12",
		"application/vnd.ms-powerpoint.slideshow.macroEnabled.12",
		"application/vnd.ms-powerpoint.template.macroEnabled.12",
	}
	OpenDocuments = []string{
		OpenDocument + "text", OpenDocument + "text-template", OpenDocument + "text-master",
		OpenDocument + "spreadsheet", OpenDocument + "spreadsheet-template",
		OpenDocument + "presentation", OpenDocument + "presentation-template",
		OpenDocument + "graphics", OpenDocument + "graphics-template",
		OpenDocument + "chart", OpenDocument + "chart-template", OpenDocument + "formula", OpenDocument + "formula-template",
	}
	// OpenOffices are the documents of OpenOffice.org 1 and StarOffice 6.
	OpenOffices = []string{
		OpenOffice + "writer", OpenOffice + "writer.template", OpenOffice + "writer.global",
		OpenOffice + "calc", OpenOffice + "calc.template", OpenOffice + "impress", OpenOffice + "impress.template",
		OpenOffice + "draw", OpenOffice + "draw.template", OpenOffice + "math",
	}
	// WordFlat and SlidesFlat are for a package of Office Open XML in one XML file. Apache Tika uses the first
	// name, and those of WordXML and ExcelXML. None is registered.
	WordFlat   = "application/vnd.ms-word2006ml"
	SlidesFlat = "application/vnd.ms-powerpoint2006ml"
	// WordXML and ExcelXML are for the XML of Office 2003.
	WordXML  = "application/vnd.ms-wordml"
	ExcelXML = "application/vnd.ms-spreadsheetml"
	// Flat are for an OpenDocument in one XML file.
	Flat = []string{
		OpenDocument + "text-flat-xml", OpenDocument + "spreadsheet-flat-xml",
		OpenDocument + "presentation-flat-xml", OpenDocument + "graphics-flat-xml",
	}
)

// Open reads a ZIP archive that is a document. The members decide within the family of the media type.
func Open(d *medium.Reading) error {
	a, err := openArchive(d)
	if err != nil {
		return err
	}
	defer a.close()
	text := d.NewText()
	p := &reader{archive: a, document: d, flow: flow.To(text)}
	switch other, err := p.foreign(); {
	case errors.Is(err, medium.ErrEncrypted):
		return fmt.Errorf("%w: it needs a password", err)
	case err != nil:
		return err
	case other != "":
		return d.Open(a.all, other)
	}
	found, read, err := p.kind()
	if err != nil {
		return err
	}
	if want := d.MediaType; want != medium.ZIP && family(want) != family(found) {
		return fmt.Errorf("%w: %s: expected %s", medium.ErrMalformed, found, want)
	}
	d.MediaType = found
	return p.read(read, text)
}

// IsDocument reports whether a ZIP archive is a document rather than a container of files, even without a
// reader. If its directory cannot be read, it counts as a document, so that its reader reports the fault.
func IsDocument(d *medium.Reading, octets io.ReaderAt, size int64) bool {
	a, err := archiveOf(d, octets, size)
	if err != nil {
		return !errors.Is(err, medium.ErrTooLarge) // a document has fewer members
	}
	p := &reader{archive: a, document: d, flow: flow.To(d.NewText())}
	if other, err := p.foreign(); other != "" || err != nil {
		return true
	}
	_, _, err = p.kind()
	return !errors.Is(err, medium.ErrUnsupported)
}

// read lets the function find the text, and gives it to the document.
func (p *reader) read(text func() error, found *medium.Text) error {
	if err := text(); err != nil {
		return err
	}
	if err := p.flow.Err(); err != nil {
		return err
	}
	if err := p.embedded(); err != nil {
		return err
	}
	if !p.flow.Begun() && p.document.Loss != nil {
		return p.document.Loss
	}
	if shown := p.besideText(); !p.flow.Begun() && shown != "" {
		return fmt.Errorf("%w: %s of nothing but %s", medium.ErrNoText, title(p.document.MediaType), shown)
	}
	p.document.Text = strings.NewReader(found.String())
	return nil
}

// besideText names what the document shows beside its text, "" for nothing.
func (p *reader) besideText() string {
	switch {
	case p.pictures:
		return "pictures"
	case p.macros:
		return "sheets of macros or dialogs"
	}
	return ""
}

// kind returns the media type of the document that the archive is, and what reads it.
func (p *reader) kind() (mediaType string, read func() error, err error) {
	if p.has("mimetype") {
		octets, err := p.head("mimetype", 200)
		if err != nil {
			return "", nil, err
		}
		switch t := strings.TrimSpace(string(octets)); {
		case t == EPUB:
			return t, p.epub, nil
		case isOpen(t):
			return t, p.openReader(t), nil
		}
	}
	if book := p.onlyFiction(); book != "" {
		return FictionBook, func() error { return p.fictionMember(book) }, nil
	}
	switch {
	case p.isHangul():
		return HWPX, p.hangul, nil
	case p.has(contentTypes):
		return p.officeOpenXML()
	case p.container() != "":
		return EPUB, p.epub, nil
	case p.has("content.xml") && p.has(manifestFile):
		mediaType, err := p.openRoot()
		if err != nil {
			return "", nil, err
		}
		return mediaType, p.openReader(mediaType), nil
	}
	if err := p.damage(false); err != nil {
		return "", nil, err
	}
	return "", nil, fmt.Errorf("%w: %s that is none of DOCX, XLSX, PPTX, ODT, ODS, ODP, EPUB, FictionBook, HWPX", medium.ErrUnsupported, medium.ZIP)
}

// packageParts are the usual parts of Office Open XML, with their case folded. A folder ends in a slash.
var packageParts = []string{
	foldCase("word/document.xml"), foldCase("word/styles.xml"), foldCase("word/settings.xml"), foldCase("word/_rels/"),
	foldCase("xl/workbook.xml"), foldCase("xl/styles.xml"), foldCase("xl/worksheets/"), foldCase("xl/_rels/"),
	foldCase("ppt/presentation.xml"), foldCase("ppt/slides/"), foldCase("ppt/slideMasters/"), foldCase("ppt/_rels/"),
}

// damage returns the error of a document that has lost its main part or the way to it. For a container of files
// it returns nil. In doubt the archive is a container: one member is no sign of a document. known says that it is a
// package of Office Open XML. Only names at the root count, so that a container can have unpacked documents.
func (p *reader) damage(known bool) error {
	const rels = "_rels/.rels"
	signs := make(map[string]bool)
	for _, name := range p.list {
		folded := foldCase(name)
		for _, part := range packageParts {
			if folded == part || strings.HasSuffix(part, "/") && strings.HasPrefix(folded, part) {
				signs[part] = true
			}
		}
	}
	if n := len(signs); known || n > 1 || n == 1 && (p.part(contentTypes) != "" || p.part(rels) != "") {
		for _, name := range []string{contentTypes, rels} {
			if !p.has(name) && p.flat == nil {
				_, err := p.open(name)
				return err
			}
		}
		return fmt.Errorf("%w: Office Open XML: %q and %q lead to no main part", medium.ErrMalformed, rels, contentTypes)
	}
	if p.has("content.xml") && (p.has("styles.xml") || p.has("meta.xml")) {
		head, err := p.head("content.xml", 1<<12)
		if medium.IsFinal(err) {
			return err
		}
		if bytes.Contains(head, []byte(":document-content")) {
			return fmt.Errorf("%w: OpenDocument: the archive has no %q and no %q", medium.ErrMalformed, "mimetype", manifestFile)
		}
	}
	return nil
}

// isOdd reports whether a character cannot be in a media type (RFC 6838, section 4.2). The declared type of
// an archive ends up in lines and headers.
func isOdd(r rune) bool {
	return (r|0x20 < 'a' || r|0x20 > 'z') && (r < '0' || r > '9') && !strings.ContainsRune("!#$&-^_.+/", r)
}

// officeOpenXML returns the main part of a package (ISO/IEC 29500-2), its media type, and its reader.
func (p *reader) officeOpenXML() (mediaType string, read func() error, err error) {
	top, err := p.relationships("")
	if err != nil {
		return "", nil, err
	}
	main := top.first("officeDocument")
	if main == "" {
		if err := p.damage(top.has("officeDocument")); err != nil {
			return "", nil, err
		}
		return "", nil, fmt.Errorf("%w: %s whose parts include no document of Office Open XML", medium.ErrUnsupported, medium.ZIP)
	}
	if mediaType, err = p.contentType(main); err != nil {
		return "", nil, err
	}
	mediaType = strings.TrimSuffix(strings.TrimSuffix(mediaType, "+xml"), ".main")
	if strings.HasPrefix(mediaType, "application/vnd.ms-") {
		mediaType = strings.TrimSuffix(mediaType, "Template") + ".12"
	}
	switch {
	case slices.Contains(Word, mediaType):
		return mediaType, func() error { return p.wordprocessing(main) }, nil
	case mediaType == binarySheet:
		return mediaType, func() error { return p.binarySpreadsheet(main) }, nil
	case slices.Contains(Sheets, mediaType):
		return mediaType, func() error { return p.spreadsheet(main) }, nil
	case slices.Contains(Slides, mediaType):
		return mediaType, func() error { return p.slides(main) }, nil
	}
	if mediaType == "" || mediaType == "application/xml" {
		return "", nil, p.damage(true)
	}
	return "", nil, fmt.Errorf("%w: Office Open XML of type %q", medium.ErrUnsupported, mediaType)
}

// family returns the name that a media type shares with those of templates and documents with macros.
func family(mediaType string) string {
	for _, f := range []struct{ name, of string }{
		{"wordprocessingml", "word"}, {"ms-word", "word"},
		{"spreadsheetml", "excel"}, {"ms-excel", "excel"},
		{"presentationml", "powerpoint"}, {"ms-powerpoint", "powerpoint"},
		{"opendocument", "opendocument"}, {"vnd.sun.xml", "opendocument"},
	} {
		if strings.Contains(mediaType, f.name) {
			return f.of
		}
	}
	return mediaType
}
