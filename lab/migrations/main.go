// Command migrations measures what fpcheck verify --map reports for many small migrations. Texts in nine
// languages go through 29 kinds of conversion, and workbooks and slides go through 11. There are clean copies
// and damaged ones. The programs are pandoc, LibreOffice, Ghostscript, Chromium and pdftotext.
//
//	go -C lab run ./migrations                # print the tables
//	go -C lab run ./migrations -write FILE    # write them into FILE
//	go -C lab run ./migrations -check         # exit 1 beyond the thresholds
//	go -C lab run ./migrations -set held-out  # use the texts that no rule was tuned on
//	go -C lab run ./migrations -set office    # use workbooks and slides
//	go -C lab run ./migrations -alarms FILE   # also write the changes of each clean pair
//
// The tables stand in the block of FILE that the set names. Converted files are kept in .cache/migrations.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"

	"github.com/lsh-interop/fpcheck/lab/corpus"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "migrations:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("migrations", flag.ContinueOnError)
	flags.SetOutput(stderr)
	write := flags.String("write", "", "write the tables into this `file`")
	check := flags.Bool("check", false, "fail if the figures are beyond the thresholds")
	name := flags.String("set", "migrations", "measure this `set`: migrations, held-out or office")
	alarms := flags.String("alarms", "", "write the changes of clean pairs into this `file`")
	binary := flags.String("fpcheck", "", "measure this `program` instead of a new build")
	if err := flags.Parse(args); err != nil {
		return err
	}
	set, known := sets[*name]
	if !known {
		return fmt.Errorf("-set %s: expected migrations, held-out or office", *name)
	}
	m, err := measure(ctx, *binary, set)
	if err != nil {
		return err
	}
	if *alarms != "" {
		if err := os.WriteFile(*alarms, []byte(m.alarms()), 0o666); err != nil {
			return err
		}
	}
	if *write != "" {
		err = corpus.Block(*name).ReplaceIn(*write, m.tables())
	} else {
		_, err = io.WriteString(stdout, m.tables())
	}
	if err == nil && *check {
		err = m.sound()
	}
	return err
}
