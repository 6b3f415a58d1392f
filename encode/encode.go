// Package encode writes sketches as strings and parses such strings, according to chapter 8 of
// SPEC.md. It does not know which schemes exist. To parse a fingerprint, use package scheme.
package encode

import (
	"encoding/base32"
	"errors"
	"fmt"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/kernel/names"
)

// ErrMalformed is wrapped by all errors of [Parse].
var ErrMalformed = errors.New("malformed fingerprint")

// Visible is the profile of a string that names none (R8.1).
const Visible = "visible"

// Parts are the parts of a fingerprint's string.
type Parts struct {
	// Scheme includes the width of a truncated MinHash: "mh1b4". Profile is [Visible] unless the string
	// names another profile.
	Scheme, Profile string
	Data            []byte // the sketch, big-endian
}

const alphabet = "abcdefghijklmnopqrstuvwxyz234567"

var base32Lower = base32.NewEncoding(alphabet).WithPadding(base32.NoPadding)

// String returns the string of p (R8.1, R8.2).
func (p Parts) String() string {
	var room [256]byte // for all but private schemes with long names
	b, _ := p.AppendText(room[:0])
	return string(b)
}

// AppendText appends [Parts.String] to b. The error is nil.
func (p Parts) AppendText(b []byte) ([]byte, error) {
	b = append(b, p.Scheme...)
	if p.Profile != Visible && p.Profile != "" {
		b = append(append(b, '.'), p.Profile...)
	}
	return base32Lower.AppendEncode(append(b, ':'), p.Data), nil
}

// Parse splits a string into its parts (R8.5, R8.6). The caller checks the scheme and the data's length
// (R8.8).
func Parse(s string) (Parts, error) {
	name, data, ok := strings.Cut(lower(s), ":")
	if !ok {
		return Parts{}, malformed("%q has no colon: expected scheme:data", abridge(s))
	}
	p := Parts{Profile: Visible}
	var profile string
	p.Scheme, profile, ok = strings.Cut(name, ".")
	if !names.IsScheme(p.Scheme) { // R8.3
		return Parts{}, malformed("%q is not a scheme name", abridge(p.Scheme))
	}
	if ok {
		if !names.IsProfile(profile) {
			return Parts{}, malformed("%q is not a profile name", abridge(profile))
		}
		if profile == Visible { // R8.4
			return Parts{}, malformed("the profile %s is never written", Visible)
		}
		p.Profile = profile
	}
	var err error
	p.Data, err = decode(data)
	return p, err
}

// decode decodes base32 strictly (R8.7, R8.9). The standard library ignores line ends and spare bits.
func decode(data string) ([]byte, error) {
	if rest := strings.TrimLeft(data, alphabet); rest != "" {
		return nil, malformed("character %d of the data is %q: expected a-z or 2-7", len(data)-len(rest)+1, []rune(rest)[0])
	}
	b, err := base32Lower.DecodeString(data)
	if n := len(data) % 8; err != nil || n == 1 || n == 3 || n == 6 {
		return nil, malformed("%d characters of data: base32 never has that length", len(data))
	}
	if base32Lower.EncodeToString(b) != data {
		return nil, malformed("the last character %q has spare bits that are not 0", data[len(data)-1])
	}
	return b, nil
}

// lower maps the upper-case letters of ASCII to lower case (R8.5). U+212A, for example, stays.
func lower(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}

// abridge shortens a long string for an error.
func abridge(s string) string {
	if len(s) > 40 {
		return s[:40] + "…"
	}
	return s
}

func malformed(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrMalformed}, args...)...)
}
