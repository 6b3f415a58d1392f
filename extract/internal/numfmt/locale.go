package numfmt

import (
	"strconv"
	"strings"
	"time"
)

// locale is the locale in a code: "-D07041E" is Thai (041E), by the Thai calendar (07), in Thai digits (0D).
type locale struct {
	language string
	calendar int
	zero     rune // 0 stands for ASCII
	numbers  byte // of [DBNum1] and the like
}

// The calendars, by their numbers in Windows.
const (
	koreanCalendar = 5
	hijriCalendar  = 6
	thaiCalendar   = 7
	ummAlQura      = 0x17 // a Hijri calendar, too
	gregorian      = 1
	koreanYears    = 2333
	buddhistYears  = 543
)

// setCalendar sets the year, month and day of a date by the calendar of the locale. Calendars that the package does
// not know count as the Gregorian one.
func (l *locale) setCalendar(m *moment, since1970 int64) {
	m.year, m.month = m.date.Year(), int(m.date.Month())
	switch l.calendar {
	case koreanCalendar:
		m.year += koreanYears
	case thaiCalendar:
		m.year += buddhistYears
	case hijriCalendar, ummAlQura:
		m.hijri = m.setHijri(since1970)
	}
}

// zeros are the zeros of the digits that a locale selects by number.
var zeros = map[int]rune{
	0x02: 0x0660, 0x03: 0x06F0, 0x04: 0x0966, 0x05: 0x09E6, 0x06: 0x0A66, 0x07: 0x0AE6, 0x08: 0x0B66,
	0x09: 0x0BE6, 0x0A: 0x0C66, 0x0B: 0x0CE6, 0x0C: 0x0D66, 0x0D: 0x0E50, 0x0E: 0x0ED0, 0x0F: 0x0F20,
	0x10: 0x1040, 0x12: 0x17E0, 0x13: 0x1810,
}

// languages maps Windows' numbers to languages. A number of up to 10 bits is a language in all
// countries. A longer one is a language in a country where its names differ ([MS-LCID]).
var languages = map[int]string{
	0x001: "ar", 0x002: "bg", 0x003: "ca", 0x004: "zh", 0x005: "cs", 0x006: "da", 0x007: "de", 0x008: "el",
	0x009: "en", 0x00A: "es", 0x00B: "fi", 0x00C: "fr", 0x00D: "he", 0x00E: "hu", 0x00F: "is", 0x010: "it",
	0x011: "ja", 0x012: "ko", 0x013: "nl", 0x014: "nb", 0x015: "pl", 0x016: "pt", 0x018: "ro", 0x019: "ru",
	0x01A: "hr", 0x01B: "sk", 0x01C: "sq", 0x01D: "sv", 0x01E: "th", 0x01F: "tr", 0x020: "ur", 0x021: "id",
	0x022: "uk", 0x023: "be", 0x024: "sl", 0x025: "et", 0x026: "lv", 0x027: "lt", 0x029: "fa", 0x02A: "vi",
	0x02B: "hy", 0x02C: "az", 0x02D: "eu", 0x02F: "mk", 0x036: "af", 0x037: "ka", 0x038: "fo", 0x039: "hi",
	0x03C: "ga", 0x03E: "ms", 0x03F: "kk", 0x040: "ky", 0x041: "sw", 0x042: "tk", 0x043: "uz", 0x045: "bn",
	0x046: "pa", 0x047: "gu", 0x048: "or", 0x049: "ta", 0x04A: "te", 0x04B: "kn", 0x04C: "ml", 0x04D: "as",
	0x04E: "mr", 0x050: "mn", 0x052: "cy", 0x053: "km", 0x054: "lo", 0x055: "my", 0x056: "gl", 0x05B: "si",
	0x05E: "am", 0x061: "ne", 0x063: "ps",
	0x404: "zh-tw", 0x814: "nn", 0x816: "pt", 0x81A: "sr-latn", 0xC04: "zh-tw", 0xC1A: "sr", 0x1404: "zh-tw",
	0x141A: "bs", 0x1C1A: "sr", 0x241A: "sr-latn", 0x281A: "sr",
}

// read parses the tag of a locale. It returns 'd' or 't' for the long date or time of the system.
func (l *locale) read(tag string) (system byte) {
	low := strings.ToLower(tag)
	switch low {
	case "":
		return 0
	case "f800", "x-sysdate":
		return 'd'
	case "f400", "x-systime":
		return 't'
	}
	low, _, _ = strings.Cut(low, ",")
	if n, err := strconv.ParseUint(low, 16, 32); err == nil {
		l.language = languages[int(n&0xFFFF)]
		if l.language == "" {
			l.language = languages[int(n&0x3FF)]
		}
		if c := int(n >> 16 & 0xFF); c != 0 {
			l.calendar = c
		}
		if l.language == "" && (l.calendar == hijriCalendar || l.calendar == ummAlQura) {
			l.language = "ar"
		}
		l.zero = zeros[int(n>>24)]
		return 0
	}
	language, _, _ := strings.Cut(low, "-")
	l.language = language
	return 0
}

// digit writes a digit.
func (l *locale) digit(b *strings.Builder, d byte) {
	if d >= '0' && d <= '9' {
		if h := l.han(); h != nil {
			b.WriteRune(h.digits[d-'0'])
			return
		}
		if l.zero != 0 {
			b.WriteRune(l.zero + rune(d-'0'))
			return
		}
	}
	b.WriteByte(d)
}

func (l *locale) isArabic() bool { return l.zero == 0x0660 || l.zero == 0x06F0 }

// point returns the decimal separator.
func (l *locale) point() string {
	if h := l.han(); h != nil {
		return h.point
	}
	if l.isArabic() {
		return "٫"
	}
	return "."
}

// group returns the thousands separator.
func (l *locale) group() string {
	if l.isArabic() {
		return "٬"
	}
	return ","
}

// convert writes a number of ASCII characters in the digits of the locale.
func (l *locale) convert(number string) string {
	if l.zero == 0 && l.han() == nil {
		return number
	}
	var b strings.Builder
	if h := l.han(); h != nil {
		sign := strings.HasPrefix(number, "-")
		if sign {
			b.WriteByte('-')
			number = number[1:]
		}
		end := strings.IndexFunc(number, func(r rune) bool { return r < '0' || r > '9' })
		if end < 0 {
			end = len(number)
		}
		b.WriteString(h.integer(number[:end]))
		number = number[end:]
	}
	for i := range len(number) {
		if number[i] == '.' {
			b.WriteString(l.point())
		} else {
			l.digit(&b, number[i])
		}
	}
	return b.String()
}

// japanese are the eras of Japan, the latest first.
var japanese = []struct {
	year, month, day int
	names            [3]string
}{
	{2019, 5, 1, [3]string{"R", "令", "令和"}},
	{1989, 1, 8, [3]string{"H", "平", "平成"}},
	{1926, 12, 25, [3]string{"S", "昭", "昭和"}},
	{1912, 7, 30, [3]string{"T", "大", "大正"}},
	{1868, 1, 1, [3]string{"M", "明", "明治"}},
}

// eraOf returns the index of the era of a date in the list, or -1.
func (l *locale) eraOf(date time.Time) int {
	if l.language == "ja" {
		for i, e := range japanese {
			if !date.Before(time.Date(e.year, time.Month(e.month), e.day, 0, 0, 0, 0, time.UTC)) {
				return i
			}
		}
	}
	return -1
}

// era returns the name of the era of a date, in the form for n letters.
func (l *locale) era(date time.Time, n int) string {
	if i := l.eraOf(date); i >= 0 {
		return japanese[i].names[min(n, 3)-1]
	}
	return ""
}

func (l *locale) eraYear(date time.Time) int {
	if i := l.eraOf(date); i >= 0 {
		return date.Year() - japanese[i].year + 1
	}
	if l.language == "zh-tw" && date.Year() > 1911 {
		return date.Year() - 1911
	}
	return date.Year()
}
