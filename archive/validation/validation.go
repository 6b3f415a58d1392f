// Package validation defines the severity of a finding, and the number of findings of each severity.
// All validators of this module share them.
//
//	var n validation.Counts
//	bag, err := bagit.Validate(ctx, fsys, bagit.Options{}, func(f bagit.Finding) { n.Add(f.Severity, 1) })
package validation

// A Severity says what a finding means for the verdict.
type Severity int

const (
	Warning  Severity = iota // violates a recommendation, or is tolerated
	Unjudged                 // could not be examined: it is unreadable, or not supported
	Error                    // violates a requirement
)

// String returns "warning", "not judged" or "error".
func (s Severity) String() string {
	switch s {
	case Error:
		return "error"
	case Unjudged:
		return "not judged"
	}
	return "warning"
}

// MarshalText returns the same as String.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Counts are numbers of findings by severity. What was validated is invalid if there are errors. If
// there are none, it is valid unless something could not be judged.
type Counts struct{ Errors, Warnings, Unjudged int64 }

// Add counts n findings of one severity.
func (c *Counts) Add(s Severity, n int64) {
	switch s {
	case Error:
		c.Errors += n
	case Unjudged:
		c.Unjudged += n
	default:
		c.Warnings += n
	}
}

// Join adds the counts of d.
func (c *Counts) Join(d Counts) {
	c.Errors += d.Errors
	c.Warnings += d.Warnings
	c.Unjudged += d.Unjudged
}
