package field

import (
	"cmp"
	"strings"
	"unicode"
)

// equation returns the text of a field EQ, whose name is cut off. The field places characters above and
// beside each other. Its text is what the arguments of its switches show, as in \f(1,2). The signs that
// switches add are text, too: roots, integrals, sums, products and brackets. If characters are above each
// other, as in \o(a,b), the last one counts. With a smaller one raised, they are a word with its ruby.
func equation(instruction string) string {
	e := &arguments{rest: []rune(instruction)}
	return strings.TrimSpace(e.argument(0))
}

// arguments reads the switches of an equation and their arguments.
type arguments struct{ rest []rune }

const most = 16 // in one another

// argument reads up to the next comma or parenthesis outside a switch.
func (e *arguments) argument(depth int) string {
	var b strings.Builder
	for len(e.rest) > 0 {
		c := e.rest[0]
		if depth > 0 && (c == ',' || c == ';' || c == ')') {
			break
		}
		e.rest = e.rest[1:]
		if c != '\\' {
			b.WriteRune(c)
			continue
		}
		if len(e.rest) == 0 {
			break
		}
		name := unicode.ToLower(e.rest[0])
		e.rest = e.rest[1:]
		switch {
		case name == '*': // a format, which is a word or in quotes
			e.format()
		case !unicode.IsLetter(name):
			b.WriteRune(name)
		default:
			b.WriteString(e.inParentheses(name, depth+1))
		}
	}
	return b.String()
}

// inParentheses reads the name of a switch to its end, and the arguments in parentheses.
func (e *arguments) inParentheses(name rune, depth int) string {
	s := signsOf(name)
	for len(e.rest) > 0 && e.rest[0] != '(' {
		c := e.rest[0]
		if c == ',' || c == ';' || c == ')' {
			return ""
		}
		if e.rest = e.rest[1:]; c == '\\' {
			e.option(&s)
		}
	}
	if len(e.rest) == 0 {
		return ""
	}
	var all []string
	for len(e.rest) > 0 && e.rest[0] != ')' && depth < most {
		e.rest = e.rest[1:] // a parenthesis or a comma
		all = append(all, e.argument(depth))
	}
	if len(e.rest) > 0 {
		e.rest = e.rest[1:]
	}
	return s.text(all)
}

// signs are those that a switch adds.
type signs struct {
	name          rune
	before, after string
}

// signsOf returns the signs of a switch without options.
func signsOf(name rune) signs {
	s := signs{name: name}
	switch name {
	case 'b':
		s.before, s.after = "(", ")"
	case 'i':
		s.before = "∫"
	case 'r':
		s.before = "√"
	}
	return s
}

// option reads an option of a switch, such as \su or \bc\{, which may change its signs.
func (e *arguments) option(s *signs) {
	n := 0
	for n < len(e.rest) && unicode.IsLetter(e.rest[n]) {
		n++
	}
	option := string(s.name) + strings.ToLower(string(e.rest[:n]))
	e.rest = e.rest[n:]
	switch option {
	case "isu":
		s.before = "∑"
	case "ipr":
		s.before = "∏"
	case "ifc", "ivc", "blc":
		s.before = e.character()
	case "brc":
		s.after = e.character()
	case "bbc":
		s.before = e.character()
		s.after = cmp.Or(closing[s.before], s.before)
	}
}

// closing are the brackets that belong to others.
var closing = map[string]string{"(": ")", "[": "]", "{": "}", "<": ">"}

// character reads a backslash and a character.
func (e *arguments) character() string {
	if len(e.rest) < 2 || e.rest[0] != '\\' {
		return ""
	}
	c := string(e.rest[1])
	e.rest = e.rest[2:]
	return c
}

// text returns the arguments with the signs. The degree of a root precedes its sign.
func (s signs) text(arguments []string) string {
	switch n := len(arguments); {
	case s.name == 'o' && n > 0:
		return arguments[n-1]
	case s.name == 'r' && n > 1:
		return arguments[0] + s.before + strings.Join(arguments[1:], " ")
	}
	return s.before + strings.Join(arguments, " ") + s.after
}

func (e *arguments) format() {
	for len(e.rest) > 0 && e.rest[0] == ' ' {
		e.rest = e.rest[1:]
	}
	quoted := len(e.rest) > 0 && e.rest[0] == '"'
	for i := 0; len(e.rest) > 0; i++ {
		c := e.rest[0]
		if !quoted && (c == ' ' || c == '\\') {
			return
		}
		e.rest = e.rest[1:]
		if quoted && i > 0 && c == '"' {
			return
		}
	}
}
