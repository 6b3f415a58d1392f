package premis

import (
	"strconv"
	"time"

	"github.com/lsh-interop/fpcheck/archive/validation"
	"github.com/lsh-interop/fpcheck/internal/cli/keep/outcome"
	"github.com/lsh-interop/fpcheck/manifest"
)

// Begin begins the record of a validation. Its findings follow, and then [Writer.End].
func (w *Writer) Begin(s outcome.Subject) error {
	if w.err != nil {
		return w.err
	}
	w.about, w.within = &s, true
	w.objects++
	w.layout.subject(w, subjectOf(&s))
	return w.fail(w.main.failed(), w.later.failed())
}

// Finding writes a finding about the subject of the last [Writer.Begin], or about the tree.
func (w *Writer) Finding(f outcome.Finding) error {
	if w.err != nil {
		return w.err
	}
	w.findings++
	e := w.validation()
	e.serial = w.findings
	if f.Fixity {
		e.kind = fixityCheck
	}
	e.outcome = warning
	if f.Severity == validation.Error {
		e.outcome = fail
	}
	e.note = findingNote(&f)
	w.layout.event(w, e)
	return w.fail(w.main.failed(), w.later.failed())
}

// End writes the verdict on the subject of the last [Writer.Begin]. n has the numbers of its
// findings.
func (w *Writer) End(n validation.Counts) error {
	if w.err != nil {
		return w.err
	}
	verdict := w.check.Rules.VerdictOf(n)
	e := w.validation()
	switch verdict {
	case outcome.Valid:
		e.outcome = success
	case outcome.Invalid:
		e.outcome = fail
	default:
		e.outcome = warning // the vocabulary has no other terms
	}
	var p pairs
	p.add("verdict", verdict.String())
	for _, of := range []struct {
		name string
		n    int64
	}{{"errors", n.Errors}, {"warnings", n.Warnings}, {"not-judged", n.Unjudged}} {
		p.add(of.name, strconv.FormatInt(of.n, 10))
	}
	e.note = p.String()
	w.layout.event(w, e)
	w.layout.endSubject(w)
	w.within = false
	return w.fail(w.main.failed(), w.later.failed())
}

// validation returns an event about the last subject.
func (w *Writer) validation() event {
	c := &w.check
	e := event{kind: validated, time: c.Time.UTC().Format(time.RFC3339), agents: []string{c.Tool}}
	var p pairs
	p.add("program", c.Tool)
	if s := w.about; s == nil {
		w.compare()
		e.object = c.source().identifier
	} else {
		e.object = subjectOf(s).identifier
		p.add("kind", s.Kind)
		if s.Path != "" && s.Path != "." {
			p.add("path", reference(s.Path).value)
		}
		p.add("rules", s.Rules)
		p.add("scope", s.Scope)
	}
	if c.Rules.Strict {
		p.add("strict", "true")
	}
	e.detail = p.String()
	return e
}

func findingNote(f *outcome.Finding) string {
	var p pairs
	p.add("severity", f.Severity.String())
	p.add("code", f.Code)
	p.add("source", f.Source)
	if f.Path != "" {
		p.add("path", reference(f.Path).value)
	}
	p.add("at", f.At)
	p.add("found", f.What)
	p.add("expected", f.Expected)
	p.add("sentence", f.Sentence)
	return p.String()
}

// Types of identifiers for subjects without an identifier. Files do not use them, since paths may
// repeat.
const (
	directoryName = "directory name"
	fileName      = "file name"
)

// named returns an identifier that was chosen elsewhere. Characters that XML does not allow are
// percent-encoded.
func named(kind, name string) identifier {
	if !isText(name) {
		name = reference(name).value
	}
	return identifier{kind, name}
}

// subjectOf returns the object that is validated.
func subjectOf(s *outcome.Subject) object {
	o := object{dir: !s.File, entry: manifest.Entry{Size: -1, Reading: manifest.Reading{MediaType: s.Format}}}
	kind, name := directoryName, s.Name
	if s.File {
		kind = fileName
	}
	if s.Path != "" && s.Path != "." {
		name = s.Path
	}
	if isText(name) {
		o.name = name
	}
	if s.ID != "" && s.IDType != "" {
		o.identifier = named(s.IDType, s.ID)
	} else {
		o.identifier = named(kind, name)
	}
	return o
}
