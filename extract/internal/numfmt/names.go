package numfmt

import (
	_ "embed"
	"strings"
	"sync"
	"unicode/utf8"
)

//go:embed names/names.txt
var namesFile string

// byLanguage returns the names of each language.
var byLanguage = sync.OnceValue(func() map[string]*names {
	m := make(map[string]*names)
	for line := range strings.Lines(namesFile) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(fields) != 8 {
			continue
		}
		n := &names{}
		for i, to := range [][]string{n.months[:], n.genitive[:], n.shortMonths[:], n.shortGenitive[:], n.days[:], n.shortDays[:], n.halves[:]} {
			if list := fields[i+1]; list != "" {
				copy(to, strings.Split(list, "|"))
			}
		}
		if fields[2] == "" {
			n.genitive = n.months
		}
		if fields[4] == "" {
			n.shortGenitive = n.shortMonths
		}
		m[fields[0]] = n
	}
	return m
})

// names are the names of months, days and halves of a day in a language.
type names struct {
	months, genitive, shortMonths, shortGenitive [12]string
	days, shortDays                              [7]string
	halves                                       [2]string
}

// month returns the name of a month, counted from 1. Many languages have another form next to a
// day.
func (n *names) month(month int, short, beside bool) string {
	switch {
	case short && beside:
		return n.shortGenitive[month-1]
	case short:
		return n.shortMonths[month-1]
	case beside:
		return n.genitive[month-1]
	}
	return n.months[month-1]
}

// day returns the name of a day of the week; Sunday is 0.
func (n *names) day(day int, short bool) string {
	if short {
		return n.shortDays[day]
	}
	return n.days[day]
}

// weekday returns the name of a day of the week for n letters "a", which programs of East Asia write. The short
// name in Chinese is one character.
func (l *locale) weekday(day, n int) string {
	long := l.names().day(day, false)
	switch {
	case n > 3:
		return long
	case strings.HasPrefix(l.language, "zh"):
		_, size := utf8.DecodeLastRuneInString(long)
		return long[len(long)-size:]
	}
	return l.names().day(day, true)
}

// half returns the name of a half of a day, in the form of a code.
func (n *names) half(code string, after bool) string {
	i := 0
	if after {
		i = 1
	}
	first, second, _ := strings.Cut(code, "/")
	if strings.EqualFold(code, "AM/PM") {
		return n.halves[i]
	}
	return [2]string{first, second}[i]
}

func (l *locale) names() *names {
	if n, ok := byLanguage()[l.language]; ok {
		return n
	}
	return byLanguage()["en"]
}
