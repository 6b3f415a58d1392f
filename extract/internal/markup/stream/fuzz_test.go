package stream_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/lsh-interop/fpcheck/extract/article"
	"github.com/lsh-interop/fpcheck/extract/internal/markup/stream"
	"github.com/lsh-interop/fpcheck/internal/rules"
)

var fuzzed = flag.Int("made", 0, "octets of made pages to read, other ones each time; 0: always the same ones")

// made are parts of pages, by what they are about. A page is made of the parts of a few kinds.
var made = [][]string{
	strings.Fields(`a b big code em font i nobr s small strike strong tt u`),
	strings.Fields(`p div section li ul ol dl dd dt h1 h3 pre listing blockquote address center dialog legend search details form fieldset body html head`),
	strings.Fields(`table tr td th tbody tfoot thead caption col colgroup table tr td`),
	strings.Fields(`select option optgroup input button hr textarea keygen select`),
	strings.Fields(`svg math mi mo mtext annotation-xml annotation desc foreignObject title mglyph malignmark semantics font span g math svg`),
	strings.Fields(`template template table tr td col div`),
	strings.Fields(`ruby rb rt rp rtc`),
	strings.Fields(`script style iframe noscript noembed noframes xmp plaintext title textarea script`),
	strings.Fields(`span abbr x-y custom br img wbr object marquee applet param source meta link base area video canvas image svg k K`),
	strings.Fields(`frameset frame noframes`),
}

var attributes = []string{
	" hidden", " HIDDEN=x", " class=ocr_line", ` class="a ocrx_line"`, " class='x' class=ocr_line", " open", " type=hidden", " type='HIDDEN'",
	" color=red", ` encoding="text/html"`, " encoding=application/xhtml+xml", " a=b", ` a="b>c"`, " a='<p>'", "/", " /", " a=/", " =", " a", " b=2 a", "\n", "\f", "\t",
	" class=oc&#114;_line", " type=&#104;idden", " a=/ a=/", " a b/", " b=\"\r\n\"",
	" class=nav", " id='mainMenu'", " role=main", " class=x class=nav", ` ROLE="a&#100;&#32;nav"`, " id=footer/", " class", " href=a", ` class="ad Main" id=x`,
}

var others = []string{
	"x", "y z", " ", "\n", "\r\n", "\t", "\x00", "&amp;", "&nbsp", "&notin;", "&notit;", "&#32;", "&#10;", "&#x41", "&#0;", "&", "&#", "&ampx", "&nGt;", "&Tab;",
	"<", "</", "</>", "</ x>", "<!", "<!-->", "<!--->", "<!-- x -->", "<!--x--!>", "<!-- -- ", "-->", "<?x?>", "<![CDATA[x<b>]]>", "<![CDATA[&amp;\x00]]>", "]]>",
	"<!doctype html>", "<!DOCTYPE HTML>", "<!DOCTYPE x>", "\r", "é", "<!--", "<script", "</script", "日本", "<!doctype html public '-//w3c//dtd html 4.01 transitional//en'>", "\f", "\v", "\r\n\n",
	"ſ", "<ſvg>", "</ſvg>", "</\u212A>", "<a href=x>", "</a>", "</a>", "One line is long enough to be good, since it has many words, 8 of them short.",
}

// page makes a page.
func page(r *rand.Rand) string {
	var b strings.Builder
	var kinds [3][]string
	for i := range kinds {
		kinds[i] = made[r.IntN(len(made))]
	}
	if r.IntN(3) == 0 { // the most is moved in these
		kinds = [3][]string{made[0], made[0], made[1]}
	}
	telling := 3 + r.IntN(30)
	pick := func(from []string) string { return from[r.IntN(len(from))] }
	b.WriteString(pick([]string{"", "<!doctype html>", "<!DOCTYPE HTML>", " <!-- x --><!Doctype Html>"}))
	if r.IntN(2) == 0 {
		b.WriteString("<body>")
	}
	var open []string
	for range 2 + r.IntN(40) {
		switch n := r.IntN(20); {
		case n < 9:
			name := pick(kinds[r.IntN(len(kinds))])
			if r.IntN(12) == 0 {
				name = pick(made[r.IntN(len(made))])
			}
			open = append(open, name)
			if r.IntN(20) == 0 {
				name = strings.ToUpper(name)
			}
			b.WriteString("<" + name)
			if r.IntN(telling) == 0 { // so that the text shows what is in it
				b.WriteString(pick(attributes[:3]))
			}
			for r.IntN(6) == 0 {
				b.WriteString(pick(attributes))
			}
			if r.IntN(50) > 0 {
				b.WriteString(">")
			}
		case n < 14 && len(open) > 0:
			i := len(open) - 1 - r.IntN(min(len(open), 1+r.IntN(4)))
			name := open[i]
			if r.IntN(20) == 0 {
				name = strings.ToUpper(name)
			}
			b.WriteString("</" + name + ">")
			open = append(open[:i], open[i+1:]...)
		case n == 14:
			b.WriteString("</" + pick(kinds[r.IntN(len(kinds))]) + ">")
		case n < 18:
			b.WriteString(pick(others[:3]))
		default:
			b.WriteString(pick(others))
		}
	}
	return b.String()
}

// smaller takes parts out of a page as long as it is still wrong.
func smaller(page string) string {
	for size := len(page) / 2; size > 0; {
		before := page
		for at := 0; at+size <= len(page); {
			if less := page[:at] + page[at+size:]; wrongly(less) != "" {
				page = less
			} else {
				at++
			}
		}
		if page == before {
			size /= 2
		}
	}
	return page
}

func wrongly(page string) string {
	wrong, _ := differs(page)
	if wrong == "" {
		wrong = mainDiffers(page)
	}
	return wrong
}

// mainDiffers compares the lines of a page and their features with the rules. The reader finds them without a tree
// if it can. It returns the first difference.
func mainDiffers(page string) string {
	statement := rules.NewHTML()
	statement.Encoding = func([]byte, string) (string, bool) { return "utf-8", false }
	tree, err := statement.Tree([]byte(page), "utf-8")
	if err != nil {
		return ""
	}
	text, scores, features, err := article.MainText([]byte(page), "utf-8")
	if err != nil {
		return fmt.Sprintf("%q: %v", page, err)
	}
	want := mains().Page(tree)
	if text != want.Text() || len(scores) != len(want.Lines) {
		return fmt.Sprintf("%q: main text\n got %q\nwant %q", page, text, want.Text())
	}
	for i, l := range want.Lines {
		for f, value := range l.Features {
			if features[i][f] != int64(value) {
				return fmt.Sprintf("%q: feature %d of line %q is %d, want %d", page, f, l.Text, features[i][f], value)
			}
		}
		if scores[i] != int64(l.Score) {
			return fmt.Sprintf("%q: score of line %q is %d, want %d", page, l.Text, scores[i], l.Score)
		}
	}
	return ""
}

var mains = sync.OnceValue(rules.NewMainText)

// The text of 100 MB of made pages is the same both ways.
func TestMade(t *testing.T) {
	seed, most := uint64(1), 100_000_000
	switch {
	case *fuzzed > 0:
		seed, most = uint64(time.Now().UnixNano()), *fuzzed
	case testing.Short():
		most = 3 << 20
	}
	r := rand.New(rand.NewPCG(seed, 2))
	pages, octets, found := 0, 0, 0
	reasons := map[stream.Reason]int{}
	for octets < most && found < 10 {
		p := page(r)
		wrong, reason := differs(p)
		if wrong == "" && pages%4 == 0 { // the rules of the main text are slow
			wrong = mainDiffers(p)
		}
		if wrong != "" {
			found++
			t.Error(wrongly(smaller(p)))
		}
		reasons[reason]++
		pages++
		octets += len(p)
	}
	t.Logf("seed %d, %d pages, %d octets, %v", seed, pages, octets, reasons)
}

func FuzzRead(f *testing.F) {
	for _, p := range []string{"<p>a<b>b<p>c</b>d", "<table>a<tr><td>b", "<svg><desc><p>x", "<template><tr>x", "&notit;<pre>\n\nx"} {
		f.Add(p)
	}
	f.Fuzz(func(t *testing.T, p string) {
		p = strings.ToValidUTF8(p, "\uFFFD")
		if wrong := wrongly(p); wrong != "" {
			t.Fatal(wrong)
		}
	})
}
