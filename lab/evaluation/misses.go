package evaluation

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/scheme"
)

// shownTokens is how many tokens the annex shows of each side of a miss.
const shownTokens = 8

// only lists the tokens that one text has more often than another, the most frequent
// first, as "token ×3".
func only(a, b []string) []string {
	counts := make(map[string]int)
	for _, t := range a {
		counts[t]++
	}
	for _, t := range b {
		counts[t]--
	}
	var more []string
	for t, n := range counts {
		if n > 0 {
			more = append(more, t)
		}
	}
	slices.SortFunc(more, func(x, y string) int {
		return cmp.Or(counts[y]-counts[x], strings.Compare(x, y))
	})
	for i, t := range more {
		if n := counts[t]; n > 1 {
			more[i] = fmt.Sprintf("%s ×%d", t, n)
		}
	}
	return more
}

// listed shows the first of a list.
func listed(tokens []string) string {
	if len(tokens) == 0 {
		return "–"
	}
	shown := strings.Join(tokens[:min(shownTokens, len(tokens))], ", ")
	if more := len(tokens) - shownTokens; more > 0 {
		shown += fmt.Sprintf(" and %s more", grouped(more))
	}
	return strings.ReplaceAll(shown, "|", `\|`)
}

// rows are the rows of the annex's table for one medium.
func missRows(s *scheme.Scheme, all []miss) [][]string {
	var rows [][]string
	for _, m := range all {
		a, b := s.Method().Rules().Tokens([]byte(m.a)), s.Method().Rules().Tokens([]byte(m.b))
		rows = append(rows, []string{m.manual, fmt.Sprint(m.distance), fmt.Sprintf("%s / %s", grouped(len(a)), grouped(len(b))),
			listed(only(a, b)), listed(only(b, a))})
	}
	return rows
}
