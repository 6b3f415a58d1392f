package near

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/scheme"
)

// The bands of an index are compared on its documents, without those that were removed.
func TestCompareBands(t *testing.T) {
	rnd := rand.New(rand.NewPCG(13, 18))
	tables := index.Tables{Similarity: 0.6, Bands: index.Bands{Bands: 8, Rows: 8}}
	for _, test := range []struct {
		scheme *scheme.Scheme
		size   int
		want   string
	}{{scheme.MH1, 128, ""}, {scheme.SM1, 8, "an index of sm1 has no bands"}} {
		name := filepath.Join(t.TempDir(), "index.fpx")
		of := tables
		if !test.scheme.IsMinHash() {
			of = index.Tables{Distance: 7}
		}
		w, err := index.Create(name, index.Options{Scheme: test.scheme, Tables: of})
		if err != nil {
			t.Fatal(err)
		}
		var s index.Set
		sketch := make([]byte, test.size)
		for i := range 300 {
			for range rnd.IntN(1 + test.size/2) { // near the last
				sketch[rnd.IntN(test.size)] = byte(rnd.Uint32())
			}
			f, err := test.scheme.FromSketch(sketch)
			if err != nil {
				t.Fatal(err)
			}
			if err := w.Add(t.Context(), fmt.Sprint(i), f); err != nil {
				t.Fatal(err)
			}
			if i%5 == 0 {
				if err := w.Commit(t.Context()); err != nil {
					t.Fatal(err)
				}
				if _, err := w.Remove(t.Context(), fmt.Sprint(i)); err != nil {
					t.Fatal(err)
				}
				continue
			}
			s.Add(fmt.Sprint(i), 0, f)
		}
		if err := errors.Join(w.Commit(t.Context()), w.Close()); err != nil {
			t.Fatal(err)
		}
		x, err := index.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer x.Close()
		other := index.Bands{Bands: 30, Rows: 4}
		own, others, err := compareBands(t.Context(), x, other)
		if test.want != "" {
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v, want %q", err, test.want)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		o := index.Settings{Threshold: 0.6, Floor: 0.6, Bands: tables.Bands, Most: 1000}
		wantOwn, wantOthers, err := s.CompareBands(t.Context(), o, other)
		if err != nil || own != wantOwn || others != wantOthers || others.Links == 0 || others.Only == 0 {
			t.Errorf("%+v, %+v, want %+v, %+v, %v", own, others, wantOwn, wantOthers, err)
		}
	}
}
