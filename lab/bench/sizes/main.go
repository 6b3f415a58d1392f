//go:build linux

// Command sizes measures the cost of a text by its length, from 1 kB to 1 GB. It reports
// nanoseconds of processor time a byte, and peak heap in bytes.
//
//	go -C lab run ./bench/sizes               # print the figures
//	go -C lab run ./bench/sizes -write FILE   # write them into FILE, and cost.svg beside it
//
// One text is the pages of all manuals of the corpus and all declarations, repeatedly in random
// order. They have about 550 languages and varieties. So its distinct features resemble real
// documents, and grow with it until all words have been used. Another text repeats the first 10 kB
// of it. Its distinct features do not grow, which shows the memory of a Hasher beyond its distinct
// set. Texts are written in pieces of 32 KiB.
//
// Each size is measured in a process of its own, with a new Hasher. For texts below 8 MB, many are
// measured in sequence with the same Hasher. The heap is all uncollected objects, less those before
// the run.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/metrics"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/lsh-interop/fpcheck/lab/bench/chart"
	"github.com/lsh-interop/fpcheck/lab/corpus"
	"github.com/lsh-interop/fpcheck/scheme"
)

func main() {
	// An interrupt also ends its processes, and leaves no file.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, unix.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "sizes:", err)
		os.Exit(1)
	}
}

// series is a curve: a scheme, and a kind of text.
type series struct {
	scheme string
	repeat int // the text is its first bytes again and again; 0: it is not
}

func (s series) String() string {
	if s.repeat > 0 {
		return s.scheme + ", " + size(s.repeat) + " repeated"
	}
	return s.scheme
}

var all = []series{{scheme: "sm1"}, {scheme: "mh1"}, {scheme: "sm1", repeat: 10_000}}

const smallest = 1_000

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	if len(args) == 5 && args[0] == "drive" {
		return drive(args[1:], stdout)
	}
	flags := flag.NewFlagSet("sizes", flag.ContinueOnError)
	flags.SetOutput(stderr)
	rounds := flags.Int("rounds", 3, "`number` of rounds")
	largest := flags.Int("largest", 1_000_000_000, "`octets` of the largest text")
	write := flags.String("write", "", "write the figures into this `file`, and cost.svg beside it")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 || *rounds < 1 || *largest < 10*smallest {
		return fmt.Errorf("expected flags, at least one round and a largest text of %d bytes", 10*smallest)
	}
	curves, err := measure(ctx, *rounds, *largest, stderr)
	if err != nil {
		return err
	}
	if *write == "" {
		_, err = io.WriteString(stdout, block(curves)+"\n"+table(curves))
		return err
	}
	return errors.Join(
		os.WriteFile(filepath.Join(filepath.Dir(*write), "cost.svg"), picture(curves), 0o644),
		corpus.Block("cost").ReplaceIn(*write, block(curves)))
}

// sample is what one process measured.
type sample struct {
	ns       float64 // a byte
	heap     int     // at most
	features int     // distinct
}

// measure runs each size of each series, in rounds.
func measure(ctx context.Context, rounds, largest int, log io.Writer) ([]curve, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	f, err := os.CreateTemp("", "sizes")
	if err != nil {
		return nil, err
	}
	defer os.Remove(f.Name())
	err = writePages(f)
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, err
	}
	curves := make([]curve, len(all))
	for i, s := range all {
		curves[i].series = s
		for n := smallest; n <= largest; n *= 10 {
			curves[i].points = append(curves[i].points, point{octets: n})
		}
	}
	for round := range rounds {
		for at := range curves[0].points {
			for i := range curves {
				p := &curves[i].points[at]
				s, err := process(ctx, self, f.Name(), curves[i].series, p.octets)
				if err != nil {
					return nil, fmt.Errorf("%s, %s: %w", curves[i].series, size(p.octets), err)
				}
				p.ns = append(p.ns, s.ns)
				p.heap, p.features = max(p.heap, s.heap), s.features
				fmt.Fprintf(log, "round %d: %s, %s: %.2f ns an octet, %d octets of heap, %d features\n", round+1, curves[i].series, size(p.octets), s.ns, s.heap, s.features)
			}
		}
	}
	return curves, nil
}

// process measures in a process of its own.
func process(ctx context.Context, self, file string, s series, octets int) (m sample, err error) {
	c := exec.CommandContext(ctx, self, "drive", file, s.scheme, strconv.Itoa(s.repeat), strconv.Itoa(octets))
	c.Env = append(os.Environ(), "GOMAXPROCS=1")
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		return m, err
	}
	if _, err := fmt.Sscan(string(out), &m.ns, &m.heap, &m.features); err != nil {
		return m, fmt.Errorf("%q: %w", out, err)
	}
	return m, nil
}

// pieceSize is how much is written at a time, as io.Copy does.
const pieceSize = 32 << 10

// enough is how many bytes are timed at least.
const enough = 8_000_000

// drive measures a series at one size: the other end of process.
func drive(args []string, out io.Writer) error {
	file, err := os.ReadFile(args[0])
	if err != nil {
		return err
	}
	s, err := scheme.Lookup(args[1])
	if err != nil {
		return err
	}
	repeat, err1 := strconv.Atoi(args[2])
	octets, err2 := strconv.Atoi(args[3])
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	begin := func() io.Reader {
		t := newText(file)
		if repeat == 0 {
			return t
		}
		same := make([]byte, repeat)
		io.ReadFull(t, same)
		return &again{text: same}
	}
	piece := make([]byte, pieceSize)
	write := func(h *scheme.Hasher, text io.Reader, each func()) {
		for left := octets; left > 0; {
			n, _ := text.Read(piece[:min(left, pieceSize)])
			h.Write(piece[:n])
			left -= n
			each()
		}
		h.Fingerprint()
	}

	var m sample
	text := begin()
	heap() // the first time it allocates
	runtime.GC()
	before, most := heap(), 0
	start, err := processorTime()
	if err != nil {
		return err
	}
	h := s.New()
	write(h, text, func() { most = max(most, heap()-before) })
	end, err := processorTime()
	if err != nil {
		return err
	}
	m.heap = max(most, heap()-before)
	m.features = h.CountFeatures() // to count them may cost more
	times := 1
	if octets < enough {
		text, times = begin(), enough/octets
		if start, err = processorTime(); err != nil {
			return err
		}
		for range times {
			h.Reset()
			write(h, text, func() {})
		}
		if end, err = processorTime(); err != nil {
			return err
		}
	}
	m.ns = float64(end-start) / float64(times) / float64(octets)
	_, err = fmt.Fprintln(out, m.ns, m.heap, m.features)
	return err
}

// heap is what objects take, those too that are not yet collected. It allocates nothing itself.
func heap() int {
	metrics.Read(objects)
	return int(objects[0].Value.Uint64())
}

var objects = []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}

// processorTime is what this process has used of all processors.
func processorTime() (time.Duration, error) {
	var t unix.Timespec
	err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t)
	return time.Duration(t.Nano()), err
}

// point is a size of a series.
type point struct {
	octets   int
	ns       []float64 // a byte, a round each
	heap     int
	features int
}

func (p point) median() float64 {
	v := slices.Sorted(slices.Values(p.ns))
	return (v[(len(v)-1)/2] + v[len(v)/2]) / 2
}

type curve struct {
	series
	points []point
}

// size writes a number of bytes.
func size(n int) string {
	units := []string{"B", "kB", "MB", "GB"}
	i := 0
	for ; n >= 1000 && n%1000 == 0 && i < len(units)-1; i++ {
		n /= 1000
	}
	return strconv.Itoa(n) + " " + units[i]
}

// about writes a number of bytes, with two digits at least.
func about(n int) string {
	v, i := float64(n), 0
	units := []string{"B", "kB", "MB", "GB"}
	for ; v >= 1000 && i < len(units)-1; i++ {
		v /= 1000
	}
	if v < 10 {
		return fmt.Sprintf("%.1f %s", v, units[i])
	}
	return fmt.Sprintf("%.0f %s", v, units[i])
}

// block is what stands between the markers.
func block(curves []curve) string {
	least, most := curves[0].points[0].median(), 0.
	for _, p := range curves[0].points {
		least, most = min(least, p.median()), max(most, p.median())
	}
	last := func(c curve) point { return c.points[len(c.points)-1] }
	same := curves[2]
	from := same.points[1]
	mh1 := last(curves[1])
	return fmt.Sprintf("![What a text costs by its length](cost.svg)\n\n"+
		"The texts have %s to %s, in some 550 languages and varieties. `sm1` costs %.1f to %.1f ns a byte.\n"+
		"Its memory is a constant and a hash table of the distinct features, at most half full. One\n"+
		"document of %s takes %s of heap, and %s if it is repeated to %s. The whole text of %s\n"+
		"has %s distinct features and takes %s. For `mh1`, it has %s distinct shingles and takes %s.\n",
		size(curves[0].points[0].octets), size(last(curves[0]).octets), least, most,
		size(from.octets), about(from.heap), about(last(same).heap), size(last(same).octets),
		size(last(curves[0]).octets), chart.Grouped(last(curves[0]).features), about(last(curves[0]).heap),
		chart.Grouped(mh1.features), about(mh1.heap))
}

// table is all that was measured.
func table(curves []curve) string {
	var b strings.Builder
	b.WriteString("| | text | ns an octet | heap | distinct features | heap a feature |\n| --- | ---: | ---: | ---: | ---: | ---: |\n")
	for _, c := range curves {
		for _, p := range c.points {
			fmt.Fprintf(&b, "| %s | %s | %.2f (%.2f to %.2f) | %d | %d | %d |\n", c.series, size(p.octets),
				p.median(), slices.Min(p.ns), slices.Max(p.ns), p.heap, p.features, p.heap/max(p.features, 1))
		}
	}
	return b.String()
}

// again is a text that has no end, for it begins again.
type again struct {
	text []byte
	at   int
}

func (a *again) Read(p []byte) (int, error) {
	n := copy(p, a.text[a.at:])
	a.at = (a.at + n) % len(a.text)
	return n, nil
}

// writePages writes the pages of all manuals and the declarations, and a NUL after each.
func writePages(w io.Writer) error {
	dir, err := corpus.Dir()
	if err != nil {
		return err
	}
	c, err := corpus.Open(dir)
	if err != nil {
		return err
	}
	var sources []io.WriterTo
	for _, m := range c.Manuals {
		sources = append(sources, m.HTML())
	}
	for _, d := range c.Declarations {
		sources = append(sources, d)
	}
	for _, s := range sources {
		var b bytes.Buffer
		if _, err := s.WriteTo(&b); err != nil {
			return err
		}
		for _, page := range pages(b.Bytes()) {
			if _, err := w.Write(append(page, separator)); err != nil {
				return err
			}
		}
	}
	return nil
}
