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
	return oracleSegment(r, oracleNormalise(r, oracleChapter2(r, text)))
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

func oracleChapter2(r Rules, text string) string {
	if r.identifiers {
		text = oracleIdentifiers(text)
	}
	if r.hyphens {
		text = oracleHyphens(text)
	}
	if r.blanks {
		text = oracleBlanks(text)
	}
	return text
}

// oracleHyphen is R2.9 but for the letters around it, which overlap.
var oracleHyphen = regexp.MustCompile(`^[\x{AD}\x{2010}-][\t \x{A0}]{0,64}(\r\n|[\n\v\f\r\x{85}\x{2028}])[\t \x{A0}]{0,64}`)

func oracleHyphens(text string) string {
	var out strings.Builder
	letter := false
	for i := 0; i < len(text); {
		c, size := utf8.DecodeRuneInString(text[i:])
		if m := oracleHyphen.FindString(text[i:]); m != "" && letter {
			if next, _ := utf8.DecodeRuneInString(text[i+len(m):]); i+len(m) < len(text) && ucd.CategoryOf(next) == ucd.Ll {
				i += len(m)
				continue
			}
		}
		name := ucd.CategoryOf(c).String()
		letter = name[0] == 'L' || name[0] == 'M' && letter
		out.WriteRune(c)
		i += size
	}
	return out.String()
}

// oracleBlanks is R2.10.
func oracleBlanks(text string) string {
	runes := []rune(text)
	gap := func(c rune) bool { return ucd.IsWhiteSpace(c) || c == 0x200B }
	mark := func(c rune) bool { return ucd.CategoryOf(c).String()[0] == 'M' }
	var out []rune
	for i := 0; i < len(runes); {
		j := i
		for j < len(runes) && gap(runes[j]) {
			j++
		}
		if j == i {
			out = append(out, runes[i])
			i++
			continue
		}
		b := i - 1
		for b >= 0 && mark(runes[b]) {
			b--
		}
		if b < 0 || j == len(runes) || j-i > 256 || !strings.ContainsAny(oracleClass(runes[b]), "KT") ||
			oracleClass(runes[b]) != oracleClass(runes[j]) {
			out = append(out, runes[i:j]...)
		}
		i = j
	}
	return string(out)
}

// oracleClass is R4.5: "K", "T" and a script, "W", "M" for marks, "" for others.
func oracleClass(c rune) string {
	switch category := ucd.CategoryOf(c).String(); {
	case category[0] == 'M':
		return "M"
	case category[0] != 'L' && category != "Nd" && category != "Nl" && category != "Pc":
		return ""
	}
	switch script := ucd.ScriptOf(c).String(); script {
	case "Han", "Hiragana", "Katakana":
		return "K"
	case "Thai", "Lao", "Khmer", "Myanmar":
		if ucd.CategoryOf(c) != ucd.Nd {
			return "T" + script
		}
	}
	if strings.ContainsRune("\u3006\u3031\u3032\u3033\u3034\u3035\u303C\u30FC\uFF70\uFF9E\uFF9F", c) {
		return "K"
	}
	return "W"
}

func oracleNormalise(r Rules, text string) []string {
	var runs []string
	for _, piece := range oracleSplit(r, oracleDecompose([]rune(text))) {
		var mapped []rune
		for _, c := range piece {
			to, changed := ucd.Casefold(c)
			if !r.fold || !changed {
				to = string(c)
			}
			mapped = append(mapped, []rune(to)...)
		}
		mapped = oracleDecompose(mapped)
		if r.tatweel {
			mapped = oracleDecompose(slices.DeleteFunc(mapped, func(c rune) bool { return c == 0x640 }))
		}
		if r.iForms {
			mapped = oracleIForms(mapped)
		}
		for _, piece := range oracleLongMarks(mapped) {
			if len(piece) > 0 {
				runs = append(runs, string(oracleCompose(piece)))
			}
		}
	}
	return runs
}

// oracleIForms is R3.7 on decomposed text.
func oracleIForms(d []rune) []rune {
	for i, c := range d {
		if c == 0x131 {
			d[i] = 'i'
		}
	}
	var out []rune
	for i, c := range d {
		if c == 0x307 {
			b := i - 1
			for b >= 0 && (d[b] == 0x307 || ucd.CombiningClass(d[b]) != 0 && ucd.CombiningClass(d[b]) != 230) {
				b--
			}
			if b >= 0 && d[b] == 'i' {
				continue
			}
		}
		out = append(out, c)
	}
	return out
}

// oracleSplit is R3.2 to R3.4.
func oracleSplit(r Rules, d []rune) [][]rune {
	var pieces [][]rune
	start := 0
	for i, c := range d {
		if !r.kept.Contains(ucd.CategoryOf(c)) || c == 0x200B && !r.zeroWidthSpace {
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
	if r.classes {
		return oracleClasses(r, runs)
	}
	for _, run := range runs {
		for _, word := range strings.FieldsFunc(run, func(c rune) bool { return !r.words.Contains(ucd.CategoryOf(c)) }) {
			if (!r.alphabetic || strings.ContainsFunc(word, ucd.IsAlphabetic)) && len(word) <= 4096 {
				tokens = append(tokens, word)
			}
		}
	}
	return tokens
}

func oracleClasses(r Rules, runs []string) []string {
	var tokens []string
	add := func(token string) {
		if len(token) <= 4096 {
			tokens = append(tokens, token)
		}
	}
	for _, run := range runs {
		var text []rune // with each code point, its class in place
		var class []string
		for _, c := range run {
			k := oracleClass(c)
			if !r.words.Contains(ucd.CategoryOf(c)) ||
				r.apostrophes && strings.ContainsRune("\u02B9\u02BB\u02BC\u02BD\u02BE\u02BF\u02C8\u02EE\u07F4\u07F5\uA78B\uA78C", c) {
				k = ""
			}
			if k == "M" {
				k = ""
				if len(class) > 0 {
					k = class[len(class)-1]
				}
			}
			text, class = append(text, c), append(class, k)
		}
		for i := 0; i < len(text); {
			j := i
			for j < len(text) && class[j] == class[i] {
				j++
			}
			switch piece := string(text[i:j]); {
			case class[i] == "W" && (!r.alphabetic || strings.ContainsFunc(piece, ucd.IsAlphabetic)):
				add(piece)
			case class[i] != "" && class[i] != "W":
				clusters := []string{}
				for _, c := range piece {
					if oracleClass(c) == "M" {
						clusters[len(clusters)-1] += string(c)
					} else {
						clusters = append(clusters, string(c))
					}
				}
				if len(clusters) < r.grams {
					add(piece)
				}
				for k := 0; k+r.grams <= len(clusters); k++ {
					add(strings.Join(clusters[k:k+r.grams], ""))
				}
			}
			i = j
		}
	}
	return tokens
}
