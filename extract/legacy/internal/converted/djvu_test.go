//go:build unix

package converted

import (
	"bufio"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/kernel/attachment"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// chunk returns a chunk of DjVu. FORM has other chunks as its content.
func chunk(id string, content ...string) string {
	all := strings.Join(content, "")
	s := id + string(binary.BigEndian.AppendUint32(nil, uint32(len(all)))) + all
	if len(all)%2 == 1 {
		s += "\x00"
	}
	return s
}

// A page with a picture and without text is noted. Then the document is the same as another only if all its bytes are.
func TestUnreadDjVu(t *testing.T) {
	info, picture, text := chunk("INFO", "123456789"), chunk("Sjbz", "odd"), chunk("TXTz", "words")
	form := func(kind string, chunks ...string) string { return chunk("FORM", append([]string{kind}, chunks...)...) }
	book := func(forms ...string) string {
		return "AT&T" + form("DJVM", append([]string{chunk("DIRM", "1")}, forms...)...)
	}
	scanned, read := form("DJVU", info, picture), form("DJVU", info, picture, text)
	for _, tt := range []struct {
		why, document, written string
		note                   string
	}{
		{"a page with text", "AT&T" + read, `words\f`, ""},
		{"two of them", book(read, read), `words\fmore\f`, ""},
		{"a scanned page", book(read, scanned), `words\f`, "1 of 2 pages has no text"},
		{"it is the first", book(scanned, read), `words\f`, "1 of 2 pages has no text"},
		{"all of several", book(read, scanned, scanned), `words\f`, "2 of 3 pages have no text"},
		{"a layer without words", book(read, read), `words\f \n\f`, "1 of 2 pages has no text"},
		{"pages that a layer seems to have", book(read, scanned), `words\fmore\f`, "1 of 2 pages has no text"},
		{"a page on which nothing is drawn", book(read, form("DJVU", info)), `words\f`, ""},
		{"shapes for several pages, and small pictures", book(form("DJVI", picture), read, form("THUM", picture)), `words\f`, ""},
		{"a file that is cut short", book(read, scanned)[:120], `words\f`, "1 of 2 pages has no text"},
		{"no chunks", "the document", `words\f`, ""},
	} {
		t.Run(tt.why, func(t *testing.T) {
			dir := t.TempDir()
			script := "#!/bin/sh\nprintf '" + tt.written + "'"
			if err := os.WriteFile(filepath.Join(dir, DjVu.Command), []byte(script), 0o755); err != nil {
				t.Fatal(err)
			}
			t.Setenv("PATH", dir)
			d := medium.New(t.Context(), budget.New(budget.Limits{Size: 1 << 20, Time: time.Minute}), nil)
			d.Include.Sum = new(attachment.Sum)
			d.Source = bufio.NewReader(strings.NewReader(tt.document))
			if err := DjVu.Open(d); err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(d.Notes, "; "); got != tt.note {
				t.Errorf("notes %q, want %q", got, tt.note)
			}
			if got := d.Include.Sum.Identity(); got.HasPages() != (tt.note != "") {
				t.Errorf("identity %x: want one of pages: %v", got, tt.note != "")
			}
		})
	}
}
