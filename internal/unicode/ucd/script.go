package ucd

import (
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Script is a value of the property Script (UAX #24). Zero is Unknown, as for surrogates and private use.
type Script uint8

// names returns the long names of the scripts, indexed by value.
var names = sync.OnceValue(func() []string { return strings.Split(text[:namesEnd], "\n") })

// String returns the long name of s, such as "Han".
func (s Script) String() string {
	if names := names(); int(s) < len(names) {
		return names[s]
	}
	return "Script(" + strconv.Itoa(int(s)) + ")"
}

// ParseScript returns the script whose long name is name. The match is exact: the
// loose matching of UAX #44, section 5.9 is not applied.
func ParseScript(name string) (Script, bool) {
	s := slices.Index(names(), name)
	return Script(max(s, 0)), s >= 0
}
