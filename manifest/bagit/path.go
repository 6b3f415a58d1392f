package bagit

import (
	"path"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"github.com/lsh-interop/fpcheck/archive/validation"
	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
)

// located is a path from a tag file, relative to the bag.
type located struct {
	path  string
	wrong []Finding // without a place
}

// locate parses a path from a tag file. If ok is false, the path cannot be looked up.
func locate(raw string, v version) (l located, ok bool) {
	find := func(s validation.Severity, r string, what, expected, section string) {
		l.wrong = append(l.wrong, Finding{Severity: s, Rule: r, What: what, Expected: expected, Section: section})
	}
	l.path = raw
	if !v.before(1, 0) {
		var sound bool
		if l.path, sound = unescape(raw, true); !sound {
			find(violation, rulePercent, "a percent sign that is not encoded, as many tools write it", "%25", "2.1.3")
		}
	}
	const inside = "a path below the bag's base directory"
	switch {
	case l.path == "":
		find(violation, ruleLine, "no path", inside, "2.1.3")
		return l, false
	case strings.ContainsRune(l.path, 0):
		find(violation, ruleLine, "U+0000 in a path", inside, "2.1.3")
		return l, false
	case strings.HasPrefix(l.path, "/"), strings.HasPrefix(l.path, `\`), isDrive(l.path):
		find(violation, ruleOutside, "an absolute path", inside, "5.1")
		return l, false
	case strings.HasPrefix(l.path, "~"):
		find(violation, ruleOutside, "a path that begins with ~", inside, "5.1")
		return l, false
	}
	for element := range strings.FieldsFuncSeq(l.path, func(r rune) bool { return r == '/' || r == '\\' }) {
		if element == ".." {
			find(violation, ruleOutside, "a path with ..", inside, "5.1")
			return l, false
		}
	}
	if strings.HasSuffix(l.path, "/") {
		find(violation, ruleDirectory, "a directory", "files alone", "2.1.3")
		return l, false
	}
	if clean := path.Clean(l.path); clean != l.path {
		find(warning, ruleRelativePath, "a path with . or an empty element", "the shortest one", "2.1.3")
		l.path = clean
	}
	return l, l.path != "."
}

// isDrive reports whether a path begins with a Windows drive letter.
func isDrive(p string) bool {
	return len(p) >= 3 && p[1] == ':' && (p[2] == '\\' || p[2] == '/') && ('a' <= p[0]|0x20 && p[0]|0x20 <= 'z')
}

var percentSigns = lazy.Regexp(`(?i)%(0a|0d|25)?`)

// unescape decodes %0A, %0D and, if percents, %25. It reports whether it knew all percent signs.
func unescape(s string, percents bool) (_ string, sound bool) {
	if !strings.Contains(s, "%") {
		return s, true
	}
	sound = true
	s = percentSigns().ReplaceAllStringFunc(s, func(e string) string {
		switch {
		case strings.EqualFold(e, "%0A"):
			return "\n"
		case strings.EqualFold(e, "%0D"):
			return "\r"
		case percents && e == "%25":
			return "%"
		}
		sound = false
		return e
	})
	return s, sound
}

// escape encodes a path as 1.0 requires.
func escape(p string) string {
	return strings.NewReplacer("\n", "%0A", "\r", "%0D", "%", "%25").Replace(p)
}

// loose normalizes a path: Unicode normalization and encoded characters do not count.
func loose(p string) string {
	p, _ = unescape(p, true)
	return norm.NFC.String(p)
}

// folder maps paths that differ only in case to the same string.
type folder struct{ cases.Caser }

func newFolder() folder { return folder{cases.Fold()} }

// fold returns loose(p) without case.
func (f folder) fold(p string) string {
	ascii := true
	for i := range len(p) {
		if p[i] >= utf8.RuneSelf || p[i] == '%' {
			ascii = false
			break
		}
	}
	if ascii {
		return strings.ToLower(p)
	}
	return norm.NFC.String(f.Caser.String(loose(p)))
}
