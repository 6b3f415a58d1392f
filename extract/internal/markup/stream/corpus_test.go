package stream_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/extract/internal/markup"
	"github.com/lsh-interop/fpcheck/extract/internal/markup/stream"
)

var pages = flag.String("pages", "../../../../.cache/corpus/", "the folder of the pages that TestCorpus reads")

// The text of real pages is the same both ways: those of lab/corpus, where they are.
func TestCorpus(t *testing.T) {
	if testing.Short() {
		t.Skip("reads all pages of the corpora")
	}
	reasons := map[stream.Reason]int{}
	n := 0
	walk(t, *pages, func(path string, octets []byte) {
		decoded, _, _ := markup.Decode(octets, "")
		wrong, reason := differs(string(decoded))
		n++
		if reasons[reason]++; wrong != "" {
			t.Errorf("%s: the texts differ: %.200q", path, wrong)
		}
	})
	t.Log(n, reasons)
	if n > 0 && reasons[0]*100 < n*95 {
		t.Errorf("%d of %d pages were read, expected 95 of 100", reasons[0], n)
	}
}

func walk(t testing.TB, dir string, read func(path string, octets []byte)) {
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Skipf("no corpora: %v", err)
	}
	err = filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() || !strings.HasPrefix(filepath.Ext(path), ".htm") {
			return err
		}
		octets, err := os.ReadFile(path)
		if err == nil {
			read(path, octets)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
