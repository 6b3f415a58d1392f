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
		{"a document twice", "classes: [{name: a, is: A.}]\ndocuments: [{class: a, names: [b]}, {class: a, names: [b]}]", `"b" is there twice`},
		{"a field that is not there", "clases: []", "clases"},
		{"as it should be", "classes: [{name: a, is: A.}]\ndocuments: [{class: a, names: [tika/b.doc]}]", ""},
	} {
		_, err := readCauses(written(t, c.file))
		if (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.err)
		}
	}
}

func TestCausesCheck(t *testing.T) {
	c, err := readCauses(written(t, "classes: [{name: a, is: A.}]\ndocuments: [{class: a, names: [x.doc, y.doc]}]"))
	if err != nil {
		t.Fatal(err)
	}
	same, other := comparison{Judges: 1, Words: 2, Ours: 2}, comparison{Judges: 1, Words: 2, Missing: []string{"a"}, Ours: 1}
	for _, k := range []struct {
		name    string
		x, y, z comparison
		err     string
	}{
		{"all have their cause", other, other, same, ""},
		{"one has none", other, other, other, "z.doc: 50.0 % found, and lab/media/causes.yaml has no cause"},
		{"one needs none", other, same, same, "y.doc does not differ: take it out of lab/media/causes.yaml"},
	} {
		all := []judged{{document: document{Name: "x.doc"}, plain: k.x}, {document: document{Name: "y.doc"}, plain: k.y}, {document: document{Name: "z.doc"}, plain: k.z}}
		got := ""
		if err := c.check(all); err != nil {
			got = err.Error()
		}
		if got != k.err {
			t.Errorf("%s: %q, want %q", k.name, got, k.err)
		}
	}
}

func TestCausesCheckLines(t *testing.T) {
	c, err := readCauses(written(t, "classes: [{name: a, is: A., lines: true}]\ndocuments: [{class: a, names: [x.pdf]}]"))
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range []struct {
		name  string
		lined int
		err   string
	}{
		{"nothing but ends of lines", 0, ""},
		{"more", 4, "x.pdf: 9 bits, 4 by its lines: more differs than the ends of lines, which is its cause in lab/media/causes.yaml"},
	} {
		j := judged{document: document{Name: "x.pdf"}, plain: comparison{Judges: 1, Words: 1, Ours: 1}, bits: 9, lined: k.lined}
		j.cause, j.known = c.of(j.Name)
		got := ""
		if err := c.check([]judged{j}); err != nil {
			got = err.Error()
		}
		if got != k.err {
			t.Errorf("%s: %q, want %q", k.name, got, k.err)
		}
	}
	for _, k := range []struct{ name, page, lines, want string }{
		{"a word that a line divides", "one twothree four", "one two\nthree\n\nfour", "one two three four"},
		{"once only", "ab ab", "a\nb ab", "a b ab"},
		{"nothing that is elsewhere", "one two three\nfour", "two\nthree", "one two three four"},
	} {
		if got := divided(k.page, k.lines); got != k.want {
			t.Errorf("%s: %q, want %q", k.name, got, k.want)
		}
	}
}

func written(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "causes.yaml")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}
