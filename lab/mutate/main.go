// Command mutate reads mutated documents with every reader. It looks for what no document may
// cause. This is a panic, an unnamed error, or too much time or memory.
//
//	go -C lab run ./mutate -documents 1000000 -seed 1
//
// The documents are made of the fixtures of all readers, each by its number and the seed alone. A
// document that does what it may not is written to a file, with the command that makes it again.
// The documents are read in sequence, so that time and memory belong to a single document. To use
// several processors, run several commands with different seeds.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/lab/internal/checkout"
)

const (
	// A document of n bytes may use memoryFree + memoryFactor*n bytes of memory. On a busy machine
	// it may use timeFree + timeFactor*n of processor time. Most documents have at most 96 KiB, and
	// one in 64 up to 4 MiB.
	memoryFree, memoryFactor = 64 << 20, 32
	timeFree                 = 2 * time.Second
	timeFactor               = 20 * time.Microsecond
	// hung is how long a document may take by the clock.
	hung = 3 * time.Minute
	// programs is how many documents that programs read are left out for each that is read.
	programs = 40
)

func main() {
	documents := flag.Int("documents", 1_000_000, "read `n` documents")
	first := flag.Int("first", 0, "begin with document `i`")
	seed := flag.Uint64("seed", 1, "of the random numbers")
	only := flag.Int("only", -1, "read document `i` only, and write it")
	subject := flag.String("subject", "", "read documents of one `kind` only")
	out := flag.String("output", ".cache/mutate", "`directory` for documents that do what they may not")
	flag.Parse()
	if err := run(*documents, *first, *seed, *only, *subject, *out); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

func run(documents, first int, random uint64, only int, subject, out string) error {
	root, err := checkout.Root()
	if err != nil {
		return err
	}
	if !filepath.IsAbs(out) {
		out = filepath.Join(root, out)
	}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return err
	}
	seeds, err := seedsOf(root)
	if err != nil {
		return err
	}
	r := &runner{seed: random, out: out, kinds: make(map[string]int), errors: make(map[string]int), subject: subject}
	r.of(seeds)
	if len(r.classes) == 0 {
		return fmt.Errorf("-subject %s: expected one of %s", subject, strings.Join(slices.Sorted(maps.Keys(subjects)), ", "))
	}
	if only >= 0 {
		name, octets := r.document(only)
		file, err := r.write(only, name, octets)
		fmt.Println(file)
		r.read(only)
		return errors.Join(err, r.report(os.Stdout, 0))
	}
	begun := time.Now()
	go r.watch()
	for i := first; i < first+documents; i++ {
		r.read(i)
		if n := i - first + 1; n%50_000 == 0 {
			fmt.Fprintf(os.Stderr, "%d documents, %d findings, %v\n", n, r.findings, time.Since(begun).Round(time.Second))
		}
	}
	return r.report(os.Stdout, time.Since(begun))
}

// runner reads documents.
type runner struct {
	seed    uint64
	out     string
	subject string // the only kind that is read; "" for all
	mutator *mutator
	classes [][]*seed      // of one subject and one ending each
	kinds   map[string]int // documents that were read, by kind
	errors  map[string]int
	left    int // documents that are left out, since a program would read them

	findings      int
	slowest, most [5]extreme

	number atomic.Int64 // of the document that is read
	since  atomic.Int64 // when that began
}

// extreme is a document that took much.
type extreme struct {
	number, octets int
	name           string
	cost           float64
}

func (r *runner) of(seeds []seed) {
	var chosen []seed
	for _, s := range seeds {
		if r.subject == "" || s.subject == r.subject {
			chosen = append(chosen, s)
		}
	}
	r.mutator = newMutator(seeds)
	r.mutator.seeds = chosen
	classes := make(map[string][]*seed)
	for i, s := range chosen {
		class := s.subject + strings.ToLower(filepath.Ext(s.name))
		classes[class] = append(classes[class], &chosen[i])
	}
	for _, class := range slices.Sorted(maps.Keys(classes)) {
		r.classes = append(r.classes, classes[class])
	}
}

// document makes a document. Its name is the name of the seed.
func (r *runner) document(i int) (*seed, []byte) {
	random := rand.New(rand.NewPCG(r.seed, uint64(i)))
	class := r.classes[random.IntN(len(r.classes))] // so that a medium with many fixtures is not the only one
	s := class[random.IntN(len(class))]
	return s, r.mutator.document(random, s)
}

// needsProgram reports whether a program reads documents that begin so.
func needsProgram(octets []byte) bool {
	head := string(octets[:min(len(octets), 1024)])
	return strings.Contains(head, "%PDF-")
}

func (r *runner) read(i int) {
	s, octets := r.document(i)
	if needsProgram(octets) && i%programs != 0 {
		r.left++
		return
	}
	cost := r.once(i, s, octets, true)
	for tries := 0; tries < 2 && cost.time > timeFree+time.Duration(len(octets))*timeFactor; tries++ {
		runtime.GC()
		if again := r.once(i, s, octets, false); again.time > timeFree+time.Duration(len(octets))*timeFactor && tries == 1 {
			r.find(i, s, octets, fmt.Sprintf("it takes %v of processor time", again.time))
		} else {
			cost = again
		}
	}
	if allowed := uint64(memoryFree + memoryFactor*len(octets)); cost.allocated > allowed {
		held := peak(func() { r.once(i, s, octets, false) })
		if keep(&r.most, extreme{i, len(octets), s.name, float64(held) / (1 << 20)}); held > allowed {
			r.find(i, s, octets, fmt.Sprintf("it takes %d MiB of memory", held>>20))
		}
	}
	keep(&r.slowest, extreme{i, len(octets), s.name, cost.time.Seconds()})
}

type cost struct {
	time      time.Duration
	allocated uint64
}

// once reads a document, and judges its error.
func (r *runner) once(i int, s *seed, octets []byte, count bool) (c cost) {
	r.number.Store(int64(i))
	r.since.Store(time.Now().UnixNano())
	defer r.since.Store(0)
	time, allocated := processorTime(), allocations()
	what, err := r.guarded(i, s, octets)
	c.time, c.allocated = processorTime()-time, allocations()-allocated
	if !count {
		return c
	}
	if what == "" {
		what = "by " + strings.ToLower(filepath.Ext(s.name))
	}
	r.kinds[fmt.Sprintf("%s %.80q", s.subject, what)]++
	if err == nil {
		r.errors["none"]++
		return c
	}
	named := subjects[s.subject].named
	at := slices.IndexFunc(named, func(name error) bool { return errors.Is(err, name) })
	switch {
	case errors.Is(err, extract.ErrInternal):
		r.find(i, s, octets, err.Error())
	case at >= 0:
		r.errors[named[at].Error()]++
	case named == nil:
		r.errors["an error of "+s.subject+", which have no names"]++
	case s.subject == "document" && isOptionError(err):
		r.errors["a media type or charset of a part"]++
	default:
		r.find(i, s, octets, "an error without a name: "+err.Error())
	}
	return c
}

// isOptionError reports whether an error is one of what the caller, here a mail, says of a part.
func isOptionError(err error) bool {
	return strings.Contains(err.Error(), "expected a label of the Encoding Standard") || strings.Contains(err.Error(), "media type ")
}

// guarded reads a document. A panic that comes through the barriers is a finding.
func (r *runner) guarded(i int, s *seed, octets []byte) (what string, err error) {
	defer func() {
		if p := recover(); p != nil {
			r.find(i, s, octets, fmt.Sprintf("panic: %v\n%s", p, debug.Stack()))
		}
	}()
	return subjects[s.subject].read(context.Background(), filepath.Base(s.name), octets)
}

// watch ends the process if a document takes too long.
func (r *runner) watch() {
	for {
		time.Sleep(time.Second)
		if since := r.since.Load(); since != 0 && time.Since(time.Unix(0, since)) > hung {
			i := int(r.number.Load())
			s, octets := r.document(i)
			r.find(i, s, octets, fmt.Sprintf("it is not read after %v", hung))
			os.Exit(1)
		}
	}
}

// find reports what a document does that it may not.
func (r *runner) find(i int, s *seed, octets []byte, what string) {
	r.findings++
	file, err := r.write(i, s, octets)
	if err != nil {
		file = err.Error()
	}
	fmt.Printf("document %d, of %s %s: %s\n\t%s\n\tgo -C lab run ./mutate -seed %d -only %d\n", i, s.subject, filepath.Base(s.name),
		what, file, r.seed, i)
}

func (r *runner) write(i int, s *seed, octets []byte) (string, error) {
	file := filepath.Join(r.out, fmt.Sprintf("%d-%d-%s-%s", r.seed, i, s.subject, filepath.Base(s.name)))
	return file, os.WriteFile(file, octets, 0o666)
}

// keep keeps the greatest.
func keep(greatest *[5]extreme, e extreme) {
	if last := &greatest[len(greatest)-1]; e.cost > last.cost {
		*last = e
		slices.SortStableFunc(greatest[:], func(a, b extreme) int { return cmp.Compare(b.cost, a.cost) })
	}
}

func (r *runner) report(w io.Writer, took time.Duration) error {
	total := 0
	for _, n := range r.kinds {
		total += n
	}
	fmt.Fprintf(w, "%d documents of %d fixtures in %v, and %d left out, for programs\n", total, len(r.mutator.seeds), took.Round(time.Second), r.left)
	for _, list := range []struct {
		what string
		n    map[string]int
	}{{"kinds", r.kinds}, {"errors", r.errors}} {
		fmt.Fprintf(w, "\n%s:\n", list.what)
		for _, name := range slices.SortedFunc(maps.Keys(list.n), func(a, b string) int {
			return cmp.Or(cmp.Compare(list.n[b], list.n[a]), strings.Compare(a, b))
		}) {
			fmt.Fprintf(w, "%9d %s\n", list.n[name], name)
		}
	}
	for _, list := range []struct {
		what string
		all  [5]extreme
	}{{"s of processor time", r.slowest}, {"MiB of memory, of those that allocate more than they may hold", r.most}} {
		fmt.Fprintf(w, "\n%s:\n", list.what)
		for _, e := range list.all {
			if e.cost > 0 {
				fmt.Fprintf(w, "%9.2f document %d of %d octets, of %s\n", e.cost, e.number, e.octets, filepath.Base(e.name))
			}
		}
	}
	if r.findings > 0 {
		return fmt.Errorf("%d findings", r.findings)
	}
	return nil
}

// processorTime returns the processor time of this process.
func processorTime() time.Duration {
	var u unix.Rusage
	unix.Getrusage(unix.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func metric(name string) uint64 {
	s := []metrics.Sample{{Name: name}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}

// allocations is how many bytes this process has allocated.
func allocations() uint64 { return metric("/gc/heap/allocs:bytes") }

// peak is how much memory do holds at once.
func peak(do func()) uint64 {
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	runtime.GC()
	const objects = "/memory/classes/heap/objects:bytes"
	before, most := metric(objects), uint64(0)
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			most = max(most, metric(objects))
			select {
			case <-done:
				return
			case <-time.After(time.Millisecond):
			}
		}
	}()
	do()
	close(done)
	<-ended
	return most - min(most, before)
}
