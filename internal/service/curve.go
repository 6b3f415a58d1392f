package service

import (
	"net/http"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/internal/service/liveindex"
	"github.com/lsh-interop/fpcheck/scheme"
)

// curveReply is what searches of an index find.
type curveReply struct {
	// Of MinHash: by similarity, from 0 to 1 in equal steps, how likely it is that a document is
	// found, and for which similarity the index is made.
	Recall []float64 `json:"recall,omitempty"`
	Limit  float64   `json:"limit,omitempty"`
	// Of SimHash: how many documents are so many bits from one of a sample.
	Distances []int `json:"distances,omitempty"`
	Sampled   int   `json:"sampled,omitempty"`
}

const (
	curveSteps  = 100
	curveSample = 500
)

func (s *Service) showCurve(w http.ResponseWriter, r *http.Request, x *liveindex.Shelf) error {
	leave, err := s.work.enter(r.Context(), false)
	if err != nil {
		return err
	}
	defer leave()
	var answer curveReply
	err = x.With(func(x *index.Index) error {
		t := x.Tables()
		if x.Bits() != 0 {
			answer.Limit = t.Similarity
			for i := range curveSteps + 1 {
				answer.Recall = append(answer.Recall, t.Bands.Recall(float64(i)/curveSteps, x.Bits()))
			}
			return nil
		}
		answer.Distances = make([]int, t.Distance+1)
		for d, err := range x.Documents(r.Context()) {
			if err != nil {
				return err
			}
			near, err := x.Nearest(r.Context(), d.Fingerprint, scheme.Limits{}, mostMatches)
			if err != nil {
				return err
			}
			for _, m := range near.Matches {
				if m.ID != d.ID {
					answer.Distances[m.Distance]++
				}
			}
			if answer.Sampled++; answer.Sampled == curveSample {
				break
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return reply(w, http.StatusOK, answer)
}
