package tokenizer

import (
	"bytes"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/unicode/ascii"
)

// identifiers is the first part of stage 2: each identifier becomes U+FFFD (R2.1 to R2.8).
type identifiers struct {
	next  stage
	state atomState
	atom  []byte // its beginning, while undecided
	start int    // of the atom
}

type atomState uint8

const (
	outside   atomState = iota
	undecided           // in an atom that may be an identifier
	keeping             // in an atom that stays
	dropping            // in an identifier
)

// Classes of bytes. Every identifier contains a telling byte.
const (
	inAtom  = 1
	telling = 2
)

// byteClass classifies the characters of R2.1.
var byteClass = func() (t [256]uint8) {
	for c := 0x21; c <= 0x7E; c++ {
		t[c] = inAtom
	}
	for _, c := range []byte("\"<>[]{}|\\^`") {
		t[c] = 0
	}
	for _, c := range []byte(".:@") {
		t[c] |= telling
	}
	return t
}()

func (f *identifiers) write(p []byte, at int) {
	end := at + len(p)
	for len(p) > 0 {
		at := end - len(p)
		switch f.state {
		case outside:
			p = f.scan(p, at)
		case undecided:
			p = f.collect(p)
		case keeping:
			n := atomLen(p)
			f.pass(p[:n], at)
			p = f.leave(p[n:])
		case dropping:
			p = f.leave(p[atomLen(p):])
		}
	}
}

// scan passes p on without the identifiers that end in it. It returns the unfinished atom at the end.
func (f *identifiers) scan(p []byte, at int) []byte {
	from, i := 0, 0
	for i < len(p) {
		if byteClass[p[i]] == 0 {
			i++
			continue
		}
		start, seen := i, uint8(0)
		for i < len(p) && byteClass[p[i]] != 0 {
			seen |= byteClass[p[i]]
			i++
		}
		if i == len(p) {
			f.pass(p[from:start], at+from)
			f.state, f.start = undecided, at+start
			return p[start:]
		}
		if seen&telling != 0 && isIdentifier(p[start:min(i, start+MaxIdentifier)]) { // R2.2
			f.pass(p[from:start], at+from)
			f.next.write(replacement, at+start) // R2.8
			from = i
		}
	}
	f.pass(p[from:], at+from)
	return nil
}

// collect adds p to the atom, decides at its end or at the length of R2.2, and returns the rest.
func (f *identifiers) collect(p []byte) []byte {
	n := min(atomLen(p), MaxIdentifier-len(f.atom)) // R2.2
	f.atom = append(f.atom, p[:n]...)
	if n < len(p) || len(f.atom) == MaxIdentifier {
		f.decide()
	}
	return p[n:]
}

// decide ends the undecided state. From here on, the atom is or is not an identifier, however it
// continues.
func (f *identifiers) decide() {
	if isIdentifier(f.atom) {
		f.state = dropping
		f.next.write(replacement, f.start) // R2.8
	} else {
		f.state = keeping
		f.pass(f.atom, f.start)
	}
	f.atom = f.atom[:0]
}

// leave ends the atom if anything follows it.
func (f *identifiers) leave(rest []byte) []byte {
	if len(rest) > 0 {
		f.state = outside
	}
	return rest
}

func (f *identifiers) pass(p []byte, at int) {
	if len(p) > 0 {
		f.next.write(p, at)
	}
}

func (f *identifiers) close() {
	if f.state == undecided {
		f.decide()
	}
	f.state = outside
	f.next.close()
}

// atomLen returns the number of bytes of the atom at the start of p (R2.1).
func atomLen(p []byte) int {
	for i, c := range p {
		if byteClass[c] == 0 {
			return i
		}
	}
	return len(p)
}

// isIdentifier applies the tests of R2.3 to R2.7 to an atom, which R2.2 has cut.
func isIdentifier(atom []byte) bool {
	c := bytes.TrimRight(bytes.TrimLeft(atom, "('*_"), ")'*_.,;:!?") // R2.3
	return hasScheme(c) || hasPrefix(c) || isDOI(c) || isAddress(c)
}

// hasScheme is R2.4.
func hasScheme(c []byte) bool {
	letter := false // some [A-Za-z][A-Za-z0-9+.-]* ends before c[i]
	for i, x := range c {
		switch {
		case ascii.IsLetter(x):
			letter = true
		case x == ':' && letter && bytes.HasPrefix(c[i:], []byte("://")):
			return true
		case !ascii.IsDigit(x) && x != '+' && x != '.' && x != '-':
			letter = false
		}
	}
	return false
}

// prefixes are the prefixes of R2.5, sorted.
var prefixes = []string{
	"ark:", "arxiv:", "doi:", "hdl:", "info:", "isbn:", "issn:", "mailto:",
	"orcid:", "pmid:", "tel:", "urn:", "www.",
}

// hasPrefix is R2.5.
func hasPrefix(c []byte) bool {
	for _, p := range prefixes {
		if len(c) >= len(p) && strings.EqualFold(string(c[:len(p)]), p) {
			return true
		}
	}
	return false
}

// isDOI is R2.6.
func isDOI(c []byte) bool {
	c, ok := bytes.CutPrefix(c, []byte("10."))
	if !ok {
		return false
	}
	n := digits(c)
	if n < 4 || n > 9 {
		return false
	}
	c = c[n:]
	for len(c) > 1 && c[0] == '.' && ascii.IsDigit(c[1]) {
		c = c[1+digits(c[1:]):]
	}
	return len(c) > 1 && c[0] == '/'
}

// isAddress is R2.7: [^@]+@[^@]*[A-Za-z0-9]\.[A-Za-z0-9]
func isAddress(c []byte) bool {
	local, domain, ok := bytes.Cut(c, []byte("@"))
	if !ok || len(local) == 0 {
		return false
	}
	domain, _, _ = bytes.Cut(domain, []byte("@"))
	for i := 1; i+1 < len(domain); i++ {
		if domain[i] == '.' && isAlnum(domain[i-1]) && isAlnum(domain[i+1]) {
			return true
		}
	}
	return false
}

// digits returns the number of digits at the start of c.
func digits(c []byte) int {
	n := 0
	for n < len(c) && ascii.IsDigit(c[n]) {
		n++
	}
	return n
}

func isAlnum(c byte) bool { return ascii.IsDigit(c) || ascii.IsLetter(c) }
