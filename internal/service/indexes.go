package service

import (
	"context"
	"errors"
	"net/http"
	"time"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/internal/service/liveindex"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
	"github.com/lsh-interop/fpcheck/scheme"
)

// onShelf returns a handler of requests that name an index.
func (s *Service) onShelf(handle func(http.ResponseWriter, *http.Request, *liveindex.Shelf) error) func(http.ResponseWriter, *http.Request) error {
	return func(w http.ResponseWriter, r *http.Request) error {
		x, err := s.shelfNamed(r.PathValue("index"))
		if err != nil {
			return err
		}
		return handle(w, r, x)
	}
}

func (s *Service) shelfNamed(name string) (*liveindex.Shelf, error) {
	if x := s.o.Shelves[name]; x != nil {
		return x, nil
	}
	return nil, faulty(notFound, "there is no index %q: see /v1/indexes", name)
}

// longestID bounds the ids of documents, in bytes.
const longestID = 4096

func checkID(id string) error {
	if id == "" || len(id) > longestID {
		return faulty(badRequest, "an id of %d bytes: expected 1 to %d", len(id), longestID)
	}
	return nil
}

type indexReply struct {
	Name       string            `json:"name"`
	Scheme     string            `json:"scheme"`
	Profile    string            `json:"profile"`
	Bits       int               `json:"bits,omitempty"` // of a slot
	Bands      int               `json:"bands,omitempty"`
	Rows       int               `json:"rows,omitempty"`
	Limits     scheme.Thresholds `json:"limits"`    // that the index has tables for
	Documents  int               `json:"documents"` // in the file
	Pending    int               `json:"pending"`   // changes that are in its journal only
	Advice     scheme.Advice     `json:"advice"`
	MaxSlots   int               `json:"max_distance"`
	SlotsOrBit string            `json:"unit"`  // of distances
	Texts      bool              `json:"texts"` // there is a folder that may have those of the documents
}

func (s *Service) indexReply(name string) (answer indexReply, err error) {
	state, err := s.o.Shelves[name].State()
	if err != nil {
		return answer, err
	}
	err = s.o.Shelves[name].With(func(x *index.Index) error {
		o := x.Options()
		answer = indexReply{Name: name, Scheme: o.Scheme.ID(), Profile: o.Profile, Bits: o.Bits,
			Bands: o.Tables.Bands.Bands, Rows: o.Tables.Bands.Rows, Limits: o.Tables.Thresholds(),
			Documents: state.Documents, Pending: state.Pending, Advice: o.Scheme.Advice(),
			MaxSlots: o.Scheme.MaxDistance(), SlotsOrBit: o.Scheme.Unit(), Texts: s.o.Texts != nil}
		return nil
	})
	return answer, err
}

func (s *Service) listIndexes(w http.ResponseWriter, _ *http.Request) error {
	all := []indexReply{}
	for _, name := range s.names {
		x, err := s.indexReply(name)
		if err != nil {
			return err
		}
		all = append(all, x)
	}
	return s.reply(w, http.StatusOK, map[string]any{"indexes": all})
}

func (s *Service) showIndex(w http.ResponseWriter, r *http.Request, _ *liveindex.Shelf) error {
	answer, err := s.indexReply(r.PathValue("index"))
	if err != nil {
		return err
	}
	return s.reply(w, http.StatusOK, answer)
}

// of returns the fingerprint of a subject for an index. A text that is too short is an error.
func (s *Service) of(ctx context.Context, x *liveindex.Shelf, sub *subject, patient bool) (f scheme.Fingerprint, err error) {
	var by *scheme.Scheme
	var profile string
	if err := x.With(func(x *index.Index) error { by, profile = x.Options().Scheme, x.Options().Profile; return nil }); err != nil {
		return f, err
	}
	f, features, err := s.print(ctx, sub, by, profile, patient)
	if least := by.Advice().RefuseBelow; err == nil && features >= 0 && features < least {
		err = faulty(tooShort, "%d features: %d are needed", features, least)
	}
	return f, err
}

type matchReply struct {
	document
	Fingerprint scheme.Fingerprint `json:"fingerprint"`
	Distance    int                `json:"distance"`
	Similarity  float64            `json:"similarity"`
}

type searchReply struct {
	Fingerprint scheme.Fingerprint `json:"fingerprint"`
	Matches     []matchReply       `json:"matches"`
	More        bool               `json:"more"` // there are more than are listed
}

func (s *Service) search(w http.ResponseWriter, r *http.Request, x *liveindex.Shelf) error {
	q, err := queryOf(r, "max_distance", "min_similarity", "limit", "name")
	if err != nil {
		return err
	}
	within, err := q.bounds()
	if err != nil {
		return err
	}
	sub, err := s.subjectOf(w, r, q.get("name"))
	if err != nil {
		return err
	}
	print, err := s.of(r.Context(), x, &sub, false)
	if err != nil {
		return err
	}
	answer, err := s.nearest(r.Context(), r.PathValue("index"), print, within, false)
	if err != nil {
		return err
	}
	return s.reply(w, http.StatusOK, answer)
}

// nearest searches an index.
func (s *Service) nearest(ctx context.Context, name string, print scheme.Fingerprint, within bounds, patient bool) (*searchReply, error) {
	leave, err := s.gates.enterSearch(ctx, patient)
	if err != nil {
		return nil, err
	}
	defer leave()
	begun := time.Now()
	a, err := s.o.Shelves[name].Search(ctx, print, within.Thresholds, within.most())
	if err != nil {
		return nil, err
	}
	s.metrics.took("fpcheck_stage_seconds", label("stage", "search"), begun)
	labels := label("index", name)
	s.metrics.add("fpcheck_searches_total", labels, 1)
	s.metrics.add("fpcheck_search_candidates_total", labels, float64(a.Candidates))
	s.metrics.add("fpcheck_search_found_total", labels, float64(a.Found))
	s.metrics.add("fpcheck_search_cut_buckets_total", labels, float64(a.CutBuckets))
	s.shadows.count(name, print, &a)
	listed, size := fitting(a.Matches, mostAnswer, matchSize, func(m index.Match) string { return m.ID })
	if err := budget.AccountOf(ctx).Hold(answering * size); err != nil {
		return nil, err
	}
	answer := &searchReply{print, make([]matchReply, listed), a.Found > listed}
	for i, m := range a.Matches[:listed] {
		answer.Matches[i] = matchReply{newDocument(m.ID), m.Fingerprint, m.Distance, m.Similarity}
	}
	return answer, nil
}

// mostAnswer bounds the bytes of an answer. matchSize is the size of a match in it, and memberSize of a member of
// a cluster. Neither counts the id.
const (
	mostAnswer = 16 << 20
	matchSize  = 300
	memberSize = 64 // it has no fingerprint
	answering  = 2  // its buffers, as multiples of that
)

// fitting returns the number of documents that fit into an answer of most bytes, and their size. Without its
// id, each has bare bytes.
func fitting[D any](documents []D, most, bare int64, id func(D) string) (n int, size int64) {
	for _, d := range documents {
		one := bare + int64(encodedLen(id(d)))
		if size+one > most {
			break
		}
		n, size = n+1, size+one
	}
	return n, size
}

// encodedLen returns the greatest number of bytes of an id in JSON.
func encodedLen(id string) int {
	n := len(id)
	for i := range len(id) {
		if c := id[i]; c < ' ' || c == '<' || c == '>' || c == '&' || c == '"' || c == '\\' || c == 0xE2 {
			n += 5
		}
	}
	if !utf8.ValidString(id) {
		n += 5*len(id) + 4*len(id)/3
	}
	return n
}

type documentReply struct {
	document
	Fingerprint scheme.Fingerprint `json:"fingerprint"`
}

func (s *Service) showDocument(w http.ResponseWriter, r *http.Request, x *liveindex.Shelf) error {
	id, err := documentID(r)
	if err != nil {
		return err
	}
	f, err := documentIn(x, id)
	if err != nil {
		return err
	}
	return s.reply(w, http.StatusOK, documentReply{newDocument(id), f})
}

// documentID returns the id of a document in a URL. A query is refused, since it may be a part of the id.
func documentID(r *http.Request) (string, error) {
	if r.URL.RawQuery != "" || r.URL.ForceQuery {
		return "", faulty(badRequest, "a query after the id: expected %%3F for a question mark in an id")
	}
	id := r.PathValue("id")
	return id, checkID(id)
}

func documentIn(x *liveindex.Shelf, id string) (scheme.Fingerprint, error) {
	f, ok, err := x.Get(id)
	if err == nil && !ok {
		err = faulty(notFound, "there is no document %q", id)
	}
	return f, err
}

type addReply struct {
	documentReply
	Replaced bool `json:"replaced"` // there was one of this id
}

// addDocument answers when the document is on the disk.
func (s *Service) addDocument(w http.ResponseWriter, r *http.Request, x *liveindex.Shelf) error {
	id, err := documentID(r)
	if err != nil {
		return err
	}
	sub, err := s.subjectOf(w, r, id) // as that of a file of this name
	if err != nil {
		return err
	}
	if err := s.proves(r.Context(), id, &sub); err != nil {
		return err
	}
	f, err := s.of(r.Context(), x, &sub, false)
	if err != nil {
		return err
	}
	existed, err := s.change(r.Context(), x, id, f)
	if err != nil {
		return err
	}
	status := http.StatusCreated
	if existed {
		status = http.StatusOK
	}
	return s.reply(w, status, addReply{documentReply{newDocument(id), f}, existed})
}

func (s *Service) removeDocument(w http.ResponseWriter, r *http.Request, x *liveindex.Shelf) error {
	id, err := documentID(r)
	if err != nil {
		return err
	}
	existed, err := s.change(r.Context(), x, id, scheme.Fingerprint{})
	if err != nil {
		return err
	}
	if !existed {
		return faulty(notFound, "there is no document %q", id)
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// change changes an index, and waits until that is on the disk.
func (s *Service) change(ctx context.Context, x *liveindex.Shelf, id string, f scheme.Fingerprint) (existed bool, err error) {
	begun := time.Now()
	c, err := x.Put(ctx, id, f, false)
	if err != nil {
		return false, err
	}
	existed, err = c.Wait()
	s.metrics.took("fpcheck_stage_seconds", label("stage", "disk"), begun)
	if errors.Is(err, context.Canceled) { // of the disk, not of the request
		err = faulty(internal, "%v", err)
	}
	return existed, err
}
