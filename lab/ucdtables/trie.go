package main

import (
	"encoding/binary"
	"fmt"
)

// block is the number of code points that share an entry of an index.
const block = 256

// leaves are the values of two-stage tables, in blocks. All tables share them, and each block is
// there once. The value of cp is word index[cp>>8]<<8 + cp&0xFF of data.
type leaves struct {
	data    []byte // little-endian words of four bytes
	numbers map[[block]uint32]byte
}

// add adds the values of all code points and returns their index.
func (l *leaves) add(values []uint32) (index []byte, err error) {
	for ; len(values) > 0; values = values[block:] {
		b := [block]uint32(values)
		number, ok := l.numbers[b]
		if !ok {
			if len(l.numbers) > 0xFF {
				return nil, fmt.Errorf("more than %d blocks", len(l.numbers))
			}
			number = byte(len(l.numbers))
			l.numbers[b] = number
			for _, v := range b {
				l.data = binary.LittleEndian.AppendUint32(l.data, v)
			}
		}
		index = append(index, number)
	}
	return index, nil
}
