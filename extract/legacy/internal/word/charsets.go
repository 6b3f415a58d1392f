package word

// symbols stands for the charset of symbol fonts.
const symbols = -1

// charsets maps the charsets of fonts to code pages. The usual charset, 0, is the system's. The
// language of the document shows which that is.
var charsets = map[int]int{
	2: symbols, 77: 10000, 128: 932, 129: 949, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258,
	177: 1255, 178: 1256, 186: 1257, 204: 1251, 222: 874, 238: 1250, 255: 850,
}

// languages maps languages to code pages, by the low ten bits of [MS-LCID]; the default is Western.
var languages = map[int]int{
	0x01: 1256, 0x20: 1256, 0x29: 1256, 0x80: 1256, // Arabic, Urdu, Persian, Uyghur
	0x02: 1251, 0x19: 1251, 0x22: 1251, 0x23: 1251, 0x2F: 1251, 0x3F: 1251, 0x40: 1251, 0x44: 1251, 0x50: 1251, // Cyrillic
	0x04: 936, 0x11: 932, 0x12: 949, // Chinese, Japanese, Korean
	0x05: 1250, 0x0E: 1250, 0x15: 1250, 0x18: 1250, 0x1A: 1250, 0x1B: 1250, 0x1C: 1250, 0x24: 1250, // Central Europe
	0x08: 1253, 0x0D: 1255, 0x1E: 874, 0x1F: 1254, 0x2A: 1258, 0x2C: 1254, // Greek, Hebrew, Thai, Turkish, Vietnamese, Azeri
	0x25: 1257, 0x26: 1257, 0x27: 1257, // the Baltic
}

// pageOfLanguage returns the code page of a language's identifier.
func pageOfLanguage(id int) int {
	switch id {
	case 0x0404, 0x0C04, 0x1404: // Taiwan, Hong Kong, Macao
		return 950
	case 0x0C1A, 0x1C1A, 0x201A, 0x082C, 0x0843: // Serbian, Bosnian, Azeri and Uzbek in Cyrillic letters
		return 1251
	}
	if page := languages[id&0x3FF]; page != 0 {
		return page
	}
	return 1252
}
