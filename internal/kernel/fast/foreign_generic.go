//go:build !amd64 || purego

package fast

// vectorTable is empty where no instructions look code points up.
type vectorTable struct{}

func (*vectorTable) fill(*table) {}

func (t *Tokenizer) mapByVectors([]byte, int, int) int { panic("unreachable") }
