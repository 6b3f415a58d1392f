package stream

// Reason is why a page cannot be read without its tree.
type Reason uint8

// The reasons.
const (
	none0     Reason = iota // it can
	Fostered                // what is shown stands before a table that it is written in
	Adopted                 // what is shown differently is moved out of a formatting element
	Frameset                // a set of frames takes the place of what was shown
	Late                    // a second <html> or <body> says how the first is shown
	Reopened                // too many formatting elements are opened again
	TooDeep                 // too many elements are open
	NULInName               // a name has U+0000, which x/net/html replaces late
	Fault                   // the tree cannot be built either
	Reasons                 // how many there are
)

func (r Reason) String() string {
	return [...]string{"none", "fostered", "adopted", "frameset", "late", "reopened", "too deep", "NUL in a name", "fault"}[r]
}
