package extract

import (
	"bytes"
	"compress/flate"
	"crypto/aes"
	"encoding/binary"
	"errors"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract/internal/hwp"
	"github.com/lsh-interop/fpcheck/extract/internal/ole"
	"github.com/lsh-interop/fpcheck/extract/internal/zipped"
)

// hangul makes a document of Hangul of one section, which is packed if the flags say so.
func hangul(flags uint32, section string, more ...ole.Stream) string {
	octets, folder := []byte(section), "BodyText"
	if flags&1 != 0 {
		octets = deflated(section)
	}
	if flags&4 != 0 {
		octets, folder = scrambled(octets), "ViewText"
	}
	return hangulOf(flags, append(more, ole.Stream{Path: []string{folder, "Section0"}, Octets: octets})...)
}

// hangulOf makes a document of streams.
func hangulOf(flags uint32, streams ...ole.Stream) string {
	head := make([]byte, 256)
	copy(head, "HWP Document File")
	binary.LittleEndian.PutUint32(head[36:], flags)
	return string(ole.Write(append(streams, ole.Stream{Path: []string{"FileHeader"}, Octets: head}, ole.Stream{Path: []string{"DocInfo"}})))
}

func deflated(s string) []byte {
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, 9)
	w.Write([]byte(s))
	w.Close()
	return b.Bytes()
}

// scrambled is a section of a document that is only for reading.
func scrambled(octets []byte) []byte {
	key := bytes.Repeat([]byte("1\x002\x00a\x00b\x00"), 32)
	seed := uint32(0x12345678)
	block, _ := aes.NewCipher(key[4+seed&15:][:16])
	state := seed
	random := func() uint32 {
		state = state*214013 + 2531011
		return state >> 16 & 0x7FFF
	}
	for i := 0; i < 256; {
		mask := byte(random())
		for n := random()&15 + 1; n > 0 && i < 256; n-- {
			key[i] ^= mask
			i++
		}
	}
	binary.LittleEndian.PutUint32(key, seed)
	for len(octets)%16 != 0 {
		octets = append(octets, 0)
	}
	for at := 0; at < len(octets); at += 16 {
		block.Encrypt(octets[at:], octets[at:at+16])
	}
	return append([]byte(hwpRecord(0x1C, 0, string(key))), octets...)
}

func hwpRecord(tag, level uint32, payload string) string {
	head := binary.LittleEndian.AppendUint32(nil, tag|level<<10|min(uint32(len(payload)), 0xFFF)<<20)
	if len(payload) >= 0xFFF {
		head = binary.LittleEndian.AppendUint32(head, uint32(len(payload)))
	}
	return string(head) + payload
}

// hwpText is the record of the characters of a paragraph.
func hwpText(level uint32, s string) string {
	return hwpRecord(0x42, level-1, strings.Repeat("\x00", 22)) + hwpRecord(0x43, level, hwpUnits(s))
}

func hwpUnits(s string) string {
	var b []byte
	for _, unit := range utf16.Encode([]rune(s)) {
		b = binary.LittleEndian.AppendUint16(b, unit)
	}
	return string(b)
}

func TestHangul(t *testing.T) {
	control := func(c string) string { return c + "\x00\x00\x00\x00\x00\x00" + c }
	body := hwpText(1, control("\x02")+"한글 문서\r") + hwpRecord(0x47, 1, "dces") +
		hwpText(1, "a"+control("\t")+"b"+control("\x0b")+"c\nd\x18e\x1ef"+control("\x11")+"\r") +
		hwpRecord(0x47, 1, " lbt") + hwpRecord(0x48, 2, "") + hwpText(3, "cell 1\r") + hwpText(3, "cell 2\r") +
		hwpRecord(0x47, 1, "  nf") + hwpRecord(0x48, 2, "") + hwpText(3, "note\r") +
		hwpRecord(0x47, 1, "daeh") + hwpRecord(0x48, 2, "") + hwpText(3, "header\r") +
		hwpRecord(0x47, 1, "daeh") + hwpText(3, "header\r") +
		hwpRecord(0x47, 1, "tmct") + hwpText(3, "hidden\r") + hwpRecord(0x47, 3, "  nf") + hwpText(5, "hidden\r") +
		hwpRecord(0x47, 1, "deqe") + hwpRecord(0x58, 2, "\x00\x00\x00\x00\x0a\x00"+hwpUnits("{x} over y")) +
		hwpText(1, strings.Repeat("단어 ", 2000)+"שלום नमस्ते สวัสดี 日本語 中文 𠀀\r") +
		hwpRecord(0x5D, 1, "") + hwpText(3, "memo\r")
	want := "한글 문서\na bc\nd-e f\ncell 1\ncell 2\nx y\n" + strings.Repeat("단어 ", 2000) + "שלום नमस्ते สวัสดี 日本語 中文 𠀀\nnote\nheader"
	for _, tt := range []struct {
		why   string
		flags uint32
	}{{"as it is", 0}, {"packed", 1}, {"only for reading", 4}, {"packed, and only for reading", 5}} {
		d, text, err := textOf([]byte(hangul(tt.flags, body)), Options{})
		if err != nil || d.MediaType != hwp.MediaType || len(d.Notes) > 0 && tt.flags != 4 {
			t.Errorf("%s: %+v, %v", tt.why, d, err)
		}
		if diff := cmp.Diff(want, text); diff != "" {
			t.Errorf("%s (-want +got):\n%.500s", tt.why, diff)
		}
	}
}

func TestHangulErrors(t *testing.T) {
	picture := ole.Stream{Path: []string{"BinData", "BIN0001.png"}, Octets: []byte("x")}
	for _, tt := range []struct {
		why, in string
		is      error
		want    string
	}{
		{"a password", hangul(2, ""), ErrEncrypted, "HWP"},
		{"rights", hangul(1<<4, ""), ErrEncrypted, "HWP"},
		{"until 97", "HWP Document File V3.00 \x1a\x01", ErrUnsupported, "Hangul until 97"},
		{"no section", hangulOf(0), ErrMalformed, "no stream BodyText/Section0"},
		{"no section only for reading", hangulOf(5), ErrMalformed, "no stream ViewText/Section0"},
		{"a key that is cut short", hangulOf(4, ole.Stream{Path: []string{"ViewText", "Section0"}, Octets: []byte("key")}), ErrMalformed, "a section is cut short"},
		{"no key", hangulOf(4, ole.Stream{Path: []string{"ViewText", "Section0"}, Octets: make([]byte, 300)}), ErrMalformed, "begins with its key"},
		{"another header", string(ole.Write([]ole.Stream{{Path: []string{"FileHeader"}, Octets: []byte("HWP")}, {Path: []string{"DocInfo"}}})), ErrMalformed, "a stream FileHeader"},
		{"damaged", strings.Replace(hangul(1, hwpText(1, "words")), string(deflated(hwpText(1, "words")))[:9], "\xff\xff\xff\xff\xff\xff\xff\xff\xff", 1), ErrMalformed, "nothing of its sections"},
		{"a record without end", hangul(0, hwpText(1, "words")+"\x43\x00\xf0\xff\xff\xff\xff\x7f"), nil, ""},
		{"pictures", hangul(0, "", picture), ErrNoText, "HWP of nothing but pictures"},
	} {
		if _, _, err := textOf([]byte(tt.in), Options{}); !errors.Is(err, tt.is) || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %v: %s", tt.why, err, tt.is, tt.want)
		}
	}
	object := ole.Stream{Path: []string{"BinData", "BIN0002.OLE"}, Octets: deflated("\x05\x00\x00\x00words")}
	d, text, err := textOf([]byte(hangul(1, hwpText(1, "outside"), object)), Options{})
	if err != nil || text != "outside" || len(d.Embedded) != 1 || d.Embedded[0] != (Embedded{"BIN0002.OLE", "text/plain"}) {
		t.Errorf("an object: %q, %+v, %v", text, d, err)
	}
}

// hangulXML makes a document of Hangul in XML of one section.
func hangulXML(t testing.TB, section string, more ...string) []byte {
	return pack(t, append(more, "mimetype", "application/hwp+zip", "Contents/header.xml", "<a/>", "Contents/content.hpf", "<a/>", "Contents/section0.xml",
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
	d, got, err := textOf(octets, Options{})
	if err != nil || d.MediaType != zipped.HWPX {
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
		{"enciphered", hangulXML(t, "", "META-INF/manifest.xml", `<odf:manifest xmlns:odf="a"><odf:file-entry><odf:encryption-data/></odf:file-entry></odf:manifest>`), ErrEncrypted, "HWPX"},
		{"no section", pack(t, "Contents/header.xml", "<a/>", "Contents/content.hpf", "<a/>"), ErrMalformed, "section0.xml"},
		{"a section that is cut short", hangulXML(t, p("<hp:t>")), ErrMalformed, "section0.xml"},
		{"pictures", hangulXML(t, p("<hp:pic/>")), ErrNoText, "HWPX of nothing but pictures"},
	} {
		if _, _, err := textOf(tt.in, Options{}); !errors.Is(err, tt.is) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %v: %s", tt.why, err, tt.is, tt.want)
		}
	}
}

func FuzzHangulXML(f *testing.F) {
	f.Add("<hp:p><hp:run><hp:t>a<hp:tab/></hp:t><hp:footNote><hp:p><hp:t>b</hp:t></hp:p></hp:footNote></hp:run></hp:p>")
	f.Fuzz(func(t *testing.T, section string) { finds(t, hangulXML(t, section), "") })
}

func FuzzHangul(f *testing.F) {
	f.Add([]byte(hwpText(1, "a\x02")+hwpRecord(0x47, 1, "  nf")+hwpText(3, "b")+hwpRecord(0x58, 1, "\x00\x00\x00\x00\x01\x00a\x00")), uint8(0))
	f.Add(deflated(hwpText(1, "a")), uint8(1))
	f.Add([]byte(hwpRecord(0x1C, 0, strings.Repeat("k", 256))+"0123456789abcdef"), uint8(4))
	f.Fuzz(func(t *testing.T, section []byte, flags uint8) {
		folder := "BodyText"
		if flags&4 != 0 {
			folder = "ViewText"
		}
		finds(t, []byte(hangulOf(uint32(flags&5), ole.Stream{Path: []string{folder, "Section0"}, Octets: section})), hwp.MediaType)
	})
}
