package zipped

import (
	"bufio"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// What is left out is passed over as it would be read.
func TestSkim(t *testing.T) {
	for _, tt := range []struct {
		why, content string
		err          error
	}{
		{why: "nothing"},
		{why: "text", content: "a &amp; b > c / d"},
		{why: "elements", content: "<b><c/><c /></b><out>x</out>"},
		{why: "marks in quotation marks", content: `<b c="</out>" d='/>'>"</b>'<b c='"'/>`},
		{why: "a slash at the end of a value", content: `<b c="/">x</b><b c='/'>x</b>`},
		{why: "blanks in tags", content: "<b\n>x</b\n>"},
		{why: "a comment", content: "<!-- </out> <b> > - -->"},
		{why: "CDATA", content: "<![CDATA[</out> ]] > <b>]]>"},
		{why: "an instruction", content: "<?b </out>?>"},
		{why: "more than a buffer", content: strings.Repeat("<b c='1'>text</b>", 1000)},
		{why: "an end", content: "<b>", err: medium.ErrMalformed},
		{why: "a comment without an end", content: "<!--", err: medium.ErrMalformed},
		{why: "a tag without an end", content: "<b c='", err: medium.ErrMalformed},
		{why: "a declaration", content: "<!ENTITY a 'b'>", err: medium.ErrMalformed},
		{why: "too deep", content: strings.Repeat("<b>", 999) + strings.Repeat("</b>", 999), err: medium.ErrTooDeep},
		{why: "not too deep", content: strings.Repeat("<b>", 998) + strings.Repeat("</b>", 998)},
	} {
		document := "<a>1<out e='\"'>" + tt.content + "</out>2\n<out/>3</a>"
		read := ""
		e := elements{
			start: func(name string, _ xml.StartElement) bool { read += "<" + name + ">"; return name != "out" },
			end:   func(name string) { read += "</" + name + ">" },
			text:  func(s string) { read += s },
		}
		d := medium.New(t.Context(), budget.New(budget.Limits{}), nil)
		err := e.walk(d, iotest.OneByteReader(strings.NewReader(document)), "a.xml", func() error { return nil })
		if !errors.Is(err, tt.err) {
			t.Errorf("%s: %v, want %v", tt.why, err, tt.err)
		}
		if tt.err == nil {
			if diff := cmp.Diff("<a>1<out>2\n<out>3</a>", read); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.why, diff)
			}
		}
	}
}

// An error after what was passed over names the line.
func TestSkimmedLines(t *testing.T) {
	e := elements{start: func(name string, _ xml.StartElement) bool { return name != "out" }}
	d := medium.New(t.Context(), budget.New(budget.Limits{}), nil)
	err := e.walk(d, strings.NewReader("<a>\n<out>\n<b>\n</b>\n</out>\n&x;</a>"), "a.xml", func() error { return nil })
	if err == nil || !strings.Contains(err.Error(), "line 6") {
		t.Errorf("%v: expected line 6", err)
	}
}

// Whatever a decoder of package xml reads to the end of an element is passed over to the same place.
func FuzzSkim(f *testing.F) {
	f.Add("x<b c='>'/><!-- > --><![CDATA[<]]><?p ?></a>y")
	f.Add("<b><c></c></b>\n</a>")
	f.Fuzz(func(t *testing.T, content string) {
		document := "<a>" + content
		want := xml.NewDecoder(strings.NewReader(document))
		at := int64(-1)
		for depth := 0; ; {
			before := want.InputOffset()
			token, err := want.Token()
			if err != nil {
				return
			}
			switch token.(type) {
			case xml.Directive:
				return
			case xml.StartElement:
				depth++
			case xml.EndElement:
				depth--
			}
			if depth == 0 {
				at = before
				break
			}
		}
		s := &source{in: bufio.NewReaderSize(strings.NewReader(document), 16)}
		if _, err := xml.NewDecoder(s).Token(); err != nil {
			t.Fatal(err)
		}
		if err := s.skim(mostElements, func() error { return nil }); err != nil && err != io.EOF {
			t.Fatal(err)
		}
		if s.at != at {
			t.Errorf("%q: passed over up to octet %d, want %d", document, s.at, at)
		}
	})
}
