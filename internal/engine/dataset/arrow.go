package dataset

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
)

const (
	// mostArrowFields bounds the fields of a schema: many may share the bytes that describe them.
	mostArrowFields = 1 << 16
	// batchFactor times limits.Size bounds what a batch and the dictionaries may take in memory.
	batchFactor = 4
	// mostMessage bounds the description of a batch.
	mostMessage = 64 << 20
)

// ArrowStream finds the records of an Apache Arrow stream, plain or compressed as for [JSONLines]. It
// keeps one batch of the columns of the fields in memory. An error ends the records. What is wrong with
// one row, such as a text longer than limits.Size, is an error of its [Record.Read].
func ArrowStream(r io.Reader, f Fields, limits extract.Limits) iter.Seq2[*Record, error] {
	return func(yield func(*Record, error) bool) {
		s, err := openStream(source{Reader: r}, "Arrow", limits)
		if err != nil {
			yield(nil, err)
			return
		}
		(&arrowReader{stream: s, fields: f}).all(yield)
	}
}

// Arrow finds the records of an Apache Arrow file of size bytes, Feather 2 among them. Otherwise it is
// like [ArrowStream].
func Arrow(r io.ReaderAt, size int64, f Fields, limits extract.Limits) iter.Seq2[*Record, error] {
	return func(yield func(*Record, error) bool) {
		a := &arrowReader{stream: &stream{limits: orDefault(limits)}, fields: f, file: source{ReaderAt: r}, size: size}
		a.all(yield)
	}
}

// all yields the records.
func (a *arrowReader) all(yield func(*Record, error) bool) {
	if err := a.fields.check(); err != nil {
		yield(nil, err)
		return
	}
	a.dictionaries = make(map[int64][]*array)
	for {
		record, err := a.next()
		if err == io.EOF || !yield(record, err) || err != nil {
			return
		}
	}
}

// arrowReader reads one record after another.
type arrowReader struct {
	*stream
	fields       Fields
	schema       []*arrowField
	columns      []*arrowColumn // of the texts, then of the id; nil for a given field
	dictionaries map[int64][]*array
	known        map[int64]*arrowField // types of the values of dictionaries
	used         map[int64]bool        // dictionaries of wanted columns
	file         io.ReaderAt           // nil: messages are read from the stream
	size         int64                 // of file
	blocks       []int64               // where messages of the file are that were not read yet
	kept         int64                 // bytes of dictionaries
	held         int64                 // bytes of the batch
	left         int64                 // rows of the batch
	at           int                   // row of the batch
	row          int64                 // the last
}

// arrowColumn says where the values of a path are.
type arrowColumn struct {
	path Path
	top  int // field of the schema
	leaf *arrowField
	from *array // in the current batch
}

// next returns the next record; io.EOF if there is none.
func (a *arrowReader) next() (record *Record, err error) {
	defer recovery.Catch(&err, "the reader of Arrow")
	if a.file != nil && a.schema == nil {
		if err := a.footer(); err != nil {
			return nil, arrowError(err)
		}
	}
	for a.left == 0 {
		if a.file != nil {
			if len(a.blocks) == 0 {
				return nil, io.EOF
			}
			at := a.blocks[0]
			a.blocks = a.blocks[1:]
			a.stream.Reader = bufio.NewReaderSize(io.NewSectionReader(a.file, at, a.size-at), 64<<10)
		}
		err := a.message()
		if err == io.EOF && (a.schema == nil || a.file != nil) {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return nil, arrowError(err)
		}
	}
	a.left--
	a.row++
	record, err = a.record()
	a.at++
	return record, err
}

func arrowError(err error) error {
	switch {
	case err == io.EOF, isUnread(err), errors.Is(err, extract.ErrTooLarge), errors.Is(err, extract.ErrMalformed):
		return err
	case errors.Is(err, io.ErrUnexpectedEOF):
		err = errors.New("cut off")
	}
	return fmt.Errorf("%w: Arrow: %w", extract.ErrMalformed, err)
}

// footer reads the end of a file: its schema, and where its messages are.
func (a *arrowReader) footer() error {
	var end [10]byte
	if a.size < int64(len(end))+8 {
		return io.ErrUnexpectedEOF
	}
	if _, err := a.file.ReadAt(end[:], a.size-int64(len(end))); err != nil && err != io.EOF {
		return err
	}
	if string(end[4:]) != "ARROW1" {
		return fmt.Errorf("%q at the end: expected ARROW1", end[4:])
	}
	n := int64(binary.LittleEndian.Uint32(end[:]))
	if n > mostMessage || n > a.size-int64(len(end)) {
		return fmt.Errorf("the footer declares %d bytes, but the file has %d", n, a.size)
	}
	meta := make([]byte, n)
	if _, err := a.file.ReadAt(meta, a.size-int64(len(end))-n); err != nil && err != io.EOF {
		return err
	}
	t := (&flat{b: meta}).root()
	if err := a.begin(t.table(1)); err != nil {
		return err
	}
	for _, field := range []int{2, 3} { // dictionaries, and batches
		pos, n := t.vector(field, 24)
		for ; n > 0; n-- {
			at := t.flat.int64(pos)
			if at < 0 || at > a.size {
				return fmt.Errorf("a message at byte %d of %d", at, a.size)
			}
			a.blocks, pos = append(a.blocks, at), pos+24
		}
	}
	return t.err
}

// message reads a message: the schema, a dictionary or a batch. io.EOF follows the last.
func (a *arrowReader) message() error {
	var size [4]byte
	_, err := io.ReadFull(a, size[:])
	if err == nil && size == [4]byte{0xff, 0xff, 0xff, 0xff} {
		if _, err = io.ReadFull(a, size[:]); err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
	}
	n := int64(int32(binary.LittleEndian.Uint32(size[:])))
	switch {
	case err != nil:
		return err
	case n == 0:
		return io.EOF
	case n < 0 || n > mostMessage:
		return fmt.Errorf("a message of %d bytes", n)
	}
	meta, err := a.read(n)
	if err != nil {
		return err
	}
	flat := &flat{b: meta}
	m := flat.root()
	kind, header, length := m.byte(1), m.table(2), m.long(3)
	if flat.err != nil || length < 0 {
		return cmp.Or(flat.err, errFlat)
	}
	body := &arrowBody{a: a, length: length}
	switch {
	case kind == 1 && a.schema == nil:
		err = a.begin(header)
	case a.schema == nil:
		err = errors.New("a message before the schema")
	case kind == 2:
		err = a.dictionary(header, body)
	case kind == 3:
		err = a.batch(header, body)
	}
	if err = cmp.Or(flat.err, err); err != nil {
		return err
	}
	return body.skip(length)
}

// read reads n bytes. What it allocates grows with what comes.
func (a *arrowReader) read(n int64) ([]byte, error) {
	var b bytes.Buffer
	if n < 1<<20 {
		b.Grow(int(n))
	}
	m, err := b.ReadFrom(io.LimitReader(a, n))
	if err == nil && m < n {
		err = io.ErrUnexpectedEOF
	}
	return b.Bytes(), err
}

// arrowBody is what follows the description of a batch.
type arrowBody struct {
	a          *arrowReader
	at, length int64
}

// skip goes forward to an offset.
func (b *arrowBody) skip(to int64) error {
	if to < b.at || to > b.length {
		return fmt.Errorf("a buffer at byte %d: expected %d or more, of %d", to, b.at, b.length)
	}
	n, err := io.CopyN(io.Discard, b.a, to-b.at)
	b.at += n
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return err
}

// begin reads the schema.
func (a *arrowReader) begin(t flatTable) error {
	if t.short(0, 0) != 0 {
		return errors.New("big endian: expected little endian")
	}
	n := 0
	a.known, a.used = make(map[int64]*arrowField), make(map[int64]bool)
	for _, field := range t.tables(1) {
		f, err := a.field(field, 0, &n)
		if err != nil {
			return err
		}
		a.schema = append(a.schema, f)
	}
	if t.err != nil {
		return t.err
	}
	if a.schema == nil {
		return errors.New("no columns")
	}
	for i, p := range a.fields.paths() {
		c, err := a.find(p)
		if err != nil {
			if _, ok := a.fields.given(p); !ok {
				return err
			}
			a.columns = append(a.columns, nil)
			continue
		}
		e := c.leaf.as
		switch isText := i < len(a.fields.Text); {
		case !isText && (e == nil || !e.isScalar()):
			return fmt.Errorf("column %s: %s: expected single values", shown(p), c.leaf.kind)
		case isText && (e == nil || !e.isPlain() && !e.isString()):
			return fmt.Errorf("column %s: %s: expected strings or bytes", shown(p), c.leaf.kind)
		}
		a.columns = append(a.columns, c)
		a.schema[c.top].wanted = true
		a.use(a.schema[c.top])
	}
	return nil
}

// find returns the column of a path.
func (a *arrowReader) find(p Path) (*arrowColumn, error) {
	at, top := &arrowField{kind: arrowStruct, below: a.schema}, 0
	for i, name := range p {
		next := at.element()
		if name != Each {
			next = at.child(name)
		}
		if name != Each && at.has(name) > 1 {
			return nil, fmt.Errorf("two columns are named %s", shown(p[:i+1]))
		}
		if next == nil {
			return nil, fmt.Errorf("no column %s (there are %s)", shown(p[:i+1]), arrowNames(a.schema))
		}
		if at = next; i == 0 {
			top = slices.Index(a.schema, at)
		}
	}
	if at.element() != nil {
		return nil, fmt.Errorf("column %s: a list or a map: expected a path like %s", shown(p),
			shown(append(p[:len(p):len(p)], Each)))
	}
	return &arrowColumn{path: p, top: top, leaf: at}, nil
}

// use marks the dictionaries of a field as used.
func (a *arrowReader) use(f *arrowField) {
	if f.index != nil && !a.used[f.id] {
		a.used[f.id] = true
		a.use(a.known[f.id])
	}
	for _, below := range f.below {
		a.use(below)
	}
}

// arrowNames lists the columns of a schema.
func arrowNames(schema []*arrowField) string {
	var names []string
	var list func(f *arrowField, p Path)
	list = func(f *arrowField, p Path) {
		switch element := f.element(); {
		case len(names) > mostNames:
		case element != nil:
			list(element, append(p[:len(p):len(p)], Each))
		case f.kind == arrowStruct:
			for _, below := range f.below {
				list(below, append(p[:len(p):len(p)], below.name))
			}
		default:
			names = append(names, shown(p))
		}
	}
	list(&arrowField{kind: arrowStruct, below: schema}, nil)
	if len(names) > mostNames {
		names = append(names[:mostNames], "...")
	}
	return strings.Join(names, ", ")
}

// dictionary reads the values of a dictionary, or more of them.
func (a *arrowReader) dictionary(t flatTable, body *arrowBody) error {
	id := t.long(0)
	if !a.used[id] {
		return nil
	}
	a.held = 0
	loaded, err := a.load(t.table(1), body, []*arrowField{a.known[id]}, func(int) bool { return true })
	if err != nil {
		return err
	}
	a.kept += a.held
	if t.byte(2) == 0 { // not more of them
		a.dictionaries[id] = nil
	}
	a.dictionaries[id] = append(a.dictionaries[id], loaded[0])
	return nil
}

// batch begins a batch of rows.
func (a *arrowReader) batch(t flatTable, body *arrowBody) error {
	a.held = 0
	n := t.long(0)
	loaded, err := a.load(t, body, a.schema, func(i int) bool { return a.schema[i].wanted })
	if err != nil {
		return err
	}
	if n < 0 {
		return errFlat
	}
	for _, c := range a.columns {
		if c == nil {
			continue
		}
		if c.from = loaded[c.top]; int64(c.from.n) != n {
			return fmt.Errorf("a column of %d rows in a batch of %d", c.from.n, n)
		}
	}
	a.left, a.at = n, 0
	return nil
}

// record reads the next row.
func (a *arrowReader) record() (*Record, error) {
	record := &Record{Number: a.row}
	content := &record.content
	content.setTexts(len(a.fields.Text))
	for i, c := range a.columns {
		isText := i < len(a.fields.Text)
		path, to := a.fields.scalar(content, i)
		switch {
		case c == nil && !isText:
			*to = givenID(a.fields.given(path))
			continue
		case c == nil:
			value, _ := a.fields.given(a.fields.Text[i])
			content.Text[i] = []byte(value)
			continue
		}
		text, tooLarge := newJoined(a.limits.Size), false
		err := c.from.values(a, a.at, c.path[1:], func(value []byte) {
			if isText {
				tooLarge = tooLarge || !text.add(value)
			} else {
				*to = c.leaf.as.id(value)
			}
		})
		if err != nil {
			return nil, fmt.Errorf("in row %d: column %s: %w", a.row, shown(c.path), arrowError(err))
		}
		switch {
		case tooLarge:
			record.fault = a.limits.TooLarge("field " + shown(c.path))
		case isText:
			content.Text[i] = text.all
			content.Bytes = content.Bytes || c.leaf.as.isPlain()
			record.Size += int64(len(text.all))
		}
	}
	return record, nil
}
