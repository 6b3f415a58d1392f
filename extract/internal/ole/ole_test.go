package ole

import (
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	packaged = "\x36\x00\x00\x00\x02\x00a.txt\x00C:\\t\\a.txt\x00\x00\x00\x03\x00\x06\x00\x00\x00C:\\tmp\x05\x00\x00\x00words"
	inUTF16  = "\x01\x00\x00\x00t\x00\x02\x00\x00\x00\x11\x04b\x00\x00\x00\x00\x00"
)

func TestNative(t *testing.T) {
	for _, tt := range []struct{ why, in, name, content string }{
		{"a file of the packager", packaged, "a.txt", "words"},
		{"its name in UTF-16", packaged + inUTF16, "Бb", "words"},
		{"a path in place of a name", "\x00\x00\x00\x00\x02\x00\x00C:\\t\\a.txt\x00", "a.txt", ""},
		{"it is cut short", packaged[:len(packaged)-2], "a.txt", "wor"},
		{"what another program stores", "\x05\x00\x00\x00words and more", "", "words"},
		{"nothing", "", "", ""},
	} {
		o := Native([]byte(tt.in))
		content, _ := io.ReadAll(o.Content)
		if diff := cmp.Diff([]string{tt.name, tt.content}, []string{o.Name, string(content)}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
}

// Whatever the bytes: no panic, and no more than they are.
func FuzzOpen(f *testing.F) {
	f.Add([]byte(packaged + inUTF16))
	f.Add(magic)
	f.Fuzz(func(t *testing.T, octets []byte) {
		for _, o := range []Object{Native(octets), Open(octets)} {
			content, _ := io.ReadAll(io.LimitReader(o.Content, int64(len(octets))+1))
			if len(content) > len(octets) {
				t.Errorf("%d octets of %d", len(content), len(octets))
			}
		}
	})
}
