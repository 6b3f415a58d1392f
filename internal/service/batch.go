package service

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"sync/atomic"
	"time"

	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
	"github.com/lsh-interop/fpcheck/internal/service/liveindex"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
	"github.com/lsh-interop/fpcheck/scheme"
)

// step is a line of a batch.
type step struct {
	Op       string `json:"op"` // add, delete or search
	ID       string `json:"id"`
	IDBase64 []byte `json:"id_base64"`
	subject
	bounds
}

// check returns an error if a line lacks a field, or has a field that its op does not use.
func (t *step) check() error {
	switch t.Op {
	case "add", "delete":
		if t.bounds.areGiven() {
			return faulty(badRequest, "max_distance, min_similarity or limit is given: expected op search")
		}
		if err := checkID(t.ID); err != nil {
			return err
		}
		if t.Op == "add" {
			return t.subject.check()
		}
		if t.subject.isGiven() {
			return faulty(badRequest, "op delete: expected only id")
		}
		return nil
	case "search":
		if t.ID != "" {
			return faulty(badRequest, "id is given: expected op add or delete")
		}
		if err := t.bounds.check(); err != nil {
			return err
		}
		return t.subject.check()
	}
	return faulty(badRequest, "op %q: expected add, delete or search", t.Op)
}

// changes reports whether a line changes a document.
func (t *step) changes() bool { return t.Op == "add" || t.Op == "delete" }

// stepReply is the answer to a line.
type stepReply struct {
	Line int    `json:"line"` // from 1
	Op   string `json:"op,omitempty"`
	*document
	Fingerprint scheme.Fingerprint `json:"fingerprint,omitzero"`
	Existed     *bool              `json:"existed,omitempty"` // of add and delete
	Matches     []matchReply       `json:"matches,omitzero"`
	More        bool               `json:"more,omitempty"`
	Problem     *problem           `json:"problem,omitempty"`
}

// working is a line that is being worked on.
type working struct {
	step    step
	answer  stepReply
	size    int64 // in bytes
	account *budget.Account
	ready   chan struct{} // closed when the fingerprint is there, or err
	err     error
	change  *liveindex.Change
	ended   chan struct{} // closed when the answer is there
}

// flow keeps a stream from reading ahead while memory is short, so that its own lines are not refused.
type flow struct {
	begun atomic.Int64 // bytes of the lines that have no answer yet
	ended chan struct{}
}

// wait returns when half of the memory is free, or little of the stream is begun.
func (f *flow) wait(ctx context.Context, m *budget.Pool) {
	for m.Held() > m.Most/2 && f.begun.Load() > 1<<20 && ctx.Err() == nil {
		select {
		case <-f.ended:
		case <-ctx.Done():
		}
	}
}

// end releases what a line holds.
func (f *flow) end(l *working) {
	l.account.Close()
	f.begun.Add(-l.size)
	select {
	case f.ended <- struct{}{}:
	default:
	}
}

// ahead is the number of lines in progress. Changes that wait together for the disk wait once.
const ahead = 64

// batch answers each line of a stream by a line, in order, as they come. A line counts after
// those before it: a search finds what they have added.
func (s *Service) batch(w http.ResponseWriter, r *http.Request, x *liveindex.Shelf) error {
	if _, err := queryOf(r); err != nil {
		return err
	}
	c := http.NewResponseController(w)
	if err := c.EnableFullDuplex(); err != nil && !errors.Is(err, http.ErrNotSupported) { // HTTP/2 needs it not
		return err
	}
	w.Header().Set("Content-Type", "application/jsonl")
	if r.ProtoMajor == 1 {
		w.Header().Set("Connection", "close") // where the next request begins is not known if a line did not come
	}
	// The context of a request ends where its body does not come in time, too. Who does not read
	// the answers is noticed by writing them.
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(r.Context()))
	defer cancel(nil)
	// What is read already is answered. Then the stream ends.
	defer context.AfterFunc(s.stopping, func() { c.SetReadDeadline(time.Now()) })()
	lines := make(chan *working, ahead)
	f := &flow{ended: make(chan struct{}, 1)}
	go func() {
		defer close(lines)
		if err := recovery.Shielded(func() {
			s.readLines(ctx, x, r.Body, c, f, sourceOf(r, holderOf(ctx)), holderOf(ctx), lines)
		}, "a batch"); err != nil {
			cancel(err)
		}
	}()
	changed := make(chan *working, ahead)
	go func() {
		defer close(changed)
		for l := range lines {
			<-l.ready
			if l.err == nil && l.step.Op != "search" {
				l.change, l.err = s.putLine(ctx, x, l)
			}
			changed <- l
			if l.change == nil {
				<-l.ended // a search does not find what later lines change
			}
		}
	}()
	for l := range changed {
		s.endLine(ctx, r.PathValue("index"), l)
		close(l.ended)
		if ctx.Err() != nil {
			f.end(l)
			continue // no one listens, but what was begun ends
		}
		c.SetWriteDeadline(time.Now().Add(s.o.Time))
		err := sendLine(w, l)
		f.end(l)
		if err == nil && len(changed) == 0 {
			err = c.Flush()
		}
		if err != nil {
			cancel(err)
		}
	}
	return nil
}

// sendLine writes an answer. If there is no memory for it, it is a problem.
func sendLine(w io.Writer, l *working) error {
	line, err := encoded(l.account, &l.answer)
	if err != nil {
		p := problemOf(err)
		l.answer.Matches, l.answer.More, l.answer.Problem = nil, false, &p
		if line, err = encoded(l.account, &l.answer); err != nil {
			return err
		}
	}
	_, err = w.Write(line)
	return err
}

// bufferedLine is the size of the buffer for lines in bytes. A line may be longer.
const bufferedLine = 64 << 10

// readLines begins the work on lines, until there are no more.
func (s *Service) readLines(ctx context.Context, x *liveindex.Shelf, body io.Reader, c *http.ResponseController, f *flow, source string, h holder, lines chan<- *working) {
	r := bufio.NewReaderSize(body, bufferedLine)
	for n := 1; ctx.Err() == nil; n++ {
		s.rates.wait(ctx, s.stopping.Done(), source)
		f.wait(ctx, s.memory)
		if s.stopping.Err() == nil {
			c.SetReadDeadline(time.Now().Add(s.o.Time))
		}
		l := &working{answer: stepReply{Line: n}, ready: make(chan struct{}), ended: make(chan struct{}), account: s.memory.Open(source)}
		octets, err := s.readLine(r, l)
		if len(bytes.TrimSpace(octets)) == 0 && err == nil {
			l.account.Close()
			continue // an empty line has no answer, but counts
		}
		last := err != nil
		if err == io.EOF {
			if err = nil; len(bytes.TrimSpace(octets)) == 0 {
				l.account.Close()
				return
			}
		}
		if errors.Is(err, os.ErrDeadlineExceeded) && s.stopping.Err() != nil {
			err = liveindex.ErrClosed
		}
		l.size = int64(len(octets))
		f.begun.Add(l.size)
		if err != nil {
			l.err = bodyError(err)
			close(l.ready)
		} else {
			go func() {
				defer close(l.ready)
				l.err = s.readStep(ctx, x, octets, h, l)
			}()
		}
		select {
		case lines <- l:
		case <-ctx.Done():
			<-l.ready
			f.end(l)
			return
		}
		if last {
			return
		}
	}
}

// readLine reads a line.
func (s *Service) readLine(r *bufio.Reader, l *working) (line []byte, err error) {
	for {
		piece, end := r.ReadSlice('\n')
		if int64(len(line)+len(piece)) > s.o.Body {
			return nil, &http.MaxBytesError{Limit: s.o.Body}
		}
		if need := len(line) + len(piece); need > cap(line) {
			if line, err = grown(l.account, line, max(need, 2*cap(line))); err != nil {
				return nil, err
			}
		}
		line = append(line, piece...)
		if end != bufio.ErrBufferFull {
			return line, end
		}
	}
}

// readStep reads a line, and finds the fingerprint that it is about.
func (s *Service) readStep(ctx context.Context, x *liveindex.Shelf, octets []byte, h holder, l *working) (err error) {
	defer recovery.Catch(&err, "a batch")
	ctx, cancel := context.WithTimeout(budget.WithAccount(ctx, l.account), s.o.Time)
	defer cancel()
	if err := s.decode(ctx, octets, &l.step, true); err != nil {
		return err
	}
	l.answer.Op = l.step.Op
	if l.step.IDBase64 != nil {
		l.step.ID = string(l.step.IDBase64)
	}
	if l.step.changes() {
		d := newDocument(l.step.ID)
		l.answer.document = &d
	}
	if err := l.step.check(); err != nil {
		return err
	}
	if l.step.changes() {
		if err := h.need(write); err != nil || l.step.Op == "delete" {
			return err
		}
	}
	if l.step.Op == "add" {
		l.step.nameIfNone(l.step.ID)
		if err := s.proves(ctx, l.step.ID, &l.step.subject); err != nil {
			return err
		}
	}
	l.answer.Fingerprint, err = s.of(ctx, x, &l.step.subject, true)
	return err
}

// putLine has what a line changes written, in the order of the lines.
func (s *Service) putLine(ctx context.Context, x *liveindex.Shelf, l *working) (c *liveindex.Change, err error) {
	defer recovery.Catch(&err, "a batch")
	return x.Put(ctx, l.step.ID, l.answer.Fingerprint, true)
}

// endLine waits for what a line changes, or searches.
func (s *Service) endLine(ctx context.Context, name string, l *working) {
	if l.err == nil {
		l.err = s.finish(ctx, name, l)
	}
	if l.err != nil {
		p := problemOf(l.err)
		l.answer.Problem = &p
	}
}

func (s *Service) finish(ctx context.Context, name string, l *working) (err error) {
	defer recovery.Catch(&err, "a batch")
	if l.change != nil {
		existed, err := l.change.Wait()
		l.answer.Existed = &existed
		return err
	}
	ctx, cancel := context.WithTimeout(budget.WithAccount(ctx, l.account), s.o.Time)
	defer cancel()
	a, err := s.nearest(ctx, name, l.answer.Fingerprint, l.step.bounds, true)
	if err != nil {
		return err
	}
	l.answer.Matches, l.answer.More = a.Matches, a.More
	return nil
}
