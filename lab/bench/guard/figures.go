package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Percent by which a figure may differ. A whole process may differ by more, since most of it is the
// runtime.
const (
	tolerance        = 2
	toleranceOfStart = 5
)

func toleranceOf(name string) float64 {
	if strings.HasPrefix(name, startPrefix) {
		return toleranceOfStart
	}
	return tolerance
}

// builds are the programs that are measured, in the order of their columns.
var builds = [2]struct{ name, tags string }{
	{"pure", "purego"},
	{"native", ""},
}

// figure is what a case costs.
type figure struct {
	name   string
	octets int // of the document, 0 if the case is not about one
	counts [len(builds)]uint64
}

// figures are in the order in which they are counted.
type figures []figure

const header = `# Instructions of one document, and of each octet of it, by callgrind: ` + toolchain + `, GOAMD64=v1.
# pure is Go alone, native has assembly. "make bench-guard-update" writes this file.
`

// String is the text of the file.
func (f figures) String() string {
	const line = "%-20s %7s %9s %9s %9s %9s\n"
	var b strings.Builder
	b.WriteString(header)
	fmt.Fprintf(&b, line, "# case", "octets", "pure", "an octet", "native", "an octet")
	for _, c := range f {
		pure, native := c.counts[0], c.counts[1]
		fmt.Fprintf(&b, line, c.name, orDash(c.octets > 0, "%d", c.octets),
			strconv.FormatUint(pure, 10), orDash(c.octets > 0, "%.2f", float64(pure)/float64(c.octets)),
			strconv.FormatUint(native, 10), orDash(c.octets > 0, "%.2f", float64(native)/float64(c.octets)))
	}
	return b.String()
}

func orDash(known bool, format string, value any) string {
	if !known {
		return "-"
	}
	return fmt.Sprintf(format, value)
}

// parse reads what String wrote. The quotients are for people.
func parse(text string) (figures, error) {
	if !strings.HasPrefix(text, header) {
		return nil, fmt.Errorf("its first lines say that it is of another toolchain than %s", toolchain)
	}
	var f figures
	had := make(map[string]bool)
	n := 0
	for line := range strings.Lines(text) {
		n++
		cells := strings.Fields(line)
		if len(cells) == 0 || strings.HasPrefix(cells[0], "#") {
			continue
		}
		if len(cells) != 2+2*len(builds) {
			return nil, fmt.Errorf("line %d: %d columns, expected %d", n, len(cells), 2+2*len(builds))
		}
		c := figure{name: cells[0]}
		if had[c.name] {
			return nil, fmt.Errorf("line %d: a second %s", n, c.name)
		}
		had[c.name] = true
		if cells[1] != "-" {
			octets, err := strconv.Atoi(cells[1])
			if err != nil || octets <= 0 {
				return nil, fmt.Errorf("line %d: %q bytes, expected a number or -", n, cells[1])
			}
			c.octets = octets
		}
		for i := range c.counts {
			count, err := strconv.ParseUint(cells[2+2*i], 10, 64)
			if err != nil || count == 0 {
				return nil, fmt.Errorf("line %d: %q instructions, expected a number above 0", n, cells[2+2*i])
			}
			c.counts[i] = count
		}
		f = append(f, c)
	}
	return f, nil
}

// compare says, a line each, what is not as it is wanted.
func compare(want, got figures) []string {
	var moved []string
	say := func(format string, a ...any) { moved = append(moved, fmt.Sprintf(format, a...)) }
	is := make(map[string]figure)
	for _, g := range got {
		is[g.name] = g
	}
	for _, w := range want {
		g, ok := is[w.name]
		delete(is, w.name)
		switch {
		case !ok:
			say("%s: it has figures, and is no case any more", w.name)
			continue
		case g.octets != w.octets:
			say("%s: a document of %d octets, not of %d", w.name, g.octets, w.octets)
			continue
		}
		for i, b := range builds {
			by := 100 * (float64(g.counts[i]) - float64(w.counts[i])) / float64(w.counts[i])
			if math.Abs(by) <= toleranceOf(w.name) {
				continue
			}
			than := "more"
			if by < 0 {
				than = "fewer"
			}
			say("%s, %s: %d instructions, not %d: %.1f %% %s", w.name, b.name, g.counts[i], w.counts[i], math.Abs(by), than)
		}
	}
	for _, g := range got {
		if _, fresh := is[g.name]; fresh {
			say("%s: it has no figures yet", g.name)
		}
	}
	return moved
}
