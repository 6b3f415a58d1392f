package budget

import "runtime"

// Hold counts octets of memory that are held for a document; what says what for. Its source
// need not be counted, nor buffers of a fixed size, nor what is dropped at once.
//
// The garbage collector takes its time. What was released counts as held until it has run, and
// it is made to run when the sum has become too large, so that the process takes no more
// memory than is allowed.
func (b *Budget) Hold(n int64, what string) error {
	source := b.source.Load()
	all := saturated(max(memoryFree, b.Size/4), memoryFactor, source)
	allowed := (all - buffers) / 4 * 3
	held, garbage := b.held.Add(n), b.garbage.Load()
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

// Release counts octets that were held, and no longer are.
func (b *Budget) Release(n int64) {
	b.held.Add(-n)
	b.garbage.Add(n)
}

// Held returns how many octets of memory are held.
func (b *Budget) Held() int64 { return b.held.Load() }
