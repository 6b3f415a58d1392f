package word

import (
	"encoding/binary"

	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/extract/internal/margins"
)

// The table of headers has the separators of notes, then six texts for each section; see [MS-DOC] on
// headers. Texts 0 and 2 are the header and the footer of even pages. Texts 1 and 3 are for odd pages,
// or for all. Texts 4 and 5 are for the first page.
const (
	headersBefore  = 6
	headersSection = 6
)

// headers adds the shown headers and footers of all, even and first pages.
func (w *reader) headers(to *margins.Margins) error {
	ends, all := w.part(partHeaders), w.story(headers)
	n := len(ends)/4 - 1
	if n <= 0 || all.from == all.to {
		return nil
	}
	boxes, err := w.readBoxes(partHeaderBoxes, partHeaderAnchors, headerBoxes, headers)
	if err != nil {
		return err
	}
	out := w.flow
	defer func() { w.flow = out }()
	write := func(i int) error {
		story := all.within(ends, i)
		if story.from == story.to {
			return nil
		}
		text := w.document.NewText()
		defer text.Reset()
		w.flow = flow.To(text)
		if err := w.text(story, related{boxes: boxes}); err != nil {
			return err
		}
		return to.Add(text.String())
	}
	if w.old { // in Word 6, settings show which exist
		for i := range n {
			if err := write(i); err != nil {
				return err
			}
		}
		return nil
	}
	for _, kinds := range [][]int{{1, 3}, {0, 2}, {4, 5}} {
		if settings := w.part(partSettings); kinds[0] == 0 && (len(settings) == 0 || settings[0]&1 == 0) {
			continue // even pages do not differ
		}
		for section := range (n - headersBefore + headersSection - 1) / headersSection {
			if kinds[0] == 4 && !w.titlePage(section) {
				continue
			}
			for _, kind := range kinds {
				if i := headersBefore + headersSection*section + kind; i < n {
					if err := write(i); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}

// titlePage reports whether the first page of a section has headers of its own.
func (w *reader) titlePage(section int) bool {
	const entry, sprmTitlePage = 12, 0x300A
	const most = 1 << 10 // bytes of properties: all sections may have the same
	plc := w.part(partSections)
	n := (len(plc) - 4) / (4 + entry)
	if section >= n {
		return false
	}
	at := int64(int32(binary.LittleEndian.Uint32(plc[4*(n+1)+entry*section+2:])))
	if at < 0 || at+2 > int64(len(w.stream)) {
		return false
	}
	properties := w.stream[at+2:]
	properties = properties[:min(int(binary.LittleEndian.Uint16(w.stream[at:])), len(properties), most)]
	title := false
	sprms(properties, false, func(code uint16, operand []byte) {
		if code == sprmTitlePage {
			title = operand[0] != 0
		}
	})
	return title
}
