package container

import (
	"archive/tar"
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

func changeTo(name, text string) Change {
	return Change{name, int64(len(text)), func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }}
}

// A copy has the changes, and all else as it was, in all forms that are written.
func TestCopy(t *testing.T) {
	global := &tar.Header{Typeflag: tar.TypeXGlobalHeader, Name: "g", PAXRecords: map[string]string{"comment": "kept"}}
	long := file("bag/" + strings.Repeat("long/", 40) + "name")
	plain := tarOf(global, &tar.Header{Typeflag: tar.TypeDir, Name: "./bag/"}, file("./bag/a"), long, link("./bag/l", "a"), file("./bag/b"))
	for _, tt := range []struct {
		why    string
		octets []byte
	}{
		{"tar", plain},
		{"tar with octets after its end", append(bytes.Clone(plain), make([]byte, 9*block)...)},
		{"tar without its end", plain[:len(plain)-2*block]},
		{"tar.gz", gzipped(plain)}, {"tar.zst", zstandard(plain)},
		{"sparse", append(holed(2048)[:1024], tarOf(file("bag/a"), file("bag/b"))...)},
		{"zip", zipOf("bag/", "bag/a", "bag/c/d", "bag/b")},
	} {
		f := openBytes(t, tt.octets, "bag")
		sub, err := f.Below("bag")
		if err != nil {
			t.Fatal(err)
		}
		var same, changed bytes.Buffer
		if err := sub.Copy(t.Context(), &same, nil); err != nil {
			t.Errorf("%s: %v", tt.why, err)
		}
		if f.Form() == Tar && !bytes.HasPrefix(same.Bytes(), tt.octets) {
			t.Errorf("%s: not the same bytes", tt.why)
		}
		if diff := gocmp.Diff(listing(f), listing(openBytes(t, same.Bytes(), "bag"))); diff != "" {
			t.Errorf("%s: without changes: %s", tt.why, diff)
		}
		if err := sub.Copy(t.Context(), &changed, []Change{changeTo("a", "another text"), changeTo("n/new", "N")}); err != nil {
			t.Errorf("%s: %v", tt.why, err)
		}
		var want []string
		for _, line := range listing(f) {
			switch {
			case strings.HasPrefix(line, "bag/a = "):
				line = `bag/a = "another text"`
			case strings.HasPrefix(line, "L--------- bag/l = "):
				line = `L--------- bag/l = "another text"`
			}
			want = append(want, line)
		}
		got := listing(openBytes(t, changed.Bytes(), "bag"))
		var rest []string
		for _, line := range got {
			if line != "bag/n/" && line != `bag/n/new = "N"` {
				rest = append(rest, line)
			}
		}
		if diff := gocmp.Diff(want, rest); diff != "" || len(got) != len(rest)+2 {
			t.Errorf("%s: %s %v", tt.why, diff, got)
		}
		var again bytes.Buffer
		sub.Copy(t.Context(), &again, []Change{changeTo("a", "another text"), changeTo("n/new", "N")})
		if !bytes.Equal(again.Bytes(), changed.Bytes()) {
			t.Errorf("%s: other octets the second time", tt.why)
		}
	}
	if err := openBytes(t, octets(tarXZ), "a").Copy(t.Context(), io.Discard, nil); !errors.Is(err, ErrNotWritten) {
		t.Errorf("xz: %v", err)
	}
}
