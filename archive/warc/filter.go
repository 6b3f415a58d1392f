package warc

import (
	"fmt"
	"mime"
	"slices"
	"strconv"
	"strings"
)

// A Filter selects the records that are documents. An empty field selects what a visitor saw: responses,
// resources, conversions and revisits; of status 2xx; of any media type.
//
// Types are types of records: "response". Statuses are HTTP statuses: "200", "2xx". Media are
// media types, as declared or as detected in the content: "text/html", "text/*", "*/*".
type Filter struct{ Types, Statuses, Media []string }

// defaultFilter has the values of empty fields.
var defaultFilter = Filter{
	Types:    []string{"response", "resource", "conversion", "revisit"},
	Statuses: []string{"2xx"},
	Media:    []string{"*/*"},
}

// recordTypes are in ISO 28500:2017, 5.5.
var recordTypes = []string{"warcinfo", "response", "resource", "request", "metadata", "revisit", "conversion", "continuation"}

// RecordTypes returns the types of records that WARC defines (ISO 28500:2017, 5.5).
func RecordTypes() []string { return slices.Clone(recordTypes) }

// Check returns an error if a field has a value that selects nothing.
func (f Filter) Check() error {
	for _, t := range f.Types {
		if !slices.Contains(recordTypes, t) {
			return fmt.Errorf("record type %q: expected one of %s", t, strings.Join(recordTypes, ", "))
		}
	}
	for _, s := range f.Statuses { // RFC 9110, 15: a status is from 100 to 599
		if len(s) != 3 || s[0] < '1' || s[0] > '5' || strings.Trim(s[1:], "0123456789") != "" && s[1:] != "xx" {
			return fmt.Errorf("status %q: expected 100 to 599, or a class of 1xx, 2xx, 3xx, 4xx and 5xx", s)
		}
	}
	for _, m := range f.Media {
		if !isPattern(m) {
			return fmt.Errorf("media type %q: expected one such as text/html or text/*", m)
		}
	}
	return nil
}

// isPattern reports whether m is a media type without parameters, text/* with any type, or */*.
func isPattern(m string) bool {
	t, _, err := mime.ParseMediaType(m)
	if err != nil || t != strings.ToLower(m) || !strings.Contains(t, "/") { // t has no parameters
		return false
	}
	return t == "*/*" || !strings.Contains(strings.TrimSuffix(t, "/*"), "*")
}

func (f Filter) orDefault() Filter {
	or := func(list, def []string) []string {
		if len(list) == 0 {
			return def
		}
		return list
	}
	d := defaultFilter
	return Filter{or(f.Types, d.Types), or(f.Statuses, d.Statuses), or(f.Media, d.Media)}
}

func (f Filter) status(n int) bool {
	code := strconv.Itoa(n)
	return slices.ContainsFunc(f.Statuses, func(s string) bool {
		return s == code || len(code) == 3 && s[0] == code[0] && s[1:] == "xx"
	})
}

func (f Filter) media(t string) bool {
	kind, _, _ := strings.Cut(t, "/")
	return slices.ContainsFunc(f.Media, func(m string) bool {
		m = strings.ToLower(m)
		return m == "*/*" || m == t || m == kind+"/*"
	})
}
