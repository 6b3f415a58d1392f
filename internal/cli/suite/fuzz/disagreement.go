package fuzz

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/conformance/report"
	"github.com/lsh-interop/fpcheck/internal/engine/wire"
	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
	"github.com/lsh-interop/fpcheck/internal/page/escape"
	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

// A Disagreement is an input on which a port and the reference differ. It is as small as Run could
// make it, and belongs to the first stage that differs.
type Disagreement struct {
	Vector  vectors.Vector   // expects the answer of the reference; a person writes the reason
	Request protocol.Request // whose answers differ

	record
	port   int
	scheme *scheme.Scheme
	want   vectors.Data
	reply  protocol.Reply
}

// record is the part of a disagreement that its JSON shows.
type record struct {
	Kind      string   `json:"kind"`
	Seed      uint64   `json:"seed"`
	Case      uint64   `json:"case"`
	Generator string   `json:"generator"`
	Cuts      []int    `json:"cuts,omitempty"` // of a stream
	Answers   []answer `json:"answers"`
	Steps     int      `json:"steps"`    // number of single stages that agree, if only the whole differs
	From      int      `json:"from"`     // bytes of the input at first
	To        int      `json:"to"`       // bytes of the shrunk input
	Tries     int      `json:"tries"`    // requests that shrinking took
	Again     int      `json:"again"`    // number of other requests that shrank to the same input
	Unsteady  bool     `json:"unsteady"` // asked again, the port gave the right answer
}

// answer is one port's answer to the request of a disagreement.
type answer struct {
	Port   string `json:"port"`
	Agrees bool   `json:"agrees"`
	Says   string `json:"says"` // where the answer differs from the reference's
}

func (d *Disagreement) set(r protocol.Request, want vectors.Data, reply protocol.Reply) {
	d.Request, d.want, d.reply = r, want, reply
	d.To = sizeOf(r.Input)
	d.Vector.Stage, d.Vector.Input, d.Vector.Expect = r.Stage, r.Input, want
	d.Vector.Rules, d.Vector.Why = usual[r.Stage], "…"
	d.Cuts = r.Cuts
	if r.Stage == protocol.Stream {
		d.Vector.Stage = vectors.Pipeline
	}
}

// key is the same for disagreements with the same input and, if it is given, the same answer.
func (d *Disagreement) key(got vectors.Data) string {
	f := vectors.File{Stage: d.Vector.Stage, Vectors: []vectors.Vector{{Input: d.Vector.Input, Expect: got}}}
	return fmt.Sprintln(d.Request.Stage, d.Unsteady, string(f.Format()))
}

// kind names the stage, the outcomes, and what the input consists of. In markup these are the names of the
// elements, in other texts the categories of the code points.
func (d *Disagreement) kind() string {
	parts := []string{string(d.Request.Stage)}
	for _, outcome := range []string{d.want.Outcome, d.reply.Result.Outcome} {
		if outcome != "" {
			parts = append(parts, outcome)
		}
	}
	in := d.Request.Input
	if slices.Contains([]vectors.Stage{vectors.HTML, vectors.XML, vectors.Main}, d.Request.Stage) {
		var names []string
		for _, found := range tagName().FindAllSubmatch(in.Raw.Bytes(), -1) {
			names = append(names, strings.ToLower(string(found[1])))
		}
		slices.Sort(names)
		return strings.Join(append(parts, slices.Compact(names)...), " ")
	}
	texts := slices.Concat([]vectors.Bytes{in.Raw, in.Text, in.String}, in.Runs, in.Tokens, in.Texts)
	for _, s := range in.Strings {
		texts = append(texts, vectors.BytesOf([]byte(s)))
	}
	for _, text := range texts {
		for _, r := range string(text.Bytes()) {
			if name := ucd.CategoryOf(r).String(); name != parts[len(parts)-1] {
				parts = append(parts, name)
			}
		}
	}
	return strings.Join(parts[:min(len(parts), 12)], " ")
}

var tagName = lazy.Regexp(`<([A-Za-z][\w:-]*)`)

func answerOf(number int, p *port, agrees bool, d *Disagreement, reply protocol.Reply) answer {
	name := fmt.Sprintf("port %d, %s (%s)", number+1, escape.Words(p.Hello.Name, p.Hello.Version), p.Command)
	a := answer{Port: name, Agrees: agrees}
	if agrees {
		return a
	}
	switch reply.Result.Outcome {
	case wire.Malformed:
		a.Says = escape.Lines(reply.Reason)
	case wire.Crashed, protocol.Failed, protocol.Unsupported:
		a.Says = escape.Lines(strings.TrimSpace(reply.Result.Outcome + ": " + reply.Reason))
	default:
		differs := report.Divergence{Stage: d.Request.Stage, Input: d.Request.Input, Want: d.want, Got: reply.Result}
		a.Says = differs.Describe()
	}
	return a
}

// usual has the rule of each stage that most mistakes are about. A person chooses better ones.
var usual = map[vectors.Stage][]string{
	vectors.Text: {"R1.2"}, vectors.Identifiers: {"R2.8"}, vectors.Normalise: {"R3.5"}, vectors.Segment: {"R4.4"},
	vectors.Features: {"R5.2"}, vectors.Hash: {"R6.5"}, vectors.Counters: {"R7.1"},
	vectors.Full: {"R7.5"}, vectors.Merge: {"R7.6"},
	vectors.Sketch: {"R7.9"}, vectors.Truncate: {"R7.10"}, vectors.Encode: {"R8.2"}, vectors.Decode: {"R8.6"},
	vectors.Distance: {"R10.2"}, vectors.TextDigest: {"R10.10"},
	vectors.HTML: {"R11.3"}, vectors.XML: {"R11.12"}, vectors.Main: {"R11.31"}, vectors.Pipeline: {"R9.1"}, protocol.Stream: {"R9.2"},
	vectors.Bands: {"R13.3"}, vectors.Clusters: {"R13.6"}, vectors.Texts: {"R13.8"},
	vectors.Windows: {"R13.16"}, vectors.Passages: {"R13.18"}, vectors.Covers: {"R13.20"},
}

// YAML returns the disagreement as a file with one vector. Comments say how the ports answered. The
// vector's reason is "…", which a person replaces.
func (d *Disagreement) YAML() []byte {
	var b bytes.Buffer
	note := func(format string, args ...any) {
		for line := range strings.Lines(fmt.Sprintf(format, args...)) {
			fmt.Fprintf(&b, "# %s\n", strings.TrimSuffix(line, "\n"))
		}
	}
	note("fpcheck fuzz --seed %d --first %d --n 1 (%s): from %d bytes to %d, in %d requests.",
		d.Seed, d.Case, d.Generator, d.From, d.To, d.Tries)
	if d.Steps > 0 {
		note("Every stage agrees by itself (%d requests): they are joined wrongly.", d.Steps)
	}
	if d.Cuts != nil {
		note("The stream differs, with the cuts %v.", d.Cuts)
	}
	if d.Unsteady {
		note("Asked again by itself, the port gives the right answer.")
	}
	for _, a := range d.Answers {
		if a.Agrees {
			note("%s agrees.", a.Port)
		} else {
			note("%s differs:\n  %s", a.Port, escape.Indent(a.Says, "  "))
		}
	}
	f := vectors.File{Stage: d.Vector.Stage, Schemes: d.Vector.Schemes, Vectors: []vectors.Vector{d.Vector}}
	b.Write(f.Format())
	return b.Bytes()
}

// MarshalJSON returns the disagreement with its vector as YAML.
func (d *Disagreement) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		ID      string        `json:"id"`
		Stage   vectors.Stage `json:"stage"`
		Schemes []string      `json:"schemes"`
		Rules   []string      `json:"rules"`
		record
		YAML string `json:"yaml"`
	}{d.Vector.ID, d.Request.Stage, d.Vector.Schemes, d.Vector.Rules, d.record, string(d.YAML())})
}

// WriteJSON writes the report as JSON, for other programs.
func (r *Report) WriteJSON(w io.Writer) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(struct {
		Version       string          `json:"fpcheck"`
		Ports         []*port         `json:"ports"`
		Seed          uint64          `json:"seed"`
		First         uint64          `json:"first"`
		Cases         int             `json:"cases"`
		Next          uint64          `json:"next"`
		Generators    map[string]int  `json:"generators"`
		Disagreements []*Disagreement `json:"disagreements"`
		More          map[string]int  `json:"more"`
		Allowed       map[string]int  `json:"allowed"`
		Unread        int             `json:"unread"`
		Seconds       float64         `json:"seconds"`
	}{fpcheck.Version, r.ports, r.seed, r.first, r.cases, r.Next, r.generators, r.Disagreements, r.More,
		r.Allowed, r.Unread, r.seconds})
	if err != nil {
		return err
	}
	_, err = w.Write(escape.JSON(b.Bytes()))
	return err
}

// Summary returns the question, the disagreements and the verdict on each port, in lines.
func (r *Report) Summary() []string {
	answers := 0
	for _, p := range r.ports {
		answers += p.Answers
	}
	lines := []string{fmt.Sprintf("seed %d: %d cases, %d answers, %.0f cases/s, %.0f answers/s", r.seed, r.cases, answers,
		float64(r.cases)/r.seconds, float64(answers)/r.seconds)}
	for _, d := range r.Disagreements {
		line := fmt.Sprintf("%s: %s differs (%s)", d.Vector.ID, d.Request.Stage, strings.Join(d.Vector.Rules, ", "))
		if d.Again > 0 {
			line += fmt.Sprintf(", and %d more came to the same", d.Again)
		}
		lines = append(lines, line)
	}
	for _, kind := range slices.Sorted(maps.Keys(r.More)) {
		lines = append(lines, fmt.Sprintf("%d more of the kind %s", r.More[kind], kind))
	}
	if r.Unread > 0 {
		lines = append(lines,
			fmt.Sprintf("%d wrong answers were not looked into: many like them brought nothing new", r.Unread))
	}
	for _, why := range slices.Sorted(maps.Keys(r.Allowed)) {
		lines = append(lines, fmt.Sprintf("allowed by chapter 15 of SPEC.md: %s: %d", why, r.Allowed[why]))
	}
	for i, p := range r.ports {
		for _, f := range p.Faults {
			lines = append(lines, fmt.Sprintf("FAULT   port %d: %s", i+1, escape.FirstLine(f)))
		}
		verdict := "agrees with the reference on"
		switch {
		case p.isUntested():
			verdict = "was asked nothing, and so not compared with the reference, on"
		case p.Wrong > 0 || len(p.Faults) > 0:
			verdict = fmt.Sprintf("differs from the reference in %d of %d answers on", p.Wrong, p.Answers)
		}
		name := escape.Words(p.Hello.Name, p.Hello.Version)
		lines = append(lines, fmt.Sprintf("%s %s %s", name, verdict, strings.Join(p.Schemes, ", ")))
	}
	return lines
}
