package mutants

import (
	"bytes"
	"encoding/base32"
	"encoding/binary"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/encode"
)

// encodedAs returns a mutation of the string that is written.
func encodedAs(change func(s string) string) func(p *protocol.Port) {
	return func(p *protocol.Port) {
		encode := p.Encode
		p.Encode = func(sketch []byte, scheme, profile string) string { return change(encode(sketch, scheme, profile)) }
	}
}

// dataAs returns a mutation of the data that are written.
func dataAs(data func(sketch []byte) string) func(p *protocol.Port) {
	return func(p *protocol.Port) {
		encode := p.Encode
		p.Encode = func(sketch []byte, scheme, profile string) string {
			name, _, _ := strings.Cut(encode(sketch, scheme, profile), ":")
			return name + ":" + data(sketch)
		}
	}
}

// decoding returns a mutation of the string before it is read.
func decoding(change func(s string) string) func(p *protocol.Port) {
	return func(p *protocol.Port) {
		decode := p.Decode
		p.Decode = func(s string) ([]byte, string, string, error) { return decode(change(s)) }
	}
}

// rejecting returns a mutation that rejects more.
func rejecting(wrong func(s string) bool) func(p *protocol.Port) {
	return func(p *protocol.Port) {
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
func anyName(accepted func(scheme, profile string) bool) func(p *protocol.Port) {
	return func(p *protocol.Port) {
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
func withData(change func(data string) string) func(p *protocol.Port) {
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

// widthPattern matches the name and the width of mh1, and what follows.
var widthPattern = regexp.MustCompile(`(?i)^(mh1(?:b[124])?)([.:])`)

// spareCleared returns a mutation that clears some of the spare bits before it reads
// data.
func spareCleared(ignored func(spare int) int) func(p *protocol.Port) {
	return withData(func(data string) string {
		spare := map[int]int{205: 1, 103: 3, 52: 4, 26: 2}[len(data)]
		const alphabet = "abcdefghijklmnopqrstuvwxyz234567"
		if spare == 0 || strings.IndexByte(alphabet, data[len(data)-1]) < 0 {
			return data
		}
		i := strings.IndexByte(alphabet, data[len(data)-1]) &^ ignored(spare)
		return data[:len(data)-1] + alphabet[i:i+1]
	})
}

// stringMutants are those of chapter 8.
var stringMutants = []Mutant{
	{
		Name: "profile-not-written", Rule: "R8.1",
		Mistake: "writes every fingerprint without its profile",
		mutate: func(p *protocol.Port) {
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
		Name: "slots-little-endian", Rule: "R8.2", Scheme: "mh1",
		Mistake: "writes slot 127 first, as the octets of a number of 1,024 bits little-endian",
		mutate:  dataAs(func(sketch []byte) string { return strings.ToLower(unpadded(base32.StdEncoding, reversed(sketch))) }),
	},
	{
		Name: "data-in-lines", Rule: "R8.2", Scheme: "mh1",
		Mistake: "breaks long data into lines of 76 characters, as MIME's encoders do",
		mutate: dataAs(func(sketch []byte) string {
			data := []byte(strings.ToLower(unpadded(base32.StdEncoding, sketch)))
			return string(bytes.Join(slices.Collect(slices.Chunk(data, 76)), []byte("\n")))
		}),
	},
	{
		Name: "data-in-eights", Rule: "R8.2", Scheme: "mh1",
		Mistake: "encodes eight octets at a time, 13 characters each",
		mutate: dataAs(func(sketch []byte) (data string) {
			for eight := range slices.Chunk(sketch, 8) {
				data += strings.ToLower(unpadded(base32.StdEncoding, eight))
			}
			return data
		}),
	},
	{
		Name: "private-scheme-read", Rule: "R8.3",
		Mistake: "reads a private scheme whose definition it does not have, as if it were its own",
		mutate:  anyName(func(scheme, _ string) bool { return strings.HasPrefix(scheme, "x-") }),
	},
	{
		Name: "width-not-written", Rule: "R8.3", Scheme: "mh1",
		Mistake: "writes the bare name for every width",
		mutate: func(p *protocol.Port) {
			encode := p.Encode
			p.Encode = func(sketch []byte, _, profile string) string { return encode(sketch, "mh1", profile) }
		},
	},
	{
		Name: "width-always-written", Rule: "R8.3", Scheme: "mh1",
		Mistake: "writes b8 too",
		mutate:  encodedAs(func(s string) string { return widthPattern.ReplaceAllString(s, "${1}b8$2") }),
	},
	{
		Name: "width-behind-profile", Rule: "R8.3", Scheme: "mh1",
		Mistake: "writes the width behind the profile",
		mutate: encodedAs(func(s string) string {
			return regexp.MustCompile(`^(mh1)(b.)(\.[^:]*):`).ReplaceAllString(s, "$1$3$2:")
		}),
	},
	{
		Name: "b8-read", Rule: "R8.3", Scheme: "mh1",
		Mistake: "reads b8 as the bare name",
		mutate:  decoding(func(s string) string { return strings.Replace(s, "mh1b8", "mh1", 1) }),
	},
	{
		Name: "width-with-zeros-read", Rule: "R8.3", Scheme: "mh1",
		Mistake: "reads the width as a number, with zeros before it",
		mutate:  decoding(func(s string) string { return strings.Replace(s, "b0", "b", 1) }),
	},
	{
		Name: "any-width-read", Rule: "R8.3", Scheme: "mh1",
		Mistake: "reads three bits a slot too",
		mutate: func(p *protocol.Port) {
			decode := p.Decode
			p.Decode = func(s string) ([]byte, string, string, error) {
				if data, ok := strings.CutPrefix(s, "mh1b3:"); ok {
					sketch, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(strings.ToUpper(data))
					return sketch, "mh1b3", "visible", err
				}
				return decode(s)
			}
		},
	},
	{
		Name: "width-from-profile", Rule: "R8.3", Scheme: "mh1",
		Mistake: "takes a profile that looks like a width for one",
		mutate:  decoding(func(s string) string { return strings.Replace(s, "mh1.b4:", "mh1b4:", 1) }),
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
		mutate: func(p *protocol.Port) {
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
		Name: "width-in-lower-case-only", Rule: "R8.5", Scheme: "mh1",
		Mistake: "looks for b4 and the like in lower case",
		mutate:  rejecting(func(s string) bool { return strings.HasPrefix(s, "MH1B") }),
	},
	{
		Name: "width-dropped", Rule: "R8.5", Scheme: "mh1",
		Mistake: "returns the bare name for every width",
		mutate: func(p *protocol.Port) {
			decode := p.Decode
			p.Decode = func(s string) ([]byte, string, string, error) {
				sketch, scheme, profile, err := decode(s)
				return sketch, scheme[:min(len(scheme), 3)], profile, err
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
		Name: "width-of-simhash-read", Rule: "R8.6", Scheme: "sm1",
		Mistake: "takes b4 off any scheme's name",
		mutate:  decoding(func(s string) string { return strings.Replace(s, "b4:", ":", 1) }),
	},
	{
		Name: "width-taken-off-twice", Rule: "R8.6", Scheme: "mh1",
		Mistake: "takes b4 off a scheme's name as long as there is one",
		mutate:  decoding(func(s string) string { return strings.Replace(s, "b4b4", "b4", 1) }),
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
		Name: "width-by-length", Rule: "R8.8", Scheme: "mh1",
		Mistake: "takes the width from the length of the data, whatever the name says",
		mutate: func(p *protocol.Port) {
			decode := p.Decode
			p.Decode = func(s string) ([]byte, string, string, error) {
				_, data, _ := strings.Cut(s, ":")
				form := map[int]string{205: "mh1", 103: "mh1b4", 52: "mh1b2", 26: "mh1b1"}[len(data)]
				if form == "" {
					return decode(s)
				}
				sketch, _, profile, err := decode(widthPattern.ReplaceAllString(s, form+"$2"))
				return sketch, strings.ToLower(widthPattern.ReplaceAllString(s, "$1")), profile, err
			}
		},
	},
	{
		Name: "short-slots-read", Rule: "R8.8", Scheme: "mh1",
		Mistake: "fills short data up with zeros",
		mutate:  withData(func(data string) string { return data + strings.Repeat("a", max(0, 205-len(data))) }),
	},
	{
		Name: "long-slots-read", Rule: "R8.8", Scheme: "mh1",
		Mistake: "reads the first 205 characters and no more",
		mutate:  withData(func(data string) string { return data[:min(len(data), 205)] }),
	},
	{
		Name: "slots-of-130-octets", Rule: "R8.8", Scheme: "mh1",
		Mistake: "reads 208 characters, which are whole groups of eight, and drops two octets",
		mutate: withData(func(data string) string {
			if len(data) == 208 {
				return data[:205]
			}
			return data
		}),
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
	{
		Name: "spare-bits-ignored", Rule: "R8.9", Scheme: "mh1",
		Mistake: "ignores the spare bits, as every library's decoder does",
		mutate:  spareCleared(func(spare int) int { return 1<<spare - 1 }),
	},
	{
		Name: "lowest-spare-bit-only", Rule: "R8.9", Scheme: "mh1",
		Mistake: "looks at the lowest spare bit only, of which eight octets have no other",
		mutate:  spareCleared(func(spare int) int { return 1<<spare - 2 }),
	},
	{
		Name: "highest-spare-bit-only", Rule: "R8.9", Scheme: "mh1",
		Mistake: "looks at the highest spare bit only",
		mutate:  spareCleared(func(spare int) int { return 1<<(spare-1) - 1 }),
	},
}
