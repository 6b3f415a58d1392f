// Package budget limits the cost of one document over all its layers. It limits the unpacked bytes,
// the number of opened members, the memory of the reader, and the reading time.
//
// A limit grows only with the size of the outermost document, so long documents are read like short
// ones. A document that costs far more than its length explains ends with an [Error]. Each document
// has one Budget. Its context carries the Budget to the readers of its layers, its members and the
// documents inside it.
package budget

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime"
	"sync/atomic"
	"time"
)

// Limits are the limits of package extract, which documents them.
type Limits struct {
	Size  int64
	Ratio int64
	Depth int
	Time  time.Duration
}

// Default are the limits that a 0 stands for.
var Default = Limits{Size: 256 << 20, Ratio: 200, Depth: 8, Time: 2 * time.Minute}

func (l Limits) orDefault() Limits {
	return Limits{
		Size:  min(cmp.Or(l.Size, Default.Size), math.MaxInt64-1), // one more byte shows the excess
		Ratio: cmp.Or(l.Ratio, Default.Ratio),
		Depth: cmp.Or(l.Depth, Default.Depth),
		Time:  cmp.Or(l.Time, Default.Time),
	}
}

const (
	// free is the number of bytes that any document may unpack to, whatever [Limits.Ratio].
	free = 16 << 20
	// mostMembers bounds the number of times that members of archives are opened.
	mostMembers = 1 << 16
	// A document of n bytes may use memoryFree + memoryFactor*n bytes of memory. A higher limit of its size
	// allows more. Part of it is for buffers. A quarter of the rest is for garbage that was not collected yet.
	memoryFree   = 64 << 20
	memoryFactor = 32
	buffers      = 8 << 20
	// timed is the number of bytes that are read within [Limits.Time]. Longer documents get more in proportion.
	timed = 64 << 20
)

// Element is the memory of an element, or of a text between two, in a page's tree, in bytes.
const Element = 112

// Budget counts what a document has cost so far. Several goroutines may call its methods, because a function
// that [Budget.Run] no longer waits for may still count.
type Budget struct {
	Limits
	timer
	source   atomic.Int64 // bytes of the outermost document that were read
	unpacked atomic.Int64 // bytes of all layers together
	members  atomic.Int64 // that were opened
	held     atomic.Int64 // bytes of memory
	lean     atomic.Bool  // the garbage collector runs early
	garbage  atomic.Int64 // bytes that were released since the garbage collector ran
	account  *Account     // that counts the memory too; may be nil
	refused  atomic.Int64 // bytes that are held, and that the account did not count
}

// New returns an unused budget.
func New(l Limits) *Budget {
	start := time.Now()
	return NewClock(l, func() time.Duration { return time.Since(start) })
}

// NewIn is like New for a document that is read in a context, which may have an account.
func NewIn(ctx context.Context, l Limits) *Budget {
	b := New(l)
	b.account = AccountOf(ctx)
	return b
}

// NewClock returns a budget that measures time by a clock.
func NewClock(l Limits, clock func() time.Duration) *Budget {
	return &Budget{Limits: l.orDefault(), timer: timer{clock: clock}}
}

type key struct{}

// With returns a context that carries a budget: what is read in it is part of the same document.
func With(ctx context.Context, b *Budget) context.Context { return context.WithValue(ctx, key{}, b) }

// Of returns the budget that a context carries, or nil.
func Of(ctx context.Context) *Budget {
	b, _ := ctx.Value(key{}).(*Budget)
	return b
}

// Source counts bytes that were read from the outermost document. They raise the limits.
func (b *Budget) Source(n int64) { b.source.Add(n) }

// Unpack counts bytes from unpacking a layer or a member.
func (b *Budget) Unpack(n int64) error {
	source := b.source.Load()
	if sum := b.unpacked.Add(n); b.expands(sum, source) {
		return exceeded(ErrExpansion, "", "all its layers unpack to more than %d bytes: expected at most 16 MiB, and %d bytes for each of its %d",
			b.expanded(source), b.Ratio, source)
	}
	return nil
}

// expands reports whether n bytes are too many for a document of length source.
func (b *Budget) expands(n, source int64) bool { return (n-free)/b.Ratio > source }

// expanded returns the number of bytes that a document of length source may expand to.
func (b *Budget) expanded(source int64) int64 { return saturated(free, b.Ratio, source) }

// Text returns an error if the text became too long, since documents may show the same bytes repeatedly.
func (b *Budget) Text(length int64) error {
	switch source := b.source.Load(); {
	case length > b.Size:
		return b.TooLarge("text")
	case b.expands(length, source):
		return exceeded(ErrExpansion, "", "it shows more than %d bytes of text: expected at most 16 MiB, and %d bytes for each of its %d",
			b.expanded(source), b.Ratio, source)
	}
	return nil
}

// Member counts a member of an archive that is opened.
func (b *Budget) Member() error {
	if b.members.Add(1) > mostMembers {
		return exceeded(ErrExpansion, "", "more than %d members of archives are opened", mostMembers)
	}
	return nil
}

// Nested returns an error if documents are nested too deeply.
func (b *Budget) Nested(depth int) error {
	if depth > b.Depth {
		return exceeded(ErrTooDeep, "", "more than %d nested documents", b.Depth)
	}
	return nil
}

// TooLarge returns the error for what exceeds Size; what names it.
func (l Limits) TooLarge(what string) error {
	return exceeded(ErrTooLarge, Size, "more than %d bytes of %s", l.Size, what)
}

// Hold counts memory for a document, in bytes; what names its purpose. The source, buffers of a fixed size,
// and data that is dropped at once need not be counted.
//
// Released memory still counts until the garbage collector has run. Hold makes it run when the sum is too
// large, so that the process stays within the limit.
//
// The bytes count even if there is an error, but not in an account that refused them. Release handles that
// case, too.
func (b *Budget) Hold(n int64, what string) error {
	if err := b.account.Hold(n); err != nil {
		b.refused.Add(n)
		b.held.Add(n)
		return fmt.Errorf("%s: %w", what, err)
	}
	source := b.source.Load()
	all, allowed := b.memory(source)
	held, garbage := b.held.Add(n), b.garbage.Load()
	if held > allowed/2 {
		b.strain()
	}
	if held <= allowed-garbage {
		return nil
	}
	if held <= allowed && garbage >= allowed/4 {
		runtime.GC()
		b.garbage.Add(-garbage)
		return nil
	}
	return exceeded(ErrExpansion, Size, "%s: its reader needs more than %d bytes of memory: expected at most %d MiB, and %d bytes for each of its %d",
		what, all, max(memoryFree, b.Size/4)>>20, memoryFactor, source)
}

// memory returns the memory for a document of length source, and the part of it that Hold may count.
func (b *Budget) memory(source int64) (all, allowed int64) {
	all = saturated(max(memoryFree, b.Size/4), memoryFactor, source)
	return all, (all - buffers) / 4 * 3
}

// Room returns the number of bytes that Hold may still count.
func (b *Budget) Room() int64 {
	_, allowed := b.memory(b.source.Load())
	return max(allowed-b.held.Load(), 0)
}

// Release counts bytes that are no longer needed.
func (b *Budget) Release(n int64) {
	counted := n
	for refused := b.refused.Load(); refused > 0; refused = b.refused.Load() {
		if less := min(n, refused); b.refused.CompareAndSwap(refused, refused-less) {
			counted -= less
			break
		}
	}
	b.account.Release(counted)
	b.held.Add(-n)
	b.garbage.Add(n)
}

// Held returns the number of bytes counted by Hold and not released.
func (b *Budget) Held() int64 { return b.held.Load() }
