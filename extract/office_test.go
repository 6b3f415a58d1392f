package extract

import (
	"compress/gzip"
	"encoding/binary"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf16"
)

func slides(t *testing.T) string {
	t.Helper()
	z, err := gzip.NewReader(strings.NewReader(testdata(t, "slides.ppt.gz")))
	if err != nil {
		t.Fatal(err)
	}
	octets, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(octets)
}

// utf16Of is a text as directories of compound files have it.
func utf16Of(s string) string {
	var b []byte
	for _, u := range utf16.Encode([]rune(s)) {
		b = binary.LittleEndian.AppendUint16(b, u)
	}
	return string(b)
}

// renamed gives a stream of a compound file another name.
func renamed(t *testing.T, file, from, to string) string {
	t.Helper()
	at := strings.Index(file, utf16Of(from)+"\x00\x00")
	if at < 0 {
		t.Fatalf("no stream %s", from)
	}
	name := utf16Of(to) + "\x00\x00"
	entry := name + strings.Repeat("\x00", 64-len(name)) + string([]byte{byte(len(name)), 0})
	return file[:at] + entry + file[at+len(entry):]
}

func TestOffice(t *testing.T) {
	for _, tt := range []struct {
		why, in, media, tool string
		words                []string
	}{
		{"a page", testdata(t, "lighthouse.doc"), "application/msword", "",
			[]string{"The lighthouse\n", "“naïve” café, Ελληνικά, Русский текст, 日本語の文章.", "Oil", "twelve barrels", "keeper’s log"}},
		{"a table", testdata(t, "stores.xls"), "application/vnd.ms-excel", "",
			[]string{"Name Αmount\n", `Oil, "barrels" 12` + "\n", "Wick Ελληνικά 7"}},
		{"a slide", slides(t), "application/vnd.ms-powerpoint", "",
			[]string{"The lighthouse in slides", "\nKeepers wrote every day, Ελληνικά"}},
	} {
		d, err := Open(t.Context(), strings.NewReader(tt.in), Options{Name: "x.doc"})
		if err != nil {
			t.Errorf("%s: %v", tt.why, err)
			continue
		}
		text, err := io.ReadAll(d)
		if err != nil || d.MediaType != tt.media || !strings.HasPrefix(d.Tool, tt.tool) || d.Size() != int64(len(tt.in)) {
			t.Errorf("%s: %+v, %v, want %s by %s", tt.why, d, err, tt.media, tt.tool)
		}
		for _, w := range tt.words {
			if !strings.Contains(string(text), w) {
				t.Errorf("%s: no %q in %q", tt.why, w, text)
			}
		}
		if strings.Contains(string(text), "Master") {
			t.Errorf("%s: what stands on masters is in %q", tt.why, text)
		}
	}
}

func TestOfficeErrors(t *testing.T) {
	doc := testdata(t, "lighthouse.doc")
	at := strings.Index(doc, "\xec\xa5") // [MS-DOC] 2.5.2: wIdent
	locked := doc[:at+11] + string([]byte{doc[at+11] | 1}) + doc[at+12:]
	for _, tt := range []struct {
		why, in string
		limits  Limits
		is      error
		want    string
	}{
		{"a page with a password", locked, Limits{}, ErrEncrypted, "DOC: it needs a password"},
		{"a DOCX with a password", renamed(t, doc, "WordDocument", "EncryptedPackage"), Limits{}, ErrEncrypted, "Office document: it needs a password"},
		{"a mail", renamed(t, doc, "WordDocument", "__properties_version1.0"), Limits{}, ErrUnsupported, "an Outlook message"},
		{"thumbs.db", renamed(t, doc, "WordDocument", "Catalog"), Limits{}, ErrUnsupported, "a thumbnail cache"},
		{"an installer", renamed(t, doc, "WordDocument", "\u4840\u3b3f"), Limits{}, ErrUnsupported, "an installer"},
		{"nothing known", renamed(t, doc, "WordDocument", "Data"), Limits{}, ErrUnsupported, "of an unknown kind"},
		{"a header and no more", doc[:600], Limits{}, ErrMalformed, "Office document: "},
		{"a table that is none", renamed(t, doc, "WordDocument", "PowerPoint Document"), Limits{}, ErrMalformed, "PPT: no edit at octet"},
		{"too large", doc, Limits{Size: 4096}, ErrTooLarge, "more than 4096 octets of Office document"},
	} {
		_, err := Open(t.Context(), strings.NewReader(tt.in), Options{Limits: tt.limits})
		if !errors.Is(err, tt.is) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %v: %s", tt.why, err, tt.is, tt.want)
		}
	}
}
