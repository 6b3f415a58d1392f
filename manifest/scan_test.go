package manifest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/internal/store/durable"
	"github.com/lsh-interop/fpcheck/scheme"
)

// old is a time of modification that reveals later changes.
var old = time.Date(2020, 2, 2, 2, 2, 2, 0, time.UTC)

// prose returns a text with enough words for a verdict.
func prose(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 0))
	var b strings.Builder
	for range 120 {
		for range 3 + r.IntN(5) {
			b.WriteByte(byte('a' + r.IntN(26)))
		}
		b.WriteByte(' ')
	}
	return b.String()
}

func tree(files ...string) fstest.MapFS {
	m := fstest.MapFS{}
	for i := 0; i < len(files); i += 2 {
		m[files[i]] = &fstest.MapFile{Data: []byte(files[i+1]), ModTime: old}
	}
	return m
}

var sm1 = Options{Scheme: scheme.SM1}

func manifestOf(t testing.TB, fsys fs.FS, o Options) string {
	t.Helper()
	var all []Entry
	for s := range Scan(context.Background(), fsys, o) {
		all = append(all, s.Entry)
	}
	return write(t, inText, header, all)
}

func TestScan(t *testing.T) {
	fsys := tree(
		"a/b.txt", "Some words of a text.",
		"a-b.html", "<p>Some words of a text.",
		"a.txt", "1984 1985",
		"empty", "",
		"page.html", "<title>x</title>",
		"picture.png", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
		"new\nline", "Some words of a text.",
		"z.docx", "PK\x03\x04 nothing",
	)
	fsys["pipe"] = &fstest.MapFile{Mode: fs.ModeNamedPipe}
	type row struct {
		Path  string
		State State
		Media string
		Err   bool
	}
	var got []row
	for s := range Scan(context.Background(), fsys, sm1) {
		got = append(got, row{s.Path, s.State, s.Reading.MediaType, s.Err != nil})
		if s.State != pipe && s.SHA256.IsZero() {
			t.Errorf("%q has no digest", s.Path)
		}
	}
	want := []row{
		{"a-b.html", Fingerprinted, "text/html", false},
		{"a.txt", noWords, "text/plain", true},
		{"a/b.txt", Fingerprinted, "text/plain", false},
		{"empty", NoText, "", true},
		{"new\nline", Fingerprinted, "text/plain", false},
		{"page.html", NoText, "", true},
		{"picture.png", Unsupported, "", true},
		{"pipe", pipe, "", true},
		{"z.docx", Malformed, "", true},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestScanIsDeterministic checks that order and contents do not depend on the number of workers.
func TestScanIsDeterministic(t *testing.T) {
	fsys := fstest.MapFS{}
	for i := range 300 {
		fsys[fmt.Sprintf("d%d/%d/f%d", i%7, i%3, i)] = &fstest.MapFile{Data: []byte(prose(uint64(i % 50)))}
	}
	one, many := sm1, sm1
	one.Workers, many.Workers = 1, 8
	if manifestOf(t, fsys, one) != manifestOf(t, fsys, many) {
		t.Error("manifests differ")
	}
	for range Scan(context.Background(), fsys, many) {
		break // and nothing is left that would block for ever
	}
}

func TestScanSkips(t *testing.T) {
	o := sm1
	o.Skip = func(path string) bool { return path == "a" }
	if got := manifestOf(t, tree("a", "one", "b", "two"), o); strings.Contains(got, "  a\n") || !strings.Contains(got, "  b\n") {
		t.Error(got)
	}
}

// faulty is a tree in which some files are faulty.
type faulty struct {
	fstest.MapFS
	open  func(name string, f fs.File) (fs.File, error)
	reads map[string]int
}

func (f faulty) Open(name string) (fs.File, error) {
	file, err := f.MapFS.Open(name)
	if err != nil {
		return nil, err
	}
	if f.reads != nil {
		f.reads[name]++
	}
	if f.open != nil {
		return f.open(name, file)
	}
	return file, nil
}

// Stat does not count as a read.
func (f faulty) Stat(name string) (fs.FileInfo, error) { return f.MapFS.Stat(name) }

// growing is a file that is longer after each read.
type growing struct {
	fs.File
	by *int64
}

type grown struct {
	fs.FileInfo
	by int64
}

func (g grown) Size() int64 { return g.FileInfo.Size() + g.by }

func (g growing) Read(p []byte) (int, error) {
	*g.by++
	return g.File.Read(p)
}

func (g growing) Stat() (fs.FileInfo, error) {
	info, err := g.File.Stat()
	return grown{info, *g.by}, err
}

// short ends before its declared size.
type short struct {
	fs.File
	left *int
}

func (s short) Read(p []byte) (int, error) {
	if *s.left == 0 {
		return 0, io.EOF
	}
	n, err := s.File.Read(p[:min(len(p), *s.left)])
	*s.left -= n
	return n, err
}

// failing fails in the middle of a file.
type failing struct{ fs.File }

func (f failing) Read(p []byte) (int, error) {
	n, err := f.File.Read(p[:min(len(p), 5)])
	if err == nil {
		err = errors.New("input/output error")
	}
	return n, err
}

func TestScanFaults(t *testing.T) {
	for _, test := range []struct {
		open  func(name string, f fs.File) (fs.File, error)
		state State
		err   error
		why   string
	}{
		{func(_ string, f fs.File) (fs.File, error) { return growing{f, new(int64)}, nil }, changed, errChanged, "a log that is being written"},
		{func(_ string, f fs.File) (fs.File, error) { left := 9; return short{f, &left}, nil }, changed, errChanged, "cut off where the size is not yet told"},
		{func(string, fs.File) (fs.File, error) { return nil, fs.ErrPermission }, Unreadable, fs.ErrPermission, "no permission"},
		{func(_ string, f fs.File) (fs.File, error) { return failing{f}, nil }, Unreadable, nil, "a bad disk"},
	} {
		fsys := faulty{MapFS: tree("a.txt", prose(1), "b.txt", prose(2))}
		fsys.open = func(name string, f fs.File) (fs.File, error) {
			if name == "a.txt" {
				return test.open(name, f)
			}
			return f, nil
		}
		all := scanned(Scan(context.Background(), fsys, sm1))
		if len(all) != 2 || all[1].State != Fingerprinted {
			t.Fatalf("%s: %v", test.why, all)
		}
		a := all[0]
		if a.State != test.state || !a.SHA256.IsZero() || a.Err == nil || test.err != nil && !errors.Is(a.Err, test.err) {
			t.Errorf("%s: state %s, %v", test.why, a.State, a.Err)
		}
	}
	// A file that settles is read.
	first := true
	fsys := faulty{MapFS: tree("a.txt", prose(1))}
	fsys.open = func(name string, f fs.File) (fs.File, error) {
		if name == "a.txt" && first {
			first = false
			return growing{f, new(int64)}, nil
		}
		return f, nil
	}
	if all := scanned(Scan(context.Background(), fsys, sm1)); all[0].Err != nil {
		t.Errorf("a file that came to rest: %v", all[0].Err)
	}
}

// unlisted is a tree in which a directory cannot be read.
type unlisted struct{ fstest.MapFS }

func (u unlisted) ReadDir(name string) ([]fs.DirEntry, error) {
	if name == "b" {
		return nil, fs.ErrPermission
	}
	return u.MapFS.ReadDir(name)
}

func TestUnlisted(t *testing.T) {
	text := manifestOf(t, unlisted{tree("a", "one", "b/x", "two", "c", "three")}, sm1)
	if !strings.Contains(text, "\nunreadable - - - - -  b/\n") {
		t.Errorf("nothing is said of the directory:\n%s", text)
	}
}

func TestEarlier(t *testing.T) {
	before := scanned(Scan(context.Background(), tree("a", prose(1), "b", prose(2), "c", prose(3), "e", "", "n", "12"), sm1))
	for _, test := range []struct {
		files    fstest.MapFS
		paranoid bool
		touched  time.Time
		reused   string // files that are reused
		read     string // what is opened
		why      string
	}{
		{tree("a", prose(1), "b", prose(2)), false, old, "a b", "", "nothing changed"},
		{tree("a", prose(1), "b", prose(2)), false, old.Add(1), "a b", "a b", "touched: the digests decide"},
		{tree("a", prose(1), "b", prose(2)), true, old, "a b", "a b", "paranoid: the digests decide"},
		{tree("a", strings.ToUpper(prose(1))), false, old.Add(1), "", "a", "another text of the same length"},
		{tree("a", strings.ToUpper(prose(1))), true, old, "", "a", "the same, and the time was set back"},
		{tree("a", prose(1)+"x"), false, old, "", "a", "another length"},
		{tree("aa", prose(1), "b", prose(2)), false, old, "b", "aa", "a file between"},
		{tree("e", "", "n", "12"), false, old, "e n", "", "without a fingerprint, and settled"},
	} {
		for _, f := range test.files {
			f.ModTime = test.touched
		}
		fsys := faulty{MapFS: test.files, reads: map[string]int{}}
		o := sm1
		o.Workers, o.IgnoreTimes, o.Earlier = 1, test.paranoid, slices.Values(before)
		var reused []string
		for s := range Scan(context.Background(), fsys, o) {
			if s.Reused {
				reused = append(reused, s.Path)
			}
		}
		delete(fsys.reads, ".")
		read := slices.Sorted(func(yield func(string) bool) {
			for name := range fsys.reads {
				if !yield(name) {
					return
				}
			}
		})
		if got := strings.Join(reused, " "); got != test.reused {
			t.Errorf("%s: reused %q, want %q", test.why, got, test.reused)
		}
		if got := strings.Join(read, " "); got != test.read {
			t.Errorf("%s: read %q, want %q", test.why, got, test.read)
		}
		if got, want := manifestOf(t, fsys, o), manifestOf(t, test.files, sm1); got != want {
			t.Errorf("%s: another manifest than without the earlier one", test.why)
		}
	}
}

// TestUnsettled checks that files are read again if a program was missing.
func TestUnsettled(t *testing.T) {
	fsys := tree("a", "some words")
	before := scanned(Scan(context.Background(), fsys, sm1))
	for _, test := range []struct {
		state  State
		reused bool
	}{
		{NoText, true}, {Encrypted, true}, {Malformed, true},
		{tooLarge, false}, {toolMissing, false}, {timeout, false}, {Unreadable, false},
	} {
		e := Entry{Path: "a", State: test.state, Size: before[0].Size, SHA256: before[0].SHA256}
		o := sm1
		o.Earlier = slices.Values([]Scanned{{Entry: e, modified: old}})
		for s := range Scan(context.Background(), fsys, o) {
			if s.Reused != test.reused || s.Reused != (s.Err != nil) {
				t.Errorf("%s: reused is %v, %v", test.state, s.Reused, s.Err)
			}
		}
	}
}

// TestFresh checks files that changed a moment ago: they may change again in the same tick of the
// clock.
func TestFresh(t *testing.T) {
	fsys := tree("a", "one")
	fsys["a"].ModTime = time.Now()
	for s := range Scan(context.Background(), fsys, sm1) {
		if !s.modified.IsZero() {
			t.Error("a fresh time of modification is relied on")
		}
	}
}

func TestEarlierOfAnother(t *testing.T) {
	for _, test := range []struct {
		h    Header
		same bool
		why  string
	}{
		{header, true, "the same"},
		{Header{Scheme: scheme.MH1, Tool: header.Tool}, false, "another scheme"},
		{Header{Scheme: scheme.SM1, Profile: "main", Tool: header.Tool}, false, "another profile"},
		{Header{Scheme: scheme.SM1, Tool: "fpcheck 0.1.0"}, false, "another version: its texts may be others"},
	} {
		r, err := NewReader(strings.NewReader(write(t, inText, header, entries)), nil)
		if err != nil {
			t.Fatal(err)
		}
		all, err := Earlier(r, test.h)
		if (err == nil) != test.same {
			t.Errorf("%s: %v", test.why, err)
		}
		if err == nil && len(slices.Collect(all)) != len(entries) {
			t.Errorf("%s: not all files", test.why)
		}
	}
	// It is not used for another scheme.
	before := scanned(Scan(context.Background(), tree("a", prose(1)), Options{Scheme: scheme.MH1}))
	o := sm1
	o.Earlier = slices.Values(before)
	for s := range Scan(context.Background(), tree("a", prose(1)), o) {
		if s.Reused || s.Fingerprint.Scheme() != scheme.SM1 {
			t.Error("a fingerprint of another scheme was taken over")
		}
	}
}

// scanned returns the files of a scan.
func scanned(all iter.Seq2[Scanned, error]) (files []Scanned) {
	for s := range all {
		files = append(files, s)
	}
	return files
}

// TestCancelled checks that a run stops when its context ends. It leaves nothing running, and never
// writes a manifest of part of the tree. Another run resumes from what it has read.
func TestCancelled(t *testing.T) {
	files := tree("a", prose(1), "b", prose(2), "c", prose(3), "d", prose(4))
	to := &memory{files: make(map[string]*bytes.Buffer), left: 1 << 30}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o := sm1
	o.Workers = 1
	err := createIn(ctx, to, "m", files, header, o, func(Scanned) error { cancel(); return nil })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("Create: %v, want the context's error", err)
	}
	if _, err := to.Open("m"); err == nil {
		t.Error("there is a manifest")
	}
	reused := 0
	err = createIn(t.Context(), to, "m", files, header, o, func(s Scanned) error {
		if s.Reused {
			reused++
		}
		return nil
	})
	if err != nil || reused != 1 {
		t.Errorf("the next run: %v, %d files from the journal, want a alone", err, reused)
	}
	for _, all := range []iter.Seq2[Result, error]{
		Verify(ctx, open(t, to, "m"), files, Options{}),
		VerifyTrees(ctx, files, files, nil, o),
	} {
		var last error
		for _, err := range all {
			last = err
		}
		if !errors.Is(last, context.Canceled) {
			t.Errorf("%v, want the context's error", last)
		}
	}
}

func open(t *testing.T, to durable.Storage, name string) *Reader {
	t.Helper()
	f, err := to.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	m, err := NewReader(f, nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
