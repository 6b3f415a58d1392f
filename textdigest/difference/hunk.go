package difference

import (
	"fmt"
	"strings"
	"unicode"
)

// A Layout says how many words a [Hunk] shows. The zero value stands for a Context of 5, a
// Head of 20 and a Tail of 5.
type Layout struct {
	Context int // equal words shown on either side of an edit
	Head    int // first words shown of a long removed or added passage
	Tail    int // last words shown of it
}

func (l Layout) orDefault() Layout {
	if l == (Layout{}) {
		return Layout{5, 20, 5}
	}
	return l
}

// A Hunk is a passage that contains an edit, or several close together.
type Hunk struct {
	Old    Span    `json:"-"`
	New    Span    `json:"-"`
	Pieces []Piece `json:"pieces"`

	before, after bool // whether the texts go on
}

// A Piece is consecutive words of a hunk of which the same is true.
type Piece struct {
	Kind Kind `json:"kind"`
	// Text is the words as in the text, with a single blank for all white space. The middle
	// of a long text is left out.
	Text  string `json:"text"`
	Words int    `json:"words"` // their number
	// Passage is the number of the passage that moved, counted from 1, or 0 if none did.
	Passage int `json:"passage,omitempty"`
}

// Kind says what happened to words.
type Kind string

const (
	Same Kind = "same"
	Went Kind = "went" // removed, or the former place of a passage that moved
	Came Kind = "came" // added, or the new place of a passage that moved
)

// Hunks returns the edits of d with the words around them, in the order of the texts.
func (d *Difference) Hunks(l Layout) []Hunk {
	l = l.orDefault()
	var all []Hunk
	moved, arrived, arrivals := 0, 0, byNew(d.Moves)
	for n := 0; n < len(d.Edits); {
		last := n
		for last+1 < len(d.Edits) && d.Edits[last+1].Old.From-d.Edits[last].Old.To <= 2*l.Context {
			last++
		}
		from, to := d.Edits[n], d.Edits[last]
		before := min(l.Context, from.Old.From, from.New.From)
		after := min(l.Context, len(d.old.words)-to.Old.To, len(d.new.words)-to.New.To)
		h := Hunk{
			Old: Span{from.Old.From - before, to.Old.To + after},
			New: Span{from.New.From - before, to.New.To + after},
		}
		h.before = h.Old.From > 0 || h.New.From > 0
		h.after = h.Old.To < len(d.old.words) || h.New.To < len(d.new.words)
		at := h.New.From
		for _, e := range d.Edits[n : last+1] {
			h.same(d, at, e.New.From)
			for i := e.Old.From; i < e.Old.To; {
				end, passage := e.Old.To, 0
				if moved < len(d.Moves) && d.Moves[moved].Old < e.Old.To {
					if m := d.Moves[moved]; m.Old == i {
						end, passage = i+m.Words, moved+1
						moved++
					} else {
						end = m.Old
					}
				}
				h.add(Went, d.old.show(i, end, l), end-i, passage)
				i = end
			}
			for j := e.New.From; j < e.New.To; {
				end, passage := e.New.To, 0
				if arrived < len(arrivals) && d.Moves[arrivals[arrived]].New < e.New.To {
					if m := d.Moves[arrivals[arrived]]; m.New == j {
						end, passage = j+m.Words, arrivals[arrived]+1
						arrived++
					} else {
						end = m.New
					}
				}
				h.add(Came, d.new.show(j, end, l), end-j, passage)
				j = end
			}
			at = e.New.To
		}
		h.same(d, at, h.New.To)
		all = append(all, h)
		n = last + 1
	}
	return all
}

func (h *Hunk) same(d *Difference, from, to int) {
	if from < to {
		h.add(Same, d.new.show(from, to, Layout{Head: to - from}), to-from, 0)
	}
}

func (h *Hunk) add(k Kind, text string, words, passage int) {
	h.Pieces = append(h.Pieces, Piece{k, text, words, passage})
}

// show returns the words from i to j in one line, without the middle of a long text.
func (t *text) show(i, j int, l Layout) string {
	if left := j - i - l.Head - l.Tail; left > 0 {
		head, tail := oneLine(t.slice(i, i+l.Head)), oneLine(t.slice(j-l.Tail, j))
		return fmt.Sprintf("%s ... (%s) ... %s", head, plural(left, "word"), tail)
	}
	return oneLine(t.slice(i, j))
}

// oneLine returns text in one line: white space becomes a single blank, control characters
// and those that change the direction of writing become U+FFFD, and soft hyphens are left out.
func oneLine(content []byte) string {
	s := strings.Join(strings.Fields(strings.ToValidUTF8(string(content), "\uFFFD")), " ")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\u00AD':
			return -1
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r),
			unicode.Is(unicode.Zl, r), unicode.Is(unicode.Zp, r):
			return '\uFFFD'
		}
		return r
	}, s)
}

// String returns the hunk in one line. Removed words are in [-these-] brackets and added
// words in {+these+}. The former place of a passage that moved is shown as [1-text-1], with
// its number, and the new place as {1+text+1}.
func (h Hunk) String() string {
	var parts []string
	if h.before {
		parts = append(parts, "...")
	}
	for _, p := range h.Pieces {
		number := ""
		if p.Passage > 0 {
			number = fmt.Sprint(p.Passage)
		}
		switch p.Kind {
		case Went:
			parts = append(parts, "["+number+"-"+p.Text+"-"+number+"]")
		case Came:
			parts = append(parts, "{"+number+"+"+p.Text+"+"+number+"}")
		default:
			parts = append(parts, p.Text)
		}
	}
	if h.after {
		parts = append(parts, "...")
	}
	return strings.Join(parts, " ")
}
