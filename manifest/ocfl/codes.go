package ocfl

import (
	_ "embed"
	"strings"
	"sync"
)

// A Code is a validation code of the specification. "E092" is an error, which violates a MUST. "W004" is
// a warning, which violates a SHOULD.
type Code string

// Sentence returns the newest version of the sentence of the specification for the code, or "" if the
// code is unknown.
func (c Code) Sentence() string { return sentences()[c].text }

type sentence struct {
	only specVersion // the only version with the code; "" if both have it
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
		all[Code(fields[0])] = sentence{specVersion(strings.TrimPrefix(fields[1], "-")), fields[2]}
	}
	return all
})
