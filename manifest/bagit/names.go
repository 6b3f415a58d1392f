package bagit

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"

	"golang.org/x/text/unicode/norm"
)

// hints counts the warnings that a bag may have for each of its files.
type hints map[string]int64

// maxHints is the number of warnings of a rule to report one by one.
const maxHints = 5

// hinted lists the rules whose further warnings are only counted, and the words for those.
var hinted = []struct {
	rule      string
	one, many string
	section   string
}{
	{ruleLink, "link", "links", "2.1.2"},
	{ruleEmptyDirectory, "empty directory", "empty directories", "2.1.3"},
	{rulePercent, "name that is encoded as only 1.0 asks", "names that are encoded as only 1.0 asks", "2.1.3"},
	{ruleBinaryMark, "line with an asterisk before the path", "lines with an asterisk before the path", "6.1.3"},
	{ruleRelativePath, "path with . or an empty element", "paths with . or an empty element", "2.1.3"},
	{ruleUnlisted, "file that is not listed", "files that are not listed", "2.2.1"},
	{ruleLength, "length that differs from the file", "lengths that differ from the files", "2.2.3"},
	{ruleNormalization, "name that differs in Unicode normalization", "names that differ in Unicode normalization", "6.1.1.3"},
	{ruleCase, "name that differs in case", "names that differ in case", "6.1.1.3"},
	{ruleWindows, "name that Windows cannot have", "names that Windows cannot have", "6.1.2"},
}

// few counts a warning and reports whether to report it.
func (h *hints) few(r string) bool {
	for _, of := range hinted {
		if of.rule == r {
			if *h == nil {
				*h = make(hints)
			}
			(*h)[r]++
			return (*h)[r] <= maxHints
		}
	}
	return true
}

// more reports the number of further warnings.
func (v *validator) more() {
	for _, of := range hinted {
		n := v.hints[of.rule] - maxHints
		if n <= 0 {
			continue
		}
		what := of.many
		if n == 1 {
			what = of.one
		}
		v.bag.Warnings++
		if v.report != nil {
			v.report(Finding{Severity: warning, Rule: of.rule, What: fmt.Sprintf("%d more %s", n, what), Section: of.section})
		}
	}
}

// likeness returns how two similar paths differ: in case, in Unicode normalization, or in less.
func likeness(a, b string) (r string, in string) {
	nfc, nfkc := norm.NFC.String, norm.NFKC.String
	switch {
	case nfc(a) == nfc(b):
		return ruleNormalization, "Unicode normalization"
	case loose(a) == loose(b):
		return rulePercent, "percent-encoding"
	case strings.EqualFold(nfc(a), nfc(b)):
		return ruleCase, "case"
	case nfkc(a) == nfkc(b):
		return ruleNormalization, "compatibility characters (Unicode NFKC)"
	case strings.EqualFold(nfkc(a), nfkc(b)):
		return ruleCase, "case and compatibility characters (Unicode NFKC)"
	}
	return ruleCase, "full case folding, as ß from ss,"
}

// windowsNames finds names that Windows cannot have, in sorted paths.
type windowsNames struct{ last string } // the last directory found

// check returns the path up to its first such name, and Windows' reason. It returns each directory once.
func (w *windowsNames) check(path string) (part, why string) {
	if w.last != "" && strings.HasPrefix(path, w.last+"/") {
		return "", ""
	}
	for start := 0; start <= len(path); {
		end := strings.IndexByte(path[start:], '/')
		if end < 0 {
			end = len(path) - start
		}
		name := path[start : start+end]
		if why := noWindowsName(name); why != "" {
			w.last = path[:start+end]
			return w.last, why
		}
		start += end + 1
	}
	return "", ""
}

// devices are names that Windows reserves for devices, alone or before a full stop.
var devices = []string{
	"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$",
	"COM1", "COM2", "COM3", "COM4", "COM5", "COM6", "COM7", "COM8", "COM9", "COM¹", "COM²", "COM³",
	"LPT1", "LPT2", "LPT3", "LPT4", "LPT5", "LPT6", "LPT7", "LPT8", "LPT9", "LPT¹", "LPT²", "LPT³",
}

// maxWindowsName bounds a name on NTFS, in units of UTF-16.
const maxWindowsName = 255

// noWindowsName returns the reason why Windows cannot have a file with this name, or "".
func noWindowsName(name string) string {
	i := strings.IndexFunc(name, func(r rune) bool { return r < ' ' || strings.ContainsRune(`<>:"|?*\`, r) })
	if i >= 0 {
		return fmt.Sprintf("a name with %q", name[i:i+1])
	}
	stem, _, _ := strings.Cut(name, ".")
	stem = strings.TrimRight(stem, " ")
	if slices.ContainsFunc(devices, func(d string) bool { return strings.EqualFold(stem, d) }) {
		return fmt.Sprintf("%q, the name of a device", stem)
	}
	if strings.HasSuffix(name, ".") || strings.HasSuffix(name, " ") {
		return fmt.Sprintf("a name that ends with %q", name[len(name)-1:])
	}
	if len(name) > maxWindowsName {
		if n := len(utf16.Encode([]rune(name))); n > maxWindowsName {
			return fmt.Sprintf("a name of %d characters", n)
		}
	}
	return ""
}
