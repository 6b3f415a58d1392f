package mail

import (
	"bytes"
	"strings"

	"golang.org/x/text/transform"

	"github.com/lsh-interop/fpcheck/internal/unicode/charsets"
	"github.com/lsh-interop/fpcheck/internal/unicode/whatwg"
)

// charset returns the encoding of a label, or "". The Encoding Standard replaces texts in HZ (RFC 1843), ISO-2022-KR
// (RFC 1557) and ISO-2022-CN by one U+FFFD. Mails in the first two are decoded, and those in UTF-7.
func charset(label string) (name string) {
	name = charsets.Lookup(label)
	if name != "replacement" && name != "" {
		return name
	}
	switch label = strings.ToLower(strings.TrimSpace(label)); label {
	case "utf-7", "unicode-1-1-utf-7", "csunicode11utf7":
		return "utf-7"
	case "hz-gb-2312":
		return label
	case "iso-2022-kr", "csiso2022kr":
		return "iso-2022-kr"
	}
	return name
}

// saysUnknown reports whether a label says that the sender does not know the charset (RFC 1428).
func saysUnknown(label string) bool {
	switch strings.ToLower(label) {
	case "unknown-8bit", "x-unknown", "unknown", "default", "none":
		return true
	}
	return false
}

// isShifted reports whether an encoding has only bytes of ASCII.
func isShifted(name string) bool {
	return name == "hz-gb-2312" || name == "iso-2022-kr" || name == "iso-2022-jp" || name == "utf-7"
}

// newDecoder returns the decoder of an encoding that [charset] returns.
func newDecoder(name string) transform.Transformer {
	switch name {
	case "hz-gb-2312":
		codes := []code{{"~{", true, ""}, {"~}", false, ""}, {"~~", false, "~"}, {"~\n", false, ""}, {"~\r\n", false, ""}}
		return transform.Chain(&shifts{codes: codes}, whatwg.NewDecoder("gbk"))
	case "iso-2022-kr":
		codes := []code{{"\x1b$)C", false, ""}, {"\x0e", true, ""}, {"\x0f", false, ""}}
		return transform.Chain(&shifts{codes: codes}, whatwg.NewDecoder("euc-kr"))
	case "utf-7":
		return &utf7{}
	}
	return charsets.NewDecoder(name)
}

// shifts sets the high bits of characters of two bytes, which makes EUC of an encoding that shifts to them. Each line
// begins with ASCII.
type shifts struct {
	codes   []code
	shifted bool
}

// code is what shifts to ASCII or to two bytes. It may stand for text.
type code struct {
	octets  string
	shifted bool
	text    string
}

func (s *shifts) Reset() { s.shifted = false }

func (s *shifts) Transform(dst, src []byte, last bool) (nDst, nSrc int, err error) {
	for nSrc < len(src) {
		if len(dst)-nDst < 2 {
			return nDst, nSrc, transform.ErrShortDst
		}
		rest := src[nSrc:]
		found, partial := s.code(rest)
		pair := s.shifted && rest[0] > ' '
		switch {
		case !last && (partial || pair && len(rest) < 2):
			return nDst, nSrc, transform.ErrShortSrc
		case found != nil:
			s.shifted = found.shifted
			nDst += copy(dst[nDst:], found.text)
			nSrc += len(found.octets)
		case pair && len(rest) > 1 && rest[1] > ' ':
			dst[nDst], dst[nDst+1] = rest[0]|0x80, rest[1]|0x80
			nDst, nSrc = nDst+2, nSrc+2
		case pair: // the other byte is missing
			dst[nDst] = rest[0] | 0x80
			nDst, nSrc = nDst+1, nSrc+1
		default:
			dst[nDst] = rest[0]
			s.shifted = s.shifted && rest[0] != '\n'
			nDst, nSrc = nDst+1, nSrc+1
		}
	}
	return nDst, nSrc, nil
}

// code returns the code at the start of bytes, or whether they are a part of one.
func (s *shifts) code(b []byte) (found *code, partial bool) {
	for i, c := range s.codes {
		switch {
		case bytes.HasPrefix(b, []byte(c.octets)):
			return &s.codes[i], false
		case strings.HasPrefix(c.octets, string(b[:min(len(b), len(c.octets))])):
			partial = true
		}
	}
	return nil, partial
}
