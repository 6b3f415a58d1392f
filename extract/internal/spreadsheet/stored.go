package spreadsheet

import "math"

// RK returns a number that is stored in 30 bits ([MS-XLS] 2.5.217).
func RK(n uint32) float64 {
	value := float64(int32(n) >> 2)
	if n&2 == 0 {
		value = math.Float64frombits(uint64(n&^3) << 32)
	}
	if n&1 != 0 {
		value /= 100
	}
	return value
}

// errorNames are what cells show in place of a value that cannot be found ([MS-XLS] 2.5.10).
var errorNames = map[byte]string{
	0x00: "#NULL!", 0x07: "#DIV/0!", 0x0F: "#VALUE!", 0x17: "#REF!", 0x1D: "#NAME?", 0x24: "#NUM!", 0x2A: "#N/A", 0x2B: "#GETTING_DATA",
}

// Error returns what a cell shows for an error by its number, "" if there is none.
func Error(n byte) string { return errorNames[n] }
