package container

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract"
)

func openBytes(t testing.TB, octets []byte, name string) *FS {
	t.Helper()
	f, err := openFS(t.Context(), bytes.NewReader(octets), int64(len(octets)), name, extract.Limits{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// listing returns a tree in lines: the name, and the content or the fault. Then come the problems.
func listing(f *FS) (lines []string) {
	fs.WalkDir(f, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			lines = append(lines, name+": "+err.Error())
		case name == ".":
		case d.IsDir():
			lines = append(lines, name+"/")
		default:
			text, err := fs.ReadFile(f, name)
			if p := (*fs.PathError)(nil); errors.As(err, &p) {
				err = p.Err
			}
			line := fmt.Sprintf("%s = %q", name, text)
			if d.Type() != 0 {
				line = d.Type().String() + " " + line
			}
			if err != nil {
				line += ", " + err.Error()
			}
			lines = append(lines, line)
		}
		return nil
	})
	for _, p := range f.Problems() {
		lines = append(lines, fmt.Sprintf("! %q: %v", p.Name, p.Err))
	}
	return lines
}

func link(name, target string) *tar.Header {
	return &tar.Header{Typeflag: tar.TypeSymlink, Name: name, Linkname: target}
}

// octetsAt changes bytes at a place.
func octetsAt(b []byte, at int, to ...byte) []byte {
	b = bytes.Clone(b)
	copy(b[at:], to)
	return b
}

// lying returns a zip of one member with a wrong declared length or checksum.
func lying(size uint64, crc uint32) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	f, err := w.CreateRaw(&zip.FileHeader{Name: "a", Method: zip.Store, UncompressedSize64: size, CompressedSize64: 4, CRC32: crc})
	if err != nil {
		panic(err)
	}
	io.WriteString(f, "four")
	w.Close()
	return b.Bytes()
}

func TestFS(t *testing.T) {
	hard := &tar.Header{Typeflag: tar.TypeLink, Name: "b", Linkname: "a"}
	two := tarOf(file("a"), file("b"))
	for _, tt := range []struct {
		why    string
		octets []byte
		want   []string
	}{
		{"files, and folders that no member is", tarOf(file("b/c/d"), file("a"), file("b-c")),
			[]string{`a = "a\n"`, "b/", "b/c/", `b/c/d = "b/c/d\n"`, `b-c = "b-c\n"`}},
		{"an empty folder stays", tarOf(&tar.Header{Typeflag: tar.TypeDir, Name: "e/"}), []string{"e/"}},
		{"the names that tar gives to a tree packed from within", tarOf(&tar.Header{Typeflag: tar.TypeDir, Name: "./"}, file("./a")), []string{`a = "./a\n"`}},
		{"a name twice: unpackers take the last, and a folder may come again", tarOf(
			&tar.Header{Typeflag: tar.TypeDir, Name: "d/"}, file("a"), &tar.Header{Typeflag: tar.TypeDir, Name: "d/"}, file("./a")),
			[]string{`a = "./a\n"`, "d/", `! "a": more than one member has this name: the 2nd member and the 4th member of the container: expected one; the last one is used`}},
		{"a file and a folder of one name", tarOf(file("a"), file("a/b")),
			[]string{"a/", `a/b = "a/b\n"`, `! "a": more than one member has this name: as a file the 1st member of the container, as a folder the 2nd member: expected one; the folder is used`}},
		{"names that lead out", tarOf(file("/etc/passwd"), file("../a"), file("a/../../b"), file("..."), file("ok")),
			[]string{`... = "...\n"`, `ok = "ok\n"`,
				`! "/etc/passwd": its path leads out of the container: it is absolute: expected a relative path`,
				`! "../a": its path leads out of the container: it contains "..": expected a path without it`,
				`! "a/../../b": its path leads out of the container: it contains "..": expected a path without it`}},
		{"a name that is too long, and folders that are too deep", tarOf(file(strings.Repeat("n", 5000)), file(strings.Repeat("d/", 300)+"f")),
			[]string{`! "` + strings.Repeat("n", 5000) + `": no file can have this name: it has 5000 bytes: expected at most 4096`,
				`! "` + strings.Repeat("d/", 300) + `f": no file can have this name: it is in more than 256 folders`}},
		{"a backslash is a letter in a tar", tarOf(file(`a\b`)), []string{`a\b = "a\\b\n"`}},
		{"and in a zip it may be a slash", zipOf(`a\b`),
			[]string{`a\b = "a\\b\n"`, `! "a\\b": no file can have this name on every system: it contains a backslash: expected slashes between folders`}},
		{"links within, out, around and to nowhere", tarOf(file("d/a"), link("d/in", "../d/a"), link("out", "../a"), link("d/out", "/etc/passwd"),
			link("loop", "loop"), link("none", "nowhere"), link("dir", "d")),
			[]string{"d/", `d/a = "d/a\n"`, `L--------- d/in = "d/a\n"`, `L--------- d/out = "", a link out of the container: not followed`,
				`L--------- dir = "", is a directory`, `L--------- loop = "", too many links`,
				`L--------- none = "", file does not exist`, `L--------- out = "", a link out of the container: not followed`}},
		{"a hard link has the octets of another member", tarOf(file("a"), hard), []string{`a = "a\n"`, `b = "a\n"`}},
		{"unless there is none", tarOf(hard), []string{`b = "", a link to a member that is not in the container: file does not exist`}},
		{"devices and pipes are not opened", tarOf(&tar.Header{Typeflag: tar.TypeFifo, Name: "p"}, &tar.Header{Typeflag: tar.TypeBlock, Name: "sda"}),
			[]string{`p--------- p = "", not a regular file: not opened`, `D--------- sda = "", not a regular file: not opened`}},
		{"a tar that is cut short in a member", two[:1024+512+1],
			[]string{`a = "a\n"`, `b = "b", 1 bytes are missing at its end`, `! "": after 2 members: the container is cut short: expected another, or the end of the container`}},
		{"and in a header", two[:1024+100],
			[]string{`a = "a\n"`, `! "": after 1 members: the container is cut short: expected another, or the end of the container`}},
		{"octets that are no header", octetsAt(two, 1024, 'x'),
			[]string{`a = "a\n"`, `! "": after 1 members: bytes that are not a member of a tar: expected another, or the end of the container`}},
		{"a compressed tar that is cut short", gzipped(two)[:len(gzipped(two))-4],
			[]string{`a = "a\n"`, `b = "b\n"`, `! "": after the last member: the container is cut short`}},
		{"one whose checksum is wrong", octetsAt(gzipped(two), len(gzipped(two))-8, 1, 2, 3, 4),
			[]string{`a = "a\n"`, `b = "b\n"`, `! "": after the last member: gzip: invalid checksum`}},
		{"a zip that says a wrong checksum", lying(4, 1), []string{`a = "four", checksum 90c1667d: expected 00000001, which the container declares`}},
		{"a zip that says too many octets", lying(5, 0), []string{`a = "four", 1 bytes are missing at its end`}},
		{"a zip that says too few", lying(3, 0), []string{`a = "fou", it is longer than the container declares`}},
	} {
		f := openBytes(t, tt.octets, "a.tgz")
		if diff := gocmp.Diff(tt.want, listing(f)); diff != "" {
			t.Errorf("%s: %s", tt.why, diff)
		}
	}
}

// TestFSOfAllForms checks that all forms give the same tree, which obeys the rules of io/fs.
func TestFSOfAllForms(t *testing.T) {
	names := []string{"bag/a.txt", "bag/b/c.txt", "bag/b.txt", "bag/b/d/e"}
	var headers []*tar.Header
	for _, n := range names {
		headers = append(headers, file(n))
	}
	plain := tarOf(headers...)
	var want []string
	for _, tt := range []struct {
		form   Form
		octets []byte
	}{{Tar, plain}, {TarGzip, gzipped(plain)}, {TarZstd, zstandard(plain)}, {Zip, zipOf(names...)}} {
		f := openBytes(t, tt.octets, "bag")
		if err := fstest.TestFS(f, names...); err != nil {
			t.Errorf("%s: %v", tt.form, err)
		}
		got := listing(f)
		if want == nil {
			want = got
		}
		if diff := gocmp.Diff(want, got); diff != "" || len(got) != 7 {
			t.Errorf("%s: %s", tt.form, diff)
		}
		if top, ok := f.Top(); !ok || top != "bag" {
			t.Errorf("%s: %q, %t", tt.form, top, ok)
		}
		sub, err := f.Below("bag")
		if err != nil {
			t.Fatal(err)
		}
		if err := fstest.TestFS(sub, "a.txt", "b/c.txt", "b.txt", "b/d/e"); err != nil {
			t.Errorf("%s: %v", tt.form, err)
		}
	}
	for _, packed := range []string{tarXZ, tarBzip2} {
		f := openBytes(t, octets(packed), "a")
		if diff := gocmp.Diff([]string{fmt.Sprintf("a.txt = %q", keeper)}, listing(f)); diff != "" {
			t.Error(diff)
		}
	}
}

// TestFSBelow checks that no link leads out of a subtree.
func TestFSBelow(t *testing.T) {
	f := openBytes(t, tarOf(file("secret"), link("bag/out", "../secret"), file("bag/a")), "a.tar")
	sub, err := f.Below("bag")
	if err != nil {
		t.Fatal(err)
	}
	if diff := gocmp.Diff([]string{`a = "bag/a\n"`, `L--------- out = "", a link out of the container: not followed`}, listing(sub)); diff != "" {
		t.Error(diff)
	}
	if _, err := f.Below("secret"); !errors.Is(err, errNoDirectory) {
		t.Errorf("below a file: %v", err)
	}
}

// holed returns a GNU tar with a sparse file of size bytes. It stores only the last 512.
func holed(size int64) []byte {
	b := tarOf(file("sparse"))[:1024]
	h := b[:512]
	clear(h[124:136])
	copy(h[124:], fmt.Sprintf("%011o", 512)) // in the tar
	h[156] = tar.TypeGNUSparse
	copy(h[257:], "ustar  \x00")
	clear(h[345:512])
	field := func(at int, n int64) {
		h[at] = 0x80
		binary.BigEndian.PutUint64(h[at+4:], uint64(n))
	}
	field(386, size-512)
	field(398, 512)
	field(483, size)
	copy(h[148:156], "        ")
	sum := 0
	for _, c := range h {
		sum += int(c)
	}
	copy(h[148:156], fmt.Sprintf("%06o\x00 ", sum))
	return append(b, make([]byte, 1024)...)
}

// TestFSOfSparseFile checks that a sparse file is read expanded, and does not count as a bomb.
func TestFSOfSparseFile(t *testing.T) {
	text, err := fs.ReadFile(openBytes(t, holed(2048), "a.tar"), "sparse")
	if want := append(make([]byte, 1536), append([]byte("sparse\n"), make([]byte, 505)...)...); err != nil || !bytes.Equal(text, want) {
		t.Errorf("%d octets, %v", len(text), err)
	}
	b := holed(1 << 50)
	if _, err := openFS(t.Context(), bytes.NewReader(b), int64(len(b)), "a.tar", extract.Limits{}, nil); !errors.Is(err, extract.ErrExpansion) {
		t.Errorf("a bomb: %v", err)
	}
}

// TestOpenFSErrors checks that errors of opening explain themselves, and leave nothing behind.
func TestOpenFSErrors(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", filepath.Join(dir, "tmp"))
	os.Mkdir(filepath.Join(dir, "tmp"), 0o777)
	zeros := &bytes.Buffer{}
	w := tar.NewWriter(zeros)
	w.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: "zeros", Size: 64 << 20})
	w.Write(make([]byte, 64<<20))
	w.Close()
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, tt := range []struct {
		why    string
		ctx    context.Context
		octets []byte
		want   error
	}{
		{"a text", t.Context(), []byte(keeper), ErrNoTree},
		{"nothing", t.Context(), nil, ErrNoTree},
		{"a bomb", t.Context(), gzipped(zeros.Bytes()), extract.ErrExpansion},
		{"the end of the context", ended, gzipped(zeros.Bytes()), context.Canceled},
		{"a zip without a directory", t.Context(), zipOf("a", "b")[:40], zip.ErrFormat},
		{"a zip that says 2^62 octets", t.Context(), lying(1<<62, 0), extract.ErrExpansion},
	} {
		name := filepath.Join(dir, "a.tgz")
		if err := os.WriteFile(name, tt.octets, 0o666); err != nil {
			t.Fatal(err)
		}
		f, err := OpenFS(tt.ctx, name, extract.Limits{Size: 1 << 20}, nil)
		if !errors.Is(err, tt.want) || f != nil {
			t.Errorf("%s: %v, want %v", tt.why, err, tt.want)
		}
		if left, _ := os.ReadDir(filepath.Join(dir, "tmp")); len(left) > 0 {
			t.Errorf("%s: left %v", tt.why, left)
		}
	}
	if _, err := OpenFS(t.Context(), dir, extract.Limits{}, nil); !errors.Is(err, errIrregular) {
		t.Errorf("a directory: %v", err)
	}
}

// TestIndexOfManyMembers checks that an index takes less than 200 bytes for a member. A walk that
// looks up each name takes linear time.
func TestIndexOfManyMembers(t *testing.T) {
	members := 200_000
	if testing.Short() {
		members = 20_000
	}
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for i := range members {
		w.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: fmt.Sprintf("a-folder-with-a-name/%03d/a-file-with-a-name-%07d.txt", i*7919%1000, i)})
	}
	w.Close()
	f := openBytes(t, b.Bytes(), "a.tar")
	if each := f.held() / int64(members); each > 200 && members > 100_000 {
		t.Errorf("%d octets for each member", each)
	}
	begun, found := time.Now(), 0
	fs.WalkDir(f, ".", func(name string, d fs.DirEntry, err error) error {
		if info, e := f.Stat(name); err != nil || e != nil || info.Name() != d.Name() && name != "." {
			t.Errorf("%s: %v, %v", name, err, e)
		}
		if !d.IsDir() {
			found++
		}
		return nil
	})
	if took := time.Since(begun); found != members || took > 20*time.Second {
		t.Errorf("found %d in %v", found, took)
	}
}

func FuzzOpenFS(f *testing.F) {
	plain := tarOf(file("d/a"), link("d/in", "../d/a"), &tar.Header{Typeflag: tar.TypeLink, Name: "b", Linkname: "d/a"}, file("d/a"))
	for _, seed := range [][]byte{plain, gzipped(plain), zstandard(plain), zipOf("a", "b/c", `d\e`), holed(2048), octets(tarXZ), octets(tarBzip2), lying(4, 1)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, octets []byte) {
		f, err := openFS(t.Context(), bytes.NewReader(octets), int64(len(octets)), "a.tar", extract.Limits{Size: 1 << 20}, nil)
		if err != nil {
			if errors.Is(err, extract.ErrInternal) {
				t.Fatal(err)
			}
			return
		}
		defer f.Close()
		files := 0
		fs.WalkDir(f, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil {
				t.Errorf("%q: %v", name, err)
			}
			if _, err := f.Lstat(name); err != nil {
				if !errors.Is(err, errLinkOut) && !errors.Is(err, fs.ErrNotExist) {
					t.Errorf("%q: %v", name, err)
				}
			}
			if !d.IsDir() {
				if files++; files < 100 {
					if r, err := f.Open(name); err == nil {
						io.Copy(io.Discard, r)
						r.Close()
					}
				}
			}
			return nil
		})
	})
}
