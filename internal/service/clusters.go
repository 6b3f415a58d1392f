package service

import (
	"cmp"
	"context"
	"net/http"
	"slices"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/internal/service/liveindex"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
	"github.com/lsh-interop/fpcheck/scheme"
)

const (
	// mostChained bounds the documents that a cluster joins through others.
	mostChained = 10_000
	// mostLinks bounds the links that are found for one cluster. In a dense cluster, each search finds all
	// documents.
	mostLinks = 1_000_000
	// clusterCost is the memory in bytes for each document while clusters are found. Its links, its id and its
	// sketch come on top. Ids and sketches grow by doubling.
	clusterCost = 192
	// usualClustered is the maximum number of documents for finding all clusters. They are in memory.
	usualClustered = 2_000_000
	// mostListed bounds the clusters that are listed, and mostMembers the members listed for each.
	mostListed  = 1000
	mostMembers = 100
)

type memberReply struct {
	document
	Similarity float64 `json:"similarity"` // to the representative
}

// clusterReply is a cluster, the representative first.
type clusterReply struct {
	Size     int           `json:"size"`
	Members  []memberReply `json:"members"`
	Complete bool          `json:"complete"` // the search was not cut short
}

// newClusterReply lists members up to a number and a size in bytes.
func newClusterReply(c []index.Member, most int, size int64, complete bool) clusterReply {
	answer := clusterReply{Size: len(c), Complete: complete}
	listed, _ := fitting(c[:min(len(c), most)], size, memberSize, func(m index.Member) string { return m.ID })
	for _, m := range c[:max(listed, 1)] {
		answer.Members = append(answer.Members, memberReply{newDocument(m.ID), m.Similarity})
	}
	return answer
}

// settings returns the settings for the clusters of an index (R13.5, R13.6). Documents that a search finds
// are linked, and each is as near to the representative.
func settings(x *index.Index) index.Settings {
	o := x.Options()
	least := o.Tables.Thresholds().Similarity(o.Scheme)
	return index.Settings{Threshold: least, Floor: least, Bands: o.Tables.Bands}
}

// showCluster shows the cluster of a document.
func (s *Service) showCluster(w http.ResponseWriter, r *http.Request, x *liveindex.Shelf) error {
	id, err := documentID(r)
	if err != nil {
		return err
	}
	f, err := documentIn(x, id)
	if err != nil {
		return err
	}
	leave, err := s.gates.enterLong(r.Context(), r.PathValue("index"))
	if err != nil {
		return err
	}
	defer leave()
	members, complete, err := clusterOf(r.Context(), x, index.Document{ID: id, Fingerprint: f})
	if err != nil {
		return err
	}
	return s.reply(w, http.StatusOK, newClusterReply(members, mostMatches, mostAnswer, complete))
}

// clusterOf returns the members of the cluster of a document, and whether no search was cut short.
func clusterOf(ctx context.Context, x *liveindex.Shelf, d index.Document) (members []index.Member, complete bool, err error) {
	var o index.Options
	var by index.Settings
	if err := x.With(func(x *index.Index) error { o, by = x.Options(), settings(x); return nil }); err != nil {
		return nil, false, err
	}
	if !o.Scheme.IsMinHash() {
		l := newLone(ctx, x, o)
		members, err = l.cluster(d)
		return members, l.complete, err
	}
	set, complete, err := chained(ctx, x, d)
	if err != nil {
		return nil, false, err
	}
	all, err := set.Clusters(ctx, by)
	if err != nil {
		return nil, false, err
	}
	for c := range all.All() {
		if slices.ContainsFunc(c, func(m index.Member) bool { return m.ID == d.ID }) {
			return c, complete, nil
		}
	}
	return []index.Member{{ID: d.ID, Similarity: 1}}, complete, nil
}

// chained returns the documents that a chain of near ones links to first. It returns all unless there are too
// many.
func chained(ctx context.Context, x *liveindex.Shelf, first index.Document) (set *index.Set, complete bool, err error) {
	set = new(index.Set)
	seen := map[string]bool{first.ID: true}
	known := make(map[scheme.Fingerprint]bool) // copies of these need no further search
	complete = true
	account, found := budget.AccountOf(ctx), 0
	for todo := []index.Document{first}; len(todo) > 0; {
		d := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if err := set.Add(d.ID, 0, d.Fingerprint); err != nil {
			return nil, false, err
		}
		if known[d.Fingerprint] {
			continue
		}
		if found > mostLinks {
			complete = false
			continue
		}
		known[d.Fingerprint] = true
		a, err := searchApart(ctx, func(ctx context.Context) (liveindex.Found, error) {
			return x.Search(ctx, d.Fingerprint, scheme.Thresholds{}, mostChained)
		})
		if err != nil {
			return nil, false, err
		}
		complete = complete && a.Found == len(a.Matches)
		found += len(a.Matches)
		for _, m := range a.Matches {
			if seen[m.ID] {
				continue
			}
			if len(seen) == mostChained {
				complete = false
				break
			}
			if err := account.Hold(clusteringCost(m.Document)); err != nil {
				return nil, false, err
			}
			seen[m.ID] = true
			todo = append(todo, m.Document)
		}
	}
	return set, complete, nil
}

func clusteringCost(d index.Document) int64 {
	return clusterCost + 2*int64(len(d.ID)+len(d.Fingerprint.Sketch()))
}

// clustering has the clusters of an index.
type clustering struct {
	largest []clusterReply
	count   int // of more than one document
	inThem  int // documents
}

type clustersReply struct {
	Clusters  []clusterReply `json:"clusters"`
	Count     int            `json:"count"`     // of clusters of more than one document
	Documents int            `json:"documents"` // in these clusters
}

func (s *Service) listClusters(w http.ResponseWriter, r *http.Request, x *liveindex.Shelf) error {
	q, err := queryOf(r, "limit")
	if err != nil {
		return err
	}
	most, err := q.number("limit", 20, mostListed)
	if err != nil {
		return err
	}
	leave, err := s.gates.enterLong(r.Context(), r.PathValue("index"))
	if err != nil {
		return err
	}
	defer leave()
	var c clustering
	err = x.With(func(x *index.Index) error {
		c, err = s.clusters.find(r.PathValue("index"), x, func() (clustering, error) {
			return clusteringOf(r.Context(), x, s.clustered)
		})
		return err
	})
	if err != nil {
		return err
	}
	return s.reply(w, http.StatusOK, clustersReply{c.largest[:min(most, len(c.largest))], c.count, c.inThem})
}

// clusteringOf finds the clusters of an index. It may have at most most documents.
func clusteringOf(ctx context.Context, x *index.Index, most int) (clustering, error) {
	c := clustering{largest: []clusterReply{}}
	if n := x.Len(); n > most {
		return c, faulty(tooMany, "%d documents: expected at most %d, or the cluster of one id", n, most)
	}
	var set index.Set
	account := budget.AccountOf(ctx)
	for d, err := range x.Documents(ctx) {
		if err == nil {
			err = account.Hold(clusteringCost(d))
		}
		if err == nil {
			err = set.Add(d.ID, 0, d.Fingerprint)
		}
		if err != nil {
			return c, err
		}
	}
	if x.Len() > 0 {
		all, err := set.Clusters(ctx, settings(x))
		if err != nil {
			return c, err
		}
		for one := range all.All() {
			if len(one) > 1 {
				c.take(newClusterReply(one, mostMembers, mostAnswer/mostListed, true))
			}
		}
	}
	c.keep()
	return c, nil
}

func (c *clustering) take(one clusterReply) {
	c.count++
	c.inThem += one.Size
	c.largest = append(c.largest, one)
	if len(c.largest) == 2*mostListed {
		c.keep()
	}
}

func (c *clustering) keep() {
	slices.SortStableFunc(c.largest, func(x, y clusterReply) int {
		return cmp.Or(cmp.Compare(y.Size, x.Size), cmp.Compare(x.Members[0].ID, y.Members[0].ID))
	})
	c.largest = c.largest[:min(len(c.largest), mostListed)]
}
