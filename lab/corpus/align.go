package corpus

import (
	"sort"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Alignment records which passages of two texts are the same, such as two media of one document.
type Alignment struct {
	texts   [2]string
	tokens  [2][]token
	words   [2][]int32 // equal where the words are
	anchors [][2]int   // first words of the same run in both, both increasing
}

// run is how many words an anchor has.
const run = 5

// Align compares two texts.
func Align(a, b string) *Alignment {
	al := &Alignment{texts: [2]string{a, b}}
	ids := make(map[string]int32)
	for i, text := range al.texts {
		for t := range tokens(text) {
			w := strings.ToLower(norm.NFKC.String(strings.ReplaceAll(text[t.from:t.to], "\u00ad", "")))
			id, ok := ids[w]
			if !ok {
				id = int32(len(ids))
				ids[w] = id
			}
			al.words[i] = append(al.words[i], id)
			al.tokens[i] = append(al.tokens[i], t)
		}
	}
	var once [2]map[[run]int32]int
	for i := range once {
		once[i] = make(map[[run]int32]int)
		for at := 0; at+run <= len(al.words[i]); at++ {
			r := [run]int32(al.words[i][at:])
			if _, again := once[i][r]; again {
				once[i][r] = -1
			} else {
				once[i][r] = at
			}
		}
	}
	var common [][2]int
	for at := 0; at+run <= len(al.words[0]); at++ {
		r := [run]int32(al.words[0][at:])
		if other, ok := once[1][r]; ok && other >= 0 && once[0][r] == at {
			common = append(common, [2]int{at, other})
		}
	}
	al.anchors = increasing(common)
	return al
}

// increasing returns the longest series of pairs, which are in order of their first
// numbers, whose second numbers increase too.
func increasing(pairs [][2]int) [][2]int {
	var ends []int // of a series of each length, the pair with the lowest end
	before := make([]int, len(pairs))
	for i, p := range pairs {
		n := sort.Search(len(ends), func(n int) bool { return pairs[ends[n]][1] >= p[1] })
		before[i] = -1
		if n > 0 {
			before[i] = ends[n-1]
		}
		if n == len(ends) {
			ends = append(ends, i)
		} else {
			ends[n] = i
		}
	}
	series := make([][2]int, len(ends))
	if len(ends) > 0 {
		at := ends[len(ends)-1]
		for n := len(ends) - 1; n >= 0; n-- {
			series[n] = pairs[at]
			at = before[at]
		}
	}
	return series
}

// Twin is a passage of one text and the same passage of the other.
type Twin struct {
	A, B string
	At   int // where A begins in its text, in bytes
}

// Left are pieces that have no twin, by why.
type Left struct {
	Unanchored int // it cannot be told where the other passage begins or ends
	Length     int // the other passage has less than half or more than twice the words
}

// Twins cuts the first text into pieces, as [Pieces] does, and finds each in the
// second.
func (al *Alignment) Twins(words int) (twins []Twin, left Left) {
	a, b := al.texts[0], al.texts[1]
	for _, s := range cut(a, words) {
		from, to := al.wordAt(s.from), al.wordAt(s.to)
		first, ok := al.first(from)
		last, ok2 := al.last(to)
		switch n := last - first; {
		case !ok || !ok2:
			left.Unanchored++
		case 2*n < to-from || n > 2*(to-from):
			left.Length++
		default:
			twins = append(twins, Twin{a[s.from:s.to], b[al.tokens[1][first].from:al.end(last)], s.from})
		}
	}
	return twins, left
}

// wordAt returns the first word of the first text from a byte on.
func (al *Alignment) wordAt(octet int) int {
	return sort.Search(len(al.tokens[0]), func(i int) bool { return al.tokens[0][i].from >= octet })
}

// near is the number of differing words allowed at the ends of a piece. A chapter number may have
// another form.
const near = 20

// first returns the word of the second text that corresponds to a word of the first. From there on
// the texts are the same. It returns false if there is no clear answer.
func (al *Alignment) first(word int) (int, bool) {
	before, after := al.differ(word)
	if after[0] == word {
		return after[1], true
	}
	return between(before, after, word)
}

// last is the same for the word that a passage ends before. What only the second
// text has between two pieces, such as the number of a page, is in no passage.
func (al *Alignment) last(word int) (int, bool) {
	before, after := al.differ(word)
	if before[0] == word {
		return before[1], true
	}
	return between(before, after, word)
}

func between(before, after [2]int, word int) (int, bool) {
	differ := [2]int{after[0] - before[0], after[1] - before[1]}
	return before[1] + differ[1]*(word-before[0])/differ[0], max(differ[0], differ[1]) <= near
}

// differ returns where the texts differ around a word of the first text. They are the same up to
// the words before, and again from the words after on.
func (al *Alignment) differ(word int) (before, after [2]int) {
	next := sort.Search(len(al.anchors), func(i int) bool { return al.anchors[i][0]+run > word })
	after = [2]int{len(al.words[0]), len(al.words[1])}
	if next > 0 {
		before = [2]int{al.anchors[next-1][0] + run, al.anchors[next-1][1] + run}
	}
	if next < len(al.anchors) {
		after = al.anchors[next]
		if after[0] < word {
			at := [2]int{word, after[1] + word - after[0]}
			return at, at
		}
	}
	same := func(i, j int) bool { return al.words[0][i] == al.words[1][j] }
	for before[0] < word && before[1] < after[1] && same(before[0], before[1]) {
		before[0]++
		before[1]++
	}
	for after[0] > word && after[1] > before[1] && same(after[0]-1, after[1]-1) {
		after[0]--
		after[1]--
	}
	return before, after
}

// end returns where the passage of the second text before a word ends: after the
// punctuation of the word before.
func (al *Alignment) end(word int) int {
	b, tokens := al.texts[1], al.tokens[1]
	from, to := tokens[word-1].to, len(b)
	if word < len(tokens) {
		to = tokens[word].from
	}
	if blank := strings.IndexAny(b[from:to], " \t\n\r\u3000"); blank >= 0 {
		to = from + blank
	}
	return to
}
