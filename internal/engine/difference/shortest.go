package difference

import (
	"context"
	"slices"
)

// A comparison finds the words to remove from a and to add from b so that the rest is equal. It uses Myers,
// "An O(ND) Difference Algorithm and Its Variations" (1986), in linear space.
//
// The time of that algorithm grows with the product of what is common and what differs. So its steps are
// counted. A part that takes more than its share is divided at the words that occur exactly once on both
// sides. This is Bram Cohen's "patience diff". The parts between them are compared again. The result is then
// correct, but may not be the shortest.
type comparison struct {
	ctx        context.Context // stops the comparison early when done
	a, b       []int32         // numbers of words, from 0
	gone, came []bool          // which words of a to remove, and of b to add
	forward    paths
	backward   paths // from the end
	left       int   // steps that searches may still take
	steps      int   // steps taken
	shortest   bool
	n          int          // numbers of words are less
	once       []occurrence // by number of word; nil until it is needed
}

const (
	// budget bounds the steps of all searches. It suffices for 100,000 words if 15,000 differ.
	budget = 1 << 28
	// small is the size of a part that is searched even if no steps are left.
	small = 64
	// deepest bounds how often a part is divided at words that occur once.
	deepest = 16
)

// compare compares a and b, whose numbers are less than n.
func compare(ctx context.Context, a, b []int32, n, budget int) *comparison {
	c := &comparison{
		ctx: ctx,
		a:   a, b: b, gone: make([]bool, len(a)), came: make([]bool, len(b)),
		left: budget, shortest: true, n: n,
	}
	c.part(0, len(a), 0, len(b), 0)
	return c
}

// part compares a[a0:a1] with b[b0:b1].
func (c *comparison) part(a0, a1, b0, b1, depth int) {
	for a0 < a1 && b0 < b1 && c.a[a0] == c.b[b0] {
		a0, b0 = a0+1, b0+1
		c.steps++
	}
	for a0 < a1 && b0 < b1 && c.a[a1-1] == c.b[b1-1] {
		a1, b1 = a1-1, b1-1
		c.steps++
	}
	if a0 == a1 || b0 == b1 || c.ctx.Err() != nil {
		c.replace(a0, a1, b0, b1)
		return
	}
	size := a1 - a0 + b1 - b0
	most := c.left / 4
	if size <= small {
		most = size * size
	}
	if x, y, ok := c.middle(a0, a1, b0, b1, most); ok {
		c.part(a0, x, b0, y, depth)
		c.part(x, a1, y, b1, depth)
		return
	}
	c.shortest = false
	anchors := c.anchors(a0, a1, b0, b1)
	if len(anchors) == 0 || depth == deepest {
		c.replace(a0, a1, b0, b1)
		return
	}
	for _, at := range anchors {
		a, b := int(at.a), int(at.b)
		if a < a0 || b < b0 {
			continue // it has been passed as equal
		}
		c.part(a0, a, b0, b, depth+1)
		a0, b0 = a+1, b+1
	}
	c.part(a0, a1, b0, b1, depth+1)
}

func (c *comparison) replace(a0, a1, b0, b1 int) {
	for i := a0; i < a1; i++ {
		c.gone[i] = true
	}
	for i := b0; i < b1; i++ {
		c.came[i] = true
	}
	c.steps += a1 - a0 + b1 - b0
}

// middle returns a point on a shortest path from (a0, b0) to (a1, b1), where paths from both ends meet. It
// returns false if finding it takes more than most steps. Neither side is empty, and they differ in the
// first and in the last word.
//
// A path at (x, y) is on diagonal x - y.
func (c *comparison) middle(a0, a1, b0, b1, most int) (x, y int, ok bool) {
	const far = 1<<31 - 1
	zero := len(c.b) + 1 // where diagonal 0 is
	lowest, highest := zero+a0-b1, zero+a1-b0
	fmin, bmin := zero+a0-b0, zero+a1-b1
	fmax, bmax := fmin, bmin
	odd := (fmin-bmin)&1 != 0
	f, b := c.forward.begin(fmin), c.backward.begin(bmin)
	f.at[fmin-f.low], b.at[bmin-b.low] = int32(a0), int32(a1)
	taken := 0
	defer func() {
		c.steps += taken
		c.left = max(0, c.left-taken)
	}()
	for rounds := 1; taken <= most; rounds++ {
		if rounds%64 == 0 && c.ctx.Err() != nil {
			return 0, 0, false
		}
		f.reach(fmin-2, fmax+2)
		if fmin > lowest {
			fmin--
			f.at[fmin-1-f.low] = -1
		} else {
			fmin++
		}
		if fmax < highest {
			fmax++
			f.at[fmax+1-f.low] = -1
		} else {
			fmax--
		}
		for d := fmax; d >= fmin; d -= 2 {
			x := int(max(f.at[d-1-f.low]+1, f.at[d+1-f.low]))
			y := x - d + zero
			start := x
			for x < a1 && y < b1 && c.a[x] == c.b[y] {
				x, y = x+1, y+1
			}
			taken += 1 + x - start
			f.at[d-f.low] = int32(x)
			if odd && bmin <= d && d <= bmax && int(b.at[d-b.low]) <= x {
				return x, y, true
			}
		}
		b.reach(bmin-2, bmax+2)
		if bmin > lowest {
			bmin--
			b.at[bmin-1-b.low] = far
		} else {
			bmin++
		}
		if bmax < highest {
			bmax++
			b.at[bmax+1-b.low] = far
		} else {
			bmax--
		}
		for d := bmax; d >= bmin; d -= 2 {
			x := int(min(b.at[d-1-b.low], b.at[d+1-b.low]-1))
			y := x - d + zero
			start := x
			for x > a0 && y > b0 && c.a[x-1] == c.b[y-1] {
				x, y = x-1, y-1
			}
			taken += 1 + start - x
			b.at[d-b.low] = int32(x)
			if !odd && fmin <= d && d <= fmax && x <= int(f.at[d-f.low]) {
				return x, y, true
			}
		}
	}
	return 0, 0, false
}

// paths are the furthest places in a that paths have reached, by diagonal. A search of two long texts
// reaches few diagonals before its steps are used up.
type paths struct {
	at  []int32
	low int // the diagonal of the first
}

// begin returns p with a diagonal in the middle.
func (p *paths) begin(diagonal int) *paths {
	p.low = diagonal - len(p.at)/2
	p.reach(diagonal, diagonal)
	return p
}

// reach makes room for diagonals.
func (p *paths) reach(least, most int) {
	for least < p.low || most >= p.low+len(p.at) {
		wider := make([]int32, 2*len(p.at)+64)
		shift := (len(wider) - len(p.at)) / 2
		copy(wider[shift:], p.at)
		p.at, p.low = wider, p.low-shift
	}
}

// An occurrence counts a word in a part.
type occurrence struct {
	inA, inB uint32 // how often each side contains it
	b        int32  // its last place in b
}

type anchor struct{ a, b int32 }

// anchors returns a longest sequence of words that occur once on both sides, in the same order.
func (c *comparison) anchors(a0, a1, b0, b1 int) []anchor {
	if c.once == nil {
		c.once = make([]occurrence, c.n)
	}
	for i := b0; i < b1; i++ {
		o := &c.once[c.b[i]]
		o.inB++
		o.b = int32(i)
	}
	for _, w := range c.a[a0:a1] {
		c.once[w].inA++
	}
	var unique []anchor
	for i := a0; i < a1; i++ {
		if o := c.once[c.a[i]]; o.inA == 1 && o.inB == 1 {
			unique = append(unique, anchor{int32(i), o.b})
		}
	}
	for _, w := range c.a[a0:a1] {
		c.once[w] = occurrence{}
	}
	for _, w := range c.b[b0:b1] {
		c.once[w] = occurrence{}
	}
	c.steps += 2*(a1-a0+b1-b0) + len(unique)
	return ascending(unique)
}

// ascending returns a longest subsequence of anchors, which ascend in a, that ascends in b.
func ascending(all []anchor) []anchor {
	var ends []int32 // index of the last anchor of the best sequence of each length
	before := make([]int32, len(all))
	for i, at := range all {
		n, _ := slices.BinarySearchFunc(ends, at.b, func(end, b int32) int { return int(all[end].b) - int(b) })
		before[i] = -1
		if n > 0 {
			before[i] = ends[n-1]
		}
		if n == len(ends) {
			ends = append(ends, int32(i))
		} else {
			ends[n] = int32(i)
		}
	}
	longest := make([]anchor, len(ends))
	if len(ends) > 0 {
		for i, n := ends[len(ends)-1], len(ends)-1; n >= 0; i, n = before[i], n-1 {
			longest[n] = all[i]
		}
	}
	return longest
}
