package medium

import (
	"bufio"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

func TestSpoolRemoves(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	d := New(t.Context(), budget.New(budget.Limits{Size: 3}), nil)
	d.Source = bufio.NewReader(strings.NewReader("abc"))
	_, remove, err := d.Spool("PDF")
	if err != nil {
		t.Fatal(err)
	}
	remove()
	d.Source.Reset(strings.NewReader("abcd"))
	if _, _, err := d.Spool("PDF"); !errors.Is(err, ErrTooLarge) {
		t.Errorf("error %v, want %v", err, ErrTooLarge)
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
