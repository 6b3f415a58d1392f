package mail_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
	"github.com/lsh-interop/fpcheck/extract/mail"
)

// TestFaults cuts mails short. A mail has neither a list of its parts nor a checksum.
func TestFaults(t *testing.T) {
	const head = "From: a@example.org\r\nTo: b@example.org\r\nSubject: Words\r\nDate: Mon, 2 Jan 2006 15:04:05 +0000\r\nMIME-Version: 1.0\r\n"
	encoded := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("The text of the second part. ", 20)))
	parts := head + "Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: text/plain\r\n\r\nThe text of the first part.\r\n" +
		"--x\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n" + encoded + "\r\n--x--\r\n"
	page := "From: <Saved by a browser>\r\nSubject: A page\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=x; type=\"text/html\"\r\n\r\n" +
		"--x\r\nContent-Type: text/html\r\nContent-Location: http://example.org/\r\n\r\n<html><body><p>one</p><p>two</p></body></html>\r\n--x--\r\n"
	const inHeader = "the type of the mail is cut off"
	cut := map[string]string{"the document is cut at 1 tenths": inHeader}
	extracttest.Faults(t, mail.Formats, []extracttest.Seed{
		{Name: "parts.eml", Octets: []byte(parts), Same: cut},
		{Name: "page.mht", Octets: []byte(page), Same: map[string]string{
			"the document is cut at 1 tenths": inHeader, "the document is cut at 2 tenths": inHeader, "the document is cut at 3 tenths": inHeader,
		}},
		{Name: "parts.emlx", Octets: []byte(fmt.Sprintf("%d\n%s", len(parts), parts)), Same: cut},
		{Name: "parts.mbox", Octets: []byte("From a@example.org Mon Jan  2 15:04:05 2006\n" + strings.ReplaceAll(parts, "\r", "") + "\n"), Same: cut},
	})
}
