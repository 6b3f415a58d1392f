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

	"github.com/lsh-interop/fpcheck/internal/cli"
)

// terminal returns a terminal, and a function that closes it and returns what was written to it.
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

// shown returns the final lines of the screen.
func shown(written string) []string {
	var lines []string
	for line := range strings.SplitSeq(strings.TrimSuffix(written, "\r\n"), "\r\n") {
		if i := strings.LastIndex(line, "\x1b[2K\r"); i >= 0 {
			line = line[i+len("\x1b[2K\r"):]
		}
		lines = append(lines, line)
	}
	if last := len(lines) - 1; last > 0 && lines[last] == "" { // a bar was there
		lines = lines[:last]
	}
	return lines
}

// slowly writes text, waits until the bar is due, and writes more.
func slowly(w io.WriteCloser) {
	io.WriteString(w, strings.Repeat("the fox ", 100_000))
	time.Sleep(barAfter + 5*barEvery)
	io.WriteString(w, "the end")
	w.Close()
}

// TestBar checks that the bar appears only on a terminal, and leaves other lines intact.
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
			"fpcheck: missing: no such file or directory",
			"fpcheck: 4 files: 3 with a fingerprint, 1 failed"}},
		{"quiet", []string{"--quiet"}, true, false, append(slices.Clone(results),
			"fpcheck: missing: no such file or directory")},
		{"redirected", nil, false, false, results},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			tty, written := terminal(t)
			c := start(t, append([]string{"fingerprint", fox, "-", fox, "missing"}, test.flags...)...)
			var stderr strings.Builder
			c.Env = append(c.Env, "NO_COLOR=1", "TERM=xterm")
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

// TestManifestBar checks that the bar of a long manifest run makes way for other lines.
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
		{[]string{"manifest", "create", "--quiet", "--replace", "-o", m, dir}, false, []string{""}},
	} {
		tty, written := terminal(t)
		c := start(t, tt.args...)
		c.Env = append(c.Env, "PATH="+slow+":"+os.Getenv("PATH"), "NO_COLOR=1", "TERM=xterm")
		c.Stdout, c.Stderr = tty, tty
		c.Run() // exit code 2
		screen := written()
		if bar := strings.Contains(screen, "1 of 2 files  ["); bar != tt.bar {
			t.Errorf("%v: a bar: %v, expected %v: %q", tt.args, bar, tt.bar, screen)
		}
		if diff := cmp.Diff(tt.screen, shown(strings.ReplaceAll(screen, dir, "/d"))); diff != "" {
			t.Errorf("%v: the screen in the end (-want):\n%s", tt.args, diff)
		}
	}
}

// Effects of a bar, as in package cli.
const (
	barAfter = 300 * time.Millisecond
	barEvery = 100 * time.Millisecond
	clears   = "\x1b[2K\r"
)

// TestRecordsBar checks that the bar of a data set counts records, and stays while results go to a
// file.
func TestRecordsBar(t *testing.T) {
	tty, written := terminal(t)
	c := start(t, "fingerprint", "--input", "jsonl")
	c.Env = append(c.Env, "NO_COLOR=1", "TERM=xterm")
	results, err := os.Create(filepath.Join(t.TempDir(), "results"))
	if err != nil {
		t.Fatal(err)
	}
	defer results.Close()
	c.Stdout, c.Stderr = results, tty
	stdin, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		defer stdin.Close()
		line := `{"text": "` + "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen twenty" + `"}` + "\n"
		io.WriteString(stdin, strings.Repeat(line, 3000))
		time.Sleep(barAfter + 5*barEvery)
		io.WriteString(stdin, strings.Repeat(line, 3000)) // several writes of results
		time.Sleep(3 * barEvery)
	}()
	if err := c.Run(); err != nil {
		t.Error(err)
	}
	screen := written()
	const erased = "\x1b[2K\r"
	bars := strings.Split(screen, erased)
	counts := 0
	for _, bar := range bars {
		if strings.Contains(bar, " records  ") {
			counts++
		}
	}
	// The last bar makes way for the summary, is drawn again, and disappears.
	if counts < 4 || len(bars) > 2*counts {
		t.Errorf("%d bars that count records, of %d: %q", counts, len(bars), screen)
	}
	if diff := cmp.Diff([]string{"fpcheck: -: 6000 records: 6000 with a fingerprint"}, shown(screen)[len(shown(screen))-1:]); diff != "" {
		t.Errorf("the screen in the end (-want):\n%s", diff)
	}
}

// TestColors checks that verdicts have colors on a terminal unless disabled.
func TestColors(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "d", "a: OK"), "The bridge was closed in March.")
	put(t, filepath.Join(dir, "d", "b"), "The cattle were moved to the hill.")
	m := filepath.Join(dir, "m")
	if err := start(t, "manifest", "create", "--quiet", "-o", m, filepath.Join(dir, "d")).Run(); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, "d", "b"), "Nothing of it is left.")
	const plain = "a: OK: OK|b: DIFFERENT (d=36)|fpcheck: m: INVALID (2 files: 1 OK, 1 DIFFERENT)"
	const colored = "a: OK: \x1b[32mOK\x1b[0m|b: \x1b[31mDIFFERENT\x1b[0m (d=36)|" +
		"fpcheck: m: \x1b[31mINVALID\x1b[0m (2 files: \x1b[32m1 OK\x1b[0m, \x1b[31m1 DIFFERENT\x1b[0m)"
	for _, tt := range []struct {
		env   []string
		flags []string
		want  string
		why   string
	}{
		{nil, nil, colored, "a terminal"},
		{[]string{"NO_COLOR=1"}, nil, plain, "NO_COLOR"},
		{[]string{"NO_COLOR="}, nil, colored, "an empty NO_COLOR, which is none"},
		{[]string{"NO_COLOR=1"}, []string{"--color", "always"}, colored, "the flag counts before it"},
		{nil, []string{"--color=never"}, plain, "the flag"},
		{[]string{"TERM=dumb"}, nil, plain, "a terminal without colors"},
	} {
		tty, written := terminal(t)
		c := start(t, append([]string{"verify", m, filepath.Join(dir, "d")}, tt.flags...)...)
		c.Env = append(append(c.Env, "TERM=xterm", "CLICOLOR_FORCE=", "NO_COLOR="), tt.env...)
		c.Stdout, c.Stderr = tty, tty
		c.Run() // exit code 1
		got := strings.ReplaceAll(strings.Join(shown(written()), "|"), dir+"/", "")
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.why, got, tt.want)
		}
	}
}

// TestNothingToRead checks that a run without a path fails if standard input is a terminal.
func TestNothingToRead(t *testing.T) {
	tty, written := terminal(t)
	c := start(t, "fingerprint")
	c.Stdin = tty
	var stderr strings.Builder
	c.Stderr = &stderr
	c.Run()
	written()
	want := "fpcheck: no path given, and standard input is a terminal: expected a file, a directory or -\nTry 'fpcheck fingerprint --help'.\n"
	if diff := cmp.Diff(want, stderr.String()); diff != "" || c.ProcessState.ExitCode() != cli.ExitTrouble {
		t.Errorf("%v\n%s", c.ProcessState, diff)
	}
}

// TestParts checks that the progress of comparisons appears only on a terminal, and after a while.
// It is erased at the end.
func TestParts(t *testing.T) {
	tty, written := terminal(t)
	a := cli.NewApp(t.Context(), nil, tty, tty)
	tell, stop := a.WatchParts(false, "compared", "band")
	tell(1, 3)
	time.Sleep(barAfter + 10*time.Millisecond)
	tell(2, 3)
	tell(3, 3)
	stop()
	if diff := cmp.Diff(clears+"compared 2 of 3 bands"+clears, strings.ReplaceAll(written(), "\r\n", "\n")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, quiet := range []bool{false, true} {
		if tell, _ := cli.NewApp(t.Context(), nil, io.Discard, io.Discard).WatchParts(quiet, "compared",
			"band"); tell != nil {
			t.Error("there is no terminal, and yet it is shown")
		}
	}
}
