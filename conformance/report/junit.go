package report

import (
	"cmp"
	"encoding/xml"
	"io"
	"strings"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/internal/engine/wire"
	"github.com/lsh-interop/fpcheck/internal/page/escape"
)

type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Errors   int          `xml:"errors,attr"`
	Skipped  int          `xml:"skipped,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name       string          `xml:"name,attr"`
	Tests      int             `xml:"tests,attr"`
	Failures   int             `xml:"failures,attr"`
	Errors     int             `xml:"errors,attr"`
	Skipped    int             `xml:"skipped,attr"`
	Properties []junitProperty `xml:"properties>property"`
	Cases      []junitCase     `xml:"testcase"`
}

type junitProperty struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

type junitCase struct {
	Name      string     `xml:"name,attr"`
	ClassName string     `xml:"classname,attr"`
	Skipped   *junitNote `xml:"skipped"`
	Error     *junitNote `xml:"error"`
	Failure   *junitNote `xml:"failure"`
}

type junitNote struct {
	Type    string `xml:"type,attr,omitempty"`
	Message string `xml:"message,attr"`
	Body    string `xml:",cdata"`
}

// writeJUnit writes the report as JUnit XML. Each stage is a suite, and the suite "port" has faults
// that belong to no case. A port that ends or does not answer is an error, and a wrong answer a
// failure. Known failures are skipped.
func writeJUnit(w io.Writer, r *Report) error {
	out := junitSuites{Name: escape.Text(r.Headline())}
	for _, stage := range stageOrder {
		suite := junitSuite{Name: string(stage)}
		for _, res := range r.Results {
			if res.Stage == stage {
				suite.add(junitCaseOf(res))
			}
		}
		out.add(suite, r)
	}
	port := junitSuite{Name: "port"}
	for _, t := range r.troubles() {
		port.add(junitCase{
			Name: t.name, ClassName: "port",
			Failure: &junitNote{Type: t.kind, Message: escape.FirstLine(t.text), Body: escape.Lines(t.text)},
		})
	}
	out.add(port, r)

	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(out); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func junitCaseOf(res *Result) junitCase {
	c := junitCase{Name: escape.Text(res.ID), ClassName: escape.Text(res.Scheme) + "." + string(res.Stage)}
	note := &junitNote{Type: string(res.Status), Message: res.summary()}
	if res.Status != Untested && res.Status != Passed {
		note.Body = res.explanation() + "\n\nwhy: " + escape.Text(res.Why)
	}
	switch {
	case res.Status == Untested:
		c.Skipped = &junitNote{Message: "the port does not have the stage " + string(res.Stage)}
	case res.Status == Known:
		c.Skipped = &junitNote{Message: "known failure: " + note.Message, Body: note.Body}
	case res.Status == Unanswered || res.Status == Failing && res.Got.Outcome == wire.Crashed:
		c.Error = note
	case res.Status == Failing:
		c.Failure = note
	}
	return c
}

func (s *junitSuite) add(c junitCase) {
	s.Cases = append(s.Cases, c)
	s.Tests++
	switch {
	case c.Skipped != nil:
		s.Skipped++
	case c.Error != nil:
		s.Errors++
	case c.Failure != nil:
		s.Failures++
	}
}

// add adds a suite unless it is empty.
func (out *junitSuites) add(s junitSuite, r *Report) {
	if s.Tests == 0 {
		return
	}
	for _, p := range []junitProperty{
		{"port", r.Hello.Name}, {"language", r.Hello.Language}, {"version", r.Hello.Version},
		{"schemes", strings.Join(r.Schemes, " ")}, {"level", string(r.Level)}, {"suite", cmp.Or(r.Suite, fpcheck.Version)},
	} {
		s.Properties = append(s.Properties, junitProperty{p.Name, escape.Text(p.Value)})
	}
	out.Suites = append(out.Suites, s)
	out.Tests += s.Tests
	out.Failures += s.Failures
	out.Errors += s.Errors
	out.Skipped += s.Skipped
}
