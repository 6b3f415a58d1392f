// Package whatwg contains the decoders of the WHATWG Encoding Standard, exact in every byte and
// every error. The decoders of golang.org/x/text differ from the standard.
package whatwg

import (
	"bytes"
	"cmp"
	"strings"
	"sync"

	"golang.org/x/text/encoding"
)

// Lookup returns the encoding of a label in lower case, by "get an encoding", or "".
func Lookup(label string) (name string) {
	label = strings.Trim(label, "\t\n\f\r ")
	return labels()[strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}, label)]
}

// Names returns the names of all encodings, in the Standard's order.
func Names() []string {
	var names []string
	for line := range lines("labels") {
		name, _, _ := strings.Cut(line, ";")
		names = append(names, name)
	}
	return names
}

var labels = sync.OnceValue(func() map[string]string {
	m := make(map[string]string)
	for line := range lines("labels") {
		name, rest, _ := strings.Cut(line, ";")
		for label := range strings.FieldsSeq(rest) {
			m[label] = name
		}
	}
	return m
})

// Replaced returns the label in the bytes that stands for the encoding "replacement", or "". Of several, it returns
// the longest.
func Replaced(b []byte) (found string) {
	b = bytes.ToLower(b)
	for label, name := range labels() {
		if name == "replacement" && bytes.Contains(b, []byte(label)) &&
			cmp.Or(cmp.Compare(len(found), len(label)), cmp.Compare(found, label)) < 0 {
			found = label
		}
	}
	return found
}

// NewDecoder returns the decoder of an encoding, by the name that [Lookup] returns. It treats a
// byte order mark as a character. The only errors come from the reader or writer.
func NewDecoder(name string) *encoding.Decoder {
	if name == "utf-8" {
		return &encoding.Decoder{Transformer: utf8Decoder{}}
	}
	d := &decoder{start: starts[name]}
	if t := tables()[name]; t != nil {
		d.table = t()
		d.start = d.table.start
	}
	d.Reset()
	return &encoding.Decoder{Transformer: d}
}
