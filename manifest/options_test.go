package manifest

import (
	"bytes"
	"context"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/scheme"
)

// TestWrongOptions checks that options with which no file can be read are refused before any is.
func TestWrongOptions(t *testing.T) {
	tree := fstest.MapFS{"a.txt": {Data: []byte("The keeper lit the lamp.")}}
	stem, err := ParseMapping("stem")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		why     string
		options Options
		want    string
	}{
		{"no scheme", Options{}, "no scheme"},
		{"the zero scheme", Options{Scheme: new(scheme.Scheme)}, "no scheme"},
		{"a profile that is none", Options{Scheme: scheme.SM1, Profile: "foo"}, `profile "foo": expected visible or main`},
		{"a text that is none", Options{Scheme: scheme.SM1, Include: []string{"junk"}}, `text to include: "junk"`},
		{"a limit below 0", Options{Scheme: scheme.SM1, Limits: extract.Limits{Time: -1}}, "Limits.Time -1ns: expected 0 or more"},
		{"a share above 1", Options{Scheme: scheme.SM1, MinFeatures: 2}, "MinFeatures 2: expected 0 to 1"},
	} {
		refused := func(what string, err error) {
			t.Helper()
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%s: %s: %v, want %s", tt.why, what, err, tt.want)
			}
		}
		h := Header{Scheme: tt.options.Scheme, Profile: tt.options.Profile}
		var written bytes.Buffer
		refused("Write", Write(t.Context(), &written, tree, h, tt.options, nil))
		name := filepath.Join(t.TempDir(), "a.fpm")
		refused("Create", Create(t.Context(), name, tree, h, tt.options, nil))
		if files, _ := os.ReadDir(filepath.Dir(name)); len(files) > 0 || written.Len() > 0 {
			t.Errorf("%s: %v and %d bytes were written", tt.why, files, written.Len())
		}
		refused("Scan", only(t, Scan(t.Context(), tree, tt.options)))
		refused("VerifyTrees", only(t, VerifyTrees(t.Context(), tree, tree, []Mapping{stem}, tt.options)))
		if h.check() != nil || tt.options.Profile != "" {
			continue // no manifest is of that profile
		}
		open := func() (*Reader, error) { return NewReader(strings.NewReader(manifestOf(t, tree, Options{})), nil) }
		m, err := open()
		if err != nil {
			t.Fatal(err)
		}
		refused("Verify", only(t, Verify(t.Context(), m, tree, tt.options)))
		refused("VerifyMigration", only(t, VerifyMigration(t.Context(), open, tree, []Mapping{stem}, tt.options)))
	}
	if err := Write(context.Background(), new(bytes.Buffer), tree, Header{Scheme: scheme.SM1}, Options{Limits: extract.Limits{Time: 1, Size: 1}}, nil); err != nil {
		t.Errorf("strict limits: %v", err)
	}
}

// only returns the error of a sequence that has nothing else.
func only[T any](t *testing.T, all iter.Seq2[T, error]) (err error) {
	t.Helper()
	n := 0
	for _, err = range all {
		n++
	}
	if n != 1 {
		t.Errorf("%d results, want an error alone", n)
	}
	return err
}

// TestSimilarNeedsFeatures checks what [Options.Similar] says of the scheme's advice.
func TestSimilarNeedsFeatures(t *testing.T) {
	words := strings.Fields("keeper light harbour ship lamp wind coast bread oil boat rope night signal flag tower stone")
	text := func(n int, last string) fstest.MapFS {
		return fstest.MapFS{"a.txt": {Data: []byte(strings.Join(words[:n-1], " ") + " " + last)}}
	}
	scanned := func(tree fstest.MapFS) (all []Scanned) {
		for s, err := range Scan(t.Context(), tree, sm1) {
			if err != nil || s.Err != nil {
				t.Fatal(err, s.Err)
			}
			all = append(all, s)
		}
		return all
	}
	least := scheme.SM1.Advice().RefuseBelow
	for _, tt := range []struct {
		why      string
		features int
		similar  scheme.Thresholds
		want     Status
	}{
		{"any distance is allowed", least, scheme.AtMost(64), Similar},
		{"too few features", least - 1, scheme.AtMost(64), Different},
		{"no distance is allowed", least, scheme.AtMost(0), Different},
	} {
		o := sm1
		o.Similar = tt.similar
		got := Compare(scanned(text(tt.features, "old")), scanned(text(tt.features, "new")), o)
		if len(got) != 1 || got[0].Status != tt.want {
			t.Errorf("%s: %v, want %v", tt.why, got, tt.want)
		}
	}
	a, b := scanned(text(len(words), "old")), scanned(text(len(words), "new"))
	o := sm1
	o.Similar = scheme.SM1.Thresholds(scheme.Loose)
	if got, want := Compare(a, b, sm1)[0].Status, Compare(a, b, o)[0].Status; got != want {
		t.Errorf("the zero value: %v, want %v of the loose thresholds", got, want)
	}
}
