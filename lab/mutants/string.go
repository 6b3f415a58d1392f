package mutants

import (
	"bytes"
	"encoding/base32"
	"encoding/binary"
	"slices"
	"strings"
	"unicode"

	"github.com/lsh-interop/fpcheck/internal/engine/port"
	"github.com/lsh-interop/fpcheck/internal/rules"
)

// formed replaces how scheme, profile and data are put together.
func formed(form func(scheme, profile, data string) string) func(r *rules.Rules) {
	return func(r *rules.Rules) { r.Strings.Form = form }
}

// dataAs replaces the data that are written.
func dataAs(data func(sketch []byte) string) func(r *rules.Rules) {
	return func(r *rules.Rules) { r.Strings.Data = data }
}

// decoding changes a string before it is read.
func decoding(change func(s string) string) func(r *rules.Rules) {
	return func(r *rules.Rules) {
		fold := r.Strings.Fold
		r.Strings.Fold = func(s string) string { return fold(change(s)) }
	}
}

// rejecting rejects more strings.
func rejecting(wrong func(s string) bool) func(r *rules.Rules) {
	return decoding(func(s string) string {
		if wrong(s) {
			return ""
		}
		return s
	})
}

// withData changes the data before they are read.
func withData(change func(data string) string) func(r *rules.Rules) {
	return decoding(func(s string) string {
		name, data, ok := strings.Cut(s, ":")
		if !ok {
			return s
		}
		return name + ":" + change(data)
	})
}

// sized has some names of schemes read as if data of that size went with them.
func sized(chars int, is func(scheme string) bool) func(r *rules.Rules) {
	return func(r *rules.Rules) {
		size := r.Strings.Size
		r.Strings.Size = func(scheme string) int {
			if is(scheme) {
				return chars
			}
			return size(scheme)
		}
	}
}

// named replaces which names of profiles are read.
func named(is func(profile string, right bool) bool) func(r *rules.Rules) {
	return func(r *rules.Rules) {
		name := r.Strings.Name
		r.Strings.Name = func(profile string) bool { return is(profile, name(profile)) }
	}
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

func unpadded(e *base32.Encoding, data []byte) string {
	return e.WithPadding(base32.NoPadding).EncodeToString(data)
}

func reversed(data []byte) []byte {
	data = bytes.Clone(data)
	slices.Reverse(data)
	return data
}

// spared replaces what the spare bits may be.
func spared(fit func(bits []byte) bool) func(r *rules.Rules) {
	return func(r *rules.Rules) { r.Strings.Spare = func(bits []byte) bool { return len(bits) == 0 || fit(bits) } }
}

// stringMutants are the mutants of chapter 8.
func stringMutants() []Mutant {
	return []Mutant{
		{
			Name: "profile-not-written", Rule: "R8.1",
			Mistake: "writes every fingerprint without its profile",
			replace: formed(func(scheme, _, data string) string { return scheme + ":" + data }),
		},
		{
			Name: "visible-written", Rule: "R8.1",
			Mistake: "writes the profile visible too",
			replace: formed(func(scheme, profile, data string) string { return scheme + "." + profile + ":" + data }),
		},
		{
			Name: "hyphen-for-colon", Rule: "R8.1",
			Mistake: "writes - in place of the colon, as names of files need",
			replace: func(r *rules.Rules) {
				form := r.Strings.Form
				r.Strings.Form = func(scheme, profile, data string) string {
					return strings.Replace(form(scheme, profile, data), ":", "-", 1)
				}
			},
		},
		{
			Name: "data-little-endian", Rule: "R8.2",
			Mistake: "writes the octets in the order of the machine's memory",
			replace: dataAs(func(sketch []byte) string {
				return strings.ToLower(unpadded(base32.StdEncoding, reversed(sketch)))
			}),
		},
		{
			Name: "data-upper-case", Rule: "R8.2",
			Mistake: "writes capitals, as every library's base32 does",
			replace: dataAs(func(sketch []byte) string { return unpadded(base32.StdEncoding, sketch) }),
		},
		{
			Name: "data-padded", Rule: "R8.2",
			Mistake: "writes padding, as every library's base32 does",
			replace: dataAs(func(sketch []byte) string {
				return strings.ToLower(base32.StdEncoding.EncodeToString(sketch))
			}),
		},
		{
			Name: "data-base32hex", Rule: "R8.2",
			Mistake: "writes base32hex, the other alphabet of RFC 4648",
			replace: dataAs(func(sketch []byte) string {
				return strings.ToLower(unpadded(base32.HexEncoding, sketch))
			}),
		},
		{
			Name: "data-crockford", Rule: "R8.2",
			Mistake: "writes Crockford's base32",
			replace: dataAs(func(sketch []byte) string {
				return unpadded(base32.NewEncoding("0123456789abcdefghjkmnpqrstvwxyz"), sketch)
			}),
		},
		{
			Name: "data-as-number", Rule: "R8.2",
			Mistake: "writes the sketch as a number in base 32, with the spare bit at the front",
			replace: dataAs(func(sketch []byte) string {
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
			replace: dataAs(func(sketch []byte) string {
				return strings.ToLower(base32.StdEncoding.EncodeToString(append(bytes.Clone(sketch), 0x80))[:13])
			}),
		},
		{
			Name: "slots-little-endian", Rule: "R8.2", Scheme: "mh1",
			Mistake: "writes slot 127 first, as the octets of a number of 1,024 bits little-endian",
			replace: dataAs(func(sketch []byte) string { return strings.ToLower(unpadded(base32.StdEncoding, reversed(sketch))) }),
		},
		{
			Name: "data-in-lines", Rule: "R8.2", Scheme: "mh1",
			Mistake: "breaks long data into lines of 76 characters, as MIME's encoders do",
			replace: dataAs(func(sketch []byte) string {
				data := []byte(strings.ToLower(unpadded(base32.StdEncoding, sketch)))
				return string(bytes.Join(slices.Collect(slices.Chunk(data, 76)), []byte("\n")))
			}),
		},
		{
			Name: "data-in-eights", Rule: "R8.2", Scheme: "mh1",
			Mistake: "encodes eight octets at a time, 13 characters each",
			replace: dataAs(func(sketch []byte) (data string) {
				for eight := range slices.Chunk(sketch, 8) {
					data += strings.ToLower(unpadded(base32.StdEncoding, eight))
				}
				return data
			}),
		},
		{
			Name: "private-scheme-read", Rule: "R8.3",
			Mistake: "reads a private scheme whose definition it does not have, as if it were its own",
			replace: sized(13, func(scheme string) bool { return strings.HasPrefix(scheme, "x-") }),
		},
		{
			Name: "width-not-written", Rule: "R8.3", Scheme: "mh1",
			Mistake: "writes the bare name for every width",
			replace: func(r *rules.Rules) {
				form := r.Strings.Form
				r.Strings.Form = func(_, profile, data string) string { return form("mh1", profile, data) }
			},
		},
		{
			Name: "width-always-written", Rule: "R8.3", Scheme: "mh1",
			Mistake: "writes b8 too",
			replace: func(r *rules.Rules) {
				form := r.Strings.Form
				r.Strings.Form = func(scheme, profile, data string) string {
					if scheme == "mh1" {
						scheme = "mh1b8"
					}
					return form(scheme, profile, data)
				}
			},
		},
		{
			Name: "width-behind-profile", Rule: "R8.3", Scheme: "mh1",
			Mistake: "writes the width behind the profile",
			replace: func(r *rules.Rules) {
				form := r.Strings.Form
				r.Strings.Form = func(scheme, profile, data string) string {
					if profile != "visible" {
						scheme, profile = scheme[:3], profile+scheme[3:]
					}
					return form(scheme, profile, data)
				}
			},
		},
		{
			Name: "b8-read", Rule: "R8.3", Scheme: "mh1",
			Mistake: "reads b8 as the bare name",
			replace: decoding(func(s string) string { return strings.Replace(s, "mh1b8", "mh1", 1) }),
		},
		{
			Name: "width-with-zeros-read", Rule: "R8.3", Scheme: "mh1",
			Mistake: "reads the width as a number, with zeros before it",
			replace: decoding(func(s string) string { return strings.Replace(s, "b0", "b", 1) }),
		},
		{
			Name: "any-width-read", Rule: "R8.3", Scheme: "mh1",
			Mistake: "reads three bits a slot too",
			replace: sized(77, func(scheme string) bool { return scheme == "mh1b3" }),
		},
		{
			Name: "width-from-profile", Rule: "R8.3", Scheme: "mh1",
			Mistake: "takes a profile that looks like a width for one",
			replace: decoding(func(s string) string { return strings.Replace(s, "mh1.b4:", "mh1b4:", 1) }),
		},
		{
			Name: "profile-digit-first", Rule: "R8.4",
			Mistake: "accepts a profile that begins with a digit",
			replace: named(func(profile string, right bool) bool {
				return right || profile != "" && strings.Trim(profile, "0123456789abcdefghij") == ""
			}),
		},
		{
			Name: "profile-of-any-length", Rule: "R8.4",
			Mistake: "accepts a profile of more than 16 characters",
			replace: named(func(profile string, right bool) bool { return right || len(profile) > 16 }),
		},
		{
			Name: "profile-of-15", Rule: "R8.4",
			Mistake: "rejects a profile of 16 characters, by reading \"up to 15\" without the letter before",
			replace: named(func(profile string, right bool) bool { return right && len(profile) <= 15 }),
		},
		{
			Name: "profile-known-only", Rule: "R8.4",
			Mistake: "rejects a profile that it does not know",
			replace: named(func(profile string, _ bool) bool { return profile == "main" }),
		},
		{
			Name: "upper-case-rejected", Rule: "R8.5",
			Mistake: "reads lower case only",
			replace: rejecting(func(s string) bool { return strings.ContainsFunc(s, unicode.IsUpper) }),
		},
		{
			Name: "names-in-lower-case-only", Rule: "R8.5",
			Mistake: "ignores the case of the data, not that of the scheme and the profile",
			replace: rejecting(func(s string) bool {
				name, _, _ := strings.Cut(s, ":")
				return name != strings.ToLower(name)
			}),
		},
		{
			Name: "profile-returned-as-written", Rule: "R8.5",
			Mistake: "returns the profile in the case that it was written in",
			mutate: func(p *port.Port) {
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
			replace: rejecting(func(s string) bool { return strings.HasPrefix(s, "MH1B") }),
		},
		{
			Name: "width-dropped", Rule: "R8.5", Scheme: "mh1",
			Mistake: "returns the bare name for every width",
			mutate: func(p *port.Port) {
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
			replace: decoding(func(s string) string { return strings.ToLower(strings.ToUpper(s)) }),
		},
		{
			Name: "unknown-scheme-read", Rule: "R8.6",
			Mistake: "reads a fingerprint of a scheme that it does not know",
			replace: sized(13, func(scheme string) bool { return scheme != "sd1" && scheme != "" }),
		},
		{
			Name: "width-of-simhash-read", Rule: "R8.6", Scheme: "sm1",
			Mistake: "takes b4 off any scheme's name",
			replace: decoding(func(s string) string { return strings.Replace(s, "b4:", ":", 1) }),
		},
		{
			Name: "width-taken-off-twice", Rule: "R8.6", Scheme: "mh1",
			Mistake: "takes b4 off a scheme's name as long as there is one",
			replace: decoding(func(s string) string { return strings.Replace(s, "b4b4", "b4", 1) }),
		},
		{
			Name: "visible-read", Rule: "R8.6",
			Mistake: "reads visible where it is written",
			replace: named(func(profile string, right bool) bool { return right || profile == "visible" }),
		},
		{
			Name: "empty-profile-read", Rule: "R8.6",
			Mistake: "reads a full stop with nothing after it as no profile",
			replace: decoding(func(s string) string { return strings.Replace(s, ".:", ":", 1) }),
		},
		{
			Name: "second-profile-ignored", Rule: "R8.6",
			Mistake: "splits the name at full stops and looks at the first two parts",
			replace: decoding(func(s string) string {
				name, data, _ := strings.Cut(s, ":")
				parts := strings.Split(name, ".")
				return strings.Join(parts[:min(len(parts), 2)], ".") + ":" + data
			}),
		},
		{
			Name: "scheme-assumed", Rule: "R8.6",
			Mistake: "takes a string without a scheme for its own",
			replace: decoding(func(s string) string {
				if data, ok := strings.CutPrefix(s, ":"); ok {
					return "sd1:" + data
				}
				return s
			}),
		},
		{
			Name: "padding-read", Rule: "R8.7",
			Mistake: "reads padding",
			replace: withData(func(data string) string { return strings.TrimRight(data, "=") }),
		},
		{
			Name: "blanks-trimmed", Rule: "R8.7",
			Mistake: "trims blanks around the string",
			replace: decoding(strings.TrimSpace),
		},
		{
			Name: "line-ends-skipped", Rule: "R8.7",
			Mistake: "skips line ends in the data, as Go's and MIME's decoders do",
			replace: withData(without("\r\n")),
		},
		{
			Name: "hyphens-skipped", Rule: "R8.7",
			Mistake: "skips hyphens in the data, as decoders for people do",
			replace: withData(without("-")),
		},
		{
			Name: "look-alikes-read", Rule: "R8.7",
			Mistake: "reads 0 as o, 1 as l and 8 as b, as Python's map01 and Tor do",
			replace: withData(strings.NewReplacer("0", "o", "1", "l", "8", "b", "9", "g").Replace),
		},
		{
			Name: "nul-ends-string", Rule: "R8.7",
			Mistake: "reads a string up to U+0000",
			replace: withData(func(data string) string { data, _, _ = strings.Cut(data, "\x00"); return data }),
		},
		{
			Name: "short-data-read", Rule: "R8.8",
			Mistake: "fills short data up with zeros",
			replace: withData(func(data string) string {
				return data + strings.Repeat("a", max(0, 13-len(data)))
			}),
		},
		{
			Name: "long-data-read", Rule: "R8.8",
			Mistake: "reads the first 13 characters and no more",
			replace: withData(func(data string) string { return data[:min(len(data), 13)] }),
		},
		{
			Name: "width-by-length", Rule: "R8.8", Scheme: "mh1",
			Mistake: "takes the width from the length of the data, whatever the name says",
			mutate: func(p *port.Port) {
				decode := p.Decode
				p.Decode = func(s string) ([]byte, string, string, error) {
					name, data, _ := strings.Cut(s, ":")
					form := map[int]string{205: "mh1", 103: "mh1b4", 52: "mh1b2", 26: "mh1b1"}[len(data)]
					written, _, _ := strings.Cut(strings.ToLower(name), ".")
					if form == "" || !slices.Contains([]string{"mh1", "mh1b4", "mh1b2", "mh1b1"}, written) {
						return decode(s)
					}
					sketch, _, profile, err := decode(form + name[len(written):] + ":" + data)
					return sketch, written, profile, err
				}
			},
		},
		{
			Name: "short-slots-read", Rule: "R8.8", Scheme: "mh1",
			Mistake: "fills short data up with zeros",
			replace: withData(func(data string) string { return data + strings.Repeat("a", max(0, 205-len(data))) }),
		},
		{
			Name: "long-slots-read", Rule: "R8.8", Scheme: "mh1",
			Mistake: "reads the first 205 characters and no more",
			replace: withData(func(data string) string { return data[:min(len(data), 205)] }),
		},
		{
			Name: "slots-of-130-octets", Rule: "R8.8", Scheme: "mh1",
			Mistake: "reads 208 characters, which are whole groups of eight, and drops two octets",
			replace: withData(func(data string) string {
				if len(data) == 208 {
					return data[:205]
				}
				return data
			}),
		},
		{
			Name: "spare-bit-ignored", Rule: "R8.9",
			Mistake: "ignores the spare bit, as every library's decoder does",
			replace: spared(func([]byte) bool { return true }),
		},
		{
			Name: "spare-bits-ignored", Rule: "R8.9", Scheme: "mh1",
			Mistake: "ignores the spare bits, as every library's decoder does",
			replace: spared(func([]byte) bool { return true }),
		},
		{
			Name: "lowest-spare-bit-only", Rule: "R8.9", Scheme: "mh1",
			Mistake: "looks at the lowest spare bit only, of which eight octets have no other",
			replace: spared(func(spare []byte) bool { return spare[len(spare)-1] == 0 }),
		},
		{
			Name: "highest-spare-bit-only", Rule: "R8.9", Scheme: "mh1",
			Mistake: "looks at the highest spare bit only",
			replace: spared(func(spare []byte) bool { return spare[0] == 0 }),
		},
	}
}
