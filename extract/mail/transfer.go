package mail

import (
	"bytes"
	"encoding/hex"
	"strings"
)

// transferred undoes a content transfer encoding (RFC 2045, 6). What does not obey it is kept as it is, or skipped
// in base64; broken reports that.
func transferred(encoding string, body []byte) (octets []byte, broken bool) {
	encoding, _, _ = strings.Cut(encoding, ";")
	switch strings.ToLower(strings.Trim(encoding, " \t\"")) {
	case "quoted-printable":
		return quotedPrintable(body)
	case "base64":
		return base64(body)
	case "x-uuencode", "uuencode", "x-uue":
		if before, block, after, ok := cutUU(body); ok && len(bytes.TrimSpace(before)) == 0 {
			return uudecode(block), len(bytes.TrimSpace(after)) > 0
		}
		return body, true
	}
	return body, false
}

// joined joins the lines of a text with format=flowed and delsp=yes (RFC 3676, 4.1). A line that ends in a blank goes
// on in the next one without it, perhaps within a word.
func joined(text []byte) (whole []byte) {
	soft, depth := false, 0
	for line := range bytes.Lines(text) {
		content := bytes.TrimRight(line, "\r\n")
		body := bytes.TrimLeft(content, ">")
		quotes := len(content) - len(body)
		body = bytes.TrimPrefix(body, []byte(" ")) // it was stuffed with one
		signature := string(body) == "-- "
		if soft && (quotes != depth || signature) {
			whole = append(whole, '\n')
			soft = false
		}
		if !soft && quotes > 0 {
			whole = append(append(whole, content[:quotes]...), ' ')
		}
		soft, depth = !signature && bytes.HasSuffix(body, []byte(" ")), quotes
		if soft {
			whole = append(whole, body[:len(body)-1]...)
		} else {
			whole = append(append(whole, body...), line[len(content):]...)
		}
	}
	return whole
}

func quotedPrintable(body []byte) (octets []byte, broken bool) {
	octets = make([]byte, 0, len(body))
	for len(body) > 0 {
		line, rest := cutLine(body)
		ended := len(rest) > 0 || bytes.HasSuffix(body, []byte("\n"))
		end := body[len(line) : len(body)-len(rest)]
		line = bytes.TrimRight(line, " \t") // added on the way
		line, soft := bytes.CutSuffix(line, []byte("="))
		for i := 0; i < len(line); i++ {
			if line[i] != '=' {
				octets = append(octets, line[i])
				continue
			}
			var octet [1]byte
			if i+2 < len(line) {
				if _, err := hex.Decode(octet[:], line[i+1:i+3]); err == nil {
					octets = append(octets, octet[0])
					i += 2
					continue
				}
			}
			broken = true
			octets = append(octets, '=')
		}
		if ended && !soft {
			octets = append(octets, end...)
		}
		body = rest
	}
	return octets, broken
}

// base64 decodes the letters of base64 and skips all others, as RFC 2045, 6.8 says. A body with many others is
// not encoded, and is returned as it is. Padding in the middle, where programs have joined two encoded texts,
// ends the one and begins the other.
func base64(body []byte) (octets []byte, broken bool) {
	octets = make([]byte, 0, len(body)/4*3+3)
	var bits uint32
	n, others := 0, 0 // letters in bits, and what is skipped
	flush := func() {
		switch n {
		case 1:
			broken = true
		case 2:
			octets = append(octets, byte(bits>>4))
		case 3:
			octets = append(octets, byte(bits>>10), byte(bits>>2))
		}
		bits, n = 0, 0
	}
	for _, c := range body {
		var v uint32
		switch {
		case 'A' <= c && c <= 'Z':
			v = uint32(c - 'A')
		case 'a' <= c && c <= 'z':
			v = uint32(c-'a') + 26
		case '0' <= c && c <= '9':
			v = uint32(c-'0') + 52
		case c == '+':
			v = 62
		case c == '/':
			v = 63
		case c == '=':
			flush()
			continue
		case c == ' ' || '\t' <= c && c <= '\r':
			continue
		default:
			broken = true
			others++
			continue
		}
		if bits, n = bits<<6|v, n+1; n == 4 {
			octets = append(octets, byte(bits>>16), byte(bits>>8), byte(bits))
			bits, n = 0, 0
		}
	}
	if 20*others > len(body) {
		return body, true
	}
	broken = broken || n > 0 // padding is missing, or the end
	flush()
	return octets, broken
}

// uuBegin returns the bounds of the first line that begins a file, such as "begin 644 a.txt", or -1.
func uuBegin(text []byte) (begin, end int) {
	const word = "begin "
	for from := 0; ; from = end {
		at := bytes.Index(text[from:], []byte(word))
		if at < 0 {
			return -1, -1
		}
		begin = from + at
		line, rest := cutLine(text[begin:])
		end = len(text) - len(rest)
		mode, name, ok := bytes.Cut(line[len(word):], []byte(" "))
		if ok && len(name) > 0 && len(rest) > 0 && (len(mode) == 3 || len(mode) == 4) &&
			len(bytes.Trim(mode, "01234567")) == 0 && (begin == 0 || text[begin-1] == '\n') {
			return begin, end
		}
	}
}

// cutUU cuts the first file that uuencode wrote into a text out of it. Each of its lines says how long it is.
func cutUU(text []byte) (before, block, after []byte, ok bool) {
	for from := 0; ; {
		begin, end := uuBegin(text[from:])
		if begin < 0 {
			return text, nil, nil, false
		}
		begin += from
		rest := text[from+end:]
		for {
			line, next := cutLine(rest)
			if string(line) == "end" {
				return text[:begin], text[begin : len(text)-len(next)], next, true
			}
			if !isUU(line) || len(rest) == 0 {
				break
			}
			rest = next
		}
		from = len(text) - len(rest) // each line is looked at once
	}
}

// isUU reports whether a line has the length that its first letter says. Programs leave out blanks at the end,
// and some add a letter.
func isUU(line []byte) bool {
	if len(line) == 0 {
		return true
	}
	encoded := (int(line[0]-' ')&63 + 2) / 3 * 4
	return line[0] >= ' ' && line[0] <= '`' && len(line)-1 <= encoded+2 && (len(line)-1 >= encoded-3 || encoded == 0)
}

func uudecode(block []byte) []byte {
	_, block = cutLine(block)
	octets := make([]byte, 0, len(block)/4*3)
	for len(block) > 0 {
		var line []byte
		if line, block = cutLine(block); len(line) == 0 || string(line) == "end" {
			continue
		}
		n := int(line[0]-' ') & 63
		for i := 1; n > 0; i += 4 {
			var bits uint32
			for j := i; j < i+4; j++ {
				bits <<= 6
				if j < len(line) {
					bits |= uint32(line[j]-' ') & 63
				}
			}
			group := []byte{byte(bits >> 16), byte(bits >> 8), byte(bits)}
			octets = append(octets, group[:min(n, 3)]...)
			n -= 3
		}
	}
	return octets
}
