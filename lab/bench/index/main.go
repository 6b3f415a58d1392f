//go:build linux

// Command index measures the search for SimHashes that differ in few bits, and the search for all
// such pairs. Their number grows from 10^5 to 10^8.
//
//	go -C lab run ./bench/index               # print the figures
//	go -C lab run ./bench/index -write FILE   # write them into FILE, and index.svg beside it
//
// The SimHashes are uniform, but one in a hundred is near another. One query in two is near one of
// them. All queries run once before the timing, in random order.
//
// It also looks for missed results. It compares answers to some queries with brute force, for every
// layout. It does so at one size, and in the pages of all manuals of the corpus.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/bits"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"time"

	"golang.org/x/sys/unix"

	"github.com/lsh-interop/fpcheck/internal/kernel/splitmix"
	"github.com/lsh-interop/fpcheck/internal/store/hamming"
	"github.com/lsh-interop/fpcheck/lab/bench/chart"
	"github.com/lsh-interop/fpcheck/lab/corpus"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, unix.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "index:", err)
		os.Exit(1)
	}
}

const (
	smallest = 100_000
	distance = 3 // the distance of the literature, for all but the table of distances
	queries  = 4_000
	checked  = 60 // queries whose answers are checked by brute force
)

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("index", flag.ContinueOnError)
	flags.SetOutput(stderr)
	largest := flags.Int("largest", 100_000_000, "how many SimHashes at most, `n`")
	beside := flags.Int("beside", 10_000_000, "of how many, `n`, all designs and distances are measured")
	write := flags.String("write", "", "write the figures into this `file`, and index.svg beside it")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 || *largest < smallest || *beside < 1 {
		return fmt.Errorf("expected flags, and at least %d SimHashes", smallest)
	}
	m := &measurement{ctx: ctx, log: stderr}
	if err := m.measure(*largest, *beside); err != nil {
		return err
	}
	if *write == "" {
		_, err := io.WriteString(stdout, m.block())
		return err
	}
	return errors.Join(
		os.WriteFile(filepath.Join(filepath.Dir(*write), "index.svg"), m.picture(), 0o644),
		corpus.Block("index").ReplaceIn(*write, m.block()))
}

// measurement is all that is measured.
type measurement struct {
	ctx context.Context
	log io.Writer

	growth    []row // the layout that is chosen, by size
	beside    int
	designs   []row // all layouts
	distances []row // the layout that is chosen, by distance
	recall    []recall
}

// row is a design, measured.
type row struct {
	name        string
	sketches    int
	distance    int
	octets      float64 // a sketch
	probes      float64
	candidates  float64
	build       time.Duration
	median, p99 time.Duration
	pairs       int
	allPairs    time.Duration
}

func (m *measurement) measure(largest, beside int) error {
	for n := smallest; n <= largest; n *= 10 {
		sketches := generate(n)
		r, err := m.row(hamming.LayoutFor(n, distance), sketches, nil)
		if err != nil {
			return err
		}
		start := time.Now()
		for range hamming.Pairs(m.ctx, sketches, distance) {
			r.pairs++
		}
		r.allPairs = time.Since(start)
		m.report(r)
		m.growth = append(m.growth, r)
	}
	m.beside = beside
	sketches := generate(beside)
	found := recall{of: fmt.Sprintf("%s uniform SimHashes", chart.Grouped(beside)), sketches: sketches}
	for _, l := range hamming.Layouts(distance) {
		r, err := m.row(l, sketches, &found)
		if err != nil {
			return err
		}
		m.designs = append(m.designs, r)
	}
	m.designs = append(m.designs, rotations(sketches))
	m.report(m.designs[len(m.designs)-1])
	for k := range hamming.MostDistance + 1 {
		r, err := m.row(hamming.LayoutFor(beside, k), sketches, &found)
		if err != nil {
			return err
		}
		m.distances = append(m.distances, r)
	}
	found.sketches = nil
	m.recall = append(m.recall, found)
	real, err := m.realRecall()
	if err != nil {
		return err
	}
	m.recall = append(m.recall, real)
	return nil
}

func (m *measurement) report(r row) {
	fmt.Fprintf(m.log, "%s of %d, distance %d: %.1f octets, build %v, median %v, p99 %v, all pairs %v\n",
		r.name, r.sketches, r.distance, r.octets, r.build.Round(time.Millisecond), r.median, r.p99, r.allPairs.Round(time.Millisecond))
}

// row measures a layout. If found is not nil, its answers are compared with brute force.
func (m *measurement) row(l hamming.Layout, sketches []uint64, found *recall) (row, error) {
	n := len(sketches)
	r := row{name: l.Name, sketches: n, distance: l.Distance, probes: l.Probes(n), candidates: l.Candidates(n)}
	runtime.GC()
	debug.FreeOSMemory()
	start := time.Now()
	order, sections := hamming.Build(l, sketches)
	r.build = time.Since(start)
	for _, s := range sections {
		r.octets += float64(len(s)) / float64(n)
	}
	tables, err := hamming.Open(l, n, sections)
	if err != nil {
		return r, err
	}
	if found != nil {
		found.check(tables, order)
	}
	asked := queries
	if ns := l.Nanoseconds(n); ns > 1e5 {
		asked = 100 + int(4e8/ns)
	}
	r.median, r.p99 = latency(sketches, min(asked, queries), func(query uint64) {
		tables.Search(query, l.Distance, func(uint32, uint64) bool { return true })
	})
	if m.ctx.Err() != nil {
		return r, m.ctx.Err()
	}
	if found != nil {
		m.report(r)
	}
	return r, nil
}

// generate returns SimHashes, the same each time.
func generate(n int) []uint64 {
	g := splitmix.Generator(1)
	rnd := rand.New(rand.NewPCG(1, 2))
	sketches := make([]uint64, n)
	for i := range sketches {
		sketches[i] = g.Next()
		if i%100 == 99 {
			sketches[i] = near(rnd, sketches[rnd.IntN(i)])
		}
	}
	return sketches
}

// near returns a SimHash that differs from another in at most 3 bits.
func near(rnd *rand.Rand, sketch uint64) uint64 {
	for range rnd.IntN(distance + 1) {
		sketch ^= 1 << rnd.IntN(64)
	}
	return sketch
}

// query returns a query: one in two is near a sketch.
func query(rnd *rand.Rand, sketches []uint64, i int) uint64 {
	if i%2 == 0 {
		return rnd.Uint64()
	}
	return near(rnd, sketches[rnd.IntN(len(sketches))])
}

// latency measures a number of queries.
func latency(sketches []uint64, n int, search func(query uint64)) (median, p99 time.Duration) {
	rnd := rand.New(rand.NewPCG(3, 4))
	asked := make([]uint64, n)
	for i := range asked {
		asked[i] = query(rnd, sketches, i)
		search(asked[i])
	}
	rnd.Shuffle(n, func(i, j int) { asked[i], asked[j] = asked[j], asked[i] })
	times := make([]time.Duration, n)
	for i, q := range asked {
		start := time.Now()
		search(q)
		times[i] = time.Since(start)
	}
	slices.Sort(times)
	return times[n/2], times[n*99/100]
}

// rotations is the baseline. For each of 4 blocks it has a sorted list of all SimHashes with
// document numbers. They are rotated so that the block comes first. A query searches each list by
// bisection.
func rotations(sketches []uint64) row {
	const blocks = distance + 1
	r := row{name: "4 sorted rotations", sketches: len(sketches), distance: distance, octets: blocks * 12, probes: blocks}
	r.candidates = blocks * float64(len(sketches)) / (1 << 16)
	start := time.Now()
	var lists [blocks][]uint64
	for b := range lists {
		list := make([]uint64, len(sketches))
		for i, s := range sketches {
			list[i] = bits.RotateLeft64(s, 16*b)
		}
		slices.Sort(list)
		lists[b] = list
	}
	r.build = time.Since(start)
	hits := 0
	r.median, r.p99 = latency(sketches, queries, func(query uint64) {
		for b, list := range lists {
			q := bits.RotateLeft64(query, 16*b)
			i, _ := slices.BinarySearch(list, q>>48<<48)
			for ; i < len(list) && list[i]>>48 == q>>48; i++ {
				if bits.OnesCount64(list[i]^q) <= distance {
					hits++
				}
			}
		}
	})
	return r
}
