package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/engine/difference"
)

// tables returns the two tables as Markdown.
func (m *measured) tables() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s.\n\n", strings.Join(m.versions, "; "))
	changed, alarms := 0, 0
	for _, p := range m.clean {
		if p.conversion.changed(p.language) != "" {
			changed++
		} else if !p.result.passes() {
			alarms++
		}
	}
	fmt.Fprintf(&b, "Clean pairs whose text the program changed: %d. False alarms among the other %d: %d.\n\n",
		changed, len(m.clean)-changed, alarms)
	table(&b, fmt.Sprintf("%d clean pairs", len(m.clean)), m.clean, func(p pair) string { return "`" + p.conversion.name() + "`" })
	b.WriteString("\n")
	table(&b, fmt.Sprintf("%d damaged pairs", len(m.damaged)), m.damaged, func(p pair) string { return p.damage })
	return b.String()
}

// columns count pairs by outcome, and by the kinds of change in those that are not VALID.
func columns() (names []string, has []func(pair) bool) {
	names = []string{"SAME TEXT", "other VALID", "REVIEW", "INVALID"}
	has = []func(pair) bool{
		func(p pair) bool { return p.result.passes() && p.result.Status == "SAME TEXT" },
		func(p pair) bool { return p.result.passes() && p.result.Status != "SAME TEXT" },
		func(p pair) bool { return p.result.Outcome == "REVIEW" },
		func(p pair) bool { return p.result.Outcome == "INVALID" },
	}
	for _, k := range difference.Kinds() {
		if k == difference.Attachment { // no set has mails
			continue
		}
		names = append(names, k.String())
		has = append(has, func(p pair) bool { return !p.result.passes() && p.result.has(k) })
	}
	return names, has
}

// table writes the number of pairs in each column, by rows in the order of the pairs.
func table(b *strings.Builder, title string, pairs []pair, row func(pair) string) {
	names, has := columns()
	var rows []string
	counts := make(map[string][]int)
	for _, p := range pairs {
		if r := row(p); counts[r] == nil {
			rows = append(rows, r)
		}
		for _, r := range []string{row(p), "all"} {
			if counts[r] == nil {
				counts[r] = make([]int, len(has))
			}
			for i := range has {
				if has[i](p) {
					counts[r][i]++
				}
			}
		}
	}
	fmt.Fprintf(b, "| %s | %s |\n| --- |%s\n", title, strings.Join(names, " | "), strings.Repeat(" ---: |", len(names)))
	for _, r := range append(slices.Clip(rows), "all") {
		fmt.Fprintf(b, "| %s |", r)
		for _, n := range counts[r] {
			fmt.Fprintf(b, " %d |", n)
		}
		b.WriteString("\n")
	}
}
