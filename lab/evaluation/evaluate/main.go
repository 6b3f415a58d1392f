// Command evaluate measures how many copies the schemes find, and how many other texts they take
// for copies. It uses the documents that "lab/corpus/install.sh evaluation" installs:
//
//	go -C lab run ./evaluation/evaluate -output ../docs/measured
//	go -C lab run ./evaluation/evaluate -quick -scheme sm1
//	go -C lab run ./evaluation/evaluate -scheme-file x-mine.yaml -output /tmp/mine
//
// It prints a page of Markdown. With -output it writes the page to evaluation.md in that directory.
// Pictures and the advice go to the folder evaluation beside it. It also prints the targets. The
// same documents and seed give the same bytes.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"path/filepath"

	"github.com/lsh-interop/fpcheck/lab/corpus"
	"github.com/lsh-interop/fpcheck/lab/evaluation"
	"github.com/lsh-interop/fpcheck/scheme"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("evaluate: ")
	var options evaluation.Options
	flag.Func("scheme", "`id` of a scheme to measure; may be repeated; all schemes and alternatives to them if none is given", func(id string) error {
		s, err := scheme.Lookup(id)
		options.Schemes = append(options.Schemes, s)
		return err
	})
	flag.Func("scheme-file", "YAML `file` that defines a private scheme to measure; may be repeated", func(name string) error {
		definition, err := os.Open(name)
		if err != nil {
			return err
		}
		defer definition.Close()
		s, err := scheme.Load(definition, scheme.Resources{})
		options.Schemes = append(options.Schemes, s)
		return err
	})
	flag.BoolVar(&options.Quick, "quick", false, "measure a sample, in less than a minute, and no alternatives")
	flag.Uint64Var(&options.Seed, "seed", 1, "seed of everything that is drawn at random")
	dir := flag.String("corpus", "", "`directory` with the documents; where lab/corpus/install.sh puts them if not given")
	output := flag.String("output", "", "`directory` to write to; standard output if not given")
	flag.Parse()
	if flag.NArg() != 0 {
		log.Fatalf("unexpected argument %q", flag.Arg(0))
	}
	options.Progress = func(step string, done, total int) {
		if done == total {
			log.Printf("%s: %d", step, total)
		}
	}
	if err := run(*dir, *output, options); err != nil {
		log.Fatal(err)
	}
}

func run(dir, output string, options evaluation.Options) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if dir == "" {
		var err error
		if dir, err = corpus.Dir(); errors.Is(err, corpus.ErrNotInstalled) {
			return fmt.Errorf("%w (none of the documents are there)", corpus.ErrNoEvaluation)
		} else if err != nil {
			return err
		}
	}
	documents, err := corpus.OpenEvaluation(dir)
	if err != nil {
		return err
	}
	results, err := evaluation.Run(ctx, documents, options)
	if err != nil {
		return err
	}
	if output == "" {
		fmt.Print(results.Page())
		return nil
	}
	if err := results.Write(output); err != nil {
		return err
	}
	fmt.Println(filepath.Join(output, "evaluation.md"))
	fmt.Print(results.Summary())
	return nil
}
