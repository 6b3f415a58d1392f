//go:build !amd64 || purego

package hamming

func (t *table) scan(probes []probe, hot uint32, distance int) (near uint64) {
	return t.scanGeneric(probes, hot, distance)
}
