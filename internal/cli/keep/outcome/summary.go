package outcome

import (
	"github.com/lsh-interop/fpcheck/archive/validation"
	"github.com/lsh-interop/fpcheck/manifest"
)

// MaxDistance is the greatest distance of two fingerprints of any scheme, in bits or slots.
const MaxDistance = 128

// A Summary counts results.
type Summary struct {
	Files     int64
	Statuses  map[manifest.Status]int64 // files
	Distances [MaxDistance + 1]int64    // files whose fingerprints were compared, by distance
	Records   map[manifest.Status]int64 // records of web archives that were compared one by one
}

// Add counts r.
func (s *Summary) Add(r manifest.Result) {
	if s.Statuses == nil {
		s.Statuses, s.Records = make(map[manifest.Status]int64), make(map[manifest.Status]int64)
	}
	s.Files++
	s.Statuses[r.Status]++
	if r.Records != nil {
		for _, status := range manifest.Statuses() {
			s.Records[status] += r.Records.Count(status)
		}
	}
	if 0 <= r.Distance && r.Distance < len(s.Distances) {
		s.Distances[r.Distance]++
	}
}

// Counts returns the findings that the results amount to.
func (s *Summary) Counts() validation.Counts {
	var n validation.Counts
	for status, files := range s.Statuses {
		if severity, counts := status.Severity(); counts {
			n.Add(severity, files)
		}
	}
	return n
}

// Differing returns the number of files that differ: those that are DIFFERENT, MISSING or NO TEXT.
// If strict, all others except OK, SAME TEXT and UNREADABLE AS BEFORE differ too. A file that is
// UNREADABLE is an error of its own and does not differ.
func (s *Summary) Differing(strict bool) (files int64) {
	n := s.Counts()
	if strict {
		return n.Errors + n.Warnings
	}
	return n.Errors
}
