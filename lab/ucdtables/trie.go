package main

import "math/bits"

// A trie is a two-stage table: the value of cp is
// blocks[index[cp>>shift]<<shift + cp&(1<<shift-1)].
type trie struct {
	shift  int
	index  []int
	blocks []int
}

// newTrie returns the smallest trie of values, each of which takes width bytes.
// Code points from len(values) on are left to the reader of the table.
func newTrie(values []int, width int) trie {
	var best trie
	// A block of 128 or more holds all of ASCII.
	for shift := 5; shift <= 9; shift++ {
		if t := build(values, shift); best.index == nil || t.size(width) < best.size(width) {
			best = t
		}
	}
	return best
}

func build(values []int, shift int) trie {
	t := trie{shift: shift}
	seen := map[string]int{}
	for start := 0; start < len(values); start += 1 << shift {
		block := make([]int, 1<<shift)
		copy(block, values[start:min(start+1<<shift, len(values))])
		key := make([]byte, 0, 4<<shift)
		for _, v := range block {
			key = append(key, byte(v), byte(v>>8), byte(v>>16), byte(v>>24))
		}
		number, ok := seen[string(key)]
		if !ok {
			number = len(t.blocks) >> shift
			seen[string(key)] = number
			t.blocks = append(t.blocks, block...)
		}
		t.index = append(t.index, number)
	}
	return t
}

func (t trie) size(width int) int {
	return len(t.index)*t.indexWidth() + len(t.blocks)*width
}

func (t trie) indexWidth() int {
	return width(len(t.blocks)>>t.shift - 1)
}

// width returns the bytes of the smallest of the sizes 1, 2 and 4 that holds n.
func width(n int) int {
	switch b := bits.Len(uint(n)); {
	case b <= 8:
		return 1
	case b <= 16:
		return 2
	}
	return 4
}
