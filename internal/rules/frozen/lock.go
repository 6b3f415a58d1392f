// Package frozen reads the lock of frozen rules and schemes, and compares it with their present
// state.
//
// Each frozen thing has a name:
//
//   - "scheme sd1": an entry of the registry
//   - "table ucd/Script": a table
//   - "rule R3.4": the wording of a rule
//   - "vector sm1 hash-empty": a vector of a scheme
//
// The lock lists the SHA-256 of each, below the version that froze it:
//
//	[1.0.0]
//	<sha256>  scheme sd1
//	<sha256>  rule R3.4
//	<sha256>  vector hash-empty sd1 sm1
//
// A line is never changed or removed. A rule whose wording was clarified has a second line, in the
// version that clarified it. Nothing else has a second line.
package frozen

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// FileName is the name of the lock among the vectors.
const FileName = "frozen.lock"

// A Lock lists what has been frozen so far.
type Lock struct {
	source   []byte
	versions []string // in the order of the file, oldest first
	entries  map[string]entry
}

type entry struct {
	sum     string
	version int // the index of the version that froze it
}

// A State maps the names of things to freeze to the SHA-256 of their content in hexadecimal.
type State map[string]string

// Digest returns the SHA-256 of b in hexadecimal.
func Digest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// Parse parses a lock file.
func Parse(source []byte) (*Lock, error) {
	l := &Lock{source: source, entries: make(map[string]entry)}
	for i, line := range strings.Split(string(source), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		fail := func(format string, args ...any) error {
			return fmt.Errorf("%s:%d: %s", FileName, i+1, fmt.Sprintf(format, args...))
		}
		if version, ok := strings.CutPrefix(line, "["); ok {
			version, ok = strings.CutSuffix(version, "]")
			if !ok || version == "" || slices.Contains(l.versions, version) {
				return nil, fail("%q: expected a new version in brackets", line)
			}
			l.versions = append(l.versions, version)
			continue
		}
		sum, what, ok := strings.Cut(line, "  ")
		if !ok || len(sum) != 2*sha256.Size || len(strings.Fields(what)) < 2 {
			return nil, fail("expected a SHA-256, two blanks and a name")
		}
		if len(l.versions) == 0 {
			return nil, fail("expected the version first, in brackets")
		}
		for _, name := range names(what) {
			old, twice := l.entries[name]
			now := entry{sum, len(l.versions) - 1}
			if twice && (!strings.HasPrefix(name, "rule ") || old.version == now.version) {
				return nil, fail("%s appears twice", name)
			}
			l.entries[name] = now
		}
	}
	return l, nil
}

// names returns the names on a line. A vector has a name for each of its schemes.
func names(what string) []string {
	words := strings.Fields(what)
	if words[0] != "vector" {
		return []string{what}
	}
	var list []string
	for _, scheme := range words[2:] {
		list = append(list, Vector(scheme, words[1]))
	}
	return list
}

// Vector is the name of a vector of a scheme.
func Vector(scheme, id string) string { return "vector " + scheme + " " + id }

// Versions returns the versions in which something was frozen, the oldest first.
func (l *Lock) Versions() []string { return slices.Clone(l.versions) }

// Holds reports whether something was frozen when a version was released.
func (l *Lock) Holds(version, name string) bool {
	e, ok := l.entries[name]
	at := slices.Index(l.versions, version)
	return ok && at >= 0 && e.version <= at
}

// Broken returns an error for each locked thing that is missing from now or has another digest
// there. The errors are in the order of names. Rules that were clarified, such as "R3.4", are left
// out.
func (l *Lock) Broken(now State, clarified ...string) []error {
	var broken []error
	for _, name := range slices.Sorted(maps.Keys(l.entries)) {
		e := l.entries[name]
		sum, ok := now[name]
		rule, isRule := strings.CutPrefix(name, "rule ")
		switch {
		case isRule && ok && slices.Contains(clarified, rule):
		case !ok:
			broken = append(broken, fmt.Errorf("%s is frozen since %s and is missing", name, l.versions[e.version]))
		case sum == e.sum:
		case isRule:
			broken = append(broken, fmt.Errorf("%s: its frozen words changed after %s: %s, locked as %s; "+
				"\"fpcheck vectors update --clarified %s\" locks a clarification",
				name, l.versions[e.version], sum, e.sum, rule))
		default:
			broken = append(broken, fmt.Errorf("%s is frozen since %s and has changed: %s, locked as %s",
				name, l.versions[e.version], sum, e.sum))
		}
	}
	return broken
}

// Clarified returns an error unless the new words of a rule, such as "R3.4", may be locked in a
// version.
func (l *Lock) Clarified(now State, version, rule string) error {
	name := "rule " + rule
	e, ok := l.entries[name]
	switch {
	case !ok || now[name] == "":
		return fmt.Errorf("%q: expected a rule that is frozen, such as R3.4", rule)
	case e.sum == now[name]:
		return fmt.Errorf("the words of %s have not changed", rule)
	case l.versions[e.version] == version:
		return fmt.Errorf("the words of %s were locked in %s, which is this version: raise the version first", rule, version)
	}
	return nil
}

// Unlocked returns the names in now that are not in the lock yet, in order.
func (l *Lock) Unlocked(now State) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(now)), func(name string) bool {
		_, ok := l.entries[name]
		return ok
	})
}

// Append returns the lock file with the lines of some names, frozen in a version.
func (l *Lock) Append(version string, now State, add []string) []byte {
	source := slices.Clone(l.source)
	if len(add) == 0 {
		return source
	}
	if n := len(l.versions); n == 0 || l.versions[n-1] != version {
		source = fmt.Appendf(source, "\n[%s]\n", version)
	}
	schemes := make(map[string][]string) // for the vectors to add, by digest and id
	for _, name := range add {
		if words := strings.Fields(name); words[0] == "vector" {
			key := now[name] + words[2]
			schemes[key] = append(schemes[key], words[1])
		}
	}
	for _, name := range add {
		words := strings.Fields(name)
		if words[0] != "vector" {
			source = fmt.Appendf(source, "%s  %s\n", now[name], name)
			continue
		}
		key := now[name] + words[2]
		if list := schemes[key]; list != nil { // once, for all its schemes
			source = fmt.Appendf(source, "%s  vector %s %s\n", now[name], words[2], strings.Join(list, " "))
			schemes[key] = nil
		}
	}
	return source
}
