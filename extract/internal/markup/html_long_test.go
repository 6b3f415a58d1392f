package markup

import (
	"bufio"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// A long page has the text and the encoding that it has in memory, and leaves no file behind.
func TestLong(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Setenv("TMP", dir) // Windows
	late := "<script>" + strings.Repeat("x", 1100) + "</script>"
	for _, tt := range []struct{ why, page, charset string }{
		{"UTF-8", "<p>Grüße 日本 😀</p>" + strings.Repeat("日", 100), ""},
		{"UTF-8 with a mark", "\ufeff<p>Grüße", ""},
		{"no UTF-8 at the very end", "<p>Grüße \xff", ""},
		{"UTF-8 that ends in a character", "<p>Grüße \xe6\x97", ""},
		{"declared UTF-8 that is not", "<p>Grüße \xff \xe6\x97", "utf8"},
		{"declared", "<p>\xc1\xc2 <b>\xc3", "koi8-r"},
		{"said by the page", "<meta charset=shift_jis><p>\x93\xfa\x96\x7b <b>\x93\xfa", ""},
		{"declared by the head", late + "<meta charset=shift_jis><p>\x93\xfa <b>\x96\x7b", ""},
		{"the head declares what was found", late + "<meta charset=utf-8><meta charset=koi8-r><p>Grüße", ""},
		{"declared by a tag that is too long", late + "<meta charset=koi8-r x=" + strings.Repeat("x", 300) + "><p>\xc1", ""},
		{"declared by a tag that may have NUL in a name", late + "<meta charset=koi8-r x\x00><p>\xc1", ""},
		{"declared, and a text that stands before its table", late + "<meta charset=koi8-r><table>\xc1<td>\xc2", ""},
		{"said by its mark", "\xff\xfe<\x00p\x00>\x00a\x00\x16\x04", "koi8-r"},
		{"declared by an unknown name", "<p>a", "none"},
		{"escapes", "<p>\x1b$B%*!<\x1b(B x", "iso-2022-jp"},
		{"text that stands before its table", "<table>a<td>b", ""},
		{"tags that are too long", "<p title='" + strings.Repeat("x", 300) + "'>a<p>b", ""},
		{"nothing", "", ""},
	} {
		want, encoding, err := VisibleText([]byte(tt.page), tt.charset)
		if err != nil {
			t.Fatal(err)
		}
		for size := 1; size < 20; size++ {
			d := medium.New(t.Context(), budget.New(budget.Limits{}), nil)
			d.Budget.Source(int64(len(tt.page)))
			d.Source, d.Charset = bufio.NewReader(strings.NewReader(tt.page)), tt.charset
			var got []byte
			err := openLong(d, size, 200)
			if err == nil {
				got, err = io.ReadAll(iotest.OneByteReader(d.Text))
			}
			if err != nil || string(got) != want || d.Encoding != encoding {
				t.Errorf("%s, by windows of %d: %q in %s, %v, want %q in %s", tt.why, size, got, d.Encoding, err, want, encoding)
			}
		}
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// Whether bytes are UTF-8 does not depend on where the blocks end that are read of them.
func TestIsUTF8(t *testing.T) {
	parts := []string{"a", "ü", "日", "😀", "\xc3", "\xe6\x97", "\xf0\x9f\x98", "\x80", "\xff", "\xed\xa0\x80"}
	r := rand.New(rand.NewPCG(5, 6))
	for range 20000 {
		s := strings.Repeat("a", r.IntN(9))
		for range 4 {
			s += parts[r.IntN(len(parts)-r.IntN(2)*6)]
		}
		block := make([]byte, utf8.UTFMax+r.IntN(9))
		got, err := isUTF8(strings.NewReader(s), block, func() error { return nil })
		if want := utf8.ValidString(s); err != nil || got != want {
			t.Fatalf("%q by blocks of %d: %t, %v, want %t", s, len(block), got, err, want)
		}
	}
}
