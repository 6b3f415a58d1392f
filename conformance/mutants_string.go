package conformance

import (
	"bytes"
	"encoding/base32"
	"encoding/binary"
	"errors"
	"math"
	"math/bits"
	"slices"
	"strings"
	"unicode"

	"github.com/lsh-interop/fpcheck/encode"
)

// encodedAs returns a mutation of the string that is written.
func encodedAs(change func(s string) string) func(p *Port) {
	return func(p *Port) {
		encode := p.Encode
		p.Encode = func(sketch []byte, scheme, profile string) string { return change(encode(sketch, scheme, profile)) }
	}
}

// dataAs returns a mutation of the data that are written.
func dataAs(data func(sketch []byte) string) func(p *Port) {
	return func(p *Port) {
		encode := p.Encode
		p.Encode = func(sketch []byte, scheme, profile string) string {
			name, _, _ := strings.Cut(encode(sketch, scheme, profile), ":")
			return name + ":" + data(sketch)
		}
	}
}

// decoding returns a mutation of the string before it is read.
func decoding(change func(s string) string) func(p *Port) {
	return func(p *Port) {
		decode := p.Decode
		p.Decode = func(s string) ([]byte, string, string, error) { return decode(change(s)) }
	}
}

// rejecting returns a mutation that rejects more.
func rejecting(wrong func(s string) bool) func(p *Port) {
	return func(p *Port) {
		decode := p.Decode
		p.Decode = func(s string) ([]byte, string, string, error) {
			if wrong(s) {
				return nil, "", "", encode.ErrMalformed
			}
			return decode(s)
		}
	}
}

// anyName returns a mutation that accepts some names that are to be rejected, and
// returns them.
func anyName(accepted func(scheme, profile string) bool) func(p *Port) {
	return func(p *Port) {
		decode := p.Decode
		p.Decode = func(s string) ([]byte, string, string, error) {
			name, data, _ := strings.Cut(s, ":")
			scheme, profile, _ := strings.Cut(name, ".")
			if !accepted(scheme, profile) {
				return decode(s)
			}
			sketch, _, _, err := decode(p.Hello.Schemes[0] + ":" + data)
			return sketch, scheme, profile, err
		}
	}
}

// withData returns a mutation of the data before they are read.
func withData(change func(data string) string) func(p *Port) {
	return decoding(func(s string) string {
		name, data, ok := strings.Cut(s, ":")
		if !ok {
			return s
		}
		return name + ":" + change(data)
	})
}

func without(chars string) func(string) string {
	return func(s string) string {
		return strings.Map(func(r rune) rune {
			if strings.ContainsRune(chars, r) {
				return -1
			}
			return r
		}, s)
	}
}

func bigEndian(sketch uint64) []byte { return binary.BigEndian.AppendUint64(nil, sketch) }

func unpadded(e *base32.Encoding, data []byte) string {
	return e.WithPadding(base32.NoPadding).EncodeToString(data)
}

func reversed(data []byte) []byte {
	data = bytes.Clone(data)
	slices.Reverse(data)
	return data
}

// stringMutants are those of chapter 8.
var stringMutants = []Mutant{
	{
		Name: "profile-not-written", Rule: "R8.1",
		Mistake: "writes every fingerprint without its profile",
		mutate: func(p *Port) {
			encode := p.Encode
			p.Encode = func(sketch []byte, scheme, _ string) string { return encode(sketch, scheme, "visible") }
		},
	},
	{
		Name: "visible-written", Rule: "R8.1",
		Mistake: "writes the profile visible too",
		mutate: encodedAs(func(s string) string {
			if !strings.Contains(s, ".") {
				s = strings.Replace(s, ":", ".visible:", 1)
			}
			return s
		}),
	},
	{
		Name: "hyphen-for-colon", Rule: "R8.1",
		Mistake: "writes - in place of the colon, as names of files need",
		mutate:  encodedAs(func(s string) string { return strings.Replace(s, ":", "-", 1) }),
	},
	{
		Name: "data-little-endian", Rule: "R8.2",
		Mistake: "writes the octets in the order of the machine's memory",
		mutate: dataAs(func(sketch []byte) string {
			return strings.ToLower(unpadded(base32.StdEncoding, reversed(sketch)))
		}),
	},
	{
		Name: "data-upper-case", Rule: "R8.2",
		Mistake: "writes capitals, as every library's base32 does",
		mutate:  dataAs(func(sketch []byte) string { return unpadded(base32.StdEncoding, sketch) }),
	},
	{
		Name: "data-padded", Rule: "R8.2",
		Mistake: "writes padding, as every library's base32 does",
		mutate: dataAs(func(sketch []byte) string {
			return strings.ToLower(base32.StdEncoding.EncodeToString(sketch))
		}),
	},
	{
		Name: "data-base32hex", Rule: "R8.2",
		Mistake: "writes base32hex, the other alphabet of RFC 4648",
		mutate: dataAs(func(sketch []byte) string {
			return strings.ToLower(unpadded(base32.HexEncoding, sketch))
		}),
	},
	{
		Name: "data-crockford", Rule: "R8.2",
		Mistake: "writes Crockford's base32",
		mutate: dataAs(func(sketch []byte) string {
			return unpadded(base32.NewEncoding("0123456789abcdefghjkmnpqrstvwxyz"), sketch)
		}),
	},
	{
		Name: "data-as-number", Rule: "R8.2",
		Mistake: "writes the sketch as a number in base 32, with the spare bit at the front",
		mutate: dataAs(func(sketch []byte) string {
			var digits [13]byte
			for i := range digits {
				digits[12-i] = "abcdefghijklmnopqrstuvwxyz234567"[binary.BigEndian.Uint64(sketch)>>(5*i)&31]
			}
			return string(digits[:])
		}),
	},
	{
		Name: "spare-bit-set", Rule: "R8.2",
		Mistake: "fills the spare bit with a one",
		mutate: dataAs(func(sketch []byte) string {
			return strings.ToLower(base32.StdEncoding.EncodeToString(append(bytes.Clone(sketch), 0x80))[:13])
		}),
	},
	{
		Name: "private-scheme-read", Rule: "R8.3",
		Mistake: "reads a private scheme whose definition it does not have, as if it were its own",
		mutate:  anyName(func(scheme, _ string) bool { return strings.HasPrefix(scheme, "x-") }),
	},
	{
		Name: "profile-digit-first", Rule: "R8.4",
		Mistake: "accepts a profile that begins with a digit",
		mutate: anyName(func(_, profile string) bool {
			return profile != "" && strings.Trim(profile, "0123456789abcdefghij") == ""
		}),
	},
	{
		Name: "profile-of-any-length", Rule: "R8.4",
		Mistake: "accepts a profile of more than 16 characters",
		mutate:  anyName(func(_, profile string) bool { return len(profile) > 16 }),
	},
	{
		Name: "profile-of-15", Rule: "R8.4",
		Mistake: "rejects a profile of 16 characters, by reading \"up to 15\" without the letter before",
		mutate: rejecting(func(s string) bool {
			name, _, _ := strings.Cut(s, ":")
			_, profile, _ := strings.Cut(name, ".")
			return len(profile) > 15
		}),
	},
	{
		Name: "profile-known-only", Rule: "R8.4",
		Mistake: "rejects a profile that it does not know",
		mutate: rejecting(func(s string) bool {
			name, _, _ := strings.Cut(strings.ToLower(s), ":")
			_, profile, found := strings.Cut(name, ".")
			return found && profile != "main"
		}),
	},
	{
		Name: "upper-case-rejected", Rule: "R8.5",
		Mistake: "reads lower case only",
		mutate:  rejecting(func(s string) bool { return strings.ContainsFunc(s, unicode.IsUpper) }),
	},
	{
		Name: "names-in-lower-case-only", Rule: "R8.5",
		Mistake: "ignores the case of the data, not that of the scheme and the profile",
		mutate: rejecting(func(s string) bool {
			name, _, _ := strings.Cut(s, ":")
			return name != strings.ToLower(name)
		}),
	},
	{
		Name: "profile-returned-as-written", Rule: "R8.5",
		Mistake: "returns the profile in the case that it was written in",
		mutate: func(p *Port) {
			decode := p.Decode
			p.Decode = func(s string) ([]byte, string, string, error) {
				sketch, scheme, profile, err := decode(s)
				if i := strings.Index(strings.ToLower(s), "."+profile+":"); i >= 0 {
					profile = s[i+1 : i+1+len(profile)]
				}
				return sketch, scheme, profile, err
			}
		},
	},
	{
		Name: "case-by-unicode", Rule: "R8.5",
		Mistake: "ignores case by Unicode, so that U+017F is an s",
		mutate:  decoding(func(s string) string { return strings.ToLower(strings.ToUpper(s)) }),
	},
	{
		Name: "unknown-scheme-read", Rule: "R8.6",
		Mistake: "reads a fingerprint of a scheme that it does not know",
		mutate:  anyName(func(scheme, _ string) bool { return strings.ToLower(scheme) != "sd1" && scheme != "" }),
	},
	{
		Name: "visible-read", Rule: "R8.6",
		Mistake: "reads visible where it is written",
		mutate:  decoding(func(s string) string { return strings.Replace(s, ".visible:", ":", 1) }),
	},
	{
		Name: "empty-profile-read", Rule: "R8.6",
		Mistake: "reads a full stop with nothing after it as no profile",
		mutate:  decoding(func(s string) string { return strings.Replace(s, ".:", ":", 1) }),
	},
	{
		Name: "second-profile-ignored", Rule: "R8.6",
		Mistake: "splits the name at full stops and looks at the first two parts",
		mutate: decoding(func(s string) string {
			name, data, _ := strings.Cut(s, ":")
			parts := strings.Split(name, ".")
			return strings.Join(parts[:min(len(parts), 2)], ".") + ":" + data
		}),
	},
	{
		Name: "scheme-assumed", Rule: "R8.6",
		Mistake: "takes a string without a scheme for its own",
		mutate: decoding(func(s string) string {
			if data, ok := strings.CutPrefix(s, ":"); ok {
				return "sd1:" + data
			}
			return s
		}),
	},
	{
		Name: "padding-read", Rule: "R8.7",
		Mistake: "reads padding",
		mutate:  withData(func(data string) string { return strings.TrimRight(data, "=") }),
	},
	{
		Name: "blanks-trimmed", Rule: "R8.7",
		Mistake: "trims blanks around the string",
		mutate:  decoding(strings.TrimSpace),
	},
	{
		Name: "line-ends-skipped", Rule: "R8.7",
		Mistake: "skips line ends in the data, as Go's and MIME's decoders do",
		mutate:  withData(without("\r\n")),
	},
	{
		Name: "hyphens-skipped", Rule: "R8.7",
		Mistake: "skips hyphens in the data, as decoders for people do",
		mutate:  withData(without("-")),
	},
	{
		Name: "look-alikes-read", Rule: "R8.7",
		Mistake: "reads 0 as o, 1 as l and 8 as b, as Python's map01 and Tor do",
		mutate:  withData(strings.NewReplacer("0", "o", "1", "l", "8", "b", "9", "g").Replace),
	},
	{
		Name: "nul-ends-string", Rule: "R8.7",
		Mistake: "reads a string up to U+0000",
		mutate:  withData(func(data string) string { data, _, _ = strings.Cut(data, "\x00"); return data }),
	},
	{
		Name: "short-data-read", Rule: "R8.8",
		Mistake: "fills short data up with zeros",
		mutate: withData(func(data string) string {
			return data + strings.Repeat("a", max(0, 13-len(data)))
		}),
	},
	{
		Name: "long-data-read", Rule: "R8.8",
		Mistake: "reads the first 13 characters and no more",
		mutate:  withData(func(data string) string { return data[:min(len(data), 13)] }),
	},
	{
		Name: "spare-bit-ignored", Rule: "R8.9",
		Mistake: "ignores the spare bit, as every library's decoder does",
		mutate: withData(func(data string) string {
			if data == "" {
				return data
			}
			const alphabet = "abcdefghijklmnopqrstuvwxyz234567"
			i := strings.IndexByte(alphabet, data[len(data)-1])
			if i < 0 {
				return data
			}
			return data[:len(data)-1] + alphabet[i&^1:i&^1+1]
		}),
	},
}

// compared returns a mutation of the comparison's result.
func compared(change func(a, b string, distance int, similarity float64, err error) (int, float64, error)) func(p *Port) {
	return func(p *Port) {
		compare := p.Compare
		p.Compare = func(a, b string) (int, float64, error) {
			d, s, err := compare(a, b)
			return change(a, b, d, s, err)
		}
	}
}

// apart returns a mutation of the distance, with the similarity that it gives.
func apart(distance func(a, b string, d int) int) func(p *Port) {
	return compared(func(a, b string, d int, _ float64, err error) (int, float64, error) {
		d = distance(a, b, d)
		return d, 1 - float64(d)/64, err
	})
}

// differing returns a mutation of the distance of sketches that differ in the bits
// given.
func differing(distance func(different uint64) int) func(p *Port) {
	return func(p *Port) {
		apart(func(a, b string, d int) int {
			x, _, _, errX := p.Decode(a)
			y, _, _, errY := p.Decode(b)
			if errX != nil || errY != nil {
				return d
			}
			return distance(binary.BigEndian.Uint64(x) ^ binary.BigEndian.Uint64(y))
		})(p)
	}
}

// alike returns a mutation of the similarity.
func alike(similarity func(d int) float64) func(p *Port) {
	return compared(func(_, _ string, d int, _ float64, err error) (int, float64, error) {
		return d, similarity(d), err
	})
}

// distanceMutants are those of chapter 10.
var distanceMutants = []Mutant{
	{
		Name: "profile-not-compared", Rule: "R10.1",
		Mistake: "compares fingerprints of different profiles",
		mutate: func(p *Port) {
			compare := p.Compare
			p.Compare = func(a, b string) (int, float64, error) {
				return compare("sd1"+a[strings.Index(a, ":"):], "sd1"+b[strings.Index(b, ":"):])
			}
		},
	},
	{
		Name: "incomparable-is-far", Rule: "R10.1",
		Mistake: "gives what cannot be compared the greatest distance in place of an error",
		mutate: compared(func(_, _ string, d int, s float64, err error) (int, float64, error) {
			if errors.Is(err, errNotComparable) {
				return 64, 0, nil
			}
			return d, s, err
		}),
	},
	{
		Name: "visible-compared-only", Rule: "R10.1",
		Mistake: "refuses to compare fingerprints of any other profile, the same one too",
		mutate: compared(func(a, _ string, d int, s float64, err error) (int, float64, error) {
			if strings.Contains(a, ".") {
				return 0, 0, errNotComparable
			}
			return d, s, err
		}),
	},
	{
		Name: "equal-strings-compared", Rule: "R10.1",
		Mistake: "takes the distance of equal strings for 0 before it looks whether they are fingerprints",
		mutate: func(p *Port) {
			compare := p.Compare
			p.Compare = func(a, b string) (int, float64, error) {
				if a == b {
					return 0, 1, nil
				}
				return compare(a, b)
			}
		},
	},
	{
		Name: "characters-counted", Rule: "R10.2",
		Mistake: "counts the characters in which the strings differ",
		mutate: apart(func(a, b string, _ int) (n int) {
			for i := range min(len(a), len(b)) {
				if a[i] != b[i] {
					n++
				}
			}
			return n
		}),
	},
	{
		Name: "octets-counted", Rule: "R10.2",
		Mistake: "counts the octets in which the sketches differ",
		mutate: differing(func(different uint64) (n int) {
			for ; different > 0; different >>= 8 {
				if different&0xFF > 0 {
					n++
				}
			}
			return n
		}),
	},
	{
		Name: "distance-of-63-bits", Rule: "R10.2",
		Mistake: "loses the highest bit, by a signed integer",
		mutate: differing(func(different uint64) int {
			return bits.OnesCount64(different & math.MaxInt64)
		}),
	},
	{
		Name: "distance-of-32-bits", Rule: "R10.2",
		Mistake: "counts the low 32 bits only, as JavaScript's operators and Java's bitCount(int) do",
		mutate:  differing(func(different uint64) int { return bits.OnesCount32(uint32(different)) }),
	},
	{
		Name: "similarity-of-63", Rule: "R10.3",
		Mistake: "divides by 63",
		mutate:  alike(func(d int) float64 { return 1 - float64(d)/63 }),
	},
	{
		Name: "similarity-is-cosine", Rule: "R10.3",
		Mistake: "gives the cosine of the angle that the distance estimates",
		mutate:  alike(func(d int) float64 { return math.Cos(math.Pi * float64(d) / 64) }),
	},
	{
		Name: "similarity-in-percent", Rule: "R10.3",
		Mistake: "gives percent",
		mutate:  alike(func(d int) float64 { return 100 - 100*float64(d)/64 }),
	},
	{
		Name: "similarity-of-integers", Rule: "R10.3",
		Mistake: "divides integers",
		mutate:  alike(func(d int) float64 { return float64(1 - d/64) }),
	},
}
