package warc

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/engine/watched/watchedtest"
)

var errDisk = errors.New("disk error")

// failsAt returns a reader of the bytes before an offset. Then it fails.
func failsAt(octets string, at int, err error) io.Reader {
	return io.MultiReader(strings.NewReader(octets[:at]), iotest.ErrReader(err))
}

// TestFailingDisk checks that an error of reading an archive is not damage, wherever it comes.
func TestFailingDisk(t *testing.T) {
	a, b := warcRecord("a", "The keeper lit the lamp."), warcRecord("b", strings.Repeat("It burned all night. ", 20))
	for form, archive := range map[string]string{
		"WARC":                     a + b,
		"WARC in gzip members":     gzipped(a, b),
		"WARC in one gzip member":  gzipped(a + b),
		"WARC in zstd frames":      zstandard(t, nil, a, b),
		"WARC in bzip2":            decoded64(t, bzippedAB),
		"ARC":                      arcFile("1 1 X\n"),
		"records without an order": b[:len(b)-20] + a + "junk\r\n" + a,
	} {
		for at := range len(archive) + 1 {
			for _, workers := range []int{1, 3} {
				var last error
				w := Walk[int]{Workers: workers}
				for it, err := range w.Items(failsAt(archive, at, errDisk)) {
					if last = err; it == nil {
						continue
					}
					if last = it.Err(); errors.Is(last, extract.ErrMalformed) && strings.Contains(last.Error(), errDisk.Error()) {
						t.Errorf("%s, at %d: the disk is damage of a record: %v", form, at, last)
					}
					w.Settle(it, 0, it.Err())
				}
				if !errors.Is(last, errDisk) || errors.Is(last, extract.ErrMalformed) {
					t.Errorf("%s, %d workers: the disk fails at %d: %v", form, workers, at, last)
				}
				var found []string
				_, err := Check(t.Context(), failsAt(archive, at, errDisk), workers, func(f Finding) {
					if f.Rule == ruleBroken || f.Rule == ruleLineEnds {
						found = append(found, f.String())
					}
				})
				if !errors.Is(err, errDisk) || len(found) > 0 && form != "records without an order" {
					t.Errorf("%s, %d workers: Check at %d: %v, %v", form, workers, at, err, found)
				}
			}
		}
	}
}

// TestCutSource checks that a source which is cut short is damaged. It may unpack the file itself.
func TestCutSource(t *testing.T) {
	a, b := warcRecord("a", "The keeper lit the lamp."), warcRecord("b", "It burned all night.")
	for _, cut := range []error{io.EOF, io.ErrUnexpectedEOF, fmt.Errorf("%w: tar: cut short", extract.ErrMalformed)} {
		counts, err := Check(t.Context(), failsAt(a+b, len(a+b)-10, cut), 1, nil)
		if err != nil || counts.Errors == 0 {
			t.Errorf("%v: %d errors, %v", cut, counts.Errors, err)
		}
	}
}

// TestFailingDiskOfPackage checks that an error of reading a package is not damage of the package.
func TestFailingDiskOfPackage(t *testing.T) {
	octets := soundPackage(t, nil, nil, nil)
	failed := 0
	for at := range octets {
		file := watchedtest.Disk{Octets: octets, At: int64(at), Err: errDisk}
		checked, err := CheckPackage(t.Context(), file, int64(len(octets)), 1, nil)
		if err == nil && checked.Errors == 0 {
			continue // the byte is not read
		}
		failed++
		if !errors.Is(err, errDisk) || checked.Errors > 0 {
			t.Errorf("the disk fails at %d: %d errors, %v", at, checked.Errors, err)
		}
		var first error
		for archive, err := range Archives(file, int64(len(octets))) {
			if err == nil {
				_, err = io.Copy(io.Discard, archive)
			}
			first = cmp.Or(first, err)
		}
		if errors.Is(first, extract.ErrMalformed) || first != nil && !errors.Is(first, errDisk) {
			t.Errorf("the disk fails at %d: Archives: %v", at, first)
		}
	}
	if failed < len(octets)/2 {
		t.Errorf("%d of %d bytes are read", failed, len(octets))
	}
}

// TestFaultsOfTheCaller checks that an error blames the caller for what the caller does.
func TestFaultsOfTheCaller(t *testing.T) {
	a := gzipped(warcRecord("a", "The keeper lit the lamp."))
	for _, tt := range []struct {
		why  string
		ctx  context.Context
		r    io.Reader
		want string
	}{
		{"no context", nil, strings.NewReader(a), "no context given"},
		{"no reader", t.Context(), nil, "the reader of the archive panicked"},
		{"a reader that panics", t.Context(), broken(func([]byte) (int, error) { panic("boom") }), "the reader of the archive panicked: boom"},
		{"the same after a record", t.Context(), io.MultiReader(strings.NewReader(a), broken(func([]byte) (int, error) { panic("boom") })), "the reader of the archive panicked: boom"},
		{"too many bytes", t.Context(), broken(func(p []byte) (int, error) { return len(p) + 1, nil }), "the reader of the archive returned"},
	} {
		for _, workers := range []int{1, 3} {
			_, err := Check(tt.ctx, tt.r, workers, nil)
			if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "please report") {
				t.Errorf("%s, %d workers: %v, want %s", tt.why, workers, err, tt.want)
			}
		}
	}
}

type broken func(p []byte) (int, error)

func (b broken) Read(p []byte) (int, error) { return b(p) }

// TestWrongFilter checks that a filter that selects nothing is an error.
func TestWrongFilter(t *testing.T) {
	for _, f := range []Filter{{Types: []string{"foo"}}, {Statuses: []string{""}}, {Statuses: []string{"2x"}}, {Media: []string{"html"}}} {
		w, n := Walk[int]{Filter: f}, 0
		for it, err := range w.Items(strings.NewReader(warcRecord("a", "words"))) {
			if n++; it != nil || err == nil || errors.Is(err, extract.ErrMalformed) {
				t.Errorf("%v: %v, %v", f, it, err)
			}
		}
		if n != 1 {
			t.Errorf("%v: %d results, want an error", f, n)
		}
	}
}
