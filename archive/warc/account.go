package warc

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// An Account counts records by their Outcome.
type Account map[string]int

// Records returns the number of records.
func (a Account) Records() int {
	n := 0
	for _, m := range a {
		n += m
	}
	return n
}

var outcomes = []string{Fingerprinted, Inherited, Orphaned, Joined, Redirect, ErrorPage, OtherStatus, OtherMedia, NoReader, NoWords, Failed}

// String returns a line such as "412 records: 180 fingerprinted, 3 revisits, 229 requests".
func (a Account) String() string {
	var parts []string
	part := func(what string) {
		if n := a[what]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, what))
		}
	}
	for _, what := range outcomes {
		part(what)
	}
	for _, what := range slices.Sorted(maps.Keys(a)) {
		if !slices.Contains(outcomes, what) {
			part(what)
		}
	}
	if len(parts) == 0 {
		return "0 records"
	}
	records := "records"
	if a.Records() == 1 {
		records = "record"
	}
	return fmt.Sprintf("%d %s: %s", a.Records(), records, strings.Join(parts, ", "))
}
