package markup

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// again repeats a text, in which %d is the number of the repetition.
func again(n int, text string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(text, "%d", fmt.Sprint(i)))
	}
	return b.String()
}

func TestBound(t *testing.T) {
	const blocks = 20000
	end := func(why, frame string) [3]string {
		return [3]string{"an end tag within " + why, again(480, "<p><b x=%d>"+frame+"</p>"), "<p>x"}
	}
	for _, page := range [][3]string{
		{"elements that are not closed", again(480, "<p><b x=%d></p>"), "<p>x"},
		end("an object", "<object></b></object>"), end("a select", "<select></b></select>"), end("a template", "<template></b></template>"),
		end("a cell", "<table><td></b></table>"), end("a caption", "<table><caption></b></table>"), end("a table", "<table></b></table>"),
		end("a marquee", "<marquee></b></marquee>"), end("SVG", "<svg><desc></b></desc></svg>"), end("MathML", "<math><mi></b></mi></math>"),
		end("raw text", "<xmp></b></xmp>"), end("a comment", "<!--</b>-->"), end("CDATA", "<svg><![CDATA[></svg></b>]]></svg>"),
		end("a cell that is none", "<td></b></td>"), end("what ends SVG", "<svg><p><style></b></style>"),
		{"start tags within a cell that is none", again(480, "<p><td><b x=%d></td></p>"), "<p>x"},
		{"a cell of a table that is closed", again(480, "<p><table><table></table><td><b x=%d></td></p>"), "<p>x"},
		{"start tags in SVG that are not in raw text", "<svg><style>" + again(480, "<b x=%d>") + "</style></svg>", "<p>x"},
		{"start tags in noscript", again(480, "<p><noscript><b x=%d></noscript></p>"), "<p>x"},
		{"many attributes", again(20, "<p><b x=%d "+again(200, " a%d")+"></p>"), "<p>x"},
		{"attributes of <html>", "", "<html a%d=1>"},
		{"attributes of <body>", "", "<body a%d=1>"},
	} {
		if _, err := boundOf(page[1] + again(blocks, page[2])); !errors.Is(err, medium.ErrExpansion) {
			t.Errorf("%s: error %v, want %v", page[0], err, medium.ErrExpansion)
		}
	}
	for _, page := range [][2]string{
		{"elements that are closed", again(blocks, "<p><b x=%d>a</b> <a href=%d>b</a></p>")},
		{"a font that is never closed, in each cell", "<table>" + again(blocks, "<tr><td><font size=2>a<td><font size=3><b>b") + "</table>"},
		{"names that are never closed", again(blocks, "<p><a name=%d>a")},
		{"tables in cells", again(blocks, "<table><tr><td><font color=%d>a<table><tr><td><b>b</b></table></font></table>")},
		{"a page in a font", "<font face=Arial><center><b>" + again(blocks, "<p>some words <i>of</i> text</p>")},
		{"attributes of <html>", "<html " + again(100, "a%d=1 ") + "><body " + again(100, "a%d=1 ") + ">"},
		{"drawings", again(blocks, "<b><svg><title>a</title><style>b{}</style><path d=%d /></svg></b>")},
	} {
		if _, err := boundOf(page[1]); err != nil {
			t.Errorf("%s: %v, want no error", page[0], err)
		}
	}
}

// A page is refused for what its tree would be only if its text cannot be found without the tree.
func TestBoundOfStream(t *testing.T) {
	page := again(20000, "<html a%d=1>") + "x"
	if _, err := boundOf(page); !errors.Is(err, medium.ErrExpansion) {
		t.Fatalf("bound: %v, want %v", err, medium.ErrExpansion)
	}
	if text, _, err := VisibleText([]byte(page), ""); text != "x" || err != nil {
		t.Errorf("text %q, %v, want x", text, err)
	}
	for _, needs := range []string{"<table>y", "<p><body hidden>"} {
		if text, _, err := VisibleText([]byte(page+needs), ""); !errors.Is(err, medium.ErrExpansion) {
			t.Errorf("with %s: text %q, %v, want %v", needs, text, err, medium.ErrExpansion)
		}
	}
}

// Elements without a tag cost memory, too. Pages whose tags nest have none.
func TestAgain(t *testing.T) {
	for _, tt := range []struct {
		why, page string
		want      int
	}{
		{"tags nest", `<div><p><a><b>a</b> c<br></a> d</p><p><i>e</i></p></div>`, 0},
		{"an end tag is left out, without formatting", `<ul><li>a<li>b</ul><p>c<p>d`, 0},
		{"a block closes two formatting elements, which the text opens again", `<p><b><i>a<p>c`, 2},
		{"so does an end tag", `<div><b>a</div>c`, 1},
		{"but not in the next block only", `<div><b>a</div><div></div>`, 0},
		{"an end tag is not of the innermost element: it is copied", `<b><p>a</b>c`, 2},
		{"end tags of elements that are not open", `a</b></i>c`, 0},
	} {
		got, err := boundOf("<!--" + strings.Repeat(" ", 1<<10) + "-->" + tt.page)
		if got != tt.want || err != nil {
			t.Errorf("%s: %s: %d, %v, want %d", tt.why, tt.page, got, err, tt.want)
		}
	}
}

func boundOf(page string) (again int, err error) {
	b := budget.New(budget.Limits{})
	b.Source(int64(len(page)))
	defer func() {
		if held := b.Held(); held != 0 {
			panic(fmt.Sprint(held, " bytes are held"))
		}
	}()
	return bound(b, []byte(page))
}

// Elements that stay open are counted while they are gone through, before the tree is built.
func TestOpenElementsNeedMemory(t *testing.T) {
	page := strings.Repeat("<b>x", 1<<20)
	pool := budget.Pool{Most: 16 << 20}
	account := pool.Open("")
	b := budget.NewIn(budget.WithAccount(t.Context(), account), budget.Limits{})
	b.Source(int64(len(page)))
	if _, err := bound(b, []byte(page)); !errors.Is(err, budget.ErrMore) || account.Refused() == nil || pool.Held() != 0 {
		t.Errorf("%v, %d bytes are held", err, pool.Held())
	}
}
