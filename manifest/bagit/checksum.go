package bagit

import "strings"

// NormalAlgorithm returns the name of a checksum algorithm as the names of manifests have it: small
// letters and digits only (RFC 8493, 2.4). "SHA-256" becomes "sha256".
func NormalAlgorithm(name string) string {
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
