package service

import (
	"cmp"
	"errors"
	"math"
	"net/http"
	"slices"
	"sync"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/internal/service/liveindex"
	"github.com/lsh-interop/fpcheck/scheme"
)

// difference is a search in which an index and its shadow disagree.
type shadowDifference struct {
	Fingerprint scheme.Fingerprint `json:"fingerprint"`
	Index       []document         `json:"index"`  // what only the index has found
	Shadow      []document         `json:"shadow"` // what only the shadow has found
}

// shadowCounts count the searches with a shadow.
type shadowCounts struct {
	Searches         int64              `json:"searches"`
	Differing        int64              `json:"differing"`   // searches
	OnlyIndex        int64              `json:"only_index"`  // documents
	OnlyShadow       int64              `json:"only_shadow"` // documents
	Candidates       int64              `json:"candidates"`  // documents that the index compared (MinHash)
	ShadowCandidates int64              `json:"shadow_candidates"`
	Last             []shadowDifference `json:"last"` // the last differences, latest first
}

// shadows are the counts by index.
type shadows struct {
	mu sync.Mutex
	of map[string]*shadowCounts
}

const (
	mostDifferences = 20 // that are kept
	mostDiffering   = 20 // documents of each
)

// count counts a search of an index and its shadow, unless the limit cuts the answers.
func (s *shadows) count(name string, f scheme.Fingerprint, found *liveindex.Found) {
	if found.Shadow == nil || found.Found > len(found.Matches) || found.Shadow.Found > len(found.Shadow.Matches) {
		return
	}
	d := shadowDifference{f, only(found.Matches, found.Shadow.Matches), only(found.Shadow.Matches, found.Matches)}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.of == nil {
		s.of = make(map[string]*shadowCounts)
	}
	c := s.of[name]
	if c == nil {
		c = new(shadowCounts)
		s.of[name] = c
	}
	c.Searches++
	c.Candidates += found.Candidates
	c.ShadowCandidates += found.Shadow.Candidates
	c.OnlyIndex += int64(len(d.Index))
	c.OnlyShadow += int64(len(d.Shadow))
	if len(d.Index)+len(d.Shadow) == 0 {
		return
	}
	c.Differing++
	d.Index, d.Shadow = d.Index[:min(len(d.Index), mostDiffering)], d.Shadow[:min(len(d.Shadow), mostDiffering)]
	c.Last = slices.Insert(c.Last, 0, d)
	c.Last = c.Last[:min(len(c.Last), mostDifferences)]
}

// only returns the documents of matches in some that are not in others.
func only(some, others []index.Match) []document {
	there := make(map[string]bool)
	for _, m := range others {
		there[m.ID] = true
	}
	all := []document{}
	for _, m := range some {
		if !there[m.ID] {
			all = append(all, newDocument(m.ID))
		}
	}
	return all
}

func (s *shadows) reset(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.of, name)
}

// tablesRequest describes the searches that a shadow is for.
type tablesRequest struct {
	MaxDistance   int     `json:"max_distance"`   // of SimHash
	MinSimilarity float64 `json:"min_similarity"` // of MinHash, and the bands, or the recall that they are to have
	Bands         int     `json:"bands"`
	Rows          int     `json:"rows"`
	Recall        float64 `json:"recall"`
}

// usualRecall is the default recall of bands.
const usualRecall = .99

func (t *tablesRequest) tables(x *index.Index) (tables index.Tables, err error) {
	most := x.Options().Scheme.MaxDistance()
	if x.Options().Bits == 0 {
		if t.MaxDistance < 1 || t.MaxDistance > most || t.MinSimilarity != 0 || t.Bands != 0 || t.Rows != 0 || t.Recall != 0 {
			return tables, faulty(badRequest, "expected max_distance from 1 to %d (tables for 1 find copies too), and nothing else: the index is of %s", most, x.Options().Scheme.ID())
		}
		return index.Tables{Distance: t.MaxDistance}, nil
	}
	if !(t.MinSimilarity > 0 && t.MinSimilarity <= 1) || t.MaxDistance != 0 {
		return tables, faulty(badRequest, "expected min_similarity, more than 0 and at most 1, and no max_distance: the index is of %s", x.Options().Scheme.ID())
	}
	tables = index.Tables{Similarity: t.MinSimilarity, Bands: index.Bands{Bands: t.Bands, Rows: t.Rows}}
	switch {
	case t.Bands == 0 && t.Rows == 0:
		t.Recall = cmp.Or(t.Recall, usualRecall)
		if !(t.Recall > 0 && t.Recall <= 1) {
			return tables, faulty(badRequest, "recall %v: expected more than 0, and at most 1", t.Recall)
		}
		tables.Bands = index.BandsFor(t.MinSimilarity, t.Recall, x.Options().Bits)
	case t.Bands < 1 || t.Rows < 1 || t.Bands > most/t.Rows || t.Recall != 0 || math.IsNaN(t.Recall):
		return tables, faulty(badRequest, "%d bands of %d rows: expected both, of at most %d slots, and no recall", t.Bands, t.Rows, most)
	}
	return tables, nil
}

type shadowReply struct {
	State  string            `json:"state"`
	Limits scheme.Thresholds `json:"limits"`
	Bands  int               `json:"bands,omitempty"`
	Rows   int               `json:"rows,omitempty"`
	Fault  string            `json:"fault,omitempty"`
	shadowCounts
}

func (s *Service) shadowReply(r *http.Request, x *liveindex.Shelf) shadowReply {
	now := x.ShadowState()
	answer := shadowReply{State: now.State, Bands: now.Tables.Bands.Bands, Rows: now.Tables.Bands.Rows}
	if now.State != liveindex.NoShadow {
		answer.Limits = now.Tables.Thresholds()
	}
	if now.Err != nil {
		answer.Fault = now.Err.Error()
	}
	s.shadows.mu.Lock()
	defer s.shadows.mu.Unlock()
	if c := s.shadows.of[r.PathValue("index")]; c != nil {
		answer.shadowCounts = *c
	}
	answer.Last = append([]shadowDifference{}, answer.Last...)
	return answer
}

func (s *Service) showShadow(w http.ResponseWriter, r *http.Request, x *liveindex.Shelf) error {
	return s.reply(w, http.StatusOK, s.shadowReply(r, x))
}

// makeShadow starts to build a shadow, which may take long.
func (s *Service) makeShadow(w http.ResponseWriter, r *http.Request, x *liveindex.Shelf) error {
	var t tablesRequest
	if err := s.decodeBody(w, r, &t); err != nil {
		return err
	}
	var tables index.Tables
	err := x.With(func(x *index.Index) (err error) {
		tables, err = t.tables(x)
		return err
	})
	if err != nil {
		return err
	}
	return s.begin(w, r, x, func() error { return x.Shadow(tables) })
}

func (s *Service) dropShadow(w http.ResponseWriter, r *http.Request, x *liveindex.Shelf) error {
	return s.begin(w, r, x, x.DropShadow)
}

// cutOver starts to give an index the tables of its shadow.
func (s *Service) cutOver(w http.ResponseWriter, r *http.Request, x *liveindex.Shelf) error {
	return s.begin(w, r, x, x.CutOver)
}

func (s *Service) begin(w http.ResponseWriter, r *http.Request, x *liveindex.Shelf, do func() error) error {
	err := do()
	if errors.Is(err, liveindex.ErrShadow) {
		return faulty(conflict, "the state of the shadow is: %s", x.ShadowState().State)
	}
	if err != nil {
		return err
	}
	s.shadows.reset(r.PathValue("index"))
	return s.reply(w, http.StatusAccepted, s.shadowReply(r, x))
}
