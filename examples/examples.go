// Package examples holds the example texts, for programs that need some in several
// languages.
package examples

import "embed"

// FS holds the texts.
//
//go:embed *.txt
var FS embed.FS
