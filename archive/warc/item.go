package warc

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/gabriel-vasile/mimetype"
	"golang.org/x/net/html/charset"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
	"github.com/lsh-interop/fpcheck/internal/unicode/whatwg"
)

// An Item is a record of a web archive.
type Item struct {
	Member        string   `json:"member,omitempty"` // file of a WACZ package, which the caller sets
	Offset        int64    `json:"offset"`           // in bytes: of the gzip member or zstd frame, or of the record
	RecordType    string   `json:"record_type,omitempty"`
	RecordID      string   `json:"record_id,omitempty"`
	URI           string   `json:"uri,omitempty"`
	Date          string   `json:"date,omitempty"`
	Status        int      `json:"status,omitempty"`       // of HTTP
	ContentType   string   `json:"content_type,omitempty"` // of the payload, as declared
	PayloadDigest string   `json:"payload_digest,omitempty"`
	DigestOf      string   `json:"payload_digest_of,omitempty"` // "body", "body in chunks", "block" or "computed"
	RevisitOf     string   `json:"revisit_of,omitempty"`        // id or URI of the original
	Outcome       string   `json:"outcome,omitempty"`           // one of [Outcomes] or a type, once settled
	Notes         []string `json:"record_notes,omitempty"`      // oddities that lose nothing

	nth     int // number in its member
	header  header
	message *message // of HTTP
	block   []byte   // until it is opened
	held    []byte   // the same, until it is released to blocks
	blocks  *blocks
	refers  []string // keys of the original
	filter  Filter
	joined  bool // of segments
	altered bool // a digest is not that of what the record holds
	err     error
}

// IsDocument reports whether the record is a document, so that it should be opened.
func (it *Item) IsDocument() bool { return it.Outcome == "" && it.err == nil && it.refers == nil }

// IsRevisit reports whether the item is a revisit of another record.
func (it *Item) IsRevisit() bool { return it.refers != nil }

// FirstInMember reports whether the record begins at its Offset. If not, other records precede it in the
// same gzip member or zstd frame.
func (it *Item) FirstInMember() bool { return it.nth == 0 }

// Size returns the number of bytes of the item in memory.
func (it *Item) Size() int64 { return int64(len(it.block)) }

// Altered reports whether the content of the record differs from a declared digest. The result is valid
// once the item was opened.
func (it *Item) Altered() bool { return it.altered }

// Err returns the error of reading the record, or nil.
func (it *Item) Err() error { return it.err }

// itemOf returns an item without its block.
func itemOf(rec *record, filter Filter) *Item {
	return &Item{
		Offset: rec.Offset, RecordType: rec.Type(), RecordID: rec.ID(), URI: rec.URI(), Date: rec.Date(),
		ContentType: rec.Header.Get("Content-Type"), PayloadDigest: rec.Header.Get("WARC-Payload-Digest"),
		Notes: rec.Notes, nth: rec.Nth, header: rec.Header, filter: filter,
	}
}

func newItem(rec *record, filter Filter, limits extract.Limits, blocks *blocks) (it *Item) {
	it = itemOf(rec, filter)
	it.blocks = blocks
	defer recovery.Catch(&it.err, inArchives)
	if !it.isWanted() {
		return it
	}
	if it.RecordType == "revisit" {
		it.refers = append(refersTo(rec.Header), "") // never nil
		return it
	}
	container := budget.New(budget.Limits(limits))
	if rec.Size > container.Size {
		it.err = container.TooLarge(fmt.Sprintf("a block, which has %d", rec.Size))
		return it
	}
	it.held, it.err = blocks.read(&packedRecord{rec: rec, budget: container}, rec.Size)
	if it.err == nil {
		it.block = it.held
		it.begin()
	}
	return it
}

// isWanted reports whether the filter selects records of this type. If not, it sets Outcome.
func (it *Item) isWanted() bool {
	switch scheme, _, _ := strings.Cut(it.URI, ":"); strings.ToLower(scheme) {
	case "dns":
		it.Outcome = "dns"
	case "metadata": // Wget's own log and arguments
		it.Outcome = "metadata"
	default:
		if slices.Contains(it.filter.Types, it.RecordType) {
			return true
		}
		it.Outcome = plural(it.RecordType)
		if it.RecordType != "" && !slices.Contains(recordTypes, it.RecordType) {
			it.note("WARC-Type %q is unknown: expected %s", abridged(it.RecordType), strings.Join(recordTypes, ", "))
		}
	}
	return false
}

// begin parses the header in the block.
func (it *Item) begin() {
	switch it.RecordType {
	case "response":
		it.response()
	case "request":
		it.request()
	}
	if it.Outcome != "" || it.err != nil {
		it.Release()
	}
}

// Release returns the memory of the item to the walk, for other records. Call it once the text was read,
// and if nothing that [Item.Open] or [Item.Payload] returned is still in use. Calling it is optional.
func (it *Item) Release() {
	if it.message != nil {
		it.message.body = nil
	}
	if it.blocks != nil && it.held != nil {
		it.blocks.give(it.held)
	}
	it.held, it.block = nil, nil
}

// packedRecord reads the block of a record within its own budget. Until the block is read, the
// compressed record counts as the document; afterwards, the block does.
type packedRecord struct {
	rec    *record
	budget *budget.Budget
	member int64 // bytes of the member that were read
}

func (p *packedRecord) Read(b []byte) (int, error) {
	n, err := p.rec.Read(b)
	m := p.rec.r.m
	if m.plain {
		return n, err
	}
	member := m.offset() - p.rec.Offset
	p.budget.Source(member - p.member)
	p.member = member
	if over := p.budget.Unpack(int64(n)); over != nil {
		return n, over
	}
	return n, err
}

// response parses the HTTP header, which decides whether the record is a document.
func (it *Item) response() {
	m, ok := parseResponses(it.block)
	if !ok {
		t, _, _ := strings.Cut(it.ContentType, ";")
		if strings.EqualFold(strings.TrimSpace(t), "application/http") {
			it.err = fmt.Errorf("%w: expected an HTTP response in a block of application/http", extract.ErrMalformed)
		}
		return // FTP, and ARC records that crawlers wrote without a header
	}
	it.message, it.Status, it.ContentType = m, m.Status, m.Header.Get("Content-Type")
	switch {
	case it.filter.status(m.Status):
	case m.Status/100 == 3:
		it.Outcome = redirect
	case m.Status/100 == 4 || m.Status/100 == 5:
		it.Outcome = errorPage
	default:
		it.Outcome = otherStatus
	}
}

// request parses the HTTP header, which is not part of the payload (ISO 28500:2017, 6.5.2).
func (it *Item) request() {
	if m, ok := parseRequest(it.block); ok {
		it.message, it.ContentType = m, m.Header.Get("Content-Type")
	}
}

// plural returns the name under which records of a type are counted.
func plural(recordType string) string {
	switch recordType {
	case "":
		return "without a type"
	case "warcinfo", "metadata":
		return recordType
	}
	return recordType + "s"
}

// Payload returns the payload of a document: its block or, for HTTP, the body without transfer chunks.
// Call it before [Item.Open].
func (it *Item) Payload() []byte {
	if it.message == nil {
		return it.block
	}
	return (&message{Header: it.message.Header, body: it.message.body}).entity() // Open makes the notes
}

// Open opens the text of a document with [extract.Open]. Call it at most once, before [Walk.Settle]. Any
// goroutine may call it.
func (it *Item) Open(ctx context.Context, o extract.Options) (opened *extract.Document, err error) {
	defer recovery.Catch(&err, inArchives)
	block := it.block
	it.block = nil // from here on only the text refers to it
	b := budget.New(budget.Limits(o.Limits))
	b.Source(int64(len(block)))
	b.Begin()
	defer b.End()
	var lost []string
	cut := it.header.Get("WARC-Truncated")
	if cut != "" {
		lost = append(lost, "the record was truncated: "+abridged(cut))
	}
	body := block
	if it.message != nil {
		body = it.message.entity()
		lost = append(lost, it.message.lost(int64(len(body)), cut != "")...)
	}
	defer func() {
		if err != nil && !o.Strict { // which may be the cause
			it.Notes = append(it.Notes, lost...)
		}
	}()
	it.verify(block, body)
	var text io.Reader = bytes.NewReader(body)
	if it.message != nil {
		if text, err = it.message.decode(ctx, body, b, cut != ""); err != nil {
			return nil, err
		}
		it.message.body = nil
		it.Notes = append(it.Notes, it.message.Notes...)
	}
	head := body[:min(len(body), sniffed)]
	if _, whole := text.(*bytes.Reader); !whole {
		source := bufio.NewReaderSize(text, 4096)
		if head, err = source.Peek(sniffed); err != nil && err != io.EOF {
			return nil, err
		}
		text = source
	}
	if err := it.checkCoding(head); err != nil {
		return nil, err
	}
	o.Name = ""
	if u, err := url.Parse(it.URI); err == nil {
		o.Name = path.Base(u.Path)
	}
	if o.MediaType == "" {
		o.MediaType = it.mediaType(head)
	}
	t, _, _ := strings.Cut(o.MediaType, ";")
	if t == "" {
		t, _, _ = strings.Cut(mimetype.Detect(head).String(), ";")
	}
	if !it.filter.media(t) {
		it.Outcome = otherMedia
		return nil, fmt.Errorf("%w: %s is not asked for", extract.ErrUnsupported, t)
	}
	if len(lost) > 0 {
		text = &partial{text, lost}
	}
	return extract.Open(budget.With(ctx, b), text, o)
}

// partial is a document that lacks parts; [extract.Open] asks for them.
type partial struct {
	io.Reader
	lost []string
}

func (p *partial) Lost() []string { return p.lost }

// sniffed is the number of payload bytes that identify a medium.
const sniffed = 3072

// mediaType returns the declared media type. It returns "" if the bytes should decide: the type is
// missing, meaningless, or declares text for other content.
func (it *Item) mediaType(head []byte) string {
	if it.ContentType == "" {
		return ""
	}
	t, params, err := mime.ParseMediaType(it.ContentType)
	if err != nil && !errors.Is(err, mime.ErrInvalidMediaParameter) || !strings.Contains(t, "/") {
		it.note("Content-Type %q is not a media type: the type is detected from the bytes", abridged(it.ContentType))
		return ""
	}
	switch t {
	case "application/octet-stream", "application/x-download", "application/force-download", "binary/octet-stream",
		"unknown/unknown", "application/unknown", "*/*", "text/*":
		return ""
	}
	if strings.HasPrefix(t, "text/") && len(head) > 0 && !beginsPage(head) {
		found := mimetype.Detect(head)
		if !found.Is("application/octet-stream") && !isText(found) {
			it.note("Content-Type is %s, but the bytes are %s", abridged(t), found)
			return ""
		}
	}
	label, ok := params["charset"]
	if e, _ := charset.Lookup(label); !ok || e == nil {
		if ok {
			it.note("charset %q is unknown: ignored", abridged(label))
		}
		return t
	}
	return mime.FormatMediaType(t, map[string]string{"charset": label})
}

// isText reports whether a detected medium is a kind of text. The start of a text has no control characters.
func isText(found *mimetype.MIME) bool {
	for p := found; p != nil; p = p.Parent() {
		if p.Is("text/plain") {
			return true
		}
	}
	return false
}

// beginsPage reports whether bytes begin like most pages do. Such pages need not be compared with the
// signatures of media, which may be anywhere.
func beginsPage(head []byte) bool {
	head = bytes.TrimLeft(head, whatwg.Blanks)
	for _, start := range []string{"<!doctype html", "<html"} {
		if len(head) >= len(start) && whatwg.Same(head[:len(start)], start) {
			return true
		}
	}
	return false
}

func (it *Item) note(format string, args ...any) {
	it.Notes = append(it.Notes, fmt.Sprintf(format, args...))
}

// verify compares the declared digests. A payload digest may cover the body with or without its chunks,
// since crawlers differ.
func (it *Item) verify(block, body []byte) {
	if s := it.header.Get("WARC-Block-Digest"); s != "" && !it.joined { // which is of one segment alone
		if d, err := parseDigest(s); err != nil {
			it.note("WARC-Block-Digest: %v", err)
		} else if !d.Of(block) {
			it.altered = true
			it.note("WARC-Block-Digest %s does not match the block", abridged(s))
		}
	}
	if it.PayloadDigest == "" {
		it.PayloadDigest, it.DigestOf = sha1Of(body).String(), "computed"
		return
	}
	d, err := parseDigest(it.PayloadDigest)
	switch {
	case err != nil:
		it.note("WARC-Payload-Digest: %v", err)
	case it.header.Get("WARC-Truncated") != "":
	case d.Of(body):
		it.DigestOf = "body"
	case it.message != nil && len(it.message.body) != len(body) && d.Of(it.message.body):
		it.DigestOf = "body in chunks"
	case d.Of(block):
		it.DigestOf = "block"
	default:
		it.altered = true
		it.note("WARC-Payload-Digest %s does not match the body", abridged(it.PayloadDigest))
	}
}
