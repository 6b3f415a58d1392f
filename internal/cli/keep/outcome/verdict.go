package outcome

import (
	"errors"
	"slices"

	"github.com/lsh-interop/fpcheck/archive/validation"
	"github.com/lsh-interop/fpcheck/internal/engine/difference"
	"github.com/lsh-interop/fpcheck/internal/kernel/blank"
	"github.com/lsh-interop/fpcheck/internal/kernel/guess"
	"github.com/lsh-interop/fpcheck/manifest"
)

// A Verdict is the result of a verification, or of the comparison of one file.
type Verdict int

const (
	Valid          Verdict = iota // the bytes or the text are unchanged, and nothing is wrong
	Review                        // the text changed, and is still recognisable
	Invalid                       // something is different, missing, unreadable or wrong
	CannotBeJudged                // nothing wrong was found, but not everything could be examined
)

// Verdicts are all verdicts.
var Verdicts = []Verdict{Valid, Review, Invalid, CannotBeJudged}

// An Accept says which changes are valid.
type Accept int

const (
	AcceptNothing Accept = iota
	AcceptText           // files with the same text
	AcceptSimilar        // also files with the same or a near fingerprint
)

// Accepts are the names of what to accept, in order. The first is for [AcceptNothing].
var Accepts = []string{"", "text", "similar"}

// String returns the name of a.
func (a Accept) String() string { return Accepts[a] }

// Rules say what is valid.
type Rules struct {
	Meant  bool // the files were meant to change: they were migrated, or are versions of an object
	Accept Accept
	Strict bool // new and moved files are to be reviewed, and a warning of a validation is an error
	// FailOn are the kinds of differences that are not valid in files that were meant to change.
	FailOn []difference.Kind
}

// Passes reports whether a file was meant to change, and its texts differ in nothing that fails. That
// must be known.
func (u Rules) Passes(r *manifest.Result, texts *difference.Excerpt) bool {
	return u.passes(texts) && !guess.Differs(r.Err)
}

func (u Rules) passes(texts *difference.Excerpt) bool {
	return u.Meant && texts != nil && !slices.ContainsFunc(u.FailOn, func(k difference.Kind) bool { return texts.Kinds[k] > 0 })
}

// Of returns the verdict on a file. No other place says what a status means. texts say how the texts of
// the file differ; nil if that is not known.
func (u Rules) Of(r *manifest.Result, texts *difference.Excerpt) Verdict {
	status := r.Status
	if status == manifest.Moved && !u.Strict {
		status = r.MovedStatus
	}
	valid := false
	switch status {
	case manifest.OK:
		valid = true
	case manifest.New:
		valid = !u.Strict
	case manifest.SameText:
		valid = u.Meant && (texts == nil || u.Passes(r, texts)) || u.Accept >= AcceptText
	case manifest.SameFingerprint, manifest.Similar:
		valid = u.Accept >= AcceptSimilar || u.Passes(r, texts)
	case manifest.Different:
		if !u.passes(texts) {
			return Invalid
		}
		valid = u.Passes(r, texts)
	case manifest.Moved:
	case manifest.StillNotRead:
		return CannotBeJudged
	case manifest.NotCompared:
		if u.Meant || !hasChanged(r) {
			return CannotBeJudged
		}
	default:
		return Invalid
	}
	if partial := (*blank.Error)(nil); valid && status != manifest.OK && errors.As(r.Err, &partial) {
		return CannotBeJudged // what changed may be in what was not read
	}
	if valid {
		return Valid
	}
	return Review
}

// hasChanged reports whether the bytes of a file are known to differ. The digest of a broken link is not of bytes.
func hasChanged(r *manifest.Result) bool {
	a, b := r.Stored, r.Found
	return a != nil && a.State != "link-broken" && b != nil && !a.SHA256.IsZero() && !b.SHA256.IsZero() && a.SHA256 != b.SHA256
}

// Counts are numbers of findings and of files. Invalid files count as errors.
type Counts struct {
	validation.Counts
	Review int64 // files
}

// Verdict returns the verdict on findings and files together. The worst decides, even if something else
// could not be examined.
func (u Rules) Verdict(n Counts) Verdict {
	switch {
	case n.Errors > 0, u.Strict && n.Warnings > 0:
		return Invalid
	case n.Review > 0:
		return Review
	case n.Unjudged > 0:
		return CannotBeJudged
	}
	return Valid
}

// VerdictOf returns the verdict on the findings of a validation.
func (u Rules) VerdictOf(n validation.Counts) Verdict { return u.Verdict(Counts{Counts: n}) }

// String returns "VALID", "REVIEW", "INVALID" or "CANNOT BE JUDGED".
func (v Verdict) String() string {
	switch v {
	case Valid:
		return "VALID"
	case Review:
		return "REVIEW"
	case Invalid:
		return "INVALID"
	}
	return "CANNOT BE JUDGED"
}

// MarshalText returns the same as String.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// ExitCode returns the exit code of the command: 0, 1 or 2.
func (v Verdict) ExitCode() int {
	switch v {
	case Valid:
		return 0
	case Review, Invalid:
		return 1
	}
	return 2
}
