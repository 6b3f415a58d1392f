//go:build linux

// Command clusters measures the cost of finding the clusters of a number of sketches.
//
//	go -C lab run ./bench/clusters                            # print the figures of 10^5 to 10^7
//	go -C lab run ./bench/clusters -sizes 1000000 -similarity .5
//	go -C lab run ./bench/clusters -sizes 100000 -hot 5000    # with copies of one page
//
// The sketches are drawn, and are the same each time: see family. Each size is measured in a
// process of its own. Its memory is the peak of that process, with sketches and ids.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime/debug"
	"runtime/pprof"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/scheme"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, unix.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "clusters:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("clusters", flag.ContinueOnError)
	flags.SetOutput(stderr)
	sizes := flags.String("sizes", "100000,1000000,10000000", "numbers of `sketches`")
	similarity := flags.Float64("similarity", .8, "least similarity `n`")
	recall := flags.Float64("recall", .995, "share `n` of the pairs of that similarity to find")
	hot := flags.Int("hot", 0, "add `n` copies of a page, and n pages that are nearly it")
	drive := flags.Int("drive", 0, "measure `n` sketches in this process")
	profile := flags.String("profile", "", "write a profile of the processor into this `file`")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("%q: expected flags only", flags.Arg(0))
	}
	if *drive > 0 {
		f, err := measure(ctx, *drive, *hot, *similarity, *recall, *profile)
		return errors.Join(err, json.NewEncoder(stdout).Encode(f))
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	var all []figures
	for _, size := range strings.Split(*sizes, ",") {
		command := exec.CommandContext(ctx, self, append(args, "-drive", size)...)
		command.Stderr = stderr
		out, err := command.Output()
		if err != nil {
			return fmt.Errorf("%s sketches: %w", size, err)
		}
		var f figures
		if err := json.Unmarshal(out, &f); err != nil {
			return err
		}
		all = append(all, f)
	}
	_, err = io.WriteString(stdout, table(all))
	return err
}

// figures are what one process measured.
type figures struct {
	Bands     index.Bands
	Stats     index.Stats
	Add, Find float64 // s
	Processor float64 // s, to find
	Octets    int64   // of memory, at most
	Clusters  int     // of two or more
	Largest   int     // of the clusters
}

func measure(ctx context.Context, n, hot int, similarity, recall float64, profile string) (f figures, err error) {
	if profile != "" {
		out, err := os.Create(profile)
		if err != nil {
			return f, err
		}
		defer out.Close()
		if err := pprof.StartCPUProfile(out); err != nil {
			return f, err
		}
		defer pprof.StopCPUProfile()
	}
	// There is nothing in sketches and ids that the collector has to follow, so it may come often.
	defer debug.SetGCPercent(debug.SetGCPercent(25))
	var set index.Set
	began := time.Now()
	d := newDrawer(1)
	for i := range n + 2*hot {
		sketch := d.template[:]
		switch {
		case i < n:
			sketch = d.sketch()
		case i >= n+hot:
			sketch = d.nearly(d.template)
		}
		print, err := scheme.MH1.FromSketch(sketch)
		if err != nil {
			return f, err
		}
		// The ids are in no order of the families', and nor are the weights.
		if err := set.Add(fmt.Sprintf("shard-%03d/%012x", i%997, d.rnd.Uint64()>>16), int64(50+d.rnd.IntN(5000)), print); err != nil {
			return f, err
		}
	}
	f.Add = time.Since(began).Seconds()
	began = time.Now()
	used := processor()
	f.Bands = index.BandsFor(similarity, recall, set.Bits())
	clusters, err := set.Clusters(ctx, index.Settings{Threshold: similarity, Floor: similarity, Bands: f.Bands, Most: 1000})
	if err != nil {
		return f, err
	}
	for c := range clusters.All() {
		if len(c) > 1 {
			f.Clusters++
			f.Largest = max(f.Largest, len(c))
		}
	}
	f.Find = time.Since(began).Seconds()
	f.Processor = processor() - used
	f.Stats = clusters.Stats
	f.Octets, err = peak()
	return f, err
}

// processor returns the seconds that this process had of the processors.
func processor() float64 {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

// peak returns the most memory that this process ever had.
func peak() (int64, error) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, err
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	kB, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	n, err := strconv.ParseInt(kB, 10, 64)
	return 1024 * n, err
}

func table(all []figures) string {
	var b strings.Builder
	b.WriteString("| sketches | bands x rows | s to add | s to clusters | s of processors | MB | candidates | a sketch | links | clusters | largest | buckets too large |\n")
	b.WriteString("|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n")
	for _, f := range all {
		n := f.Stats.Documents
		fmt.Fprintf(&b, "| %d | %d x %d | %.1f | %.1f | %.2f | %.0f | %d | %.2f | %d | %d | %d | %d |\n", n, f.Bands.Bands, f.Bands.Rows,
			f.Add, f.Find, f.Processor, float64(f.Octets)/1e6, f.Stats.Candidates, float64(f.Stats.Candidates)/float64(n), f.Stats.Links, f.Clusters, f.Largest, f.Stats.Hot)
	}
	return b.String()
}
