package report

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/internal/engine/wire"
	"github.com/lsh-interop/fpcheck/internal/page/escape"
	"github.com/lsh-interop/fpcheck/vectors"
)

// jsonFormat and jsonVersion identify the form of [writeJSON].
const (
	jsonFormat  = "fpcheck-conformance"
	jsonVersion = 1
)

// jsonHead comes before the reports.
type jsonHead struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
	Suite   string `json:"suite"`
}

type jsonReport struct {
	Port     protocol.Hello `json:"port"`
	Level    protocol.Level `json:"level"`
	Suite    string         `json:"suite,omitempty"`
	Partial  bool           `json:"partial,omitempty"`
	Schemes  []string       `json:"schemes"`
	Conforms bool           `json:"conforms"` // for people: it follows from the rest
	Counts   map[Status]int `json:"counts"`   // likewise
	Faults   []string       `json:"faults"`
	Stale    []string       `json:"stale"`
	Results  []jsonResult   `json:"results"`
}

type jsonResult struct {
	*Result
	Input       *jsonData       `json:"input,omitempty"`
	Want        *jsonData       `json:"want,omitempty"`
	Got         *jsonData       `json:"got,omitempty"`
	Divergence  *jsonDivergence `json:"divergence,omitempty"`
	StagesAsked int             `json:"stagesAsked,omitempty"`
}

type jsonDivergence struct {
	Stage vectors.Stage `json:"stage"`
	Input *jsonData     `json:"input,omitempty"`
	Want  *jsonData     `json:"want,omitempty"`
	Got   *jsonData     `json:"got,omitempty"`
}

// jsonData is data in the form of the port protocol, without an id.
type jsonData struct {
	ID string `json:"id,omitempty"`
	wire.Line
}

// mostKept bounds the data of a report, in bytes. The vectors include a text of 35 MB.
const mostKept = 256 << 10

func jsonDataOf(d vectors.Data) (*jsonData, error) {
	if reflect.ValueOf(d).IsZero() {
		return nil, nil
	}
	kept := &jsonData{Line: wire.LineOf(d)}
	b, err := marshalJSON(kept)
	if err != nil {
		return nil, err
	}
	if len(b) > mostKept {
		kept.Line = wire.Line{Outcome: fmt.Sprintf("omitted: %d octets of JSON, SHA-256 %x", len(b), sha256.Sum256(b))}
	}
	return kept, nil
}

func (d *jsonData) data() (vectors.Data, error) {
	if d == nil {
		return vectors.Data{}, nil
	}
	return d.Line.Data()
}

// writeJSON writes the reports completely, in the form that [ReadJSON] reads, with a result on each
// line. Port, level, schemes, faults and stale entries are as in [Report]. Each result has the
// request, the expected reply and the actual reply. They have the form of the port protocol
// (SPEC.md, annex A). Data larger than 256 KiB is replaced by its digest.
func writeJSON(w io.Writer, reports ...*Report) error {
	b := bufio.NewWriter(w)
	head, err := marshalJSON(jsonHead{jsonFormat, jsonVersion, fpcheck.Version})
	if err != nil {
		return err
	}
	fmt.Fprintf(b, "%s,\"reports\":[", bytes.TrimSuffix(head, []byte("}")))
	for i, r := range reports {
		if i > 0 {
			b.WriteString(",")
		}
		if err := writeJSONReport(b, r); err != nil {
			return err
		}
	}
	b.WriteString("\n]}\n")
	return b.Flush()
}

func writeJSONReport(b *bufio.Writer, r *Report) error {
	counts := make(map[Status]int)
	for _, s := range statuses {
		counts[s] = r.count(s)
	}
	head, err := marshalJSON(jsonReport{
		Port: r.Hello, Level: r.Level, Suite: r.Suite, Partial: r.Partial, Schemes: orEmpty(r.Schemes), Conforms: r.Conforms(), Counts: counts,
		Faults: orEmpty(r.Faults), Stale: orEmpty(r.Stale), Results: []jsonResult{},
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(b, "\n%s", bytes.TrimSuffix(head, []byte("]}")))
	for i, res := range r.Results {
		out, err := jsonResultOf(res)
		if err != nil {
			return fmt.Errorf("%s: %w", res.ID, err)
		}
		line, err := marshalJSON(out)
		if err != nil {
			return fmt.Errorf("%s: %w", res.ID, err)
		}
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(b, "\n%s", line)
	}
	b.WriteString("\n]}")
	return nil
}

func jsonResultOf(res *Result) (jsonResult, error) {
	plain := *res
	plain.Rules = orEmpty(plain.Rules)
	out := jsonResult{Result: &plain, StagesAsked: res.StagesAsked}
	var errs [6]error
	out.Input, errs[0] = jsonDataOf(res.Input)
	out.Want, errs[1] = jsonDataOf(res.Want)
	out.Got, errs[2] = jsonDataOf(res.Got)
	if d := res.Divergence; d != nil {
		out.Divergence = &jsonDivergence{Stage: d.Stage}
		out.Divergence.Input, errs[3] = jsonDataOf(d.Input)
		out.Divergence.Want, errs[4] = jsonDataOf(d.Want)
		out.Divergence.Got, errs[5] = jsonDataOf(d.Got)
	}
	return out, errors.Join(errs[:]...)
}

// marshalJSON is like json.Marshal but does not escape for HTML.
func marshalJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return escape.JSON(bytes.TrimSuffix(b.Bytes(), []byte("\n"))), err
}

func orEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

// statuses are all statuses.
var statuses = []Status{Passed, Failing, Unanswered, Untested, Known}

// ReadJSON reads reports in the format "json" of [Write].
func ReadJSON(r io.Reader) ([]*Report, error) {
	var reports []*Report
	dec := json.NewDecoder(r)
	for n := 1; ; n++ {
		var file struct {
			jsonHead
			Reports []jsonReport `json:"reports"`
		}
		err := dec.Decode(&file)
		switch {
		case err == io.EOF && n > 1:
			return reports, nil
		case err != nil:
			return nil, fmt.Errorf("not a report of a conformance run: %w", err)
		case file.Format != jsonFormat:
			return nil, fmt.Errorf("not a report of a conformance run: format %q, expected %q", file.Format, jsonFormat)
		case file.Version != jsonVersion:
			return nil, fmt.Errorf("a report of version %d: expected %d", file.Version, jsonVersion)
		}
		for _, in := range file.Reports {
			report, err := in.report()
			if err != nil {
				return nil, fmt.Errorf("report of %q: %w", in.Port.Name, err)
			}
			reports = append(reports, report)
		}
	}
}

func (in *jsonReport) report() (*Report, error) {
	r := &Report{Hello: in.Port, Level: in.Level, Suite: in.Suite, Partial: in.Partial, Schemes: in.Schemes, Faults: in.Faults, Stale: in.Stale}
	for i, from := range in.Results {
		if from.Result == nil {
			return nil, fmt.Errorf("result %d is empty", i)
		}
		res, err := from.result()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", from.ID, err)
		}
		r.Results = append(r.Results, res)
	}
	return r, nil
}

func (in *jsonResult) result() (*Result, error) {
	res := in.Result
	if !slices.Contains(statuses, res.Status) {
		return nil, fmt.Errorf("status %q: expected one of %v", res.Status, statuses)
	}
	if !slices.Contains(stageOrder, res.Stage) {
		return nil, fmt.Errorf("stage %q: expected one of %v", res.Stage, stageOrder)
	}
	for _, id := range res.Rules {
		if ruleOf(id).ID == "" {
			return nil, fmt.Errorf("rule %q: SPEC.md %s has no such rule", id, fpcheck.Version)
		}
	}
	res.StagesAsked = in.StagesAsked
	var errs [6]error
	res.Input, errs[0] = in.Input.data()
	res.Want, errs[1] = in.Want.data()
	res.Got, errs[2] = in.Got.data()
	if d := in.Divergence; d != nil {
		if !slices.Contains(stageOrder, d.Stage) {
			return nil, fmt.Errorf("divergence at stage %q: expected one of %v", d.Stage, stageOrder)
		}
		res.Divergence = &Divergence{Stage: d.Stage}
		res.Divergence.Input, errs[3] = d.Input.data()
		res.Divergence.Want, errs[4] = d.Want.data()
		res.Divergence.Got, errs[5] = d.Got.data()
	}
	return res, errors.Join(errs[:]...)
}
