package service

import (
	"fmt"
	"strconv"

	"github.com/lsh-interop/fpcheck/scheme"
)

// bounds say which documents a search returns. They are in a query or in a line of a batch.
type bounds struct {
	scheme.Thresholds
	Limit *int `json:"limit"` // of the number of matches; nil means usualMatches
}

const (
	usualMatches = 100
	mostMatches  = 10_000
	mostDistance = 128 // of the fingerprints of any scheme
)

// What is expected of each bound.
var (
	expectedDistance   = fmt.Sprintf("a number from 0 to %d", mostDistance)
	expectedSimilarity = "a number from 0 to 1"
	expectedLimit      = fmt.Sprintf("a number from 0 to %d", mostMatches)
)

func (b *bounds) check() error {
	if n := b.MaxDistance; n != nil && (*n < 0 || *n > mostDistance) {
		return faulty(badRequest, "max_distance=%d: expected %s", *n, expectedDistance)
	}
	if x := b.MinSimilarity; x != nil && !(*x >= 0 && *x <= 1) { // NaN neither
		return faulty(badRequest, "min_similarity=%v: expected %s", *x, expectedSimilarity)
	}
	if n := b.Limit; n != nil && (*n < 0 || *n > mostMatches) {
		return faulty(badRequest, "limit=%d: expected %s", *n, expectedLimit)
	}
	return nil
}

func (b *bounds) areGiven() bool { return *b != bounds{} }

// most returns the maximum number of matches.
func (b *bounds) most() int {
	if b.Limit == nil {
		return usualMatches
	}
	return *b.Limit
}

// bounds returns the bounds in a query.
func (q query) bounds() (b bounds, err error) {
	if b.MaxDistance, err = parsed(q, "max_distance", strconv.Atoi, expectedDistance); err != nil {
		return b, err
	}
	if b.MinSimilarity, err = parsed(q, "min_similarity", parseFloat, expectedSimilarity); err != nil {
		return b, err
	}
	if b.Limit, err = parsed(q, "limit", strconv.Atoi, expectedLimit); err != nil {
		return b, err
	}
	return b, b.check()
}

func parseFloat(text string) (float64, error) { return strconv.ParseFloat(text, 64) }

// parsed parses a parameter. It returns nil if there is none.
func parsed[T any](q query, name string, parse func(string) (T, error), expected string) (*T, error) {
	text := q.get(name)
	if text == "" {
		return nil, nil
	}
	v, err := parse(text)
	if err != nil {
		return nil, faulty(badRequest, "%s=%s: expected %s", name, text, expected)
	}
	return &v, nil
}
