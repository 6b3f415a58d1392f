package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"github.com/lsh-interop/fpcheck/internal/cli"
)

// A column of fingerprints of a Parquet file is as good as one of texts.
func TestFingerprintColumn(t *testing.T) {
	type row struct {
		ID     string `parquet:"id"`
		Prints struct {
			SM1 *string `parquet:"sm1"`
		} `parquet:"prints"`
	}
	rows := []row{{ID: "a"}, {ID: "б"}, {ID: "none"}, {ID: "bad"}}
	for i, print := range []string{"sm1:em2c4vcfyz3kq", "sm1:em2c4vcfyz3kq", "", "sm1:"} {
		if rows[i].Prints.SM1 = &print; print == "" {
			rows[i].Prints.SM1 = nil
		}
	}
	var file bytes.Buffer
	if err := parquet.Write(&file, rows); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "prints.parquet")
	if err := os.WriteFile(name, file.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	stdout, stderr, code := runIn("", "dedupe", "--input", "parquet", "--fingerprint-field", "prints.sm1", "--id-field", "id", name)
	want := "keep " + name + "#a: 1.00 " + name + "#б\n"
	if diff := cmp.Diff(want, stdout); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, line := range []string{
		"fpcheck: " + name + ": row 3: malformed document: field prints.sm1: null\n",
		"fpcheck: " + name + ": row 4: malformed fingerprint: ",
		"fpcheck: " + name + ": 4 records: 2 with a fingerprint, 2 failed\n",
	} {
		if !strings.Contains(stderr, line) {
			t.Errorf("%q is missing in %q", line, stderr)
		}
	}
	if code != cli.ExitTrouble {
		t.Errorf("exit code %d", code)
	}
}
