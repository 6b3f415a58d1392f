package index_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/internal/store/banding"
	"github.com/lsh-interop/fpcheck/scheme"
)

// family makes random fingerprints. Many are near one another.
type family struct {
	*rand.Rand
	scheme *scheme.Scheme
	size   int
	heads  [][]byte
}

func newFamily(s *scheme.Scheme, size int, seed uint64) *family {
	f := &family{rand.New(rand.NewPCG(seed, 1)), s, size, nil}
	for range 40 {
		f.heads = append(f.heads, f.octets())
	}
	return f
}

func (f *family) octets() []byte {
	b := make([]byte, f.size)
	for i := range b {
		b[i] = byte(f.Uint32())
	}
	return b
}

// next returns a random fingerprint, or one near a head.
func (f *family) next() scheme.Fingerprint {
	b := f.octets()
	if f.IntN(3) > 0 {
		b = slices.Clone(f.heads[f.IntN(len(f.heads))])
		changes := f.IntN(8)
		if f.scheme.IsMinHash() {
			changes = f.IntN(f.size / 3)
		}
		for range changes {
			b[f.IntN(len(b))] ^= 1 << f.IntN(8)
		}
	}
	fingerprint, err := f.scheme.FromSketch(b)
	if err != nil {
		panic(err)
	}
	return fingerprint
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func open(t testing.TB, name string) *index.Index {
	t.Helper()
	x, err := index.Open(name)
	must(t, err)
	t.Cleanup(func() { x.Close() })
	return x
}

func documents(t testing.TB, x *index.Index) map[string]scheme.Fingerprint {
	t.Helper()
	all := make(map[string]scheme.Fingerprint)
	last := ""
	for d, err := range x.Documents(t.Context()) {
		must(t, err)
		if len(all) > 0 && d.ID <= last {
			t.Errorf("%q after %q", d.ID, last)
		}
		last = d.ID
		all[d.ID] = d.Fingerprint
	}
	return all
}

func search(t testing.TB, x *index.Index, f scheme.Fingerprint, l scheme.Thresholds) (ids []string) {
	t.Helper()
	a, err := x.Search(t.Context(), f, l, -1)
	must(t, err)
	for _, m := range a.Matches {
		ids = append(ids, m.ID)
	}
	slices.Sort(ids)
	return ids
}

// near returns the expected matches, by comparing all. For MinHash it requires a band in common.
func near(t testing.TB, all map[string]scheme.Fingerprint, f scheme.Fingerprint, l scheme.Thresholds,
	bands *index.Bands) (ids []string) {
	t.Helper()
	for id, g := range all {
		d, err := f.Distance(g)
		must(t, err)
		similarity, err := f.Similarity(g)
		must(t, err)
		if !l.Allow(d, similarity) {
			continue
		}
		if bands != nil {
			x, y := banding.Bands(*bands).Keys(f.Sketch()), banding.Bands(*bands).Keys(g.Sketch())
			candidates := false
			for i := range x {
				candidates = candidates || bytes.Equal(x[i], y[i])
			}
			if !candidates {
				continue
			}
		}
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

func lookup(t testing.TB, id string) *scheme.Scheme {
	t.Helper()
	s, err := scheme.Lookup(id)
	must(t, err)
	return s
}

func distance(n int) scheme.Thresholds       { return scheme.Thresholds{MaxDistance: &n} }
func similarity(x float64) scheme.Thresholds { return scheme.Thresholds{MinSimilarity: &x} }

// TestIndexIsAMap compares an index with a map while documents are added, removed, committed and
// compacted.
func TestIndexIsAMap(t *testing.T) {
	for _, test := range []struct {
		scheme       string
		size, bits   int
		tables       index.Tables
		within, more scheme.Thresholds
		why          string
	}{
		{"sm1", 8, 0, index.Tables{Distance: 3}, distance(3), distance(7), "SimHash of 64 bits, and more than there are tables for"},
		{"sm1", 8, 0, index.Tables{}, distance(0), similarity(.9), "copies only, and a similarity"},
		{"mh1", 128, 8, index.Tables{Similarity: .7, Bands: index.Bands{Bands: 21, Rows: 6}}, similarity(.7), similarity(.5), "MinHash"},
		{"mh1", 32, 2, index.Tables{Similarity: .8, Bands: index.Bands{Bands: 9, Rows: 14}}, similarity(.8), distance(40), "MinHash of 2 bits a slot"},
	} {
		seeds := uint64(3)
		if testing.Short() {
			seeds = 1
		}
		for seed := range seeds {
			s := lookup(t, test.scheme)
			random := newFamily(s, test.size, seed)
			name := filepath.Join(t.TempDir(), "archive.fpx")
			// So little memory that much is spilled.
			w, err := index.Create(name, index.Options{Scheme: s, Bits: test.bits, Tables: test.tables, Memory: 1 << 20})
			must(t, err)
			want, committed := make(map[string]scheme.Fingerprint), map[string]scheme.Fingerprint(nil)
			for step := range 2000 * int(seeds) {
				id := fmt.Sprintf("%d\x00\n", random.IntN(4000))
				switch n := random.IntN(1000); {
				case n < 700:
					want[id] = random.next()
					must(t, w.Add(t.Context(), id, want[id]))
				case n < 960:
					there, err := w.Remove(t.Context(), id)
					must(t, err)
					if _, is := want[id]; is != there {
						t.Fatalf("%s: removing %q: %v", test.why, id, there)
					}
					delete(want, id)
				case n < 994 || step < 1000:
				case n < 998:
					must(t, w.Commit(t.Context()))
					committed = maps.Clone(want)
				case n < 999:
					must(t, w.Compact(t.Context(), index.Tables{}))
					committed = maps.Clone(want)
				case committed != nil: // uncommitted changes are gone
					must(t, w.Close())
					w, err = index.Update(name, index.Options{Memory: 1 << 20})
					must(t, err)
					want = maps.Clone(committed)
				}
			}
			must(t, w.Commit(t.Context()))
			must(t, w.Close())
			x := open(t, name)
			must(t, x.Verify(t.Context()))
			if diff := cmp.Diff(want, documents(t, x), cmp.Comparer(func(x, y scheme.Fingerprint) bool { return x == y })); diff != "" {
				t.Fatalf("%s: (-want +got)\n%s", test.why, diff)
			}
			if x.Len() != len(want) {
				t.Errorf("%d documents, want %d", x.Len(), len(want))
			}
			var bands *index.Bands
			if s.IsMinHash() {
				bands = &test.tables.Bands
			}
			for range 40 {
				f := random.next()
				if diff := cmp.Diff(near(t, want, f, test.within, bands), search(t, x, f, test.within)); diff != "" {
					t.Errorf("%s: within %v (-want +got)\n%s", test.why, test.within, diff)
				}
				if diff := cmp.Diff(near(t, want, f, test.more, nil), search(t, x, f, test.more)); diff != "" {
					t.Errorf("%s: within %v (-want +got)\n%s", test.why, test.more, diff)
				}
			}
		}
	}
}

// TestIndexRefuses checks invalid arguments and missing files.
func TestIndexRefuses(t *testing.T) {
	name := filepath.Join(t.TempDir(), "archive.fpx")
	sm1, mh1 := newFamily(lookup(t, "sm1"), 8, 1), newFamily(lookup(t, "mh1"), 128, 1)
	w, err := index.Create(name, index.Options{Scheme: sm1.scheme, Tables: index.Tables{Distance: 3}})
	must(t, err)
	if err := w.Add(t.Context(), "a", mh1.next()); !errors.Is(err, index.ErrScheme) || !strings.Contains(err.Error(), "sm1 (profile visible)") || !strings.Contains(err.Error(), "mh1 (profile visible)") {
		t.Errorf("a fingerprint of another scheme: %v", err)
	}
	other, err := sm1.next().WithProfile("main")
	must(t, err)
	if err := w.Add(t.Context(), "a", other); !errors.Is(err, index.ErrScheme) {
		t.Errorf("a fingerprint of another profile: %v", err)
	}
	if err := w.Add(t.Context(), "a", scheme.Fingerprint{}); !errors.Is(err, index.ErrScheme) {
		t.Errorf("no fingerprint: %v", err)
	}
	if _, err := index.Open(name); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("before the first commit: %v", err)
	}
	must(t, w.Add(t.Context(), "a", sm1.next()))
	must(t, w.Commit(t.Context()))
	// without locks
	if _, err := index.Update(name, index.Options{}); !errors.Is(err, index.ErrLocked) && runtime.GOOS != "js" {
		t.Errorf("a second writer: %v", err)
	}
	must(t, w.Close())
	if _, err := index.Create(name, index.Options{Scheme: sm1.scheme}); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a name that is there: %v", err)
	}
	if _, err := open(t, name).Search(t.Context(), mh1.next(), scheme.Thresholds{}, -1); !errors.Is(err, index.ErrScheme) {
		t.Errorf("a search by another scheme: %v", err)
	}
	for _, o := range []index.Options{
		{},
		{Scheme: sm1.scheme, Tables: index.Tables{Distance: 65}},
		{Scheme: sm1.scheme, Profile: "Main!"},
		{Scheme: mh1.scheme},
		{Scheme: mh1.scheme, Bits: 3, Tables: index.Tables{Bands: index.Bands{Bands: 1, Rows: 1}}},
		{Scheme: mh1.scheme, Tables: index.Tables{Similarity: 2, Bands: index.Bands{Bands: 1, Rows: 1}}},
	} {
		if _, err := index.Create(name+"2", o); err == nil {
			t.Errorf("%+v is no error", o)
		}
	}
	left, err := filepath.Glob(name + "*")
	must(t, err)
	if diff := cmp.Diff([]string{name}, left); diff != "" {
		t.Error(diff)
	}
}

// TestSearchMost checks that a search for a number of documents returns the first ones of any
// number.
func TestSearchMost(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.fpx")
	w, err := index.Create(name, index.Options{Scheme: scheme.SM1, Tables: index.Tables{Distance: 3}})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	const all = 5000
	sketch := make([]byte, 8)
	for i := range all {
		sketch[7] = byte(i % 4) // 0, 1, 1 and 2 bits
		f, err := scheme.SM1.FromSketch(sketch)
		if err == nil {
			err = w.Add(t.Context(), fmt.Sprintf("%04d", all-i), f)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	x, err := index.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	sketch[7] = 0
	f, err := scheme.SM1.FromSketch(sketch)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := x.Search(t.Context(), f, scheme.Thresholds{}, -1)
	if err != nil || whole.Found != all || len(whole.Matches) != all {
		t.Fatalf("%d of %d, %v", len(whole.Matches), whole.Found, err)
	}
	for _, most := range []int{0, 1, 100, 2000, all, all + 1} {
		a, err := x.Search(t.Context(), f, scheme.Thresholds{}, most)
		if err != nil || a.Found != all || !slices.Equal(a.Matches, whole.Matches[:min(most, all)]) {
			t.Errorf("the first %d: %d of %d, %v", most, len(a.Matches), a.Found, err)
		}
	}
}

// TestNotOpen checks that zero and closed values return errors.
func TestNotOpen(t *testing.T) {
	random := newFamily(lookup(t, "sm1"), 8, 1)
	name := filepath.Join(t.TempDir(), "a.fpx")
	must(t, os.WriteFile(name, smallIndex(t, random, index.Tables{Distance: 3}, 100), 0o666))
	x, err := index.Open(name)
	must(t, err)
	must(t, x.Close())
	for why, x := range map[string]*index.Index{"zero": new(index.Index), "closed": x} {
		t.Run(why+" index", func(t *testing.T) { notOpen(t, x, random.next()) })
	}
	w, err := index.Update(name, index.Options{})
	must(t, err)
	must(t, w.Close())
	for why, w := range map[string]*index.Writer{"zero": new(index.Writer), "closed": w} {
		t.Run(why+" writer", func(t *testing.T) { noWriter(t, w, random.next()) })
	}
	for range new(index.Clusters).All() {
		t.Error("the zero Clusters have clusters")
	}
	if s := new(index.Set); s.Bits() != 0 {
		t.Error("the zero Set has bits in a slot")
	}
}

func notOpen(t *testing.T, x *index.Index, f scheme.Fingerprint) {
	if a, err := x.Search(t.Context(), f, scheme.Thresholds{}, 1); err == nil || len(a.Matches) > 0 {
		t.Errorf("it finds %v, %v", a.Matches, err)
	}
	if _, ok := x.Get("a"); ok || x.Len() != 0 || x.Options().Scheme != nil {
		t.Error("it has documents or a scheme")
	}
	n := 0
	for d, err := range x.Documents(t.Context()) {
		if n++; err == nil || n > 1 {
			t.Errorf("it has %v, %v", d, err)
		}
	}
	if n == 0 {
		t.Error("it has no documents, without an error")
	}
	if _, err := x.Stats(t.Context(), 1); err == nil {
		t.Error("it has figures")
	}
	if err := x.Verify(t.Context()); err == nil || errors.Is(err, index.ErrCorrupt) {
		t.Errorf("its verification: %v", err)
	}
	must(t, x.Close())
}

func noWriter(t *testing.T, w *index.Writer, f scheme.Fingerprint) {
	if w.Has("a") || w.Len() != 0 || w.Discarded() != 0 {
		t.Error("it has documents")
	}
	_, err := w.Remove(t.Context(), "a")
	for what, err := range map[string]error{
		"Remove": err, "Add": w.Add(t.Context(), "a", f), "Flush": w.Flush(t.Context()),
		"Commit": w.Commit(t.Context()), "Compact": w.Compact(t.Context(), index.Tables{}),
	} {
		if err == nil || err.Error() != `document "a": no index is open` && err.Error() != "no index is open" {
			t.Errorf("%s: %v", what, err)
		}
	}
	must(t, w.Close())
}

// TestVerifyAfterCommit checks that what a Writer commits is no damage of an index that was open before.
func TestVerifyAfterCommit(t *testing.T) {
	random := newFamily(lookup(t, "sm1"), 8, 1)
	name := filepath.Join(t.TempDir(), "a.fpx")
	must(t, os.WriteFile(name, smallIndex(t, random, index.Tables{Distance: 3}, 100), 0o666))
	x, err := index.Open(name)
	must(t, err)
	defer x.Close()
	before := x.Len()
	w, err := index.Update(name, index.Options{})
	must(t, err)
	defer w.Close()
	for range 2 {
		must(t, w.Add(t.Context(), "new", random.next()))
		must(t, w.Commit(t.Context()))
		must(t, x.Verify(t.Context()))
	}
	must(t, w.Add(t.Context(), "newer", random.next()))
	must(t, w.Flush(t.Context()))
	if err := x.Verify(t.Context()); !errors.Is(err, index.ErrCorrupt) || !strings.Contains(err.Error(), "a write is running") {
		t.Errorf("with changes that are not committed: %v", err)
	}
	if x.Len() != before {
		t.Errorf("%d documents, want the %d of the opened index", x.Len(), before)
	}
}

// TestBitsByDefault checks that 0 bits in a slot mean 8, wherever they are given.
func TestBitsByDefault(t *testing.T) {
	mh1 := lookup(t, "mh1")
	for _, recall := range []float64{0.5, 0.99} {
		for _, within := range []scheme.Thresholds{{}, scheme.AtLeast(0.5)} {
			if got, want := index.TablesFor(mh1, 0, within, recall), index.TablesFor(mh1, 8, within, recall); got != want {
				t.Errorf("tables for 0 bits: %v, want %v", got, want)
			}
		}
		bands := index.BandsFor(0.8, recall, 0)
		if want := index.BandsFor(0.8, recall, 8); bands != want {
			t.Errorf("bands for 0 bits: %v, want %v", bands, want)
		}
		if got, want := bands.Recall(0.8, 0), bands.Recall(0.8, 8); got != want {
			t.Errorf("the recall with 0 bits: %v, want %v", got, want)
		}
	}
}

// TestWrongCreate checks that errors name the option that is wrong.
func TestWrongCreate(t *testing.T) {
	for _, tt := range []struct {
		why     string
		options index.Options
		want    string
	}{
		{"a SimHash has no slots", index.Options{Scheme: scheme.SM1, Bits: 4, Tables: index.Tables{Distance: 3}}, "4 bits a slot of a SimHash: expected 0"},
		{"a wide distance", index.Options{Scheme: scheme.SM1, Tables: index.Tables{Distance: 65}}, "a distance of 65 bits: expected 0 to 64"},
		{"no scheme", index.Options{}, "no scheme given"},
		{"the zero scheme", index.Options{Scheme: new(scheme.Scheme)}, "no scheme given"},
	} {
		name := filepath.Join(t.TempDir(), "a.fpx")
		if _, err := index.Create(name, tt.options); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %s", tt.why, err, tt.want)
		}
	}
}

// A file that has got the name of an index meanwhile is not replaced. What was added to the index is not lost unsaid.
func TestReplacedFile(t *testing.T) {
	random := newFamily(lookup(t, "sm1"), 8, 1)
	for _, tt := range []struct {
		why string
		end func(w *index.Writer) error
	}{
		{"a commit", func(w *index.Writer) error { return w.Commit(t.Context()) }},
		{"a compaction", func(w *index.Writer) error { return w.Compact(t.Context(), index.Tables{}) }},
	} {
		name := filepath.Join(t.TempDir(), "archive.fpx")
		must(t, os.WriteFile(name, smallIndex(t, random, index.Tables{Distance: 3}, 100), 0o666))
		w, err := index.Update(name, index.Options{})
		must(t, err)
		must(t, w.Add(t.Context(), "new", random.next()))
		backup := smallIndex(t, random, index.Tables{Distance: 3}, 90)
		must(t, os.WriteFile(name+".backup", backup, 0o666))
		if err := os.Rename(name+".backup", name); err != nil {
			t.Skip(err) // the system replaces no open file
		}
		if err := tt.end(w); err == nil {
			t.Errorf("%s: no error", tt.why)
		}
		must(t, w.Close())
		after, err := os.ReadFile(name)
		must(t, err)
		if !bytes.Equal(after, backup) {
			t.Errorf("%s: the other file was changed", tt.why)
		}
	}
}

// TestOtherDefinition checks the error for a fingerprint by another scheme with the same id.
func TestOtherDefinition(t *testing.T) {
	definition, err := os.ReadFile("../examples/schemes/x-tf.yaml")
	must(t, err)
	load := func(title string) *scheme.Scheme {
		s, err := scheme.Load(strings.NewReader(strings.Replace(string(definition), "title: SimHash", "title: "+title, 1)), scheme.Resources{})
		must(t, err)
		return s
	}
	w, err := index.Create(filepath.Join(t.TempDir(), "a.fpx"), index.Options{Scheme: load("SimHash"), Tables: index.Tables{Distance: 3}})
	must(t, err)
	defer w.Close()
	for title, want := range map[string]string{"SimHash": "", "Another": "the index is of another scheme with the id x-tf"} {
		f, err := load(title).Sum([]byte("The keeper lit the lamp."))
		must(t, err)
		err = w.Add(t.Context(), "a", f)
		if want == "" && err != nil || want != "" && (!errors.Is(err, index.ErrScheme) || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %s", title, err, want)
		}
	}
}
