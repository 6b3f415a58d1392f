// Command guard counts the instructions of the hot path, and of starting fpcheck. It fails if they differ
// from counts.txt by more than 2 %, or 5 % for a start. Instructions are not time, but time usually grows
// with them. Their number is the same on a busy machine.
//
//	go -C lab run ./bench/guard [-update]
//
// It builds the program in ./measured twice, by one toolchain for one architecture. One is pure, without
// assembly (the build tag purego), and one native. callgrind, of valgrind, counts for a processor with
// AVX2, whatever this one has. The instructions of each function of a case are in .cache/guard.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/lsh-interop/fpcheck/lab/internal/checkout"
)

// toolchain is what the figures are of: another compiles otherwise. It is fetched if it is
// not there.
const toolchain = "go1.26.8"

// counts is the file of the figures, in the checkout.
const counts = "lab/bench/guard/counts.txt"

func main() {
	log.SetFlags(0)
	log.SetPrefix("guard: ")
	update := flag.Bool("update", false, "write what is counted into "+counts)
	flag.Parse()
	if flag.NArg() != 0 {
		log.Fatal("usage: guard [-update]")
	}
	if err := guard(*update); err != nil {
		log.Fatal(err)
	}
}

func guard(update bool) error {
	root, err := checkout.Root()
	if err != nil {
		return err
	}
	if err := os.Chdir(root); err != nil { // all paths are of the checkout
		return err
	}
	data, err := os.ReadFile(counts)
	if err != nil {
		return err
	}
	want, err := parse(string(data))
	if err != nil && !update {
		return fmt.Errorf("%s: %w: run \"make bench-guard-update\"", counts, err)
	}
	got, err := count()
	if err != nil {
		return err
	}
	if update {
		if err := os.WriteFile(counts, []byte(got.String()), 0o666); err != nil {
			return err
		}
	}
	moved := compare(want, got)
	for _, m := range moved {
		fmt.Println(m)
	}
	if update {
		return nil
	}
	if len(moved) > 0 {
		fmt.Printf("If the change was not meant to cost more, compare %s, the instructions by function, with that of the commit before.\n"+
			"If it was, or costs less, run \"make bench-guard-update\" and commit the file with the change.\n",
			filepath.Join(work, "BUILD", profile("CASE")))
		return fmt.Errorf("%d figures differ from those of %s", len(moved), counts)
	}
	fmt.Printf("%d cases, all as %s says\n", len(got), counts)
	return nil
}
