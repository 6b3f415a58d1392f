package tokenizer

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/lsh-interop/fpcheck/internal/kernel/fast"
)

var update = flag.Bool("update", false, "write the tables of package fast")

// runRules are the rules of text digests (R10.6).
var runRules = mustParse(Spec{
	Identifiers: "keep", Hyphens: "join", Blanks: "join",
	Normalise: "nfkc-casefold", ZeroWidthSpace: "map", Tatweel: "delete",
	Categories: sm1Spec.Categories,
})

// TestStoredTables makes the tables that package fast has stored, and compares them. The packages that use the
// rules test that theirs are among them.
func TestStoredTables(t *testing.T) {
	want := fast.StoreTables([]*fast.Rules{sd1.fast, sm1.fast, unigrams.fast, runRules.fastRuns})
	path := filepath.Join("..", "fast", "tables.bin")
	if *update {
		if err := os.WriteFile(path, want, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what the rules make of the code points: \"make tables\" writes it", path)
	}
	if !sm1.HasTables() || trigrams.HasTables() {
		t.Errorf("tables are stored for sm1: %t, and for grams of three clusters: %t", sm1.HasTables(), trigrams.HasTables())
	}
}

// TestKeys changes each setting of sm1. Rules with equal keys must have equal tables.
func TestKeys(t *testing.T) {
	tables := map[fast.Key][]byte{sm1.fast.Key: fast.StoreTables([]*fast.Rules{sm1.fast})}
	for name, change := range map[string]func(s *Spec){
		"identifiers":      func(s *Spec) { s.Identifiers = "keep" },
		"runs":             func(s *Spec) { s.Identifiers, s.IForms = "keep", "" },
		"hyphens":          func(s *Spec) { s.Hyphens = "" },
		"blanks":           func(s *Spec) { s.Blanks = "" },
		"neither":          func(s *Spec) { s.Hyphens, s.Blanks = "", "" },
		"zero width space": func(s *Spec) { s.ZeroWidthSpace = "" },
		"tatweel":          func(s *Spec) { s.Tatweel = "" },
		"i-forms":          func(s *Spec) { s.IForms = "" },
		"letters":          func(s *Spec) { s.Categories = []string{"Ll", "Lu", "Nd", "Pc"} },
		"format":           func(s *Spec) { s.Categories = append([]string{"Cf"}, s.Categories...) },
		"alphabetic":       func(s *Spec) { s.Alphabetic = false },
		"apostrophes":      func(s *Spec) { s.Apostrophes = "" },
		"no classes":       func(s *Spec) { s.Apostrophes, s.Segment, s.Grams = "", "", 0 },
		"unigrams":         func(s *Spec) { s.Grams = 1 },
		"trigrams":         func(s *Spec) { s.Grams = 3 },
	} {
		spec := sm1Spec
		change(&spec)
		r := mustParse(spec)
		for _, f := range []*fast.Rules{r.fast, r.fastRuns} {
			if f == nil {
				continue
			}
			made := fast.StoreTables([]*fast.Rules{f})
			if had, ok := tables[f.Key]; ok && !bytes.Equal(had, made) {
				t.Errorf("%s: two tables have the key %v", name, f.Key)
			}
			tables[f.Key] = made
		}
	}
	if len(tables) < 10 {
		t.Errorf("%d keys: expected nearly one for each setting", len(tables))
	}
}
