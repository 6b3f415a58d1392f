package word

import (
	"encoding/binary"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/flow"
)

// The table of headers has the separators of notes, then for each section its headers and footers
// ([MS-DOC] 2.8.22).
const (
	headersBefore  = 6
	headersSection = 6
)

// headers writes the headers and footers of pages, of several with the same words one.
func (w *reader) headers() error {
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
	seen := make(map[string]bool)
	for i := range n {
		if !w.old && !w.showsHeader(i) {
			continue
		}
		story := all.within(ends, i)
		if story.from == story.to {
			continue
		}
		text := w.document.NewText()
		w.flow = flow.To(text)
		if err := w.text(story, related{boxes: boxes}); err != nil {
			return err
		}
		words := strings.Join(strings.Fields(text.String()), " ")
		if words == "" || seen[words] {
			text.Reset()
			continue
		}
		seen[words] = true
		if err := w.document.Budget.Hold(int64(len(words))+64, "headers"); err != nil {
			return err
		}
		out.Line()
		out.Characters(text.String(), true)
		text.Reset()
	}
	out.Line()
	return nil
}

// showsHeader reports whether pages show the i-th text of the table. Those for even pages show only if
// they are to differ from odd ones, those for a first page only if its section says so.
func (w *reader) showsHeader(i int) bool {
	if i < headersBefore {
		return false
	}
	section, kind := (i-headersBefore)/headersSection, (i-headersBefore)%headersSection
	switch kind {
	case 0, 2: // of even pages
		settings := w.part(partSettings)
		return len(settings) > 0 && settings[0]&1 != 0
	case 4, 5:
		return w.titlePage(section)
	}
	return true
}

// titlePage reports whether the first page of a section has headers of its own.
func (w *reader) titlePage(section int) bool {
	const entry, sprmTitlePage = 12, 0x300A
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
	properties = properties[:min(int(binary.LittleEndian.Uint16(w.stream[at:])), len(properties))]
	title := false
	sprms(properties, false, func(code uint16, operand []byte) {
		if code == sprmTitlePage {
			title = operand[0] != 0
		}
	})
	return title
}
