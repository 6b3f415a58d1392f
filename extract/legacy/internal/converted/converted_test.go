//go:build unix

package converted

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// A program that fails is a failure with its message, also if it writes no text and exits with 0.
func TestOpen(t *testing.T) {
	for _, tt := range []struct {
		why    string
		format Format
		script string // of a program in the place of the installed one
		text   string
		notes  []string
		is     error
		want   string
	}{
		{"text", Visio, `echo words`, "words\n", nil, nil, ""},
		{"text, and a complaint", Visio, `echo words; echo "cannot read page 2" >&2`, "words\n", []string{"vsd2text says: cannot read page 2"}, nil, ""},
		{"nothing at all, of a program that always writes pages", Publisher, `:`, "", nil, medium.ErrMalformed,
			"malformed document: Publisher: pub2raw found no text: LibreOffice may read it"},
		{"pages without text", Publisher, `echo "startPage (a: b)"; echo endPage`, "", nil, medium.ErrNoText,
			"no text in the document: Publisher: pub2raw found no text: LibreOffice may read it"},
		{"no text, and an error", Works, `echo "ERROR: no stream" >&2`, "", nil, medium.ErrMalformed,
			"malformed document: Microsoft Works: wps2text found no text, and says: ERROR: no stream"},
		{"no text of pages that a scanner made", DjVu, `printf '\f\f'`, "", nil, medium.ErrNoText,
			"no text in the document: DjVu: djvutxt found no text: is it scanned?"},
		{"an error and a status", Sheets, `echo words; echo "ERROR: no \033[2J sheet" >&2; exit 1`, "", nil, medium.ErrMalformed,
			"malformed document: Lotus 1-2-3 or Quattro Pro: wks2text says: ERROR: no  [2J sheet"},
		{"a status alone", WordPerfect, `exit 3`, "", nil, medium.ErrMalformed,
			"malformed document: WordPerfect: wpd2text cannot read it: exit status 3"},
		{"a crash", WordPerfect, `kill -SEGV $$`, "", nil, medium.ErrMalformed,
			"malformed document: WordPerfect: wpd2text cannot read it: signal: segmentation fault"},
	} {
		t.Run(tt.why, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, tt.format.Command), []byte("#!/bin/sh\n"+tt.script), 0o755); err != nil {
				t.Fatal(err)
			}
			t.Setenv("PATH", dir)
			d := medium.New(t.Context(), budget.New(budget.Limits{Size: 1 << 20, Time: time.Minute}), nil)
			d.Source = bufio.NewReader(strings.NewReader("the document"))
			err := tt.format.Open(d)
			if !errors.Is(err, tt.is) || err != nil && !strings.HasPrefix(err.Error(), tt.want) {
				t.Fatalf("error %v, want %v: %s", err, tt.is, tt.want)
			}
			if err != nil {
				return
			}
			text, err := io.ReadAll(d.Text)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.text, string(text)); diff != "" {
				t.Errorf("text (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.notes, d.Notes); diff != "" {
				t.Errorf("notes (-want +got):\n%s", diff)
			}
		})
	}
}
