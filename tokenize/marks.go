package tokenize

import "slices"

// marks is a mark sequence that has not ended.
type marks struct {
	held []mark
	over bool // it was longer than MaxMarks and has been given up
}

type mark struct {
	r   rune
	ccc uint8
}

// add takes the next mark. It reports true for the one that is too many: the
// sequence is then a separator, and the rest of it is swallowed.
func (s *marks) add(r rune, ccc uint8) (tooMany bool) {
	if s.over {
		return false
	}
	if len(s.held) == MaxMarks {
		s.held, s.over = s.held[:0], true
		return true
	}
	s.held = append(s.held, mark{r, ccc})
	return false
}

// empty reports that there is nothing to end.
func (s *marks) empty() bool { return len(s.held) == 0 && !s.over }

// take ends the sequence and returns it in canonical order (D109). The result is
// valid until the next add.
func (s *marks) take() []mark {
	held := s.held
	s.reset()
	if len(held) > 1 {
		slices.SortStableFunc(held, func(a, b mark) int { return int(a.ccc) - int(b.ccc) })
	}
	return held
}

func (s *marks) reset() { s.held, s.over = s.held[:0], false }
