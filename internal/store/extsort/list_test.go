package extsort

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A List gives what was put into it, as it was put, in memory or in a file.
func TestList(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	for _, records := range []int{0, 3, 5000} {
		var want [][]string
		l := new(List)
		for i := range records {
			record := []string{fmt.Sprint(-i), "", strings.Repeat("\n\x00", i%97)}
			want = append(want, record)
			if err := l.Add(record...); err != nil {
				t.Fatal(err)
			}
		}
		if l.Len() != int64(records) {
			t.Errorf("%d records: expected %d", l.Len(), records)
		}
		for range 2 {
			var got [][]string
			for record, err := range l.All() {
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, record)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%d records (-want +got):\n%s", records, diff)
			}
		}
		if inFile := l.file != nil; inFile != (records == 5000) {
			t.Errorf("%d records: in a file: %t", records, inFile)
		}
		l.Close()
	}
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
		t.Errorf("files are left: %v, %v", left, err)
	}
}
