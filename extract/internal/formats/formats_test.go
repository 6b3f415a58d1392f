package formats_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract"
	_ "github.com/lsh-interop/fpcheck/extract/all"
	"github.com/lsh-interop/fpcheck/extract/internal/formats"
)

// heads are beginnings of documents: those of all signatures, and those that families tell apart.
func heads() [][]byte {
	heads := formats.Beginnings()
	for _, f := range formats.Families() {
		for _, s := range f.Signatures {
			heads = append(heads, []byte(s.Start), []byte(s.Start+"\n\nwords"), []byte(s.Start+"\x00\x00\x00\xAB\x00"))
		}
	}
	const letter = "From: a@b\nMessage-ID: <a@b>\nMIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\n\nwords\n"
	for _, text := range []string{
		"", "PK\x03\x04", "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "%PDF-1.7\n", "ITSF", "\x1f\x8b\x08", "BZh9", "\x28\xb5\x2f\xfd",
		"\x09\x08\x08\x00\x00\x05\x05\x00", "\x09\x00\x04\x00\x00\x00\x10\x00", "\x31\xBE\x00\x00\x00\xAB", "\xFE\x37\x00\x1C",
		letter, "From: <Saved by Blink>\n" + letter[10:], "123\n" + letter, "\x01\x01\x01\x01\n" + letter,
		"From a@b Thu Jan  1 00:00:00 1970\n" + letter, "<p>words", "<?xml version='1.0'?><a/>", "<svg/>",
		`<?mso-application progid="Word.Document"?><w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml">`,
		`<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0">`,
	} {
		heads = append(heads, []byte(text))
	}
	return heads
}

// The order in which families are registered changes nothing that is recognised, and no line of the
// table.
func TestOrder(t *testing.T) {
	names := []string{"", "a.txt", "a.MD", "a.eml", "a.html", "a.fodt", "a.fb2", "a.svg", "a.docx", "a.doc", "a.zip"}
	recognised := func() (all []string) {
		for _, head := range heads() {
			for _, name := range names {
				all = append(all, fmt.Sprintf("%.20q %s: %s, %s", head, name, formats.Sniff(head, name), formats.SniffEmbedded(head, name)))
			}
		}
		for _, f := range formats.All() {
			all = append(all, fmt.Sprint(f.Line, f.Types, f.AllEndings()))
			for _, mediaType := range f.Types {
				all = append(all, fmt.Sprint(formats.Find(mediaType, false).Line, formats.Find(mediaType, true) != nil))
			}
		}
		return all
	}
	want, families := recognised(), formats.Families()
	mixed := rand.New(rand.NewPCG(1, 2))
	for range 10 {
		mixed.Shuffle(len(families), func(i, j int) { families[i], families[j] = families[j], families[i] })
		formats.RegisterOnly(t, families)
		if diff := cmp.Diff(want, recognised()); diff != "" {
			t.Errorf("in another order (-want +got):\n%s", diff)
		}
	}
}

// No two families claim one document, so that none depends on the other's name.
func TestClaims(t *testing.T) {
	for _, head := range heads() {
		for _, kind := range []struct {
			what  string
			claim func(f *formats.Family) string
		}{
			{"signature", func(f *formats.Family) string { return signed(f, head) }},
			{"XML", func(f *formats.Family) string { return answer(f.XML, head) }},
			{"text", func(f *formats.Family) string { return answer(f.Text, head) }},
			{"binary", func(f *formats.Family) string { return answer(f.Binary, head) }},
		} {
			var by []string
			for _, f := range formats.Families() {
				if claimed := kind.claim(f); claimed != "" {
					by = append(by, f.Name+" as "+claimed)
				}
			}
			if len(by) > 1 {
				t.Errorf("%.40q is claimed by its %s: %s", head, kind.what, strings.Join(by, ", "))
			}
		}
	}
}

func signed(f *formats.Family, head []byte) string {
	var types []string
	for _, s := range f.Signatures {
		if strings.HasPrefix(string(head), s.Start) && (s.Is == nil || s.Is(head)) {
			types = append(types, s.MediaType)
		}
	}
	return strings.Join(types, " and ")
}

func answer(question func([]byte) string, head []byte) string {
	if question == nil {
		return ""
	}
	return question(head)
}

// Each line, media type and ending belongs to one format.
func TestTable(t *testing.T) {
	used := make(map[string]string)
	use := func(what, by string) {
		if other := used[what]; other != "" {
			t.Errorf("%s is of %s and of %s", what, other, by)
		}
		used[what] = by
	}
	for _, family := range formats.Families() {
		use("family "+family.Name, family.Name)
		for _, f := range family.Formats {
			by := family.Name + " " + f.Types[0]
			if f.Line > 0 {
				use(fmt.Sprint("line ", f.Line), by)
			}
			for _, mediaType := range f.Types {
				for _, p := range []formats.Profile{formats.Visible, formats.Main} {
					if f.Profile == p || f.Profile == formats.Both {
						use(fmt.Sprint("profile ", p, " of ", strings.ToLower(mediaType)), by)
					}
				}
			}
			for _, ending := range strings.Fields(f.Endings) {
				use(ending, by)
			}
			for ending, mediaType := range f.Named {
				use(ending, by)
				if formats.Find(mediaType, false) == nil {
					t.Errorf("%s: no format has the type %s", ending, mediaType)
				}
			}
		}
	}
	for i, f := range formats.All() {
		if f.Line != i+1 {
			t.Errorf("line %d is %d: %v", i+1, f.Line, f.Types)
		}
	}
}

// A program that imports no family is told what to import. Only what SPEC.md rules can be read.
func TestWithoutFamilies(t *testing.T) {
	for _, f := range formats.Families() {
		if f.Name == "extract" {
			formats.RegisterOnly(t, []*formats.Family{f})
		}
	}
	defer func() { formats.Complete = true }()
	formats.Complete = false
	for _, tt := range []struct{ in, name, profile, want string }{
		{"%PDF-1.7\n", "a.txt", "", "no reader for this medium: application/pdf; import github.com/lsh-interop/fpcheck/extract/all to read all formats"},
		{"PK\x03\x04", "", "", "no reader for this medium: application/zip; import github.com/lsh-interop/fpcheck/extract/all to read all formats"},
		{"<p>words", "a.html", extract.Main, "no reader for this medium: text/html; import github.com/lsh-interop/fpcheck/extract/all to read all formats"},
		{"words", "", extract.Main, "no reader for this medium: the profile main is of HTML only, and this is text/plain"},
		{"!BDN", "", "", "no reader for this medium: a mail store of Outlook (PST) (application/vnd.ms-outlook-pst): readpst (Debian package pst-utils) makes mails of it, which are read"},
	} {
		_, err := extract.Open(t.Context(), strings.NewReader(tt.in), extract.Options{Name: tt.name, Profile: tt.profile})
		if !errors.Is(err, extract.ErrUnsupported) || err.Error() != tt.want {
			t.Errorf("%q: error %v, want %s", tt.in, err, tt.want)
		}
	}
	if extract.IsDocument(t.Context(), strings.NewReader(""), 0, "a.docx", extract.Limits{}) {
		t.Error("an archive is a document that nothing reads")
	}
}

// A name claims a format if no other files have its ending.
func TestClaimed(t *testing.T) {
	for _, tt := range []struct{ mediaType, name, want, why string }{
		{"application/octet-stream", "a.docx", ".docx", "a document"},
		{"application/octet-stream", "in/A.PDF", ".pdf", "in any case"},
		{"application/octet-stream", "a.txt", ".txt", "a text"},
		{"application/octet-stream", "a.md", ".md", "a kind of text"},
		{"application/octet-stream", "a.gz", ".gz", "what is packed"},
		{"application/octet-stream", "a.zip", ".zip", "a container"},
		{"application/octet-stream", "a.key", "", "a key, or slides"},
		{"application/octet-stream", "a.bin", "", "no format"},
		{"application/octet-stream", "docx", "", "no ending"},
		{"image/png", "a.docx", "", "the bytes say what it is"},
	} {
		if got := formats.Claimed(tt.mediaType, tt.name); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.why, got, tt.want)
		}
	}
}
