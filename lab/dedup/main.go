//go:build linux

// Command dedup compares fpcheck dedupe with other tools for near duplicates, on the same data in
// one run. It measures time, memory, and the share found of the true pairs, by an exact join.
//
//	lab/scripts/dedup.sh                                  # install them
//	go -C lab run ./dedup FPCHECK                     # print the page
//	go -C lab run ./dedup -write DIRECTORY FPCHECK    # write dedup.md and dedup.svg
//
// The data are 100,000 documents in about 20 languages, 240 MB. They consist of random sentences of
// the manuals of the corpus. Each text also has a copy that is edited or framed. They depend on the
// seed and the corpus only. Programs that take minutes run with -slow only, and all are stopped
// after a while. It runs for ten minutes on two processors.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"time"

	"golang.org/x/sys/unix"

	"github.com/lsh-interop/fpcheck/lab/corpus"
	"github.com/lsh-interop/fpcheck/lab/internal/checkout"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, unix.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "dedup:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	if len(args) == 5 && args[0] == "make" {
		return makeAll(args[1:], stderr)
	}
	flags := flag.NewFlagSet("dedup", flag.ContinueOnError)
	flags.SetOutput(stderr)
	p := plan{dir: ".cache/dedup/data", log: stderr}
	flags.IntVar(&p.pairs, "pairs", 50_000, "`number` of originals, each with a copy")
	flags.IntVar(&p.copies, "copies", 5_000, "`number` of copies of one document in the hot data")
	flags.IntVar(&p.rounds, "rounds", 3, "`number` of rounds of what is fast")
	flags.Uint64Var(&p.seed, "seed", 1, "`seed` of the data")
	flags.BoolVar(&p.slow, "slow", false, "also run what takes minutes, and wait longer")
	write := flags.String("write", "", "write dedup.md and dedup.svg into this `directory`")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() != 1 || p.rounds < 1 || p.pairs < 100 || p.copies < 1 {
		return errors.New("expected the path of fpcheck, at least one round, 100 pairs and a copy")
	}
	p.timeout, p.hotTimeout = 150*time.Second, time.Minute
	if p.slow {
		p.timeout, p.hotTimeout = 20*time.Minute, 5*time.Minute
	}
	var err error
	if p.fpcheck, err = filepath.Abs(flags.Arg(0)); err != nil {
		return err
	}
	if *write != "" {
		if *write, err = filepath.Abs(*write); err != nil {
			return err
		}
	}
	root, err := checkout.Root()
	if err != nil {
		return err
	}
	if err := os.Chdir(root); err != nil { // all paths are of the checkout
		return err
	}
	r, err := p.report(ctx)
	if err != nil {
		return err
	}
	if *write == "" {
		_, err = io.WriteString(stdout, r.page())
		return err
	}
	return errors.Join(
		os.WriteFile(filepath.Join(*write, "dedup.md"), []byte(r.page()), 0o644),
		os.WriteFile(filepath.Join(*write, "dedup.svg"), r.picture(), 0o644))
}

// report makes the data and measures. Another process makes the data, because memory of a parent
// process counts as memory of its child.
func (p plan) report(ctx context.Context) (*report, error) {
	if err := os.MkdirAll(p.dir, 0o777); err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	c := exec.CommandContext(ctx, self, "make", p.dir, strconv.Itoa(p.pairs), strconv.Itoa(p.copies), strconv.FormatUint(p.seed, 10))
	c.Stderr = p.log
	if err := c.Run(); err != nil {
		return nil, fmt.Errorf("the data: %w", err)
	}
	r := &report{plan: p, machine: machine()}
	if r.rows, err = p.compare(ctx); err != nil {
		return nil, err
	}
	if r.real, err = p.real(ctx); err != nil {
		return nil, err
	}
	return r, r.describe()
}

// makeAll is the process that makes the data.
func makeAll(args []string, log io.Writer) error {
	pairs, err1 := strconv.Atoi(args[1])
	copies, err2 := strconv.Atoi(args[2])
	seed, err3 := strconv.ParseUint(args[3], 10, 64)
	dir, err4 := corpus.Dir()
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		return err
	}
	c, err := corpus.Open(dir)
	if err != nil {
		return err
	}
	all, err := tongues(c)
	if err != nil {
		return err
	}
	manuals, err := editionPieces(dir, manualPieces)
	if err != nil {
		return err
	}
	// A small set has a small share of the harder documents.
	share := min(1, float64(pairs)/50_000)
	return makeData(args[0], all, pairs, copies, seed, harderData(all, manuals, licenceFiles(), share, seed), log)
}
