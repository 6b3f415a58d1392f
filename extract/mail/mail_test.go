package mail_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
)

func TestMail(t *testing.T) {
	var deep strings.Builder
	deep.WriteString("Content-Type: multipart/mixed; boundary=b0\n\n")
	for i := range 10000 {
		fmt.Fprintf(&deep, "--b%d\nContent-Type: multipart/mixed; boundary=b%d\n\n", i, i+1)
	}
	for _, tt := range []struct {
		why   string
		in    string
		text  string
		notes string
		is    error
	}{
		{"subject and body; other headers are none of it", "From: Ann <a@b.c>\nSubject: Hello\n\nSome words.\n", "Hello\nSome words.\n", "", nil},
		{"a subject in words of RFC 2047", "Subject: =?koi8-r?B?8NLJ18XU?= =?utf-8?q?_caf=C3=A9?=\n\nx", "Привет café\nx", "", nil},
		{"quoted-printable, in a charset", "Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\nCaf=E9 no=\nir", "Café noir", "", nil},
		{"base64", "Content-Transfer-Encoding: BASE64\n\nc29tZS\n B3b3Jkcw==\n", "some words", "", nil},
		{"HTML", "Content-Type: text/html\n\n<p>a<p>b", "a\nb", "", nil},
		{"the last of alternatives", "Content-Type: multipart/alternative; boundary=x\n\n--x\n\nno HTML?\n--x\nContent-Type: text/html\n\n<p>a\n--x\nContent-Type: text/calendar\n\nBEGIN\n--x--\n", "a", "embedded documents are left out: 1", nil},
		{"mixed: texts in their order", "Content-Type: multipart/mixed; boundary=\"x y\"\n\npreamble\n--x y\n\none\n--x y\nContent-Type: text/html\n\n<i>two</i>\n--x y--\nepilogue", "one\ntwo", "", nil},
		{"an attachment", "Content-Type: multipart/mixed; boundary=x\n\n--x\n\none\n--x\nContent-Disposition: attachment; filename=a.txt\n\ntwo\n--x--", "one", "embedded documents are left out: 1", nil},
		{"related: the root", "Content-Type: multipart/related; boundary=x\n\n--x\nContent-Type: text/html\n\na\n--x\nContent-Type: text/html\n\nb\n--x--", "a", "", nil},
		{"a forwarded mail", "Subject: Fwd\nContent-Type: message/rfc822\n\nSubject: In\n\nb", "Fwd\nIn\nb", "", nil},
		{"no last boundary", "Content-Type: multipart/mixed; boundary=x\n\n--x\n\none", "one", "a part is cut short or broken: read up to there; the last boundary of a multipart body is missing", nil},
		{"no boundary at all", "Content-Type: multipart/mixed\n\nwords", "words", "a multipart body has no boundary: read as plain text", nil},
		{"a charset that nobody knows", "Content-Type: text/plain; charset=x-nothing\n\nwords", "words", `a part declares the charset "x-nothing", which is unknown`, nil},
		{"US-ASCII that is not", "Content-Type: text/plain; charset=us-ascii\n\ncafé", "café", "", nil},
		{"PGP", "Subject: s\n\n-----BEGIN PGP MESSAGE-----\n\nhQ", "", "", extract.ErrEncrypted},
		{"PGP/MIME", "Content-Type: multipart/encrypted; protocol=\"application/pgp-encrypted\"; boundary=x\n\n--x", "", "", extract.ErrEncrypted},
		{"S/MIME", "Content-Type: application/pkcs7-mime; smime-type=enveloped-data\n\nMII", "", "", extract.ErrEncrypted},
		{"S/MIME that is signed only", "Content-Type: application/pkcs7-mime; smime-type=signed-data\n\nMII", "", "", extract.ErrUnsupported},
		{"10,000 parts in each other", deep.String(), "", "", extract.ErrTooDeep},
		{"mails in each other", strings.Repeat("Content-Type: message/rfc822\n\n", 20) + "a", "", "", extract.ErrTooDeep},
		{"no headers", "words without a header\n\n", "", "", extract.ErrMalformed},
	} {
		for _, in := range []string{tt.in, strings.ReplaceAll(tt.in, "\n", "\r\n")} {
			d, err := extract.Open(t.Context(), strings.NewReader(in), extract.Options{Name: "a.eml"})
			if !errors.Is(err, tt.is) {
				t.Errorf("%s: error %v, want %v", tt.why, err, tt.is)
			}
			if err != nil {
				continue
			}
			text, _ := io.ReadAll(d)
			if diff := cmp.Diff(tt.text, strings.ReplaceAll(string(text), "\r\n", "\n")); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.why, diff)
			}
			if notes := strings.Join(d.Notes, "; "); notes != tt.notes {
				t.Errorf("%s: notes %q, want %q", tt.why, notes, tt.notes)
			}
		}
	}
	const box = "From a@b Thu Jan  1 00:00:00 1970\nSubject: one\n\na\n>From b\n\nFrom a@b Thu Jan  1 00:00:00 1970\nSubject: two\n\nc\n"
	d, err := extract.Open(t.Context(), strings.NewReader(box), extract.Options{Name: "x.mbox"})
	if err != nil {
		t.Fatal(err)
	}
	text, _ := io.ReadAll(d)
	if diff := cmp.Diff("one\na\nFrom b\n\n\ntwo\nc\n", string(text)); diff != "" {
		t.Errorf("a mailbox (-want +got):\n%s", diff)
	}
}

func FuzzMail(f *testing.F) {
	for _, s := range []string{
		"Subject: =?koi8-r?B?wQ==?=\n\nbody",
		"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Transfer-Encoding: base64\n\nYQ==\n--b--",
		"Content-Type: message/rfc822\n\nContent-Type: text/html; charset=x\n\n<p>a",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, octets []byte) { extracttest.Finds(t, octets, "message/rfc822") })
}

func FuzzMailbox(f *testing.F) {
	f.Add([]byte("From a\nSubject: b\n\nc\n>From d\n\nFrom e\n\nf\n"))
	f.Fuzz(func(t *testing.T, octets []byte) { extracttest.Finds(t, octets, "application/mbox") })
}
