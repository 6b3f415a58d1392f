package ocfl

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/manifest"
)

func TestOddNames(t *testing.T) {
	d := newDraft(v1_1, 1)
	const line, octets = "v1/content/a\nb \\ é.txt", "v1/content/\xff.txt"
	d.files[line] = "x"
	d.at("", "manifest")[sum512("x")] = []any{line}
	d.at("", "versions", "v1", "state")[sum512("x")] = []any{"a\nb", "A\nb"}
	dir := filepath.Join(t.TempDir(), "object")
	tree := d.build()
	tree[octets] = "y"
	tree.write(t, dir)
	_, lines := codesOf(Validate(context.Background(), manifest.Dir(dir), Options{}))
	want := []string{`"v1/content/\xff.txt": E023: a file that the manifest has not: expected each file in the manifest`}
	if diff := cmp.Diff(want, lines); diff != "" {
		t.Errorf("names with line ends are names, and those that are no UTF-8 are in no inventory (-want +got):\n%s", diff)
	}
	found := scan(manifest.Dir(dir))
	if found[line].SHA256.IsZero() || found[octets].SHA256.IsZero() {
		t.Errorf("expected both files to be read: %v", found)
	}
}
