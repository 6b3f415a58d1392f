package inputs

import "github.com/lsh-interop/fpcheck/internal/kernel/splitmix"

// random is the generator of SPEC.md, R12.1. It uses only integers and no library. So a case is the
// same on every machine, and will not change with this package.
type random splitmix.Generator

func (r *random) next() uint64 { return (*splitmix.Generator)(r).Next() }

// below returns a number from 0 to n − 1, or 0 if n is less than 1.
func (r *random) below(n int) int { return int(r.next() >> 32 % uint64(max(n, 1))) }

func (r *random) between(least, most int) int { return least + r.below(most-least+1) }

// oneIn is true once in n times.
func (r *random) oneIn(n int) bool { return r.below(n) == 0 }

// few returns 0 to most, mostly small numbers.
func (r *random) few(most int) int { return r.below(1 + r.below(1+most)) }

// near returns a limit or one more in most cases. Otherwise it returns a number beside it, and
// rarely a distant one.
func (r *random) near(limit int) int {
	if r.oneIn(10) {
		return r.below(2*limit + 1)
	}
	return max(limit+pick(r, []int{0, 0, 0, 1, 1, 1, -1, -1, 2, -2}), 0)
}

// pick returns an item of a list, which must not be empty.
func pick[T any](r *random, list []T) T { return list[r.below(len(list))] }

// shuffle permutes a list.
func shuffle[T any](r *random, list []T) {
	for i := len(list) - 1; i > 0; i-- {
		j := r.below(i + 1)
		list[i], list[j] = list[j], list[i]
	}
}

// piece returns the bounds of a part of n items, which may be empty.
func (r *random) piece(n int) (from, to int) {
	from = r.below(n + 1)
	return from, from + r.few(n-from)
}
