package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/manifest"
)

// planted is a reader that allocates a number of bytes for a document of length n.
func planted(name string, octets func(n int) int) *reader {
	var kept []byte
	return &reader{name: name, marks: []string{"a"}, read: func(_ context.Context, document []byte) error {
		for left := octets(len(document)); left > 0; left -= 1 << 20 {
			kept = make([]byte, min(left, 1<<20))
		}
		_ = kept
		return nil
	}}
}

// The search finds what is quadratic, and nothing else.
func TestExamine(t *testing.T) {
	for _, tt := range []struct {
		why    string
		octets func(n int) int
		found  string
	}{
		{"linear", func(n int) int { return 100 * n }, ""},
		{"little more than linear", func(n int) int { return 3 * n / 2 }, ""},
		{"quadratic", func(n int) int { return n * n / 4 }, `(memory|time) grows ([2-9]|[1-9]\d)\.`},
		{"quadratic up to a bound", func(n int) int { return min(n*n/4, 400<<20) }, ""},
		{"linear, with a great factor", func(n int) int { return 20 << 10 * n }, "allocated for|slow"},
	} {
		r := planted(tt.why, tt.octets)
		one := r.listed()[0]
		found := r.examine(one, io.Discard)
		// Which of the two is seen first, and how steep, depends on how fast and how busy the machine is.
		if tt.found == "" && found != "" || !regexp.MustCompile(tt.found).MatchString(found) {
			t.Errorf("%s: %q, want %q", tt.why, found, tt.found)
		}
		if found != "" && !r.suspect(one) {
			t.Errorf("%s: small documents do not show it", tt.why)
		}
	}
}

// What a finding prints measures the same shape again, and every listed shape can be printed.
func TestParse(t *testing.T) {
	for _, r := range readers() {
		for _, tr := range r.listed() {
			again, err := parse(tr.String())
			if err != nil {
				t.Fatal(err)
			}
			again = append(again, part{})[:len(again)]
			if diff := cmp.Diff(string(tr.of(3)), string(again.of(3))); diff != "" {
				t.Errorf("%s %s (-want +got):\n%s", r.name, tr, diff)
			}
		}
	}
	for _, line := range []string{"", `"a"`, `*a`, `*"a`} {
		if _, err := parse(line); err == nil {
			t.Errorf("%q: no error", line)
		}
	}
}

func TestOf(t *testing.T) {
	s, err := parse(`"<" *"a%d b%d " "|" *"x" ">"`)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("<a0 b0 a1 b1 |xx>", string(s.of(2))); diff != "" {
		t.Error(diff)
	}
}

// Every reader reads its fixture, alone or within its first frame.
func TestReaders(t *testing.T) {
	for _, r := range readers() {
		if r.fixture == "" {
			continue
		}
		var errs []error
		for _, f := range append(r.frames[:min(1, len(r.frames))], frame{}) {
			document := []byte(f.before + strings.ReplaceAll(r.fixture, "%d", "1") + f.after)
			if r.built != nil {
				document = r.built(document)
			}
			err := r.read(t.Context(), document)
			if err == nil || errors.Is(err, manifest.ErrTruncated) { // without the digest at the end
				errs = nil
				break
			}
			errs = append(errs, err)
		}
		if len(errs) > 0 {
			t.Errorf("%s: %v", r.name, errs)
		}
	}
}

func TestRun(t *testing.T) {
	var out bytes.Buffer
	if found, err := run([]string{"-for", "1ms", "-reader", "digest"}, &out); found > 0 || err != nil || !strings.Contains(out.String(), "0 found") {
		t.Errorf("%d, %v: %s", found, err, &out)
	}
	for _, args := range [][]string{{"-reader", "none"}, {"-shape", `*"a"`}, {"-shape", `a`, "-reader", "digest"}} {
		if _, err := run(args, io.Discard); err == nil {
			t.Errorf("%q: no error", args)
		}
	}
}
