//go:build !amd64 || purego

package fast

func appendLanes(dst []uint64, _ []byte, bounds []uint16) ([]uint64, []uint16) { return dst, bounds }

func appendGramLanes(dst []uint64, _ []byte, _ []uint16) ([]uint64, bool) { return dst, false }
