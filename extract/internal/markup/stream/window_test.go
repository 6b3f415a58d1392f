package stream_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/lsh-interop/fpcheck/extract/internal/markup"
	"github.com/lsh-interop/fpcheck/extract/internal/markup/stream"
	"github.com/lsh-interop/fpcheck/internal/kernel/maintext"
)

// windowOf is a window that may grow to any length a page may need, and what is held for it.
func windowOf(size int, page string, held *int64) stream.Window {
	return stream.Window{Size: size, Most: 9*len(page) + size, Hold: func(n int64) error { *held += n; return nil }, Check: never}
}

// cutWrongly returns what is wrong with a page that is read by windows of a size, or "".
func cutWrongly(page string, size int) string {
	want, reason, err := stream.Read([]byte(page), nil, never, nil)
	if err != nil {
		return err.Error()
	}
	var held int64
	w := windowOf(size, page, &held)
	if got, err := stream.Scan(strings.NewReader(page), w); got != reason || err != nil || held != 0 {
		return fmt.Sprintf("%q by windows of %d: reason %v, %v, %d octets held, want %v", page, size, got, err, held, reason)
	}
	got, err := io.ReadAll(stream.NewReader(iotest.HalfReader(strings.NewReader(page)), w))
	if reason != 0 {
		if !errors.Is(err, stream.ErrReason) || held != 0 {
			return fmt.Sprintf("%q by windows of %d: %v, %d octets held, want %v", page, size, err, held, stream.ErrReason)
		}
		return ""
	}
	if err != nil || string(got) != string(want.Octets) || held != 0 {
		return fmt.Sprintf("%q by windows of %d:\n got %q, %v, %d octets held\nwant %q", page, size, got, err, held, want.Octets)
	}
	return ""
}

// cuts are pages in which a cut may change something.
var cuts = []string{
	"<pre>\n\nx</pre><pre>\r\n\nx</pre><pre>\r\r\nx</pre><pre>&#10;\nx</pre><pre>\n\x00\x00\x00\n\nx</pre><pre>\x00\x00\nx",
	"<p><b hidden>a</p><pre>\r\n<table><td>b", "<p><b hidden>a</p><pre>\n\n<table><td>b", // which opens <b> again, or not
	strings.Repeat("more than is written at once ", 3000),
	"a&notit;b&ampx&am&#x41&#65b&#38;amp;&" + strings.Repeat("a", 100) + "&not" + strings.Repeat("a", 100) + "&" + strings.Repeat("&#0", 30),
	"a<!-->b<!--->c<!---->d<!--x--!>e<!-- -- > --->f<!--->-->g<!- x>h<!>i<?x?>j</>k</ x>l<!--",
	"a<script>b<!--<script>c</script>d--></script>e<script><!--x--></script>f<script><!-</script>g<script><!--<script </script></script>h",
	"a<title>b&amp;c</titl</title >d<textarea>\ne&lt;</TEXTAREA/>f<style>g</style\n>h<plaintext>i\r\n</plaintext>&amp;",
	"<svg><desc>a</desc><![CDATA[b&amp;c]]d]]>e<![CDATA[]]><![CDATA[f]]]></svg><p>g<math><mi><![CDATA[<p>h\x00]]>i<![CDATA[&am]]>p;",
	"a < b <3 </ c> d </",
	"a<", "a</", "a</b", "a<b", "a<!", "a<!d", "<!doctype", "<!doctype html", "a&", "a&am", "a\r", "<script>a</scrip", "<title>a</titl", "<svg><![CDATA[a]",
	"<x-y z='>'>a</x-y><b c=1>d<p>e</b>f<b c=1><b c=1><b c=1><b hidden>g<p>h",
	"<table>  <tr> x", "<template><table>  a  <td> b </template>c <noscript>  </noscript>  d</body>  </html>  e",
	"<head>  a<noscript> b", "<table><colgroup>  a", "<caption> <table> \x00 <caption> a",
	strings.Repeat("<p>", 100) + strings.Repeat("<b>x<i>y", 40) + strings.Repeat("</p>", 100) + "z",
}

// sizesOf is by how many sizes of windows a page of cuts is read, from one byte on.
func sizesOf(page string) int { return min(39, 1+100_000/len(page)) }

func TestCuts(t *testing.T) {
	for _, page := range cuts {
		for size := range sizesOf(page) {
			if wrong := cutWrongly(page, 1+size); wrong != "" {
				t.Error(wrong)
				break
			}
		}
	}
	for _, tt := range table {
		if wrong := cutWrongly(tt.page, 7); wrong != "" {
			t.Errorf("%s: %.999s", tt.why, wrong)
		}
	}
}

// Pages are read by windows of all sizes as they are read whole.
func TestWindows(t *testing.T) {
	pages := html5lib(t)
	r := rand.New(rand.NewPCG(3, 4))
	for range 5000 {
		pages = append(pages, page(r))
	}
	wrongs := 0
	for i, p := range pages {
		for _, size := range []int{1 + i%8, 9 + i%61} {
			if wrong := cutWrongly(p, size); wrong != "" {
				if t.Error(wrong); wrongs == 10 {
					return
				}
				wrongs++
			}
		}
	}
}

func TestWindowsOfCorpus(t *testing.T) {
	if testing.Short() {
		t.Skip("reads all pages of the corpora")
	}
	n := 0
	walk(t, *pages, func(path string, octets []byte) {
		decoded, _, _ := markup.Decode(octets, "")
		if wrong := cutWrongly(string(decoded), []int{3 + n%40, 4096}[n%2]); wrong != "" {
			t.Errorf("%s: %.200q", path, wrong)
		}
		n++
	})
	t.Log(n)
}

// What is held does not grow with the page, and has an end.
func TestWindowHolds(t *testing.T) {
	for _, tt := range []struct {
		why, page string
		reason    stream.Reason
		most      int64
	}{
		{"text and tags", strings.Repeat("<p>some <b x=y>text</b> of <i-j>words</i-j>", 10_000), 0, 6 << 10},
		{"a long text", strings.Repeat("words ", 100_000), 0, 6 << 10},
		{"a long comment", "<!--" + strings.Repeat("-x>", 100_000) + "-->", 0, 6 << 10},
		{"a long script", "<script>" + strings.Repeat("if (a < b) </x>", 100_000) + "</script>", 0, 6 << 10},
		{"letters that are no reference", "&" + strings.Repeat("letters", 100_000), 0, 6 << 10},
		{"NULs", "<title>" + strings.Repeat("\x00", 100_000), 0, 6 << 10},
		{"a tag that is nearly too long", "<p title='" + strings.Repeat("x", 7<<10) + "'>", 0, 41 << 10},
		{"a tag that is too long", "<p title='" + strings.Repeat("x", 9<<10) + "'>", stream.TooLong, 41 << 10},
		{"tags of which too much is kept", strings.Repeat("<a-"+strings.Repeat("b", 500)+">", 100), stream.TooLong, 16 << 10},
	} {
		var held, most int64
		w := stream.Window{Size: 1 << 10, Most: 8 << 10, Check: never, Hold: func(n int64) error {
			held += n
			most = max(most, held)
			return nil
		}}
		reason, err := stream.Scan(strings.NewReader(tt.page), w)
		if err != nil || reason != tt.reason || held != 0 || most > tt.most || most < 1<<10 {
			t.Errorf("%s: reason %v, %v, %d octets held and at most %d, want %v, 0 and at most %d", tt.why, reason, err, held, most, tt.reason, tt.most)
		}
	}
}

// An error of the check ends the reading of a page in memory.
func TestCheck(t *testing.T) {
	wrong := errors.New("wrong")
	page := []byte(strings.Repeat("<p>x", 100_000))
	text, reason, err := stream.Read(page, nil, func() error { return wrong }, nil)
	if err != wrong || reason != stream.NoReason || text.Octets != nil {
		t.Errorf("the visible text: %d bytes, reason %v, %v, want %v", len(text.Octets), reason, err, wrong)
	}
	calls, most := 0, int64(0)
	shown, reason, err := stream.ReadShown(page, func(found *maintext.Page) error {
		calls++
		if most = max(most, found.Cost()); calls == 4 {
			return wrong
		}
		return nil
	}, nil)
	if err != wrong || reason != stream.NoReason || shown != nil || most < 1<<20 {
		t.Errorf("what is shown: %v, reason %v, %v, %d bytes, want %v", shown, reason, err, most, wrong)
	}
}

// An error of the page's reader, of the budget and of the check end the text.
func TestWindowErrors(t *testing.T) {
	wrong := errors.New("wrong")
	fails := func() error { return wrong }
	long := strings.Repeat("<p>x", 100_000)
	for _, tt := range []struct {
		why  string
		page io.Reader
		w    stream.Window
	}{
		{"the reader", io.MultiReader(strings.NewReader(long), iotest.ErrReader(wrong)), stream.Window{Check: never, Hold: func(int64) error { return nil }}},
		{"the budget", strings.NewReader(long), stream.Window{Check: never, Hold: func(int64) error { return wrong }}},
		{"the check", strings.NewReader(long), stream.Window{Check: fails, Hold: func(int64) error { return nil }}},
	} {
		tt.w.Size, tt.w.Most = 100, 100
		var text bytes.Buffer
		if _, err := io.Copy(&text, stream.NewReader(tt.page, tt.w)); err != wrong {
			t.Errorf("%s: %v after %d octets, want %v", tt.why, err, text.Len(), wrong)
		}
	}
}
