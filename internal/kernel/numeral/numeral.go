// Package numeral finds numbers that are written with letters. These are Han numerals, such as 四千, and the
// characters of Roman numerals, such as U+2167. R13.11 does not see these, because it compares letters.
package numeral

import (
	"unicode"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/kernel/items"
	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

var marks = ucd.CategoriesOf(ucd.Mn, ucd.Mc, ucd.Me, ucd.Cf)

// IsHan reports whether a code point is a Han numeral, of R10.9 or of accounts and dates. Most of these are also
// parts of words, as 一 is of 一方.
func IsHan(r rune) bool {
	switch r {
	case '壹', '壱', '贰', '貳', '弐', '叁', '參', '参', '肆', '伍', '陆', '陸',
		'柒', '捌', '玖', '拾', '佰', '仟', '两', '兩', '廿', '卄', '卅':
		return true
	case '\u2F00', '\u2F06', '\u2F0B', '\u2F17', '\uF96B', '\uF973', '\uF978', '\uF9B2', '\uF9D1',
		'\uF9D3': // compatible forms
		return true
	}
	return items.IsHanNumeral(r)
}

// isMapped reports whether a code point is of category Nl, and R3.5 makes letters of it.
func isMapped(r rune) bool { return 0x2160 <= r && r <= 0x217F || 0x3038 <= r && r <= 0x303A }

// counts reports whether a letter after a Han numeral is a unit or names what is counted.
func counts(numeral, r rune) bool {
	switch r {
	case '年', '月', '日', '时', '時', '秒', '元', '円', '圆', '圓', '块', '塊', '条', '條', '章', '页', '頁', '号',
		'號', '项', '項', '款', '名', '件', '次', '回', '倍', '岁', '歳', '歲', '周', '週', '割', '人', '%', '％':
		return true
	case '个', '個', '天', '期', '级', '級', '届', '屆', '度', '分', '角', '毛', '钱', '錢', '銭', '位', '张', '張', '只',
		'隻', '本', '册', '冊', '枚', '台', '臺', '层', '層', '间', '間', '家', '座', '架', '艘', '辆', '輛', '匹', '头',
		'頭', '株', '组', '組', '节', '節', '里', '米', '斤', '吨', '噸', '克', '点', '點', '番', 'つ':
		return numeral != '一' && numeral != '十' // 一个 may be "a", and 十分 is "very"
	}
	return false
}

// leads reports whether a letter before a Han numeral shows that it is a number.
func leads(r, numeral rune) bool {
	switch r {
	case '第', '负', '負', '点', '點':
		return true
	}
	return r == '之' && numeral != '一' // a part of others, but 之一 is "one of"
}

// stands reports whether a code point is a numeral that stands as a number between two others. These are 0 at
// the ends of a text.
func stands(before, r, after rune) bool {
	if isMapped(r) {
		return true
	}
	return IsHan(r) && (IsHan(before) || IsHan(after) || leads(before, r) || counts(r, after) ||
		unicode.IsNumber(before) || !unicode.IsLetter(before) && !unicode.IsLetter(after))
}

// isBetween reports whether a code point is passed over to find what stands beside a numeral.
func isBetween(r rune) bool {
	return unicode.IsSpace(r) || r >= 0x300 && marks.Contains(ucd.CategoryOf(r))
}

// StandsIn reports whether a numeral stands as a number in the bytes of a text from from up to to.
func StandsIn(text []byte, from, to int) bool {
	for from < to {
		r, size := utf8.DecodeRune(text[from:])
		if (isMapped(r) || IsHan(r)) && stands(last(text[:from]), r, first(text[from+size:])) {
			return true
		}
		from += size
	}
	return false
}

// IsIn reports whether a text has a code point of category N, or a numeral that may be a number.
func IsIn(text []byte) bool {
	for _, r := range string(text) {
		if unicode.IsNumber(r) || items.IsHanNumeral(r) {
			return true
		}
	}
	return StandsIn(text, 0, len(text))
}

func first(text []byte) rune {
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		if !isBetween(r) {
			return r
		}
		text = text[size:]
	}
	return 0
}

func last(text []byte) rune {
	for len(text) > 0 {
		r, size := utf8.DecodeLastRune(text)
		if !isBetween(r) {
			return r
		}
		text = text[:len(text)-size]
	}
	return 0
}
