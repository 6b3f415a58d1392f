package office_test

import (
	"encoding/binary"
	"strings"

	"github.com/klauspost/compress/s2"
)

// iworkSpaces is what iWork until 2009 declares.
const iworkSpaces = ` xmlns:sl="http://developer.apple.com/namespaces/sl" xmlns:ls="http://developer.apple.com/namespaces/ls"` +
	` xmlns:key="http://developer.apple.com/namespaces/keynote2" xmlns:sf="http://developer.apple.com/namespaces/sf"` +
	` xmlns:sfa="http://developer.apple.com/namespaces/sfa"`

// pages09 is a document of Pages until 2009.
func pages09(inner string) string {
	return "<sl:document" + iworkSpaces + ">" + inner + "</sl:document>"
}

// numbers09 is a document of Numbers.
func numbers09(inner string) string {
	return "<ls:document" + iworkSpaces + ">" + inner + "</ls:document>"
}

// grid09 is a table of cells.
func grid09(columns, cells string) string {
	return `<sf:tabular-info><sf:tabular-model sf:name="Costs" sf:name-is-visible="true"><sf:grid sf:numcols="` + columns + `"><sf:datasource>` + cells +
		`</sf:datasource></sf:grid></sf:tabular-model></sf:tabular-info>`
}

// cell09 is a cell of text.
func cell09(attributes, text string) string {
	return `<sf:t ` + attributes + `><sf:ct sfa:s="` + text + `"/></sf:t>`
}

// pbNumber is a field of Protocol Buffers.
func pbNumber(field int, value uint64) string {
	return string(binary.AppendUvarint(binary.AppendUvarint(nil, uint64(field)<<3), value))
}

// pbText is a field of bytes.
func pbText(field int, s string) string {
	return string(binary.AppendUvarint(binary.AppendUvarint(nil, uint64(field)<<3|2), uint64(len(s)))) + s
}

// pbRef is a field that refers to an object.
func pbRef(field int, id uint64) string { return pbText(field, pbNumber(1, id)) }

// iwaObject is an object of a document since 2013.
func iwaObject(id, kind uint64, message ...string) string {
	all := strings.Join(message, "")
	head := pbNumber(1, id) + pbText(2, pbNumber(1, kind)+pbNumber(3, uint64(len(all))))
	return string(binary.AppendUvarint(nil, uint64(len(head)))) + head + all
}

// iwa packs the objects of a component.
func iwa(objects ...string) string {
	var b strings.Builder
	for rest := strings.Join(objects, ""); rest != ""; {
		n := min(len(rest), 1<<16)
		chunk := s2.EncodeSnappy(nil, []byte(rest[:n]))
		b.WriteString(string([]byte{0, byte(len(chunk)), byte(len(chunk) >> 8), byte(len(chunk) >> 16)}) + string(chunk))
		rest = rest[n:]
	}
	return b.String()
}

// iwaText is a text with what is anchored at places of it.
func iwaText(id uint64, text string, more ...string) string {
	return iwaObject(id, 2001, append([]string{pbText(3, text)}, more...)...)
}

// iwaPlace anchors an object at a place of a text.
func iwaPlace(at, id uint64) string { return pbText(1, pbNumber(1, at)+pbRef(2, id)) }

// iwaCell is a cell: the kind, and what the flags announce.
func iwaCell(kind byte, flags uint32, fields string) string {
	head := []byte{5, kind, 0, 0, 0, 0, 0, 0}
	return string(binary.LittleEndian.AppendUint32(head, flags)) + fields
}
