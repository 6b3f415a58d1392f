//go:build unix

package manifest

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/internal/store/durable"
)

func put(t *testing.T, dir, name, text string) {
	t.Helper()
	full := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(full), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestDir(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a-b", "a.txt", "a/b", "new\nline", "\xFF\xFE", `back\slash`, "#hash", " blank "} {
		put(t, dir, name, "Some words of "+name)
	}
	for _, link := range []struct{ to, at string }{
		{"a.txt", "link"},
		{"a", "dirlink"}, // not entered
		{"..", "a/loop"}, // the same
		{"/etc", "etc"},
		{"dirlink/../..", "far"}, // by way of another link, which may lead anywhere
		{"loop2", "loop2"},       // leads nowhere
		{"gone", "broken"},
	} {
		if err := os.Symlink(link.to, filepath.Join(dir, link.at)); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o666); err != nil {
		t.Fatal(err)
	}
	var got []string
	for s := range Scan(context.Background(), Dir(dir), sm1) {
		got = append(got, s.Path+" "+string(s.State))
	}
	want := []string{
		" blank  ", "#hash ", "a-b ", "a.txt ", "a/b ", "a/loop link", "back\\slash ", "broken link-broken", "dirlink link",
		"etc link-outside", "far link-outside", "link ",
		"loop2 link-broken", "new\nline ", "pipe pipe", "\xFF\xFE ",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, form := range []bool{inText, inJSON} {
		out := t.TempDir()
		if err := Create(context.Background(), filepath.Join(out, "m"), Dir(dir), inForm(form, header), Options{}, nil); err != nil {
			t.Fatal(err)
		}
		octets, err := os.ReadFile(filepath.Join(out, "m"))
		if err != nil {
			t.Fatal(err)
		}
		left, err := os.ReadDir(out)
		if err != nil || len(left) != 1 {
			t.Errorf("%v beside the manifest, %v", left, err)
		}
		lines, results := verify(t, string(octets), Dir(dir), Options{})
		counts := make(map[Status]int)
		for _, r := range results {
			counts[r.Status]++
		}
		if diff := cmp.Diff(map[Status]int{OK: 16}, counts); diff != "" {
			t.Errorf("%q (-want +got):\n%s", lines, diff)
		}
	}
}

func TestDirRefuses(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "in/a", "x")
	put(t, dir, "secret", "x")
	for _, name := range []string{"../secret", "/etc/passwd", "a/../../secret", "", "a\x00"} {
		if f, err := Dir(filepath.Join(dir, "in")).Open(name); !errors.Is(err, fs.ErrInvalid) {
			t.Errorf("%q: %v, %v", name, f, err)
		}
	}
}

// TestDiskReplace checks that a failed write leaves the old file.
func TestDiskReplace(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "m", "old")
	failed := errors.New("no")
	err := durable.Disk(dir).Replace("m", func(w io.Writer) error { io.WriteString(w, strings.Repeat("new", 1<<20)); return failed })
	if err != failed {
		t.Fatal(err)
	}
	octets, _ := os.ReadFile(filepath.Join(dir, "m"))
	left, _ := os.ReadDir(dir)
	if string(octets) != "old" || len(left) != 1 {
		t.Errorf("%q, %v", octets, left)
	}
}

// TestDiskFollowsNoLink checks that links beside a manifest cannot redirect its writer.
func TestDiskFollowsNoLink(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "precious", "old")
	for _, name := range Names("m")[1:] {
		if err := os.Symlink("precious", filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := createInside(dir); err != nil {
		t.Fatal(err)
	}
	if octets, _ := os.ReadFile(filepath.Join(dir, "precious")); string(octets) != "old" {
		t.Errorf("overwritten: %q", octets)
	}
}

// TestZip checks that a tree in an archive is verified like a directory.
func TestZip(t *testing.T) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range []string{"b/c.txt", "a.txt"} {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(w, "Some words of "+name)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	archive, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	put(t, dir, "a.txt", "Some words of a.txt")
	put(t, dir, "b/c.txt", "Some words of b/c.txt!")
	lines, _ := verify(t, manifestOf(t, Dir(dir), sm1), archive, Options{})
	if diff := cmp.Diff([]string{"a.txt: OK", "b/c.txt: SAME TEXT"}, lines); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
