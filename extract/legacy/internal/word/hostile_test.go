package word

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// record is one of a drawing.
func record(kind, instance int, content ...[]byte) []byte {
	octets := slices.Concat(content...)
	return slices.Concat(le.AppendUint16(nil, uint16(instance<<4|15)), le.AppendUint16(nil, uint16(kind)), longs(len(octets)), octets)
}

// shape is a shape of a type, with its options.
func shape(number, kind int, options ...[]byte) []byte {
	return record(shapeOne, 0, record(shapeNumber, kind, longs(number, 0)), record(shapeOptions, len(options), options...))
}

func option(id, value int) []byte {
	return append(le.AppendUint16(nil, uint16(id)), longs(value)...)
}

// drawn returns a document whose body has these shapes, in the group of the whole drawing.
func drawn(shapes ...[]byte) []byte {
	return slices.Concat(record(drawingGroup, 0), []byte{0}, record(drawingShapes, 0, record(shapeGroup, 0, shape(1, 0), slices.Concat(shapes...))))
}

// boxes are the places of text boxes of size characters each, by the numbers of their shapes.
func boxPlaces(size int, shapes ...int) []byte {
	var ends, all []byte
	for i, s := range shapes {
		ends = append(ends, longs(size*i)...)
		all = append(append(all, make([]byte, 14)...), longs(s, 0)...)
	}
	n := size * len(shapes)
	return slices.Concat(ends, longs(n, n+1), all, make([]byte, 22))
}

// anchored returns the places of shapes, from a character on.
func anchored(at, step int, shapes ...int) []byte {
	var places, all []byte
	for i, s := range shapes {
		places = append(places, longs(at+step*i)...)
		all = append(append(all, longs(s)...), make([]byte, 22)...)
	}
	return slices.Concat(places, longs(1<<20), all)
}

func TestDrawings(t *testing.T) {
	words := wide("Words\x00")[2:]
	wordArt := func(number, kind int, more ...[]byte) []byte {
		return shape(number, kind, append(append([][]byte{option(0x80C0, len(words))}, more...), []byte(words))...)
	}
	// The count of options includes what follows them, so it is corrected.
	fix := func(s []byte, n int) []byte {
		i := strings.Index(string(s), string(le.AppendUint16(nil, shapeOptions)))
		le.PutUint16(s[i-2:], uint16(n<<4|3))
		return s
	}
	const hide = 0x00020002
	boxes := sample{text: []chars{text("a \x08b\r"), text("one\r"), text("two\r"), text("\r")}, stories: map[kind]int{textBoxes: 9}}.
		with(partBoxes, boxPlaces(4, 7, 8)).with(partAnchors, anchored(2, 0, 6))
	plain := sample{text: boxes.text[:1]}.with(partAnchors, anchored(2, 0, 6))
	for _, tt := range []struct {
		why  string
		in   sample
		want string
	}{
		{"shapes in a group, and in one in that", boxes.with(partDrawings, drawn(record(shapeGroup, 0, shape(6, 0), shape(7, 202), record(shapeGroup, 0, shape(9, 0), shape(8, 202))))), "a\none\ntwo\nb"},
		{"one of them is hidden", boxes.with(partDrawings, drawn(record(shapeGroup, 0, shape(6, 0), shape(7, 202, option(0x3BF, hide)), shape(8, 202)))), "a\ntwo\nb"},
		{"they are in no group: after the body", boxes, "a b\none\ntwo"},
		{"WordArt", plain.with(partDrawings, drawn(fix(wordArt(6, 136), 1))), "a\nWords\nb"},
		{"the same of a shape that is no WordArt", plain.with(partDrawings, drawn(fix(wordArt(6, 1), 1))), "a b"},
		{"records that are cut short", boxes.with(partDrawings, drawn(shape(6, 0))[:60]), "a b\none\ntwo"},
	} {
		stream, table := tt.in.streams()
		got, err := reading(t, stream, table)
		if err != nil || got != tt.want {
			t.Errorf("%s: %q, %v, want %q", tt.why, got, err, tt.want)
		}
	}
}

// Repeated references to the same bytes take linear time.
func TestHostileIsLinear(t *testing.T) {
	numbers := func(n, first, step int) []int {
		return slices.Collect(func(yield func(int) bool) {
			for i := range n {
				if !yield(first + step*i) {
					return
				}
			}
		})
	}
	pieces := func(n int) (all []chars) {
		for range n {
			all = append(all, text("a"))
		}
		return all
	}
	for _, tt := range []struct {
		why string
		of  func(n int) sample
		n   int
	}{
		{"pieces of a character", func(n int) sample { return sample{text: pieces(n)} }, 20000},
		{"footnotes", func(n int) sample {
			return sample{text: []chars{text(strings.Repeat("\x02", n) + "\r"), text(strings.Repeat("a\r", n) + "\r")}, stories: map[kind]int{footnotes: 2*n + 1}}.
				with(partFootnoteMarks, slices.Concat(longs(numbers(n+1, 0, 1)...), make([]byte, 2*n))).with(partFootnotes, longs(numbers(n+2, 0, 2)...))
		}, 10000},
		{"text boxes of one shape, with an anchor for each", func(n int) sample {
			return sample{text: []chars{text(strings.Repeat("\x08", n) + "\r"), text(strings.Repeat("a\r", n) + "\r")}, stories: map[kind]int{textBoxes: 2*n + 1}}.
				with(partBoxes, boxPlaces(2, slices.Repeat([]int{7}, n)...)).with(partAnchors, anchored(0, 1, slices.Repeat([]int{7}, n)...))
		}, 5000},
		{"shapes of one group, with an anchor for each", func(n int) sample {
			return sample{text: []chars{text(strings.Repeat("\x08", n) + "a\r")}}.with(partAnchors, anchored(0, 1, slices.Repeat([]int{6}, n)...)).
				with(partDrawings, drawn(record(shapeGroup, 0, shape(6, 0), slices.Repeat(shape(7, 1), n))))
		}, 3000},
		{"text boxes of one shape, which a group has again and again", func(n int) sample {
			return sample{text: []chars{text("\x08\r"), text(strings.Repeat("a\r", n) + "\r")}, stories: map[kind]int{textBoxes: 2*n + 1}}.
				with(partBoxes, boxPlaces(2, slices.Repeat([]int{7}, n)...)).with(partAnchors, anchored(0, 1, 6)).
				with(partDrawings, drawn(record(shapeGroup, 0, shape(6, 0), slices.Repeat(shape(7, 1), n))))
		}, 10000},
		{"headers", func(n int) sample {
			return sample{text: []chars{text("a\r"), text(strings.Repeat("b\r", n))}, stories: map[kind]int{headers: 2 * n}}.with(partHeaders, longs(numbers(n+1, 0, 2)...))
		}, 10000},
		{"fields, one after another", func(n int) sample { return sample{text: []chars{text(strings.Repeat("\x13 A \x14b\x15", n))}} }, 20000},
		{"properties of all pieces", func(n int) sample {
			list := slices.Repeat(hidden, min(n, 5000))
			plc := longs(numbers(n+1, 0, 1)...)
			for i := range n {
				plc = append(append(append(plc, 0, 0), longs(0x600+i)...), 1, 0)
			}
			return sample{text: []chars{text(strings.Repeat("a", n))}, old: true, clx: slices.Concat([]byte{1}, le.AppendUint16(nil, uint16(len(list))), list, []byte{2}, longs(len(plc)), plc)}
		}, 5000},
		{"charsets", func(n int) sample {
			return sample{old: true, text: slices.Repeat([]chars{text("a", []byte{93, 0, 0}), text("b", []byte{93, 1, 0})}, min(n, 50))}.withFonts("\x80a", "\x86b")
		}, 50},
	} {
		small, large := tt.of(tt.n), tt.of(4*tt.n)
		cost := func(s sample) time.Duration {
			stream, table := s.streams()
			begun := time.Now()
			if _, err := reading(t, stream, table); err != nil && !named(err) {
				t.Errorf("%s: %v, expected an error with a name", tt.why, err)
			}
			return time.Since(begun)
		}
		const most = 9 // for four times the length: 16 if it is quadratic
		var times float64
		for try := range 6 { // a machine that is busy may slow any reading, but not the larger one each time
			t1, t2 := cost(small), cost(large)
			if times = float64(t2) / float64(t1+200*time.Microsecond); try > 0 && times < most {
				break
			}
		}
		if times >= most {
			t.Errorf("%s: four times the document take %.1f times as long, want less than %d times", tt.why, times, most)
		}
	}
}
