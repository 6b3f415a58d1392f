// Package markupdata holds the named character references of HTML as a text file.
package markupdata

import _ "embed"

// Entities is entities.txt: a line each, a name and the code points that it stands for, in
// hexadecimal. Lines that begin with # are comments.
//
//go:embed entities.txt
var Entities string
