package index_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/internal/store/sums"
)

// A segment is checked once, unless its file is another. Here the file was damaged after an earlier check, so
// an error shows what is read again.
func TestEarlierChecks(t *testing.T) {
	check := sums.Check.(func(context.Context, *index.Index, ...any) error)
	random := newFamily(lookup(t, "sm1"), 8, 1)
	octets := smallIndex(t, random, index.Tables{Distance: 3}, 600)
	at := int64(bytes.LastIndex(octets, []byte("FPXSEGMT")) + 200) // in the second segment
	for _, test := range []struct {
		why     string
		earlier func(t *testing.T, name string) any
		copied  bool
		want    error
	}{
		{"nothing was checked", func(*testing.T, string) any { return nil }, false, index.ErrCorrupt},
		{"no earlier index", func(*testing.T, string) any { return (*index.Index)(nil) }, false, index.ErrCorrupt},
		{"an index that was only opened", func(t *testing.T, name string) any { return open(t, name) }, false, index.ErrCorrupt},
		{"a checked index", func(t *testing.T, name string) any {
			x := open(t, name)
			must(t, check(t.Context(), x))
			return x
		}, false, nil},
		{"a writer checks what it opens", func(t *testing.T, name string) any {
			w, err := index.Update(name, index.Options{})
			must(t, err)
			t.Cleanup(func() { w.Close() })
			return w
		}, false, nil},
		{"a checked index, whose file was replaced", func(t *testing.T, name string) any {
			x := open(t, name)
			must(t, check(t.Context(), x))
			return x
		}, true, index.ErrCorrupt},
	} {
		t.Run(test.why, func(t *testing.T) {
			name := filepath.Join(t.TempDir(), "archive.fpx")
			must(t, os.WriteFile(name, octets, 0o666))
			earlier := test.earlier(t, name)
			if test.copied {
				must(t, os.Rename(name, name+".old"))
				must(t, os.WriteFile(name, octets, 0o666))
			}
			flip(t, name, at, octets[at]^1)
			x := open(t, name)
			if err := check(t.Context(), x, earlier); !errors.Is(err, test.want) {
				t.Errorf("%v: expected %v", err, test.want)
			}
			if err := sums.CheckFile.(func(context.Context, *index.Index) error)(t.Context(), x); !errors.Is(err, index.ErrCorrupt) {
				t.Errorf("the whole file: %v: expected %v", err, index.ErrCorrupt)
			}
		})
	}
}
