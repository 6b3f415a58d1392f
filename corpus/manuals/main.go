// Command manuals measures the documents that corpus/install.sh installs, and
// prints the distances between them as Markdown tables.
//
//	go run ./corpus/manuals                      # print both tables
//	go run ./corpus/manuals -readme README.md    # put the first into README.md
//	go run ./corpus/manuals -check README.md     # exit 1 if README.md has another
//
// The table stands between the lines <!-- manuals --> and <!-- /manuals -->.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/lsh-interop/fpcheck/corpus"
)

func main() {
	if err := run(os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "manuals:", err)
		os.Exit(1)
	}
}

func run(args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("manuals", flag.ContinueOnError)
	flags.SetOutput(stderr)
	readme := flags.String("readme", "", "replace the table in this `file`")
	check := flags.String("check", "", "fail if the table in this `file` is another")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 || *readme != "" && *check != "" {
		return fmt.Errorf("expected nothing, -readme FILE or -check FILE")
	}
	dir, err := corpus.Dir()
	if err != nil {
		return err
	}
	c, err := corpus.Open(dir)
	if err != nil {
		return err
	}
	m, err := measure(c)
	if err != nil {
		return err
	}
	switch {
	case *readme != "":
		old, err := os.ReadFile(*readme)
		if err != nil {
			return err
		}
		text, err := marked.Replace(string(old), m.block())
		if err != nil {
			return fmt.Errorf("%s: %w", *readme, err)
		}
		return os.WriteFile(*readme, []byte(text), 0o644)
	case *check != "":
		old, err := os.ReadFile(*check)
		if err != nil {
			return err
		}
		note, err := compare(string(old), m.block())
		if note != "" {
			fmt.Fprintf(stderr, "manuals: %s: %s\n", *check, note)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", *check, err)
		}
		return nil
	}
	_, err = io.WriteString(stdout, m.block()+"\n"+m.declarationTable())
	return err
}
