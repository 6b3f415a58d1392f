package liveindex

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/internal/store/durable"
	"github.com/lsh-interop/fpcheck/scheme"
)

// Suffixes of the name of an index in the names of its journals.
const (
	journalName = ".journal"
	foldedName  = ".journal.old" // is being written into the index
	tornName    = ".torn"        // after these: what ended with an incomplete frame
)

// A journal is a header and frames. The header is the magic number and a state. A frame has the changes of one
// fsync. It begins with its length and its CRC-32C, 4 bytes each and little-endian. Then follow the changes. Each
// is the length of the id as a varint, and the id. The string of the fingerprint follows in the same form. The
// string is empty if the document is removed.
const (
	journalMagic = "\x89FPJ\r\n\x1a\x02"
	journalHead  = 8 + stateSize
	frameHead    = 8
	longestFrame = 1 << 30
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// A change sets the fingerprint of an id. A zero fingerprint removes the document.
type change struct {
	id    string
	print scheme.Fingerprint
}

// journal is a file to which frames are appended.
type journal struct {
	file *os.File
	end  int64 // of the complete frames on the disk
	// broken means that the state of the disk is unknown. Then nothing more is written. After an
	// fsync that failed, the next one may succeed and yet have lost what the first should have
	// written.
	broken error
}

// createJournal creates a journal without frames for an index in a state, and makes its name durable.
func createJournal(name string, s state) (*journal, error) {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	if of, missing := os.Stat(strings.TrimSuffix(name, journalName)); missing == nil {
		err = durable.Inherit(f, of) // who may read the index may read its changes
	}
	if err == nil {
		_, err = f.Write(append([]byte(journalMagic), s.encode()...))
	}
	if err = errors.Join(err, f.Sync(), durable.SyncDirectory(filepath.Dir(name))); err != nil {
		f.Close()
		return nil, errors.Join(err, os.Remove(name))
	}
	return &journal{file: f, end: journalHead}, nil
}

// write appends changes. Without an error, all are on the disk. With an error, none counts.
func (j *journal) write(changes []change) error {
	if j.broken != nil {
		return j.broken
	}
	frame := make([]byte, frameHead)
	for _, c := range changes {
		for _, s := range []string{c.id, c.print.String()} {
			frame = binary.AppendUvarint(frame, uint64(len(s)))
			frame = append(frame, s...)
		}
	}
	payload := frame[frameHead:]
	if len(payload) > longestFrame {
		return fmt.Errorf("%d bytes of changes at once: expected at most %d", len(payload), longestFrame)
	}
	binary.LittleEndian.PutUint32(frame, uint32(len(payload)))
	binary.LittleEndian.PutUint32(frame[4:], crc32.Checksum(payload, castagnoli))
	if _, err := j.file.WriteAt(frame, j.end); err != nil {
		// The disk may be full, and have room again later.
		if cut := j.file.Truncate(j.end); cut != nil {
			j.broken = fmt.Errorf("%w, and what was written of it is still there: %w", err, cut)
		}
		return err
	}
	if err := j.file.Sync(); err != nil {
		j.broken = err
		return err
	}
	j.end += int64(len(frame))
	return nil
}

// reopen opens a closed journal. If that fails, nothing more is written.
func (j *journal) reopen(name string) error {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		j.broken = err
		return err
	}
	j.file = f
	return nil
}

func (j *journal) close() error { return j.file.Close() }

// replay calls take for the changes of a journal, in order. It returns the state of its index, and how
// many bytes at its end are an incomplete frame. The process ended while writing it, so its changes were
// not acknowledged. A missing journal has no changes.
func replay(name string, private scheme.Set, take func(change) error) (s state, torn int64, err error) {
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return s, 0, nil
	}
	if err != nil {
		return s, 0, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return s, 0, err
	}
	r := bufio.NewReader(io.LimitReader(f, info.Size())) // it may grow
	head := make([]byte, journalHead)
	n, err := io.ReadFull(r, head)
	if begun := min(n, len(journalMagic)); string(head[:begun]) != journalMagic[:begun] {
		return s, 0, fmt.Errorf("%s: it does not begin like a journal", name)
	}
	if err != nil {
		return s, int64(n), ignoreEnd(err)
	}
	s, ok := decodeState(head[len(journalMagic):])
	if !ok {
		return s, 0, fmt.Errorf("%w: %s: its header", index.ErrCorrupt, name)
	}
	torn, err = replayFrames(r, name, info.Size()-journalHead, private, take)
	return s, torn, err
}

// replayFrames calls take for the changes of the frames of a journal, which have a size together.
func replayFrames(r io.Reader, name string, size int64, private scheme.Set, take func(change) error) (torn int64, err error) {
	for read := int64(0); ; {
		left := size - read
		var head [frameHead]byte
		if _, err := io.ReadFull(r, head[:]); err != nil {
			return left, ignoreEnd(err)
		}
		length := int64(binary.LittleEndian.Uint32(head[:]))
		if length > left-frameHead {
			rest, err := io.ReadAll(r)
			if err != nil {
				return left, err
			}
			if hasFrame(head, rest) {
				return 0, fmt.Errorf("%w: %s: the frame at byte %d", index.ErrCorrupt, name, journalHead+read)
			}
			return left, nil
		}
		payload := make([]byte, length)
		if _, err := io.ReadFull(r, payload); err != nil {
			return left, ignoreEnd(err)
		}
		if crc32.Checksum(payload, castagnoli) != binary.LittleEndian.Uint32(head[4:]) {
			if left > frameHead+length { // later frames were acknowledged
				return 0, fmt.Errorf("%w: %s: the frame at byte %d", index.ErrCorrupt, name, journalHead+read)
			}
			return left, nil
		}
		read += frameHead + length
		if err := changesOf(payload, private, take); err != nil {
			return 0, fmt.Errorf("%s: %w", name, err)
		}
	}
}

// hasFrame reports whether the rest of a journal has whole frames, so that the length in a head is damaged. The frame
// of that head may be whole, too.
func hasFrame(head [frameHead]byte, rest []byte) bool {
	if len(rest) > 0 && crc32.Checksum(rest, castagnoli) == binary.LittleEndian.Uint32(head[4:]) {
		return true
	}
	left := 64 << 20 // bytes to examine: lengths in other bytes are chance
	for ; len(rest) >= frameHead && left > 0; rest = rest[1:] {
		length := int64(binary.LittleEndian.Uint32(rest))
		if length == 0 || length > int64(len(rest)-frameHead) {
			continue
		}
		left -= int(length)
		if crc32.Checksum(rest[frameHead:][:length], castagnoli) == binary.LittleEndian.Uint32(rest[4:]) {
			return true
		}
	}
	return false
}

// journals returns the names of the journals of an index, the older one first.
func journals(name string) []string { return []string{name + foldedName, name + journalName} }

func ignoreEnd(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return nil
	}
	return err
}

// changesOf calls take for the changes of a frame.
func changesOf(payload []byte, private scheme.Set, take func(change) error) error {
	for len(payload) > 0 {
		var parts [2]string
		for i := range parts {
			n, width := binary.Uvarint(payload)
			if width <= 0 || n > uint64(len(payload)-width) {
				return fmt.Errorf("%w: a change of %d bytes", index.ErrCorrupt, len(payload))
			}
			parts[i], payload = string(payload[width:][:n]), payload[width+int(n):]
		}
		c := change{id: parts[0]}
		if parts[1] != "" {
			var err error
			if c.print, err = private.Parse(parts[1]); err != nil {
				return fmt.Errorf("document %q: %w", c.id, err)
			}
		}
		if err := take(c); err != nil {
			return err
		}
	}
	return nil
}
