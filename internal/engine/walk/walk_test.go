package walk

import (
	"slices"
	"testing"
)

func TestComparePaths(t *testing.T) {
	sorted := []string{"", "a", "a/b", "a/b/c", "a/c", "a-b", "a.txt", "b"}
	for i, a := range sorted {
		for j, b := range sorted {
			if got, bytes := ComparePaths(a, b), ComparePaths([]byte(a), []byte(b)); (got < 0) != (i < j) ||
				(got == 0) != (i == j) || got != bytes {
				t.Errorf("%q and %q: %d, as bytes %d", a, b, got, bytes)
			}
		}
	}
}

func TestSkips(t *testing.T) {
	var asked []string
	skip := func(path string) bool {
		asked = append(asked, path)
		return path == "a/b/"
	}
	if Skips(nil, "a/b/c") || !Skips(skip, "a/b/c") || Skips(skip, "a/c") || !Skips(skip, "a/b/") {
		t.Error("expected what is below a/b/ to be left out, and nothing else")
	}
	if want := []string{"a/", "a/b/", "a/", "a/c", "a/", "a/b/"}; !slices.Equal(asked, want) {
		t.Errorf("asked about %q, want %q", asked, want)
	}
}
