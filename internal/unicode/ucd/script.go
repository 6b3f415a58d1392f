package ucd

import (
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
