package warc

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/archive/validation"
)

// A checkedBlock is written the block of a record and computes its digests.
type checkedBlock struct {
	rec   *record
	block *sum
	says  digest // the declared digest of the block
	*payload
	first bool // the payload begins with this block
}

// A payload is the payload of a record, or of all its segments, as a stream.
type payload struct {
	declared digest // no Label if there is none that can be computed
	text     string // the same as it is written
	http     func(block []byte) (*message, bool)
	head     []byte // what was read of the HTTP header; nil after its end
	message  *message
	block    *sum // over the whole block
	sent     *sum // of the body as it was sent
	bare     *sum // of the body without chunks
	chunks   *dechunker
	length   int64 // of the body as sent
	holds    bool  // what is written stays as it is
}

// digest parses a declared digest. Its Label is "" if there is none to compute.
func (v *verdict) digest(rec *record, name, section string) digest {
	value := rec.Header.Get(name)
	if value == "" {
		return digest{}
	}
	d, err := parseDigest(value)
	switch {
	case errors.Is(err, errAlgorithm):
		v.of(rec, validation.Unjudged, ruleAlgorithm, section, name+": "+err.Error(), "")
	case err != nil:
		v.of(rec, validation.Error, ruleValue, section, name+": "+err.Error(), "")
	}
	return d
}

func (c *checker) newBlock(v *verdict, rec *record) *checkedBlock {
	b := &checkedBlock{rec: rec, payload: new(payload), first: true}
	if d := v.digest(rec, "WARC-Block-Digest", "5.8"); d.Label != "" {
		b.block, b.says = newSum(d), d
	}
	declared := v.digest(rec, "WARC-Payload-Digest", "5.9")
	switch rec.Type() {
	case "response":
		b.payload = newPayload(rec, declared, parseResponse)
	case "request":
		b.payload = newPayload(rec, declared, parseRequest)
	case "continuation":
		b.payload, b.first = c.series.continued(v, rec, declared), false
		return b
	case "revisit": // its payload is elsewhere
		return b
	default:
		b.payload = newPayload(rec, declared, nil)
	}
	if declared.Label == "" || rec.Header.Get("WARC-Segment-Number") != "" {
		return b
	}
	p := b.payload
	if b.block != nil && b.says.Label == declared.Label {
		p.block = b.block
	}
	if p.http == nil {
		p.sent = p.block
	}
	return b
}

// holds promises that bytes written to b do not change until b has ended.
func (b *checkedBlock) holds() {
	for _, s := range []*sum{b.block, b.payload.block, b.payload.sent} {
		if s != nil {
			s.holds = true
		}
	}
	b.payload.holds = true
}

func newPayload(rec *record, declared digest, http func([]byte) (*message, bool)) *payload {
	p := &payload{declared: declared, text: rec.Header.Get("WARC-Payload-Digest")}
	if scheme, _, _ := strings.Cut(strings.ToLower(rec.URI()), ":"); scheme == "http" || scheme == "https" || isHTTP(rec) {
		p.http = http
	}
	if declared.Label != "" {
		p.block, p.sent = newSum(declared), newSum(declared)
	}
	if p.http != nil {
		p.head = []byte{}
	}
	return p
}

// isHTTP reports whether a record declares its block an HTTP message.
func isHTTP(rec *record) bool {
	t, _, _ := strings.Cut(rec.Header.Get("Content-Type"), ";")
	return !rec.isARC() && strings.EqualFold(strings.TrimSpace(t), "application/http")
}

// Write adds bytes of the block.
func (b *checkedBlock) Write(octets []byte) (int, error) {
	if b.block != nil && b.block != b.payload.block {
		b.block.Write(octets)
	}
	b.payload.write(octets)
	return len(octets), nil
}

func (p *payload) write(octets []byte) {
	if p.block != nil {
		p.block.Write(octets)
	}
	if p.head == nil {
		p.body(octets)
		return
	}
	from := max(0, len(p.head)-3)
	if p.holds && len(p.head) == 0 {
		p.head = slices.Clip(octets)
	} else {
		p.head = append(p.head, octets...)
	}
	if headerEnds(p.head[from:]) || len(p.head) > maxHeader+maxHeaderLine {
		p.endHead(false)
	}
}

// headerEnds reports whether the bytes contain an empty line.
func headerEnds(octets []byte) bool {
	for {
		_, rest, ok := bytes.Cut(octets, []byte("\n"))
		if !ok {
			return false
		}
		octets = rest
		rest = bytes.TrimPrefix(bytes.TrimPrefix(rest, []byte("\r")), []byte("\r"))
		if len(rest) > 0 && rest[0] == '\n' {
			return true
		}
	}
}

// endHead parses the HTTP header and begins the body. After an interim response, another header may
// follow.
func (p *payload) endHead(whole bool) {
	const begin = "HTTP/"
	for {
		m, ok := p.http(p.head)
		if !ok {
			break
		}
		p.message, p.head, m.body = m, m.body, nil
		if !m.isInterim() {
			break
		}
		switch rest := string(p.head[:min(len(p.head), len(begin))]); {
		case rest == begin && (whole || headerEnds(p.head) || len(p.head) > maxHeader):
			continue
		case !whole && strings.HasPrefix(begin, rest):
			p.head = append([]byte{}, p.head...) // never nil
			return
		}
		break
	}
	if m := p.message; m != nil && m.chunked() {
		p.chunks = new(dechunker)
		if p.declared.Label != "" {
			p.bare = newSum(p.declared)
			p.bare.holds = p.holds
			p.chunks.w = p.bare
		}
	}
	body := p.head
	p.head = nil
	p.body(body)
}

func (p *payload) body(octets []byte) {
	p.length += int64(len(octets))
	if p.sent != nil && p.sent != p.block {
		p.sent.Write(octets)
	}
	if p.chunks != nil {
		p.chunks.Write(octets)
	}
}

// endBlock compares the block with its declared digests.
func (c *checker) endBlock(v *verdict, b *checkedBlock) {
	if b.block != nil {
		if b.block.is(b.says) {
			v.digests++
		} else {
			v.of(b.rec, validation.Error, ruleBlockDigest, "5.8", "WARC-Block-Digest "+abridged(b.rec.Header.Get("WARC-Block-Digest"))+" does not match the block",
				b.block.like(b.says))
		}
	}
	if b.first && b.rec.Header.Get("WARC-Segment-Number") == "" {
		v.endPayload(b.rec, b.payload)
		return
	}
	c.series.segment(v, b)
}

// endPayload compares the payload of a record, or of all its segments, with its digest.
func (v *verdict) endPayload(rec *record, p *payload) {
	if p.head != nil {
		p.endHead(true)
	}
	truncated := rec.Header.Get("WARC-Truncated") != ""
	switch m := p.message; {
	case m == nil:
		if p.http != nil && rec.Type() == "response" && isHTTP(rec) && rec.Size > 0 {
			v.of(rec, validation.Warning, ruleHTTP, "6.3.2", "no response in a block of application/http", "one")
		}
	default:
		for _, note := range m.Notes {
			v.of(rec, validation.Warning, ruleHTTP, "", note, "")
		}
		v.message(rec, p, truncated)
	}
	if p.declared.Label == "" {
		return
	}
	name := "WARC-Payload-Digest " + abridged(p.text)
	switch t := rec.Type(); {
	case p.sent.is(p.declared), p.chunks != nil && !p.chunks.none && p.bare.is(p.declared):
		v.digests++
	case p.http == nil && (t == "response" || t == "request"):
		section := map[string]string{"response": "6.3.3", "request": "6.5"}[t]
		v.of(rec, validation.Unjudged, rulePayloadDigest, section, name+": the payload of a message other than HTTP is not defined", "")
	case truncated:
		v.of(rec, validation.Warning, rulePayloadDigest, "5.9", name+" does not match the truncated payload", p.sent.like(p.declared))
	case p.block.is(p.declared):
		v.of(rec, validation.Warning, rulePayloadDigest, "5.9", name+" is the digest of the whole block", p.sent.like(p.declared))
	default:
		v.of(rec, validation.Error, rulePayloadDigest, "5.9", name+" does not match the payload", p.sent.like(p.declared))
	}
}

// message compares a body with its header.
func (v *verdict) message(rec *record, p *payload, truncated bool) {
	warn := func(what, expected string) { v.of(rec, validation.Warning, ruleHTTP, "", what, expected) }
	if p.chunks != nil {
		p.chunks.Close()
		switch {
		case p.chunks.none && p.length > 0:
			warn("Transfer-Encoding is chunked, and the body has no chunks", "")
		case p.chunks.fault != "" && !truncated:
			warn("chunked body: "+p.chunks.fault, "")
		}
		return
	}
	n, ok := p.message.length()
	if !ok || truncated || n == p.length || p.length == 0 { // the last may answer HEAD
		return
	}
	warn(fmt.Sprintf("the body has %d bytes", p.length), fmt.Sprintf("%d by its Content-Length", n))
}
