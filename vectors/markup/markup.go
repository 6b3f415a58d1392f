// Package markupdata holds data of chapters 11 and 11a of SPEC.md that are too long for it.
package markupdata

import _ "embed"

// MainModel is main-1.model, the trees of R11.32.
//
//go:embed main-1.model
var MainModel []byte

// Entities is entities.txt: a line each, a name and the code points that it stands for, in
// hexadecimal. Lines that begin with # are comments.
//
//go:embed entities.txt
var Entities string
