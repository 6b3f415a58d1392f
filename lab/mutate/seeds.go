package main

import (
	"archive/zip"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/lsh-interop/fpcheck/vectors"
)

// A seed is a sound document, or the document of a test.
type seed struct {
	name    string
	subject string // who reads it
	octets  []byte
}

// longest is the maximum length of a seed. A long seed takes the time of many short ones. Mutations are
// as likely to matter in a short seed.
const longest = 48 << 10

// seedsOf returns the fixtures of all readers in a checkout.
func seedsOf(root string) ([]seed, error) {
	var all []seed
	add := func(subject, name string, octets []byte) {
		if len(octets) <= longest {
			all = append(all, seed{name, subject, octets})
		}
	}
	for _, dir := range []struct{ path, subject string }{
		{"extract/testdata", "document"}, {"examples", "document"}, {"vectors/markup", "document"}, {"docs", "document"},
		{".cache/corpus", "document"}, {"internal/engine/dataset/testdata", "parquet"}, {"examples/schemes", "scheme"},
		{"vectors", "vectors"}, {"conformance/report/testdata", "report"},
	} {
		most := 400
		err := filepath.WalkDir(filepath.Join(root, filepath.FromSlash(dir.path)), func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || most == 0 {
				return skipMissing(err)
			}
			switch ext := filepath.Ext(path); {
			case dir.subject == "parquet" && ext != ".parquet", dir.subject == "vectors" && ext != ".yaml",
				dir.subject == "report" && ext != ".json", dir.subject == "document" && ext == ".yaml",
				ext == ".frequencies", ext == ".go", ext == ".py":
				return nil
			}
			if info, err := e.Info(); err != nil || info.Size() > longest {
				return err
			}
			octets, err := os.ReadFile(path)
			most--
			add(dir.subject, path, octets)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	frequencies, err := os.ReadFile(filepath.Join(root, "examples", "schemes", "x-tfidf.frequencies"))
	if err != nil {
		return nil, err
	}
	add("frequencies", "x-tfidf.frequencies", frequencies[:min(len(frequencies), 4<<10)])
	for _, v := range vectors.All() {
		if v.Stage == "html" || v.Stage == "xml" {
			add("document", "a."+string(v.Stage), v.Input.Raw.Bytes())
		}
	}
	if err := addDocuments(add); err != nil {
		return nil, err
	}
	for subject, texts := range written() {
		for name, text := range texts {
			add(subject, name, []byte(text))
		}
	}
	for name, octets := range zips() {
		add("document", name, octets)
	}
	made, err := manifests()
	if err != nil {
		return nil, err
	}
	for name, octets := range made {
		add("manifest", name, octets)
	}
	slices.SortStableFunc(all, func(a, b seed) int { return strings.Compare(a.subject+" "+a.name, b.subject+" "+b.name) })
	for _, s := range all { // packed, too
		if len(s.octets) > 8<<10 || len(s.octets)%7 != 0 {
			continue
		}
		if s.subject == "document" || s.subject == "warc" || s.subject == "jsonl" {
			add(s.subject, s.name+".gz", gzipped(s.octets))
			add(s.subject, s.name+".zst", zstandard(s.octets))
		}
	}
	return all, nil
}

// addDocuments adds the documents of level media.
func addDocuments(add func(subject, name string, octets []byte)) error {
	packed, err := vectors.FS.ReadFile("media/documents.zip")
	if err != nil {
		return err
	}
	archive, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		return err
	}
	for _, member := range archive.File {
		if path.Ext(member.Name) == ".txt" { // what a document was made from
			continue
		}
		content, err := fs.ReadFile(archive, member.Name)
		if err != nil {
			return err
		}
		add("document", member.Name, content)
	}
	return nil
}

func skipMissing(err error) error {
	if os.IsNotExist(err) {
		return nil
	}
	return err
}

func zipOf(members ...string) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(members); i += 2 {
		w, _ := z.Create(members[i])
		io.WriteString(w, members[i+1])
	}
	z.Close()
	return b.Bytes()
}

func gzipped(octets []byte) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write(octets)
	z.Close()
	return b.Bytes()
}

var encoder, _ = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))

func zstandard(octets []byte) []byte { return encoder.EncodeAll(octets, nil) }

// unpacked undoes a packing that the first bytes tell of.
func unpacked(octets []byte) (within []byte, pack func([]byte) []byte) {
	read := func(r io.Reader, err error) []byte {
		if err != nil {
			return nil
		}
		within, _ := io.ReadAll(io.LimitReader(r, longest))
		return within
	}
	switch {
	case bytes.HasPrefix(octets, []byte("\x1f\x8b")):
		z, err := gzip.NewReader(bytes.NewReader(octets))
		return read(z, err), gzipped
	case bytes.HasPrefix(octets, []byte("\x28\xb5\x2f\xfd")):
		z, err := zstd.NewReader(bytes.NewReader(octets), zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(64<<20))
		return read(z, err), zstandard
	case bytes.HasPrefix(octets, []byte("BZh")):
		return read(bzip2.NewReader(bytes.NewReader(octets)), nil), gzipped
	}
	return nil, nil
}

const (
	opc       = "http://schemas.openxmlformats.org/package/2006/"
	relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	wordML    = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
	sheetML   = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
	slideML   = "http://schemas.openxmlformats.org/presentationml/2006/main"
	drawML    = "http://schemas.openxmlformats.org/drawingml/2006/main"
	fixed     = "http://schemas.microsoft.com/xps/2005/06"
	odf       = "urn:oasis:names:tc:opendocument:xmlns:"
	iWork     = `xmlns:sl="http://developer.apple.com/namespaces/sl" xmlns:key="http://developer.apple.com/namespaces/keynote2" xmlns:sf="http://developer.apple.com/namespaces/sf" xmlns:sfa="http://developer.apple.com/namespaces/sfa"`
)

// ooxml is a package whose main part is of a type.
func ooxml(part, kind, content string, more ...string) []byte {
	return zipOf(append([]string{
		"[Content_Types].xml", `<Types xmlns="` + opc + `content-types"><Override PartName="/` + part + `" ContentType="application/vnd.openxmlformats-officedocument.` + kind + `.main+xml"/></Types>`,
		"_rels/.rels", rels("officeDocument", part),
		part, content,
	}, more...)...)
}

func rels(list ...string) string {
	var b strings.Builder
	for i := 0; i < len(list); i += 2 {
		fmt.Fprintf(&b, `<Relationship Id="r%d" Type="%s/%s" Target="%s"/>`, i/2+1, relations, list[i], list[i+1])
	}
	return `<Relationships xmlns="` + opc + `relationships">` + b.String() + `</Relationships>`
}

// zips are documents that are archives of ZIP.
func zips() map[string][]byte {
	table := `<table:table><table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="2"><text:p>a</text:p></table:table-cell><table:table-cell office:value-type="date" office:date-value="2023-03-15"/></table:table-row></table:table>`
	body := `<text:h>a<text:span>b</text:span></text:h><text:p>c<text:s text:c="3"/>d<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>note</text:p></text:note-body></text:note><text:hidden-paragraph text:is-hidden="true">x</text:hidden-paragraph></text:p>`
	open := func(kind, body string) string {
		return `<office:document-content xmlns:office="` + odf + `office:1.0" xmlns:text="` + odf + `text:1.0" xmlns:table="` + odf + `table:1.0"><office:body><office:` + kind + `>` + body + `</office:` + kind + `></office:body></office:document-content>`
	}
	paragraph := `<w:p><w:pPr><w:pStyle w:val="Title"/></w:pPr><w:r><w:t>The quick</w:t><w:tab/><w:t xml:space="preserve"> brown </w:t></w:r><w:del><w:r><w:delText>x</w:delText></w:r></w:del><w:footnoteReference w:id="2"/></w:p>`
	return map[string][]byte{
		"a.docx": ooxml("word/document.xml", "wordprocessingml.document",
			`<w:document xmlns:w="`+wordML+`" xmlns:r="`+relations+`"><w:body>`+paragraph+`<w:tbl><w:tr><w:tc><w:p><w:r><w:t>fox</w:t></w:r></w:p></w:tc></w:tr></w:tbl><w:altChunk r:id="r2"/></w:body></w:document>`,
			"word/_rels/document.xml.rels", rels("footnotes", "footnotes.xml", "aFChunk", "b.html"),
			"word/footnotes.xml", `<w:footnotes xmlns:w="`+wordML+`"><w:footnote w:id="2"><w:p><w:r><w:t>note</w:t></w:r></w:p></w:footnote></w:footnotes>`,
			"word/b.html", "<p>chunk<b>s"),
		"a.xlsx": ooxml("xl/workbook.xml", "spreadsheetml.sheet",
			`<workbook xmlns="`+sheetML+`" xmlns:r="`+relations+`"><sheets><sheet name="One" sheetId="1" r:id="r1"/><sheet name="Two" sheetId="2" r:id="r1"/></sheets></workbook>`,
			"xl/_rels/workbook.xml.rels", rels("worksheet", "worksheets/sheet1.xml", "sharedStrings", "sharedStrings.xml", "styles", "styles.xml"),
			"xl/styles.xml", `<styleSheet xmlns="`+sheetML+`"><numFmts><numFmt numFmtId="164" formatCode="[$-411]ggge&quot;年&quot;m/d;@"/><numFmt numFmtId="165" formatCode="[&gt;=1]#,##0.00_);[Red]# ??/??"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="22"/></cellXfs></styleSheet>`,
			"xl/sharedStrings.xml", `<sst xmlns="`+sheetML+`"><si><t>fox</t></si><si><r><t>the </t></r><r><t>dog</t></r></si></sst>`,
			"xl/worksheets/sheet1.xml", `<worksheet xmlns="`+sheetML+`"><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c t="inlineStr"><is><t>in line</t></is></c><c><v>42.5</v></c><c s="1"><v>45000</v></c><c s="2"><v>0.3</v></c><c s="3"><v>45000.25</v></c><c t="d" s="3"><v>2023-03-15T12:00:00</v></c><c t="b"><v>1</v></c></row></sheetData></worksheet>`),
		"a.pptx": ooxml("ppt/presentation.xml", "presentationml.presentation",
			`<p:presentation xmlns:p="`+slideML+`" xmlns:r="`+relations+`"><p:sldIdLst><p:sldId id="256" r:id="r1"/></p:sldIdLst></p:presentation>`,
			"ppt/_rels/presentation.xml.rels", rels("slide", "slides/slide1.xml"),
			"ppt/slides/slide1.xml", `<p:sld xmlns:p="`+slideML+`" xmlns:a="`+drawML+`"><p:cSld><p:spTree><p:sp><p:txBody><a:p><a:r><a:t>Slide</a:t></a:r><a:br/><a:r><a:t>words</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>`,
			"ppt/slides/_rels/slide1.xml.rels", rels("notesSlide", "../notesSlides/n.xml"),
			"ppt/notesSlides/n.xml", `<p:notes xmlns:p="`+slideML+`" xmlns:a="`+drawML+`"><p:cSld><p:spTree/></p:cSld></p:notes>`),
		"a.pages": zipOf("index.xml", `<sl:document `+iWork+`><sf:headers><sf:header sf:name="h"><sf:p>head</sf:p></sf:header></sf:headers><sf:text-storage><sf:attachments><sf:attachment sfa:ID="a"><sf:tabular-model sf:name="t" sf:name-is-visible="true"><sf:grid sf:numcols="2"><sf:datasource>`+
			`<sf:t sf:ct="0"><sf:ct sfa:s="fox"/></sf:t><sf:n sf:v="0.5"><sf:cf><sf:number-format sf:format-type="2" sf:format-decimal-places="1"/></sf:cf></sf:n><sf:d sf:ct="255" sf:cell-date="86400"/></sf:datasource></sf:grid></sf:tabular-model></sf:attachment></sf:attachments>`+
			`<sf:text-body><sf:p>The quick<sf:tab/>brown<sf:br/></sf:p><sf:p><sf:attachment-ref sfa:IDREF="a"/></sf:p></sf:text-body></sf:text-storage></sl:document>`),
		"a.key": zipOf("index.apxl", `<key:presentation `+iWork+`><key:slide-list><key:slide><key:title-placeholder sfa:ID="t"><sf:p>Slide</sf:p></key:title-placeholder><sf:drawables><sf:title-placeholder-ref sfa:IDREF="t"/></sf:drawables></key:slide></key:slide-list></key:presentation>`),
		// Packed as they are: a document, a text with a place in it, an attachment, a shape and its text.
		"b.pages": zipOf("Index/Document.iwa", "\x00\x57\x00\x00\x54\xf0\x53"+
			"\x09\x08\x01\x12\x05\x08\x90\x4e\x18\x04\x22\x02\x08\x02"+
			"\x09\x08\x02\x12\x05\x08\xd1\x0f\x18\x11\x1a\x05a\xef\xbf\xbcb\x4a\x08\x0a\x06\x08\x01\x12\x02\x08\x03"+
			"\x09\x08\x03\x12\x05\x08\xd3\x0f\x18\x04\x0a\x02\x08\x04"+
			"\x09\x08\x04\x12\x05\x08\xdb\x0f\x18\x04\x22\x02\x08\x05"+
			"\x09\x08\x05\x12\x05\x08\xd1\x0f\x18\x05\x1a\x03fox"),
		"a.xps": zipOf(
			"[Content_Types].xml", `<Types xmlns="`+opc+`content-types"><Override PartName="/1.fpage" ContentType="application/vnd.ms-package.xps-fixedpage+xml"/></Types>`,
			"_rels/.rels", `<Relationships xmlns="`+opc+`relationships"><Relationship Id="r1" Type="`+fixed+`/fixedrepresentation" Target="/all.fdseq"/></Relationships>`,
			"all.fdseq", `<FixedDocumentSequence xmlns="`+fixed+`"><DocumentReference Source="one.fdoc"/></FixedDocumentSequence>`,
			"one.fdoc", `<FixedDocument xmlns="`+fixed+`"><PageContent Source="/1.fpage"/></FixedDocument>`,
			"1.fpage", `<FixedPage xmlns="`+fixed+`"><Canvas RenderTransform="2,0,0,2,10,0"><Glyphs OriginX="10" OriginY="20" FontRenderingEmSize="10" UnicodeString="fo" Indices="1,50;2,50"/></Canvas><Glyphs OriginX="40" OriginY="40" FontRenderingEmSize="20" BidiLevel="1" UnicodeString="{}של"/></FixedPage>`),
		"a.xlsb": zipOf(
			"[Content_Types].xml", `<Types xmlns="`+opc+`content-types"><Override PartName="/xl/workbook.bin" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/></Types>`,
			"_rels/.rels", rels("officeDocument", "xl/workbook.bin"),
			"xl/_rels/workbook.bin.rels", rels("worksheet", "a.bin", "sharedStrings", "strings.bin", "styles", "styles.bin"),
			"xl/workbook.bin", "\x99\x01\x04\x01\x00\x00\x00\x9c\x01\x16\x00\x00\x00\x00\x01\x00\x00\x00\x02\x00\x00\x00r\x001\x00\x01\x00\x00\x00a\x00",
			"xl/styles.bin", "\x2c\x08\xa4\x00\x01\x00\x00\x000\x00\xe9\x04\x00\x2f\x04\x00\x00\xa4\x00\xea\x04\x00",
			"xl/strings.bin", "\x13\x09\x00\x02\x00\x00\x00a\x00b\x00",
			"xl/a.bin", "\x00\x04\x00\x00\x00\x00\x07\x0c\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x05\x10\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xf8\x3f"),
		"a.odt":  zipOf("mimetype", "application/vnd.oasis.opendocument.text", "content.xml", open("text", body)),
		"a.ods":  zipOf("mimetype", "application/vnd.oasis.opendocument.spreadsheet", "content.xml", open("spreadsheet", table)),
		"a.fodt": []byte(strings.ReplaceAll(open("text", body), "office:document-content", "office:document")),
		"a.epub": zipOf("mimetype", "application/epub+zip",
			"META-INF/container.xml", `<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="o/b.opf"/></rootfiles></container>`,
			"o/b.opf", `<package xmlns="http://www.idpf.org/2007/opf"><manifest><item id="one" href="a%20b.html"/><item id="two" href="../c.html"/></manifest><spine><itemref idref="two"/><itemref idref="one" linear="no"/></spine></package>`,
			"o/a b.html", "<html xmlns='http://www.w3.org/1999/xhtml'><head><title/></head><p>fi<i>r</i>st&nbsp;<![CDATA[c]]></p></html>",
			"c.html", "<?xml version='1.0' encoding='utf-8'?><html><p>second \u00e9<br><p>"),
	}
}
