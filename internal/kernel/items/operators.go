package items

import "github.com/lsh-interop/fpcheck/internal/unicode/ucd"

// maxOperators is the largest number of operators between two items (R13.8). More are a ruled line.
const maxOperators = 16

// operators are those between the last item and the next (R13.8).
type operators struct {
	found [maxOperators]rune
	n     int       // at most maxOperators + 1
	far   int       // of found, those before the last white space
	after bool      // an item came before
	ended bool      // a line ended
	last  neighbour // what came last

	// Operators that touch one another, whose next neighbour is not known.
	waiting [maxOperators]rune
	waits   int
	before  neighbour // what stands before them
}

// neighbour is what stands beside an operator.
type neighbour uint8

const (
	anItem neighbour = iota
	aSpace
	anotherSeparator
)

// isOperator reports whether R13.8 lists r.
func isOperator(r rune) bool { return isInfix(r) || isPrefix(r) }

// isInfix reports whether r stands between two items.
func isInfix(r rune) bool { return r == '&' || r == '*' || r == '/' || r == '^' }

// isPrefix reports whether r stands directly before an item.
func isPrefix(r rune) bool { return r == '!' || r == '~' || isMinus(r) }

func isMinus(r rune) bool { return r == '-' || r == 0x2212 }

// some reports whether the next item depends on what has come since the last one.
func (o *operators) some() bool { return o.n > 0 || o.waits > 0 }

// begin says that an item has come, and that nothing has come since.
func (o *operators) begin() { *o = operators{after: true} }

// separator takes a separator; 0 if it is no code point.
func (o *operators) separator(r rune, isSpace bool) {
	this := anotherSeparator
	if isSpace {
		this = aSpace
	}
	if isOperator(r) && !o.ended {
		if o.waits == 0 {
			o.before = o.last
		}
		if o.waits == maxOperators {
			o.n = maxOperators + 1
		} else {
			o.waiting[o.waits] = r
			o.waits++
		}
		o.last = this
		return
	}
	o.decide(this)
	if ucd.IsLineEnd(r) || r == 0x2029 { // R13.8 (a)
		o.ended = true
	}
	if isSpace {
		o.far = o.n
	}
	o.last = this
}

// decide decides which of the operators that wait are some, now that their next neighbour is known.
func (o *operators) decide(next neighbour) {
	for _, r := range o.waiting[:o.waits] {
		is := (o.before == aSpace) == (next == aSpace)
		if isPrefix(r) {
			is = next == anItem && !(isMinus(r) && o.before == anItem)
		}
		if is {
			if o.n < maxOperators {
				o.found[o.n] = r
			}
			o.n = min(o.n+1, maxOperators+1)
		}
	}
	o.waits = 0
}

// take emits the operators before an item that begins. Those that may be signs of a telling item (R10.9)
// are none.
func (o *operators) take(telling bool, emit func(r rune)) {
	if o.after {
		if o.decide(anItem); !telling {
			o.far = o.n
		}
		if o.n <= maxOperators {
			for _, r := range o.found[:min(o.far, o.n)] {
				if isMinus(r) {
					r = '-'
				}
				emit(r)
			}
		}
	}
	o.begin()
}
