//go:build !amd64 || purego

package tokenize

func (t *plain) classify(blocks int)  { t.classifyPlainly(blocks) }
func (t *plain) edges(blocks int) int { return t.edgesPlainly(blocks) }

func (t *plain) letters(at, n int) int { return at }
