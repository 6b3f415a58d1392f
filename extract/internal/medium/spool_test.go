package medium

import (
	"errors"
	"os"
	"strings"
	"testing"
)

func TestSpoolRemoves(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	_, remove, err := Limits{Size: 3}.Spool(strings.NewReader("abc"), "PDF")
	if err != nil {
		t.Fatal(err)
	}
	remove()
	if _, _, err := (Limits{Size: 3}).Spool(strings.NewReader("abcd"), "PDF"); !errors.Is(err, ErrTooLarge) {
		t.Errorf("error %v, want %v", err, ErrTooLarge)
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
