//go:build !purego

package minhash

import "golang.org/x/sys/cpu"

// wide reports that the processor has what each_amd64.s is made of. Processors that become
// slower by it are not among them.
var wide = cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VBMI2

const lanes = 8

// addMany is [Minima.AddEach] for as many elements as fill the lanes. It returns the others.
func (m *Minima) addMany(elements []uint64) []uint64 {
	groups := len(elements) / lanes
	if !wide || groups == 0 {
		return elements
	}
	addAVX512(&m.complement, &elements[0], groups)
	return elements[groups*lanes:]
}

// addAVX512 adds groups of 8 elements.
//
//go:noescape
func addAVX512(complement *[Slots]uint64, elements *uint64, groups int)
