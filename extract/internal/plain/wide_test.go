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

// Where blanks and signs of ASCII are rare, the characters decide. They must be a text in one order of bytes only.
func TestOneOrder(t *testing.T) {
	chinese := strings.Repeat("灯塔整夜照亮大海，船只在黑暗中回家。", 3)
	for _, tt := range []struct{ why, text, want string }{
		{"Chinese in one line", chinese + "\n", "utf-16le"},
		{"U+4E00, which has a zero in the other place", strings.Repeat("一二三", 5) + "\n", "utf-16le"},
		{"Greek, whose letters are Hangul in the other order", "Έλληνικά κείμενα εδώ και εκεί\n", "utf-16le"},
		{"Thai without blanks", "ประภาคารส่องแสงเหนือทะเลตลอดทั้งคืน\n", "utf-16le"},
		{"Japanese, in kana and Han, with a word in Latin", "灯台は夜通し海をRadioで照らし、船は暗闇の中を帰った。\r\n", "utf-16le"},
		{"Korean with Han", "등불은밤새바다(海)를비추었고배들은돌아왔다\n", "utf-16le"},
		{"Adlam, in pairs of surrogates", strings.Repeat("𞤀𞤁𞤂", 6) + " ", "utf-16le"},
		{"Vietnamese in NFD, which has marks", strings.Repeat("ngo\u0323n ha\u0309i d\u0306a\u0306ng ", 9), "utf-16le"},
		{"no blank and no line end", chinese, ""},
		{"too few letters", "灯塔灯塔\n", ""},
		{"many scripts, as in a table of numbers", strings.Repeat("灯ꀀแაबא", 3) + "\n", ""},
		{"private use", chinese + "\uE000\n", ""},
		{"a code point without a character", chinese + "\u0378\n", ""},
		{"a control", chinese + "\u0001\n", ""},
	} {
		little, big := encodeWide(tt.text, binary.LittleEndian), encodeWide(tt.text, binary.BigEndian)
		if got := Wide(little); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.why, got, tt.want)
		}
		if got, want := Wide(big), strings.Replace(tt.want, "le", "be", 1); got != want {
			t.Errorf("%s, big-endian: %q, want %q", tt.why, got, want)
		}
	}
	long := encodeWide(strings.Repeat("灯塔\n", 600)+"𞤀"+chinese, binary.LittleEndian)
	for cut := range 8 { // wherever the sample ends
		if got := Wide(append(long[cut&^1:Sniffed-8+cut&^1], long[Sniffed:]...)); got != "utf-16le" {
			t.Errorf("a long text, cut by %d: %q", cut, got)
		}
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
