package tokenize

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/ucd"
)

// The oracle is the specification written down once more, a rule a step over the
// whole text, with no thought of speed or streaming.

func oracleTokens(r Rules, octets []byte) []string {
	text := oracleText(octets)
	if r.identifiers {
		text = oracleIdentifiers(text)
	}
	return oracleSegment(r, oracleNormalise(r, text))
}

func oracleText(octets []byte) string {
	var out strings.Builder
	bad := false
	for len(octets) > 0 {
		r, size := utf8.DecodeRune(octets)
		wrong := r == utf8.RuneError && size == 1
		if !wrong {
			out.Write(octets[:size])
		} else if !bad {
			out.WriteString("\uFFFD")
		}
		bad = wrong
		octets = octets[size:]
	}
	return out.String()
}

var (
	oracleAtom   = regexp.MustCompile("[!#-;=?-Z_a-z~]+")
	oracleScheme = regexp.MustCompile(`[A-Za-z][A-Za-z0-9+.-]*://`)
	oraclePrefix = regexp.MustCompile(`^(?i:www\.|mailto:|tel:|urn:|info:|doi:|hdl:|ark:|arxiv:|pmid:|orcid:|isbn:|issn:)`)
	oracleDOI    = regexp.MustCompile(`^10\.[0-9]{4,9}(\.[0-9]+)*/.`)
	oracleMail   = regexp.MustCompile(`^[^@]+@[^@]*[A-Za-z0-9]\.[A-Za-z0-9]`)
)

func oracleIdentifiers(text string) string {
	return oracleAtom.ReplaceAllStringFunc(text, func(atom string) string {
		c := atom[:min(len(atom), 2048)]
		c = strings.TrimRight(strings.TrimLeft(c, "('*_"), ")'*_.,;:!?")
		if oracleScheme.MatchString(c) || oraclePrefix.MatchString(c) || oracleDOI.MatchString(c) || oracleMail.MatchString(c) {
			return "\uFFFD"
		}
		return atom
	})
}

func oracleNormalise(r Rules, text string) []string {
	var runs []string
	for _, piece := range oracleSplit(oracleDecompose([]rune(text))) {
		var mapped []rune
		for _, c := range piece {
			to, changed := ucd.Casefold(c)
			if !r.fold || !changed {
				to = string(c)
			}
			mapped = append(mapped, []rune(to)...)
		}
		for _, piece := range oracleLongMarks(oracleDecompose(mapped)) {
			if len(piece) > 0 {
				runs = append(runs, string(oracleCompose(piece)))
			}
		}
	}
	return runs
}

// oracleSplit is R3.2 to R3.4.
func oracleSplit(d []rune) [][]rune {
	var pieces [][]rune
	start := 0
	for i, c := range d {
		if !kept.Contains(ucd.CategoryOf(c)) || c == 0x200B {
			pieces = append(pieces, oracleLongMarks(d[start:i])...)
			start = i + 1
		}
	}
	return append(pieces, oracleLongMarks(d[start:])...)
}

// oracleLongMarks splits at mark sequences of more than 1,024.
func oracleLongMarks(d []rune) [][]rune {
	var pieces [][]rune
	start := 0
	for i := 0; i < len(d); {
		j := i
		for j < len(d) && ucd.CombiningClass(d[j]) != 0 {
			j++
		}
		if j-i > 1024 {
			pieces = append(pieces, d[start:i])
			start = j
		}
		i = max(j, i+1)
	}
	return append(pieces, d[start:])
}

func oracleDecompose(text []rune) []rune {
	var d []rune
	for _, c := range text {
		d = ucd.AppendDecomposition(d, c)
	}
	for i := 0; i < len(d); {
		j := i
		for j < len(d) && ucd.CombiningClass(d[j]) != 0 {
			j++
		}
		slices.SortStableFunc(d[i:j], func(a, b rune) int {
			return int(ucd.CombiningClass(a)) - int(ucd.CombiningClass(b))
		})
		i = max(j, i+1)
	}
	return d
}

// oracleCompose is the canonical composition algorithm (D117) on decomposed text.
func oracleCompose(d []rune) []rune {
	var out []rune
	starter, last := -1, -1 // index in out; class of what came after it, -1 if nothing
	for _, c := range d {
		ccc := int(ucd.CombiningClass(c))
		if starter >= 0 && (last < ccc || last < 0) {
			if p, ok := ucd.Compose(out[starter], c); ok {
				out[starter] = p
				continue
			}
		}
		if ccc == 0 {
			starter, last = len(out), -1
		} else {
			last = ccc
		}
		out = append(out, c)
	}
	return out
}

func oracleSegment(r Rules, runs []string) []string {
	var tokens []string
	for _, run := range runs {
		for _, word := range strings.FieldsFunc(run, func(c rune) bool { return !r.words.Contains(ucd.CategoryOf(c)) }) {
			if (!r.alphabetic || strings.ContainsFunc(word, ucd.IsAlphabetic)) && len(word) <= 4096 {
				tokens = append(tokens, word)
			}
		}
	}
	return tokens
}
