package dataset

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/pierrec/lz4/v4"

	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// array are the values of a field in a batch. Its buffers are empty if the field is not wanted.
type array struct {
	*arrowField
	n        int
	validity []byte // a bit for each value; empty if none is null
	data     []byte // values, or their indexes in a dictionary
	offsets  []byte // of values or lists, or views of values
	sizes    []byte // of lists that offsets do not end
	views    [][]byte
	children []*array
}

var errArray = errors.New("an offset beyond the end of its buffer")

// arrowLoad reads the arrays of a batch.
type arrowLoad struct {
	a                        *arrowReader
	body                     *arrowBody
	batch                    flatTable
	nodes, buffers, variadic int // where they are
	nodesLeft, buffersLeft   int
	variadicLeft             int
	codec                    int // -1: none
}

// load reads the arrays of those fields that are wanted.
func (a *arrowReader) load(batch flatTable, body *arrowBody, fields []*arrowField, wanted func(int) bool) ([]*array,
	error) {
	l := &arrowLoad{a: a, body: body, batch: batch, codec: -1}
	l.nodes, l.nodesLeft = batch.vector(1, 16)
	l.buffers, l.buffersLeft = batch.vector(2, 16)
	l.variadic, l.variadicLeft = batch.vector(4, 8)
	if c := batch.table(3); c.pos > 0 {
		l.codec = int(c.byte(0))
	}
	var all []*array
	for i, f := range fields {
		x, err := l.array(f, wanted(i))
		if err != nil {
			return nil, err
		}
		all = append(all, x)
	}
	return all, batch.err
}

// array reads the array of a field. Those of all fields follow one another.
func (l *arrowLoad) array(f *arrowField, wanted bool) (x *array, err error) {
	if l.nodesLeft == 0 {
		return nil, errors.New("fewer arrays than columns")
	}
	n := l.batch.int64(l.nodes)
	l.nodes, l.nodesLeft = l.nodes+16, l.nodesLeft-1
	if n < 0 || n > 1<<40 || f.kind == arrowNull && n > math.MaxInt32 {
		return nil, fmt.Errorf("an array of %d values", n)
	}
	x = &array{arrowField: f, n: int(n)}
	var into []*[]byte
	switch f.kind {
	case arrowNull, arrowRunEnds:
	case arrowUnion:
		if into = []*[]byte{&x.data}; f.dense {
			into = append(into, &x.offsets)
		}
	case arrowStruct, arrowFixedList:
		into = []*[]byte{&x.validity}
	case arrowList, arrowLargeList, arrowMap, arrowBinaryView, arrowStringView:
		into = []*[]byte{&x.validity, &x.offsets}
	case arrowListView, arrowLongView:
		into = []*[]byte{&x.validity, &x.offsets, &x.sizes}
	case arrowBinary, arrowLargeBinary, arrowString, arrowLargeString:
		into = []*[]byte{&x.validity, &x.offsets, &x.data}
	default:
		into = []*[]byte{&x.validity, &x.data}
	}
	if f.index != nil {
		into = []*[]byte{&x.validity, &x.data}
	}
	for _, buffer := range into {
		if *buffer, err = l.buffer(wanted); err != nil {
			return nil, err
		}
	}
	if f.index != nil {
		return x, nil
	}
	if f.kind == arrowBinaryView || f.kind == arrowStringView {
		if l.variadicLeft == 0 {
			return nil, errors.New("fewer counts of buffers than columns of views")
		}
		count := l.batch.int64(l.variadic)
		l.variadic, l.variadicLeft = l.variadic+8, l.variadicLeft-1
		for ; count > 0; count-- {
			view, err := l.buffer(wanted)
			if err != nil {
				return nil, err
			}
			x.views = append(x.views, view)
		}
	}
	for _, below := range f.below {
		child, err := l.array(below, wanted)
		if err != nil {
			return nil, err
		}
		x.children = append(x.children, child)
	}
	return x, nil
}

// buffer reads the next buffer, if it is wanted.
func (l *arrowLoad) buffer(wanted bool) ([]byte, error) {
	if l.buffersLeft == 0 {
		return nil, errors.New("fewer buffers than columns need")
	}
	offset, length := l.batch.int64(l.buffers), l.batch.int64(l.buffers+8)
	l.buffers, l.buffersLeft = l.buffers+16, l.buffersLeft-1
	if !wanted || length == 0 {
		return nil, nil
	}
	if offset < 0 || length < 0 || length > l.body.length-l.body.at {
		return nil, fmt.Errorf("a buffer of %d bytes in a batch that has %d more", length, l.body.length-l.body.at)
	}
	if err := l.body.skip(offset); err != nil {
		return nil, err
	}
	if err := l.a.hold(length); err != nil {
		return nil, err
	}
	b, err := l.a.read(length)
	if l.body.at += int64(len(b)); err != nil || l.codec < 0 {
		return b, err
	}
	if len(b) < 8 {
		return nil, errArray
	}
	size := int64(binary.LittleEndian.Uint64(b))
	if b = b[8:]; size == -1 {
		return b, nil
	}
	if size < 0 {
		return nil, errArray
	}
	if err := l.a.hold(size); err != nil {
		return nil, err
	}
	var plain []byte
	switch l.codec {
	case 0:
		plain, err = readUpTo(nil, lz4.NewReader(bytes.NewReader(b)), int(size))
	case 1:
		plain, err = unpackZstd(nil, b, int(size))
	default:
		err = fmt.Errorf("codec %d: expected LZ4 or Zstandard", l.codec)
	}
	if err == nil && int64(len(plain)) != size {
		err = fmt.Errorf("a buffer unpacks to %d bytes: expected %d", len(plain), size)
	}
	return plain, err
}

// hold counts memory, and fails if the batch needs too much.
func (a *arrowReader) hold(n int64) error {
	most := a.limits.Size
	if most < 1<<60 {
		most *= batchFactor
	}
	if a.held += n; a.held < 0 || a.held+a.kept > most {
		return budget.Limits{Size: most}.TooLarge("one batch")
	}
	return nil
}

// values gives the values at a path in row i to take, without nulls.
func (x *array) values(a *arrowReader, i int, p Path, take func([]byte)) error {
	if len(x.validity) > 0 {
		if i/8 >= len(x.validity) {
			return errArray
		}
		if x.validity[i/8]>>(i%8)&1 == 0 {
			return nil
		}
	}
	switch {
	case x.kind == arrowNull:
		return nil
	case x.index != nil:
		raw, err := fixedAt(x.data, i, x.index.width)
		if err != nil {
			return err
		}
		at := uint64(widened(raw, false))
		for _, d := range a.dictionaries[x.id] {
			if at < uint64(d.n) {
				return d.values(a, int(at), p, take)
			}
			at -= uint64(d.n)
		}
		return errors.New("an index beyond the end of its dictionary")
	case len(p) == 0:
		value, err := x.value(i)
		if err != nil {
			return err
		}
		if x.normal != nil {
			value = x.normal(value)
		}
		take(value)
		return nil
	case p[0] != Each:
		for j, child := range x.children {
			if x.below[j].name == p[0] {
				return child.values(a, i, p[1:], take)
			}
		}
		return errArray // the path was found in the schema
	}
	from, to, err := x.bounds(i)
	if err != nil {
		return err
	}
	inner := x.children[0]
	if x.kind == arrowMap {
		inner = inner.children[1]
	}
	if from < 0 || to < from || to > int64(inner.n) {
		return errArray
	}
	for ; from < to; from++ {
		if err := inner.values(a, int(from), p[1:], take); err != nil {
			return err
		}
	}
	return nil
}

// bounds returns where the elements of list i are.
func (x *array) bounds(i int) (from, to int64, err error) {
	width := 4
	switch x.kind {
	case arrowFixedList:
		return int64(i) * int64(x.count), int64(i+1) * int64(x.count), nil
	case arrowLargeList, arrowLongView:
		width = 8
	}
	if from, err = integerAt(x.offsets, i, width); err != nil {
		return 0, 0, err
	}
	if x.kind == arrowListView || x.kind == arrowLongView {
		size, err := integerAt(x.sizes, i, width)
		return from, from + size, err
	}
	to, err = integerAt(x.offsets, i+1, width)
	return from, to, err
}

// value returns value i.
func (x *array) value(i int) ([]byte, error) {
	width := 4
	switch x.kind {
	case arrowBool:
		if i/8 >= len(x.data) {
			return nil, errArray
		}
		return []byte{x.data[i/8] >> (i % 8) & 1}, nil
	case arrowLargeBinary, arrowLargeString:
		width = 8
	case arrowBinary, arrowString:
	case arrowBinaryView, arrowStringView:
		return x.view(i)
	default:
		return fixedAt(x.data, i, x.width)
	}
	from, err := integerAt(x.offsets, i, width)
	if err != nil {
		return nil, err
	}
	to, err := integerAt(x.offsets, i+1, width)
	if err != nil || from < 0 || to < from || to > int64(len(x.data)) {
		return nil, errArray
	}
	return x.data[from:to], nil
}

// view returns the value that a view describes: its length, and the bytes or where they are.
func (x *array) view(i int) ([]byte, error) {
	v, err := fixedAt(x.offsets, i, 16)
	if err != nil {
		return nil, err
	}
	n := int64(int32(binary.LittleEndian.Uint32(v)))
	if 0 <= n && n <= 12 {
		return v[4 : 4+n], nil
	}
	buffer, at := binary.LittleEndian.Uint32(v[8:]), int64(binary.LittleEndian.Uint32(v[12:]))
	if n < 0 || uint64(buffer) >= uint64(len(x.views)) || at+n > int64(len(x.views[buffer])) {
		return nil, errArray
	}
	return x.views[buffer][at : at+n], nil
}

// fixedAt returns value i of those of one width.
func fixedAt(b []byte, i, width int) ([]byte, error) {
	if width <= 0 || i >= len(b)/width {
		return nil, errArray
	}
	return b[i*width : (i+1)*width], nil
}

func integerAt(b []byte, i, width int) (int64, error) {
	v, err := fixedAt(b, i, width)
	return widened(v, true), err
}
