package plain

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
)

// languages has a sentence in each language.
var languages = []struct{ name, text string }{
	{"Czech", "Světlo majáku se otáčelo nad mořem, dvakrát za minutu."},
	{"Danish", "Fyret lyste over havet, og bådene fandt hjem i mørket."},
	{"Polish", "Latarnia morska świeciła nad wodą, a łodzie wracały do portu."},
	{"Turkish", "Deniz feneri gece boyunca döndü ve gemilere yol gösterdi."},
	{"Vietnamese", "Ngọn hải đăng quay suốt đêm và dẫn đường cho các con tàu."},
	{"Hungarian", "A világítótorony fénye kétszer fordult körbe percenként."},
	{"Icelandic", "Vitinn lýsti yfir hafið og bátarnir komust heim í myrkrinu."},
	{"Greek", "Ο φάρος γύριζε όλη τη νύχτα, και τα πλοία έβρισκαν τον δρόμο."},
	{"Russian", "Маяк светил над морем, и лодки возвращались в гавань ночью."},
	{"Ukrainian", "Маяк світив над морем, і човни поверталися до гавані вночі."},
	{"Hebrew", "המגדלור האיר מעל הים, והסירות חזרו הביתה בחושך."},
	{"Arabic", "أضاء المنارة البحر طوال الليل، وعادت القوارب إلى الميناء."},
	{"Persian", "فانوس دریایی تمام شب بر فراز دریا می\u200cدرخشید و قایق\u200cها برگشتند."},
	{"Hindi", "प्रकाशस्तंभ पूरी रात समुद्र के ऊपर चमकता रहा और नावें लौट आईं।"},
	{"Bengali", "বাতিঘর সারা রাত সমুদ্রের উপর আলো দিল এবং নৌকাগুলো ফিরে এল।"},
	{"Tamil", "கலங்கரை விளக்கம் இரவு முழுவதும் கடலின் மேல் ஒளி வீசியது."},
	{"Thai", "ประภาคาร ส่องแสง เหนือทะเล ตลอดทั้งคืน และเรือ ก็กลับบ้าน 2 ครั้ง"},
	{"Georgian", "შუქურა მთელი ღამე ანათებდა ზღვას, და ნავები ბრუნდებოდნენ."},
	{"Armenian", "Փարոսը ամբողջ գիշեր լուսավորում էր ծովը, և նավերը վերադառնում էին։"},
	{"Amharic", "የመብራት ማማው ሌሊቱን ሙሉ በባሕሩ ላይ አበራ እና ሰዎቹ ተመለሱ።"},
	{"Korean", "등불은 밤새 바다를 비추었고 배들은 어둠 속에서 집으로 돌아왔다."},
	{"Chinese", "灯塔 整夜 照亮 大海 , 船只 在 黑暗 中 回家 , 共 12 艘 船 , 3 个 港口 。"},
	{"Japanese", "灯台 は 夜通し 海 を 照らし , 船 は 暗闇 の 中 を 帰った , 12 隻 。"},
}

// encodeWide encodes a text as UTF-16.
func encodeWide(text string, order binary.AppendByteOrder) (octets []byte) {
	for _, unit := range utf16.Encode([]rune(text)) {
		octets = order.AppendUint16(octets, unit)
	}
	return octets
}

// UTF-8 is recognised wherever U+0000 is planted in it. UTF-16 of the same text is too, by its blanks and
// signs of ASCII.
func TestWide(t *testing.T) {
	r := rand.New(rand.NewPCG(35, 1))
	for _, tt := range languages {
		for name, order := range map[string]binary.AppendByteOrder{"utf-16le": binary.LittleEndian, "utf-16be": binary.BigEndian} {
			if got := Wide(encodeWide(tt.text+" (1, 2), 3 / 4 - 5", order)); got != name {
				t.Errorf("%s in %s: %q", tt.name, name, got)
			}
		}
		for range 2000 {
			planted := []byte(tt.text)
			step := 1 + r.IntN(2) // 2: all in places of one parity, as in UTF-16
			for n := 1 + r.IntN((len(planted)-1)/3); n > 0; n-- {
				at := r.IntN(len(planted)+1) &^ (step - 1)
				for at < len(planted) && planted[at]&0xC0 == 0x80 {
					at += step
				}
				planted = slices.Insert(planted, min(at, len(planted)), 0)
			}
			if got := Wide(planted); got != "" || !IsText(planted) {
				t.Fatalf("%s with U+0000: %q is taken for %q, text: %t", tt.name, planted, got, IsText(planted))
			}
		}
	}
}

// What has too few zeros, or too many, is not proven to be UTF-8.
func TestHasNULs(t *testing.T) {
	for _, tt := range []struct {
		why, in string
		want    bool
	}{
		{"no zero", "été et automne", false},
		{"a zero", "été et\x00automne", true},
		{"a little ASCII, which may be UTF-16", "h\x00ello world", false},
		{"prose in ASCII", "abc\x00def and more words here", true},
		{"names that end with zeros", "src/main.go\x00src/plain_test.go\x00docs/readme\x00", true},
		{"ASCII with another control", "abc\x00def and more words \x01 here", false},
		{"Hiragana in UTF-16, of bytes of ASCII", "0S0h0F0k \x000J0D0W0D0O0K0J \x000d", false},
		{"Chinese in UTF-16, of bytes of ASCII", "N-v{YzeQg0bX \x00Q-NuqxZ{cXN~ \x00", false},
		{"one byte in four is zero", "é\x00a", false},
		{"fewer are", "é\x00ab", true},
		{"a character is cut at the end", "été et\x00automn\xc3", true},
		{"ill-formed", "été et\xe9\x00automne", false},
		{"ill-formed at the end", "été et\x00automne\xff", false},
		{"Latin in UTF-16", "\xe9\x00t\x00\xe9\x00", false},
	} {
		if got := hasNULs([]byte(tt.in)); got != tt.want {
			t.Errorf("%s: %q: %t, want %t", tt.why, tt.in, got, tt.want)
		}
	}
	for _, tt := range []struct{ reason, head, clean string }{
		{"the end of a DOS text", "one two\x1a", "one two"},
		{"the end of a Reuters text", "one two\x03", "one two"},
		{"a bell in a log", strings.Repeat("line ", 20) + "\a", strings.Repeat("line ", 20)},
		{"a character that is cut", strings.Repeat("line ", 20) + "\x1a\xe4\xb8", strings.Repeat("line ", 20) + "\xe4\xb8"},
		{"a file with zeros at its end", "one\x00\x00\x00\x00\x00\x00", ""},
		{"overstrike of every letter", strings.Repeat("b\bb", 20), ""},
		{"the head of a binary file", "\x00\x01\x02\x03" + strings.Repeat("line ", 200), ""},
		{"a control that no text has", strings.Repeat("line ", 20) + "\x01", ""},
		{"a control first", "\x1e" + strings.Repeat("line ", 20), ""},
		{"Latin-1", "caf\xe9 \x1a", ""},
		{"only controls", "\x1a\x1a", ""},
		{"nothing", "", ""},
	} {
		if clean := Cleaned([]byte(tt.head)); string(clean) != tt.clean {
			t.Errorf("%s: %q", tt.reason, clean)
		}
	}
	if IsText([]byte("été\x00 et\x01automne")) {
		t.Error("a document with other controls is taken for text")
	}
}

// A Chinese character may be well-formed UTF-8 by chance. UTF-16 with ASCII around it stays UTF-16.
func TestChance(t *testing.T) {
	for c := rune(0x4E00); c < 0xA000; c++ {
		if c&0xFF == 0 { // a zero in the other place
			continue
		}
		if got := Wide(encodeWide("a line "+string(c)+" or two", binary.LittleEndian)); got != "utf-16le" {
			t.Fatalf("%U among ASCII: %q", c, got)
		}
	}
	r := rand.New(rand.NewPCG(35, 2))
	wrong := 0
	for range 100_000 {
		var text strings.Builder
		for range 8 {
			text.WriteRune(rune(0x4E00 + r.IntN(0x5200)))
			text.WriteRune(rune(0x4E00 + r.IntN(0x5200)))
			text.WriteByte(' ')
		}
		if hasNULs(encodeWide(text.String(), binary.LittleEndian)) || hasNULs(encodeWide(text.String(), binary.BigEndian)) {
			wrong++
		}
	}
	if wrong > 0 {
		t.Errorf("%d of 100,000 texts in UTF-16 are taken for UTF-8", wrong)
	}
}

// Any encoding that is guessed is a guess, however probable it is.
func TestDetect(t *testing.T) {
	const russian = "\xf0\xd2\xc9\xd7\xc5\xd4, \xcd\xc9\xd2! \xfc\xd4\xcf \xd2\xd5\xd3\xd3\xcb\xc9\xca \xd4\xc5\xcb\xd3\xd4. "
	for _, tt := range []struct {
		why, in, name string
		sure          bool
	}{
		{"UTF-8", "été", "utf-8", true},
		{"UTF-8 with a fault", strings.Repeat("é", 8) + "\xe9", "utf-8", true},
		{"escape sequences of ISO-2022-JP", "\x1b$B$\"\x1b(B", "iso-2022-jp", true},
		{"a Russian text, by its letters", strings.Repeat(russian, 20), "koi8-r", false},
		{"Latin letters", "Un caf\xe9 noir", "windows-1252", false},
		{"a short Japanese text", "\x8b\xb4\x82\xcc\x89\xfc\x8fC\x82\xf0\x8ft\x82\xdc\x82\xc5\x89\x84\x8a\xfa\x82\xb7\x82\xe9", "shift_jis", false},
		{"a quotation of Windows is no Hiragana", "Er sagte \x82\xc4pfel\x91 und ging.", "windows-1252", false},
		{"capitals of DOS are no Hiragana", "\x82\xe1\xa5 \xab\xee\xa4\xa8 \xe0\xae\xa6\xa4\xa0\xee\xe2\xe1\xef", "ibm866", false},
	} {
		if name, sure := Detect([]byte(tt.in)); name != tt.name || sure != tt.sure {
			t.Errorf("%s: %s, sure %t, want %s, %t", tt.why, name, sure, tt.name, tt.sure)
		}
	}
}
