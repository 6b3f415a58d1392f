package premis

import (
	"crypto/sha256"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/lsh-interop/fpcheck/internal/cli/keep/outcome"
	"github.com/lsh-interop/fpcheck/internal/engine/difference"
	"github.com/lsh-interop/fpcheck/manifest"
	"github.com/lsh-interop/fpcheck/textdigest"
)

// event is the verification of a file.
type event struct {
	kind    term
	time    string
	detail  string
	outcome term
	note    string
	agents  []string   // tools
	object  identifier // that was verified
	serial  int64      // of findings, since two may be equal; 0: others
	source  identifier // that it was compared with; none unless it is another file
}

// term is a term of a vocabulary of the Library of Congress.
type term struct{ name, uri string }

const vocabulary = "http://id.loc.gov/vocabulary/preservation/"

var (
	fixityCheck = term{"fixity check", vocabulary + "eventType/fix"}
	validated   = term{"validation", vocabulary + "eventType/val"}
	digested    = term{"message digest calculation", vocabulary + "eventType/mes"}

	success = term{"success", vocabulary + "eventOutcome/suc"}
	warning = term{"warning", vocabulary + "eventOutcome/war"}
	fail    = term{"fail", vocabulary + "eventOutcome/fai"}

	executing  = term{"executing program", vocabulary + "eventRelatedAgentRole/exe"}
	sourceRole = term{"source", vocabulary + "eventRelatedObjectRole/sou"}
	software   = term{"software", vocabulary + "agentType/sof"}
)

// isPair reports whether a file was compared with a file of another name, and did not just move.
func isPair(r *manifest.Result) bool {
	return r.Stored != nil && r.Found != nil && r.Status != manifest.Moved && r.Stored.Path != r.Found.Path
}

// outcomeOf returns the term for a result. The vocabulary has no term for a file to review. It becomes a
// failure, so that a repository that looks for failures finds it.
func (c *Check) outcomeOf(r *manifest.Result, texts *difference.Excerpt) term {
	switch c.Rules.Of(r, texts) {
	case outcome.Review, outcome.Invalid:
		return fail
	case outcome.Valid:
		if r.Status == manifest.OK || r.Status == manifest.SameText && c.Rules.Meant || c.Rules.Passes(r, texts) {
			return success
		}
	}
	return warning
}

func (c *Check) event(r *manifest.Result, texts *difference.Excerpt) event {
	e := event{
		kind: fixityCheck, time: c.Time.UTC().Format(time.RFC3339), detail: c.detail(),
		outcome: c.outcomeOf(r, texts), note: c.noteOf(r, texts), agents: []string{c.Tool}, object: reference(r.Path),
	}
	switch {
	case isPair(r):
		e.kind, e.source = validated, reference(r.Stored.Path)
	case c.Rules.Meant && r.Stored != nil && r.Found != nil:
		e.kind = validated // a file of the same name that was meant to change
	case r.Status == manifest.New && r.Found != nil && !r.Found.SHA256.IsZero():
		e.kind = digested // there is none to compare it with
	}
	if f := r.Found; f != nil && f.Reading.Tool != "" && f.Reading.Tool != c.Tool {
		e.agents = append(e.agents, f.Reading.Tool)
	}
	return e
}

// pairs is a list of names and quoted values: status="OK"; distance="2".
type pairs struct{ strings.Builder }

// add adds a name, unless its value is empty.
func (p *pairs) add(name, value string) {
	if value == "" {
		return
	}
	if p.Len() > 0 {
		p.WriteString("; ")
	}
	p.WriteString(name + "=" + strconv.Quote(value))
}

// detail describes what files are compared with, and by which rules.
func (c *Check) detail() string {
	var p pairs
	p.add("program", c.Tool)
	p.add("manifest-sha256", c.Manifest.SHA256.String())
	p.add("manifest-made-by", c.Header.Tool)
	if c.Header.Scheme != nil {
		p.add("scheme", c.Header.Scheme.ID())
		p.add("profile", c.Header.Profile)
		p.add("text-digest", textdigest.Name)
	}
	p.add("similar", c.threshold())
	p.add("accept", c.Rules.Accept.String())
	if c.Rules.Meant {
		p.add("fail-on", difference.JoinKinds(c.Rules.FailOn))
	}
	return p.String()
}

func (c *Check) noteOf(r *manifest.Result, texts *difference.Excerpt) string {
	var p pairs
	p.add("status", r.Status.String())
	p.add("outcome", c.Rules.Of(r, texts).String())
	if texts != nil {
		p.add("differences", texts.Kinds.String())
	}
	if r.Status == manifest.Moved {
		p.add("from", reference(r.From).value)
		p.add("as", r.MovedStatus.String())
	}
	if r.Distance >= 0 {
		p.add("distance", strconv.Itoa(r.Distance))
		p.add("similarity", strconv.FormatFloat(r.Similarity, 'f', 6, 64))
	}
	for _, side := range []struct {
		name  string
		entry *manifest.Entry
	}{{"stored-", r.Stored}, {"found-", r.Found}} {
		e := side.entry
		if e == nil {
			continue
		}
		p.add(side.name+"sha256", e.SHA256.String())
		p.add(side.name+"text", e.Text.String())
		p.add(side.name+"state", string(e.State))
		if e.State == manifest.Fingerprinted && e.Features > 0 {
			p.add(side.name+"fingerprint", e.Fingerprint.String())
			p.add(side.name+"features", strconv.Itoa(e.Features))
		}
	}
	if r.Records != nil {
		noteRecords(&p, r.Records)
	}
	if r.Err != nil {
		p.add("error", r.Err.Error())
	}
	return p.String()
}

// maxRecords is the number of records of a web archive that an event names.
const maxRecords = 1000

// noteRecords counts the records, and names those whose text has changed.
func noteRecords(p *pairs, c *manifest.RecordResults) {
	p.add("records", c.String())
	named, unnamed := 0, 0
	for r, err := range c.Differing() {
		switch {
		case err != nil:
			p.add("error", err.Error())
		case r.KeepsText():
		case named == maxRecords:
			unnamed++
		default:
			named++
			p.add("record", r.String())
		}
	}
	if unnamed > 0 {
		p.add("records-not-named", strconv.Itoa(unnamed))
	}
}

// id returns a UUID of the whole event (RFC 9562, 5.8).
func (e *event) id() string {
	h := sha256.New()
	for _, s := range append([]string{
		e.kind.name, e.time, e.detail, e.outcome.name, e.note, e.object.kind, e.object.value, e.source.value,
	}, e.agents...) {
		fmt.Fprintf(h, "%d %s", len(s), s)
	}
	if e.serial > 0 {
		fmt.Fprintf(h, "%d", e.serial)
	}
	u := h.Sum(nil)[:16]
	u[6], u[8] = u[6]&0x0f|0x80, u[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", u[:4], u[4:6], u[6:8], u[8:10], u[10:])
}

func (e *event) write(s *sink) {
	s.open("premis:event", "version", version)
	s.open("premis:eventIdentifier")
	s.leaf("premis:eventIdentifierType", "UUID")
	s.leaf("premis:eventIdentifierValue", e.id())
	s.close("premis:eventIdentifier")
	e.kind.write(s, "premis:eventType")
	s.leaf("premis:eventDateTime", e.time)
	s.open("premis:eventDetailInformation")
	s.leaf("premis:eventDetail", e.detail)
	s.close("premis:eventDetailInformation")
	s.open("premis:eventOutcomeInformation")
	e.outcome.write(s, "premis:eventOutcome")
	s.open("premis:eventOutcomeDetail")
	s.leaf("premis:eventOutcomeDetailNote", e.note)
	s.close("premis:eventOutcomeDetail")
	s.close("premis:eventOutcomeInformation")
	for _, tool := range e.agents {
		s.open("premis:linkingAgentIdentifier")
		s.leaf("premis:linkingAgentIdentifierType", agentKind)
		s.leaf("premis:linkingAgentIdentifierValue", tool)
		executing.write(s, "premis:linkingAgentRole")
		s.close("premis:linkingAgentIdentifier")
	}
	e.object.link(s, term{})
	if e.source.value != "" {
		e.source.link(s, sourceRole)
	}
	s.close("premis:event")
}

// link refers to an object, in a role if there is one.
func (i *identifier) link(s *sink, role term) {
	s.open("premis:linkingObjectIdentifier")
	s.leaf("premis:linkingObjectIdentifierType", i.kind)
	s.leaf("premis:linkingObjectIdentifierValue", i.value)
	if role.name != "" {
		role.write(s, "premis:linkingObjectRole")
	}
	s.close("premis:linkingObjectIdentifier")
}

func (t term) write(s *sink, name string) { s.leaf(name, t.name, "valueURI", t.uri) }

// agentKind is the type of identifiers of agents: programs' names and versions.
const agentKind = "local"

// writeAgent writes an agent element of a program. A last word with a digit is its version.
func writeAgent(s *sink, tool string) {
	s.open("premis:agent", "version", version)
	s.open("premis:agentIdentifier")
	s.leaf("premis:agentIdentifierType", agentKind)
	s.leaf("premis:agentIdentifierValue", tool)
	s.close("premis:agentIdentifier")
	name, last := tool, ""
	if i := strings.LastIndexByte(tool, ' '); i > 0 && strings.ContainsAny(tool[i:], "0123456789") {
		name, last = tool[:i], tool[i+1:]
	}
	s.leaf("premis:agentName", name)
	software.write(s, "premis:agentType")
	if last != "" {
		s.leaf("premis:agentVersion", last)
	}
	s.close("premis:agent")
}
