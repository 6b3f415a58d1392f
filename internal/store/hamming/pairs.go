package hamming

import (
	"context"
	"iter"
	"math"
	"math/bits"
	"runtime"
	"sync/atomic"

	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
	"github.com/lsh-interop/fpcheck/internal/kernel/splitmix"
)

// Pairs yields the places of all pairs of sketches that differ in at most distance bits. Each comes once,
// with the lesser place first. It stops when ctx ends. There may be at most [MostSketches] sketches. The
// order is deterministic but meaningless. Pairs needs 12 bytes a sketch, and memory for pairs that wait.
//
// The bits are cut into d + c blocks. Two such sketches share at least c of them (Manku, Jain and Das Sarma
// 2007). Sketches are grouped by one block. Each group, which then fits in the cache, is grouped by a later
// block, until c are chosen. A pair is yielded only where the chosen blocks are its first in common.
func Pairs(ctx context.Context, sketches []uint64, distance int) iter.Seq2[uint32, uint32] {
	return func(yield func(i, j uint32) bool) {
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		var differ uint64 // where they do
		for _, s := range sketches {
			differ |= s ^ sketches[0]
		}
		p := planFor(len(sketches), distance, differ)
		if p.chosen == 0 {
			p.bruteForce(ctx, sketches, yield)
			return
		}
		grouped := make([]record, len(sketches))
		for i := 0; i+p.chosen <= len(p.blocks); i++ {
			ends := p.groupAll(sketches, grouped, i)
			if !p.groups(ctx, grouped, ends, i, yield) {
				return
			}
		}
	}
}

const (
	alone     = 1 << 13 // sketches that one worker takes
	hot       = 64      // sketches that agree in the blocks that were chosen, from which more are chosen
	mostBits  = 13      // of a block; the groups of that many bits fit in a cache
	allBits   = 11      // the same of all sketches, for which memory is needed
	groupCost = 8       // comparisons that cost what it costs to group one sketch
	deepest   = 4       // how often more blocks are chosen
)

// record is a sketch with its place, in 12 bytes.
type record struct{ low, high, place uint32 }

func (r *record) sketch() uint64 { return uint64(r.high)<<32 | uint64(r.low) }

// plan is the number of blocks, and of chosen blocks: none if all pairs are compared.
type plan struct {
	distance int
	blocks   []block
	chosen   int
}

// block is a set of bits of a sketch. Sketches that agree in them get the same number.
type block struct {
	mask   uint64
	factor uint64
	width  int
}

// number returns a number of width bits for a sketch. If the bits are adjacent and not more than width, it
// is the bits themselves. Otherwise it is a hash of them.
func (b block) number(sketch uint64, width int) uint64 {
	return (sketch & b.mask * b.factor) >> (64 - width)
}

// planFor returns the cheapest plan for a number of sketches that differ in some bits.
func planFor(sketches, distance int, differ uint64) plan {
	all, size := bits.OnesCount64(differ), float64(sketches)
	best, least := 0, size*size/2
	const mostChosen = 4
	for chosen := 1; chosen <= mostChosen && distance+chosen <= all; chosen++ {
		keyBits := min(float64(all*chosen)/float64(distance+chosen), float64(mostBits*chosen))
		if cost := binomial(distance+chosen, chosen) * (groupCost*size + size*size/2/math.Exp2(keyBits)); cost < least {
			best, least = chosen, cost
		}
	}
	p := plan{distance: distance, chosen: best}
	if best > 0 {
		for _, mask := range cut(differ, distance+best) {
			b := block{mask, splitmix.Gamma, min(mostBits, bits.OnesCount64(mask))}
			if low := bits.TrailingZeros64(mask); bits.OnesCount64(mask) == b.width && mask>>low == 1<<b.width-1 {
				b.factor = 1 << (64 - b.width - low)
			}
			p.blocks = append(p.blocks, b)
		}
	}
	return p
}

// groupAll groups all sketches by a block, on all processors. It returns the ends of the groups.
func (p plan) groupAll(sketches []uint64, grouped []record, at int) (ends []int) {
	b := p.blocks[at]
	width := min(b.width, allBits)
	workers := runtime.GOMAXPROCS(0)
	share := func(w int) (from, to int) {
		return len(sketches) * w / workers, len(sketches) * (w + 1) / workers
	}
	starts := make([][]int, workers)
	var wait recovery.Group
	for w := range workers {
		wait.Go(func() {
			n := make([]int, 1<<width)
			from, to := share(w)
			for _, k := range sketches[from:to] {
				n[b.number(k, width)]++
			}
			starts[w] = n
		})
	}
	wait.Wait()
	ends = make([]int, 1<<width)
	sum := 0
	for i := range ends {
		for w := range starts {
			starts[w][i], sum = sum, sum+starts[w][i]
		}
		ends[i] = sum
	}
	for w := range workers {
		wait.Go(func() {
			from, to := share(w)
			for i, k := range sketches[from:to] {
				at := &starts[w][b.number(k, width)]
				grouped[*at] = record{uint32(k), uint32(k >> 32), uint32(from + i)}
				*at++
			}
		})
	}
	wait.Wait()
	return ends
}

// groups finds the pairs in the groups of a block that share no earlier block. It returns false if stopped.
func (p plan) groups(ctx context.Context, grouped []record, ends []int, at int, yield func(i, j uint32) bool) bool {
	// Some adjacent groups form one task.
	var tasks []int // the groups where they end
	for i, before := 0, 0; i < len(ends); i++ {
		if ends[i]-before >= alone || i == len(ends)-1 {
			tasks, before = append(tasks, i+1), ends[i]
		}
	}
	var skipped []uint64
	for _, b := range p.blocks[:at] {
		skipped = append(skipped, b.mask)
	}
	return inOrder(ctx, len(tasks), func(ctx context.Context) func(task int, out *pairs) {
		w := &worker{ctx: ctx, distance: p.distance}
		return func(task int, out *pairs) {
			w.out = out
			first, from := 0, 0
			if task > 0 {
				first = tasks[task-1]
				from = ends[first-1]
			}
			for _, to := range ends[first:tasks[task]] {
				w.choose(p, grouped[from:to], at+1, p.chosen-1, p.blocks[at].mask, skipped, 0)
				from = to
			}
		}
	}, yield)
}

func (p plan) bruteForce(ctx context.Context, sketches []uint64, yield func(i, j uint32) bool) {
	const rows = 64
	inOrder(ctx, (len(sketches)+rows-1)/rows, func(ctx context.Context) func(task int, out *pairs) {
		return func(task int, out *pairs) {
			for i := task * rows; i < min(len(sketches), (task+1)*rows) && ctx.Err() == nil; i++ {
				for j := i + 1; j < len(sketches); j++ {
					if bits.OnesCount64(sketches[i]^sketches[j]) <= p.distance {
						out.add(pair{uint32(i), uint32(j)})
					}
				}
			}
		}
	}, yield)
}

// pair is two places.
type pair struct{ i, j uint32 }

// pairs collects the pairs of a task. It passes them on in pieces, so that few wait.
type pairs struct {
	ctx    context.Context
	pieces chan []pair
	last   []pair
}

const pieceLen = 1 << 13

func (p *pairs) add(x pair) {
	if p.last = append(p.last, x); len(p.last) == pieceLen {
		p.flush()
	}
}

// flush waits until it is the task's turn, if a piece waits already.
func (p *pairs) flush() {
	select {
	case p.pieces <- p.last:
	case <-p.ctx.Done():
	}
	p.last = nil
}

// inOrder runs tasks on all processors, and yields their results in the order of the tasks. Each processor
// has a function of its own. It returns false if it was stopped.
func inOrder(ctx context.Context, tasks int, newWorker func(context.Context) func(task int, out *pairs),
	yield func(i, j uint32) bool) bool {
	workers := min(tasks, runtime.GOMAXPROCS(0))
	ctx, stop := context.WithCancel(ctx)
	ahead := 8 * workers // no task is farther ahead of its turn
	done, turns := make([]chan []pair, tasks), make(chan struct{}, ahead)
	for i := range done {
		done[i] = make(chan []pair, 1)
	}
	var next atomic.Int64
	var wait recovery.Group
	for range workers {
		wait.Go(func() {
			ended := false
			defer func() {
				if !ended { // a panic: no one waits for the task
					stop()
				}
			}()
			work := newWorker(ctx)
			for {
				select {
				case turns <- struct{}{}:
				case <-ctx.Done():
					return
				}
				task := int(next.Add(1)) - 1
				if task >= tasks {
					ended = true
					return
				}
				out := &pairs{ctx: ctx, pieces: done[task]}
				work(task, out)
				out.flush()
				close(done[task])
			}
		})
	}
	defer wait.Wait()
	defer stop()
	for task := range tasks {
		for more := true; more; {
			var found []pair
			select {
			case found, more = <-done[task]:
			case <-ctx.Done(): // no worker may have taken the task
			}
			if ctx.Err() != nil {
				return false
			}
			for _, p := range found {
				if !yield(min(p.i, p.j), max(p.i, p.j)) {
					return false
				}
			}
		}
		<-turns
	}
	return true
}

// worker finds pairs among sketches that are in the cache.
type worker struct {
	ctx      context.Context
	distance int
	out      *pairs
	levels   [][]record // memory for the groups of each level
	ends     []uint32   // and for where they end, one after the other
}

// choose finds pairs of a part that share left more blocks, from block from on. They share none of the
// skipped blocks. chosen are the bits of blocks chosen before. depth is how often all blocks of a plan were
// chosen.
func (w *worker) choose(p plan, part []record, from, left int, chosen uint64, skipped []uint64, depth int) {
	n := len(part)
	if n < 2 || w.ctx.Err() != nil {
		return
	}
	if left == 0 {
		w.agree(part, chosen, skipped, depth)
		return
	}
	if float64(n)/2 <= groupCost*binomial(len(p.blocks)-from, left) {
		w.compare(part, chosen, skipped)
		return
	}
	level := len(w.levels)
	for i := from; i+left <= len(p.blocks); i++ {
		b := p.blocks[i]
		width := min(b.width, bits.Len(uint(n)))
		w.levels = w.levels[:level]
		grouped, base := w.group(part, b, width)
		start := 0
		for g := range 1 << width {
			end := int(w.ends[base+g])
			if end-start > 1 {
				group := grouped[start:end]
				if left == 1 && end-start <= hot {
					w.compare(group, chosen|b.mask, skipped)
				} else {
					w.choose(p, group, i+1, left-1, chosen|b.mask, skipped, depth)
				}
			}
			start = end
		}
		w.ends = w.ends[:base]
		skipped = append(skipped[:len(skipped):len(skipped)], b.mask)
	}
	w.levels = w.levels[:level]
}

// group groups a part by a block of width bits, in the memory of the next level. The ends of the groups are
// w.ends from base on.
func (w *worker) group(part []record, b block, width int) (grouped []record, base int) {
	level := len(w.levels)
	if cap(w.levels) == level {
		w.levels = append(w.levels, nil)
	} else {
		w.levels = w.levels[:level+1]
	}
	if len(w.levels[level]) < len(part) {
		w.levels[level] = make([]record, len(part)+len(part)/4)
	}
	grouped = w.levels[level][:len(part)]
	base = len(w.ends)
	w.ends = append(w.ends, make([]uint32, 1<<width)...)
	ends := w.ends[base:]
	for i := range part {
		ends[b.number(part[i].sketch(), width)]++
	}
	sum := uint32(0)
	for i, n := range ends {
		ends[i], sum = sum, sum+n
	}
	for i := range part {
		at := &ends[b.number(part[i].sketch(), width)]
		grouped[*at] = part[i]
		*at++
	}
	return grouped, base
}

// agree finds the pairs of a part that agrees in all chosen blocks. If the part is large, it cuts its
// differing bits into blocks again.
func (w *worker) agree(part []record, chosen uint64, skipped []uint64, depth int) {
	if len(part) > hot && depth < deepest {
		var differ uint64
		for i := range part {
			differ |= part[i].sketch() ^ part[0].sketch()
		}
		if p := planFor(len(part), w.distance, differ); p.chosen > 0 {
			w.choose(p, part, 0, p.chosen, chosen, skipped, depth+1)
			return
		}
	}
	w.compare(part, chosen, skipped)
}

// compare compares every two sketches of a part.
func (w *worker) compare(part []record, chosen uint64, skipped []uint64) {
	for j := range part {
		if j%256 == 255 && w.ctx.Err() != nil {
			return
		}
		b := part[j].sketch()
	next:
		for i := range part[:j] {
			differ := part[i].sketch() ^ b
			if bits.OnesCount64(differ) > w.distance || differ&chosen != 0 {
				continue
			}
			for _, s := range skipped {
				if differ&s == 0 {
					continue next // found where s was chosen
				}
			}
			w.out.add(pair{part[i].place, part[j].place})
		}
	}
}
