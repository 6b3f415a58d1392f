package iwork

import (
	"encoding/xml"
	"strconv"
	"strings"
)

// looks are the styles that tell what is shown: formats of cells, and the headers of sections.
type looks struct {
	reader   *reader
	styles   map[string]*style // by identifiers, and by what names them for others
	formats  map[string]format // by identifiers
	open     []*style
	property string
	found    func(format) // what takes the format that comes, in place of a style
}

// style has the properties that are needed, and the name of the style that it goes on from.
type style struct {
	parent     string
	properties map[string]property
}

// property is a value of a style.
type property struct {
	number         string
	format         format
	header, footer string
}

// mostParents bounds the styles that go on from each other.
const mostParents = 50

// Names of properties, without the beginnings and ends that they share.
const (
	formatType  = "SFTCellStylePropertyFormatType"
	numberStyle = "SFTCellStylePropertyNumberFormat"
	dateStyle   = "SFTCellStylePropertyDateTimeFormat"
	lengthStyle = "SFTCellStylePropertyDurationFormat"

	chartTitle = "SFCShowChartTitleProperty"

	firstPage, evenPage, oddPage = "firstPageMaster", "evenPageMaster", "oddPageMaster"
	firstIsOther, evenIsOther    = "pageMasterFirstPageDifferent", "pageMasterLeftRightPagesDifferent"
)

var properties = map[string]bool{
	formatType: true, numberStyle: true, dateStyle: true, lengthStyle: true,
	chartTitle: true, firstPage: true, evenPage: true, oddPage: true, firstIsOther: true, evenIsOther: true,
}

// start handles the start of an element of a style. It returns a handler of its end, or nil.
func (l *looks) start(name string, e xml.StartElement) (end func()) {
	switch name {
	case "sf:cell-style", "sf:sectionstyle", "sf:chart-style":
		s := &style{value(e, "parent-ident"), make(map[string]property)}
		for _, key := range []string{value(e, "ID"), value(e, "ident")} {
			if key != "" {
				l.reader.hold(2*objectCost+len(key)+len(s.parent), "styles")
				l.styles[key] = s
			}
		}
		l.open = append(l.open, s)
		before := l.property
		l.property = ""
		return func() {
			l.open = l.open[:len(l.open)-1]
			l.property = before
		}
	case "sf:number-format", "sf:date-format", "sf:duration-format":
		f := xmlFormat(name, e)
		l.took(f)
		if id := value(e, "ID"); id != "" {
			l.reader.hold(2*objectCost+len(id)+len(f.pattern), "formats")
			l.formats[id] = f
		}
		return func() {}
	case "sf:number-format-ref", "sf:date-format-ref", "sf:duration-format-ref", "sf:cf-ref":
		if f, ok := l.formats[value(e, "IDREF")]; ok {
			l.took(f)
		}
		return func() {}
	case "sf:pagemaster":
		l.set(property{header: value(e, "header"), footer: value(e, "footer")})
		return func() {}
	case "sf:number":
		l.set(property{number: value(e, "number")})
		return func() {}
	}
	if local := e.Name.Local; len(l.open) > 0 && properties[local] {
		before := l.property
		l.property = local
		return func() { l.property = before }
	}
	return nil
}

func (l *looks) set(p property) {
	if l.property != "" && len(l.open) > 0 {
		l.reader.hold(2*objectCost+len(p.number)+len(p.header)+len(p.footer), "styles")
		l.open[len(l.open)-1].properties[l.property] = p
	}
}

// took takes a format, for a cell or a style.
func (l *looks) took(f format) {
	if l.found != nil {
		l.found(f)
	}
	l.set(property{format: f})
}

// of returns a property of a style, or of those that it goes on from.
func (l *looks) of(style, name string) (property, bool) {
	for range mostParents {
		s := l.styles[style]
		if s == nil {
			break
		}
		if p, ok := s.properties[name]; ok {
			return p, true
		}
		style = s.parent
	}
	return property{}, false
}

func (l *looks) cell(style string, kind byte) format {
	const automatic = "255"
	chosen, ok := l.of(style, formatType)
	if !ok || chosen.number == automatic {
		return format{}
	}
	name := numberStyle
	switch kind {
	case dateCell:
		name = dateStyle
	case durationCell:
		name = lengthStyle
	}
	p, _ := l.of(style, name)
	return p.format
}

// headers returns the headers and footers that pages of known sections show.
func (l *looks) headers(sections []string) map[string]bool {
	shown := make(map[string]bool)
	for _, section := range sections {
		use := func(master string) {
			if p, ok := l.of(section, master); ok {
				shown[p.header], shown[p.footer] = true, true
			}
		}
		use(oddPage)
		if p, _ := l.of(section, firstIsOther); p.number == "1" {
			use(firstPage)
		}
		if p, _ := l.of(section, evenIsOther); p.number == "1" {
			use(evenPage)
		}
	}
	delete(shown, "")
	return shown
}

func xmlFormat(name string, e xml.StartElement) format {
	switch name {
	case "sf:date-format":
		if pattern := value(e, "fmt"); len(pattern) <= mostPattern {
			return format{kind: dateKind, pattern: pattern}
		}
		return format{}
	case "sf:duration-format":
		return durationFormat(value(e, "fmt"))
	}
	number := func(name string) int {
		n, _ := strconv.Atoi(value(e, name))
		return n
	}
	kinds := []int{decimalKind, currency, percent, scientific, fraction, baseKind}
	f := format{
		kind: decimalKind, decimals: number("format-decimal-places"), currency: value(e, "format-currency-code"),
		negative: number("format-negative-style"), accuracy: int32(number("format-fraction-accuracy")),
		thousands:  value(e, "format-show-thousands-separator") == "true",
		accounting: value(e, "format-use-accounting-style") == "true",
		base:       number("format-base"), basePlaces: number("format-base-places"),
	}
	if len(f.currency) > mostCurrency {
		f.currency = ""
	}
	if n := number("format-type"); n >= 0 && n < len(kinds) {
		f.kind = kinds[n]
	}
	return f
}

// durationFormat reads a pattern such as "hhh mmm sss": the units, and the letters of each.
func durationFormat(pattern string) format {
	f := format{kind: duration, style: inDigits}
	for i, letter := range []string{"w", "d", "h", "m", "s", "f"} {
		n := strings.Count(pattern, letter)
		if n == 0 {
			continue
		}
		if f.largest == 0 {
			f.largest = units[i].bit
		}
		f.smallest = units[i].bit
		if n >= 4 {
			f.style = inWords
		} else if n == 3 && f.style == inDigits {
			f.style = inLetters
		}
	}
	return f
}
