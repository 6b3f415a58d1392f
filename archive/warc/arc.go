package warc

import (
	"bytes"
	"strings"
	"time"
)

// arcLine parses the line that begins a record of ARC 1 or 2 (Internet Archive, Arc File Format, 1996).
// It returns the fields under their WARC names.
//
//	URL IP-address Archive-date Content-type Archive-length
//	URL IP-address Archive-date Content-type Result-code Checksum Location Offset Filename Archive-length
//
// A URL may contain blanks, so fields are counted from the end.
func arcLine(line string) (h header, version string, ok bool) {
	scheme, _, found := strings.Cut(line, ":")
	if !found || scheme == "" || len(scheme) > 16 || strings.ContainsAny(scheme, " \t") || len(line) > 1<<15 {
		return nil, "", false
	}
	f := strings.Split(line, " ")
	n := len(f)
	var date string
	switch {
	case n >= 10 && arcDate(f[n-8], &date):
		version = "ARC/2"
		f = append([]string{strings.Join(f[:n-9], " ")}, f[n-9], f[n-8], f[n-7], f[n-1])
	case n >= 5 && arcDate(f[n-3], &date):
		version = "ARC/1"
		f = append([]string{strings.Join(f[:n-4], " ")}, f[n-4:]...)
	default:
		return nil, "", false
	}
	if _, err := contentLength(f[4]); err != nil {
		return nil, "", false
	}
	kind := "resource"
	switch strings.ToLower(scheme) {
	case "filedesc":
		kind = "warcinfo"
	case "http", "https":
		kind = "response"
	}
	return header{
		{"WARC-Type", kind},
		{"WARC-Target-URI", f[0]},
		{"WARC-IP-Address", f[1]},
		{"WARC-Date", date},
		{"Content-Type", f[3]}, // of the payload, not of the block
		{"Content-Length", f[4]},
	}, version, true
}

// arcDate parses a date of 14 digits, or its first 12 or 8, and writes it as WARC does.
func arcDate(digits string, date *string) bool {
	if n := len(digits); n != 14 && n != 12 && n != 8 {
		return false
	}
	t, err := time.Parse("20060102150405"[:len(digits)], digits)
	*date = t.Format(time.RFC3339)
	return err == nil
}

func arcBegins(octets []byte) bool {
	line, _, ok := bytes.Cut(octets, []byte("\n"))
	if !ok {
		return false
	}
	_, _, ok = arcLine(strings.TrimSuffix(string(line), "\r"))
	return ok
}
