package numfmt

import "strings"

// han are the numerals of [DBNum1], [DBNum2] and [DBNum3] in a language.
type han struct {
	digits []rune
	units  []string // of tens, hundreds and thousands; nil writes digit by digit
	myriad []string // of 10,000 and its powers
	point  string
	bare   bool // no "one" before tens, hundreds and thousands
}

// hans are the numerals of each language, [DBNum1] first.
var hans = map[string][]*han{
	"zh": {
		{[]rune("〇一二三四五六七八九"), []string{"", "十", "百", "千"}, []string{"", "万", "亿", "万亿"}, "．", false},
		{[]rune("零壹贰叁肆伍陆柒捌玖"), []string{"", "拾", "佰", "仟"}, []string{"", "万", "亿", "万亿"}, "点", false},
		fullWidth,
	},
	"zh-tw": {
		{[]rune("〇一二三四五六七八九"), []string{"", "十", "百", "千"}, []string{"", "萬", "億", "兆"}, "．", false},
		{[]rune("零壹貳參肆伍陸柒捌玖"), []string{"", "拾", "佰", "仟"}, []string{"", "萬", "億", "兆"}, "點", false},
		fullWidth,
	},
	"ja": {
		{[]rune("〇一二三四五六七八九"), []string{"", "十", "百", "千"}, []string{"", "万", "億", "兆"}, "・", true},
		{[]rune("〇壱弐参四伍六七八九"), []string{"", "拾", "百", "阡"}, []string{"", "萬", "億", "兆"}, "・", false},
		fullWidth,
	},
	"ko": {
		{[]rune("〇一二三四五六七八九"), []string{"", "十", "百", "千"}, []string{"", "万", "億", "兆"}, "．", false},
		{[]rune("零壹貳參四五六七八九"), []string{"", "拾", "百", "阡"}, []string{"", "萬", "億", "兆"}, ".", false},
		fullWidth,
	},
}

var fullWidth = &han{digits: []rune("０１２３４５６７８９"), point: "．"}

// han returns the numerals for a number, or nil for digits.
func (l *locale) han() *han {
	list := hans[l.language]
	if n := int(l.numbers); n >= 1 && n <= len(list) {
		return list[n-1]
	}
	return nil
}

// integer writes a number, digit by digit if there are no units, or more digits than units.
func (h *han) integer(number string) string {
	var b strings.Builder
	if h.units == nil || len(number) > 4*len(h.myriad) {
		for i := range len(number) {
			b.WriteRune(h.digits[number[i]-'0'])
		}
		return b.String()
	}
	number = strings.TrimLeft(number, "0")
	if number == "" {
		return string(h.digits[0])
	}
	zero, group := false, false // zeros to write; a digit in this group of four
	for i := range len(number) {
		left := len(number) - 1 - i
		d := number[i] - '0'
		if d == 0 {
			zero = true
		} else {
			if zero && b.Len() > 0 && !h.bare {
				b.WriteRune(h.digits[0])
			}
			zero, group = false, true
			unit := h.units[left%4]
			if d != 1 || unit == "" || !h.bare && (unit != h.units[1] || b.Len() > 0) {
				b.WriteRune(h.digits[d])
			}
			b.WriteString(unit)
		}
		if left%4 == 0 {
			if group {
				b.WriteString(h.myriad[left/4])
				zero = false
			}
			group = false
		}
	}
	return b.String()
}
