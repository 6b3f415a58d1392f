package index_test

import (
	"context"
	"fmt"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/scheme"
)

func ExampleSet_Clusters() {
	const text = "The keeper of the lighthouse lit the lamp at dusk, and put it out at dawn."
	var set index.Set
	for id, text := range map[string]string{"a": text, "b": text + " Nobody thanked him.", "c": "A recipe for bread."} {
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
