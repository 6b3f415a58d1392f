package inputs

import (
	"strings"
	"unicode/utf8"
)

// identifiers are texts with atoms that are identifiers or nearly.
func identifiers(r *random, _ uint64) []byte {
	var parts []string
	for range r.between(2, 14) {
		if r.oneIn(4) {
			parts = append(parts, word(r))
		}
		parts = append(parts, identifier(r)+strings.Repeat(pick(r, around), r.below(2)))
	}
	return joined(r, parts)
}

// The parts of identifiers, the last of each list wrong.
var (
	schemes   = []string{"http://", "HTTPS://", "ftp://", "a+b.c-d://", "x://", "s3://", "://", "1://", "-a://", "http:/", "http:", "ht_tp://", "é://"}
	prefixes  = []string{"www.", "mailto:", "tel:", "urn:", "info:", "doi:", "hdl:", "ark:", "arxiv:", "pmid:", "orcid:", "isbn:", "issn:", "geo:", "sms:", "ftp."}
	hosts     = []string{"example.org", "x", "EXAMPLE.ORG", "a.b.c", "1.2.3.4", "localhost:80", "例え.jp", "-.-", "", "a-.b", "_"}
	tails     = []string{"", "/", "/a/b.html", "?q=1&r=%20", "#top", "/~me", "/a(b)", "/*", "/查看", ":", ".", ",", "/é", "@", "/10.1000/x", "\\x", "^2", "`"}
	around    = []string{"(", ")", "'", "*", "_", ".", ",", ";", ":", "!", "?", "\"", "<", ">", "[", "]", "{", "}", "|", "-", "/", "#", "~", "=", "“", "「", "\x7F"}
	locals    = []string{"x", "a.b", "a+b", "(", "", "'", "é", "-", "x@y", "1"}
	domains   = []string{"y.z", "a.b.c", "y", "y.", ".z", "-.z", "y.-", "y-.z", "a_.b", "a.b@c", "Y.9", "", "y..z", "y.z.", "9.9"}
	atomParts = []string{"a", "B", "9", ".", "-", "+", "/", ":", "://", "@", "10.", "www", "_", "'", "*", "(", ")", "~", "%"}
)

// identifier returns what R2.3 to R2.7 find, or would if it were a little different.
func identifier(r *random) string {
	s := ""
	switch r.below(7) {
	case 0:
		s = pick(r, schemes) + pick(r, hosts) + pick(r, tails)
	case 1, 2:
		s = anyCase(r, pick(r, prefixes)) + pick(r, []string{"", "x", "10.1000/1", "+49-30", "978-3", "y@z.w", ":", "0000-0002"})
	case 3:
		s = doi(r)
	case 4:
		s = pick(r, locals) + pick(r, []string{"@", "@", "@", "@@", "＠", " at "}) + pick(r, domains)
	case 5:
		for range 1 + r.below(8) {
			s += pick(r, atomParts)
		}
	default:
		s = string(rune(0x21 + r.below(94)))
	}
	if r.oneIn(4) { // something before it
		s = pick(r, []string{"a", "see:", "x=", "é", "日", "a/", "1"}) + s
	}
	for range r.few(4) {
		if r.oneIn(2) {
			s = pick(r, around) + s
		} else {
			s += pick(r, around)
		}
	}
	if r.oneIn(6) { // one byte gone, or twice
		if at := r.below(len(s)); r.oneIn(2) {
			s = s[:at] + s[at+1:]
		} else {
			s = s[:at] + s[at:at+1] + s[at:]
		}
	}
	return strings.ToValidUTF8(s, "")
}

func doi(r *random) string {
	s := pick(r, []string{"10.", "10.", "10.", "10", "1O.", "010.", "10,"})
	digits := func(n int) {
		for range n {
			s += string(rune('0' + r.below(10)))
		}
	}
	digits(r.between(2, 11))
	for range r.few(3) {
		s += "."
		digits(r.below(4))
	}
	return s + pick(r, []string{"/", "/x", "/x.y", "/)", "//", "", "/é", "x/y", "/-", "/(a)"})
}

// anyCase gives letters capitals, or what only Unicode takes for the same letter.
func anyCase(r *random, s string) string {
	if r.oneIn(2) {
		return s
	}
	b := []byte(s)
	for i, c := range b {
		if 'a' <= c && c <= 'z' && r.oneIn(2) {
			b[i] = c - 'a' + 'A'
		}
	}
	s = string(b)
	if r.oneIn(3) {
		s = strings.Replace(strings.Replace(s, "k", "\u212A", 1), "s", "\u017F", 1)
	}
	return s
}

func word(r *random) string {
	var b []byte
	if r.oneIn(2) {
		for range 1 + r.below(10) {
			b = append(b, byte('a'+r.below(26)))
		}
		return string(b)
	}
	a := pick(r, alphabets())
	for range 1 + r.below(6) {
		b = utf8.AppendRune(b, pick(r, a.letters))
	}
	return string(b)
}
