package mutants

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/lsh-interop/fpcheck/internal/rules"
)

// clustering replaces a part of chapter 13.
func clustering(change func(c *rules.Clustering)) func(r *rules.Rules) {
	return func(r *rules.Rules) { change(r.Clustering) }
}

// ordering replaces the order of R13.1 by that of two weights and, where they are the same, of
// two ids.
func ordering(weight func(a, b int64) bool, id func(a, b string) bool) func(r *rules.Rules) {
	return clustering(func(c *rules.Clustering) {
		c.Before = func(a, b rules.Document) bool {
			if weight(a.Weight, b.Weight) || weight(b.Weight, a.Weight) {
				return weight(a.Weight, b.Weight)
			}
			return id(a.ID, b.ID)
		}
	})
}

func greater(a, b int64) bool { return a > b }
func less(a, b string) bool   { return a < b }

// pairing replaces the candidates of a bucket.
func pairing(pairs func(bucket []int, most int) [][2]int) func(r *rules.Rules) {
	return clustering(func(c *rules.Clustering) { c.Pairs = pairs })
}

// parting replaces the candidates of a part.
func parting(pairs func(part []int, most int) [][2]int) func(r *rules.Rules) {
	return clustering(func(c *rules.Clustering) { c.Parts = pairs })
}

// keying replaces the key of slots.
func keying(key func(slots []byte, width int) []byte) func(r *rules.Rules) {
	return clustering(func(c *rules.Clustering) { c.Key = key })
}

// joining replaces whether a linked document joins.
func joining(joins func(toRepresentative, toMember, floor float64) bool) func(r *rules.Rules) {
	return clustering(func(c *rules.Clustering) { c.Joins = joins })
}

// rowing replaces the similarity of a row.
func rowing(similarity func(s rules.Similarities) float64) func(r *rules.Rules) {
	return clustering(func(c *rules.Clustering) {
		c.Row = func(d, representative rules.Document, s rules.Similarities) rules.Row {
			return rules.Row{ID: d.ID, Cluster: representative.ID, Similarity: similarity(s)}
		}
	})
}

// everyTwo are all pairs of a bucket, and star those of its first.
func everyTwo(bucket []int) (pairs [][2]int) {
	for i, a := range bucket {
		for _, b := range bucket[i+1:] {
			pairs = append(pairs, [2]int{a, b})
		}
	}
	return pairs
}

func star(bucket []int) (pairs [][2]int) {
	for _, b := range bucket[1:] {
		pairs = append(pairs, [2]int{bucket[0], b})
	}
	return pairs
}

// clusterMutants are the mutants of chapter 13.
func clusterMutants() []Mutant {
	return []Mutant{
		{
			Name: "weights-ignored", Rule: "R13.1",
			Mistake: "orders documents by their ids alone",
			replace: ordering(func(a, b int64) bool { return false }, less),
		},
		{
			Name: "lightest-first", Rule: "R13.1",
			Mistake: "lets the lesser weight come first",
			replace: ordering(func(a, b int64) bool { return a < b }, less),
		},
		{
			Name: "weights-as-strings", Rule: "R13.1",
			Mistake: "compares weights as strings of digits: 9 is more than 10",
			replace: ordering(func(a, b int64) bool { return strconv.FormatInt(a, 10) > strconv.FormatInt(b, 10) }, less),
		},
		{
			Name: "weights-as-floats", Rule: "R13.1",
			Mistake: "keeps weights in floating point of 32 bits",
			replace: ordering(func(a, b int64) bool { return float32(a) > float32(b) }, less),
		},
		{
			Name: "greatest-id-first", Rule: "R13.1",
			Mistake: "lets the greater id come first where weights are the same",
			replace: ordering(greater, func(a, b string) bool { return a > b }),
		},
		{
			Name: "shorter-id-after", Rule: "R13.1",
			Mistake: "lets the longer id come first where the other is its beginning",
			replace: ordering(greater, func(a, b string) bool {
				if strings.HasPrefix(a, b) || strings.HasPrefix(b, a) {
					return len(a) > len(b)
				}
				return a < b
			}),
		},
		{
			Name: "shorter-ids-first", Rule: "R13.1",
			Mistake: "orders ids by their length, as numbers are",
			replace: ordering(greater, func(a, b string) bool {
				return len(a) < len(b) || len(a) == len(b) && a < b
			}),
		},
		{
			Name: "ids-without-case", Rule: "R13.1",
			Mistake: "orders ids as a dictionary does, without regard to case",
			replace: ordering(greater, func(a, b string) bool { return strings.ToLower(a) < strings.ToLower(b) }),
		},
		{
			Name: "ids-of-utf16", Rule: "R13.1",
			Mistake: "orders ids by units of UTF-16, as Java and JavaScript do",
			replace: ordering(greater, func(a, b string) bool {
				return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b))) < 0
			}),
		},
		{
			Name: "ids-of-signed-octets", Rule: "R13.1",
			Mistake: "orders ids by signed octets, as Java's bytes are",
			replace: ordering(greater, func(a, b string) bool {
				signed := func(s string) (list []int8) {
					for _, c := range []byte(s) {
						list = append(list, int8(c))
					}
					return list
				}
				return slices.Compare(signed(a), signed(b)) < 0
			}),
		},
		{
			Name: "copies-fill-buckets", Rule: "R13.2", Scheme: "mh1",
			Mistake: "counts the copies of a document in its buckets",
			replace: clustering(func(c *rules.Clustering) { c.Copies = func(a, b rules.Fingerprint) bool { return false } }),
		},
		{
			Name: "copies-are-the-same", Rule: "R13.2",
			Mistake: "gives a copy the similarity 1, to the document that it is a copy of",
			replace: rowing(func(s rules.Similarities) float64 {
				if s.Copy {
					return 1
				}
				return s.ToRepresentative
			}),
		},
		{
			Name: "lengths-kept", Rule: "R13.2", Scheme: "mh1",
			Mistake: "compares sketches of different lengths two by two, as they were given",
			replace: clustering(func(c *rules.Clustering) { c.Length = func(own, _ int) int { return own } }),
		},
		{
			Name: "bands-strided", Rule: "R13.3", Scheme: "mh1",
			Mistake: "takes every B-th slot for a band",
			replace: clustering(func(c *rules.Clustering) {
				c.Band = func(slots []byte, band, bands, rows int) (of []byte) {
					for row := range rows {
						of = append(of, slots[row*bands+band])
					}
					return of
				}
			}),
		},
		{
			Name: "bands-from-the-end", Rule: "R13.3", Scheme: "mh1",
			Mistake: "lets the last band end with the last slot",
			replace: clustering(func(c *rules.Clustering) {
				c.Band = func(slots []byte, band, bands, rows int) []byte {
					from := len(slots) - (bands-band)*rows
					return slots[from : from+rows]
				}
			}),
		},
		{
			Name: "last-band-has-the-rest", Rule: "R13.3", Scheme: "mh1",
			Mistake: "puts the slots that are left over into the last band",
			replace: clustering(func(c *rules.Clustering) {
				c.Band = func(slots []byte, band, bands, rows int) []byte {
					if band == bands-1 {
						return slots[band*rows:]
					}
					return slots[band*rows : (band+1)*rows]
				}
			}),
		},
		{
			Name: "keys-reversed", Rule: "R13.3", Scheme: "mh1",
			Mistake: "writes the slots of a key from the last one on, as a little-endian number",
			replace: keying(func(slots []byte, width int) []byte {
				slices.Reverse(slots)
				return rules.Pack(filled(slots, width), width)
			}),
		},
		{
			Name: "slots-reversed-in-octets", Rule: "R13.3", Scheme: "mh1",
			Mistake: "fills octets of a key from the lowest bit on",
			replace: keying(func(slots []byte, width int) []byte {
				slots = filled(slots, width)
				n := 8 / width
				for i := 0; i < len(slots); i += n {
					slices.Reverse(slots[i : i+n])
				}
				return rules.Pack(slots, width)
			}),
		},
		{
			Name: "keys-filled-in-front", Rule: "R13.3", Scheme: "mh1",
			Mistake: "fills a key with 0 in front, as a number has it",
			replace: keying(func(slots []byte, width int) []byte {
				for len(slots)*width%8 != 0 {
					slots = slices.Insert(slots, 0, 0)
				}
				return rules.Pack(slots, width)
			}),
		},
		{
			Name: "keys-of-octets", Rule: "R13.3", Scheme: "mh1",
			Mistake: "writes each slot of a key as an octet, however few bits it has",
			replace: keying(func(slots []byte, _ int) []byte { return slots }),
		},
		{
			Name: "bands-share-buckets", Rule: "R13.4", Scheme: "mh1",
			Mistake: "puts the keys of all bands into one table",
			replace: clustering(func(c *rules.Clustering) {
				c.Bucket = func(_ int, key []byte) string { return string(key) }
			}),
		},
		{
			Name: "all-are-candidates", Rule: "R13.4", Scheme: "mh1",
			Mistake: "compares every two MinHashes, too",
			replace: clustering(func(c *rules.Clustering) { c.Bucket = func(int, []byte) string { return "" } }),
		},
		{
			Name: "simhashes-in-blocks", Rule: "R13.4",
			Mistake: "compares only SimHashes that agree in one of four blocks of 16 bits, at any threshold",
			replace: clustering(func(c *rules.Clustering) {
				c.Every = func(a, b rules.Fingerprint) bool {
					for i := 0; i < len(a.Sketch); i += 2 {
						if a.Sketch[i] == b.Sketch[i] && a.Sketch[i+1] == b.Sketch[i+1] {
							return true
						}
					}
					return false
				}
			}),
		},
		{
			Name: "large-buckets-left-out", Rule: "R13.4", Scheme: "mh1",
			Mistake: "finds no candidates in a large bucket",
			replace: pairing(func(bucket []int, most int) [][2]int {
				if len(bucket) > most {
					return nil
				}
				return everyTwo(bucket)
			}),
		},
		{
			Name: "no-bucket-too-large", Rule: "R13.4", Scheme: "mh1",
			Mistake: "compares every two documents of a bucket, however large it is",
			replace: pairing(func(bucket []int, _ int) [][2]int { return everyTwo(bucket) }),
		},
		{
			Name: "bucket-of-most-too-large", Rule: "R13.4", Scheme: "mh1",
			Mistake: "takes a bucket of M documents for too large",
			replace: pairing(func(bucket []int, most int) [][2]int {
				if len(bucket) >= most {
					return star(bucket)
				}
				return everyTwo(bucket)
			}),
		},
		{
			Name: "first-of-bucket-is-last", Rule: "R13.4", Scheme: "mh1",
			Mistake: "compares the documents of a large bucket with the last of the order",
			replace: pairing(func(bucket []int, most int) [][2]int {
				if len(bucket) > most {
					reversed := slices.Clone(bucket)
					slices.Reverse(reversed)
					return star(reversed)
				}
				return everyTwo(bucket)
			}),
		},
		{
			Name: "large-bucket-cut", Rule: "R13.4", Scheme: "mh1",
			Mistake: "keeps the first M documents of a large bucket",
			replace: pairing(func(bucket []int, most int) [][2]int { return everyTwo(bucket[:min(most, len(bucket))]) }),
		},
		{
			Name: "neighbours-in-bucket", Rule: "R13.4", Scheme: "mh1",
			Mistake: "compares each document of a large bucket with the next",
			replace: pairing(func(bucket []int, most int) (pairs [][2]int) {
				if len(bucket) <= most {
					return everyTwo(bucket)
				}
				for i := range bucket[1:] {
					pairs = append(pairs, [2]int{bucket[i], bucket[i+1]})
				}
				return pairs
			}),
		},
		{
			Name: "parts-left-out", Rule: "R13.4", Scheme: "mh1",
			Mistake: "finds no candidates in a hot bucket but those of its first document",
			replace: parting(func([]int, int) [][2]int { return nil }),
		},
		{
			Name: "large-parts-left-out", Rule: "R13.4", Scheme: "mh1",
			Mistake: "finds no candidates in a large part",
			replace: parting(func(part []int, most int) [][2]int {
				if len(part) > most {
					return nil
				}
				return everyTwo(part)
			}),
		},
		{
			Name: "no-part-too-large", Rule: "R13.4", Scheme: "mh1",
			Mistake: "compares every two documents of a part, however large it is",
			replace: parting(func(part []int, _ int) [][2]int { return everyTwo(part) }),
		},
		{
			Name: "part-of-most-too-large", Rule: "R13.4", Scheme: "mh1",
			Mistake: "takes a part of M documents for too large",
			replace: parting(func(part []int, most int) [][2]int {
				if len(part) >= most {
					return star(part)
				}
				return everyTwo(part)
			}),
		},
		{
			Name: "first-of-part-is-last", Rule: "R13.4", Scheme: "mh1",
			Mistake: "compares the documents of a large part with the last of the order",
			replace: parting(func(part []int, most int) [][2]int {
				if len(part) > most {
					reversed := slices.Clone(part)
					slices.Reverse(reversed)
					return star(reversed)
				}
				return everyTwo(part)
			}),
		},
		{
			Name: "common-value-makes-a-part", Rule: "R13.4", Scheme: "mh1",
			Mistake: "makes a part of every value",
			replace: clustering(func(c *rules.Clustering) { c.Part = func(_, _ int, _, _ byte) bool { return true } }),
		},
		{
			Name: "parts-of-bands-only", Rule: "R13.4", Scheme: "mh1",
			Mistake: "makes parts by the slots of bands only",
			replace: clustering(func(c *rules.Clustering) {
				c.Part = func(slot, used int, value, common byte) bool { return value != common && slot < used }
			}),
		},
		{
			Name: "parts-outside-bands-only", Rule: "R13.4", Scheme: "mh1",
			Mistake: "makes parts by the slots that are in no band only",
			replace: clustering(func(c *rules.Clustering) {
				c.Part = func(slot, used int, value, common byte) bool { return value != common && slot >= used }
			}),
		},
		{
			Name: "common-value-greatest", Rule: "R13.4", Scheme: "mh1",
			Mistake: "takes the greatest of equally frequent values for the common one",
			replace: clustering(func(c *rules.Clustering) {
				c.Common = func(values []byte) (common byte) {
					counts := make(map[byte]int)
					for _, value := range values {
						counts[value]++
					}
					for value, n := range counts {
						if n > counts[common] || n == counts[common] && value > common {
							common = value
						}
					}
					return common
				}
			}),
		},
		{
			Name: "common-value-of-the-first", Rule: "R13.4", Scheme: "mh1",
			Mistake: "takes the value of the first document for the common one",
			replace: clustering(func(c *rules.Clustering) { c.Common = func(values []byte) byte { return values[0] } }),
		},
		{
			Name: "parts-of-octets", Rule: "R13.4", Scheme: "mh1",
			Mistake: "makes parts by octets of the sketch, however few bits a slot has",
			replace: clustering(func(c *rules.Clustering) {
				c.Value = func(sketch []byte, slot int) byte { return sketch[slot*rules.Width(sketch)/8] }
			}),
		},
		{
			Name: "at-threshold-apart", Rule: "R13.5",
			Mistake: "links only what is more similar than the threshold",
			replace: clustering(func(c *rules.Clustering) {
				c.Linked = func(similarity, threshold float64) bool { return similarity > threshold }
			}),
		},
		{
			Name: "candidates-not-compared", Rule: "R13.5", Scheme: "mh1",
			Mistake: "links all candidates",
			replace: clustering(func(c *rules.Clustering) {
				c.Linked = func(_, _ float64) bool { return true }
				c.Joins = func(_, _, _ float64) bool { return true }
			}),
		},
		{
			Name: "last-represents", Rule: "R13.6",
			Mistake: "takes the last document of the order for the representative",
			replace: clustering(func(c *rules.Clustering) {
				c.Next = func(free []bool) int {
					for i := len(free) - 1; ; i-- {
						if free[i] {
							return i
						}
					}
				}
			}),
		},
		{
			Name: "at-floor-apart", Rule: "R13.6",
			Mistake: "lets a document join only above the floor",
			replace: joining(func(toRepresentative, _, floor float64) bool { return toRepresentative > floor }),
		},
		{
			Name: "floor-to-neighbour", Rule: "R13.6",
			Mistake: "compares the floor with the similarity to the member that a document is linked to",
			replace: joining(func(_, toMember, floor float64) bool { return toMember >= floor }),
		},
		{
			Name: "stars-only", Rule: "R13.6",
			Mistake: "lets only what is linked to the representative join",
			replace: clustering(func(c *rules.Clustering) { c.Meets = func(l rules.Linking) bool { return l.Representative } }),
		},
		{
			Name: "floor-ignored", Rule: "R13.6",
			Mistake: "makes connected components, whatever the floor",
			replace: joining(func(_, _, _ float64) bool { return true }),
		},
		{
			Name: "through-the-refused", Rule: "R13.6",
			Mistake: "makes connected components, and then takes out what is below the floor",
			replace: clustering(func(c *rules.Clustering) {
				c.Meets = func(l rules.Linking) bool { return l.Member || l.Refused }
			}),
		},
		{
			Name: "unlinked-join", Rule: "R13.6",
			Mistake: "lets everything join that is not below the floor",
			replace: clustering(func(c *rules.Clustering) { c.Meets = func(rules.Linking) bool { return true } }),
		},
		{
			Name: "similarity-to-neighbour", Rule: "R13.7",
			Mistake: "writes the similarity to the member that a document is linked to",
			replace: rowing(func(s rules.Similarities) float64 { return s.ToMember }),
		},
		{
			Name: "own-similarity-zero", Rule: "R13.7",
			Mistake: "writes 0 for the similarity of the representative to itself",
			replace: clustering(func(c *rules.Clustering) {
				c.Row = func(d, representative rules.Document, s rules.Similarities) rules.Row {
					if d.ID == representative.ID {
						s.ToRepresentative = 0
					}
					return rules.Row{ID: d.ID, Cluster: representative.ID, Similarity: s.ToRepresentative}
				}
			}),
		},
		{
			Name: "document-names-its-cluster", Rule: "R13.7",
			Mistake: "writes the document's own id in place of its cluster's",
			replace: clustering(func(c *rules.Clustering) {
				c.Row = func(d, _ rules.Document, s rules.Similarities) rules.Row {
					return rules.Row{ID: d.ID, Cluster: d.ID, Similarity: s.ToRepresentative}
				}
			}),
		},
	}
}

// filled adds slots of 0 until they fill bytes (R13.3).
func filled(slots []byte, width int) []byte {
	for len(slots)*width%8 != 0 {
		slots = append(slots, 0)
	}
	return slots
}
