package manifest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"iter"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// memory is a storage whose process is killed after a number of bytes and renames.
type memory struct {
	files map[string]*bytes.Buffer
	left  int
}

var errKilled = errors.New("killed")

func (m *memory) spend(n int) int {
	n = min(n, m.left)
	m.left -= n
	return n
}

func (m *memory) Open(name string) (io.ReadCloser, error) {
	f, ok := m.files[name]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return io.NopCloser(bytes.NewReader(f.Bytes())), nil
}

type killable struct {
	m *memory
	b *bytes.Buffer
}

func (k killable) Write(p []byte) (int, error) {
	n := k.m.spend(len(p))
	k.b.Write(p[:n])
	if n < len(p) {
		return n, errKilled
	}
	return n, nil
}

func (killable) Close() error { return nil }

func (m *memory) Create(name string) (io.WriteCloser, error) {
	if m.spend(1) == 0 {
		return nil, errKilled
	}
	m.files[name] = new(bytes.Buffer)
	return killable{m, m.files[name]}, nil
}

func (m *memory) Replace(name string, write func(io.Writer) error) error {
	k := killable{m, new(bytes.Buffer)}
	if err := write(k); err != nil {
		return err
	}
	if m.spend(1) == 0 {
		return errKilled
	}
	m.files[name] = k.b
	return nil
}

func (m *memory) Rename(oldName, newName string) error {
	if m.spend(1) == 0 {
		return errKilled
	}
	m.files[newName] = m.files[oldName]
	delete(m.files, oldName)
	return nil
}

func (m *memory) Remove(name string) error {
	if m.spend(1) == 0 {
		return errKilled
	}
	delete(m.files, name)
	return nil
}

const never = 1 << 30

func create(m *memory, fsys fs.FS, json bool, each func(Scanned) error) error {
	return createIn(context.Background(), m, "m", fsys, inForm(json, header), Options{Workers: 3}, each)
}

func someTree(n int) fstest.MapFS {
	fsys := fstest.MapFS{}
	for i := range n {
		fsys[fmt.Sprintf("%d/f%d.txt", i%4, i)] = &fstest.MapFile{Data: []byte(fmt.Sprintf("document number %d of the tree", i)), ModTime: old}
	}
	return fsys
}

// TestKilled kills runs at any moment, repeatedly, while files change. The manifest is always the
// whole old one or the whole new one. A run that is not killed writes the same manifest as a run
// that was never interrupted.
func TestKilled(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	before := manifestOf(t, tree("x", "the tree of yesterday"), sm1)
	for i := range 200 {
		fsys := someTree(12)
		m := &memory{files: map[string]*bytes.Buffer{"m": bytes.NewBufferString(before)}}
		killed := 0
		for {
			m.left = r.IntN(16000)      // a run rewrites its journal, at most twice, and then writes the manifest
			if i%5 == 4 && killed < 3 { // a file changes, one goes, one comes
				fsys["1/f1.txt"] = &fstest.MapFile{Data: []byte(fmt.Sprintf("changed %d times, letter %c", killed, 'a'+killed)), ModTime: old.Add(time.Duration(killed + 1))}
				delete(fsys, fmt.Sprintf("2/f%d.txt", 2+4*killed))
				fsys[fmt.Sprintf("0/new%d", killed)] = &fstest.MapFile{Data: []byte("new words"), ModTime: old}
			}
			want := manifestOf(t, fsys, sm1)
			err := create(m, fsys, inText, nil)
			got := m.files["m"].String()
			if got != before && got != want {
				t.Fatalf("kill %d of run %d: neither the old manifest nor the new one:\n%s", killed, i, got)
			}
			if err == nil {
				if got != want || len(m.files) != 1 {
					t.Fatalf("run %d: done, and there are %d files:\n%s", i, len(m.files), got)
				}
				break
			}
			if !errors.Is(err, errKilled) {
				t.Fatalf("run %d: %v", i, err)
			}
			if got == want {
				before = want // replaced, and then killed
			}
			if killed++; killed > 100 {
				t.Fatal("a run never ends: nothing is kept of those before")
			}
		}
		before = manifestOf(t, tree("x", "the tree of yesterday"), sm1)
	}
}

// TestGoesOn checks that files read before the interruption are not read again.
func TestGoesOn(t *testing.T) {
	fsys := faulty{MapFS: someTree(12), reads: map[string]int{}}
	m := &memory{files: map[string]*bytes.Buffer{}, left: never}
	n := 0
	stop := errors.New("interrupted")
	one := func(each func(Scanned) error) error {
		return createIn(context.Background(), m, "m", fsys, inForm(inJSON, header), Options{Workers: 1}, each)
	}
	if err := one(func(Scanned) error {
		if n++; n == 7 {
			return stop
		}
		return nil
	}); !errors.Is(err, stop) {
		t.Fatal(err)
	}
	if m.files["m"] != nil {
		t.Fatal("half a manifest was written")
	}
	clear(fsys.reads)
	reused := 0
	if err := one(func(s Scanned) error {
		if s.Reused {
			reused++
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	read := 0
	for name, n := range fsys.reads {
		if strings.HasSuffix(name, ".txt") {
			read += n
		}
	}
	if reused != 7 || read != 5 {
		t.Errorf("%d were taken over and %d read: expected 7 and 5", reused, read)
	}
}

// summed returns lines of a journal with their checksum.
func summed(lines string) string {
	return lines + journalSum(crc32.Checksum([]byte(lines), castagnoli))
}

// TestJournalOfAnother checks that a damaged journal, or one with other settings, is not resumed.
func TestJournalOfAnother(t *testing.T) {
	fsys := someTree(5)
	want := manifestOf(t, fsys, sm1)
	for _, test := range []struct{ journal, why string }{
		{"", "empty"},
		{"\x00\x00\x00\x00", "never written to the disk"},
		{strings.Replace(journalHead(&Header{Scheme: header.Scheme, Profile: "visible", Tool: header.Tool}), "0.2.0", "0.1.0", 1) +
			summed("- no-text - 0 "+digits("01")+" - -  0/f0.txt\n"), "another version of the program"},
		{journalHead(&Header{Scheme: header.Scheme, Profile: "visible", Tool: header.Tool}) + summed("- changed - - - - -  ../x\n"), "a path out of the tree"},
		{journalHead(&Header{Scheme: header.Scheme, Profile: "visible", Tool: header.Tool}) + summed("yesterday no-text - 0 "+digits("01")+" - -  0/f0.txt\n"), "no time"},
		{journalHead(&Header{Scheme: header.Scheme, Profile: "visible", Tool: header.Tool}) + "- no-text - 0 " + digits("01") + " - -  0/f0.txt\n", "no checksum"},
		{journalHead(&Header{Scheme: header.Scheme, Profile: "visible", Tool: header.Tool}) + strings.Repeat("x", 1<<20), "a line without end"},
	} {
		m := &memory{files: map[string]*bytes.Buffer{"m.journal": bytes.NewBufferString(test.journal)}, left: never}
		if err := create(m, fsys, inText, nil); err != nil {
			t.Errorf("%s: %v", test.why, err)
			continue
		}
		if got := m.files["m"].String(); got != want {
			t.Errorf("%s: another manifest:\n%s", test.why, got)
		}
	}
}

// TestDamagedJournal changes each byte of a journal. Neither the next run nor a manifest uses what is damaged.
func TestDamagedJournal(t *testing.T) {
	j, lines := journaled(t)
	whole := lines + journalEnd(j.files)
	for i := range whole {
		damaged := []byte(whole)
		damaged[i] ^= 1
		if err := fromJournal(io.Discard, bytes.NewReader(damaged), j); err == nil {
			t.Errorf("byte %d: a manifest is made of it", i)
		}
		m := &memory{files: map[string]*bytes.Buffer{"j": bytes.NewBuffer(damaged)}, left: never}
		n := 0
		for s := range readJournal(m, "j", j.header) {
			if diff := cmp.Diff(fmt.Sprint(entries[n]), fmt.Sprint(s.Entry)); diff != "" {
				t.Errorf("byte %d: (-want +got):\n%s", i, diff)
			}
			n++
		}
	}
}

func TestPrefer(t *testing.T) {
	list := func(paths string, size int64) iter.Seq[Scanned] {
		return func(yield func(Scanned) bool) {
			for _, p := range strings.Fields(paths) {
				if !yield(Scanned{Entry: Entry{Path: p, Size: size}}) {
					return
				}
			}
		}
	}
	for _, test := range []struct{ a, b, want, why string }{
		{"", "", "", "nothing"},
		{"a b", "", "a1 b1", "one list"},
		{"", "a b", "a2 b2", "the other"},
		{"a c", "a b c d", "a1 b2 c1 d2", "of both, the first"},
		{"b d", "a c", "a2 b1 c2 d1", "none in both"},
	} {
		var got []string
		for s := range prefer(list(test.a, 1), list(test.b, 2)) {
			got = append(got, fmt.Sprintf("%s%d", s.Path, s.Size))
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s: %q, want %q", test.why, got, test.want)
		}
	}
}

// journaled returns the writer and the lines of a journal of all entries, without its end.
func journaled(t testing.TB) (*journalWriter, string) {
	h := header.orVisible()
	var b strings.Builder
	j := &journalWriter{header: &h, w: &b}
	j.head()
	for i := range entries {
		if err := j.add(&Scanned{Entry: entries[i], modified: old}); err != nil {
			t.Fatal(err)
		}
	}
	return j, b.String()
}

func FuzzJournal(f *testing.F) {
	j, text := journaled(f)
	h := *j.header
	f.Add([]byte(text + journalEnd(int64(len(entries)))))
	f.Add([]byte(text[:len(text)-9]))
	records := "- archive 1 9 " + digits("01") + " - -  x.warc\n" + " unsupported - - - - 2026  http://a/\n"
	f.Add([]byte(journalHead(&h) + summed(records) + journalEnd(1)))
	f.Fuzz(func(t *testing.T, octets []byte) {
		m := &memory{files: map[string]*bytes.Buffer{"j": bytes.NewBuffer(octets)}, left: never}
		last := ""
		for s := range readJournal(m, "j", &h) {
			if err := s.check(h.inJournal()); err != nil || s.Path <= last {
				t.Errorf("%q after %q: %v", s.Path, last, err)
			}
			last = s.Path
		}
	})
}

// TestStamp checks that a journal keeps any time of modification exactly.
func TestStamp(t *testing.T) {
	for _, want := range []time.Time{{}, old, time.Unix(-1, 5), time.Unix(1<<40, 999999999)} {
		if got, err := parseStamp(string(appendStamp(nil, want))); err != nil || !got.Equal(want) {
			t.Errorf("%v is read as %v: %v", want, got, err)
		}
	}
	for _, stamp := range []string{"", "1", "x.1", "1.x"} {
		if _, err := parseStamp(stamp); err == nil {
			t.Errorf("%q: expected an error", stamp)
		}
	}
}

// TestCopy checks that no manifest is made from a journal that is not whole.
func TestCopy(t *testing.T) {
	j, lines := journaled(t)
	end := journalEnd(j.files)
	head, _, _ := strings.Cut(lines, "\n")
	for _, tt := range []struct{ journal, want, why string }{
		{lines + end, "", "a whole journal"},
		{"", "expected the journal of this run", "nothing"},
		{`{"fpcheck_manifest":1}` + "\n" + lines[len(head)+1:] + end, "expected the journal of this run",
			"of another program"},
		{lines, fmt.Sprintf("the journal is damaged or cut short after %d files", j.files), "without its end"},
		{lines[:len(lines)-19], fmt.Sprintf("the journal is damaged or cut short after %d files", j.files-1), "inside of a line"},
		{lines + journalEnd(j.files-1), fmt.Sprintf("the journal is damaged or cut short after %d files", j.files), "for fewer files"},
		{head + "\n" + end, "the journal is damaged or cut short after 0 files", "without its files"},
	} {
		err := fromJournal(io.Discard, strings.NewReader(tt.journal), j)
		if got := fmt.Sprint(err); got != tt.want && (err != nil || tt.want != "") {
			t.Errorf("%s: error %q, want %q", tt.why, got, tt.want)
		}
	}
}
