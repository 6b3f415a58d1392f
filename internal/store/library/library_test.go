package library

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/internal/store/durable"
	"github.com/lsh-interop/fpcheck/internal/store/pairsort"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

var settings = Settings{Words: 16, Profile: "visible", Rules: "test"}

// testText returns the text of a document. Some are empty, and some are longer than a block.
func testText(number int) []byte {
	rnd := rand.New(rand.NewPCG(1, uint64(number)))
	size := []int{0, 10, 900, 3000, 2 * blockSize}[rnd.IntN(5)]
	text := make([]byte, size)
	for i := range text {
		text[i] = "abcdefgh \n"[rnd.IntN(10)]
	}
	return text
}

// testKeys returns the keys of a document. Some stand in many documents.
func testKeys(number int) (keys []uint64) {
	rnd := rand.New(rand.NewPCG(2, uint64(number)))
	for range rnd.IntN(60) {
		keys = append(keys, uint64(rnd.IntN(500)), rnd.Uint64()>>16)
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

func testDocument(number int) Document {
	d := Document{Name: fmt.Sprintf("%d%s", number, strings.Repeat("x", number%400)), Weight: int64(number), Short: number%7 == 0}
	if number%11 == 0 {
		d.Lost = []string{"page 1", ""}
	}
	return d
}

// addTest adds the documents from a number to another, commits them, and returns the first error.
func addTest(w *Writer, from, to int) error {
	for number := from; number < to; number++ {
		if err := w.Add(testDocument(number), testText(number), testKeys(number)); err != nil {
			return err
		}
	}
	if _, err := w.Write(context.Background()); err != nil {
		return err
	}
	return w.Commit()
}

// addRun is a run that adds documents to an index.
func addRun(dir string, storage durable.Storage, from, to int) error {
	w, err := update(dir, settings, storage)
	if err != nil {
		return err
	}
	defer w.Close()
	return addTest(w, from, to)
}

// state is what can be read of an index.
type state struct {
	Documents []Document
	Texts     []string
	Windows   []pairsort.Pair
}

func stateOf(l *Library) (s state, err error) {
	for i := range l.Len() {
		d, err := l.Document(i)
		if err != nil {
			return s, err
		}
		text, err := l.Read(i, nil)
		if err != nil {
			return s, err
		}
		s.Documents, s.Texts = append(s.Documents, *d), append(s.Texts, string(text))
	}
	for p, err := range l.Selected(0) {
		if err != nil {
			return s, err
		}
		s.Windows = append(s.Windows, p)
	}
	return s, nil
}

// wantState is the state of an index with a number of documents.
func wantState(n int) (s state) {
	for i := range n {
		d := testDocument(i)
		d.Digest = digestOf(testText(i))
		s.Documents, s.Texts = append(s.Documents, d), append(s.Texts, string(testText(i)))
		for _, key := range testKeys(i) {
			s.Windows = append(s.Windows, pairsort.Pair{Key: key, Value: uint64(i)})
		}
	}
	slices.SortStableFunc(s.Windows, func(a, b pairsort.Pair) int {
		switch {
		case a.Key < b.Key:
			return -1
		case a.Key > b.Key:
			return 1
		}
		return 0
	})
	return s
}

// hasState fails unless an index is undamaged and has a number of documents.
func hasState(t *testing.T, dir string, n int) {
	t.Helper()
	l, err := Open(dir)
	must(t, err)
	defer l.Close()
	must(t, l.Check(t.Context()))
	got, err := stateOf(l)
	must(t, err)
	if diff := cmp.Diff(wantState(n), got); diff != "" {
		t.Fatalf("%d documents (-want +got):\n%s", n, diff)
	}
}

// Runs of different sizes, whose segments are merged, make an index with all documents in order.
func TestUpdate(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "index")
	n := 0
	for i := range 30 {
		must(t, addRun(dir, durable.Disk(dir), n, n+i%9))
		n += i % 9
	}
	hasState(t, dir, n)
	l, err := Open(dir)
	must(t, err)
	defer l.Close()
	if len(l.segments) > many {
		t.Errorf("%d segments: expected at most %d", len(l.segments), many)
	}
	part, err := l.Part(3, 5, 9)
	must(t, err)
	if want := testText(3)[5:9]; string(part) != string(want) {
		t.Errorf("a part of a text is %q: expected %q", part, want)
	}
}

// A document that is known is not added again. Another text of its name is an error, in the index and in one run.
func TestKnown(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "index")
	must(t, addRun(dir, durable.Disk(dir), 0, 20))
	for _, test := range []struct {
		why     string
		add     []string // names and texts
		want    []int32
		changed string
	}{
		{"new, known, and new again", []string{"a", "1", "0", string(testText(0)), "b", "2"}, []int32{20, Known, 21}, ""},
		{"twice in one run", []string{"a", "1", "a", "1"}, []int32{20, Known}, ""},
		{"another text in the index", []string{"a", "1", "0", "other"}, nil, "0"},
		{"another text in one run", []string{"a", "1", "a", "2"}, nil, "a"},
	} {
		w, err := Update(dir, settings)
		must(t, err)
		for i := 0; i < len(test.add); i += 2 {
			must(t, w.Add(Document{Name: test.add[i]}, []byte(test.add[i+1]), nil))
		}
		got, err := w.Write(context.Background())
		var changed *ChangedError
		if errors.As(err, &changed) != (test.changed != "") || changed != nil && changed.Name != test.changed {
			t.Errorf("%s: %v", test.why, err)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: numbers (-want +got):\n%s", test.why, diff)
		}
		w.Close() // without Commit
		hasState(t, dir, 20)
		if files, err := os.ReadDir(dir); err != nil || len(files) != 2 {
			t.Errorf("%s: %v, %v: expected a manifest and a segment", test.why, files, err)
		}
	}
}

// Of two writers, the second is refused. A reader beside the first sees the index as it was.
func TestTwoWriters(t *testing.T) {
	if os.PathSeparator != '/' {
		t.Skip("there are no locks")
	}
	dir := filepath.Join(t.TempDir(), "index")
	must(t, addRun(dir, durable.Disk(dir), 0, 3))
	w, err := Update(dir, settings)
	must(t, err)
	defer w.Close()
	if _, err := Update(dir, settings); !errors.Is(err, durable.ErrLocked) {
		t.Errorf("a second writer: %v, expected ErrLocked", err)
	}
	must(t, w.Add(testDocument(3), testText(3), testKeys(3)))
	_, err = w.Write(context.Background())
	must(t, err)
	hasState(t, dir, 3)
	must(t, w.Commit())
	hasState(t, dir, 4)
}

// A dying storage fails at one of its steps and at all after it, like a process that is killed.
type dying struct {
	durable.Storage
	left int  // steps until it dies
	late bool // the last step is done, but its caller does not learn that
	half bool // the file that the last step replaces is written in part
	dir  string
}

var errDead = errors.New("killed")

func (d *dying) step(do func() error) error {
	d.left--
	switch {
	case d.left > 0:
		return do()
	case d.left == 0 && d.late:
		do()
	}
	return errDead
}

func (d *dying) Replace(name string, write func(io.Writer) error) error {
	err := d.step(func() error { return d.Storage.Replace(name, write) })
	if d.left == 0 && d.half {
		os.WriteFile(filepath.Join(d.dir, name+durable.TemporarySuffix), []byte("half"), 0o666)
	}
	return err
}

func (d *dying) Remove(name string) error {
	return d.step(func() error { return d.Storage.Remove(name) })
}

// Whenever a run is killed, the index is as before or has all of its documents. The next run goes on.
func TestKilled(t *testing.T) {
	if os.PathSeparator != '/' {
		t.Skip("a killed run closes its files; this test cannot")
	}
	const before, after = 7, 9 // the run after seven merges segments
	for _, mode := range []dying{{}, {late: true}, {half: true}} {
		olds, news := 0, 0
		old := filepath.Join(t.TempDir(), "index")
		for n := range before {
			must(t, addRun(old, durable.Disk(old), n, n+1))
		}
		for steps := 1; ; steps++ {
			dir := filepath.Join(t.TempDir(), "index")
			must(t, os.CopyFS(dir, os.DirFS(old)))
			mode.Storage, mode.left, mode.dir = durable.Disk(dir), steps, dir
			err := addRun(dir, &mode, before, after)
			l, openErr := Open(dir)
			must(t, openErr)
			n := l.Len()
			l.Close()
			if n != before && n != after {
				t.Fatalf("%d documents after step %d: expected %d or %d", n, steps, before, after)
			}
			hasState(t, dir, n)
			must(t, addRun(dir, durable.Disk(dir), n, after+1))
			hasState(t, dir, after+1)
			if err == nil {
				break
			}
			if n == before {
				olds++
			} else {
				news++
			}
		}
		if olds == 0 || news == 0 {
			t.Errorf("killed %d times before and %d times after the commit: expected both", olds, news)
		}
	}
}

// testIndex returns the folder of an index with three segments.
func testIndex(t testing.TB) string {
	dir := filepath.Join(t.TempDir(), "index")
	must(t, addRun(dir, durable.Disk(dir), 0, 40))
	must(t, addRun(dir, durable.Disk(dir), 40, 45))
	must(t, addRun(dir, durable.Disk(dir), 45, 46))
	return dir
}

// Each flipped bit, and each file that is cut short, is found. What can be read of a damaged index is right.
func TestDamage(t *testing.T) {
	dir := testIndex(t)
	l, err := Open(dir)
	must(t, err)
	want, err := stateOf(l)
	must(t, err)
	l.Close()
	rnd := rand.New(rand.NewPCG(3, 4))
	for _, name := range []string{manifestName, "0.segment", "1.segment", "2.segment"} {
		name = filepath.Join(dir, name)
		sound, err := os.ReadFile(name)
		must(t, err)
		for i := range 60 {
			damaged := slices.Clone(sound)
			what := ""
			if at := rnd.IntN(len(sound)); i%4 == 0 {
				damaged, what = damaged[:at], fmt.Sprintf("cut at byte %d", at)
			} else {
				if i%4 == 1 { // the footer, or the manifest
					at = len(sound) - min(len(sound), pageSize) + rnd.IntN(min(len(sound), 300))
				}
				damaged[at] ^= 1 << rnd.IntN(8)
				what = fmt.Sprintf("a bit of byte %d", at)
			}
			must(t, os.WriteFile(name, damaged, 0o666))
			l, err := Open(dir)
			if err != nil {
				continue
			}
			if err := l.Check(t.Context()); !errors.Is(err, ErrDamaged) {
				t.Errorf("%s, %s: %v, expected an error", name, what, err)
			}
			if got, err := stateOf(l); err == nil {
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("%s, %s (-want +got):\n%s", name, what, diff)
				}
			}
			l.Close()
		}
		must(t, os.WriteFile(name, sound, 0o666))
	}
	hasState(t, dir, 46)
}

// repaired returns a segment file with new checksums.
func repaired(octets []byte) []byte {
	octets = slices.Clone(octets)
	for number := int64(0); int(number+1)*pageSize <= len(octets); number++ {
		page := octets[number*pageSize:][:pageSize]
		binary.LittleEndian.PutUint32(page[payload:], pageSum(page[:payload], number))
	}
	return octets
}

// repairedManifest returns a manifest file with a new length and checksum.
func repairedManifest(octets []byte) []byte {
	const head = len(manifestMagic) + 8
	octets = slices.Clone(octets)
	if len(octets) >= head+4 {
		binary.LittleEndian.PutUint32(octets[head-4:], uint32(len(octets)-head-4))
		binary.LittleEndian.PutUint32(octets[len(octets)-4:], crc32.Checksum(octets[:len(octets)-4], castagnoli))
	}
	return octets
}

// Files of other indexes and of later versions are refused, and so are folders with other files.
func TestForeign(t *testing.T) {
	other := filepath.Join(t.TempDir(), "other")
	must(t, addRun(other, durable.Disk(other), 100, 140))
	foreign, err := os.ReadFile(filepath.Join(other, "0.segment"))
	must(t, err)
	for _, test := range []struct {
		why, name, want string
		change          func([]byte) []byte
	}{
		{"a segment of another index", "0.segment", "another segment than the manifest names", func([]byte) []byte { return foreign }},
		{"a later version of segments", "0.segment", "version 2 of an index of passages: expected 1", func(b []byte) []byte {
			b[len(segmentMagic)] = 2
			return repaired(b)
		}},
		{"a later version of manifests", manifestName, "version 2 of an index of passages: expected 1", func(b []byte) []byte {
			b[len(manifestMagic)] = 2
			return repairedManifest(b)
		}},
		{"no manifest", manifestName, "not an index of passages", func([]byte) []byte { return []byte("{}") }},
		{"an unknown field", manifestName, "unknown field", func(b []byte) []byte {
			return repairedManifest([]byte(strings.Replace(string(b), `"next"`, `"more"`, 1)))
		}},
		{"one segment twice", manifestName, "the manifest has a segment 1 of", func(b []byte) []byte {
			return repairedManifest([]byte(strings.Replace(string(b), `"number":0`, `"number":1`, 1)))
		}},
		{"another order", manifestName, "another segment than the manifest names", func(b []byte) []byte {
			s := strings.NewReplacer(`"number":0`, `"number":1`, `"number":1`, `"number":0`).Replace(string(b))
			return repairedManifest([]byte(s))
		}},
	} {
		dir := testIndex(t)
		name := filepath.Join(dir, test.name)
		b, err := os.ReadFile(name)
		must(t, err)
		must(t, os.WriteFile(name, test.change(b), 0o666))
		if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, expected %q", test.why, err, test.want)
		}
		if _, err := Update(dir, settings); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s, to add: %v, expected %q", test.why, err, test.want)
		}
	}
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, "letter.txt"), nil, 0o666))
	if _, err := Update(dir, settings); !errors.Is(err, ErrNone) {
		t.Errorf("a folder with another file: %v, expected ErrNone", err)
	}
	dir = testIndex(t)
	must(t, os.WriteFile(filepath.Join(dir, ".DS_Store"), nil, 0o666))
	must(t, addRun(dir, durable.Disk(dir), 46, 47))
	if _, err := os.Stat(filepath.Join(dir, ".DS_Store")); err != nil {
		t.Errorf("a file of another program in an index: %v", err)
	}
	dir = testIndex(t)
	must(t, os.Remove(filepath.Join(dir, "1.segment")))
	if _, err := Open(dir); !errors.Is(err, ErrDamaged) {
		t.Errorf("without a segment: %v, expected ErrDamaged", err)
	}
}

// Keys that are looked for in order are found on whatever page they are, with all their values.
func TestValues(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	const documents = 30_000
	for _, keys := range []uint64{3, 1000, 1 << 48} { // few keys have values on many pages
		want := make(map[uint64][]uint64)
		var s pairsort.Sorter
		for value := range uint64(documents) {
			key := rnd.Uint64N(keys)
			want[key] = append(want[key], value)
			must(t, s.Add(key, value))
		}
		name := filepath.Join(t.TempDir(), "pairs")
		must(t, durable.Disk(filepath.Dir(name)).Replace("pairs", func(to io.Writer) error {
			w := newPageWriter(to)
			out := pairWriter{to: w}
			for p := range s.All() {
				out.add(p)
			}
			out.end()
			return errors.Join(w.err, w.w.Flush())
		}))
		file, err := os.Open(name)
		must(t, err)
		defer file.Close()
		info, err := file.Stat()
		must(t, err)
		pages := info.Size() / pageSize
		segment := &segment{file: &pageFile{file, pages}}
		segment.documents = documents
		for _, step := range []int{1, 2, 50, 3000} {
			r := segment.readPairs(section{0, pages * payload})
			var asked []uint64
			for key := range want {
				asked = append(asked, key, key+1)
			}
			slices.Sort(asked)
			asked = slices.Compact(asked)
			for i := 0; i < len(asked); i += 1 + rnd.IntN(step) {
				var got []uint64
				for value, err := range r.values(asked[i]) {
					must(t, err)
					got = append(got, value)
				}
				if !slices.Equal(want[asked[i]], got) {
					t.Fatalf("key %d of %d, steps of %d: %d values, expected %d", asked[i], keys, step, len(got), len(want[asked[i]]))
				}
			}
		}
	}
}

// readSegment reads all of a segment file whose checksums are right, whatever else it has. It reports whether the
// file can be opened, and what is malformed.
func readSegment(t *testing.T, octets []byte) (opens bool, malformed error) {
	dir := t.TempDir()
	name := filepath.Join(dir, fileName(0))
	must(t, os.WriteFile(name, repaired(octets), 0o666))
	s, err := openSegment(name, 0)
	if err != nil {
		return false, err
	}
	s.close()
	m := manifest{settings, 1, []segmentName{{0, s.documents, s.sum}}}
	b, err := m.encode()
	must(t, err)
	must(t, os.WriteFile(filepath.Join(dir, manifestName), b, 0o666))
	l, err := Open(dir)
	if err != nil {
		return false, err
	}
	defer l.Close()
	_, err = stateOf(l)
	r := l.segments[0].readPairs(l.segments[0].names)
	for key := uint64(0); key < 1<<keyBits; key += 1 << (keyBits - 4) {
		for _, err2 := range r.values(key) {
			err = errors.Join(err, err2)
		}
	}
	return true, errors.Join(err, l.Check(t.Context()))
}

// A segment with other content and right checksums is malformed, or its sum differs. Reading it ends in any case.
func TestRepairedDamage(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "index")
	must(t, addRun(dir, durable.Disk(dir), 0, 12))
	sound, err := os.ReadFile(filepath.Join(dir, fileName(0)))
	must(t, err)
	if opens, err := readSegment(t, sound); !opens || err != nil {
		t.Fatal(opens, err)
	}
	rnd := rand.New(rand.NewPCG(7, 8))
	opened := 0
	for i := range 400 {
		octets := slices.Clone(sound)
		at := rnd.IntN(len(octets))
		if i%2 == 0 { // the footer
			at = len(octets) - pageSize + rnd.IntN(footerSize)
		}
		octets[at] ^= byte(1 + rnd.IntN(255))
		if at%pageSize >= payload || at >= len(octets)-pageSize+footerSize {
			continue // a checksum, which is repaired, or zeros that nothing else checks
		}
		opens, err := readSegment(t, octets)
		if opens {
			opened++
		}
		if err == nil {
			t.Errorf("byte %d of page %d: no error", at%pageSize, at/pageSize)
		}
	}
	if opened < 100 {
		t.Errorf("%d files could be opened: the test shows little", opened)
	}
}

// Whatever a segment is, if its checksums are right, reading it ends.
func FuzzSegment(f *testing.F) {
	dir := filepath.Join(f.TempDir(), "index")
	must(f, addRun(dir, durable.Disk(dir), 0, 5))
	octets, err := os.ReadFile(filepath.Join(dir, fileName(0)))
	must(f, err)
	f.Add(octets)
	f.Fuzz(func(t *testing.T, octets []byte) { readSegment(t, octets) })
}

// Whatever a manifest is, if its checksum is right, reading it ends.
func FuzzManifest(f *testing.F) {
	b, err := (&manifest{settings, 2, []segmentName{{0, 3, "00"}, {1, 1, "11"}}}).encode()
	must(f, err)
	f.Add(b)
	f.Fuzz(func(t *testing.T, octets []byte) {
		m, err := decodeManifest(repairedManifest(octets))
		if err != nil {
			return
		}
		if _, err := m.encode(); err != nil {
			t.Error(err)
		}
	})
}

// A folder with a manifest is an index, also of another version.
func TestIs(t *testing.T) {
	for _, test := range []struct {
		manifest string
		want     bool
		why      string
	}{
		{manifestMagic + "\x63\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00", true, "version 99"},
		{manifestMagic, true, "a manifest that is cut short"},
		{"a manifest of a parcel", false, "another file"},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, manifestName), []byte(test.manifest), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := Is(dir); got != test.want {
			t.Errorf("%s: %t, want %t", test.why, got, test.want)
		}
	}
}
