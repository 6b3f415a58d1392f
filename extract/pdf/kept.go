package pdf

import (
	"hash/maphash"
	"slices"
)

// keepLines keeps lines of furniture that do not stand elsewhere, from the start of a line on. The number of the page
// does not count. A line that is kept stands elsewhere from then on.
//
// "Chapter 2" at the top of a page is a heading, even if the next page begins with "Chapter 3".
func (f *furniture) keepLines() {
	stands := make(map[uint64]bool) // elsewhere, of lines by their sum
	lengths := make(map[int]bool)
	r := f.numbering()
	if r == nil {
		return
	}
	type doubt struct {
		line *line
		sum  uint64
	}
	var doubts []doubt
	f.eachDoubtful(func(page int, l *line) {
		words := sumsOf(f.withoutNumber(tokensOf(l.text), page, r))
		if f.holdWords(2 * entry) {
			sum := sumOf(words)
			doubts = append(doubts, doubt{l, sum})
			stands[sum], lengths[len(words)] = false, true
		}
	})
	for length := range lengths {
		if length <= longest {
			r.eachSum(length, func(sum uint64) {
				if _, ok := stands[sum]; ok {
					stands[sum] = true
				}
			})
		}
	}
	for _, d := range doubts {
		if !stands[d.sum] {
			d.line.furniture, stands[d.sum] = false, true
		}
	}
}

// numbering is what the lines of a document tell about numbers in its running titles.
type numbering struct {
	lines  map[int]int     // furniture with an outer number, by the number less that of the page
	titles map[uint64]bool // whether the rest of such a line stands elsewhere as a line, by its sum
	body   []uint64        // sums of the words up to each, of all lines that are no furniture
	starts []int           // where these lines begin
}

// numbering returns nil if there is no furniture but page numbers.
func (f *furniture) numbering() *numbering {
	r := &numbering{lines: make(map[int]int), titles: make(map[uint64]bool), body: []uint64{0}}
	doubtful := false
	f.eachDoubtful(func(page int, l *line) {
		doubtful = true
		eachOuter(tokensOf(l.text), func(n int, rest []token) {
			if !f.isNumbered(page) && f.holdWords(2*entry) {
				r.lines[n-page]++
				r.titles[sumOf(sumsOf(rest))] = false
			}
		})
	})
	if !doubtful {
		return nil
	}
	f.each(func(_ int, l *line) {
		if l.number {
			return
		}
		words := sumsOf(tokensOf(l.text))
		sum := sumOf(words)
		if _, ok := r.titles[sum]; ok {
			r.titles[sum] = true
		}
		if !l.furniture && f.holdWords(len(words)+1) {
			r.starts = append(r.starts, len(r.body)-1)
			for _, w := range words {
				r.body = append(r.body, r.body[len(r.body)-1]*base+w)
			}
		}
	})
	return r
}

// withoutNumber returns a line of furniture without the number of its page.
func (f *furniture) withoutNumber(tokens []token, page int, r *numbering) []token {
	left := tokens
	if start, end, _ := f.naming(tokens, page); start >= 0 {
		left = slices.Concat(tokens[:start], tokens[end:])
	} else if !f.isNumbered(page) {
		eachOuter(tokens, func(n int, rest []token) {
			if f.isPageNumber(n-page, rest, r) {
				left = rest
			}
		})
	}
	if len(left) == 0 {
		return tokens
	}
	return left
}

// isPageNumber reports whether a number beside a title counts the pages. It is as much greater than the page as others
// are. The title stands elsewhere as a line, or most pages have such a line of several words. The second case needs a
// number that is not beyond the page: "Invoice no. 2001" has another number.
func (f *furniture) isPageNumber(greater int, title []token, r *numbering) bool {
	if r.lines[greater] < repeated {
		return false
	}
	words := 0
	for _, t := range title {
		if t.letter {
			words++
		}
	}
	return r.titles[sumOf(sumsOf(title))] || words > 1 && greater <= 1 && 2*r.lines[greater] >= len(f.pages)
}

// isNumbered reports whether a page has a line for its number.
func (f *furniture) isNumbered(page int) bool {
	for e := range edges {
		for distance := range 2 {
			if l := f.pages[page].at(e, distance); l != nil && l.number {
				return true
			}
		}
	}
	return false
}

// eachOuter visits the numbers at the ends of a line, each with the rest of it.
func eachOuter(tokens []token, visit func(n int, rest []token)) {
	if last := len(tokens) - 1; last > 0 {
		if n, ok := tokens[0].number(); ok {
			visit(n, tokens[1:])
		}
		if n, ok := tokens[last].number(); ok {
			visit(n, tokens[:last])
		}
	}
}

// eachDoubtful visits the lines that are furniture, but for page numbers.
func (f *furniture) eachDoubtful(visit func(page int, l *line)) {
	f.each(func(page int, l *line) {
		if l.furniture && !l.number {
			visit(page, l)
		}
	})
}

// entry is how many words an entry of a map counts as.
const entry = 3

// holdWords counts sums that are to be held. It reports whether they are within the budget.
func (f *furniture) holdWords(n int) bool {
	const each = 24 // bytes, while a list grows
	if f.err == nil {
		f.err = f.budget.Hold(int64(n)*each, "words of PDF")
	}
	return f.err == nil
}

var seed = maphash.MakeSeed()

// sumsOf returns a sum for each word or number.
func sumsOf(tokens []token) []uint64 {
	sums := make([]uint64, len(tokens))
	for i, t := range tokens {
		sums[i] = maphash.String(seed, t.text)
	}
	return sums
}

const base = 0x9E3779B97F4A7C15

// sumOf returns the sum of a sequence of words.
func sumOf(words []uint64) (sum uint64) {
	for _, w := range words {
		sum = sum*base + w
	}
	return sum
}

// eachSum visits the sums of the sequences of a length with which lines begin. They may go on in the next lines.
func (r *numbering) eachSum(length int, visit func(sum uint64)) {
	power := uint64(1)
	for range length {
		power *= base
	}
	for _, start := range r.starts {
		if start+length < len(r.body) {
			visit(r.body[start+length] - r.body[start]*power)
		}
	}
}
