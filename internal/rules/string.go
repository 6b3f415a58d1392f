package rules

import (
	"encoding/base32"
	"fmt"
	"strings"
)

// A Fingerprint is a sketch with its scheme and profile. The scheme is "sm1", for example, or
// "mh1b4" for a truncated MinHash.
type Fingerprint struct {
	Sketch  []byte
	Scheme  string
	Profile string
}

// Strings is chapter 8: it writes and parses fingerprints.
type Strings struct {
	Data  func(sketch []byte) string                // R8.2
	Form  func(scheme, profile, data string) string // R8.1: the three put together
	Fold  func(s string) string                     // R8.5: a string in lower case, before it is read
	Size  func(scheme string) (chars int)           // R8.3, R8.6, R8.8: of the data, 0 for no scheme
	Name  func(profile string) bool                 // R8.4, R8.6: whether a profile can have that name
	Digit func(char byte) (value int, ok bool)      // R8.7
	Spare func(bits []byte) bool                    // R8.9: whether the spare bits are as they should be
}

// alphabet is the alphabet of R8.2.
const alphabet = "abcdefghijklmnopqrstuvwxyz234567"

// sizes is R8.8, by the names of R8.3.
var sizes = map[string]int{
	"sd1": 13, "sm1": 13,
	"mh1": 205, "mh1b4": 103, "mh1b2": 52, "mh1b1": 26,
	"mw1": 205, "mw1b4": 103, "mw1b2": 52, "mw1b1": 26,
}

// NewStrings returns the strings of the four schemes.
func NewStrings() *Strings {
	return &Strings{
		Data: base32.NewEncoding(alphabet).WithPadding(base32.NoPadding).EncodeToString,
		Form: func(scheme, profile, data string) string {
			if profile == "visible" {
				return scheme + ":" + data
			}
			return scheme + "." + profile + ":" + data
		},
		Fold: func(s string) string {
			return strings.Map(func(c rune) rune {
				if 'A' <= c && c <= 'Z' {
					return c + 'a' - 'A'
				}
				return c
			}, s)
		},
		Size: func(scheme string) int { return sizes[scheme] },
		Name: func(profile string) bool {
			return profile != "" && len(profile) <= 16 && 'a' <= profile[0] && profile[0] <= 'z' &&
				strings.Trim(profile, "abcdefghijklmnopqrstuvwxyz0123456789") == "" && profile != "visible"
		},
		Digit: func(char byte) (int, bool) {
			value := strings.IndexByte(alphabet, char)
			return value, value >= 0
		},
		Spare: func(bits []byte) bool { return !strings.Contains(string(bits), "\x01") },
	}
}

// Encode returns the string of a fingerprint.
func (s *Strings) Encode(f Fingerprint) string { return s.Form(f.Scheme, f.Profile, s.Data(f.Sketch)) }

// Decode parses a fingerprint, or returns the reason why it is rejected.
func (s *Strings) Decode(text string) (Fingerprint, error) {
	name, data, ok := strings.Cut(s.Fold(text), ":")
	if !ok {
		return Fingerprint{}, fmt.Errorf("R8.6: %q has no colon", text)
	}
	f := Fingerprint{Profile: "visible"}
	f.Scheme, name, ok = strings.Cut(name, ".")
	if ok {
		f.Profile = name
	}
	switch size := s.Size(f.Scheme); {
	case size == 0:
		return Fingerprint{}, fmt.Errorf("R8.6: no scheme %q is known", f.Scheme)
	case ok && !s.Name(f.Profile):
		return Fingerprint{}, fmt.Errorf("R8.6: %q cannot be the name of a profile", f.Profile)
	case len(data) != size:
		return Fingerprint{}, fmt.Errorf("R8.8: %s has %d characters of data, not %d", f.Scheme, size, len(data))
	}
	var err error
	f.Sketch, err = s.octets(data)
	return f, err
}

// It decodes the data part of a string.
func (s *Strings) octets(data string) ([]byte, error) {
	var bits []byte // each 0 or 1
	for i := range len(data) {
		value, ok := s.Digit(data[i])
		if !ok {
			return nil, fmt.Errorf("R8.7: %q in the data", data[i])
		}
		for n := 4; n >= 0; n-- {
			bits = append(bits, byte(value>>n&1))
		}
	}
	octets := make([]byte, len(bits)/8)
	for i := range 8 * len(octets) {
		octets[i/8] = octets[i/8]<<1 | bits[i]
	}
	if spare := bits[8*len(octets):]; !s.Spare(spare) {
		return nil, fmt.Errorf("R8.9: the spare bits are %d, not 0", spare)
	}
	return octets, nil
}
