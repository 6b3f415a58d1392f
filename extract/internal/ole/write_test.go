package ole

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/richardlehane/mscfb"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

func TestWrite(t *testing.T) {
	streams := []Stream{
		{[]string{"WordDocument"}, bytes.Repeat([]byte("long"), 5000)},
		{[]string{"a", "short"}, []byte("short")},
		{[]string{"a", "b", "Ж"}, bytes.Repeat([]byte("x"), 4095)},
		{[]string{"a", "empty"}, nil},
		{[]string{"other"}, bytes.Repeat([]byte("y"), 65)},
	}
	file, err := mscfb.New(bytes.NewReader(Write(streams)))
	if err != nil {
		t.Fatal(err)
	}
	want, got := map[string]string{}, map[string]string{}
	for _, s := range streams {
		want[strings.Join(s.Path, "/")] = string(s.Octets)
	}
	for _, f := range file.File {
		content, err := io.ReadAll(f)
		if name := strings.Join(append(f.Path, f.Name), "/"); !slices.Contains([]string{"Root Entry", "a", "a/b"}, name) {
			got[name] = string(content)
		}
		if err != nil && err != io.EOF {
			t.Error(f.Name, err)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	long := []Stream{{[]string{"long"}, make([]byte, 20<<20)}}
	if file, err = mscfb.New(bytes.NewReader(Write(long))); err != nil || file.File[1].Size != 20<<20 {
		t.Error("a stream of 20 MiB:", err)
	}
}

// Each storage that is in another has a path of its own: 20,000 of them would take 3 GiB.
func TestStoragesInOneAnother(t *testing.T) {
	for _, tt := range []struct {
		why  string
		n    int
		want error
	}{
		{"none", 0, nil},
		{"as many as there may be", mostStorages, nil},
		{"one more", mostStorages + 1, medium.ErrTooDeep},
		{"far more", 20_000, medium.ErrTooDeep},
	} {
		path := append(slices.Repeat([]string{"a"}, tt.n), "stream")
		file := Write([]Stream{{path, []byte("x")}, {[]string{"other"}, make([]byte, 9000)}})
		r, err := New(bytes.NewReader(file))
		if !errors.Is(err, tt.want) || err == nil && len(r.File) != tt.n+3 {
			t.Errorf("%s: %v, want %v", tt.why, err, tt.want)
		}
	}
}

// Whatever the bytes: no panic.
func FuzzNew(f *testing.F) {
	f.Add(Write([]Stream{{[]string{"a", "b"}, []byte("x")}, {[]string{"c"}, make([]byte, 5000)}}), uint16(48), byte(1))
	f.Fuzz(func(t *testing.T, file []byte, at uint16, changed byte) {
		if int(at) < len(file) {
			file = bytes.Clone(file)
			file[at] = changed
		}
		New(bytes.NewReader(file))
	})
}
