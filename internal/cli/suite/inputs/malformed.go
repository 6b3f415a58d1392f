package inputs

// malformed are texts with bytes that are no UTF-8.
func malformed(r *random, turn uint64) []byte {
	var b []byte
	for range r.between(2, 16) {
		switch r.below(5) {
		case 0:
			b = append(b, pick(r, []string{"a", "the fox", "é", "日本", "\uFFFD", "\uFEFF", "😀", "\x00", "\r\n", "-\nb", "http://x.org", " "})...)
		case 1:
			b = appendScalar(b, anyScalar(r))
		case 2: // two surrogates, a pair or not
			b = appendScalar(appendScalar(b, rune(0xD800+r.below(0x500))), rune(0xDB00+r.below(0x500)))
		default:
			b = append(b, pick(r, illFormed)...)
		}
	}
	return spoil(r, b)
}

// illFormed are bytes that are not UTF-8: neighbours of Table 3-7 of Unicode, and encoders' mistakes.
var illFormed = []string{
	"\x80", "\xBF", "\x80\x80", "\xC0\x80", "\xC0\xAF", "\xC1\xBF", "\xC2", "\xC3", "\xDF", "\xC2\x7F", "\xC2\xC0",
	"\xE0\x80\x80", "\xE0\x9F\xBF", "\xE0\xA0", "\xE1\x80", "\xE2\x82", "\xE2\x82A", "\xEC\xBF\xC0", "\xED\xA0\x80", "\xED\xBF\xBF",
	"\xED\xA0\xBD\xED\xB8\x80", "\xEF\xBF", "\xEF\xBB", "\xF0\x80\x80\x80", "\xF0\x8F\xBF\xBF", "\xF0\x9F", "\xF0\x9F\x98", "\xF0\x90\x80",
	"\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xF8\x88\x80\x80\x80", "\xFC\x84\x80\x80\x80\x80", "\xFE", "\xFF", "\xFF\xFE", "\xFE\xFF",
	"\xE4", "caf\xE9", "\x93quoted\x94", "\xA4\xA2",
}

// spoil damages bytes in a few places: cuts, drops, changes, inserts.
func spoil(r *random, b []byte) []byte {
	b = append([]byte{}, b...)
	for range 1 + r.few(4) {
		at := r.below(len(b) + 1)
		switch r.below(6) {
		case 0:
			b = b[:len(b)-min(len(b), 1+r.below(3))]
		case 1:
			if at < len(b) {
				b = append(b[:at], b[at+1:]...)
			}
		case 2:
			if at < len(b) {
				b[at] ^= 1 << r.below(8)
			}
		case 3:
			b = insert(b, at, string([]byte{byte(0x80 + r.below(128))}))
		case 4:
			b = b[min(len(b), r.below(3)):]
		default:
			b = insert(b, at, pick(r, illFormed))
		}
	}
	return b
}

func insert(b []byte, at int, piece string) []byte {
	return append(append(append([]byte{}, b[:at]...), piece...), b[at:]...)
}
