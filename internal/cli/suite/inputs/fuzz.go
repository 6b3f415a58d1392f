// Package inputs generates inputs that implementations of the specification often disagree about.
// Examples are code points at the edges of tables, lengths around limits, and malformed bytes. It also
// shrinks an input for as long as a condition holds.
//
// Package fuzz asks ports about the inputs.
package inputs

import (
	"iter"
	"slices"

	"github.com/lsh-interop/fpcheck/internal/kernel/splitmix"
	"github.com/lsh-interop/fpcheck/vectors"
)

// A Case has the inputs of one number, which belong together.
type Case struct {
	Number    uint64
	Generator string
	Probes    []Probe
}

// A Probe is one input for one stage.
type Probe struct {
	Stage  vectors.Stage
	Scheme string // "": each scheme that has the stage
	Input  vectors.Data
	Cuts   []int // offsets at which the input of a pipeline is cut (R9.2); nil: it is not
}

// generator makes one kind of cases.
type generator struct {
	name  string
	about string // in a few words
	share int    // number of its cases in [round]
	make  func(r *random, turn uint64) []Probe
}

// Generators yields the name of each generator and what it makes.
func Generators() iter.Seq2[string, string] {
	return func(yield func(name, about string) bool) {
		for _, g := range generators {
			if !yield(g.name, g.about) {
				return
			}
		}
	}
}

// generators has all generators. A new one, or another share, changes which case a number has.
var generators = []generator{
	{"scalars", "code points at the edges of every table", 7, ofText(scalars)},
	{"texts", "texts in ten languages, mutated", 6, ofText(mutated)},
	{"malformed", "malformed UTF-8", 3, ofText(malformed)},
	{"identifiers", "URLs, DOIs, addresses and what is nearly one", 5, ofText(identifiers)},
	{"limits", "atoms, words, marks, blanks and repetitions around each limit", 8, ofText(limits)},
	{"html", "HTML in no order, in many encodings", 4, ofHTML},
	{"articles", "pages with an article and what sites put around one", 4, ofArticles},
	{"xml", "XML with a fault or none, in many encodings", 3, ofXML},
	{"joins", "hyphens and white space at line ends, in all scripts", 6, ofText(joins)},
	{"clusters", "letters and marks of all scripts, Hangul, kana, i, tatweel", 7, ofText(clusters)},
	{"repeats", "repeated words and shingles", 3, repeats},
	{"digests", "numbers, signs and symbols, for the text digest", 6, ofDigests},
	{"strings", "fingerprints as strings, right and wrong, and pairs of them", 6, fingerprints},
	{"stages", "elements, counters, full forms and sketches", 5, stageInputs},
	{"documents", "sketches for bands, and documents for clusters", 3, documents},
	{"compared", "pairs of texts with operators and numbers, to compare", 5, ofPairs},
	{"passages", "texts that share passages, for windows of 1 to 32 words", 5, ofPassages},
	{"pages", "the golden vectors of HTML, mutated", 1, ofPages},
	{"vectors", "the other golden vectors, mutated", 4, ofVectors},
}

// round is the order in which the generators take turns. It spreads the turns of each evenly.
var round = func() []int {
	var order []int
	total := 0
	for _, g := range generators {
		total += g.share
	}
	due := make([]int, len(generators)) // how far each is behind, in parts of total
	for range total {
		for i, g := range generators {
			due[i] += g.share
		}
		next := slices.Index(due, slices.Max(due))
		due[next] -= total
		order = append(order, next)
	}
	return order
}()

// at returns whose turn a number is, and which of its turns.
func at(number uint64) (g *generator, turn uint64) {
	in := int(number % uint64(len(round)))
	g = &generators[round[in]]
	for _, i := range round[:in] {
		if &generators[i] == g {
			turn++
		}
	}
	return g, turn + number/uint64(len(round))*uint64(g.share)
}

// GeneratorOf returns the name of the generator of a number, for any seed.
func GeneratorOf(number uint64) string {
	g, _ := at(number)
	return g.name
}

// At returns a case of a seed. The case depends only on these two numbers, not on earlier cases.
func At(seed, number uint64) Case {
	g, turn := at(number)
	r := random(splitmix.Mix(splitmix.Mix(seed) + number))
	// Different seeds go different ways through the tables.
	return Case{number, g.name, g.make(&r, turn+splitmix.Mix(seed)>>40)}
}
