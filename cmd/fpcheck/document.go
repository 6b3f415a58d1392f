package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/sketch/minhash"
)

// document is what was found out about one input.
type document struct {
	path  string
	piece *piece // of the file that path names; nil: all of it
	held  *held  // it holds many, which is an error where one is expected; nil: it does not
	found *found // nil if it has no text
	err   error  // what is wrong with it for any scheme
	marks []mark // one a scheme
}

// found is how the text was found: what an [extract.Document] says, without what
// it holds in memory.
type found struct {
	MediaType string   `json:"media_type,omitempty"`
	Encoding  string   `json:"encoding,omitempty"`
	Profile   string   `json:"profile,omitempty"`
	Tool      string   `json:"tool,omitempty"`
	Bytes     int64    `json:"bytes"`           // of the document, not of its text
	Notes     []string `json:"notes,omitempty"` // what a person should know of the text
}

// mark is a document by one scheme.
type mark struct {
	scheme      *scheme.Scheme
	fingerprint scheme.Fingerprint
	features    int
	stages      *scheme.Stages  // if asked for
	minima      *minhash.Minima // the same
	distinct    []string        // features, in octet order; the same
	err         error
}

var (
	errEmpty   = errors.New("empty file: no text to fingerprint")
	errNoText  = errors.New("empty document: it holds no text to fingerprint")
	errMany    = errors.New("it holds many documents: expected one")
	errNoWords = errors.New("no words: expected at least one with a letter, outside URLs and identifiers")
)

// settings say how documents are read.
type settings struct {
	schemes []*scheme.Scheme
	media   string
	profile string
	maxSize int64
	timeout time.Duration
	holders []holder // of many documents
	bits    int      // a slot of a MinHash
	stages  bool     // mark.stages is asked for
	minima  bool     // mark.minima is, and every scheme has a full form
	counted bool     // mark.distinct is
	stdin   io.Reader
	read    *progress // told of octets read
}

// reader fingerprints one document after another. It belongs to one goroutine.
type reader struct {
	settings
	hashers []*scheme.Hasher
	all     io.Writer // to each hasher
	buffer  []byte
	head    []byte // the first octets of an input
	raw     rawFile
	resumed resumed
	source  *bufio.Reader // that documents are read through
}

func newReader(s settings) *reader {
	const size = 64 << 10
	r := &reader{settings: s, buffer: make([]byte, size), head: make([]byte, size), source: bufio.NewReaderSize(nil, size)}
	var writers []io.Writer
	for _, s := range s.schemes {
		h := s.New()
		r.hashers = append(r.hashers, h)
		writers = append(writers, heedless{h})
	}
	r.all = io.MultiWriter(writers...)
	return r
}

// heedless goes on where a tokenizer of somebody else's has failed: the text may have
// fingerprints by other schemes, and [scheme.Hasher.Fingerprint] says what failed.
type heedless struct{ h *scheme.Hasher }

func (w heedless) Write(octets []byte) (int, error) {
	w.h.Write(octets)
	return len(octets), nil
}

// document reads one input. The walk may have found something wrong already.
func (r *reader) document(in input) *document {
	d := &document{path: in.path, piece: in.piece, err: in.err}
	switch {
	case d.err != nil:
	case in.piece != nil:
		if in.piece.open != nil {
			d.err = r.fill(d, in.piece.open)
		}
	default:
		d.err = r.file(d, in)
	}
	d.err = helped(d.err)
	return d
}

// helped says with an error what may help.
func helped(err error) error {
	switch {
	case errors.Is(err, extract.ErrTooLarge):
		return fmt.Errorf("%w (--max-size raises the limit)", err)
	case errors.Is(err, extract.ErrUnsupported):
		return fmt.Errorf("%w (fpcheck media lists those that have one)", err)
	case errors.Is(err, extract.ErrTimeout):
		return fmt.Errorf("%w (--timeout raises the limit)", err)
	}
	return err
}

// file reads an input that is a document as a whole.
func (r *reader) file(d *document, in input) error {
	var file io.ReadCloser = &r.raw
	var slow *opened
	if !in.regular || !r.raw.open(in.path) {
		var err error
		if slow, err = in.open(r.stdin); err != nil {
			return err
		}
		file = slow
	}
	n, err := readHead(file, r.head)
	if err != nil {
		file.Close()
		return err
	}
	for _, h := range r.holders {
		if h.holds(r.head[:min(n, headSize)], d.path) {
			if slow != nil && !slow.regular { // it cannot be read again
				slow.Reader = &resumed{slices.Clone(r.head[:n]), slow.Reader}
				in.file = slow
			} else {
				file.Close()
			}
			d.held = &held{h, in}
			return errMany
		}
	}
	defer r.read.fileDone()
	defer file.Close()
	r.resumed = resumed{r.head[:n], file}
	return r.fill(d, func(o extract.Options) (*extract.Document, error) {
		return extract.Open(context.Background(), r.read.reader(&r.resumed), o)
	})
}

func (r *reader) fill(d *document, open func(extract.Options) (*extract.Document, error)) (err error) {
	text, err := open(extract.Options{Name: d.path, MediaType: r.media, Profile: r.profile, Limits: extract.Limits{Size: r.maxSize, Time: r.timeout}, Buffer: r.source})
	if err != nil {
		return err
	}
	if r.stages || r.counted {
		err = r.fillStages(d, text)
	} else {
		err = r.fillMarks(d, text)
	}
	d.found = &found{text.MediaType, text.Encoding, text.Profile, text.Tool, text.Size(), text.Notes}
	if (err == nil || err == errNoText) && text.Size() == 0 {
		if d.piece != nil {
			return errNoText
		}
		return errEmpty
	}
	return err
}

func (r *reader) fillMarks(d *document, text io.Reader) error {
	for _, h := range r.hashers {
		h.Reset()
	}
	// The struct hides every method but Read, so that the buffer is used.
	n, err := io.CopyBuffer(r.all, struct{ io.Reader }{text}, r.buffer)
	if err != nil {
		return err
	}
	for i, h := range r.hashers {
		m := mark{scheme: r.schemes[i], features: h.Features()}
		m.fingerprint, m.err = h.Fingerprint()
		if r.minima {
			minima, _ := h.Minima()
			m.minima = &minima
		}
		r.add(d, m)
	}
	if n == 0 {
		return errNoText
	}
	return nil
}

func (r *reader) fillStages(d *document, text io.Reader) error {
	octets, err := io.ReadAll(io.LimitReader(text, r.maxSize+1))
	if err != nil {
		return err
	}
	if int64(len(octets)) > r.maxSize {
		return fmt.Errorf("%w: the text is held in memory, and it has more than %d octets", extract.ErrTooLarge, r.maxSize)
	}
	for _, s := range r.schemes {
		st := s.Stages(octets)
		m := mark{scheme: s, fingerprint: st.Fingerprint, features: st.Distinct}
		if r.stages {
			m.stages = &st
		}
		if r.counted { // also those that will weigh nothing
			m.distinct = distinct(st.Features)
			m.features = len(m.distinct)
		}
		switch {
		case st.Err != nil:
			m.err = st.Err
		case m.features == 0:
			m.err = scheme.ErrNoFeatures
		}
		r.add(d, m)
	}
	if len(octets) == 0 {
		return errNoText
	}
	return nil
}

// distinct are the features, each once, in the order of their octets.
func distinct(features []scheme.Feature) []string {
	octets := make([]string, len(features))
	for i, f := range features {
		octets[i] = f.Octets
	}
	slices.Sort(octets)
	return slices.Compact(octets)
}

// add adds the result of one of several schemes.
func (r *reader) add(d *document, m mark) {
	if errors.Is(m.err, scheme.ErrNoFeatures) {
		m.err = errNoWords
	}
	if m.err != nil && len(r.schemes) > 1 {
		m.err = fmt.Errorf("%w (%s)", m.err, m.scheme.ID())
	}
	if m.err == nil && r.profile != "" {
		m.fingerprint, m.err = m.fingerprint.WithProfile(r.profile)
	}
	if m.err == nil && r.bits != 0 && m.scheme.IsMinHash() {
		m.fingerprint, m.err = m.fingerprint.Truncate(r.bits)
	}
	d.marks = append(d.marks, m)
}

// name is how results name d.
func (d *document) name() string {
	if d.piece != nil {
		return d.piece.name
	}
	return d.path
}

// label is how lines on standard error name d.
func (d *document) label() string {
	if d.piece != nil {
		return d.piece.label
	}
	return d.path
}

// fields are those of d in JSON that its kind of input has, nil if none.
func (d *document) fields() any {
	if d.piece != nil {
		return d.piece.fields
	}
	return nil
}

// complaints are all that is wrong with d.
func (d *document) complaints() []error {
	if d.err != nil {
		return []error{d.err}
	}
	var errs []error
	for _, m := range d.marks {
		if m.err != nil {
			errs = append(errs, m.err)
		}
	}
	return errs
}

// warnings are what a person should know of d though nothing is wrong.
func (d *document) warnings() []string {
	var all []string
	if d.err == nil && d.found != nil {
		all = append(all, d.found.Notes...)
	}
	if w := d.doubt(); w != "" {
		all = append(all, w)
	}
	return all
}

// doubt is the warning that d deserves, "" if none: by the scheme that found the
// fewest features.
func (d *document) doubt() string {
	var least *mark
	for i := range d.marks {
		m := &d.marks[i]
		if m.err == nil && m.features < m.scheme.Advice().WarnBelow && (least == nil || m.features < least.features) {
			least = m
		}
	}
	if d.err != nil || least == nil {
		return ""
	}
	return fmt.Sprintf("only %s: distances are doubtful (below %d)",
		count(least.features, "feature"), least.scheme.Advice().WarnBelow)
}

func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}
