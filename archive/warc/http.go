package warc

import (
	"bytes"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// A message is an HTTP message in a record. It is parsed as leniently as browsers do. Lines may end in LF,
// and the reason phrase or the end of the header may be missing. RFC 9112 is stricter for senders.
type message struct {
	Protocol string // "HTTP/1.1", "HTTP/2"
	Status   int    // of a response; 0 if it is no number
	Header   header
	Notes    []string // oddities

	body  []byte // as sent: chunked and encoded
	fault string // what is wrong with the chunks
	coded string // a content-coding that is declared and was not undone
}

func (m *message) note(format string, args ...any) {
	m.Notes = append(m.Notes, fmt.Sprintf(format, args...))
}

// parseResponses parses the response in a block; ok is false if the block is not a response. It skips interim
// responses, such as 100 Continue (RFC 9110 15.2), if another response follows.
func parseResponses(block []byte) (m *message, ok bool) {
	for {
		next, ok := parseResponse(block)
		if !ok {
			return m, m != nil
		}
		m = next
		if !m.isInterim() {
			return m, true
		}
		block = m.body
	}
}

// isInterim reports whether another response follows.
func (m *message) isInterim() bool {
	return m.Status/100 == 1 && m.Status != http.StatusSwitchingProtocols
}

func parseResponse(block []byte) (m *message, ok bool) {
	line, rest := cutLine(block)
	protocol, status, _ := strings.Cut(string(line[:min(len(line), 256)]), " ")
	m = &message{Protocol: protocol, body: rest}
	switch {
	case strings.HasPrefix(protocol, "HTTP/"):
	case bytes.HasPrefix(line, []byte(":status")): // of HTTP/2 (RFC 9113 8.3.2)
		m.Protocol, status = "HTTP/2", strings.TrimLeft(string(line[len(":status"):]), ": \t")
	default:
		return nil, false
	}
	code, _, _ := strings.Cut(strings.TrimSpace(status), " ")
	n, err := strconv.Atoi(code)
	if err != nil || n < 100 || n > 999 {
		m.note("HTTP status %q: expected three digits", abridged(code))
		n = 0
	}
	m.Status = n
	m.readHeader(rest)
	return m, true
}

// parseRequest parses the request in a block; ok is false if the block is not a request. Browsers that
// archive omit the protocol.
func parseRequest(block []byte) (m *message, ok bool) {
	line, rest := cutLine(block)
	method, target, ok := bytes.Cut(line[:min(len(line), maxHeaderLine)], []byte(" "))
	m = new(message)
	switch {
	case bytes.HasPrefix(method, []byte("HTTP/")): // as one browser wrote them
		m.note("the request begins with the line of a response")
	case !ok, len(method) == 0, len(method) > 32, !isToken(string(method)):
		return nil, false
	}
	if at := bytes.LastIndex(target, []byte(" HTTP/")); at >= 0 {
		m.Protocol = string(target[at+1:])
	}
	m.readHeader(rest)
	return m, true
}

// readHeader parses the fields after the first line. The rest is the body.
func (m *message) readHeader(rest []byte) {
	m.body = rest
	var header headerLines
	defer func() {
		var notes []string
		m.Header, notes = header.end("HTTP header")
		m.Notes = append(m.Notes, notes...)
	}()
	for {
		line, next := cutLine(rest)
		if len(line) == 0 {
			if len(next) == len(rest) { // nothing follows
				m.note("the HTTP header has no end")
			}
			m.body = next
			return
		}
		if header.tooLong() {
			m.note("the HTTP header has no end within %d bytes", maxHeader)
			m.body = rest
			return
		}
		text := string(line)
		if strings.HasPrefix(text, ":") { // a pseudo-header
			if name, value, ok := strings.Cut(text[1:], ":"); ok && name == "status" {
				if n, err := strconv.Atoi(strings.TrimSpace(value)); err == nil {
					m.Status = n
				}
			}
		} else if !header.add(text) {
			if len(line) > maxHeaderLine || strings.HasPrefix(strings.TrimLeft(text, " \t"), "<") {
				m.note("the HTTP header has no end")
				m.body = rest
				return
			}
			header.oddLine(text)
		}
		rest = next
	}
}

const maxHeaderLine = 64 << 10

// cutLine splits bytes after the first line, which it returns without its end.
func cutLine(octets []byte) (line, rest []byte) {
	line, rest, _ = bytes.Cut(octets, []byte("\n"))
	return bytes.TrimRight(line, "\r"), rest
}

// chunked reports whether the header declares a chunked body.
func (m *message) chunked() bool {
	for _, value := range m.Header.Values("Transfer-Encoding") {
		for coding := range strings.SplitSeq(value, ",") {
			if strings.EqualFold(strings.TrimSpace(coding), "chunked") {
				return true
			}
		}
	}
	return false
}

// length returns the declared length of the body, if any.
func (m *message) length() (n int64, ok bool) {
	if m.chunked() || m.Status/100 == 1 || m.Status == http.StatusNoContent || m.Status == http.StatusNotModified {
		return 0, false // RFC 9112 6.3
	}
	value := m.Header.Get("Content-Length")
	if value == "" {
		return 0, false
	}
	n, err := contentLength(value)
	return n, err == nil
}

// entity returns the body without chunks (RFC 9112 7.1).
func (m *message) entity() []byte {
	if !m.chunked() {
		return m.body
	}
	var body bytes.Buffer
	body.Grow(len(m.body))
	d := dechunker{w: &body}
	d.Write(m.body)
	d.Close()
	if d.none {
		m.note("Transfer-Encoding is chunked, and the body has no chunks")
		return m.body
	}
	m.fault = d.fault
	return body.Bytes()
}

// lost lists the parts that a body of size bytes lacks. A record that is marked as truncated needs no list.
func (m *message) lost(size int64, cut bool) (all []string) {
	if n, ok := m.length(); ok && size < n && !cut {
		all = append(all, "the body is shorter than its Content-Length")
	}
	if m.fault != "" && !cut {
		all = append(all, "chunked body: "+m.fault)
	}
	if m.Status == http.StatusPartialContent {
		var last, total int64
		part := m.Header.Get("Content-Range")
		if n, err := fmt.Sscanf(part, "bytes 0-%d/%d", &last, &total); n < 2 || err != nil || last+1 != total {
			const what = "HTTP status 206: the body is a part of the document: Content-Range %q"
			all = append(all, fmt.Sprintf(what, abridged(part)))
		}
	}
	return all
}
