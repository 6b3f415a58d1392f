// Command manuals measures the documents that lab/corpus/install.sh installs, and
// prints the distances between them as a Markdown table.
//
//	go -C lab run ./corpus/manuals                # print the table
//	go -C lab run ./corpus/manuals -write FILE    # write it into FILE
//	go -C lab run ./corpus/manuals -check FILE    # exit 1 if FILE has other figures
//
// The table stands between the lines <!-- manuals --> and <!-- /manuals -->.
package main

import (
	"fmt"
	"io"
	"os"

	"github.com/lsh-interop/fpcheck/lab/corpus"
)

func main() {
	if err := run(os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "manuals:", err)
		os.Exit(1)
	}
}

func run(args []string, stdout, stderr io.Writer) error {
	return corpus.Keeper{Block: marked, Compare: compare, Measure: func() (string, error) {
		dir, err := corpus.Dir()
		if err != nil {
			return "", err
		}
		c, err := corpus.Open(dir)
		if err != nil {
			return "", err
		}
		m, err := measure(c)
		if err != nil {
			return "", err
		}
		return m.block(), nil
	}}.Run(args, stdout, stderr)
}
