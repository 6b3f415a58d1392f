package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/internal/cli"
)

// TestLostParts runs each command that reads documents on three of them. The first is sound. The second has a part
// that cannot be read. The third cannot be read at all. Only the first exits with 0.
func TestLostParts(t *testing.T) {
	const words = "The keeper of the lighthouse lit the lamp at dusk, and wrote the hour and the weather into the log of the year."
	mail := func(end string) string {
		return "From: a@b\nMessage-ID: <1@b>\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\n" + words + "\n" + end
	}
	const known, doc = "known/a.eml", "tree/a.eml" // the first is sound, and in the index
	for _, tt := range []struct {
		why  string
		text string
		said string // on standard error
		code int
	}{
		{"a sound document", mail("--x--\n"), "", 0},
		{"a part is lost", mail(""), "the last boundary of a multipart body is missing", cli.ExitTrouble},
		{"the document cannot be read", "{\\rtf1" + strings.Repeat("{", 1<<17) + words, "a.eml: ", cli.ExitTrouble},
	} {
		t.Chdir(t.TempDir())
		put(t, known, mail("--x--\n"))
		put(t, doc, tt.text)
		put(t, "refs.txt", "No document has these words, which only stand here.")
		if _, errs, code := runIn("", "index", "build", "known.fpx", known); code != 0 {
			t.Fatalf("exit code %d: %s", code, errs)
		}
		for _, args := range [][]string{
			{"fingerprint", doc},
			{"text", doc},
			{"digest", doc},
			{"sketch", "--output", "a.fpmh", doc},
			{"frequencies", doc},
			{"compare", known, doc},
			{"dedupe", doc},
			{"dedupe", "--against", known, doc},
			{"passages", doc},
			{"decontaminate", "--refs", "refs.txt", doc},
			{"search", "known.fpx", doc},
			{"index", "build", "a.fpx", doc},
			{"index", "add", "known.fpx", doc},
			{"manifest", "create", "tree"},
		} {
			_, errs, code := runIn("", args...)
			if code != tt.code || !strings.Contains(errs, tt.said) {
				t.Errorf("%s: fpcheck %s: exit code %d, %q, want %d, %q", tt.why, strings.Join(args, " "), code, errs, tt.code, tt.said)
			}
		}
		// Of a file with other bytes, a verification needs the whole text.
		want := 0
		if tt.code != 0 {
			want = cli.ExitDifferent
		}
		if out, errs, code := runIn("", "verify", "--map", "path", "known", "tree"); code != want {
			t.Errorf("%s: fpcheck verify: exit code %d, %q, %q, want %d", tt.why, code, out, errs, want)
		}
		if found, _ := filepath.Glob("*.fpx.part"); found != nil {
			t.Errorf("%s: left: %q", tt.why, found)
		}
	}
}
