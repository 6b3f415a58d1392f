package maintext

import (
	"encoding/binary"
	"sync"

	markupdata "github.com/lsh-interop/fpcheck/vectors/markup"
)

// Name is the name of the model.
const Name = "main-1"

// A node of the model main-1 (R11.32) takes three bytes. The first is this one in a leaf.
const leaf = 0xFF

// node is a node of a tree. The node that is taken where the feature is not greater comes right after it.
type node struct {
	feature uint16 // or leaf
	greater uint16 // the index of the other
	value   int32  // what the feature is compared with, or the score of a leaf
}

// forest is a list of trees.
type forest struct {
	nodes []node
	roots []uint16
}

var model = sync.OnceValue(func() *forest {
	f := &forest{}
	for rest := markupdata.MainModel; len(rest) > 0; {
		f.roots = append(f.roots, uint16(len(f.nodes)))
		rest = f.grow(rest)
	}
	return f
})

// grow adds the tree that the model begins with, and returns what comes after it.
func (f *forest) grow(model []byte) []byte {
	at := len(f.nodes)
	n := node{feature: uint16(model[0]), value: int32(binary.BigEndian.Uint16(model[1:]))}
	if model = model[3:]; n.feature == leaf {
		n.value = int32(int16(n.value))
		f.nodes = append(f.nodes, n)
		return model
	}
	f.nodes = append(f.nodes, n)
	model = f.grow(model)
	f.nodes[at].greater = uint16(len(f.nodes))
	return f.grow(model)
}

// score returns the sum of the leaves that features lead to.
func (f *forest) score(features []int32) (sum int32) {
	for _, at := range f.roots {
		n := &f.nodes[at]
		for n.feature != leaf {
			if features[n.feature] <= n.value {
				at++
			} else {
				at = n.greater
			}
			n = &f.nodes[at]
		}
		sum += n.value
	}
	return sum
}
