//go:build !amd64 || purego

package tokenize

func (t *plain) classify(blocks int)  { t.classifyPlainly(blocks) }
func (t *plain) edges(blocks int) int { return t.edgesPlainly(blocks) }

const wide = false

func (t *plain) known([]byte, int, int) int { panic("unreachable") }
