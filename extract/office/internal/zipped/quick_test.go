package zipped

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// quickSeeds have what is read quickly, and what is not.
var quickSeeds = []string{
	`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\r\n" + `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="r"><w:p w:rsid="1"><w:t xml:space="preserve">a &amp; b </w:t><w:br/></w:p></w:document>` + "\n",
	`<a xmlns="x" xmlns:p="y"><p:b xmlns:p="z" p:c="d" c='e'><p:f p:c=""/></p:b><p:b/><b xmlns=""><c/></b><b/></a>`,
	"<!DOCTYPE html [<!ENTITY a \"b\">]><html>&nbsp;&#65;&#x42;&eacute;\r\n\r<![CDATA[a]]b\r\n]]><!-- a - b --><?p q?></html>",
	"<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.1//EN' \"a>b\"><p>é日本\U0001F600 ]] &gt;</p>\n\n<q/>",
	"<é:a xmlns:é='x' b:c='d'><b xmlns:xml='x' xml:lang='a\nb'></b ></é:a>",
	"<?xml version='1.0' encoding='windows-1252'?><a>\xe9</a>",
	"<a><!-- a -- b --></a>",
	"<r><p:a xmlns:p='1' p:b=''/><p:a xmlns:p='2' p:b=''/><p:a p:b=''/><a xmlns='3'/><a/></r>",
	"<r><xml:a/><xml:b xml:c=''/></r>",
	"<r><xmlns:a xmlns:xmlns='1'/></r>",
	"<r xmlns='1'><xmlns/><xmlnsa xmlnsb=''/></r>",
	"<r><a xmlns:p:q='1'/></r>",
	"<a><b c = 'd' e='&lt;&quot;&apos;\r\n\t'/><_a.b-c:d_e/></a>",
}

// tokensOf lists the tokens of a document, and the error, as encoding/xml reads them or as next does.
func tokensOf(t testing.TB, document string, quick bool) (list []string) {
	var in io.Reader = strings.NewReader(document)
	if len(document)%2 == 1 {
		in = iotest.OneByteReader(in)
	}
	d := newXML(medium.New(t.Context(), budget.New(budget.Limits{}), nil), in, "a.xml", xml.HTMLEntity)
	if !quick {
		d.quick = nil
	}
	for {
		var read token
		if err := d.next(&read); err != nil {
			return append(list, badXML("a.xml", err).Error())
		}
		if read.kind == ended {
			return list
		}
		list = append(list, fmt.Sprintf("%d %q %q %q", read.kind, read.name, read.element, read.text))
	}
}

func compareQuick(t testing.TB, document string) {
	t.Helper()
	want, got := tokensOf(t, document, false), tokensOf(t, document, true)
	for i := range max(len(want), len(got)) {
		if i >= len(want) || i >= len(got) || want[i] != got[i] {
			t.Fatalf("%.300q, token %d: %.300q, want %.300q", document, i, got[min(i, len(got)):], want[min(i, len(want)):])
		}
	}
}

// What is read quickly is what encoding/xml reads, with the same errors in the same lines.
func FuzzQuick(f *testing.F) {
	for _, s := range quickSeeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, document string) { compareQuick(t, document) })
}

// Documents with pieces put in, taken out and written over, some of them across the end of the buffer.
func TestQuick(t *testing.T) {
	pieces := strings.Split("< > / & ; ' \" = : <!-- --> -- ]]> <![CDATA[ <? ?> </a> <b> <b/> &lt; &#13; &#1; &x; xmlns='u' xmlns:p='v' p:q='r' xml: <!X é \x00 \xff \uFFFE \r \n", " ")
	pieces = append(pieces, " ", strings.Repeat("long ", 8<<10), strings.Repeat("<i>", 9), " "+strings.Repeat("n", 300)+"='"+strings.Repeat("v", 33<<10)+"'")
	for _, s := range quickSeeds {
		compareQuick(t, s)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 2_000 {
		s := quickSeeds[r.IntN(len(quickSeeds))]
		if r.IntN(50) == 0 {
			s = "<r>" + strings.Repeat("<p q='r'>some text</p>\n", 1424) + s + "</r>"
		}
		for range r.IntN(4) {
			i := r.IntN(len(s) + 1)
			if len(s) > quickBuffer && r.IntN(2) == 0 {
				i = quickBuffer - 16 + r.IntN(32)
			}
			end, put := i, pieces[r.IntN(len(pieces))]
			switch r.IntN(3) {
			case 0:
				end = min(len(s), i+r.IntN(6))
			case 1:
				end, put = min(len(s), i+r.IntN(6)), ""
			}
			s = s[:i] + put + s[end:]
		}
		compareQuick(t, s)
	}
}

// The usual documents are read quickly to their end.
func TestQuickEnough(t *testing.T) {
	for _, s := range quickSeeds[:2] {
		d := newXML(medium.New(t.Context(), budget.New(budget.Limits{}), nil), strings.NewReader(strings.TrimSpace(s)), "a.xml", nil)
		for read := (token{}); read.kind != ended; {
			if err := d.next(&read); err != nil {
				t.Fatal(err)
			}
		}
		if d.quick == nil {
			t.Errorf("%s: encoding/xml read its end", s)
		}
	}
}

// An error of the source comes after what stands before it.
func TestQuickSource(t *testing.T) {
	broken := errors.New("broken")
	in := io.MultiReader(strings.NewReader("<a>b<c/>"), iotest.ErrReader(broken))
	d := newXML(medium.New(t.Context(), budget.New(budget.Limits{}), nil), in, "a.xml", nil)
	for n := 0; ; n++ {
		var read token
		if err := d.next(&read); err != nil {
			if n != 4 || !errors.Is(err, broken) {
				t.Errorf("error %v after %d tokens, want %v after 4", err, n, broken)
			}
			return
		}
	}
}
