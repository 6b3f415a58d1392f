package index

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
)

// Verify reads the whole index, without what a [Writer] committed after Open. It checks the checksums, the
// order of the ids and the tables. An error wraps [ErrCorrupt] if one of these is wrong, or if bytes follow
// the last commit of the file. Such bytes are normal while a Writer writes, or after a Writer that did not
// end.
func (x *Index) Verify(ctx context.Context) error {
	if x.file == nil {
		return errNotOpen
	}
	if err := x.verifyTail(); err != nil {
		return err
	}
	if err := x.verifyFile(ctx); err != nil {
		return err
	}
	for _, s := range x.segments {
		if err := s.verify(ctx); err != nil {
			return err
		}
	}
	return nil
}

// verifyFile compares the checksums of all segments of the file, also of those that the index has no more.
func (x *store) verifyFile(ctx context.Context) error {
	for at := int64(headerSize); at < x.end; {
		s, err := readSegment(x.file, at, x.end)
		if err == nil && s == nil {
			err = corrupt("the segment at byte %d", at)
		}
		if err == nil {
			err = x.verifySums(ctx, s)
		}
		if err != nil {
			return err
		}
		at += s.length + commitSize
	}
	return nil
}

// verifyTail returns an error if there is something after the last commit of the file.
func (x *Index) verifyTail() error {
	info, err := x.file.Stat()
	if err != nil {
		return err
	}
	size, end := info.Size(), x.end
	for last, at := x.last, x.end; at < size; {
		s, err := x.next(at, size, last)
		if err != nil {
			return err
		}
		if s == nil {
			break
		}
		last, at = s.commit, s.at+commitSize
		if s.whole {
			end = at
		}
	}
	if tail := size - end; tail != 0 {
		return corrupt("%d bytes after the last commit, at byte %d: a write is running or was interrupted; the next write removes them", tail, end)
	}
	return nil
}

// verifySums reads the sections of a segment, and what is between them.
func (x *store) verifySums(ctx context.Context, s *segment) error {
	end := segmentHead(len(s.table))
	for _, t := range s.table {
		if t.offset != padded(end) || t.length < 0 || t.length > s.length-t.offset {
			return corrupt("segment %d: where the section %d is", s.generation, t.kind)
		}
		if err := x.verifyZeros(s, end, t.offset); err != nil {
			return err
		}
		got, err := sumOf(ctx, io.NewSectionReader(x.file, s.begin+t.offset, t.length))
		if err != nil {
			return err
		}
		if got != t.sum {
			return corrupt("segment %d: the checksum of the section %d is %08x: expected %08x", s.generation, t.kind, got, t.sum)
		}
		end = t.offset + t.length
	}
	return x.verifyZeros(s, end, s.length)
}

func (x *store) verifyZeros(s *segment, from, to int64) error {
	b := make([]byte, align)
	if to-from > align {
		return corrupt("segment %d: %d bytes outside its sections", s.generation, to-from)
	}
	b = b[:to-from]
	if _, err := x.file.ReadAt(b, s.begin+from); err != nil {
		return err
	}
	if !bytes.Equal(b, make([]byte, len(b))) {
		return corrupt("segment %d: what is between sections is not zero", s.generation)
	}
	return nil
}

// verifySources checks segments before what they have is written again, with new checksums. It does so even
// if they were checked when they were opened, because that may be days ago.
func (x *store) verifySources(ctx context.Context, segments []*segment) error {
	for _, s := range segments {
		if err := x.verifySums(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

func sumOf(ctx context.Context, r *io.SectionReader) (sum uint32, err error) {
	b := make([]byte, min(max(r.Size(), 1), 1<<20))
	for {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		n, err := r.Read(b)
		sum = crc32.Update(sum, castagnoli, b[:n])
		if err == io.EOF {
			return sum, nil
		}
		if err != nil {
			return 0, err
		}
	}
}

// verify checks that the parts of a segment agree.
func (s *segment) verify(ctx context.Context) error {
	var end uint64
	for i := range s.documents {
		if i%(1<<16) == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		from := end
		if end = binary.LittleEndian.Uint64(s.ends[8*i:]); end < from || end > uint64(len(s.ids)) {
			return corrupt("segment %d: the id of document %d is from %d to %d of %d bytes", s.generation, i, from, end,
				len(s.ids))
		}
	}
	if end != uint64(len(s.ids)) {
		return corrupt("segment %d: %d bytes of ids: expected %d", s.generation, len(s.ids), end)
	}
	for rank := 1; rank < s.documents; rank++ {
		if rank%(1<<16) == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		last, id := s.id(s.ranked(rank-1)), s.id(s.ranked(rank))
		if bytes.Compare(last, id) >= 0 {
			return corrupt("segment %d: the ids %q and %q: expected an ascending order", s.generation, last, id)
		}
	}
	for b := s.tombs; len(b) > 0; b = b[tombSize:] {
		if binary.LittleEndian.Uint32(b[12:]) != 0 {
			return corrupt("segment %d: a tomb that ends with no zeros", s.generation)
		}
	}
	var err error
	switch {
	case s.bands != nil:
		err = s.bands.Verify(ctx, s.sketch)
	case s.hamming != nil:
		err = s.hamming.Verify()
	}
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("%w: segment %d: %w", ErrCorrupt, s.generation, err)
	}
	return err
}
