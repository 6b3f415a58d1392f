package fast

// A Batch is many tokens of one text. The first is Text[Bounds[0]:Bounds[1]], the second
// Text[Bounds[2]:Bounds[3]], and so on; they may overlap. At least [Padding] bytes of Text
// stand after the last. Both are valid until the function that was given them returns.
type Batch struct {
	Text     []byte
	Bounds   []uint16
	Clusters []uint16 // bounds of their single clusters, for a [ClusterSink]
	Runs     []uint16 // bounds of runs whose grams are tokens as well, for a ClusterSink that takes runs
}

// A Sink takes tokens in batches.
type Sink interface{ Batch(Batch) }
