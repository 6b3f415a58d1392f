package numfmt

import (
	"strconv"
	"strings"
)

// section is one of the parts of a code that are separated by semicolons.
type section struct {
	tokens    []token
	kinds     uint32 // the kinds of tokens in it
	date      bool
	shift     int  // places to shift a number: 2 for percents, -3 for thousands
	grouped   bool // by thousands
	parts     [3]span
	condition condition
	locale    locale
	system    byte // 'd' stands for the long date of the system, 't' for its time
}

// span is a range of tokens: of the integer, the numerator and the denominator of a fraction.
type span struct{ from, to int }

func (s *section) has(k kind) bool { return s.kinds&(1<<k) != 0 }

func (s *section) add(k kind, text string, n int) {
	s.tokens = append(s.tokens, token{k, text, n})
	s.kinds |= 1 << k
}

// condition selects the numbers for a section.
type condition struct {
	operator string // "" if there is none
	limit    float64
}

// operators compare a number with the limit of a condition.
var operators = map[string]func(value, limit float64) bool{
	"<":  func(value, limit float64) bool { return value < limit },
	"<=": func(value, limit float64) bool { return value <= limit },
	">":  func(value, limit float64) bool { return value > limit },
	">=": func(value, limit float64) bool { return value >= limit },
	"=":  func(value, limit float64) bool { return value == limit },
	"<>": func(value, limit float64) bool { return value != limit },
}

func (c condition) holds(value float64) bool {
	compare, ok := operators[c.operator]
	return !ok || compare(value, c.limit)
}

// parseCondition parses a condition in brackets: ">=100".
func parseCondition(s string) (condition, bool) {
	number := strings.TrimLeft(s, "<=>")
	limit, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	c := condition{s[:len(s)-len(number)], limit}
	return c, err == nil && operators[c.operator] != nil
}

// conditions sets the default conditions of sections by their place.
func (c *Code) conditions() {
	s := c.sections
	switch {
	case len(s) == 2 && s[0].condition.operator == "":
		s[0].condition = condition{">=", 0}
	case len(s) == 3:
		if s[0].condition.operator == "" {
			s[0].condition = condition{">", 0}
		}
		if s[1].condition.operator == "" {
			s[1].condition = condition{"<", 0}
		}
	}
}

// choose returns the section for a number, or nil. signed reports whether a negative number gets a
// minus sign. It does not if the section is only for negative numbers.
func (c *Code) choose(value float64) (s *section, signed bool) {
	list := c.sections
	at := -1
	for i := range list {
		if list[i].condition.holds(value) {
			at = i
			break
		}
	}
	if at < 0 {
		return nil, false
	}
	first := list[0].condition
	negative := false
	switch {
	case at == 0:
		negative = (first.operator == "<" || first.operator == "<=") && first.limit <= 0
	case at == 1:
		second := list[1].condition
		negative = first.limit == 0 && (first.operator == ">" || first.operator == ">=") &&
			(second.operator == "" || second.operator == "<" && second.limit == 0)
	}
	return &list[at], !negative
}
