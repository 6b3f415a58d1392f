package dataset

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"

	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/format"
)

// Logical types of values of Parquet, whichever way the schema says them.
type logical int

const (
	none logical = iota // the physical type says it all
	text
	signed
	unsigned
	decimal
	date
	clock  // time of day
	moment // local date and time
	instant
	uuid
	null // no value is there
	other
)

// logical returns the logical type, and the number of units in a second if it is a time.
func (e *element) logical() (l logical, perSecond int64) {
	unit := func(u format.TimeUnit) int64 {
		switch u.Value.(type) {
		case *format.MilliSeconds:
			return 1e3
		case *format.MicroSeconds:
			return 1e6
		}
		return 1e9
	}
	switch t := e.LogicalType.Value.(type) {
	case nil:
	case *format.StringType, *format.EnumType, *format.JsonType:
		return text, 0
	case *format.IntType:
		if t.IsSigned {
			return signed, 0
		}
		return unsigned, 0
	case *format.DecimalType:
		return decimal, 0
	case *format.DateType:
		return date, 0
	case *format.TimeType:
		return clock, unit(t.Unit)
	case *format.TimestampType:
		if t.IsAdjustedToUTC {
			return instant, unit(t.Unit)
		}
		return moment, unit(t.Unit)
	case *format.UUIDType:
		return uuid, 0
	case *format.NullType:
		return null, 0
	default:
		return other, 0
	}
	if !e.ConvertedType.Valid {
		return none, 0
	}
	switch c := e.ConvertedType.V; c {
	case deprecated.UTF8, deprecated.Enum, deprecated.Json:
		return text, 0
	case deprecated.Decimal:
		return decimal, 0
	case deprecated.Date:
		return date, 0
	case deprecated.TimeMillis:
		return clock, 1e3
	case deprecated.TimeMicros:
		return clock, 1e6
	case deprecated.TimestampMillis:
		return instant, 1e3
	case deprecated.TimestampMicros:
		return instant, 1e6
	case deprecated.Uint8, deprecated.Uint16, deprecated.Uint32, deprecated.Uint64:
		return unsigned, 0
	case deprecated.Int8, deprecated.Int16, deprecated.Int32, deprecated.Int64:
		return signed, 0
	}
	return other, 0
}

func (e *element) isBytes() bool {
	return e.Type.V == format.ByteArray || e.Type.V == format.FixedLenByteArray
}

// isString reports whether values are of Unicode, or none is there.
func (e *element) isString() bool {
	l, _ := e.logical()
	return l == text && e.isBytes() || l == null
}

// isPlain reports whether values are bytes without a logical type.
func (e *element) isPlain() bool {
	l, _ := e.logical()
	return l == none && e.isBytes()
}

// isScalar reports whether [element.id] can print the values.
func (e *element) isScalar() bool {
	integer := e.Type.V == format.Int32 || e.Type.V == format.Int64
	switch l, _ := e.logical(); l {
	case none, null:
		return true
	case text:
		return e.isBytes()
	case signed, unsigned, clock, moment, instant:
		return integer
	case decimal:
		return integer || e.isBytes()
	case date:
		return e.Type.V == format.Int32
	case uuid:
		return e.Type.V == format.FixedLenByteArray && e.TypeLength.V == 16
	}
	return false
}

// kind names the type of the values.
func (e *element) kind() string {
	if s := e.LogicalType.String(); s != "" {
		return s
	}
	if e.ConvertedType.Valid {
		return fmt.Sprintf("%v (%v)", e.Type.V, e.ConvertedType.V)
	}
	return e.Type.V.String()
}

// id is a value as an id, in the form in which DuckDB and other programs print it.
func (e *element) id(value []byte) ID {
	l, perSecond := e.logical()
	switch e.Type.V {
	case format.Boolean:
		return numberID(strconv.FormatBool(value[0] != 0))
	case format.Float:
		return floatID(float64(math.Float32frombits(binary.LittleEndian.Uint32(value))), 32)
	case format.Double:
		return floatID(math.Float64frombits(binary.LittleEndian.Uint64(value)), 64)
	case format.Int96: // nanoseconds of the day, and the Julian day
		days := int64(binary.LittleEndian.Uint32(value[8:])) - 2440588
		return stringID(showMoment(time.Unix(86400*days, int64(binary.LittleEndian.Uint64(value))).UTC()))
	case format.Int32, format.Int64:
		n, u := int64(0), uint64(0)
		if len(value) == 4 {
			u = uint64(binary.LittleEndian.Uint32(value))
			n = int64(int32(u))
		} else {
			u = binary.LittleEndian.Uint64(value)
			n = int64(u)
		}
		switch l {
		case unsigned:
			return numberID(strconv.FormatUint(u, 10))
		case decimal:
			return numberID(e.fraction(big.NewInt(n)))
		case date:
			return stringID(showDate(time.Unix(86400*n, 0).UTC()))
		case clock:
			return stringID(showClock(seconds(n, perSecond)))
		case moment:
			return stringID(showMoment(seconds(n, perSecond)))
		case instant:
			return stringID(showMoment(seconds(n, perSecond)) + "+00")
		}
		return numberID(strconv.FormatInt(n, 10))
	}
	switch l {
	case decimal:
		n := new(big.Int).SetBytes(value)
		if len(value) > 0 && value[0]&0x80 != 0 { // two's complement
			n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(value))))
		}
		return numberID(e.fraction(n))
	case uuid:
		return stringID(fmt.Sprintf("%x-%x-%x-%x-%x", value[:4], value[4:6], value[6:8], value[8:10], value[10:]))
	}
	return stringID(string(value))
}

func numberID(s string) ID { return ID{Text: s} }

func stringID(s string) ID { return ID{Text: s, isString: true} }

// givenID is the id that a partition gives, or none.
func givenID(value string, ok bool) ID {
	if !ok {
		return ID{}
	}
	return stringID(value)
}

// floatID is a number in the fewest digits that tell it from others.
func floatID(f float64, size int) ID {
	switch {
	case math.IsNaN(f):
		return stringID("nan")
	case math.IsInf(f, 0):
		return stringID(strings.ToLower(strings.TrimPrefix(strconv.FormatFloat(f, 'f', -1, size), "+")))
	}
	s := strconv.FormatFloat(f, 'e', -1, size)
	_, exponent, _ := strings.Cut(s, "e")
	if n, _ := strconv.Atoi(exponent); n >= -4 && n < 16 {
		if s = strconv.FormatFloat(f, 'f', -1, size); !strings.Contains(s, ".") {
			s += ".0"
		}
	}
	return numberID(s)
}

// mostScale bounds the digits of a fraction.
const mostScale = 1000

// fraction writes a number with the digits after the point that the schema tells.
func (e *element) fraction(n *big.Int) string {
	scale := int(e.Scale.V)
	if d, ok := e.LogicalType.Value.(*format.DecimalType); ok {
		scale = int(d.Scale)
	}
	digits, sign := new(big.Int).Abs(n).String(), ""
	if n.Sign() < 0 {
		sign = "-"
	}
	if scale = min(scale, mostScale); scale <= 0 {
		return sign + digits
	}
	if short := scale + 1 - len(digits); short > 0 {
		digits = strings.Repeat("0", short) + digits
	}
	point := len(digits) - scale
	return sign + digits[:point] + "." + digits[point:]
}

func seconds(n, perSecond int64) time.Time {
	whole, part := n/perSecond, n%perSecond
	return time.Unix(whole, part*(1e9/perSecond)).UTC()
}

// showDate writes a date; before the year 1 as the year before Christ.
func showDate(t time.Time) string {
	year, suffix := t.Year(), ""
	if year < 1 {
		year, suffix = 1-year, " (BC)"
	}
	return fmt.Sprintf("%04d-%02d-%02d%s", year, t.Month(), t.Day(), suffix)
}

func showClock(t time.Time) string {
	s := fmt.Sprintf("%02d:%02d:%02d", t.Hour(), t.Minute(), t.Second())
	if n := t.Nanosecond(); n != 0 {
		s += "." + strings.TrimRight(fmt.Sprintf("%09d", n), "0")
	}
	return s
}

func showMoment(t time.Time) string { return showDate(t) + " " + showClock(t) }
