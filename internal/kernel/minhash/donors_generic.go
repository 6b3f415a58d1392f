//go:build !amd64 || purego

package minhash

const fewSlots = 8

func leastOf(least *[Slots]uint16, rows []*[Slots]uint16) { leastOfEach(least, rows) }
