package extract_test

import (
	"errors"
	"io"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/extract"
)

func TestXMLErrors(t *testing.T) {
	for _, tt := range []struct {
		why, in string
		is      error
		want    string
	}{
		{"an end tag of another element", "<a>\n<b>c</a>", extract.ErrMalformed, "malformed document: XML, line 2: the tag </a>, where </b> was expected"},
		{"a document that was cut off", "<a>\n\n<b>", extract.ErrMalformed, "line 3: the document ends where </b> was expected"},
		{"a reference that means nothing", "<a>&nosuch;</a>", extract.ErrMalformed, "line 1: &nosuch; is not known"},
		{"an ampersand", "<a>b & c</a>", extract.ErrMalformed, "expected ; after it, or &amp;"},
		{"an attribute without a value", "<a b>", extract.ErrMalformed, `'>' after the attribute b of the tag <a>: expected =`},
		{"no root", "<!-- a -->", extract.ErrMalformed, "no root element"},
		{"text after the root", "<a/>\n\nb", extract.ErrMalformed, "line 3: text outside the root element"},
		{"a comment that does not end", "<a><!-- b", extract.ErrMalformed, "the document ends in a comment: expected -->"},
		{"too many open elements", strings.Repeat("<a>", 501), extract.ErrTooDeep, "line 1: <a> is within 500 elements"},
		{"entities too many to hold", "<!DOCTYPE a [" + declarations(200_000) + "]><a/>", extract.ErrTooLarge, "line 1: more than 12582912 bytes of memory for the entities of the document type declaration"},
		{"a name too long to hold", "<" + strings.Repeat("a", 4<<20+1), extract.ErrTooLarge, "more than 4194304 bytes in a tag"},
	} {
		_, _, err := extract.XMLText([]byte(tt.in), "")
		if !errors.Is(err, tt.is) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %s", tt.why, err, tt.want)
		}
	}
}

// declarations declares entities with short names.
func declarations(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("<!ENTITY e" + strconv.FormatInt(int64(i), 36) + ` "">`)
	}
	return b.String()
}

// A document type of 1,048,576 code points is read, whatever it declares: R11.16.
func TestXMLDocumentType(t *testing.T) {
	const most = 1 << 20
	unique := declarations(most / 16)
	for why, inside := range map[string]string{
		"the most entities":        unique[:strings.LastIndexByte(unique[:most-8], '>')+1],
		"one entity, and again":    strings.Repeat(`<!ENTITY a "">`, (most-8)/14),
		"characters of four bytes": strings.Repeat("\U0001F600", most-8),
	} {
		if text, _, err := extract.XMLText([]byte("<!DOCTYPE a["+inside+"]><a>b</a>"), ""); text != "b" || err != nil {
			t.Errorf("%s: %q, %v, want %q", why, text, err, "b")
		}
	}
}

// endless is a document of many lines.
type endless struct{ head, line, tail string }

func (e endless) reader(n int) io.Reader {
	parts := []io.Reader{strings.NewReader(e.head)}
	for range n / (1 << 20) {
		parts = append(parts, strings.NewReader(strings.Repeat(e.line, 1<<20/len(e.line))))
	}
	return io.MultiReader(append(parts, strings.NewReader(e.tail))...)
}

// A document of any length is read in little memory, whatever it is made of.
func TestXMLStreams(t *testing.T) {
	for _, e := range []endless{
		{"<r>", "<p>some words</p>\n", "</r>"},
		{"<r>", "one word ", "</r>"},
		{"<r><!--", "- ", "--></r>"},
		{"<r a='", "a ", "'/>"},
		{"<r><![CDATA[", "a\n", "]]></r>"},
		{"<!DOCTYPE r '", "a ", "'><r/>"},
	} {
		d, err := extract.Open(t.Context(), e.reader(16<<20), extract.Options{MediaType: "application/xml", Limits: extract.Limits{Size: 1 << 20}})
		if err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		if _, err := io.Copy(io.Discard, d); err != nil {
			t.Errorf("%s%s: %v", e.head, e.line, err)
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 4<<20 {
			t.Errorf("%s%s: %d octets of memory are held", e.head, e.line, grown)
		}
		runtime.KeepAlive(d)
	}
}
