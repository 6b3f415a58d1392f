package plain

import (
	"math/rand/v2"
	"testing"

	"github.com/wlynxg/chardet"
	"golang.org/x/text/encoding/htmlindex"
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
