package charsets

import "testing"

func TestLookup(t *testing.T) {
	for _, tt := range []struct{ why, label, want string }{
		{"a label of the Standard", "Latin1", "windows-1252"},
		{"a code page that the Standard has", "cp866", "ibm866"},
		{"an alias of IANA", " CP850\n", "ibm850"},
		{"a name of IANA", "IBM00858", "ibm00858"},
		{"a common name that IANA lacks", "cp858", "ibm00858"},
		{"EBCDIC", "ebcdic-cp-us", "ibm037"},
		{"a code page without a table", "ibm273", ""},
		{"no label", "", ""},
		{"a Kelvin sign is no k", "\u212Aoi8-r", ""},
	} {
		if got := Lookup(tt.label); got != tt.want {
			t.Errorf("%s: %q is %q, want %q", tt.why, tt.label, got, tt.want)
		}
	}
}

func TestNewDecoder(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"ibm437", "\x84\xe0", "äα"},
		{"ibm850", "\x84\xe0", "äÓ"},
		{"ibm037", "\xc2\x43\x92", "Bäk"},
		{"windows-1252", "\x84\xe4", "„ä"},
		{"ibm866", "\x84", "Д"},
	} {
		if got, err := NewDecoder(tt.name).String(tt.in); got != tt.want || err != nil {
			t.Errorf("%s: %q, %v, want %q", tt.name, got, err, tt.want)
		}
	}
}
