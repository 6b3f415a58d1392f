package outcome

import "github.com/lsh-interop/fpcheck/archive/validation"

// A Verdict is the result of a verification.
type Verdict int

const (
	Valid          Verdict = iota // everything was examined, and nothing is wrong
	Invalid                       // something is wrong
	CannotBeJudged                // nothing wrong was found, but not everything could be examined
)

// VerdictOf returns the verdict on findings. If strict, warnings count as errors. An error decides,
// even if something else could not be examined.
func VerdictOf(n validation.Counts, strict bool) Verdict {
	switch {
	case n.Errors > 0, strict && n.Warnings > 0:
		return Invalid
	case n.Unjudged > 0:
		return CannotBeJudged
	}
	return Valid
}

// String returns "VALID", "INVALID" or "CANNOT BE JUDGED".
func (v Verdict) String() string {
	switch v {
	case Valid:
		return "VALID"
	case Invalid:
		return "INVALID"
	}
	return "CANNOT BE JUDGED"
}

// MarshalText returns the same as String.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// ExitCode returns the exit code of the command: 0, 1 or 2.
func (v Verdict) ExitCode() int { return int(v) }
