package wellformed

import "strconv"

// PairedEscapes reports whether each surrogate among the escapes of JSON belongs to a pair.
func PairedEscapes(json []byte) bool {
	high := false // the escape before this place is the first half of a pair
	for i := 0; i < len(json); i++ {
		if json[i] == '\\' && i+5 < len(json) && json[i+1] == 'u' {
			// Four other characters are not JSON, which is for a parser to say.
			unit, _ := strconv.ParseUint(string(json[i+2:i+6]), 16, 16)
			if low := 0xDC00 <= unit && unit <= 0xDFFF; low != high {
				return false
			}
			high = 0xD800 <= unit && unit <= 0xDBFF
			i += 5
			continue
		}
		if high {
			return false
		}
		if json[i] == '\\' {
			i++
		}
	}
	return !high
}
