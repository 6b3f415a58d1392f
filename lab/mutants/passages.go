package mutants

import (
	"bytes"
	"math/bits"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/engine/port"
	"github.com/lsh-interop/fpcheck/internal/rules"
	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
	"github.com/lsh-interop/fpcheck/vectors"
)

// factor is the factor of R13.16.
const factor = 0x9E3779B97F4A7C15

// repeating returns a mutation of chapter 13a.
func repeating(change func(r *rules.Passages)) func(p *port.Port) {
	r := rules.NewPassages()
	change(r)
	return passing(r)
}

// itemised returns a mutation of R13.12: chapters 1 to 4 by another scheme.
func itemised(scheme string, change func(s *rules.Scheme)) func(p *port.Port) {
	return repeating(func(r *rules.Passages) {
		s := rules.SchemeOf(scheme)
		s.Alphabetic, s.Grams = false, 1
		change(&s)
		r.Identifiers, r.Runs = rules.NewIdentifiers(s).Text, rules.NewNormaliser(s).Runs
		r.Tokens = rules.NewSegmenter(s).Tokens
	})
}

// weightsAs returns a mutation of R13.13.
func weightsAs(weight func(c rules.Class, weight int) int) func(p *port.Port) {
	return repeating(func(r *rules.Passages) {
		right := r.Weight
		r.Weight = func(c rules.Class) int { return weight(c, right(c)) }
	})
}

// weighingFirst returns a mutation of R13.13: code points of a kind have another class.
func weighingFirst(kind func(rune) bool, class rules.Class) func(p *port.Port) {
	return repeating(func(r *rules.Passages) {
		right := r.Class
		r.Class = func(first rune) rules.Class {
			if kind(first) {
				return class
			}
			return right(first)
		}
	})
}

// hashingBy returns a mutation of R13.16.
func hashingBy(step func(h, x uint64, i int) uint64) func(p *port.Port) {
	return repeating(func(r *rules.Passages) { r.Step = step })
}

// continuing returns a mutation of R13.18.
func continuing(continues func(b, w rules.Found) bool) func(p *port.Port) {
	return repeating(func(r *rules.Passages) { r.Continues = continues })
}

// placing returns a mutation of R13.19: it changes a place in bytes.
func placing(change func(octets []byte, place [2]int) [2]int) func(p *port.Port) {
	return repeating(func(r *rules.Passages) {
		right := r.Places
		r.Places = func(octets []byte) [][2]int {
			places := right(octets)
			for i, place := range places {
				places[i] = change(octets, place)
			}
			return places
		}
	})
}

// placingRows returns a mutation of R13.19: it changes the place of a row from one item to another.
func placingRows(change func(places [][2]int, from, to int) [2]int) func(p *port.Port) {
	places := rules.NewPassages().Places
	return answering(func(in vectors.Data, d *vectors.Data) {
		for i, row := range d.Passages {
			place := change(places(in.Texts[row[1]].Bytes()), int(row[2]), int(row[3]))
			d.Places[2*i], d.Places[2*i+1] = int64(place[0]), int64(place[1])
		}
	})
}

// answering returns a mutation of what a port answers about windows, passages and covers.
func answering(change func(in vectors.Data, d *vectors.Data)) func(p *port.Port) {
	return func(p *port.Port) {
		for _, stage := range []*func(vectors.Data) vectors.Data{&p.Windows, &p.Passages, &p.Covers} {
			right := *stage
			*stage = func(in vectors.Data) vectors.Data {
				d := right(in)
				change(in, &d)
				return d
			}
		}
	}
}

// rowsAs returns a mutation of the rows.
func rowsAs(change func(row []int64)) func(p *port.Port) {
	return answering(func(_ vectors.Data, d *vectors.Data) {
		for _, row := range d.Passages {
			change(row)
		}
	})
}

// countsAs returns a mutation of covers that are not too short.
func countsAs(change func(in vectors.Data, counts []int64)) func(p *port.Port) {
	return answering(func(in vectors.Data, d *vectors.Data) {
		if d.Counts != nil {
			change(in, d.Counts)
		}
	})
}

// inScript reports whether the Script of a code point is one of some.
func inScript(scripts ...ucd.Script) func(rune) bool {
	return func(r rune) bool { return slices.Contains(scripts, ucd.ScriptOf(r)) }
}

// passageMutants returns mutants of R13.12 to R13.22, and of R13.24.
func passageMutants() []Mutant {
	return slices.Concat(itemMutants(), windowMutants(), rowMutants(), placeMutants(), coverMutants(), restMutants())
}

// itemMutants returns mutants of R13.12 and R13.13.
func itemMutants() []Mutant {
	return []Mutant{
		{
			Name: "passages-without-numbers", Rule: "R13.12",
			Mistake: "applies R4.2",
			mutate:  itemised("sm1", func(s *rules.Scheme) { s.Alphabetic = true }),
		},
		{
			Name: "passages-grams", Rule: "R13.12",
			Mistake: "applies R4.8 as fingerprints do",
			mutate:  itemised("sm1", func(s *rules.Scheme) { s.Grams = 2 }),
		},
		{
			Name: "passages-by-sd1", Rule: "R13.12",
			Mistake: "applies chapters 1 to 4 as sd1 does",
			mutate:  itemised("sd1", func(s *rules.Scheme) { s.Grams = 0 }),
		},
		{
			Name: "passages-whole-runs", Rule: "R13.12",
			Mistake: "takes a class run as one item",
			mutate: repeating(func(r *rules.Passages) {
				s := rules.SchemeOf("sm1")
				s.Alphabetic = false
				segmenter := rules.NewSegmenter(s)
				segmenter.Grams = func(clusters []string) []string { return []string{strings.Join(clusters, "")} }
				r.Tokens = segmenter.Tokens
			}),
		},
		{
			Name: "passages-code-points", Rule: "R13.12",
			Mistake: "takes code points for clusters",
			mutate: repeating(func(r *rules.Passages) {
				tokens := r.Tokens
				r.Tokens = func(runs []string) (items []string) {
					for _, item := range tokens(runs) {
						if !r.Class([]rune(item)[0]).Clustered() {
							items = append(items, item)
							continue
						}
						for _, c := range item {
							items = append(items, string(c))
						}
					}
					return items
				}
			}),
		},
		{
			Name: "passages-of-identifiers", Rule: "R13.12",
			Mistake: "keeps identifiers as items",
			mutate:  itemised("sm1", func(s *rules.Scheme) { s.Identifiers = false }),
		},
		{
			Name: "passages-hyphens-not-joined", Rule: "R13.12",
			Mistake: "does not join words at line ends",
			mutate:  itemised("sm1", func(s *rules.Scheme) { s.Hyphens = false }),
		},
		{
			Name: "passages-case-kept", Rule: "R13.12",
			Mistake: "does not fold case",
			mutate:  itemised("sm1", func(s *rules.Scheme) { s.Fold = false }),
		},
		{
			Name: "passages-tatweel-kept", Rule: "R13.12",
			Mistake: "keeps tatweel",
			mutate:  itemised("sm1", func(s *rules.Scheme) { s.Tatweel = false }),
		},
		{
			Name: "passages-of-blanks", Rule: "R13.12",
			Mistake: "takes what is between blanks as an item",
			mutate: repeating(func(r *rules.Passages) {
				r.Runs, r.Tokens = strings.Fields, func(runs []string) []string { return runs }
			}),
		},
		{
			Name: "passages-without-underscores", Rule: "R13.12",
			Mistake: "drops words without a letter or a digit",
			mutate: dropping(func(item string) bool {
				return !strings.ContainsFunc(item, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
			}),
		},
		{
			Name: "passages-of-long-words", Rule: "R13.12",
			Mistake: "keeps words of more than 4,096 octets",
			mutate: repeating(func(r *rules.Passages) {
				s := rules.SchemeOf("sm1")
				s.Alphabetic, s.Grams = false, 1
				segmenter := rules.NewSegmenter(s)
				segmenter.LimitWord = func(word string) string { return word }
				r.Tokens = segmenter.Tokens
			}),
		},
		{
			Name: "passages-without-numbers-of-digits", Rule: "R13.12",
			Mistake: "drops numbers of digits alone",
			mutate: dropping(func(item string) bool {
				return !strings.ContainsFunc(item, func(r rune) bool { return !unicode.IsDigit(r) })
			}),
		},
		{
			Name: "passages-distinct-items", Rule: "R13.12",
			Mistake: "takes each item once",
			mutate: repeating(func(r *rules.Passages) {
				tokens := r.Tokens
				r.Tokens = func(runs []string) (items []string) {
					for _, item := range tokens(runs) {
						if !slices.Contains(items, item) {
							items = append(items, item)
						}
					}
					return items
				}
			}),
		},
		{
			Name: "passages-weights-swapped", Rule: "R13.13",
			Mistake: "weighs K as T, and T as K",
			mutate: weightsAs(func(_ rules.Class, weight int) int {
				if weight == 4 {
					return 4
				}
				return 3 - weight
			}),
		},
		{
			Name: "passages-weights-equal", Rule: "R13.13",
			Mistake: "counts items",
			mutate:  weightsAs(func(rules.Class, int) int { return 4 }),
		},
		{
			Name: "passages-clusters-weigh-two", Rule: "R13.13",
			Mistake: "weighs all clusters as K",
			mutate:  weightsAs(func(_ rules.Class, weight int) int { return max(weight, 2) }),
		},
		{
			Name: "passages-kana-weigh-one", Rule: "R13.13",
			Mistake: "weighs kana as sm1 does",
			mutate:  weighingFirst(inScript(ucd.Hiragana, ucd.Katakana), rules.Thai),
		},
		{
			Name: "passages-hangul-weighs-two", Rule: "R13.13",
			Mistake: "weighs Hangul as Han",
			mutate:  weighingFirst(inScript(ucd.Hangul), rules.K),
		},
		{
			Name: "passages-tibetan-weighs-one", Rule: "R13.13",
			Mistake: "weighs Tibetan as Thai",
			mutate:  weighingFirst(inScript(ucd.Tibetan), rules.Thai),
		},
		{
			Name: "passages-lao-weighs-four", Rule: "R13.13",
			Mistake: "does not know Lao",
			mutate:  weighingFirst(inScript(ucd.Lao), rules.W),
		},
		{
			Name: "passages-khmer-weighs-four", Rule: "R13.13",
			Mistake: "does not know Khmer",
			mutate:  weighingFirst(inScript(ucd.Khmer), rules.W),
		},
		{
			Name: "passages-burmese-weighs-four", Rule: "R13.13",
			Mistake: "does not know Burmese",
			mutate:  weighingFirst(inScript(ucd.Myanmar), rules.W),
		},
		{
			Name: "passages-thai-digits-weigh-one", Rule: "R13.13",
			Mistake: "weighs digits by their script",
			mutate: weighingFirst(func(r rune) bool { return inScript(ucd.Thai)(r) && ucd.CategoryOf(r) == ucd.Nd },
				rules.Thai),
		},
		{
			Name: "passages-prolonged-sound-weighs-four", Rule: "R13.13",
			Mistake: "weighs by Script alone",
			mutate:  weighingFirst(rules.OneOf("\u30FC"), rules.W),
		},
		{
			Name: "passages-numbers-weigh-one", Rule: "R13.13",
			Mistake: "weighs numbers less than words",
			mutate:  weighingFirst(rules.In(ucd.Nd), rules.Thai),
		},
	}
}

// dropping returns a mutation of R13.12: some items are dropped, with their places.
func dropping(drops func(item string) bool) func(p *port.Port) {
	return repeating(func(r *rules.Passages) {
		tokens := r.Tokens
		r.Tokens = func(runs []string) []string { return slices.DeleteFunc(tokens(runs), drops) }
	})
}

// windowMutants returns mutants of R13.14 to R13.16.
func windowMutants() []Mutant {
	least := func(weight, _, words int) bool { return weight >= 4*words }
	return []Mutant{
		{
			Name: "windows-weigh-more", Rule: "R13.14",
			Mistake: "takes a window that weighs more than 4n, not at least 4n",
			mutate:  enough(func(weight, _, words int) bool { return weight > 4*words }),
		},
		{
			Name: "windows-of-items", Rule: "R13.14",
			Mistake: "takes n items",
			mutate:  enough(func(_, items, words int) bool { return items >= words }),
		},
		{
			Name: "windows-rounded", Rule: "R13.14",
			Mistake: "rounds the length in words",
			mutate:  enough(func(weight, _, words int) bool { return weight+2 >= 4*words }),
		},
		{
			Name: "windows-weigh-n", Rule: "R13.14",
			Mistake: "takes n as a weight",
			mutate:  enough(func(weight, _, words int) bool { return weight >= words }),
		},
		{
			Name: "windows-of-less-than-128", Rule: "R13.14",
			Mistake: "takes at most 127 items",
			mutate:  enough(func(weight, items, words int) bool { return least(weight, items, words) || items == 127 }),
		},
		{
			Name: "windows-of-less-than-64", Rule: "R13.14",
			Mistake: "takes at most 63 items",
			mutate:  enough(func(weight, items, words int) bool { return least(weight, items, words) || items == 63 }),
		},
		{
			Name: "windows-at-the-end", Rule: "R13.14",
			Mistake: "takes shorter windows at the end of the text",
			mutate:  repeating(func(r *rules.Passages) { r.AtEnd = func(from int) bool { return from > 0 } }),
		},
		{
			Name: "windows-apart", Rule: "R13.14",
			Mistake: "begins the next window after the last one",
			mutate: each(func(windows []rules.Span) (apart []rules.Span) {
				for _, w := range windows {
					if len(apart) == 0 || apart[len(apart)-1].To <= w.From {
						apart = append(apart, w)
					}
				}
				return apart
			}),
		},
		{
			Name: "windows-of-different-ends", Rule: "R13.14",
			Mistake: "takes one of several windows that end with the same item",
			mutate: each(func(windows []rules.Span) []rules.Span {
				return slices.CompactFunc(slices.Clone(windows), func(a, b rules.Span) bool { return a.To == b.To })
			}),
		},
		{
			Name: "windows-distinct", Rule: "R13.14",
			Mistake: "takes each hash once",
			mutate:  each(distinct),
		},
		{
			Name: "windows-sorted", Rule: "R13.14",
			Mistake: "returns hashes in ascending order, as the stage features does",
			mutate:  answering(func(_ vectors.Data, d *vectors.Data) { slices.Sort(d.Elements) }),
		},
		{
			Name: "windows-too-short-is-whole", Rule: "R13.15",
			Mistake: "takes a text that is too short as one window",
			mutate:  repeating(func(r *rules.Passages) { r.AtEnd = func(from int) bool { return from == 0 } }),
		},
		{
			Name: "windows-too-short-is-empty", Rule: "R13.15",
			Mistake: "reports a text that is too short as one without windows",
			mutate: answering(func(_ vectors.Data, d *vectors.Data) {
				if d.Elements == nil && d.Passages == nil && d.Counts == nil {
					d.Elements = []string{}
				}
			}),
		},
		{
			Name: "windows-too-short-of-no-item", Rule: "R13.15",
			Mistake: "reports only a text without items as too short",
			mutate: answering(func(in vectors.Data, d *vectors.Data) {
				if d.Elements == nil && len(rules.NewPassages().Items(in.Raw.Bytes())) > 0 {
					d.Elements = []string{}
				}
			}),
		},
		{
			Name: "covers-too-short-are-zero", Rule: "R13.15",
			Mistake: "reports a reference that is too short as not found",
			mutate: answering(func(in vectors.Data, d *vectors.Data) {
				if len(in.Texts) == 2 && d.Passages == nil && d.Counts == nil {
					d.Counts = make([]int64, 6)
				}
			}),
		},
		{
			Name: "covers-documents-too-short", Rule: "R13.15",
			Mistake: "reports a document that is too short as a reference that is",
			mutate: answering(func(in vectors.Data, d *vectors.Data) {
				r := rules.NewPassages()
				if d.Counts != nil && len(r.Windows(r.Items(in.Texts[1].Bytes()), in.Words)) == 0 {
					d.Counts = nil
				}
			}),
		},
		{
			Name: "passages-too-short-fail", Rule: "R13.15",
			Mistake: "reports no rows if a text is too short",
			mutate: answering(func(in vectors.Data, d *vectors.Data) {
				r := rules.NewPassages()
				for _, text := range in.Texts {
					if d.Passages != nil && len(r.Windows(r.Items(text.Bytes()), in.Words)) == 0 {
						d.Passages, d.Places = [][]int64{}, []int64{}
					}
				}
			}),
		},
		{
			Name: "windows-items-not-mixed", Rule: "R13.16",
			Mistake: "takes the hash of an item without mix64",
			mutate: repeating(func(r *rules.Passages) {
				r.Hash = func(item string) uint64 { return rules.NewHash().Sum([]byte(item)) }
			}),
		},
		{
			Name: "windows-items-mixed-twice", Rule: "R13.16",
			Mistake: "mixes the hash of an item twice",
			mutate: repeating(func(r *rules.Passages) {
				right := r.Hash
				r.Hash = func(item string) uint64 { return rules.Mix64(right(item)) }
			}),
		},
		{
			Name: "windows-not-mixed", Rule: "R13.16",
			Mistake: "takes H without mix64",
			mutate:  repeating(func(r *rules.Passages) { r.Final = func(h uint64) uint64 { return h } }),
		},
		{
			Name: "windows-rotated", Rule: "R13.16",
			Mistake: "rotates H and takes XOR",
			mutate:  hashingBy(func(h, x uint64, _ int) uint64 { return bits.RotateLeft64(h, 1) ^ x }),
		},
		{
			Name: "windows-multiplied-after", Rule: "R13.16",
			Mistake: "multiplies after the addition",
			mutate:  hashingBy(func(h, x uint64, _ int) uint64 { return (h + x) * factor }),
		},
		{
			Name: "windows-xored", Rule: "R13.16",
			Mistake: "takes XOR in place of the sum",
			mutate:  hashingBy(func(h, x uint64, _ int) uint64 { return h*factor ^ x }),
		},
		{
			Name: "windows-backwards", Rule: "R13.16",
			Mistake: "multiplies item i by the factor to the power i, which reads the window backwards",
			mutate: hashingBy(func(h, x uint64, i int) uint64 {
				for range i {
					x *= factor
				}
				return h + x
			}),
		},
		{
			Name: "windows-not-multiplied", Rule: "R13.16",
			Mistake: "forgets the order of items",
			mutate:  hashingBy(func(h, x uint64, _ int) uint64 { return h + x }),
		},
		{
			Name: "windows-by-another-factor", Rule: "R13.16",
			Mistake: "multiplies by a factor of mix64",
			mutate:  hashingBy(func(h, x uint64, _ int) uint64 { return h*0xBF58476D1CE4E5B9 + x }),
		},
		{
			Name: "windows-in-53-bits", Rule: "R13.16",
			Mistake: "adds modulo 2^53, as numbers of JavaScript do",
			mutate:  hashingBy(func(h, x uint64, _ int) uint64 { return (h*factor + x) & (1<<53 - 1) }),
		},
		{
			Name: "windows-saturated", Rule: "R13.16",
			Mistake: "does not add modulo 2^64",
			mutate: hashingBy(func(h, x uint64, _ int) uint64 {
				sum, carry := bits.Add64(h*factor, x, 0)
				return sum | -carry
			}),
		},
		{
			Name: "windows-begin-with-ones", Rule: "R13.16",
			Mistake: "begins with H of ones",
			mutate: hashingBy(func(h, x uint64, i int) uint64 {
				if i == 0 {
					h = ^uint64(0)
				}
				return h*factor + x
			}),
		},
		{
			Name: "windows-of-48-bits", Rule: "R13.16",
			Mistake: "keeps 48 bits of a hash",
			mutate:  repeating(func(r *rules.Passages) { r.Final = func(h uint64) uint64 { return rules.Mix64(h) >> 16 } }),
		},
	}
}

// enough returns a mutation of R13.14.
func enough(enough func(weight, items, words int) bool) func(p *port.Port) {
	return repeating(func(r *rules.Passages) { r.Enough = enough })
}

// each returns a mutation that changes the windows that count.
func each(counts func(windows []rules.Span) []rules.Span) func(p *port.Port) {
	return repeating(func(r *rules.Passages) { r.Each = counts })
}

// distinct returns the first window with each hash.
func distinct(windows []rules.Span) (first []rules.Span) {
	for _, w := range windows {
		if !slices.ContainsFunc(first, func(f rules.Span) bool { return f.Hash == w.Hash }) {
			first = append(first, w)
		}
	}
	return first
}

// rowMutants returns mutants of R13.17, R13.18 and R13.22.
func rowMutants() []Mutant {
	return []Mutant{
		{
			Name: "passages-last-holder", Rule: "R13.17",
			Mistake: "takes the last text that has a window as its holder",
			mutate:  repeating(func(r *rules.Passages) { r.Holds = func(texts []int, _ int) int { return texts[len(texts)-1] } }),
		},
		{
			Name: "passages-nearest-holder", Rule: "R13.17",
			Mistake: "takes the text before that has a window as its holder",
			mutate: repeating(func(r *rules.Passages) {
				r.Holds = func(texts []int, text int) int { return texts[max(0, slices.Index(texts, text)-1)] }
			}),
		},
		{
			Name: "passages-occurrences", Rule: "R13.17",
			Mistake: "counts occurrences, not texts",
			mutate:  repeating(func(r *rules.Passages) { r.IsNew = func([]int, int) bool { return true } }),
		},
		{
			Name: "passages-other-texts", Rule: "R13.17",
			Mistake: "does not count the holder",
			mutate:  rowsAs(func(row []int64) { row[4]-- }),
		},
		{
			Name: "passages-frequency-in-place", Rule: "R13.17",
			Mistake: "counts the texts up to the text only",
			mutate: answering(func(in vectors.Data, d *vectors.Data) {
				r := rules.NewPassages()
				for _, row := range d.Passages {
					for _, earlier := range r.Rows(textsOf(in.Texts[:row[1]+1]), in.Words) {
						if int64(earlier.Text) == row[1] && int64(earlier.From) == row[2] {
							row[4] = int64(earlier.Frequency)
						}
					}
				}
			}),
		},
		{
			Name: "passages-of-holders", Rule: "R13.18",
			Mistake: "makes rows of windows whose holder is the text itself",
			mutate:  repeating(func(r *rules.Passages) { r.IsElsewhere = func(rules.Found) bool { return true } }),
		},
		{
			Name: "passages-single-windows", Rule: "R13.18",
			Mistake: "makes a row of each window",
			mutate:  continuing(func(_, _ rules.Found) bool { return false }),
		},
		{
			Name: "passages-across-holders", Rule: "R13.18",
			Mistake: "joins windows of different holders",
			mutate:  continuing(func(b, w rules.Found) bool { return b.Text == w.Text && b.Item+1 == w.Item }),
		},
		{
			Name: "passages-across-texts", Rule: "R13.18",
			Mistake: "joins windows of different texts",
			mutate:  continuing(func(b, w rules.Found) bool { return b.Holder == w.Holder && b.Item+1 == w.Item }),
		},
		{
			Name: "passages-across-a-gap", Rule: "R13.18",
			Mistake: "joins windows although one between them is missing",
			mutate: continuing(func(b, w rules.Found) bool {
				return b.Holder == w.Holder && b.Text == w.Text && w.Item-b.Item <= 2
			}),
		},
		{
			Name: "passages-across-all-gaps", Rule: "R13.18",
			Mistake: "makes one row of all windows with one holder",
			mutate:  continuing(func(b, w rules.Found) bool { return b.Holder == w.Holder && b.Text == w.Text }),
		},
		{
			Name: "passages-once", Rule: "R13.18",
			Mistake: "makes one row of a passage that occurs twice in a text",
			mutate:  each(distinct),
		},
		{
			Name: "passages-to-the-last", Rule: "R13.18",
			Mistake: "reports the last item, not the one after it",
			mutate:  rowsAs(func(row []int64) { row[3]-- }),
		},
		{
			Name: "passages-from-one", Rule: "R13.18",
			Mistake: "counts items from 1",
			mutate:  rowsAs(func(row []int64) { row[2]++; row[3]++ }),
		},
		{
			Name: "passages-texts-from-one", Rule: "R13.18",
			Mistake: "counts texts from 1",
			mutate:  rowsAs(func(row []int64) { row[0]++; row[1]++ }),
		},
		{
			Name: "passages-lengths", Rule: "R13.18",
			Mistake: "reports the number of items, not where a row ends",
			mutate:  rowsAs(func(row []int64) { row[3] -= row[2] }),
		},
		{
			Name: "passages-first-frequency", Rule: "R13.18",
			Mistake: "reports the frequency of the first window",
			mutate: frequencies(func(greatest, next int) int {
				if greatest > 0 {
					return greatest
				}
				return next
			}),
		},
		{
			Name: "passages-last-frequency", Rule: "R13.18",
			Mistake: "reports the frequency of the last window",
			mutate:  frequencies(func(_, next int) int { return next }),
		},
		{
			Name: "passages-least-frequency", Rule: "R13.18",
			Mistake: "reports the least frequency",
			mutate: frequencies(func(least, next int) int {
				if least > 0 {
					return min(least, next)
				}
				return next
			}),
		},
		{
			Name: "passages-by-holder", Rule: "R13.18",
			Mistake: "orders rows by holder",
			mutate: answering(func(_ vectors.Data, d *vectors.Data) {
				slices.SortStableFunc(d.Passages, func(a, b []int64) int { return int(a[0] - b[0]) })
			}),
		},
		{
			Name: "passages-longest-first", Rule: "R13.18",
			Mistake: "orders the rows of a text by length",
			mutate: answering(func(_ vectors.Data, d *vectors.Data) {
				slices.SortStableFunc(d.Passages, func(a, b []int64) int {
					if a[1] != b[1] {
						return int(a[1] - b[1])
					}
					return int(b[3] - b[2] - a[3] + a[2])
				})
			}),
		},
		{
			Name: "passages-apart", Rule: "R13.18",
			Mistake: "does not let rows overlap",
			mutate: answering(func(_ vectors.Data, d *vectors.Data) {
				for i, row := range d.Passages {
					if i > 0 && d.Passages[i-1][1] == row[1] {
						row[2] = max(row[2], d.Passages[i-1][3])
					}
				}
			}),
		},
		{
			Name: "passages-of-two-windows", Rule: "R13.18",
			Mistake: "drops rows of one window",
			mutate: answering(func(in vectors.Data, d *vectors.Data) {
				if d.Passages != nil {
					d.Passages = slices.DeleteFunc(slices.Clone(d.Passages), func(row []int64) bool { return row[3]-row[2] <= int64(in.Words) })
				}
			}),
		},
		{
			Name: "passages-frequent-dropped", Rule: "R13.22",
			Mistake: "makes no rows of windows that more than ten texts have",
			mutate: repeating(func(r *rules.Passages) {
				right := r.Holds
				r.Holds = func(texts []int, text int) int {
					if len(texts) > 10 {
						return text
					}
					return right(texts, text)
				}
			}),
		},
		{
			Name: "passages-frequency-limited", Rule: "R13.22",
			Mistake: "counts up to ten texts",
			mutate:  rowsAs(func(row []int64) { row[4] = min(row[4], 10) }),
		},
		{
			Name: "covers-without-frequent", Rule: "R13.22",
			Mistake: "leaves out windows that stand more than ten times in the document",
			mutate: each(func(windows []rules.Span) []rules.Span {
				times := make(map[uint64]int)
				for _, w := range windows {
					times[w.Hash]++
				}
				return slices.DeleteFunc(slices.Clone(windows), func(w rules.Span) bool { return times[w.Hash] > 10 })
			}),
		},
	}
}

// frequencies returns a mutation of R13.18.
func frequencies(frequency func(greatest, next int) int) func(p *port.Port) {
	return repeating(func(r *rules.Passages) { r.Frequency = frequency })
}

// placeMutants returns mutants of R13.19.
func placeMutants() []Mutant {
	return []Mutant{
		{
			Name: "places-in-code-points", Rule: "R13.19",
			Mistake: "counts code points",
			mutate: placing(func(octets []byte, place [2]int) [2]int {
				return [2]int{utf8.RuneCount(octets[:place[0]]), utf8.RuneCount(octets[:place[1]])}
			}),
		},
		{
			Name: "places-in-utf-16", Rule: "R13.19",
			Mistake: "counts units of UTF-16",
			mutate: placing(func(octets []byte, place [2]int) [2]int {
				units := func(b []byte) (n int) {
					for _, r := range string(b) {
						n += max(1, len(string(r))-2)
					}
					return n
				}
				return [2]int{units(octets[:place[0]]), units(octets[:place[1]])}
			}),
		},
		{
			Name: "places-decoded", Rule: "R13.19",
			Mistake: "counts in the text that chapter 1 makes",
			mutate: repeating(func(r *rules.Passages) {
				right := r.Places
				r.Places = func(octets []byte) [][2]int { return right([]byte(r.Text(octets))) }
			}),
		},
		{
			Name: "places-joined", Rule: "R13.19",
			Mistake: "counts in the text that chapter 2 makes",
			mutate: repeating(func(r *rules.Passages) {
				right := r.Places
				r.Places = func(octets []byte) [][2]int { return right([]byte(r.Identifiers(r.Text(octets)))) }
			}),
		},
		{
			Name: "places-without-marks", Rule: "R13.19",
			Mistake: "ends a place before marks that compose with a letter",
			mutate: placing(func(octets []byte, place [2]int) [2]int {
				for {
					r, size := utf8.DecodeLastRune(octets[:place[1]])
					if !rules.IsMark(r) {
						return place
					}
					place[1] -= size
				}
			}),
		},
		{
			Name: "places-of-first-and-last", Rule: "R13.19",
			Mistake: "takes the octets of an item's last code point for the last ones, though R3.1 puts marks in order",
			mutate: placing(func(octets []byte, place [2]int) [2]int {
				last, size := utf8.DecodeLastRune(octets[:place[1]])
				before, _ := utf8.DecodeLastRune(octets[:place[1]-size])
				if class := ucd.CombiningClass(last); class > 0 && class < ucd.CombiningClass(before) {
					place[1] -= size
				}
				return place
			}),
		},
		{
			Name: "places-with-what-is-deleted-after", Rule: "R13.19",
			Mistake: "adds what is deleted after an item",
			mutate: placing(func(octets []byte, place [2]int) [2]int {
				for bytes.HasPrefix(octets[place[1]:], []byte("\u00AD")) {
					place[1] += 2
				}
				return place
			}),
		},
		{
			Name: "places-with-what-is-deleted-before", Rule: "R13.19",
			Mistake: "adds what is deleted before an item",
			mutate: placing(func(octets []byte, place [2]int) [2]int {
				for bytes.HasSuffix(octets[:place[0]], []byte("\u00AD")) {
					place[0] -= 2
				}
				return place
			}),
		},
		{
			Name: "places-of-first-lines", Rule: "R13.19",
			Mistake: "ends the place of a word at a line end inside it",
			mutate: placing(func(octets []byte, place [2]int) [2]int {
				if i := bytes.IndexByte(octets[place[0]:place[1]], '\n'); i >= 0 {
					place[1] = place[0] + i
				}
				return place
			}),
		},
		{
			Name: "places-of-last-lines", Rule: "R13.19",
			Mistake: "begins the place of a word after a line end inside it",
			mutate: placing(func(octets []byte, place [2]int) [2]int {
				place[0] += bytes.IndexByte(octets[place[0]:place[1]], '\n') + 1
				return place
			}),
		},
		{
			Name: "places-as-long-as-items", Rule: "R13.19",
			Mistake: "adds the length of an item, not of what it comes from",
			mutate: repeating(func(r *rules.Passages) {
				right := r.Places
				r.Places = func(octets []byte) [][2]int {
					places := right(octets)
					for i, item := range r.Items(octets) {
						places[i][1] = places[i][0] + len(item)
					}
					return places
				}
			}),
		},
		{
			Name: "places-to-the-last", Rule: "R13.19",
			Mistake: "reports the last octet, not the end after it",
			mutate:  placing(func(_ []byte, place [2]int) [2]int { return [2]int{place[0], place[1] - 1} }),
		},
		{
			Name: "places-of-rows-to-the-next", Rule: "R13.19",
			Mistake: "ends the place of a row where the next item begins",
			mutate: placingRows(func(places [][2]int, from, to int) [2]int {
				if to < len(places) {
					return [2]int{places[from][0], places[to][0]}
				}
				return [2]int{places[from][0], places[to-1][1]}
			}),
		},
		{
			Name: "places-of-rows-to-the-last-item", Rule: "R13.19",
			Mistake: "ends the place of a row where its last item begins",
			mutate:  placingRows(func(places [][2]int, from, to int) [2]int { return [2]int{places[from][0], places[to-1][0]} }),
		},
	}
}

// coverMutants returns mutants of R13.20 and R13.21.
func coverMutants() []Mutant {
	total := func(weights []int) (sum int) {
		for _, w := range weights {
			sum += w
		}
		return sum
	}
	return []Mutant{
		{
			Name: "covers-of-twice-the-weight", Rule: "R13.20",
			Mistake: "takes stretches of twice the weight of the reference",
			mutate:  stretching(func(stretch, reference []int) bool { return total(stretch) <= 2*total(reference) }),
		},
		{
			Name: "covers-of-the-weight", Rule: "R13.20",
			Mistake: "takes stretches of the weight of the reference",
			mutate:  stretching(func(stretch, reference []int) bool { return total(stretch) <= total(reference) }),
		},
		{
			Name: "covers-of-less-than-3-2", Rule: "R13.20",
			Mistake: "takes stretches of less than 3/2 of the weight of the reference",
			mutate:  stretching(func(stretch, reference []int) bool { return 2*total(stretch) < 3*total(reference) }),
		},
		{
			Name: "covers-of-items", Rule: "R13.20",
			Mistake: "takes stretches of 3/2 of the items of the reference",
			mutate:  stretching(func(stretch, reference []int) bool { return 2*len(stretch) <= 3*len(reference) }),
		},
		{
			Name: "covers-of-3-2-rounded", Rule: "R13.20",
			Mistake: "rounds 3/2 of the weight to words",
			mutate:  stretching(func(stretch, reference []int) bool { return total(stretch) <= 3*total(reference)/8*4 }),
		},
		{
			Name: "covers-of-any-weight", Rule: "R13.20",
			Mistake: "takes stretches of any weight",
			mutate:  stretching(func(_, _ []int) bool { return true }),
		},
		{
			Name: "covers-last", Rule: "R13.20",
			Mistake: "takes the last of several best stretches",
			mutate:  better(func(next, best rules.Covered) bool { return next.Weight >= best.Weight && next.Weight > 0 }),
		},
		{
			Name: "covers-last-start", Rule: "R13.20",
			Mistake: "takes the last of several best stretches, and of those the shortest",
			mutate: better(func(next, best rules.Covered) bool {
				return next.Weight > best.Weight || next.Weight == best.Weight && next.From > best.From
			}),
		},
		{
			Name: "covers-longest", Rule: "R13.20",
			Mistake: "takes the longest of several best stretches that begin first",
			mutate: better(func(next, best rules.Covered) bool {
				return next.Weight > best.Weight || next.Weight == best.Weight && next.From == best.From
			}),
		},
		{
			Name: "covers-shortest", Rule: "R13.20",
			Mistake: "takes the shortest of several best stretches, before the one that begins first",
			mutate: better(func(next, best rules.Covered) bool {
				return next.Weight > best.Weight || next.Weight == best.Weight && next.To-next.From < best.To-best.From
			}),
		},
		{
			Name: "covers-by-run", Rule: "R13.20",
			Mistake: "takes the stretch with the longest run",
			mutate:  better(func(next, best rules.Covered) bool { return next.Run > best.Run }),
		},
		{
			Name: "covers-first", Rule: "R13.20",
			Mistake: "takes the first stretch",
			mutate:  better(func(_, best rules.Covered) bool { return best.Weight == 0 }),
		},
		{
			Name: "covers-windows", Rule: "R13.20",
			Mistake: "counts an item as often as windows cover it",
			mutate:  times(func(windows int) int { return windows }),
		},
		{
			Name: "covers-run-across-items", Rule: "R13.20",
			Mistake: "continues a run if windows overlap",
			mutate:  repeating(func(r *rules.Passages) { r.InRun = func(before, w rules.Span) bool { return w.From <= before.To } }),
		},
		{
			Name: "covers-run-across-gaps", Rule: "R13.20",
			Mistake: "takes the whole stretch as the run",
			mutate:  repeating(func(r *rules.Passages) { r.InRun = func(rules.Span, rules.Span) bool { return true } }),
		},
		{
			Name: "covers-run-of-a-window", Rule: "R13.20",
			Mistake: "takes the longest window as the run",
			mutate:  repeating(func(r *rules.Passages) { r.InRun = func(rules.Span, rules.Span) bool { return false } }),
		},
		{
			Name: "covers-run-in-words", Rule: "R13.20",
			Mistake: "counts the run in words",
			mutate:  countsAs(func(_ vectors.Data, counts []int64) { counts[3] /= 4 }),
		},
		{
			Name: "covers-to-the-last", Rule: "R13.20",
			Mistake: "reports the last item of the stretch",
			mutate:  countsAs(func(_ vectors.Data, counts []int64) { counts[5] = max(0, counts[5]-1) }),
		},
		{
			Name: "covers-of-the-document", Rule: "R13.20",
			Mistake: "counts the items of the document that are covered",
			mutate: countsAs(func(in vectors.Data, counts []int64) {
				counts[2] = containedReversed(in)
			}),
		},
		{
			Name: "covers-by-the-whole-document", Rule: "R13.20",
			Mistake: "counts what the whole document covers",
			mutate:  countsAs(func(_ vectors.Data, counts []int64) { counts[2] = counts[1] }),
		},
		{
			Name: "covers-reversed", Rule: "R13.20",
			Mistake: "looks for the document in the reference",
			mutate: func(p *port.Port) {
				right := p.Covers
				p.Covers = func(in vectors.Data) vectors.Data {
					in.Texts = slices.Concat([]vectors.Bytes{in.Texts[1], in.Texts[0]}, in.Texts[2:])
					return right(in)
				}
			},
		},
		{
			Name: "contained-reversed", Rule: "R13.21",
			Mistake: "finds what of the document the reference contains",
			mutate: countsAs(func(in vectors.Data, counts []int64) {
				counts[1] = containedReversed(in)
			}),
		},
		{
			Name: "contained-windows", Rule: "R13.21",
			Mistake: "counts an item as often as windows contain it",
			mutate:  times(func(windows int) int { return windows }),
		},
		{
			Name: "contained-by-windows", Rule: "R13.21",
			Mistake: "counts windows, not items",
			mutate: countsAs(func(in vectors.Data, counts []int64) {
				r := rules.NewPassages()
				others := r.Windows(r.Items(in.Texts[1].Bytes()), in.Words)
				counts[1] = 0
				for _, w := range r.Windows(r.Items(in.Texts[0].Bytes()), in.Words) {
					if slices.ContainsFunc(others, func(o rules.Span) bool { return o.Hash == w.Hash }) {
						counts[1] += 4
					}
				}
			}),
		},
		{
			Name: "contained-in-a-stretch", Rule: "R13.21",
			Mistake: "counts what the best stretch contains",
			mutate:  countsAs(func(_ vectors.Data, counts []int64) { counts[1] = counts[2] }),
		},
		{
			Name: "contained-once", Rule: "R13.21",
			Mistake: "counts the first window with a hash",
			mutate:  each(distinct),
		},
		{
			Name: "contained-words", Rule: "R13.21",
			Mistake: "counts words, not weight",
			mutate:  countsAs(func(_ vectors.Data, counts []int64) { counts[0] /= 4; counts[1] /= 4 }),
		},
	}
}

// restMutants returns mutants of R13.24.
func restMutants() []Mutant {
	return []Mutant{
		{
			Name: "covers-ignored-not", Rule: "R13.24",
			Mistake: "ignores nothing",
			mutate:  repeating(func(r *rules.Passages) { r.Ignores = func(rules.Span, int) bool { return false } }),
		},
		{
			Name: "covers-ignored-first-items", Rule: "R13.24",
			Mistake: "ignores the first item of an ignored window",
			mutate: repeating(func(r *rules.Passages) {
				r.Ignores = func(w rules.Span, item int) bool { return item == w.From }
			}),
		},
		{
			Name: "covers-ignored-first-text", Rule: "R13.24",
			Mistake: "ignores one text",
			mutate: func(p *port.Port) {
				right := p.Covers
				p.Covers = func(in vectors.Data) vectors.Data {
					in.Texts = in.Texts[:min(3, len(in.Texts))]
					return right(in)
				}
			},
		},
		{
			Name: "covers-ignored-beside", Rule: "R13.24",
			Mistake: "counts windows with an item that is not ignored",
			mutate: repeating(func(r *rules.Passages) {
				r.Counts = func(w rules.Span, in []rules.Piece) bool {
					return slices.ContainsFunc(in, func(p rules.Piece) bool { return w.From < p.To && p.From < w.To })
				}
			}),
		},
		{
			Name: "covers-ignored-behind", Rule: "R13.24",
			Mistake: "counts windows that begin with an item that is not ignored",
			mutate: repeating(func(r *rules.Passages) {
				r.Counts = func(w rules.Span, in []rules.Piece) bool {
					return slices.ContainsFunc(in, func(p rules.Piece) bool { return p.From <= w.From && w.From < p.To })
				}
			}),
		},
		{
			Name: "covers-ignored-weight", Rule: "R13.24",
			Mistake: "reports the weight of the whole reference",
			mutate: countsAs(func(in vectors.Data, counts []int64) {
				counts[0] = int64(rules.NewPassages().RestOf(in.Texts[0].Bytes(), in.Words).Weight())
			}),
		},
		{
			Name: "covers-ignored-short-parts", Rule: "R13.24",
			Mistake: "adds the weight of parts without a window",
			mutate: repeating(func(r *rules.Passages) {
				r.Parts = func(parts []rules.Piece) []rules.Piece { return parts }
			}),
		},
		{
			Name: "covers-ignored-limit-of-all", Rule: "R13.24",
			Mistake: "takes stretches of 3/2 of the weight of the whole reference",
			mutate: repeating(func(r *rules.Passages) {
				r.Extent = func(_ []rules.Piece, items int) []rules.Piece { return []rules.Piece{{To: items}} }
			}),
		},
		{
			Name: "covers-ignored-limit-of-rest", Rule: "R13.24",
			Mistake: "takes stretches of 3/2 of the weight of the rest",
			mutate: repeating(func(r *rules.Passages) {
				r.Extent = func(parts []rules.Piece, _ int) []rules.Piece { return parts }
			}),
		},
	}
}

// containedReversed returns the weight of the items of a document that the reference contains.
func containedReversed(in vectors.Data) int64 {
	r := rules.NewPassages()
	return int64(r.Contained(r.RestOf(in.Texts[1].Bytes(), in.Words), in.Texts[0].Bytes(), in.Words))
}

// stretching returns a mutation of R13.20.
func stretching(fits func(stretch, reference []int) bool) func(p *port.Port) {
	return repeating(func(r *rules.Passages) { r.Fits = fits })
}

// better returns a mutation of R13.20.
func better(better func(next, best rules.Covered) bool) func(p *port.Port) {
	return repeating(func(r *rules.Passages) { r.Better = better })
}

// times returns a mutation of R13.20 and R13.21.
func times(times func(windows int) int) func(p *port.Port) {
	return repeating(func(r *rules.Passages) { r.Times = times })
}
