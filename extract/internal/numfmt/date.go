package numfmt

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Dates outside these years are not shown.
const firstYear, lastYear = -9999, 32767

const (
	secondsOfDay = 24 * 60 * 60
	// The days from day 0 of sheets to the first day of 1970.
	from1899 = 25569
	from1904 = 24107
)

// moment is a date and a time of day.
type moment struct {
	date                 time.Time // in UTC, without the time of day
	year, month, day     int       // by the calendar of the code
	hijri                bool      // that calendar is the Hijri calendar
	weekday              time.Weekday
	hour, minute, second int
	rest                 float64 // of a second
}

// dates formats a date, a time, or an elapsed time.
func (s *section) dates(b *strings.Builder, value float64, counted Days) {
	places := 0
	for _, t := range s.tokens {
		if t.kind == decimals {
			places = t.n
		}
	}
	if s.has(elapsed) {
		s.passed(b, value, places)
		return
	}
	hasDate := s.has(year) || s.has(month) || s.has(day) || s.has(weekday) || s.has(era) || s.has(eraYear) ||
		s.has(buddhist)
	hasTime := s.has(hour) || s.has(minute) || s.has(second) || s.has(halfDay)
	days := math.Floor(value)
	if hasDate && hasTime {
		// A time that is rounded up to midnight belongs to the next day.
		seconds := (value - days) * secondsOfDay
		if round(seconds, places) >= secondsOfDay {
			days++
			value = days
		}
	} else if round((value-days)*secondsOfDay, 3) >= secondsOfDay {
		days++
	}
	epoch := float64(from1899)
	if counted == Since1904 {
		epoch = from1904
	}
	const most = 366 * (lastYear + 1)
	if hasDate && (days > most || days < -most) {
		b.WriteString(notShown)
		return
	}
	var m moment
	if hasDate {
		m.setDate(int64(days-epoch), int64(days), counted)
		if y := m.date.Year(); y < firstYear || y > lastYear {
			b.WriteString(notShown)
			return
		}
		s.locale.setCalendar(&m, int64(days-epoch))
	}
	if hasTime {
		m.clock(value, places)
	}
	s.write(b, m)
}

// setDate sets the date by the days since 1970, and by those that the program counts.
func (m *moment) setDate(since1970, day int64, counted Days) {
	at := func(days int64) time.Time { return time.Unix(days*secondsOfDay, 0).UTC() }
	m.date = at(since1970)
	m.weekday = m.date.Weekday() // also that of Excel's first days
	const leapDay = 60           // the 29th of February 1900
	excels := counted == Since1900 && day >= 0 && day <= leapDay
	if excels && day < leapDay {
		m.date = at(since1970 + 1)
	}
	m.day = m.date.Day()
	switch {
	case excels && day == 0: // January 0, 1900
		m.date, m.day = at(since1970+2), 0
	case excels && day == leapDay:
		m.day = 29
	}
}

// round rounds to a number of decimals.
func round(x float64, places int) float64 {
	p := math.Pow10(min(places, 9))
	return math.Floor(x*p+0.5) / p
}

// clock computes the time of day. It truncates what is not shown, because one second before
// midnight is not midnight. It first rounds what a float64 cannot represent exactly.
func (m *moment) clock(value float64, places int) {
	part := value - math.Floor(value)
	known := 9
	if size := math.Abs(value); size >= 1 {
		known = max(2, 14-int(math.Ceil(math.Log10(size*secondsOfDay))))
	}
	seconds := round(part*secondsOfDay, known)
	if seconds >= secondsOfDay {
		if value != math.Trunc(value) && part < 1-1e-12 {
			seconds = part * secondsOfDay
		} else {
			seconds = 0
		}
	}
	whole := int(seconds)
	m.hour, m.minute, m.second = whole/3600, whole/60%60, whole%60
	m.rest = seconds - float64(whole)
}

// fraction returns the decimals of the second, truncated where rounding would reach a whole second.
func (m moment) fraction(places int) string {
	p := math.Pow10(min(places, 9))
	n := math.Floor(m.rest*p + 0.5)
	if n >= p {
		n = p - 1
	}
	return decimalPlaces(int64(n), places)
}

func decimalPlaces(n int64, places int) string {
	s := fmt.Sprintf("%0*d", min(places, 9), n)
	return s + strings.Repeat("0", places-len(s))
}

// passed formats an elapsed time. It may have more hours than a day.
func (s *section) passed(b *strings.Builder, value float64, places int) {
	seconds := round(math.Abs(value)*secondsOfDay, places)
	if seconds >= 1<<32 {
		b.WriteString(notShown)
		return
	}
	whole := int64(seconds)
	m := moment{rest: seconds - float64(whole)}
	if value < 0 && seconds != 0 {
		b.WriteByte('-')
	}
	units := map[string]int64{"h": 3600, "m": 60, "s": 1}
	for _, t := range s.tokens {
		switch t.kind {
		case elapsed:
			s.pad(b, whole/units[t.text], t.n)
		case hour:
			s.pad(b, whole/3600%24, t.n)
		case minute, month:
			s.pad(b, whole/60%60, t.n)
		case second:
			s.pad(b, whole%60, t.n)
		case decimals:
			b.WriteString(s.locale.point())
			s.digits(b, m.fraction(t.n))
		case literal:
			b.WriteString(t.text)
		}
	}
}

// pad writes a number with at least width digits.
func (s *section) pad(b *strings.Builder, n int64, width int) {
	text := strconv.FormatInt(n, 10)
	if h := s.locale.han(); h != nil && n >= 0 && width < 4 {
		b.WriteString(h.integer(text))
		return
	}
	for range min(width, 9) - len(text) {
		text = "0" + text
	}
	s.digits(b, text)
}

func (s *section) digits(b *strings.Builder, text string) {
	for i := range len(text) {
		s.locale.digit(b, text[i])
	}
}

// write formats a date and a time of day.
func (s *section) write(b *strings.Builder, m moment) {
	tokens := s.tokens
	switch {
	case s.system == 'd':
		tokens = longDate
	case s.system == 't':
		tokens = longTime
	}
	names := s.locale.names()
	genitive := s.has(day)
	halves := s.has(halfDay) || s.system == 't'
	for _, t := range tokens {
		switch t.kind {
		case literal:
			b.WriteString(t.text)
		case year:
			if t.n <= 2 {
				s.pad(b, int64(m.year%100), 2)
			} else {
				s.pad(b, int64(m.year), 4)
			}
		case buddhist:
			if n := m.date.Year() + buddhistYears; t.n <= 2 {
				s.pad(b, int64(n%100), 2)
			} else {
				s.pad(b, int64(n), 4)
			}
		case month:
			if t.n <= 2 {
				s.pad(b, int64(m.month), t.n)
				continue
			}
			name := names.month(m.month, t.n == 3, genitive)
			if m.hijri {
				name = s.locale.hijriMonth(m.month)
			}
			if t.n == 5 {
				_, size := utf8.DecodeRuneInString(name)
				name = name[:size]
			}
			b.WriteString(name)
		case day:
			switch t.n {
			case 1, 2:
				s.pad(b, int64(m.day), t.n)
			default:
				b.WriteString(names.day(int(m.weekday), t.n == 3))
			}
		case weekday:
			b.WriteString(s.locale.weekday(int(m.weekday), t.n))
		case hour:
			n := m.hour
			if halves {
				n = (n+11)%12 + 1
			}
			s.pad(b, int64(n), min(t.n, 2))
		case minute:
			s.pad(b, int64(m.minute), min(t.n, 2))
		case second:
			s.pad(b, int64(m.second), min(t.n, 2))
		case decimals:
			b.WriteString(s.locale.point())
			s.digits(b, m.fraction(t.n))
		case halfDay:
			b.WriteString(names.half(t.text, m.hour >= 12))
		case era:
			b.WriteString(s.locale.era(m.date, t.n))
		case eraYear:
			s.pad(b, int64(s.locale.eraYear(m.date)), min(t.n, 2))
		}
	}
}

// The system's formats in American English: "Monday, January 2, 2006" and "03:04:05 PM".
var (
	longDate = []token{{day, "", 4}, {literal, ", ", 0}, {month, "", 4}, {literal, " ", 0}, {day, "", 1}, {literal, ", ", 0}, {year, "", 4}}
	longTime = []token{{hour, "", 2}, {literal, ":", 0}, {minute, "", 2}, {literal, ":", 0}, {second, "", 2}, {literal, " ", 0}, {halfDay, "AM/PM", 0}}
)
