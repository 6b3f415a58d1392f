package whatwg

import (
	"crypto/sha256"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/lsh-interop/fpcheck/vectors/encodings"
)

// TestDecoders runs every decoder on all sequences of one and two bytes, followed by a letter or by
// the end. The digests are of the output of encoding_rs 0.8, the decoders of Firefox. The two were
// equal case by case, also for 300,000 longer sequences for each encoding.
func TestDecoders(t *testing.T) {
	want, err := encodings.Files.ReadFile("SHA256SUMS.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(want)) {
		sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		text, err := encodings.Files.ReadFile(name)
		if got := fmt.Sprintf("%x", sha256.Sum256(text)); err != nil || got != sum {
			t.Errorf("%s has SHA-256 %s, want %s (%v)", name, got, sum, err)
		}
	}
	for _, name := range Names() {
		d, h := NewDecoder(name), sha256.New()
		var text [64]byte
		decode := func(octets ...byte) {
			d.Reset()
			n, _, err := d.Transform(text[:], octets, true)
			if err != nil {
				t.Fatalf("%s: % x: %v", name, octets, err)
			}
			text[n] = 0
			h.Write(text[:n+1])
		}
		for a := range 256 {
			decode(byte(a))
			for b := range 256 {
				decode(byte(a), byte(b))
				decode(byte(a), byte(b), 'x')
			}
		}
		if got := fmt.Sprintf("%x", h.Sum(nil))[:16]; got != digests[name] {
			t.Errorf("%q: %q, // digest is not %s", name, got, digests[name])
		}
	}
}

// TestPieces checks that one byte at a time and all at once give the same text, also at errors.
func TestPieces(t *testing.T) {
	const odd = "a\x1b$B\x1b(B\x1b$@$\"\x1b\x8f\xb0\xa1\x8f\xb0x\x81\x30\x81\x30\x81\x30\x81\x3c\x88\x62\xd8\x00\x00\xd8\xdc\xff\xfe\x00"
	for _, name := range Names() {
		for end := range len(odd) {
			whole, err := NewDecoder(name).String(odd[:end])
			if err != nil {
				t.Fatal(err)
			}
			pieces, err := io.ReadAll(NewDecoder(name).Reader(iotest.OneByteReader(strings.NewReader(odd[:end]))))
			if err != nil || string(pieces) != whole {
				t.Errorf("%s: %q in pieces gives %q, %v, want %q", name, odd[:end], pieces, err, whole)
			}
		}
	}
}

// bySteps decodes without a table, and UTF-8 by x/text.
func bySteps(name string, octets []byte) string {
	whole := unicode.UTF8.NewDecoder()
	if name != "utf-8" {
		whole = NewDecoder(name)
		whole.Transformer.(*decoder).table = nil
	}
	text, _ := whole.Bytes(octets)
	return string(text)
}

// TestTables compares tables with single steps. It decodes all sequences of two bytes among other
// characters, with room for the text ending anywhere.
func TestTables(t *testing.T) {
	var octets []byte
	for pair := range 0x10000 {
		octets = append(octets, "some ASCII "[:pair%12]...)
		octets = append(octets, byte(pair>>8), byte(pair), 0x81, 0x40)
	}
	for name := range tables() {
		want := bySteps(name, octets)
		if got, err := NewDecoder(name).Bytes(octets); err != nil || string(got) != want {
			t.Errorf("%s: the table gives another text than the steps (%v)", name, err)
		}
		for room := range 20 {
			d := NewDecoder(name)
			var got []byte
			for at := 0; at < 300; {
				buffer := make([]byte, 8+room)
				n, read, err := d.Transform(buffer, octets[at:300], true)
				if got = append(got, buffer[:n]...); err == nil || err == transform.ErrShortDst {
					at += read
				} else {
					t.Fatal(err)
				}
			}
			if want := bySteps(name, octets[:300]); string(got) != want {
				t.Errorf("%s, %d octets of text at once: %q, want %q", name, 8+room, got, want)
			}
		}
	}
}

// TestUTF8 compares well-formed and ill-formed UTF-8 with x/text.
func TestUTF8(t *testing.T) {
	const odd = "aé日\U0001F600\xf0\x9f\x98x\xe6\x97\xc3\xff\xed\xa0\x80\xc0\x80 0123456789012345678901234567890日本"
	for start := range len(odd) {
		for end := start; end <= len(odd); end++ {
			want := bySteps("utf-8", []byte(odd[start:end]))
			if got, err := NewDecoder("utf-8").String(odd[start:end]); err != nil || got != want {
				t.Errorf("%q gives %q, %v, want %q", odd[start:end], got, err, want)
			}
			pieces, err := io.ReadAll(NewDecoder("utf-8").Reader(iotest.OneByteReader(strings.NewReader(odd[start:end]))))
			if err != nil || string(pieces) != want {
				t.Errorf("%q in pieces gives %q, %v, want %q", odd[start:end], pieces, err, want)
			}
		}
	}
}

// TestRanges checks pointers of four bytes in gb18030. Each belongs to the last range that begins
// at or before it.
func TestRanges(t *testing.T) {
	next, start := ranges(), [2]int{}
	for pointer := range 1237576 {
		if len(next) > 0 && next[0][0] == pointer {
			start, next = next[0], next[1:]
		}
		want := rune(start[1] + pointer - start[0])
		switch {
		case 39419 < pointer && pointer < 189000:
			want = wrong
		case pointer == 7457:
			want = 0xE7C7
		}
		if got := gb18030Range(pointer); got != want {
			t.Fatalf("pointer %d: %U, want %U", pointer, got, want)
		}
	}
}

// BenchmarkDecoder measures the speed of decoding: text of each language in pages, and without
// tags.
func BenchmarkDecoder(b *testing.B) {
	for _, tt := range []struct {
		name, sentence string
		encoding       encoding.Encoding
	}{
		{"windows-1252", "Tous les êtres humains naissent libres et égaux en dignité et en droits. ", charmap.Windows1252},
		{"windows-1251", "Все люди рождаются свободными и равными в своем достоинстве и правах. ", charmap.Windows1251},
		{"koi8-r", "Все люди рождаются свободными и равными в своем достоинстве и правах. ", charmap.KOI8R},
		{"shift_jis", "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。", japanese.ShiftJIS},
		{"euc-jp", "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。", japanese.EUCJP},
		{"gb18030", "人人生而自由,在尊严和权利上一律平等。他们赋有理性和良心。", simplifiedchinese.GB18030},
		{"big5", "人人生而自由,在尊嚴和權利上一律平等。他們賦有理性和良心。", traditionalchinese.Big5},
		{"euc-kr", "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. ", korean.EUCKR},
		{"utf-8", "Все люди рождаются свободными и равными в своем достоинстве и правах. ", unicode.UTF8},
	} {
		for kind, text := range map[string]string{
			"text": strings.Repeat(tt.sentence, 2000),
			"page": strings.Repeat(`<p class="article"><a id="a1" href="#a1">`+tt.sentence+"</a></p>\n", 1000),
		} {
			octets, err := tt.encoding.NewEncoder().Bytes([]byte(text))
			if err != nil {
				b.Fatal(err)
			}
			b.Run(tt.name+"/"+kind, func(b *testing.B) {
				d := NewDecoder(tt.name)
				dst := make([]byte, 3*len(octets))
				b.SetBytes(int64(len(octets)))
				for b.Loop() {
					d.Reset()
					if n, _, err := d.Transform(dst, octets, true); err != nil || n != len(text) {
						b.Fatal(n, err)
					}
				}
			})
		}
	}
}

func TestLookup(t *testing.T) {
	for _, tt := range []struct{ label, want, why string }{
		{"\t Latin1\r\n", "windows-1252", "case and blanks are ignored"},
		{"utf8", "utf-8", "without a hyphen"},
		{"ISO-2022-KR", "replacement", "an encoding that is not decoded"},
		{"utf-16", "utf-16le", "UTF-16 is little-endian"},
		{"\u212Aoi8-r", "", "a Kelvin sign is no K"},
		{"\u00A0utf-8", "", "a no-break space is no blank"},
		{"", "", "nothing"},
	} {
		if got := Lookup(tt.label); got != tt.want {
			t.Errorf("Lookup(%q) = %q, want %q: %s", tt.label, got, tt.want, tt.why)
		}
	}
}

func TestReplaced(t *testing.T) {
	for _, tt := range []struct{ in, want, why string }{
		{"<meta charset=HZ-GB-2312>", "hz-gb-2312", "case is ignored"},
		{"iso-2022-cn-ext", "iso-2022-cn-ext", "the longest of two labels"},
		{"iso-2022-kr iso-2022-cn", "iso-2022-kr", "one of two that are as long, whatever their order"},
		{"iso-2022-jp", "", "an encoding that is decoded"},
	} {
		if got := Replaced([]byte(tt.in)); got != tt.want {
			t.Errorf("Replaced(%q) = %q, want %q: %s", tt.in, got, tt.want, tt.why)
		}
	}
}

var digests = map[string]string{
	"utf-8":          "55d4133407a84f12",
	"ibm866":         "df284b2b6cc46f91",
	"iso-8859-2":     "a262da22e94c2486",
	"iso-8859-3":     "797f164b2f11dcc9",
	"iso-8859-4":     "a706824f399a93fb",
	"iso-8859-5":     "fafc0ca1faf0c1f1",
	"iso-8859-6":     "93fd865ba1d3993b",
	"iso-8859-7":     "f094a36433c8ff00",
	"iso-8859-8":     "a9c50d25a9c7e58a",
	"iso-8859-8-i":   "a9c50d25a9c7e58a",
	"iso-8859-10":    "fb76b85eca3905e5",
	"iso-8859-13":    "7b3c80b81fb89d62",
	"iso-8859-14":    "254bc24f2cf6907a",
	"iso-8859-15":    "89b67649d6e69fbd",
	"iso-8859-16":    "7bcaa9d1637cd208",
	"koi8-r":         "9f1274c36fe1a922",
	"koi8-u":         "4276bc84ffa0a786",
	"macintosh":      "24026c67cbdbde8d",
	"windows-874":    "597200bc27c793f7",
	"windows-1250":   "debaf78a1d075b2b",
	"windows-1251":   "391c54a287d26e71",
	"windows-1252":   "30f1be540d059c82",
	"windows-1253":   "0752a15fe9e1d8de",
	"windows-1254":   "39a669f2d56d121c",
	"windows-1255":   "d2ae683d30622d62",
	"windows-1256":   "1ff837d5c4816d66",
	"windows-1257":   "aa03d245590eb692",
	"windows-1258":   "58e9b93631a20a7b",
	"x-mac-cyrillic": "18aa744f74ebb228",
	"gbk":            "d6fddc0d5784619e",
	"gb18030":        "d6fddc0d5784619e",
	"big5":           "d966fb9a8aa00b54",
	"euc-jp":         "8af5714a19967c73",
	"iso-2022-jp":    "02579f74fd10c9a2",
	"shift_jis":      "d1e7d8b5f195d19e",
	"euc-kr":         "abff4b1acba8508b",
	"replacement":    "d2b1d0e7cc2e5a9a",
	"utf-16be":       "ea9ace66df9a7439",
	"utf-16le":       "4c5e92753d320644",
	"x-user-defined": "7bb27cfbb2cf776f",
}
