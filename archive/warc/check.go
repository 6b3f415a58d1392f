package warc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/lsh-interop/fpcheck/internal/barrier"
	"github.com/lsh-interop/fpcheck/manifest/validation"
)

// Checked is what a web archive comes to.
type Checked struct {
	Records int64
	Digests int64 // that are those of what the records hold
	// Files are the archives of a WACZ package; 1 without one.
	Files int
	// Signature says whose a WACZ package is; "" if it has none that is right.
	Signature         string
	validation.Counts // of the findings
}

// Check validates an archive of WARC (ISO 28500, 1.0 and 1.1) or ARC, which it reads once and
// in bounded memory: each record has the header that its type must have, the block is as long
// as it says, and its digests are right, those of BLAKE2, MD5, SHA-1 and SHA-2 in base32,
// base64 or hex. An error violates what ISO 28500 says shall be. What it recommends, and
// what is odd about a message of HTTP, is a warning.
//
// The digest of a payload may be that of the body with or without the chunks of its transfer:
// the standard says without, and most crawlers write it with them.
//
// The error is that of reading r, or of the context.
func Check(ctx context.Context, r io.Reader, report func(Finding)) (checked Checked, err error) {
	defer barrier.Catch(&err, inArchives)
	c := newChecker(ctx, report)
	if err := c.archive("", r); err != nil {
		return c.checked, err
	}
	c.endSeries()
	return c.checked, nil
}

// checker is one validation.
type checker struct {
	ctx     context.Context
	report  func(Finding)
	checked Checked
	member  string
	ids     identities
	series  map[string]*checkedSeries // by the id of the first segment
	began   int                       // series
	place   func(rec *Record)         // told of each record when its length is known; may be nil
}

func newChecker(ctx context.Context, report func(Finding)) *checker {
	return &checker{ctx: ctx, report: report, series: make(map[string]*checkedSeries)}
}

func (c *checker) find(f Finding) {
	f.Member = c.member
	c.checked.Counts.Add(f.Severity)
	if c.report != nil {
		c.report(f)
	}
}

// of reports a finding about a record. Records of drafts of WARC, before 1.0, cannot violate it.
func (c *checker) of(rec *Record, s validation.Severity, rule Rule, section, what, expected string) {
	if s == validation.Error && isDraft(rec.Version) {
		s = validation.Warning
	}
	if section != "" {
		section = "ISO 28500:2017, " + section
	}
	c.find(Finding{Severity: s, Rule: rule, Offset: rec.Offset, ID: abridged(rec.ID()), URI: abridged(rec.URI()),
		What: what, Expected: expected, Section: section})
}

// archive validates one file.
func (c *checker) archive(name string, r io.Reader) error {
	c.member = name
	c.checked.Files++
	records := NewReader(&until{c.ctx, r})
	defer records.Close()
	var last *Record // whose end is not known
	n, broken := int64(0), false
	for {
		rec, err := records.Next()
		gap := (*Gap)(nil)
		isGap := errors.As(err, &gap)
		if last != nil {
			c.end(last, !isGap)
			last = nil
		}
		switch {
		case err == io.EOF:
			if n == 0 && !broken {
				c.find(Finding{Severity: validation.Error, Rule: ruleEmpty, Offset: -1, What: "a web archive without records", Expected: "one at least", Section: "ISO 28500:2017, 4"})
			}
			return nil
		case c.ctx.Err() != nil:
			return c.ctx.Err()
		case isGap:
			broken = true
			c.gap(gap)
			continue
		case err != nil:
			return err
		}
		n++
		c.checked.Records++
		err = c.record(rec)
		switch {
		case c.ctx.Err() != nil:
			return c.ctx.Err()
		case errors.As(err, &gap):
			broken = true
			c.gap(gap)
		case err != nil:
			return err
		default:
			last = rec
		}
	}
}

func (c *checker) gap(gap *Gap) {
	c.find(Finding{Severity: validation.Error, Rule: ruleBroken, Offset: gap.From,
		What: fmt.Sprintf("offsets %d to %d: %s", gap.From, gap.To, gap.Why), Section: "ISO 28500:2017, 4"})
}

// record validates a record up to the end of its block.
func (c *checker) record(rec *Record) error {
	isARC := rec.isARC()
	for _, f := range rec.faults {
		c.of(rec, f.severity, f.rule, f.section, f.what, "")
	}
	if !isARC {
		c.header(rec)
	}
	b := c.newBlock(rec)
	if _, err := io.Copy(b, rec); err != nil {
		return err
	}
	c.endBlock(b)
	if !isARC {
		c.identity(rec)
	}
	return nil
}

// end validates what comes after the block of a record, once the next was asked for.
func (c *checker) end(rec *Record, sound bool) {
	odd := func(f fault) bool { return f.rule == ruleLineEnds }
	if sound && !rec.isARC() && string(rec.after) != "\r\n\r\n" && !slices.ContainsFunc(rec.faults, odd) {
		c.of(rec, validation.Error, ruleLineEnds, "4", fmt.Sprintf("the block is followed by %q", rec.after), `"\r\n\r\n"`)
	}
	if c.place != nil {
		c.place(rec)
	}
}

// until reads no more once a context has ended.
type until struct {
	ctx context.Context
	r   io.Reader
}

func (u *until) Read(p []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.r.Read(p)
}
