package office_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
)

// hangulXML makes a document of Hangul in XML of one section.
func hangulXML(t testing.TB, section string, more ...string) []byte {
	return extracttest.Pack(t, append(more, "mimetype", "application/hwp+zip", "Contents/header.xml", "<a/>", "Contents/content.hpf", "<a/>", "Contents/section0.xml",
		`<hs:sec xmlns:hs="http://www.hancom.co.kr/hwpml/2011/section" xmlns:hp="http://www.hancom.co.kr/hwpml/2011/paragraph">`+section+`</hs:sec>`)...)
}

func TestHangulXML(t *testing.T) {
	p := func(inner string) string { return `<hp:p><hp:run>` + inner + `</hp:run></hp:p>` }
	text := func(s string) string { return "<hp:t>" + s + "</hp:t>" }
	note := func(name, s string) string {
		return "<hp:ctrl><hp:" + name + "><hp:subList>" + p(text(s)) + "</hp:subList></hp:" + name + "></hp:ctrl>"
	}
	octets := hangulXML(t, p(text("한글 ")+text("문<hp:tab/>서<hp:lineBreak/>b<hp:hyphen/>c")+note("footNote", "note")+note("header", "edge")+note("footer", "edge")+note("hiddenComment", "x")+
		`<hp:ctrl><hp:fieldBegin type="MEMO"><hp:subList>`+p(text("x"))+`</hp:subList></hp:fieldBegin></hp:ctrl>`+text("d"))+
		`<hp:p><hp:run><hp:tbl><hp:tr><hp:tc><hp:subList>`+p(text("cell"))+`</hp:subList></hp:tc></hp:tr></hp:tbl></hp:run></hp:p>`+
		p(`<hp:dutmal><hp:mainText>base</hp:mainText><hp:subText>x</hp:subText></hp:dutmal><hp:pic><hp:shapeComment>x</hp:shapeComment></hp:pic>`)+p(text("שלום नमस्ते สวัสดี 日本語"))+`<hp:memogroup><hp:memo>`+p(text("x"))+`</hp:memo></hp:memogroup>`,
		"Contents/section1.xml", `<hs:sec xmlns:hs="a" xmlns:hp="b">`+p(text("second"))+`</hs:sec>`)
	d, got, err := extracttest.TextOf(octets, extract.Options{})
	if err != nil || d.MediaType != "application/hwp+zip" {
		t.Errorf("%+v, %v", d, err)
	}
	if diff := cmp.Diff("한글 문 서\nb-cd\ncell\nbase\nשלום नमस्ते สวัสดี 日本語\nsecond\nnote\nedge", got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, tt := range []struct {
		why  string
		in   []byte
		is   error
		want string
	}{
		{"enciphered", hangulXML(t, "", "META-INF/manifest.xml", `<odf:manifest xmlns:odf="a"><odf:file-entry><odf:encryption-data/></odf:file-entry></odf:manifest>`), extract.ErrEncrypted, "HWPX"},
		{"no section", extracttest.Pack(t, "Contents/header.xml", "<a/>", "Contents/content.hpf", "<a/>"), extract.ErrMalformed, "section0.xml"},
		{"a section that is cut short", hangulXML(t, p("<hp:t>")), extract.ErrMalformed, "section0.xml"},
		{"pictures", hangulXML(t, p("<hp:pic/>")), extract.ErrNoText, "HWPX of nothing but pictures"},
	} {
		if _, _, err := extracttest.TextOf(tt.in, extract.Options{}); !errors.Is(err, tt.is) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %v: %s", tt.why, err, tt.is, tt.want)
		}
	}
}

func FuzzHangulXML(f *testing.F) {
	f.Add("<hp:p><hp:run><hp:t>a<hp:tab/></hp:t><hp:footNote><hp:p><hp:t>b</hp:t></hp:p></hp:footNote></hp:run></hp:p>")
	f.Fuzz(func(t *testing.T, section string) { extracttest.Finds(t, hangulXML(t, section), "") })
}
