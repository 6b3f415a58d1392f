// Package premis writes what a verification found as events that a repository keeps: in
// PREMIS 3.0 (Library of Congress, January 2016), alone or within METS 1.12.
//
//	w, err := premis.NewWriter(out, spool, premis.PREMIS, premis.Check{Time: now, Tool: "fpcheck 0.3.0"})
//	for result, err := range manifest.Verify(m, fsys, o) {
//		err = w.Write(result)
//	}
//	err = w.Close()
//
// PREMIS wants all objects before all events, and METS the metadata of all files before
// the list of files. So what comes later is written to a spool, and copied at the end: the
// memory that is held does not grow with the files.
//
// # Objects
//
// Each file is an object of category file, with its size, its SHA-256, its format, and as
// significant properties the fingerprint, the number of its features and the text digest.
// The object is what was found; of a file that is missing, what the manifest has. A
// directory that could not be read is an object of category representation. The manifest
// is one more object, and the first: of type "SHA-256", and its value is that.
//
// The identifier of all others is of type "local". Its value is the path as a relative
// reference (RFC 3986, 4.2), in which every octet of a name can be told: "gr%C3%BCn.txt",
// "%FF", "two%0Alines". Where the path can be written in XML it is the original name as
// well.
//
// # Events
//
// Each result is an event, of the Library of Congress's vocabulary of event types:
//
//   - "fixity check", of a file that was compared with what a manifest has of it. That is
//     what was done even where the octets differ and the texts were compared: the question
//     is whether an object is unchanged, and only the measure another. A "message digest
//     calculation" compares nothing.
//   - "validation", of two files of different names that were compared, as a migrated one
//     and the one it was made from, which is then linked in the role "source". What is
//     asked is not whether an object changed, but whether it is as another demands.
//
// The outcome is of the vocabulary of event outcomes, and goes with the exit code of fpcheck
// verify: "success" is OK, or SAME TEXT of files of different names; "fail" is all that
// verify fails for; "warning" is all that it fails for only if it is strict, and SAME TEXT,
// as the octets are others. The note of the outcome has the rest, as in
//
//	status="SIMILAR"; distance="2"; similarity="0.968750"; stored-sha256="..."; found-sha256="..."
//
// where values are quoted as Go has strings. The detail of the event says in the same way
// what it was compared with, and by which rules.
//
// The agents are programs: what verified, and what read a text if it was read.
//
// # METS
//
// A METS document has a section of administrative metadata (amdSec) for each result, in
// which techMD is the object and digiprovMD the event: these are what a repository puts into
// documents of its own. Another has the manifest and the agents. The files of the tree
// follow, each with its section in ADMID and its location as a relative reference, and a
// physical structure of one directory that has them all.
//
// # Identifiers
//
// The identifier of an event is a UUID made of all that the event says (RFC 9562, version
// 8), of which its time and the digest of the manifest are a part: the same verification
// has the same events, and another has others. Nothing else depends on when, where or how
// often a document is written.
package premis

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/lsh-interop/fpcheck/manifest"
)

// Form is what is written.
type Form int

const (
	PREMIS Form = iota // a premis element
	METS               // a mets element: a section of metadata for each file, the files, and their order
)

// Check says what was verified, when, and how. Only Time must be given.
type Check struct {
	Time time.Time
	Tool string // what verified, with its version: "fpcheck 0.3.0"; "" for "fpcheck"
	// Manifest is what the files were compared with. It is no object if it has no digest.
	Manifest Source
	Header   manifest.Header // of the manifest
	// Options are those of the verification: they say what is similar.
	Options manifest.VerifyOptions
}

// Source is a manifest.
type Source struct {
	Name   string // its file's, or ""
	Size   int64  // in octets; 0 if it is not known
	SHA256 manifest.Digest
}

// Writer writes a document. It is buffered.
type Writer struct {
	check  Check
	layout layout
	main   *sink // the document
	later  *sink // the spool
	spool  io.ReadSeeker
	agents agents
	err    error
}

// layout is where the parts of a document stand.
type layout interface {
	begin(w *Writer)
	result(w *Writer, o object, e event)
	end(w *Writer) // after the last result; it calls w.unspool once
}

// NewWriter writes the head of a document to w. The spool must be empty: a temporary file,
// which is up to the caller to remove.
func NewWriter(w io.Writer, spool io.ReadWriteSeeker, f Form, c Check) (*Writer, error) {
	if c.Time.IsZero() {
		return nil, errors.New("premis: no time: expected when it was verified")
	}
	if y := c.Time.UTC().Year(); y < 1 || y > 9999 {
		return nil, fmt.Errorf("premis: year %d: expected 1 to 9999", y)
	}
	if c.Tool == "" {
		c.Tool = "fpcheck"
	}
	p := &Writer{
		check: c, spool: spool,
		main: &sink{w: bufio.NewWriterSize(w, 64<<10)}, later: &sink{w: bufio.NewWriterSize(spool, 64<<10)},
		layout: premisLayout{},
	}
	if f == METS {
		p.layout = newMETS(&c)
	}
	p.agents.add(c.Tool)
	p.main.raw(`<?xml version="1.0" encoding="UTF-8"?>` + "\n")
	p.layout.begin(p)
	return p, nil
}

// Write writes a result.
func (w *Writer) Write(r manifest.Result) error {
	if w.err != nil {
		return w.err
	}
	e := w.check.event(&r)
	for _, tool := range e.agents {
		if w.err = w.agents.add(tool); w.err != nil {
			return w.err
		}
	}
	w.layout.result(w, objectOf(&r), e)
	return w.fail(w.main.failed(), w.later.failed())
}

// Close writes the rest of the document, without which it is none.
func (w *Writer) Close() error {
	if w.err != nil {
		return w.err
	}
	w.layout.end(w)
	return w.fail(w.main.w.Flush(), w.main.failed())
}

// unspool copies what was to come later.
func (w *Writer) unspool() {
	if w.fail(w.later.w.Flush(), w.later.failed(), w.main.w.Flush()) != nil {
		return
	}
	if _, err := w.spool.Seek(0, io.SeekStart); w.fail(err) == nil {
		_, err = io.Copy(w.main.w, w.spool)
		w.fail(err)
	}
}

func (w *Writer) fail(errs ...error) error {
	for _, err := range errs {
		if w.err == nil {
			w.err = err
		}
	}
	return w.err
}

// Namespaces and schemas of documents.
const (
	namespace = "http://www.loc.gov/premis/v3"
	schema    = "http://www.loc.gov/standards/premis/v3/premis.xsd"
	instance  = "http://www.w3.org/2001/XMLSchema-instance"
	version   = "3.0"
)

// premisLayout is objects, then events, then agents.
type premisLayout struct{}

func (premisLayout) begin(w *Writer) {
	w.main.open("premis:premis", "xmlns:premis", namespace, "xmlns:xsi", instance,
		"xsi:schemaLocation", namespace+" "+schema, "version", version)
	w.later.depth = w.main.depth
	source := w.check.source()
	source.write(w.main)
}

func (premisLayout) result(w *Writer, o object, e event) {
	o.write(w.main)
	e.write(w.later)
}

func (premisLayout) end(w *Writer) {
	w.unspool()
	for _, tool := range w.agents.tools {
		writeAgent(w.main, tool)
	}
	w.main.close("premis:premis")
}

// agents are programs, in the order in which they were first needed.
type agents struct {
	tools []string
	known map[string]bool
}

// maxAgents bounds the memory that is held: a manifest has no more readers.
const maxAgents = 1 << 16

func (a *agents) add(tool string) error {
	if a.known[tool] {
		return nil
	}
	if len(a.tools) == maxAgents {
		return fmt.Errorf("premis: %q: expected at most %d programs", tool, maxAgents)
	}
	if a.known == nil {
		a.known = make(map[string]bool)
	}
	a.known[tool] = true
	a.tools = append(a.tools, tool)
	return nil
}

// threshold says which files are similar.
func (c *Check) threshold() string {
	l := c.Options.Similar
	if c.Header.Scheme != nil {
		l = l.Or(c.Header.Scheme)
	}
	return l.String()
}
