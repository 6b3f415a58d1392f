package pdf

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// revisions is a PDF that is written revision by revision.
type revisions struct {
	octets bytes.Buffer
	places map[int]int // of the objects that no table has yet
	packed string      // rows of the objects in an object stream, for the next stream of rows
	last   int         // where the last table is
}

// add writes objects.
func (r *revisions) add(objects map[int]string) *revisions {
	if r.places == nil {
		r.places = make(map[int]int)
		r.octets.WriteString("%PDF-1.7\n")
	}
	for _, n := range slices.Sorted(maps.Keys(objects)) {
		r.places[n] = r.octets.Len()
		fmt.Fprintf(&r.octets, "%d 0 obj\n%s\nendobj\n", n, objects[n])
	}
	return r
}

// table writes a table of the objects, and of those that are deleted. The trailer has entries, too.
func (r *revisions) table(entries string, deleted ...int) *revisions {
	if r.last > 0 {
		entries += fmt.Sprintf(" /Prev %d", r.last)
	}
	r.last = r.octets.Len()
	r.octets.WriteString("xref\n")
	for _, n := range slices.Sorted(maps.Keys(r.places)) {
		fmt.Fprintf(&r.octets, "%d 1\n%010d 00000 n \n", n, r.places[n])
	}
	for _, n := range deleted {
		fmt.Fprintf(&r.octets, "%d 1\n0000000000 00001 f \n", n)
	}
	fmt.Fprintf(&r.octets, "trailer\n<< /Size 99 /Root 1 0 R %s >>\nstartxref\n%d\n%%%%EOF\n", entries, r.last)
	clear(r.places)
	return r
}

// pack writes an object stream of objects. Object streams have numbers of their own.
func (r *revisions) pack(number int, objects map[int]string) *revisions {
	var head, body strings.Builder
	for i, n := range slices.Sorted(maps.Keys(objects)) {
		fmt.Fprintf(&head, "%d %d ", n, body.Len())
		body.WriteString(objects[n] + " ")
		r.packed += string([]byte{byte(n), 2, 0, byte(number), byte(i)})
	}
	return r.add(map[int]string{number: deflated(fmt.Sprintf("/Type /ObjStm /N %d /First %d", len(objects), head.Len()), head.String()+body.String())})
}

// rows writes a stream of rows with a predictor. number is its own.
func (r *revisions) rows(number int, entries string) *revisions {
	r.places[number] = r.octets.Len()
	all := r.packed
	for _, n := range slices.Sorted(maps.Keys(r.places)) {
		all += string([]byte{byte(n), 1, byte(r.places[n] >> 8), byte(r.places[n]), 0})
	}
	index, predicted, above := "", "", "\x00\x00\x00\x00"
	for row := range slices.Chunk([]byte(all), 5) {
		index += fmt.Sprintf("%d 1 ", row[0])
		predicted += "\x02"
		for i, c := range row[1:] {
			predicted += string([]byte{c - above[i]})
		}
		above = string(row[1:])
	}
	if r.last > 0 {
		entries += fmt.Sprintf(" /Prev %d", r.last)
	}
	r.last = r.places[number]
	r.add(map[int]string{number: deflated(fmt.Sprintf("/Type /XRef /Size 99 /Root 1 0 R /W [1 2 1] /Index [%s] /DecodeParms << /Predictor 12 /Columns 4 >> %s", index, entries), predicted)})
	fmt.Fprintf(&r.octets, "startxref\n%d\n%%%%EOF\n", r.last)
	clear(r.places)
	r.packed = ""
	return r
}

func (r *revisions) String() string { return r.octets.String() }

func deflated(entries, content string) string {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	w.Write([]byte(content))
	w.Close()
	return fmt.Sprintf("<< %s /Filter /FlateDecode /Length %d >>\nstream\n%s\nendstream", entries, b.Len(), &b)
}

// remark is an annotation of a type with a text, and others of its entries.
func remark(subtype, contents string, entries ...string) string {
	return fmt.Sprintf("<< /Type /Annot /Subtype /%s /Contents %s %s >>", subtype, contents, strings.Join(entries, " "))
}

// on is the objects of a page with annotations. Object 3 is the page.
func on(annotations string, more ...string) map[int]string {
	objects := map[int]string{
		1: "<< /Type /Catalog /Pages 2 0 R >>", 2: "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		3: "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Annots " + annotations + " >>",
	}
	for i, o := range more {
		objects[5+i] = o
	}
	return objects
}

// commentsIn returns the comments in a PDF, and what is lost of them.
func commentsIn(t testing.TB, octets string) (text, lost string, err error) {
	b := budget.New(budget.Limits{})
	b.Source(int64(len(octets)))
	d := medium.New(t.Context(), b, nil)
	d.Include.Comments = true
	text, err = comments(d, strings.NewReader(octets), int64(len(octets)))
	if held := b.Held(); err == nil && held != int64(len(text)) {
		t.Errorf("%d bytes are held for a text of %d", held, len(text))
	}
	return text, strings.Join(d.Lost, "\n"), err
}

func TestComments(t *testing.T) {
	const lamp = "<< /Type /Annot /Subtype /Text /Contents (Which lamp?) >>"
	file := func(objects map[int]string) string { return new(revisions).add(objects).table("").String() }
	one := func(annotation string) string { return file(on("[5 0 R]", annotation)) }
	sound := one(lamp)
	tree := func(levels int) string {
		objects := on("[" + lamp + "]")
		objects[2] = "<< /Kids [10 0 R] >>"
		for i := range levels {
			objects[10+i] = fmt.Sprintf("<< /Kids [%d 0 R] >>", 11+i)
		}
		objects[10+levels] = objects[3]
		return file(objects)
	}
	pages := on("[" + remark("Text", "(second)") + "]")
	pages[2] = "<< /Kids [6 0 R 3 0 R 2 0 R 6 0 R] >>"
	pages[6] = "<< /Kids [7 0 R] >>"
	pages[7] = "<< /Type /Page /Annots 8 0 R >>"
	pages[8] = "[" + remark("Text", "(first)") + " " + remark("Highlight", "(then)") + "]"
	hidden := on("[5 0 R]")
	delete(hidden, 3)
	hybrid := new(revisions).add(hidden)
	objects := hybrid.places
	hybrid.places = make(map[int]int)
	hybrid.pack(9, map[int]string{3: on("[5 0 R]")[3], 5: lamp}).rows(10, "")
	hybrid.places, hybrid.last = objects, 0
	hybrid.table(fmt.Sprintf("/XRefStm %d", strings.Index(hybrid.String(), "10 0 obj")), 3, 5)
	inside := fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(sound), strings.ReplaceAll(sound, "lamp", "boat"))
	const damaged = "not all comments of the PDF are read: the file is damaged: "
	const encrypted = "encrypted document: PDF: its comments are not read; remove its password"
	for _, tt := range []struct{ why, in, want, lost string }{
		{"a note", sound, "Which lamp?\n", ""},
		{"in the order of the pages, each page once, whatever the tree", file(pages), "first\nthen\nsecond\n", ""},
		{"an annotation that the page has itself", file(on("[" + lamp + "]")), "Which lamp?\n", ""},
		{"one that the page has twice", file(on("[5 0 R 5 0 R]", lamp)), "Which lamp?\n", ""},
		{"a text in an object of its own", file(on("[5 0 R]", remark("Text", "6 0 R"), "(elsewhere)")), "elsewhere\n", ""},
		{"marks with a text, stamps, files, and a type of a program", file(on("[" + remark("StrikeOut", "(cut)") + remark("Stamp", "(seal)") +
			remark("FileAttachment", "(pin)") + remark("Own", "(other)") + "]")), "cut\nseal\npin\nother\n", ""},
		{"text of links, fields and films says what they do", file(on("[" + remark("Link", "(to)") + remark("Widget", "(field)") + remark("Movie", "(film)") + "]")), "", ""},
		{"free text is on the page, unless it is hidden", file(on("[" + remark("FreeText", "(shown)") + remark("FreeText", "(hidden)", "/F 2") +
			remark("FreeText", "(not viewed)", "/F 36") + "]")), "hidden\nnot viewed\n", ""},
		{"a popup shows the text of its parent", file(on("[5 0 R 6 0 R]", remark("Text", "(asked)", "/Popup 6 0 R"), remark("Popup", "(asked)", "/Parent 5 0 R"))), "asked\n", ""},
		{"a popup without one shows its own", file(on("[" + remark("Popup", "(alone)", "/Parent 77 0 R") + "]")), "alone\n", ""},
		{"no text", file(on("[" + remark("Highlight", "()") + "<< /Subtype /Text >> 5 0 R null]")), "", ""},
		{"rich text only", one(`<< /Subtype /Text /RC (<body xmlns="x"><p>one<b>s</b> &amp;</p><p>two</p></body>) >>`), "ones &\n\ntwo\n", ""},
		{"rich text beside the same without marks", one(remark("Text", "(plain)", "/RC (<p>rich</p>)")), "plain\n", ""},
		{"escapes in names", one("<< /Sub#74ype /Te#78t /Cont#65nts (named) >>"), "named\n", ""},
		{"brackets and escapes", one(remark("Text", `(a \(b\) (c) \164\5641 \
d)`)), "a (b) (c) tt1 d\n", ""},
		{"line ends", one(remark("Text", "(a\rb\r\nc\\rd)")), "a\nb\nc\nd\n", ""},
		{"hexadecimal, with a digit left out", one(remark("Text", "<61 62\n7>")), "abp\n", ""},
		{"UTF-16, with a language", one(remark("Text", "<FEFF 001B 0065 006E 001B 0141 D83D DD6F>")), "Ł🕯\n", ""},
		{"UTF-16 with the other byte order, as some programs write", one(remark("Text", "<FFFE 4101>")), "Ł\n", ""},
		{"UTF-8", one(remark("Text", "(\xef\xbb\xbfŁódź\xff)")), "Łódź\uFFFD\n", ""},
		{"PDFDocEncoding", one(remark("Text", `(\230 \240 \037 \351 \235)`)), "Ÿ € ˜ é š\n", ""},
		{"comments in the file", one("<< % (no)\n/Subtype /Text /Contents % (no)\n(yes) >>"), "yes\n", ""},
		{"an update changes the text", new(revisions).add(on("[5 0 R]", lamp)).table("").add(map[int]string{5: remark("Text", "(changed)")}).table("").String(), "changed\n", ""},
		{"an update deletes the annotation, and leaves it on the page", new(revisions).add(on("[5 0 R]", lamp)).table("").table("", 5).String(), "", ""},
		{"an update takes the annotation off the page", new(revisions).add(on("[5 0 R]", lamp)).table("").add(map[int]string{3: on("[]")[3]}).table("").String(), "", ""},
		{"rows and objects in streams", new(revisions).add(map[int]string{1: on("")[1], 2: on("")[2]}).pack(9, map[int]string{3: on("[5 0 R]")[3], 5: lamp}).
			rows(10, "").String(), "Which lamp?\n", ""},
		{"an update of an object in a stream", new(revisions).add(map[int]string{1: on("")[1], 2: on("")[2]}).pack(9, map[int]string{3: on("[5 0 R]")[3], 5: lamp}).
			rows(10, "").pack(11, map[int]string{5: remark("Text", "(changed)")}).rows(12, "").String(), "changed\n", ""},
		{"a table for old programs, and a stream for the others", hybrid.String(), "Which lamp?\n", ""},
		{"the table is not where the end says", strings.Replace(sound, "startxref\n", "startxref\n9", 1), "Which lamp?\n", ""},
		{"objects are not where the table says", strings.Replace(sound, "%PDF-1.7\n", "%PDF-1.7\n% more\n", 1), "Which lamp?\n", ""},
		{"the same, with objects in streams", strings.Replace(new(revisions).add(map[int]string{1: on("")[1], 2: on("")[2]}).
			pack(9, map[int]string{3: on("[5 0 R]")[3], 5: lamp}).rows(10, "").String(), "%PDF-1.7\n", "%PDF-1.7\n% more\n", 1), "Which lamp?\n", ""},
		{"no trailer", sound[:strings.Index(sound, "xref")], "Which lamp?\n", ""},
		{"a PDF in a stream of a PDF without a table", new(revisions).add(on("[5 0 R]", lamp, inside)).String(), "Which lamp?\n", ""},
		{"the last revision, where there is no table", new(revisions).add(on("[5 0 R]", lamp)).add(map[int]string{5: remark("Text", "(changed)")}).String(), "changed\n", ""},
		{"a table that names itself as an earlier one", strings.Replace(sound, "/Root", fmt.Sprintf("/Prev %d /Root", strings.Index(sound, "xref")), 1), "Which lamp?\n", ""},
		{"an earlier table that is none", strings.Replace(sound, "/Root", "/Prev 5 0 R /Root", 1), "Which lamp?\n", ""},
		{"as many levels of pages as are read", tree(254), "Which lamp?\n", ""},
		{"more of them", tree(300), "", damaged + "the pages are in more than 256 levels"},
		{"a page is missing", file(map[int]string{1: on("")[1], 2: on("")[2]}), "", damaged + "object 3 is missing"},
		{"the file ends within the annotation", sound[:strings.Index(sound, "lamp?")], "", damaged + "object 5 is missing"},
		{"an annotation that the damaged file does not have", new(revisions).add(on("[5 0 R 6 0 R]", lamp)).String(), "Which lamp?\n", damaged + "object 6 is missing"},
		{"references that lead round", file(on("[5 0 R]", "6 0 R", "5 0 R")), "", damaged + "a reference leads to nothing"},
		{"objects in a stream that is packed in another way", strings.Replace(new(revisions).add(map[int]string{1: on("")[1], 2: on("")[2], 3: on("[5 0 R]")[3]}).
			pack(9, map[int]string{5: lamp}).rows(10, "").String(), "/FlateDecode", "/ASCIIDecode", 1), "", damaged + "object 5 is missing"},
		{"nothing of a PDF", "%PDF-1.7\n", "", damaged + "nothing leads to its pages"},
		{"comments with a password", new(revisions).add(on("[5 0 R]", lamp)).table("/Encrypt << >>").String(), "", encrypted},
		{"no comments with a password", new(revisions).add(on("[5 0 R]", remark("Link", "(x)"))).table("/Encrypt << >>").String(), "", ""},
		{"pages in a stream, with a password", new(revisions).add(map[int]string{1: on("")[1], 2: on("")[2]}).pack(9, map[int]string{3: on("[]")[3]}).
			rows(10, "/Encrypt << >>").String(), "", encrypted},
		{"a damaged file with a password", strings.Replace(new(revisions).add(on("[5 0 R]", lamp)).table("/Encrypt << >>").String(), "startxref", "start", 1), "", encrypted},
	} {
		text, lost, err := commentsIn(t, tt.in)
		if diff := cmp.Diff([]string{tt.want, tt.lost}, []string{text, lost}); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", tt.why, err, diff)
		}
	}
}

// TestCommentsOfPrograms reads what programs wrote.
func TestCommentsOfPrograms(t *testing.T) {
	for _, tt := range []struct{ why, name, want, lost string }{
		{"a table and popups, UTF-16", "libreoffice", "Which lamp? Łódź, “the old one”\nAsk him.\nUntil 7:15\n", ""},
		{"notes of pdfmark, and free text on the page", "ghostscript", "A note by pdfmark (first)\nA highlight by pdfmark\nŁodź\n", ""},
		{"objects in streams, for the web", "qpdf", "A note by ReportLab\nSecond é € note\nA note by pypdf Łódź\nOn page two\n", ""},
		{"an update with a changed and a deleted comment", "mupdf", "A note by ReportLab\nSecond é € note\nchanged by MuPDF\nStamp words\nOn page two\n", ""},
		{"a password for changes only", "protected", "A note by ReportLab\nSecond é € note\nA note by pypdf Łódź\nOn page two\n", ""},
	} {
		octets, err := os.ReadFile(filepath.Join("..", "testdata", "comments-"+tt.name+".pdf"))
		if err != nil {
			t.Fatal(err)
		}
		text, lost, err := commentsIn(t, string(octets))
		if diff := cmp.Diff([]string{tt.want, tt.lost}, []string{text, lost}); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", tt.why, err, diff)
		}
	}
}

// FuzzComments finds no panic, the same comments twice, and only errors of limits.
func FuzzComments(f *testing.F) {
	const lamp = "<< /Subtype /Text /Contents (Which lamp?) /F 4 >>"
	f.Add(new(revisions).add(on("[5 0 R]", lamp)).table("").String())
	f.Add(new(revisions).add(map[int]string{1: on("")[1], 2: on("")[2]}).pack(9, map[int]string{3: on("[5 0 R]")[3], 5: lamp}).rows(10, "").String())
	f.Add(new(revisions).add(on("[5 0 R]", lamp)).String())
	for _, name := range []string{"rc4-40", "rc4-128", "aes-128", "aes-256-r5", "aes-256"} {
		octets, err := os.ReadFile(filepath.Join("..", "testdata", "owned-"+name+".pdf"))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(octets))
	}
	f.Fuzz(func(t *testing.T, octets string) {
		text, lost, err := commentsIn(t, octets)
		again, lostAgain, _ := commentsIn(t, octets)
		if text != again || lost != lostAgain {
			t.Errorf("%q, %q, and then %q, %q", text, lost, again, lostAgain)
		}
		if err != nil && !medium.IsFinal(err) {
			t.Errorf("error %v, expected one of a limit", err)
		}
	})
}
