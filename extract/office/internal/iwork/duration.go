package iwork

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// The units of durations, from a week to a millisecond.
var units = []struct {
	bit               int
	length            float64 // in seconds
	letter, name      string
	digits            int // in the form 1:02:03.004
	separatorInDigits string
}{
	{1, 7 * day, "w", "week", 1, ":"},
	{2, day, "d", "day", 1, ":"},
	{4, 60 * 60, "h", "hour", 1, ":"},
	{8, 60, "m", "minute", 2, ":"},
	{16, 1, "s", "second", 2, ":"},
	{32, 0.001, "ms", "millisecond", 3, "."},
}

// The forms of durations.
const (
	inDigits  = 0 // 1:02:03
	inLetters = 1 // 1h 2m 3s
	inWords   = 2 // 1 hour 2 minutes 3 seconds
)

// duration returns what a cell shows for a number of seconds.
func (f format) duration(seconds float64) string {
	if math.IsNaN(seconds) || math.Abs(seconds) > 1e12 {
		return ""
	}
	sign := ""
	if seconds < 0 {
		sign, seconds = "-", -seconds
	}
	largest, smallest := f.largest, f.smallest
	form := f.style
	if f.kind != duration {
		form = inLetters
	}
	if f.kind != duration || f.automatic || largest == 0 || smallest < largest {
		largest, smallest = automaticUnits(seconds)
	}
	left := math.Round(seconds * 1000)
	var b strings.Builder
	for _, u := range units {
		if u.bit < largest || u.bit > smallest {
			continue
		}
		length := u.length * 1000
		n := math.Floor(left / length)
		left -= n * length
		first := b.Len() == 0
		count := strconv.FormatFloat(n, 'f', -1, 64)
		switch form {
		case inDigits:
			if !first {
				b.WriteString(u.separatorInDigits)
				count = strings.Repeat("0", max(u.digits-len(count), 0)) + count
			}
			b.WriteString(count)
		case inLetters:
			if !first {
				b.WriteByte(' ')
			}
			b.WriteString(count + u.letter)
		default:
			if !first {
				b.WriteByte(' ')
			}
			fmt.Fprintf(&b, "%s %s", count, u.name)
			if n != 1 {
				b.WriteByte('s')
			}
		}
	}
	return sign + b.String()
}

// automaticUnits returns the largest unit that a duration has, and the smallest that it needs.
func automaticUnits(seconds float64) (largest, smallest int) {
	if seconds == 0 {
		return 2, 2
	}
	ms := math.Round(seconds * 1000)
	for _, u := range units {
		length := u.length * 1000
		if largest == 0 && ms >= length {
			largest = u.bit
		}
		if smallest == 0 && largest != 0 && math.Mod(ms, length) == 0 {
			smallest = u.bit
		}
	}
	if largest == 0 {
		return 32, 32
	}
	return largest, max(smallest, largest)
}
