package main

import (
	"fmt"
	"slices"
	"strings"
)

// tables returns the two tables as Markdown.
func (m *measured) tables() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s.\n\n", strings.Join(m.versions, "; "))
	table(&b, fmt.Sprintf("%d clean pairs", len(m.clean)), m.clean, func(p pair) string { return "`" + p.conversion + "`" })
	b.WriteString("\n")
	table(&b, fmt.Sprintf("%d damaged pairs", len(m.damaged)), m.damaged, func(p pair) string { return p.damage })
	return b.String()
}

// table writes the number of pairs for each status, by rows in the order of the pairs.
func table(b *strings.Builder, title string, pairs []pair, row func(pair) string) {
	total := "all"
	var rows, columns []string
	counts := make(map[string]map[string]int)
	for _, p := range pairs {
		column := p.result.Status
		if p.result.passes() && column != "SAME TEXT" {
			column = "marks only"
		}
		for _, r := range []string{row(p), total} {
			if counts[r] == nil {
				counts[r] = make(map[string]int)
				rows = append(rows, r)
			}
			counts[r][column]++
		}
		if !slices.Contains(columns, column) {
			columns = append(columns, column)
		}
	}
	order := []string{"SAME TEXT", "marks only", "SAME FINGERPRINT", "SIMILAR", "DIFFERENT"}
	slices.SortFunc(columns, func(a, b string) int {
		return slices.Index(order, a) - slices.Index(order, b)
	})
	rows = append(slices.DeleteFunc(rows, func(r string) bool { return r == total }), total)
	fmt.Fprintf(b, "| %s | %s |\n| --- |%s\n", title, strings.Join(columns, " | "), strings.Repeat(" ---: |", len(columns)))
	for _, r := range rows {
		fmt.Fprintf(b, "| %s |", r)
		for _, c := range columns {
			fmt.Fprintf(b, " %d |", counts[r][c])
		}
		b.WriteString("\n")
	}
}
