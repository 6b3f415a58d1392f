package warc

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/archive/validation"
	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
)

// A fieldRule lists the record types that must have a field, and those that must not.
type fieldRule struct {
	name, section string
	must, not     string // types, separated by blanks
	since         string // version of WARC
	tolerated     bool   // where it must not be, it does no harm
}

var fieldRules = []fieldRule{
	{name: "WARC-Concurrent-To", section: "5.7", not: "warcinfo conversion continuation", tolerated: true},
	{name: "WARC-Payload-Digest", section: "5.9", not: "warcinfo metadata", tolerated: true},
	{name: "WARC-IP-Address", section: "5.10", not: "warcinfo conversion continuation", tolerated: true},
	{name: "WARC-Refers-To", section: "5.11", not: "warcinfo response resource request continuation", tolerated: true},
	{name: "WARC-Refers-To-Target-URI", section: "5.12", not: "warcinfo response metadata conversion resource request continuation", since: "WARC/1.1", tolerated: true},
	{name: "WARC-Refers-To-Date", section: "5.13", not: "warcinfo response metadata conversion resource request continuation", since: "WARC/1.1", tolerated: true},
	{name: "WARC-Target-URI", section: "5.14", must: "response resource request revisit conversion continuation", not: "warcinfo"},
	{name: "WARC-Warcinfo-ID", section: "5.16", not: "warcinfo", tolerated: true},
	{name: "WARC-Filename", section: "5.17", not: "response resource request metadata revisit conversion continuation", tolerated: true},
	{name: "WARC-Profile", section: "5.18", must: "revisit"},
	{name: "WARC-Segment-Number", section: "5.20", must: "continuation"},
	{name: "WARC-Segment-Origin-ID", section: "5.21", must: "continuation", not: "warcinfo response resource request metadata revisit conversion"},
	{name: "WARC-Segment-Total-Length", section: "5.22", not: "warcinfo response resource request metadata revisit conversion"},
}

// isDraft reports whether a version predates ISO 28500.
func isDraft(version string) bool { return strings.HasPrefix(version, "WARC/0.") }

func (rec *record) isARC() bool { return strings.HasPrefix(rec.Version, "ARC/") }

// header validates the header of a WARC record.
func (v *verdict) header(rec *record) {
	bad := func(rule string, section, what, expected string) {
		v.of(rec, validation.Error, rule, section, what, expected)
	}
	switch rec.Version {
	case "WARC/1.0", "WARC/1.1", "": // a missing version has a fault of its own
	default:
		s := validation.Unjudged
		if isDraft(rec.Version) {
			s = validation.Warning
		}
		v.of(rec, s, ruleVersion, "4", fmt.Sprintf("version %q", abridged(rec.Version)), "WARC/1.0 or WARC/1.1")
	}
	seen := make(map[string]int, len(rec.Header))
	for _, f := range rec.Header {
		name := strings.ToLower(f.Name)
		if seen[name]++; seen[name] == 2 && name != "warc-concurrent-to" && (strings.HasPrefix(name, "warc-") || name == "content-length" || name == "content-type") {
			bad(ruleRepeated, "5.1", abridged(f.Name)+" appears twice", "once")
		}
		switch {
		case !isToken(f.Name):
			bad(ruleHeader, "4", fmt.Sprintf("a field is called %q", abridged(f.Name)), "letters, digits and hyphens")
		case !utf8.ValidString(f.Value):
			bad(ruleHeader, "4", fmt.Sprintf("%s %q is not UTF-8", f.Name, abridged(f.Value)), "")
		}
		if field := valueChecks[name]; field.check != nil {
			if expected, harmless := field.check(f.Value, rec.Version); expected != "" {
				s := validation.Error
				if harmless {
					s = validation.Warning
				}
				v.of(rec, s, ruleValue, field.section, fmt.Sprintf("%s %q", f.Name, abridged(f.Value)), expected)
			}
		}
	}
	for _, m := range []struct{ name, section string }{{"WARC-Record-ID", "5.2"}, {"WARC-Date", "5.4"}, {"WARC-Type", "5.5"}} {
		if seen[strings.ToLower(m.name)] == 0 {
			bad(ruleMandatory, m.section, "no "+m.name, "one")
		}
	}
	kind := rec.Type()
	if kind != "" && !slices.Contains(recordTypes, kind) {
		v.of(rec, validation.Warning, ruleRecordType, "5.5", fmt.Sprintf("WARC-Type %q", abridged(kind)), "one of "+strings.Join(recordTypes, ", "))
	}
	for _, r := range fieldRules {
		n := seen[strings.ToLower(r.name)]
		switch {
		case n == 0 && slices.Contains(strings.Fields(r.must), kind):
			bad(ruleMandatory, r.section, fmt.Sprintf("no %s in a record of type %s", r.name, kind), "one")
		case n > 0 && rec.Version >= r.since && slices.Contains(strings.Fields(r.not), kind):
			s := validation.Error
			if r.tolerated {
				s = validation.Warning
			}
			v.of(rec, s, ruleMisplaced, r.section, fmt.Sprintf("%s in a record of type %s", r.name, kind), "none")
		}
	}
	if rec.Size > 0 && seen["content-type"] == 0 && kind != "continuation" {
		v.of(rec, validation.Warning, ruleMandatory, "5.6", "no Content-Type, though there is a block", "one")
	}
	if kind == "revisit" && seen["warc-payload-digest"] == 0 && strings.HasSuffix(unbracket(rec.Header.Get("WARC-Profile")), "/revisit/identical-payload-digest") {
		bad(ruleMandatory, "6.7.2", "no WARC-Payload-Digest in a revisit with an identical payload digest", "one")
	}
}

// valueChecks has the section and the check of each field, by its name in lower case. A check returns what it
// expects, or "" if the value is right.
var valueChecks = map[string]struct {
	section string
	check   func(value, version string) (expected string, harmless bool)
}{
	"warc-record-id":            {"5.2", bracketedURI},
	"warc-date":                 {"5.4", isoDate},
	"warc-concurrent-to":        {"5.7", bracketedURI},
	"warc-ip-address":           {"5.10", address},
	"warc-refers-to":            {"5.11", bracketedURI},
	"warc-refers-to-target-uri": {"5.12", bareURI},
	"warc-refers-to-date":       {"5.13", isoDate},
	"warc-target-uri":           {"5.14", bareURI},
	"warc-warcinfo-id":          {"5.16", bracketedURI},
	"warc-profile":              {"5.18", bareURI},
	"warc-segment-number":       {"5.20", digits},
	"warc-segment-origin-id":    {"5.21", bracketedURI},
	"warc-segment-total-length": {"5.22", digits},
}

var (
	uriScheme = lazy.Regexp(`^[A-Za-z][A-Za-z0-9+.-]*:`)
	// uriOnly matches the characters that RFC 3986 allows.
	uriOnly = lazy.Regexp(`^(?:[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*$`)
	dates10 = lazy.Regexp(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$`)
	dates11 = lazy.Regexp(`^\d{4}(?:-\d\d(?:-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?Z)?)?)?$`)
)

func bracketedURI(value, _ string) (expected string, harmless bool) {
	if inner := unbracket(value); inner == value || !uriScheme().MatchString(inner) || strings.ContainsAny(inner, " \t") {
		return "a URI in angle brackets", false
	}
	return "", false
}

// bareURI accepts angle brackets in WARC 1.0, whose grammar has them. Many links contain characters
// that RFC 3986 does not allow, and crawlers keep them.
func bareURI(value, version string) (expected string, harmless bool) {
	inner := unbracket(value)
	switch {
	case inner != value && version >= "WARC/1.1":
		return "a URI without angle brackets", false
	case !uriScheme().MatchString(inner):
		return "a URI", false
	case !uriOnly().MatchString(inner):
		return "no other characters than those of RFC 3986", true
	}
	return "", false
}

func isoDate(value, version string) (expected string, harmless bool) {
	form, want := dates11, "a date of W3CDTF in UTC, such as 2024-01-02T03:04:05.678Z"
	if version < "WARC/1.1" {
		form, want = dates10, "one such as 2024-01-02T03:04:05Z"
	}
	const full = "0000-01-01T00:00:00Z"
	if !form().MatchString(value) {
		return want, false
	}
	whole := value
	switch n := len(value); {
	case n < len("2024-01-02T"):
		whole += full[n:]
	case n == len("2024-01-02T03:04Z"):
		whole = value[:n-1] + ":00Z"
	}
	if _, err := time.Parse(time.RFC3339, whole); err != nil {
		return want, false
	}
	return "", false
}

func address(value, _ string) (expected string, harmless bool) {
	if _, err := netip.ParseAddr(value); err != nil {
		return "an address of IPv4 or IPv6", false
	}
	return "", false
}

func digits(value, _ string) (expected string, harmless bool) {
	if _, err := contentLength(value); err != nil {
		return "a number", false
	}
	return "", false
}

func isToken(name string) bool {
	return !strings.ContainsFunc(name, func(r rune) bool {
		return r <= ' ' || r >= 0x7f || strings.ContainsRune(`()<>@,;:\"/[]?={}`, r)
	})
}
