// Package rtf reads Rich Text Format (Microsoft's specification 1.9.1).
//
// The text is what a reader is shown of the body: paragraphs, tables, text boxes, results of
// fields and of objects, formulas. Footnotes and endnotes come after the body, as a page in
// HTML has them.
//
// Left out: hidden (\v) and deleted text, unknown destinations that are marked with \*,
// headers and footers, pictures, annotations, index entries, instructions of fields, the
// labels of lists.
//
// A character is \u with its fallback skipped by \uc, or octets in the charset of the font,
// or in that of \ansicpg if the font has none.
package rtf

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding"

	"github.com/lsh-interop/fpcheck/extract/internal/codepage"
	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/extract/internal/lazy"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/internal/symbol"
	"github.com/lsh-interop/fpcheck/internal/whatwg"
)

const (
	mostGroups = 1000    // in one another
	mostFonts  = 1 << 16 // that are known
)

// Open reads RTF, as a stream.
func Open(d *medium.Document) error {
	// Blanks and a mark may precede it.
	head, err := d.Source.Peek(64)
	if err != nil && err != io.EOF {
		return err
	}
	at := bytes.Index(head, []byte(`{\rtf`))
	if at < 0 || len(bytes.Trim(head[:at], whatwg.Blanks+"\xef\xbb\xbf")) > 0 {
		return fmt.Errorf(`%w: RTF: expected {\rtf at the start`, medium.ErrMalformed)
	}
	d.Source.Discard(at)
	r := &reader{source: d.Source, notes: d.NewText(), fonts: make(map[int]font), pages: make(map[int]*encoding.Decoder), page: 1252}
	r.body, r.aside = flow.To(&r.out), flow.To(r.notes)
	d.Text = r
	return nil
}

// reader reads the text of a document.
type reader struct {
	source *bufio.Reader
	out    bytes.Buffer // text that has not been read yet
	err    error        // after that text
	body   *flow.Flow
	aside  *flow.Flow // to notes
	notes  *medium.Text
	fonts  map[int]font
	page   int // code page of \ansicpg
	base   int // the default font
	groups []group
	now    group
	octets []byte // not decoded yet
	coding int    // its code page
	pages  map[int]*encoding.Decoder
	skip   int  // characters of a fallback left to skip
	high   rune // the first half of a surrogate pair
	star   bool // \* precedes the next word
	shown  bool // a picture is shown
}

// group is the state of a group.
type group struct {
	out      bool // left out
	hidden   bool
	deleted  bool
	note     bool
	table    bool // within the table of fonts
	upr      bool // \upr, of which only \ud counts
	fallback int  // characters, by \uc
	kind     int  // which of the three fonts is used
	font     [3]int
}

type font struct {
	page int
	name string
}

// The kinds of characters, each with a font of its own.
const (
	low = iota
	highANSI
	doubleByte
)

func (r *reader) Read(p []byte) (int, error) {
	for r.out.Len() == 0 && r.err == nil {
		r.err = r.step()
	}
	if r.out.Len() > 0 {
		return r.out.Read(p)
	}
	return 0, r.err
}

// step reads a token.
func (r *reader) step() error {
	c, err := r.source.ReadByte()
	if err == io.EOF {
		return fmt.Errorf("%w: RTF: cut short, with %d groups open", medium.ErrMalformed, len(r.groups))
	}
	if err != nil {
		return err
	}
	switch c {
	case '{':
		r.flush()
		if len(r.groups) == mostGroups {
			return fmt.Errorf("%w: RTF: more than %d groups in one another", medium.ErrTooDeep, mostGroups)
		}
		r.groups = append(r.groups, r.now)
		if len(r.groups) == 1 {
			r.now.fallback = 1
		}
		r.skip, r.star = 0, false
	case '}':
		r.flush()
		r.skip, r.star = 0, false
		if r.now.note && !r.groups[len(r.groups)-1].note {
			r.aside.Line()
		}
		r.now = r.groups[len(r.groups)-1]
		if r.groups = r.groups[:len(r.groups)-1]; len(r.groups) == 0 {
			return r.end()
		}
	case '\\':
		return r.control()
	case '\r', '\n', 0:
	default:
		r.octet(c)
	}
	return r.aside.Err()
}

// end writes the notes after the body.
func (r *reader) end() error {
	r.body.Line()
	r.body.Characters(r.notes.String(), true)
	if !r.body.Begun() && r.shown {
		return fmt.Errorf("%w: RTF of nothing but pictures", medium.ErrNoText)
	}
	return io.EOF
}

// control reads what follows a backslash.
func (r *reader) control() error {
	c, err := r.source.ReadByte()
	if err != nil {
		return r.short(err)
	}
	if c|0x20 < 'a' || c|0x20 > 'z' {
		return r.controlSymbol(c)
	}
	word := []byte{c}
	for {
		if c, err = r.source.ReadByte(); err != nil {
			return r.short(err)
		}
		if c|0x20 < 'a' || c|0x20 > 'z' {
			break
		}
		if word = append(word, c); len(word) > 64 {
			return fmt.Errorf("%w: RTF: a control word of more than 64 letters: %.20q", medium.ErrMalformed, word)
		}
	}
	var digits []byte
	for c == '-' && len(digits) == 0 || '0' <= c && c <= '9' && len(digits) < 12 {
		digits = append(digits, c)
		if c, err = r.source.ReadByte(); err != nil {
			return r.short(err)
		}
	}
	if c != ' ' {
		r.source.UnreadByte()
	}
	n, err := strconv.Atoi(string(digits))
	return r.controlWord(string(word), n, err == nil)
}

func (r *reader) short(err error) error {
	if err == io.EOF {
		return fmt.Errorf("%w: RTF: cut short in a control word, with %d groups open", medium.ErrMalformed, len(r.groups))
	}
	return err
}

func (r *reader) controlSymbol(c byte) error {
	switch c {
	case '\'':
		var digits [2]byte
		if _, err := io.ReadFull(r.source, digits[:]); err != nil {
			return r.short(io.EOF)
		}
		if n, err := strconv.ParseUint(string(digits[:]), 16, 8); err == nil {
			r.octet(byte(n))
		}
		return nil
	case '*':
		r.star = true
		return nil
	}
	if r.skipped() {
		return nil
	}
	switch c {
	case '{', '}', '\\':
		r.octet(c)
	case '~':
		r.put("\u00A0")
	case '-':
		r.put("\u00AD")
	case '_':
		r.put("\u2011")
	case '\r', '\n':
		r.line()
	case '\t':
		r.blank()
	}
	return nil
}

// skipped reports whether a character belongs to the fallback of \u.
func (r *reader) skipped() bool {
	if r.skip > 0 {
		r.skip--
		return true
	}
	return false
}

func (r *reader) controlWord(word string, n int, given bool) error {
	if word == "bin" {
		r.skipped()
		if _, err := io.CopyN(io.Discard, r.source, int64(max(n, 0))); err != nil {
			return r.short(err)
		}
		return nil
	}
	if r.skipped() {
		return nil
	}
	star := r.star
	r.star = false
	switch {
	case word == "ud" && star && r.now.upr && len(r.groups) > 1:
		r.now.out, r.now.upr = r.groups[len(r.groups)-2].out && !r.groups[len(r.groups)-2].upr, false
		return nil
	case leftOut.Has(word), star && !known.Has(word), strings.HasPrefix(word, "m") && strings.HasSuffix(word, "Pr"):
		r.shown = r.shown || word == "pict" && !r.now.out
		r.now.out = true
		r.now.table = word == "fonttbl"
		return nil
	}
	on := !given || n != 0
	switch word {
	case "u":
		r.unicode(rune(uint16(n)))
		r.skip = r.now.fallback
	case "uc":
		r.now.fallback = max(n, 0)
	case "upr":
		r.now.out, r.now.upr = true, !r.now.out
	case "ansicpg":
		if n > 0 {
			r.page = n
		}
	case "mac":
		r.page = 10000
	case "pc":
		r.page = 437
	case "pca":
		r.page = 850
	case "deff":
		r.base = n
		r.now.font = [3]int{n, n, n}
	case "plain":
		r.flush()
		r.now.hidden, r.now.deleted, r.now.kind = false, false, low
		r.now.font = [3]int{r.base, r.base, r.base}
	case "f":
		r.flush()
		r.now.font[low] = n
		if !r.now.table {
			r.now.kind = low
		}
	case "af":
		r.flush()
		r.now.font[r.now.kind] = n
	case "loch":
		r.use(low)
	case "hich":
		r.use(highANSI)
	case "dbch":
		r.use(doubleByte)
	case "fcharset":
		if r.now.table {
			r.define(func(f *font) { f.page = charsets[n] })
		}
	case "cpg":
		if r.now.table {
			r.define(func(f *font) { f.page = n })
		}
	case "v":
		r.flush()
		r.now.hidden = on
	case "deleted":
		r.flush()
		r.now.deleted = on
	case "footnote":
		r.flush()
		r.now.note = true
		r.aside.Line()
	case "par", "line", "row", "cell", "nestcell", "nestrow", "sect", "page", "column", "softline":
		r.line()
	case "tab", "emspace", "enspace", "qmspace":
		r.blank()
	default:
		if s, ok := characters[word]; ok {
			r.put(s)
		}
	}
	return nil
}

// octet reads a character, or a part of one, in the charset of the font.
func (r *reader) octet(c byte) {
	if r.skipped() || r.now.out && !r.now.table || r.now.hidden || r.now.deleted {
		return
	}
	if r.now.table {
		if c != ';' {
			r.define(func(f *font) {
				if len(f.name) < 64 {
					f.name += string(rune(c))
				}
			})
		}
		return
	}
	page := r.fontNow().page
	if page == 0 {
		page = r.page
	}
	if page != r.coding || len(r.octets) >= 4096 && c < 0x80 && r.octets[len(r.octets)-1] < 0x80 {
		r.flush()
		r.coding = page
	}
	r.endPair()
	r.octets = append(r.octets, c)
	if len(r.octets) >= 1<<16 {
		r.flush()
	}
}

func (r *reader) fontNow() font { return r.fonts[r.now.font[r.now.kind]] }

func (r *reader) use(kind int) {
	r.flush()
	r.now.kind = kind
}

// define changes the font whose definition is being read.
func (r *reader) define(change func(*font)) {
	n := r.now.font[low]
	f, ok := r.fonts[n]
	if !ok && len(r.fonts) == mostFonts {
		return
	}
	change(&f)
	r.fonts[n] = f
}

// flush decodes the octets.
func (r *reader) flush() {
	r.endPair()
	if len(r.octets) == 0 {
		return
	}
	var text string
	if r.coding == symbols {
		for _, c := range r.octets {
			if c <= 0x20 {
				text += string(rune(c))
			}
			text += symbol.Text(r.fontNow().name, rune(c))
		}
	} else {
		octets, _ := r.decoder(r.coding).Bytes(r.octets)
		text = string(octets)
	}
	r.octets = r.octets[:0]
	r.write(text)
}

// decoder returns the decoder of a code page. To make one takes far longer than to decode the
// few octets of a group.
func (r *reader) decoder(page int) *encoding.Decoder {
	d := r.pages[page]
	if d == nil {
		d = codepage.NewDecoder(page)
		r.pages[page] = d
	}
	return d
}

// unicode reads a UTF-16 code unit.
func (r *reader) unicode(unit rune) {
	if len(r.octets) > 0 {
		r.flush()
	}
	switch {
	case r.high != 0 && utf16.DecodeRune(r.high, unit) != utf8.RuneError:
		unit, r.high = utf16.DecodeRune(r.high, unit), 0
	case unit >= 0xD800 && unit < 0xDC00:
		r.endPair()
		r.high = unit
		return
	}
	r.endPair()
	if unit >= 0xE000 && unit <= 0xF8FF {
		r.write(symbol.Text(r.fontNow().name, unit))
		return
	}
	r.write(string(unit))
}

// endPair ends a surrogate pair that has no second half.
func (r *reader) endPair() {
	if r.high != 0 {
		r.high = 0
		r.write("\uFFFD")
	}
}

func (r *reader) put(s string) {
	r.flush()
	r.write(s)
}

func (r *reader) write(s string) {
	if f := r.flow(); f != nil {
		f.Characters(s, false)
	}
}

func (r *reader) line() {
	r.flush()
	if f := r.flow(); f != nil {
		f.Line()
	}
}

func (r *reader) blank() {
	r.flush()
	if f := r.flow(); f != nil {
		f.Blank()
	}
}

// flow returns where text is written now; nil if it is left out.
func (r *reader) flow() *flow.Flow {
	switch {
	case r.now.out || r.now.hidden || r.now.deleted:
		return nil
	case r.now.note:
		return r.aside
	}
	return r.body
}

var (
	// leftOut are the destinations that are left out.
	leftOut = lazy.Names(`annotation atnauthor atndate atnicn atnid atnparent atnref atntime
		atrfend atrfstart bkmkend bkmkstart buptim colortbl comment creatim docvar
		doccomm fldinst fonttbl footer footerf footerl footerr ftncn ftnsep ftnsepc
		aftncn aftnsep aftnsepc header headerf headerl headerr info keywords listtext
		mmathPict nonesttables nonshppict objdata objclass pict pntext pntxta pntxtb
		printim private revtim rxe shprslt sp stylesheet subject tc template title txe
		xe`)
	// known are the destinations marked with \* that are read.
	known = lazy.Names(`do dptxbxtext footnote macc mbar mbox md mdeg mden me meqArr mf
		mfName mfunc mgroupChr mlim mlimLow mlimUpp mm mmath mmr mnary mnum moMath
		moMathPara mphant mr mrad msPre msSub msSubSup msSup msub msup shp shpinst
		shpgrp shptxt`)
	characters = map[string]string{
		"emdash": "—", "endash": "–", "bullet": "•", "lquote": "‘", "rquote": "’",
		"ldblquote": "“", "rdblquote": "”", "zwj": "\u200D", "zwnj": "\u200C",
		"ltrmark": "\u200E", "rtlmark": "\u200F", "zwbo": "\u200B", "zwnbo": "\u2060",
	}
)
