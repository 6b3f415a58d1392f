package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/engine/pipeline"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
	"github.com/lsh-interop/fpcheck/scheme"
)

// document is what was found out about an input.
type document struct {
	path    string
	given   bool               // named by an argument, not found in a directory
	member  *member            // of the file at path; nil if the document is all of it
	within  string             // its path in the document that it is embedded in, or ""
	opened  *openCollection    // if the input holds many documents: nothing else is known then
	found   *pipeline.Document // nil if no text was found
	number  int64              // of the member, from 1
	stamp   stamp              // of the file when it was opened, if anybody asks
	resumed bool               // found by an earlier run
	err     error              // what is wrong with it, whatever the scheme
	notes   []string           // what else to warn of
	say     say                // how what is wrong with it is told
	hushed  bool               // nothing is warned of: others like it were
}

// say is how what is wrong with a document is told.
type say int

const (
	asError say = iota // on standard error, and by the exit code
	byCode             // by the exit code alone: others like it were told
	asNote             // on standard error alone: it is no failure
	notAtAll
)

var (
	errMany    = errors.New("it holds many documents: expected one")
	errNoWords = errors.New("no words: expected at least one with a letter, outside URLs and identifiers")
)

func (d *document) results() []pipeline.Result {
	if d.found == nil {
		return nil
	}
	return d.found.Results
}

// name is how results name d.
func (d *document) name() string {
	if d.member != nil {
		return d.embeddedIn(d.member.name)
	}
	return d.embeddedIn(d.path)
}

// inside stands between the path of a file and that of a document in it.
const inside = "//"

// embeddedIn is the name of d if it is embedded in a document of that name, or else that name.
func (d *document) embeddedIn(name string) string {
	if d.within == "" {
		return name
	}
	return name + inside + d.within
}

// label is how lines on standard error name d.
func (d *document) label() string {
	if d.member != nil {
		return d.embeddedIn(d.member.label)
	}
	return d.embeddedIn(d.path)
}

// fields are those of d in JSON that its kind of input has, nil if none.
func (d *document) fields() any {
	if d.member != nil {
		return d.member.fields
	}
	return nil
}

// embedded are the documents in d that were read.
func (d *document) embedded() (all []*document) {
	if d.found == nil {
		return nil
	}
	for _, e := range d.found.Embedded {
		all = append(all, &document{path: d.path, member: d.member, within: e.Path, found: e.Document, number: d.number, err: withHint(e.Err)})
	}
	return all
}

// errors are all that is wrong with d.
func (d *document) errors() (all []error) {
	if d.err != nil {
		return []error{d.err}
	}
	for i := range d.results() {
		if err := d.errorBy(i); err != nil {
			all = append(all, err)
		}
	}
	return all
}

// errorBy returns why d has no fingerprint by the scheme of a result, nil if it has one.
func (d *document) errorBy(i int) error {
	r := &d.found.Results[i]
	err := r.Err
	if errors.Is(err, scheme.ErrNoFeatures) {
		err = errNoWords
	}
	if err != nil && len(d.found.Results) > 1 {
		err = fmt.Errorf("%w (%s)", err, r.Scheme.ID())
	}
	return err
}

// warnings say what a person should know about d although nothing is wrong.
func (d *document) warnings() (all []string) {
	if d.err != nil || d.found == nil || d.hushed {
		return nil
	}
	all = slices.Concat(d.notes, d.found.Notes)
	if few := d.found.Few(); few != nil {
		all = append(all, fmt.Sprintf("only %s: distances are doubtful (below %d)",
			count(few.Features, "feature"), few.Scheme.Advice().WarnBelow))
	}
	return all
}

// withHint adds to an error what may help.
func withHint(err error) error {
	var exceeded *budget.Error
	switch {
	case errors.Is(err, extract.ErrUnsupported):
		return fmt.Errorf("%w (fpcheck media lists those that have one)", err)
	case !errors.As(err, &exceeded):
	case exceeded.Limit == budget.Size:
		return fmt.Errorf("%w (--max-size raises the limit)", err)
	case exceeded.Limit == budget.Time:
		return fmt.Errorf("%w (--timeout raises the limit)", err)
	}
	return err
}

// complain reports what is wrong with d, and returns whether nothing is.
func (a *app) complain(d *document) (sound bool) {
	errs := d.errors()
	for _, err := range errs {
		switch d.say {
		case asError:
			a.out.complain(d.label(), err)
		case byCode:
			a.out.raise(exitTrouble)
		case asNote:
			a.out.note("fpcheck: " + display(d.label()) + ": " + message(err))
		}
	}
	return len(errs) == 0
}

// jsonResult is a document by one scheme, or what is wrong with it.
type jsonResult struct {
	jsonPath
	Within      string `json:"embedded_path,omitempty"`
	Scheme      string `json:"scheme,omitempty"`
	Fingerprint string `json:"fingerprint,omitempty"`
	Features    *int   `json:"features,omitempty"`
	*pipeline.Source
	Stages *jsonStages `json:"stages,omitempty"`
	Error  string      `json:"error,omitempty"`
}

// jsonResults are d by each scheme, or the one thing wrong with it.
func jsonResults(d *document) []jsonResult {
	j := jsonResult{jsonPath: newJSONPath(d.path), Within: d.within}
	if d.found != nil && d.found.MediaType != "" {
		j.Source = &d.found.Source
	}
	if d.err != nil {
		j.Error = message(d.err)
		return []jsonResult{j}
	}
	var results []jsonResult
	for i := range d.results() {
		r, j := &d.found.Results[i], j
		j.Scheme, j.Fingerprint, j.Features = r.Scheme.ID(), r.Fingerprint.String(), &r.Features
		if err := d.errorBy(i); err != nil {
			j.Error = message(err)
		}
		if r.Stages != nil {
			j.Stages = newJSONStages(r.Scheme, r.Stages)
		}
		results = append(results, j)
	}
	return results
}
