package report

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/lsh-interop/fpcheck/internal/page/escape"
)

// tapDiagnostic is the YAML block of a failed test point.
type tapDiagnostic struct {
	Message  string   `yaml:"message"`
	Severity string   `yaml:"severity"`
	Stage    string   `yaml:"stage,omitempty"`
	Rules    []string `yaml:"rules,omitempty,flow"`
	Why      string   `yaml:"why,omitempty"`
	Detail   string   `yaml:"detail,omitempty"`
}

// writeTAP writes the report in the Test Anything Protocol, version 14. Known failures are marked
// TODO, and stages that the port lacks SKIP. Faults that belong to no case are test points at the
// end.
func writeTAP(w io.Writer, r *Report) error {
	b := bufio.NewWriter(w)
	troubles := r.troubles()
	fmt.Fprintf(b, "TAP version 14\n1..%d\n# %s\n", len(r.Results)+len(troubles), escape.Text(r.Headline()))
	n := 0
	point := func(word, description, directive string, d *tapDiagnostic) error {
		n++
		fmt.Fprintf(b, "%s %d - %s%s\n", word, n, tapEscaper.Replace(escape.Text(description)), directive)
		if d == nil {
			return nil
		}
		block, err := tapBlock(d)
		b.Write(block)
		return err
	}
	for _, res := range r.Results {
		word, directive, severity := "not ok", "", "fail"
		switch res.Status {
		case Passed:
			word = "ok"
		case Untested:
			word, directive = "ok", " # SKIP the port does not have the stage "+string(res.Stage)
		case Known:
			directive, severity = " # TODO known failure", "todo"
		}
		var d *tapDiagnostic
		if word != "ok" {
			d = &tapDiagnostic{
				Message: res.summary(), Severity: severity, Stage: string(res.divergence().Stage), Rules: res.Rules,
				Why: escape.Text(res.Why), Detail: res.explanation(),
			}
		}
		if err := point(word, res.ID, directive, d); err != nil {
			return err
		}
	}
	for _, t := range troubles {
		d := &tapDiagnostic{Message: escape.FirstLine(t.text), Severity: "fail", Detail: escape.Lines(t.text)}
		if err := point("not ok", "port: "+t.name, "", d); err != nil {
			return err
		}
	}
	return b.Flush()
}

// tapEscaper escapes characters that would begin a directive.
var tapEscaper = strings.NewReplacer(`\`, `\\`, `#`, `\#`)

// tapBlock returns d as YAML in TAP, indented by two blanks.
func tapBlock(d *tapDiagnostic) ([]byte, error) {
	var source bytes.Buffer
	e := yaml.NewEncoder(&source)
	e.SetIndent(2)
	if err := e.Encode(d); err != nil {
		return nil, err
	}
	b := []byte("  ---\n")
	for line := range bytes.Lines(source.Bytes()) {
		if len(bytes.TrimSpace(line)) > 0 {
			b = append(b, "  "...)
		}
		b = append(b, line...)
	}
	return append(b, "  ...\n"...), nil
}
