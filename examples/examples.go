// Package examples contains the example texts, for programs that need texts in several languages.
package examples

import "embed"

// FS holds the texts.
//
//go:embed *.txt
var FS embed.FS
