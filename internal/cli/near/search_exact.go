package near

import (
	"cmp"
	"os"
	"slices"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	"github.com/lsh-interop/fpcheck/internal/cli/near/resemblance"
	"github.com/lsh-interop/fpcheck/internal/engine/pipeline"
	"github.com/lsh-interop/fpcheck/scheme"
)

// estimatedBelow is how far below the least similarity an estimate may be, so that texts are compared.
const estimatedBelow = .15

// textsAtHand compares texts of files by their compared elements (R13.10).
type textsAtHand struct {
	a      *cli.App
	reader *pipeline.Reader
	found  []uint64 // of the text that was read last
	query  []uint64 // ascending; nil if the text is not at hand
}

func newTextsAtHand(a *cli.App, f *documents.ReadFlags) *textsAtHand {
	t := &textsAtHand{a: a}
	t.reader = pipeline.NewReader(pipeline.Options{
		Schemes: []*scheme.Scheme{scheme.MH1}, Compared: true, MediaType: f.Media, Profile: f.Profile, Limits: f.Limits(),
		Keep: func(elements []uint64) int {
			t.found = append(t.found[:0], elements...)
			return 0
		},
	})
	return t
}

// elements returns the compared elements of a file, ascending, or nil if it cannot be read.
func (t *textsAtHand) elements(path string) []uint64 {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	file, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer file.Close()
	t.found = t.found[:0]
	if _, err := t.reader.Read(t.a.Ctx, file, path); err != nil || len(t.found) == 0 {
		return nil
	}
	slices.Sort(t.found)
	return slices.Clone(t.found)
}

// ask sets the document whose matches are compared.
func (t *textsAtHand) ask(d *documents.Document) {
	if t.query = nil; d.Member == nil && d.Within == "" {
		t.query = t.elements(d.Path)
	}
}

// A nearText is a match. It is exact if the texts were compared.
type nearText struct {
	index.Match
	exact bool
}

// compare replaces estimates by the similarity of texts, where both are at hand. It drops matches that are
// less similar than least, and puts the most similar first.
func (t *textsAtHand) compare(matches []index.Match, least float64) (near []nearText) {
	for _, m := range matches {
		n := nearText{Match: m}
		if t.query != nil {
			if other := t.elements(m.ID); other != nil {
				n.Similarity, n.exact = resemblance.Of(t.query, other), true
			}
		}
		if n.Similarity >= least {
			near = append(near, n)
		}
	}
	slices.SortStableFunc(near, func(x, y nearText) int { return cmp.Compare(y.Similarity, x.Similarity) })
	return near
}
