package cli_test

import (
	"bytes"
	"encoding/csv"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/internal/cli"
)

// A cell runs nothing in a spreadsheet, and without one apostrophe at its start it is the value.
func TestCells(t *testing.T) {
	for _, tt := range []struct{ why, value, want string }{
		{"a formula", "=cmd|' /C calc'!A1", "'=cmd|' /C calc'!A1"},
		{"a sum", "=1+1", "'=1+1"},
		{"a formula of Lotus", "@SUM(1)", "'@SUM(1)"},
		{"a formula that begins with a sign", "-1+cmd|' /C calc'!A1", "'-1+cmd|' /C calc'!A1"},
		{"and with the other", "+cmd.txt", "'+cmd.txt"},
		{"a tab, which spreadsheets pass over", "\t=1+1", "'\t=1+1"},
		{"a carriage return", "\r=1+1", "'\r=1+1"},
		{"a line feed", "\n=1+1", "'\n=1+1"},
		{"NUL", "\x00=1+1", "'\x00=1+1"},
		{"an escape sequence", "\x1b[2J", "'\x1b[2J"},
		{"CSI in one character", "\u009b2J", "'\u009b2J"},
		{"full-width signs, which Excel in Japanese runs", "＝1+1", "'＝1+1"},
		{"＋", "＋1", "'＋1"},
		{"－", "－1", "'－1"},
		{"＠", "＠SUM(1)", "'＠SUM(1)"},
		{"an apostrophe, so that one can be removed", "'tis.txt", "''tis.txt"},
		{"a number", "-5", "-5"},
		{"a number with a fraction", "+0.25", "+0.25"},
		{"a number with an exponent", "-1e-7", "-1e-7"},
		{"no number: a formula of numbers", "-5-3", "'-5-3"},
		{"no number: hexadecimal", "-0x5", "'-0x5"},
		{"no number: another line follows", "-5\n=1+1", "'-5\n=1+1"},
		{"standard input", "-", "-"},
		{"a record of standard input", "-#1", "'-#1"},
		{"a sign within", "a=1+1", "a=1+1"},
		{"a formula in a path", "d/=1+1", "d/=1+1"},
		{"a space before", " =1+1", " =1+1"},
		{"bytes that are no UTF-8", "\xff=", `\\xFF=`},
		{"bytes that are no UTF-8 after a sign", "=\xff\n", `\=\xFF\n`},
		{"a backslash, which escaped values begin with", `\a`, `\\\a`},
		{"a backslash within", `a\b`, `a\b`},
		{"nothing", "", ""},
	} {
		var file bytes.Buffer
		w := cli.NewCSVWriter(&file)
		if err := w.Write(tt.value, "x"); err != nil {
			t.Fatal(err)
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(&file).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([][]string{{tt.want, "x"}}, rows); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
		undone, escaped := strings.CutPrefix(tt.want, `\`)
		if escaped {
			if undone, err = strconv.Unquote(`"` + undone + `"`); err != nil {
				t.Fatal(err)
			}
		} else {
			undone = strings.TrimPrefix(tt.want, "'")
		}
		if undone != tt.value {
			t.Errorf("%s: %q is restored to %q", tt.why, tt.want, undone)
		}
	}
}

// No command writes CSV in another way.
func TestOneCSVWriter(t *testing.T) {
	err := filepath.WalkDir(filepath.Join("..", ".."), func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && (e.Name() == "lab" || e.Name() == "ports"):
			return fs.SkipDir
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || path == filepath.Join("..", "..", "internal", "cli", "csv.go"):
			return nil
		}
		source, err := os.ReadFile(path)
		if bytes.Contains(source, []byte("csv.NewWriter(")) {
			t.Errorf("%s: expected cli.NewCSVWriter", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
