package lightweight

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
	"github.com/lsh-interop/fpcheck/internal/unicode/ascii"
)

// labels are roles whose text is not shown.
var labels = lazy.Names("doc numref ref std:doc std:numref std:ref")

var embedded = lazy.Regexp(`(?s)^(.*?)\s*<[^<>]*>$`)

// inline removes the marks of inline markup from a paragraph, and writes the text of substitutions.
func inline(s string, defined *substitutions) string {
	in := &scanner{text: s, defined: defined}
	var out strings.Builder
	written := 0
	for i := 0; i < len(s); {
		shown, end := in.mark(i)
		if end < 0 {
			_, size := utf8.DecodeRuneInString(s[i:])
			i += size
			continue
		}
		out.WriteString(s[written:i])
		out.WriteString(shown)
		i, written = end, end
	}
	out.WriteString(s[written:])
	return out.String()
}

// scanner finds inline markup. Text may begin like markup and have no end. It must not be searched
// again from each beginning, so the next place of each kind is cached. Places are requested in
// ascending order.
type scanner struct {
	text    string
	defined *substitutions
	literal place // ``
	quote   place // `
	strong  place // ** after what is no blank
	star    place // * after what is no blank
	bar     place // | or a line end
	noRole  place // what no name of a role has
}

// place is the next place of a kind, not before from.
type place struct{ from, at int }

// next returns the first place from i on that is of the kind, or -1.
func (p *place) next(i int, text string, is func(i int) bool) int {
	if p.from <= i && i <= p.at {
		return found(p.at, text)
	}
	p.from = i
	for p.at = i; p.at < len(text) && !is(p.at); {
		p.at++
	}
	return found(p.at, text)
}

func found(at int, text string) int {
	if at >= len(text) {
		return -1
	}
	return at
}

func (in *scanner) is(mark string) func(int) bool {
	return func(i int) bool { return strings.HasPrefix(in.text[i:], mark) }
}

// mark returns the shown text of the markup at i and its end, or -1 if none begins there.
func (in *scanner) mark(i int) (shown string, end int) {
	s := in.text
	switch s[i] {
	case ':':
		if open := in.role(i); open > 0 {
			if shown, end = in.literally(open); end < 0 {
				shown, end = in.titled(i, open)
			}
			return shown, end
		}
	case '`':
		if shown, end = in.literally(i); end < 0 {
			shown, end = in.interpreted(i)
		}
		return shown, end
	case '*':
		if shown, end = in.between(i, "**", &in.strong); end < 0 {
			shown, end = in.between(i, "*", &in.star)
		}
		return shown, end
	case '|':
		return in.substitution(i)
	case '[':
		return in.footnote(i)
	case '_': // the target of a link
		if i+1 < len(s) && s[i+1] == '`' && (i == 0 || isBlank(s[i-1])) {
			return in.interpreted(i + 1)
		}
	case '\\':
		if i+1 < len(s) {
			r, size := utf8.DecodeRuneInString(s[i+1:])
			if unicode.IsSpace(r) {
				return "", i + 1 + size
			}
			return s[i+1 : i+1+size], i + 1 + size
		}
	default:
		return in.reference(i)
	}
	return "", -1
}

// role returns where the ` is that follows the name of a role between colons at i, or -1.
func (in *scanner) role(i int) int {
	if i+1 == len(in.text) || !ascii.IsLetter(in.text[i+1]) {
		return -1
	}
	end := in.afterRole(i + 1)
	if end < i+3 || end == len(in.text) || in.text[end] != '`' || in.text[end-1] != ':' {
		return -1
	}
	return end
}

// afterRole returns the end of what may be the name of a role at i, and colons after it.
func (in *scanner) afterRole(i int) int {
	if end := in.noRole.next(i, in.text, func(i int) bool { return !isRole(in.text[i]) }); end >= 0 {
		return end
	}
	return len(in.text)
}

// literally reads “literal“.
func (in *scanner) literally(i int) (shown string, end int) {
	s := in.text
	begin := i + 2
	if !strings.HasPrefix(s[i:], "``") || begin == len(s) {
		return "", -1
	}
	_, size := utf8.DecodeRuneInString(s[begin:])
	end = in.literal.next(begin+size, s, in.is("``"))
	if end < 0 {
		return "", -1
	}
	return s[begin:end], end + 2
}

// titled reads :role:`text`, whose ` is at open.
func (in *scanner) titled(i, open int) (shown string, end int) {
	end = in.quote.next(open+1, in.text, in.is("`"))
	if end <= open+1 {
		return "", -1
	}
	name, text := in.text[i+1:open-1], in.text[open+1:end]
	if title := role(text); title != text || !labels.Has(name) {
		return title, end + 1
	}
	return "", end + 1 // the title of a place that is elsewhere
}

// interpreted reads `text`, and the marks or the role after it.
func (in *scanner) interpreted(i int) (shown string, end int) {
	s := in.text
	end = in.quote.next(i+1, s, in.is("`"))
	if end <= i+1 {
		return "", -1
	}
	shown = role(s[i+1 : end])
	end++
	switch rest := s[end:]; {
	case strings.HasPrefix(rest, "__"):
		end += 2
	case strings.HasPrefix(rest, "_"):
		end++
	case len(rest) > 2 && rest[0] == ':' && ascii.IsLetter(rest[1]):
		if last := strings.LastIndexByte(s[end+2:in.afterRole(end+1)], ':'); last >= 0 {
			end += 2 + last + 1
		}
	}
	return shown, end
}

// between reads what stands between two marks, without blanks at its ends.
func (in *scanner) between(i int, mark string, closing *place) (shown string, end int) {
	s := in.text
	begin := i + len(mark)
	if !strings.HasPrefix(s[i:], mark) || begin == len(s) || isBlank(s[begin]) {
		return "", -1
	}
	_, size := utf8.DecodeRuneInString(s[begin:])
	end = closing.next(begin+size, s, func(i int) bool { return strings.HasPrefix(in.text[i:], mark) && !isBlank(in.text[i-1]) })
	if end < 0 {
		return "", -1
	}
	return s[begin:end], end + len(mark)
}

// substitution reads |text|, and up to two _ after it.
func (in *scanner) substitution(i int) (shown string, end int) {
	s := in.text
	begin := i + 1
	if begin == len(s) || isBlank(s[begin]) {
		return "", -1
	}
	_, size := utf8.DecodeRuneInString(s[begin:])
	end = in.bar.next(begin+size, s, func(i int) bool { return s[i] == '|' || s[i] == '\n' })
	if end < 0 || s[end] != '|' {
		return "", -1
	}
	shown = in.defined.shown(s[begin:end])
	end++
	for n := 0; n < 2 && end < len(s) && s[end] == '_'; n++ {
		end++
	}
	return shown, end
}

// footnote reads [label]_.
func (in *scanner) footnote(i int) (shown string, end int) {
	s := in.text
	end = i + 1
	for end < len(s) && isLabel(s[end]) {
		end++
	}
	if end == i+1 || !strings.HasPrefix(s[end:], "]_") {
		return "", -1
	}
	return "[" + strings.TrimLeft(s[i+1:end], "#*") + "]", end + 2
}

// reference reads a letter or a digit with one or two _ after it that end a word.
func (in *scanner) reference(i int) (shown string, end int) {
	s := in.text
	r, size := utf8.DecodeRuneInString(s[i:])
	end = i + size
	if end == len(s) || s[end] != '_' || !unicode.In(r, unicode.L, unicode.N) {
		return "", -1
	}
	letter := s[i:end]
	if end++; end < len(s) && s[end] == '_' {
		end++
	}
	if end == len(s) {
		return letter, end
	}
	if c := s[end]; isBlank(c) || strings.IndexByte(".,:;!?)'\"-", c) >= 0 {
		return letter + s[end:end+1], end + 1
	}
	return "", -1
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r' }

// isRole reports whether a name of a role may have c.
func isRole(c byte) bool {
	return ascii.IsLetter(c) || ascii.IsDigit(c) || strings.IndexByte(":_.+-", c) >= 0
}

// isLabel reports whether the label of a footnote may have c.
func isLabel(c byte) bool {
	return ascii.IsLetter(c) || ascii.IsDigit(c) || strings.IndexByte("#*_.-", c) >= 0
}

// role is the shown interpreted text: the title before <target>, the last name after ~, no !.
func role(s string) string {
	if m := embedded().FindStringSubmatch(s); m != nil && m[1] != "" {
		return m[1]
	}
	if rest, ok := strings.CutPrefix(s, "~"); ok {
		return rest[strings.LastIndex(rest, ".")+1:]
	}
	return strings.TrimPrefix(s, "!")
}
