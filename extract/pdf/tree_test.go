package pdf

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// countedIn returns what the tree of pages of a PDF says, "" if it cannot be read.
func countedIn(t testing.TB, octets string) (counted string, err error) {
	b := budget.New(budget.Limits{})
	b.Source(int64(len(octets)))
	tree, err := countPages(medium.New(t.Context(), b, nil), strings.NewReader(octets), int64(len(octets)))
	want := int64(0)
	if err == nil && tree != nil {
		want = tree.memory()
	}
	if held := b.Held(); held != want {
		t.Errorf("%d bytes are held, expected %d", held, want)
	}
	if err != nil || tree == nil {
		return "", err
	}
	return fmt.Sprintf("declares %d: %d pages, %d wrong", tree.declared, tree.kids.pages, tree.kids.wrong), nil
}

// treeOf is the objects of a PDF whose root has entries. Objects 3, 4 and 5 are pages, and more come after them.
func treeOf(root string, more ...string) map[int]string {
	objects := map[int]string{1: "<< /Type /Catalog /Pages 2 0 R >>", 2: "<< /Type /Pages " + root + " >>"}
	for n := 3; n <= 5; n++ {
		objects[n] = "<< /Type /Page /Parent 2 0 R >>"
	}
	for i, o := range more {
		objects[6+i] = o
	}
	return objects
}

func TestCountPages(t *testing.T) {
	file := func(root string, more ...string) string {
		return new(revisions).add(treeOf(root, more...)).table("").String()
	}
	packed := func(entries string) *revisions {
		objects := treeOf("/Kids [3 0 R 4 0 R] /Count 2")
		return new(revisions).add(map[int]string{1: objects[1], 2: objects[2]}).
			pack(9, map[int]string{3: objects[3], 4: objects[4]}).rows(10, entries)
	}
	shared := make([]string, 60) // each node has the next one twice
	for i := range shared {
		shared[i] = fmt.Sprintf("<< /Kids [%d 0 R %d 0 R] >>", 7+i, 7+i)
	}
	shared[59] = "<< /Type /Page >>"
	deep := make([]string, 300)
	for i := range deep {
		deep[i] = fmt.Sprintf("<< /Kids [%d 0 R] >>", 7+i)
	}
	sound := file("/Kids [3 0 R 4 0 R 5 0 R] /Count 3")
	for _, tt := range []struct{ why, in, want string }{
		{"a sound tree", sound, "declares 3: 3 pages, 0 wrong"},
		{"a node below the root, whose own count is not compared",
			file("/Kids [3 0 R 6 0 R] /Count 3", "<< /Kids [4 0 R 5 0 R] /Count 9 >>"),
			"declares 3: 3 pages, 0 wrong"},
		{"kids and a count in objects of their own",
			file("/Kids 6 0 R /Count 7 0 R", "[3 0 R 4 0 R]", "2"), "declares 2: 2 pages, 0 wrong"},
		{"a page without a type",
			file("/Kids [6 0 R] /Count 1", "<< /Contents 7 0 R >>"), "declares 1: 1 pages, 0 wrong"},
		{"a page that stands twice is printed twice",
			file("/Kids [3 0 R 3 0 R] /Count 2"), "declares 2: 2 pages, 0 wrong"},
		{"a node without pages",
			file("/Kids [3 0 R 6 0 R] /Count 1", "<< /Type /Pages /Kids [] /Count 0 >>"), "declares 1: 1 pages, 0 wrong"},
		{"a count that is too small", file("/Kids [3 0 R 4 0 R 5 0 R] /Count 1"), "declares 1: 3 pages, 0 wrong"},
		{"a count that is too large", file("/Kids [3 0 R] /Count 3"), "declares 3: 1 pages, 0 wrong"},
		{"no count", file("/Kids [3 0 R]"), "declares 0: 1 pages, 0 wrong"},
		{"null for a kid", file("/Kids [3 0 R null 5 0 R] /Count 3"), "declares 3: 2 pages, 1 wrong"},
		{"a kid that no table has", file("/Kids [3 0 R 77 0 R] /Count 2"), "declares 2: 1 pages, 1 wrong"},
		{"a kid that an update deletes",
			new(revisions).add(treeOf("/Kids [3 0 R 4 0 R] /Count 2")).table("").table("", 4).String(),
			"declares 2: 1 pages, 1 wrong"},
		{"a kid that is no page",
			file("/Kids [3 0 R 6 0 R] /Count 2", "<< /Type /Font >>"), "declares 2: 1 pages, 1 wrong"},
		{"a kid that is cut off", file("/Kids [3 0 R 4 0] /Count 2"), "declares 2: 1 pages, 2 wrong"},
		{"a node without kids",
			file("/Kids [3 0 R 6 0 R] /Count 3", "<< /Type /Pages /Count 2 >>"), "declares 3: 1 pages, 1 wrong"},
		{"kids that are no list", file("/Kids 3 0 R /Count 1"), "declares 1: 0 pages, 1 wrong"},
		{"a node in itself",
			file("/Kids [3 0 R 6 0 R] /Count 2", "<< /Kids [4 0 R 6 0 R 2 0 R] >>"), "declares 2: 2 pages, 2 wrong"},
		{"more levels than are read", file("/Kids [6 0 R] /Count 1", deep...), "declares 1: 0 pages, 1 wrong"},
		{"2 to the power of 59 pages, each node read once",
			file("/Kids [6 0 R] /Count 1", shared...), "declares 1: 1099511627776 pages, 0 wrong"},
		{"a damaged table, a sound tree",
			strings.Replace(sound, "startxref\n", "startxref\n9", 1), "declares 3: 3 pages, 0 wrong"},
		{"a damaged table, a kid missing",
			strings.Replace(file("/Kids [3 0 R 77 0 R] /Count 2"), "startxref\n", "startxref\n9", 1),
			"declares 2: 1 pages, 1 wrong"},
		{"pages in a stream", packed("").String(), "declares 2: 2 pages, 0 wrong"},
		{"pages in an encrypted stream may be sound", packed("/Encrypt << >>").String(), ""},
		{"pages in a stream that only pdftotext unpacks",
			strings.Replace(packed("").String(), "/FlateDecode", "/ASCIIDecode", 1), ""},
		{"nothing of a PDF", "%PDF-1.7\n", ""},
	} {
		counted, err := countedIn(t, tt.in)
		if diff := cmp.Diff(tt.want, counted); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", tt.why, err, diff)
		}
	}
}

func TestMissingPages(t *testing.T) {
	for _, tt := range []struct {
		why     string
		tree    pageTree
		printed int
		want    string
	}{
		{"all pages are printed", pageTree{declared: 3, kids: pageCount{pages: 3}}, 3, "0 of 3"},
		{"a count that is too small", pageTree{declared: 1, kids: pageCount{pages: 3}}, 1, "2 of 3"},
		{"empty pages are printed for kids that are cut off",
			pageTree{declared: 3, kids: pageCount{pages: 2}}, 3, "1 of 3"},
		{"an empty page is printed for a kid that is no page",
			pageTree{declared: 3, kids: pageCount{pages: 2, wrong: 1}}, 3, "1 of 3"},
		{"a kid is no page, and the count agrees with the others",
			pageTree{declared: 2, kids: pageCount{pages: 2, wrong: 1}}, 2, "1 of 3"},
		{"pdftotext stops early", pageTree{declared: 3, kids: pageCount{pages: 3}}, 2, "1 of 3"},
		{"no count, and one page is printed", pageTree{declared: 0, kids: pageCount{pages: 1}}, 1, "0 of 1"},
	} {
		n, all := tt.tree.missing(tt.printed)
		if diff := cmp.Diff(tt.want, fmt.Sprintf("%d of %d", n, all)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
}

// FuzzCountPages finds no panic, the same count twice, and only errors of limits.
func FuzzCountPages(f *testing.F) {
	f.Add(new(revisions).add(treeOf("/Kids [3 0 R 6 0 R] /Count 3", "<< /Kids [4 0 R 2 0 R null] >>")).table("").String())
	f.Add(new(revisions).add(treeOf("/Kids [3 0 R 77 0 R] /Count 2")).String())
	f.Fuzz(func(t *testing.T, octets string) {
		counted, err := countedIn(t, octets)
		if again, _ := countedIn(t, octets); again != counted {
			t.Errorf("%q, and then %q", counted, again)
		}
		if err != nil && !medium.IsFinal(err) {
			t.Errorf("error %v, expected one of a limit", err)
		}
	})
}

func TestLinks(t *testing.T) {
	const link = "<< /Subtype /Link /Dest (a) /Rect [110 220 130 230] >>"
	file := func(root, page string, more ...string) string {
		objects := treeOf(root+" /MediaBox [100 200 400 700]", more...)
		objects[3] = "<< /Type /Page /Parent 2 0 R " + page + " >>"
		return new(revisions).add(objects).table("").String()
	}
	const kids = "/Kids [3 0 R] /Count 1"
	for _, tt := range []struct {
		why, in string
		want    [][]box
	}{
		{"none", file(kids, ""), nil},
		{"a page as it stands", file(kids, "/Annots ["+link+"]"), [][]box{{{10, 470, 30, 480, "", false}}}},
		{"a page turned to the right", file(kids, "/Rotate 90 /Annots ["+link+"]"), [][]box{{{20, 10, 30, 30, "", false}}}},
		{"a page upside down", file(kids, "/Rotate 180 /Annots ["+link+"]"), [][]box{{{270, 20, 290, 30, "", false}}}},
		{"a page turned to the left", file(kids, "/Rotate -90 /Annots ["+link+"]"), [][]box{{{470, 270, 480, 290, "", false}}}},
		{"the turn of the node above", file(kids+" /Rotate 90", "/Annots ["+link+"]"), [][]box{{{20, 10, 30, 30, "", false}}}},
		{"pages without links before it",
			file("/Kids [4 0 R 3 0 R 5 0 R] /Count 3", "/Annots ["+link+"]"), [][]box{nil, {{10, 470, 30, 480, "", false}}}},
		{"two pages that share a list: only one has it",
			file("/Kids [3 0 R 6 0 R] /Count 2", "/Annots 7 0 R", "<< /Type /Page /Annots 7 0 R >>", "["+link+"]"),
			[][]box{{{10, 470, 30, 480, "", false}}}},
		{"a count that is too small", file("/Kids [3 0 R 4 0 R] /Count 1", "/Annots ["+link+"]"), nil},
		{"a page that stands twice", file("/Kids [3 0 R 3 0 R] /Count 2", "/Annots ["+link+"]"), nil},
		{"a kid that is no page", file("/Kids [3 0 R null] /Count 2", "/Annots ["+link+"]"), nil},
	} {
		b := budget.New(budget.Limits{})
		b.Source(int64(len(tt.in)))
		tree, err := countPages(medium.New(t.Context(), b, nil), strings.NewReader(tt.in), int64(len(tt.in)))
		if err != nil {
			t.Errorf("%s: %v", tt.why, err)
		} else if diff := cmp.Diff(tt.want, tree.links, cmp.AllowUnexported(box{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
}
