package near

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	"github.com/lsh-interop/fpcheck/internal/service/liveindex"
	"github.com/lsh-interop/fpcheck/scheme"
)

// indexReferences are the indexes among the references. They are searched while documents are read.
// Documents of an index that nothing is near take no memory.
type indexReferences struct {
	indexes []*liveindex.Shelf
	places  map[string]uint32 // by id, the text of a document that was found
	found   []foundInIndex
}

// foundInIndex says that a document of an index is the nearest one to a text.
type foundInIndex struct {
	text       uint32
	id         string
	similarity float64
}

// takeIndexes opens the indexes among the references. It leaves the others in f.against. Indexes have fingerprints
// only, so nothing is compared by texts then.
func (r *dedupeRun) takeIndexes(profiled bool, args []string, private scheme.Set) error {
	var others []string
	for _, name := range r.against {
		if !isIndex(name) {
			others = append(others, name)
			continue
		}
		x, err := openReadOnly(name, private)
		if err != nil {
			return err
		}
		r.references.indexes = append(r.references.indexes, x)
		o := x.Options()
		if first := r.references.indexes[0].Options(); first.Scheme != o.Scheme || first.Profile != o.Profile {
			return cli.Usage(fmt.Errorf("--against %s: an index of %s and %s: expected %s and %s, as of the first",
				cli.Display(name), o.Scheme.ID(), o.Profile, first.Scheme.ID(), first.Profile))
		}
		if err := readFor(r.a, &r.ReadFlags, o.Scheme, o.Profile, profiled, args, private); err != nil {
			return err
		}
		r.scheme = o.Scheme
	}
	if r.against = others; r.scheme == nil {
		return nil
	}
	if r.exact {
		return cli.Usage(errors.New("--exact: an index has fingerprints only: expected documents as the reference"))
	}
	r.asked = true // --exact=false
	for _, x := range r.references.indexes {
		n, err := x.Len()
		if err != nil {
			return indexError(err)
		}
		r.ledger.indexed += n
	}
	return nil
}

// isIndex reports whether a file is an index.
func isIndex(name string) bool {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	file, err := os.Open(name)
	if err != nil {
		return false
	}
	defer file.Close()
	head := make([]byte, 4)
	_, err = io.ReadFull(file, head)
	return err == nil && bytes.Equal(head, []byte("\x89FPX"))
}

func (x *indexReferences) close() {
	for _, x := range x.indexes {
		x.Close()
	}
}

// has reports whether an index has a document of this name.
func (x *indexReferences) has(name string) (bool, error) {
	for _, x := range x.indexes {
		_, ok, err := x.Get(name)
		if err != nil {
			return false, indexError(err)
		}
		if ok {
			return true, nil
		}
	}
	return false, nil
}

// search finds the nearest document of the indexes to a text.
func (r *dedupeRun) search(place int, f scheme.Fingerprint) error {
	within := r.Given
	if within == (scheme.Thresholds{}) {
		within = r.scheme.Thresholds(scheme.Close)
	}
	var best index.Match
	for _, x := range r.references.indexes {
		answer, err := x.Search(r.a.Ctx, f, within, 1)
		if err != nil {
			return indexError(err)
		}
		for _, m := range answer.Matches {
			if best.ID == "" || m.Similarity > best.Similarity {
				best = m
			}
		}
	}
	if best.ID != "" {
		r.references.found = append(r.references.found, foundInIndex{uint32(place), best.ID, best.Similarity})
	}
	return nil
}

// addFound makes what was found in indexes the reference of texts. It has entries after those of all documents.
func (r *dedupeRun) addFound() {
	l := &r.ledger
	r.references.places = make(map[string]uint32)
	for _, f := range r.references.found {
		of, ok := r.references.places[f.id]
		if !ok {
			place, _ := l.addText(l.addReference(f.id), identity{}, documents.UnknownFeatures)
			of = uint32(place)
			r.references.places[f.id] = of
		}
		if t := l.texts.at(int(f.text)); !l.entries.at(l.best(t.group)).reference || f.similarity > t.similarity {
			t.group, t.similarity = of, f.similarity
		}
	}
}
