//go:build linux

package main

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/cpu"

	"github.com/lsh-interop/fpcheck/lab/corpus"
)

// report is all that was measured.
type report struct {
	plan    plan
	machine string
	rows    []*row
	real    []realSet

	digest                 string // of the data
	octets, hotOctets      int64
	tongues                int
	documents              int
	near, fair             []int // true pairs by the readings
	harderKinds            string
	harderDocuments        int
	harderNear, harderFair []int
}

// describe fills in what the data are.
func (r *report) describe() (err error) {
	if r.digest, r.octets, err = digest(r.plan.file("data.jsonl")); err != nil {
		return err
	}
	if _, r.hotOctets, err = digest(r.plan.file("hot.jsonl")); err != nil {
		return err
	}
	dir, err := corpus.Dir()
	if err != nil {
		return err
	}
	c, err := corpus.Open(dir)
	if err != nil {
		return err
	}
	r.tongues = len(c.Manuals)
	r.documents = 2 * r.plan.pairs
	kinds, err := os.ReadFile(r.plan.file("harder.kinds"))
	if err != nil {
		return err
	}
	r.harderKinds = string(kinds)
	if r.harderDocuments, err = countLines(r.plan.file("harder.jsonl")); err != nil {
		return err
	}
	for i := range readings {
		for _, set := range []struct {
			name       string
			near, fair *[]int
		}{{"data", &r.near, &r.fair}, {"harder", &r.harderNear, &r.harderFair}} {
			truth, err := readTruth(r.plan.file(set.name + truthSuffix(i)))
			if err != nil {
				return err
			}
			near := 0
			for _, p := range truth {
				if p.resemblance >= high {
					near++
				}
			}
			*set.near, *set.fair = append(*set.near, near), append(*set.fair, len(truth))
		}
	}
	return nil
}

// machine names the processor and what fpcheck uses of it.
func machine() string {
	name := "a processor without a name"
	info, _ := os.ReadFile("/proc/cpuinfo")
	for line := range bytes.Lines(info) {
		if key, value, ok := bytes.Cut(line, []byte(":")); ok && string(bytes.TrimSpace(key)) == "model name" {
			name = string(bytes.TrimSpace(value))
			break
		}
	}
	switch {
	case cpu.X86.HasAVX512BW:
		return name + " with AVX-512"
	case cpu.X86.HasAVX2:
		return name + " with AVX2"
	}
	return name
}

// rowOf returns the row whose name begins so, if it was measured.
func (r *report) rowOf(name string) *row {
	for _, row := range r.rows {
		if strings.HasPrefix(row.name, name) && len(row.plain) > 0 {
			return row
		}
	}
	return nil
}

func (r *report) table() string {
	var b strings.Builder
	b.WriteString("| tool | gives | wall, s | to fpcheck | to gaoya | CPU, s | MB | J ≥ 0.8 found | J ≥ 0.5 found | wrong | hot | user's lines |\n")
	b.WriteString("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	first, gaoya := r.rows[0], r.rowOf("gaoya")
	for _, row := range r.rows {
		if len(row.plain) == 0 {
			continue
		}
		w := median(row.plain, wall)
		toGaoya := "–"
		if gaoya != nil {
			toGaoya = ratio(w, median(gaoya.plain, wall))
		}
		v := row.verdicts[row.reading]
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %.0f | %s | %s | %s | %s | %s |\n", row.name, row.gives, seconds(row.plain),
			ratio(w, median(first.plain, wall)), toGaoya, figure(median(row.plain, processor)), median(row.plain, memory)/1e6,
			share(v.nearFound, v.near), share(v.fairFound, v.fair), count(v.wrong), row.hotCell(), row.linesCell())
	}
	return b.String()
}

// readingsTable and harderTable judge by both definitions of words.
func (r *report) readingsTable() string {
	return verdictTable(r.rows, func(r *row) []verdict { return r.verdicts }, nil)
}

func (r *report) harderTable() string {
	return verdictTable(r.rows, func(r *row) []verdict { return r.harder }, func(r *row) []cost { return r.hard })
}

func verdictTable(rows []*row, verdicts func(*row) []verdict, runs func(*row) []cost) string {
	var b strings.Builder
	b.WriteString("| tool |")
	line := "| --- |"
	if runs != nil {
		b.WriteString(" wall, s |")
		line += " ---: |"
	}
	for _, reading := range readings {
		fmt.Fprintf(&b, " J ≥ 0.8 found, by words of %s | J ≥ 0.5 found | wrong |", reading.name)
		line += " ---: | ---: | ---: |"
	}
	b.WriteString("\n" + line + "\n")
	for _, row := range rows {
		if verdicts(row) == nil {
			continue
		}
		fmt.Fprintf(&b, "| %s |", row.name)
		if runs != nil {
			fmt.Fprintf(&b, " %s |", seconds(runs(row)))
		}
		for _, v := range verdicts(row) {
			fmt.Fprintf(&b, " %s | %s | %s |", share(v.nearFound, v.near), share(v.fairFound, v.fair), count(v.wrong))
		}
		b.WriteString("\n")
	}
	return b.String()
}

func (r *row) hotCell() string {
	if len(r.hot) == 0 {
		return r.hotNote
	}
	return ratio(median(r.hot, wall), median(r.plain, wall))
}

func (r *row) linesCell() string {
	if r.driver == "" {
		return "a command"
	}
	return strconv.Itoa(r.lines)
}

// missing says what was not measured.
func (r *report) missing() string {
	var all []string
	for _, row := range r.rows {
		if row.failure != nil {
			all = append(all, fmt.Sprintf("%s (%v)", row.name, row.failure))
		}
	}
	if all == nil {
		return ""
	}
	return "Not measured: " + strings.Join(all, "; ") + ".\n"
}

func seconds(runs []cost) string {
	least, most := runs[0].wall, runs[0].wall
	for _, r := range runs {
		least, most = min(least, r.wall), max(most, r.wall)
	}
	if len(runs) == 1 {
		return figure(least)
	}
	return fmt.Sprintf("%s (%s to %s)", figure(median(runs, wall)), figure(least), figure(most))
}

func ratio(a, b float64) string { return figure(a / b) }

// share is a share in four decimals; it is never rounded up to 1.
func share(found, of int) string {
	if of == 0 {
		return "–"
	}
	if found == of {
		return "1"
	}
	return fmt.Sprintf("%.4f", min(float64(found)/float64(of), .9999))
}

// figure writes three digits.
func figure(x float64) string {
	switch {
	case x >= 100:
		return count(int(x + .5))
	case x >= 10:
		return strconv.FormatFloat(x, 'f', 1, 64)
	}
	return strconv.FormatFloat(x, 'f', 2, 64)
}

// count puts commas into a number.
func count(n int) string {
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
