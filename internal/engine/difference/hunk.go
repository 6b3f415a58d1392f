package difference

import (
	"fmt"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/page/escape"
	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// A Layout says how many words a [Hunk] shows. The zero value stands for a Context of 5, a
// Head of 20, a Tail of 5 and 60 Words.
type Layout struct {
	Context int // equal words shown on either side of an edit
	Head    int // first words shown of a long removed or added passage
	Tail    int // last words shown of it
	Words   int // removed and added words after which a hunk takes in no further edit; 0: no bound
}

func (l Layout) orDefault() Layout {
	if l == (Layout{}) {
		return Layout{5, 20, 5, 60}
	}
	return l
}

// A Hunk is a passage that contains an edit, or several close together.
type Hunk struct {
	Old Span `json:"-"`
	New Span `json:"-"`
	// Class is the gravest of its edits.
	Class
	Pieces []Piece `json:"pieces"`

	// Before and After say whether there are words before and after.
	Before bool `json:"-"`
	After  bool `json:"-"`
}

// A Piece is a sequence of words of a hunk with the same Change.
type Piece struct {
	Change Change `json:"kind"`
	// Text is the words as in the text, with a single blank for all white space. The middle of a
	// long text is left out, and a number says how many words or letters that are. If the words
	// that went and came would look the same, Text is the items of the text digest.
	Text  string `json:"text"`
	Words int    `json:"words"` // their number
	// Passage is the number of the passage that moved, counted from 1, or 0 if none did.
	Passage int `json:"passage,omitempty"`
}

// Change says what happened to words.
type Change string

const (
	Same Change = "same"
	Went Change = "went" // removed, or the former place of a passage that moved
	Came Change = "came" // added, or the new place of a passage that moved
)

// Hunks returns the edits of d with the words around them, in the order of the texts.
func (d *Difference) Hunks(l Layout) []Hunk {
	all, _ := d.FirstHunks(l, math.MaxInt, math.MaxInt)
	return all
}

// FirstHunks returns at most the first most hunks, and the number of the others. The pieces of hunks have at most
// size bytes together.
func (d *Difference) FirstHunks(l Layout, most, size int) (all []Hunk, more int) {
	l = l.orDefault()
	s := shower{d: d, l: l}
	if most > 0 {
		s.arrivals = byNew(d.Moves)
	}
	for n := 0; n < len(d.Edits); {
		last, shown := n, l.shown(d.Edits[n])
		for last+1 < len(d.Edits) && d.gap(last+1) <= 2*l.Context && (l.Words == 0 || shown < l.Words) {
			last++
			shown += l.shown(d.Edits[last])
		}
		if more == 0 && len(all) < most {
			h := s.hunk(n, last)
			for _, p := range h.Pieces {
				size -= len(p.Text)
			}
			if size >= 0 {
				all = append(all, h)
				n = last + 1
				continue
			}
		}
		more++
		n = last + 1
	}
	return all, more
}

// hunk returns the hunk of the edits from one to another, which is included. Hunks are shown in order.
func (s *shower) hunk(n, last int) Hunk {
	d, l := s.d, s.l
	from, to := d.Edits[n], d.Edits[last]
	before, after := min(l.Context, d.gap(n)), min(l.Context, d.gap(last+1))
	h := Hunk{
		Class: d.classOf(n, last),
		Old:   Span{from.Old.From - before, to.Old.To + after},
		New:   Span{from.New.From - before, to.New.To + after},
	}
	h.Before = h.Old.From > 0 || h.New.From > 0
	h.After = h.Old.To < len(d.old.words) || h.New.To < len(d.new.words)
	at := h.New.From
	for _, e := range d.Edits[n : last+1] {
		h.same(d, at, e.New.From)
		s.edit(&h, e)
		at = e.New.To
	}
	h.same(d, at, h.New.To)
	return h
}

// shown returns how many words of an edit are shown.
func (l Layout) shown(e Edit) int {
	return min(e.Old.Len(), l.Head+l.Tail) + min(e.New.Len(), l.Head+l.Tail)
}

// gap returns how many words are between edit n and the edit before it, or an end of the texts.
func (d *Difference) gap(n int) int {
	from, to := Edit{}, Edit{Old: Span{From: len(d.old.words)}, New: Span{From: len(d.new.words)}}
	if n > 0 {
		from = d.Edits[n-1]
	}
	if n < len(d.Edits) {
		to = d.Edits[n]
	}
	return min(to.Old.From-from.Old.To, to.New.From-from.New.To)
}

// A shower shows edits, and knows which passages have been shown.
type shower struct {
	d              *Difference
	l              Layout
	arrivals       []int // the passages by their new places
	moved, arrived int
}

func (s *shower) edit(h *Hunk, e Edit) {
	d := s.d
	went, came := d.old.show(e.Old.From, e.Old.To, s.l), d.new.show(e.New.From, e.New.To, s.l)
	if alike := seen(went) == seen(came); alike || went != "" && !visible(went) || came != "" && !visible(came) {
		s.indistinct(h, e, alike)
		return
	}
	for i := e.Old.From; i < e.Old.To; {
		end, passage := e.Old.To, 0
		if s.moved < len(d.Moves) && d.Moves[s.moved].Old < e.Old.To {
			if m := d.Moves[s.moved]; m.Old == i {
				end, passage = i+m.Words, s.moved+1
				s.moved++
			} else {
				end = m.Old
			}
		}
		h.add(Went, d.old.show(i, end, s.l), end-i, passage)
		i = end
	}
	for j := e.New.From; j < e.New.To; {
		end, passage := e.New.To, 0
		if s.arrived < len(s.arrivals) && d.Moves[s.arrivals[s.arrived]].New < e.New.To {
			if m := d.Moves[s.arrivals[s.arrived]]; m.New == j {
				end, passage = j+m.Words, s.arrivals[s.arrived]+1
				s.arrived++
			} else {
				end = m.New
			}
		}
		h.add(Came, d.new.show(j, end, s.l), end-j, passage)
		j = end
	}
}

// indistinct shows an edit whose words look the same, or like nothing. It adds context if that distinguishes
// them. Otherwise it shows the items of the text digest.
func (s *shower) indistinct(h *Hunk, e Edit, alike bool) {
	d := s.d
	went, came := oneLine(d.old.around(e.Old.From, e.Old.To)), oneLine(d.new.around(e.New.From, e.New.To))
	if !alike || seen(went) == seen(came) || !visible(went) || !visible(came) {
		went = d.reading.spelled(d.old, e.Old.From, e.Old.To)
		came = d.reading.spelled(d.new, e.New.From, e.New.To)
	}
	if e.Old.Len() > 0 {
		h.add(Went, went, e.Old.Len(), 0)
	}
	if e.New.Len() > 0 {
		h.add(Came, came, e.New.Len(), 0)
	}
	for s.moved < len(d.Moves) && d.Moves[s.moved].Old < e.Old.To {
		s.moved++
	}
	for s.arrived < len(s.arrivals) && d.Moves[s.arrivals[s.arrived]].New < e.New.To {
		s.arrived++
	}
}

// seen returns a text without what only changes how the rest looks.
func seen(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, text)
}

// visible reports whether a text has anything that can be seen.
func visible(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsSpace(r) && unicode.IsGraphic(r) })
}

func (h *Hunk) same(d *Difference, from, to int) {
	if from < to {
		h.add(Same, d.new.show(from, to, Layout{Head: to - from}), to-from, 0) // at most twice the context
	}
}

func (h *Hunk) add(k Change, text string, words, passage int) {
	h.Pieces = append(h.Pieces, Piece{k, shorten(text), words, passage})
}

const (
	maxLetters  = 400 // how many letters of a piece are shown: words may be long, and rules between them
	headLetters = 300 // the first of them, if there are more
	tailLetters = 60  // the last
)

// shorten leaves out the middle of a piece of too many letters.
func shorten(text string) string {
	if len(text) <= maxLetters || utf8.RuneCountInString(text) <= maxLetters {
		return text
	}
	head, tail, left := 0, len(text), utf8.RuneCountInString(text)-headLetters-tailLetters
	for range headLetters {
		_, size := utf8.DecodeRuneInString(text[head:])
		head += size
	}
	for range tailLetters {
		_, size := utf8.DecodeLastRuneInString(text[:tail])
		tail -= size
	}
	return fmt.Sprintf("%s ... (%s) ... %s", text[:head], plural(left, "letter"), text[tail:])
}

// show returns the words from i to j in one line, without the middle of a long text.
func (t *text) show(i, j int, l Layout) string {
	if left := j - i - l.Head - l.Tail; left > 0 {
		head, tail := oneLine(t.slice(i, i+l.Head)), oneLine(t.slice(j-l.Tail, j))
		return fmt.Sprintf("%s ... (%s) ... %s", head, plural(left, "word"), tail)
	}
	return oneLine(t.slice(i, j))
}

// oneLine returns text in one line. White space becomes a single blank. Control characters, and those that
// change the direction of writing, become U+FFFD. Soft hyphens are left out. Unassigned code points are
// spelled, such as \u0378.
func oneLine(content []byte) string {
	var b strings.Builder
	some, blank, faulty := false, false, false // what was before
	for len(content) > 0 {
		r, size := utf8.DecodeRune(content)
		content = content[size:]
		if r == utf8.RuneError && size == 1 { // one sign for all that are ill-formed together
			if faulty {
				continue
			}
			faulty = true
		} else {
			faulty = false
		}
		if unicode.IsSpace(r) {
			blank = true
			continue
		}
		if some && blank {
			b.WriteByte(' ')
		}
		some, blank = true, false
		switch {
		case r == '\u00AD':
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r),
			unicode.Is(unicode.Zl, r), unicode.Is(unicode.Zp, r):
			b.WriteRune('\uFFFD')
		case ucd.CategoryOf(r) == ucd.Cn:
			escape.AppendRune(&b, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// String returns the hunk in one line. Removed words are in [-these-] brackets and added words in {+these+}.
// A passage that moved is shown with its number, as [1-text-1] in the old place and {1+text+1} in the new.
func (h Hunk) String() string {
	var parts []string
	if h.Before {
		parts = append(parts, "...")
	}
	for _, p := range h.Pieces {
		number := ""
		if p.Passage > 0 {
			number = fmt.Sprint(p.Passage)
		}
		switch p.Change {
		case Went:
			parts = append(parts, "["+number+"-"+p.Text+"-"+number+"]")
		case Came:
			parts = append(parts, "{"+number+"+"+p.Text+"+"+number+"}")
		default:
			parts = append(parts, p.Text)
		}
	}
	if h.After {
		parts = append(parts, "...")
	}
	return strings.Join(parts, " ")
}
