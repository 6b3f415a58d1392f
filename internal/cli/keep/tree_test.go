package keep

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/manifest"
)

func TestCollisions(t *testing.T) {
	for _, tt := range []struct {
		why   string
		paths []string
		want  []string
	}{
		{"capitals", []string{"A", "B", "a"}, []string{"a = A"}},
		{"in one directory only", []string{"A/x", "B/X", "c"}, nil},
		{"of directories, once for all that is below them", []string{"A/x", "A/y", "a/x", "a/z"}, []string{"a = A"}},
		{"of a file and a directory", []string{"A", "a/x"}, []string{"a = A"}},
		{"below two others", []string{"d/Q/x", "d/q/x", "e/q"}, []string{"d/q = d/Q"}},
		{"compositions", []string{"A\u0308", "\u00c4", "\u00e4"}, []string{"\u00c4 = A\u0308", "\u00e4 = \u00c4"}},
		{"a sharp s is two letters", []string{"stra\u00dfe", "strasse"}, []string{"strasse = stra\u00dfe"}},
		{"no UTF-8", []string{"\xff", "\xfe"}, nil},
		{"a directory that is not read", []string{"./", "a/", "b"}, nil},
	} {
		c := newCollisions()
		var got []string
		for _, p := range tt.paths {
			if this, other, found := c.add(p); found {
				got = append(got, this+" = "+other)
			}
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
}

// Not all names are held, however many there are.
func TestCollisionsBounded(t *testing.T) {
	c := newCollisions()
	for i := range maxNames + 1000 {
		c.add(fmt.Sprintf("dir/%09d", i))
	}
	if n := len(c.open[1].named); n != maxNames || len(c.open) != 2 {
		t.Errorf("%d names are held", n)
	}
	if _, other, found := c.add("e/f"); found || len(c.open) != 2 || len(c.open[1].named) != 1 {
		t.Errorf("%q, %v", other, found)
	}
}

// However many readers have changed, few are told apart.
func TestReadings(t *testing.T) {
	var c readings
	for i := range 100 {
		c.add(manifest.Result{Path: fmt.Sprint(i), Status: manifest.Similar,
			Stored: &manifest.Entry{Reading: manifest.Reading{MediaType: "text/plain", Encoding: "utf-8"}},
			Found:  &manifest.Entry{Reading: manifest.Reading{MediaType: "text/plain", Encoding: "koi8-r", Tool: fmt.Sprintf("t%d", i%(maxReadings+5))}}})
	}
	got := c.warnings()
	if len(got) != maxReadings+1 || got[0] != "4 files whose text differs, 0 first: read by fpcheck itself then and by t0 now" ||
		!strings.HasPrefix(got[maxReadings], "20 more files") {
		t.Errorf("%q", got)
	}
}
