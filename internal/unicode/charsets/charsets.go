// Package charsets decodes the charsets that mails and plain text may declare. They are the encodings of the Encoding
// Standard, and code pages of DOS and EBCDIC.
package charsets

import (
	"fmt"
	"strings"
	"sync"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"

	"github.com/lsh-interop/fpcheck/internal/unicode/whatwg"
)

// A page is a code page that the Encoding Standard lacks. It has the labels of IANA and other common ones. The first
// label is the name.
type page struct {
	labels string
	table  *charmap.Charmap
}

var pages = []page{
	{"ibm437 cp437 437 cspc8codepage437", charmap.CodePage437},
	{"ibm850 cp850 850 cspc850multilingual", charmap.CodePage850},
	{"ibm852 cp852 852 cspcp852", charmap.CodePage852},
	{"ibm855 cp855 855 csibm855", charmap.CodePage855},
	{"ibm00858 ccsid00858 cp00858 pc-multilingual-850+euro csibm00858 ibm858 cp858 858", charmap.CodePage858},
	{"ibm860 cp860 860 csibm860", charmap.CodePage860},
	{"ibm862 cp862 862 cspc862latinhebrew", charmap.CodePage862},
	{"ibm863 cp863 863 csibm863", charmap.CodePage863},
	{"ibm865 cp865 865 csibm865", charmap.CodePage865},
	{"ibm037 cp037 037 ebcdic-cp-us ebcdic-cp-ca ebcdic-cp-wt ebcdic-cp-nl csibm037", charmap.CodePage037},
	{"ibm1047 ibm-1047 csibm1047 cp1047", charmap.CodePage1047},
	{"ibm01140 ccsid01140 cp01140 ebcdic-us-37+euro csibm01140 ibm1140 cp1140", charmap.CodePage1140},
}

var labels = sync.OnceValue(func() map[string]page {
	all := make(map[string]page)
	for _, p := range pages {
		for label := range strings.FieldsSeq(p.labels) {
			all[label] = p
		}
	}
	return all
})

// Lookup returns the name of the encoding of a label, or "". The Encoding Standard comes first.
func Lookup(label string) (name string) {
	if name = whatwg.Lookup(label); name != "" {
		return name
	}
	name, _, _ = strings.Cut(labels()[strings.ToLower(strings.Trim(label, "\t\n\f\r "))].labels, " ")
	return name
}

// Find is like Lookup, but returns an error for an unknown label.
func Find(label string) (name string, err error) {
	if name = Lookup(label); name == "" {
		err = fmt.Errorf("charset %q: expected a label of the Encoding Standard, or a code page of IBM such as cp850", label)
	}
	return name, err
}

// NewDecoder returns the decoder of an encoding, by the name that [Lookup] returns.
func NewDecoder(name string) *encoding.Decoder {
	if p, ok := labels()[name]; ok {
		return p.table.NewDecoder()
	}
	return whatwg.NewDecoder(name)
}
