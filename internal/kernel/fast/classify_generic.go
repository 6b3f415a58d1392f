//go:build (!amd64 && !arm64) || purego

package fast

func (t *Tokenizer) classify(blocks int) { t.classifyGeneric(blocks) }
