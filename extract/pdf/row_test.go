package pdf

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// rowsOf makes rows of a block of words with their boxes.
func rowsOf(rows ...[]word) (all []row) {
	for _, words := range rows {
		r := row{words: words}
		for _, w := range words {
			r.length += len(w.text) + 1
		}
		all = append(all, r)
	}
	return all
}

// at returns a word of height 10.
func at(text string, left, middle, right float64) word {
	return word{text: text, left: left, top: middle - 5, right: right, base: middle + 5}
}

func TestLines(t *testing.T) {
	for _, tt := range []struct {
		why  string
		rows []row
		want string
	}{
		{"level lines", rowsOf(
			[]word{at("The", 0, 10, 15), at("log", 18, 10, 30), at("of", 33, 10, 40), at("a", 43, 10, 48)},
			[]word{at("light", 0, 22, 20), at("house", 23, 22, 45)},
		), "The log of a\nlight house"},
		{"lines that rise, and are divided for that", rowsOf(
			[]word{at("er", 40, 6, 48), at("of", 50, 5, 58), at("the", 60, 4, 72)},
			[]word{at("The", 0, 10, 15), at("log", 18, 8.2, 30), at("keep", 32, 6.8, 40)},
			[]word{at("house", 41, 18, 60)},
			[]word{at("light", 21, 20, 41)},
			[]word{at("old", 0, 22, 12), at("red", 14, 20.6, 19)},
		), "The log keeper of the\nold red lighthouse"},
		{"lines that fall", rowsOf(
			[]word{at("The", 0, 4, 15), at("log", 18, 5.8, 30), at("keep", 32, 7.2, 40)},
			[]word{at("er", 40, 8, 48), at("of", 50, 9, 58), at("the", 60, 10, 72)},
			[]word{at("light", 0, 16, 20), at("house", 20, 18, 45)},
		), "The log keeper of the\nlighthouse"},
		{"a power in a level line", rowsOf(
			[]word{at("The", 0, 10, 15), at("log", 18, 10, 30), {text: "2", left: 30, top: 4, right: 33, base: 11}, at("of", 36, 10, 43)},
			[]word{at("light", 0, 22, 20), at("house", 23, 22, 45)},
		), "The log2 of\nlight house"},
		{"tight blanks in the high boxes of a font", rowsOf(
			[]word{at("Four", 0, 10, 16), at("copies", 16.45, 10, 40), at("of", 40.45, 10, 48)},
		), "Four copies of"},
		{"a word of two fonts beside tight blanks", rowsOf(
			[]word{at("light", 0, 10, 20), at("house", 20.05, 10, 40), at("log", 40.45, 10, 52)},
		), "lighthouse log"},
		{"a word of two fonts beside blanks", rowsOf(
			[]word{at("light", 0, 10, 20), at("house", 20.45, 10, 40), at("log", 43, 10, 55)},
		), "lighthouse log"},
		{"letters that take no room", rowsOf([]word{at("a", 0, 10, 0), at("b", 0.2, 10, 0.2)}), "ab"},
		{"letters in columns of one width", rowsOf(
			[]word{at("f", 0, 10, 4), at("i", 5.2, 10, 8), at("l", 9.2, 10, 12), at("e", 13.3, 10, 18), at(".", 19.2, 10, 21), at("using", 28, 10, 50)},
		), "file. using"},
		{"variables with the blanks of a text", rowsOf(
			[]word{at("a", 0, 10, 4), at("b", 6.5, 10, 10), at("c", 12.5, 10, 16), at("d", 18.5, 10, 22), at("and", 28, 10, 50)},
		), "a b c d and"},
		{"words of a narrow font, and a wide gap", rowsOf(
			[]word{at("The", 0, 10, 15), at("log", 16.5, 10, 30), at("of", 31.5, 10, 40), at("a", 41.5, 10, 46), at("light", 60, 10, 80)},
		), "The log of a light"},
		{"words of one letter in Korean", rowsOf(
			[]word{at("이", 0, 10, 10), at("그", 11.5, 10, 20), at("저", 21.5, 10, 30), at("것", 31.5, 10, 40), at("또", 45, 10, 54)},
		), "이 그 저 것 또"},
		{"turned by a quarter", rowsOf(
			[]word{at("The", 0, 10, 10), at("log", 0, 30, 10), at("of", 0, 50, 10), at("light", 0, 70, 10), at("house", 0, 90, 10)},
		), "The log of light house"},
		{"vowel signs of Tibetan stand where their letters begin", rowsOf(
			[]word{at("ཡ", 11, 10, 29)},
			[]word{at("ོ", 11.2, 10, 11.2), at("ངས་འགྲ", 29, 10, 66)},
			[]word{at("ོ", 48, 10, 48), at("་བ", 66, 10, 82)},
		), "ཡོངས་འགྲོ་བ"},
		{"also before the letter, if only by a hair", rowsOf(
			[]word{at("ོ", 10.8, 10, 10.8), at("སྔ", 11, 10, 23), at("ན", 23, 10, 30)},
		), "སྔོན"},
		{"a TeX draws letters one by one, with marks and without blanks", rowsOf(
			[]word{at("ז", 0, 10, 5), at("אַ", 4.9, 10, 10), at("ר", 12, 10, 17), at("רעד", 17, 10, 30)},
		), "דערר אַז"},
		{"a vowel sign takes less room than it is said to", rowsOf(
			[]word{at("মু", 0, 10, 6), at("খ", 6.8, 10, 12), at("আ", 14, 10, 20)},
		), "মুখ আ"},
		{"signs that TeX draws back over the last letter of a word", rowsOf(
			[]word{at("உள", 0, 10, 22), at("்", 17, 10, 17), at("ளார்ந்த", 22, 10, 60), at("அவர்கள", 64, 10, 100), at("்", 94, 10, 94)},
		), "உள்ளார்ந்த அவர்கள்"},
		{"a vowel sign begins no word", rowsOf(
			[]word{at("আন্তর্জ", 0, 10, 20), at("াতিক", 23, 10, 40), at("আ", 43, 10, 50)},
		), "আন্তর্জাতিক আ"},
		{"TeX draws a joiner as a blank, and moves back", rowsOf(
			[]word{at("ی", 0, 10, 4), at("ا", 4, 10, 6), at("\ue020", 4.1, 10, 6), at("ه", 6, 10, 10), at("ن", 10, 10, 14), at("ا", 14, 10, 16), at("ر", 16, 10, 20), at("ی", 20, 10, 24)},
		), "یرانه\u200cای"},
		{"and where a word ends, the gap after it comes upon it", rowsOf(
			[]word{at("സ്ഥാ", 0, 10, 8), at("പ", 8, 10, 11), at("ന", 11, 10, 14), at("മ", 14, 10, 18), at("ണ്\ue020", 18, 10, 28), at("പൊ", 29, 10, 40), at(",", 40, 10, 42)},
		), "സ്ഥാപനമണ്\u200c പൊ,"},
		{"a blank may stand behind a shad of Tibetan", rowsOf(
			[]word{at("དབང་དང༌།", 0, 10, 30), at("དྲང་", 34, 10, 50), at("བ", 52, 10, 60)},
		), "དབང་དང༌། དྲང་བ"},
		{"a mark of Lao that comes after the next letter", rowsOf(
			[]word{at("ຜູ້", 0, 10, 7), at("ຍ", 7.5, 10, 13), at("ງ", 13, 10, 18), at("ິ", 13.2, 10, 13.2), at("ແລະ", 21, 10, 37)},
		), "ຜູ້ຍິງ ແລະ"},
		{"and one that comes after a sign of Burmese with room of its own", rowsOf(
			[]word{at("ဆ", 0, 10, 10), at("း", 10, 10, 14), at("ီ", 10.3, 10, 10.3), at("တ", 18, 10, 24)},
		), "ဆီး တ"},
		{"a mark below two letters of Khmer, of which one stands below the other", rowsOf(
			[]word{at("បណ្ដកត", 0, 10, 28)},
			[]word{at("ុ", 13, 10, 13), at("ក", 36, 10, 42)},
		), "បណ្ដុកត ក"},
		{"an alef that takes no room in its ligature with lam", rowsOf(
			[]word{at("ن", 0, 10, 5), at("ل", 5, 10, 15)},
			[]word{at("ا", 5, 10, 5), at("ا", 15, 10, 18)},
		), "الان"},
	} {
		rows := levelled(tt.rows)
		got := strings.Join(orderOf(rows).lines(rows), "\n")
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
}
