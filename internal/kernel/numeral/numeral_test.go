package numeral

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func standing(text string) (all string) {
	for i, r := range text {
		if StandsIn([]byte(text), i, i+len(string(r))) {
			all += string(r)
		}
	}
	return all
}

func TestStandsIn(t *testing.T) {
	for _, tt := range []struct{ text, want, why string }{
		{"应付金额四千元", "四千", "two in a row"},
		{"三 千", "三千", "a line may end between two letters"},
		{"三\u0301千", "三千", "marks are passed over"},
		{"3万", "万", "a digit before it"},
		{"二〇二六年", "二〇二六", "a year"},
		{"第三条", "三", "an ordinal"},
		{"船三艘", "三", "what is counted"},
		{"百分之三", "百三", "a part"},
		{"负三、三点五", "三三五", "a sign, and a point"},
		{"〸和〹", "〸〹", "of category Nl, and R3.5 makes letters of them"},
		{"原因之一", "", "one of them"},
		{"二つ", "二", "in Japanese"},
		{"合计：三。", "三", "by itself"},
		{"叁仟元", "叁仟", "numerals of accounts"},
		{"\u2F06\u2F17元", "\u2F06\u2F17", "radicals, which R3.5 makes numerals of"},
		{"Ⅷ and ⅷ", "Ⅷⅷ", "characters of Roman numerals"},
		{"VIII", "", "letters"},
		{"一方、一般に十分", "", "parts of words"},
		{"一个人参加", "", "it may be an article"},
		{"大陸", "", "a word"},
		{"", "", "no text"},
	} {
		if diff := cmp.Diff(tt.want, standing(tt.text)); diff != "" {
			t.Errorf("%s: %q (-want +got):\n%s", tt.why, tt.text, diff)
		}
	}
}

func TestIsIn(t *testing.T) {
	for _, tt := range []struct {
		text string
		want bool
		why  string
	}{
		{"abc", false, "letters"},
		{"a5", true, "a digit"},
		{"٣", true, "a digit of any script"},
		{"½", true, "a fraction"},
		{"Ⅷ", true, "a Roman numeral"},
		{"三角", true, "it may be a number"},
		{"参加", false, "a word"},
		{"叁元", true, "a numeral of accounts"},
	} {
		if got := IsIn([]byte(tt.text)); got != tt.want {
			t.Errorf("%s: %q: %v, want %v", tt.why, tt.text, got, tt.want)
		}
	}
}

// sum writes a text in pieces of some bytes.
func sum(text string, size int) uint64 {
	var s Sum
	for len(text) > 0 {
		n := min(size, len(text))
		s.Write([]byte(text[:n]))
		text = text[n:]
	}
	return s.Sum()
}

func TestSum(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		same bool
		why  string
	}{
		{"金額3万元", "金額3亿元", false, "another unit"},
		{"金額3万", "金額3", false, "a lost unit"},
		{"金額三千元", "金額四千元", false, "another numeral"},
		{"三千元。", "千三元。", false, "another order"},
		{"chapter Ⅷ", "chapter Ⅶ", false, "another Roman numeral"},
		{"chapter Ⅷ", "chapter ⅷ", true, "case does not count"},
		{"三千元", "三\n千 元", true, "nor do line ends"},
		{"一方の船", "船", true, "no number"},
		{"a fine text of the year 5", "another", true, "no numeral that is a letter"},
		{"\xE4\xB8三千", "三千", true, "bytes that are not UTF-8"},
	} {
		a, b := sum(tt.a, 1<<10), sum(tt.b, 1<<10)
		if (a == b) != tt.same {
			t.Errorf("%s: %q and %q: %x and %x", tt.why, tt.a, tt.b, a, b)
		}
		for size := range 8 {
			if got := sum(tt.a, size+1); got != a {
				t.Errorf("%s: in pieces of %d bytes: %x, want %x", tt.why, size+1, got, a)
			}
		}
	}
	var s Sum
	s.Write([]byte("三千\xE4"))
	s.Reset()
	s.Write([]byte("四千"))
	if got, want := s.Sum(), sum("四千", 9); got != want {
		t.Errorf("after Reset: %x, want %x", got, want)
	}
}

func BenchmarkSum(b *testing.B) {
	for _, text := range []string{"The lamp burns. ", "Лампа горит. ", "灯塔看守人三千元"} {
		all := []byte(strings.Repeat(text, 1<<12))
		b.Run(text, func(b *testing.B) {
			b.SetBytes(int64(len(all)))
			for b.Loop() {
				var s Sum
				s.Write(all)
			}
		})
	}
}
