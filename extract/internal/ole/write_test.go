package ole

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/richardlehane/mscfb"
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
