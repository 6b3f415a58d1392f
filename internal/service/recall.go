package service

import (
	"bytes"
	"context"
	"net/http"
	"sync"

	"github.com/lsh-interop/fpcheck/internal/service/liveindex"
	"github.com/lsh-interop/fpcheck/scheme"
)

// recalls are the last results of labelled sets, by index.
type recalls struct {
	mu sync.Mutex
	of map[string]float64
}

// pair is two documents of an index that are labelled as near duplicates.
type pair struct {
	A string `json:"a"`
	B string `json:"b"`
}

type recallReply struct {
	Pairs   int     `json:"pairs"`
	Missing int     `json:"missing"` // pairs with a document that the index lacks
	Found   int     `json:"found"`   // pairs in which a search for the first document finds the other
	Recall  float64 `json:"recall"`  // of those that are not missing; 0 if all are
	Lost    []pair  `json:"lost"`    // the first of the others
}

// mostLost bounds the pairs that are listed.
const mostLost = 100

// replay searches for the first document of each pair of a labelled set.
func (s *Service) replay(w http.ResponseWriter, r *http.Request, x *liveindex.Shelf) error {
	if _, err := queryOf(r); err != nil {
		return err
	}
	octets, err := s.body(w, r)
	if err != nil {
		return err
	}
	leave, err := s.gates.enterLong(r.Context(), r.PathValue("index"))
	if err != nil {
		return err
	}
	defer leave()
	answer := recallReply{Lost: []pair{}}
	for line := range bytes.Lines(octets) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var p pair
		if err := decode(r.Context(), line, &p); err != nil {
			return faulty(badRequest, "pair %d: %v", answer.Pairs+1, err)
		}
		answer.Pairs++
		a, thereA, err := x.Get(p.A)
		if err != nil {
			return err
		}
		b, thereB, err := x.Get(p.B)
		if err != nil {
			return err
		}
		if !thereA || !thereB {
			answer.Missing++
			continue
		}
		found, err := searchApart(r.Context(), func(ctx context.Context) (liveindex.Found, error) {
			return x.Search(ctx, a, scheme.Thresholds{}, mostMatches)
		})
		if err != nil {
			return err
		}
		hit := false
		for _, m := range found.Matches {
			hit = hit || m.ID == p.B && m.Fingerprint == b
		}
		if hit {
			answer.Found++
		} else if len(answer.Lost) < mostLost {
			answer.Lost = append(answer.Lost, p)
		}
	}
	if n := answer.Pairs - answer.Missing; n > 0 {
		answer.Recall = float64(answer.Found) / float64(n)
		s.recalls.mu.Lock()
		defer s.recalls.mu.Unlock()
		if s.recalls.of == nil {
			s.recalls.of = make(map[string]float64)
		}
		s.recalls.of[r.PathValue("index")] = answer.Recall
	}
	return s.reply(w, http.StatusOK, answer)
}
