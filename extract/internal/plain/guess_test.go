package plain

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/wlynxg/chardet"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
)

// A guess equals chardet's, after any other guesses. Chardet makes all its tables for each text.
func TestGuess(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	texts := [][]byte{{0xFF}, {0x80}}
	for range 300 {
		text := make([]byte, 1+random.IntN(200))
		for i := range text {
			if text[i] = byte(' ' + random.IntN('~'-' ')); random.IntN(3) == 0 {
				text[i] = byte(random.IntN(256))
			}
		}
		texts = append(texts, append(text, 0xFF))
	}
	for _, text := range []string{
		"Все люди рождаются свободными и равными в своем достоинстве и правах.",
		"すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。",
		"人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。",
		"모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.",
		"Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα.",
		"כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם.",
		"มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ",
		"Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar. “Akıl ve vicdana sahiptirler.”",
		"Tous les êtres humains naissent libres et égaux en dignité et en droits.",
	} {
		for _, name := range []string{"windows-1251", "koi8-r", "ibm866", "iso-8859-5", "shift_jis", "euc-jp", "gbk", "big5", "euc-kr",
			"windows-1253", "iso-8859-7", "windows-1255", "windows-874", "windows-1254", "windows-1252", "macintosh", "utf-16le"} {
			encoding, err := htmlindex.Get(name)
			if err != nil {
				t.Fatal(err)
			}
			if encoded, err := encoding.NewEncoder().String(text); err == nil {
				texts = append(texts, []byte(encoded), []byte(encoded+encoded+encoded), []byte(encoded[:len(encoded)/3]))
			}
		}
	}
	random.Shuffle(len(texts), func(i, j int) { texts[i], texts[j] = texts[j], texts[i] })
	counts := map[string]int{}
	for _, text := range texts {
		if !chardet.HighByteDetector(text) {
			continue
		}
		want := chardet.Detect(text)
		encoding, confidence := guess(text)
		if encoding != want.Encoding || confidence != want.Confidence {
			t.Errorf("%q is %q (%v), by chardet %q (%v)", text, encoding, confidence, want.Encoding, want.Confidence)
		}
		counts[encoding]++
	}
	if len(counts) < 12 {
		t.Errorf("only these encodings were guessed: %v", counts)
	}
}

// What is behind a text in memory has no part in the guess.
func TestGuessReadsNoMore(t *testing.T) {
	behind := []byte("\x83\x65\x83\x58\x83\x67\x83\x65\x83\x58\x83\x67\x83\x65")
	for n := 1; n < len(behind); n++ {
		want, most := guess(append([]byte{}, behind[:n]...))
		if got, c := guess(behind[:n]); got != want || c != most {
			t.Errorf("%d bytes: %q (%v), alone %q (%v)", n, got, c, want, most)
		}
	}
}

// A text of one byte a character is guessed by its letters.
func TestByLetters(t *testing.T) {
	sentence := make(map[string]string)
	for _, l := range languages {
		sentence[l.name] = l.text
	}
	for _, tt := range []struct{ why, text, encodings string }{
		{"letters of Polish", sentence["Polish"], "windows-1250 iso-8859-2"},
		{"letters of Czech", sentence["Czech"] + " Šťastná žena.", "windows-1250 iso-8859-2"},
		{"letters that Hungarian has alone", sentence["Hungarian"] + " Erős szél fújt.", "windows-1250"},
		{"letters of Romanian", "Lumina farului se roteşte şi bărcile ţin drumul", "windows-1250"},
		{"letters of Turkish", sentence["Turkish"] + " Işığı gören şaşırdı.", "windows-1254"},
		{"letters of Icelandic are not those of Turkish", sentence["Icelandic"], "windows-1252"},
		{"letters of Danish", sentence["Danish"], "windows-1252 macintosh"},
		{"one letter of many languages", "Un café noir", "windows-1252"},
		{"quotation marks of Windows", "“It’s late,” said Ann – and left…", "windows-1252"},
		{"letters of Lithuanian", "Švyturys švietė jūrai, ir laivai grįžo į uostą ankstų rytą", "windows-1257"},
		{"letters of Latvian", "Bāka visu nakti apgaismoja jūru, un laivas atgriezās mājās", "windows-1257"},
		{"letters of Russian, for a capital is none after a small letter", sentence["Russian"], "windows-1251 koi8-r ibm866 iso-8859-5"},
		{"letters of Russian, for a sign is none in a word", "Якорь поднят. " + sentence["Russian"] + " Объявляется стоянка.", "windows-1251 x-mac-cyrillic"},
		{"letters that KOI8-R lacks", sentence["Ukrainian"], "windows-1251 koi8-u iso-8859-5"},
		{"letters of Greek", sentence["Greek"], "windows-1253"},
		{"a letter of Greek that is a sign elsewhere", "Άνεμος. " + sentence["Greek"], "iso-8859-7"},
		{"letters of Hebrew", sentence["Hebrew"], "windows-1255"},
		{"letters of Arabic", sentence["Arabic"], "windows-1256 iso-8859-6"},
		{"letters of Persian", strings.ReplaceAll(sentence["Persian"], "ی", "ي"), "windows-1256"},
		{"letters of Thai", sentence["Thai"], "windows-874"},
		{"letters of DOS that are signs in Windows", "Die Größe der Gäste und die Höhe der Gebühren", "ibm850"},
		{"letters of DOS that Windows lacks", "Le garçon a été prêt à passer la journée", "ibm850"},
	} {
		for name := range strings.FieldsSeq(tt.encodings) {
			encoding, err := htmlindex.Get(name)
			if isDOS(name) {
				encoding, err = ianaindex.MIME.Encoding(name)
			}
			if err != nil {
				t.Fatal(err)
			}
			encoded, err := encoding.NewEncoder().String(tt.text)
			if err != nil {
				t.Fatalf("%s: %s: %v", tt.why, name, err)
			}
			if got, sure := Detect([]byte(encoded)); got != name || sure {
				t.Errorf("%s: %q is %s, sure %t, want %s", tt.why, tt.text, got, sure, name)
			}
		}
	}
	for _, tt := range []struct{ why, in, want string }{
		{"signs that are capitals elsewhere", "\xa9 Ann 1999, \xa9 Bob 2001, \xa7 5, 20 \xb0C", "windows-1252"},
		{"a text without letters", "1\xbd", ""},
		{"dashes and dots of Windows", strings.Repeat("so he \x97 or she \x97 went on\x85 and on \x96 on. ", 9), "windows-1252"},
		{"apostrophes and quotes of Windows", strings.Repeat("\x93It\x92s late,\x94 said Ann. ", 9), "windows-1252"},
		{"one quote without its blank", "\x93Yes,\x94 he said. \x93No,\x94said she. \x93Go.\x94", "windows-1252"},
	} {
		if got := byLetters([]byte(tt.in)); got != tt.want {
			t.Errorf("%s: %q is %q, want %q", tt.why, tt.in, got, tt.want)
		}
	}
}
