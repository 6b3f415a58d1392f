//go:build unix

package fuzz

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/conformance"
	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

// fuzzedPorts fail at an input that fuzzing finds: a sharp s in a text.
var fuzzedPorts = func() map[string]func() {
	sharp := func(r protocol.Request) bool { return bytes.Contains(r.Input.Raw.Bytes(), []byte("ß")) }
	serve := func(f func(r protocol.Request, reply []byte) []byte) {
		serveChanged(conformance.NewReference(scheme.SD1), f)
	}
	ports := make(map[string]func())
	trigger := func(f func(r protocol.Request, reply []byte) []byte) func() {
		return func() {
			serve(func(r protocol.Request, b []byte) []byte {
				if sharp(r) {
					return f(r, b)
				}
				return b
			})
		}
	}
	ports["crashes at a sharp s"] = trigger(func(protocol.Request, []byte) []byte {
		fmt.Fprintln(os.Stderr, "segmentation fault, as it were")
		os.Exit(139)
		return nil
	})
	ports["hangs at a sharp s"] = trigger(func(protocol.Request, []byte) []byte {
		time.Sleep(time.Hour)
		return nil
	})
	ports["talks nonsense at a sharp s"] = trigger(func(protocol.Request, []byte) []byte { return []byte("{]\n") })
	ports["answers another at a sharp s"] = trigger(func(_ protocol.Request, b []byte) []byte {
		return bytes.Replace(b, []byte(`"id":"`), []byte(`"id":"x`), 1)
	})
	ports["fails at a sharp s"] = trigger(func(r protocol.Request, _ []byte) []byte {
		return []byte(`{"id":"` + r.ID + `","outcome":"error","reason":"IndexError"}` + "\n")
	})
	ports["tires"] = func() { // an answer that depends on the number of answers before
		n := 0
		serve(func(r protocol.Request, b []byte) []byte {
			if n++; n > 100 && bytes.Contains(b, []byte(`"features":`)) && n < 1000 {
				n = 1000
				return bytes.Replace(b, []byte(`"features":`), []byte(`"features":9`), 1)
			}
			return b
		})
	}
	ports["dies of old age"] = func() {
		n := 0
		serve(func(_ protocol.Request, b []byte) []byte {
			if n++; n == 100 {
				os.Exit(1)
			}
			return b
		})
	}
	return ports
}()

func TestFuzzMisbehavingPorts(t *testing.T) {
	if testing.Short() {
		t.Skip("short: it waits for ports that hang, and a slow machine hangs as well")
	}
	for _, tt := range []struct {
		how   string
		says  string // the first disagreement; "" is none
		fault string
		most  int // bytes of its input
		err   string
	}{
		{how: "good"},
		{how: "exits at once", err: "no hello from the port: the port ended: exit status 3"},
		{how: "crashes at a sharp s", says: "crashed: the port ended: exit status 139; its log ends:\n| segmentation fault, as it were", most: 2},
		{how: "hangs at a sharp s", says: "crashed: no reply in time", most: 300}, // within the time
		{how: "talks nonsense at a sharp s", says: `a malformed reply: the line is not JSON: invalid character ']'`, most: 2},
		{how: "answers another at a sharp s", says: "a reply to no request: ", most: 2},
		{how: "fails at a sharp s", says: "error: IndexError", most: 2},
		{how: "crashes always", says: "crashed: the port ended: exit status 1", fault: "given up: 10 requests ended the port", most: 300},
		{how: "dies of old age", fault: "asked in parts, it answers all"},
	} {
		t.Run(tt.how, func(t *testing.T) {
			t.Parallel()
			pids := filepath.Join(t.TempDir(), "pids")
			command := badPort(tt.how, pids)
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
			defer cancel()
			o := Options{Seed: 1, Cases: 64, CaseTimeout: time.Minute, Generators: []string{"joins", "malformed"}, MostFailures: 1}
			if strings.Contains(tt.says, "no reply in time") { // each hang takes its time
				o.Cases, o.CaseTimeout, o.patience = 64, time.Second, 2*time.Second
			}
			r, err := Run(ctx, [][]string{command}, o)
			switch {
			case tt.err != "":
				if err == nil || !strings.Contains(err.Error(), tt.err) {
					t.Errorf("error %v, want %s", err, tt.err)
				}
			case err != nil:
				t.Error(err)
			default:
				inspectFuzz(t, r, tt.says, tt.fault, tt.most)
			}
			checkNoneLeft(t, pids)
		})
	}
}

func inspectFuzz(t *testing.T, r *Report, says, fault string, most int) {
	t.Helper()
	faults := strings.Join(r.ports[0].Faults, "\n")
	if fault == "" && faults != "" && !strings.HasPrefix(faults, "given up: ") || !strings.Contains(faults, fault) {
		t.Errorf("faults %q, want %q", faults, fault)
	}
	if r.Agrees() != (says == "" && fault == "") {
		t.Errorf("agrees %v: %q", r.Agrees(), r.Summary())
	}
	if says == "" {
		if len(r.Disagreements) > 0 {
			t.Errorf("%s", r.Disagreements[0].YAML())
		}
		return
	}
	if len(r.Disagreements) == 0 {
		t.Fatalf("no disagreement: %q", r.Summary())
	}
	d := r.Disagreements[0]
	if !strings.HasPrefix(d.Answers[0].Says, says) || d.To > most {
		t.Errorf("want %q, of at most %d octets\n%s", says, most, d.YAML())
	}
	if most == 2 && (d.Vector.Stage != vectors.Text || d.Vector.Expect.Text == nil) {
		t.Errorf("want a vector of the first stage, and what the reference expects\n%s", d.YAML())
	}
}

// TestFuzzEnd checks that the end of a port is judged, once for all its processes.
func TestFuzzEnd(t *testing.T) {
	t.Parallel()
	for how, fault := range map[string]string{
		"good":                     "",
		"ends with another status": "after its last reply, the port ended: exit status 3: expected exit status 0; its log ends:\n| double free, as it were",
		"writes more at its end":   `after its last reply, the port wrote "bye"`,
	} {
		pids := filepath.Join(t.TempDir(), "pids")
		r, err := Run(t.Context(), [][]string{badPort(how, pids)}, Options{Cases: 64, Jobs: 2, CaseTimeout: time.Minute, Generators: []string{"strings"}})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(fault, strings.Join(r.ports[0].Faults, "\n")); diff != "" || r.Agrees() != (fault == "") {
			t.Errorf("%s: agrees %v, faults (-want +got):\n%s", how, r.Agrees(), diff)
		}
		checkNoneLeft(t, pids)
	}
}

// TestFuzzUnsteady checks that an answer that is right the second time is reported as such.
func TestFuzzUnsteady(t *testing.T) {
	t.Parallel()
	pids := filepath.Join(t.TempDir(), "pids")
	command := badPort("tires", pids)
	r, err := Run(t.Context(), [][]string{command}, Options{Seed: 1, Cases: 64, Generators: []string{"repeats"}})
	if err != nil || r.Agrees() {
		t.Fatalf("%q, error %v", r.Summary(), err)
	}
	if len(r.Disagreements) != 1 || !r.Disagreements[0].Unsteady || !bytes.Contains(r.Disagreements[0].YAML(), []byte("# Asked again by itself,")) {
		t.Errorf("%q", r.Summary())
	}
	checkNoneLeft(t, pids)
}

// TestFuzzCancel checks that a cancelled run ends soon and leaves nothing behind.
func TestFuzzCancel(t *testing.T) {
	t.Parallel()
	pids := filepath.Join(t.TempDir(), "pids")
	command := badPort("hangs at a sharp s", pids)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	begun := time.Now()
	_, err := Run(ctx, [][]string{command}, Options{CaseTimeout: time.Hour})
	if err == nil || time.Since(begun) > 20*time.Second {
		t.Errorf("error %v after %v", err, time.Since(begun))
	}
	checkNoneLeft(t, pids)
}
