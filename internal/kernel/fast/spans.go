package fast

// Spans are what stands between the separators of a text (R3.2), and is cut where the class
// changes (R10.6): the first is Source[Bounds[0]:Bounds[1]], the second
// Source[Bounds[2]:Bounds[3]], and so on. What is in none is separators, of one code point each.
// Where a span begins at the end of that before it, the class has changed. A span that is not odd
// is one run, the same bytes of Text. All is valid until the function that was given it returns.
type Spans struct {
	Source []byte // well-formed; before and after it, the stages are at rest
	Text   []byte // as long, with at least [Padding] bytes more
	Bounds []uint16

	rewrite *mask // nil if no span is odd
}

// IsOdd reports whether only the stages know the runs of the span from start to end.
func (s *Spans) IsOdd(start, end int) bool {
	return s.rewrite != nil && s.rewrite.anyBetween(start, end)
}

// NewSpanner returns a Tokenizer that calls emit with the spans, and makes no tokens of them. The
// rules must have Classes, and none of Identifiers, IForms and Alphabetic; what IsKept lets
// through is of words.
func NewSpanner(r *Rules, emit func(Spans)) *Tokenizer {
	return &Tokenizer{rules: r, emitSpans: emit, size: chunk}
}

// takeSpans is the end of takeChunk for spans. The text from limit on is declined.
func (t *Tokenizer) takeSpans(p []byte, limit int) int {
	end := t.lastRest(p, limit)
	if end == 0 {
		return 0
	}
	blocks := (end + 63) / 64
	if rest := end & 63; rest != 0 {
		t.word[blocks-1] &= 1<<rest - 1
	}
	s := Spans{Source: p[:end], Text: t.text[:]}
	if t.mustRefine {
		s.Bounds, s.rewrite = t.bounds[:t.splitEdges(blocks)], &t.rewrite
	} else {
		s.Bounds = t.bounds[:t.edges(blocks)]
	}
	t.emitSpans(s)
	return end
}
