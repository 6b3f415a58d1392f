package evaluation

import (
	"bytes"
	"context"
	"embed"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/class"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/scheme/stopwords"
)

//go:embed schemes
var definitions embed.FS

// order of the alternatives in tables: what each has in place of a registered scheme's.
var order = []string{
	"sm1-no-clusters", "sm1-clusters-1", "sm1-clusters-2", "sm1-clusters-only", "sm1-trigrams", "sm1-blanks-stay", "sm1-hyphens-stay",
	"sm1-digits-drop", "sm1-stop-words", "sm1-term-frequency", "sm1-tf-idf", "sm1-shingles-2", "sm1-shingles-3",
	"sm1-characters-8", "sm1-128", "sm1-siphash", "mh1-permuted", "mh1-width-1", "mh1-width-2", "mh1-width-5",
}

// key is that of the alternative with a keyed hash. Any would do.
var key = []byte("fpcheck evaluate")

// Alternatives returns the private schemes that the registered ones are measured
// beside. Frequencies are those of tf-idf (see [scheme.Resources]).
func Alternatives(frequencies []byte) ([]*scheme.Scheme, error) {
	from := scheme.Resources{
		Frequencies: func(string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(frequencies)), nil },
		StopWords:   stopwords.List,
		Key:         key,
	}
	var all []*scheme.Scheme
	for _, name := range order {
		definition, err := fs.ReadFile(definitions, "schemes/"+name+".yaml")
		if err != nil {
			return nil, err
		}
		s, err := scheme.Load(bytes.NewReader(definition), from)
		if err != nil {
			return nil, fmt.Errorf("schemes/%s.yaml: %w", name, err)
		}
		all = append(all, s)
	}
	return all, nil
}

// frequencies counts on how many pages each feature of sm1 is, as
// [scheme.Resources] has it.
func (r *run) frequencies(ctx context.Context) ([]byte, error) {
	all := r.passages(page, r.plan.pagesOfWork)
	counts := make([]map[string]int, r.workers)
	// Sums do not depend on who counts which pages.
	err := r.parallel(ctx, "frequencies", r.workers, func(w int) {
		counts[w] = make(map[string]int)
		for i := w; i < len(all); i += r.workers {
			on := make(map[string]bool)
			for _, token := range scheme.SM1.Rules().Tokens([]byte(all[i].text)) {
				on[token] = true
				for cluster := range class.Clusters([]byte(token)) { // R5.4
					on[string(cluster)] = true
				}
			}
			for f := range on {
				counts[w][f]++
			}
		}
	})
	if err != nil {
		return nil, err
	}
	sum := make(map[string]int)
	for _, c := range counts {
		for f, n := range c {
			sum[f] += n
		}
	}
	var b bytes.Buffer
	fmt.Fprintln(&b, len(all))
	for _, f := range slices.Sorted(maps.Keys(sum)) {
		if !strings.ContainsAny(f, "\t\n") { // no token has one
			fmt.Fprintf(&b, "%d\t%s\n", sum[f], f)
		}
	}
	return b.Bytes(), nil
}
