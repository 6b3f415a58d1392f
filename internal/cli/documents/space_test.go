package documents

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"
)

func TestWithoutSpace(t *testing.T) {
	for _, test := range []struct {
		err  error
		hint bool
		why  string
	}{
		{nil, false, "no error"},
		{&fs.PathError{Op: "write", Path: "/tmp/a", Err: syscall.ENOSPC}, true, "the disk is full"},
		{fmt.Errorf("texts: %w", &fs.PathError{Op: "open", Path: "/tmp/a", Err: syscall.EACCES}), true, "no permission"},
		{errors.New("the index is damaged: page 22 has another checksum"), false, "a damaged index"},
		{context.Canceled, false, "an interrupted run"},
	} {
		got := WithoutSpace(test.err)
		if !errors.Is(got, test.err) || got != nil && strings.Contains(got.Error(), "TMPDIR") != test.hint {
			t.Errorf("%s: %v, want the hint: %t", test.why, got, test.hint)
		}
	}
}
