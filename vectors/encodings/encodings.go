// Package encodings holds the labels and indexes of the Encoding Standard as text files:
// README.md says how to read them.
package encodings

import "embed"

// Files are the files of this directory.
//
//go:embed *.txt
var Files embed.FS
