package main

import (
	"cmp"
	"hash/maphash"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unicode"

	"github.com/lsh-interop/fpcheck/internal/cli/near/resemblance"
	"github.com/lsh-interop/fpcheck/scheme"
)

// A reading is a definition of words.
type reading struct {
	name  string
	words func(text string) []string
}

// readings are the items by which documents are compared. One is the words of Python's \w+ in lower
// case, which all peers but fpcheck use. The other is the words of SPEC.md.
var readings = []reading{
	{"`\\w+`", patternWords},
	{"SPEC.md", specWords},
}

// patternWords returns the words of \w+ in Python, in lower case. A final sigma is like any other,
// so that a text and its upper case have the same words.
func patternWords(text string) []string {
	text = strings.Map(func(r rune) rune {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsNumber(r) && r != '_':
			return ' '
		case r == 'ς':
			return 'σ'
		}
		return unicode.ToLower(r)
	}, text)
	return strings.Fields(text)
}

func specWords(text string) []string { return scheme.MH1.Method().Rules().Tokens([]byte(text)) }

// shingleLength is in words.
const shingleLength = 3

// shingles returns the distinct shingles of a text, as hashes in ascending order. A text of fewer
// words is one shingle, and one of none has none.
func shingles(words []string, seed maphash.Seed) []uint64 {
	if len(words) == 0 {
		return nil
	}
	var all []uint64
	for i := range max(1, len(words)-shingleLength+1) {
		var h maphash.Hash
		h.SetSeed(seed)
		for _, w := range words[i:min(len(words), i+shingleLength)] {
			h.WriteString(w)
			h.WriteByte(0)
		}
		all = append(all, h.Sum64())
	}
	slices.Sort(all)
	return slices.Clip(slices.Compact(all))
}

// A similar pair is two documents, by their numbers from 0, the lower first, and the resemblance
// of their shingles.
type similar struct {
	a, b        uint32
	resemblance float64
}

// least is the resemblance from which pairs are true.
const least = .5

// join finds all pairs with a resemblance of at least least, planted or not. It is exact, unless
// hashes of 64 bits collide, once in thousands of runs.
func join(texts []string, r reading) []similar {
	seed := maphash.MakeSeed()
	sets := make([][]uint64, len(texts))
	parallel(len(texts), func(i int) { sets[i] = shingles(r.words(texts[i]), seed) })
	rare := rareShingles(sets)
	pairs := make([][]similar, len(texts))
	counts := sync.Pool{New: func() any { return new(make([]uint32, len(texts))) }}
	parallel(len(texts), func(i int) {
		shared := counts.Get().(*[]uint32)
		defer counts.Put(shared)
		var touched []uint32
		for _, group := range rare.of(i) {
			for _, other := range rare.group(group) {
				if other <= uint32(i) {
					continue
				}
				if (*shared)[other] == 0 {
					touched = append(touched, other)
				}
				(*shared)[other]++
			}
		}
		// Those that share no rare shingle may have many others.
		if at, is := slices.BinarySearch(rare.mostlyFrequent, uint32(i)); is {
			for _, other := range rare.mostlyFrequent[at+1:] {
				if (*shared)[other] == 0 {
					touched = append(touched, other)
				}
			}
		}
		for _, other := range touched {
			both := (*shared)[other] + min(rare.frequent[i], rare.frequent[other])
			(*shared)[other] = 0
			if float64(both) < float64(len(sets[i])+len(sets[other]))*least/(1+least) {
				continue
			}
			if j := resemblance.Of(sets[i], sets[other]); j >= least {
				pairs[i] = append(pairs[i], similar{uint32(i), other, j})
			}
		}
		slices.SortFunc(pairs[i], func(x, y similar) int { return cmp.Compare(x.b, y.b) })
	})
	return slices.Concat(pairs...)
}

// few is how many documents a rare shingle has at most.
const few = 128

// rare says which documents have the shingles that two to few have.
type rare struct {
	starts, members []uint32   // of each such shingle the documents, ascending
	groups          [][]uint32 // of each document its shingles among these
	frequent        []uint32   // how many shingles of a document more than few have
	mostlyFrequent  []uint32   // the documents that could be similar to one by these alone
}

func (r *rare) of(document int) []uint32 { return r.groups[document] }

func (r *rare) group(n uint32) []uint32 { return r.members[r.starts[n]:r.starts[n+1]] }

func rareShingles(sets [][]uint64) *rare {
	r := &rare{starts: []uint32{0}, groups: make([][]uint32, len(sets)), frequent: make([]uint32, len(sets))}
	type posting struct {
		shingle  uint64
		document uint32
	}
	var lock sync.Mutex
	// Hashes of one part after the other, so that all need not be sorted at once.
	const bits = 6
	parallel(1<<bits, func(part int) {
		var postings []posting
		for i, set := range sets {
			from, _ := slices.BinarySearch(set, uint64(part)<<(64-bits))
			for _, shingle := range set[from:] {
				if shingle>>(64-bits) != uint64(part) {
					break
				}
				postings = append(postings, posting{shingle, uint32(i)})
			}
		}
		slices.SortFunc(postings, func(x, y posting) int {
			if x.shingle != y.shingle {
				return cmp.Compare(x.shingle, y.shingle)
			}
			return cmp.Compare(x.document, y.document)
		})
		lock.Lock()
		defer lock.Unlock()
		for rest := postings; len(rest) > 0; {
			n := 1
			for n < len(rest) && rest[n].shingle == rest[0].shingle {
				n++
			}
			for _, p := range rest[:n] {
				switch {
				case n > few:
					r.frequent[p.document]++
				case n > 1:
					r.groups[p.document] = append(r.groups[p.document], uint32(len(r.starts)-1))
					r.members = append(r.members, p.document)
				}
			}
			if n > 1 && n <= few {
				r.starts = append(r.starts, uint32(len(r.members)))
			}
			rest = rest[n:]
		}
	})
	for i, set := range sets {
		// Of two that are similar, each shares at least this share of its shingles.
		if float64(r.frequent[i]) >= float64(len(set))*least {
			r.mostlyFrequent = append(r.mostlyFrequent, uint32(i))
		}
	}
	return r
}

// parallel calls each with the numbers below n.
func parallel(n int, each func(i int)) {
	var next atomic.Int64
	var all sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for i := next.Add(1) - 1; i < int64(n); i = next.Add(1) - 1 {
				each(int(i))
			}
		})
	}
	all.Wait()
}
