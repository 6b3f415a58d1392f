package office_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
)

// fictionBook makes a book of bodies.
func fictionBook(bodies string) string {
	return `<?xml version="1.0"?><FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink">
<stylesheet>p{}</stylesheet><description><title-info><book-title>metadata</book-title><annotation><p>metadata</p></annotation></title-info></description>` +
		bodies + `<binary id="i">aGlk</binary></FictionBook>`
}

func TestFictionBook(t *testing.T) {
	const chapters = `<body><title><p>The <emphasis>Fox</emphasis></p><p>a tale</p></title><epigraph><p>who?</p><text-author>Ann</text-author></epigraph>
<section><title><p>1</p></title><p>It ju<strong>mp</strong>s<a l:href="#n1" type="note">[1]</a> <a l:href="#x">over</a>.</p><empty-line/><p><image l:href="#i"/></p>
<poem><stanza><v>a line</v><v>another</v></stanza></poem><table><tr><td>c1</td><td>c2</td></tr></table></section></body>
<body name="notes"><title><p>Notes</p></title><section id="n1"><title><p>1</p></title><p>It is 1 note.</p></section></body>`
	const want = "The Fox\na tale\nwho?\nAnn\n1\nIt jumps over.\na line\nanother\nc1\nc2\nNotes\nIt is 1 note."
	for _, tt := range []struct{ why, in, name, want string }{
		{"a book without a name", fictionBook(chapters), "", want},
		{"its name tells it", "<?xml version=\"1.0\"?><!--" + strings.Repeat("long", 1000) + "-->" + fictionBook(chapters)[len(`<?xml version="1.0"?>`):], "a.fb2", want},
		{"a book that is packed", string(extracttest.Pack(t, "a.fb2", fictionBook(chapters))), "a.fb2.zip", want},
		{"a prefix, and an encoding", "<?xml version=\"1.0\" encoding=\"windows-1251\"?><f:FictionBook xmlns:f=\"http://www.gribuser.ru/xml/fictionbook/2.1\"><f:body><f:p>\xeb\xe8\xf1\xe0</f:p></f:body></f:FictionBook>", "", "лиса"},
		{"scripts", fictionBook("<body><p>שלום עולם</p><p>नमस्ते</p><p>สวัสดี</p><p>日本語</p><p>한국어</p><p>中文</p></body>"), "", "שלום עולם\nनमस्ते\nสวัสดี\n日本語\n한국어\n中文"},
	} {
		d, text, err := extracttest.TextOf([]byte(tt.in), extract.Options{Name: tt.name})
		if err != nil || d.MediaType != "application/x-fictionbook+xml" {
			t.Errorf("%s: %+v, %v", tt.why, d, err)
		}
		if diff := cmp.Diff(tt.want, text); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
	for _, tt := range []struct {
		why, in string
		is      error
		want    string
	}{
		{"another root", "<a/>", extract.ErrMalformed, "expected the element FictionBook"},
		{"cut short", fictionBook(chapters)[:800], extract.ErrMalformed, "FictionBook"},
		{"nothing but pictures", fictionBook("<body><p><image/></p></body>"), extract.ErrNoText, "FictionBook of nothing but pictures"},
		{"sections without end", fictionBook(strings.Repeat("<section>", 2000)), extract.ErrTooDeep, "more than 1000 nested elements"},
	} {
		if _, _, err := extracttest.TextOf([]byte(tt.in), extract.Options{MediaType: "application/x-fictionbook+xml"}); !errors.Is(err, tt.is) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %v: %s", tt.why, err, tt.is, tt.want)
		}
	}
}

func FuzzFictionBook(f *testing.F) {
	f.Add([]byte(fictionBook(`<body><p>a<a type="note">1</a></p></body><body name="notes"><title><p>1</p></title><code>b</code></body>`)))
	f.Fuzz(func(t *testing.T, octets []byte) { extracttest.Finds(t, octets, "application/x-fictionbook+xml") })
}
