package service

import (
	"cmp"
	"context"
	"slices"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/internal/service/liveindex"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
	"github.com/lsh-interop/fpcheck/scheme"
)

// lone finds the cluster of one SimHash (R13.6) by searches. In the order of R13.1, a document begins a cluster
// if no earlier near document does. Otherwise it joins the first near document that does. So lone asks only
// for earlier documents. The chain of near documents may be far longer.
type lone struct {
	account  *budget.Account
	search   func(f scheme.Fingerprint, within scheme.Thresholds) (index.Answer, error)
	distance int              // of linked documents
	reach    int              // distance of two documents that may be linked to the same one
	begin    map[string]bool  // whether a document begins a cluster, by id
	begun    []index.Document // the documents that do
	found    int              // links
	complete bool             // no search was cut short
}

// manyMembers is the number of members from which one search for all of them is cheaper than one for each.
const manyMembers = 32

func newLone(ctx context.Context, x *liveindex.Shelf, o index.Options) *lone {
	return &lone{
		account: budget.AccountOf(ctx),
		search: func(f scheme.Fingerprint, within scheme.Thresholds) (index.Answer, error) {
			a, err := searchApart(ctx, func(ctx context.Context) (liveindex.Found, error) {
				return x.Search(ctx, f, within, mostChained)
			})
			return a.Answer, err
		},
		distance: o.Tables.Distance,
		reach:    min(2*o.Tables.Distance, o.Scheme.MaxDistance()),
		begin:    make(map[string]bool),
		complete: true,
	}
}

// cluster returns the members of the cluster of a document, the representative first.
func (l *lone) cluster(d index.Document) ([]index.Member, error) {
	near, err := l.near(d.Fingerprint)
	if err != nil {
		return nil, err
	}
	first := d
	for _, m := range near {
		begins, err := m.ID < d.ID, error(nil)
		if begins {
			begins, err = l.begins(m.Document)
		}
		if err != nil {
			return nil, err
		}
		if begins {
			first = m.Document
			if near, err = l.near(first.Fingerprint); err != nil {
				return nil, err
			}
			break
		}
	}
	near = slices.DeleteFunc(near, func(m index.Match) bool { return m.ID <= first.ID })
	if near, err = l.withoutOthers(near, first); err != nil {
		return nil, err
	}
	members := []index.Member{{ID: first.ID, Similarity: 1}}
	for _, m := range near {
		members = append(members, index.Member{ID: m.ID, Similarity: m.Similarity})
	}
	return members, nil
}

// near returns the documents that are linked with a fingerprint, in the order of R13.1. The account holds them.
func (l *lone) near(f scheme.Fingerprint) ([]index.Match, error) {
	a, err := l.search(f, scheme.Thresholds{}) // the limits of the tables
	if err != nil {
		return nil, err
	}
	l.complete = l.complete && a.Found == len(a.Matches)
	l.found += len(a.Matches)
	slices.SortFunc(a.Matches, func(x, y index.Match) int { return cmp.Compare(x.ID, y.ID) })
	return a.Matches, l.account.Hold(chainedCost(a.Matches))
}

func chainedCost(all []index.Match) (cost int64) {
	for _, m := range all {
		cost += clusteringCost(m.Document)
	}
	return cost
}

// areLinked reports whether two documents are linked.
func (l *lone) areLinked(a, b index.Document) bool {
	distance, err := a.Fingerprint.Distance(b.Fingerprint)
	return err == nil && distance <= l.distance
}

// begins reports whether a document begins a cluster.
func (l *lone) begins(d index.Document) (bool, error) {
	if begins, known := l.begin[d.ID]; known {
		return begins, nil
	}
	begins := !slices.ContainsFunc(l.begun, func(b index.Document) bool { return b.ID < d.ID && l.areLinked(b, d) })
	if begins {
		joins, err := l.joinsBefore(d, d)
		if err != nil {
			return false, err
		}
		begins = !joins
	}
	l.begin[d.ID] = begins
	if begins {
		l.begun = append(l.begun, d)
	}
	return begins, l.account.Hold(clusteringCost(d))
}

// joinsBefore reports whether a document is near a document before end that begins a cluster.
func (l *lone) joinsBefore(d, end index.Document) (bool, error) {
	if l.found > mostLinks {
		l.complete = false
		return false, nil
	}
	near, err := l.near(d.Fingerprint)
	if err != nil {
		return false, err
	}
	defer l.account.Release(chainedCost(near))
	for _, m := range near {
		if m.ID >= end.ID {
			break
		}
		if begins, err := l.begins(m.Document); err != nil || begins {
			return begins, err
		}
	}
	return false, nil
}

// withoutOthers returns documents without those in clusters that begin before first.
func (l *lone) withoutOthers(all []index.Match, first index.Document) ([]index.Match, error) {
	leave := func(other index.Document) {
		all = slices.DeleteFunc(all, func(m index.Match) bool { return l.areLinked(m.Document, other) })
	}
	for _, b := range l.begun {
		if b.ID < first.ID {
			leave(b)
		}
	}
	if len(all) > manyMembers {
		around, err := l.search(first.Fingerprint, scheme.AtMost(l.reach))
		if err != nil {
			return nil, err
		}
		if around.Found == len(around.Matches) {
			for _, m := range around.Matches {
				matters := func(o index.Match) bool { return l.areLinked(m.Document, o.Document) }
				if m.ID >= first.ID || !slices.ContainsFunc(all, matters) {
					continue
				}
				begins, err := l.begins(m.Document)
				if err != nil {
					return nil, err
				}
				if begins {
					leave(m.Document)
				}
			}
			return all, nil
		}
	}
	return l.withoutEach(all, first)
}

// withoutEach is withoutOthers with a search for each fingerprint.
func (l *lone) withoutEach(all []index.Match, first index.Document) (kept []index.Match, err error) {
	joins := make(map[scheme.Fingerprint]bool)
	for _, m := range all {
		elsewhere, known := joins[m.Fingerprint]
		if !known {
			if elsewhere, err = l.joinsBefore(m.Document, first); err != nil {
				return nil, err
			}
			joins[m.Fingerprint] = elsewhere
		}
		if !elsewhere {
			kept = append(kept, m)
		}
	}
	return kept, nil
}
