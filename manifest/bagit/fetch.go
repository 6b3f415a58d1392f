package bagit

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/store/extsort"
)

const fetchName = "fetch.txt"

// fetched is a line of fetch.txt.
type fetched struct {
	url, length, raw string
	located
}

// parseFetched reads a line of fetch.txt.
func parseFetched(s string, v version) (f fetched, ok bool) {
	find := func(what, expected string) {
		f.wrong = append(f.wrong, Finding{Severity: violation, Rule: ruleLine, What: what, Expected: expected, Section: "2.2.3"})
	}
	var fields [3]string
	rest := s
	for i := range fields {
		fields[i] = rest
		if end := strings.IndexAny(rest, " \t"); i < 2 && end >= 0 {
			fields[i], rest = rest[:end], strings.TrimLeft(rest[end:], " \t")
		} else if i < 2 {
			find(fmt.Sprintf("%q", abridge(s)), "a URL, a length and a path with spaces between them")
			return f, false
		}
	}
	f.url, f.length, f.raw = fields[0], fields[1], fields[2]
	if u, err := url.Parse(f.url); err != nil || !u.IsAbs() || u.Opaque == "" && u.Host == "" && u.Path == "" {
		find(fmt.Sprintf("%q", abridge(f.url)), "an absolute URI")
	}
	if f.length != "-" && (f.length == "" || strings.Trim(f.length, "0123456789") != "") {
		find(fmt.Sprintf("length %q", abridge(f.length)), "a number of bytes, or -")
	}
	found, ok := locate(f.raw, v)
	f.path = found.path
	for _, w := range found.wrong {
		if w.Section == "2.1.3" {
			w.Section = "2.2.3"
		}
		f.wrong = append(f.wrong, w)
	}
	if ok && !strings.HasPrefix(f.path, payloadDir+"/") {
		f.wrong = append(f.wrong, Finding{Severity: violation, Rule: ruleMisplaced, What: "a file that is not of the payload", Expected: "a path that begins with data/", Section: "2.2.3"})
		ok = false
	}
	return f, ok
}

// wrongLength is what is wrong with a line of fetch.txt about a file that is there. The checksum
// tells whether the file is right, so it is no error.
func wrongLength(path, length, number string, size int64) (Finding, bool) {
	if length == "-" || length == "" || strings.Trim(length, "0123456789") != "" {
		return Finding{}, false
	}
	if n, err := strconv.ParseInt(length, 10, 64); err == nil && n == size {
		return Finding{}, false
	}
	return Finding{Severity: warning, Rule: ruleLength, Path: fetchName,
		What:     fmt.Sprintf("line %s: length %s of %q", strings.TrimLeft(number, "0"), abridge(length), abridge(path)),
		Expected: plural(size, "byte") + ", which the file has", Section: "2.2.3"}, true
}

// fetch reads fetch.txt, and sorts its lines by path. It returns nil if there is none.
func (v *validator) fetch() (*extsort.Sorter, error) {
	if !exists(v.fsys, fetchName) {
		return nil, nil
	}
	s := newSorter()
	err := v.lines(fetchName, "2.2.3", func(at line) error {
		f, ok := parseFetched(at.text, v.version)
		for _, w := range f.wrong {
			v.findLine(fetchName, at, w, f.raw)
		}
		if !ok {
			return nil
		}
		return s.Add(f.path, f.length, fmt.Sprintf("%019d", at.number))
	})
	return s, err
}
