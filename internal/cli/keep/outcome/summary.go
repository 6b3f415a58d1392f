package outcome

import (
	"fmt"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/engine/difference"
	"github.com/lsh-interop/fpcheck/manifest"
)

// MaxDistance is the greatest distance of two fingerprints of any scheme, in bits or slots.
const MaxDistance = 128

// A Summary counts results.
type Summary struct {
	Files     int64
	Statuses  map[manifest.Status]int64   // files
	Worst     map[manifest.Status]Verdict // of the files with a status
	Verdicts  map[Verdict]int64           // files
	Distances [MaxDistance + 1]int64      // files whose fingerprints were compared, by distance
	Records   map[manifest.Status]int64   // records of web archives that were compared one by one
	Kinds     map[difference.Kind]int64   // files whose texts differ so
	Negations int64                       // files where a negation differs

	invalid map[manifest.Status]int64 // files
}

// DescribeKinds says how many files differ in which way: "number in 3 files, marks only in 110 files".
// It returns "" if that is unknown.
func (s *Summary) DescribeKinds() string {
	var parts []string
	for _, k := range difference.Kinds() {
		if n := s.Kinds[k]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s in %s", k, cli.Count(n, "file")))
		}
		if k == difference.Number && s.Negations > 0 {
			parts = append(parts, "negation in "+cli.Count(s.Negations, "file"))
		}
	}
	return strings.Join(parts, ", ")
}

// Add counts a result with its verdict, and how its texts differ, if that is known.
func (s *Summary) Add(r manifest.Result, v Verdict, texts *difference.Excerpt) {
	if s.Statuses == nil {
		s.Statuses, s.Records = make(map[manifest.Status]int64), make(map[manifest.Status]int64)
		s.Worst, s.Verdicts = make(map[manifest.Status]Verdict), make(map[Verdict]int64)
		s.invalid, s.Kinds = make(map[manifest.Status]int64), make(map[difference.Kind]int64)
	}
	if texts != nil {
		for k := range texts.Kinds {
			s.Kinds[k]++
		}
		s.Negations += int64(min(texts.Negations, 1))
	}
	s.Files++
	s.Statuses[r.Status]++
	s.Worst[r.Status] = max(s.Worst[r.Status], v)
	s.Verdicts[v]++
	if v == Invalid {
		s.invalid[r.Status]++
	}
	if r.Records != nil {
		for _, status := range manifest.Statuses() {
			s.Records[status] += r.Records.Count(status)
		}
	}
	if 0 <= r.Distance && r.Distance < len(s.Distances) {
		s.Distances[r.Distance]++
	}
}

// Counts returns the numbers of files by what they mean for the verdict.
func (s *Summary) Counts() (n Counts) {
	n.Errors, n.Review, n.Unjudged = s.Verdicts[Invalid], s.Verdicts[Review], s.Verdicts[CannotBeJudged]
	return n
}

// Differing returns the number of files that differ. A file that cannot be judged is not one of them.
func (s *Summary) Differing() int64 { return s.Verdicts[Invalid] + s.Verdicts[Review] }

// String says what is not valid: "9 different, 54 to review"; "" if everything is.
func (s *Summary) String() string {
	var parts []string
	add := func(n int64, what string) {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, what))
		}
	}
	for _, status := range manifest.Statuses() {
		add(s.invalid[status], strings.ToLower(status.String()))
	}
	add(s.Verdicts[Review], "to review")
	add(s.Verdicts[CannotBeJudged], "not judged")
	return strings.Join(parts, ", ")
}
