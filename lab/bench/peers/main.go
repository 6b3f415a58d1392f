//go:build linux

// Command peers measures how fast the reference, the ports and other programs and libraries compute
// fingerprints. All use the same documents in the same run, on one core.
//
//	lab/scripts/peers.sh                          # install them
//	go -C lab run ./bench/peers               # print all tables
//	go -C lab run ./bench/peers -write FILE   # write some into FILE, and peers.md and peers.svg beside it
//
//	lab/scripts/web.sh                            # the same for what reads pages of HTML and web archives
//	go -C lab run ./bench/peers -web -write FILE
//
// Each subject is a process of its own, on one core. It has read the documents and is warm before it is
// measured. In each round every subject runs once, right after the reference. Time is processor time,
// which other work on the machine affects least. Rates are medians of the rounds, and comparisons use
// the ratios within rounds.
//
// What is not installed is left out, and the table says so.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"

	"github.com/lsh-interop/fpcheck/lab/internal/checkout"
)

func main() {
	// An interrupt also ends the drivers, and leaves no files.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, unix.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	if len(args) == 3 && args[0] == "drive" {
		return beDriver(args[1], args[2], stdin, stdout)
	}
	flags := flag.NewFlagSet("peers", flag.ContinueOnError)
	flags.SetOutput(stderr)
	rounds := flags.Int("rounds", 5, "`number` of rounds")
	quick := flags.Bool("quick", false, "two texts, few documents and short runs: the figures are worth little")
	cpu := flags.Int("cpu", lastCPU(), "the `core` to run on")
	write := flags.String("write", "", "write the first tables into this `file`, and peers.md and peers.svg, or web.md and web.svg, beside it")
	web := flags.Bool("web", false, "measure what reads pages of HTML and web archives")
	all := flags.Bool("all", false, "with -web: fail if something is not installed")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 || *rounds < 1 {
		return errors.New("expected flags, and at least one round")
	}
	root, err := checkout.Root()
	if err != nil {
		return err
	}
	// Commands and their environments have paths of the checkout.
	if *write != "" {
		if *write, err = filepath.Abs(*write); err != nil {
			return err
		}
	}
	if err := os.Chdir(root); err != nil {
		return err
	}
	p := plan{rounds: *rounds, documents: 16, cpu: *cpu, warm: time.Second, run: 80 * time.Millisecond, wc: 64 << 20}
	names := func(string) bool { return true }
	if *quick {
		p.documents, p.warm, p.run, p.wc = 8, 200*time.Millisecond, 30*time.Millisecond, 8<<20
		names = func(name string) bool { return name == "English" || name == "Chinese" }
	}
	if *web {
		return p.web(ctx, *quick, *all, *write, stdout, stderr)
	}
	r, err := p.report(ctx, names, stderr)
	if err != nil {
		return err
	}
	if *write == "" {
		_, err = io.WriteString(stdout, r.block()+"\n"+r.tables())
		return err
	}
	return r.write(*write)
}

// web measures pages and web archives, and prints or writes what it finds.
func (p plan) web(ctx context.Context, quick, all bool, write string, stdout, stderr io.Writer) error {
	octets := int64(2 << 20)
	if quick {
		octets = 1 << 17
	}
	r, err := p.webReport(ctx, octets, stderr)
	if err != nil {
		return err
	}
	if all {
		if err := r.failure(); err != nil {
			return err
		}
	}
	switch {
	case write != "":
		return r.write(write)
	case quick:
		_, err = io.WriteString(stdout, r.block())
	default:
		_, err = io.WriteString(stdout, r.block()+"\n"+r.page())
	}
	return err
}

// report measures everything.
func (p plan) report(ctx context.Context, names func(string) bool, log io.Writer) (r report, err error) {
	self, err := os.Executable()
	if err != nil {
		return r, err
	}
	texts, shingles, err := readTexts(names, p.documents)
	if err != nil {
		return r, err
	}
	r.plan, r.vectors = p, instructions()
	r.machine = machine() + ", " + r.vectors
	for _, t := range texts {
		fmt.Fprintf(log, "%s: %d documents\n", t.name, len(t.documents))
		one, err := p.measure(ctx, t, ofText(self), log)
		if err != nil {
			return r, err
		}
		r.texts = append(r.texts, one)
	}
	fmt.Fprintf(log, "%s: %d documents, by their words\n", texts[0].name, len(texts[0].documents))
	if r.words, err = p.measure(ctx, texts[0], ofWords(self), log); err != nil {
		return r, err
	}
	fmt.Fprintf(log, "shingles: %d documents\n", len(shingles.documents))
	r.shingles, err = p.measure(ctx, shingles, ofShingles(self), log)
	return r, err
}

// beDriver measures a subject in Go.
func beDriver(name, file string, in io.Reader, out io.Writer) error {
	octets, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	documents, total, err := readDocuments(octets)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if len(documents) == 0 {
		return fmt.Errorf("%s: no documents", file)
	}
	run, fingerprint, err := drive(name, documents)
	if err != nil {
		return err
	}
	return serve(in, out, "-", fingerprint, total, run)
}

// lastCPU is the last of the cores that may be used.
func lastCPU() (last int) {
	var set unix.CPUSet
	if unix.SchedGetaffinity(0, &set) == nil {
		for i := range len(set) * 64 {
			if set.IsSet(i) {
				last = i
			}
		}
	}
	return last
}

// machine names the processor.
func machine() string {
	info, _ := os.ReadFile("/proc/cpuinfo")
	for line := range bytes.Lines(info) {
		if name, value, ok := bytes.Cut(line, []byte(":")); ok && string(bytes.TrimSpace(name)) == "model name" {
			return string(bytes.TrimSpace(value))
		}
	}
	return "a processor without a name"
}
