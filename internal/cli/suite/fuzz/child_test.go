//go:build unix

package fuzz

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/lsh-interop/fpcheck/conformance"
	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/conformance/report"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

// victim is the case at which ports go wrong.
const victim = "hash-greek"

var runnerPorts = map[string]func(){
	"good": func() { serve(func(r protocol.Request, b []byte) []byte { return b }) },
	"exits at once": func() {
		fmt.Fprintln(os.Stderr, "cannot find my tables")
		os.Exit(3)
	},
	"never says hello": func() { io.Copy(io.Discard, os.Stdin) },
	"says hello in prose": func() {
		bufio.NewReader(os.Stdin).ReadBytes('\n')
		fmt.Println("hello")
	},
	"refuses": func() {
		bufio.NewReader(os.Stdin).ReadBytes('\n')
		fmt.Println(`{"error":"only protocol 9 is spoken here"}`)
	},
	"chooses a version not offered": func() {
		fmt.Println(`{"protocol":9,"name":"x","schemes":["sd1"],"stages":["hash"]}`)
		io.Copy(io.Discard, os.Stdin)
	},
	"has no schemes": func() {
		fmt.Println(`{"protocol":1,"name":"x","schemes":[],"stages":["hash"]}`)
	},
	"never answers": func() {
		hello()
		io.Copy(io.Discard, os.Stdin)
	},
	"writes to stderr only": func() {
		hello()
		for {
			fmt.Fprintln(os.Stderr, "thinking")
			time.Sleep(10 * time.Millisecond)
		}
	},
	"answers garbage": func() {
		at(func(protocol.Request, []byte) []byte { return []byte("\xff{]\n") })
	},
	"answers with a wrong id": func() {
		at(func(_ protocol.Request, b []byte) []byte {
			return bytes.Replace(b, []byte(victim), []byte("hash-unheard-of"), 1)
		})
	},
	"answers without an id": func() {
		at(func(_ protocol.Request, b []byte) []byte { return []byte(`{"hash":"0000000000000000"}` + "\n") })
	},
	"answers an array": func() {
		at(func(_ protocol.Request, b []byte) []byte { return []byte("[]\n") })
	},
	"says that it crashed": func() {
		at(func(_ protocol.Request, b []byte) []byte {
			return []byte(`{"id":"` + victim + `","outcome":"crashed","reason":"x conforms"}` + "\n")
		})
	},
	"answers nothing but garbage": func() {
		serve(func(protocol.Request, []byte) []byte { return []byte("garbage\n") })
	},
	"answers twice": func() { at(func(_ protocol.Request, b []byte) []byte { return append(b, b...) }) },
	"answers half a line": func() {
		at(func(_ protocol.Request, b []byte) []byte {
			os.Stdout.Write(b[:len(b)/2])
			os.Exit(0)
			return nil
		})
	},
	"answers without end": func() {
		at(func(protocol.Request, []byte) []byte {
			chunk := bytes.Repeat([]byte("x"), 1<<20)
			for range 100 {
				if _, err := os.Stdout.Write(chunk); err != nil {
					os.Exit(1)
				}
			}
			return []byte("\n")
		})
	},
	"crashes": func() {
		at(func(protocol.Request, []byte) []byte {
			fmt.Fprintln(os.Stderr, "segmentation fault, as it were")
			os.Exit(139)
			return nil
		})
	},
	"hangs": func() {
		at(func(protocol.Request, []byte) []byte {
			time.Sleep(time.Hour)
			return nil
		})
	},
	"crashes always": func() {
		hello()
		os.Exit(1)
	},
	"answers wrongly": func() {
		at(func(_ protocol.Request, b []byte) []byte {
			return []byte(`{"id":"` + victim + `","hash":"0000000000000000"}` + "\n")
		})
	},
	"counters as numbers": func() {
		serve(func(r protocol.Request, b []byte) []byte {
			if r.Stage == vectors.Counters {
				return []byte(`{"id":"` + r.ID + `","counters":[1,2]}` + "\n")
			}
			return b
		})
	},
	"ignores SIGTERM": func() {
		signal.Ignore(syscall.SIGTERM, syscall.SIGPIPE)
		hello()
		io.Copy(io.Discard, os.Stdin)
		for {
			time.Sleep(time.Hour)
		}
	},
	"ends with another status": func() {
		serve(func(_ protocol.Request, b []byte) []byte { return b })
		fmt.Fprintln(os.Stderr, "double free, as it were")
		os.Exit(3)
	},
	"is killed at its end": func() {
		serve(func(_ protocol.Request, b []byte) []byte { return b })
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
	},
	"writes more at its end": func() {
		serve(func(_ protocol.Request, b []byte) []byte { return b })
		fmt.Println("bye")
	},
	"does not end": func() {
		serve(func(_ protocol.Request, b []byte) []byte { return b })
		time.Sleep(time.Hour)
	},
	"leaves a grandchild": func() {
		c := exec.Command("sleep", "3600")
		c.Stdout = os.Stdout // and so holds our pipe open
		if err := c.Start(); err != nil {
			panic(err)
		}
		notePID(c.Process.Pid)
		serve(func(_ protocol.Request, b []byte) []byte { return b })
	},
}

func hello() { sayHello(conformance.NewReference(scheme.SD1)) }

// at misbehaves at the victim, and is good otherwise.
func at(f func(protocol.Request, []byte) []byte) {
	serve(func(r protocol.Request, b []byte) []byte {
		if r.ID == victim {
			return f(r, b)
		}
		return b
	})
}

// serve answers like the reference, and lets f change what it writes.
func serve(f func(r protocol.Request, reply []byte) []byte) {
	serveChanged(conformance.NewReference(scheme.SD1), f)
}

// patience is how long a test waits for a port that never answers.
const patience = 3 * time.Second

func TestMisbehavingPorts(t *testing.T) {
	t.Parallel()
	hashes := func(id string) bool { return strings.HasPrefix(id, "hash-") || strings.HasPrefix(id, "counters-") }
	tests := []struct {
		how    string
		err    string // no verdict, for this reason
		fault  string // a fault of the run
		failed string // ids of failures
		reason string // of the first of them
	}{
		{how: "good"},
		{how: "exits at once", err: "no hello from the port: the port ended: exit status 3; its log ends:\n| cannot find my tables"},
		{how: "never says hello", err: "no hello from the port: no reply in time (3s)"},
		{how: "says hello in prose", err: `the port's hello: the line is not JSON: invalid character 'h' looking for beginning of value: "hello"`},
		{how: "refuses", err: `the port refuses: "only protocol 9 is spoken here"`},
		{how: "chooses a version not offered", err: "the port chose protocol 9 of [1]"},
		{how: "has no schemes", err: "the port's hello: expected at least one scheme and one stage: "},
		{how: "never answers", fault: " answers owed: hash-empty, hash-four-score,", failed: "hash-", reason: "no reply in time"},
		{how: "writes to stderr only", fault: "no reply in time (3s)", failed: "hash-", reason: "its log ends:\n| thinking"},
		{how: "answers garbage", failed: victim, reason: `a malformed reply: the line is not UTF-8: "\xff{]"`},
		{how: "answers with a wrong id", failed: victim, reason: "a reply to no request: \"{\\\"id\\\":\\\"hash-unheard-of\\\""},
		{how: "answers without an id", failed: victim, reason: "a malformed reply: it has no id"},
		{how: "answers an array", failed: victim, reason: "a malformed reply: the line is not a JSON object"},
		{how: "says that it crashed", failed: victim, reason: `a malformed reply: outcome "crashed": expected an outcome from SPEC.md`},
		{how: "answers nothing but garbage", fault: "a malformed reply: the line is not JSON: invalid character 'g'", failed: "hash-", reason: "a malformed reply: the line is not JSON"},
		{how: "answers twice", fault: "a second reply to one request"},
		{how: "answers half a line", fault: "the last line has no end: ", failed: victim, reason: "the last line has no end"},
		{how: "answers without end", fault: "a reply is longer than 67108864 bytes", failed: victim, reason: "a reply is longer than"},
		{how: "crashes", fault: "the port ended: exit status 139; its log ends:\n| segmentation fault, as it were, with", failed: victim, reason: "the port ended: exit status 139"},
		{how: "hangs", fault: "no reply in time (3s), with", failed: victim, reason: "no reply in time"},
		{how: "crashes always", fault: "the port ended: exit status 1", failed: "hash-", reason: "the port ended"},
		{how: "answers wrongly", failed: victim},
		{how: "counters as numbers", failed: "counters-", reason: "a malformed reply: key counters: item 0: 1: expected a string"},
		{how: "ignores SIGTERM", fault: "no reply in time", failed: "hash-", reason: "no reply in time"},
		{how: "ends with another status", fault: "after its last reply, the port ended: exit status 3: expected exit status 0; its log ends:\n| double free"},
		{how: "is killed at its end", fault: "after its last reply, the port ended: signal: killed: expected exit status 0"},
		{how: "writes more at its end", fault: `after its last reply, the port wrote "bye"`},
		{how: "does not end", fault: "the port did not end within 3s after the end of its input"},
		{how: "leaves a grandchild"},
	}
	// All at once, not as many as there are processors: they mostly wait.
	results := make([]struct {
		report *report.Report
		err    error
	}, len(tests))
	dir := t.TempDir()
	pids := func(i int) string { return filepath.Join(dir, strconv.Itoa(i)) }
	var all sync.WaitGroup
	for i, tt := range tests {
		all.Go(func() {
			command := badPort(tt.how, pids(i))
			// All of them together, under the race detector beside other tests, took two minutes.
			ctx, cancel := context.WithTimeout(t.Context(), 15*time.Minute)
			defer cancel()
			// Only a port that hangs is waited for; others get what a busy machine needs.
			timeout := 5 * time.Minute
			if strings.Contains(tt.err+tt.fault+tt.reason, "no reply in time") || tt.how == "does not end" {
				timeout = patience
			}
			r := &results[i]
			r.report, r.err = conformance.TestCommand(ctx, command, conformance.Options{Match: hashes, CaseTimeout: timeout, Restarts: 2})
		})
	}
	all.Wait()
	for i, tt := range tests {
		t.Run(tt.how, func(t *testing.T) {
			r, err := results[i].report, results[i].err
			if tt.err != "" {
				if err == nil || !strings.Contains(err.Error(), tt.err) {
					t.Errorf("error %v, want %s", err, tt.err)
				}
			} else if err != nil {
				t.Error(err)
			} else {
				inspect(t, r, tt.fault, tt.failed, tt.reason)
			}
			checkNoneLeft(t, pids(i))
		})
	}
}

func inspect(t *testing.T, r *report.Report, fault, failed, reason string) {
	t.Helper()
	faults := strings.Join(r.Faults, "\n")
	if fault == "" && faults != "" || !strings.Contains(faults, fault) {
		t.Errorf("faults %q, want %q", faults, fault)
	}
	for _, res := range r.Results {
		switch should := failed != "" && strings.HasPrefix(res.ID, failed); {
		case should && res.Status != report.Failing:
			t.Errorf("%s %s, want failed", res.ID, res.Status)
		case should && !strings.Contains(res.Reason, reason) && !strings.Contains(res.Reason, "not asked: the port had been started again"):
			t.Errorf("%s: %q, want %q", res.ID, res.Reason, reason)
		case !should && res.Status != report.Passed && failed != "hash-":
			t.Errorf("%s %s, want passed: %s", res.ID, res.Status, res.Reason)
		}
	}
}

// A run that is called off ends soon and leaves nothing behind.
func TestCancel(t *testing.T) {
	t.Parallel()
	pids := filepath.Join(t.TempDir(), "pids")
	command := badPort("hangs", pids)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	begun := time.Now()
	_, err := conformance.TestCommand(ctx, command, conformance.Options{CaseTimeout: time.Hour})
	// Far less than an hour, and more than a busy machine needs under the race detector.
	if err == nil || time.Since(begun) > 5*time.Minute {
		t.Errorf("error %v after %v", err, time.Since(begun))
	}
	checkNoneLeft(t, pids)
}

func TestCannotStart(t *testing.T) {
	_, err := conformance.TestCommand(t.Context(), []string{"/no/such/program"}, conformance.Options{})
	if err == nil || !strings.Contains(err.Error(), "cannot start the port") {
		t.Errorf("error %v", err)
	}
}
