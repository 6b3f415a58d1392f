package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCauses(t *testing.T) {
	c, err := readCauses("causes.yaml")
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[string]bool)
	for _, l := range c.Classes {
		if seen[l.Name] {
			t.Errorf("class %q is there twice", l.Name)
		}
		seen[l.Name] = true
		if !strings.HasSuffix(strings.TrimSpace(l.Is), ".") {
			t.Errorf("class %q: %q is no sentence", l.Name, l.Is)
		}
	}
	for _, d := range c.Documents {
		delete(seen, d.Class)
	}
	for name := range seen {
		t.Errorf("no document has class %q", name)
	}
}

func TestReadCauses(t *testing.T) {
	for _, c := range []struct{ name, file, err string }{
		{"a class that is not there", "documents: [{class: a, names: [b]}]", `no class "a"`},
		{"a broken pattern", "classes: [{name: a, is: A.}]\ndocuments: [{class: a, names: ['[b']}]", "syntax error in pattern"},
		{"a field that is not there", "clases: []", "clases"},
		{"as it should be", "classes: [{name: a, is: A.}]\ndocuments: [{class: a, names: ['tika/*.doc']}]", ""},
	} {
		file := filepath.Join(t.TempDir(), "causes.yaml")
		if err := os.WriteFile(file, []byte(c.file), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := readCauses(file)
		if (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.err)
		}
	}
}

func TestCauseOf(t *testing.T) {
	file := filepath.Join(t.TempDir(), "causes.yaml")
	text := "classes: [{name: a, is: A.}, {name: b, is: B.}]\ndocuments:\n- {class: a, names: [tika/x.doc, tika/y.doc], why: one}\n- {class: b, names: ['tika/*.doc']}\n"
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	c, err := readCauses(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range []struct{ name, class string }{{"tika/x.doc", "a"}, {"tika/z.doc", "b"}, {"tika/z.docx", ""}} {
		got, ok := c.of(k.name)
		if got.class.Name != k.class || ok != (k.class != "") {
			t.Errorf("%s: %q, want %q", k.name, got.class.Name, k.class)
		}
	}
	if left := c.unused(map[string]bool{"tika/x.doc": true, "tika/*.doc": true}); len(left) != 1 || left[0] != "tika/y.doc" {
		t.Errorf("unused: %q", left)
	}
}
