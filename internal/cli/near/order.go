package near

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	"github.com/lsh-interop/fpcheck/internal/kernel/sketch"
)

// order says which document of a group is kept.
type order struct {
	keep    string
	prefer  []string
	matched []bool                        // of prefer, those that match a document
	by      func(l *ledger, a, b int) int // nil if [ledger.key] and the order of reading say it
	field   string                        // of --keep FIELD
}

// The values of --keep.
const (
	keepLongest = "longest"
	keepFirst   = "first"
	keepLast    = "last"
)

func (o *order) addFlags(c *cobra.Command) {
	c.Flags().StringVar(&o.keep, "keep", keepLongest, "`which` to keep: longest, first, last, FIELD[:desc]")
	c.Flags().Lookup("keep").DefValue = ""
	c.Flags().StringArrayVar(&o.prefer, "prefer", nil, "keep documents that match this `pattern`")
	cli.Complete(c, "keep", func() []string { return []string{keepLongest, keepFirst, keepLast} })
}

func (o *order) check() error {
	switch o.keep {
	case keepLongest, keepFirst:
	case keepLast:
		o.by = func(_ *ledger, a, b int) int { return cmp.Compare(b, a) }
	case "", ":desc":
		return cli.Usage(fmt.Errorf("--keep %q: expected %s, %s, %s or a field", o.keep, keepLongest, keepFirst, keepLast))
	default:
		field, descending := strings.CutSuffix(o.keep, ":desc")
		o.field = field
		o.by = func(l *ledger, a, b int) int { return compareRanks(l.ranks[a], l.ranks[b], descending) }
	}
	if len(o.prefer) >= math.MaxUint16 {
		return cli.Usage(fmt.Errorf("--prefer: %d patterns: expected fewer than %d", len(o.prefer), math.MaxUint16))
	}
	o.matched = make([]bool, len(o.prefer))
	return documents.CheckPatterns("prefer", o.prefer)
}

// compareRanks compares values of a field: numbers by their value, other texts by their bytes, after the
// numbers. What has no value comes last.
func compareRanks(a, b string, descending bool) int {
	if a == "" || b == "" {
		return cmp.Compare(b, a)
	}
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	order := 0
	switch {
	case errX == nil && errY == nil:
		if order = cmp.Compare(x, y); order == 0 { // whole numbers may differ beyond 2^53
			n, errN := strconv.ParseInt(a, 10, 64)
			m, errM := strconv.ParseInt(b, 10, 64)
			if errN == nil && errM == nil {
				order = cmp.Compare(n, m)
			}
		}
	case errX == nil:
		order = -1
	case errY == nil:
		order = 1
	default:
		order = strings.Compare(a, b)
	}
	if descending {
		return -order
	}
	return order
}

// rank returns the place of the first pattern of --prefer that a path matches.
func (o *order) rank(name string) uint16 {
	first := len(o.prefer)
	for i, pattern := range o.prefer {
		if (i < first || !o.matched[i]) && documents.MatchesBelow(pattern, name) {
			o.matched[i] = true
			first = min(first, i)
		}
	}
	return uint16(first)
}

// setUnknown notes the number of characters of a document that are not known.
func (l *ledger) setUnknown(number, n int) {
	if l.unknown == nil {
		l.unknown = make(map[int]int)
	}
	l.unknown[number] = n
}

// isReadable reports whether a document may be removed for another, or another for it (R13.23).
func (l *ledger) isReadable(number int) bool {
	n := l.unknown[number]
	return n == 0 || sketch.IsReadable(int(l.features(number)), n)
}

// weight returns the weight of a document (R13.23).
func (l *ledger) weight(number int) int {
	n, features := l.unknown[number], int(l.features(number))
	if n == 0 {
		return features
	}
	return sketch.Weight(features, n)
}

// features returns the number of features of a document.
func (l *ledger) features(number int) int32 {
	if t := l.entries.at(number).text; t >= 0 {
		return l.texts.at(int(t)).features
	}
	return 0
}
