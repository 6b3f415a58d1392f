package manifest

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"iter"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lsh-interop/fpcheck/internal/store/durable"
	"github.com/lsh-interop/fpcheck/internal/store/scratch"
	"github.com/lsh-interop/fpcheck/manifest/internal/into"
	"github.com/lsh-interop/fpcheck/scheme"
)

// While [Create] runs, it writes a journal beside the manifest. A line is added as soon as its file was
// read, and written soon. It is a line of the text form, after the file's time of modification. A line with
// the CRC-32C of the lines of a file follows them, so a damaged journal is no evidence. After an
// interruption, the next run resumes from the journal and writes its own. If that run is interrupted too,
// the next one resumes from both, and prefers the newer.
const (
	journalName = ".journal" // the suffix of the name of a journal
	olderName   = ".journal.older"
)

// Names returns the names of the files that [Create] writes for a manifest with this name. The manifest
// comes first, then its journal. If they are in the tree itself, [Options.Skip] should leave them out.
func Names(name string) []string {
	names := []string{name, name + journalName, name + olderName}
	for _, n := range slices.Clone(names) {
		names = append(names, n+durable.TemporarySuffix)
	}
	return names
}

// Create writes the manifest of a tree to a file, and resumes an earlier run that was interrupted. The file
// is replaced when the manifest is complete. Until then, a journal is beside it. each, if not nil, is
// called with each file of the tree. Create stops with the error of each or of ctx, and calling it again
// resumes. Only one run at a time may write a manifest. If an option is wrong, nothing is written.
func Create(ctx context.Context, file string, fsys fs.FS, h Header, o Options, each func(Scanned) error) error {
	return createIn(ctx, durable.Disk(filepath.Dir(file)), filepath.Base(file), fsys, h, o, each)
}

func init() { into.Create = createIn }

// createIn is like [Create], but writes to a storage, such as a bag.
func createIn(ctx context.Context, to durable.Storage, name string, fsys fs.FS, h Header, o Options, each func(Scanned) error) error {
	if err := h.prepare(&o); err != nil {
		return err
	}
	journal, older := name+journalName, name+olderName
	if err := mergeJournals(to, journal, older, &h); err != nil {
		return err
	}
	o.Earlier = prefer(readJournal(to, older, &h), o.Earlier)
	j := &journalWriter{header: &h}
	if err := j.create(ctx, to, journal, fsys, o, each); err != nil {
		return err
	}
	err := to.Replace(name, func(w io.Writer) error {
		r, err := to.Open(journal)
		if err != nil {
			return err
		}
		defer r.Close()
		return fromJournal(w, r, j)
	})
	if err != nil {
		return err
	}
	return errors.Join(to.Remove(journal), to.Remove(older))
}

// Write writes the manifest of a tree to w, after it has read all of the tree. Until then, the results are
// in a temporary file. each, if not nil, is called with each file of the tree.
func Write(ctx context.Context, w io.Writer, fsys fs.FS, h Header, o Options, each func(Scanned) error) error {
	if err := h.prepare(&o); err != nil {
		return err
	}
	held, err := scratch.New()
	if err != nil {
		return err
	}
	defer held.Close()
	j := &journalWriter{header: &h}
	if err := j.scan(ctx, held, fsys, o, each); err != nil {
		return err
	}
	if _, err := held.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return fromJournal(w, held, j)
}

// prepare checks a header and options for a new manifest, and completes both.
func (h *Header) prepare(o *Options) error {
	*h = h.orVisible()
	if err := h.check(); err != nil {
		return err
	}
	o.Scheme, o.Profile = h.Scheme, h.Profile
	return o.check()
}

// fromJournal writes the manifest from the journal of j.
func fromJournal(w io.Writer, journal io.Reader, j *journalWriter) error {
	h := *j.header
	h.records, h.exact = j.archives || j.exact, j.exact
	m, err := newWriter(w, h)
	if err != nil {
		return err
	}
	if !h.JSON {
		return m.copy(journal, j)
	}
	var failed error
	for s := range parseJournal(journal, j.header, &failed) {
		if err := m.writeScanned(s); err != nil {
			return err
		}
		s.records.Close()
	}
	if failed != nil {
		return failed
	}
	return m.close()
}

// copy writes the lines of a journal, which the text form has too, and ends the manifest.
func (m *writer) copy(journal io.Reader, j *journalWriter) error {
	lines, err := openJournal(journal, j.header)
	if err != nil {
		return err
	}
	end := journalEnd(j.files)
	for {
		if mark, _ := lines.lines.Peek(1); string(mark) == string(sumMark) {
			if lines.whole() != nil {
				return lines.cutShort()
			}
			continue
		}
		line, err := lines.next()
		if err != nil {
			return lines.cutShort()
		}
		switch line[0] {
		case '#', ' ': // a reader, a record
		case '{':
			if string(line) != end || lines.files != j.files {
				return lines.cutShort()
			}
			return m.close()
		default:
			m.order.files++
			line = line[bytes.IndexByte(line, ' ')+1:]
		}
		if err := m.lines(line); err != nil {
			return err
		}
	}
}

// mergeJournals merges up to two journals into one, the older.
func mergeJournals(to durable.Storage, journal, older string, h *Header) error {
	if !exists(to, journal) {
		return nil
	}
	if !exists(to, older) {
		return to.Rename(journal, older)
	}
	err := to.Replace(older, func(w io.Writer) error {
		j := &journalWriter{header: h, w: w}
		if err := j.head(); err != nil {
			return err
		}
		for s := range prefer(readJournal(to, journal, h), readJournal(to, older, h)) {
			if err := j.add(&s); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return to.Remove(journal)
}

func exists(to durable.Storage, name string) bool {
	f, err := to.Open(name)
	if err == nil {
		f.Close()
	}
	return err == nil
}

// journalWriter writes a journal.
type journalWriter struct {
	header   *Header
	w        io.Writer
	form     textForm
	files    int64
	last     string
	archives bool   // some files are web archives
	exact    bool   // some texts have a digest of characters
	made     []byte // the lines made last
	sum      uint32 // CRC-32C of the lines of the last file
}

// create reads the tree and writes the journal.
func (j *journalWriter) create(ctx context.Context, to durable.Storage, name string, fsys fs.FS, o Options, each func(Scanned) error) (err error) {
	f, err := to.Create(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return j.scan(ctx, f, fsys, o, each)
}

func (j *journalWriter) scan(ctx context.Context, w io.Writer, fsys fs.FS, o Options,
	each func(Scanned) error) (err error) {
	lines := newSoonWriter(w)
	defer func() { // after an error, too, since the next run resumes
		if failed := lines.end(); err == nil {
			err = failed
		}
	}()
	j.w = lines
	if err := j.head(); err != nil {
		return err
	}
	for s, err := range Scan(ctx, fsys, o) {
		if err != nil {
			return err
		}
		if err := j.add(&s); err != nil {
			return err
		}
		if each != nil {
			if err := each(s); err != nil {
				return err
			}
		}
		s.records.Close()
	}
	return j.line(journalEnd(j.files))
}

// head writes the head of a manifest. A journal with another scheme or program version cannot be resumed.
func (j *journalWriter) head() error { return j.line(journalHead(j.header)) }

func journalHead(h *Header) string { return new(jsonForm).header(h)[0] + "\n" }

func (j *journalWriter) line(s string) error {
	_, err := io.WriteString(j.w, s)
	return err
}

// inJournal returns a header for checking the entries of a journal. They may have all that a manifest can have.
func (h Header) inJournal() *Header {
	h.records, h.exact = true, true
	return &h
}

// add writes a file and the records below it.
func (j *journalWriter) add(s *Scanned) error {
	if err := s.check(j.header.inJournal()); err != nil {
		return err
	}
	if err := follows(j.files, j.last, s.Path); err != nil {
		return err
	}
	lines := j.form.entry(j.made[:0], &s.Entry)
	last := bytes.LastIndexByte(lines[:len(lines)-1], '\n') + 1 // after the line of a reader, if there is one
	var room [64]byte
	j.made = slices.Insert(lines, last, append(appendStamp(room[:0], s.modified), ' ')...)
	j.sum = 0
	if s.records.Len() > 0 {
		for r, err := range s.eachRecord() {
			if err == nil {
				err = j.write()
			}
			if err != nil {
				return err
			}
			j.made = j.form.record(j.made[:0], &r)
			j.exact = j.exact || !r.Exact.IsZero()
		}
	}
	if err := j.write(); err != nil {
		return err
	}
	j.files, j.last = j.files+1, s.Path
	j.archives = j.archives || s.State == webArchive || s.Records > 0
	j.exact = j.exact || !s.exact.IsZero()
	return j.line(journalSum(j.sum))
}

// write writes the lines made last.
func (j *journalWriter) write() error {
	j.sum = crc32.Update(j.sum, castagnoli, j.made)
	_, err := j.w.Write(j.made)
	return err
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// journalSum returns the line after a file and the records below it.
func journalSum(sum uint32) string { return fmt.Sprintf("%c%08x\n", sumMark, sum) }

// sumMark begins no other line of a journal.
const sumMark = '~'

// appendStamp appends a time for a journal: seconds and nanoseconds, or "-" for none.
func appendStamp(line []byte, t time.Time) []byte {
	if t.IsZero() {
		return append(line, '-')
	}
	line = append(strconv.AppendInt(line, t.Unix(), 10), '.')
	return strconv.AppendInt(line, int64(t.Nanosecond()), 10)
}

func parseStamp(s string) (time.Time, error) {
	if s == "-" {
		return time.Time{}, nil
	}
	whole, part, _ := strings.Cut(s, ".")
	seconds, err := strconv.ParseInt(whole, 10, 64)
	nanoseconds, nanoErr := strconv.ParseInt(part, 10, 64)
	return time.Unix(seconds, nanoseconds), cmp.Or(err, nanoErr)
}

// journalEnd returns the line that marks a complete journal.
func journalEnd(files int64) string { return fmt.Sprintf("{\"journaled\":%d}\n", files) }

// readJournal yields the complete part of a journal, or nothing if there is nothing to resume.
func readJournal(to durable.Storage, name string, h *Header) iter.Seq[Scanned] {
	return func(yield func(Scanned) bool) {
		f, err := to.Open(name)
		if err != nil {
			return
		}
		defer f.Close()
		var failed error // files that are not in the journal are read again
		parseJournal(f, h, &failed)(yield)
	}
}

// prefer merges a and b in order. For a path in both it takes the entry of a. Both must ascend; b may be
// nil.
func prefer(a, b iter.Seq[Scanned]) iter.Seq[Scanned] {
	return func(yield func(Scanned) bool) {
		rest := earlierAt(b)
		defer rest.stop()
		for s := range a {
			for rest.held != nil && rest.held.Path < s.Path {
				if !yield(*rest.held) {
					return
				}
				rest.step()
			}
			if rest.held != nil && rest.held.Path == s.Path {
				rest.step()
			}
			if !yield(s) {
				return
			}
		}
		for ; rest.held != nil; rest.step() {
			if !yield(*rest.held) {
				return
			}
		}
	}
}

var errOtherJournal = errors.New("expected the journal of this run")

// parseJournal yields the entries of a journal. If it ends early, failed has the error.
func parseJournal(r io.Reader, h *Header, failed *error) iter.Seq[Scanned] {
	return func(yield func(Scanned) bool) {
		j, err := openJournal(r, h)
		if err != nil {
			*failed = err
			return
		}
		for {
			line, err := j.next()
			if err == nil && string(line) == journalEnd(j.files) {
				return
			}
			s, ok := Scanned{}, false
			if err == nil {
				s, ok, err = j.file(strings.TrimSuffix(string(line), "\n"))
			}
			if err == nil && ok {
				err = j.whole()
			}
			if err != nil {
				s.records.Close()
				*failed = j.cutShort()
				return
			}
			if !ok {
				continue // a reader
			}
			j.last = s.Path
			if !yield(s) {
				return
			}
		}
	}
}

// journalReader reads a journal.
type journalReader struct {
	lines  *bufio.Reader
	header *Header
	form   textForm
	files  int64 // whose lines have their checksum
	last   string
	sum    uint32 // CRC-32C of the lines since the last checksum
}

func openJournal(r io.Reader, h *Header) (*journalReader, error) {
	j := &journalReader{lines: bufio.NewReaderSize(r, maxLine+256), header: h.inJournal()}
	if line, err := j.lines.ReadSlice('\n'); err != nil || string(line) != journalHead(h) {
		return nil, errOtherJournal
	}
	return j, nil
}

// next returns the next line of the journal, and adds it to the sum.
func (j *journalReader) next() ([]byte, error) {
	line, err := j.lines.ReadSlice('\n')
	j.sum = crc32.Update(j.sum, castagnoli, line)
	return line, err
}

// whole reads the line after a file, and returns an error if the file has another checksum.
func (j *journalReader) whole() error {
	want := journalSum(j.sum)
	line, err := j.lines.ReadSlice('\n')
	if err != nil || string(line) != want {
		return cmp.Or(err, errDamaged)
	}
	j.files, j.sum = j.files+1, 0
	return nil
}

var errDamaged = errors.New("damaged")

func (j *journalReader) cutShort() error {
	return fmt.Errorf("the journal is damaged or cut short after %d files", j.files)
}

// file parses the line of a file and reads its records. After the line of a reader, ok is false.
func (j *journalReader) file(line string) (s Scanned, ok bool, err error) {
	if reader, found := strings.CutPrefix(line, textReader); found {
		return s, false, j.form.parseReader(reader)
	}
	private := scheme.Set{j.header.Scheme}
	stamp, line, _ := strings.Cut(line, " ")
	if s.modified, err = parseStamp(stamp); err != nil {
		return s, false, err
	}
	if s.Entry, ok, err = j.form.parseEntry(line, private); err != nil || !ok {
		return s, false, cmp.Or(err, errUnusual)
	}
	if err := cmp.Or(s.check(j.header), follows(j.files, j.last, s.Path)); err != nil {
		return s, false, err
	}
	if s.Records > 0 {
		err = s.keep(j.records(s.Records, private), j.header.Scheme)
	}
	return s, err == nil, err
}

func (j *journalReader) records(n int64, private scheme.Set) iter.Seq2[record, error] {
	return func(yield func(record, error) bool) {
		var before []string
		for n > 0 {
			line, err := j.next()
			if err != nil {
				yield(record{}, err)
				return
			}
			r, ok, err := j.form.parseRecord(strings.TrimSuffix(string(line), "\n"), private)
			if err == nil && !ok {
				continue // a reader
			}
			row := r.row()
			if err == nil {
				err = errors.Join(r.check(j.header), follow(before, row))
			}
			if !yield(r, err) || err != nil {
				return
			}
			before = row
			n--
		}
	}
}
