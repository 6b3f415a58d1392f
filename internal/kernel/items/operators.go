package items

// maxOperators is the largest number of operators between two items (R13.8). More are a ruled line.
const maxOperators = 16

// operators are those between the last item and the next (R13.8).
type operators struct {
	found [maxOperators]rune
	n     int  // at most maxOperators + 1
	far   int  // of found, those before the last white space
	after bool // an item came before
	ended bool // a line ended
	space bool // the last separator was white space

	// Operators that touch one another, whose next neighbour is not known.
	waiting [maxOperators]rune
	waits   int
	apart   bool // white space stands before them
}

// isOperator reports whether R13.8 lists r.
func isOperator(r rune) bool {
	switch r {
	case '!', '&', '*', '-', '/', '^', '~', 0x2212:
		return true
	}
	return false
}

// isPrefix reports whether an operator may stand directly before what it changes.
func isPrefix(r rune) bool { return r == '!' || r == '~' || r == '-' || r == 0x2212 }

// isLineEnd reports whether no operator counts between what r separates.
func isLineEnd(r rune) bool { return '\n' <= r && r <= '\r' || r == 0x85 || r == 0x2028 || r == 0x2029 }

// some reports whether the next item depends on what has come since the last one.
func (o *operators) some() bool { return o.n > 0 || o.waits > 0 }

// begin says that an item has come, and that nothing has come since.
func (o *operators) begin() { *o = operators{after: true} }

// separator takes a separator; 0 if it is no code point.
func (o *operators) separator(r rune, isSpace bool) {
	if isOperator(r) {
		if o.waits == 0 {
			o.apart = o.space
		}
		if o.waits == maxOperators {
			o.n = maxOperators + 1
		} else {
			o.waiting[o.waits] = r
			o.waits++
		}
		o.space = false
		return
	}
	o.decide(isSpace)
	if isLineEnd(r) {
		o.ended = true
	}
	if isSpace {
		o.far = o.n
	}
	o.space = isSpace
}

// decide decides which of the operators that wait are some, now that their next neighbour is known.
func (o *operators) decide(isSpace bool) {
	for _, r := range o.waiting[:o.waits] {
		if o.apart == isSpace || o.apart && isPrefix(r) {
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
	if o.after && !o.ended {
		if o.decide(false); !telling {
			o.far = o.n
		}
		if o.n <= maxOperators {
			for _, r := range o.found[:min(o.far, o.n)] {
				if isDash := r == '-' || r == 0x2212; !isDash {
					emit(r)
				} else if !telling {
					emit('-')
				}
			}
		}
	}
	o.begin()
}
