//go:build unix

package main

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/google/go-cmp/cmp"
)

// terminal returns a terminal, and what has been written to it once it is closed.
func terminal(t *testing.T) (tty *os.File, written func() string) {
	t.Helper()
	screen, tty, err := pty.Open()
	if err != nil {
		t.Skip(err)
	}
	all := make(chan string)
	go func() {
		b, _ := io.ReadAll(screen) // ends with EIO
		all <- string(b)
	}()
	return tty, func() string {
		tty.Close()
		return <-all
	}
}

// shown is what stands on the screen in the end.
func shown(written string) []string {
	var lines []string
	for line := range strings.SplitSeq(strings.TrimSuffix(written, "\r\n"), "\r\n") {
		if i := strings.LastIndex(line, "\x1b[2K\r"); i >= 0 {
			line = line[i+len("\x1b[2K\r"):]
		}
		lines = append(lines, line)
	}
	return lines
}

// slowly gives some text, then waits until the bar is due, then gives more.
func slowly(w io.WriteCloser) {
	io.WriteString(w, strings.Repeat("the fox ", 100_000))
	time.Sleep(shownAfter + 5*shownEvery)
	io.WriteString(w, "the end")
	w.Close()
}

// The bar appears only on a terminal, and leaves the lines there alone.
func TestBar(t *testing.T) {
	dir := t.TempDir()
	fox := filepath.Join(dir, "fox.txt")
	if err := os.WriteFile(fox, []byte("the fox"), 0o666); err != nil {
		t.Fatal(err)
	}
	const warning = ": warning: only 2 features: distances are doubtful (below 16)"
	results := []string{"sm1:aaauevrcuraic  /fox.txt", "sm1:b4twov5cvzaz2  -", "sm1:aaauevrcuraic  /fox.txt"}
	for _, test := range []struct {
		name       string
		flags      []string
		onTerminal bool // stderr, too
		bar        bool
		screen     []string
	}{
		{"terminal", nil, true, true, []string{
			results[0], "fpcheck: /fox.txt" + warning,
			results[1], strings.Replace("fpcheck: -"+warning, "2", "3", 1),
			results[2], "fpcheck: /fox.txt" + warning,
			"fpcheck: missing: no such file or directory"}},
		{"quiet", []string{"--quiet"}, true, false, append(slices.Clone(results),
			"fpcheck: missing: no such file or directory")},
		{"redirected", nil, false, false, results},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			tty, written := terminal(t)
			c := start(t, append([]string{"fingerprint", fox, "-", fox, "missing"}, test.flags...)...)
			var stderr strings.Builder
			c.Stdout, c.Stderr = tty, &stderr
			if test.onTerminal {
				c.Stderr = tty
			}
			stdin, err := c.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			go slowly(stdin)
			c.Run() // exit code 2
			screen := written()
			if bar := strings.Contains(screen+stderr.String(), "2 files"); bar != test.bar {
				t.Errorf("a bar: %v, expected %v: %q", bar, test.bar, screen)
			}
			screen = strings.ReplaceAll(screen, dir, "")
			if diff := cmp.Diff(test.screen, shown(screen)); diff != "" {
				t.Errorf("the screen in the end (-want):\n%s", diff)
			}
		})
	}
}

// A manifest that takes long has a bar, too, which makes way for other lines.
func TestManifestBar(t *testing.T) {
	dir, slow := t.TempDir(), t.TempDir()
	put(t, filepath.Join(dir, "a.txt"), "Some words of a fox")
	put(t, filepath.Join(dir, "b.pdf"), "%PDF-1.4\n")
	put(t, filepath.Join(slow, "pdftotext"), "#!/bin/sh\n[ \"$1\" = -v ] || exec sleep 2\n")
	if err := os.Chmod(filepath.Join(slow, "pdftotext"), 0o755); err != nil {
		t.Fatal(err)
	}
	m := filepath.Join(t.TempDir(), "m")
	for _, tt := range []struct {
		args   []string
		bar    bool
		screen []string
	}{
		{[]string{"manifest", "create", "-o", m, dir}, true, []string{
			"fpcheck: b.pdf: warning: malformed document: PDF: pdftotext finds no page in it",
			"fpcheck: /d: 2 files: 1 with a fingerprint, 1 malformed"}},
		{[]string{"manifest", "create", "--quiet", "-o", m, dir}, false, []string{""}},
	} {
		tty, written := terminal(t)
		c := start(t, tt.args...)
		c.Env = append(c.Env, "PATH="+slow+":"+os.Getenv("PATH"))
		c.Stdout, c.Stderr = tty, tty
		if err := c.Run(); err != nil {
			t.Error(err)
		}
		screen := written()
		if bar := strings.Contains(screen, "1 file "); bar != tt.bar {
			t.Errorf("%v: a bar: %v, expected %v: %q", tt.args, bar, tt.bar, screen)
		}
		if diff := cmp.Diff(tt.screen, shown(strings.ReplaceAll(screen, dir, "/d"))); diff != "" {
			t.Errorf("%v: the screen in the end (-want):\n%s", tt.args, diff)
		}
	}
}

// With no path, and nothing but a terminal to read, there is nothing to do.
func TestNothingToRead(t *testing.T) {
	tty, written := terminal(t)
	c := start(t, "fingerprint")
	c.Stdin = tty
	var stderr strings.Builder
	c.Stderr = &stderr
	c.Run()
	written()
	want := "fpcheck: no path given, and standard input is a terminal: expected a file, a directory or -\nTry 'fpcheck fingerprint --help'.\n"
	if diff := cmp.Diff(want, stderr.String()); diff != "" || c.ProcessState.ExitCode() != exitTrouble {
		t.Errorf("%v\n%s", c.ProcessState, diff)
	}
}
