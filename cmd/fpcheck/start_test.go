package main

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/commands"
)

// TestStartIsCheap checks that no package initialises much before the command begins. Each run,
// even on one small file, waits for all of them. The test counts allocations, since times vary.
func TestStartIsCheap(t *testing.T) {
	c := start(t, "version")
	c.Env = append(c.Env, "GODEBUG=inittrace=1")
	var trace bytes.Buffer
	c.Stderr = &trace
	if err := c.Run(); err != nil {
		t.Fatalf("%v: %s", err, &trace)
	}
	const most = 24 << 10 // bytes
	line := regexp.MustCompile(`(?m)^init (\S+) @.* clock, (\d+) bytes, \d+ allocs$`)
	ours := 0
	for _, m := range line.FindAllStringSubmatch(trace.String(), -1) {
		if !strings.HasPrefix(m[1], "github.com/lsh-interop/fpcheck/") || strings.HasSuffix(m[1], "/cmd/fpcheck") {
			continue // the test binary has the variables of its tests here
		}
		ours++
		if n, err := strconv.Atoi(m[2]); err != nil || n > most {
			t.Errorf("%s allocates %s bytes before the command begins: expected at most %d, and the rest when it is used", m[1], m[2], most)
		}
	}
	if ours < 30 {
		t.Errorf("%d packages of this module were seen: expected 30 at least:\n%s", ours, &trace)
	}
}

// TestCommandAlone checks that a command behaves the same whether or not the others are built in.
// The first argument selects it only to save time.
func TestCommandAlone(t *testing.T) {
	for _, c := range commands.All {
		for _, args := range [][]string{{c.Name, "--help"}, {c.Name, "--no-such-flag"}} {
			out, stderr, code := runIn("", args...)
			all := append([]string{"--color=never"}, args...) // which begins with a flag
			wantOut, wantErr, wantCode := runIn("", all...)
			if out != wantOut || stderr != wantErr || code != wantCode {
				t.Errorf("%v: %d\n%s%s\nwith all commands: %d\n%s%s", args, code, out, stderr, wantCode, wantOut, wantErr)
			}
		}
		if made := c.Make(new(cli.App)); made.Name() != c.Name {
			t.Errorf("%s is named %s", made.Name(), c.Name)
		}
	}
}
