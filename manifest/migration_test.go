package manifest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// say is a document long enough to be judged, about that.
func say(about string) string {
	var b strings.Builder
	for i := range 80 {
		fmt.Fprintf(&b, "On day %d the keeper of %s wrote %s%d into the book of %s. ", i, about, about, i*i, about)
	}
	return b.String()
}

func link(target string) *fstest.MapFile {
	return &fstest.MapFile{Data: []byte(target), Mode: fs.ModeSymlink}
}

func html(text string) string { return "<!DOCTYPE html><html><body><p>" + text + "</p></body></html>" }

func TestMigration(t *testing.T) {
	most := ""
	for seed := range 6 {
		most += prose(uint64(seed + 1))
	}
	for _, c := range []struct {
		name     string
		rules    string
		old, new fstest.MapFS
		want     string
		why      string
	}{
		{"stem", "stem", tree("a/x.txt", say("x"), "a/y.txt", say("y")), tree("a/x.html", html(say("x")), "a/y.html", html(say("y"))),
			"a/x.html: SAME TEXT (from a/x.txt)\na/y.html: SAME TEXT (from a/y.txt)", ""},
		{"swapped", "stem", tree("x.txt", say("x"), "y.txt", say("y")), tree("x.html", html(say("y")), "y.html", html(say("x"))),
			"x.html: DIFFERENT (d=29, from x.txt)\ny.html: DIFFERENT (d=29, from y.txt)", "each is a partner by its name"},
		{"complete", "stem", tree("x.txt", say("x"), "y.txt", say("y")), tree("x.html", html(say("x")), "z.html", html(say("y"))),
			"x.html: SAME TEXT (from x.txt)\ny.txt: MISSING\nz.html: NEW", "what has no partner is named"},
		{"one path", "stem", tree("x.txt", say("x")), tree("x.html", html(say("x")), "x.txt", say("x")),
			"x.txt: OK\nx.html: NEW", "the same path comes first"},
		{"one path, and what is left", "stem", tree("x.doc", say("d"), "x.txt", say("x")), tree("x.html", html(say("d")), "x.txt", say("x")),
			"x.html: SAME TEXT (from x.doc)\nx.txt: OK", ""},
		{"ambiguous", "stem", tree("x.doc", say("x"), "x.odt", say("x"), "y.txt", say("y")), tree("x.html", html(say("x")), "y.html", html(say("y"))),
			"y.html: SAME TEXT (from y.txt)\n" +
				"x.doc: NOT COMPARED: ambiguous: it is unclear which of x.doc, x.odt became which of x.html\n" +
				"x.html: NOT COMPARED: ambiguous: it is unclear which of x.doc, x.odt became which of x.html\n" +
				"x.odt: NOT COMPARED: ambiguous: it is unclear which of x.doc, x.odt became which of x.html", "all others are judged"},
		{"pattern", "masters/**/*.txt=access/**/*.html", tree("masters/a/x.txt", say("x"), "readme", "Read me."),
			tree("access/a/x.html", html(say("x")), "readme", "Read me."),
			"access/a/x.html: SAME TEXT (from masters/a/x.txt)\nreadme: MISSING: no mapping covers it\nreadme: NEW", "a mapping has to cover all"},
		{"two", "*.txt=*.html path", tree("x.txt", say("x"), "readme", "Read me."), tree("x.html", html(say("x")), "readme", "Read me."),
			"readme: OK\nx.html: SAME TEXT (from x.txt)", "the first that covers it"},
		{"two to one", "?.txt=a.html ?.doc=a.html", tree("x.txt", say("x"), "y.doc", say("x")), tree("a.html", html(say("x"))),
			"a.html: NOT COMPARED: ambiguous: it is unclear which of x.txt, y.doc became which of a.html\n" +
				"x.txt: NOT COMPARED: ambiguous: it is unclear which of x.txt, y.doc became which of a.html\n" +
				"y.doc: NOT COMPARED: ambiguous: it is unclear which of x.txt, y.doc became which of a.html", "also by two mappings"},
		{"table", "table:x.txt,b/1.html\ny.txt,b/2.html\nz.txt,b/3.html", tree("x.txt", say("x"), "y.txt", say("y")), tree("b/1.html", html(say("x"))),
			"b/1.html: SAME TEXT (from x.txt)\ny.txt: MISSING\nz.txt: NOT COMPARED: line 3: in the table, but not among the old files", ""},
		{"normal forms", "path", tree("\u00e9.txt", say("x"), "o\u0308.txt", say("y")), tree("e\u0301.txt", say("x"), "\u00f6.txt", say("y")),
			"\u00f6.txt: OK (from o\u0308.txt)\ne\u0301.txt: OK (from \u00e9.txt)", "macOS writes NFD"},
		{"normal forms of stems", "stem", tree("d/\u00e9.txt", say("x")), tree("d/e\u0301.html", html(say("x"))),
			"d/e\u0301.html: SAME TEXT (from d/\u00e9.txt)", "the same for an ending"},
		{"normal forms of patterns", "old/*.txt=new/*.html", tree("old/\u00e9.txt", say("x")), tree("new/e\u0301.html", html(say("x"))),
			"new/e\u0301.html: SAME TEXT (from old/\u00e9.txt)", "the same for a pattern"},
		{"normal forms of several", "stem", tree("\u00e9.doc", say("d"), "\u00e9.txt", say("x")),
			tree("e\u0301.html", html(say("d")), "e\u0301.txt", say("x")),
			"e\u0301.html: SAME TEXT (from \u00e9.doc)\ne\u0301.txt: OK (from \u00e9.txt)", "the same path comes first"},
		{"two normal forms", "path", tree("\u00e9.txt", say("x")), tree("\u00e9.txt", say("x"), "e\u0301.txt", say("x")),
			"\u00e9.txt: OK\ne\u0301.txt: NEW", "the exact name comes first"},
		{"two normal forms of one", "path", tree("\u1eb9\u0302.txt", say("x")), tree("\u1ec7.txt", say("x"), "e\u0323\u0302.txt", say("x")),
			"e\u0323\u0302.txt: NOT COMPARED: ambiguous: it is unclear which of \u1eb9\u0302.txt became which of e\u0323\u0302.txt, \u1ec7.txt\n" +
				"\u1eb9\u0302.txt: NOT COMPARED: ambiguous: it is unclear which of \u1eb9\u0302.txt became which of e\u0323\u0302.txt, \u1ec7.txt\n" +
				"\u1ec7.txt: NOT COMPARED: ambiguous: it is unclear which of \u1eb9\u0302.txt became which of e\u0323\u0302.txt, \u1ec7.txt", "neither is guessed"},
		{"letters that only look alike", "path", tree("\uff21.txt", say("x")), tree("A.txt", say("x")),
			"A.txt: NEW\n\uff21.txt: MISSING", "these are other names"},
		{"a table and normal forms", "table:\u00e9.txt,\u00e9.html", tree("\u00e9.txt", say("x")), tree("e\u0301.html", html(say("x"))),
			"e\u0301.html: NEW\n\u00e9.txt: MISSING", "a table names each file"},
		{"not", "stem", tree("x.txt", say("x")+"We do not light the lamp."), tree("x.html", html(say("x")+"We do light the lamp.")),
			"x.html: SIMILAR (d=2, from x.txt)", "never the same text"},
		{"truncated", "stem", tree("x.txt", most+prose(0)), tree("x.html", html(most)),
			"x.html: DIFFERENT (d=7, 719 features, once 839, from x.txt)", "near, but with too few features"},
		{"broken link", "path", fstest.MapFS{"a": link("gone")}, fstest.MapFS{"a": link("gone")},
			"a: OK (link-broken, not followed)", "it has the same target"},
		{"another broken link", "path", fstest.MapFS{"a": link("gone")}, fstest.MapFS{"a": link("lost")},
			"a: UNREADABLE: open a: file does not exist", "it has another target"},
		{"pipe", "path", fstest.MapFS{"a": {Mode: fs.ModeNamedPipe}}, fstest.MapFS{"a": {Mode: fs.ModeNamedPipe}},
			"a: OK (pipe, not opened)", "the kind is the same"},
		{"a file for a broken link", "path", tree("a", "one"), fstest.MapFS{"a": link("gone")},
			"a: UNREADABLE: open a: file does not exist", "the file is lost"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var mappings []Mapping
			if table, ok := strings.CutPrefix(c.rules, "table:"); ok {
				m, err := ReadTable(strings.NewReader(table))
				if err != nil {
					t.Fatal(err)
				}
				mappings = append(mappings, m)
			} else {
				for _, rule := range strings.Fields(c.rules) {
					m, err := ParseMapping(rule)
					if err != nil {
						t.Fatal(err)
					}
					mappings = append(mappings, m)
				}
			}
			line := func(r Result) string {
				if r.Err != nil {
					return r.String() + ": " + r.Err.Error()
				}
				return r.String()
			}
			var got []string
			for r := range VerifyTrees(context.Background(), c.old, c.new, mappings, Options{Scheme: sm1.Scheme, Workers: sm1.Workers, MinFeatures: 0.9}) {
				got = append(got, line(r))
			}
			if diff := cmp.Diff(c.want, strings.Join(got, "\n")); diff != "" {
				t.Errorf("of two trees, %s (-want +got):\n%s", c.why, diff)
			}
			got = nil
			for r, err := range VerifyMigration(context.Background(), recorded(t, c.old), c.new, mappings, Options{MinFeatures: 0.9}) {
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, line(r))
			}
			if diff := cmp.Diff(c.want, strings.Join(got, "\n")); diff != "" {
				t.Errorf("of a manifest and a tree, %s (-want +got):\n%s", c.why, diff)
			}
		})
	}
}

// recorded returns what opens a manifest.
func recorded(t *testing.T, fsys fs.FS) func() (*Reader, error) {
	m := manifestOf(t, fsys, sm1)
	return func() (*Reader, error) { return NewReader(strings.NewReader(m), nil) }
}

// Nothing shows that a file is the same if neither tree can read it.
func TestMigrationUnread(t *testing.T) {
	broken := faulty{MapFS: tree("a", "one"), open: func(string, fs.File) (fs.File, error) { return nil, fs.ErrPermission }}
	for r := range VerifyTrees(t.Context(), broken, broken, []Mapping{sameStem()}, Options{Scheme: sm1.Scheme}) {
		if r.Status != NotRead || !errors.Is(r.Err, fs.ErrPermission) {
			t.Errorf("%v: %v", r, r.Err)
		}
	}
	for r := range VerifyMigration(t.Context(), recorded(t, broken), broken, []Mapping{sameStem()}, Options{}) {
		if r.Status != StillNotRead {
			t.Errorf("a manifest: %v: %v", r, r.Err)
		}
	}
}

// TestMigrationNames checks that an error names the file that it is about, which may be the old one.
func TestMigrationNames(t *testing.T) {
	warc := warcOf(text("http://a/", prose(1)))
	for _, c := range []struct {
		old         fstest.MapFS
		new         fs.FS
		trees, kept string // of two trees, and of a manifest and a tree
		why         string
	}{
		{tree("x.docx", "PK\x03\x04 broken"), tree("x.txt", say("x")),
			"x.txt: UNREADABLE (from x.docx): the old file x.docx: malformed document: ",
			"x.txt: NOT COMPARED (from x.docx): the old file x.docx: it could not be read when the manifest was made", "the old file is broken"},
		{tree("x.txt", say("x")), tree("x.docx", "PK\x03\x04 broken"),
			"x.docx: UNREADABLE (from x.txt): malformed document: ", "x.docx: UNREADABLE (from x.txt): malformed document: ", "the new file is broken"},
		{tree("x.docx", "PK\x03\x04 broken"), tree("x.docx", "PK\x03\x04 as broken"),
			"x.docx: UNREADABLE: malformed document: ", "x.docx: UNREADABLE: malformed document: ", "both are broken"},
		{tree("x.warc", warc+"broken"), tree("x.warc", warc),
			"x.warc: UNREADABLE (1 record: 1 OK): the old file x.warc: malformed document: ",
			"x.warc: NOT COMPARED (1 record: 1 OK): it could not be read when the manifest was made", "a part of the old archive is broken"},
		{tree("b/x.txt", say("x")), unlisted{tree("b/x.html", "x")}, "b/x.txt: UNREADABLE: the new directory b/: permission denied",
			"b/x.txt: UNREADABLE: the new directory b/: permission denied", "the new file may be in a directory that cannot be read"},
	} {
		check := func(what, want string, results iter.Seq2[Result, error]) {
			var lines []string
			for r, err := range results {
				if err != nil {
					t.Fatal(err)
				}
				lines = append(lines, fmt.Sprintf("%v: %v", r, r.Err))
			}
			if !slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, want) }) {
				t.Errorf("%s, %s: %q: expected %s", what, c.why, lines, want)
			}
		}
		mappings := []Mapping{sameStem()}
		text := manifestOfArchives(t, c.old, sm1)
		open := func() (*Reader, error) { return NewReader(strings.NewReader(text), nil) }
		check("two trees", c.trees, VerifyTrees(t.Context(), c.old, c.new, mappings, Options{Scheme: sm1.Scheme}))
		check("a manifest", c.kept, VerifyMigration(t.Context(), open, c.new, mappings, Options{}))
	}
}

// A manifest that is cut short gives an error, and it is the last that comes.
func TestMigrationTruncated(t *testing.T) {
	whole := manifestOf(t, tree("x.txt", say("x")), sm1)
	cut := func() (*Reader, error) {
		return NewReader(strings.NewReader(whole[:strings.LastIndex(whole, "# end")]), nil)
	}
	var last error
	n := 0
	for _, err := range VerifyMigration(context.Background(), cut, tree(), []Mapping{sameStem()}, Options{}) {
		n, last = n+1, err
	}
	if n != 1 || !errors.Is(last, ErrTruncated) {
		t.Errorf("%d results, the last with %v", n, last)
	}
}
