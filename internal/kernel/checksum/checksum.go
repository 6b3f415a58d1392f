// Package checksum knows the names of checksums, for package bagit and its profiles.
package checksum

import "strings"

// Normal is the name of an algorithm as file names have it, small letters and digits only: RFC
// 8493, 2.4.
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
