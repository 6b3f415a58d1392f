package tokenizer

import (
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/kernel/fast"
	"github.com/lsh-interop/fpcheck/internal/kernel/runs"
	"github.com/lsh-interop/fpcheck/internal/unicode/class"
	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// newRuns returns a Tokenizer that ends with chapter 3, for a [runs.Sink].
func (r Rules) newRuns(to runs.Sink) *Tokenizer {
	t := r.newRunStages(to.Runs)
	if r.fastRuns != nil {
		var stages *Tokenizer // for odd spans
		odd := func(span []byte) {
			if stages == nil {
				stages = r.newRunStages(to.Runs)
			}
			stages.Write(span)
			stages.Close()
			stages.Reset()
		}
		t.fast = fast.NewSpanner(r.fastRuns, func(s fast.Spans) { to.Spans(s, odd) })
	}
	return t
}

func (r Rules) newRunStages(emit func(stream []byte)) *Tokenizer {
	t := &Tokenizer{begun: true}
	t.chain = func() {
		t.normaliser = normaliser{rules: r, next: &parter{emit: emit}, told: true}
		t.decoder = decoder{next: t.chapter2(r, &t.normaliser)}
	}
	return t
}

// withFastRuns returns the rules with what the fast path has to know of them where they end
// with chapter 3. It is only for rules that fold, and that R10.6 has.
func (r Rules) withFastRuns() Rules {
	if !r.fold || r.identifiers || r.iForms || !r.hyphens || !r.blanks {
		return r
	}
	stages := r
	r.fastRuns = &fast.Rules{
		Hyphens: true,
		Blanks:  true,
		Classes: true,
		Grams:   2, // so that runs of class K are known; they are not cut into grams

		MaxWhiteSpace: maxJoinWhiteSpace,
		MaxMarks:      MaxMarks,
		MaxToken:      MaxToken,

		Atom:      new([256]uint8), // there are none
		IsLineEnd: ucd.IsLineEnd,
		IsGap:     isWhiteSpace,
		IsKept:    stages.keeps,
		Map:       stages.mapAlone(),
		IsWord:    stages.keeps,
		Key:       r.key(true),
	}
	return r
}

// A parter divides runs where the class changes (R10.6).
type parter struct {
	emit func(stream []byte)
	base class.Class // of the last code point that is no mark
}

var asciiClasses = func() (t [utf8.RuneSelf]class.Class) {
	for c := range t {
		t[c] = class.Of(rune(c))
	}
	return t
}()

func (c *parter) write(p []byte, _ int) {
	from := 0
	for i := 0; i < len(p); {
		if p[i] == separator {
			_, size := utf8.DecodeRune(p[i+1:])
			c.base = class.None
			i += 1 + size
			continue
		}
		r, size, to := rune(p[i]), 1, class.None
		if r < utf8.RuneSelf {
			to = asciiClasses[r]
		} else {
			r, size = utf8.DecodeRune(p[i:])
			if to = class.Of(r); to == class.Mark {
				i += size
				continue
			}
		}
		if to != c.base && to != class.None && c.base != class.None {
			c.pass(p[from:i])
			c.emit(noCodePoint)
			from = i
		}
		c.base = to
		i += size
	}
	c.pass(p[from:])
}

// noCodePoint is the separator where no code point separates.
var noCodePoint = []byte{separator, separator}

func (c *parter) pass(p []byte) {
	if len(p) > 0 {
		c.emit(p)
	}
}

func (c *parter) close() { c.base = class.None }
