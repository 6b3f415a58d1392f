package cases

import (
	"slices"

	"github.com/lsh-interop/fpcheck/vectors"
)

// Agree reports whether a port's result b equals the expected result a. A port may leave out items, their
// weights and places, and compared items. Agree uses no reflection, which would take longer than most answers.
func Agree(a, b vectors.Data) bool {
	lists := func(a, b []vectors.Bytes) bool {
		return (a == nil) == (b == nil) && slices.EqualFunc(a, b, vectors.Bytes.Equal)
	}
	return a.Fingerprint == b.Fingerprint && a.Outcome == b.Outcome && equalAt(a.Features, b.Features) &&
		a.Raw.Equal(b.Raw) && a.Charset == b.Charset && a.Medium == b.Medium && a.Text.Equal(b.Text) &&
		lists(a.Runs, b.Runs) && lists(a.Tokens, b.Tokens) &&
		a.Hash == b.Hash && equalLists(a.Elements, b.Elements) && equalLists(a.Counters, b.Counters) &&
		a.Full.Equal(b.Full) && lists(a.Fulls, b.Fulls) && (b.Items == nil || lists(a.Items, b.Items)) &&
		a.Sketch == b.Sketch && a.Bits == b.Bits &&
		a.Scheme == b.Scheme && a.Profile == b.Profile && a.String.Equal(b.String) &&
		equalLists(a.Strings, b.Strings) &&
		equalAt(a.Distance, b.Distance) && equalAt(a.Similarity, b.Similarity) &&
		a.Seed == b.Seed && a.Count == b.Count && a.Digest == b.Digest &&
		lists(a.IDs, b.IDs) && (b.Weights == nil || equalLists(a.Weights, b.Weights)) &&
		a.Bands == b.Bands && a.Rows == b.Rows && a.Most == b.Most &&
		equalAt(a.Threshold, b.Threshold) && equalAt(a.Floor, b.Floor) &&
		equalLists(a.Keys, b.Keys) && lists(a.Clusters, b.Clusters) && equalLists(a.Similarities, b.Similarities) &&
		lists(a.Texts, b.Texts) && (b.Compared == nil || a.Compared != nil && slices.EqualFunc(a.Compared, b.Compared, lists)) &&
		equalLists(a.Counts, b.Counts) && equalLists(a.Sketches, b.Sketches) &&
		equalAt(a.Same, b.Same) && equalAt(a.Numbers, b.Numbers) &&
		equalLists(a.Scores, b.Scores) &&
		(b.Lines == nil || a.Lines != nil && slices.EqualFunc(a.Lines, b.Lines, slices.Equal)) &&
		a.Words == b.Words && (b.Places == nil || equalLists(a.Places, b.Places)) &&
		(a.Passages == nil) == (b.Passages == nil) && slices.EqualFunc(a.Passages, b.Passages, slices.Equal)
}

func equalAt[T comparable](a, b *T) bool {
	return (a == nil) == (b == nil) && (a == nil || *a == *b)
}

func equalLists[T comparable](a, b []T) bool {
	return (a == nil) == (b == nil) && slices.Equal(a, b)
}
