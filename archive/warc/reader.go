package warc

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/lsh-interop/fpcheck/archive/validation"
	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
)

// A reader reads one record after another, in bounded memory.
type reader struct {
	m     *members
	in    bool    // in a member
	nth   int     // records that came before in it
	rec   *record // the last
	trail *record // the last, though its member may have ended
	later error   // what was found wrong while it was read
	tail  []byte  // the end of its block

	broken error // a panic, or of reading the file: reading stops after it
}

// inArchives names the place of a panic.
const inArchives = "the reader of web archives"

const (
	maxTail = 8 << 10  // how far back to look for a record in a block that was too long
	maxLine = 64 << 10 // that of bufio's buffer
)

// newReader returns a reader of records. workers is the number of goroutines that decompress members; 1
// means only the caller's.
func newReader(r io.Reader, workers int) *reader {
	m := newMembers(r, extract.DefaultLimits)
	m.workers = workers
	return &reader{m: m}
}

// Close frees the decoders. It does not close the underlying reader.
func (r *reader) Close() { r.m.close() }

// Records yields the records, and a [gap] for bytes that were left out. Only the last error may be of
// another type.
func (r *reader) Records() iter.Seq2[*record, error] {
	return func(yield func(*record, error) bool) {
		for {
			rec, err := r.Next()
			if err == io.EOF || !yield(rec, err) {
				return
			}
			if gap := (*gap)(nil); err != nil && !errors.As(err, &gap) {
				return
			}
		}
	}
}

// Next returns the next record, or io.EOF if there is none. It skips the rest of the last record's block.
// After a [gap] there may be more records; after any other error there are none.
func (r *reader) Next() (record *record, err error) {
	if r.broken != nil {
		return nil, r.broken
	}
	defer func() { err = r.breaks(err) }()
	defer recovery.Catch(&err, inArchives)
	if err := r.finish(); err != nil {
		return nil, err
	}
	for {
		if !r.in {
			if err := r.m.next(); err != nil {
				return nil, err
			}
			r.in, r.nth = true, 0
		}
		blank, err := r.blank()
		if r.trail != nil {
			r.trail.after = append(r.trail.after, blank[:min(len(blank), maxAfter-len(r.trail.after))]...)
		}
		if err == nil {
			return r.record(blank)
		}
		if err != io.EOF {
			return nil, r.lost(err)
		}
		if r.rec != nil && r.nth == 1 && r.rec.Nth == 0 {
			r.rec.length = r.m.offset() - r.rec.Offset
		}
		r.in, r.rec = false, nil
		if r.m.plain {
			return nil, io.EOF
		}
	}
}

// breaks returns the error of reading the file in place of the damage that it causes. Reading stops after it,
// and after a panic.
func (r *reader) breaks(err error) error {
	if gap := (*gap)(nil); errors.As(err, &gap) {
		err = cmp.Or(r.m.failure(), err)
	}
	if failed := r.m.failure(); errors.Is(err, extract.ErrInternal) || failed != nil && errors.Is(err, failed) {
		r.broken = err
	}
	return err
}

// finish skips the rest of the last record.
func (r *reader) finish() error {
	if rec := r.rec; rec != nil {
		seen := rec.err != nil
		io.Copy(io.Discard, rec)
		if rec.err != io.EOF && !seen {
			return rec.err
		}
	}
	err := r.later
	r.later = nil
	return err
}

// lost leaves a damaged member.
func (r *reader) lost(err error) error {
	r.in, r.rec = false, nil
	if r.m.plain {
		return err
	}
	return r.m.broken(err)
}

// maxAfter is the number of line-end bytes after a record that are kept.
const maxAfter = 8

// blank skips line ends, and returns the first bytes of them.
func (r *reader) blank() (first []byte, err error) {
	for {
		c, err := r.m.data.ReadByte()
		if err != nil {
			return first, err
		}
		if c != '\r' && c != '\n' {
			return first, r.m.data.UnreadByte()
		}
		if len(first) < maxAfter {
			first = append(first, c)
		}
	}
}

// line reads a line without its end, and describes the end unless it is CR LF. The line is valid until the
// next call.
func (r *reader) line() (line []byte, odd string, err error) {
	line, err = r.m.data.ReadSlice('\n')
	for whole := false; err == io.EOF && len(line) > 0; whole = true {
		if len(line) > maxLine {
			return line, "", bufio.ErrBufferFull
		}
		if !whole {
			line = bytes.Clone(line)
		}
		if !r.onward() {
			return line, "", io.ErrUnexpectedEOF
		}
		var more []byte
		more, err = r.m.data.ReadSlice('\n')
		line = append(line, more...)
	}
	if err != nil {
		return line, "", err
	}
	line = line[:len(line)-1]
	bare := bytes.TrimRight(line, "\r")
	switch len(line) - len(bare) {
	case 0:
		odd = "LF"
	case 1:
	default: // a program took CR LF for LF and wrote it as CR CR LF
		odd = "CR CR LF"
	}
	return bare, odd, nil
}

// onward continues in the next member if a member ended within a record. A file may be compressed in
// blocks. It does not if another record begins there.
func (r *reader) onward() bool {
	if r.m.plain || r.later != nil {
		return false
	}
	if err := r.m.next(); err != nil {
		r.in, r.later = false, err
		if err == io.EOF {
			r.later = nil
		}
		return false
	}
	head, _ := r.m.data.Peek(5)
	if string(head) == "WARC/" {
		r.nth, r.rec = 0, nil
		return false
	}
	return len(head) > 0
}

// record parses the header of a record, after blank line ends.
func (r *reader) record(blank []byte) (*record, error) {
	last := r.rec
	r.rec, r.trail = nil, nil
	from := r.m.position()
	rec := &record{Offset: from, Nth: r.nth, r: r}
	if last != nil && last.Nth == r.nth-1 && r.m.plain {
		last.length = from - last.Offset
	}
	head, _ := r.m.data.Peek(5)
	if last != nil && string(head) != "WARC/" && len(last.Version) > 3 && last.Version[:4] == "WARC" {
		return nil, r.misplaced(last, from)
	}
	line, odd, err := r.line()
	if err != nil {
		return nil, r.cut(from, err)
	}
	var header headerLines
	switch text := string(line); {
	case strings.HasPrefix(text, "WARC/"):
		rec.Version = strings.TrimSpace(text)
	case len(text) > 5 && strings.EqualFold(text[:5], "WARC-") && header.add(text):
		rec.fault(validation.Error, ruleHeader, "4", "no version line")
	default:
		h, version, ok := arcLine(text)
		if !ok {
			return nil, r.resync(from, "no record begins here")
		}
		rec.Header, rec.Version = h, version
		return r.begin(rec, from)
	}
	for {
		line, end, err := r.line()
		if err != nil {
			return nil, r.cut(from, err)
		}
		odd = cmp.Or(odd, end)
		if len(line) == 0 {
			break
		}
		if text := string(line); strings.HasPrefix(text, "WARC/") && !strings.Contains(text, ":") {
			// The header was cut off, and this line begins another record.
			if r.m.plain {
				r.m.unread(append(line, "\r\n"...))
			}
			return nil, r.resync(from, "the file goes on with another record within a header")
		} else if !header.add(text) {
			header.oddLine(text)
		}
		if header.tooLong() {
			return nil, r.resync(from, fmt.Sprintf("a header of more than %d bytes", maxHeader))
		}
	}
	var notes []string
	rec.Header, notes = header.end("header")
	for _, note := range notes {
		rec.fault(validation.Error, ruleHeader, "4", note)
	}
	if odd != "" {
		rec.fault(validation.Error, ruleLineEnds, "4", "lines end in "+odd)
	}
	if last != nil && len(blank) == 0 {
		rec.note("no line ends before the record")
	}
	for _, name := range []string{"WARC-Type", "WARC-Record-ID", "WARC-Date"} {
		if rec.Header.Get(name) == "" {
			rec.note("no %s", name)
		}
	}
	return r.begin(rec, from)
}

// begin begins the block of a record whose header was read.
func (r *reader) begin(rec *record, from int64) (*record, error) {
	lengths := rec.Header.Values("Content-Length")
	if len(lengths) == 0 {
		return nil, r.resync(from, "a record without Content-Length")
	}
	size, err := contentLength(lengths[0])
	if err != nil {
		return nil, r.resync(from, err.Error())
	}
	for _, other := range lengths[1:] {
		if other != lengths[0] {
			rec.note("Content-Length is %s and %s: the first is used", abridged(lengths[0]), abridged(other))
			break
		}
	}
	if !r.m.plain && !r.m.bzip2 && r.nth == 1 {
		rec.fault(validation.Warning, ruleCompression, "D.2", "several records are in one compressed member")
	}
	rec.Size, rec.left = size, size
	r.rec, r.trail, r.tail = rec, rec, r.tail[:0]
	r.nth++
	return rec, nil
}

// Read reads the record's block. If the file ends too early, or another member begins, the error wraps
// [extract.ErrMalformed].
func (rec *record) Read(p []byte) (n int, err error) {
	defer func() {
		if err != nil && err != io.EOF {
			err = rec.r.breaks(err)
			rec.err = err
		}
	}()
	defer recovery.Catch(&err, inArchives)
	for rec.err == nil {
		if rec.left == 0 {
			rec.err = io.EOF
			break
		}
		if rec.r.rec != rec {
			rec.err = errors.New("the block of a record that is not the last: expected to be read before the next")
			break
		}
		n, err := rec.r.m.data.Read(p[:min(int64(len(p)), rec.left)])
		rec.left -= int64(n)
		if n > 0 {
			rec.r.keep(p[:n])
			return n, nil
		}
		if len(p) == 0 {
			return 0, nil
		}
		if err == io.EOF && rec.r.onward() || err == nil {
			continue
		}
		rec.err = rec.r.short(rec, err)
	}
	return 0, rec.err
}

// keep keeps the end of a block, because the next record may begin in it.
func (r *reader) keep(p []byte) {
	if !r.m.plain {
		return
	}
	r.tail = append(r.tail, p[max(0, len(p)-maxTail):]...)
	if over := len(r.tail) - maxTail; over > maxTail {
		r.tail = append(r.tail[:0], r.tail[over:]...)
	}
}

// short returns the error for a block that ended early.
func (r *reader) short(rec *record, err error) error {
	why := fmt.Sprintf("the block has %d bytes: expected %d by Content-Length", rec.Size-rec.left, rec.Size)
	if err != io.EOF {
		why += ": " + err.Error()
	}
	if r.in && err != io.EOF {
		r.in = false
	}
	if r.m.plain && r.rewind() {
		r.rec = nil
	}
	to := r.m.offset()
	if !r.m.plain && r.m.start > rec.Offset { // already in the next member
		to = r.m.start
	}
	return &gap{rec.Offset, to, why}
}

// rewind goes back to a record that began inside the end of a block that was too long.
func (r *reader) rewind() bool {
	for rest := r.tail; ; {
		i := bytes.Index(rest, []byte("\nWARC/"))
		if i < 0 {
			return false
		}
		rest = rest[i+1:]
		if line, _, _ := bytes.Cut(rest, []byte("\n")); versionLine(line) {
			r.m.unread(rest)
			r.tail = r.tail[:0]
			return true
		}
	}
}

// versionLine reports whether a line, or its beginning, begins a record.
func versionLine(line []byte) bool {
	line = bytes.TrimRight(line, "\r ")
	return len(line) <= len("WARC/1.1") && (bytes.HasPrefix(line, []byte("WARC/1.")) || bytes.HasPrefix(line, []byte("WARC/0.")))
}

// misplaced finds the next record if the Content-Length of the last one was wrong.
func (r *reader) misplaced(last *record, from int64) error {
	why := fmt.Sprintf("no record begins where the one at %d should end by its Content-Length, %d", last.Offset, last.Size)
	if r.m.plain && r.rewind() {
		return &gap{last.Offset, r.m.position(), why + ": another begins within it"}
	}
	return r.resync(from, why)
}

func (r *reader) cut(from int64, err error) error {
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return r.resync(from, fmt.Sprintf("a line of more than %d bytes", maxLine))
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		if r.m.plain {
			r.in = true
		} else {
			r.in = r.in && r.nth == 0 && r.later == nil && r.fresh()
		}
		return &gap{from, max(from, r.m.offset()), "the file or its member ends within a header"}
	}
	return r.lost(err)
}

// fresh reports whether a record begins here.
func (r *reader) fresh() bool {
	head, _ := r.m.data.Peek(5)
	return string(head) == "WARC/"
}

// resync skips to the next line that begins a record, or to the end of the member.
func (r *reader) resync(from int64, why string) error {
	var skipped int64
	begins := true
	for {
		if begins && skipped > 0 || begins && r.m.plain && r.m.offset() > from {
			head, _ := r.m.data.Peek(len("WARC/1."))
			if versionLine(head) && len(head) == len("WARC/1.") {
				break
			}
			if line, _ := r.m.data.Peek(2048); arcBegins(line) {
				break
			}
		}
		line, err := r.m.data.ReadSlice('\n')
		skipped += int64(len(line))
		begins = err == nil
		if err == nil || err == bufio.ErrBufferFull {
			continue
		}
		if err != io.EOF {
			return r.lost(fmt.Errorf("%s; then %w", why, err))
		}
		break
	}
	if !r.m.plain {
		return &gap{from, r.m.offset(), fmt.Sprintf("%s: %d bytes of the member left out", why, skipped)}
	}
	return &gap{from, r.m.offset(), why}
}
