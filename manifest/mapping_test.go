package manifest

import (
	"strings"
	"testing"
)

func TestStem(t *testing.T) {
	for path, want := range map[string]string{
		"a/x.doc":       "a/x",
		"x.tar.gz":      "x",
		"x.pdf.GZ":      "x",
		"x.gz":          "x",
		"install.en.gz": "install",
		"v1.2":          "v1.2",
		"v1.2.txt":      "v1.2",
		".profile":      ".profile",
		"a/.profile":    "a/.profile",
		"a.d/x":         "a.d/x",
		"x.7z":          "x",
		"x.abcdefghi":   "x.abcdefghi",
		"x.":            "x.",
		"Mr. Smith":     "Mr. Smith",
		"n\n.doc":       "n\n",
		"\xff.doc":      "\xff",
	} {
		if got := stem(path); got != want {
			t.Errorf("stem of %q is %q, want %q", path, got, want)
		}
	}
}

func TestParseMapping(t *testing.T) {
	for _, c := range []struct{ rule, old, new, why string }{
		{"path", "a/x.doc", "a/x.doc", ""},
		{"masters/*.doc=access/*.pdf", "masters/x.doc", "access/x.pdf", "the plain case"},
		{"masters/*.doc=access/*.pdf", "masters/a/x.doc", "", "* does not cross a /"},
		{"masters/*.doc=access/*.pdf", "masters/x.docx", "", "all of the path counts"},
		{"**/*.doc=**/*.pdf", "x.doc", "x.pdf", "** stands for no directory, too"},
		{"**/*.doc=**/*.pdf", "a/b/x.doc", "a/b/x.pdf", "or for several"},
		{"a/**/*.doc=b/**/c/*.pdf", "a/p/q/x.doc", "b/p/q/c/x.pdf", ""},
		{"a/**=b/**", "a/p/x.doc", "b/p/x.doc", "all below"},
		{"*/*.doc={2}/{1}.pdf", "year/x.doc", "x/year.pdf", "another order"},
		{"**/*.doc={1}/pdf/*.pdf", "a/b/x.doc", "a/b/pdf/x.pdf", "{1} of ** has no / at its end"},
		{"**/*.doc={1}/pdf/*.pdf", "x.doc", "/pdf/x.pdf", "a path that no file can have"},
		{"p?.txt=q?.md", "p7.txt", "q7.md", ""},
		{"p?.txt=q?.md", "pé.txt", "qé.md", "a code point"},
		{`a\*\=.doc=b\{1}.pdf`, "a*=.doc", "b{1}.pdf", "a backslash"},
		{"[a].doc=(a).pdf", "[a].doc", "(a).pdf", "brackets are ordinary"},
		{"*.doc=*.pdf", "a.b.doc", "a.b.pdf", "as much as possible"},
		{"*.doc=*.pdf", "\xff\n.doc", "\xff\n.pdf", "octets"},
	} {
		m, err := ParseMapping(c.rule)
		if err != nil {
			t.Errorf("%s: %v", c.rule, err)
			continue
		}
		if got, covers := m.oldKey(c.old); got != c.new || covers != (c.new != "") {
			t.Errorf("%s: %q becomes %q (%v), want %q: %s", c.rule, c.old, got, covers, c.new, c.why)
		}
	}
	for _, c := range []struct{ rule, err string }{
		{"", "expected path, stem"},
		{"stems", "expected path, stem"},
		{"a=b=c", "one = between"},
		{"=b", "two patterns"},
		{"a/*=b/*/*", "the second pattern has more * than the first"},
		{"a/*=b/**", "the second pattern has more ** than the first"},
		{"a/*=b/{2}", "expected {1} to {1}"},
		{"a**=b", "all that is between two /"},
		{`a=b\`, "a backslash at the end"},
	} {
		if _, err := ParseMapping(c.rule); err == nil || !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: error %v, want %q", c.rule, err, c.err)
		}
	}
}

func TestReadTable(t *testing.T) {
	for _, c := range []struct{ name, csv, want, why string }{
		{"header", "source,target\na.doc,a.pdf\n", "a.doc a.pdf", ""},
		{"no header", "a.doc,b/a.pdf\nc.doc,c.pdf", "a.doc b/a.pdf, c.doc c.pdf", "no line end at the end"},
		{"BOM", "\xEF\xBB\xBFSource,Target\r\na.doc,a.pdf\r\n", "a.doc a.pdf", "as spreadsheets write it"},
		{"BOM, no header", "\xEF\xBB\xBFa.doc,a.pdf\n", "a.doc a.pdf", ""},
		{"quotes", "\"a,1.doc\",\"a\"\"1.pdf\"\n", `a,1.doc a"1.pdf`, ""},
		{"empty", "", "", "a table of nothing"},
	} {
		m, err := ReadTable(strings.NewReader(c.csv))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var rows []string
		for _, r := range m.rows {
			rows = append(rows, r.old+" "+r.new)
			if got, covers := m.oldKey(r.old); !covers || got != r.new {
				t.Errorf("%s: %q becomes %q", c.name, r.old, got)
			}
		}
		if got := strings.Join(rows, ", "); got != c.want {
			t.Errorf("%s: %s, want %s: %s", c.name, got, c.want, c.why)
		}
	}
	for _, c := range []struct{ name, csv, err string }{
		{"columns", "a,b\nc\n", "line 2: 1 columns: expected 2"},
		{"semicolons", "a;b\n", "line 1: 1 columns"},
		{"three", "a,b,c\n", "line 1: 3 columns"},
		{"quote", "a,b\n\"c,d\n", "line 2, column 6: "},
		{"absolute", "a,/b\n", `line 1: path "/b" is absolute`},
		{"up", "\na,../b\n", `line 2: path "../b"`},
		{"empty path", "a,\n", `line 1: path ""`},
		{"directory", "a/,b\n", `line 1: path "a/"`},
		{"source twice", "a,b\nc,d\na,e\n", `line 3: source "a" is on line 1, too`},
		{"target twice", "a,b\nc,b\n", `line 2: target "b" is on line 1, too`},
		{"second header", "a,b\nsource,target\nsource,x\n", `line 3: source "source" is on line 2`},
	} {
		if _, err := ReadTable(strings.NewReader(c.csv)); err == nil || !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.err)
		}
	}
}

// Whatever the rule, the same path gives the same partner, and no path makes it panic.
func FuzzMapping(f *testing.F) {
	f.Add("a/**/*.doc=b/**/{2}?.pdf", "a/b/c.doc", "source,target\na,b\n")
	f.Add(`*\*?=?*{1}`, "x*y", "\"a\n\",b")
	f.Fuzz(func(t *testing.T, rule, path, table string) {
		m, err := ParseMapping(rule)
		if err == nil {
			once, covers := m.oldKey(path)
			if again, still := m.oldKey(path); again != once || still != covers {
				t.Errorf("%q of %q: %q and %q", rule, path, once, again)
			}
		}
		if m, err := ReadTable(strings.NewReader(table)); err == nil {
			for _, r := range m.rows {
				if checkPath(r.old) != nil || checkPath(r.new) != nil {
					t.Errorf("a row of %q and %q", r.old, r.new)
				}
			}
		}
	})
}
