//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package index_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/internal/store/durable/durabletest"
	"github.com/lsh-interop/fpcheck/scheme"
)

// A new index that cannot be written is an error that names the file. It leaves only what can be resumed.
func TestCreateOnFullDisk(t *testing.T) {
	if !durabletest.Alone(t) {
		return
	}
	for _, test := range []struct {
		octets uint64
		resume bool
		add    int // documents to flush
		want   string
		left   []string
		why    string
	}{
		{0, false, 0, "a.fpx.part: file too large", nil, "the header of the part"},
		{100, false, 0, "a.fpx.part: file too large", nil, "the end of the header of the part"},
		{100, true, 0, "a.fpx.part: file too large", nil, "there is nothing to resume"},
		{256, false, 0, "a segment of a.fpx.compact: file too large", nil, "the first commit"},
		{256, false, 1, "a segment of a.fpx.part: file too large", nil, "the first documents"},
		{800, false, 2, "a segment of a.fpx.part: file too large", []string{"a.fpx.part"}, "the first document can be resumed"},
	} {
		t.Run(fmt.Sprint(test.octets, " ", test.why), func(t *testing.T) {
			t.Chdir(t.TempDir())
			durabletest.Limit(t, test.octets)
			w, err := index.Create("a.fpx", index.Options{Scheme: scheme.SM1, Tables: index.Tables{Distance: 3}, Resume: test.resume})
			for i := 0; i < test.add && err == nil; i++ {
				id, f := roundDocument(t, 0, i)
				if err = w.Add(t.Context(), id, f); err == nil {
					err = w.Flush(t.Context())
				}
			}
			if err == nil {
				err = w.Commit(t.Context())
			}
			if w != nil {
				w.Close()
			}
			if !errors.Is(err, unix.EFBIG) || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v: expected %s", err, test.want)
			}
			left, err := filepath.Glob("*")
			must(t, err)
			if diff := cmp.Diff(test.left, left); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
		})
	}
}

// A part that another index began stays.
func TestPartOfOthersStays(t *testing.T) {
	t.Chdir(t.TempDir())
	o := index.Options{Scheme: scheme.SM1, Tables: index.Tables{Distance: 3}, Resume: true}
	w, err := index.Create("a.fpx", o)
	must(t, err)
	id, f := roundDocument(t, 0, 0)
	must(t, w.Add(t.Context(), id, f))
	must(t, w.Flush(t.Context()))
	must(t, w.Close())
	before, err := os.ReadFile("a.fpx.part")
	must(t, err)
	o.Tables.Distance = 4
	if _, err := index.Create("a.fpx", o); err == nil {
		t.Error("other tables resumed a part")
	}
	if after, err := os.ReadFile("a.fpx.part"); err != nil || string(after) != string(before) {
		t.Errorf("the part has changed: %v", err)
	}
}

// An error about the lock names the lock, and one about a missing folder names the index.
func TestLockErrors(t *testing.T) {
	t.Chdir(t.TempDir())
	must(t, os.Mkdir("a.fpx.lock", 0o700))
	for _, test := range []struct{ name, want, why string }{
		{"a.fpx", "a.fpx.lock: is a directory", "the lock cannot be made"},
		{"none/a.fpx", "none/a.fpx: no such file or directory", "there is no folder"},
	} {
		if _, err := index.Update(test.name, index.Options{}); err == nil || err.Error() != test.want {
			t.Errorf("%s: %v, want %s", test.why, err, test.want)
		}
	}
}
