package container

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	"github.com/lsh-interop/fpcheck/extract"
)

// A tar of a.txt, which contains "keeper", packed by xz and by bzip2. Go cannot write these.
const (
	keeper   = "The keeper lit the lamp at dusk.\n"
	tarXZ    = "/Td6WFoAAATm1rRGAgAhARwAAAAQz1jM4Cf/AIVdADCLiofEDvKXpPh1PcWp7dmXqZkB15q7yLLNJ/XR7GZl0cGV+Y8h8EMcHYTaayCoXZkSA+ZrT5qvE3MhwLOPPj0mzwpc/At5kvcWhvhQtlKdYOWUHK0Dr0CXfSvxWn0W3HpD8jlRp0c3fIGssa8MgVURL+INzEFd3UK145YrQlYQgcsQPAAAAAAAi9/EtTz0kaoAAaEBgFAAAK2nkK2xxGf7AgAAAAAEWVo="
	tarBzip2 = "QlpoOTFBWSZTWZCIphMAAH/7kOoQAEBAAXcABAhmbt5ABAAACCAAdBoo0xNAyYQBp6gySPSDTIAyDQPuzatBBAqUkEi+5YIJ1hpAIREIgwzdENZxHW8AZGCKjhEykYVM3nCVs3NWGoYZ2/MdCEZcLZVpToKirlHtD4LCLTDDtEfQiID8XckU4UJCQiKYTA=="
)

func octets(packed string) []byte {
	b, err := base64.StdEncoding.DecodeString(packed)
	if err != nil {
		panic(err)
	}
	return b
}

// tarOf returns a tar of headers. The content of each file is its name and a line end.
func tarOf(headers ...*tar.Header) []byte {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, h := range headers {
		if h.Typeflag == tar.TypeReg {
			h.Size = int64(len(h.Name) + 1)
		}
		if err := w.WriteHeader(h); err != nil {
			panic(err)
		}
		if h.Typeflag == tar.TypeReg {
			io.WriteString(w, h.Name+"\n")
		}
	}
	w.Close()
	return b.Bytes()
}

func file(name string) *tar.Header {
	return &tar.Header{Typeflag: tar.TypeReg, Name: name, Mode: 0o644}
}

func zipOf(names ...string) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, name := range names {
		f, err := w.Create(name)
		if err != nil {
			panic(err)
		}
		if !strings.HasSuffix(name, "/") {
			io.WriteString(f, name+"\n")
		}
	}
	w.Close()
	return b.Bytes()
}

func gzipped(octets []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(octets)
	w.Close()
	return b.Bytes()
}

func zstandard(octets []byte) []byte {
	w, err := zstd.NewWriter(nil)
	if err != nil {
		panic(err)
	}
	return w.EncodeAll(octets, nil)
}

func TestBegins(t *testing.T) {
	one := tarOf(file("a.txt"))
	for _, tt := range []struct {
		why  string
		head []byte
		name string
		all  bool
		form Form
		more bool
	}{
		{"a tar", one, "", true, Tar, false},
		{"one of Unix V7, without a magic", v7(one), "", true, Tar, false},
		{"its checksum is wrong", changed(one, 0), "a.tar", true, "", false},
		{"without members", make([]byte, 1024), "a.tar", true, Tar, false},
		{"nothing but zeros", make([]byte, 1024), "a.bin", true, "", false},
		{"packed by gzip", gzipped(one), "", true, TarGzip, false},
		{"by zstd", zstandard(one), "", true, TarZstd, false},
		{"by xz", octets(tarXZ), "", true, TarXZ, false},
		{"by bzip2", octets(tarBzip2), "", true, TarBzip2, false},
		{"packed, without members", gzipped(make([]byte, 1024)), "a.tgz", true, TarGzip, false},
		{"a packed text", gzipped([]byte(keeper)), "a.txt.gz", true, "", false},
		{"a packed text that is called a tar", gzipped(bytes.Repeat([]byte(keeper), 99)), "a.tar.gz", true, "", false},
		{"too few octets to tell", octets(tarBzip2)[:100], "a.tar.bz2", false, "", true},
		{"all that there are: the name tells", octets(tarBzip2)[:100], "A.TAR.BZ2", true, TarBzip2, false},
		{"and another name", octets(tarBzip2)[:100], "a.bz2", true, "", false},
		{"ZIP", zipOf("a"), "", true, Zip, false},
		{"ZIP without members", zipOf(), "", true, Zip, false},
		{"a text", []byte(keeper), "a.tar", true, "", false},
		{"nothing", nil, "a.tar", true, "", false},
	} {
		form, more := Begins(tt.head, tt.name, tt.all)
		if form != tt.form || more != tt.more {
			t.Errorf("%s: %q, %t, want %q, %t", tt.why, form, more, tt.form, tt.more)
		}
	}
}

// v7 removes from a tar what Unix V7 did not write.
func v7(one []byte) []byte {
	one = bytes.Clone(one)
	clear(one[257:512])
	copy(one[148:156], "        ")
	sum := 0
	for _, c := range one[:512] {
		sum += int(c)
	}
	copy(one[148:156], fmt.Sprintf("%06o\x00 ", sum))
	return one
}

func changed(b []byte, at int) []byte {
	b = bytes.Clone(b)
	b[at] ^= 1
	return b
}

// TestUnpack checks that all kinds of packed bytes are unpacked, and others are not changed.
func TestUnpack(t *testing.T) {
	for _, tt := range []struct {
		why    string
		octets []byte
		packed bool
	}{
		{"gzip", gzipped([]byte(keeper)), true},
		{"zstd", zstandard([]byte(keeper)), true},
		{"not packed", []byte(keeper), false},
	} {
		head, packed := UnpackHead(tt.octets, 10)
		if packed != tt.packed || packed && string(head) != keeper[:10] {
			t.Errorf("%s: %q, %t", tt.why, head, packed)
		}
		r, err := Unpack(t.Context(), bytes.NewReader(tt.octets), extract.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if text, err := io.ReadAll(r); string(text) != keeper || err != nil {
			t.Errorf("%s: %q, %v", tt.why, text, err)
		}
	}
	for why, octets := range map[string][]byte{"a bomb": gzipped(make([]byte, 64<<20)), "damaged": changed(gzipped([]byte(keeper)), 12)} {
		r, err := Unpack(t.Context(), bytes.NewReader(octets), extract.Limits{})
		if err == nil {
			_, err = io.Copy(io.Discard, r)
		}
		if !errors.Is(err, extract.ErrExpansion) && !errors.Is(err, extract.ErrMalformed) {
			t.Errorf("%s: %v, want an error", why, err)
		}
	}
}

// list reads a container, and returns a line for each member or error.
func list(ctx context.Context, form Form, octets []byte, stream bool, limits extract.Limits) (lines []string) {
	s := Source{Reader: bytes.NewReader(octets)}
	if !stream {
		s.At, s.Size = bytes.NewReader(octets), int64(len(octets))
	}
	for m, err := range Members(ctx, form, s, limits) {
		if m == nil {
			lines = append(lines, "! "+err.Error())
			continue
		}
		line := fmt.Sprintf("%d %s %q", m.Number, m.Kind, m.Name)
		if m.Link != "" {
			line += fmt.Sprintf(" to %q", m.Link)
		}
		if err == nil {
			var text []byte
			if text, err = io.ReadAll(m); m.Kind == File && err == nil {
				line += fmt.Sprintf(": %q", text)
			}
		}
		if err != nil {
			line += " ! " + err.Error()
		}
		lines = append(lines, line)
	}
	return lines
}

func TestMembers(t *testing.T) {
	one, three := tarOf(file("a.txt")), tarOf(file("a.txt"), file("b.txt"), file("c.txt"))
	links := tarOf(&tar.Header{Typeflag: tar.TypeDir, Name: "d/"}, &tar.Header{Typeflag: tar.TypeSymlink, Name: "l", Linkname: "/etc/passwd"},
		&tar.Header{Typeflag: tar.TypeLink, Name: "h", Linkname: "a.txt"}, &tar.Header{Typeflag: tar.TypeFifo, Name: "p"},
		&tar.Header{Typeflag: tar.TypeBlock, Name: "b"}, file("../../\xff\x1b[2J"))
	for _, tt := range []struct {
		why    string
		form   Form
		octets []byte
		want   []string
	}{
		{"files", Tar, three, []string{`1 file "a.txt": "a.txt\n"`, `2 file "b.txt": "b.txt\n"`, `3 file "c.txt": "c.txt\n"`}},
		{"Unix V7", Tar, v7(tarOf(file("a.txt"))), []string{`1 file "a.txt": "a.txt\n"`}},
		{"xz", TarXZ, octets(tarXZ), []string{fmt.Sprintf(`1 file "a.txt": %q`, keeper)}},
		{"bzip2", TarBzip2, octets(tarBzip2), []string{fmt.Sprintf(`1 file "a.txt": %q`, keeper)}},
		{"zstd", TarZstd, zstandard(tarOf(file("a"))), []string{`1 file "a": "a\n"`}},
		{"two tars in one", Tar, append(bytes.Clone(tarOf(file("a"))), tarOf(file("b"))...), []string{`1 file "a": "a\n"`, `2 file "b": "b\n"`}},
		{"folders, links, devices, and a name that leads elsewhere", Tar, links, []string{
			`1 folder "d/"`, `2 link "l" to "/etc/passwd"`, `3 link "h" to "a.txt"`, `4 device "p"`, `5 device "b"`, `6 file "../../\xff\x1b[2J": "../../\xff\x1b[2J\n"`}},
		{"a damaged header", Tar, changed(three, 1024), []string{`1 file "a.txt": "a.txt\n"`,
			"! malformed document: tar: archive/tar: invalid tar header, at byte 1536", `2 file "c.txt": "c.txt\n"`}},
		{"cut short in a header", Tar, three[:1100], []string{`1 file "a.txt": "a.txt\n"`, "! malformed document: tar: cut short after 1100 bytes"}},
		{"cut short in a member", Tar, three[:1538], []string{`1 file "a.txt": "a.txt\n"`, `2 file "b.txt" ! malformed document: tar: cut short`}},
		{"cut short where a member ends", Tar, three[:1024], []string{`1 file "a.txt": "a.txt\n"`,
			"! malformed document: tar: cut short after 1024 bytes: no end mark"}},
		{"cut short within the end mark", Tar, three[:3*1024+block], []string{`1 file "a.txt": "a.txt\n"`, `2 file "b.txt": "b.txt\n"`, `3 file "c.txt": "c.txt\n"`}},
		{"another tar after a whole record", Tar, slices.Concat(one, make([]byte, record-len(one)), one), []string{`1 file "a.txt": "a.txt\n"`, `2 file "a.txt": "a.txt\n"`}},
		{"a member is zeros", Tar, slices.Concat(three[:1024], make([]byte, 1024+block), three[2048:]), []string{`1 file "a.txt": "a.txt\n"`,
			"! malformed document: tar: 1536 bytes of zeros at byte 1024: expected 1024, or as many as fill 10240", `2 file "c.txt": "c.txt\n"`}},
		{"more than a tar", Tar, append(bytes.Clone(one), "more"...), []string{`1 file "a.txt": "a.txt\n"`, "! malformed document: tar: bytes after its end, at byte 2048, are no tar"}},
		{"cut short within gzip", TarGzip, gzipped(tarOf(file(strings.Repeat("a", 90))))[:60], []string{
			"! malformed document: gzip: unexpected EOF: expected more packed bytes after 60"}},
		{"no members", Tar, make([]byte, 1024), nil},
		{"ZIP", Zip, zipOf("d/", "d/a.txt", "/b\\c"), []string{`1 folder "d/"`, `2 file "d/a.txt": "d/a.txt\n"`, `3 file "/b\\c": "/b\\c\n"`}},
		{"ZIP without members", Zip, zipOf(), nil},
		{"ZIP, cut short", Zip, zipOf("a", "b")[:60], []string{"! malformed document: no directory at the end of the ZIP archive: cut short, or damaged"}},
		{"another checksum in ZIP", Zip, damaged(), []string{
			`1 file "aaaaaaaa" ! malformed document: ZIP: damaged: its checksum differs`, `2 file "b": "b\n"`}},
		{"a password", Zip, withPassword(zipOf("a", "b")), []string{`1 file "a" ! encrypted document: it needs a password`, `2 file "b": "b\n"`}},
		{"members that share octets", Zip, overlapping(), []string{`! malformed document: "a" and "b" overlap in the ZIP archive`}},
	} {
		for _, stream := range []bool{false, true} {
			if diff := gocmp.Diff(tt.want, list(t.Context(), tt.form, tt.octets, stream, extract.Limits{})); diff != "" {
				t.Errorf("%s (stream %t):\n%s", tt.why, stream, diff)
			}
		}
	}
}

// damaged returns a ZIP archive with a wrong byte in the first member.
func damaged() []byte {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, name := range []string{"aaaaaaaa", "b"} {
		f, _ := w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
		io.WriteString(f, name+"\n")
	}
	w.Close()
	b := out.Bytes()
	b[30+8] ^= 1 // after the first header and its name
	return b
}

// withPassword marks the first member of a ZIP archive as encrypted.
func withPassword(b []byte) []byte {
	b[6] |= 1
	b[bytes.Index(b, []byte("PK\x01\x02"))+8] |= 1
	return b
}

// overlapping returns a ZIP archive whose second member shares the bytes of the first.
func overlapping() []byte {
	b := zipOf("a", "b")
	second := bytes.LastIndex(b, []byte("PK\x01\x02"))
	clear(b[second+42 : second+46])
	return b
}

// TestBombs checks that a container that is too costly for its length is refused by the limit that
// it exceeds.
func TestBombs(t *testing.T) {
	huge := make([]byte, 64<<20)
	for _, tt := range []struct {
		why    string
		form   Form
		octets []byte
		limits extract.Limits
		is     error
	}{
		{"no bomb", TarGzip, gzipped(tarOf(file("a"))), extract.Limits{}, nil},
		{"a sparse member of a terabyte", Tar, sparse(), extract.Limits{}, extract.ErrExpansion},
		{"a member of ZIP of 64 MiB of zeros", Zip, zipWith("a", huge), extract.Limits{}, extract.ErrExpansion},
		{"a member of gzip", TarGzip, gzipped(tarWith("a", huge)), extract.Limits{}, extract.ErrExpansion},
		{"a ZIP archive from a stream, which is too long to keep", Zip, zipOf("a"), extract.Limits{Size: 50}, extract.ErrTooLarge},
	} {
		var failed error
		for m, err := range Members(t.Context(), tt.form, Source{Reader: bytes.NewReader(tt.octets)}, tt.limits) {
			if err == nil {
				_, err = io.Copy(io.Discard, m)
			}
			failed = cmp.Or(failed, err)
		}
		if !errors.Is(failed, tt.is) {
			t.Errorf("%s: %v, want %v", tt.why, failed, tt.is)
		}
	}
}

func tarWith(name string, content []byte) []byte {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	w.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: name, Size: int64(len(content))})
	w.Write(content)
	w.Close()
	return b.Bytes()
}

func zipWith(name string, content []byte) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	f, _ := w.Create(name)
	f.Write(content)
	w.Close()
	return b.Bytes()
}

// sparse returns a tar in GNU's form. Its member has no bytes but declares many.
func sparse() []byte {
	b := tarOf(file("s"))
	b[156] = 'S'
	copy(b[124:136], "00000000000\x00") // bytes that follow
	copy(b[257:265], "ustar  \x00")
	clear(b[345:512])
	copy(b[386:398], "00000000000\x00") // where its only part is,
	copy(b[398:410], "00000000000\x00") // and its length
	copy(b[483:495], []byte{0x80, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0})
	copy(b[148:156], "        ")
	sum := 0
	for _, c := range b[:512] {
		sum += int(c)
	}
	copy(b[148:156], fmt.Sprintf("%06o\x00 ", sum))
	return append(b[:512], make([]byte, 1024)...)
}

func TestModified(t *testing.T) {
	when := time.Date(1999, 12, 31, 23, 59, 58, 0, time.UTC)
	h := file("a")
	h.ModTime = when
	for m := range Members(t.Context(), Tar, Source{Reader: bytes.NewReader(tarOf(h))}, extract.Limits{}) {
		if !m.Modified.Equal(when) || m.Size != 2 {
			t.Errorf("%v, %d octets", m.Modified, m.Size)
		}
	}
}

// TestEnds checks that iteration stops when the consumer stops, and reports the end of the context.
func TestEnds(t *testing.T) {
	for _, form := range []Form{Tar, Zip} {
		b := tarOf(file("a"), file("b"))
		if form == Zip {
			b = zipOf("a", "b")
		}
		n := 0
		for range Members(t.Context(), form, Source{Reader: bytes.NewReader(b)}, extract.Limits{}) {
			n++
			break
		}
		if n != 1 {
			t.Errorf("%s: %d members after a break", form, n)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		for _, err := range Members(ctx, form, Source{Reader: bytes.NewReader(b)}, extract.Limits{}) {
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s: %v, want %v", form, err, context.Canceled)
			}
		}
	}
}

// FuzzMembers checks that no bytes end the process or the iteration in an odd way.
func FuzzMembers(f *testing.F) {
	three := tarOf(file("a.txt"), &tar.Header{Typeflag: tar.TypeSymlink, Name: "l", Linkname: "a"}, file(strings.Repeat("long/", 60)+"a"))
	for _, b := range [][]byte{three, gzipped(three), zstandard(three), octets(tarXZ), octets(tarBzip2), zipOf("a", "d/"), overlapping(), withPassword(zipOf("a")), sparse()} {
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		form, _ := Begins(b, "a.tar", true)
		if form == "" {
			return
		}
		limits := extract.Limits{Size: 1 << 20, Time: 10 * time.Second}
		once := list(t.Context(), form, b, true, limits)
		if diff := gocmp.Diff(once, list(t.Context(), form, b, false, limits)); diff != "" {
			t.Error(diff)
		}
	})
}
