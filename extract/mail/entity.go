package mail

import (
	"bytes"
	"mime"
	"net/mail"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/store/mailbox"
)

// entity is a mail or a part of one: its header, and its body as it is encoded.
type entity struct {
	header header
	body   []byte
	notes  []string // what is wrong with the header
}

// header maps the names of header fields, in lower case, to their values. Of a repeated field the first counts.
type header map[string]string

// The bounds of a header: the bytes of a field, and the number of fields. What exceeds them is left out.
const (
	mostValue  = 1 << 20
	mostFields = 1000
)

// parse splits a mail or a part into its header and its body. Like the programs that people read mail with, it
// refuses nothing. A line that is no header field is skipped if a well-known field follows it, and else begins
// the body.
func parse(octets []byte) entity {
	e := entity{header: make(header), body: afterEnvelope(octets)}
	var name, boundary string
	var value []byte
	end := func() { // of a field
		if _, repeated := e.header[name]; name != "" && !repeated && len(e.header) < mostFields {
			e.header[name] = string(value)
			if name == "content-type" {
				boundary = e.header.bodyType("").params["boundary"]
			}
		}
		name, value = "", nil
	}
	defer end()
	for len(e.body) > 0 {
		line, rest := cutLine(e.body)
		folded := len(line) > 0 && (line[0] == ' ' || line[0] == '\t')
		next, first, isField := field(line)
		if bytes.HasPrefix(line, []byte("--")) {
			if end(); boundary != "" && string(bytes.TrimRight(line[2:], " \t")) == boundary {
				e.notes = append(e.notes, "a boundary ends the header")
				return e
			}
		}
		switch {
		case len(line) == 0 || folded && len(bytes.TrimSpace(line)) == 0 && !continues(rest):
			e.body = rest
			return e
		case folded:
			if name != "" && len(value)+len(line) <= mostValue {
				value = append(append(value, ' '), bytes.TrimSpace(line)...)
			}
		case isField:
			end()
			name, value = next, bytes.Clone(first[:min(len(first), mostValue)])
		case isKnown(rest):
			e.notes = append(e.notes, "a line of the header is no header field: left out")
			end()
		default:
			e.notes = append(e.notes, "a line without a colon ends the header")
			return e
		}
		e.body = rest
	}
	return e
}

// cutLine cuts the bytes after the first line, which it returns without its end.
func cutLine(octets []byte) (line, rest []byte) {
	line, rest, _ = bytes.Cut(octets, []byte("\n"))
	return bytes.TrimSuffix(line, []byte("\r")), rest
}

// field splits a line into the name and the value of a header field. Blanks before the colon were once
// allowed (RFC 822, 3.1.2).
func field(line []byte) (name string, value []byte, ok bool) {
	before, value, ok := bytes.Cut(line, []byte(":"))
	before = bytes.TrimRight(before, " \t")
	if !ok || len(before) == 0 || len(before) > 100 {
		return "", nil, false
	}
	for _, c := range before {
		if c <= ' ' || c > '~' {
			return "", nil, false
		}
	}
	return strings.ToLower(string(before)), bytes.TrimSpace(value), true
}

// continues reports whether the next line of a header continues it or is a field.
func continues(rest []byte) bool {
	line, _ := cutLine(rest)
	if len(line) > 0 && (line[0] == ' ' || line[0] == '\t') {
		return len(bytes.TrimSpace(line)) > 0
	}
	return isKnown(rest)
}

// isKnown reports whether the next line is a header field that many mails have.
func isKnown(rest []byte) bool {
	line, _ := cutLine(rest)
	name, _, ok := field(line)
	if !ok {
		return false
	}
	switch name {
	case "from", "to", "cc", "bcc", "subject", "date", "sender", "reply-to", "in-reply-to", "references",
		"status", "lines":
		return true
	}
	return ofPrograms[name] || strings.HasPrefix(name, "content-") || strings.HasPrefix(name, "x-") ||
		strings.HasPrefix(name, "resent-") || strings.HasPrefix(name, "list-")
}

// afterEnvelope skips what comes before a header. It may be a "From " line of a mailbox, a folded line, or an SMTP
// dialogue.
func afterEnvelope(octets []byte) []byte {
	if rest, ok := afterDialogue(octets); ok {
		octets = rest
	}
	for {
		line, rest := cutLine(octets)
		stripped := bytes.TrimPrefix(line, []byte(">"))
		_, _, isField := field(line)
		switch {
		case isField: // "From : a@b" is one
			return octets
		case bytes.HasPrefix(stripped, []byte("From ")) && (isKnown(rest) || isSender(stripped) || mailbox.Begins(octets)):
		case len(line) > 0 && (line[0] == ' ' || line[0] == '\t') && continues(rest):
		default:
			return octets
		}
		octets = rest
	}
}

// isSender reports whether a "From " line has nothing but an address, and a date.
func isSender(line []byte) bool {
	words := bytes.Fields(line[:min(len(line), 200)])
	return len(words) > 1 && bytes.IndexByte(words[1], '@') > 0 && (len(words) == 2 || len(words) > 3 && len(words) < 9)
}

// mostDialogue bounds the bytes of an SMTP dialogue before a mail.
const mostDialogue = 1 << 16

// afterDialogue returns what a client sent after the command DATA of SMTP (RFC 5321).
func afterDialogue(octets []byte) (mail []byte, ok bool) {
	first, _ := cutLine(octets[:min(len(octets), 1<<10)])
	begins := func(command string) bool {
		return len(first) >= len(command) && strings.EqualFold(string(first[:len(command)]), command)
	}
	if !begins("HELO ") && !begins("EHLO ") && !begins("MAIL FROM:") && !begins("220 ") {
		return nil, false
	}
	for rest := octets; len(rest) > 0 && len(octets)-len(rest) < mostDialogue; {
		var line []byte
		if line, rest = cutLine(rest); !strings.EqualFold(string(bytes.TrimSpace(line)), "DATA") {
			continue
		}
		if answer, after := cutLine(rest); bytes.HasPrefix(answer, []byte("354")) {
			rest = after
		}
		return rest, isKnown(rest)
	}
	return nil, false
}

// contentType is a media type with its parameters.
type contentType struct {
	media  string // in lower case
	params map[string]string
}

// parseType reads a Content-Type or Content-Disposition. If [mime.ParseMediaType] refuses it, the parameters
// are read one by one. A value may then have characters that should be quoted.
func parseType(value string) contentType {
	media, params, err := mime.ParseMediaType(value)
	if err == nil {
		return contentType{media, params}
	}
	media, rest := cutParameter(value)
	t := contentType{strings.ToLower(strings.TrimSpace(media)), make(map[string]string)}
	for rest != "" && len(t.params) < 100 {
		var name, value string
		name, rest, _ = strings.Cut(rest, "=")
		if i := strings.LastIndexByte(name, ';'); i >= 0 { // one without a value
			name = name[i+1:]
		}
		rest = strings.TrimLeft(rest, " \t")
		if quoted, ok := strings.CutPrefix(rest, `"`); ok {
			value, rest, _ = strings.Cut(quoted, `"`)
		} else {
			value, rest = cutParameter(rest)
		}
		name = strings.ToLower(strings.TrimSpace(name))
		if _, repeated := t.params[name]; !repeated && name != "" {
			t.params[name] = strings.TrimSpace(value)
		}
	}
	return t
}

// cutParameter cuts s after a value, at a semicolon, or at a blank before another parameter.
func cutParameter(s string) (value, rest string) {
	value, rest, _ = strings.Cut(s, ";")
	if i := strings.IndexAny(value, " \t"); i > 0 && strings.Contains(value[i:], "=") {
		return value[:i], s[i:]
	}
	return value, rest
}

// bodyType returns the type of a body. A malformed type means text/plain (RFC 2045, 5.2).
func (h header) bodyType(ordinary string) contentType {
	value, declared := h["content-type"]
	t := parseType(value)
	t.media, _, _ = strings.Cut(t.media, " ") // where a semicolon is missing
	switch {
	case t.media == "message/partial" && t.params["number"] == "1": // it begins with the header of the whole
		t.media = "message/rfc822"
	case !declared || t.media == "":
		t.media = ordinary
	case t.media == "multipart" && t.params["boundary"] != "":
		t.media = "multipart/mixed"
	case !strings.Contains(t.media, "/") || t.media == "*/*":
		t.media = "text/plain"
	}
	return t
}

// split is the body of a multipart in parts.
type split struct {
	parts         [][]byte
	before, after []byte // the first part and the last boundary: no part
	complete      bool   // the last boundary is there
}

// parts splits the body of a multipart at its boundary (RFC 2046, 5.1.1). If loose is set, a line may go on
// after the boundary.
func parts(body []byte, boundary string, loose bool) (s split) {
	delimiter := []byte("--" + boundary)
	start := -1 // where the present part begins
	for at := 0; at < len(body); {
		begin := at
		line, rest := cutLine(body[at:])
		at = len(body) - len(rest)
		after, ok := bytes.CutPrefix(line, delimiter)
		if !ok {
			continue
		}
		last := bytes.HasPrefix(after, []byte("--"))
		if after = bytes.TrimRight(after, " \t"); !loose && len(after) > 0 && string(after) != "--" {
			continue
		}
		if start >= 0 {
			s.parts = append(s.parts, withoutEnd(body[start:max(start, begin)]))
		} else {
			s.before = body[:begin]
		}
		if last {
			s.after, s.complete = rest, true
			return s
		}
		start = at
	}
	if start >= 0 {
		s.parts = append(s.parts, body[start:])
	}
	return s
}

// withoutEnd cuts the line end before a boundary, which is a part of the boundary.
func withoutEnd(part []byte) []byte {
	return bytes.TrimSuffix(bytes.TrimSuffix(part, []byte("\n")), []byte("\r"))
}

// findBoundary returns the boundary that a body uses if the declared one does not occur. It is the name after
// two hyphens in a line before a field of a part.
func findBoundary(body []byte) string {
	for rest := body; len(rest) > 0; {
		var line []byte
		line, rest = cutLine(rest)
		name, ok := bytes.CutPrefix(bytes.TrimRight(line, " \t"), []byte("--"))
		if !ok || len(name) == 0 || len(name) > 200 {
			continue
		}
		next, _ := cutLine(rest)
		if field, _, ok := field(next); ok && strings.HasPrefix(field, "content-") {
			return string(name)
		}
	}
	return ""
}

// isMessage reports whether a text that begins with head is a mail, by its header. One sign is a sender with a
// field of programs. Others are a boundary that is declared and used, and two fields with values of mails. If the
// header is longer than head, two fields of programs are enough.
func isMessage(head []byte) bool {
	block := afterEnvelope(head)
	first, _ := cutLine(block)
	if _, _, ok := field(first); !ok {
		return false // as most texts
	}
	block = bytes.ReplaceAll(block, []byte("\r\n"), []byte("\n"))
	block, body, whole := bytes.Cut(block, []byte("\n\n"))
	lines := bytes.Split(block, []byte("\n"))
	if !whole && len(lines) > 1 { // the last may be cut short
		lines = lines[:len(lines)-1]
	}
	for i, line := range lines {
		folded := i > 0 && len(line) > 0 && (line[0] == ' ' || line[0] == '\t')
		if _, _, ok := field(line); !ok && !folded {
			return false
		}
	}
	h := parse(bytes.Join(lines, []byte("\n"))).header
	written, plausible := 0, 0
	for name, value := range h {
		if ofPrograms[name] {
			written++
		}
		if isPlausible(name, value) {
			plausible++
		}
	}
	boundary := h.bodyType("").params["boundary"]
	_, from := h["from"]
	return from && written > 0 || whole && plausible > 1 || !whole && len(head) >= longHead && written > 1 ||
		boundary != "" && bytes.Contains(body, []byte("--"+boundary))
}

// longHead is the number of bytes that a header written by a person does not exceed.
const longHead = 1 << 10

// ofPrograms has the header fields that only programs write.
var ofPrograms = map[string]bool{
	"received": true, "message-id": true, "mime-version": true, "delivered-to": true, "return-path": true,
	"authentication-results": true, "received-spf": true, "dkim-signature": true, "arc-seal": true,
	"arc-message-signature": true, "arc-authentication-results": true, "x-received": true, "x-mailer": true,
}

// isPlausible reports whether the field has a value that mails have and ordinary texts do not.
func isPlausible(name, value string) bool {
	switch name {
	case "from", "to", "cc", "delivered-to", "message-id", "return-path":
		before, after, _ := strings.Cut(value, "@")
		return before != "" && after != "" && !strings.HasPrefix(after, " ")
	case "mime-version":
		return strings.HasPrefix(value, "1.0")
	case "content-type":
		_, _, err := mime.ParseMediaType(value)
		return err == nil && strings.Contains(value, "/")
	case "date":
		_, err := mail.ParseDate(value)
		return err == nil
	case "received":
		return strings.Contains(value, ";")
	}
	return false
}
