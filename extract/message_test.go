package extract

import (
	"compress/gzip"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract/internal/mail"
	"github.com/lsh-interop/fpcheck/extract/internal/office"
	"github.com/lsh-interop/fpcheck/extract/internal/ole"
)

// message is a file of Outlook's with an attachment and an attached message.
func message(t testing.TB) []byte {
	t.Helper()
	z, err := gzip.NewReader(strings.NewReader(testdata(t, "message.msg.gz")))
	if err != nil {
		t.Fatal(err)
	}
	octets, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return octets
}

func TestMessage(t *testing.T) {
	octets := message(t)
	d, text, err := textOf(octets, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("Two lighthouses: маяк, 灯台, מגדלור\nМаяк на скале\nand a second line", text); diff != "" || d.MediaType != office.Outlook {
		t.Errorf("%s (-want +got):\n%s", d.MediaType, diff)
	}
	want := []Embedded{{"Anhang.txt", "text/plain"}, {"Forwarded.msg", office.Outlook}}
	if diff := cmp.Diff(want, d.Embedded); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
	lines, err := embeddedIn(octets, Options{})
	if diff := cmp.Diff([]string{
		"Anhang.txt text/plain: An attached text.",
		"Forwarded.msg//deep.txt text/plain: A deeper text.",
		"Forwarded.msg application/vnd.ms-outlook: 灯台の光\nhello world",
	}, lines); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	for n := 0; n < len(octets); n += 512 {
		if _, _, err := textOf(octets[:n], Options{MediaType: office.Outlook}); err != nil && !named(err) {
			t.Errorf("the first %d octets: %v", n, err)
		}
	}
}

func FuzzMessage(f *testing.F) {
	f.Add(message(f))
	f.Fuzz(func(t *testing.T, octets []byte) {
		o := Options{MediaType: office.Outlook, Limits: Limits{Size: 1 << 20}, Embedded: func(_ string, d *Document, err error) {
			if err == nil {
				_, err = io.Copy(io.Discard, d)
			}
			if err != nil && !named(err) {
				t.Error(err)
			}
		}}
		if _, _, err := textOf(octets, o); err != nil && !named(err) {
			t.Error(err)
		}
	})
}

const savedPage = "MIME-Version: 1.0\nSubject: a title\nContent-Type: multipart/related; type=\"text/html\"; boundary=b\n\n--b\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\nContent-Location: http://a/\n\n<title>a title</title><p>Gr=C3=BC=C3=9Fe\n--b\nContent-Type: text/css\nContent-Location: http://a/b\n\np{}\n--b--\n"

const rooted = "MIME-Version: 1.0\nContent-Type: multipart/related; start=\"START\"; boundary=b\n\n--b\nContent-ID: <other@a>\n\nfirst\n--b\nContent-Type: text/html\nContent-ID: <page@a>\n\n<p>page\n--b--\n"

func TestMailForms(t *testing.T) {
	const dated = "From a@b Thu Jan  1 00:00:00 1970\n"
	const letter = "From: a@b\nMessage-ID: <a@b>\nSubject: s\n\nwords\n"
	for _, tt := range []struct{ why, in, name, text, mediaType string }{
		{"a page as Chromium saves it", "From: <Saved by Blink>\nSnapshot-Content-Location: http://a/\n" + savedPage, "", "Grüße", mail.Archive},
		{"a page as Word saves it", savedPage, "", "Grüße", mail.Archive},
		{"its name tells it", "From: a@b\n" + savedPage, "a.mht", "Grüße", mail.Archive},
		{"a mail with what it shows", "From: a@b\nTo: c@d\nMessage-ID: <a@b>\n" + savedPage, "", "a title\nGrüße", "message/rfc822"},
		{"a page that is not the first part", strings.Replace(rooted, "START", "<page@a>", 1), "", "page", mail.Archive},
		{"which part is the page is written without brackets", strings.Replace(rooted, "START", "page@a", 1), "", "page", mail.Archive},
		{"the part that should be the page is not there", strings.Replace(rooted, "START", "<no@a>", 1), "", "first", mail.Archive},
		{"a mailbox", dated + letter + "\n" + dated + letter, "", "s\nwords\n\n\ns\nwords\n", "application/mbox"},
		{"a mailbox, and no page", dated + "Content-Type: text/html\r\n\r\n<!DOCTYPE html><title>t</title><p>words", "", "words", "application/mbox"},
		{"a mailbox of MMDF", "\x01\x01\x01\x01\n" + letter + "\x01\x01\x01\x01\n", "", "s\nwords\n", "application/mbox"},
		{"a mail without headers in a mailbox", dated + "\nwords", "", "words", "application/mbox"},
		{"a letter about time", dated + "to now: much has changed.\n", "", dated + "to now: much has changed.\n", "text/plain"},
		{"a line without a date", "From here on\nSubject: s\n\nwords\n", "", "From here on\nSubject: s\n\nwords\n", "text/plain"},
		{"a mail of Apple's Mail", "46        \n" + letter + "<?xml version=\"1.0\"?><plist/>", "", "s\nwords\n", mail.Numbered},
	} {
		d, text, err := textOf([]byte(tt.in), Options{Name: tt.name})
		if err != nil {
			t.Errorf("%s: %v", tt.why, err)
			continue
		}
		if diff := cmp.Diff([]string{tt.text, tt.mediaType}, []string{text, d.MediaType}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
}

// Headers tell a mail from a text that begins like one.
func TestMailHeaders(t *testing.T) {
	seal := "ARC-Seal: i=1; a=rsa-sha256; cv=none\n" + strings.Repeat("        b=XXvx0gWtFZAYNmx5p9cyvz7Vodj0l0QxU5ftVARjjUZyZ7v5KAFHANgb\n", 60)
	for _, tt := range []struct{ why, in, mediaType string }{
		{"as a server delivered it", "Delivered-To: c@d\nFrom: a@b\nSubject: s\n\nwords\n", "message/rfc822"},
		{"as it came back", "Return-Path: <a@b>\r\nFrom: a@b\r\n\r\nwords\r\n", "message/rfc822"},
		{"signed", "DKIM-Signature: v=1;\n b=a\nX-Spam: no\nFrom: a@b\n\nwords\n", "message/rfc822"},
		{"its sender comes late", "Delivered-To: c@d\nReceived: by 10.0.0.1;\n\tMon, 29 May 2017\n" + seal + "From: a@b\n\nwords\n", "message/rfc822"},
		{"one header is too little", seal + "From: a@b\n\nwords\n", "text/plain"},
		{"a header is cut short", "From: a@b\nMIME-Version: 1.0\nX-Long: " + strings.Repeat("a", 3000) + "\nX-Cut: a\n\nwords\n", "message/rfc822"},
		{"what a person wrote", "From: the cook\nTo: all\nSubject: soup\n\nThere is soup.\n", "text/plain"},
		{"a list", "Received: two letters\nMessage-ID: none\nSpoons: 12\n", "text/plain"},
		{"a long list", "Received: two letters\n" + strings.Repeat("Spoons: 12\n", 400), "text/plain"},
		{"a dialogue", "Romeo: But soft,\nJuliet: Ay me!\nFrom: nobody\n\n", "text/plain"},
		{"a text about mail", "From: a@b\nMessage-ID: <a@b>\nare two headers of a mail.\n\nwords\n", "text/plain"},
	} {
		if d, _, err := textOf([]byte(tt.in), Options{}); err != nil || d.MediaType != tt.mediaType {
			t.Errorf("%s: %s, %v, want %s", tt.why, d.MediaType, err, tt.mediaType)
		}
	}
}

// What has no reader is named as people know it.
func TestTitles(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"!BDN\x00", "no reader for this medium: a mail store of Outlook (PST) (application/vnd.ms-outlook-pst): readpst (Debian package pst-utils) makes mails of it, which are read"},
		{"\x00\x01\x00\x00Standard Jet DB\x00", "no reader for this medium: Microsoft Access (application/x-msaccess)"},
		{"bplist00", "no reader for this medium: a property list of Apple's (application/x-plist)"},
		{string(pack(t, "designmap.xml", "<a/>")), "no reader for this medium: Adobe InDesign (IDML) (application/x-indesign)"},
	} {
		if _, _, err := textOf([]byte(tt.in), Options{}); !errors.Is(err, ErrUnsupported) || err.Error() != tt.want {
			t.Errorf("error %v, want %s", err, tt.want)
		}
	}
}

// Programs read what they are made for.
// wordPerfect4 is a document of WordPerfect 4.2, as its published format has it.
const wordPerfect4 = "\xCB\n\x01\xF6\x01\xCB\xC0\nJ\tJ\xC0\xCE\x0C\n\xCE\xD0BlBp\xD0Words of a letter\n"

func TestConverted(t *testing.T) {
	needs(t, "djvutxt")
	needs(t, "wpd2text")
	for _, in := range []struct{ octets, tool, want string }{
		{testdata(t, "words.djvu"), "DjVuLibre djvutxt 3.", "Words of a page, Grüße, слова"},
		{wordPerfect4, "libwpd wpd2text ", "Words of a letter"},
	} {
		d, text, err := textOf([]byte(in.octets), Options{})
		if err != nil || strings.TrimSpace(text) != in.want || !strings.HasPrefix(d.Tool, in.tool) {
			t.Errorf("%q, %+v, %v", text, d, err)
		}
	}
	for _, in := range []struct{ octets, want string }{
		{"\xFFWPC", "a program is missing: wpd2text (Debian package libwpd-tools)"},
		{wordPerfect4, "a program is missing: wpd2text (Debian package libwpd-tools)"},
		{string(ole.Write([]ole.Stream{{Path: []string{"Contents"}}, {Path: []string{"Quill", "QuillSub", "CONTENTS"}}})), "a program is missing: pub2raw (Debian package libmspub-tools)"},
	} {
		t.Setenv("PATH", t.TempDir())
		if _, _, err := textOf([]byte(in.octets), Options{}); !errors.Is(err, ErrToolMissing) || err.Error() != in.want {
			t.Errorf("error %v, want %s", err, in.want)
		}
	}
}
