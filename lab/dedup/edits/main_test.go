package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/lab/internal/checkout"
)

// The page has the tables that are measured.
func TestPage(t *testing.T) {
	root, err := checkout.Root()
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(root, "docs", "measured", "dedupe-edits.md"))
	if err != nil {
		t.Fatal(err)
	}
	want, err := tables()
	if err != nil {
		t.Fatal(err)
	}
	_, got, _ := strings.Cut(string(page), mark)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("go -C lab run ./dedup/edits -write ../docs/measured/dedupe-edits.md writes it (-want +got):\n%s", diff)
	}
}
