package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every exported name of the module has a comment, and its page.
func TestModule(t *testing.T) {
	dir := t.TempDir()
	if err := write(dir, "../.."); err != nil {
		t.Error(err)
	}
	index, err := os.ReadFile(filepath.Join(dir, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`href="fpcheck.html"`, `href="manifest.bagit.html"`} {
		if !strings.Contains(string(index), want) {
			t.Errorf("index.html has no %s", want)
		}
	}
	scheme, err := os.ReadFile(filepath.Join(dir, "scheme.html"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(scheme), `<h2 id="Fingerprint">type Fingerprint</h2>`) {
		t.Error("scheme.html has no type Fingerprint")
	}
}

// What has no comment is reported, and what is not exported is not.
func TestUndocumented(t *testing.T) {
	dir := t.TempDir()
	source := `package p

const Bare = 1

// Documented has a comment.
const Documented = 2

const (
	Each = 3 // has its own
	of   = 4
)

func F() {}

type T struct{}

// M has a comment.
func (T) M() {}

func (T) N() {}

func g() {}
`
	for name, text := range map[string]string{"go.mod": "module example.org/p\n", "p.go": source} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	err := write(t.TempDir(), dir)
	if err == nil {
		t.Fatal("no error: expected one for each name without a comment")
	}
	got := strings.ReplaceAll(err.Error(), "example.org/p: ", "")
	want := `the package has no comment
Bare has no comment
func F has no comment
type T has no comment
func T.N has no comment`
	if got != want {
		t.Errorf("got:\n%s\nexpected:\n%s", got, want)
	}
}
