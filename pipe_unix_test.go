//go:build unix

package fpcheck_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/scheme"
)

// TestFilePipe checks that File reads a named pipe, and does not wait for it after the end of the context.
func TestFilePipe(t *testing.T) {
	const text = "The keeper lit the lamp, and it burned all night above the sea and the harbour."
	want, err := scheme.SM1.Sum([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		why   string
		write func(pipe *os.File) // nil: no program opens the pipe
		err   error
	}{
		{"a program writes a document", func(pipe *os.File) { pipe.WriteString(text); pipe.Close() }, nil},
		{"no program opens the pipe", nil, context.DeadlineExceeded},
		{"a program writes nothing", func(*os.File) {}, context.DeadlineExceeded},
		{"a program writes a part", func(pipe *os.File) { pipe.WriteString(text[:30]) }, context.DeadlineExceeded},
	} {
		t.Run(tt.why, func(t *testing.T) {
			name := filepath.Join(t.TempDir(), "pipe.txt")
			if err := syscall.Mkfifo(name, 0o600); err != nil {
				t.Skip(err)
			}
			if tt.write != nil {
				go func() {
					pipe, err := os.OpenFile(name, os.O_WRONLY, 0)
					if err != nil {
						t.Error(err)
						return
					}
					t.Cleanup(func() { pipe.Close() })
					tt.write(pipe)
				}()
			}
			limit := 10 * time.Second
			if tt.err != nil {
				limit = 100 * time.Millisecond
			}
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			defer cancel()
			type result struct {
				fp  scheme.Fingerprint
				err error
			}
			done := make(chan result, 1)
			go func() {
				fp, err := fpcheck.File(ctx, scheme.SM1, name)
				done <- result{fp, err}
			}()
			select {
			case got := <-done:
				if !errors.Is(got.err, tt.err) || tt.err == nil && (got.err != nil || got.fp != want) {
					t.Errorf("%v, %v, want %v, %v", got.fp, got.err, want, tt.err)
				}
			case <-time.After(20 * time.Second):
				t.Error("File waits after the end of its context")
			}
			if tt.write == nil { // lets the goroutine end that opens the pipe
				if pipe, err := os.OpenFile(name, os.O_WRONLY|syscall.O_NONBLOCK, 0); err == nil {
					pipe.Close()
				}
			}
		})
	}
}
