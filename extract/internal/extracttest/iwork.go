package extracttest

import (
	"encoding/binary"
	"strings"

	"github.com/klauspost/compress/s2"
)

// IWorkSpaces is what iWork until 2009 declares.
const IWorkSpaces = ` xmlns:sl="http://developer.apple.com/namespaces/sl" xmlns:ls="http://developer.apple.com/namespaces/ls"` +
	` xmlns:key="http://developer.apple.com/namespaces/keynote2" xmlns:sf="http://developer.apple.com/namespaces/sf"` +
	` xmlns:sfa="http://developer.apple.com/namespaces/sfa"`

// Pages09 is a document of Pages until 2009.
func Pages09(inner string) string {
	return "<sl:document" + IWorkSpaces + ">" + inner + "</sl:document>"
}

// Numbers09 is a document of Numbers.
func Numbers09(inner string) string {
	return "<ls:document" + IWorkSpaces + ">" + inner + "</ls:document>"
}

// Grid09 is a table of cells.
func Grid09(columns, cells string) string {
	return `<sf:tabular-info><sf:tabular-model sf:name="Costs" sf:name-is-visible="true"><sf:grid sf:numcols="` + columns + `"><sf:datasource>` + cells +
		`</sf:datasource></sf:grid></sf:tabular-model></sf:tabular-info>`
}

// Cell09 is a cell of text.
func Cell09(attributes, text string) string {
	return `<sf:t ` + attributes + `><sf:ct sfa:s="` + text + `"/></sf:t>`
}

// PbNumber is a field of Protocol Buffers.
func PbNumber(field int, value uint64) string {
	return string(binary.AppendUvarint(binary.AppendUvarint(nil, uint64(field)<<3), value))
}

// PbText is a field of octets.
func PbText(field int, s string) string {
	return string(binary.AppendUvarint(binary.AppendUvarint(nil, uint64(field)<<3|2), uint64(len(s)))) + s
}

// PbRef is a field that refers to an object.
func PbRef(field int, id uint64) string { return PbText(field, PbNumber(1, id)) }

// IwaObject is an object of a document since 2013.
func IwaObject(id, kind uint64, message ...string) string {
	all := strings.Join(message, "")
	head := PbNumber(1, id) + PbText(2, PbNumber(1, kind)+PbNumber(3, uint64(len(all))))
	return string(binary.AppendUvarint(nil, uint64(len(head)))) + head + all
}

// Iwa packs the objects of a component.
func Iwa(objects ...string) string {
	var b strings.Builder
	for rest := strings.Join(objects, ""); rest != ""; {
		n := min(len(rest), 1<<16)
		chunk := s2.EncodeSnappy(nil, []byte(rest[:n]))
		b.WriteString(string([]byte{0, byte(len(chunk)), byte(len(chunk) >> 8), byte(len(chunk) >> 16)}) + string(chunk))
		rest = rest[n:]
	}
	return b.String()
}

// IwaText is a text with what is anchored at places of it.
func IwaText(id uint64, text string, more ...string) string {
	return IwaObject(id, 2001, append([]string{PbText(3, text)}, more...)...)
}

// IwaPlace anchors an object at a place of a text.
func IwaPlace(at, id uint64) string { return PbText(1, PbNumber(1, at)+PbRef(2, id)) }

// IwaCell is a cell: the kind, and what the flags announce.
func IwaCell(kind byte, flags uint32, fields string) string {
	head := []byte{5, kind, 0, 0, 0, 0, 0, 0}
	return string(binary.LittleEndian.AppendUint32(head, flags)) + fields
}
