package ucd

import "strconv"

// Script is a value of the property Script (UAX #24). The zero value is Unknown,
// the script of unassigned and private-use code points and of surrogates.
type Script uint8

// String returns the long name of s, such as "Han".
func (s Script) String() string {
	if int(s) < len(scriptNames) {
		return scriptNames[s]
	}
	return "Script(" + strconv.Itoa(int(s)) + ")"
}

// ParseScript returns the script whose long name is name. The match is exact: the
// loose matching of UAX #44, section 5.9 is not applied.
func ParseScript(name string) (Script, bool) {
	for s, n := range scriptNames {
		if n == name {
			return Script(s), true
		}
	}
	return Unknown, false
}
