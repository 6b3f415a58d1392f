package maintext

// lanes is how many lines are scored at once.
const lanes = 16

// A vector has a number for each lane.
type vector [lanes]int16

// most is the largest number in a vector. All larger features count as this one.
const most = 0xFFFF

// biased makes unsigned numbers of 16 bits compare as signed ones do.
func biased(x int32) int16 { return int16(min(x, most) ^ 0x8000) }

// A scorer scores the lines of a page in turn.
type scorer struct {
	scores   []int32
	wide     *wideForest // nil if lines are scored one by one
	features []vector    // of lines that have no score yet
	waiting  int
}

func newScorer(lines int) *scorer {
	s := &scorer{scores: make([]int32, 0, lines), wide: wideModel()}
	if s.wide != nil {
		s.features = make([]vector, len(names()))
	}
	return s
}

func (s *scorer) add(features []int32) {
	if s.wide == nil {
		s.scores = append(s.scores, model().score(features))
		return
	}
	for i, x := range features {
		s.features[i][s.waiting] = biased(x)
	}
	if s.waiting++; s.waiting == lanes {
		s.flush()
	}
}

func (s *scorer) flush() {
	if s.waiting > 0 {
		scores := s.wide.score(s.features)
		s.scores = append(s.scores, scores[:s.waiting]...)
		s.waiting = 0
	}
}
