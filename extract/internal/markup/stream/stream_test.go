package stream_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/extract/internal/markup"
	"github.com/lsh-interop/fpcheck/extract/internal/markup/stream"
)

func never() error { return nil }

// byTree returns the visible text of a page by way of its tree.
func byTree(page string) (string, error) {
	tree, _, _, err := markup.Tree(markup.Alone([]byte(page)), []byte(page), "utf-8")
	if err != nil {
		return "", err
	}
	var text strings.Builder
	markup.Visible(tree, flow.To(&text))
	return text.String(), nil
}

// differs returns what is wrong with the text of a page that is read as a stream, or "".
func differs(page string) (wrong string, reason stream.Reason) {
	text, reason, err := stream.Read([]byte(page), nil, never, nil)
	if err != nil || reason != 0 {
		return "", reason
	}
	want, err := byTree(page)
	if err != nil {
		return fmt.Sprintf("%q: the tree cannot be built (%v), and the text is %q", page, err, text.Octets), reason
	}
	if got := string(text.Octets); got != want {
		return fmt.Sprintf("%q:\n got %q\nwant %q", page, got, want), reason
	}
	return "", reason
}

// html5lib returns the pages of the tree construction tests that golang.org/x/net has.
func html5lib(t *testing.T) (pages []string) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "golang.org/x/net").Output()
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(filepath.Join(strings.TrimSpace(string(out)), "html", "testdata"), func(path string, _ os.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".dat" {
			return err
		}
		text, err := os.ReadFile(path)
		for _, test := range strings.Split("\n"+string(text), "\n#data\n")[1:] {
			page, _, _ := strings.Cut(test, "\n#errors")
			pages = append(pages, page)
		}
		return err
	})
	if err != nil || len(pages) < 1000 {
		t.Fatalf("%d tests, %v, expected 1000 or more", len(pages), err)
	}
	return pages
}

func TestHTML5lib(t *testing.T) {
	pages := html5lib(t)
	reasons := map[stream.Reason]int{}
	for _, page := range pages {
		wrong, reason := differs(page)
		if reasons[reason]++; wrong != "" {
			t.Error(wrong)
		}
	}
	t.Log(len(pages), reasons)
}

// table are pages with the reason why each cannot be read, or 0.
var table = []struct {
	why, page, want string
	reason          stream.Reason
}{
	{"three that are alike are opened again", "<p><b hidden><b hidden><b hidden><b hidden></p>x</b></b></b>y", "y", 0},
	{"the fourth formatting element stays where it is", "<a><b><i><u><s><p>x</a></p></s></u></i>w", "w\nx", stream.Adopted},
	{"a block leaves a link", "a<a href=x>b<p>c</a>d", "ab\ncd", 0},
	{"a block leaves what is hidden", "a<b hidden>b<p>c</b>d", "a\nd", stream.Adopted},
	{"a block leaves a form that has ended", "<form hidden><b></form><p></b>x", "x", stream.Adopted},
	{"a table in a paragraph, without a document type", "<p hidden>a<table><td>b", "", 0},
	{"a table after a paragraph", "<!doctype html><p hidden>a<table><td>b", "b", 0},
	{"formatting ends with its cell", "<table><td><b hidden>x</td></table>z", "z", 0},
	{"a form in a table has nothing in it", "<table><form hidden>x", "x", stream.Fostered},
	{"text before a table", "<table>x<tr><td>y", "x\ny", stream.Fostered},
	{"an element without text before a table", "a<table><a><tr><td>y", "a\ny", 0},
	{"text keeps frames out", "<p>x<frameset>y", "xy", 0},
	{"a line of text and another class", `a<b class="ocr_line another">b`, "a\nb", 0},
	{"a name that begins like another", "a<p1>b</p1>c", "abc", 0},
	{"an attribute right behind a value", `a<b title="x"hidden>b</b> and more`, "a and more", 0},
	{"frames", "<frameset><frame>", "", stream.Frameset},
	{"<body> comes to be hidden", "a<body hidden>", "", stream.Late},
	{"too many elements", strings.Repeat("<div>", 511), "", stream.TooDeep},
	{"nearly too many elements", strings.Repeat("<div>", 510) + "x", "x", 0},
	{"too many formatting elements", strings.Repeat("<p><b 1><b 2><b 3><b 4>x", 9000), strings.TrimSuffix(strings.Repeat("x\n", 9000), "\n"), stream.Reopened},
}

func TestPages(t *testing.T) {
	for _, tt := range table {
		text, reason, err := stream.Read([]byte(tt.page), nil, never, nil)
		if err != nil || reason != tt.reason || reason == 0 && string(text.Octets) != tt.want {
			t.Errorf("%s: %q: got %.99q, %v, %v, want %.99q, %v", tt.why, tt.page[:min(len(tt.page), 200)], text.Octets, reason, err, tt.want, tt.reason)
		}
		if tt.reason == stream.TooDeep || tt.reason == stream.Reopened {
			continue
		}
		if want, err := byTree(tt.page); err != nil || want != tt.want {
			t.Errorf("%s: by the tree %q, %v, want %q", tt.why, want, err, tt.want)
		}
	}
}
