package pdf

import (
	"slices"

	"golang.org/x/text/unicode/bidi"
)

// display shows a line from left to right, as the Unicode Bidirectional Algorithm says (UAX #9). It states
// the rules one by one, for a paragraph of one line without explicit formatting. It does not use the
// algorithm of x/text, which does not match brackets. meant leaves out the mirrored brackets, as some PDFs do.
func display(text string, right, meant bool) string {
	line, base := []rune(text), 0
	if right {
		base = 1
	}
	levels := levelsOf(line, base)
	for i, r := range line { // L4
		if m := mirrored[r]; m != 0 && !meant && levels[i]%2 == 1 {
			line[i] = m
		}
	}
	for level := 2; level >= 1; level-- { // L2
		for start := 0; start < len(line); start++ {
			end := start
			for end < len(line) && levels[end] >= level {
				end++
			}
			slices.Reverse(line[start:end])
			slices.Reverse(levels[start:end])
			start = max(start, end-1)
		}
	}
	return string(line)
}

// levelsOf returns the level of each character of a paragraph.
func levelsOf(line []rune, base int) []int {
	embedding := []bidi.Class{bidi.L, bidi.R}[base]
	classes := make([]bidi.Class, len(line))
	at := func(i int) bidi.Class {
		if i < 0 || i >= len(classes) {
			return embedding
		}
		return classes[i]
	}
	strong := func(i int) bidi.Class { // the last strong class before i
		for i--; i >= 0 && !in(at(i), bidi.L, bidi.R, bidi.AL); i-- {
		}
		return at(i)
	}
	each := func(rule func(i int, c bidi.Class) bidi.Class) {
		for i, c := range classes {
			classes[i] = rule(i, c)
		}
	}
	when := func(is bool, then, otherwise bidi.Class) bidi.Class {
		if is {
			return then
		}
		return otherwise
	}
	for i, r := range line {
		classes[i] = class(r)
	}
	each(func(i int, c bidi.Class) bidi.Class { return when(c == bidi.NSM, at(i-1), c) })                        // W1
	each(func(i int, c bidi.Class) bidi.Class { return when(c == bidi.EN && strong(i) == bidi.AL, bidi.AN, c) }) // W2
	each(func(i int, c bidi.Class) bidi.Class { return when(c == bidi.AL, bidi.R, c) })                          // W3
	each(func(i int, c bidi.Class) bidi.Class {                                                                  // W4
		one := at(i-1) == at(i+1) && (c == bidi.CS && in(at(i-1), bidi.EN, bidi.AN) || c == bidi.ES && at(i-1) == bidi.EN)
		return when(one, at(i-1), c)
	})
	each(func(i int, c bidi.Class) bidi.Class { // W5
		first, last := i, i
		for at(first) == bidi.ET {
			first--
		}
		for at(last) == bidi.ET {
			last++
		}
		return when(c == bidi.ET && (at(first) == bidi.EN || at(last) == bidi.EN), bidi.EN, c)
	})
	each(func(i int, c bidi.Class) bidi.Class { return when(in(c, bidi.ES, bidi.ET, bidi.CS), bidi.ON, c) })   // W6
	each(func(i int, c bidi.Class) bidi.Class { return when(c == bidi.EN && strong(i) == bidi.L, bidi.L, c) }) // W7
	resolvePairs(line, classes, embedding)                                                                     // N0
	each(func(i int, c bidi.Class) bidi.Class {                                                                // N1 and N2
		first, last := i, i
		for in(at(first), bidi.ON, bidi.WS) {
			first--
		}
		for in(at(last), bidi.ON, bidi.WS) {
			last++
		}
		isLeft := at(first) == bidi.L && at(last) == bidi.L
		isRight := at(first) != bidi.L && at(last) != bidi.L
		return when(in(c, bidi.ON, bidi.WS), when(isLeft, bidi.L, when(isRight, bidi.R, embedding)), c)
	})
	levels := make([]int, len(line))
	for i, c := range classes { // I1 and I2
		levels[i] = map[bidi.Class][2]int{bidi.L: {0, 2}, bidi.R: {1, 1}, bidi.AN: {2, 2}, bidi.EN: {2, 2}}[c][base]
	}
	for i := len(line) - 1; i >= 0 && class(line[i]) == bidi.WS; i-- { // L1
		levels[i] = base
	}
	return levels
}

// resolvePairs finds the classes of brackets that belong together (N0).
func resolvePairs(line []rune, classes []bidi.Class, embedding bidi.Class) {
	type pair struct{ opening, closing int }
	var pairs []pair
	var open []int
	for i, r := range line { // BD16
		if r == '(' || r == '[' {
			open = append(open, i)
		}
		for j := len(open) - 1; j >= 0 && (r == ')' || r == ']'); j-- {
			if mirrored[line[open[j]]] == r {
				pairs = append(pairs, pair{open[j], i})
				open = open[:j]
				break
			}
		}
	}
	slices.SortFunc(pairs, func(a, b pair) int { return a.opening - b.opening })
	strong := func(c bidi.Class) bidi.Class {
		if in(c, bidi.EN, bidi.AN) {
			return bidi.R
		}
		return c
	}
	for _, p := range pairs {
		resolved, isStrong := embedding, false
		isEmbedding := false
		for _, c := range classes[p.opening+1 : p.closing] {
			isStrong = isStrong || in(strong(c), bidi.L, bidi.R)
			isEmbedding = isEmbedding || strong(c) == embedding
		}
		if !isStrong {
			continue
		}
		if !isEmbedding {
			before := embedding
			for _, c := range classes[:p.opening] {
				if in(strong(c), bidi.L, bidi.R) {
					before = strong(c)
				}
			}
			resolved = before
		}
		classes[p.opening], classes[p.closing] = resolved, resolved
	}
}

func in(c bidi.Class, set ...bidi.Class) bool { return slices.Contains(set, c) }
