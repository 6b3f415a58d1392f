package pdf

import "testing"

func TestOrdered(t *testing.T) {
	for _, tt := range []struct{ why, line, want string }{
		{"a tone mark of Lao before its vowel sign", "ຊ\u0ec8\u0ebbວ", "ຊ\u0ebb\u0ec8ວ"},
		{"and before another vowel sign", "ນ\u0ec9\u0eb1ນ ນີ້", "ນ\u0eb1\u0ec9ນ ນີ້"},
		{"what is drawn as it is written", "ບໍ່ມີຜູ້ໃດ", "ບໍ່ມີຜູ້ໃດ"},
		{"a vowel sign of Khmer before the letter below", "ក\u17bb\u17d2នង", "ក\u17d2ន\u17bbង"},
		{"a sign at the end of a line", "ក\u17bb\u17d2", "ក\u17bb\u17d2"},
		{"a vowel sign of Khmer after the sign of a nasal", "ស\u17c6\u17bb", "ស\u17bb\u17c6"},
		{"a vowel sign of Khmer before the sign that shifts its letter", "ប\u17bb\u17c9", "ប\u17c9\u17bb"},
		{"a tone mark of Thai before its vowel sign", "ข\u0e49\u0e36น ข้าง", "ข\u0e36\u0e49น ข้าง"},
		{"a vowel sign of Burmese below before that above", "ဆ\u102f\u102dင် ဆို", "ဆ\u102d\u102fင် ဆို"},
		{"other scripts", "नहीं café", "नहीं café"},
	} {
		line := []rune(tt.line)
		if ordered(line); string(line) != tt.want {
			t.Errorf("%s: %+q, want %+q", tt.why, string(line), tt.want)
		}
	}
}
