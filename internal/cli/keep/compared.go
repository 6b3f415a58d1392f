package keep

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/keep/outcome"
	"github.com/lsh-interop/fpcheck/manifest"
)

// records prints how records of a web archive differ: all as JSON, else those with another text.
func (v *findings) records(r manifest.Result) error {
	if r.Records == nil {
		return nil
	}
	for record, err := range r.Records.Differing() {
		if err != nil {
			return fmt.Errorf("%s: %w", cli.Display(r.Path), err)
		}
		switch {
		case v.f.json:
			err = v.a.Out.WriteJSON(newJSONFinding(record, v.conclusion.rules.Of(&record, nil), nil))
		case record.KeepsText():
			continue // the counts say so
		default:
			v.a.Out.VerdictLine("    "+record.String(), record.Status.String(), colorOf(v.conclusion.rules.Of(&record, nil)))
			err = v.a.Out.Failure()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// jsonRecordID names a record of a web archive.
type jsonRecordID struct {
	URI       string `json:"uri"`
	URIBase64 []byte `json:"uri_base64,omitempty"`
	Date      string `json:"date,omitempty"`
}

func newJSONRecordID(r *manifest.Record) *jsonRecordID {
	if r == nil {
		return nil
	}
	uri := cli.NewJSONPath(r.URI)
	return &jsonRecordID{uri.Path, uri.PathBase64, r.Date}
}

// jsonRecords is how the records of a web archive compare.
type jsonRecords struct {
	Statuses  map[string]int64 `json:"statuses"`
	Elsewhere int64            `json:"elsewhere,omitempty"`
	From      []cli.JSONPath   `json:"from,omitempty"`
	To        []cli.JSONPath   `json:"to,omitempty"`
}

func newJSONRecords(c *manifest.RecordResults) *jsonRecords {
	if c == nil {
		return nil
	}
	paths := func(names []string) (all []cli.JSONPath) {
		for _, n := range names {
			all = append(all, cli.NewJSONPath(n))
		}
		return all
	}
	return &jsonRecords{statusCounts(c.Count), c.Elsewhere, paths(c.From), paths(c.To)}
}

func statusCounts(count func(manifest.Status) int64) map[string]int64 {
	counts := make(map[string]int64)
	for _, status := range manifest.Statuses() {
		if n := count(status); n > 0 {
			counts[status.String()] = n
		}
	}
	return counts
}

// describeRecords says how many records were compared; "" if none.
func describeRecords(s *outcome.Summary) string {
	var counts []string
	total := int64(0)
	for _, status := range manifest.Statuses() {
		if n := s.Records[status]; n > 0 {
			counts = append(counts, fmt.Sprintf("%d %s", n, status))
			total += n
		}
	}
	if total == 0 {
		return ""
	}
	return "; " + cli.Count(int(total), "record") + " of web archives: " + strings.Join(counts, ", ")
}

// takeRecords counts the records of a web archive, and complains of those that could not be read.
func (s *scanning) takeRecords(r manifest.Scanned) {
	for _, state := range slices.Sorted(maps.Keys(r.RecordStates)) {
		n := r.RecordStates[state]
		s.records += n
		s.recordStates[state] += n
		switch text := cli.Count(int(n), "record") + ": " + string(state); {
		case !state.Settled():
			s.a.Out.Complain(r.Path, fmt.Errorf("%s", text))
		case state == manifest.Encrypted || state == manifest.Malformed:
			s.trouble(r.Path, text)
		}
	}
}

// describeStates is counts by states: "2 with a fingerprint, 1 no-text".
func describeStates(states map[manifest.State]int64) string {
	var counts []string
	for _, state := range slices.Sorted(maps.Keys(states)) {
		n, name := states[state], cmp.Or(string(state), "with a fingerprint")
		if n != 1 && (name == "archive" || name == "link" || name == "revisit") { // the others are adjectives
			name += "s"
		}
		counts = append(counts, fmt.Sprintf("%d %s", n, name))
	}
	return strings.Join(counts, ", ")
}
