//go:build unix

package durable_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/lsh-interop/fpcheck/internal/store/durable"
)

// A new file belongs to whom the old one belongs. Only root can give files away, so others see the mode alone.
func TestInherit(t *testing.T) {
	old := filepath.Join(t.TempDir(), "old")
	if err := os.WriteFile(old, nil, 0o640); err != nil {
		t.Fatal(err)
	}
	if os.Geteuid() == 0 {
		if err := os.Chown(old, 1, 2); err != nil {
			t.Fatal(err)
		}
	}
	from, err := os.Stat(old)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := durable.Inherit(f, from); err != nil {
		t.Fatal(err)
	}
	now, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	is, want := now.Sys().(*syscall.Stat_t), from.Sys().(*syscall.Stat_t)
	if is.Uid != want.Uid || is.Gid != want.Gid || now.Mode() != from.Mode() {
		t.Errorf("owner %d, group %d, mode %v: expected %d, %d, %v",
			is.Uid, is.Gid, now.Mode(), want.Uid, want.Gid, from.Mode())
	}
}
