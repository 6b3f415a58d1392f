// Package index finds near duplicates among fingerprints, according to chapter 13 of SPEC.md.
//
//	var s index.Set
//	err := s.Add("a.txt", features, fingerprint)
//	...
//	o := index.Settings{Threshold: 0.8, Floor: 0.8, Bands: index.BandsFor(0.8, 0.99, s.Bits()), Most: 1000}
//	clusters, err := s.Clusters(ctx, o)
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
//	ix, err := index.Open("archive.fpx")
//	answer, err := ix.Search(ctx, fingerprint, scheme.AtMost(3), 10)
//	for _, near := range answer.Matches {
//		fmt.Println(near.ID, near.Distance)
//	}
package index
