//go:build linux

// Command serve loads fpcheck serve over loopback. It compares it with a hand-written band table in redis.
// Both have the same SimHashes and the same queries within 3 bits.
//
//	go -C lab run ./bench/serve ../bin/fpcheck                 # print the figures
//	go -C lab run ./bench/serve -write FILE ../bin/fpcheck     # write them into FILE
//	go -C lab run ./bench/serve -peers PYTHON ../bin/fpcheck   # with Milvus Lite, each asked by one connection
//
// One query in two is 3 bits at most from a document, which has to be found. Each row lasts some seconds.
// Clients share the machine with the services. So the processor time of a request says more than its latency.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"github.com/lsh-interop/fpcheck/internal/kernel/splitmix"
	"github.com/lsh-interop/fpcheck/lab/corpus"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, unix.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "serve:", err)
		os.Exit(1)
	}
}

const distance = 3

var connections = []int{1, 4, 16, 64, 256}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	flags.SetOutput(stderr)
	sizes := flags.String("documents", "1000000,10000000", "of how many documents, `n,...`")
	lasts := flags.Duration("for", 3*time.Second, "how long each row lasts")
	python := flags.String("peers", "", "compare one connection of each, and Milvus Lite by this `python`")
	write := flags.String("write", "", "write the figures into this `file`")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() != 1 {
		return errors.New("expected the program fpcheck")
	}
	m := &measurement{ctx: ctx, log: stderr, program: flags.Arg(0), lasts: *lasts, python: *python, connections: connections,
		before: load()}
	if *python != "" {
		*sizes, m.connections = "1000000", connections[:1]
	}
	for _, text := range strings.Split(*sizes, ",") {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return fmt.Errorf("-documents %s: expected numbers", *sizes)
		}
		if err := m.measure(n); err != nil {
			return err
		}
	}
	if *write == "" {
		_, err := io.WriteString(stdout, m.block())
		return err
	}
	name := "serve"
	if *python != "" {
		name = "serve-peers"
	}
	return corpus.Block(name).ReplaceIn(*write, m.block())
}

// measurement is all that is measured.
type measurement struct {
	ctx     context.Context
	log     io.Writer
	program string
	lasts   time.Duration
	before  string // the load of the machine
	rows    []row
	library []library
	redis   string // its version; empty if it is not installed

	connections []int
	python      string // that has Milvus Lite; empty to leave that out
	milvus      string // the version of its client
}

// row is what came of asking for a while.
type row struct {
	name              string
	documents         int
	connections, adds int // the latter of a hundred requests
	requests          int
	took              time.Duration
	median, p99, p999 time.Duration // of searches
	refused           int
	near, found       int
	processor         time.Duration // of a request, of what was asked
	clients           time.Duration // and of who asked
	memory            int           // of what was asked at most so far, in MiB
}

// library is the search by package index in this process.
type library struct {
	documents int
	processor time.Duration // of a search
}

// subject is what answers.
type subject interface {
	pid() int
	connect() (session, error)
	close() error
}

// session is a connection.
type session interface {
	// search reports whether a document was found, or the search was refused for now.
	search(sketch uint64, document int) (found, refused bool, err error)
	add(sketch uint64, document int) (refused bool, err error)
	close() error
}

// sketchOf is the SimHash of a document: uniform, and always the same.
func sketchOf(document int) uint64 {
	return splitmix.Mix(uint64(document)*splitmix.Gamma + splitmix.Gamma)
}

// query returns a SimHash, and the document that it is near, or -1.
func query(random *rand.Rand, documents int) (sketch uint64, document int) {
	if random.IntN(2) == 0 {
		return random.Uint64(), -1
	}
	document = random.IntN(documents)
	sketch = sketchOf(document)
	for range random.IntN(distance + 1) {
		sketch ^= 1 << random.IntN(64)
	}
	return sketch, document
}

func (m *measurement) measure(documents int) error {
	dir, err := os.MkdirTemp("", "serve")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	s, own, err := startService(m.ctx, m.program, dir, documents)
	if err != nil {
		return err
	}
	m.library = append(m.library, library{documents, own})
	fmt.Fprintf(m.log, "%d documents: the library takes %v a search\n", documents, own)
	err = m.load("fpcheck serve", s, documents)
	if err = errors.Join(err, s.close()); err != nil {
		return err
	}
	if _, err := exec.LookPath("redis-server"); err != nil {
		fmt.Fprintln(m.log, "redis-server is not installed")
		return nil
	}
	r, version, err := startRedis(m.ctx, dir, documents)
	if err != nil {
		return err
	}
	m.redis = version
	err = m.load("redis", r, documents)
	if err = errors.Join(err, r.close()); err != nil || m.python == "" {
		return err
	}
	lite, version, err := startMilvus(m.ctx, m.python, dir, documents)
	if err != nil {
		return err
	}
	m.milvus = version
	err = m.load("Milvus Lite", lite, documents)
	return errors.Join(err, lite.stop())
}

// load asks a subject from all numbers of connections: for searches alone, and for adds among them.
func (m *measurement) load(name string, s subject, documents int) error {
	for _, adds := range []int{0, 10} {
		for _, n := range m.connections {
			r, err := m.row(s, documents, n, adds)
			if err != nil {
				return fmt.Errorf("%s, %d connections: %w", name, n, err)
			}
			r.name = name
			m.rows = append(m.rows, r)
			fmt.Fprintf(m.log, "%+v\n", r)
		}
	}
	return nil
}

// most bounds the requests of a connection in a row.
const most = 200_000

func (m *measurement) row(s subject, documents, n, adds int) (row, error) {
	r := row{documents: documents, connections: n, adds: adds}
	sessions := make([]session, n)
	for i := range sessions {
		var err error
		if sessions[i], err = s.connect(); err != nil {
			return r, err
		}
		defer sessions[i].close()
	}
	before, err := processorTime(s.pid())
	if err != nil {
		return r, err
	}
	own, err := processorTime(os.Getpid())
	if err != nil {
		return r, err
	}
	var mu sync.Mutex
	var all sync.WaitGroup
	var latencies []time.Duration
	var failed error
	begun := time.Now()
	for i, c := range sessions {
		all.Go(func() {
			one, times, err := m.ask(c, rand.New(rand.NewPCG(uint64(i), uint64(n+adds))), documents, adds, begun)
			mu.Lock()
			defer mu.Unlock()
			r.requests += one.requests
			r.refused += one.refused
			r.near += one.near
			r.found += one.found
			latencies = append(latencies, times...)
			failed = errors.Join(failed, err)
		})
	}
	all.Wait()
	r.took = time.Since(begun)
	after, err := processorTime(s.pid())
	if err != nil {
		return r, err
	}
	ownAfter, err := processorTime(os.Getpid())
	if err = errors.Join(failed, err, m.ctx.Err()); err != nil {
		return r, err
	}
	r.memory = peakMemory(s.pid())
	r.processor = (after - before) / time.Duration(r.requests)
	r.clients = (ownAfter - own) / time.Duration(r.requests)
	slices.Sort(latencies)
	at := func(share float64) time.Duration { return latencies[int(share*float64(len(latencies)-1))] }
	r.median, r.p99, r.p999 = at(.5), at(.99), at(.999)
	return r, nil
}

// ask makes requests by one connection until the time is over.
func (m *measurement) ask(c session, random *rand.Rand, documents, adds int, begun time.Time) (r row, latencies []time.Duration, err error) {
	for r.requests < most && time.Since(begun) < m.lasts && m.ctx.Err() == nil {
		r.requests++
		if random.IntN(100) < adds {
			refused, err := c.add(random.Uint64(), documents+random.IntN(1<<30))
			if err != nil {
				return r, nil, err
			}
			if refused {
				r.refused++
			}
			continue
		}
		sketch, document := query(random, documents)
		start := time.Now()
		found, refused, err := c.search(sketch, document)
		if err != nil {
			return r, nil, err
		}
		latencies = append(latencies, time.Since(start))
		switch {
		case refused:
			r.refused++
		case document >= 0:
			r.near++
			if found {
				r.found++
			}
		}
	}
	return r, latencies, nil
}

// peakMemory is the most memory that a process had, in MiB.
func peakMemory(pid int) (mebibytes int) {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	fmt.Sscan(rest, &mebibytes)
	return mebibytes >> 10
}

// processorTime is what a process has used of all processors: clock_getcpuclockid(3).
func processorTime(pid int) (time.Duration, error) {
	var t unix.Timespec
	if err := unix.ClockGettime(int32(^pid)<<3|2, &t); err != nil {
		return 0, fmt.Errorf("the processor time of process %d: %w", pid, err)
	}
	return time.Duration(t.Nano()), nil
}
