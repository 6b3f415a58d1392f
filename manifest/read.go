package manifest

import (
	"bufio"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"iter"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
	"github.com/lsh-interop/fpcheck/internal/store/compressed"
	"github.com/lsh-interop/fpcheck/scheme"
)

// A Reader reads a manifest of either form, in bounded memory.
type Reader struct {
	lines   *bufio.Reader
	number  int // of the last line, from 1
	crlf    bool
	form    form
	made    form // makes the lines again, to compare them
	header  *Header
	private scheme.Set
	sum     hash.Hash
	order   order
	broken  error // of a record

	canonical []byte // lines of the last entry or record as a writer makes them
}

// NewReader reads the head of a manifest. Its scheme must be registered, or one of the private schemes.
func NewReader(r io.Reader, private scheme.Set) (reader *Reader, err error) {
	defer recovery.Catch(&err, inManifests)
	m := &Reader{lines: bufio.NewReaderSize(r, maxLine), private: private, sum: sha256.New()}
	start, _ := m.lines.Peek(headSize)
	if packed := compressed.Find(start); packed != nil {
		return nil, fmt.Errorf("%w: compressed by %s: expected it decompressed", ErrMalformed, packed.Name)
	}
	first, err := m.line()
	if err != nil {
		if errors.Is(err, ErrTruncated) && first == "" {
			err = m.malformed(errors.New("empty: expected a manifest"))
		}
		return nil, err
	}
	h := Header{JSON: true}
	switch {
	case strings.HasPrefix(first, textMagic):
		h.JSON = false
	case !strings.HasPrefix(first, `{"fpcheck_manifest":`):
		return nil, m.malformed(fmt.Errorf("%q: expected %q or a JSON object with fpcheck_manifest", abridge(first), strings.TrimSpace(textMagic)))
	}
	m.form, m.made = h.form(), h.form()
	head := []string{first}
	for !m.form.headerEnds(head) {
		line, err := m.line()
		if err != nil {
			return nil, err
		}
		head = append(head, line)
	}
	var line int
	if m.header, line, err = m.form.parseHeader(head, private); err != nil {
		m.number = line
		return nil, m.malformed(err)
	}
	if line := unusual(m.made.header(m.header), head); line > 0 {
		m.number = line
		return nil, m.malformed(errUnusual)
	}
	for _, line := range head {
		io.WriteString(m.sum, line+"\n")
	}
	return m, nil
}

var errUnusual = errors.New("not in canonical form: expected what fpcheck manifest writes")

// unusual returns the number, from 1, of the first line that a writer makes otherwise. It returns 0 if there is none.
func unusual(made, lines []string) int {
	for i, line := range lines {
		if i >= len(made) || line != made[i] {
			return i + 1
		}
	}
	return 0
}

// Header returns the header of the manifest.
func (m *Reader) Header() Header { return *m.header }

// Entries yields the entries once. The error, if any, comes last. Without an error, the manifest is
// complete and unaltered.
func (m *Reader) Entries() iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		for {
			e, err := m.next()
			if err == io.EOF {
				return
			}
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

// inManifests names the place of a panic.
const inManifests = "the reader of manifests"

// next returns the next file, and io.EOF after the last.
func (m *Reader) next() (entry Entry, err error) {
	defer recovery.Catch(&err, inManifests)
	for m.order.below > 0 { // skip records that were not read
		if _, err := m.nextRecord(); err != nil {
			return Entry{}, err
		}
	}
	var before []string // lines that do not describe a file
	for {
		line, err := m.line()
		if err != nil {
			return Entry{}, err
		}
		if files, sum, ok := m.form.parseEnd(line); ok && len(before) == 0 {
			return Entry{}, m.end(line, files, sum)
		}
		e, ok, err := m.form.parseEntry(line, m.private)
		before = append(before, line)
		if err == nil && ok {
			err = m.order.entry(&e, m.header)
		}
		switch {
		case err != nil:
			return e, m.malformed(err)
		case ok:
			return e, m.compare(m.made.entry(m.canonical[:0], &e), before)
		case len(before) > 1:
			return e, m.malformed(errUnusual) // a second reader
		}
	}
}

// compare compares lines with what a writer makes of them, and adds them to the sum.
func (m *Reader) compare(made []byte, lines []string) error {
	m.canonical = made
	if made := string(made[:len(made)-1]); made != strings.Join(lines, "\n") { // without the last line end
		m.number += unusual(strings.Split(made, "\n"), lines) - len(lines)
		return m.malformed(errUnusual)
	}
	m.sum.Write(made)
	return nil
}

// records yields the records below the file that [Reader.Entries] has just yielded, once. Entries skips
// records that were not read. The error, if any, comes last, and Entries yields it too.
func (m *Reader) records() iter.Seq2[record, error] {
	return func(yield func(record, error) bool) {
		for m.order.below > 0 {
			r, err := m.nextRecord()
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}

// nextRecord returns the next record of the last file.
func (m *Reader) nextRecord() (r record, err error) {
	if m.broken != nil {
		return r, m.broken
	}
	defer func() { m.broken = err }()
	defer recovery.Catch(&err, inManifests)
	var before []string // lines that do not describe a record
	for {
		line, err := m.line()
		if err != nil {
			return r, err
		}
		r, ok, err := m.form.parseRecord(line, m.private)
		before = append(before, line)
		if err == nil && ok {
			err = m.order.record(&r, m.header)
		}
		switch {
		case err != nil:
			return r, m.malformed(err)
		case ok:
			return r, m.compare(m.made.record(m.canonical[:0], &r), before)
		case len(before) > 1:
			return r, m.malformed(errUnusual)
		}
	}
}

// end checks the last line; it returns io.EOF if everything is right.
func (m *Reader) end(line string, files int64, sum Digest) error {
	if m.form.end(files, sum) != line {
		return m.malformed(errUnusual)
	}
	if files != m.order.files {
		return fmt.Errorf("%w: line %d: %d files: expected %d", ErrAltered, m.number, m.order.files, files)
	}
	if got := Digest(m.sum.Sum(nil)); got != sum {
		return fmt.Errorf("%w: line %d: the lines before have SHA-256 %s: expected %s", ErrAltered, m.number, got, sum)
	}
	if _, err := m.lines.ReadByte(); err != io.EOF {
		if err == nil {
			m.number++
			err = m.malformed(errors.New("bytes after the last line: expected none"))
		}
		return err
	}
	return io.EOF
}

// line returns the next line, without its end.
func (m *Reader) line() (string, error) {
	octets, err := m.lines.ReadSlice('\n')
	m.number++
	switch {
	case err == bufio.ErrBufferFull:
		return "", m.malformed(fmt.Errorf("more than %d bytes: expected a line end", maxLine))
	case err == io.EOF:
		return string(octets), fmt.Errorf("%w: line %d: expected a last line with the number of files", ErrTruncated, m.number)
	case err != nil:
		return "", err
	}
	line, crlf := strings.CutSuffix(string(octets[:len(octets)-1]), "\r")
	if m.number == 1 {
		m.crlf = crlf
	}
	if crlf != m.crlf {
		return "", m.malformed(errors.New("line ends differ: expected all to be LF, or all CR LF"))
	}
	return line, nil
}

func (m *Reader) malformed(err error) error {
	return fmt.Errorf("%w: line %d: %w", ErrMalformed, m.number, err)
}
