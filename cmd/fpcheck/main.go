// Command fpcheck computes and compares fingerprints of documents. It also records and verifies the text
// of files, and tests implementations of the specification.
package main

import (
	"os"

	_ "github.com/lsh-interop/fpcheck/extract/all"
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/commands"
)

func main() { os.Exit(cli.Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, commands.All)) }
