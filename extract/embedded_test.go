package extract_test

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// attached returns a mail with an attachment.
func attached(name, octets string) string {
	return "From: a@b\nMessage-ID: <a@b>\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\nbody of the mail\n--x\nContent-Disposition: attachment; filename=\"" +
		name + "\"\nContent-Transfer-Encoding: base64\n\n" + base64.StdEncoding.EncodeToString([]byte(octets)) + "\n--x--\n"
}

func TestEmbedded(t *testing.T) {
	inner := string(extracttest.DOCX(t, "<w:p>"+extracttest.Run("inside")+"</w:p>"))
	sheet := extracttest.Content("spreadsheet", "<table:table><table:table-row><table:table-cell><text:p>cell</text:p></table:table-cell></table:table-row></table:table>")
	const manifest = `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/>
<manifest:file-entry manifest:full-path="Object 1/" manifest:media-type="application/vnd.oasis.opendocument.spreadsheet"/></manifest:manifest>`
	for _, tt := range []struct {
		why  string
		in   string
		want []string
	}{
		{"a document that is attached to a mail", attached("b.docx", inner), []string{"b.docx " + "application/vnd.openxmlformats-officedocument.wordprocessingml.document" + ": inside"}},
		{"one in a mail in a mail, before that", attached("a.eml", attached("b.txt", "words")), []string{"a.eml//b.txt text/plain: words", "a.eml message/rfc822: body of the mail"}},
		{"it is packed", attached("b.txt.gz", string(extracttest.GzipOf(t, strings.NewReader("words")))), []string{"b.txt.gz text/plain: words"}},
		{"it cannot be read", attached("b.bin", "\x00\x01\x02\x03"), []string{"b.bin: no reader for this medium: application/octet-stream"}},
		{"its name is odd", attached(`=?utf-8?q?..//x=5Cy=07?=`, "words"), []string{"../x/y_ text/plain: words"}},
		{"an object in a document of Office", string(extracttest.DOCX(t, "<w:p>"+extracttest.Run("outside")+"</w:p>", "word/embeddings/b.docx", inner, "word/embeddings/_rels/b.docx.rels", "x")),
			[]string{"word/embeddings/b.docx " + "application/vnd.openxmlformats-officedocument.wordprocessingml.document" + ": inside"}},
		{"an object in an OpenDocument", string(extracttest.Pack(t, "mimetype", "application/vnd.oasis.opendocument."+"text", "content.xml", extracttest.Content("text", "<text:p>a</text:p>"), "META-INF/manifest.xml", manifest, "Object 1/content.xml", sheet)),
			[]string{"Object 1 " + "application/vnd.oasis.opendocument." + "spreadsheet-flat-xml: cell"}},
	} {
		lines, err := extracttest.EmbeddedIn([]byte(tt.in), extract.Options{})
		if diff := cmp.Diff(tt.want, lines); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", tt.why, err, diff)
		}
	}
}

// TestAttachments checks that lines for embedded documents have the digests of all their bytes.
func TestAttachments(t *testing.T) {
	sum := func(octets string) string {
		return fmt.Sprintf("(%d bytes, SHA-256 %x)", len(octets), sha256.Sum256([]byte(octets)))
	}
	const object = `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">` +
		`<manifest:file-entry manifest:full-path="Object 1/" manifest:media-type="application/vnd.oasis.opendocument.spreadsheet"/></manifest:manifest>`
	sheet := extracttest.Content("spreadsheet", "<table:table/>")
	for _, tt := range []struct{ why, in, want string }{
		{"RTF is read as a stream, and its objects are known at its end", `{\rtf1 a{\object{\*\objdata ` + extracttest.Packaged + `}}}`, "a.txt " + sum("wor")},
		{"Office Open XML", string(extracttest.DOCX(t, "<w:p>"+extracttest.Run("a")+"</w:p>", "word/embeddings/b.txt", "words")), "word/embeddings/b.txt " + sum("words")},
		{"a folder of an OpenDocument", string(extracttest.Pack(t, "mimetype", "application/vnd.oasis.opendocument.text", "content.xml",
			extracttest.Content("text", "<text:p>a</text:p>"), "META-INF/manifest.xml", object, "Object 1/content.xml", sheet)), "Object 1 " + sum(sheet)},
		{"mails of a mailbox", "From a@b Mon Jan  1 10:00:00 2024\n" + attached("b.txt", "words") + "\nFrom a@b Mon Jan  1 10:00:00 2024\n" + attached("c.txt", "words"),
			"b.txt " + sum("words") + "\n\uFDD1mail 2: c.txt " + sum("words")},
		{"a mail that is shown within another", "From: a@b\nTo: c@d\nContent-Type: multipart/mixed; boundary=y\n\n--y\nContent-Type: message/rfc822\n\n" + attached("b.txt", "words") + "\n--y\nContent-Type: application/pdf; name=c\n\nc\n--y--\n",
			"mail 1 within: b.txt " + sum("words") + "\n\uFDD1c " + sum("c")},
		{"a signature", "From: a@b\nTo: c@d\nContent-Type: multipart/signed; boundary=x\n\n--x\n\na\n--x\nContent-Type: application/pgp-signature\n\nb\n--x--\n", "signature " + sum("b")},
		{"a signature, whose line ends and last lines may differ", "From: a@b\nTo: c@d\nContent-Type: multipart/signed; boundary=x\n\n--x\n\na\n--x\nContent-Type: application/pgp-signature\r\n\r\nb\r\nc\r\n\r\n\r\n--x--\n", "signature " + sum("b\nc")},
		{"a signature that is attached", "From: a@b\nTo: c@d\nContent-Type: multipart/signed; boundary=x\n\n--x\n\na\n--x\nContent-Type: application/pkcs7-signature; name=smime.p7s\nContent-Disposition: attachment\n\nb\n--x--\n", "smime.p7s " + sum("b")},
		{"nothing is embedded", "a", ""},
	} {
		_, text, err := extracttest.TextOf([]byte(tt.in), extract.Options{Include: []string{"attachments"}})
		_, lines, _ := strings.Cut(text, "\n\uFDD1")
		if diff := cmp.Diff(tt.want, lines); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", tt.why, err, diff)
		}
	}
}

// TestEmbeddedInNothing checks a document that shows nothing. Its embedded documents are named, and
// its error mentions them.
func TestEmbeddedInNothing(t *testing.T) {
	for _, tt := range []struct {
		why, in string
		want    []extract.Embedded
	}{
		{"an object in a document of Office", string(extracttest.DOCX(t, "<w:p><w:r><w:drawing/></w:r></w:p>", "word/embeddings/b.txt", "words")), []extract.Embedded{{Path: "word/embeddings/b.txt", MediaType: "text/plain"}}},
		{"an object in RTF, which is read as a stream", `{\rtf1{\object{\*\objdata ` + extracttest.Packaged + `}}}`, []extract.Embedded{{Path: "a.txt", MediaType: "text/plain"}}},
	} {
		d, err := extract.Open(t.Context(), strings.NewReader(tt.in), extract.Options{})
		if err != nil {
			t.Errorf("%s: %v", tt.why, err)
			continue
		}
		_, err = io.ReadAll(d)
		if !errors.Is(err, extract.ErrNoText) || !strings.HasSuffix(err.Error(), "(it has embedded documents)") {
			t.Errorf("%s: %v", tt.why, err)
		}
		if diff := cmp.Diff(tt.want, d.Embedded); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
}

// TestEmbeddedWithCallback checks that embedded documents have the same names and media types, read or not.
func TestEmbeddedWithCallback(t *testing.T) {
	docx := string(extracttest.DOCX(t, "<w:p>"+extracttest.Run("inside")+"</w:p>"))
	for _, tt := range []struct {
		why, in string
		want    extract.Embedded
	}{
		{"a key, whose bytes are text", strings.Replace(attached("key.asc", "words"), "Content-Disp", "Content-Type: application/pgp-keys\nContent-Disp", 1),
			extract.Embedded{Path: "key.asc", MediaType: "application/pgp-keys"}},
		{"a document in a packed file", attached("b.txt.gz", string(extracttest.GzipOf(t, strings.NewReader("words")))),
			extract.Embedded{Path: "b.txt.gz", MediaType: "application/gzip"}},
		{"a document of Office", attached("b.docx", docx), extract.Embedded{Path: "b.docx", MediaType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document"}},
		{"the same without a name", attached("b", docx), extract.Embedded{Path: "b", MediaType: "application/zip"}},
		{"no document", attached("b.bin", "\x00\x01\x02\x03"), extract.Embedded{Path: "b.bin", MediaType: "application/octet-stream"}},
	} {
		for _, callback := range []func(string, *extract.Document, error){nil, func(string, *extract.Document, error) {}} {
			d, _, err := extracttest.TextOf([]byte(tt.in), extract.Options{Embedded: callback})
			if err != nil {
				t.Errorf("%s: %v", tt.why, err)
				continue
			}
			if diff := cmp.Diff([]extract.Embedded{tt.want}, d.Embedded); diff != "" {
				t.Errorf("%s, read is %t (-want +got):\n%s", tt.why, callback != nil, diff)
			}
		}
	}
}

// TestEmbeddedLimits checks that embedded documents share the limits of their document. They do not
// use them up for it.
func TestEmbeddedLimits(t *testing.T) {
	deep := "words"
	for range 12 {
		deep = attached("a.eml", deep)
	}
	lines, err := extracttest.EmbeddedIn([]byte(deep), extract.Options{})
	if err != nil || len(lines) != budget.Default.Depth || !strings.HasSuffix(lines[0], ": document nested too deeply: more than 8 nested documents") {
		t.Errorf("%v, %d lines, the first %.300q", err, len(lines), lines[0])
	}
	// Each takes a good part of the memory that all together may take.
	many := "From: a@b\nMessage-ID: <a@b>\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\nbody"
	for range 40 {
		many += "\n--x\nContent-Type: text/html\nContent-Disposition: attachment\n\n" + strings.Repeat("<p>a", 5000)
	}
	begun := time.Now()
	lines, err = extracttest.EmbeddedIn([]byte(many), extract.Options{})
	if err != nil || len(lines) != 40 {
		t.Errorf("%v, %d embedded documents, want 40", err, len(lines))
	}
	d, _, err := extracttest.TextOf([]byte(many+strings.Repeat("\n--x\nContent-Disposition: attachment\n\na", 100)), extract.Options{})
	if err != nil || len(d.Embedded) != 50 || d.Notes[len(d.Notes)-1] != "embedded documents are left out: 140" {
		t.Errorf("%v, %d are named; %q after %v", err, len(d.Embedded), d.Notes, time.Since(begun))
	}
}
