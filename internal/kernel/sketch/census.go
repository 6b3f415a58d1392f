package sketch

import (
	"math/bits"
	"slices"
)

// census counts the weight of each hash, as a tally does, where most hashes are new. In one
// large table, each would miss the cache. So they wait, and are counted part by part, each
// part in a table that fits the cache. A part is the hashes that begin with the same bits.
type census struct {
	most  int                     // see [tally.appendElements]
	step  uint64                  // see there
	emit  func(elements []uint64) // nil if only the number is wanted
	found int                     // distinct hashes, when all are counted

	waiting  []uint64
	counted  []slot // part after part
	table    tally  // of one part
	elements []uint64

	ordered []uint64           // those that waited, part after part
	ends    [1 << partBits]int // of parts in ordered
	before  []slot             // what was counted before
}

const (
	partBits      = 8   // bits that make a part, at most
	partSize      = 256 // hashes of a part, if that makes no more parts
	waitingAtMost = 1 << 17
)

// take takes many hashes of weight 1.
func (c *census) take(hashes []uint64) {
	c.waiting = append(c.waiting, hashes...)
	if len(c.waiting) >= max(waitingAtMost, len(c.counted)) {
		c.count(partBits, false)
	}
}

func (c *census) memory() int64 {
	return hashSize*int64(cap(c.waiting)+cap(c.ordered)+cap(c.elements)) + slotSize*int64(cap(c.counted)+cap(c.before)) + c.table.memory()
}

// isEmpty reports whether there have been no hashes.
func (c *census) isEmpty() bool { return len(c.waiting)+len(c.counted)+c.found == 0 }

// distinct ends the text and returns its number of distinct hashes.
func (c *census) distinct() int {
	if len(c.waiting)+len(c.counted) == 0 {
		return c.found
	}
	width := partBits
	if len(c.counted) == 0 {
		width = min(width, bits.Len(uint(len(c.waiting)/partSize)))
	}
	c.count(width, true)
	return c.found
}

// count counts the hashes that wait, in parts that have their first width bits in common.
func (c *census) count(width int, last bool) {
	shift := 64 - width
	ordered, ends := c.waiting, []int{len(c.waiting)}
	if width > 0 {
		ordered, ends = c.order(shift, 1<<width)
	}
	c.before, c.counted = c.counted, c.before[:0]
	before, start := c.before, 0
	for part, end := range ends {
		if len(before) == 0 {
			c.table.fit(end - start)
		}
		for len(before) > 0 && before[0].hash>>shift == uint64(part) {
			*c.table.weight(before[0].hash) = before[0].weight
			before = before[1:]
		}
		c.elements = c.table.appendElements(c.elements[:0], ordered[start:end], c.most, c.step)
		if c.emit != nil {
			c.emit(c.elements)
		}
		if last {
			c.found += c.table.used
		} else {
			c.counted = c.table.appendSlots(c.counted)
		}
		c.table.reset()
		start = end
	}
	c.waiting = c.waiting[:0]
}

// order sorts the waiting hashes by their parts. It returns them, and where each part ends.
func (c *census) order(shift, parts int) (ordered []uint64, ends []int) {
	ends = c.ends[:parts]
	clear(ends)
	for _, hash := range c.waiting {
		ends[hash>>shift]++
	}
	end := 0
	for part, n := range ends {
		ends[part] = end
		end += n
	}
	c.ordered = slices.Grow(c.ordered[:0], end)[:end]
	for _, hash := range c.waiting {
		end := &ends[hash>>shift]
		c.ordered[*end] = hash
		*end++
	}
	return c.ordered, ends
}

// reset forgets the text.
func (c *census) reset() {
	if cap(c.waiting) > 2*waitingAtMost {
		c.waiting, c.counted, c.ordered, c.before = nil, nil, nil, nil
	}
	c.waiting, c.counted, c.found = c.waiting[:0], c.counted[:0], 0
}
