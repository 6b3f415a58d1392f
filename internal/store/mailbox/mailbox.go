// Package mailbox reads the messages of a mailbox that is one file. It reads MMDF, and mbox (RFC 4155) in all
// its forms.
//
// A line that begins with "From " begins a message if it has a date and a header follows. It also does so
// after an empty line, if it has nothing but a sender. Inside a message, mboxo and mboxrd put ">" before such
// a line, which is removed. Mboxcl and mboxcl2 declare the length of a message in Content-Length. That length
// counts if another message, or the end, follows.
package mailbox

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"iter"
	"slices"
	"strconv"

	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
	"github.com/lsh-interop/fpcheck/internal/unicode/ascii"
)

// A Message is a message of a mailbox.
type Message struct {
	Number int64 // from 1
	Offset int64 // where the line is that begins it
	Octets []byte
}

// mmdf is the line before and after each message of MMDF.
const mmdf = "\x01\x01\x01\x01\n"

// Begins reports whether a file that begins with head is a mailbox. For mbox, the first line must have a date
// as in RFC 4155. A header, or the empty line before a body, must follow.
func Begins(head []byte) bool {
	if rest, ok := bytes.CutPrefix(head, []byte(mmdf)); ok {
		line, _, _ := bytes.Cut(rest, []byte("\n"))
		return isHeader(rest) || isFrom(line)
	}
	if !bytes.HasPrefix(head, []byte("From ")) { // as nearly all files: the expression is not made for them
		return false
	}
	line := datedLine().Find(head)
	next, _, whole := bytes.Cut(head[len(line):], []byte("\n"))
	return line != nil && (isHeader(next) || isFrom(bytes.TrimPrefix(next, []byte(">"))) || whole && isEmpty(next))
}

var datedLine = lazy.Regexp(`^From \S[^\r\n]* (Mon|Tue|Wed|Thu|Fri|Sat|Sun) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ 0-9]?[0-9] [0-9]{1,2}:[0-9]{2}[^\r\n]* [0-9]{4}[^\r\n]*\r?\n`)

// Messages yields the messages of a mailbox. An error with a message is about that message:
// [budget.ErrTooLarge] if it has more than size bytes. An error alone ends the iteration.
func Messages(r io.Reader, size int64) iter.Seq2[*Message, error] {
	return func(yield func(*Message, error) bool) {
		b := &box{source: &source{r: r}, size: size, yield: yield}
		b.r = bufio.NewReaderSize(b.source, longestLine)
		err := b.read()
		if err != nil && !b.over {
			yield(nil, err)
		}
	}
}

// longestLine is the number of bytes of a line to examine. A longer line separates nothing.
const longestLine = 64 << 10

// box is a mailbox that is being read.
type box struct {
	source *source
	r      *bufio.Reader
	size   int64 // maximum bytes of a message
	yield  func(*Message, error) bool
	over   bool // no more messages are wanted

	at      int64 // bytes before r
	number  int64
	wasted  int64  // bytes that were read twice
	message []byte // up to here
	begun   int64  // where it begins
	large   bool   // it has more bytes than may be held
	empty   bool   // the line before is empty, or there is none
	whole   bool   // so is the next part the start of a line
	body    bool   // its header has ended
	length  int64  // of its body, as its header says, or -1
}

// ErrNoMailbox means that something precedes the first message.
var ErrNoMailbox = errors.New("mailbox: expected a line that begins with From and a blank, or four bytes of value 1")

func (b *box) read() error {
	head, err := b.r.Peek(len(mmdf))
	if err != nil && err != io.EOF {
		return err
	}
	if string(head) == mmdf {
		return b.readMMDF()
	}
	return b.readFrom()
}

func (b *box) give(octets []byte) bool {
	b.number++
	var err error
	if b.large {
		octets, err = nil, budget.Limits{Size: b.size}.TooLarge("a message")
	}
	b.over = !b.yield(&Message{b.number, b.begun, octets}, err)
	b.message, b.large = nil, false
	return !b.over
}

// add adds bytes to the message, or counts them.
func (b *box) add(octets []byte) {
	if int64(len(b.message)+len(octets)) > b.size {
		b.message, b.large = nil, true
	}
	if !b.large {
		b.message = append(b.message, octets...)
	}
}

// line reads a line, or a part of a long line.
func (b *box) line() (line []byte, err error) {
	line, err = b.r.ReadSlice('\n')
	b.at += int64(len(line))
	if err == bufio.ErrBufferFull || err == io.EOF && len(line) > 0 {
		err = nil
	}
	return line, err
}

func (b *box) readMMDF() error {
	open, start := false, true
	for {
		at := b.at
		line, err := b.line()
		if err == io.EOF {
			if open && (len(b.message) > 0 || b.large) {
				b.give(b.message)
			}
			return nil
		}
		if err != nil {
			return err
		}
		switch {
		case start && string(line) == mmdf:
			if open && !b.give(b.message) {
				return nil
			}
			open, b.begun = !open, at
		case !open && len(bytes.TrimSpace(line)) == 0:
		case !open:
			return ErrNoMailbox
		case start && len(b.message) == 0 && !b.large && isFrom(line):
		default:
			b.add(line)
		}
		start = line[len(line)-1] == '\n'
	}
}

func (b *box) readFrom() error {
	b.empty, b.whole = true, true
	open := false
	for {
		at := b.at
		line, err := b.line()
		if err == io.EOF {
			if open {
				b.give(b.message)
			}
			return nil
		}
		if err != nil {
			return err
		}
		begins := false
		if b.whole && isFrom(line) {
			line = bytes.Clone(line) // the next line is examined
			begins = b.begins(line)
		}
		switch {
		case !open && !begins && len(bytes.TrimSpace(line)) > 0:
			return ErrNoMailbox
		case !open && !begins:
		case begins:
			if open && !b.give(b.message) {
				return nil
			}
			open, b.begun, b.body, b.length = true, at, false, -1
		case b.body || b.header(line):
			b.text(line)
		default: // the empty line after the header
			b.add(line)
			b.body = true
			if err := b.byLength(); err != nil {
				return err
			}
			b.empty, b.whole = true, true // line has been overwritten
			continue
		}
		b.empty = b.whole && len(bytes.TrimRight(line, "\r\n")) == 0
		b.whole = line[len(line)-1] == '\n'
	}
}

// header records a line of a header, and reports whether it is one.
func (b *box) header(line []byte) bool {
	if len(bytes.TrimRight(line, "\r\n")) == 0 && b.whole {
		return false
	}
	if name, value, ok := bytes.Cut(line, []byte(":")); ok && b.whole && bytes.EqualFold(name, []byte("Content-Length")) {
		if n, err := strconv.ParseInt(string(bytes.TrimSpace(value)), 10, 63); err == nil && n >= 0 {
			b.length = n
		}
	}
	return true
}

func (b *box) text(line []byte) {
	if b.whole && isQuoted(line) {
		line = line[1:]
	}
	b.add(line)
}

// byLength reads a body of the declared length, if a message or the end follows it.
func (b *box) byLength() error {
	n := b.length
	if n <= 0 || n > b.size || b.wasted > b.at+1<<20 {
		return nil
	}
	var body bytes.Buffer
	read, err := body.ReadFrom(io.LimitReader(b.r, n))
	if err != nil {
		return err
	}
	if read == n && b.follows() {
		b.at += n
		b.byLine(body.Bytes())
		return nil
	}
	buffered, _ := b.r.Peek(b.r.Buffered())
	b.source.back = slices.Concat(body.Bytes(), buffered, b.source.back)
	b.wasted += int64(len(b.source.back))
	b.r.Reset(b.source)
	return nil
}

// follows reports whether a message or the end follows, after an empty line.
func (b *box) follows() bool {
	next, err := b.r.Peek(1 << 10)
	for range 2 {
		if len(next) == 0 && err == io.EOF || b.beginsAt(next) {
			return true
		}
		if rest, ok := bytes.CutPrefix(next, []byte("\r\n")); ok {
			next = rest
		} else {
			next = bytes.TrimPrefix(next, []byte("\n"))
		}
	}
	return false
}

func (b *box) beginsAt(next []byte) bool {
	line, rest, ok := bytes.Cut(next, []byte("\n"))
	return ok && isFrom(line) && (isHeader(rest) || isFrom(bytes.TrimPrefix(rest, []byte(">"))))
}

// byLine adds a body of known length. If a line would begin a message, nothing is quoted (mboxcl2).
func (b *box) byLine(body []byte) {
	verbatim := bytes.HasPrefix(body, []byte("From ")) || bytes.Contains(body, []byte("\nFrom "))
	b.whole = true
	for line := range bytes.Lines(body) {
		if verbatim {
			b.add(line)
		} else {
			b.text(line)
		}
	}
}

// begins reports whether a line begins a message. A header must follow. The line must have a date, or have
// only a sender and come after an empty line.
func (b *box) begins(line []byte) bool {
	if !dated(line) && !(b.empty && len(bytes.Fields(line)) == 2) {
		return false
	}
	next, _ := b.r.Peek(1 << 10)
	return isHeader(next) || isFrom(bytes.TrimPrefix(next, []byte(">"))) || b.empty && isEmpty(next)
}

func isFrom(line []byte) bool { return len(line) > 5 && bytes.HasPrefix(line, []byte("From ")) }

// isEmpty reports whether text is empty or begins with an empty line.
func isEmpty(text []byte) bool {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	return len(bytes.TrimSuffix(line, []byte("\r"))) == 0
}

// isQuoted reports whether a line begins with marks and From.
func isQuoted(line []byte) bool {
	return len(line) > 0 && line[0] == '>' && bytes.HasPrefix(bytes.TrimLeft(line, ">"), []byte("From "))
}

// isHeader reports whether a line begins as a header (RFC 5322, 2.2): a name, and a colon.
func isHeader(text []byte) bool {
	for i, c := range text {
		switch {
		case c == ':':
			return i > 0
		case c <= ' ' || c >= 0x7F:
			return false
		}
	}
	return false
}

// dated reports whether a line has a time of day, and a year before or after it: 9:05 and 2003.
func dated(line []byte) bool {
	time, year := false, false
	for word := range bytes.FieldsSeq(line) {
		digits := len(word) - len(bytes.TrimLeft(word, "0123456789"))
		switch {
		case digits == 4 && len(word) == 4:
			year = true
		case (digits == 1 || digits == 2) && len(word) >= digits+3 && word[digits] == ':' && ascii.IsDigit(word[digits+1]) && ascii.IsDigit(word[digits+2]):
			time = true
		}
	}
	return time && year
}

// source is the input of a mailbox.
type source struct {
	r    io.Reader
	back []byte // to be read before r
}

func (s *source) Read(p []byte) (int, error) {
	if len(s.back) > 0 {
		n := copy(p, s.back)
		s.back = s.back[n:]
		return n, nil
	}
	return s.r.Read(p)
}
