package markup

import (
	"github.com/lsh-interop/fpcheck/extract/internal/markup/elements"
	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
)

// reopened estimates how many elements the tree builder adds for those that are open already. It opens formatting
// elements again after a tag that closed them with another element. It copies some at an end tag of an element that
// is not the innermost. Where tags nest properly, it adds none.
type reopened struct {
	stack []string       // elements that are open, as their tags nest
	open  map[string]int // how many of them have a name
	due   bool           // formatting elements were closed with another
	all   int
}

// mostNested is more than the elements in one another that the tree builder takes.
const mostNested = 1 << 10

// text counts what comes before text or a formatting element, with the given number of open formatting elements.
func (r *reopened) text(now int) {
	if r.due {
		r.all += now
		r.due = false
	}
}

// start opens an element.
func (r *reopened) start(name string, now int) {
	switch {
	case empty.Has(name):
		r.text(now)
		return
	case elements.Blocks.Has(name): // it closes what may not contain it
		r.due = r.due || now > 0 && (r.open[name] > 0 || r.open["p"] > 0)
	default:
		r.text(now)
	}
	if len(r.stack) == mostNested {
		return // the tree builder refuses the page
	}
	if r.open == nil {
		r.open = make(map[string]int)
	}
	r.stack = append(r.stack, name)
	r.open[name]++
}

// end closes an element. Of a formatting element, the standard makes up to 8 copies.
func (r *reopened) end(name string, now int) {
	const copies = 8
	if r.open[name] == 0 {
		return
	}
	if r.stack[len(r.stack)-1] != name {
		if elements.Formatting.Has(name) {
			r.all += 1 + min(now, copies)
			return
		}
		r.due = now > 0
	}
	for {
		last := r.stack[len(r.stack)-1]
		r.stack = r.stack[:len(r.stack)-1]
		if r.open[last]--; last == name {
			return
		}
	}
}

// empty are the elements without content.
var empty = lazy.Names("area base br col embed hr img input link meta param source track wbr")
