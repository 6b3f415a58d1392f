package tokenizer

import "slices"

// marks is a mark sequence that may continue.
type marks struct {
	held []mark
	over bool // it is longer than MaxMarks
}

type mark struct {
	r   rune
	ccc uint8
}

// add takes the next mark. It reports whether the sequence has just become too long: it is
// then a separator (R3.4, R3.8), and its marks are discarded.
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

// empty reports whether no sequence has begun.
func (s *marks) empty() bool { return len(s.held) == 0 && !s.over }

// take ends the sequence and returns its marks in canonical order (D109). They are valid until
// the next add.
func (s *marks) take() []mark {
	held := s.held
	s.reset()
	if len(held) > 1 {
		slices.SortStableFunc(held, func(a, b mark) int { return int(a.ccc) - int(b.ccc) })
	}
	return held
}

func (s *marks) reset() { s.held, s.over = s.held[:0], false }
