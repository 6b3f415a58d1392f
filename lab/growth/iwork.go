package main

import (
	"encoding/binary"
	"strings"
)

// objectsFile makes a document of Pages since 2013 from a text. The text is the message of the
// body, of a group, a chart, a list and rows of a table. It is also the message of object 11, to
// which only it refers.
func objectsFile(text []byte) []byte {
	field := func(number int, s string) string {
		return string(binary.AppendUvarint(binary.AppendUvarint(nil, uint64(number)<<3|2), uint64(len(s)))) + s
	}
	value := func(number, n int) string {
		return string(binary.AppendUvarint(binary.AppendUvarint(nil, uint64(number)<<3), uint64(n)))
	}
	ref := func(number, id int) string { return field(number, value(1, id)) }
	var all strings.Builder
	object := func(id, kind int, message string) {
		head := value(1, id) + field(2, value(1, kind)+value(3, len(message)))
		all.Write(binary.AppendUvarint(nil, uint64(len(head))))
		all.WriteString(head + message)
	}
	message := string(text)
	object(1, 10000, ref(4, 2)+ref(3, 3))
	object(2, 2001, message)
	object(3, 10010, field(1, field(4, ref(1, 4))+field(4, ref(1, 5))+field(4, ref(1, 6))))
	object(4, 3008, message)
	object(5, 5021, field(10000, message))
	object(6, 6000, ref(2, 7))
	object(7, 6001, field(4, field(3, field(1, ref(2, 8)))+ref(4, 9)+ref(17, 9)+ref(22, 9)+ref(16, 9)))
	object(8, 6002, message)
	object(9, 6005, message)
	object(11, 2003, message)

	var packed strings.Builder
	for rest := all.String(); rest != ""; {
		n := min(len(rest), 1<<15)
		chunk := string(binary.AppendUvarint(nil, uint64(n))) + "\xf4" + string(binary.LittleEndian.AppendUint16(nil, uint16(n-1))) + rest[:n]
		packed.WriteString(string([]byte{0, byte(len(chunk)), byte(len(chunk) >> 8), byte(len(chunk) >> 16)}) + chunk)
		rest = rest[n:]
	}
	return archive([]byte("-- Index/Document.iwa --\n" + packed.String()))
}

// What iWork until 2009 declares.
const iWork = `xmlns:sl="http://developer.apple.com/namespaces/sl" xmlns:ls="http://developer.apple.com/namespaces/ls"
 xmlns:key="http://developer.apple.com/namespaces/keynote2" xmlns:sf="http://developer.apple.com/namespaces/sf" xmlns:sfa="http://developer.apple.com/namespaces/sfa"`

const iWorkFixture = `<sf:cell-style sfa:ID="s" sf:parent-ident="s"><sf:property-map><sf:SFTCellStylePropertyNumberFormat><sf:number-format sfa:ID="f" sf:format-type="1"/></sf:SFTCellStylePropertyNumberFormat></sf:property-map></sf:cell-style>` +
	`<sf:footnotes><sf:p>n</sf:p></sf:footnotes><sf:header sf:name="h"><sf:p>h</sf:p></sf:header><sf:attachment sfa:ID="a"><sf:tabular-model sf:name="t" sf:name-is-visible="true"><sf:grid sf:numcols="2"><sf:datasource><sf:t sf:ct="0"><sf:ct sfa:s="c"/></sf:t><sf:n sf:s="s" sf:v="1"/>` +
	`<sf:f><sf:r><sf:rn sf:v="2"><sf:cf-ref sfa:IDREF="f"/></sf:rn></sf:r></sf:f><sf:pm><sf:menu-choices><sf:t sfa:ID="m"><sf:ct sfa:s="m"/></sf:t></sf:menu-choices><sf:proxied-cell-ref sfa:IDREF="m"/></sf:pm></sf:datasource></sf:grid></sf:tabular-model></sf:attachment>` +
	`<key:master-slide><sf:layer sfa:ID="l"><sf:p>m</sf:p></sf:layer></key:master-slide><key:slide><key:title-placeholder sfa:ID="p"><sf:p>t</sf:p></key:title-placeholder><sf:proxy-master-layer><sf:layer-ref sfa:IDREF="l"/></sf:proxy-master-layer><sf:title-placeholder-ref sfa:IDREF="p"/></key:slide>` +
	`<sf:section sf:style="s"><sf:p>a<sf:tab/><sf:span>b</sf:span><sf:br/><sf:attachment-ref sfa:IDREF="a"/></sf:p></sf:section><sf:chart-info><sf:chart-name sfa:string="c"/></sf:chart-info>`
