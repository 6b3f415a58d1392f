package main

import (
	"encoding/hex"
	"fmt"
	"io"
	"iter"
	"slices"
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

func hashedTokens(st *scheme.Stages) iter.Seq[hashedToken] {
	return func(yield func(hashedToken) bool) {
		seen := make(map[uint64]bool)
		for _, t := range st.Tokens {
			h := jenkins.Sum64([]byte(t))
			if !yield(hashedToken{t, hex64(h), seen[h]}) {
				return
			}
			seen[h] = true
		}
	}
}

func hex64(n uint64) string { return fmt.Sprintf("%016x", n) }

// jsonStages are the stages in JSON. No list is null.
type jsonStages struct {
	Text     string        `json:"text"` // without identifiers
	Runs     []string      `json:"runs"`
	Tokens   []hashedToken `json:"tokens"`   // in order
	Counters []int64       `json:"counters"` // that of bit 0 first
	Sketch   string        `json:"sketch,omitempty"`
}

func newJSONStages(st *scheme.Stages) *jsonStages {
	j := &jsonStages{
		Text:     st.Remaining,
		Runs:     append([]string{}, st.Runs...),
		Tokens:   slices.AppendSeq([]hashedToken{}, hashedTokens(st)),
		Counters: st.Counters[:],
	}
	if st.Distinct > 0 {
		j.Sketch = hex.EncodeToString(st.Fingerprint.Sketch())
	}
	return j
}

// writeStages writes the stages for people. What comes from the document is
// quoted: it shows blanks, and cannot play tricks on a terminal.
func writeStages(w io.Writer, st *scheme.Stages) {
	line := func(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }

	line("  text without identifiers (chapter 2): %s", count(len(st.Remaining), "byte"))
	for l := range strings.Lines(st.Remaining) {
		line("    %s", strconv.Quote(l))
	}
	line("  runs (chapter 3): %d", len(st.Runs))
	for _, r := range st.Runs {
		line("    %s", strconv.Quote(r))
	}
	line("  tokens (chapter 4) and their hashes (chapter 6): %d, %d distinct", len(st.Tokens), st.Distinct)
	for t := range hashedTokens(st) {
		repeated := ""
		if t.Repeated {
			repeated = "  (repeated)"
		}
		line("    %s  %s%s", t.Hash, strconv.Quote(t.Token), repeated)
	}
	line("  counters (R7.1), bit 0 first:")
	for row := range slices.Chunk(st.Counters[:], 16) {
		var text string
		for _, c := range row {
			text += fmt.Sprintf(" %4d", c)
		}
		line("   %s", text)
	}
	if st.Distinct > 0 {
		line("  sketch (R7.2): %s", hex.EncodeToString(st.Fingerprint.Sketch()))
	}
	line("")
}
