package legacy_test

import (
	"encoding/binary"
	"strconv"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
	"github.com/lsh-interop/fpcheck/extract/internal/ole"
	"github.com/lsh-interop/fpcheck/extract/legacy"
)

// TestFaults plants a fault in each stream of each kind of compound file, and cuts the other documents short.
func TestFaults(t *testing.T) {
	extracttest.Needs(t, "djvutxt")
	extracttest.Needs(t, "wpd2text")
	document := func(name string) extracttest.Seed {
		return extracttest.Seed{Name: name, Octets: extracttest.Document(t, name)}
	}
	testdata := func(name string) extracttest.Seed {
		return extracttest.Seed{Name: name, Octets: []byte(extracttest.Testdata(t, name))}
	}
	section := func(n, s string) ole.Stream {
		return ole.Stream{Path: []string{"BodyText", "Section" + n}, Octets: deflated(hwpText(1, s))}
	}
	html := `{\rtf1\ansi\fromhtml1 ` + strings.Repeat(`{\*\htmltag64 <p>}one{\*\htmltag72 </p>}`, 1<<16) + `}` // too long to be read whole
	info := ole.Stream{Path: []string{"DocInfo"}, Octets: deflated(hwpRecord(0x10, 0, "\x02\x00"))}
	// outlook is a message of properties: each has its property and type, and its value.
	outlook := func(properties ...string) []byte {
		list := make([]byte, 32)
		var streams []ole.Stream
		for i := 0; i < len(properties); i += 2 {
			tag, value := properties[i], []byte(properties[i+1])
			length := uint32(len(value))
			if strings.HasSuffix(tag, "001F") {
				value = []byte(extracttest.UTF16Of(properties[i+1]))
				length = uint32(len(value) + 2)
			}
			n, err := strconv.ParseUint(tag, 16, 32)
			if err != nil {
				t.Fatal(err)
			}
			list = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(list, uint32(n)), 6)
			list = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(list, length), 0)
			streams = append(streams, ole.Stream{Path: []string{"__substg1.0_" + tag}, Octets: value})
		}
		return ole.Write(append(streams, ole.Stream{Path: []string{"__properties_version1.0"}, Octets: list}))
	}
	const noChecksum, noWriter = "a stream has no checksum", "no free program writes it, and a program that is installed reads it"
	extracttest.Faults(t, legacy.Formats, []extracttest.Seed{
		document("en.doc"), document("en.xls"), document("en.ppt"), document("en.rtf"),
		testdata("features.doc"), testdata("stores.xls"), testdata("words.chm"), testdata("words.djvu"),
		{Name: "slides.ppt", Octets: []byte(slides(t))},
		{Name: "html.rtf", Octets: []byte(html)},
		{Name: "message.msg", Octets: outlook("0037001F", "Subject of it", "10130102", "<p>The body in HTML</p>", "1000001F", "The same as plain text"), Same: map[string]string{
			"garbage: __substg1.0_0037001F": noChecksum, "garbage: __substg1.0_10130102": noChecksum,
		}},
		{Name: "sections.hwp", Octets: []byte(hangulOf(1, info, section("0", "first\r"), section("1", "second\r")))},
		{Name: "letter.wp4", Octets: []byte(wordPerfect4), Uncut: "the format does not say where it ends"},
		{MediaType: "application/vnd.ms-works", Without: noWriter}, {MediaType: "application/vnd.lotus-1-2-3", Without: noWriter},
		{MediaType: "application/vnd.visio", Without: noWriter}, {MediaType: "application/vnd.ms-publisher", Without: noWriter},
	})
}
