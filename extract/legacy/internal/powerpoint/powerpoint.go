// Package powerpoint reads PPT, which PowerPoint 97 to 2003 wrote ([MS-PPT]).
//
// The text is the same as the reader of PPTX finds. Slides come in order. The shapes of each slide
// follow in order, with tables, groups, WordArt and charts. After the slides come their footers and what
// their masters show, each line once.
//
// A file that was saved fast also has old slides. Each edit names the places of what it changed, and the
// last edit counts.
//
// Hidden slides and shapes, slide numbers and dates, placeholders of masters, notes, comments, pictures
// and embedded objects are left out.
package powerpoint

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/extract/internal/margins"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// The kinds of records that are read, as [MS-PPT] 2.13.24 and [MS-ODRAW] name them.
const (
	recDocument           = 0x03E8
	recSlide              = 0x03EE
	recSlideAtom          = 0x03EF
	recSlidePersist       = 0x03F3
	recMainMaster         = 0x03F8
	recSlideShowInfo      = 0x03F9
	recExObjList          = 0x0409
	recDrawing            = 0x040C
	recHFPlaceholder      = 0x0420
	recExObjRef           = 0x0BC1
	recPlaceholder        = 0x0BC3
	recOutlineTextRef     = 0x0F9E
	recTextHeader         = 0x0F9F
	recTextChars          = 0x0FA0
	recTextBytes          = 0x0FA8
	recCString            = 0x0FBA
	recExOleObjAtom       = 0x0FC3
	recExOleEmbed         = 0x0FCC
	recSlideNumberMC      = 0x0FD8
	recHeadersFooters     = 0x0FD9
	recHeadersFootersAtom = 0x0FDA
	recSlideList          = 0x0FF0
	recUserEdit           = 0x0FF5
	recDateTimeMC         = 0x0FF7
	recGenericDateMC      = 0x0FF8
	recHeaderMC           = 0x0FF9
	recFooterMC           = 0x0FFA
	recRTFDateTimeMC      = 0x1015
	recExOleObjStg        = 0x1011
	recPersistDirectory   = 0x1772

	recGroup      = 0xF003
	recShape      = 0xF004
	recFSP        = 0xF00A
	recFOPT       = 0xF00B
	recTextbox    = 0xF00D
	recClientData = 0xF011
	recDg         = 0xF002
)

// reader reads a presentation.
type reader struct {
	document *medium.Reading
	stream   []byte           // "PowerPoint Document"
	places   map[uint32]int64 // in the stream, of the objects that can be changed one by one
	seen     map[int64]bool   // places that were read: nothing is shown twice
	walked   int64            // bytes of what stands there
	text     *medium.Text
	flow     *flow.Flow
	margins  *margins.Margins
	charts   map[uint32]uint32 // objects by the numbers that shapes have
	common   bool              // the footer of all slides is in the margins
	pictures bool
}

// Read reads the streams "PowerPoint Document" and "Current User"; the latter may be missing.
func Read(d *medium.Reading, stream, user []byte) error {
	r := &reader{
		document: d, stream: stream, places: make(map[uint32]int64), seen: make(map[int64]bool),
		text: d.NewText(), margins: margins.Of(d),
	}
	r.flow = flow.To(r.text)
	document, err := r.edits(user)
	if err != nil {
		return err
	}
	if err := r.presentation(document); err != nil {
		return err
	}
	r.margins.WriteTo(r.flow)
	if err := r.flow.Err(); err != nil {
		return err
	}
	text := r.text.String()
	if text == "" {
		if r.pictures {
			return fmt.Errorf("%w: PPT of nothing but pictures", medium.ErrNoText)
		}
		return fmt.Errorf("%w: PPT", medium.ErrNoText)
	}
	d.Text = strings.NewReader(text)
	return nil
}

// placeCost is what a place costs in bytes of memory.
const placeCost = 64

// edits reads the edits, from the last one to the first, and returns the record of the document.
func (r *reader) edits(user []byte) (document record, err error) {
	const (
		encrypted = 0xF3D1C4DF
		shortest  = 28 // bytes of UserEditAtom; one of an encrypted document has 32
	)
	at := int64(-1)
	if len(user) >= 20 {
		if binary.LittleEndian.Uint32(user[12:]) == encrypted {
			return record{}, fmt.Errorf("%w: PPT: it needs a password", medium.ErrEncrypted)
		}
		at = int64(binary.LittleEndian.Uint32(user[16:]))
	}
	if r.at(at).kind != recUserEdit {
		at = r.lastEdit()
	}
	wanted := uint32(0)
	read := int64(0)
	for first := true; ; first = false {
		edit := r.at(at)
		if edit.kind != recUserEdit || len(edit.octets) < shortest {
			if first {
				return record{}, fmt.Errorf("%w: PPT: no edit at byte %d, which would list its slides", medium.ErrMalformed, at)
			}
			r.document.Lose("PPT: an old edit is missing")
			break
		}
		if len(edit.octets) >= shortest+4 {
			return record{}, fmt.Errorf("%w: PPT: it needs a password", medium.ErrEncrypted)
		}
		if first {
			wanted = edit.uint32(16)
		}
		directory := r.at(int64(edit.uint32(12)))
		if read += int64(len(directory.octets)); read > int64(len(r.stream)) {
			return record{}, fmt.Errorf("%w: PPT: its edits name the same objects again and again", medium.ErrMalformed)
		}
		if err := r.directory(directory); err != nil {
			return record{}, err
		}
		before := int64(edit.uint32(8))
		if before == 0 || before >= at { // an edit comes after those before it
			break
		}
		at = before
	}
	document = r.persistent(wanted)
	if document.kind != recDocument {
		return record{}, fmt.Errorf("%w: PPT: object %d is of kind %#x, expected the document", medium.ErrMalformed, wanted, document.kind)
	}
	return document, nil
}

// lastEdit finds the last edit where nothing says where it is.
func (r *reader) lastEdit() int64 {
	last := int64(-1)
	for _, length := range []string{"\x1C", "\x20"} {
		last = max(last, int64(bytes.LastIndex(r.stream, []byte("\x00\x00\xF5\x0F"+length+"\x00\x00\x00"))))
	}
	return last
}

// directory reads the places of objects, unless later edits have others.
func (r *reader) directory(directory record) error {
	if directory.kind != recPersistDirectory {
		return nil
	}
	octets := directory.octets
	for len(octets) >= 4 {
		head := binary.LittleEndian.Uint32(octets)
		octets = octets[4:]
		first, count := head&0xFFFFF, head>>20
		for i := uint32(0); i < count && len(octets) >= 4; i++ {
			if _, ok := r.places[first+i]; !ok {
				if err := r.document.Budget.Hold(placeCost, "places of slides"); err != nil {
					return err
				}
				r.places[first+i] = int64(binary.LittleEndian.Uint32(octets))
			}
			octets = octets[4:]
		}
	}
	return r.document.Check()
}

// persistent returns the record of an object that can be changed by itself, the zero record if there is none.
func (r *reader) persistent(id uint32) record {
	at, ok := r.places[id]
	if !ok {
		return record{}
	}
	return r.at(at)
}

// unseen returns such a record that was not read before.
func (r *reader) unseen(id uint32) (record, error) {
	at, ok := r.places[id]
	if !ok || r.seen[at] {
		return record{}, nil
	}
	if err := r.document.Budget.Hold(placeCost, "places of slides"); err != nil {
		return record{}, err
	}
	r.seen[at] = true
	found := r.at(at)
	if r.walked += int64(len(found.octets)); r.walked > 2*int64(len(r.stream)) {
		return record{}, fmt.Errorf("%w: PPT: its slides contain one another", medium.ErrMalformed)
	}
	return found, r.document.Check()
}

func (r *reader) at(place int64) record {
	if place < 0 || place >= int64(len(r.stream)) {
		return record{}
	}
	for found := range records(r.stream[place:]) {
		return found
	}
	return record{}
}
