package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// Texts of one template whose numbers, amounts or operators differ are documents of their own. Without
// numbers, each kind is one document.
func TestDedupeKeepsOtherNumbers(t *testing.T) {
	random := rand.New(rand.NewPCG(33, 1))
	n := func(most int) int { return 1 + random.IntN(most) }
	table := func() string {
		var b strings.Builder
		b.WriteString("date,open,high,low,close,volume")
		for day := range 28 {
			fmt.Fprintf(&b, "\n2024-02-%02d,%d.%02d,%d.%02d,%d.%02d,%d.%02d,%d", day+1, n(300), n(99), n(300), n(99), n(300),
				n(99), n(300), n(99), n(1e6))
		}
		return b.String()
	}
	operators := []string{"+", "*", "/", "-"}
	for _, tt := range []struct {
		why   string
		count int
		text  func(i int) string
	}{
		{"problems of mathematics", 200, func(i int) string {
			return fmt.Sprintf("A train travels at %d km per hour for %d hours. How far does the train travel in total before it stops at the station?", 100+i/10, i%10)
		}},
		{"calls of a function", 200, func(int) string {
			return fmt.Sprintf(`{"name": "get_weather", "arguments": {"latitude": %d.%03d, "longitude": -%d.%03d}, "result": {"temperature": %d.%d, "humidity": %d}}`,
				n(89), n(999), n(179), n(999), n(40), n(9), n(100))
		}},
		{"price tables", 50, func(int) string { return table() }},
		{"mails about orders", 100, func(i int) string {
			return fmt.Sprintf("Dear customer, your order %d was shipped on day %d. Total: %d.%02d EUR. Thank you!", 4000+i,
				n(28), n(500), n(99))
		}},
		{"code", 96, func(i int) string {
			return fmt.Sprintf("def f(x):\n    y = x %s %d\n    return y %s %d\n\nprint(f(%d))\n", operators[i%4], 1+i/16,
				operators[i/4%4], 4+i/16, 1+i/16)
		}},
	} {
		var lines strings.Builder
		for i := range tt.count {
			fmt.Fprintf(&lines, "{\"id\":%d,\"text\":%s}\n", i, jsonString(tt.text(i)))
		}
		args := []string{"dedupe", "--quiet", "--csv", "--input", "jsonl", "--id-field", "id"}
		rows, stderr, code := runIn(lines.String(), args...)
		if got := strings.Count(rows, ",true,kept,"); code != 0 || got != tt.count {
			t.Errorf("%s: exit code %d, %d of %d kept: %s", tt.why, code, got, tt.count, stderr)
		}
		rows, _, _ = runIn(lines.String(), append(args, "--ignore-numbers")...)
		if got := strings.Count(rows, ",false,removed,"); got != tt.count-1 {
			t.Errorf("%s, without numbers: %d removed, want %d", tt.why, got, tt.count-1)
		}
	}
}
