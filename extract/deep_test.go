package extract_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
)

// A goroutine that runs out of stack ends the process, and nothing can catch that. So each
// reader that goes down into what it reads has a bound.
func TestDeep(t *testing.T) {
	deep := 1_000_000
	if testing.Short() {
		deep = 100_000
	}
	multiparts := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i)
		}
		return "MIME-Version: 1.0\nFrom: a\n" + b.String() + "\nwords"
	}
	for _, tt := range []struct {
		why, in string
		o       extract.Options
	}{
		{"elements of HTML", strings.Repeat("<div>", deep), extract.Options{MediaType: "text/html"}},
		{"formatting elements of HTML", strings.Repeat("<b>", deep), extract.Options{MediaType: "text/html"}},
		{"tables of HTML", strings.Repeat("<table><td>", deep), extract.Options{MediaType: "text/html"}},
		{"elements of SVG in HTML", "<svg>" + strings.Repeat("<g>", deep), extract.Options{MediaType: "text/html"}},
		{"elements of XML", strings.Repeat("<a>", deep), extract.Options{MediaType: "application/xml"}},
		{"declarations of XML", "<!DOCTYPE a [" + strings.Repeat("<!ENTITY a '", deep), extract.Options{MediaType: "application/xml"}},
		{"groups of RTF", strings.Repeat(`{\rtf1`, deep), extract.Options{MediaType: "text/rtf"}},
		{"quotations of Markdown", strings.Repeat("> ", deep), extract.Options{MediaType: "text/markdown"}},
		{"brackets of Markdown", strings.Repeat("[", deep) + strings.Repeat("]", deep), extract.Options{MediaType: "text/markdown"}},
		{"lists of Markdown", strings.Repeat("- ", deep), extract.Options{MediaType: "text/markdown"}},
		{"directives of reStructuredText", strings.Repeat(".. note:: ", deep), extract.Options{MediaType: "text/x-rst"}},
		{"roles of reStructuredText", strings.Repeat(":a:`", deep), extract.Options{MediaType: "text/x-rst"}},
		{"multiparts of mail", multiparts(deep / 10), extract.Options{MediaType: "message/rfc822"}},
		{"mails in mails", strings.Repeat("Content-Type: message/rfc822\n\n", deep), extract.Options{MediaType: "message/rfc822"}},
		{"elements of DOCX", string(extracttest.DOCX(t, strings.Repeat("<w:p>", deep))), extract.Options{}},
		{"elements of ODT", string(extracttest.Pack(t, "mimetype", "application/vnd.oasis.opendocument."+"text", "content.xml", extracttest.Content("text", strings.Repeat("<text:span>", deep)))), extract.Options{}},
		{"elements of flat ODT", extracttest.Content("text", strings.Repeat("<text:span>", deep)), extract.Options{MediaType: "application/vnd.oasis.opendocument." + "text-flat-xml"}},
		{"elements of EPUB", string(extracttest.EPUB(t, `<itemref idref="none"/>`, "o/d.html", strings.Repeat("<p><b>", deep))), extract.Options{}},
	} {
		_, _, err := extracttest.TextOf([]byte(tt.in), tt.o)
		if errors.Is(err, extract.ErrInternal) || err != nil && !extracttest.Named(err) && !errors.Is(err, extract.ErrTimeout) {
			t.Errorf("%s: error %.300v, want one of the limits, or none", tt.why, err)
		}
	}
}
