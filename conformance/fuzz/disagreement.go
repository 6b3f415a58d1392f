package fuzz

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/conformance"
	"github.com/lsh-interop/fpcheck/conformance/internal/chapters"
	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/conformance/report"
	"github.com/lsh-interop/fpcheck/internal/page/escape"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

// Disagreement is an input on which a port differs from the reference, as small as it
// could be made, with the first stage that differs.
type Disagreement struct {
	Seed      uint64         `json:"seed"`
	Case      uint64         `json:"case"`
	Generator string         `json:"generator"`
	Vector    vectors.Vector `json:"-"`
	Cuts      []int          `json:"cuts,omitempty"` // of a stream
	Answers   []Answer       `json:"answers"`
	Likely    []string       `json:"likely"`   // mistakes that give the port's answer
	Steps     int            `json:"steps"`    // single stages that agree, where only the whole differs
	From      int            `json:"from"`     // octets before it was shrunk
	To        int            `json:"to"`       // and after
	Tries     int            `json:"tries"`    // it took so many requests
	Again     int            `json:"again"`    // so many more came to the same
	Unsteady  bool           `json:"unsteady"` // asked again, the port gave the right answer

	port    int
	scheme  *scheme.Scheme
	Request protocol.Request `json:"-"`
	want    vectors.Data
	reply   protocol.Reply

	whole      protocol.Request // before it was shrunk
	wholeReply protocol.Reply
}

// Answer is what one port says to a disagreement.
type Answer struct {
	Port   string `json:"port"`
	Agrees bool   `json:"agrees"`
	Says   string `json:"says"` // what it says that the reference does not
}

func (d *Disagreement) set(r protocol.Request, want vectors.Data, reply protocol.Reply) {
	d.Request, d.want, d.reply = r, want, reply
	d.To = sizeOf(r.Input)
	d.Vector.Stage, d.Vector.Input, d.Vector.Expect = r.Stage, r.Input, want
	d.Vector.Why = "…"
	d.Cuts = r.Cuts
	if r.Stage == protocol.Stream {
		d.Vector.Stage = vectors.Pipeline
	}
}

// key is the same for disagreements that came to one input and, if it is given, to one
// answer.
func (d *Disagreement) key(got vectors.Data) string {
	f := vectors.File{Stage: d.Vector.Stage, Vectors: []vectors.Vector{{Input: d.Vector.Input, Expect: got}}}
	return fmt.Sprintln(d.Request.Stage, d.Unsteady, string(f.Format()))
}

func answerOf(port int, p *Port, agrees bool, d *Disagreement, reply protocol.Reply) Answer {
	name := fmt.Sprintf("port %d, %s (%s)", port+1, escape.Words(p.Hello.Name, p.Hello.Version), p.Command)
	a := Answer{Port: name, Agrees: agrees}
	if agrees {
		return a
	}
	switch reply.Result.Outcome {
	case report.Malformed:
		a.Says = escape.Lines(reply.Reason)
	case report.Crashed, protocol.Failed, protocol.Unsupported:
		a.Says = escape.Lines(strings.TrimSpace(reply.Result.Outcome + ": " + reply.Reason))
	default:
		differs := report.Divergence{Stage: d.Request.Stage, Input: d.Request.Input, Want: d.want, Got: reply.Result}
		a.Says = differs.Describe()
	}
	return a
}

// Suspect is a mistake that an implementation may make. A disagreement names those that
// give the port's answer.
type Suspect struct {
	Name, Rule, Mistake string
	// Port makes the mistake in a scheme. It returns nil if it cannot.
	Port func(*scheme.Scheme) *protocol.Port
}

// guess finds the suspects that give the port's answer, and by them the rules that it is
// likely to have got wrong.
func (d *Disagreement) guess(suspects []Suspect) {
	likely := slices.DeleteFunc(slices.Clone(suspects), func(s Suspect) bool {
		return !d.like(s, d.Request, d.reply)
	})
	// Many mistakes come to the same on a small input, such as a word that is missing:
	// fewer do on the whole of it.
	still := slices.DeleteFunc(slices.Clone(likely), func(s Suspect) bool {
		return !d.like(s, d.whole, d.wholeReply)
	})
	if len(still) > 0 {
		likely = still
	}
	var rules []string
	for i, s := range likely {
		if i < 3 {
			d.Likely = append(d.Likely, fmt.Sprintf("%s (%s, %s)", s.Mistake, s.Name, s.Rule))
		}
		if !slices.Contains(rules, s.Rule) {
			rules = append(rules, s.Rule)
		}
	}
	if own := chapters.Rules(d.Request.Stage, rules); len(own) > 0 {
		rules = own
	}
	if len(rules) == 0 || len(rules) > 3 {
		rules = usual[d.Request.Stage]
	}
	d.Vector.Rules = rules
}

// like reports whether a suspect gives the port's answer.
func (d *Disagreement) like(s Suspect, r protocol.Request, reply protocol.Reply) bool {
	switch reply.Result.Outcome {
	case report.Crashed, report.Malformed, protocol.Failed, protocol.Unsupported:
		return false
	}
	p := s.Port(d.scheme)
	return p != nil && conformance.Agree(p.Answer(r).Result, reply.Result)
}

// usual are the rules of a stage that most of what is wrong with it is about.
var usual = map[vectors.Stage][]string{
	vectors.Text: {"R1.2"}, vectors.Identifiers: {"R2.8"}, vectors.Normalise: {"R3.5"}, vectors.Segment: {"R4.4"},
	vectors.Features: {"R5.2"}, vectors.Hash: {"R6.5"}, vectors.Counters: {"R7.1"},
	vectors.Full: {"R7.5"}, vectors.Merge: {"R7.6"},
	vectors.Sketch: {"R7.9"}, vectors.Truncate: {"R7.10"}, vectors.Encode: {"R8.2"}, vectors.Decode: {"R8.6"},
	vectors.Distance: {"R10.2"}, vectors.TextDigest: {"R10.10"},
	vectors.HTML: {"R11.3"}, vectors.XML: {"R11.12"}, vectors.Pipeline: {"R9.1"}, protocol.Stream: {"R9.2"},
	vectors.Bands: {"R13.3"}, vectors.Clusters: {"R13.6"},
}

// YAML returns the disagreement as a file of one vector. What a person is to fill in
// is "…".
func (d *Disagreement) YAML() []byte {
	var b bytes.Buffer
	note := func(format string, args ...any) {
		for line := range strings.Lines(fmt.Sprintf(format, args...)) {
			fmt.Fprintf(&b, "# %s\n", strings.TrimSuffix(line, "\n"))
		}
	}
	note("fpcheck fuzz --seed %d --first %d --n 1 (%s): from %d octets to %d, in %d requests.",
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
	for _, l := range d.Likely {
		note("It may be that it %s.", l)
	}
	f := vectors.File{Stage: d.Vector.Stage, Schemes: d.Vector.Schemes, Vectors: []vectors.Vector{d.Vector}}
	b.Write(f.Format())
	return b.Bytes()
}

// MarshalJSON adds the vector as a YAML file.
func (d *Disagreement) MarshalJSON() ([]byte, error) {
	type plain Disagreement
	return json.Marshal(struct {
		ID      string        `json:"id"`
		Stage   vectors.Stage `json:"stage"`
		Schemes []string      `json:"schemes"`
		Rules   []string      `json:"rules"`
		*plain
		YAML string `json:"yaml"`
	}{d.Vector.ID, d.Request.Stage, d.Vector.Schemes, d.Vector.Rules, (*plain)(d), string(d.YAML())})
}

// WriteJSON writes the report for other programs.
func (r *Report) WriteJSON(w io.Writer) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(r); err != nil {
		return err
	}
	_, err := w.Write(escape.JSON(b.Bytes()))
	return err
}

// Summary says in lines what came of a run.
func (r *Report) Summary() []string {
	answers := 0
	for _, p := range r.Ports {
		answers += p.Answers
	}
	lines := []string{fmt.Sprintf("seed %d: %d cases, %d answers, %.0f cases/s, %.0f answers/s", r.Seed, r.Cases, answers,
		float64(r.Cases)/r.Seconds, float64(answers)/r.Seconds)}
	for _, d := range r.Disagreements {
		line := fmt.Sprintf("%s: %s differs (%s)", d.Vector.ID, d.Request.Stage, strings.Join(d.Vector.Rules, ", "))
		if d.Again > 0 {
			line += fmt.Sprintf(", and %d more came to the same", d.Again)
		}
		lines = append(lines, line)
	}
	for i, p := range r.Ports {
		for _, f := range p.Faults {
			lines = append(lines, fmt.Sprintf("FAULT   port %d: %s", i+1, escape.FirstLine(f)))
		}
		verdict := "agrees with the reference on"
		if p.Wrong > 0 || len(p.Faults) > 0 {
			verdict = fmt.Sprintf("differs from the reference in %d of %d answers on", p.Wrong, p.Answers)
		}
		lines = append(lines, fmt.Sprintf("%s %s %s", escape.Words(p.Hello.Name, p.Hello.Version), verdict, strings.Join(p.Schemes, ", ")))
	}
	return lines
}
