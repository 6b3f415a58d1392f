package mail_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
)

const savedPage = "MIME-Version: 1.0\nSubject: a title\nContent-Type: multipart/related; type=\"text/html\"; boundary=b\n\n--b\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\nContent-Location: http://a/\n\n<title>a title</title><p>Gr=C3=BC=C3=9Fe\n--b\nContent-Type: text/css\nContent-Location: http://a/b\n\np{}\n--b--\n"

const rooted = "MIME-Version: 1.0\nContent-Type: multipart/related; start=\"START\"; boundary=b\n\n--b\nContent-ID: <other@a>\n\nfirst\n--b\nContent-Type: text/html\nContent-ID: <page@a>\n\n<p>page\n--b--\n"

func TestMailForms(t *testing.T) {
	const dated = "From a@b Thu Jan  1 00:00:00 1970\n"
	const letter = "From: a@b\nMessage-ID: <a@b>\nSubject: s\n\nwords\n"
	for _, tt := range []struct{ why, in, name, text, mediaType string }{
		{"a page as Chromium saves it", "From: <Saved by Blink>\nSnapshot-Content-Location: http://a/\n" + savedPage, "", "Grüße", "multipart/related"},
		{"a page as Word saves it", savedPage, "", "Grüße", "multipart/related"},
		{"its name tells it", "From: a@b\n" + savedPage, "a.mht", "Grüße", "multipart/related"},
		{"a mail with what it shows", "From: a@b\nTo: c@d\nMessage-ID: <a@b>\n" + savedPage, "", "a title\nGrüße", "message/rfc822"},
		{"a page that is not the first part", strings.Replace(rooted, "START", "<page@a>", 1), "", "page", "multipart/related"},
		{"which part is the page is written without brackets", strings.Replace(rooted, "START", "page@a", 1), "", "page", "multipart/related"},
		{"the part that should be the page is not there", strings.Replace(rooted, "START", "<no@a>", 1), "", "first", "multipart/related"},
		{"a mailbox", dated + letter + "\n" + dated + letter, "", "s\nwords\n\n\ns\nwords\n", "application/mbox"},
		{"a mailbox, and no page", dated + "Content-Type: text/html\r\n\r\n<!DOCTYPE html><title>t</title><p>words", "", "words", "application/mbox"},
		{"a mailbox of MMDF", "\x01\x01\x01\x01\n" + letter + "\x01\x01\x01\x01\n", "", "s\nwords\n", "application/mbox"},
		{"a mail without headers in a mailbox", dated + "\nwords", "", "words", "application/mbox"},
		{"a letter about time", dated + "to now: much has changed.\n", "", dated + "to now: much has changed.\n", "text/plain"},
		{"a line without a date", "From here on\nSubject: s\n\nwords\n", "", "From here on\nSubject: s\n\nwords\n", "text/plain"},
		{"a mail of Apple's Mail", "46        \n" + letter + "<?xml version=\"1.0\"?><plist/>", "", "s\nwords\n", "application/x-emlx"},
	} {
		d, text, err := extracttest.TextOf([]byte(tt.in), extract.Options{Name: tt.name})
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
		{"no date and no sender, but the boundary that it declares", "Subject: s\nContent-Type: multipart/mixed; boundary=B\n\n--B\n\nwords\n--B--\n", "message/rfc822"},
		{"two fields with values of mails", "From: a@b\nTo: c@d\nSubject: soup\n\nwords\n", "message/rfc822"},
		{"a MIME entity", "MIME-Version: 1.0\nContent-Type: text/plain\n\nwords\n", "message/rfc822"},
		{"a blank before the colon", "From : a@b\nTo : c@d\n\nwords\n", "message/rfc822"},
		{"a NUL early in the body", "From: a@b\nTo: c@d\n\nwor\x00ds\n", "message/rfc822"},
		{"a NUL in the header", "From: a@b\nTo: c@d\nX-A: \x00\n\nwords\n", "message/rfc822"},
		{"NULs before the header", "\x00\x00From: a@b\nTo: c@d\n\nwords\n", "message/rfc822"},
		{"a NUL in a mailbox", "From a@b Thu Jan  1 00:00:00 1970\nSubject: s\n\nwor\x00ds\n", "application/mbox"},
		{"a text about mail", "From: a@b\nMessage-ID: <a@b>\nare two headers of a mail.\n\nwords\n", "text/plain"},
	} {
		if d, _, err := extracttest.TextOf([]byte(tt.in), extract.Options{}); err != nil || d.MediaType != tt.mediaType {
			t.Errorf("%s: %s, %v, want %s", tt.why, d.MediaType, err, tt.mediaType)
		}
	}
}
