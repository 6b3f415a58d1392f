package service

import (
	"context"
	"net/http"
	"sync"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/internal/service/liveindex"
	"github.com/lsh-interop/fpcheck/scheme"
)

// latest has the last results by index, each for the index file at the time.
type latest[V any] struct {
	mu sync.Mutex
	of map[string]*result[V]
}

// result is a result for an index file. Only one is computed at a time.
type result[V any] struct {
	mu    sync.Mutex
	of    *index.Index // nil if there is none yet
	value V
}

// find returns the known result for an index, or calls search.
func (l *latest[V]) find(name string, x *index.Index, search func() (V, error)) (V, error) {
	l.mu.Lock()
	if l.of == nil {
		l.of = make(map[string]*result[V])
	}
	if l.of[name] == nil {
		l.of[name] = new(result[V])
	}
	known := l.of[name]
	l.mu.Unlock()
	known.mu.Lock()
	defer known.mu.Unlock()
	if known.of == x {
		return known.value, nil
	}
	value, err := search()
	if err == nil {
		known.of, known.value = x, value
	}
	return value, err
}

// curveReply is what searches of an index find.
type curveReply struct {
	// For MinHash: the probability by similarity that the index finds a document, in equal steps.
	Recall []float64 `json:"recall,omitempty"`
	Limit  float64   `json:"limit,omitempty"`
	// For SimHash: how many documents are at each distance in bits from a sample.
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
		answer, err = s.curves.find(r.PathValue("index"), x, func() (curveReply, error) { return curveOf(r.Context(), x) })
		return err
	})
	if err != nil {
		return err
	}
	return s.reply(w, http.StatusOK, answer)
}

func curveOf(ctx context.Context, x *index.Index) (answer curveReply, err error) {
	t := x.Options().Tables
	if x.Options().Bits != 0 {
		answer.Limit = t.Similarity
		for i := range curveSteps + 1 {
			answer.Recall = append(answer.Recall, t.Bands.Recall(float64(i)/curveSteps, x.Options().Bits))
		}
		return answer, nil
	}
	answer.Distances = make([]int, t.Distance+1)
	for d, err := range x.Documents(ctx) {
		if err != nil {
			return answer, err
		}
		near, err := searchApart(ctx, func(ctx context.Context) (index.Answer, error) {
			return x.Search(ctx, d.Fingerprint, scheme.Thresholds{}, mostMatches)
		})
		if err != nil {
			return answer, err
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
	return answer, nil
}
