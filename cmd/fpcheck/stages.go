package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/jenkins"
	"github.com/lsh-interop/fpcheck/scheme"
)

// hashedToken is a token as both forms of --stages show it.
type hashedToken struct {
	Token    string `json:"token"`
	Hash     string `json:"hash"`
	Repeated bool   `json:"repeated,omitempty"` // its hash has come before
}

func hashedTokens(st scheme.Stages) []hashedToken {
	list := make([]hashedToken, 0, len(st.Tokens))
	seen := make(map[uint64]bool)
	for _, t := range st.Tokens {
		h := jenkins.Sum64([]byte(t))
		list = append(list, hashedToken{t, hex64(h), seen[h]})
		seen[h] = true
	}
	return list
}

func hex64(n uint64) string { return fmt.Sprintf("%016x", n) }

// jsonStages are the stages in JSON. Their names are those of the vectors.
type jsonStages struct {
	Text     string        `json:"text"`     // without identifiers
	Runs     []string      `json:"runs"`     //
	Tokens   []hashedToken `json:"tokens"`   // in order
	Counters []int64       `json:"counters"` // that of bit 0 first
	Sketch   string        `json:"sketch,omitempty"`
}

func newJSONStages(st scheme.Stages) *jsonStages {
	j := &jsonStages{Text: st.Remaining, Runs: st.Runs, Tokens: hashedTokens(st), Counters: st.Counters[:]}
	if j.Runs == nil {
		j.Runs = []string{}
	}
	if len(st.Hashes) > 0 {
		j.Sketch = hex64(st.Fingerprint.Sketch())
	}
	return j
}

// appendStages writes the stages for people. What comes from the document is
// quoted: it shows blanks, and cannot play tricks on a terminal.
func appendStages(b []byte, st scheme.Stages) []byte {
	b = fmt.Appendf(b, "  text without identifiers (chapter 2): %s\n", count(len(st.Remaining), "byte"))
	for line := range strings.Lines(st.Remaining) {
		b = fmt.Appendf(b, "    %s\n", strconv.Quote(line))
	}
	b = fmt.Appendf(b, "  runs (chapter 3): %d\n", len(st.Runs))
	for _, r := range st.Runs {
		b = fmt.Appendf(b, "    %s\n", strconv.Quote(r))
	}
	b = fmt.Appendf(b, "  tokens (chapter 4) and their hashes (chapter 6): %d, %d distinct\n", len(st.Tokens), len(st.Hashes))
	for _, t := range hashedTokens(st) {
		mark := ""
		if t.Repeated {
			mark = "  (repeated)"
		}
		b = fmt.Appendf(b, "    %s  %s%s\n", t.Hash, strconv.Quote(t.Token), mark)
	}
	b = fmt.Appendf(b, "  counters (R7.1), from bit 0 to bit 63\n")
	const perLine = 16
	for i, c := range st.Counters {
		if i%perLine == 0 {
			b = append(b, "   "...)
		}
		b = fmt.Appendf(b, " %4d", c)
		if i%perLine == perLine-1 {
			b = append(b, '\n')
		}
	}
	if len(st.Hashes) > 0 {
		b = fmt.Appendf(b, "  sketch (R7.2): %s\n", hex64(st.Fingerprint.Sketch()))
	}
	return append(b, '\n')
}
