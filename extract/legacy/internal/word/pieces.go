package word

import (
	"encoding/binary"
	"fmt"
	"sort"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// piece is a part of the text whose bytes are contiguous. A fast-saved document has new pieces at
// its end. They replace bytes that are no longer shown.
type piece struct {
	story       // which characters it has
	at    int64 // of the first of its bytes in the stream
	wide  bool  // it has UTF-16, not one byte a character
	prm   uint16
}

func (p *piece) size() int64 {
	if p.wide {
		return 2
	}
	return 1
}

// readPieces reads the table of pieces ([MS-DOC] 2.8.35).
func (w *reader) readPieces() error {
	clx := w.part(partPieces)
	for len(clx) >= 5 {
		switch clx[0] {
		case 1: // properties of pieces
			length := int(binary.LittleEndian.Uint16(clx[1:]))
			if len(clx) < 3+length {
				return errPieces("properties go beyond its end")
			}
			if err := w.document.Budget.Hold(128, "pieces"); err != nil {
				return err
			}
			w.prms = append(w.prms, w.telling(clx[3:3+length]))
			clx = clx[3+length:]
			continue
		case 2:
			return w.addPieces(clx[5:min(5+int64(binary.LittleEndian.Uint32(clx[1:])), int64(len(clx)))])
		}
		return errPieces(fmt.Sprintf("it has an item of the kind %d, expected 1 or 2", clx[0]))
	}
	if len(clx) > 0 || !w.old && len(w.part(partPieces)) == 0 && w.complex {
		return errPieces("there is none")
	}
	// Without a table, the text is one piece.
	from, to := int64(binary.LittleEndian.Uint32(w.stream[0x18:])), int64(binary.LittleEndian.Uint32(w.stream[0x1C:]))
	to = min(to, int64(len(w.stream)))
	if from >= to {
		return errPieces("there is none, and no text where it would be without one")
	}
	p := piece{at: from, wide: w.wide}
	p.to = (to - from) / p.size()
	w.pieces = []piece{p}
	return nil
}

// telling returns the relevant properties of a list, since all pieces may refer to one list.
func (w *reader) telling(list []byte) (short []byte) {
	const most = 64
	sprms(list, w.old, func(code uint16, operand []byte) {
		switch code {
		case sprmDeleted, sprmHidden, sprmSpecial:
			if len(short) < most {
				short = append(binary.LittleEndian.AppendUint16(short, code), operand[0])
			}
		}
	})
	return short
}

func errPieces(why string) error {
	return fmt.Errorf("%w: DOC: table of pieces: %s", medium.ErrMalformed, why)
}

// addPieces reads the offsets and positions of pieces.
func (w *reader) addPieces(plc []byte) error {
	const compressed = 1 << 30
	n := (len(plc) - 4) / 12
	if n <= 0 {
		return errPieces("it is empty")
	}
	if err := w.document.Budget.Hold(int64(n)*40, "pieces"); err != nil {
		return err
	}
	w.pieces = make([]piece, 0, n)
	places := plc[4*(n+1):]
	last := int64(0)
	for i := range n {
		p := piece{story: story{offset(plc, i), offset(plc, i+1)}, wide: w.wide}
		p.at = int64(binary.LittleEndian.Uint32(places[8*i+2:]))
		p.prm = binary.LittleEndian.Uint16(places[8*i+6:])
		if !w.old {
			p.wide = p.at&compressed == 0
			p.at &= compressed - 1
			if !p.wide {
				p.at /= 2
			}
		}
		if p.from == p.to {
			continue
		}
		if most := p.from + (int64(len(w.stream))-p.at)/p.size(); p.from < last || p.to < p.from || p.from >= most {
			w.document.Lose("a piece of the text is outside the document, and left out")
			continue
		} else if p.to > most {
			w.document.Lose("the text is cut short")
			p.to = most
		}
		last = p.to
		w.pieces = append(w.pieces, p)
	}
	if len(w.pieces) == 0 {
		return errPieces("all of its pieces are outside the document")
	}
	return nil
}

// each calls visit with the part of each piece in a story.
func (w *reader) each(s story, visit func(p piece) error) error {
	i := sort.Search(len(w.pieces), func(i int) bool { return w.pieces[i].to > s.from })
	for ; i < len(w.pieces) && w.pieces[i].from < s.to; i++ {
		p := w.pieces[i]
		if p.from < s.from {
			p.at += (s.from - p.from) * p.size()
			p.from = s.from
		}
		p.to = min(p.to, s.to)
		// Pieces may share bytes, as a copied paragraph does, but not all of them.
		if w.spent += (p.to - p.from) * p.size(); w.spent > 4*int64(len(w.stream)) {
			return fmt.Errorf("%w: DOC: its pieces show more than four times the %d bytes of its stream",
				medium.ErrExpansion, len(w.stream))
		}
		if err := w.document.Check(); err != nil {
			return err
		}
		if err := visit(p); err != nil {
			return err
		}
	}
	return nil
}
