package main

import (
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/internal/engine/difference"
)

func TestCompare(t *testing.T) {
	const sample = "Debian package installation-guide-amd64 1, 2 languages; pandoc 2; pdftotext 3.\n\n| a | 5 |\n"
	file, err := marked.Replace("# x\n<!-- migration -->\n<!-- /migration -->\n", sample)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, block, note, err string }{
		{"same", sample, "", ""},
		{"a figure", strings.Replace(sample, "5", "6", 1), "", "measured is\n  | a | 6 |"},
		{"another pandoc", strings.NewReplacer("pandoc 2", "pandoc 3", "5", "6").Replace(sample), "pandoc 3; pdftotext 3.\nso only the verdicts", ""},
	} {
		note, err := compare(file, c.block)
		if (note == "") != (c.note == "") || !strings.Contains(note, c.note) {
			t.Errorf("%s: note %q, want %q", c.name, note, c.note)
		}
		if (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.err)
		}
	}
}

// What a keeper would want to know is an error, whatever the file says.
func TestSound(t *testing.T) {
	m := &measured{
		languages: []string{"en"},
		docx:      make(map[string]result),
		spoiled: map[string]result{
			"install.fr.docx": {Status: "DIFFERENT", Diff: &difference.Count{Old: 100, Went: 50}},
			"install.da.docx": {Status: "SIMILAR"},
		},
	}
	m.docx["install.en.docx"] = result{Path: "install.en.docx", Status: "DIFFERENT", From: &struct {
		Path string `json:"path"`
	}{"install.de.html"}}
	err := m.sound()
	if err == nil {
		t.Fatal("nothing is wrong")
	}
	for _, want := range []string{
		`install.en.docx is "DIFFERENT"`, "install.en.docx comes from install.de.html", `install.en.pdf is ""`,
		`spoiled da is "SIMILAR": expected DIFFERENT`, `what is gone is "": expected MISSING`, "edited: not: no word of it",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in %v", want, err)
		}
	}
	if strings.Contains(err.Error(), "second half") {
		t.Errorf("the one without its second half is caught, and yet %v", err)
	}
}

func TestCount(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567"} {
		if got := count(n); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
