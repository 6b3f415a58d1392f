package conformance

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/conformance/report"
	"github.com/lsh-interop/fpcheck/internal/cli/suite/known"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

// TestWrongOptions checks that options that would test less than they say are refused.
func TestWrongOptions(t *testing.T) {
	for _, tt := range []struct {
		why     string
		options Options
		want    string
	}{
		{"levels are in lower case", Options{Level: "Markup"}, `Options.Level "Markup": expected core, markup, main, digest, clusters, passages, media`},
		{"another spelling of a level", Options{Level: "digests"}, `Options.Level "digests": expected core`},
		{"no text to accumulate", Options{Accumulated: -1}, "Options.Accumulated -1: expected 0 or more"},
		{"no process at all", Options{Jobs: -1}, "Options.Jobs -1: expected 0 or more"},
		{"no time at all", Options{CaseTimeout: -1}, "Options.CaseTimeout -1ns: expected 0 or more"},
		{"a version that is none", Options{Suite: "9.9.9"}, "suite"},
	} {
		r, err := Test(t.Context(), NewReference(scheme.SM1), tt.options)
		if r != nil || err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: Test: %v, want %s", tt.why, err, tt.want)
		}
		r, err = TestCommand(t.Context(), []string{"fpcheck-of-no-path"}, tt.options)
		if r != nil || err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: TestCommand: %v, want %s", tt.why, err, tt.want)
		}
	}
	if _, err := TestCommand(t.Context(), nil, Options{}); err == nil || !strings.Contains(err.Error(), "the command of the port is empty") {
		t.Errorf("a command without a word: %v", err)
	}
}

// faulty calls a function in place of the answer to some requests.
type faulty struct {
	protocol.Implementation
	at func(protocol.Request) bool
	do func()
}

func (f faulty) Answer(r protocol.Request) protocol.Reply {
	if f.at(r) {
		f.do()
	}
	return f.Implementation.Answer(r)
}

// TestFaultyAnswer checks that an implementation in this process may panic or hang.
func TestFaultyAnswer(t *testing.T) {
	one := func(r protocol.Request) bool { return r.ID == "hash-length-1" }
	all := func(protocol.Request) bool { return true }
	hang := func() { select {} }
	for _, tt := range []struct {
		why    string
		at     func(protocol.Request) bool
		do     func()
		failed int // number of cases
		reason string
	}{
		{"an answer panics", one, func() { panic("no tables") }, 1, "panic: no tables"},
		{"each answer panics", all, func() { panic("no tables") }, 5, "panic: no tables"},
		{"an answer does not come", one, hang, 1, "no reply in time"},
		{"no answer comes", all, hang, 5, "no reply in time"},
	} {
		t.Run(tt.why, func(t *testing.T) {
			t.Parallel()
			p := faulty{NewReference(scheme.SM1), tt.at, tt.do}
			r, err := Test(t.Context(), p, Options{CaseTimeout: 300 * time.Millisecond, Match: known.Glob("hash-length-1*")})
			if err != nil {
				t.Fatal(err)
			}
			failed := 0
			for _, res := range r.Results {
				if res.Status == report.Passed {
					continue
				}
				if failed++; !strings.Contains(res.Reason, tt.reason) {
					t.Errorf("%s: %s: %q, want %q", res.ID, res.Status, res.Reason, tt.reason)
				}
			}
			if n := len(r.Results); n < 2 || failed != tt.failed {
				t.Errorf("%d of %d cases failed, want %d", failed, n, tt.failed)
			}
		})
	}
}

// TestFaultyLine checks the odd requests, which are asked as lines.
func TestFaultyLine(t *testing.T) {
	for _, tt := range []struct {
		why     string
		timeout time.Duration
		do      func()
		again   string // what the second request gets
	}{
		{"panic: no tables", time.Hour, func() { panic("no tables") }, "panic: no tables"},
		{"no reply in time", 50 * time.Millisecond, func() { select {} }, "not asked: replies did not come in time"},
	} {
		p := faulty{NewReference(scheme.SM1), func(protocol.Request) bool { return true }, tt.do}
		ask := askServed(p, tt.timeout, 0)
		for _, want := range []string{tt.why, tt.again} {
			_, err := ask(t.Context(), []byte(`{"id":"1","stage":"hash","scheme":"sm1","octets":""}`+"\n"))
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%v, want %s", err, want)
			}
		}
	}
}

// TestHangEndsWithContext checks that a run does not wait for an answer after the end of its context.
func TestHangEndsWithContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	p := faulty{NewReference(scheme.SM1), func(r protocol.Request) bool { return r.Stage == vectors.Pipeline }, func() {
		cancel()
		select {}
	}}
	if _, err := Test(ctx, p, Options{CaseTimeout: time.Hour}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want %v", err, context.Canceled)
	}
}
