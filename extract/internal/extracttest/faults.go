package extracttest

import (
	"archive/zip"
	"bytes"
	"cmp"
	"fmt"
	"hash/crc32"
	"io"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/extract/internal/formats"
	"github.com/lsh-interop/fpcheck/extract/internal/ole"
)

// A Seed is a sound document, in which [Faults] plants faults.
type Seed struct {
	Name      string
	Octets    []byte
	MediaType string // that the bytes do not tell; mostly ""
	// Uncut says why no reader can tell that the document is cut short, "" if one can.
	Uncut string
	// Without says why there is no seed of the media type, for whose reader the test is then not made.
	Without string
	// Same lists faults that leave another text that nothing tells from a sound one, each with the reason.
	Same map[string]string
}

// Faults plants faults in each part of each seed. Afterwards the text and the documents in it are the same.
// Otherwise a note says what is missing, or there is an error. With Strict, a lost part is an error. Each of the
// formats must have a seed.
func Faults(t *testing.T, all []formats.Format, seeds []Seed) {
	for _, f := range all {
		if f.Line > 0 && !slices.ContainsFunc(seeds, func(s Seed) bool {
			return slices.Contains(f.Types, s.typeOf()) || slices.Contains(f.Types, s.MediaType)
		}) {
			t.Errorf("%s: no seed is of this format", f.Types[0])
		}
	}
	for _, s := range seeds {
		if s.Without == "" {
			t.Run(s.Name, s.test)
		}
	}
}

func (s Seed) typeOf() string {
	d, _, err := TextOf(s.Octets, extract.Options{Name: s.Name, MediaType: s.MediaType})
	if err != nil {
		return err.Error()
	}
	return d.MediaType
}

func (s Seed) test(t *testing.T) {
	o := extract.Options{Name: s.Name, MediaType: s.MediaType, Strict: true}
	sound, want, inside, err := textAndEmbedded(s.Octets, o)
	if err != nil || want == "" {
		t.Fatalf("the seed itself: %q, %v", want, err)
	}
	used := make(map[string]bool)
	for fault, octets := range s.faults(t) {
		if bytes.Equal(octets, s.Octets) {
			continue
		}
		o.Strict = false
		d, text, embedded, err := textAndEmbedded(octets, o)
		o.Strict = true
		_, strict, _, errStrict := textAndEmbedded(octets, o)
		silent := err == nil && (text != want && !says(d.Lost, sound.Lost) || embedded != inside && !says(d.Notes, sound.Notes))
		switch {
		case s.Same[fault] != "":
			if used[fault] = true; !silent {
				t.Errorf("%s: the list says that nothing tells it, but something does: %v", fault, err)
			}
		case silent:
			t.Errorf("%s: %q, embedded %q, notes %q: it differs, and no note says what is lost; want %.200q", fault, abridged(text), abridged(embedded), d.Notes, want)
		case errStrict == nil && strict != want:
			t.Errorf("%s: %q: the text differs, and it is no error with Strict", fault, abridged(strict))
		}
	}
	for fault := range s.Same {
		if !used[fault] {
			t.Errorf("%q is in the list, and was not planted", fault)
		}
	}
}

// says reports whether a note is new.
func says(notes, sound []string) bool {
	return slices.ContainsFunc(notes, func(n string) bool { return !slices.Contains(sound, n) })
}

// textAndEmbedded returns the text of a document, and those in it. The error may be of one of them.
func textAndEmbedded(octets []byte, o extract.Options) (d *extract.Document, text, embedded string, err error) {
	var failed error
	o.Embedded = func(path string, d *extract.Document, err error) {
		var text []byte
		if err == nil {
			text, err = io.ReadAll(d)
		}
		embedded += fmt.Sprintf("\n%s: %s", path, text)
		failed = cmp.Or(failed, err)
	}
	d, text, err = TextOf(octets, o)
	return d, text, embedded, cmp.Or(err, failed)
}

func abridged(text string) string { return text[:min(len(text), 200)] }

// faults returns the document with one fault each, by a description of the fault.
func (s Seed) faults(t *testing.T) map[string][]byte {
	all := make(map[string][]byte)
	for i := 1; i < 10 && s.Uncut == ""; i++ {
		all["the document is cut at "+string(rune('0'+i))+" tenths"] = s.Octets[:len(s.Octets)*i/10]
	}
	switch {
	case bytes.HasPrefix(s.Octets, []byte("PK")):
		z, err := zip.NewReader(bytes.NewReader(s.Octets), int64(len(s.Octets)))
		if err != nil {
			t.Fatal(err)
		}
		var parts []part
		for _, f := range z.File {
			r, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			octets, err := io.ReadAll(r)
			if err != nil {
				t.Fatal(err)
			}
			parts = append(parts, part{name: f.Name, octets: octets})
		}
		plant(all, parts, zipOf)
	case bytes.HasPrefix(s.Octets, []byte("%PDF")):
		rest := s.Octets
		for n := 1; ; n++ {
			begin := bytes.Index(rest, []byte("stream\n"))
			end := bytes.Index(rest, []byte("\nendstream"))
			if begin < 0 || end < 0 {
				break
			}
			octets := bytes.Clone(s.Octets)
			at := len(s.Octets) - len(rest) + begin + len("stream\n")
			copy(octets[at:len(s.Octets)-len(rest)+end], bytes.Repeat([]byte("\x00\x9f\x01garbage\xff"), end))
			all[fmt.Sprintf("garbage: stream %d", n)] = octets
			rest = rest[end+len("\nendstream"):]
		}
		for _, o := range objectsOfPDF.FindAllSubmatchIndex(s.Octets, -1) {
			octets := bytes.Clone(s.Octets)
			copy(octets[o[4]:o[5]], bytes.Repeat([]byte(" "), o[5]-o[4]))
			all[fmt.Sprintf("missing: object %s", s.Octets[o[2]:o[3]])] = octets
			s.plantPages(all, string(s.Octets[o[2]:o[3]]), o[4], o[5])
		}
	case bytes.HasPrefix(s.Octets, []byte("\xD0\xCF\x11\xE0")):
		c, err := ole.New(bytes.NewReader(s.Octets))
		if err != nil {
			t.Fatal(err)
		}
		var parts []part
		for _, f := range c.File {
			if f.FileInfo().IsDir() {
				continue
			}
			octets, err := io.ReadAll(f)
			if err != nil {
				t.Fatal(err)
			}
			parts = append(parts, part{name: strings.Join(append(slices.Clone(f.Path), f.Name), "/"), octets: octets})
		}
		plant(all, parts, compoundOf)
	}
	return all
}

// plantPages plants faults in an object that is a node of the tree of pages. All bytes keep their places.
func (s Seed) plantPages(all map[string][]byte, number string, start, end int) {
	kids := kidsOfPDF.FindIndex(s.Octets[start:end])
	if kids == nil {
		return
	}
	put := func(fault string, from, to int, with string) {
		octets := bytes.Clone(s.Octets)
		copy(octets[from:to], with+strings.Repeat(" ", to-from-len(with)))
		all[fmt.Sprintf("%s: byte %d", fault, from)] = octets
	}
	for _, kid := range referenceOfPDF.FindAllIndex(s.Octets[start+kids[0]:start+kids[1]], -1) {
		from, to := start+kids[0]+kid[0], start+kids[0]+kid[1]
		put("a kid is cut off", from, to, "")
		put("a kid is null", from, to, "null")
		put("a kid is missing", from, to, "9 9 R")
		put("a kid is a number", from, to, "3")
		if itself := number + " 0 R"; len(itself) <= to-from {
			put("a node is in itself", from, to, itself)
		}
	}
	if count := countOfPDF.FindSubmatchIndex(s.Octets[start:end]); count != nil {
		for digit := range strings.SplitSeq("0123456789", "") {
			put("another count is "+digit, start+count[2], start+count[3], digit)
		}
	}
}

var (
	kidsOfPDF      = regexp.MustCompile(`/Kids ?\[[^]]*\]`)
	referenceOfPDF = regexp.MustCompile(`\d+ \d+ R`)
	countOfPDF     = regexp.MustCompile(`/Count (\d)\b`)
)

var objectsOfPDF = regexp.MustCompile(`(?s)(\d+) 0 obj(.*?)endobj`)

// part is a member of an archive, or a stream of a compound file.
type part struct {
	name   string
	octets []byte
	badCRC bool
}

// plant adds the document that pack makes of the parts, with a fault in one of them.
func plant(all map[string][]byte, parts []part, pack func([]part) []byte) {
	for i, p := range parts {
		put := func(fault string, with ...part) {
			all[fault+": "+p.name] = pack(slices.Concat(parts[:i], with, parts[i+1:]))
		}
		put("missing")
		put("empty", part{name: p.name})
		put("cut short", part{name: p.name, octets: p.octets[:len(p.octets)/2]})
		put("garbage", part{name: p.name, octets: bytes.Repeat([]byte("\x00\x9f\x01garbage\xff"), 1+len(p.octets)/11)})
		put("another case", part{name: swapCase(p.name), octets: p.octets})
		put("damaged", part{name: p.name, octets: p.octets, badCRC: true})
	}
}

func swapCase(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsUpper(r) {
			return unicode.ToLower(r)
		}
		return unicode.ToUpper(r)
	}, name)
}

func zipOf(parts []part) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, p := range parts {
		h := &zip.FileHeader{Name: p.name, CRC32: crc32.ChecksumIEEE(p.octets), UncompressedSize64: uint64(len(p.octets)), CompressedSize64: uint64(len(p.octets))}
		if p.badCRC {
			h.CRC32 ^= 1
		}
		w, err := z.CreateRaw(h)
		if err != nil {
			panic(err) // a buffer takes all
		}
		w.Write(p.octets)
	}
	z.Close()
	return b.Bytes()
}

func compoundOf(parts []part) []byte {
	var streams []ole.Stream
	for _, p := range parts {
		streams = append(streams, ole.Stream{Path: strings.Split(p.name, "/"), Octets: p.octets})
	}
	return ole.Write(streams)
}

// Document returns a document of vectors/media/documents.zip.
func Document(t testing.TB, name string) []byte {
	t.Helper()
	_, here, _, _ := runtime.Caller(0)
	z, err := zip.OpenReader(filepath.Join(filepath.Dir(here), "..", "..", "..", "vectors", "media", "documents.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	f, err := z.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	octets, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return octets
}
