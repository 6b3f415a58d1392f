package legacy_test

import (
	"compress/gzip"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/richardlehane/mscfb"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
	"github.com/lsh-interop/fpcheck/extract/internal/ole"
)

func slides(t *testing.T) string {
	t.Helper()
	z, err := gzip.NewReader(strings.NewReader(extracttest.Testdata(t, "slides.ppt.gz")))
	if err != nil {
		t.Fatal(err)
	}
	octets, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(octets)
}

// renamed gives a stream of a compound file another name.
func renamed(t *testing.T, file, from, to string) string {
	t.Helper()
	at := strings.Index(file, extracttest.UTF16Of(from)+"\x00\x00")
	if at < 0 {
		t.Fatalf("no stream %s", from)
	}
	name := extracttest.UTF16Of(to) + "\x00\x00"
	entry := name + strings.Repeat("\x00", 64-len(name)) + string([]byte{byte(len(name)), 0})
	return file[:at] + entry + file[at+len(entry):]
}

func TestOffice(t *testing.T) {
	for _, tt := range []struct {
		why, in, media, tool string
		words                []string
	}{
		{"a page", extracttest.Testdata(t, "lighthouse.doc"), "application/msword", "",
			[]string{"The lighthouse\n", "“naïve” café, Ελληνικά, Русский текст, 日本語の文章.", "Oil", "twelve barrels", "keeper’s log"}},
		{"a table", extracttest.Testdata(t, "stores.xls"), "application/vnd.ms-excel", "",
			[]string{"Name Αmount\n", `Oil, "barrels" 12` + "\n", "Wick Ελληνικά 7"}},
		{"its stream is named in capitals", renamed(t, extracttest.Testdata(t, "stores.xls"), "Workbook", "WORKBOOK"), "application/vnd.ms-excel", "",
			[]string{"Name Αmount\n"}},
		{"a slide", slides(t), "application/vnd.ms-powerpoint", "",
			[]string{"The lighthouse in slides", "\nKeepers wrote every day, Ελληνικά"}},
	} {
		d, err := extract.Open(t.Context(), strings.NewReader(tt.in), extract.Options{Name: "x.doc"})
		if err != nil {
			t.Errorf("%s: %v", tt.why, err)
			continue
		}
		text, err := io.ReadAll(d)
		if err != nil || d.MediaType != tt.media || !strings.HasPrefix(d.Tool, tt.tool) || d.Size() != int64(len(tt.in)) {
			t.Errorf("%s: %+v, %v, want %s by %s", tt.why, d, err, tt.media, tt.tool)
		}
		for _, w := range tt.words {
			if !strings.Contains(string(text), w) {
				t.Errorf("%s: no %q in %q", tt.why, w, text)
			}
		}
		if strings.Contains(string(text), "Master") {
			t.Errorf("%s: what stands on masters is in %q", tt.why, text)
		}
	}
}

func TestOfficeErrors(t *testing.T) {
	doc := extracttest.Testdata(t, "lighthouse.doc")
	at := strings.Index(doc, "\xec\xa5") // [MS-DOC] 2.5.2: wIdent
	locked := doc[:at+11] + string([]byte{doc[at+11] | 1}) + doc[at+12:]
	for _, tt := range []struct {
		why, in string
		limits  extract.Limits
		is      error
		want    string
	}{
		{"a page with a password", locked, extract.Limits{}, extract.ErrEncrypted, "DOC: it needs a password"},
		{"a DOCX with a password", renamed(t, doc, "WordDocument", "EncryptedPackage"), extract.Limits{}, extract.ErrEncrypted, "Office document: it needs a password"},
		{"Word 2", "\xdb\xa5\x2d\x00" + doc[:600], extract.Limits{}, extract.ErrUnsupported, "a document of Word 2 for Windows"},
		{"Word for DOS", "\x31\xbe\x00\x00\x00\xab" + doc[:600], extract.Limits{}, extract.ErrUnsupported, "a document of Word for DOS"},
		{"the same, in capitals", renamed(t, doc, "WordDocument", "ENCRYPTEDPACKAGE"), extract.Limits{}, extract.ErrEncrypted, "Office document: it needs a password"},
		{"thumbs.db", renamed(t, doc, "WordDocument", "Catalog"), extract.Limits{}, extract.ErrUnsupported, "a thumbnail cache"},
		{"an installer", renamed(t, doc, "WordDocument", "\u4840\u3b3f"), extract.Limits{}, extract.ErrUnsupported, "an installer"},
		{"nothing known", renamed(t, doc, "WordDocument", "Data"), extract.Limits{}, extract.ErrUnsupported, "a compound file without a stream of Word, Excel or PowerPoint"},
		{"a header and no more", doc[:600], extract.Limits{}, extract.ErrMalformed, "Office document: "},
		{"a table that is none", renamed(t, doc, "WordDocument", "PowerPoint Document"), extract.Limits{}, extract.ErrMalformed, "PPT: no edit at byte"},
		{"too large", doc, extract.Limits{Size: 4096}, extract.ErrTooLarge, "more than 4096 bytes of Office document"},
	} {
		_, err := extract.Open(t.Context(), strings.NewReader(tt.in), extract.Options{Limits: tt.limits})
		if !errors.Is(err, tt.is) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %v: %s", tt.why, err, tt.is, tt.want)
		}
	}
}

// Objects in a document are documents of their own, in any kind of storage.
func TestOfficeObjects(t *testing.T) {
	var doc, inner []ole.Stream
	c, err := mscfb.New(strings.NewReader(extracttest.Testdata(t, "lighthouse.doc")))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range c.File {
		if octets, _ := io.ReadAll(f); f.Name == "WordDocument" || f.Name == "1Table" {
			doc = append(doc, ole.Stream{Path: []string{f.Name}, Octets: octets})
			inner = append(inner, ole.Stream{Path: []string{"ObjectPool", "_3", f.Name}, Octets: octets})
		}
	}
	const native = "\x1c\x00\x00\x00\x02\x00a.txt\x00a\x00\x00\x00\x03\x00\x02\x00\x00\x00a\x00\x05\x00\x00\x00words"
	object := func(octets string, path ...string) ole.Stream { return ole.Stream{Path: path, Octets: []byte(octets)} }
	whole := ole.Write(slices.Concat(doc, []ole.Stream{
		object(native, "ObjectPool", "_1", "\x01Ole10Native"),
		object(string(extracttest.DOCX(t, "<w:p>"+extracttest.Run("inside")+"</w:p>")), "ObjectPool", "_2", "Package"),
		object("an equation", "ObjectPool", "_4", "Equation Native"),
		object("words", "MBD5", "CONTENTS"),
		object("words", "mbd6", "Contents"),
		object("", "ObjectPool", "_7", "\x03LinkInfo"),
		object("{\\rtf1 words}", "ObjectPool", "_8", "Content5"),
		object("not an object", "Macros", "VBA", "Package"),
	}, inner))
	lines, err := extracttest.EmbeddedIn(whole, extract.Options{})
	for i := range lines {
		lines[i], _, _ = strings.Cut(lines[i], "\n")
	}
	slices.Sort(lines)
	const nothing = "no reader for this medium: a compound file without a stream of Word, Excel or PowerPoint"
	want := []string{"MBD5 text/plain: words", "_2 " + "application/vnd.openxmlformats-officedocument.wordprocessingml.document" + ": inside", "_3 application/msword: The lighthouse",
		"_4: " + nothing, "_8: " + nothing, "a.txt text/plain: words", "mbd6 text/plain: words"}
	if diff := cmp.Diff(want, lines); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	d, _, err := extracttest.TextOf(whole, extract.Options{})
	slices.SortFunc(d.Embedded, func(a, b extract.Embedded) int { return strings.Compare(a.Path, b.Path) })
	named := []extract.Embedded{{Path: "MBD5", MediaType: "text/plain"}, {Path: "_2", MediaType: "application/zip"}, {Path: "_3", MediaType: "application/msword"},
		{Path: "_4", MediaType: "application/x-ole-storage"}, {Path: "_8", MediaType: "application/x-ole-storage"}, {Path: "a.txt", MediaType: "text/plain"}, {Path: "mbd6", MediaType: "text/plain"}}
	if diff := cmp.Diff(named, d.Embedded); diff != "" || err != nil {
		t.Errorf("without reading them: %v (-want +got):\n%s", err, diff)
	}
}

// Names of streams and storages that differ only in case are the same.
func TestNamesInAnyCase(t *testing.T) {
	for _, tt := range []struct {
		why, in string
		names   []string
	}{
		{"DOC", extracttest.Testdata(t, "lighthouse.doc"), []string{"WordDocument", "1Table"}},
		{"XLS", extracttest.Testdata(t, "stores.xls"), []string{"Workbook"}},
		{"PPT", slides(t), []string{"PowerPoint Document", "Current User"}},
		{"MSG", string(message(t)), []string{"__properties_version1.0", "__substg1.0_0037001F", "__attach_version1.0_#00000000"}},
		{"HWP", hangul(1, hwpText(1, "words")), []string{"FileHeader", "DocInfo", "BodyText", "Section0"}},
	} {
		before, want, err := extracttest.TextOf([]byte(tt.in), extract.Options{})
		if err != nil {
			t.Fatalf("%s: %v", tt.why, err)
		}
		in := tt.in
		for _, name := range tt.names {
			swapped := strings.ToLower(name)
			if swapped == name {
				swapped = strings.ToUpper(name)
			}
			in = strings.ReplaceAll(in, extracttest.UTF16Of(name)+"\x00\x00", extracttest.UTF16Of(swapped)+"\x00\x00")
		}
		d, text, err := extracttest.TextOf([]byte(in), extract.Options{})
		if diff := cmp.Diff(want, text); diff != "" || err != nil || in == tt.in || d.MediaType != before.MediaType || len(d.Embedded) != len(before.Embedded) {
			t.Errorf("%s: %v, %d embedded documents (-want +got):\n%s", tt.why, err, len(d.Embedded), diff)
		}
	}
}

// The readable part of a stream is text.
func TestOfficeCutShort(t *testing.T) {
	doc := extracttest.Testdata(t, "lighthouse.doc")
	at := strings.Index(doc, extracttest.UTF16Of("WordDocument")) + 120 // the length of the stream, which is less in truth
	d, text, err := extracttest.TextOf([]byte(doc[:at]+"\xff\x0f\x00\x00"+doc[at+4:]), extract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(text, "The lighthouse\nKeepers") || len(d.Lost) != 1 || !strings.HasPrefix(d.Lost[0], "the stream WordDocument is cut short: ") {
		t.Errorf("%.60q, %q, want the text, with a note", text, d.Notes)
	}
}

// TestDOCFeatures checks that DOC shows and hides the same as other text documents. Hidden are
// paragraphs by their style and words by theirs. Deletions, comments, instructions of fields and
// page numbers are hidden, too.
func TestDOCFeatures(t *testing.T) {
	const want = `Heading of it
First paragraph with a note and an endnote after.
Shown and again.
Before middle inserted after.
A link to the place and a comment.
Ruby 東京 and symbol αβ, soft\u00ADhyphen, non‑breaking, tab here, line
break, emoji 😀.
one item
two item
Text box anchor
Inside the box.
goes on.
Shape
Shape words.
end.
Group
Groupone words.
Grouptwo words.
end.
cell a
cell b
cell c
cell d
עברית وعربي हिन्दी ไทย 日本語 한국어 中文.
The footnote text.
The endnote text.
Running head of the report
Foot, page of`
	_, text, err := extracttest.TextOf([]byte(extracttest.Testdata(t, "features.doc")), extract.Options{})
	if diff := cmp.Diff(strings.ReplaceAll(want, `\u00AD`, "\u00AD"), text); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}
