package rules

import "slices"

// Rules are the rules of one scheme, a stage each: chapter 9. What a stage does can be
// replaced before they are used.
type Rules struct {
	Scheme Scheme

	Decoder     *Decoder     // chapter 1
	Identifiers *Identifiers // chapter 2
	Normaliser  *Normaliser  // chapter 3
	Segmenter   *Segmenter   // chapter 4
	Features    *Features    // chapter 5
	Hash        *Hash        // chapter 6
	SimHash     *SimHash     // R7.1 to R7.3; nil in a scheme that has no SimHash
	MinHash     *MinHash     // R7.4 to R7.10; nil in a scheme that has no MinHash
	Strings     *Strings     // chapter 8
	Comparison  *Comparison  // R10.1 to R10.5
	Accumulated *Accumulated // chapter 12
	Clustering  *Clustering  // chapter 13
}

// Of returns the rules of the scheme of that id.
func Of(id string) *Rules {
	s := SchemeOf(id)
	r := &Rules{
		Scheme:      s,
		Decoder:     NewDecoder(),
		Identifiers: NewIdentifiers(s),
		Normaliser:  NewNormaliser(s),
		Segmenter:   NewSegmenter(s),
		Hash:        NewHash(),
		Strings:     NewStrings(),
		Accumulated: NewAccumulated(),
	}
	r.Features = NewFeatures(s, r.Hash.Sum)
	m := NewMinHash() // strings of all schemes can be compared
	if s.MinHash {
		r.MinHash = m
	} else {
		r.SimHash = NewSimHash()
	}
	r.Comparison = NewComparison(r.Strings, m)
	r.Clustering = NewClustering(r.Comparison, r.Strings, m)
	return r
}

// Fingerprint returns the fingerprint of a text as a string, and the number of its
// features (R9.1). The string is empty if it has none (R5.3). Where the text is cut into
// pieces makes no difference (R9.2).
func (r *Rules) Fingerprint(pieces ...[]byte) (fingerprint string, features int) {
	octets := slices.Concat(pieces...)
	text := r.Decoder.Text(octets)
	text = r.Identifiers.Text(text)
	runs := r.Normaliser.Runs(text)
	tokens := r.Segmenter.Tokens(runs)
	elements, features := r.Features.Elements(tokens)
	sketch := r.Sketch(elements)
	if sketch == nil {
		return "", 0
	}
	return r.Strings.Encode(Fingerprint{sketch, r.Scheme.ID, "visible"}), features
}

// Sketch returns the sketch of elements, or nil if there are none (R5.3).
func (r *Rules) Sketch(elements []uint64) []byte {
	switch {
	case len(elements) == 0:
		return nil
	case r.MinHash == nil:
		return r.SimHash.Sketch(r.SimHash.Counters(elements))
	}
	sketch, err := r.MinHash.Stored(r.MinHash.Full(elements))
	if err != nil {
		panic(err) // Full writes what Stored cannot read
	}
	return sketch
}
