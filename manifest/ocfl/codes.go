package ocfl

import (
	_ "embed"
	"strings"
	"sync"
)

// Code is one of those of the specification's lists of validation codes: an error, which is
// that something a MUST is about is not so, or a warning, which is the same of a SHOULD.
type Code string

// IsWarning reports whether the code is of a SHOULD.
func (c Code) IsWarning() bool { return c != "" && c[0] == 'W' }

// Sentence returns the sentence of the specification that the code is of, as the newest
// version has it; "" if it has none.
func (c Code) Sentence() string { return sentences()[c].text }

// sentence is that of a code.
type sentence struct {
	only Version // that has the code; "" if both have it
	text string
}

//go:embed codes.txt
var codes string

// sentences returns the sentences of the validation codes.
var sentences = sync.OnceValue(func() map[Code]sentence {
	all := make(map[Code]sentence)
	for line := range strings.Lines(codes) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.SplitN(strings.TrimSuffix(line, "\n"), "\t", 3)
		all[Code(fields[0])] = sentence{Version(strings.TrimPrefix(fields[1], "-")), fields[2]}
	}
	return all
})
