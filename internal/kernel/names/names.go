// Package names checks the names in the strings of fingerprints, by chapter 8 of SPEC.md.
package names

import (
	"strconv"
	"strings"
)

// IsScheme reports whether s has the form of a scheme's name (R8.3).
func IsScheme(s string) bool {
	if private, ok := strings.CutPrefix(s, "x-"); ok {
		return 1 <= len(private) && len(private) <= 30 && only(private, "abcdefghijklmnopqrstuvwxyz0123456789-")
	}
	return isName(s)
}

// IsProfile reports whether s has the form of a profile's name (R8.4).
func IsProfile(s string) bool { return isName(s) }

// CutWidth splits the name of a scheme in a string (R8.3). It returns the id and the number of bits in a
// slot. The width is 8 unless the name ends in b4, b2 or b1. No id ends in these.
func CutWidth(name string) (id string, width int) {
	for _, width := range []int{4, 2, 1} {
		if id, ok := strings.CutSuffix(name, "b"+strconv.Itoa(width)); ok {
			return id, width
		}
	}
	return name, 8
}

func isName(s string) bool {
	return 1 <= len(s) && len(s) <= 16 && 'a' <= s[0] && s[0] <= 'z' &&
		only(s, "abcdefghijklmnopqrstuvwxyz0123456789")
}

func only(s, chars string) bool {
	for _, c := range []byte(s) {
		if strings.IndexByte(chars, c) < 0 {
			return false
		}
	}
	return true
}
