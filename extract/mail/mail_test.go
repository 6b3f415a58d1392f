package mail_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode/utf16"

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
	beside := func(kind, header string) string {
		return "Content-Type: multipart/" + kind + "; boundary=x\n\n--x\nContent-Type: text/html\n\na\n--x\n" + header + "\n\nb\n--x--"
	}
	related := func(header string) string { return beside("related", header) }
	const picture = "Content-Type: multipart/related; boundary=x\n\n--x\nContent-Type: text/html\n\nWORDS\n--x\n" +
		"Content-Type: image/png\nContent-ID: <b>\n\nb\n--x--"
	signed := func(mediaType string) string { return beside("signed", "Content-Type: "+mediaType) }
	for _, tt := range []struct {
		why   string
		in    string
		text  string
		notes string
		is    error
	}{
		{"subject and body; other headers are none of it", "From: Ann <a@b.c>\nSubject: Hello\n\nSome words.\n", "Hello\nSome words.\n", "", nil},
		{"a subject in words of RFC 2047", "Subject: =?koi8-r?B?8NLJ18XU?= =?utf-8?q?_caf=C3=A9?=\n\nx", "Привет café\nx", "", nil},
		{"a letter that two words share", "Subject: =?utf-8?Q?caf=C3?=\n =?utf-8?Q?=A9_noir?= =?utf-8?B?IGF1?=\n\nx", "café noir au\nx", "", nil},
		{"a word in base64 without padding, cut within a letter", "Subject: =?gb2312?B?1tDOxL?= =?gb2312?B?seo?= in\n\nx", "中文标 in\nx", "", nil},
		{"a word with a byte that is not encoded", "Subject: =?iso-8859-1?Q?Fr\xF6sche_=FCber?=\n\nx", "Frösche über\nx", "the encoding of the subject is a guess: windows-1252", nil},
		{"a word with UTF-8 that is not encoded, whatever its charset", "Subject: =?iso-8859-1?Q?Frösche?=\n\nx", "Frösche\nx", "", nil},
		{"a word with a language (RFC 2231, 5)", "Subject: =?utf-8*fr?Q?caf=C3=A9?=\n\nx", "café\nx", "", nil},
		{"a word in a charset that nobody knows does not spoil the next", "Subject: =?x-none?Q?a?= =?utf-8?Q?=C3=A9?=\n\nx", "=?x-none?Q?a?= é\nx", "", nil},
		{"blanks between words and text", "Subject: [s]=?utf-8?Q?a_?= =?utf-8?Q?b?= is =?koi8-r?Q?=D7?=\n\nx", "[s]a b is в\nx", "", nil},
		{"quoted-printable, in a charset", "Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\nCaf=E9 no=\nir", "Café noir", "", nil},
		{"base64", "Content-Transfer-Encoding: BASE64\n\nc29tZS\n B3b3Jkcw==\n", "some words", "", nil},
		{"HTML", "Content-Type: text/html\n\n<p>a<p>b", "a\nb", "", nil},
		{"the last of alternatives", "Content-Type: multipart/alternative; boundary=x\n\n--x\n\nno HTML?\n--x\nContent-Type: text/html\n\n<p>a\n--x\nContent-Type: text/calendar\n\nBEGIN\n--x--\n", "a", "embedded documents are left out: 1", nil},
		{"mixed: texts in their order", "Content-Type: multipart/mixed; boundary=\"x y\"\n\nThis is a multi-part message in MIME format.\n--x y\n\none\n--x y\nContent-Type: text/html\n\n<i>two</i>\n--x y--\n\n", "one\ntwo", "", nil},
		{"text before the parts", "Content-Type: multipart/mixed; boundary=x\n\nRead this first.\n--x\n\none\n--x--\n", "one", "text before the first part is left out: mail programs hide it", nil},
		{"much text before the parts, and MIME in it", "Content-Type: multipart/mixed; boundary=x\n\n" + strings.Repeat("MIME is old. ", 100) + "\n--x\n\none\n--x--\n", "one", "text before the first part is left out: mail programs hide it", nil},
		{"the footer of a list after the parts", "Content-Type: multipart/mixed; boundary=x\n\n--x\n\none\n--x--\n____\nlist 1\n", "one", "text after the last part is left out: mail programs hide it", nil},
		{"signs after the parts", "Content-Type: multipart/mixed; boundary=x\n\n--x\n\none\n--x--\n____\n--\n", "one", "", nil},
		{"after the parts of an inner multipart", "Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: multipart/mixed; boundary=y\n\n--y\n\none\n--y--\nhidden\n--x\n\ntwo\n--x--\n", "one\ntwo", "text after the last part is left out: mail programs hide it", nil},
		{"a NUL in the text", "From: a@b\nTo: c@d\nSubject: s\n\nlamp\x00oil", "s\nlamp\x00oil", "a part has NUL bytes, which divide words", nil},
		{"an attachment", "Content-Type: multipart/mixed; boundary=x\n\n--x\n\none\n--x\nContent-Disposition: attachment; filename=a.txt\n\ntwo\n--x--", "one", "embedded documents are left out: 1", nil},
		{"related: the root", "Content-Type: multipart/related; boundary=x\n\n--x\nContent-Type: text/html\n\na\n--x\nContent-Type: text/html\nContent-ID: <b>\n\nb\n--x--", "a", "embedded documents are left out: 1", nil},
		{"related: an attachment", related("Content-Type: application/pdf\nContent-Disposition: attachment"), "a", "embedded documents are left out: 1", nil},
		{"related: a document that the root may show", related("Content-Type: application/pdf\nContent-ID: <b>"), "a", "embedded documents are left out: 1", nil},
		{"related: a mail", related("Content-Type: message/rfc822"), "a", "embedded documents are left out: 1", nil},
		{"related: a text that is attached", related("Content-ID: <b>\nContent-Disposition: attachment"), "a", "embedded documents are left out: 1", nil},
		{"related: a picture that the page shows", strings.Replace(picture, "WORDS", "<img src=cid:b>a", 1), "a", "", nil},
		{"related: a picture that the page does not show", strings.Replace(picture, "WORDS", "<img src=cid:c>a", 1), "a", "embedded documents are left out: 1", nil},
		{"related: a picture beside plain text", related("Content-Type: image/png\nContent-ID: <b>\nContent-Disposition: inline"), "a", "embedded documents are left out: 1", nil},
		{"related: a picture that is attached", related("Content-Type: image/png\nContent-Disposition: attachment"), "a", "embedded documents are left out: 1", nil},
		{"related: parts within a part", related("Content-Type: multipart/mixed; boundary=y\n\n--y\nContent-Type: application/pdf"), "a", "the last boundary of a multipart body is missing; embedded documents are left out: 1", nil},
		{"signed: the signature", signed("application/pgp-signature"), "a", "", nil},
		{"signed: a document after the signed text", signed("application/pdf"), "a", "embedded documents are left out: 1", nil},
		{"signed: a text that no one signed", signed("text/plain"), "a", "embedded documents are left out: 1", nil},
		{"nothing but an attachment: mails with other ones may have the subject, too", "Subject: s\nContent-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: application/pdf\n\na\n--x--", "", "embedded documents are left out: 1", extract.ErrNoText},
		{"nothing at all: the subject is the whole mail", "Subject: s\n\n", "s\n", "", nil},
		{"a forwarded mail", "Subject: Fwd\nContent-Type: message/rfc822\n\nSubject: In\n\nb", "Fwd\nIn\nb", "", nil},
		{"no last boundary", "Content-Type: multipart/mixed; boundary=x\n\n--x\n\none", "one", "the last boundary of a multipart body is missing", nil},
		{"no boundary at all", "Content-Type: multipart/mixed\n\nwords", "words", "a multipart body has no boundary: read as plain text", nil},
		{"a charset that nobody knows", "Content-Type: text/plain; charset=x-nothing\n\nwords", "words", `a part declares the charset "x-nothing", which is unknown`, nil},
		{"ISO-2022-KR, whose lines begin with ASCII", "From: a@b\nTo: c@d\nContent-Type: text/plain; charset=ISO-2022-KR\n\n\x1b$)C\x0eGQ1[\x0f a\x0eGQ\nb c\x0e1[\x0f", "한글 a한\nb c글", "", nil},
		{"a subject in ISO-2022-KR", "Subject: =?ISO-2022-KR?B?GyQpQw4+SDNnR088PD9kDw==?=\n\nx", "안녕하세요\nx", "", nil},
		{"a letter in ISO-2022-KR that the line end cuts", "From: a@b\nTo: c@d\nContent-Type: text/plain; charset=csISO2022KR\n\n\x1b$)C\x0eGQ1\nb", "한\uFFFD\nb", "", nil},
		{"HZ, with its tildes", "Content-Type: text/plain; charset=HZ-GB-2312\n\n~~ a ~\n~{VPND~} b~x", "~ a 中文 b~x", "", nil},
		{"HZ that is not declared", "From: a@b\nTo: c@d\n\n~{VPND5F;pVPND5F;p~}", "中文灯火中文灯火", "", nil},
		{"HZ in US-ASCII", "Content-Type: text/plain; charset=us-ascii\n\n~{VPND5F;pVPND5F;p~}", "中文灯火中文灯火", "", nil},
		{"HTML in HZ", "Content-Type: text/html; charset=hz-gb-2312\n\n<p>~{VPND~}<p>b", "中文\nb", "", nil},
		{"GBK that is declared as HZ, which has 7 bits", "Content-Type: text/plain; charset=hz-gb-2312\n\n" + strings.Repeat("\xd6\xd0\xce\xc4\xb5\xc6\xcb\xfe", 8), strings.Repeat("中文灯塔", 8), "the encoding is a guess: gbk", nil},
		{"ISO-2022-CN has no decoder", "Subject: s\nFrom: a@b\nTo: c@d\nContent-Type: text/plain; charset=iso-2022-cn\n\n\x1b$)A\x0eVPND\x0f", "", "", extract.ErrUnsupported},
		{"a subject in ISO-2022-CN is kept as it is", "Subject: =?iso-2022-cn?Q?VPND?=\n\nx", "=?iso-2022-cn?Q?VPND?=\nx", "", nil},
		{"US-ASCII that is not", "Content-Type: text/plain; charset=us-ascii\n\ncafé", "café", "", nil},
		{"PGP", "Subject: s\n\n-----BEGIN PGP MESSAGE-----\n\nhQ", "", "", extract.ErrEncrypted},
		{"PGP/MIME", "Content-Type: multipart/encrypted; protocol=\"application/pgp-encrypted\"; boundary=x\n\n--x", "", "", extract.ErrEncrypted},
		{"S/MIME", "Content-Type: application/pkcs7-mime; smime-type=enveloped-data\n\nMII", "", "", extract.ErrEncrypted},
		{"S/MIME that is signed only", "Content-Type: application/pkcs7-mime; smime-type=signed-data\n\nMII", "", "", extract.ErrUnsupported},
		{"10,000 parts in each other", deep.String(), "", "", extract.ErrTooDeep},
		{"mails in each other", strings.Repeat("Content-Type: message/rfc822\n\n", 20) + "a", "", "", extract.ErrTooDeep},
		{"no header at all", "words without a header\n\n", "words without a header\n\n", "a line without a colon ends the header", nil},
		{"a bad line between known fields is skipped", "From: a@b\nno colon here\nSubject: s\n\nwords", "s\nwords", "a line of the header is no header field: left out", nil},
		{"a bad line before the blank one ends the header: its words may be the body's", "Subject: s\nno colon here\n\nwords", "s\nno colon here\n\nwords", "a line without a colon ends the header", nil},
		{"no blank line before the text", "Subject: s\nContent-Type: text/plain\nThe words.\n", "s\nThe words.\n", "a line without a colon ends the header", nil},
		{"a folded line first", " of nothing\nSubject: s\n\nwords", "s\nwords", "", nil},
		{"a From line without a date", "From a@b\nSubject: s\n\nwords", "s\nwords", "", nil},
		{"a quoted From line", ">From a@b Mon Jan  1 10:00:00 2024\nSubject: s\n\nwords", "s\nwords", "", nil},
		{"an SMTP dialogue", "220 ready\nEHLO a\nMAIL FROM:<a@b>\nDATA\n354 go on\nSubject: s\n\nwords", "s\nwords", "", nil},
		{"a blank before the colon (RFC 822)", "Subject : s\n\nwords", "s\nwords", "", nil},
		{"of a repeated field the first counts, with its folded lines only", "Subject: a\n b\nSubject: c\n d\n\nx", "a b\nx", "", nil},
		{"a bad line in the header of a part loses nothing", "Content-Type: multipart/mixed; boundary=B\n\n--B\nContent-Type: text/plain\nno colon\n\none\n--B\n\ntwo\n--B--", "no colon\n\none\ntwo", "a line without a colon ends the header", nil},
		{"no blank line before the first boundary", "Content-Type: multipart/mixed; boundary=B\n--B\nContent-Type: text/plain\n\none\n--B\n\ntwo\n--B--", "one\ntwo", "a boundary ends the header", nil},
		{"the same, with a boundary that has a colon", "Content-Type: multipart/mixed; boundary=\"B:1\"\n--B:1\n\none\n--B:1--", "one", "a boundary ends the header", nil},
		{"a multipart without parts has no text", "Content-Type: multipart/mixed; boundary=B\n\n--B\n\none\n--B\nContent-Type: multipart/mixed; boundary=C\n\n--C--\n--B--", "one", "", nil},
		{"text before a last boundary without parts", "Content-Type: multipart/mixed; boundary=B\n\nwords\n--B--", "words\n--B--", "a multipart body has no boundary: read as plain text", nil},
		{"no semicolon between parameters", "Content-Type: multipart/mixed;\n type=a\n boundary=B\n\n--B\n\none\n--B--", "one", "", nil},
		{"no semicolon before and after a parameter", "Content-Type: multipart/mixed type=\"a\"\n boundary=B\n\n--B\n\none\n--B--", "one", "", nil},
		{"the first of several fragments of a mail (RFC 2046, 5.2.2)", "Content-Type: message/partial; id=a; number=1; total=2\n\nSubject: s\n\nwords", "s\nwords", "", nil},
		{"a later fragment is no text", "Subject: s\nContent-Type: message/partial; id=a; number=2; total=2\n\nd29yZHM", "", "", extract.ErrUnsupported},
		{"a fragment without a number", "Subject: s\nContent-Type: message/partial; id=a\n\nd29yZHM", "", "", extract.ErrUnsupported},
		{"a later fragment beside a text is a lost part", "Content-Type: multipart/mixed; boundary=B\n\n--B\n\none\n--B\nContent-Type: message/partial; id=a; number=2\n\ntwo\n--B--", "one", "a part is left out: no reader for this medium: mail: fragment \"2\" of several", nil},
		{"a ZIP archive that is declared as a text", "Content-Type: multipart/mixed; boundary=B\n\n--B\n\none\n--B\nContent-Type: text/html\nContent-Transfer-Encoding: base64\n\nUEsDBBQAAAB0d28=\n--B--", "one", "embedded documents are left out: 1", nil},
		{"a text with a NUL", "Subject: s\nContent-Transfer-Encoding: base64\n\nb25lAHR3bw==", "s\none\x00two", "a part has NUL bytes, which divide words", nil},
		{"UTF-8 that is declared as ISO-2022-JP, which has 7 bits", "Content-Type: text/plain; charset=iso-2022-jp\n\n日本", "日本", "", nil},
		{"doubled boundaries", "Content-Type: multipart/mixed; boundary=B\n\n--B\n--B\n\none\n--B\n--B\n\ntwo\n--B--", "\none\n\ntwo", "", nil},
		{"another boundary than the declared one", "Content-Type: multipart/mixed; boundary=B\n\n--C\nContent-Type: text/plain\n\none\n--C--", "one", "the declared boundary \"B\" does not occur: read with \"C\"", nil},
		{"a boundary line that goes on", "Content-Type: multipart/mixed; boundary=B\n\n--B and more\n\none\n--B-- and more\nno", "one", "text after the last part is left out: mail programs hide it", nil},
		{"an outer boundary that begins as the inner one", "Content-Type: multipart/mixed; boundary=B\n\n--B\nContent-Type: multipart/mixed; boundary=B1\n\n--B1\n\none\n--B1--\n--B\n\ntwo\n--B--", "one\ntwo", "", nil},
		{"a boundary that should be quoted", "Content-Type: multipart/mixed; boundary=a=?b; x\n\n--a=?b\n\none\n--a=?b--", "one", "", nil},
		{"a bounce whose returned mail is empty", "Content-Type: multipart/report; boundary=B\n\n--B\n\nIt failed.\n--B\nContent-Type: message/rfc822\n\n--B--", "It failed.\n", "", nil},
		{"a bounce whose returned mail has a bad header", "Content-Type: multipart/report; boundary=B\n\n--B\n\nIt failed.\n--B\nContent-Type: message/rfc822\n\nFrom a@b Mon Jan  1\nno header\nSubject: s\n\nwords\n--B--", "It failed.\ns\nwords", "a line of the header is no header field: left out", nil},
		{"a type without a subtype is text/plain (RFC 2045, 5.2)", "Content-Type: text\n\nwords", "words", "", nil},
		{"a type of an old Unix mail program", "Content-Type: X-sun-attachment\n\nwords", "words", "", nil},
		{"a text whose lines go on in the next one, within a word (RFC 3676)", "Content-Type: text/plain; format=flowed; DelSp=yes\n\n" +
			"The light \n house  \nkeeper\n>> lit \n>>  the \n> lamp \n-- \nAnn\n", "The lighthouse keeper\n>> lit the\n> lamp\n-- \nAnn\n", "", nil},
		{"and with the blank", "Content-Type: text/plain; format=flowed\n\nThe light \nhouse\n", "The light \nhouse\n", "", nil},
		{"a text of an unknown subtype beside another", "Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/x-note\n\none\n--x\n\ntwo\n--x--", "one\ntwo", "", nil},
		{"an invitation beside a text", "Content-Type: multipart/mixed; boundary=x\n\n--x\n\none\n--x\nContent-Type: text/calendar\n\nBEGIN\n--x--", "one", "embedded documents are left out: 1", nil},
		{"a text of an unknown subtype with a name", "Content-Type: multipart/mixed; boundary=x\n\n--x\n\none\n--x\nContent-Type: text/x-patch; name=a.diff\n\n+two\n--x--", "one", "embedded documents are left out: 1", nil},
		{"a text of an unknown subtype (RFC 2046, 4.1.4)", "Content-Type: text/enriched\n\nwords", "words", "", nil},
		{"commands of text/enriched, and a < as it is written", "Content-Type: text/enriched\n\n<Bold>a</bold>b <<c> 1 < 2 <color><param>red</param>d</color> <param>e", "ab <c> 1 < 2 d e", "", nil},
		{"line ends of text/enriched", "Content-Type: text/enriched\n\na\nb\n\nc\n\n\nd<nofill>e\nf</nofill><center>g</center>h", "a b\nc\n\nde\nf\ng\nh", "", nil},
		{"text/enriched is decoded first", "Content-Type: text/enriched; charset=koi8-r\nContent-Transfer-Encoding: quoted-printable\n\n<bold>=C1</bold>", "а", "", nil},
		{"the same as the only part", "Content-Type: multipart/alternative; boundary=B\n\n--B\nContent-Type: text/calendar\n\nwords\n--B--", "words", "", nil},
		{"a text that is all of the mail is no attachment", "Content-Type: text/plain\nContent-Disposition: attachment\n\nwords", "words", "", nil},
		{"HTML without text is no better alternative", "Content-Type: multipart/alternative; boundary=B\n\n--B\n\nplain\n--B\nContent-Type: text/html\n\n<html></html>\n--B--", "plain", "", nil},
		{"an alternative of signs only", "Content-Type: multipart/alternative; boundary=B\n\n--B\n\nplain\n--B\nContent-Type: text/html\n\n<p>-\n--B--", "plain", "", nil},
		{"a mail among alternatives does not replace the text", "Content-Type: multipart/alternative; boundary=B\n\n--B\n\nplain\n--B\nContent-Type: message/rfc822\n\nSubject: s\n\nwords\n--B--", "plain\ns\nwords", "", nil},
		{"a text beside the root of a related part", "Content-Type: multipart/related; boundary=B\n\n--B\nContent-Type: text/html\n\n<p>page\n--B\nContent-Type: text/plain\n\nIt is refused.\n--B--", "page\nIt is refused.", "", nil},
		{"a quoted encoding with a parameter", "Content-Transfer-Encoding: \"base64\"; x=y\n\nYWJj", "abc", "", nil},
		{"a related part whose root has no text", "Content-Type: multipart/related; boundary=B\n\n--B\nContent-Type: text/html\n\n<p>\n--B\nContent-Type: text/html\n\n<p>page\n--B--", "\npage", "", nil},
		{"broken quoted-printable", "Content-Transfer-Encoding: quoted-printable\n\na=b =C3=A9=", "a=b é", "a part is cut short or broken: the rest is read", nil},
		{"two texts in base64, joined", "Content-Transfer-Encoding: base64\n\nYQ==\nYg==", "ab", "", nil},
		{"base64 with another letter", "Content-Transfer-Encoding: base64\n\n" + strings.Repeat("YWJj", 9) + "YW!Jj", strings.Repeat("abc", 10), "a part is cut short or broken: the rest is read", nil},
		{"a text that is not in base64 as it declares", "Content-Transfer-Encoding: base64\n\nIt's 5 o'clock, Ann.", "It's 5 o'clock, Ann.", "a part is cut short or broken: the rest is read", nil},
		{"base64 that is cut short", "Content-Transfer-Encoding: base64\n\nYWJjZ", "abc", "a part is cut short or broken: the rest is read", nil},
		{"uuencode as a transfer encoding", "Content-Transfer-Encoding: x-uuencode\n\nbegin 644 a\n%=V]R9',\n`\nend\n", "words", "", nil},
		{"a file by uuencode in a text", "Subject: s\n\nSee:\nbegin 644 a.txt\n%=V]R9',\n`\nend\nDone.", "s\nSee:\nDone.", "embedded documents are left out: 1", nil},
		{"words that look like uuencode", "Subject: s\n\nbegin 644 times\nand go on\n", "s\nbegin 644 times\nand go on\n", "", nil},
		{"a part that cannot be read loses itself only", "Content-Type: multipart/mixed; boundary=B\n\n--B\n\none\n--B\nContent-Type: multipart/encrypted\n\nx\n--B--", "one", "a part is left out: encrypted document: mail: multipart/encrypted", nil},
		{"S/MIME as an attachment is the whole mail", "Subject: s\nContent-Type: application/pkcs7-mime\nContent-Disposition: attachment\n\nMII", "", "", extract.ErrEncrypted},
		{"an article", "Content-Type: message/news\n\nSubject: s\n\nwords", "s\nwords", "", nil},
	} {
		for _, in := range []string{tt.in, strings.ReplaceAll(tt.in, "\n", "\r\n")} {
			d, err := extract.Open(t.Context(), strings.NewReader(in), extract.Options{Name: "a.eml"})
			var text []byte
			if err == nil {
				text, err = io.ReadAll(d)
			}
			if !errors.Is(err, tt.is) {
				t.Errorf("%s: error %v, want %v", tt.why, err, tt.is)
			}
			if d == nil {
				continue
			}
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

// A mail may be whole in another form than the rows of TestMail, whose line ends are replaced.
func TestMailOctets(t *testing.T) {
	const letter = "From: a@b\nSubject: sé\nContent-Type: text/plain; charset=koi8-r\n\nwordé\n"
	utf16 := func(order binary.AppendByteOrder) string {
		var octets []byte
		for _, unit := range utf16.Encode([]rune(letter)) {
			octets = order.AppendUint16(octets, unit)
		}
		return string(octets)
	}
	dated := "From a@b Thu Jan  1 00:00:00 1970\n"
	for _, tt := range []struct{ why, in, name, text string }{
		{"line ends of old Macintoshes", "Subject: s\r\rone\rtwo", "a.eml", "s\none\ntwo"},
		{"UTF-16 whatever it declares", utf16(binary.LittleEndian), "a.eml", "sé\nwordé\n"},
		{"UTF-16 of the other order, marked", "\xFE\xFF" + utf16(binary.BigEndian), "a.eml", "sé\nwordé\n"},
		{"a bad mail does not affect its neighbours", dated + "Subject: a\n\none\n\n" + dated + "Content-Type: multipart/encrypted\n\nx\n\n" +
			dated + "X: y\nno header\n\ntwo\n\n" + dated + "Subject: c\n\nthree\n", "a.mbox", "a\none\n\n\nno header\n\ntwo\n\n\nc\nthree\n"},
	} {
		_, text, err := extracttest.TextOf([]byte(tt.in), extract.Options{Name: tt.name})
		if diff := cmp.Diff(tt.text, text); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", tt.why, err, diff)
		}
	}
}

// A fault never hides the body, so that mails with different bodies have one text. The body is in the text, or
// there is an error.
func TestFaultsHideNoBody(t *testing.T) {
	faults := []string{
		"", "no colon\n", " folded\n", "From x\n", ">From x@y\n", "Content-Type: text\n", "Content-Type: */*\n", "Content-Type: ;;\n",
		"Content-Type: multipart/mixed\n", "Content-Type: multipart/mixed; boundary=\n", "Content-Type: multipart/mixed; boundary=none\n",
		"Content-Type: multipart/alternative; boundary=B\n", "Content-Type: multipart/related; start=none; boundary=B\n", "Content-Type: message/rfc822\n",
		"Content-Type: text/x-unknown; charset=none\n", "Content-Type: text/plain; charset=\"\n", "Content-Transfer-Encoding: none\n",
		"Content-Transfer-Encoding: quoted-printable\n", "Content-Transfer-Encoding: x-uuencode\n", "Content-Transfer-Encoding: base64x\n",
		"Content-Disposition: attachment\n", "Content-Disposition: inline; filename=a\n", "Subject\n", "Subject:\n", ":\n",
	}
	bodies := []string{"word\n", "\nword", "\n\n--B\n\nword\n--B--\n", "\n--B\nContent-Type: x\n\nword\n", "\n--B\n--B\nno colon\n\nword\n--B--", "\n--C\nContent-Type: text\n\nword\n--C--\n"}
	for _, a := range faults {
		for _, b := range faults {
			for _, body := range bodies {
				in := "From: a@b\n" + a + b + body
				_, text, err := extracttest.TextOf([]byte(in), extract.Options{Name: "a.eml"})
				if err == nil && !strings.Contains(text, "word") {
					t.Errorf("%q: %q hides the body", in, text)
				}
			}
		}
	}
}

// The cost of a hostile mail is linear in its length.
func TestHostileIsLinear(t *testing.T) {
	for why, unit := range map[string]string{
		"a folded field": " a\n", "fields": "a:\n", "parts": "--b\n", "parts with a type": "Content-Type:text/x\n\n--b\n",
		"files by uuencode": "begin 644 a\n", "lines of uuencode": "begin 644 a\n`\n", "soft line ends": "=\n", "commands": "Content-Type: text/enriched\n\n<param>", "From lines": "From a@b\n",
	} {
		of := func(n int) string {
			return "Content-Type: multipart/mixed; boundary=b\n\n--b\n" + strings.Repeat(unit, n/len(unit))
		}
		extracttest.IsLinear(t, why, "message/rfc822", of, 1<<20)
	}
}

func FuzzMail(f *testing.F) {
	for _, s := range []string{
		"Subject: =?koi8-r?B?wQ==?=\n\nbody",
		"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Transfer-Encoding: base64\n\nYQ==\n--b--",
		"Content-Type: message/rfc822\n\nContent-Type: text/html; charset=x\n\n<p>a",
		"Content-Type: text/plain; charset=hz-gb-2312\n\n~{VPND~}~~~\n",
		"Content-Type: text/plain; charset=iso-2022-kr\n\n\x1b$)C\x0eGQ1[\x0f",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, octets []byte) { extracttest.Finds(t, octets, "message/rfc822") })
}

func FuzzMailbox(f *testing.F) {
	f.Add([]byte("From a\nSubject: b\n\nc\n>From d\n\nFrom e\n\nf\n"))
	f.Fuzz(func(t *testing.T, octets []byte) { extracttest.Finds(t, octets, "application/mbox") })
}
