package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/commands"
)

// planted is a context that panics where the first document is read.
type planted struct {
	context.Context
	done atomic.Bool
}

func (p *planted) Err() error {
	var caller [1]uintptr
	runtime.Callers(2, caller[:])
	f, _ := runtime.CallersFrames(caller[:]).Next()
	if strings.HasSuffix(f.Function, "/budget.(*Budget).Check") && !p.done.Swap(true) {
		panic("planted")
	}
	return p.Context.Err()
}

// runPlanted runs the command so that the first document that it reads makes the reader panic.
func runPlanted(t *testing.T, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, errs bytes.Buffer
	a := cli.NewApp(&planted{Context: t.Context()}, strings.NewReader(""), &out, &errs, commands.All...)
	root := a.RootCommand()
	root.SetArgs(args)
	root.SetOut(a.Out)
	root.SetErr(&errs)
	a.Execute(root)
	return out.String(), errs.String(), a.Out.Close()
}

// A panic in a reader is an error of one file. The others are read.
func TestPanicInReader(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, name := range []string{"a.txt", "b.txt", "c.txt"} {
		if err := os.MkdirAll("tree", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join("tree", name), []byte("the quick brown fox of "+name), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const said = "a.txt: internal error in the recognition of media: planted (github.com/lsh-interop/fpcheck/cmd/fpcheck.(*planted).Err, barrier_test.go:"
	const report = `please report this line, the output of "fpcheck version" and, if you may, the document`
	if out, _, code := runIn("", "manifest", "create", "-o", "sound.fpm", "tree"); code != 0 {
		t.Fatalf("exit code %d: %s", code, out)
	}
	if err := os.WriteFile("other.txt", []byte("the slow brown fox"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		why    string
		args   []string
		code   int
		lines  int      // on stdout
		stdout []string // among it
	}{
		{"fingerprint", []string{"fingerprint", "--workers", "1", "tree"}, cli.ExitTrouble, 2,
			[]string{"tree/b.txt", "tree/c.txt"}},
		{"as JSON", []string{"fingerprint", "--json", "--workers", "1", "tree"}, cli.ExitTrouble, 3,
			[]string{`"error":"internal error in the recognition of media: planted (`}},
		{"compare", []string{"compare", "tree/a.txt", "tree/b.txt"}, cli.ExitTrouble, 0, nil},
		{"a manifest, which gets past it", []string{"manifest", "create", "--workers", "1", "-o", "broken.fpm", "tree"},
			cli.ExitTrouble, 0, nil},
	} {
		out, errs, code := runPlanted(t, tt.args...)
		if code != tt.code || strings.Count(out, "\n") != tt.lines {
			t.Errorf("%s: exit code %d, %q, want %d and %d lines", tt.why, code, out, tt.code, tt.lines)
		}
		for _, s := range tt.stdout {
			if !strings.Contains(out, s) {
				t.Errorf("%s: %q, want %q in it", tt.why, out, s)
			}
		}
		if !strings.Contains(errs, said) || !strings.Contains(errs, report) || strings.Contains(errs, "goroutine") {
			t.Errorf("%s: %q, want %q", tt.why, errs, said)
		}
	}
	broken, err := os.ReadFile("broken.fpm")
	if err != nil || !strings.Contains(string(broken), "unreadable") || strings.Count(string(broken), "sm1:") != 2 {
		t.Errorf("%s, %v: want one file to be unreadable, and two with fingerprints", broken, err)
	}
	// What could not be read is read again.
	if _, errs, code := runIn("", "manifest", "create", "--replace", "-o", "broken.fpm", "tree"); code != 0 {
		t.Errorf("once more: exit code %d: %s", code, errs)
	}
	if again, _ := os.ReadFile("broken.fpm"); strings.Contains(string(again), "unreadable") {
		t.Errorf("once more: %s", again)
	}
	if err := os.WriteFile(filepath.Join("tree", "a.txt"), []byte("the slow brown fox"), 0o666); err != nil {
		t.Fatal(err)
	}
	out, errs, code := runPlanted(t, "verify", "sound.fpm", "tree")
	if code != cli.ExitDifferent || !strings.Contains(out+errs, said) {
		t.Errorf("verify: exit code %d, %q, %q, want %q", code, out, errs, said)
	}
}
