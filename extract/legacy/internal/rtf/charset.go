package rtf

// symbols stands for the charset of symbol fonts.
const symbols = -1

// charsets are the code pages of \fcharset. Charset 1 is the default one, which \ansicpg names.
var charsets = map[int]int{
	0: 1252, 2: symbols, 77: 10000, 78: 10001, 79: 10003, 80: 10008, 81: 10002, 89: 10007, 128: 932, 129: 949,
	134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258, 177: 1255, 178: 1256, 186: 1257, 204: 1251, 222: 874,
	238: 1250, 254: 437, 255: 850,
}
