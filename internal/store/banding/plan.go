package banding

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
)

// A Goal says what tables have to find.
type Goal struct {
	Documents  int64
	Similarity float64 // the least resemblance of the pairs to find
	Recall     float64 // the share of pairs with that resemblance to find
	Background float64 // the resemblance of any other two documents
	Memory     int64   // available bytes; 0 means unknown
}

// A Choice is settings for a goal, with their expected costs and results.
type Choice struct {
	Bits   int   // a slot
	Bands  Bands // each is a table, and a probe of each query
	Recall float64

	Sketch float64 // bytes of a document's sketch
	Tables float64 // bytes of a document in the tables
	Bytes  int64   // of all documents, beside their ids
	Fits   bool    // in the memory, or the memory is unknown

	// Chance is the share of pairs without a common shingle that are candidates. Candidates is the
	// number of documents of the background that a query is compared with. False bounds the number
	// of these whose estimate reaches the similarity, so that they are found.
	Chance, Candidates, False float64

	// Build is the estimated time to build the tables from stored sketches. It assumes 10 million
	// entries a second, the rate of two cores of a server at 2.5 GHz.
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

// Choose returns settings that reach the recall. For each number of bits a slot it returns the
// settings with the fewest probes and candidates together. If other settings have fewer candidates, it
// returns those with the fewest, too. The first choice is the best. Choices that fit in the memory come
// first, then choices with fewer probes and candidates. There is at least one choice: slots of 1 bit agree
// by chance in all but one pair of 2^128.
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
		return cmp.Or(cmp.Compare(x.work(), y.work()), cmp.Compare(x.Bytes, y.Bytes))
	})
	return all, nil
}

// work returns the cost of a query: the number of memory lines that are not in the cache.
func (c *Choice) work() float64 { return float64(c.Bands.Bands) + c.Candidates }

// bands returns the fewest bands of a number of rows that reach the recall; false if there are none.
func (g Goal) bands(rows, bits int) (Bands, bool) {
	for n := 1; n <= minhash.Slots/rows; n++ {
		if b := (Bands{n, rows}); b.Recall(g.Similarity, bits) >= g.Recall {
			return b, true
		}
	}
	return Bands{}, false
}

// Try returns the expected costs and results of settings, whether or not they reach the goal.
func (g Goal) Try(b Bands, bits int) (Choice, error) {
	if err := g.check(); err != nil {
		return Choice{}, err
	}
	if err := b.Check(); err != nil {
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
		Tables: float64(b.TablesLen(bits, int(one))) / float64(one),
		Chance: b.Recall(0, bits),
	}
	c.Bytes = int64(math.Ceil(n * (c.Sketch + c.Tables)))
	c.Fits = g.Memory == 0 || c.Bytes <= g.Memory
	others := n - 1
	c.Candidates = others * b.Recall(g.Background, bits)
	c.False = min(c.Candidates, others*reaches(g.Similarity, g.Background, bits))
	c.Build = g.Build(b.Bands)
	return c, nil
}

// Build returns the estimated time to build tables with one entry for each document: see [Choice.Build].
func (g Goal) Build(tables int) time.Duration {
	return time.Duration(float64(tables) * float64(g.Documents) / entriesASecond * float64(time.Second))
}

// reaches returns the share of the pairs with a resemblance whose estimate is at least the similarity. It
// assumes that slots agree independently.
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
