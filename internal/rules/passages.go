package rules

import "slices"

// Passages is R13.12 to R13.22, and R13.24: which passages of a text stand in another.
type Passages struct {
	Text        func(octets []byte) string             // R13.12: chapter 1
	Identifiers func(text string) string               // R13.12: chapter 2
	Runs        func(text string) []string             // R13.12: chapter 3
	Tokens      func(runs []string) []string           // R13.12: chapter 4
	Places      func(octets []byte) [][2]int           // R13.19: of the items
	Class       func(first rune) Class                 // R13.13
	Weight      func(c Class) int                      // R13.13
	Enough      func(weight, items, words int) bool    // R13.14: whether a window is long enough
	AtEnd       func(from int) bool                    // R13.14, R13.15: whether a window may end with the text instead
	Each        func(windows []Span) []Span            // R13.14: the windows that count, which are all
	Hash        func(item string) uint64               // R13.16: x(i)
	Step        func(h, x uint64, i int) uint64        // R13.16: H with item i of a window
	Final       func(h uint64) uint64                  // R13.16: the hash of a window
	IsNew       func(texts []int, text int) bool       // R13.17: whether a text is one more with a window
	Holds       func(texts []int, text int) int        // R13.17: the holder, of the texts with a window
	IsElsewhere func(w Found) bool                     // R13.18
	Continues   func(before, w Found) bool             // R13.18: whether a row continues
	Frequency   func(greatest, next int) int           // R13.18
	Fits        func(stretch, reference []int) bool    // R13.20: weights of items
	Better      func(next, best Covered) bool          // R13.20
	InRun       func(before, w Span) bool              // R13.20: whether a run continues
	Times       func(windows int) int                  // R13.20, R13.21: how often an item in windows counts
	Ignores     func(w Span, item int) bool            // R13.24: whether an ignored window ignores an item
	Parts       func(parts []Piece) []Piece            // R13.24: those that count, which have a window
	Counts      func(w Span, in []Piece) bool          // R13.24: whether a window of the reference counts
	Extent      func(parts []Piece, items int) []Piece // R13.24: the items that the limit is of
}

// Found is a window of a text that another text holds (R13.18).
type Found struct{ Holder, Text, Item int }

// Span is a window: its items, and its hash (R13.14, R13.16).
type Span struct {
	From, To int
	Hash     uint64
}

// Piece is consecutive items of a text that are not ignored, and the number of windows inside it (R13.24).
type Piece struct{ From, To, Windows int }

// Rest is what remains of a text (R13.24).
type Rest struct {
	Parts   []Piece
	Windows []Span // that count
	Weights []int  // of all items of the text
}

// Weight returns the weight of the rest.
func (r Rest) Weight() (weight int) {
	for _, p := range r.Parts {
		weight += sum(r.Weights[p.From:p.To])
	}
	return weight
}

// PassageRow is a row of R13.18.
type PassageRow struct{ Holder, Text, From, To, Frequency int }

// Covered is what R13.20 says of the best stretch.
type Covered struct{ Weight, Run, From, To int }

// NewPassages returns the rules as they are.
func NewPassages() *Passages {
	scheme := SchemeOf("sm1")
	scheme.Alphabetic, scheme.Grams = false, 1
	return &Passages{
		Text:        NewDecoder().Text,
		Identifiers: NewIdentifiers(scheme).Text,
		Runs:        NewNormaliser(scheme).Runs,
		Tokens:      NewSegmenter(scheme).Tokens,
		Places:      placesOf(scheme),
		Class:       ClassOf,
		Weight: func(c Class) int {
			switch {
			case c == K:
				return 2
			case c.Clustered():
				return 1
			}
			return 4
		},
		Enough:      func(weight, _, words int) bool { return weight >= 4*words },
		AtEnd:       func(int) bool { return false },
		Each:        func(windows []Span) []Span { return windows },
		Hash:        func(item string) uint64 { return Mix64(NewHash().Sum([]byte(item))) },
		Step:        func(h, x uint64, _ int) uint64 { return h*0x9E3779B97F4A7C15 + x },
		Final:       Mix64,
		IsNew:       func(texts []int, text int) bool { return len(texts) == 0 || texts[len(texts)-1] != text },
		Holds:       func(texts []int, _ int) int { return texts[0] },
		IsElsewhere: func(w Found) bool { return w.Holder != w.Text },
		Continues:   func(b, w Found) bool { return b.Holder == w.Holder && b.Text == w.Text && b.Item+1 == w.Item },
		Frequency:   func(greatest, next int) int { return max(greatest, next) },
		Fits:        func(stretch, reference []int) bool { return 2*sum(stretch) <= 3*sum(reference) },
		Better:      func(next, best Covered) bool { return next.Weight > best.Weight },
		InRun:       func(before, w Span) bool { return before.From+1 == w.From },
		Times:       func(windows int) int { return min(windows, 1) },
		Ignores:     Span.has,
		Parts: func(parts []Piece) []Piece {
			return slices.DeleteFunc(parts, func(p Piece) bool { return p.Windows == 0 })
		},
		Counts: func(w Span, in []Piece) bool { return slices.ContainsFunc(in, w.isIn) },
		Extent: func(parts []Piece, _ int) []Piece {
			if len(parts) == 0 {
				return nil
			}
			return []Piece{{From: parts[0].From, To: parts[len(parts)-1].To}}
		},
	}
}

// Items returns the items of a text (R13.12).
func (p *Passages) Items(octets []byte) []string {
	return p.Tokens(p.Runs(p.Identifiers(p.Text(octets))))
}

// Weights returns the weights of items (R13.13).
func (p *Passages) Weights(items []string) (weights []int) {
	for _, item := range items {
		weights = append(weights, p.Weight(p.Class([]rune(item)[0])))
	}
	return weights
}

// Windows returns the windows of items (R13.14, R13.16).
func (p *Passages) Windows(items []string, words int) (windows []Span) {
	weights := p.Weights(items)
	for from := range items {
		weight, h := 0, uint64(0)
		for to := from; to < len(items); to++ {
			weight, h = weight+weights[to], p.Step(h, p.Hash(items[to]), to-from)
			if p.Enough(weight, to+1-from, words) || to+1 == len(items) && p.AtEnd(from) {
				windows = append(windows, Span{from, to + 1, p.Final(h)})
				break
			}
		}
	}
	return p.Each(windows)
}

// Rows returns the rows of texts, in order (R13.17, R13.18).
func (p *Passages) Rows(texts [][]byte, words int) (rows []PassageRow) {
	var windows [][]Span
	holders := make(map[uint64][]int) // the texts that have a window with a hash, in order
	for i, text := range texts {
		windows = append(windows, p.Windows(p.Items(text), words))
		for _, w := range windows[i] {
			if have := holders[w.Hash]; p.IsNew(have, i) {
				holders[w.Hash] = append(have, i)
			}
		}
	}
	before := Found{Item: -2}
	for i := range texts {
		for _, w := range windows[i] {
			found := Found{p.Holds(holders[w.Hash], i), i, w.From}
			if !p.IsElsewhere(found) {
				continue
			}
			if len(rows) == 0 || !p.Continues(before, found) {
				rows = append(rows, PassageRow{Holder: found.Holder, Text: i, From: w.From})
			}
			row := &rows[len(rows)-1]
			row.To, row.Frequency = w.To, p.Frequency(row.Frequency, len(holders[w.Hash]))
			before = found
		}
	}
	return rows
}

// RestOf returns what remains of a text without the windows that others have (R13.24).
func (p *Passages) RestOf(text []byte, words int, ignored ...[]byte) (r Rest) {
	items := p.Items(text)
	r.Weights = p.Weights(items)
	windows := p.Windows(items, words)
	var without []Span
	for _, other := range ignored {
		without = append(without, common(windows, p.Windows(p.Items(other), words))...)
	}
	isIgnored := func(item int) bool {
		return slices.ContainsFunc(without, func(w Span) bool { return p.Ignores(w, item) })
	}
	var parts []Piece
	for item := range items {
		switch last := len(parts) - 1; {
		case isIgnored(item):
		case last >= 0 && parts[last].To == item:
			parts[last].To++
		default:
			parts = append(parts, Piece{From: item, To: item + 1})
		}
	}
	for i := range parts {
		for _, w := range windows {
			if w.isIn(parts[i]) {
				parts[i].Windows++
			}
		}
	}
	r.Parts = p.Parts(parts)
	for _, w := range windows {
		if p.Counts(w, r.Parts) {
			r.Windows = append(r.Windows, w)
		}
	}
	return r
}

// has reports whether a window has an item.
func (w Span) has(item int) bool { return w.From <= item && item < w.To }

// isIn reports whether all items of a window are in a part.
func (w Span) isIn(p Piece) bool { return p.From <= w.From && w.To <= p.To }

// common returns those windows whose hash others have too.
func common(windows, others []Span) (both []Span) {
	for _, w := range windows {
		if slices.ContainsFunc(others, func(o Span) bool { return o.Hash == w.Hash }) {
			both = append(both, w)
		}
	}
	return both
}

// Cover returns the best stretch of a document for a reference (R13.20).
func (p *Passages) Cover(reference Rest, document []byte, words int) (best Covered) {
	items := p.Items(document)
	weights := p.Weights(items)
	var whole []int
	for _, part := range p.Extent(reference.Parts, len(reference.Weights)) {
		whole = append(whole, reference.Weights[part.From:part.To]...)
	}
	both := common(p.Windows(items, words), reference.Windows)
	for i := range both {
		for k := i; k < len(both); k++ {
			from, to := both[i].From, both[k].To
			if !p.Fits(weights[from:to], whole) {
				continue
			}
			inside := both[i : k+1]
			next := Covered{p.weightIn(reference, inside), p.longestRun(weights, inside), from, to}
			if p.Better(next, best) {
				best = next
			}
		}
	}
	return best
}

// Contained returns the weight of the items of a text that another contains (R13.21).
func (p *Passages) Contained(text Rest, in []byte, words int) int {
	return p.weightIn(text, p.Windows(p.Items(in), words))
}

// weightIn returns the weight of the items in those windows whose hash others have too.
func (p *Passages) weightIn(text Rest, others []Span) (weight int) {
	times := make([]int, len(text.Weights))
	for _, w := range common(text.Windows, others) {
		for i := w.From; i < w.To; i++ {
			times[i]++
		}
	}
	for i, w := range text.Weights {
		weight += w * p.Times(times[i])
	}
	return weight
}

// longestRun returns the weight of the longest run of windows (R13.20).
func (p *Passages) longestRun(weights []int, windows []Span) (longest int) {
	from := 0
	for i, w := range windows {
		if i == 0 || !p.InRun(windows[i-1], w) {
			from = w.From
		}
		longest = max(longest, sum(weights[from:w.To]))
	}
	return longest
}

func sum(weights []int) (sum int) {
	for _, w := range weights {
		sum += w
	}
	return sum
}
