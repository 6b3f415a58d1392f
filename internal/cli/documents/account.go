package documents

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/archive/warc"
	"github.com/lsh-interop/fpcheck/internal/cli"
)

// account counts the records of web archives by their outcomes.
type account map[string]int

// records returns the number of records.
func (a account) records() int {
	n := 0
	for _, m := range a {
		n += m
	}
	return n
}

// String returns a line such as "412 records: 180 fingerprinted, 3 revisits, 229 requests".
func (a account) String() string {
	var parts []string
	part := func(what string) {
		if n := a[what]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, what))
		}
	}
	outcomes := warc.Outcomes()
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
	return cli.Count(a.records(), "record") + ": " + strings.Join(parts, ", ")
}
