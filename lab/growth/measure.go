package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"time"
)

// What a reader may cost. The factors leave room for caches that a larger document leaves,
// and for a machine that is busy.
const (
	superlinear = 2 * 1.3 // for a document of twice the size: 1.3 times beyond linear

	first    = 8 << 10 // bytes of the smallest document of a shape
	screened = 32 << 10
	examined = 8 << 20

	enoughBytes  = 1 << 30 // allocated: what costs less is not reported
	mostPerOctet = 4 << 10 // allocated, whatever the growth: as when growth ends at a bound
)

// enough is the processor time below which nothing is reported. Within the limits of package
// extract, a document may unpack to 16 MiB and 200 times its size. That takes time.
func (r *reader) enough() time.Duration {
	if r.unpacks {
		return 5 * time.Second
	}
	return 1200 * time.Millisecond
}

// slowest is how long a byte may take, whatever the growth.
func (r *reader) slowest() time.Duration {
	if r.unpacks {
		return 60 * time.Microsecond
	}
	return 6 * time.Microsecond
}

// cost is what reading a document cost.
type cost struct {
	octets  int
	time    time.Duration // of this thread's processor
	bytes   uint64        // allocated
	mallocs uint64
	err     error
}

func (c cost) String() string {
	end := "read"
	if c.err != nil {
		end = fmt.Sprintf("%.100v", c.err)
	}
	return fmt.Sprintf("%9d octets %10s %9.1f MB %10d allocations, %s",
		c.octets, c.time.Round(10*time.Microsecond), float64(c.bytes)/1e6, c.mallocs, end)
}

// measure reads a document.
func (r *reader) measure(document []byte) cost {
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	begun := processorTime()
	err := r.read(context.Background(), document)
	c := cost{octets: len(document), time: processorTime() - begun, err: err}
	runtime.ReadMemStats(&after)
	c.bytes, c.mallocs = after.TotalAlloc-before.TotalAlloc, after.Mallocs-before.Mallocs
	return c
}

// times returns the ratio of the costs b and a, relative to a document of twice the size.
func times[T uint64 | time.Duration](a, b T, from, to cost) float64 {
	return float64(b) / float64(max(a, 1)) * 2 * float64(from.octets) / float64(to.octets)
}

// suspect reports whether the cost of a shape may grow too fast, by documents of up to
// [screened] bytes.
func (r *reader) suspect(t trial) bool {
	var c [3]cost // at n, 2n, 4n
	for n := r.most(first); n <= r.most(screened); n *= 2 {
		document := r.sized(t, n)
		c[0], c[1], c[2] = c[1], c[2], r.measure(document)
		if c[2].time > r.enough()/4 || c[2].bytes > enoughBytes/4 || c[2].bytes > uint64(c[2].octets)*mostPerOctet {
			return true
		}
	}
	return c[2].time > time.Millisecond && grows(c, func(c cost) uint64 { return uint64(c.time) }) ||
		c[2].bytes > 1<<20 && grows(c, func(c cost) uint64 { return c.bytes }) ||
		c[2].mallocs > 1000 && grows(c, func(c cost) uint64 { return c.mallocs })
}

// grows reports whether a cost may grow too fast: short documents do not show all of it.
func grows(c [3]cost, of func(cost) uint64) bool {
	last := times(of(c[1]), of(c[2]), c[1], c[2])
	return last > 2.2 && last*times(of(c[0]), of(c[1]), c[0], c[1]) > 5.5
}

// examine measures ever larger documents of a shape, quick ones several times, until they cost
// much. It returns what is wrong with the growth, or "".
func (r *reader) examine(t trial, out io.Writer) string {
	var all []cost
	for n := r.most(first) / 4; n <= r.most(examined); n *= 2 {
		document := r.sized(t, n)
		c := r.measure(document)
		for repeats := 0; repeats < 2 && c.time < r.enough()/10; repeats++ {
			c.time = min(c.time, r.measure(document).time)
		}
		fmt.Fprintln(out, c)
		all = append(all, c)
		if c.time > r.enough() || c.bytes > enoughBytes {
			break
		}
		// In proportion for three sizes, and quick: so it will be for larger ones.
		const proportional = 2.2
		if k := len(all); k >= 3 && c.time > r.enough()/20 && c.time < time.Duration(c.octets)*r.slowest()/2 &&
			c.bytes < uint64(c.octets)*mostPerOctet/2 {
			a, b := all[k-3], all[k-2]
			if times(a.time, b.time, a, b) < proportional && times(b.time, c.time, b, c) < proportional {
				return ""
			}
		}
	}
	if len(all) < 3 {
		return ""
	}
	a, b, c := all[len(all)-3], all[len(all)-2], all[len(all)-1]
	t1, t2 := times(a.time, b.time, a, b), times(b.time, c.time, b, c)
	if c.time > r.enough() && t1 > superlinear && t2 > superlinear {
		return fmt.Sprintf("time grows %.1f and %.1f times for twice the octets, to %s for %d octets",
			t1, t2, c.time.Round(time.Millisecond), c.octets)
	}
	m1, m2 := times(a.bytes, b.bytes, a, b), times(b.bytes, c.bytes, b, c)
	if c.bytes > enoughBytes && m1 > superlinear && m2 > superlinear {
		return fmt.Sprintf("memory grows %.1f and %.1f times for twice the octets, to %d MB for %d octets",
			m1, m2, c.bytes>>20, c.octets)
	}
	if c.time > r.enough() && c.time > time.Duration(c.octets)*r.slowest() {
		return fmt.Sprintf("slow: %s for %d octets", c.time.Round(time.Millisecond), c.octets)
	}
	if c.bytes > enoughBytes && c.bytes > uint64(c.octets)*mostPerOctet && !r.unpacks {
		return fmt.Sprintf("%d MB allocated for %d octets", c.bytes>>20, c.octets)
	}
	return ""
}

// most returns the size up to which documents are measured.
func (r *reader) most(octets int) int {
	if r.smaller > 0 {
		octets /= r.smaller
	}
	return octets
}
