package index_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/scheme"
)

const (
	light  = "The keeper of the lighthouse lit the lamp at dusk, and put it out at dawn."
	edited = "The keeper of the lighthouse lit the great lamp at dusk, and put it out at dawn."
	bread  = "Mix the flour with water and salt, knead it well, and let it rise for an hour."
)

// fingerprint returns the fingerprint of a text by sm1.
func fingerprint(text string) scheme.Fingerprint {
	f, err := scheme.SM1.Sum([]byte(text))
	if err != nil {
		panic(err)
	}
	return f
}

// create creates an index of two texts.
func create(ctx context.Context, name string) error {
	w, err := index.Create(name, index.Options{Scheme: scheme.SM1, Tables: index.Tables{Distance: 7}})
	if err != nil {
		return err
	}
	defer w.Close()
	if err := w.Add(ctx, "light.txt", fingerprint(light)); err != nil {
		return err
	}
	if err := w.Add(ctx, "bread.txt", fingerprint(bread)); err != nil {
		return err
	}
	return w.Commit(ctx)
}

// An index of two documents, to which a third is added.
func ExampleCreate() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "index")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "archive.fpx")
	if err := create(ctx, name); err != nil {
		panic(err)
	}
	w, err := index.Update(name, index.Options{})
	if err != nil {
		panic(err)
	}
	defer w.Close()
	if err := w.Add(ctx, "edited.txt", fingerprint(edited)); err != nil {
		panic(err)
	}
	if err := w.Commit(ctx); err != nil {
		panic(err)
	}
	fmt.Println(w.Len(), "documents")
	// Output:
	// 3 documents
}

// The documents of an index in the order of their ids.
func ExampleOpen() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "index")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "archive.fpx")
	if err := create(ctx, name); err != nil {
		panic(err)
	}
	ix, err := index.Open(name)
	if err != nil {
		panic(err)
	}
	defer ix.Close()
	for d, err := range ix.Documents(ctx) {
		fmt.Println(d.ID, d.Fingerprint, err)
	}
	// Output:
	// bread.txt sm1:qa2nhtrg6tamc <nil>
	// light.txt sm1:w62se6q36tcau <nil>
}

// The documents that are near an edited text.
func ExampleIndex_Search() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "index")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "archive.fpx")
	if err := create(ctx, name); err != nil {
		panic(err)
	}
	ix, err := index.Open(name)
	if err != nil {
		panic(err)
	}
	defer ix.Close()
	answer, err := ix.Search(ctx, fingerprint(edited), scheme.AtMost(7), 10)
	if err != nil {
		panic(err)
	}
	for _, near := range answer.Matches {
		fmt.Println(near.ID, near.Distance)
	}
	// Output:
	// light.txt 6
}

func ExampleSet_Clusters() {
	var set index.Set
	for id, text := range map[string]string{"a": light, "b": light + " Nobody thanked him.", "c": bread} {
		h := scheme.MH1.New()
		h.Write([]byte(text))
		f, _ := h.Fingerprint()
		set.Add(id, int64(h.CountFeatures()), f)
	}
	clusters, _ := set.Clusters(context.Background(), index.Settings{
		Threshold: .6, Floor: .6, Bands: index.BandsFor(.6, .995, set.Bits()), Most: 1000,
	})
	for c := range clusters.All() {
		fmt.Println("keep", c[0].ID)
		for _, m := range c[1:] {
			fmt.Printf("  %s is near it: %.2f\n", m.ID, m.Similarity)
		}
	}
	// Output:
	// keep b
	//   a is near it: 0.80
	// keep c
}
