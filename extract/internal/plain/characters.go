package plain

import "github.com/lsh-interop/fpcheck/internal/unicode/ascii"

// multiByte is an encoding whose characters have two bytes or more.
type multiByte struct {
	name  string
	zones []zone
}

// zone is a range of characters by their first two bytes.
type zone struct {
	lead, leadTo, trail, trailTo byte
	cost                         float64 // of a character, as for letters
	size                         int     // bytes of a character
}

// multiBytes are the encodings of the Encoding Standard for Chinese, Japanese and Korean. Their character sets keep
// common characters in zones of their own. A zone with n characters and the share s of a text costs -ln(s/n). Where
// zones overlap, the first counts.
var multiBytes = []multiByte{
	{"euc-kr", []zone{
		{0xB0, 0xC8, 0xA1, 0xFE, 7.8, 2},  // syllables
		{0xA1, 0xAC, 0xA1, 0xFE, 10.4, 2}, // signs
		{0xCA, 0xFD, 0xA1, 0xFE, 13.1, 2}, // ideographs
		{0x81, 0xC6, 0x41, 0xFE, 13.7, 2}, // rare syllables
	}},
	{"gbk", []zone{
		{0xB0, 0xD7, 0xA1, 0xFE, 8.4, 2},  // common ideographs
		{0xA1, 0xA1, 0xA1, 0xFE, 7.4, 2},  // signs
		{0xA3, 0xA3, 0xA1, 0xFE, 7.5, 2},  // ASCII in full width
		{0xD8, 0xF7, 0xA1, 0xFE, 12.6, 2}, // other ideographs
		{0x81, 0xFE, 0x40, 0xFE, 15.8, 2}, // rare ones
		{0x81, 0xFE, 0x30, 0x39, 15.8, 4},
	}},
	{"big5", []zone{
		{0xA4, 0xC6, 0x40, 0xFE, 8.7, 2},  // common ideographs
		{0xA1, 0xA3, 0x40, 0xFE, 8.3, 2},  // signs
		{0xC9, 0xF9, 0x40, 0xFE, 13.5, 2}, // other ideographs
		{0x87, 0xFE, 0x40, 0xFE, 14.7, 2}, // rare ones
	}},
	{"euc-jp", []zone{
		{0xA4, 0xA4, 0xA1, 0xF3, 5.2, 2},  // Hiragana
		{0xA5, 0xA5, 0xA1, 0xF6, 6.8, 2},  // Katakana
		{0xB0, 0xCF, 0xA1, 0xFE, 9.1, 2},  // common ideographs
		{0xA1, 0xA1, 0xA1, 0xFE, 7.0, 2},  // signs
		{0xA2, 0xA8, 0xA1, 0xFE, 10.1, 2}, // other signs
		{0xD0, 0xFE, 0xA1, 0xFE, 12.7, 2}, // other ideographs
		{0x8E, 0x8E, 0xA1, 0xDF, 10.4, 2}, // Katakana of half width
		{0x8F, 0x8F, 0xA1, 0xFE, 14.0, 3}, // rare ideographs
	}},
	{"shift_jis", []zone{
		{0x82, 0x82, 0x9F, 0xF1, 5.2, 2},  // Hiragana
		{0x83, 0x83, 0x40, 0x96, 6.8, 2},  // Katakana
		{0x88, 0x97, 0x40, 0xFC, 9.1, 2},  // common ideographs
		{0x81, 0x81, 0x40, 0xFC, 7.1, 2},  // signs
		{0x82, 0x87, 0x40, 0xFC, 10.1, 2}, // other signs
		{0x98, 0x9F, 0x40, 0xFC, 12.7, 2}, // other ideographs
		{0xE0, 0xFC, 0x40, 0xFC, 12.7, 2},
		{0xA1, 0xDF, 0x00, 0xFF, 10.4, 1}, // Katakana of half width
	}},
}

// What bytes of ASCII would cost as letters and signs of their own. A second byte that is ASCII saves that.
const (
	anASCIILetter = 3
	anASCIISign   = 5
)

// cost returns what a text costs in the encoding. A character that is cut off at the end costs nothing.
func (m *multiByte) cost(text []byte) float64 {
	sum := float64(notWestern)
	for i := 0; i+1 < len(text); {
		if text[i] < 0x80 {
			i++
			continue
		}
		z := m.zone(text[i], text[i+1])
		sum += z.cost
		switch trail := text[i+1]; {
		case z.size == 1 || trail >= 0x80:
		case ascii.IsLetter(trail):
			sum -= anASCIILetter
		default:
			sum -= anASCIISign
		}
		i += z.size
	}
	return sum
}

// zone returns the zone of a character.
func (m *multiByte) zone(lead, trail byte) zone {
	for _, z := range m.zones {
		if lead >= z.lead && lead <= z.leadTo && trail >= z.trail && trail <= z.trailTo && trail != 0x7F {
			return z
		}
	}
	return zone{cost: 2 * noCharacter, size: 1}
}

// likeliest returns the encoding in which the start of a text costs least, or "".
func likeliest(text []byte) (name string) {
	first := 0
	for first < len(text) && text[first] < 0x80 {
		first++
	}
	text = text[max(0, first-1):]
	text = text[:min(len(text), sample)]
	name, least := byLetters(text)
	for _, m := range multiBytes {
		if cost := m.cost(text); cost < least {
			name, least = m.name, cost
		}
	}
	return name
}
