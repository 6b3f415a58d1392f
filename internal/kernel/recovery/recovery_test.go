package recovery

import (
	"errors"
	"io"
	"strings"
	"testing"
)

func reading(do func() error) (err error) {
	defer Catch(&err, "the reader for ", "text/x-test")
	return do()
}

func TestCatch(t *testing.T) {
	var none []int
	var nothing *struct{ n int }
	for _, tt := range []struct {
		why  string
		do   func() error
		want string
	}{
		{"a panic by hand", func() error { panic("disk on fire") },
			"internal error in the reader for text/x-test: disk on fire (github.com/lsh-interop/fpcheck/internal/kernel/recovery.TestCatch.func1, recovery_test.go:"},
		{"an index, which the runtime finds", func() error { return errors.New(string(rune(none[3]))) },
			"internal error in the reader for text/x-test: runtime error: index out of range [3] with length 0 (github.com/lsh-interop/fpcheck/internal/kernel/recovery.TestCatch.func2, recovery_test.go:"},
		{"no pointer, which the system finds", func() error { nothing.n++; return nil },
			"invalid memory address or nil pointer dereference (github.com/lsh-interop/fpcheck/internal/kernel/recovery.TestCatch.func3, recovery_test.go:"},
		{"a panic in another package", func() error { return errors.New(strings.Repeat("a", -1)) },
			"strings: negative Repeat count (strings.Repeat, strings.go:"},
		{"a panic that quotes the document", func() error { panic(strings.Repeat("ä", 1000)) }, ": " + strings.Repeat("ä", mostSaid) + "… ("},
		{"a panic with an error", func() error { panic(io.ErrUnexpectedEOF) }, ": unexpected EOF ("},
	} {
		err := reading(tt.do)
		if !errors.Is(err, ErrInternal) || !strings.Contains(err.Error(), tt.want) || !strings.HasSuffix(err.Error(), "if you may, the document") {
			t.Errorf("%s: error %v, want %s", tt.why, err, tt.want)
		}
	}
	inner := reading(func() error { panic("disk on fire") })
	if err := reading(func() error { panic(inner) }); err != inner {
		t.Errorf("a panic with an error of a barrier: %v, want %v", err, inner)
	}
	if err := reading(func() error { return io.EOF }); err != io.EOF {
		t.Errorf("an error without a panic: %v, want EOF", err)
	}
	if err := reading(func() error { return nil }); err != nil {
		t.Errorf("neither: %v, want none", err)
	}
}

// A panic of a goroutine becomes an error where the group is waited for.
func TestGroup(t *testing.T) {
	for _, tt := range []struct {
		why  string
		do   []func()
		want string // of the error; empty for none
	}{
		{"no panic", []func(){func() {}, func() {}}, ""},
		{"one of two panics", []func(){func() {}, func() { panic("disk on fire") }}, "disk on fire"},
		{"both panic", []func(){func() { panic("disk on fire") }, func() { panic("disk on fire") }}, "disk on fire"},
	} {
		err := reading(func() error {
			var g Group
			for _, do := range tt.do {
				g.Go(do)
			}
			g.Wait()
			return nil
		})
		if tt.want == "" && err != nil || tt.want != "" && (!errors.Is(err, ErrInternal) || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: error %v, want %q", tt.why, err, tt.want)
		}
	}
}
