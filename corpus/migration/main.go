// Command migration shows what fpcheck verify says of a migration: a bag of the Debian
// installation guide as HTML, in all languages that its makers also publish as PDF, became
// DOCX by pandoc, and PDF by those of the package. Then copies are spoiled, and it shows
// that each is caught.
//
//	go run ./corpus/migration                      # print the block
//	go run ./corpus/migration -readme README.md    # put it into README.md
//	go run ./corpus/migration -check README.md     # exit 1 if README.md has another
//
// The block stands between the lines <!-- migration --> and <!-- /migration -->. What
// pandoc makes is kept in the folder migration beside the corpus.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"

	"github.com/lsh-interop/fpcheck/corpus"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "migration:", err)
		os.Exit(1)
	}
}

// marked is where the block stands.
const marked = corpus.Block("migration")

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("migration", flag.ContinueOnError)
	flags.SetOutput(stderr)
	readme := flags.String("readme", "", "replace the block in this `file`")
	check := flags.String("check", "", "fail if the block in this `file` is another")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 || *readme != "" && *check != "" {
		return fmt.Errorf("expected nothing, -readme FILE or -check FILE")
	}
	m, err := measure(ctx)
	if err != nil {
		return err
	}
	if err := m.sound(); err != nil {
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
			fmt.Fprintf(stderr, "migration: %s: %s\n", *check, note)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", *check, err)
		}
		return nil
	}
	_, err = io.WriteString(stdout, m.block())
	return err
}
