package index_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/scheme"
)

// smallIndex is the bytes of an index with several segments, tables and tombs.
func smallIndex(t testing.TB, family *family, tables index.Tables, documents int) []byte {
	t.Helper()
	name := filepath.Join(t.TempDir(), "archive.fpx")
	w, err := index.Create(name, index.Options{Scheme: family.scheme, Tables: tables})
	must(t, err)
	for i := range documents {
		must(t, w.Add(t.Context(), fmt.Sprint(i), family.next()))
	}
	must(t, w.Commit(t.Context()))
	for i := range 20 {
		must(t, w.Add(t.Context(), fmt.Sprint(3*i), family.next()))
		_, err := w.Remove(t.Context(), fmt.Sprint(3*i+1))
		must(t, err)
	}
	must(t, w.Commit(t.Context()))
	must(t, w.Close())
	octets, err := os.ReadFile(name)
	must(t, err)
	return octets
}

// A bit that is flipped is found before there is an answer, or makes no difference.
func TestFlippedBits(t *testing.T) {
	for _, test := range []struct {
		scheme    string
		size      int
		documents int
		tables    index.Tables
	}{
		{"sm1", 8, 9000, index.Tables{Distance: 3}},
		{"mh1", 128, 600, index.Tables{Similarity: .7, Bands: index.Bands{Bands: 21, Rows: 6}}},
	} {
		random := newFamily(lookup(t, test.scheme), test.size, 1)
		octets := smallIndex(t, random, test.tables, test.documents)
		name := filepath.Join(t.TempDir(), "flipped.fpx")
		var queries []scheme.Fingerprint
		for range 10 {
			queries = append(queries, random.next())
		}
		results := func(x *index.Index) (all [][]index.Match, err error) {
			for _, q := range queries {
				a, err := x.Search(t.Context(), q, scheme.Thresholds{}, -1)
				if err != nil {
					return nil, err
				}
				all = append(all, a.Matches)
			}
			return all, nil
		}
		must(t, os.WriteFile(name, octets, 0o666))
		want, err := results(open(t, name))
		must(t, err)
		places, found := rand.New(rand.NewPCG(1, 1)), 0
		flips := 1000
		if testing.Short() {
			flips = 100
		}
		for i := range flips {
			at, bit := places.IntN(len(octets)), byte(1)<<places.IntN(8)
			switch { // headers and commits are few
			case i%5 == 0:
				at = i % 512
			case i%5 == 1:
				at = len(octets) - 1 - i%200
			}
			octets[at] ^= bit
			must(t, os.WriteFile(name, octets, 0o666))
			octets[at] ^= bit
			x, err := index.Open(name)
			if err != nil {
				found++
				continue
			}
			sound := x.Verify(t.Context())
			if sound != nil {
				found++
			}
			got, err := results(x)
			switch {
			case err != nil && (sound == nil || !errors.Is(err, index.ErrCorrupt)):
				t.Errorf("byte %d, bit %08b: search: %v, verify: %v", at, bit, err, sound)
			case err == nil:
				equal := cmp.Comparer(func(a, b scheme.Fingerprint) bool { return a.String() == b.String() })
				if diff := cmp.Diff(want, got, equal); diff != "" {
					t.Errorf("byte %d, bit %08b: (-want +got)\n%s", at, bit, diff)
				}
			}
			for d, other := range x.Documents(t.Context()) {
				if (err == nil) != (other == nil) {
					t.Errorf("byte %d, bit %08b: %q: %v: expected %v", at, bit, d.ID, other, err)
				}
				break
			}
			x.Close()
			w, other := index.Update(name, index.Options{})
			if (err == nil) != (other == nil) {
				t.Errorf("byte %d, bit %08b: to change it: %v: expected %v", at, bit, other, err)
			}
			if other == nil {
				must(t, w.Close())
			}
		}
		if found < flips*98/100 {
			t.Errorf("%s: %d of %d flipped bits are found", test.scheme, found, flips)
		}
	}
}

// Damage whose checksums are right may make answers wrong. They come to their end.
func TestDamageWithRightChecksums(t *testing.T) {
	for _, test := range []struct {
		scheme string
		size   int
		tables index.Tables
	}{
		{"sm1", 8, index.Tables{Distance: 3}},
		{"mh1", 128, index.Tables{Similarity: .7, Bands: index.Bands{Bands: 21, Rows: 6}}},
	} {
		random := newFamily(lookup(t, test.scheme), test.size, 1)
		octets := smallIndex(t, random, test.tables, 600)
		places, opened := rand.New(rand.NewPCG(1, 1)), 0
		for range 100 {
			damaged := bytes.Clone(octets)
			for range 4 {
				damaged[places.IntN(len(damaged))] ^= 1 << places.IntN(8)
			}
			if use(t, repaired(damaged), random.next()) == nil {
				opened++
			}
		}
		if opened < 50 {
			t.Errorf("%s: %d of 100 opened: expected more", test.scheme, opened)
		}
	}
}

// use opens an index, and calls what reads it. It returns the error of opening or checking it.
func use(t *testing.T, octets []byte, queries ...scheme.Fingerprint) error {
	t.Helper()
	name := filepath.Join(t.TempDir(), "archive.fpx")
	must(t, os.WriteFile(name, octets, 0o666))
	x, err := index.Open(name)
	if err != nil {
		return err
	}
	defer x.Close()
	x.Verify(t.Context())
	for _, q := range queries {
		x.Search(t.Context(), q, scheme.Thresholds{}, -1)
	}
	for _, err = range x.Documents(t.Context()) {
	}
	x.Stats(t.Context(), 3)
	return err
}

// repaired makes the checksums of the segments and the commits of a file right.
func repaired(octets []byte) []byte {
	b, before := bytes.Clone(octets), uint32(0)
	for at := 256; at+64 <= len(b); {
		n, length := int(little.Uint32(b[at+28:])), int(little.Uint64(b[at+16:]))
		end := at + (64+32*n+63)&^63
		if n > 1024 || length < end-at || length > len(b)-at-64 {
			break
		}
		for entry := at + 64; entry < at+64+32*n; entry += 32 {
			from, size := int(little.Uint64(b[entry+8:])), int(little.Uint64(b[entry+16:]))
			if from >= 0 && size >= 0 && from <= length && size <= length-from {
				little.PutUint32(b[entry+4:], checksum(b[at+from:][:size]))
			}
		}
		clear(b[at+32 : at+36])
		little.PutUint32(b[at+32:], checksum(b[at:end]))
		at += length + 64
		little.PutUint32(b[at-12:], before)
		before = checksum(b[at-64 : at-4])
		little.PutUint32(b[at-4:], before)
	}
	return b
}

// Searches by tables find all that a comparison with each finds.
func TestTablesFindAll(t *testing.T) {
	for _, k := range []int{0, 1, 3, 6} {
		random := newFamily(lookup(t, "sm1"), 8, uint64(k))
		name := filepath.Join(t.TempDir(), "archive.fpx")
		w, err := index.Create(name, index.Options{Scheme: random.scheme, Tables: index.Tables{Distance: k}})
		must(t, err)
		all := make(map[string]scheme.Fingerprint)
		for i := range 20000 {
			id := fmt.Sprint(i % 17000) // some are replaced
			all[id] = random.next()
			must(t, w.Add(t.Context(), id, all[id]))
		}
		must(t, w.Commit(t.Context()))
		must(t, w.Close())
		x := open(t, name)
		must(t, x.Verify(t.Context()))
		if stats, err := x.Stats(t.Context(), 10); err != nil || stats.Tables == 0 {
			t.Errorf("k = %d: no tables: %+v, %v", k, stats, err)
		}
		for range 10 {
			f := random.next()
			if diff := cmp.Diff(near(t, all, f, distance(k), nil), search(t, x, f, distance(k))); diff != "" {
				t.Errorf("k = %d: (-want +got)\n%s", k, diff)
			}
		}
	}
}

// Whatever a file is, opening and searching it ends.
func FuzzOpen(f *testing.F) {
	sm1, mh1 := newFamily(lookup(f, "sm1"), 8, 1), newFamily(lookup(f, "mh1"), 128, 1)
	f.Add(smallIndex(f, sm1, index.Tables{Distance: 3}, 30))
	f.Add(smallIndex(f, mh1, index.Tables{Similarity: .7, Bands: index.Bands{Bands: 2, Rows: 6}}, 300))
	f.Add([]byte("\x89FPX\r\n\x1a\n"))
	f.Fuzz(func(t *testing.T, octets []byte) {
		use(t, octets, sm1.next(), mh1.next())
		use(t, repaired(octets), sm1.next(), mh1.next())
	})
}

// What is damaged after a Writer opened it is never written again, with checksums that are right. The file stays
// as it is.
func TestDamageIsNotRewritten(t *testing.T) {
	random := newFamily(lookup(t, "sm1"), 8, 1)
	octets := smallIndex(t, random, index.Tables{Distance: 3}, 600)
	places, refused := rand.New(rand.NewPCG(2, 2)), 0
	for range 200 {
		name := filepath.Join(t.TempDir(), "damaged.fpx")
		must(t, os.WriteFile(name, octets, 0o666))
		w, err := index.Update(name, index.Options{})
		must(t, err)
		at := places.IntN(len(octets))
		before := bytes.Clone(octets)
		before[at] ^= 4
		flip(t, name, int64(at), before[at])
		err = w.Compact(t.Context(), index.Tables{})
		must(t, w.Close())
		after, readErr := os.ReadFile(name)
		must(t, readErr)
		if errors.Is(err, index.ErrCorrupt) {
			if refused++; !bytes.Equal(after, before) {
				t.Fatalf("byte %d: the file was changed", at)
			}
			continue
		}
		must(t, err)
		if x, err := index.Open(name); err != nil || x.Verify(t.Context()) != nil || x.Len() != 580 {
			t.Fatalf("byte %d: the damage was written again: %v", at, err)
		}
	}
	if refused < 50 {
		t.Errorf("%d of 200 were refused: expected more", refused)
	}
}

// flip changes a byte of a file in place.
func flip(t *testing.T, name string, at int64, to byte) {
	t.Helper()
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	must(t, err)
	_, err = f.WriteAt([]byte{to}, at)
	must(t, errors.Join(err, f.Close()))
}
