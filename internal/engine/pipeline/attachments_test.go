package pipeline

import (
	"archive/zip"
	"bytes"
	"hash/crc32"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/internal/kernel/attachment"
)

// Each row compares the attachments of a document with an identity.
func TestAttachments(t *testing.T) {
	r := NewReader(Options{Digest: true, Attachments: true})
	identity := func(name, document string) attachment.Identity {
		t.Helper()
		d, err := r.Read(t.Context(), strings.NewReader(document), name)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return d.Attachments
	}
	mail, sheet := identity("a.eml", mailWith("a", "one", "two")), identity("a.odt", textWith(t, "o/", "seven", true))
	for _, test := range []struct {
		name, document string
		like           attachment.Identity
		want           bool
		why            string
	}{
		{"a.eml", mailWith("a", "one", "two"), mail, true, "the same bytes"},
		{"a.eml", mailWith("b", "one", "two"), mail, true, "names do not count"},
		{"a.eml", mailWith("a", "two", "one"), mail, false, "the order counts"},
		{"a.eml", mailWith("a", "one"), mail, false, "one is missing"},
		{"a.eml", mailWith("a", "onetwo"), mail, false, "borders count"},
		{"a.eml", mailWith("a"), attachment.Identity{}, true, "there are none, as after a document with some"},
		{"a.odt", textWith(t, "o/", "seven", true), sheet, true, "the same object"},
		{"a.odt", textWith(t, "o/", "eight", true), sheet, false, "an object that is a folder has bytes"},
		{"a.odt", textWith(t, "o.ole", "seven", false), attachment.NotCompared, true, "an object is damaged"},
	} {
		if got := identity(test.name, test.document); (got == test.like) != test.want {
			t.Errorf("%s: %x is like %x: want %v", test.why, got, test.like, test.want)
		}
	}
}

// mailWith returns a mail with attachments.
func mailWith(name string, attached ...string) string {
	mail := "From: a@example.org\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n" +
		"--x\nContent-Type: text/plain\n\n" + text + "\n"
	for _, a := range attached {
		mail += "--x\nContent-Type: application/octet-stream\n" +
			"Content-Disposition: attachment; filename=" + name + ".bin\n\n" + a + "\n"
	}
	return mail + "--x--\n"
}

// textWith returns an OpenDocument with an object, which is damaged unless it is sound.
func textWith(t *testing.T, object, content string, sound bool) string {
	t.Helper()
	const document = `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" ` +
		`xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:text><text:p>`
	const end = `</text:p></office:text></office:body></office:document-content>`
	kind := "application/vnd.sun.star.oleobject"
	member := object
	if strings.HasSuffix(object, "/") {
		kind, member = "application/vnd.oasis.opendocument.text", object+"content.xml"
	}
	var packed bytes.Buffer
	z := zip.NewWriter(&packed)
	for _, m := range [][2]string{
		{"mimetype", "application/vnd.oasis.opendocument.text"},
		{"META-INF/manifest.xml", `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">` +
			`<manifest:file-entry manifest:full-path="` + object + `" manifest:media-type="` + kind + `"/></manifest:manifest>`},
		{"content.xml", document + text + end},
		{member, document + content + end},
	} {
		sum := crc32.ChecksumIEEE([]byte(m[1]))
		if m[0] == member && !sound {
			sum++
		}
		w, err := z.CreateRaw(&zip.FileHeader{Name: m[0], CRC32: sum, CompressedSize64: uint64(len(m[1])),
			UncompressedSize64: uint64(len(m[1]))})
		if err == nil {
			_, err = w.Write([]byte(m[1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return packed.String()
}
