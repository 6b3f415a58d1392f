package field

import (
	"strings"
	"unicode"
)

// equation returns the text of a field EQ, which places characters above and beside each other. It is
// what the arguments of its switches show, as in \f(1,2). If characters are above each other, as in
// \o(a,b), the last one counts. With a smaller one raised, they are a word with its ruby.
func equation(instruction string) string {
	i := strings.Index(instruction, `\`)
	if i < 0 {
		return ""
	}
	e := &arguments{rest: []rune(instruction[i:])}
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
	for len(e.rest) > 0 && e.rest[0] != '(' {
		if c := e.rest[0]; c == ',' || c == ';' || c == ')' {
			return ""
		}
		e.rest = e.rest[1:]
	}
	var all []string
	for len(e.rest) > 0 && e.rest[0] != ')' && depth < most {
		e.rest = e.rest[1:] // a parenthesis or a comma
		all = append(all, e.argument(depth))
	}
	if len(e.rest) > 0 {
		e.rest = e.rest[1:]
	}
	if name == 'o' && len(all) > 0 {
		return all[len(all)-1]
	}
	return strings.Join(all, " ")
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
