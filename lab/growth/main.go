// Command growth searches the readers for work that grows faster than the document. For each reader
// it repeats and nests fragments of its grammar and of its fixtures. It measures documents of n,
// 2n, 4n bytes, and reports costs that do not stay in proportion.
//
//	go -C lab run ./growth                           # three minutes, over all readers
//	go -C lab run ./growth -for 4h -seed 0           # longer, with random shapes; 0 draws a seed
//	go -C lab run ./growth -reader html              # one reader
//	go -C lab run ./growth -reader html -shape S     # one shape: prints what each size costs
//
//	go -C lab run ./growth -memory 1048576           # the memory of the command, for each medium
//
// A shape is a line of Go's quoted strings. A fragment after a star is repeated, and %d is the
// number of the repetition: `"<p>" *"<b a=%d>" *"</b>"`. *9 repeats it nine times.
//
// It exits 1 if it found something.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"time"
)

func main() {
	if child := map[string]func(string, []string) error{runAlone: alone, runServed: served}; len(os.Args) > 2 && child[os.Args[1]] != nil {
		if err := child[os.Args[1]](os.Args[2], os.Args[3:]); err != nil {
			fmt.Fprintln(os.Stderr, "growth:", err)
			os.Exit(2)
		}
		return
	}
	found, err := run(os.Args[1:], os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "growth:", err)
		os.Exit(2)
	}
	if found > 0 {
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) (found int, err error) {
	flags := flag.NewFlagSet("growth", flag.ContinueOnError)
	budget := flags.Duration("for", 3*time.Minute, "how long to search")
	only := flags.String("reader", "", "search only this reader; 'list' names them all")
	line := flags.String("shape", "", "measure only this shape, with -reader")
	frame := flags.Int("frame", 0, "what stands around the shape: a number, as a finding gives it")
	seed := flags.Uint64("seed", 1, "of the random shapes, which follow the listed ones; 0 draws one")
	memory := flags.Int("memory", 0, "measure the memory of processes for documents of `n` and 4n bytes instead")
	if err := flags.Parse(args); err != nil {
		return 0, err
	}
	if *memory > 0 {
		return peaks(out, *memory, *only)
	}
	var chosen []*search
	for _, r := range readers() {
		if *only == "list" {
			fmt.Fprintln(out, r.name)
		} else if *only == "" || *only == r.name {
			chosen = append(chosen, &search{reader: r})
		}
	}
	switch {
	case *only == "list":
		return 0, nil
	case len(chosen) == 0:
		return 0, fmt.Errorf("reader %q: expected one of those that -reader list prints", *only)
	}

	// What the collector does depends on the heap that other shapes left, and is not counted.
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(3 << 30)
	runtime.LockOSThread()

	if *line != "" {
		if *only == "" {
			return 0, fmt.Errorf("a shape alone: expected -reader too")
		}
		s, err := parse(*line)
		if err != nil {
			return 0, err
		}
		if f := chosen[0].reader.examine(trial{*frame, s}, out); f != "" {
			fmt.Fprintln(out, f)
			found = 1
		}
		return found, nil
	}
	if *seed == 0 {
		*seed = rand.Uint64()
	}
	fmt.Fprintf(out, "seed %d\n", *seed)
	end := time.Now().Add(*budget)
	for i, c := range chosen {
		c.random = rand.New(rand.NewPCG(*seed, uint64(i)))
	}
	for time.Now().Before(end) {
		// The reader that had the least time is next.
		c := slices.MinFunc(chosen, func(a, b *search) int { return cmp.Compare(a.spent, b.spent) })
		begun := time.Now()
		t, listed := c.next()
		if c.reader.suspect(t) {
			if f := c.reader.examine(t, io.Discard); f != "" {
				c.found++
				fmt.Fprintf(out, "%s: %s\n  %s\n", c.reader.name, f, c.reader.command(t))
			}
		}
		c.spent += time.Since(begun)
		if listed {
			c.listed++
		} else {
			c.drawn++
		}
	}
	for _, c := range chosen {
		fmt.Fprintf(out, "%-14s %4d of %4d listed shapes, %4d random ones, %s\n",
			c.reader.name, c.listed, len(c.reader.listed()), c.drawn, c.spent.Round(10*time.Millisecond))
		found += c.found
	}
	for _, a := range accepted {
		if *only == "" || *only == a.reader {
			fmt.Fprintf(out, "accepted: %s, %s: %s\n", a.reader, a.shape, a.why)
		}
	}
	fmt.Fprintf(out, "%d found\n", found)
	return found, nil
}

// search is the state of the search of a reader.
type search struct {
	reader               *reader
	random               *rand.Rand
	list                 []trial
	spent                time.Duration
	listed, drawn, found int
}

// next returns the next shape, and whether it is a listed one.
func (c *search) next() (t trial, listed bool) {
	if c.list == nil {
		c.list = c.reader.listed()
	}
	if c.listed < len(c.list) {
		return c.list[c.listed], true
	}
	return c.reader.draw(c.random), false
}
