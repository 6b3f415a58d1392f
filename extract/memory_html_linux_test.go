package extract_test

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/extract"
)

// longPage is the length of the page that TestLongPage makes.
var longPage = flag.Int64("longpage", 64<<20, "octets of a made page to read")

// made is an endless page.
type made struct {
	parts []string
	next  int
	left  string
}

func (m *made) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if m.left == "" {
			m.left = m.parts[m.next%len(m.parts)]
			m.next++
		}
		c := copy(p[n:], m.left)
		m.left = m.left[c:]
		n += c
	}
	return n, nil
}

// longPages are parts of a long page, which repeat.
var longPages = []struct {
	why   string
	parts []string
}{
	{"paragraphs, links and tables", []string{
		"<p class=x>Some <b>words</b> of a <a href='to/there'>page</a> &amp; more.\n", "<table><tr><td>1<td>22</table>\n", "<!-- a comment -->", "<script>if (a < b) c()</script>",
	}},
	{"an encoding that the head declares late", []string{
		"<script>" + strings.Repeat("x", 1100) + "</script><meta charset=koi8-r>", strings.Repeat("<p>\xc1\xc2\xd7 <b>\xc7</b>", 1000),
	}},
	{"pictures in tags, and an encoding that is not UTF-8", []string{"<p>\xe9t\xe9 <img src='data:," + strings.Repeat("A", 1<<20) + "'>"}},
}

// TestLongPage checks that memory does not grow with a page. Each page is read in a process of its
// own, which may take 64 MiB.
func TestLongPage(t *testing.T) {
	if at := os.Getenv("FPCHECK_TEST_LONG_PAGE"); at != "" {
		readLongInChild(at)
	}
	if testing.Short() {
		t.Skip("it reads long pages")
	}
	for i, tt := range longPages {
		c := exec.Command(os.Args[0], "-test.run=^TestLongPage$", fmt.Sprint("-longpage=", *longPage))
		c.Env = append(os.Environ(), fmt.Sprint("FPCHECK_TEST_LONG_PAGE=", i))
		said, err := c.CombinedOutput()
		var most, text int64
		if _, scan := fmt.Sscanf(string(said), "%d %d", &most, &text); err != nil || scan != nil {
			t.Errorf("%s: %v: %.500s", tt.why, err, said)
			continue
		}
		if most > 64<<20 || text == 0 {
			t.Errorf("%s: %d MiB of memory and %d octets of text, want at most 64 MiB, and a text", tt.why, most>>20, text)
		}
		t.Logf("%s: %d MiB, %d octets of text", tt.why, most>>20, text)
	}
}

// readLongInChild reads a page, prints the peak memory of this process and the length of the text,
// and exits.
func readLongInChild(at string) {
	var i int
	fmt.Sscan(at, &i)
	r := io.LimitReader(&made{parts: longPages[i].parts}, *longPage)
	d, err := extract.Open(context.Background(), r, extract.Options{MediaType: "text/html", Limits: extract.Limits{Size: *longPage}})
	var n int64
	if err == nil {
		n, err = io.Copy(io.Discard, struct{ io.Reader }{d})
	}
	fmt.Println(mostMemory(), n)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	os.Exit(0)
}
