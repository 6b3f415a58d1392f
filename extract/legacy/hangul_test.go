package legacy_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
	"github.com/lsh-interop/fpcheck/extract/internal/ole"
)

func TestHangul(t *testing.T) {
	control := func(c string) string { return c + "\x00\x00\x00\x00\x00\x00" + c }
	body := hwpText(1, control("\x02")+"한글 문서\r") + hwpRecord(0x47, 1, "dces") +
		hwpText(1, "a"+control("\t")+"b"+control("\x0b")+"c\nd\x18e\x1ef"+control("\x11")+"\r") +
		hwpRecord(0x47, 1, " lbt") + hwpRecord(0x48, 2, "") + hwpText(3, "cell 1\r") + hwpText(3, "cell 2\r") +
		hwpRecord(0x47, 1, "  nf") + hwpRecord(0x48, 2, "") + hwpText(3, "note\r") +
		hwpRecord(0x47, 1, "daeh") + hwpRecord(0x48, 2, "") + hwpText(3, "header\r") +
		hwpRecord(0x47, 1, "daeh") + hwpText(3, "header\r") +
		hwpRecord(0x47, 1, "tmct") + hwpText(3, "hidden\r") + hwpRecord(0x47, 3, "  nf") + hwpText(5, "hidden\r") +
		hwpEquation("{x} over y") + hwpEquation("sqrt {7}") + hwpEquation("root 3 of {8}") + hwpEquation("matrix{1&2#3&4}") +
		hwpText(1, strings.Repeat("단어 ", 2000)+"שלום नमस्ते สวัสดี 日本語 中文 𠀀\r") +
		hwpRecord(0x5D, 1, "") + hwpText(3, "memo\r")
	want := "한글 문서\na bc\nd-e f\ncell 1\ncell 2\nx y\n√ 7\n3 √ 8\n1 2 3 4\n" + strings.Repeat("단어 ", 2000) + "שלום नमस्ते สวัสดี 日本語 中文 𠀀\nnote\nheader"
	for _, tt := range []struct {
		why   string
		flags uint32
	}{{"as it is", 0}, {"packed", 1}, {"only for reading", 4}, {"packed, and only for reading", 5}} {
		d, text, err := extracttest.TextOf([]byte(hangul(tt.flags, body)), extract.Options{})
		if err != nil || d.MediaType != "application/x-hwp" || len(d.Notes) > 0 && tt.flags != 4 {
			t.Errorf("%s: %+v, %v", tt.why, d, err)
		}
		if diff := cmp.Diff(want, text); diff != "" {
			t.Errorf("%s (-want +got):\n%.500s", tt.why, diff)
		}
	}
}

// hwpEquation is a formula of fewer than 128 characters.
func hwpEquation(script string) string {
	return hwpRecord(0x47, 1, "deqe") + hwpRecord(0x58, 2, "\x00\x00\x00\x00"+string(rune(len(script)))+"\x00"+extracttest.UTF16Of(script))
}

func TestHangulErrors(t *testing.T) {
	picture := ole.Stream{Path: []string{"BinData", "BIN0001.png"}, Octets: []byte("x")}
	for _, tt := range []struct {
		why, in string
		is      error
		want    string
	}{
		{"a password", hangul(2, ""), extract.ErrEncrypted, "HWP"},
		{"rights", hangul(1<<4, ""), extract.ErrEncrypted, "HWP"},
		{"until 97", "HWP Document File V3.00 \x1a\x01", extract.ErrUnsupported, "Hangul until 97"},
		{"no section", hangulOf(0), extract.ErrMalformed, "no stream BodyText/Section0"},
		{"no section only for reading", hangulOf(5), extract.ErrMalformed, "no stream ViewText/Section0"},
		{"a key that is cut short", hangulOf(4, ole.Stream{Path: []string{"ViewText", "Section0"}, Octets: []byte("key")}), extract.ErrMalformed, "a section is cut short"},
		{"no key", hangulOf(4, ole.Stream{Path: []string{"ViewText", "Section0"}, Octets: make([]byte, 300)}), extract.ErrMalformed, "begins with its key"},
		{"another header", string(ole.Write([]ole.Stream{{Path: []string{"FileHeader"}, Octets: []byte("HWP")}, {Path: []string{"DocInfo"}}})), extract.ErrMalformed, "a stream FileHeader"},
		{"damaged", strings.Replace(hangul(1, hwpText(1, "words")), string(deflated(hwpText(1, "words")))[:9], "\xff\xff\xff\xff\xff\xff\xff\xff\xff", 1), extract.ErrMalformed, "none of its sections"},
		{"a record without end", hangul(0, hwpText(1, "words")+"\x43\x00\xf0\xff\xff\xff\xff\x7f"), nil, ""},
		{"pictures", hangul(0, "", picture), extract.ErrNoText, "HWP of nothing but pictures"},
	} {
		if _, _, err := extracttest.TextOf([]byte(tt.in), extract.Options{}); !errors.Is(err, tt.is) || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %v: %s", tt.why, err, tt.is, tt.want)
		}
	}
	object := ole.Stream{Path: []string{"BinData", "BIN0002.OLE"}, Octets: deflated("\x05\x00\x00\x00words")}
	d, text, err := extracttest.TextOf([]byte(hangul(1, hwpText(1, "outside"), object)), extract.Options{})
	if err != nil || text != "outside" || len(d.Embedded) != 1 || d.Embedded[0] != (extract.Embedded{Path: "BIN0002.OLE", MediaType: "text/plain"}) {
		t.Errorf("an object: %q, %+v, %v", text, d, err)
	}
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
		extracttest.Finds(t, []byte(hangulOf(uint32(flags&5), ole.Stream{Path: []string{folder, "Section0"}, Octets: section})), "application/x-hwp")
	})
}
