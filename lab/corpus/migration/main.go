// Command migration shows the output of fpcheck verify for a migration. It uses a bag of the Debian
// installation guide as HTML, in all languages with a published PDF. pandoc converts it to DOCX,
// and the package has the PDF. Then copies are damaged, and it shows that each is caught.
//
//	go -C lab run ./corpus/migration                # print the block
//	go -C lab run ./corpus/migration -write FILE    # write it into FILE
//	go -C lab run ./corpus/migration -check FILE    # exit 1 if FILE has other figures
//
// The block stands between the lines <!-- migration --> and <!-- /migration -->. What pandoc makes
// is kept in the folder migration beside the corpus.
package main

import (
	"context"
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
		fmt.Fprintln(os.Stderr, "migration:", err)
		os.Exit(1)
	}
}

// marked is where the block stands.
const marked = corpus.Block("migration")

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	return corpus.Keeper{Block: marked, Compare: compare, Measure: func() (string, error) {
		m, err := measure(ctx)
		if err != nil {
			return "", err
		}
		return m.block(), m.sound()
	}}.Run(args, stdout, stderr)
}
