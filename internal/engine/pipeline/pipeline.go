// Package pipeline reads documents. It extracts each text once, and passes it to any number of
// schemes and to the text digest:
//
//	r := pipeline.NewReader(pipeline.Options{Schemes: []*scheme.Scheme{scheme.SM1}})
//	doc, err := r.Read(ctx, file, "report.pdf")
//	fmt.Println(doc.Results[0].Fingerprint)
//
// The commands fingerprint and compare, and the manifests, all read documents with it.
package pipeline

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/engine/block"
	"github.com/lsh-interop/fpcheck/internal/kernel/attachment"
	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/internal/kernel/numeral"
	"github.com/lsh-interop/fpcheck/internal/kernel/passage"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
	"github.com/lsh-interop/fpcheck/internal/kernel/sketch"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/textdigest"
)

// ErrEmpty and ErrNoText mean that there is nothing to fingerprint. The document has no bytes, or its text
// has none. Both wrap [extract.ErrNoText].
var (
	ErrEmpty  error = noText("empty file: no text to fingerprint")
	ErrNoText error = noText("empty document: it holds no text to fingerprint")
)

// errNoItems means that a text has no digest (R10.11).
var errNoItems error = noText("no words, numbers or signs: no text digest")

type noText string

func (e noText) Error() string { return string(e) }
func (noText) Unwrap() error   { return extract.ErrNoText }

// Options control how documents are read, and what is computed for each.
type Options struct {
	Schemes   []*scheme.Scheme
	MediaType string         // of every document; if empty, their bytes and names decide
	Profile   string         // of their text; empty means [extract.Visible]
	Include   []string       // see [extract.Options]
	Strict    bool           // a part that cannot be read is an error of its document
	Limits    extract.Limits // of a document
	Bits      int            // kept of each slot of a MinHash; 0 means all

	// Keep, if not nil, is called with the elements (R5.6) of each text that has a fingerprint, in no order.
	// It returns a number for Result.Kept. The next text overwrites the elements. Several Readers may call it
	// at once.
	Keep func(elements []uint64) (number int)

	Embedded    bool // fill Document.Embedded
	Attachments bool // fill Document.Attachments

	// Compared fills Document.Compared. There must be one scheme, with 128 slots like mh1. Its Result then
	// describes the compared elements (R13.9): the MinHash, the number of features, the elements.
	Compared bool

	// FewFeatures makes Result.Features exact only where few are doubtful. From the scheme's
	// [scheme.Advice.WarnBelow] on it is that number.
	FewFeatures bool

	Digest bool // fill Document.Digest, and by it Document.Compared.Same

	// Unknown fills Document.Replaced, and notes it in Document.Notes.
	Unknown bool
	// Readable adds to Document.Lost that a text is not readable (R13.23). Passages must be set.
	Readable bool

	// Passages, if not nil, is called with each text, which is in memory, and its items (R13.12). It returns
	// the value of Document.Passages. Several Readers may call it at once. The next text overwrites both.
	Passages func(items *passage.Items, text []byte) any
	// Text, if not nil, receives each text while it is read. If reading fails, it may have received only the
	// start.
	Text   io.Writer
	Minima bool // fill Result.Minima; every scheme must have a full form
	// Stages and Distinct fill the fields of [Result] with these names, and Tokens both Tokens and Elements.
	// The memory of the document bounds them. Stages keep the whole text, of at most Limits.Size bytes.
	Stages, Distinct, Tokens bool
}

// Document is the result for a document.
type Document struct {
	Source
	Results []Result // one for each scheme, in the order of Options.Schemes
	// Digest is the text digest. It is zero if the text has none.
	Digest [sha256.Size]byte
	// Exact identifies the characters of a text whose encoding is a guess, without blanks. It is zero for other texts.
	// Of two texts that have it, Digest alone does not show that they are the same. It is known if Compared or Digest
	// was asked for.
	Exact [sha256.Size]byte
	// Compared is the identity of the text and of its numbers (R13.8, R13.11), if they are asked for. The numbers
	// include the numerals that R13.11 reads as letters.
	Compared Compared
	// Replaced counts the characters of the text that are U+FFFD, or bytes that are not UTF-8. What they were is not
	// known, so texts that have some may differ though Compared and Digest do not. It is known if Compared, Digest or
	// Unknown was asked for.
	Replaced int
	// IllFormed counts those of a record that are not UTF-8.
	IllFormed int
	// Attachments identifies the documents inside this one by their bytes, if that was asked for.
	Attachments attachment.Identity
	// Passages is what Options.Passages returned.
	Passages any
	// Embedded are the documents inside this document that are not part of its text. Documents inside one of
	// them come before it.
	Embedded []Embedded

	unread bool // its text is not readable, if Options.Readable asks for that
}

// Compared says which texts are the same, and which have the same numbers, signs and operators. If the encodings of
// both are guesses, they have the same characters (see Document.Exact).
type Compared struct {
	Same    [sha256.Size]byte // zero if the text has no items
	Numbers uint64
}

// Embedded is a document inside another, or its error.
type Embedded struct {
	Path string // within the other
	*Document
	Err error
}

// Source describes how the text of a document was found, as [extract.Document] does.
type Source struct {
	MediaType string   `json:"media_type,omitempty"`
	Encoding  string   `json:"encoding,omitempty"`
	Profile   string   `json:"profile,omitempty"`
	Tool      string   `json:"tool,omitempty"`
	Bytes     int64    `json:"bytes"`           // of the document, not of its text
	Notes     []string `json:"notes,omitempty"` // what a person should know about the text
	Lost      []string `json:"lost,omitempty"`  // those of Notes that name a part that could not be read
	// Embedded names the first documents inside this document that are not part of its text.
	Embedded []extract.Embedded `json:"embedded,omitempty"`
}

// Result is a document by one scheme.
type Result struct {
	Scheme      *scheme.Scheme
	Fingerprint scheme.Fingerprint
	Features    int
	Minima      *minhash.Minima
	Kept        int // what Options.Keep returned; 0 if it was not asked
	Stages      *sketch.Stages
	Distinct    []string // the features, each once, in byte order
	Tokens      []string // in order
	Elements    []uint64 // ascending, each as often as it weighs
	Err         error    // why there is no fingerprint
}

// Reader reads one document after another. It belongs to one goroutine.
type Reader struct {
	o       Options
	hashers *sketch.Group
	compare *sketch.Comparison // nil unless Options.Compared
	letters *numeral.Sum       // of numerals that are letters; nil unless Options.Compared
	digest  *textdigest.Hash   // nil unless Options.Digest
	unknown *unknown           // nil unless Options.Compared, Digest, Unknown or Readable
	items   *passage.Reader    // nil unless Options.Passages
	bad     int                // characters of the record that are not UTF-8
	judge   *sketch.Comparison // nil until a text may not be readable
	whole   bytes.Buffer       // the text, for Options.Passages
	all     io.Writer          // writes to the hashers and the digest
	buffer  []byte
	source  struct{ io.Reader } // the text, without its other methods
	value   value
	rooms   block.Of[room]
	within  *Reader // of embedded documents; nil until there is one

	embedded    embedded
	attachments attachment.Sum // of the document that is being read
}

// NewReader returns a Reader.
func NewReader(o Options) *Reader {
	const size = 64 << 10
	r := &Reader{o: o, buffer: make([]byte, size)}
	var methods []*sketch.Method
	for _, s := range o.Schemes {
		if !o.Compared {
			methods = append(methods, s.Method())
		}
	}
	r.hashers = sketch.NewGroup(methods...)
	r.all = unfailing{r.hashers}
	if o.Compared {
		r.compare, r.letters = sketch.NewComparison(), new(numeral.Sum)
		r.all = io.MultiWriter(r.compare, r.letters)
	}
	if o.Keep != nil || o.Tokens {
		for _, h := range r.hashers.Hashers() {
			h.KeepElements()
		}
	}
	if o.Digest {
		r.digest = textdigest.New()
		r.all = io.MultiWriter(r.all, r.digest)
	}
	if o.Compared || o.Digest || o.Unknown || o.Readable {
		r.unknown = new(unknown)
		r.all = io.MultiWriter(r.all, r.unknown)
	}
	if o.Passages != nil {
		r.items = passage.NewReader()
		r.all = io.MultiWriter(r.all, r.items, &r.whole)
	}
	if o.Text != nil {
		r.all = io.MultiWriter(r.all, o.Text)
	}
	return r
}

// unfailing hides the failure of an external tokenizer, so that other schemes get the text.
type unfailing struct{ h *sketch.Group }

func (w unfailing) Write(p []byte) (int, error) {
	w.h.Write(p)
	return len(p), nil
}

// Read reads a document to its end, or until ctx ends. The name may reveal the medium. If no text was found,
// the Document is nil, unless documents are inside it. It has no Results if the text could not be read to its
// end.
func (r *Reader) Read(ctx context.Context, document io.Reader, name string) (*Document, error) {
	text, err := extract.Open(r.Context(ctx), document, r.Options(ctx, name))
	return r.Text(ctx, text, err)
}

// Context returns the context in which to open the next document, for [Reader.Text].
func (r *Reader) Context(ctx context.Context) context.Context {
	if !r.o.Attachments {
		return ctx
	}
	r.attachments = attachment.Sum{}
	return attachment.With(ctx, &r.attachments)
}

// Options returns the options by which to open the next document, for [Reader.Text].
func (r *Reader) Options(ctx context.Context, name string) extract.Options {
	o := extract.Options{Name: name, MediaType: r.o.MediaType, Profile: r.o.Profile, Include: r.o.Include,
		Strict: r.o.Strict, Limits: r.o.Limits}
	if r.o.Embedded {
		r.embedded = embedded{ctx: ctx, outer: r}
		o.Embedded = r.embedded.read
	}
	return o
}

// Text is like [Reader.Read] for a document opened with [Reader.Context] and [Reader.Options], or not opened
// because of err.
func (r *Reader) Text(ctx context.Context, text *extract.Document, err error) (d *Document, _ error) {
	if err == nil {
		d, err = r.text(text, budget.AccountOf(ctx))
	}
	return r.ended(d, err)
}

// ended adds to the result of a text that has ended.
func (r *Reader) ended(d *Document, err error) (*Document, error) {
	if errors.Is(err, extract.ErrInternal) {
		within := r.embedded
		*r = *NewReader(r.o) // a panic may have left the hashers in any state
		r.embedded = within
	}
	if found := r.embedded.found; len(found) > 0 {
		if d == nil { // it may show nothing, and hold documents that do
			d = new(Document)
		}
		d.Embedded, r.embedded.found = found, nil
	}
	return d, err
}

// source is a text, and the number of bytes that it comes from.
type source interface {
	io.Reader
	Size() int64
}

// room is memory for a document and its result by one scheme.
type room struct {
	Document
	result [1]Result
}

// room returns memory for what is found in a text.
func (r *Reader) room(text source) *Document {
	size := int64(math.MaxInt64)
	if _, ok := text.(*value); ok && r.o.Passages == nil && !r.o.Minima && !r.o.Distinct && !r.o.Tokens && !r.o.Stages {
		size = text.Size()
	}
	new := r.rooms.Next(size)
	new.Results = new.result[:0]
	return &new.Document
}

func (r *Reader) text(text source, account *budget.Account) (d *Document, err error) {
	defer recovery.Catch(&err, "the fingerprint of a text")
	d = r.room(text)
	var n int64
	if r.o.Stages {
		n, err = r.readWhole(d, text)
	} else {
		n, err = r.stream(d, text, account)
	}
	d.Source = sourceOf(text)
	r.noteUnknown(d)
	if r.o.Attachments {
		d.Attachments = r.attachments.Identity()
		if len(d.Source.Embedded) > 0 && d.Attachments == (attachment.Identity{}) { // no one added them up
			d.Attachments = attachment.NotCompared
		}
	}
	switch {
	case err != nil:
		return d, err
	case d.Bytes == 0:
		return d, ErrEmpty
	case n == 0:
		return d, ErrNoText
	case d.unread && r.o.Strict:
		return d, fmt.Errorf("%w: %s", extract.ErrMalformed, unread(d.Replaced))
	case r.o.Digest && len(r.o.Schemes) == 0 && d.Digest == [sha256.Size]byte{}:
		return d, errNoItems
	}
	return d, nil
}

// sourceOf says how a text was found, once it has been read.
func sourceOf(text source) Source {
	if t, ok := text.(*extract.Document); ok {
		return Source{t.MediaType, t.Encoding, t.Profile, t.Tool, t.Size(), t.Notes, t.Lost, t.Embedded}
	}
	return Source{MediaType: "text/plain", Encoding: "utf-8", Profile: extract.Visible, Bytes: text.Size()}
}

// embedded reads the documents inside one.
type embedded struct {
	ctx   context.Context
	outer *Reader // of the outermost document
	level int     // of those that are being read
	found []Embedded
}

func (e *embedded) read(path string, text *extract.Document, err error) {
	if err != nil {
		e.found = append(e.found, Embedded{path, nil, err})
		return
	}
	r := e.outer
	for range e.level + 1 {
		if r.within == nil {
			o := r.o
			o.Embedded = false // they come here
			r.within = NewReader(o)
		}
		r = r.within
	}
	e.level++
	d, err := r.Text(e.ctx, text, nil)
	e.level--
	e.found = append(e.found, Embedded{path, d, err})
}

// stream passes a text on as it is read, and returns its length. The account counts the tables of hashes.
func (r *Reader) stream(d *Document, text source, account *budget.Account) (int64, error) {
	r.hashers.Reset()
	if r.compare != nil {
		r.compare.Reset()
		r.letters.Reset()
	}
	if r.digest != nil {
		r.digest.Reset()
	}
	if r.unknown != nil {
		*r.unknown = unknown{part: r.unknown.part[:0]}
	}
	if r.items != nil {
		r.items.Reset()
		r.whole.Reset()
	}
	to, lists := r.all, []*list(nil)
	var exact *exact
	if r.compare != nil || r.digest != nil {
		if exact = exactOf(text); exact != nil {
			to = io.MultiWriter(to, exact)
		}
	}
	if r.o.Distinct || r.o.Tokens {
		m := r.memory(text)
		for _, s := range r.o.Schemes {
			lists = append(lists, r.list(s.Method(), m))
			to = io.MultiWriter(to, lists[len(lists)-1])
		}
	}
	if account != nil {
		tables := &tables{hashers: r.hashers, account: account}
		defer tables.close()
		to = io.MultiWriter(to, tables)
	}
	r.source.Reader = text
	n, err := io.CopyBuffer(to, &r.source, r.buffer) // by Read, with the buffer
	r.source.Reader = nil
	if err != nil {
		return n, err
	}
	if r.unknown != nil {
		d.Replaced = r.unknown.count()
	}
	if r.items != nil {
		d.Passages = r.o.Passages(r.items.Items(), r.whole.Bytes())
	}
	if r.o.Readable && d.Replaced > 0 {
		readable, err := r.isReadable(bytes.NewReader(r.whole.Bytes()))
		if err != nil {
			return n, err
		}
		d.unread = !readable
	}
	defer exact.end(d)
	if r.compare != nil {
		r.addCompared(d)
		return n, nil
	}
	for i, h := range r.hashers.Hashers() {
		result := Result{Scheme: r.o.Schemes[i]}
		if enough := result.Scheme.Advice().WarnBelow; r.o.FewFeatures && h.HasFeatures(enough) {
			result.Features = enough
		} else {
			result.Features = h.CountFeatures()
		}
		var data []byte
		if data, result.Err = h.AppendSketch(r.buffer[:0]); result.Err == nil {
			result.Fingerprint, result.Err = result.Scheme.FromSketch(data)
		}
		if r.o.Keep != nil && result.Err == nil {
			result.Kept = r.o.Keep(h.Elements())
		}
		if r.o.Minima {
			minima, _ := h.Minima()
			result.Minima = &minima
		}
		if lists != nil {
			if err := lists[i].close(&result); err != nil {
				return n, err
			}
		}
		if r.o.Tokens {
			result.Elements = slices.Sorted(slices.Values(h.Elements()))
		}
		r.add(d, result)
	}
	if r.digest != nil {
		d.Digest, _ = r.digest.Sum()
		d.Compared.Same = d.Digest
	}
	return n, nil
}

// addCompared adds the results for the compared elements.
func (r *Reader) addCompared(d *Document) {
	found := r.compare.Sum()
	result := Result{Scheme: r.o.Schemes[0], Features: found.Features}
	if len(found.Sketch) == 0 {
		result.Err = scheme.ErrNoFeatures
	} else {
		d.Compared = Compared{found.Same, found.Numbers ^ r.letters.Sum()}
		result.Fingerprint, result.Err = result.Scheme.FromSketch(found.Sketch)
	}
	if r.o.Keep != nil && result.Err == nil {
		result.Kept = r.o.Keep(found.Elements)
	}
	r.add(d, result)
}

// readWhole reads a text into memory for the stages, and returns its length.
func (r *Reader) readWhole(d *Document, text source) (int64, error) {
	most := cmp.Or(r.o.Limits.Size, extract.DefaultLimits.Size)
	all, err := io.ReadAll(io.LimitReader(text, most+1))
	n := int64(len(all))
	if err == nil && n > most {
		err = budget.Limits{Size: most}.TooLarge("text, which is held in memory")
	}
	if err != nil {
		return n, err
	}
	m := r.memory(text)
	for _, s := range r.o.Schemes {
		if err := m.hold(stagesOf(s.Method(), all), "the stages of a text, which only --stages needs"); err != nil {
			return n, err
		}
		st := s.Method().Stages(all)
		result := Result{Scheme: s, Features: st.Distinct, Err: st.Err, Stages: &st}
		if st.Sketch != nil {
			result.Fingerprint, result.Err = s.FromSketch(st.Sketch)
		}
		if result.Err == nil && result.Features == 0 {
			result.Err = scheme.ErrNoFeatures
		}
		r.add(d, result)
	}
	if r.digest != nil {
		d.Digest, _ = textdigest.Sum(all)
	}
	if r.unknown != nil {
		*r.unknown = unknown{}
		r.unknown.Write(all)
		d.Replaced = r.unknown.count()
	}
	return n, nil
}

// add adds a result, with the requested profile and width.
func (r *Reader) add(d *Document, result Result) {
	if result.Err == nil && r.o.Profile != "" {
		result.Fingerprint, result.Err = result.Fingerprint.WithProfile(r.o.Profile)
	}
	if result.Err == nil && r.o.Bits != 0 && result.Scheme.IsMinHash() {
		result.Fingerprint, result.Err = result.Fingerprint.Truncate(r.o.Bits)
	}
	d.Results = append(d.Results, result)
}

// Few returns the result with the fewest features. They must be too few for reliable distances, by the advice
// of the scheme; otherwise it returns nil.
func (d *Document) Few() *Result {
	var few *Result
	for i := range d.Results {
		r := &d.Results[i]
		if r.Err == nil && r.Features < r.Scheme.Advice().WarnBelow && (few == nil || r.Features < few.Features) {
			few = r
		}
	}
	return few
}

// Text returns the text of a document, if it has at most most bytes.
func Text(ctx context.Context, document io.Reader, o extract.Options, most int64) ([]byte, error) {
	doc, err := extract.Open(ctx, document, o)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(doc, most+1))
	if err == nil && int64(len(text)) > most {
		err = fmt.Errorf("%w: a text of more than %d bytes", extract.ErrTooLarge, most)
	}
	return text, err
}
