package service

import (
	"net/http"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/internal/service/liveindex"
	"github.com/lsh-interop/fpcheck/scheme"
)

// curveReply is what searches of an index find.
type curveReply struct {
	// Of MinHash: the probability by similarity that the index finds a document, in equal steps.
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
	leave, err := s.gates.enterLong(r.Context(), r.PathValue("index"))
	if err != nil {
		return err
	}
	defer leave()
	var answer curveReply
	err = x.With(func(x *index.Index) error {
		t := x.Options().Tables
		if x.Options().Bits != 0 {
			answer.Limit = t.Similarity
			for i := range curveSteps + 1 {
				answer.Recall = append(answer.Recall, t.Bands.Recall(float64(i)/curveSteps, x.Options().Bits))
			}
			return nil
		}
		answer.Distances = make([]int, t.Distance+1)
		for d, err := range x.Documents(r.Context()) {
			if err != nil {
				return err
			}
			near, err := x.Search(r.Context(), d.Fingerprint, scheme.Thresholds{}, mostMatches)
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
	return s.reply(w, http.StatusOK, answer)
}
