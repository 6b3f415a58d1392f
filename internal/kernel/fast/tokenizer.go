package fast

import "unicode/utf8"

const (
	chunk    = 4096 // bytes that are processed at a time
	minChunk = 256  // after text that was declined

	// rewritten is the offset of the rewritten words, behind the chunk.
	rewritten = chunk + Padding
)

// A Tokenizer finds the tokens at the front of text. It belongs to one goroutine, and is used for
// one text after another. It keeps nothing between two calls of Take.
type Tokenizer struct {
	rules     *Rules
	emit      func(Batch)
	emitSpans func(Spans) // instead, nil if tokens are wanted
	table     *table      // nil before the first text beyond ASCII
	size      int         // of the next chunk

	text [rewritten + 2*chunk + 2*Padding]byte // the chunk as mapped, then rewritten words

	word    mask // bytes of words, and of white space that R2.10 deletes
	digit   mask // digits of ASCII and low lines
	hint    mask // what chapter 2 may be about: hyphens, full stops, and : to @
	foreign mask // bytes beyond ASCII
	split   mask // bytes at which the class changes inside a word
	cluster mask // first bytes of runs of class K
	rewrite mask // at least one byte of each word to rewrite
	join    mask // white space in runs of class K that R2.10 deletes

	mustRefine bool // there are clusters, or words to rewrite
	mustJoin   bool // there is white space in join

	bounds  [chunk + maxExtraBounds]uint16
	refined []uint16 // bounds, with those of grams and of rewritten words

	singles   *Singles // nil if the clusters of tokens are not wanted
	clusters  []uint16 // bounds of those that are not added to singles
	takesRuns bool     // runs of clusters are wanted as they are
	runs      []uint16 // their bounds

	rewriter rewriter
	pairs    [pairs]pair
	stages   Stages // for words that the rewriter does not know; nil before the first
}

// NewTokenizer returns a Tokenizer that calls emit with the tokens.
func NewTokenizer(r *Rules, emit func(Batch)) *Tokenizer {
	return &Tokenizer{rules: r, emit: emit, size: chunk}
}

// Take emits the tokens at the front of p and returns the number of bytes that it processed. The
// stages must be at rest before p; they are at rest where Take stopped. If it stopped early, the
// stages must process the bytes up to the next blank, or more. Then Take may be called again.
func (t *Tokenizer) Take(p []byte) int {
	taken := 0
	for taken < len(p) {
		n := min(t.size, len(p)-taken)
		done := t.takeChunk(p[taken : taken+n])
		taken += done
		if 2*done <= n {
			t.size = minChunk
			break
		}
		t.size = min(2*t.size, chunk)
	}
	return taken
}

// takeChunk processes the front of p, which is no longer than a chunk.
func (t *Tokenizer) takeChunk(p []byte) int {
	n := len(p)
	blocks := (n + 63) / 64
	t.load(p, blocks)
	t.mustRefine, t.mustJoin = false, false
	t.clusters, t.runs = t.clusters[:0], t.runs[:0]
	limit := n // the offset of what only the stages can handle
	if t.foreign.any(blocks) {
		limit = t.mapForeign(p)
	}
	limit = t.removeIdentifiers(p, limit)
	if t.emitSpans != nil {
		return t.takeSpans(p, limit)
	}
	end, next := t.cutRun(p, t.lastRest(p, limit), limit)
	t.emitTokens(t.tokens(p, end))
	return next
}

func (t *Tokenizer) emitTokens(bounds []uint16) {
	if len(bounds)+len(t.runs) > 0 {
		t.emit(Batch{t.text[:], bounds, t.clusters, t.runs})
	}
}

// load copies p, folds ASCII (R3.5) and fills in the masks.
func (t *Tokenizer) load(p []byte, blocks int) {
	copy(t.text[:], p)
	clear(t.text[len(p) : len(p)+Padding])
	t.classify(blocks)
	t.word[blocks], t.digit[blocks] = 0, 0
	clear(t.cluster[:blocks+1])
	clear(t.split[:blocks+1])
}

// lastRest returns the last offset up to limit that follows a separator outside of an atom.
func (t *Tokenizer) lastRest(p []byte, limit int) int {
	rest := limit
	for rest > 0 && (t.word.has(rest-1) || t.rules.Atom[p[rest-1]] != 0 ||
		rest < len(p) && !utf8.RuneStart(p[rest])) {
		rest--
	}
	return rest
}

// cutRun returns where to end the tokens, and where the next chunk begins. Both are rest, unless a
// long run of clusters at the end would leave most of the chunk. Such a run is cut before the last
// of its last three clusters, which becomes a separator. The next chunk begins with the second of
// them, since that is in two grams.
func (t *Tokenizer) cutRun(p []byte, rest, limit int) (end, next int) {
	if !t.mustRefine || 2*rest >= limit {
		return rest, rest
	}
	found, last := 0, kindOdd // consecutive clusters, and their kind
	for at := limit - 1; at >= rest && limit-at < 4*minChunk; at-- {
		if !utf8.RuneStart(p[at]) {
			continue
		}
		kind := kindOdd
		if r, size := utf8.DecodeRune(p[at:limit]); size == 3 {
			kind = t.table.of(r).kind()
		}
		switch {
		case kind == kindVowel, kind == kindMark, kind == kindSecond:
			continue
		case !kind.isClustered():
			found, last = 0, kindOdd
			continue
		case kind != last:
			found, last = 0, kind
		}
		switch found++; found {
		case 1:
			end = at
		case 2:
			next = at
		case 3:
			t.word.clear(end, end+1)
			return end + 1, next
		}
	}
	return rest, rest
}

// tokens returns the bounds of the tokens before limit.
func (t *Tokenizer) tokens(p []byte, limit int) []uint16 {
	blocks := (limit + 63) / 64
	if rest := limit & 63; rest != 0 {
		t.word[blocks-1] &= 1<<rest - 1
	}
	if t.rules.Alphabetic {
		t.removeNumbers(blocks)
	}
	bounds := t.wordBounds(blocks)
	if t.mustRefine {
		return t.refine(p, bounds)
	}
	return bounds
}

// wordBounds returns the bounds of the words in the first blocks of 64 bytes.
func (t *Tokenizer) wordBounds(blocks int) []uint16 {
	if t.mustRefine && t.split.any(blocks) {
		return t.bounds[:t.splitEdges(blocks)]
	}
	return t.bounds[:t.edges(blocks)]
}

// A Batch is many tokens of one text. The first is Text[Bounds[0]:Bounds[1]], the second
// Text[Bounds[2]:Bounds[3]], and so on; they may overlap. At least [Padding] bytes of Text follow
// the last one. Both slices are valid until the function that received them returns.
type Batch struct {
	Text     []byte
	Bounds   []uint16
	Clusters []uint16 // bounds of their single clusters, for a [ClusterSink]
	Runs     []uint16 // bounds of runs whose grams are tokens as well, for a ClusterSink that takes runs
}

// A Sink accepts tokens in batches.
type Sink interface{ Batch(Batch) }
