package scratch

import (
	"os"
	"strings"
	"testing"
)

// Nothing is left when a file is closed, and where the system allows that, nothing is seen before.
func TestFile(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Setenv("TMP", dir) // Windows
	f, err := New()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt([]byte("text"), 3); err != nil {
		t.Error(err)
	}
	if left, _ := os.ReadDir(dir); (len(left) > 0) != f.named {
		t.Errorf("%v before the file is closed, named is %v", left, f.named)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("%v after it was closed", left)
	}
}

// Texts can be read again in any order, however many were written at once, and empty ones are kept.
func TestTexts(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	texts, err := NewTexts()
	if err != nil {
		t.Fatal(err)
	}
	defer texts.Close()
	text := func(i int) string { return strings.Repeat(string(rune('a'+i%26)), i*i%5000) }
	const n = 2000
	for i := range n {
		if err := texts.Add([]byte(text(i))); err != nil {
			t.Fatal(err)
		}
	}
	if err := texts.Flush(); err != nil {
		t.Fatal(err)
	}
	var buffer []byte
	for i := range n {
		at := n - 1 - i
		if buffer, err = texts.Read(at, buffer); err != nil || string(buffer) != text(at) {
			t.Fatalf("text %d: %d bytes, %v", at, len(buffer), err)
		}
		if part, err := texts.Part(at, len(text(at))/2, len(text(at))); err != nil || string(part) != text(at)[len(text(at))/2:] {
			t.Fatalf("half of text %d: %d bytes, %v", at, len(part), err)
		}
	}
}
