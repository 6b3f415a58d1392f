package service

import (
	"bufio"
	"crypto/sha256"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
)

// right is the right that a request needs.
type right string

const (
	open  right = "" // nothing
	read  right = "read"
	write right = "write" // includes read
)

// Access has bearer tokens and their rights.
type Access struct {
	holders map[[sha256.Size]byte]holder // by the digest of the token, so that no comparison tells how much of one is right
}

type holder struct {
	name     string
	right    right
	readOnly bool // no one may write
}

// shortestToken is the minimum length of a token in bytes.
const shortestToken = 16

// ReadAccess reads tokens, one a line. A line has a name for the log, the right, which is read or
// write, and the token. Lines that begin with # are comments. Errors quote no token.
func ReadAccess(r io.Reader) (*Access, error) {
	a := &Access{make(map[[sha256.Size]byte]holder)}
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		if strings.HasPrefix(lines.Text(), "#") || strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		f := strings.Fields(lines.Text())
		if len(f) != 3 {
			return nil, fmt.Errorf("line %d: %d fields: expected a name, a right and a token", n, len(f))
		}
		h := holder{name: f[0], right: right(f[1])}
		if h.right != read && h.right != write {
			return nil, fmt.Errorf("line %d: the right of %s: expected read or write", n, h.name)
		}
		if len(f[2]) < shortestToken {
			return nil, fmt.Errorf("line %d: the token of %s has %d bytes: expected %d or more", n, h.name, len(f[2]), shortestToken)
		}
		key := sha256.Sum256([]byte(f[2]))
		if other, twice := a.holders[key]; twice {
			return nil, fmt.Errorf("line %d: %s has the token of %s: expected another", n, h.name, other.name)
		}
		a.holders[key] = h
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(a.holders) == 0 {
		return nil, fmt.Errorf("no token: expected lines of a name, read or write, and a token")
	}
	return a, nil
}

// holder returns the sender of a request. Without tokens, everyone may do everything, but only under
// a name of this machine. Otherwise any page in a browser could point its own site's name to our
// address, and use the service.
func (s *Service) holder(r *http.Request) (holder, error) {
	access := s.access.Load()
	if isForeign(r) {
		return holder{}, faulty(forbidden, "the request is of another site's page: expected a page of this service")
	}
	if access == nil {
		if !isLocal(r.Host) {
			return holder{}, faulty(forbidden, "the request is to %q: without tokens, expected localhost or an address of it", r.Host)
		}
		return holder{right: write}, nil
	}
	kind, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if token == "" || !strings.EqualFold(kind, "Bearer") {
		return holder{}, faulty(unauthorized, "expected the header Authorization: Bearer TOKEN")
	}
	h, ok := access.holders[sha256.Sum256([]byte(strings.TrimSpace(token)))]
	if !ok {
		return holder{}, faulty(unauthorized, "the token is not known")
	}
	return h, nil
}

// need returns an error if the holder lacks a right.
func (h holder) need(n right) error {
	switch {
	case n == write && h.readOnly:
		return faulty(forbidden, "the service is read-only")
	case n == write && h.right != write:
		return faulty(forbidden, "this needs the right to write")
	}
	return nil
}

// isForeign reports whether a browser sends a request for a page that is not of this service. Even a
// GET that such a page cannot read would take a slot. With a token, the browser asks first whether the
// page may send it, and the service does not allow it.
func isForeign(r *http.Request) bool {
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" {
		return site != "same-origin" && site != "none" // none: the user typed the address
	}
	origin := r.Header.Get("Origin") // all that older browsers send
	if origin == "" {
		return false
	}
	u, err := url.Parse(origin)
	return err != nil || u.Host != r.Host
}

// isLocal reports whether a host, with or without a port, is a name of this machine.
func isLocal(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(strings.Trim(host, "[]"))
	return ip != nil && ip.IsLoopback()
}
