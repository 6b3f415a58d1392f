package numfmt

import (
	"strings"
	"unicode/utf8"
)

// kind is the kind of a token.
type kind uint8

// The kinds.
const (
	literal  kind = iota // text
	digit                // text is "0", "#" or "?"
	point                // between the integer and the decimals
	percent              //
	exponent             // text is "E+" or "E-"
	slash                // of a fraction
	divisor              // of a fraction: n
	general              //
	atSign               // the text of a cell
	year                 // n letters, as in those below
	month
	minute
	day
	hour
	second
	era
	eraYear
	buddhist
	weekday
	halfDay  // text is "AM/PM", "A/P" or the like
	decimals // of seconds: n digits
	elapsed  // text is "h", "m" or "s", n letters
)

// token is a part of a section.
type token struct {
	kind kind
	text string
	n    int
}

// split divides a code at its semicolons.
func split(code string) (sections []string) {
	begin := 0
	for i := 0; i < len(code); {
		if code[i] == ';' {
			sections = append(sections, code[begin:i])
			i++
			begin = i
			continue
		}
		i += skip(code[i:])
	}
	return append(sections, code[begin:])
}

// skip returns the length of an undivided part: quoted, in brackets, or after one of \ _ *.
func skip(code string) int {
	switch code[0] {
	case '"', '[':
		last := code[0]
		if last == '[' {
			last = ']'
		}
		end := strings.IndexByte(code[1:], last)
		if end < 0 {
			return len(code)
		}
		return end + 2
	case '\\', '_', '*':
		_, n := utf8.DecodeRuneInString(code[1:])
		return 1 + n
	}
	_, n := utf8.DecodeRuneInString(code)
	return n
}

// halfDays are the forms of the code for the half of a day.
var halfDays = []string{"AM/PM", "A/P", "上午/下午", "午前/午後", "오전/오후"}

func parseSection(code string) section {
	var s section
	commas := 0 // since the last digit
	group := false
	digits := false
	for code != "" {
		n := skip(code)
		part := code[:n]
		switch c := code[0]; c {
		case '"':
			s.add(literal, strings.TrimSuffix(part[1:], `"`), 0)
		case '\\':
			s.add(literal, part[1:], 0)
		case '_':
			s.add(literal, " ", 0)
		case '*':
		case '[':
			s.bracket(strings.TrimSuffix(part[1:], "]"))
		case '0', '#', '?':
			group = group || commas > 0 && digits && !s.has(point)
			commas, digits = 0, true
			s.add(digit, part, 0)
		case ',':
			if digits {
				commas++
			} else {
				s.add(literal, part, 0)
			}
		case '.':
			s.add(point, part, commas)
		case '%':
			s.add(percent, part, 0)
		case '/':
			s.add(slash, part, 0)
		case '@':
			s.add(atSign, part, 0)
		case 'G', 'g', 'E', 'e', 'A', 'a', 'Y', 'y', 'M', 'm', 'D', 'd', 'H', 'h', 'S', 's', 'B', 'b':
			n = s.letters(code)
		default:
			n = s.other(code, n)
		}
		code = code[n:]
	}
	s.settle(group, commas)
	return s
}

// other adds a character without meaning, or the half of a day in Chinese, Japanese or Korean.
func (s *section) other(code string, n int) int {
	for _, h := range halfDays[2:] {
		if strings.HasPrefix(code, h) {
			s.add(halfDay, h, 0)
			return len(h)
		}
	}
	s.add(literal, code[:n], 0)
	return n
}

// kindsOf maps letters to the parts of a date or a time.
var kindsOf = map[byte]kind{
	'y': year, 'm': month, 'd': day, 'h': hour, 's': second, 'g': era, 'e': eraYear, 'b': buddhist, 'a': weekday,
}

// letters adds the code for repeated letters, and returns its length.
func (s *section) letters(code string) int {
	const name = "General"
	if len(code) >= len(name) && strings.EqualFold(code[:len(name)], name) {
		s.add(general, "", 0)
		return len(name)
	}
	for _, h := range halfDays[:2] {
		if len(code) >= len(h) && strings.EqualFold(code[:len(h)], h) {
			s.add(halfDay, code[:len(h)], 0)
			return len(h)
		}
	}
	c := code[0] | 0x20
	if c == 'e' && len(code) > 1 && (code[1] == '+' || code[1] == '-') && s.has(digit) {
		s.add(exponent, "E"+code[1:2], 0)
		return 2
	}
	if c == 'b' && len(code) > 1 && (code[1] == '1' || code[1] == '2') {
		// In Excel, B1 selects the Gregorian calendar, and B2 the Hijri calendar.
		s.locale.calendar = gregorian
		if code[1] == '2' {
			s.locale.calendar = hijriCalendar
		}
		return 2
	}
	k, ok := kindsOf[c]
	if !ok {
		s.add(literal, code[:1], 0)
		return 1
	}
	n := 1
	for n < len(code) && code[n]|0x20 == c {
		n++
	}
	if k == weekday {
		if n < 3 {
			s.add(literal, code[:n], 0)
			return n
		}
		n = min(n, 4)
	}
	s.add(k, "", n)
	s.date = true
	return n
}

// bracket parses brackets: a condition, an elapsed time, a currency, digits of a script, or a
// colour.
func (s *section) bracket(in string) {
	low := strings.ToLower(in)
	switch {
	case in == "":
	case strings.HasPrefix(in, "$"):
		symbol, tag, _ := strings.Cut(in[1:], "-")
		if symbol != "" {
			s.add(literal, symbol, 0)
		}
		s.system = s.locale.read(tag)
	case strings.ContainsRune("<=>", rune(in[0])):
		if c, ok := parseCondition(in); ok {
			s.condition = c
		}
	case strings.Contains("hms", low[:1]) && strings.Trim(low, low[:1]) == "":
		s.add(elapsed, low[:1], len(low))
		s.date = true
	case len(low) == 6 && strings.HasPrefix(low, "dbnum") && low[5] >= '1' && low[5] <= '4':
		s.locale.numbers = low[5] - '0'
	}
}

// settle processes the tokens again, now that all are known.
func (s *section) settle(group bool, commas int) {
	if s.has(halfDay) {
		s.date = true
	}
	switch {
	case s.date:
		s.settleDate()
		return
	case s.has(slash) && s.settleFraction():
		return
	}
	pointed, percents, thousands := false, 0, commas
	s.kinds &^= 1 << slash
	list := s.tokens
	for i := range list {
		switch t := &list[i]; t.kind {
		case slash:
			t.kind = literal
		case point:
			if pointed {
				t.kind = literal
			} else {
				thousands += t.n
			}
			pointed = true
		case percent:
			percents++
			t.kind = literal
		}
	}
	s.shift, s.grouped = 2*percents-3*thousands, group
}

// settleDate distinguishes minutes from months, and decimals of seconds from full stops.
func (s *section) settleDate() {
	list := s.tokens[:0]
	var before kind // the last part of a date or a time
	for i := 0; i < len(s.tokens); i++ {
		t := s.tokens[i]
		switch t.kind {
		case month:
			if t.n <= 2 && (before == hour || s.next(i) == second) {
				t.kind = minute
			}
		case point:
			n := 0
			if before == second || before == elapsed {
				for i+1+n < len(s.tokens) && s.tokens[i+1+n].kind == digit && s.tokens[i+1+n].text == "0" {
					n++
				}
			}
			t.kind = literal
			if n > 0 {
				t = token{decimals, "", n}
				i += n
			}
		case digit, percent, slash, exponent:
			t.kind = literal
		}
		switch t.kind {
		case elapsed:
			before = elapsed
			if t.text == "h" {
				before = hour
			}
		case literal, halfDay:
		default:
			before = t.kind
		}
		list = append(list, t)
	}
	s.tokens, s.kinds = list, 0
	for _, t := range list {
		s.kinds |= 1 << t.kind
	}
}

// next returns the kind of the next part of a date or a time.
func (s *section) next(i int) kind {
	for _, t := range s.tokens[i+1:] {
		switch t.kind {
		case year, month, day, hour, second, era, eraYear, buddhist, weekday:
			return t.kind
		case elapsed:
			if t.text == "s" {
				return second
			}
			return elapsed
		}
	}
	return literal
}
