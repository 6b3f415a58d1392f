package word

import (
	"encoding/binary"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/unicode/utf16text"
)

// drawings are the records of shapes ([MS-ODRAW]): groups, hidden shapes, and WordArt.
type drawings struct {
	groups map[uint32][]uint32 // the shapes of a group, with the group itself
	words  map[uint32]string
	hidden map[uint32]bool
}

// members returns the shapes that are anchored together.
func (d *drawings) members(shape uint32) []uint32 {
	if all := d.groups[shape]; all != nil {
		return all
	}
	return []uint32{shape}
}

// The types of records.
const (
	drawingGroup  = 0xF000
	drawingShapes = 0xF002
	shapeGroup    = 0xF003
	shapeOne      = 0xF004
	shapeNumber   = 0xF00A
	shapeOptions  = 0xF00B
)

// artRecord is a record of a drawing.
type artRecord struct {
	kind, instance uint16
	octets         []byte
}

// nextArt returns the first record, and the rest. It returns false if the record is truncated.
func nextArt(octets []byte) (r artRecord, rest []byte, ok bool) {
	if len(octets) < 8 {
		return r, nil, false
	}
	length := int64(binary.LittleEndian.Uint32(octets[4:]))
	if length > int64(len(octets)-8) {
		return r, nil, false
	}
	r = artRecord{binary.LittleEndian.Uint16(octets[2:]), binary.LittleEndian.Uint16(octets) >> 4, octets[8 : 8+length]}
	return r, octets[8+length:], true
}

// readDrawings reads the records up to the first error.
func (w *reader) readDrawings(d *medium.Reading) error {
	w.drawings = &drawings{make(map[uint32][]uint32), make(map[uint32]string), make(map[uint32]bool)}
	octets := w.part(partDrawings)
	r, rest, ok := nextArt(octets)
	if !ok || r.kind != drawingGroup {
		return nil
	}
	for len(rest) > 1 {
		if r, rest, ok = nextArt(rest[1:]); !ok { // a byte says whether it is of the body
			return nil
		}
		if r.kind == drawingShapes {
			if err := w.drawings.read(r.octets, 0, 0, d); err != nil {
				return err
			}
		}
	}
	return nil
}

const mostGroups = 64 // in one another

// read reads the shapes in a record. Shapes in a group belong to the outermost shape.
func (a *drawings) read(octets []byte, group uint32, depth int, d *medium.Reading) error {
	for {
		r, rest, ok := nextArt(octets)
		if !ok {
			return nil
		}
		octets = rest
		switch r.kind {
		case shapeGroup:
			if depth == mostGroups {
				d.Lose("shapes in more than %d nested groups are left out", mostGroups)
				continue
			}
			if err := a.read(r.octets, group, depth+1, d); err != nil {
				return err
			}
		case shapeOne:
			number := a.shape(r.octets)
			if depth >= 2 && group == 0 { // the first shape of a group is the group itself
				group = number
			}
			if group != 0 {
				a.groups[group] = append(a.groups[group], number)
			}
			if err := d.Budget.Hold(128, "shapes"); err != nil {
				return err
			}
		}
	}
}

func (a *drawings) shape(octets []byte) (number uint32) {
	const firstWordArt, lastWordArt, plainWordArt, lastPlain = 136, 175, 24, 31
	const text, groupFlags = 0x00C0, 0x03BF
	var art bool
	for {
		r, rest, ok := nextArt(octets)
		if !ok {
			return number
		}
		octets = rest
		switch {
		case r.kind == shapeNumber && len(r.octets) >= 4:
			number = binary.LittleEndian.Uint32(r.octets)
			art = r.instance >= firstWordArt && r.instance <= lastWordArt || r.instance >= plainWordArt && r.instance <= lastPlain
		case r.kind == shapeOptions && 6*int(r.instance) <= len(r.octets):
			data := r.octets[6*int(r.instance):]
			for i := range int(r.instance) {
				id, value := binary.LittleEndian.Uint16(r.octets[6*i:]), binary.LittleEndian.Uint32(r.octets[6*i+2:])
				var complex []byte
				if id&0x8000 != 0 {
					complex = data[:min(int64(value), int64(len(data)))]
					data = data[len(complex):]
				}
				switch id & 0x3FFF {
				case text:
					if art {
						a.words[number] = utf16text.Terminated(complex)
					}
				case groupFlags:
					a.hidden[number] = value&0x00020002 == 0x00020002
				}
			}
		}
	}
}
