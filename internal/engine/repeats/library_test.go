package repeats

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/internal/kernel/passage"
	"github.com/lsh-interop/fpcheck/internal/rules"
	"github.com/lsh-interop/fpcheck/internal/store/library"
)

// addTo adds texts to an index in a folder, and returns their rows and groups. A name is the number of the text.
func addTo(t *testing.T, dir string, words, first int, texts ...string) (rows []Row, groups []Group) {
	w, err := library.Update(dir, library.Settings{Words: words})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	from := w.Len()
	for i, text := range texts {
		p := NewPreparer(words).Prepare(passage.ItemsOf([]byte(text)), []byte(text))
		d := library.Document{Name: fmt.Sprint(first + i), Weight: p.Weight, Short: p.Short}
		if err := w.Add(d, p.Text, p.Keys); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.Write(t.Context()); err != nil {
		t.Fatal(err)
	}
	rows, groups = findIn(t, words, &w.Library, from)
	if err := w.Commit(); err != nil {
		t.Fatal(err)
	}
	return rows, groups
}

// randomTexts returns texts in several scripts that repeat one another and themselves. Some are periodic.
func randomTexts(rnd *rand.Rand, n int) []string {
	pieces := []string{"a ", "b ", "the ", "12 ", "lamp ", "灯", "台", "は", "ก", "คื", "маяк ", "المنارة ", "x-\ny ",
		"http://a.b/c ", ". "}
	few := pieces[:1+rnd.IntN(len(pieces))]
	texts := make([]string, n)
	for k := range texts {
		var b strings.Builder
		for range rnd.IntN(80) {
			b.WriteString(few[rnd.IntN(len(few))])
		}
		if k > 0 && rnd.IntN(2) == 0 {
			other := texts[rnd.IntN(k)]
			b.WriteString(other[:rnd.IntN(len(other)+1)])
		}
		texts[k] = b.String()
	}
	return texts
}

// Rows of batches that are added to an index equal the rows of all windows of the texts until then. So do the rows
// of the whole index.
func TestBatches(t *testing.T) {
	p := rules.NewPassages()
	rnd := rand.New(rand.NewPCG(11, 12))
	rounds := 150
	if testing.Short() {
		rounds = 40
	}
	for n := range rounds {
		words := 2 + rnd.IntN(15)
		texts := randomTexts(rnd, 1+rnd.IntN(12))
		dir := filepath.Join(t.TempDir(), "index")
		batches := 1 + n%5
		from := 0
		for b := range batches {
			to := from + rnd.IntN(len(texts)-from+1)
			if b == batches-1 {
				to = len(texts)
			}
			var all [][]byte
			for _, text := range texts[:to] {
				all = append(all, []byte(text))
			}
			var want, got []rules.PassageRow
			for _, r := range p.Rows(all, words) {
				if r.Text >= from {
					want = append(want, r)
				}
			}
			rows, _ := addTo(t, dir, words, from, texts[from:to]...)
			for _, r := range rows {
				got = append(got, rules.PassageRow{Holder: r.Holder, Text: r.Text, From: r.From, To: r.To, Frequency: r.Frequency})
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%d words, texts %d to %d of %q (-want +got):\n%s", words, from, to, texts, diff)
			}
			from = to
		}
		wantRows, wantGroups := find(t, words, texts...)
		l, err := library.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		gotRows, gotGroups := findIn(t, words, l, 0)
		if diff := cmp.Diff([]any{wantRows, wantGroups}, []any{gotRows, gotGroups}); diff != "" {
			t.Errorf("rows and groups of the index (-want +got):\n%s", diff)
		}
		if err := l.Check(t.Context()); err != nil {
			t.Error(err)
		}
		l.Close()
	}
}

// Rows of many small batches, whose segments are merged, equal those of one run. Each batch has many windows.
func TestManyBatches(t *testing.T) {
	rnd := rand.New(rand.NewPCG(13, 14))
	dir := filepath.Join(t.TempDir(), "index")
	var texts []string
	var got []Row
	for range 40 {
		batch := randomTexts(rnd, 1+rnd.IntN(80))
		if len(texts) > 0 {
			batch = append(batch, texts[rnd.IntN(len(texts))])
		}
		rows, _ := addTo(t, dir, 8, len(texts), batch...)
		got, texts = append(got, rows...), append(texts, batch...)
	}
	want, _ := find(t, 8, texts...)
	for _, rows := range [][]Row{want, got} { // a later text makes a passage more frequent
		for i := range rows {
			rows[i].Frequency = 0
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) > 9 {
		t.Errorf("%d files, %v: expected segments to be merged", len(files), err)
	}
	l, err := library.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if err := l.Check(t.Context()); err != nil || l.Len() != len(texts) {
		t.Errorf("%d documents, %v: expected %d", l.Len(), err, len(texts))
	}
}
