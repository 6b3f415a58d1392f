package numfmt

import (
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

var shown = []struct {
	why, code string
	value     float64
	want      string
}{
	{"zero", "General", 0, "0"},
	{"what a float64 cannot hold is rounded", "General", 0.1 + 0.2, "0.3"},
	{"all digits that are known", "", 1.0 / 3, "0.333333333333333"},
	{"the sixteenth digit is a five", "General", -3 * math.Pi / 4, "-2.35619449019235"},
	{"it is a five in the float64, too", "General", 32529.14572265625, "32529.1457226563"},
	{"small, but not too small", "General", 1e-7, "0.0000001"},
	{"too small", "General", -3.2e-10, "-3.2E-10"},
	{"too small for all of its digits", "General", 1.23456789012345e-5, "1.23456789012345E-05"},
	{"large", "General", 1.5e15, "1500000000000000"},
	{"all digits of an integer", "General", 1234567890123451, "1234567890123451"},
	{"and of a negative one", "0", -1234567890123451, "-1234567890123451"},
	{"too large", "General", 1e20, "1E+20"},
	{"General among other things", `General" km"`, 1.5, "1.5 km"},
	{"General of negative numbers", "General;(General)", -1.5, "(1.5)"},

	{"halves are rounded up, as decimals", "0.00", 1.005, "1.01"},
	{"and down, below zero", "0", -0.5, "-1"},
	{"what is rounded to zero has no sign", "0.0", -0.04, "0.0"},
	{"thousands", "#,##0.00", -1234567.891, "-1,234,567.89"},
	{"digits beyond the places", "0", 1e20, "100000000000000000000"},
	{"zeros before", "00000", 42, "00042"},
	{"places for blanks", "?0.0?", 1.5, " 1.5 "},
	{"no place before the point", ".00", 12.345, "12.35"},
	{"a point is left out with its decimals", "0.##", 3, "3"},
	{"nothing of zero", "#", 0, ""},
	{"scaled by thousands", "0.0,", 12345, "12.3"},
	{"and by millions", `#,##0,,"M"`, 1234567890, "1,235M"},
	{"percent", "0.0%", 0.1234, "12.3%"},
	{"percent of a large number", "0%", 1e20, "10000000000000000000000%"},
	{"literals among digits", "000-00-0000", 123456789, "123-45-6789"},
	{"escapes, blanks and fillings", `_-* \x0"y"_)`, 1, " x1y "},
	{"a semicolon in quotation marks", `0" "x"a;b"`, 1, "1 xa;b"},
	{"a currency with its language", "#,##0.00 [$€-407]", 1234.5, "1,234.50 €"},
	{"a currency alone", "[$USD] 0", 5, "USD 5"},
	{"colours", "[Red]0;[Color10]-0", -5, "-5"},

	{"exponent", "0.00E+00", 12345, "1.23E+04"},
	{"exponent without a plus", "0.0E-0", 12345, "1.2E4"},
	{"exponents of thousands", "##0.0E+0", 12345, "12.3E+3"},
	{"exponents that rounding raises", "0E+0", 9.9, "1E+1"},
	{"exponent of a small number", "0.0E+00", -0.00012, "-1.2E-04"},

	{"fraction", "# ?/?", 1.5, "1 1/2"},
	{"the nearest fraction", "# ??/??", math.Pi, "3 14/99"},
	{"fraction of a denominator", "# ?/16", 2.3, "2 5/16"},
	{"a denominator with zeros", "0/100", 0.07, "7/100"},
	{"digits after a fraction", "0/010", 3, "3/11"},
	{"no integer", "?/?", -1.5, "-3/2"},
	{"nothing but an integer", "# ?/?", 3, "3 "},
	{"fraction of zero", "# ?/?", 0, "0 "},
	{"rounded up to an integer", "# ?/2", 0.9, "1 "},
	{"too large for a fraction", "# ?/?", 1e12, "#FMT"},

	{"positive", "0;(0);zero", 5, "5"},
	{"negative", "0;(0);zero", -5, "(5)"},
	{"zero has a section", `0;(0);"none"`, 0, "none"},
	{"an empty section", "0;;", -5, ""},
	{"all of it hidden", ";;;", 5, ""},
	{"conditions", `[>=100]"big";[<0]"small";"mid"`, 50, "mid"},
	{"a condition keeps the sign", "[<1]0.00%;0.0", -1, "-100.00%"},
	{"no condition holds", "[>5]0;[<1]0", 3, ""},
	{"the section for texts is none of numbers", "0.0;@", -3, "-3.0"},
	{"a number in a cell for texts", "@", 3.5, "3.5"},

	{"date", "yyyy-mm-dd", 45000, "2023-03-15"},
	{"names in American English", "dddd, mmmm d, yy", 45000, "Wednesday, March 15, 23"},
	{"short names and first letters", "ddd mmm mmmmm", 45000, "Wed Mar M"},
	{"months and minutes", "m/d h:m:s", 45000.25 + 61.0/86400, "3/15 6:1:1"},
	{"minutes before seconds", "mm:ss", 0.5 + 61.0/86400, "01:01"},
	{"twelve hours", "h:mm AM/PM", 0.75, "6:00 PM"},
	{"midnight", "hh AM/PM", 0, "12 AM"},
	{"hours that have passed", "[h]:mm:ss", 1.5, "36:00:00"},
	{"minutes that have passed", "[mm]:ss", -1.0 / 24, "-60:00"},
	{"decimals of hours that have passed, twice", "[s].0 [s].000", 12.3456 / 86400, "12.3 12.346"},
	{"decimals of seconds", "h:mm:ss.000", 1234.5678, "13:37:37.920"},
	{"seconds are cut off", "h:mm:ss", 1234.5678, "13:37:37"},
	{"what a float64 cannot hold is no second less", "h:mm:ss", 45000 + 10.0/24, "10:00:00"},
	{"a time rounded up to midnight is of the next day", "yyyy-mm-dd hh:mm", 43831.999999, "2020-01-02 00:00"},
	{"day zero", "yyyy-mm-dd", 0, "1899-12-30"},
	{"the day that was not", "d mmm yyyy", 60, "28 Feb 1900"},
	{"before day zero", "yyyy-mm-dd", -1, "1899-12-29"},
	{"no such year", "yyyy", 1e20, "#FMT"},
	{"the system's long date", "[$-F800]dddd, mmmm dd, yyyy", 45000, "Wednesday, March 15, 2023"},
	{"a slash is no fraction in a date", "dd/mm/yyyy;@", 45000, "15/03/2023"},

	{"German", "[$-407]d. mmmm yyyy", 45000, "15. März 2023"},
	{"Russian, beside a day", "[$-419]d mmmm", 45000, "15 марта"},
	{"Russian, alone", "[$-419]mmmm", 45000, "март"},
	{"by the tag of a language", "[$-fr-FR]dddd d mmmm", 45000, "mercredi 15 mars"},
	{"Arabic", "[$-401]d mmmm yyyy", 45000, "15 مارس 2023"},
	{"Arabic digits", "[$-2000401]#,##0.00", 1234.5, "١٬٢٣٤٫٥٠"},
	{"Hebrew", "[$-40D]d mmmm yyyy", 45000, "15 מרץ 2023"},
	{"Hindi", "[$-439]d mmmm", 45000, "15 मार्च"},
	{"Hindi digits", "[$-4000439]0", 1234567890, "१२३४५६७८९०"},
	{"Thai, in Thai digits, by the Thai calendar", "[$-D07041E]d mmm yyyy", 45000, "๑๕ มี.ค. ๒๕๖๖"},
	{"Japanese", `[$-411]yyyy"年"m"月"d"日"dddd`, 45000, "2023年3月15日水曜日"},
	{"Japanese eras", `[$-411]ggge"年"m"月"d"日"`, 45000, "令和5年3月15日"},
	{"Korean", `[$-412]yyyy"년" m"월" d"일" ddd`, 45000, "2023년 3월 15일 수"},
	{"Chinese", `[$-804]yyyy"年"m"月"d"日"dddd`, 45000, "2023年3月15日星期三"},
	{"Chinese numerals", "[DBNum1][$-804]General", 1020304.5, "一百〇二万〇三百〇四．五"},
	{"of money", "[DBNum2][$-804]0", 1234, "壹仟贰佰叁拾肆"},
	{"in dates", `[DBNum1][$-804]yyyy"年"m"月"d"日"`, 45000, "二〇二三年三月十五日"},
	{"wide digits", "[DBNum3][$-411]0", 123, "１２３"},
	{"a prefix for the Gregorian calendar", "B1yyyy-mm-dd", 45000, "2023-03-15"},
	{"a prefix for the Hijri calendar", "b2d/m/yyyy", 45000, "23/8/1444"},
	{"the Hijri calendar of a locale", "[$-1060000]d/mm/yyyy", 45413, "23/10/1445"},
	{"with a prefix and the calendar of Saudi Arabia", "[$-1170000]B2d/mm/yyyy", 45413, "23/10/1445"},
	{"with the prefix before it", "B2[$-401]d mmmm yyyy", 45413, "23 شوال 1445"},
	{"in Arabic digits, with a name", "[$-2060401]d mmm yyyy dddd", 45413, "٢٣ شوال ١٤٤٥ الأربعاء"},
	{"in Persian", "[$-60429]mmmm mmmmm", 45413, "شوال ش"},
	{"without a language", "[$-1060000]d mmmm dddd", 45413, "23 شوال الأربعاء"},
	{"a prefix for the Gregorian calendar after it", "[$-1060000]B1yyyy-mm-dd", 45413, "2024-05-01"},
	{"the first day of the Hijri table", "B2yyyy-mm-dd", 3, "1317-09-01"},
	{"the day before it", "B2yyyy-mm-dd", 2, "1900-01-01"},
	{"the last day of the table", "B2yyyy-mm-dd", 79970, "1543-04-29"},
	{"the day after it", "B2yyyy-mm-dd", 79971, "2118-12-13"},
	{"years of Korea", "[$-1050412]yyyy/m/d", 45413, "4357/5/1"},
	{"the Hebrew calendar, which is not known", "[$-1080000]d/m/yyyy", 45413, "1/5/2024"},
	{"a weekday, as East Asia writes it", "m/d(aaa) aaaa", 45413, "5/1(Wed) Wednesday"},
	{"in Japanese", "[$-411]m/d(aaa) AAAA", 45413, "5/1(水) 水曜日"},
	{"in Chinese, where it is one character", "[$-804]aaa aaaa", 45413, "三 星期三"},
	{"and in Taiwan", "[$-404]aaa", 45413, "三"},
	{"in Korean, with the half of the day", "[$-412]aaa AM/PM h:mm", 45413.75, "수 오후 6:00"},
	{"fewer letters are literals", "yyyy a aa", 45413, "2024 a aa"},
	{"and so are more", "aaaaa", 45413, "Wednesdaya"},
	{"a half of the day in Bulgarian", "[$-402]h AM/PM", 45413.25, "6 пр.об."},
	{"Buddhist years", "bbbb", 45000, "2566"},
	{"a language that is not known", "[$-7FFF]mmmm", 45000, "March"},
}

func TestFormat(t *testing.T) {
	for _, tt := range shown {
		if diff := cmp.Diff(tt.want, Format(tt.code, tt.value, Since1899)); diff != "" {
			t.Errorf("%s: %v as %s: %s", tt.why, tt.value, tt.code, diff)
		}
	}
}

func TestDays(t *testing.T) {
	const code = "yyyy-mm-dd dddd"
	for _, tt := range []struct {
		why   string
		days  Days
		value float64
		want  string
	}{
		{"day 0 of LibreOffice", Since1899, 0, "1899-12-30 Saturday"},
		{"day 60 of LibreOffice", Since1899, 60, "1900-02-28 Wednesday"},
		{"day 0 of Excel", Since1900, 0, "1900-01-00 Saturday"},
		{"a time of Excel", Since1900, 0.5, "1900-01-00 Saturday"},
		{"day 1 of Excel, which it takes for a Sunday", Since1900, 1, "1900-01-01 Sunday"},
		{"the end of a month", Since1900, 31, "1900-01-31 Tuesday"},
		{"the last day before the one too many", Since1900, 59, "1900-02-28 Tuesday"},
		{"the day too many", Since1900, 60, "1900-02-29 Wednesday"},
		{"the day after it", Since1900, 61, "1900-03-01 Thursday"},
		{"a later day", Since1900, 45000, "2023-03-15 Wednesday"},
		{"a day below 0, which Excel does not show", Since1900, -1, "1899-12-29 Friday"},
		{"day 0 of 1904", Since1904, 0, "1904-01-01 Friday"},
	} {
		if diff := cmp.Diff(tt.want, Format(code, tt.value, tt.days)); diff != "" {
			t.Errorf("%s: %s", tt.why, diff)
		}
	}
}

func TestText(t *testing.T) {
	for _, tt := range []struct{ why, code, want string }{
		{"as it is", "0.00", "a"},
		{"in a cell for texts", "@", "a"},
		{"with a literal", `"<"@">"`, "<a>"},
		{"of four sections, the last", `0;0;0;"text "@`, "text a"},
		{"hidden", ";;;", ""},
		{"a section with the text", "0;@", "a"},
		{"three sections are for numbers", "0;0;0", "a"},
	} {
		if got := Parse(tt.code).Text("a"); got != tt.want {
			t.Errorf("%s: %s gives %q, want %q", tt.why, tt.code, got, tt.want)
		}
	}
}

// A code that repeats the text of a cell makes no long text of a short document.
func TestRepeatedText(t *testing.T) {
	long := strings.Repeat("a", 1<<20)
	if got := Parse("@").Text(long); got != long {
		t.Errorf("once: %d octets", len(got))
	}
	if got := Parse(strings.Repeat("@", 1000)).Text(long); got != long {
		t.Errorf("a thousand times: %d octets", len(got))
	}
}

func TestNames(t *testing.T) {
	for number, language := range languages {
		n := byLanguage()[language]
		if n == nil {
			t.Errorf("%#x: there are no names in %s", number, language)
			continue
		}
		for _, list := range [][]string{n.months[:], n.genitive[:], n.shortMonths[:], n.shortGenitive[:], n.days[:], n.shortDays[:], n.halves[:]} {
			for i, name := range list {
				if name == "" {
					t.Errorf("%s: name %d is missing", language, i)
				}
			}
		}
	}
}

// Whatever the code: no panic, and a text that is not much longer than the code.
func FuzzFormat(f *testing.F) {
	for _, tt := range shown {
		f.Add(tt.code, tt.value)
	}
	for id := range 82 {
		f.Add(Builtin(id), 12345.678)
	}
	f.Fuzz(func(t *testing.T, code string, value float64) {
		got := Format(code, value, Since1899)
		if len(got) > 2000+100*len(code) || utf8.ValidString(code) && !utf8.ValidString(got) {
			t.Errorf("%q, %v: %d octets: %.100q", code, value, len(got), got)
		}
		if got := Parse(code).Text("a"); len(got) > 2000+100*len(code) {
			t.Errorf("%q: %d octets of a text", code, len(got))
		}
	})
}

// A long code is no work for each cell.
func TestLongCode(t *testing.T) {
	if got := Format(strings.Repeat("0", 1<<20), 1.5, Since1899); got != "1.5" {
		t.Errorf("%d octets", len(got))
	}
}
