//go:build !amd64 || purego

package fast

func (t *Tokenizer) edges(blocks int) int { return t.edgesGeneric(blocks) }
