package extsort

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A Sorter gives what was put into it, in order, however little it may hold.
func TestSorter(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	r := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct{ octets, runs, records int }{
		{1 << 20, 32, 0}, {1 << 20, 32, 500}, {200, 2, 500}, {1000, 32, 500}, {1000, 3, 500}, {1, 2, 20},
	} {
		var want [][]string
		s := &Sorter{Octets: c.octets, Files: c.runs}
		for i := range c.records {
			record := []string{fmt.Sprintf("%x", r.IntN(40)), "\x00\n" + fmt.Sprint(i), ""}
			want = append(want, record)
			if err := s.Add(record...); err != nil {
				t.Fatal(err)
			}
			if len(s.runs) > c.runs {
				t.Fatalf("%+v: %d runs", c, len(s.runs))
			}
		}
		slices.SortFunc(want, slices.Compare)
		var got [][]string
		for record, err := range s.All() {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, record)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%+v: %s", c, diff)
		}
	}
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
		t.Errorf("files are left: %v, %v", left, err)
	}
}
