// Package premis writes the results of a verification as events for a repository. It writes PREMIS
// 3.0 (Library of Congress, January 2016), alone or within METS 1.12.
//
//	check := premis.Check{Time: now, Tool: "fpcheck 0.3.0"}
//	w, err := premis.NewWriter(out, spool, premis.PREMIS, check)
//	for result, err := range manifest.Verify(ctx, m, fsys, o) {
//		err = w.Write(result)
//	}
//	err = w.Close()
//
// PREMIS requires all objects before all events, and METS the metadata of all files before the list
// of files. The later part is written to a spool and copied at the end. So memory does not grow
// with the number of files.
//
// # Objects
//
// Each file is an object of category file, with its size, its SHA-256 and its format. Its
// significant properties are the fingerprint, the number of its features and the text digest. The
// object describes the file that was found or, if it is missing, the one in the manifest. A
// directory that could not be read is an object of category representation. The manifest is an
// object whose identifier is of type "SHA-256".
//
// A bag or an OCFL object, which is validated as a whole, comes before its files. Its own
// identifier is of type "External-Identifier" or "OCFL object id". Without one, its identifier is
// the name of its directory, of type "directory name".
//
// The identifiers of files are of type "local". The value is the path as a relative reference (RFC
// 3986, 4.2). It can represent every byte of a name: "gr%C3%BCn.txt", "%FF", "two%0Alines". A path
// that XML can represent is also written as the original name.
//
// # Events
//
// Each result, each validation and each of its findings is an event. The type is from the event
// type vocabulary of the Library of Congress:
//
//   - "fixity check" if a file was compared with its entry in a manifest, even by its text. The
//     question is whether the object is unchanged. A finding about a digest has this type too.
//   - "message digest calculation" if the manifest has no entry to compare the file with.
//   - "validation" for each finding and for the verdict on a bag or an object. Also if two files
//     with different names were compared, such as a migrated file and its source. That file is
//     linked in the role "source".
//
// The outcome is from the vocabulary of event outcomes, and agrees with the exit status of fpcheck
// verify. An event has the outcome "fail" if and only if the exit status is 1. For a result:
//
//   - "success" for a valid file that is OK or was migrated with the SAME TEXT
//   - "fail" for an invalid file and for a file to review; the note tells them apart
//   - "warning" for any other file
//
// For a validation it is "success" for VALID, "fail" for INVALID and "warning" for CANNOT BE
// JUDGED. The outcome note contains the rest, with values quoted like Go strings:
//
//	status="SIMILAR"; outcome="REVIEW"; distance="2"; similarity="0.968750"; stored-sha256="..."; found-sha256="..."
//	severity="error"; code="E092"; path="v1/content/a.txt"; found="..."; expected="..."
//	verdict="INVALID"; errors="1"; warnings="2"; not-judged="0"
//
// In the same form, the event detail states the rules and what the file was compared with.
//
// The agents are the programs that verified and that read texts.
//
// # METS
//
// A METS document has a section of administrative metadata (amdSec) for each result. It contains
// the object as techMD and the event as digiprovMD. A repository can copy it into its own
// documents. Another section has the manifest and the agents. Then come the files of the tree, each
// with its section in ADMID and its location as a relative reference. A physical structure of one
// directory contains all of them.
//
// # Identifiers
//
// The identifier of an event is a UUID (RFC 9562, version 8). It is computed from the whole event,
// including its time and the digest of the manifest. So the same verification always has the same
// events, and another verification has different ones. Nothing else depends on when, where or how
// often a document is written.
package premis

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/lsh-interop/fpcheck/internal/cli/keep/outcome"
	"github.com/lsh-interop/fpcheck/internal/engine/difference"
	"github.com/lsh-interop/fpcheck/manifest"
	"github.com/lsh-interop/fpcheck/scheme"
)

// A Form is a kind of document to write.
type Form int

const (
	PREMIS Form = iota // a premis element
	METS               // a mets element: a section of metadata for each file, the files, and their order
)

// A Check describes a verification: what was verified, when, and how. Only Time is required.
type Check struct {
	Time time.Time
	Tool string // what verified, with its version: "fpcheck 0.3.0"; "" for "fpcheck"
	// Manifest is what the files were compared with. Without a digest, it is not an object.
	Manifest Source
	Header   manifest.Header // of the manifest
	Tree     string          // the name of the directory whose files are compared, or ""
	Rules    outcome.Rules   // by which files are valid
	// Options are the options of the verification. They define which files are similar.
	Options manifest.Options
}

// A Source identifies a manifest.
type Source struct {
	Name   string // the name of its file, or ""
	Size   int64  // in bytes; 0 if it is not known
	SHA256 manifest.Digest
}

// A Writer writes a document. It is buffered.
type Writer struct {
	check  Check
	layout layout
	main   *sink // the document
	later  *sink // the spool
	spool  io.ReadSeeker
	agents agents
	err    error

	about    *outcome.Subject // the last
	within   bool             // it has not ended
	findings int64            // of all subjects
	objects  int64            // that results may be compared with
	compared bool             // what Check.Manifest says is an object
}

// layout is the order of the parts of a document.
type layout interface {
	begin(w *Writer)
	source(w *Writer, o object)  // what results are compared with
	subject(w *Writer, o object) // whose events follow, until endSubject
	endSubject(w *Writer)
	event(w *Writer, e event) // of a subject, even after its end
	result(w *Writer, o object, e event)
	end(w *Writer) // after the last result; it calls w.unspool once
}

// NewWriter writes the head of a document to w. The spool must be empty. It is usually a
// temporary file, which the caller removes.
func NewWriter(w io.Writer, spool io.ReadWriteSeeker, f Form, c Check) (*Writer, error) {
	if c.Time.IsZero() {
		return nil, errors.New("premis: no time: expected when it was verified")
	}
	if y := c.Time.UTC().Year(); y < 1 || y > 9999 {
		return nil, fmt.Errorf("premis: year %d: expected 1 to 9999", y)
	}
	c.Tool = cmp.Or(c.Tool, "fpcheck")
	p := &Writer{
		check: c, spool: spool,
		main: &sink{w: bufio.NewWriterSize(w, 64<<10)}, later: &sink{w: bufio.NewWriterSize(spool, 64<<10)},
		layout: premisLayout{},
	}
	if f == METS {
		p.layout = &metsLayout{check: &p.check}
	}
	p.agents.add(c.Tool)
	p.main.raw(`<?xml version="1.0" encoding="UTF-8"?>` + "\n")
	p.layout.begin(p)
	return p, nil
}

// Write writes a result. texts describes how the texts of the file differ; nil means unknown.
func (w *Writer) Write(r manifest.Result, texts *difference.Excerpt) error {
	if w.err != nil {
		return w.err
	}
	w.compare()
	e := w.check.event(&r, texts)
	for _, tool := range e.agents {
		if w.err = w.agents.add(tool); w.err != nil {
			return w.err
		}
	}
	w.layout.result(w, objectOf(&r), e)
	return w.fail(w.main.failed(), w.later.failed())
}

// Compare sets what the following results are compared with.
func (w *Writer) Compare(m Source, h manifest.Header) error {
	w.check.Manifest, w.check.Header, w.compared = m, h, false
	return w.err
}

// compare writes the manifest, or the tree if no other object represents it.
func (w *Writer) compare() {
	if !w.compared && (!w.check.Manifest.SHA256.IsZero() || w.objects == 0) {
		w.layout.source(w, w.check.source())
		w.objects++
	}
	w.compared = true
}

// Close writes the rest of the document. It does not close the underlying writer.
func (w *Writer) Close() error {
	if w.err != nil {
		return w.err
	}
	w.compare()
	w.layout.end(w)
	return w.fail(w.main.w.Flush(), w.main.failed())
}

// unspool copies the spooled part.
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
}

func (premisLayout) source(w *Writer, o object)  { o.write(w.main) }
func (premisLayout) subject(w *Writer, o object) { o.write(w.main) }
func (premisLayout) endSubject(*Writer)          {}
func (premisLayout) event(w *Writer, e event)    { e.write(w.later) }

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

// agents are programs in the order of first use.
type agents struct {
	tools []string
	known map[string]bool
}

// maxAgents bounds the memory: a manifest has no more readers.
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

// threshold describes which files are similar.
func (c *Check) threshold() string {
	l := c.Options.Similar
	if c.Header.Scheme != nil {
		l = l.Or(c.Header.Scheme.Thresholds(scheme.Loose))
	}
	return l.String()
}
