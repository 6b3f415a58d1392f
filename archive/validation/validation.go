// Package validation defines the severity of a finding and the verdict on all findings. All
// validators of this module share them.
//
//	var n validation.Counts
//	n.Add(validation.Warning)
//	n.Verdict(false) // VALID
//	n.Verdict(true)  // INVALID
package validation

// A Severity says what a finding means for the verdict.
type Severity int

const (
	// Warning violates a recommendation, or is tolerated.
	Warning Severity = iota
	// Unjudged could not be examined: it cannot be read, say, or needs what is not supported.
	Unjudged
	// Error violates a requirement.
	Error
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

// MarshalText returns what String does.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Counts are how many findings there are of each severity.
type Counts struct{ Errors, Warnings, Unjudged int64 }

// Add counts a finding.
func (c *Counts) Add(s Severity) { c.AddMany(s, 1) }

// AddMany counts so many findings of a severity.
func (c *Counts) AddMany(s Severity, n int64) {
	switch s {
	case Error:
		c.Errors += n
	case Unjudged:
		c.Unjudged += n
	default:
		c.Warnings += n
	}
}

// Join adds the findings of another part of what is validated.
func (c *Counts) Join(d Counts) {
	c.Errors += d.Errors
	c.Warnings += d.Warnings
	c.Unjudged += d.Unjudged
}

// Verdict is what findings come to. If strict, warnings count as errors. Something that is wrong
// is so, whatever else could not be examined.
func (c Counts) Verdict(strict bool) Verdict {
	switch {
	case c.Errors > 0, strict && c.Warnings > 0:
		return Invalid
	case c.Unjudged > 0:
		return CannotBeJudged
	}
	return Valid
}

// A Verdict is the result of a validation.
type Verdict int

const (
	// Valid: all that was asked for was examined, and nothing is wrong.
	Valid Verdict = iota
	// Invalid: something is wrong.
	Invalid
	// CannotBeJudged: nothing was found to be wrong, but not everything could be examined.
	CannotBeJudged
)

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

// MarshalText returns what String does.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// ExitCode is 0, 1 or 2: that of a command which finds this out.
func (v Verdict) ExitCode() int { return int(v) }
