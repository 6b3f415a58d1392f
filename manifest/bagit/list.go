package bagit

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/archive/validation"
	"github.com/lsh-interop/fpcheck/internal/kernel/checksum"
	"github.com/lsh-interop/fpcheck/internal/store/extsort"
)

// Limits of a sorter: bytes of records in memory, and files.
var (
	maxHeld = 16 << 20
	maxRuns = 32
)

func newSorter() *extsort.Sorter { return &extsort.Sorter{Octets: maxHeld, Files: maxRuns} }

// list is a manifest of the payload or of tag files.
type list struct {
	name      string
	algorithm *checksum.Algorithm // nil if it is unknown
	sorted    *extsort.Sorter     // of path, raw path, line number and checksum
}

// listed is a line of a manifest.
type listed struct {
	checksum string // in small letters
	raw      string // the path as it is in the line
	located
}

// parseListed parses a line of a manifest whose checksums have size bytes; 0 allows any size. The
// findings have no place yet. ok is false if the line has no usable path.
func parseListed(s string, size int, v version) (l listed, ok bool) {
	find := func(sev validation.Severity, r string, what, expected, section string) {
		l.wrong = append(l.wrong, Finding{Severity: sev, Rule: r, What: what, Expected: expected, Section: section})
	}
	end := strings.IndexAny(s, " \t")
	if end < 0 {
		end = len(s)
	}
	l.checksum = strings.ToLower(s[:end])
	l.raw = strings.TrimLeft(s[end:], " \t")
	const form = "a checksum, a space and a path"
	switch octets, err := hex.DecodeString(l.checksum); {
	case strings.TrimSpace(s) == "":
		sev := violation
		if v.before(1, 0) {
			sev = warning
		}
		find(sev, ruleLine, "an empty line", form, "2.1.3")
		return l, false
	case l.raw == "":
		find(violation, ruleLine, fmt.Sprintf("%q", abridge(s)), form, "2.1.3")
		return l, false
	case err != nil || len(octets) == 0:
		find(violation, ruleLine, fmt.Sprintf("checksum %q", abridge(s[:end])), "hexadecimal digits", "2.1.3")
		return l, false
	case size > 0 && len(octets) != size:
		find(violation, ruleLine, fmt.Sprintf("a checksum of %d hexadecimal digits", len(l.checksum)), fmt.Sprintf("%d", 2*size), "2.1.3")
		return l, false
	}
	if rest, marked := strings.CutPrefix(l.raw, "*"); marked && rest != "" {
		l.raw = rest
		find(warning, ruleBinaryMark, "an asterisk before the path: the bag will fail strict validation", "none", "6.1.3")
	}
	found, ok := locate(l.raw, v)
	l.path = found.path
	l.wrong = append(l.wrong, found.wrong...)
	return l, ok
}

func (l *list) read(v *validator, tags bool) error {
	l.sorted = newSorter()
	section, size := "2.1.3", 0
	if tags {
		section = "2.2.1"
	}
	if l.algorithm != nil {
		size = l.algorithm.Size
	}
	return v.lines(l.name, section, func(at line) error {
		entry, ok := parseListed(at.text, size, v.version)
		for _, f := range entry.wrong {
			v.findLine(l.name, at, f, entry.raw)
		}
		if !ok {
			return nil
		}
		if f, wrong := misplaced(entry.path, tags, v); wrong {
			v.findLine(l.name, at, f, entry.raw)
			if f.Severity == violation {
				return nil
			}
		}
		return l.sorted.Add(entry.path, entry.raw, fmt.Sprintf("%019d", at.number), entry.checksum)
	})
}

// findLine reports a fault of a line, and of its path unless that is "".
func (v *validator) findLine(name string, at line, f Finding, raw string) {
	f.Path = name
	f.What = "line " + strconv.Itoa(at.number) + ": " + f.What
	if raw != "" {
		f.What += fmt.Sprintf(" (%q)", abridge(raw))
	}
	v.find(f)
}

// misplaced reports that a path cannot be in a manifest of that kind.
func misplaced(path string, tags bool, v *validator) (Finding, bool) {
	below := strings.HasPrefix(path, payloadDir+"/")
	switch {
	case !tags && path == payloadDir:
		return Finding{Severity: violation, Rule: ruleDirectory, What: "a directory", Expected: "files alone", Section: "2.1.3"}, true
	case !tags && !below:
		return Finding{Severity: violation, Rule: ruleMisplaced, What: "a file that is not of the payload", Expected: "a path that begins with data/", Section: "2.1.3"}, true
	case tags && (below || path == payloadDir):
		return Finding{Severity: violation, Rule: ruleMisplaced, What: "a file of the payload", Expected: "tag files alone", Section: "2.2.1"}, true
	}
	if _, tag, ok := manifestName(path); tags && tag && ok {
		return Finding{Severity: v.since10(), Rule: ruleMisplaced, What: "a tag manifest", Expected: "none in a tag manifest", Section: "2.2.1"}, true
	}
	return Finding{}, false
}
