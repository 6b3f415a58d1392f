// Package index finds near duplicates among fingerprints, according to chapter 13 of SPEC.md.
//
//	var s index.Set
//	err := s.Add("a.txt", features, fingerprint)
//	...
//	clusters, err := s.Clusters(ctx, index.Settings{Threshold: 0.8, Floor: 0.8, Bands: index.Bands{Bands: 32, Rows: 4}, Most: 1000})
//	for c := range clusters.All() {
//		fmt.Println(c[0].ID, "stands for", len(c)-1, "others")
//	}
//
// A set is in memory. A persistent index is a file:
//
//	w, err := index.Create("archive.fpx", index.Options{Scheme: scheme.SM1, Tables: index.Tables{Distance: 3}})
//	err = w.Add(ctx, "a.txt", fingerprint)
//	...
//	err = w.Commit(ctx)
//
//	x, err := index.Open("archive.fpx")
//	for m, err := range x.Search(ctx, fingerprint, scheme.Limits{}) {
//		fmt.Println(m.ID, m.Distance)
//	}
package index
