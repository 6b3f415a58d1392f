package fast

// Spans are the parts of a text between separators (R3.2), cut where the class changes (R10.6). The
// first is Source[Bounds[0]:Bounds[1]], the second Source[Bounds[2]:Bounds[3]], and so on.
// Everything outside them is separators, of one code point each. Where a span begins at the end of
// the previous one, the class has changed. A span that is not odd is one run: the same bytes of
// Text. All of this is valid until the function that received it returns.
type Spans struct {
	Source []byte // well-formed; before and after it, the stages are at rest
	Text   []byte // as long, with at least [Padding] bytes more
	Bounds []uint16

	rewrite *mask // nil if no span is odd
}

// IsOdd reports whether only the stages can find the runs of the span from start to end.
func (s *Spans) IsOdd(start, end int) bool {
	return s.rewrite != nil && s.rewrite.anyBetween(start, end)
}

// NewSpanner returns a Tokenizer that calls emit with the spans, without making tokens. The rules
// must have Classes, and none of Identifiers, IForms and Alphabetic. IsKept must let only code
// points of words through.
func NewSpanner(r *Rules, emit func(Spans)) *Tokenizer {
	return &Tokenizer{rules: r, emitSpans: emit, size: chunk}
}

// takeSpans is the end of takeChunk for spans. It leaves the text from limit on to the stages.
func (t *Tokenizer) takeSpans(p []byte, limit int) int {
	end := t.lastRest(p, limit)
	if end == 0 {
		return 0
	}
	blocks := (end + 63) / 64
	if rest := end & 63; rest != 0 {
		t.word[blocks-1] &= 1<<rest - 1
	}
	s := Spans{Source: p[:end], Text: t.text[:], Bounds: t.wordBounds(blocks)}
	if t.mustRefine && t.rewrite.any(blocks) {
		s.rewrite = &t.rewrite
	}
	t.emitSpans(s)
	return end
}
