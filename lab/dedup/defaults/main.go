//go:build linux

// Command defaults measures which scheme and verification let fpcheck dedupe find most. It reports
// recall, false pairs and time of each design on the data of lab/dedup. The exact join defines the
// truth.
//
//	go -C lab run ./dedup make DIRECTORY 10000 10 1    # the data
//	go -C lab run ./dedup/defaults [-write PAGE] DIRECTORY FPCHECK
package main

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/lsh-interop/fpcheck/lab/corpus"
)

func main() {
	write := flag.String("write", "", "write the tables into the `page`, not to standard output")
	flag.Parse()
	if err := run(*write, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "defaults:", err)
		os.Exit(1)
	}
}

// A design is a way to find near duplicates.
type design struct {
	name string
	args []string
}

// designs for a threshold.
func designs(threshold string) []design {
	return []design{
		{"`mh1`, by fingerprints", []string{"--exact=false", "--min-similarity", threshold, "--recall", "0.9995"}},
		{"`mh1`, by texts, `--recall 0.995`", []string{"--exact", "--min-similarity", threshold, "--recall", "0.995"}},
		{"**`mh1`, by texts, `--recall 0.9995`**", []string{"--exact", "--min-similarity", threshold, "--recall", "0.9995"}},
		{"`sm1`, 7 bits", []string{"--scheme", "sm1", "--max-distance", "7"}},
		{"`sm1`, 10 bits", []string{"--scheme", "sm1", "--max-distance", "10"}},
		{"`sm1`, 13 bits", []string{"--scheme", "sm1", "--max-distance", "13"}},
	}
}

var thresholds = []string{"0.5", "0.8"}

// pair is two documents, by the numbers of their lines, the lower first.
type pair [2]int

func ordered(a, b int) pair { return pair{min(a, b), max(a, b)} }

func run(page string, args []string) error {
	if len(args) != 2 {
		return errors.New("expected the directory of the data, and the path of fpcheck")
	}
	var out bytes.Buffer
	for i, set := range []struct{ file, head string }{
		{"data", "## Copies among unlike documents\n"},
		{"harder", "## Harder data\n\nThese are manuals in several editions, pages of templates, licences, and copies near the threshold.\n"},
	} {
		truth, err := readTruth(filepath.Join(args[0], set.file+".truth-1"))
		if err != nil {
			return err
		}
		if i > 0 {
			fmt.Fprintln(&out)
		}
		out.WriteString(set.head)
		for _, threshold := range thresholds {
			if err := measure(&out, filepath.Join(args[0], set.file+".jsonl"), args[1], threshold, truth); err != nil {
				return err
			}
		}
	}
	if page == "" {
		_, err := out.WriteTo(os.Stdout)
		return err
	}
	return corpus.Block("designs").ReplaceIn(page, out.String())
}

// readTruth reads the resemblance of each pair that is alike. Lines count documents from 0.
func readTruth(path string) (map[pair]float64, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	truth := make(map[pair]float64)
	r := bufio.NewReader(f)
	for {
		var a, b int
		var resemblance float64
		switch _, err := fmt.Fscanln(r, &a, &b, &resemblance); {
		case err == io.EOF:
			return truth, nil
		case err != nil:
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		truth[ordered(a+1, b+1)] = resemblance
	}
}

// measure writes the table of a threshold.
func measure(out io.Writer, data, fpcheck, threshold string, truth map[pair]float64) error {
	least, err := strconv.ParseFloat(threshold, 64)
	if err != nil {
		return err
	}
	all, above := 0, 0
	for _, resemblance := range truth {
		if resemblance >= least {
			all++
		}
		if resemblance >= 0.8 {
			above++
		}
	}
	fmt.Fprintf(out, "\nThreshold %s: %d pairs with J ≥ %s, %d with J ≥ 0.8.\n\n", threshold, all, threshold, above)
	fmt.Fprintf(out, "| design | recall, J ≥ %s | recall, J ≥ 0.8 | pairs | false | s | processor s |\n|---|---:|---:|---:|---:|---:|---:|\n", threshold)
	for _, d := range designs(threshold) {
		fmt.Fprintln(os.Stderr, filepath.Base(data), threshold, d.name)
		f, err := find(fpcheck, data, d.args)
		if err != nil {
			return fmt.Errorf("%s: %w", d.name, err)
		}
		near, nearer, wrong := 0, 0, 0
		for p, resemblance := range truth {
			if !f.has(p) {
				continue
			}
			if resemblance >= least {
				near++
			}
			if resemblance >= 0.8 {
				nearer++
			}
		}
		for p := range f.pairs {
			if truth[p] < least {
				wrong++
			}
		}
		fmt.Fprintf(out, "| %s | %s | %s | %d | %d | %.1f | %.1f |\n", d.name, share(near, all), share(nearer, above), len(f.pairs), wrong, f.wall, f.processor)
	}
	return nil
}

// share never rounds up to 1.
func share(n, of int) string {
	if n == of {
		return "1"
	}
	return strconv.FormatFloat(min(float64(n)/float64(of), .99999), 'f', 5, 64)
}

// findings are the pairs that were printed.
type findings struct {
	pairs           map[pair]bool
	first           map[int]int // of copies
	wall, processor float64     // seconds
}

// has reports whether a pair was found: of copies only the pairs of the first are printed.
func (f *findings) has(p pair) bool {
	if f.pairs[p] {
		return true
	}
	a, b := f.of(p[0]), f.of(p[1])
	return a == b || f.pairs[ordered(a, b)]
}

func (f *findings) of(document int) int {
	if first, ok := f.first[document]; ok {
		return first
	}
	return document
}

func find(fpcheck, data string, args []string) (*findings, error) {
	c := exec.Command(fpcheck, append([]string{"dedupe", "--quiet", "--pairs", "--input", "jsonl", "--id-field", "id", data}, args...)...)
	var printed bytes.Buffer
	c.Stdout, c.Stderr = &printed, os.Stderr
	begun := time.Now()
	if err := c.Run(); err != nil {
		return nil, err
	}
	f := &findings{pairs: make(map[pair]bool), first: make(map[int]int)}
	f.wall, f.processor = time.Since(begun).Seconds(), (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds()
	for line := range strings.Lines(printed.String()) {
		var ids [2]int
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(fields) != 3 {
			return nil, fmt.Errorf("line %q: expected three fields", line)
		}
		similarity, err := strconv.ParseFloat(fields[0], 64)
		if err != nil {
			return nil, err
		}
		for i, field := range fields[1:] {
			if ids[i], err = strconv.Atoi(field[strings.LastIndexByte(field, '#')+1:]); err != nil {
				return nil, err
			}
		}
		f.pairs[ordered(ids[0], ids[1])] = true
		if _, known := f.first[ids[0]]; similarity == 1 && !known { // the first of all comes first
			f.first[ids[1]] = ids[0]
		}
	}
	return f, nil
}
