package dataset

// Short is the size of a short record, in bytes. It takes microseconds to read.
const Short = 16 << 10

// Block is memory for the next records, or for what belongs to each. It allocates several at once. If
// one of them is in use, all of them are kept, with what they refer to. So those of records that are not
// short are allocated one by one.
type Block[T any] []T

// Next returns the memory for a record of size bytes.
func (b *Block[T]) Next(size int64) *T {
	const together = 16
	if size > Short {
		return new(T)
	}
	if len(*b) == 0 {
		*b = make([]T, together)
	}
	next := &(*b)[0]
	*b = (*b)[1:]
	return next
}
