package powerpoint

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"io"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// rec returns a record with the records or fields in it.
func rec(kind, instance int, parts ...string) string {
	octets := strings.Join(parts, "")
	version := 0
	switch kind {
	case recDocument, recSlide, recMainMaster, recDrawing, recSlideList, recHeadersFooters, recExObjList, recExOleEmbed, recDg, recGroup, recShape, recTextbox, recClientData:
		version = 15
	}
	head := binary.LittleEndian.AppendUint16(nil, uint16(version|instance<<4))
	head = binary.LittleEndian.AppendUint16(head, uint16(kind))
	return string(binary.LittleEndian.AppendUint32(head, uint32(len(octets)))) + octets
}

func u32(all ...int) string {
	var b []byte
	for _, n := range all {
		b = binary.LittleEndian.AppendUint32(b, uint32(n))
	}
	return string(b)
}

func u16s(s string) string {
	var b []byte
	for _, u := range utf16.Encode([]rune(s)) {
		b = binary.LittleEndian.AppendUint16(b, u)
	}
	return string(b)
}

// stream puts objects into a stream, and ends it with an edit. Object 1 is the document.
func stream(objects ...string) string {
	return edited("", 0, 1, objects...)
}

// edited appends objects and an edit to a stream. The objects are numbered from first.
func edited(before string, lastEdit, first int, objects ...string) string {
	var s, places strings.Builder
	s.WriteString(before)
	places.WriteString(u32(first | len(objects)<<20))
	for _, o := range objects {
		places.WriteString(u32(s.Len()))
		s.WriteString(o)
	}
	directory := s.Len()
	return s.String() + rec(recPersistDirectory, 0, places.String()) + rec(recUserEdit, 0, u32(0, 0, lastEdit, directory, 1, 0, 0))
}

func list(instance int, parts ...string) string { return rec(recSlideList, instance, parts...) }
func persist(object, id int) string             { return rec(recSlidePersist, 0, u32(object, 0, 0, id, 0)) }
func chars(s string) string                     { return rec(recTextHeader, 0, u32(0)) + rec(recTextChars, 0, u16s(s)) }
func box(parts ...string) string                { return rec(recShape, 0, rec(recTextbox, 0, parts...)) }
func holder(kind int, parts ...string) string {
	return rec(recShape, 0, rec(recClientData, 0, rec(recPlaceholder, 0, u32(0, kind))), rec(recTextbox, 0, parts...))
}
func page(shapes ...string) string {
	return rec(recSlide, 0, rec(recSlideAtom, 0, u32(0, 0, 0, 100, 0, 1)), drawn(shapes...))
}
func drawn(shapes ...string) string {
	return rec(recDrawing, 0, rec(recDg, 0, rec(recGroup, 0, rec(recShape, 0, rec(recFSP, 0, u32(1, 5))), strings.Join(shapes, ""))))
}

// property returns a shape with one property in its table.
func property(id, v int, long string, more ...string) string {
	return rec(recShape, 0, rec(recFOPT, 1, u32(id)[:2], u32(v), long), strings.Join(more, ""))
}

func read(t testing.TB, octets, user string) (string, *medium.Reading, error) {
	d := medium.New(t.Context(), budget.New(budget.Limits{}), nil)
	if err := Read(d, []byte(octets), []byte(user)); err != nil {
		return "", d, err
	}
	text, err := io.ReadAll(d.Text)
	return string(text), d, err
}

func TestRead(t *testing.T) {
	one := rec(recDocument, 0, list(0, persist(2, 256)))
	of := func(shapes ...string) string { return stream(one, page(shapes...)) }
	master := rec(recMainMaster, 0, drawn(holder(1, chars("Click to edit")), box(chars("Motto"))))
	footer := func(flags int) string {
		return rec(recHeadersFooters, 3, rec(recHeadersFootersAtom, 0, u32(flags<<16)), rec(recCString, 2, u16s("foot")), rec(recCString, 1, u16s("x")))
	}
	old := stream(one, page(box(chars("old"))))
	lastEdit := strings.LastIndex(old, "\x00\x00\xF5\x0F")
	for _, tt := range []struct{ why, in, want string }{
		{"paragraphs, lines and blanks", of(box(chars("a\tb\rc\vd\r"))), "a b\nc\nd"},
		{"octets of Latin letters", of(box(rec(recTextBytes, 0, "caf\xe9"))), "café"},
		{"every script", of(box(chars("नमस्ते 日本語 שלום 😀"))), "नमस्ते 日本語 שלום 😀"},
		{"shapes are lines, in order, with those of groups", of(box(chars("a")), rec(recGroup, 0, box(), box(chars("b"))), box(chars("c"))), "a\nb\nc"},
		{"slides in the order of the list", stream(rec(recDocument, 0, list(0, persist(3, 257), persist(2, 256))), page(box(chars("b"))), page(box(chars("a")))), "a\nb"},
		{"a slide that is listed twice", stream(rec(recDocument, 0, list(0, persist(2, 256), persist(2, 257))), page(box(chars("a")))), "a"},
		{"placeholders whose text is in the list", stream(rec(recDocument, 0, list(0, persist(2, 256), chars("title"), chars("body"))),
			page(box(rec(recOutlineTextRef, 0, u32(1))), box(rec(recOutlineTextRef, 0, u32(0))), box(rec(recOutlineTextRef, 0, u32(1))), box(rec(recOutlineTextRef, 0, u32(7))))), "body\ntitle"},
		{"stars that stand for numbers and dates", of(box(chars("a * b *") + rec(recSlideNumberMC, 0, u32(2)) + rec(recDateTimeMC, 0, u32(99)))), "a b *"},
		{"placeholders for numbers, dates and footers", of(holder(8, chars("x")), holder(7, chars("x")), holder(9, chars("foot")), box(chars("a"))), "a\nfoot"},
		{"such placeholders as PowerPoint 2007 marks them", of(rec(recShape, 0, rec(recClientData, 0, rec(recHFPlaceholder, 0, "\x08")), rec(recTextbox, 0, chars("x"))), box(chars("a"))), "a"},
		{"hidden slides", stream(rec(recDocument, 0, list(0, persist(2, 256), persist(3, 257))),
			rec(recSlide, 0, rec(recSlideShowInfo, 0, u32(0, 0, 4<<16, 0)), drawn(box(chars("x")))), page(box(chars("a")))), "a"},
		{"hidden shapes and groups", of(property(0x03BF, 0x00020002, "", rec(recTextbox, 0, chars("x"))),
			rec(recGroup, 0, property(0x03BF, 0x00020002, ""), box(chars("x"))), box(chars("a"))), "a"},
		{"deleted shapes", of(rec(recShape, 0, rec(recFSP, 0, u32(1, 8)), rec(recTextbox, 0, chars("x"))), box(chars("a"))), "a"},
		{"WordArt", of(property(0x80C0, 6, u16s("ab\x00"))), "ab"},
		{"footers of all slides, and what masters show, once", stream(
			rec(recDocument, 0, list(1, persist(4, 100)), footer(1<<5), list(0, persist(2, 256), persist(3, 257))),
			page(box(chars("a"))), page(box(chars("b"))), master), "a\nb\nfoot\nMotto"},
		{"footers that are not shown", stream(rec(recDocument, 0, footer(0), list(0, persist(2, 256))), page(box(chars("a")))), "a"},
		{"a slide without its master's shapes", stream(rec(recDocument, 0, list(1, persist(3, 100)), list(0, persist(2, 256))),
			rec(recSlide, 0, rec(recSlideAtom, 0, u32(0, 0, 0, 100, 0, 0)), drawn(box(chars("a")))), master), "a"},
		{"a slide that was saved again", edited(old, lastEdit, 2, page(box(chars("new")))), "new"},
		{"a slide that is missing: its outline", stream(rec(recDocument, 0, list(0, persist(9, 256), chars("outline")))), "outline"},
		{"edits that do not have the slides", edited(page(box(chars("a")))+page(box(rec(recOutlineTextRef, 0, u32(0)))), 0, 1,
			rec(recDocument, 0, list(0, persist(9, 256), persist(10, 257), chars("b")))), "a\nb"},
		{"notes and comments", of(box(chars("a"))) + rec(0x03F0, 15, drawn(box(chars("x")))), "a"},
	} {
		got, _, err := read(t, tt.in, "")
		if diff := cmp.Diff(tt.want, got); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", tt.why, err, diff)
		}
	}
}

func TestReadErrors(t *testing.T) {
	one := rec(recDocument, 0, list(0, persist(2, 256)))
	deep := box(chars("a"))
	for range mostGroups + 1 {
		deep = rec(recGroup, 0, deep)
	}
	whole := stream(one, page(box(chars("a"))))
	for _, tt := range []struct {
		why, in, user string
		is            error
	}{
		{"no edit", one, "", medium.ErrMalformed},
		{"no document", stream(page(box(chars("a")))), "", medium.ErrMalformed},
		{"nothing", "", "", medium.ErrMalformed},
		{"a mark of encryption", whole, u32(0, 0, 20) + "\xDF\xC4\xD1\xF3" + u32(0), medium.ErrEncrypted},
		{"an edit of an encrypted document", one + rec(recUserEdit, 0, u32(0, 0, 0, 0, 1, 0, 0, 5)), "", medium.ErrEncrypted},
		{"no words", stream(one, page()), "", medium.ErrNoText},
		{"a picture", stream(one, page(rec(recShape, 0, rec(recFSP, 75, u32(1, 0))))), "", medium.ErrNoText},
		{"groups in one another", stream(one, page(deep)), "", medium.ErrTooDeep},
	} {
		if got, _, err := read(t, tt.in, tt.user); !errors.Is(err, tt.is) {
			t.Errorf("%s: %q, %v, want %v", tt.why, got, err, tt.is)
		}
	}
}

// The stream "Current User" names the last edit, if it is not the one further down.
func TestCurrentUser(t *testing.T) {
	one := stream(rec(recDocument, 0, list(0, persist(2, 256))), page(box(chars("a"))))
	edit := strings.LastIndex(one, "\x00\x00\xF5\x0F")
	both := edited(one, edit, 2, page(box(chars("b"))))
	for _, tt := range []struct {
		why  string
		at   int
		want string
	}{
		{"the first edit", edit, "a"},
		{"no edit: the last one", 5, "b"},
	} {
		got, _, err := read(t, both, u32(0, 0, 20)+"\x5F\xC0\x91\xE3"+u32(tt.at))
		if got != tt.want || err != nil {
			t.Errorf("%s: %q, %v, want %q", tt.why, got, err, tt.want)
		}
	}
}

func TestObjects(t *testing.T) {
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	io.WriteString(z, "words")
	z.Close()
	embed := func(object int, name string) string {
		return rec(recExOleEmbed, 0, rec(recExOleObjAtom, 0, u32(1, 0, object, 0, object, 0)), rec(recCString, 1, u16s(name)))
	}
	in := stream(rec(recDocument, 0, rec(recExObjList, 0, embed(3, "Sheet"), embed(4, ""), embed(5, "Broken"), embed(3, "again")), list(0, persist(2, 256))),
		page(box(chars("a"))), rec(recExOleObjStg, 1, u32(5), packed.String()), rec(recExOleObjStg, 0, "more"), rec(recExOleObjStg, 1, "\x00"))
	_, d, err := read(t, in, "")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]medium.Embedded{{Path: "Sheet"}, {Path: "embedded-2"}}, d.Embedded); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{`PPT: "Broken" is left out: unexpected EOF`}, d.Notes); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
}

// cfb returns a compound file of one stream, in sectors of its own.
func cfb(name, content string) string {
	const sector, free, end, table = 512, "\xff\xff\xff\xff", "\xfe\xff\xff\xff", "\xfd\xff\xff\xff"
	content += strings.Repeat("\x00", 4096-len(content)) // shorter streams have smaller sectors
	entry := func(name string, kind string, child, start, size int) string {
		wide := u16s(name + "\x00")
		e := wide + strings.Repeat("\x00", 64-len(wide)) + u32(len(wide))[:2] + kind + "\x01" + free + free
		if child > 0 {
			e += u32(child)
		} else {
			e += free
		}
		return e + strings.Repeat("\x00", 36) + u32(start, size, 0)
	}
	head := "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1" + strings.Repeat("\x00", 16) + "\x3e\x00\x03\x00\xfe\xff\x09\x00\x06\x00" + strings.Repeat("\x00", 6) +
		u32(0, 1, 1, 0, 4096) + end + u32(0) + end + u32(0, 0) + strings.Repeat(free, 108)
	fat := table + end
	for i := 3; i < 10; i++ {
		fat += u32(i)
	}
	fat += end
	fat += strings.Repeat(free, 128-len(fat)/4)
	directory := entry("Root Entry", "\x05", 1, 0, 0)[:116] + end + u32(0, 0) + entry(name, "\x02", 0, 2, 4096) + strings.Repeat("\x00", 256)
	return head + fat + directory + content
}

func TestCharts(t *testing.T) {
	part := func(kind int, octets string) string { return u32(kind|len(octets)<<16) + octets }
	label := func(row, column int, s string) string {
		return part(graphLabel, u32(row|column<<16)+"\x00\x00\x00"+u32(len(s))[:1]+"\x00"+s)
	}
	number := func(row, column int, format string, octets string) string {
		return part(graphNumber, u32(row|column<<16)+"\x00"+format+"\x00"+octets)
	}
	title := func(s string) string { return part(graphSeriesText, "\x00\x00"+u32(len(s))[:1]+"\x01"+u16s(s)) }
	series := func(s string) string {
		return part(graphSeries, "") + part(graphBegin, "") + title(s) + part(graphEnd, "")
	}
	const y2002, day = "\x00\x00\x00\x00\x00\x48\x9f\x40", "\x00\x00\x00\x00\x00\x7b\xe1\x40"
	chart := part(graphFormat, "\xa4\x00\x04\x000.00") + label(0, 0, "corner") + number(0, 1, "\x00", y2002) + number(0, 2, "\xa4", y2002) + number(0, 3, "\x0e", day) +
		label(0, 4, "Spring") + label(1, 0, "Oil") + number(1, 1, "\x00", day) + series("Oil") + series("without values") + title("Storés")
	number1 := rec(recExObjRef, 0, u32(1))
	slide := page(box(chars("a")), rec(recShape, 0, rec(recClientData, 0, number1)), box(chars("b")), rec(recShape, 0, rec(recClientData, 0, number1)))
	of := func(octets string) string {
		object := rec(recExOleEmbed, 0, rec(recExOleObjAtom, 0, u32(1, 0, 1, 4, 3, 0)), rec(recCString, 1, u16s("Chart")))
		return stream(rec(recDocument, 0, rec(recExObjList, 0, object), list(0, persist(2, 256))), slide, rec(recExOleObjStg, 0, octets))
	}
	for _, tt := range []struct{ why, in, want string }{
		{"titles, categories and numbers, once", cfb("Workbook", chart), "a\nStorés\nSpring\n2002\n2002.00\n1/5/1998\nb"},
		{"the names of series in a legend", cfb("Workbook", chart+part(graphLegend, "")), "a\nStorés\nOil\nSpring\n2002\n2002.00\n1/5/1998\nb"},
		{"more numbers than an axis shows", cfb("Workbook", strings.Repeat(number(0, 1, "\x00", y2002), mostNumbers+1)), "a\nb"},
		{"no chart", "x", "a\nb"},
		{"another program's object", cfb("CONTENTS", chart), "a\nb"},
	} {
		got, d, err := read(t, of(tt.in), "")
		if diff := cmp.Diff(tt.want, got); diff != "" || err != nil || d.Embedded != nil {
			t.Errorf("%s: %v, %v (-want +got):\n%s", tt.why, err, d.Embedded, diff)
		}
	}
}

func TestOverlaps(t *testing.T) {
	const n = 2000
	slides, places := "", u32(1|(n+1)<<20)
	inner := drawn(box(chars("a")))
	for range n { // each slide is in the one before
		inner = rec(recSlide, 0, inner)
	}
	for i := range n {
		slides += persist(i+2, i)
		places += u32(8 * i)
	}
	at := len(inner)
	document := rec(recDocument, 0, list(0, slides))
	in := inner + document
	directory := len(in)
	in += rec(recPersistDirectory, 0, u32(2|n<<20), places[4:], u32(1|1<<20), u32(at))
	in += rec(recUserEdit, 0, u32(0, 0, 0, directory, 1, 0, 0))
	if _, _, err := read(t, in, ""); !errors.Is(err, medium.ErrMalformed) {
		t.Errorf("error %v, want %v", err, medium.ErrMalformed)
	}
}

// Data that all slides share is read once.
func TestLinear(t *testing.T) {
	const n = 4000
	slides, pages := "", []string{""}
	for i := range n {
		slides += persist(i+2, i)
		pages = append(pages, page())
	}
	pages[len(pages)-1] = page(box(chars("a")))
	master := rec(recMainMaster, 0, strings.Repeat(rec(0, 0), 200000)+drawn(box(chars("b"))))
	footer := rec(recHeadersFooters, 3, rec(recHeadersFootersAtom, 0, u32(1<<21)), rec(recCString, 2, u16s(strings.Repeat("f\r", 200000))))
	pages[0] = rec(recDocument, 0, list(1, persist(n+2, 100)), footer, list(0, slides))
	in := stream(append(pages, master)...)
	d := medium.New(t.Context(), budget.New(budget.Limits{Time: 20 * time.Second}), nil)
	if err := Read(d, []byte(in), nil); err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(d.Text)
	if want := "a\nf\nb"; string(text) != want || err != nil {
		t.Errorf("%.40q, %v, want %q", text, err, want)
	}
}

// FuzzRead reads arbitrary streams. There is no panic, and not much more text than bytes.
func FuzzRead(f *testing.F) {
	one := rec(recDocument, 0, rec(recExObjList, 0, rec(recExOleEmbed, 0, rec(recExOleObjAtom, 0, u32(1, 0, 1, 0, 3, 0)))), list(1, persist(2, 100)), list(0, persist(2, 256), chars("title")))
	f.Add([]byte(stream(one, page(box(rec(recOutlineTextRef, 0, u32(0))), property(0x80C0, 6, u16s("ab\x00")), holder(9, chars("a*"), rec(recFooterMC, 0, u32(1)))), rec(recExOleObjStg, 0, "more"))))
	f.Add([]byte(stream(rec(recDocument, 0, rec(recExObjList, 0, rec(recExOleEmbed, 0, rec(recExOleObjAtom, 0, u32(1, 0, 1, 4, 3, 0)))), list(0, persist(2, 256))),
		page(rec(recShape, 0, rec(recClientData, 0, rec(recExObjRef, 0, u32(1))))), rec(recExOleObjStg, 0, cfb("Workbook", "\x04\x00\x0b\x00\x01\x00\x00\x00\x00\x00\x00\x02\x00Oi")))))
	f.Fuzz(func(t *testing.T, octets []byte) {
		text, _, err := read(t, string(octets), "")
		if len(text) > 8*len(octets) {
			t.Errorf("%d octets of text, %v, of %d", len(text), err, len(octets))
		}
	})
}
