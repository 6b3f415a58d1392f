//go:build unix

package main

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/internal/service/liveindex"
	"github.com/lsh-interop/fpcheck/scheme"
)

const aText = "The keeper of the light wrote down the weather of every single day in the log book of the station.\n"

// killed leaves an index whose service was killed after it had answered a change.
func killed(t *testing.T) (name string) {
	t.Helper()
	name = filepath.Join(t.TempDir(), "j.fpx")
	ran(t, 0, "index", "create", "--scheme", "sm1", name)
	for range 5 { // a slow machine may have written the change into the index
		cmd, address := served(t, name)
		request, err := http.NewRequest(http.MethodPut, address+"/v1/indexes/j/documents/doc1", strings.NewReader(aText))
		if err != nil {
			t.Fatal(err)
		}
		r, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		r.Body.Close()
		ran(t, 0, "index", "verify", name) // beside a service
		ran(t, 0, "index", "stats", name)
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		cmd.Wait()
		if len(liveindex.Pending(name)) > 0 {
			return name
		}
	}
	t.Fatal("the change is in the index each time")
	return ""
}

// TestAnsweredChanges checks that commands see what a killed service has answered, or say that they do not.
func TestAnsweredChanges(t *testing.T) {
	name := killed(t)
	text := filepath.Join(t.TempDir(), "t.txt")
	if err := os.WriteFile(text, []byte(aText), 0o600); err != nil {
		t.Fatal(err)
	}
	print, err := scheme.SM1.Sum([]byte(aText))
	if err != nil {
		t.Fatal(err)
	}
	notYet := "they are not in the index yet: fpcheck serve writes them"
	for _, test := range []struct {
		args []string
		code int
		want string
		why  string
	}{
		{[]string{"search", name, text}, 0, ": doc1 0\n", "a search finds the document"},
		{[]string{"search", "-n", "1", name, text}, 0, ": doc1 0\n", "a search for the nearest"},
		{[]string{"index", "query", name, print.String()}, 0, ": doc1 0\n", "a search by fingerprint"},
		{[]string{"dedupe", "--scheme", "sm1", "--against", name, text}, 0, "1 to remove", "the document is a duplicate"},
		{[]string{"dedupe", "--scheme", "sm1", "--against", name, text}, 0, "1 document in the reference", "it counts"},
		{[]string{"index", "stats", name}, 2, notYet, "figures lack the change"},
		{[]string{"index", "verify", name}, 2, notYet, "the change was not examined"},
		{[]string{"index", "add", name, text}, 2, notYet, "the journal would replace what is added"},
	} {
		stdout, stderr := ran(t, test.code, test.args...)
		if !strings.Contains(stdout+stderr, test.want) {
			t.Errorf("%s: %q: %s%s\nexpected %s", test.why, test.args, stdout, stderr, test.want)
		}
	}
}

// TestForeignJournal checks that the changes of one index are not written into another one.
func TestForeignJournal(t *testing.T) {
	name := killed(t)
	other, kept := name+".other", name+".kept"
	text := filepath.Join(filepath.Dir(name), "t.txt")
	if err := os.WriteFile(text, []byte(aText), 0o600); err != nil {
		t.Fatal(err)
	}
	ran(t, 0, "index", "build", "--scheme", "sm1", other, text)
	rename := func(from, to string) {
		if err := os.Rename(from, to); err != nil {
			t.Fatal(err)
		}
	}
	rename(name, kept)
	rename(other, name)
	before, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"serve", "--listen", "127.0.0.1:0", name}, {"serve", "--listen", "127.0.0.1:0", "--read-only", name},
		{"search", name, text}, {"dedupe", "--against", name, text}} {
		if _, said := ran(t, 2, args...); !strings.Contains(said, ".journal: has changes of another index: expected that index beside it, or no such file") {
			t.Errorf("%q: %s", args, said)
		}
	}
	if after, err := os.ReadFile(name); err != nil || !bytes.Equal(after, before) {
		t.Errorf("the other index has changed: %v", err)
	}
	rename(kept, name)
	_, address := served(t, name)
	r, err := http.Get(address + "/v1/indexes/j/documents/doc1")
	if err != nil || r.StatusCode != http.StatusOK {
		t.Errorf("with its own index: %v", err)
	}
	r.Body.Close()
}
