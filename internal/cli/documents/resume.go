package documents

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"hash/maphash"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/engine/pipeline"
	"github.com/lsh-interop/fpcheck/internal/kernel/guess"
	"github.com/lsh-interop/fpcheck/internal/page/escape"
	"github.com/lsh-interop/fpcheck/internal/store/durable"
	"github.com/lsh-interop/fpcheck/scheme"
)

// A resumption is a file of fingerprints from which a later run resumes. The first line has the scheme and
// the flags. Each other line describes a document:
//
//	CRC FINGERPRINT FEATURES STAMP NUMBER IDENTITY NUMBERS ATTACHMENTS ELEMENTS  PATH[<tab>NAME<tab>RANK]
//
// Documents are compared by IDENTITY, NUMBERS, ATTACHMENTS and ELEMENTS, in hexadecimal digits and base64.
// STAMP is the stamp of the file when it was opened. If the stamp has changed, the file is read again. NUMBER
// is the number of a member, from 1, which has a NAME and a [member].Rank. It is 0 if the document is the
// whole file. CRC is the CRC-32C of the rest. An incomplete line does not count.
type resumption struct {
	name    string
	file    *os.File
	lines   *bufio.Writer
	flushed time.Time
	unlock  func()
	private scheme.Set
	seed    maphash.Seed
	known   []knownLine // by hash, the last written first

	keep     func(elements []uint64) (number int)            // keeps the compared elements of a text; may be nil
	elements func(number int) (elements []uint64, err error) // returns it
}

// Compare makes a resumption record the compared elements of texts, which [pipeline.Options].Keep receives.
func (r *resumption) Compare(keep func(elements []uint64) (number int), elements func(number int) ([]uint64, error)) {
	if r != nil {
		r.keep, r.elements = keep, elements
	}
}

// knownLine is the position of a document's line.
type knownLine struct {
	hash uint64 // of path and number
	at   int64
}

// stamp shows whether a file has changed. An edit may keep the size and the time of modification. But it
// changes the time of change, which the system sets. Streams have no stamp.
type stamp struct {
	size, modified int64
	changed        int64 // 0 where the system does not say it
	inode          uint64
	known          bool
}

func (s stamp) String() string {
	return fmt.Sprintf("%d,%d,%d,%d", s.size, s.modified, s.changed, s.inode)
}

func stampOf(path string) stamp {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return stamp{}
	}
	s := stamp{size: info.Size(), modified: info.ModTime().UnixNano(), known: true}
	s.changed, s.inode = changed(path)
	return s
}

// maxLoss is how long results may stay unwritten.
const maxLoss = time.Second

// OpenResumption opens or creates a file. Fingerprints are by s and the flags. what describes what else is
// recorded of a document.
func OpenResumption(name string, f *ReadFlags, s *scheme.Scheme, what string) (_ *resumption, err error) {
	unlock, err := durable.Lock(name + cli.LockName)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", cli.Display(name), cli.UnwrapPath(err))
	}
	r := &resumption{name: name, unlock: unlock, private: scheme.Set{s}, seed: maphash.MakeSeed()}
	defer func() {
		if err != nil {
			r.Close()
			err = fmt.Errorf("%s: %w", cli.Display(name), cli.UnwrapPath(err))
		}
	}()
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return nil, errors.New("is not a regular file: expected one, or a new name")
	}
	if r.file, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666); err != nil {
		return nil, err
	}
	head, err := resumptionHead(f, s, what)
	if err != nil {
		return nil, err
	}
	end, err := r.load(head)
	if err != nil {
		return nil, err
	}
	if err := r.file.Truncate(end); err != nil {
		return nil, err
	}
	if _, err := r.file.Seek(end, io.SeekStart); err != nil {
		return nil, err
	}
	r.lines, r.flushed = bufio.NewWriterSize(r.file, 64<<10), time.Now()
	if end == 0 {
		if _, err := r.lines.WriteString(head); err != nil {
			return nil, err
		}
		return r, r.lines.Flush()
	}
	return r, nil
}

const resumptionMark = "# fpcheck dedupe 4 "

// resumptionHead returns the first line: everything that fingerprints and names depend on.
func resumptionHead(f *ReadFlags, s *scheme.Scheme, what string) (string, error) {
	definition, err := json.Marshal(s.Method().Definition())
	if err != nil {
		return "", err
	}
	given, err := json.Marshal([]any{f.Profile, f.Media, f.input, f.Id, f.text, f.Archive.filter, f.words, f.key,
		f.fields.Rank, what, definition})
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s%s, %s, flags %x\n", resumptionMark, s.ID(), cli.ToolName, sha256.Sum256(given)), nil
}

// load finds the lines of a file, and returns the end of the last one.
func (r *resumption) load(head string) (end int64, err error) {
	lines := bufio.NewReaderSize(r.file, LongestLine)
	first, err := lines.ReadSlice('\n')
	switch {
	case err == io.EOF && strings.HasPrefix(head, string(first)):
		return 0, nil // a run that ended at once
	case !bytes.HasPrefix(first, []byte(resumptionMark)):
		return 0, errors.New("is not a file of --resume: expected one, or a new name")
	case string(first) != head:
		return 0, fmt.Errorf("made by other flags, or another scheme or version (%s): expected those, or a new name",
			escape.Line(strings.TrimSuffix(strings.TrimPrefix(string(first), resumptionMark), "\n")))
	}
	end = int64(len(first))
	for {
		line, err := lines.ReadSlice('\n')
		if err == io.EOF {
			break
		}
		if err != nil {
			return 0, err
		}
		if d, ok := splitResumed(line); ok {
			r.known = append(r.known, knownLine{r.hash(d.path, d.number), end})
		}
		end += int64(len(line))
	}
	slices.SortFunc(r.known, func(a, b knownLine) int {
		return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(b.at, a.at))
	})
	return end, nil
}

func (r *resumption) hash(escapedPath, number []byte) uint64 {
	var h maphash.Hash
	h.SetSeed(r.seed)
	h.Write(number)
	h.WriteByte(' ')
	h.Write(escapedPath)
	return h.Sum64()
}

// resumedLine is a line in parts, with its path and name as they are escaped.
type resumedLine struct {
	fingerprint, features, stamp, number, identity, numbers, attachments, elements, path, name, rank []byte
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// splitResumed parses a line, unless it is incomplete.
func splitResumed(line []byte) (d resumedLine, ok bool) {
	sum, rest, ok := bytes.Cut(bytes.TrimSuffix(line, []byte("\n")), []byte(" "))
	if !ok || string(sum) != checksum(rest) {
		return d, false
	}
	rest, name, ok := bytes.Cut(rest, []byte("  "))
	if !ok {
		return d, false
	}
	d.path, d.name, _ = bytes.Cut(name, []byte("\t"))
	d.name, d.rank, _ = bytes.Cut(d.name, []byte("\t"))
	for _, part := range []*[]byte{&d.fingerprint, &d.features, &d.stamp, &d.number, &d.identity, &d.numbers,
		&d.attachments} {
		if *part, rest, ok = bytes.Cut(rest, []byte(" ")); !ok {
			return d, false
		}
	}
	d.elements = rest
	return d, true
}

func checksum(octets []byte) string { return fmt.Sprintf("%08x", crc32.Checksum(octets, castagnoli)) }

// find returns the recorded result for a document, and the name and the rank of a member. The file must have
// that stamp. It returns nil if the document must be read.
func (r *resumption) find(path string, number int64, of stamp) (found *pipeline.Document, name, rank string) {
	if r == nil || !of.known {
		return nil, "", ""
	}
	escaped, _ := escape.Path(path)
	digits := strconv.AppendInt(nil, number, 10)
	hash := r.hash([]byte(escaped), digits)
	at, _ := slices.BinarySearchFunc(r.known, hash, func(k knownLine, hash uint64) int {
		return cmp.Compare(k.hash, hash)
	})
	for ; at < len(r.known) && r.known[at].hash == hash; at++ {
		d, ok := splitResumed(r.lineAt(r.known[at].at))
		if !ok || string(d.path) != escaped || !bytes.Equal(d.number, digits) {
			continue
		}
		if string(d.stamp) != of.String() {
			break // the latest result
		}
		f, err := r.private.Parse(string(d.fingerprint))
		features, errFeatures := strconv.Atoi(string(d.features))
		name, errName := escape.ParsePath(string(d.name))
		rank, errRank := escape.ParsePath(string(d.rank))
		if cmp.Or(err, errFeatures, errName, errRank) != nil {
			break
		}
		if found := recalled(f, features); r.compared(found, d) {
			return found, name, rank
		}
		break
	}
	return nil, "", ""
}

// compared adds the compared elements of a document. It returns false if the line has none.
func (r *resumption) compared(found *pipeline.Document, d resumedLine) bool {
	same, err := hex.DecodeString(string(d.identity))
	if err != nil || len(same) != sha256.Size {
		return false
	}
	if found.Compared.Numbers, err = strconv.ParseUint(string(d.numbers), 16, 64); err != nil {
		return false
	}
	found.Compared.Same = [sha256.Size]byte(same)
	if n, err := hex.Decode(found.Attachments[:], d.attachments); err != nil || n != len(found.Attachments) {
		return false
	}
	octets, err := base64.RawStdEncoding.AppendDecode(nil, d.elements)
	if err != nil || len(octets)%8 != 0 {
		return false
	}
	if r.keep != nil {
		elements := make([]uint64, 0, len(octets)/8)
		for ; len(octets) > 0; octets = octets[8:] {
			elements = append(elements, binary.LittleEndian.Uint64(octets))
		}
		found.Results[0].Kept = r.keep(elements)
	}
	return true
}

// lineAt returns the line at an offset, or nil if it cannot be read.
func (r *resumption) lineAt(at int64) []byte {
	for size := 1 << 10; size <= LongestLine; size *= 4 {
		line := make([]byte, size)
		n, err := r.file.ReadAt(line, at)
		if i := bytes.IndexByte(line[:n], '\n'); i >= 0 {
			return line[:i]
		}
		if err != nil {
			return nil
		}
	}
	return nil
}

// Add records the result for a document.
func (r *resumption) Add(d *Document) error {
	if r == nil || !d.stamp.known || d.resumed {
		return nil
	}
	if len(d.Found.Lost) > 0 || d.Found.Replaced > 0 || guess.Of(d.Found.Notes) != nil {
		return nil // a later run warns of them too, or cannot tell what they were either
	}
	if d.Member != nil && d.Member.keyed && d.Member.Record == "" {
		return nil // a later run could not tell its number from an id: it is read again
	}
	result := d.Results()[0]
	path, _ := escape.Path(d.Path)
	line := fmt.Appendf(nil, "%s %d %s %d %x %x %x ", result.Fingerprint, result.Features, d.stamp, d.number,
		d.Found.Compared.Same, d.Found.Compared.Numbers, d.Found.Attachments)
	if result.Kept > 0 {
		elements, err := r.elements(result.Kept)
		if err != nil {
			return err
		}
		var octets []byte
		for _, e := range elements {
			octets = binary.LittleEndian.AppendUint64(octets, e)
		}
		line = base64.RawStdEncoding.AppendEncode(line, octets)
	}
	line = fmt.Appendf(line, "  %s", path)
	if d.number > 0 {
		name, _ := escape.Path(d.Name())
		rank, _ := escape.Path(d.Member.Rank)
		line = fmt.Appendf(line, "\t%s\t%s", name, rank)
	}
	if len(line)+len("00000000 \n") > LongestLine {
		return nil // it is read again
	}
	_, err := fmt.Fprintf(r.lines, "%s %s\n", checksum(line), line)
	if now := time.Now(); err == nil && now.Sub(r.flushed) > maxLoss {
		r.flushed = now
		err = r.lines.Flush()
	}
	if err != nil {
		return fmt.Errorf("%s: %w", cli.Display(r.name), cli.UnwrapPath(err))
	}
	return nil
}

// Close writes the rest, and releases the file.
func (r *resumption) Close() (err error) {
	if r == nil {
		return nil
	}
	if r.lines != nil {
		err = r.lines.Flush()
	}
	if r.file != nil {
		err = errors.Join(err, r.file.Close())
	}
	r.unlock()
	if err != nil {
		return fmt.Errorf("%s: %w", cli.Display(r.name), cli.UnwrapPath(err))
	}
	return nil
}

// OwnFiles are files and directories that a command writes. In a directory that it reads, they are not
// documents.
type OwnFiles []string

// ReadDir reads a directory without the directories among them.
func (o OwnFiles) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := os.ReadDir(name)
	return slices.DeleteFunc(entries, func(e fs.DirEntry) bool {
		return e.IsDir() && o.has(filepath.Join(name, e.Name()))
	}), err
}

// has reports whether a file is one of them.
func (o OwnFiles) has(path string) bool {
	for _, name := range o {
		if name != "" && filepath.Base(path) == filepath.Base(name) && SameFile(path, name) {
			return true
		}
	}
	return false
}

// Apart yields the inputs that are not among them.
func (o OwnFiles) Apart(inputs iter.Seq[Input]) iter.Seq[Input] {
	return func(yield func(Input) bool) {
		for in := range inputs {
			if (in.Given || !o.has(in.Path)) && !yield(in) {
				return
			}
		}
	}
}
