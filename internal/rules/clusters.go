package rules

import (
	"fmt"
	"slices"
)

// A Document is an input of clustering (chapter 13).
type Document struct {
	ID          string
	Weight      int64
	Fingerprint string
}

// Settings control which documents are near one another, and how MinHashes are looked up.
type Settings struct {
	Threshold, Floor  float64
	Bands, Rows, Most int // of MinHash
}

// A Row assigns a document to a cluster (R13.7).
type Row struct {
	ID, Cluster string
	Similarity  float64
}

// Clustering is chapter 13: it groups documents with nearly the same text.
type Clustering struct {
	Before func(a, b Document) bool                              // R13.1
	Length func(own, shortest int) int                           // R13.2: bytes of a sketch
	Copies func(a, b Fingerprint) bool                           // R13.2
	Band   func(slots []byte, band, bands, rows int) []byte      // R13.3: the slots of a band
	Key    func(slots []byte, width int) []byte                  // R13.3: the key of those slots
	Bucket func(band int, key []byte) string                     // R13.4: those of one name are one bucket
	Pairs  func(bucket []int, most int) [][2]int                 // R13.4: of a bucket; places ascend
	Value  func(sketch []byte, slot int) byte                    // R13.4
	Common func(values []byte) byte                              // R13.4: of a slot of a hot bucket
	Part   func(slot, used int, value, common byte) bool         // R13.4: whether a value belongs to a part
	Parts  func(part []int, most int) [][2]int                   // R13.4: of a part
	Every  func(a, b Fingerprint) bool                           // R13.4: whether two SimHashes are candidates
	Linked func(similarity, threshold float64) bool              // R13.5
	Next   func(free []bool) int                                 // R13.6: the place of a representative
	Meets  func(l Linking) bool                                  // R13.6: whether a document may join at all
	Joins  func(toRepresentative, toMember, floor float64) bool  // R13.6: whether it does
	Row    func(d, representative Document, of Similarities) Row // R13.7

	compare func(one, other string) (d int, similarity float64, err error) // chapter 10
	strings *Strings
	minhash *MinHash
}

// Linking describes the links of a document, while a cluster is made.
type Linking struct {
	Representative bool
	Member         bool // or the representative
	Refused        bool // a document that did not join this cluster
}

// Similarities are the similarities of a document that joined a cluster.
type Similarities struct {
	ToRepresentative float64
	ToMember         float64 // to the first member that it is linked to
	Copy             bool    // of the document that joined
}

// NewClustering returns clustering that compares documents by c.
func NewClustering(c *Comparison, s *Strings, m *MinHash) *Clustering {
	return &Clustering{
		Before: func(a, b Document) bool {
			return a.Weight > b.Weight || a.Weight == b.Weight && a.ID < b.ID
		},
		Length: func(_, shortest int) int { return shortest },
		Copies: func(a, b Fingerprint) bool { return string(a.Sketch) == string(b.Sketch) },
		Band:   func(slots []byte, band, _, rows int) []byte { return slots[band*rows : band*rows+rows] },
		Key: func(slots []byte, width int) []byte {
			for len(slots)*width%8 != 0 {
				slots = append(slots, 0)
			}
			return Pack(slots, width)
		},
		Bucket: func(band int, key []byte) string { return fmt.Sprintf("%d %x", band, key) },
		Pairs:  pairs,
		Parts:  pairs,
		Value:  func(sketch []byte, slot int) byte { return Unpack(sketch)[slot] },
		Common: func(values []byte) (common byte) {
			counts := make(map[byte]int)
			for _, value := range values {
				counts[value]++
			}
			for value, n := range counts {
				if n > counts[common] || n == counts[common] && value < common {
					common = value
				}
			}
			return common
		},
		Part:   func(_, _ int, value, common byte) bool { return value != common },
		Every:  func(_, _ Fingerprint) bool { return true },
		Linked: func(similarity, threshold float64) bool { return similarity >= threshold },
		Next:   func(free []bool) int { return slices.Index(free, true) },
		Meets:  func(l Linking) bool { return l.Member },
		Joins:  func(toRepresentative, _, floor float64) bool { return toRepresentative >= floor },
		Row: func(d, representative Document, of Similarities) Row {
			return Row{d.ID, representative.ID, of.ToRepresentative}
		},
		compare: c.Compare, strings: s, minhash: m,
	}
}

// pairs returns all pairs of the documents. If there are more than most, it returns the first with
// each other.
func pairs(documents []int, most int) (pairs [][2]int) {
	for i, first := range documents {
		for _, other := range documents[i+1:] {
			pairs = append(pairs, [2]int{first, other})
		}
		if len(documents) > most {
			break
		}
	}
	return pairs
}

// Keys returns the keys of a sketch, band 0 first (R13.3).
func (c *Clustering) Keys(sketch []byte, bands, rows int) (keys [][]byte) {
	slots := Unpack(sketch)
	for band := range bands {
		keys = append(keys, c.Key(slices.Clone(c.Band(slots, band, bands, rows)), Width(sketch)))
	}
	return keys
}

// Rows returns the rows of documents, in order (R13.7). It returns an error if they cannot be
// compared.
func (c *Clustering) Rows(documents []Document, s Settings) ([]Row, error) {
	if len(documents) == 0 {
		return nil, nil
	}
	docs := slices.Clone(documents)
	slices.SortStableFunc(docs, func(a, b Document) int {
		switch {
		case c.Before(a, b):
			return -1
		case c.Before(b, a):
			return 1
		}
		return 0
	})
	fingerprints, err := c.fingerprints(docs)
	if err != nil {
		return nil, err
	}
	of := c.firsts(fingerprints)
	var firsts []int
	for i, first := range of {
		if i == first {
			firsts = append(firsts, i)
		}
	}
	links, err := c.links(fingerprints, firsts, s)
	if err != nil {
		return nil, err
	}
	representatives, similarities, err := c.clusters(fingerprints, firsts, links, s.Floor)
	if err != nil {
		return nil, err
	}
	rows := make(map[string]Row)
	for i, d := range docs {
		first := of[i]
		similar := similarities[first]
		similar.Copy = i != first
		rows[d.ID] = c.Row(d, docs[representatives[first]], similar)
	}
	var list []Row
	for _, d := range documents {
		list = append(list, rows[d.ID])
	}
	return list, nil
}

// fingerprints returns the fingerprints of the documents, truncated to one length.
func (c *Clustering) fingerprints(docs []Document) ([]Fingerprint, error) {
	var list []Fingerprint
	shortest := 0
	for _, d := range docs {
		f, err := c.strings.Decode(d.Fingerprint)
		if err != nil {
			return nil, err
		}
		if len(list) > 0 {
			if _, _, err := c.compare(docs[0].Fingerprint, d.Fingerprint); err != nil {
				return nil, fmt.Errorf("%s and %s: %w", docs[0].ID, d.ID, err)
			}
		}
		if len(list) == 0 || len(f.Sketch) < shortest {
			shortest = len(f.Sketch)
		}
		list = append(list, f)
	}
	for i, f := range list {
		if length := c.Length(len(f.Sketch), shortest); length < len(f.Sketch) {
			width := length * 8 / Slots
			list[i] = Fingerprint{c.minhash.Truncate(f.Sketch, width), fmt.Sprintf("%sb%d", f.Scheme[:3], width), f.Profile}
		}
	}
	return list, nil
}

// firsts returns, for each document, the index of its first copy (R13.2).
func (c *Clustering) firsts(fingerprints []Fingerprint) []int {
	of := make([]int, len(fingerprints))
	for i, f := range fingerprints {
		of[i] = i
		for j := range i {
			if c.Copies(fingerprints[j], f) {
				of[i] = of[j]
				break
			}
		}
	}
	return of
}

// links returns the links between first copies (R13.4, R13.5).
func (c *Clustering) links(fingerprints []Fingerprint, firsts []int, s Settings) (map[[2]int]bool, error) {
	var candidates [][2]int
	if isSimHash := len(fingerprints[0].Sketch) == 8; isSimHash {
		for i, a := range firsts {
			for _, b := range firsts[i+1:] {
				if c.Every(fingerprints[a], fingerprints[b]) {
					candidates = append(candidates, [2]int{a, b})
				}
			}
		}
	} else {
		buckets := make(map[string][]int)
		for _, i := range firsts {
			for band, key := range c.Keys(fingerprints[i].Sketch, s.Bands, s.Rows) {
				name := c.Bucket(band, key)
				if !slices.Contains(buckets[name], i) {
					buckets[name] = append(buckets[name], i)
				}
			}
		}
		for _, bucket := range buckets {
			candidates = append(candidates, c.Pairs(bucket, s.Most)...)
			if len(bucket) > s.Most {
				candidates = append(candidates, c.inParts(fingerprints, bucket, s)...)
			}
		}
	}
	links := make(map[[2]int]bool)
	for _, pair := range candidates {
		similarity, err := c.similarity(fingerprints[pair[0]], fingerprints[pair[1]])
		if err != nil {
			return nil, err
		}
		if c.Linked(similarity, s.Threshold) {
			links[pair], links[[2]int{pair[1], pair[0]}] = true, true
		}
	}
	return links, nil
}

// inParts returns the candidates in the parts of a hot bucket (R13.4).
func (c *Clustering) inParts(fingerprints []Fingerprint, bucket []int, s Settings) (candidates [][2]int) {
	for slot := range Slots {
		var values []byte
		for _, i := range bucket {
			values = append(values, c.Value(fingerprints[i].Sketch, slot))
		}
		common := c.Common(values)
		parts := make(map[byte][]int)
		for place, value := range values {
			if c.Part(slot, s.Bands*s.Rows, value, common) {
				parts[value] = append(parts[value], bucket[place])
			}
		}
		for _, part := range parts {
			candidates = append(candidates, c.Parts(part, s.Most)...)
		}
	}
	return candidates
}

func (c *Clustering) similarity(a, b Fingerprint) (float64, error) {
	_, similarity, err := c.compare(c.strings.Encode(a), c.strings.Encode(b))
	return similarity, err
}

// clusters returns, for each first copy, the index of its representative, and its similarity (R13.6).
func (c *Clustering) clusters(fingerprints []Fingerprint, firsts []int, links map[[2]int]bool, floor float64) (
	representatives map[int]int, similarities map[int]Similarities, err error) {
	representatives, similarities = make(map[int]int), make(map[int]Similarities)
	free := make([]bool, len(fingerprints))
	for _, i := range firsts {
		free[i] = true
	}
	for slices.Contains(free, true) {
		representative := c.Next(free)
		free[representative] = false
		representatives[representative] = representative
		similarities[representative] = Similarities{ToRepresentative: 1, ToMember: 1}
		members, refused := []int{representative}, []int(nil)
		for again := true; again; {
			again = false
			for _, i := range firsts {
				isLinked := func(other int) bool { return links[[2]int{other, i}] }
				linked := slices.IndexFunc(members, isLinked)
				l := Linking{isLinked(representative), linked >= 0, slices.ContainsFunc(refused, isLinked)}
				if !free[i] || slices.Contains(refused, i) || !c.Meets(l) {
					continue
				}
				var of Similarities
				if of.ToRepresentative, err = c.similarity(fingerprints[representative], fingerprints[i]); err != nil {
					return nil, nil, err
				}
				if of.ToMember, err = c.similarity(fingerprints[members[max(linked, 0)]], fingerprints[i]); err != nil {
					return nil, nil, err
				}
				again = true
				if !c.Joins(of.ToRepresentative, of.ToMember, floor) {
					refused = append(refused, i)
					continue
				}
				representatives[i], similarities[i], free[i] = representative, of, false
				members = append(members, i)
			}
		}
	}
	return representatives, similarities, nil
}
