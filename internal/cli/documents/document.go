package documents

import (
	"errors"
	"fmt"
	"slices"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/engine/pipeline"
	"github.com/lsh-interop/fpcheck/internal/kernel/guess"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
	"github.com/lsh-interop/fpcheck/scheme"
)

// Document is the result for an input.
type Document struct {
	Path    string
	given   bool               // named by an argument, not found in a directory
	Member  *member            // of the file at path; nil if the document is all of it
	Within  string             // its path in the document that it is embedded in, or ""
	opened  *openCollection    // if the input holds many documents: nothing else is known then
	Found   *pipeline.Document // nil if no text was found
	number  int64              // of the member, from 1
	stamp   stamp              // of the file when it was opened, if anybody asks
	resumed bool               // found by an earlier run
	Err     error              // what is wrong with it, whatever the scheme
	notes   []string           // what else to warn of
	warns   bool               // of all that is doubtful, not only of lost parts
	say     say                // how what is wrong with it is told
	hushed  bool               // nothing is warned of: others like it were
}

// say is how to report a fault of a document.
type say int

const (
	asError say = iota // on standard error, and by the exit code
	byCode             // by the exit code alone: others like it were told
	asNote             // on standard error alone: it is no failure
	notAtAll
)

var (
	errMany    = errors.New("it contains many documents: expected one")
	errNoWords = errors.New("no words: expected at least one with a letter, outside URLs and identifiers")
)

func (d *Document) Results() []pipeline.Result {
	if d.Found == nil {
		return nil
	}
	return d.Found.Results
}

// Name returns the name of d in results.
func (d *Document) Name() string {
	if d.Member != nil {
		return d.embeddedIn(d.Member.Name())
	}
	return d.embeddedIn(d.Path)
}

// ID returns the id of a record in its data, or the name of d.
func (d *Document) ID() string {
	if d.Member != nil && d.Member.Record != "" && d.Within == "" {
		return d.Member.Record
	}
	return d.Name()
}

// inside separates the path of a file from the path of a document in it.
const inside = "//"

// embeddedIn returns the name of d if it is embedded in a document of that name, and otherwise that name.
func (d *Document) embeddedIn(name string) string {
	if d.Within == "" {
		return name
	}
	return name + inside + d.Within
}

// IsFile reports whether the name of d is the path of a file.
func (d *Document) IsFile() bool { return d.Within == "" && (d.Member == nil || d.Member.isFile) }

// Label returns the name of d in lines on standard error.
func (d *Document) Label() string {
	if d.Member != nil {
		return d.embeddedIn(d.Member.labelled())
	}
	return d.embeddedIn(d.Path)
}

// Fields returns the fields of d in JSON that depend on its kind of input, or nil.
func (d *Document) Fields() any {
	if d.Member != nil {
		return d.Member.fields()
	}
	return nil
}

// embedded returns the documents in d that were read.
func (d *Document) embedded() (all []*Document) {
	if d.Found == nil {
		return nil
	}
	for _, e := range d.Found.Embedded {
		all = append(all, &Document{Path: d.Path, Member: d.Member, Within: e.Path, Found: e.Document, number: d.number,
			Err: WithHint(e.Err), warns: d.warns})
	}
	return all
}

func (d *Document) errors() (all []error) {
	if d.Err != nil {
		return []error{d.Err}
	}
	for i := range d.Results() {
		if err := d.ErrorBy(i); err != nil {
			all = append(all, err)
		}
	}
	return all
}

// Trouble says in one line what is wrong with d, "" if nothing is.
func (d *Document) Trouble() string {
	if errs := d.errors(); len(errs) > 0 {
		return cli.OneLine(cli.Message(errs[0]))
	}
	return ""
}

// IsSound reports whether d has no errors.
func (d *Document) IsSound() bool { return len(d.errors()) == 0 }

// ErrorBy returns why d has no fingerprint by the scheme of a result, or nil.
func (d *Document) ErrorBy(i int) error {
	r := &d.Found.Results[i]
	err := r.Err
	if errors.Is(err, scheme.ErrNoFeatures) {
		err = errNoWords
	}
	if err != nil && len(d.Found.Results) > 1 {
		err = fmt.Errorf("%w (%s)", err, r.Scheme.ID())
	}
	return err
}

// hasLost reports whether a part of d could not be read. If d has no words, the part may have some.
func (d *Document) hasLost() bool { return d.Found != nil && len(d.Found.Lost) > 0 }

// isDoubtful reports whether there are warnings about d.
func (d *Document) isDoubtful() bool {
	if d.Err != nil || d.Found == nil {
		return d.hasLost() && d.IsWithoutText()
	}
	return d.hasLost() || d.Found.IllFormed > 0 ||
		d.warns && (len(d.notes) > 0 || len(d.Found.Notes) > 0 || d.Found.Few() != nil)
}

// IsNotUTF8 reports whether d is a record that was not examined because its text is not UTF-8.
func (d *Document) IsNotUTF8() bool { return errors.Is(d.Err, pipeline.ErrNotUTF8) }

// Warnings returns warnings about a document that is sound or has no text.
func (d *Document) Warnings() (all []string) {
	if !d.isDoubtful() || d.hushed {
		return nil
	}
	if !d.warns {
		if all = d.Found.Lost; d.Found.IllFormed > 0 {
			all = append(slices.Clip(all), d.Found.IllFormedNote())
		}
		return all
	}
	all = slices.Concat(d.notes, d.Found.Notes)
	if few := d.Found.Few(); few != nil {
		all = append(all, fmt.Sprintf("only %s: distances are doubtful (below %d)",
			cli.Count(few.Features, "feature"), few.Scheme.Advice().WarnBelow))
	}
	return all
}

// Warn prints the warnings of d.
func Warn(a *cli.App, d *Document) {
	for _, w := range d.Warnings() {
		a.Out.Warn(d.Label(), w)
	}
}

// WithHint adds a hint to an error.
func WithHint(err error) error {
	if err == nil {
		return nil
	}
	var exceeded *budget.Error
	switch {
	case errors.Is(err, extract.ErrUnsupported):
		return fmt.Errorf("%w (fpcheck media lists those that have one)", err)
	case errors.Is(err, guess.ErrUndeclared):
		return fmt.Errorf("%w (as by --media 'text/plain; charset=utf-16le')", err)
	case !errors.As(err, &exceeded):
	case exceeded.Limit == budget.Size:
		return fmt.Errorf("%w (--max-size raises the limit)", err)
	case exceeded.Limit == budget.Time:
		return fmt.Errorf("%w (--timeout raises the limit)", err)
	}
	return err
}

// Complain reports the errors of d, and whether there are none. A lost part changes the exit status, too.
func Complain(a *cli.App, d *Document) (sound bool) {
	errs := d.errors()
	if d.hasLost() {
		a.Out.Raise(cli.ExitTrouble)
	}
	for _, err := range errs {
		switch d.say {
		case asError:
			a.Out.Complain(d.Label(), err)
		case byCode:
			a.Out.Raise(cli.ExitTrouble)
		case asNote:
			a.Out.Note("fpcheck: " + cli.Display(d.Label()) + ": " + cli.Message(err))
		}
	}
	return len(errs) == 0
}
