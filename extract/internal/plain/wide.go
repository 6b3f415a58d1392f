package plain

import (
	"bytes"
	"encoding/binary"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
	"github.com/lsh-interop/fpcheck/internal/unicode/utf16text"
)

// Wide returns UTF-16 or UTF-32 if the zeros are in the right places. Most text in an alphabet has a blank, a line end
// or a digit in every dozen characters. Of each such character, all bytes but one are zero. Otherwise the characters
// decide. Wide returns "" for UTF-8 that contains U+0000.
func Wide(head []byte) (name string) {
	head = head[:min(len(head), sample)]
	if bytes.IndexByte(head, 0) < 0 || hasNULs(head) {
		return ""
	}
	start := head[:min(len(head), Sniffed)]
	head = head[:len(head)&^3]
	var zeros [4]int
	for i, c := range head {
		if c == 0 {
			zeros[i%4]++
		}
	}
	most := len(head) / 4 // characters of UTF-32
	switch enough := most/12 + 1; {
	case most == 0:
	case zeros[0] == most && zeros[1] > most*9/10 && zeros[3] == 0:
		return "utf-32be"
	case zeros[3] == most && zeros[2] > most*9/10 && zeros[0] == 0:
		return "utf-32le"
	case zeros[1]+zeros[3] == 0 && zeros[0] >= enough && zeros[2] >= enough:
		return "utf-16be"
	case zeros[0]+zeros[2] == 0 && zeros[1] >= enough && zeros[3] >= enough:
		return "utf-16le"
	}
	return byCharacters(start)
}

// Sniffed is the number of bytes at the start of a document that decide its format. The encoding must not depend on
// more bytes, if the format depends on the encoding.
const Sniffed = 3072

// byCharacters returns UTF-16 if the text can be in one order of bytes only. U+4E00 has a zero, too.
func byCharacters(head []byte) (name string) {
	switch big, little := isUTF16(head, binary.BigEndian), isUTF16(head, binary.LittleEndian); {
	case big && !little:
		return "utf-16be"
	case little && !big:
		return "utf-16le"
	}
	return ""
}

// isUTF16 reports whether bytes are a text in UTF-16, mostly in one writing system. It must have a blank or a line end.
// In the other order of bytes, these are no characters, or a blank that texts hardly have.
func isUTF16(head []byte, order binary.ByteOrder) bool {
	const fewest, swappedBlank = 12, 0x2000
	text := utf16text.Runes(head, order)
	if len(head) == Sniffed { // a pair of surrogates may be cut
		text = text[:len(text)-1]
	}
	blanks := 0
	var w writing
	for _, r := range text {
		switch {
		case r == ' ', r == '\t', r == '\n', r == '\r':
			blanks++
		case r == swappedBlank, !w.add(r):
			return false
		}
	}
	return blanks > 0 && w.letters >= fewest && 2*w.letters > len(text)
}

// writing is the writing system of a text, besides Latin letters.
type writing struct {
	script  ucd.Script // Unknown if there is none yet; Han stands for kana and Bopomofo, too
	letters int
}

// add adds a character. It returns false for what no text has, such as controls and code points without a character.
// It also does so if a letter is of another writing system than those before. Hangul has Han, too.
func (w *writing) add(r rune) bool {
	switch ucd.CategoryOf(r) {
	case ucd.Cc, ucd.Cs, ucd.Co, ucd.Cn:
		return false
	}
	script := ucd.ScriptOf(r)
	switch script {
	case ucd.Hiragana, ucd.Katakana, ucd.Bopomofo:
		script = ucd.Han
	case ucd.Common, ucd.Inherited, ucd.Latin:
		return r != utf8.RuneError
	}
	if w.letters++; w.script == ucd.Unknown || w.script == ucd.Han && script == ucd.Hangul {
		w.script = script
	}
	return w.script == script || w.script == ucd.Hangul && script == ucd.Han
}
