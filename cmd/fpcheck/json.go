package main

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"
)

// writeJSON writes v as one line. With more, all are structs, and the line is one
// object with the fields of each; what is nil has none.
func (o *output) writeJSON(v any, more ...any) error {
	var line bytes.Buffer
	e := json.NewEncoder(&line)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err
	}
	for _, v := range more {
		if v == nil {
			continue
		}
		end := line.Len()
		if err := e.Encode(v); err != nil {
			return err
		}
		joinObjects(&line, end)
	}
	_, err := o.Write(line.Bytes())
	return err
}

// joinObjects makes one object of two lines, of which the second begins at end.
func joinObjects(lines *bytes.Buffer, end int) {
	const closing = len("}\n")
	first, second := lines.Bytes()[:end-closing], lines.Bytes()[end+len("{"):]
	if len(first) > len("{") && len(second) > closing {
		first = append(first, ',')
	}
	// What is moved goes to the front, over the octets that came between.
	lines.Truncate(len(append(first, second...)))
}

// jsonPath is a path in JSON, whose strings are Unicode. A path need not be: the
// exact octets of one that is not are given in base64.
type jsonPath struct {
	Path       string `json:"path"`
	PathBase64 []byte `json:"path_base64,omitempty"`
}

func newJSONPath(path string) jsonPath {
	if utf8.ValidString(path) {
		return jsonPath{Path: path}
	}
	return jsonPath{path, []byte(path)}
}

// jsonResult is a document by one scheme, or what is wrong with it.
type jsonResult struct {
	jsonPath
	Scheme      string `json:"scheme,omitempty"`
	Fingerprint string `json:"fingerprint,omitempty"`
	Features    *int   `json:"features,omitempty"`
	*found
	Stages *jsonStages `json:"stages,omitempty"`
	Error  string      `json:"error,omitempty"`
}

// jsonResults are d by each scheme, or the one thing wrong with it.
func jsonResults(d *document) []jsonResult {
	r := jsonResult{jsonPath: newJSONPath(d.path), found: d.found}
	if d.err != nil {
		r.Error = message(d.err)
		return []jsonResult{r}
	}
	var results []jsonResult
	for _, m := range d.marks {
		r := r
		r.Scheme, r.Fingerprint, r.Features = m.scheme.ID(), m.fingerprint.String(), &m.features
		if m.err != nil {
			r.Error = message(m.err)
		}
		if m.stages != nil {
			r.Stages = newJSONStages(m.scheme, m.stages)
		}
		results = append(results, r)
	}
	return results
}
