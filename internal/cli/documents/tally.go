package documents

import (
	"errors"
	"fmt"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/cli"
)

// tally counts documents, and decides how what is wrong with each is told.
type tally struct {
	verbose bool // each is told
	strict  bool // a document without text is a failure
	quiet   bool // nothing is told but failures
	yield   string

	found, without, same, failed int
	notUTF8, partly              int // failed for that, and found though some characters are not UTF-8
	linked                       int // links to directories; MaxBadRecords of them are told
	unsaid                       int // failures beyond most
	warned                       int // found, but doubtful; maxBadRecords of them are told
	most                         int // of failures that are told; 0: all
}

func (t *tally) add(d *Document) {
	if d.isDoubtful() {
		t.warned++
		d.hushed = t.warned > MaxBadRecords && !t.verbose
	}
	if d.IsNotUTF8() {
		t.notUTF8++
	} else if d.Found != nil && d.Found.IllFormed > 0 {
		t.partly++
	}
	switch {
	case d.opened != nil: // what is in it is counted by itself
	case errors.Is(d.Err, ErrLinkedDirectory):
		if d.say = asNote; t.quiet || t.linked >= MaxBadRecords && !t.verbose {
			d.say = notAtAll
		}
		t.linked++
	case d.SameFile() != nil:
		if t.same++; t.verbose {
			d.say = asNote
		} else {
			d.say = notAtAll
		}
	case !d.IsWithoutText():
		if len(d.errors()) == 0 {
			t.found++
			return
		}
		t.failed++
		if t.most > 0 && t.failed > t.most && !t.verbose {
			t.unsaid++
			d.say = byCode
		}
	default:
		t.without++
		switch {
		case d.given || t.strict:
		case t.verbose:
			d.say = asNote
		default:
			d.say = notAtAll
		}
	}
}

// take counts and prints a document.
func (t *tally) take(d *Document) bool {
	t.add(d)
	return true
}

func (t *tally) files() int { return t.found + t.without + t.same + t.failed + t.linked }

// unwarned says how many doubtful documents were not warned of; "" if none.
func (t *tally) unwarned(what string) string {
	if more := t.warned - MaxBadRecords; more > 0 && !t.verbose {
		return cli.Count(more, "more doubtful "+what) + " (--verbose lists them)"
	}
	return ""
}

// print prints how many of what were read, if that were least or more.
func (t *tally) print(a *cli.App, what string, least int) {
	if more := t.unwarned(what); more != "" {
		a.Out.Caution(more)
	}
	if t.files() >= least {
		a.Out.Note("fpcheck: " + t.String(what))
	}
}

// String says what was counted: "3 files: 1 with a fingerprint, 1 without text, 1 failed".
func (t *tally) String(what string) string {
	text := cli.Count(t.files(), what)
	before := ": "
	for _, n := range []struct {
		n    int
		what string
	}{{t.found, "with " + t.yield}, {t.without, "without text"}, {t.same, "read by another path"},
		{t.linked, "left out as a link to a directory"}, {t.notUTF8, "not UTF-8"},
		{t.failed - t.notUTF8, "failed"}} {
		if n.n > 0 {
			text += fmt.Sprintf("%s%d %s", before, n.n, n.what)
			before = ", "
		}
	}
	if t.partly > 0 {
		text += fmt.Sprintf("; %d with characters that are not UTF-8", t.partly)
	}
	return text
}

// IsWithoutText reports whether d is sound but has no text: a picture, say, or an empty file.
func (d *Document) IsWithoutText() bool {
	if d.Err != nil {
		return errors.Is(d.Err, extract.ErrUnsupported) || errors.Is(d.Err, extract.ErrNoText)
	}
	for i := range d.Results() {
		if err := d.ErrorBy(i); err == nil || !errors.Is(err, errNoWords) {
			return false
		}
	}
	return len(d.Results()) > 0
}
