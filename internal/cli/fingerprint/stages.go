package fingerprint

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/engine/spell"
	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/internal/kernel/simhash"
	"github.com/lsh-interop/fpcheck/internal/kernel/sketch"
	"github.com/lsh-interop/fpcheck/internal/kernel/splitmix"
	"github.com/lsh-interop/fpcheck/scheme"
)

// shownFeature is a feature as both forms of --stages show it.
type shownFeature struct {
	Feature  string `json:"feature"`
	Hash     string `json:"hash"`
	Weight   int    `json:"weight"`
	Repeated bool   `json:"repeated,omitempty"` // its hash has come before
}

func shownFeatures(st *sketch.Stages) iter.Seq[shownFeature] {
	return func(yield func(shownFeature) bool) {
		seen := make(map[uint64]bool)
		for _, f := range st.Features {
			if !yield(shownFeature{f.Text, spell.Hash(f.Hash), f.Weight, seen[f.Hash]}) {
				return
			}
			seen[f.Hash] = true
		}
	}
}

// slot is a slot of a full form that an element fell into.
type slot struct {
	Number int    `json:"slot"`
	Value  string `json:"value"`
}

// fullForm returns the slots of a full form, as in its serialisation (R7.7).
func fullForm(m *minhash.Minima) (values [minhash.Slots]uint64) {
	octets, _ := m.MarshalBinary()
	slots := octets[len(octets)-8*minhash.Slots:]
	for i := range values {
		values[i] = binary.BigEndian.Uint64(slots[8*i:])
	}
	return values
}

const emptySlot = 1<<64 - 1 // R7.5

// filled returns the slots that are not empty.
func filled(m *minhash.Minima) []slot {
	slots := []slot{}
	for i, v := range fullForm(m) {
		if v != emptySlot {
			slots = append(slots, slot{i, spell.Hash(v)})
		}
	}
	return slots
}

// donors returns the donors of all slots (R7.8) of a full form that is not empty.
func donors(m *minhash.Minima) (donors [minhash.Slots]int) {
	values := fullForm(m)
	for i := range donors {
		d := i
		for t := uint64(0); values[d] == emptySlot; t++ {
			d = int(splitmix.Mix(uint64(i)<<32|t) % minhash.Slots)
		}
		donors[i] = d
	}
	return donors
}

// jsonStages are the stages in JSON. No list is null.
type jsonStages struct {
	Text     string         `json:"text"` // without identifiers, lines joined
	Runs     []string       `json:"runs"`
	Tokens   []string       `json:"tokens"`             // in order
	Features []shownFeature `json:"features"`           // the same
	Elements int            `json:"elements"`           // how many
	Counters []int64        `json:"counters,omitempty"` // that of bit 0 first; of a MinHash none
	FullForm []slot         `json:"full_form,omitempty"`
	Donors   []int          `json:"donors,omitempty"` // that of slot 0 first
	Sketch   string         `json:"sketch,omitempty"` // whole, if the fingerprint is truncated
}

func newJSONStages(s *scheme.Scheme, st *sketch.Stages) *jsonStages {
	j := &jsonStages{
		Text:     st.Remaining,
		Runs:     append([]string{}, st.Runs...),
		Tokens:   append([]string{}, st.Tokens...),
		Features: slices.AppendSeq([]shownFeature{}, shownFeatures(st)),
		Elements: len(st.Elements),
	}
	if !s.IsMinHash() {
		j.Counters = st.Counters[:]
	}
	if !st.Minima.IsEmpty() {
		donors := donors(&st.Minima)
		j.FullForm, j.Donors = filled(&st.Minima), donors[:]
	}
	if st.Distinct > 0 {
		j.Sketch = hex.EncodeToString(st.Sketch)
	}
	return j
}

// writeStages writes the stages for people. It quotes text of the document against terminal tricks.
func writeStages(w io.Writer, s *scheme.Scheme, st *sketch.Stages) {
	line := func(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }
	quoted := func(list []string) {
		for _, text := range list {
			line("    %s", strconv.Quote(text))
		}
	}
	line("  text after chapter 2: %s", cli.Count(len(st.Remaining), "byte"))
	quoted(slices.Collect(strings.Lines(st.Remaining)))
	line("  runs (chapter 3): %d", len(st.Runs))
	quoted(st.Runs)
	line("  tokens (chapter 4): %d", len(st.Tokens))
	quoted(st.Tokens)
	line("  features (chapter 5), their hashes (chapter 6) and weights: %d, %d distinct", len(st.Features), st.Distinct)
	for f := range shownFeatures(st) {
		repeated := ""
		if f.Repeated {
			repeated = "  (repeated)"
		}
		line("    %s %2d  %s%s", f.Hash, f.Weight, strconv.Quote(f.Feature), repeated)
	}
	line("  elements (R5.6): %d", len(st.Elements))
	if s.IsMinHash() {
		writeSlots(line, st)
	} else {
		writeCounters(line, st)
	}
	line("")
}

func writeCounters(line func(format string, args ...any), st *sketch.Stages) {
	first := ""
	if len(st.Sketch)*8 > simhash.Bits {
		first = " of the first 64 bits"
	}
	line("  counters (R7.1)%s, bit 0 first:", first)
	for row := range slices.Chunk(st.Counters[:], 16) {
		var text string
		for _, c := range row {
			text += fmt.Sprintf(" %4d", c)
		}
		line("   %s", text)
	}
	if st.Distinct > 0 {
		line("  sketch (R7.2): %x", st.Sketch)
	}
}

func writeSlots(line func(format string, args ...any), st *sketch.Stages) {
	if !st.Minima.IsEmpty() {
		slots := filled(&st.Minima)
		line("  full form (R7.5): %d of %d slots are not empty", len(slots), minhash.Slots)
		for row := range slices.Chunk(slots, 4) {
			var text string
			for _, s := range row {
				text += fmt.Sprintf(" %4d %s", s.Number, s.Value)
			}
			line("   %s", text)
		}
		line("  donors (R7.8), that of slot 0 first:")
		donors := donors(&st.Minima)
		for row := range slices.Chunk(donors[:], 16) {
			var text string
			for _, d := range row {
				text += fmt.Sprintf(" %4d", d)
			}
			line("   %s", text)
		}
	}
	if st.Distinct > 0 {
		line("  sketch (R7.9), slot 0 first:")
		for row := range slices.Chunk(st.Sketch, 16) {
			line("    % x", row)
		}
	}
}
