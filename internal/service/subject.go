package service

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"mime"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/engine/pipeline"
	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
	"github.com/lsh-interop/fpcheck/internal/kernel/sketch"
	"github.com/lsh-interop/fpcheck/internal/service/liveindex"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
	"github.com/lsh-interop/fpcheck/internal/unicode/charsets"
	"github.com/lsh-interop/fpcheck/scheme"
)

// subject is the subject of a request in JSON: a text, a document or a fingerprint.
type subject struct {
	Text        *string `json:"text"`
	Bytes       []byte  `json:"bytes"`
	MediaType   string  `json:"media_type"`
	Name        string  `json:"name"` // its ending may reveal the medium
	Fingerprint string  `json:"fingerprint"`
}

// isGiven reports whether any field is given.
func (s *subject) isGiven() bool {
	return s.Text != nil || s.Bytes != nil || s.Fingerprint != "" || s.MediaType != "" || s.Name != ""
}

func (s *subject) check() error {
	given := 0
	for _, there := range []bool{s.Text != nil, s.Bytes != nil, s.Fingerprint != ""} {
		if there {
			given++
		}
	}
	switch {
	case given != 1:
		return faulty(badRequest, "%d of text, bytes and fingerprint given: expected one", given)
	case s.Bytes == nil && (s.MediaType != "" || s.Name != ""):
		return faulty(badRequest, "media_type or name is given: expected bytes, too")
	case s.MediaType != "":
		if _, err := baseOf(s.MediaType); err != nil {
			return faulty(badRequest, "media_type: %v", err)
		}
	}
	return nil
}

const jsonType = "application/json"

// body reads the body of a request.
func (s *Service) body(w http.ResponseWriter, r *http.Request) (octets []byte, err error) {
	if n := r.ContentLength; n > s.o.Body {
		return nil, &http.MaxBytesError{Limit: s.o.Body}
	}
	octets, err = readAll(budget.AccountOf(r.Context()), http.MaxBytesReader(w, r.Body, s.o.Body), r.ContentLength)
	return octets, bodyError(err)
}

// bodyError returns the error for a body whose reading failed with err. It may end before its length, or
// lack a chunk. Then the sender is at fault.
func bodyError(err error) error {
	var large *http.MaxBytesError
	if err == nil || err == io.EOF || errors.As(err, &large) || errors.Is(err, os.ErrDeadlineExceeded) || isRefused(err) ||
		errors.Is(err, liveindex.ErrClosed) {
		return err
	}
	return faulty(badRequest, "the body: %v", err)
}

// baseOf returns a media type without its parameters. Plain text of an unknown charset cannot be read.
func baseOf(mediaType string) (base string, err error) {
	base, params, err := mime.ParseMediaType(mediaType)
	if charset := params["charset"]; err == nil && base == "text/plain" && charset != "" {
		_, err = charsets.Find(charset)
	}
	return base, err
}

// mediaTypeOf returns the media type of a request's body, and whether it is our JSON.
func mediaTypeOf(r *http.Request) (mediaType string, isJSON bool, err error) {
	if packed := r.Header.Get("Content-Encoding"); packed != "" && !strings.EqualFold(packed, "identity") {
		return "", false, faulty(badEncoding, "Content-Encoding: %s: expected a body that is not compressed", packed)
	}
	mediaType = r.Header.Get("Content-Type")
	if mediaType == "" {
		return "", false, nil
	}
	base, err := baseOf(mediaType)
	switch {
	case err != nil:
		return "", false, faulty(badRequest, "the Content-Type: %v", err)
	case base == jsonType:
		return "", true, nil
	case base == "application/octet-stream", base == "application/x-www-form-urlencoded": // curl's default
		return "", false, nil
	}
	return mediaType, false, nil
}

// subjectOf reads the subject of a request, as a document or as JSON. The name may reveal its medium.
func (s *Service) subjectOf(w http.ResponseWriter, r *http.Request, name string) (sub subject, err error) {
	mediaType, isJSON, err := mediaTypeOf(r)
	if err != nil {
		return sub, err
	}
	octets, err := s.body(w, r)
	if err != nil {
		return sub, err
	}
	if isJSON {
		err = s.decode(r.Context(), octets, &sub, false)
		if err == nil {
			err = sub.check()
		}
	} else {
		sub = subject{Bytes: octets, MediaType: mediaType}
		if octets == nil {
			sub.Bytes = []byte{}
		}
	}
	if err != nil {
		return sub, err
	}
	sub.nameIfNone(name)
	return sub, nil
}

// nameIfNone sets the name of bytes without one.
func (s *subject) nameIfNone(name string) {
	if s.Bytes != nil && s.Name == "" {
		s.Name = name
	}
}

// Memory of package json for decoding a value, in bytes for each byte, and the part that it keeps.
const (
	decoding = 4
	decoded  = 1
)

// isRefused reports whether an error means that memory is short, or that others must be answered first.
func isRefused(err error) bool {
	return errors.Is(err, liveindex.ErrBusy) || errors.Is(err, budget.ErrFull) || errors.Is(err, budget.ErrMore)
}

// decodeBody parses the body of a request without a query.
func (s *Service) decodeBody(w http.ResponseWriter, r *http.Request, v any) error {
	if _, err := queryOf(r); err != nil {
		return err
	}
	octets, err := s.body(w, r)
	if err != nil {
		return err
	}
	return s.decode(r.Context(), octets, v, false)
}

// decode parses a single JSON value. A long one takes a slot, like reading a document.
func (s *Service) decode(ctx context.Context, octets []byte, v any, patient bool) error {
	if len(octets) > piece {
		leave, err := s.gates.enterRead(ctx, holderOf(ctx).name, patient)
		if err != nil {
			return err
		}
		defer leave()
	}
	return decode(ctx, octets, v)
}

// decode parses a single JSON value, which may begin with a byte order mark.
func decode(ctx context.Context, octets []byte, v any) error {
	octets = bytes.TrimPrefix(octets, []byte("\uFEFF"))
	account := budget.AccountOf(ctx)
	if err := account.Hold(decoding * int64(len(octets))); err != nil {
		return err
	}
	defer account.Release((decoding - decoded) * int64(len(octets)))
	if !utf8.Valid(octets) {
		return faulty(badRequest, "the JSON is not UTF-8")
	}
	if err := strict(octets); err != nil {
		return faulty(badRequest, "the JSON: %v", err)
	}
	d := json.NewDecoder(bytes.NewReader(octets))
	d.DisallowUnknownFields()
	err := d.Decode(v)
	if err == nil {
		if _, err = d.Token(); err == io.EOF {
			return nil
		}
		err = fmt.Errorf("more than one value")
	}
	var wrong *json.UnmarshalTypeError
	switch {
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		err = fmt.Errorf("it ends too early")
	case errors.As(err, &wrong):
		err = wrongType(wrong)
	}
	return faulty(badRequest, "the JSON: %s", strings.TrimPrefix(err.Error(), "json: "))
}

// wrongType says which field has a value of the wrong type.
func wrongType(e *json.UnmarshalTypeError) error {
	expected := "an object"
	switch e.Type.Kind() {
	case reflect.String:
		expected = "a string"
	case reflect.Slice:
		expected = "a string in base64"
	case reflect.Bool:
		expected = "true or false"
	case reflect.Int:
		expected = "a whole number"
	case reflect.Float64:
		expected = "a number"
	}
	if e.Field == "" {
		return fmt.Errorf("%s: expected %s", e.Value, expected)
	}
	return fmt.Errorf("field %s: %s: expected %s", e.Field, e.Value, expected)
}

// reading controls how a document is read.
type reading struct {
	schemes []*scheme.Scheme
	profile string
	shown   []string // of shownNames
	most    int64    // bytes of the text to return
	patient bool     // whether to wait however many others do
}

// Memory of a reader for buffers of fixed sizes, which no budget counts.
const (
	readerLeast  = 1 << 20
	readerEach   = 64 // for each byte of the document
	readerMemory = 12 << 20
)

// found is the result for a subject.
type found struct {
	text []byte // its beginning, of the bytes that were asked for
	cut  bool   // there is more
	*pipeline.Document
}

// read reads a subject that is not a fingerprint, within the limits of a document.
func (s *Service) read(ctx context.Context, sub *subject, o reading) (f found, err error) {
	defer recovery.Catch(&err, "the service")
	leave, err := s.gates.enterRead(ctx, holderOf(ctx).name, o.patient)
	if err != nil {
		return f, err
	}
	defer leave()
	account := budget.AccountOf(ctx)
	document, mediaType := io.Reader(bytes.NewReader(sub.Bytes)), sub.MediaType
	if sub.Text != nil {
		document, mediaType = strings.NewReader(*sub.Text), "text/plain; charset=utf-8"
	}
	needs := min(readerMemory, readerLeast+readerEach*int64(len(sub.Bytes)))
	if err := account.Hold(needs); err != nil {
		return f, err
	}
	defer account.Release(needs)
	options := pipeline.Options{Schemes: o.schemes, MediaType: mediaType, Profile: o.profile, Limits: s.o.Limits}
	text := beginning{account: account, most: int(o.most)}
	if o.most > 0 {
		options.Text = &text
	}
	// For a MinHash it counts the empty slots.
	options.Minima = !slices.ContainsFunc(o.schemes, func(x *scheme.Scheme) bool { return x.Method().Definition().Sketch != sketch.MinHash128 })
	begun := time.Now()
	f.Document, err = pipeline.NewReader(options).Read(ctx, document, sub.Name)
	f.text, f.cut = text.octets, text.cut
	if refused := account.Refused(); refused != nil { // the reader may have left out a part
		err = refused
	}
	s.metrics.took("fpcheck_stage_seconds", label("stage", "read"), begun)
	if err == nil {
		s.countEmpty(f.Results)
	}
	return f, err
}

// countEmpty counts the slots without features.
func (s *Service) countEmpty(results []pipeline.Result) {
	for _, r := range results {
		if r.Minima != nil && r.Err == nil {
			s.metrics.add("fpcheck_minhash_slots_total", label("scheme", r.Scheme.ID()), minhash.Slots)
			s.metrics.add("fpcheck_minhash_empty_slots_total", label("scheme", r.Scheme.ID()), float64(emptySlots(r.Minima)))
		}
	}
}

// emptySlots counts the empty slots of a full form (R7.5).
func emptySlots(m *minhash.Minima) (n int) {
	octets, err := m.MarshalBinary()
	if err != nil {
		return 0
	}
	for slots := octets[len(octets)-8*minhash.Slots:]; len(slots) > 0; slots = slots[8:] {
		if binary.BigEndian.Uint64(slots) == math.MaxUint64 {
			n++
		}
	}
	return n
}

// print returns the fingerprint of a subject by one scheme and profile, and its features, or -1.
func (s *Service) print(ctx context.Context, sub *subject, by *scheme.Scheme, profile string, patient bool) (f scheme.Fingerprint, features int, err error) {
	if sub.Fingerprint != "" {
		f, err = s.o.Private.Parse(sub.Fingerprint)
		return f, -1, err
	}
	d, err := s.read(ctx, sub, reading{schemes: []*scheme.Scheme{by}, profile: profile, patient: patient})
	if err != nil {
		return f, 0, err
	}
	r := d.Results[0]
	return r.Fingerprint, r.Features, r.Err
}

// schemeOf returns the scheme with an id; "" means sm1.
func (s *Service) schemeOf(id string) (*scheme.Scheme, error) {
	if id == "" {
		return scheme.SM1, nil
	}
	return s.o.Private.Lookup(id)
}

// document is an id. If it is not UTF-8, IDBase64 has the exact bytes.
type document struct {
	ID       string `json:"id"`
	IDBase64 []byte `json:"id_base64,omitempty"`
}

func newDocument(id string) document {
	if utf8.ValidString(id) {
		return document{ID: id}
	}
	return document{id, []byte(id)}
}
