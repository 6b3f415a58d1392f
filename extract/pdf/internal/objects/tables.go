package objects

import (
	"bytes"
	"fmt"
)

// tailSize bounds how far before the end the offset of the last table is, in bytes.
const tailSize = 2 << 10

// tables reads the cross-reference tables and streams (7.5.4, 7.5.8) of all revisions, the last one first.
func (f *File) tables() error {
	tail, err := f.bytes(max(0, f.size-tailSize), tailSize)
	if err != nil {
		return err
	}
	s := scanner{in: tail, at: max(0, bytes.LastIndex(tail, []byte("startxref")))}
	s.token()
	next, ok := Value(s.token()).Int()
	seen := make(map[int64]bool)
	for ok && !seen[next] {
		seen[next] = true
		trailer, err := f.section(next)
		if err != nil {
			return err
		}
		if f.Trailer == nil {
			f.Trailer = trailer
		}
		before := trailer.Entry("Prev")
		if next, ok = before.Int(); !ok && before != nil {
			return fmt.Errorf("%w: the place of an earlier table of objects is no number", ErrDamaged)
		}
	}
	root, err := f.GetEntry(f.Trailer, "Root")
	if err == nil && root.Entry("Pages") == nil {
		err = fmt.Errorf("%w: it has no pages", ErrDamaged)
	}
	return err
}

// section reads the table or the stream at a place, and returns its trailer.
func (f *File) section(offset int64) (Value, error) {
	isTable := false
	if err := f.look(offset, func(s *scanner) { isTable = string(s.token()) == "xref" }); err != nil {
		return nil, err
	}
	if !isTable {
		return f.stream(offset)
	}
	trailer, err := f.table(offset, "n")
	if err != nil {
		return nil, err
	}
	// A table says that an object is deleted to hide it, and its stream says where it is (7.5.8.4).
	if hybrid, ok := trailer.Entry("XRefStm").Int(); ok {
		if _, err := f.stream(hybrid); err != nil {
			return nil, err
		}
	}
	return f.table(offset, "f")
}

// table adds the rows of one kind, "n" for objects in use and "f" for deleted ones.
func (f *File) table(offset int64, kind string) (trailer Value, err error) {
	var wrong error
	err = f.look(offset, func(s *scanner) {
		wrong, trailer = nil, nil
		for s.token(); !s.cut && wrong == nil; {
			begin := Value(s.token())
			if string(begin) == "trailer" {
				trailer = s.value()
				return
			}
			number, isNumber := begin.Int()
			count, isCount := Value(s.token()).Int()
			if !isNumber || !isCount || number < 0 {
				break
			}
			for ; count > 0 && !s.cut && wrong == nil; count, number = count-1, number+1 {
				at, ok := Value(s.token()).Int()
				s.token() // the generation
				switch in := string(s.token()); {
				case !ok || in != "n" && in != "f":
					count = 0
				case in != kind:
				case in == "n":
					wrong = f.add(number, entry{offset: at})
				default:
					wrong = f.add(number, entry{})
				}
			}
		}
	})
	if err == nil {
		err = wrong
	}
	if err == nil && trailer.Entry("Size") == nil {
		err = fmt.Errorf("%w: its table of objects has no end", ErrDamaged)
	}
	return trailer, err
}

// add adds an entry, unless a later revision has one of the same object.
func (f *File) add(number int64, e entry) error {
	if _, ok := f.entries[uint32(number)]; ok || number != int64(uint32(number)) {
		return nil
	}
	f.entries[uint32(number)] = e
	return f.document.Budget.Hold(entryCost, "the tables of PDF")
}

// stream adds the entries of a cross-reference stream, and returns its dictionary.
func (f *File) stream(offset int64) (Value, error) {
	number := int64(0)
	if err := f.look(offset, func(s *scanner) { number, _ = Value(s.token()).Int() }); err != nil {
		return nil, err
	}
	dictionary, start, err := f.indirect(offset, uint32(number))
	if err != nil {
		return nil, err
	}
	if dictionary.Entry("Type").Name() != "XRef" {
		return nil, fmt.Errorf("%w: its table of objects is missing", ErrDamaged)
	}
	rows, err := f.unpack(dictionary, start)
	if err != nil {
		return nil, err
	}
	var widths [3]int
	i, width := 0, 0
	for w := range dictionary.Entry("W").Elements() {
		if n, ok := w.Int(); ok && i < len(widths) && n >= 0 && n <= 8 {
			widths[i] = int(n)
			width += int(n)
		}
		i++
	}
	if i != len(widths) || width == 0 {
		return nil, fmt.Errorf("%w: the rows of its table of objects have no widths", ErrDamaged)
	}
	index := dictionary.Entry("Index")
	if index == nil {
		index = Value("[0 " + string(dictionary.Entry("Size")) + "]")
	}
	first := int64(-1)
	for n := range index.Elements() {
		count, _ := n.Int()
		if first < 0 {
			first = count
			continue
		}
		for ; count > 0 && len(rows) >= width; count, first = count-1, first+1 {
			if err := f.add(first, row(rows, widths)); err != nil {
				return nil, err
			}
			rows = rows[width:]
		}
		first = -1
	}
	return dictionary, nil
}

// row returns the entry that a row of a cross-reference stream says.
func row(octets []byte, widths [3]int) entry {
	fields := [3]int64{1, 0, 0} // objects are in use by default
	for i, w := range widths {
		if w > 0 {
			fields[i] = 0
		}
		for _, c := range octets[:w] {
			fields[i] = fields[i]<<8 | int64(c)
		}
		octets = octets[w:]
	}
	switch fields[0] {
	case 1:
		return entry{offset: fields[1]}
	case 2:
		return entry{stream: uint32(fields[1])}
	}
	return entry{}
}
