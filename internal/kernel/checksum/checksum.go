// Package checksum lists the hash algorithms of archives by name.
package checksum

import "strings"

// Normal returns the name of an algorithm in small letters and digits, as in file names (RFC 8493, 2.4).
func Normal(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9':
			return r
		case 'A' <= r && r <= 'Z':
			return r - 'A' + 'a'
		}
		return -1
	}, name)
}
