package conformance

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"gopkg.in/yaml.v3"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/conformance/report"
	"github.com/lsh-interop/fpcheck/internal/engine/cases"
	"github.com/lsh-interop/fpcheck/internal/engine/wire"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

// An odd request is a line that tests how strictly a port reads requests (SPEC.md, annex A).
type oddRequest struct {
	ID, Why string
	Stage   vectors.Stage // that the port must have; "" for any port
	Line    vectors.Bytes // with placeholders
	Reply   string
}

// oddRequests returns the odd requests of vectors/protocol.
func oddRequests() ([]oddRequest, error) {
	source, err := vectors.FS.ReadFile("protocol/requests.yaml")
	if err != nil {
		return nil, err
	}
	var file struct{ Requests []oddRequest }
	dec := yaml.NewDecoder(bytes.NewReader(source))
	dec.KnownFields(true)
	err = dec.Decode(&file)
	return file.Requests, err
}

// line returns the line for a port with these schemes. It returns nil if the port lacks a scheme or the stage.
func (o oddRequest) line(h protocol.Hello, schemes []*scheme.Scheme) []byte {
	line := string(o.Line.Bytes())
	names := map[string]string{"$scheme": schemes[0].ID(), "$zeros": strings.Repeat(`"0",`, 62) + `"0"`}
	for _, s := range schemes {
		kind := "$simhash"
		if s.IsMinHash() {
			kind = "$minhash"
		}
		names[kind] = cmp.Or(names[kind], s.ID())
	}
	for name, value := range names {
		line = strings.ReplaceAll(line, name, value)
	}
	if strings.Contains(line, "$") || o.Stage != "" && !slices.Contains(h.Stages, o.Stage) {
		return nil
	}
	return append([]byte(line), '\n')
}

// An asker sends a line to a port, and returns the line of its reply.
type asker func(ctx context.Context, line []byte) ([]byte, error)

// askOdd sends the odd requests one by one, and enters how they ended into the report.
func (r *run) askOdd(ctx context.Context, ask asker) error {
	requests, err := oddRequests()
	if err != nil {
		return err
	}
	for _, o := range requests {
		line := o.line(r.report.Hello, r.schemes)
		if r.options.Suite != "" || line == nil || !r.options.Match(o.ID) {
			continue
		}
		res := &report.Result{ID: o.ID, Stage: cases.Request, Why: o.Why, Status: report.Passed, Request: strings.TrimSuffix(string(line), "\n")}
		stageOf := func(string) vectors.Stage { return o.Stage }
		want, err := wire.ParseReply([]byte(o.Reply), stageOf)
		if err != nil {
			return fmt.Errorf("%s: %w", o.ID, err)
		}
		answer, err := ask(ctx, line)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		var got protocol.Reply
		if err == nil {
			got, err = wire.ParseReply(answer, stageOf)
		}
		if err != nil {
			got.Result.Outcome, got.Reason = wire.Crashed, err.Error()
		} else if got.ID != want.ID {
			err = fmt.Errorf("the reply has the id %q: expected %q", got.ID, want.ID)
			got.Result.Outcome, got.Reason = wire.Malformed, err.Error()
		}
		if err != nil || !cases.Agree(want.Result, got.Result) {
			res.Status, res.Want, res.Got, res.Reason = report.Failing, want.Result, got.Result, got.Reason
		}
		r.report.Results = append(r.report.Results, res)
	}
	return nil
}

// askServed returns an asker of an implementation in this process. It asks no more after a number of answers
// that did not come in time.
func askServed(p protocol.Implementation, timeout time.Duration, restarts int) asker {
	late := 0
	return func(ctx context.Context, line []byte) ([]byte, error) {
		if late > restarts {
			return nil, errors.New("not asked: replies did not come in time before")
		}
		answer, err := wire.Within(ctx, timeout, func() ([]byte, error) { return served(p, line) })
		if errors.Is(err, wire.ErrTimeout) {
			late++
		}
		return answer, err
	}
}

// served returns the reply to a line.
func served(p protocol.Implementation, line []byte) ([]byte, error) {
	hello, err := wire.MarshalLine(wire.Offer{Protocols: []int{protocol.Version}, Suite: fpcheck.Version})
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = Serve(p, bytes.NewReader(append(hello, line...)), &out)
	_, answer, _ := bytes.Cut(out.Bytes(), []byte("\n"))
	return answer, err
}

// askProcess returns an asker of a port, and a function that ends it. It starts the port again if it ends.
func askProcess(
	program wire.Program, said protocol.Hello, restarts int,
) (ask asker, end func(ctx context.Context) error) {
	var p *wire.Process
	starts := 0
	end = func(ctx context.Context) error {
		if p == nil {
			return nil
		}
		return p.End(ctx, program.Timeout)
	}
	return func(ctx context.Context, line []byte) (answer []byte, err error) {
		if p == nil {
			if starts++; starts > restarts+1 {
				return nil, fmt.Errorf("not asked: the port had been started again %d times", restarts)
			}
			if p, err = program.StartAgain(ctx, said); err != nil {
				p = nil
				return nil, err
			}
		}
		if answer, err = p.Ask(ctx, line, program.Timeout); err != nil {
			err = errors.Join(err, errors.New(strings.TrimPrefix(p.LogTail(), "; ")))
			p.Stop()
			p = nil
		}
		return answer, err
	}, end
}
