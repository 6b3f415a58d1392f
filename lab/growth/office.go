package main

import (
	"encoding/binary"
	"slices"
	"strings"
)

// atom is a record of a presentation ([MS-PPT] 2.3.1) or of a drawing in it. A record that contains
// records has the version 15.
func atom(version, kind int, parts ...string) string {
	octets := strings.Join(parts, "")
	head := binary.LittleEndian.AppendUint16(nil, uint16(version))
	head = binary.LittleEndian.AppendUint16(head, uint16(kind))
	return string(binary.LittleEndian.AppendUint32(head, uint32(len(octets)))) + octets
}

func longs(ns ...int) string {
	var b []byte
	for _, n := range ns {
		b = binary.LittleEndian.AppendUint32(b, uint32(n))
	}
	return string(b)
}

// slideFile makes a PPT of one slide, whose shapes are a text.
func slideFile(text []byte) []byte {
	const document, list, listed, slide, drawing, directory, edit = 0x03E8, 0x0FF0, 0x03F3, 0x03EE, 0x040C, 0x1772, 0x0FF5
	first := atom(15, document, atom(15, list, atom(0, listed, longs(2, 0, 0, 256, 0))))
	second := atom(15, slide, atom(15, drawing, atom(15, 0xF002, atom(15, 0xF003, string(text)))))
	at := len(first) + len(second)
	stream := first + second + atom(0, directory, longs(1|2<<20, 0, len(first)))
	user := make([]byte, 20)
	binary.LittleEndian.PutUint32(user[16:], uint32(len(stream)))
	stream += atom(0, edit, longs(0, 0, 0, at, 1, 0, 0))
	return compoundFile([]string{"Current User", "PowerPoint Document"}, [][]byte{user, []byte(stream)})
}

// messageFile makes a message of Outlook, whose body is a text as compressed rich text.
func messageFile(text []byte) []byte {
	head := make([]byte, 16)
	binary.LittleEndian.PutUint32(head, uint32(len(text)+12))
	copy(head[8:], "LZFu")
	return compoundFile([]string{"__properties_version1.0", "__substg1.0_10090102"}, [][]byte{nil, slices.Concat(head, text)})
}

// binary12 is a record of a binary workbook ([MS-XLSB] 2.1.4) of less than 128 bytes.
func binary12(kind int, parts ...string) string {
	octets := strings.Join(parts, "")
	number := string([]byte{byte(kind)})
	if kind >= 0x80 {
		number = string([]byte{byte(kind | 0x80), byte(kind >> 7)})
	}
	return number + string([]byte{byte(len(octets))}) + octets
}

// wide is a string of a binary workbook, of ASCII characters.
func wide(s string) string {
	b := longs(len(s))
	for _, c := range []byte(s) {
		b += string([]byte{c, 0})
	}
	return b
}

// The records of a sheet in XLSB: a row, and its cells.
var (
	row12    = binary12(0, longs(0), "more")
	shared12 = binary12(7, longs(0, 0, 0))
	inline12 = binary12(6, longs(0, 0), wide("a"))
	number12 = binary12(2, longs(0, 0, 6))
)

// workbook12 is an XLSB without its sheet, a.bin, and the strings that it shares.
var workbook12 = "-- [Content_Types].xml --\n<Types xmlns=\"" + opc + "content-types\"><Override PartName=\"/xl/workbook.bin\" ContentType=\"application/vnd.ms-excel.sheet.binary.macroEnabled.main\"/></Types>" +
	"\n-- _rels/.rels --\n" + relationships("officeDocument", "xl/workbook.bin") +
	"-- xl/_rels/workbook.bin.rels --\n" + relationships("worksheet", "a.bin", "sharedStrings", "strings.bin") +
	"-- xl/workbook.bin --\n" + binary12(153, longs(1)) + binary12(156, longs(0, 1), wide("r1"), wide("a")) + end12

// end12 ends a part. The record is a cell that shows nothing, and its only byte is the end of a
// line.
const end12 = "\x01\x01\n"

// slideText is a text box of a slide.
var slideText = atom(15, 0xF004, atom(15, 0xF00D, atom(0, 0x0F9F, longs(0)), atom(0, 0x0FA8, "a")))
