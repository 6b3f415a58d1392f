package office_test

import (
	"archive/zip"
	"bytes"
	"io"
	"testing"

	"github.com/lsh-interop/fpcheck/extract"
)

// A ZIP archive whose members make a document is one, and no container.
func TestIsDocument(t *testing.T) {
	for _, tt := range []struct {
		why     string
		members map[string]string
		name    string
		want    bool
	}{
		{"texts", map[string]string{"a.txt": "text", "b/c.html": "<p>text"}, "a.zip", false},
		{"a Java archive", map[string]string{"META-INF/MANIFEST.MF": "Manifest-Version: 1.0"}, "a.jar", false},
		{"a package without a document", map[string]string{
			"[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
			"_rels/.rels":         `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"/>`}, "a.nupkg", false},
		{"a document without its main part", map[string]string{"word/styles.xml": "<a/>", "_rels/.rels": "<a/>"}, "", true},
		{"documents that are unpacked into folders", map[string]string{"a/[Content_Types].xml": "<Types/>", "a/word/document.xml": "<a/>",
			"a/word/styles.xml": "<a/>", "b/content.xml": "<office:document-content/>", "b/meta.xml": "<a/>"}, "a.zip", false},
		{"one part of a document", map[string]string{"word/document.xml": "<a/>", "word/a.txt": "text"}, "a.zip", false},
		{"XML with the names of OpenDocument", map[string]string{"content.xml": "<pages/>", "meta.xml": "<a/>", "styles.xml": "<a/>"}, "a.zip", false},
		{"EPUB", map[string]string{"mimetype": "application/epub+zip"}, "", true},
		{"OpenDocument", map[string]string{"mimetype": "application/vnd.oasis.opendocument.text"}, "", true},
		{"a data base, which has no reader", map[string]string{"mimetype": "application/vnd.oasis.opendocument.base"}, "", true},
		{"a book of FictionBook alone", map[string]string{"a.fb2": "<FictionBook/>"}, "", true},
		{"Pages", map[string]string{"Index/Document.iwa": ""}, "a.pages", true},
		{"InDesign, which has no reader", map[string]string{"designmap.xml": ""}, "", true},
		{"no members", nil, "", false},
	} {
		var b bytes.Buffer
		w := zip.NewWriter(&b)
		for name, text := range tt.members {
			f, err := w.Create(name)
			if err != nil {
				t.Fatal(err)
			}
			io.WriteString(f, text)
		}
		w.Close()
		if got := extract.IsDocument(t.Context(), bytes.NewReader(b.Bytes()), int64(b.Len()), tt.name, extract.Limits{}); got != tt.want {
			t.Errorf("%s: %t, want %t", tt.why, got, tt.want)
		}
	}
	if !extract.IsDocument(t.Context(), bytes.NewReader(nil), 0, "", extract.Limits{}) {
		t.Error("no octets: no document, so that nobody says what is wrong")
	}
}
