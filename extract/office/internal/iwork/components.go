package iwork

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/klauspost/compress/s2"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/office/internal/zipped"
)

// object is an object of a document since 2013: a message with its kind.
type object struct {
	kind uint32
	message
}

// The kinds of objects that have or lead to text. Pages, Numbers and Keynote differ below 100.
const (
	documentKind       = 1 // of Numbers and Keynote
	sheetOrShow        = 2
	slideNode          = 4
	slide              = 5
	masterSlide        = 6
	placeholder        = 7
	otherPlaceholder   = 12
	storage            = 2001
	otherStorage       = 2005
	drawableAttachment = 2003
	footnoteReference  = 2008
	contentsPageNumber = 2010
	shapeWithText      = 2011
	flowKind           = 2410
	contentsShape      = 2240
	contentsAttachment = 2241
	captionKind        = 633
	imageKind          = 3005
	movieKind          = 3007
	groupKind          = 3008
	chartKind          = 5021
	chartNonStyle      = 5023
	chartAxis          = 5027
	tableInfo          = 6000
	tableModel         = 6001
	tableTile          = 6002
	tableList          = 6005
	pageTableInfo      = 6007
	tableListPart      = 6011
	menuModel          = 6206
	richText           = 6218
	customFormats      = 222
	pagesDocument      = 10000
	floatingDrawables  = 10010
	section            = 10011
	pageMaster         = 10143
)

var kept = []uint32{
	documentKind, sheetOrShow, slideNode, slide, masterSlide, placeholder, otherPlaceholder, storage, otherStorage,
	drawableAttachment, footnoteReference, contentsPageNumber, shapeWithText, flowKind, contentsShape, contentsAttachment,
	captionKind, imageKind, movieKind, groupKind, chartKind, chartNonStyle, chartAxis, tableInfo, tableModel,
	tableTile, tableList, pageTableInfo, tableListPart, menuModel, richText, customFormats, pagesDocument,
	floatingDrawables, section, pageMaster,
}

// textless begin the names of components that have no text.
var textless = []string{
	"DocumentStylesheet", "Metadata", "DocumentMetadata", "ViewState", "AnnotationAuthorStorage", "ThemeStylesheet", "OperationStorage",
}

const (
	componentEnding = ".iwa"
	objectCost      = 128     // bytes of memory that an object costs at least, besides its own
	mostExpansion   = 32      // bytes that Snappy makes of one, at most; it is about 21
	mostChunk       = 1 << 24 // what the length of a chunk has room for
)

// readComponents reads the members that have the objects of a document.
func (r *reader) readComponents(m *zipped.Members) error {
	for _, name := range m.Names() {
		begins := func(with string) bool { return strings.HasPrefix(path.Base(name), with) }
		if !strings.HasSuffix(name, componentEnding) || slices.ContainsFunc(textless, begins) {
			continue
		}
		err := r.readComponent(m, name)
		if medium.IsFinal(err) {
			return err
		}
		if err != nil {
			r.d.Lose("%q: the text after a damaged place is left out: %w", name, err)
		}
	}
	return nil
}

func (r *reader) readComponent(m *zipped.Members, name string) error {
	member, err := m.Open(name)
	if err != nil {
		return err
	}
	defer member.Close()
	octets, damage := r.unpack(bufio.NewReader(member), name)
	defer r.d.Budget.Release(int64(cap(octets)))
	if medium.IsFinal(damage) {
		return damage
	}
	if err := r.readObjects(octets); err != nil {
		return err
	}
	return damage
}

// unpack unpacks a component: chunks of Snappy, each after a byte 0 and its length in three.
// Before an error, it returns what comes before it.
func (r *reader) unpack(source *bufio.Reader, name string) (octets []byte, err error) {
	var chunk []byte
	defer func() { r.d.Budget.Release(int64(cap(chunk))) }()
	for {
		var head [4]byte
		if _, err := io.ReadFull(source, head[:]); err == io.EOF {
			return octets, nil
		} else if err != nil {
			return octets, r.cut(err)
		}
		if head[0] != 0 {
			return octets, fmt.Errorf("%w: a chunk of type %d: expected 0, Snappy", medium.ErrMalformed, head[0])
		}
		size := int(head[1]) | int(head[2])<<8 | int(head[3])<<16
		if chunk, err = r.grown(chunk[:0], size, name); err != nil {
			return octets, err
		}
		if _, err := io.ReadFull(source, chunk[:size]); err != nil {
			return octets, r.cut(err)
		}
		length, err := s2.DecodedLen(chunk[:size])
		if err != nil || length > mostExpansion*size || length > mostChunk {
			return octets, fmt.Errorf("%w: a chunk does not have the length that it declares", medium.ErrMalformed)
		}
		if err := r.d.Budget.Unpack(int64(length)); err != nil {
			return octets, fmt.Errorf("%q: %w", name, err)
		}
		begin := len(octets)
		if octets, err = r.grown(octets, length, name); err != nil {
			return octets, err
		}
		if _, err := s2.Decode(octets[begin:begin+length], chunk[:size]); err != nil {
			return octets[:begin], fmt.Errorf("%w: Snappy", medium.ErrMalformed)
		}
		if err := r.d.Check(); err != nil {
			return octets, err
		}
	}
}

// grown returns bytes with n more of them. What they take is held.
func (r *reader) grown(octets []byte, n int, name string) ([]byte, error) {
	if size := int64(len(octets) + n); size > r.d.Budget.Size {
		return octets, r.d.Budget.TooLarge(strconv.Quote(name))
	}
	before := cap(octets)
	if need := len(octets) + n; need > before {
		after := max(need, 2*before)
		if err := r.d.Budget.Hold(int64(after), "a component of the document"); err != nil {
			return octets, err
		}
		octets = append(make([]byte, 0, after), octets...)
		r.d.Budget.Release(int64(before))
	}
	return octets[:len(octets)+n], nil
}

func (r *reader) cut(err error) error {
	if medium.IsFinal(err) || errors.Is(err, medium.ErrMalformed) {
		return err
	}
	return fmt.Errorf("%w: it is cut short", medium.ErrMalformed)
}

// readObjects keeps the objects of a component that may have text. Each is an ArchiveInfo, after
// its length, followed by the messages that it announces.
func (r *reader) readObjects(octets message) error {
	for len(octets) > 0 {
		size, n := binary.Uvarint(octets)
		if n <= 0 || size > uint64(len(octets)-n) {
			return fmt.Errorf("%w: an object's head is cut short", medium.ErrMalformed)
		}
		head := octets[n : n+int(size)]
		octets = octets[n+int(size):]
		identifier := head.number(1)
		for info := range head.each(2) {
			length := info.number(3)
			if length > uint64(len(octets)) {
				return fmt.Errorf("%w: an object is cut short", medium.ErrMalformed)
			}
			kind := uint32(info.number(1))
			before, known := r.objects[identifier]
			switch reads := slices.Contains(kept, kind); {
			case reads && before.message == nil:
				if err := r.d.Budget.Hold(objectCost+int64(length), "objects of the document"); err != nil {
					return err
				}
				r.objects[identifier] = object{kind, slices.Clone(octets[:length])}
			case !known: // it is not missing
				if err := r.d.Budget.Hold(objectCost, "objects of the document"); err != nil {
					return err
				}
				r.objects[identifier] = object{}
			}
			octets = octets[length:]
		}
		if err := r.d.Check(); err != nil {
			return err
		}
	}
	return nil
}
