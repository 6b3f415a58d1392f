//go:build !purego

package maintext

import (
	"cmp"
	"encoding/binary"
	"slices"
	"sync"

	"golang.org/x/sys/cpu"
)

// wideForest is the model for lines in lanes. A tree has a bit for each of its leaves, from left to right. A comparison
// that is true rules out the leaves on its left. A walk would end at the first leaf that remains.
type wideForest struct {
	nodes []wideNode
	trees []wideTree
}

type wideNode struct {
	feature   uint32 // how many bytes the feature's vector is behind the first
	threshold int16  // as in biased
	left      uint16 // the leaves that are ruled out if the feature is greater
}

type wideTree struct {
	nodes     uint64      // how many
	low, high [lanes]byte // of the leaves, in the order of deBruijn
}

// deBruijn times 1<<n has n's place among the leaves of a wideTree in its four high bits.
const deBruijn = 0x09AF

// wideModel is nil where lines cannot be scored in lanes.
var wideModel = sync.OnceValue(func() *wideForest {
	if !cpu.X86.HasAVX2 {
		return nil
	}
	return model().widen()
})

// widen returns nil if a tree does not fit. It may be a leaf alone, or have too many leaves or too large a threshold.
// Trees of the same size come one after the other, so that the processor predicts where each ends.
func (f *forest) widen() *wideForest {
	w := &wideForest{}
	for _, root := range slices.SortedStableFunc(slices.Values(f.roots), f.bySize) {
		var tree wideTree
		leaves, had := 0, len(w.nodes)
		if !w.grow(f, &tree, root, &leaves) {
			return nil
		}
		if tree.nodes = uint64(len(w.nodes) - had); tree.nodes == 0 {
			return nil
		}
		w.trees = append(w.trees, tree)
	}
	return w
}

// bySize compares the sizes of two trees.
func (f *forest) bySize(a, b uint16) int { return cmp.Compare(f.size(a), f.size(b)) }

// size returns the number of nodes and leaves of a tree.
func (f *forest) size(root uint16) int {
	if n := f.nodes[root]; n.feature != leaf {
		return 1 + f.size(root+1) + f.size(n.greater)
	}
	return 1
}

// grow adds the nodes of a tree from a node on, and counts its leaves.
func (w *wideForest) grow(f *forest, tree *wideTree, at uint16, leaves *int) bool {
	n := f.nodes[at]
	if n.feature == leaf {
		if *leaves == lanes {
			return false
		}
		place := uint16(deBruijn<<*leaves) >> 12
		var value [2]byte
		binary.LittleEndian.PutUint16(value[:], uint16(n.value))
		tree.low[place], tree.high[place] = value[0], value[1]
		*leaves++
		return true
	}
	first := *leaves
	if n.value == most || !w.grow(f, tree, at+1, leaves) {
		return false
	}
	w.nodes = append(w.nodes, wideNode{uint32(n.feature) * 2 * lanes, biased(n.value), 1<<*leaves - 1<<first})
	return w.grow(f, tree, n.greater, leaves)
}

// score returns the scores of lines in lanes.
func (w *wideForest) score(features []vector) (scores [lanes]int32) {
	scoreAVX2(&scores[0], &features[0], &w.nodes[0], &w.trees[0], len(w.trees))
	return scores
}

// scoreAVX2 stores the scores of lines in lanes, by n trees of at least one node.
//
//go:noescape
func scoreAVX2(scores *int32, features *vector, nodes *wideNode, trees *wideTree, n int)
