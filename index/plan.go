package index

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
)

// MostDocuments is how many documents an index or a [Set] can have: their numbers are of 32
// bits.
const MostDocuments = most

// A Goal is what an index of MinHashes is for.
type Goal struct {
	Documents  int64
	Similarity float64 // the least resemblance of the pairs to find
	Recall     float64 // the share to find of the pairs that are just as similar
	Background float64 // the resemblance of any other two documents
	Memory     int64   // octets that there are; 0 if that is not known
}

// A Choice is settings for a goal, and what is to be expected of them.
type Choice struct {
	Bits   int   // a slot
	Bands  Bands // each is a table, and a probe of each query
	Recall float64

	Sketch float64 // octets of a document's sketch
	Tables float64 // octets of a document in the tables
	Octets int64   // of all documents, beside their ids
	Fits   bool    // in the memory, or it is not known

	// Chance is the share of pairs without a shingle in common that are candidates. Candidates
	// is how many documents of the background a query is compared with, and False at most how
	// many of these it finds by their sketches nevertheless: their estimate reaches the
	// similarity.
	Chance, Candidates, False float64

	// Build is how long it takes to make the tables of sketches that are there: an estimate,
	// by a rate of 10 million entries a second, which is that of two cores of a server at
	// 2.5 GHz.
	Build time.Duration
}

// entriesASecond is the rate of [Choice.Build].
const entriesASecond = 10e6

func (g Goal) check() error {
	switch {
	case g.Documents < 1:
		return fmt.Errorf("%d documents: expected at least 1", g.Documents)
	case g.Memory < 0:
		return fmt.Errorf("%d bytes of memory: expected 0 or more", g.Memory)
	case !(g.Similarity > 0 && g.Similarity <= 1):
		return fmt.Errorf("the similarity is %v: expected more than 0, and at most 1", g.Similarity)
	case !(g.Recall > 0 && g.Recall < 1):
		return fmt.Errorf("the recall is %v: expected more than 0 and less than 1", g.Recall)
	case !(g.Background >= 0 && g.Background < g.Similarity):
		return fmt.Errorf("the background is %v: expected 0 or more, and less than the similarity %v", g.Background, g.Similarity)
	}
	return nil
}

// Choose returns settings that reach the recall: of each number of bits a slot, those with
// the fewest probes and candidates together, and those with the fewest candidates that all
// slots allow, if these are others. The first is the best: those that fit in the memory come
// before the others, and then those with fewer probes and candidates. There is one at least,
// since slots of 1 bit agree by chance in all but one pair of 2^128.
func (g Goal) Choose() ([]Choice, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	var all []Choice
	for bits := 8; bits >= 1; bits /= 2 {
		var best, fewest *Choice
		for rows := 1; rows <= minhash.Slots; rows++ {
			bands, ok := g.bands(rows, bits)
			if !ok {
				continue
			}
			c, err := g.Try(bands, bits)
			if err != nil {
				return nil, err
			}
			if best == nil || c.work() < best.work() {
				best = &c
			}
			if fewest == nil || c.Candidates < fewest.Candidates {
				fewest = &c
			}
		}
		if best == nil {
			continue
		}
		all = append(all, *best)
		if best.Bands != fewest.Bands {
			all = append(all, *fewest)
		}
	}
	slices.SortStableFunc(all, func(x, y Choice) int {
		switch {
		case x.Fits && !y.Fits:
			return -1
		case y.Fits && !x.Fits:
			return 1
		}
		return cmp.Or(cmp.Compare(x.work(), y.work()), cmp.Compare(x.Octets, y.Octets))
	})
	return all, nil
}

// work is what a query costs: lines of memory that are not in the cache.
func (c *Choice) work() float64 { return float64(c.Bands.Bands) + c.Candidates }

// bands returns the fewest bands of so many rows that reach the recall; false if there are none.
func (g Goal) bands(rows, bits int) (Bands, bool) {
	for n := 1; n <= minhash.Slots/rows; n++ {
		if b := (Bands{n, rows}); b.Recall(g.Similarity, bits) >= g.Recall {
			return b, true
		}
	}
	return Bands{}, false
}

// Try returns what is to be expected of given settings, whether or not they reach the goal.
func (g Goal) Try(b Bands, bits int) (Choice, error) {
	if err := g.check(); err != nil {
		return Choice{}, err
	}
	if err := b.check(); err != nil {
		return Choice{}, err
	}
	if bits != 1 && bits != 2 && bits != 4 && bits != 8 {
		return Choice{}, fmt.Errorf("%d bits a slot: expected 1, 2, 4 or 8", bits)
	}
	n := float64(g.Documents)
	one := min(g.Documents, MostDocuments, math.MaxInt) // index, if there are several
	c := Choice{
		Bits: bits, Bands: b, Recall: b.Recall(g.Similarity, bits),
		Sketch: float64(minhash.Slots*bits) / 8,
		Tables: float64(b.tablesLen(bits, int(one))) / float64(one),
		Chance: b.Recall(0, bits),
	}
	c.Octets = int64(math.Ceil(n * (c.Sketch + c.Tables)))
	c.Fits = g.Memory == 0 || c.Octets <= g.Memory
	others := n - 1
	c.Candidates = others * b.Recall(g.Background, bits)
	c.False = min(c.Candidates, others*reaches(g.Similarity, g.Background, bits))
	c.Build = g.Build(b.Bands)
	return c, nil
}

// Build returns how long it takes to make so many tables, each with an entry a document: see
// [Choice.Build].
func (g Goal) Build(tables int) time.Duration {
	return time.Duration(float64(tables) * float64(g.Documents) / entriesASecond * float64(time.Second))
}

// reaches returns the share of pairs of a resemblance whose estimate is at least the
// similarity, where slots agree independently of one another.
func reaches(similarity, resemblance float64, bits int) (share float64) {
	p := agreeing(resemblance, bits)
	for distance := 0; distance <= minhash.Slots && minhash.Similarity(distance, bits) >= similarity; distance++ {
		agree := float64(minhash.Slots - distance)
		share += binomial(minhash.Slots, distance) * math.Pow(p, agree) * math.Pow(1-p, float64(distance))
	}
	return min(1, share)
}

func binomial(n, k int) float64 {
	product := 1.0
	for i := range k {
		product = product * float64(n-i) / float64(i+1)
	}
	return product
}
