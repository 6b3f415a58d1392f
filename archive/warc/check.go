package warc

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"

	"github.com/lsh-interop/fpcheck/archive/validation"
	"github.com/lsh-interop/fpcheck/internal/engine/parallel"
	"github.com/lsh-interop/fpcheck/internal/engine/watched"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
)

// Checked is the result of a validation.
type Checked struct {
	Records, Digests  int64  // numbers of records, and of declared digests that are right
	Files             int    // archives of a WACZ package; 1 without one
	Signature         string // the signer of a WACZ package; "" without a valid signature
	validation.Counts        // of the findings
}

// Check validates an archive of WARC 1.0 or 1.1 (ISO 28500) or ARC. It reads r once, in bounded memory.
// Each record must have the header fields of its type, a block of the declared length, and right
// digests. Known digests are BLAKE2, MD5, SHA-1 and SHA-2 in base32, base64 or hexadecimal. The digest
// of a payload may cover the chunks of HTTP transfer or not. The standard excludes them, but most
// crawlers include them.
//
// A violation of "shall" in ISO 28500 is an error. A violation of a recommendation, or an odd HTTP
// message, is a warning.
//
// workers is the number of goroutines that validate; 0 means one for each processor. report, if not
// nil, is called with each finding, in the order of the records. The error is one of reading r or of
// ctx.
func Check(ctx context.Context, r io.Reader, workers int, report func(Finding)) (checked Checked, err error) {
	if ctx == nil {
		return checked, errNoContext
	}
	defer recovery.Catch(&err, inArchives)
	c := newChecker(ctx, workers, report)
	if err := c.archive("", r); err != nil {
		return c.checked, err
	}
	c.endSeries()
	return c.checked, nil
}

var errNoContext = errors.New("no context given: expected one")

// checker is one validation. One goroutine reads an archive and others validate its records. The
// reading goroutine owns series, because it validates segments itself. The goroutine that collects the
// results owns the other fields.
type checker struct {
	ctx     context.Context
	workers int
	report  func(Finding)
	checked Checked
	member  string
	ids     identities
	series  allSeries
	place   func(rec *record) // is called with each record once its length is known; may be nil
	blocks  blocks
	room    parallel.Room // for the blocks of records that wait
	held    int64         // bytes of the longest block that is validated in memory
}

// mostWaiting is the number of bytes of blocks that may wait.
const mostWaiting = 8 << 20

func newChecker(ctx context.Context, workers int, report func(Finding)) *checker {
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	return &checker{ctx: ctx, workers: workers, report: report, room: parallel.NewRoom(workers, mostWaiting), held: maxHeader}
}

func (c *checker) find(f Finding) {
	f.Member = c.member
	c.checked.Counts.Add(f.Severity, 1)
	if c.report != nil {
		c.report(f)
	}
}

func (c *checker) of(rec *record, s validation.Severity, rule string, section, what, expected string) {
	c.find(about(rec, s, rule, section, what, expected))
}

// about returns a finding about a record. Records of drafts of WARC, before 1.0, cannot have errors.
func about(rec *record, s validation.Severity, rule string, section, what, expected string) Finding {
	if s == validation.Error && isDraft(rec.Version) {
		s = validation.Warning
	}
	if section != "" {
		section = "ISO 28500:2017, " + section
	}
	return Finding{Severity: s, Rule: rule, Offset: rec.Offset, ID: abridged(rec.ID()), URI: abridged(rec.URI()),
		What: what, Expected: expected, Section: section}
}

// archive validates one file.
func (c *checker) archive(name string, r io.Reader) error {
	c.member, c.series.member = name, name
	c.checked.Files++
	records := newReader(watched.Reader(c.ctx, r, nil), c.workers)
	defer records.Close()
	ctx, stop := context.WithCancel(c.ctx) // so that no goroutine keeps waiting for room
	defer stop()
	s := settling{checker: c}
	for v, err := range parallel.Do(ctx, c.verdicts(ctx, records), c.workers, 16*c.workers, c.judge) {
		if err == nil {
			err = s.settle(v, stop)
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return cmp.Or(c.ctx.Err(), err)
		}
	}
	return nil
}

// settling collects the verdicts of one file in order.
type settling struct {
	*checker
	last *record // its end is not known yet
	some bool    // there was a record, or a part of one
}

// settle processes a verdict. An error ends the file. After an error or a panic, the workers are
// stopped.
func (s *settling) settle(v *verdict, stop func()) error {
	goOn := false
	defer func() {
		if !goOn {
			stop()
		}
	}()
	gap := (*gap)(nil)
	isGap := errors.As(v.err, &gap)
	if s.last != nil {
		s.end(s.last, v.rec != nil || v.err == io.EOF)
		s.last = nil
	}
	if v.rec != nil {
		s.checked.Records++
		for _, f := range v.findings {
			s.find(f)
		}
		s.checked.Digests += v.digests
	}
	switch {
	case isGap:
		s.gap(gap)
	case v.err == io.EOF && !s.some:
		s.find(Finding{Severity: validation.Error, Rule: ruleEmpty, Offset: -1, What: "a web archive without records", Expected: "one at least", Section: "ISO 28500:2017, 4"})
		return v.err
	case v.err != nil:
		return v.err
	default:
		if s.last = v.rec; !s.last.isARC() {
			s.identity(s.last)
		}
	}
	s.some, goOn = true, true
	return nil
}

func (c *checker) gap(gap *gap) {
	c.find(Finding{Severity: validation.Error, Rule: ruleBroken, Offset: gap.From,
		What: fmt.Sprintf("offsets %d to %d: %s", gap.From, gap.To, gap.Why), Section: "ISO 28500:2017, 4"})
}

// end validates the line ends after a block, once the next record was requested.
func (c *checker) end(rec *record, sound bool) {
	odd := func(f fault) bool { return f.rule == ruleLineEnds }
	if sound && !rec.isARC() && string(rec.after) != "\r\n\r\n" && !slices.ContainsFunc(rec.faults, odd) {
		c.of(rec, validation.Error, ruleLineEnds, "4", fmt.Sprintf("the block is followed by %q", rec.after), `"\r\n\r\n"`)
	}
	if c.place != nil {
		c.place(rec)
	}
}
