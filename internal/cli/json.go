package cli

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/page/escape"
)

// WriteJSON writes v as one line. With more, all are structs, and the line is one object with the fields
// of each. A nil value has no fields.
func (o *Output) WriteJSON(v any, more ...any) error {
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
	_, err := o.Write(escape.JSON(line.Bytes()))
	return err
}

// joinObjects joins two lines into one object. The second line begins at end.
func joinObjects(lines *bytes.Buffer, end int) {
	const closing = len("}\n")
	first, second := lines.Bytes()[:end-closing], lines.Bytes()[end+len("{"):]
	if len(first) > len("{") && len(second) > closing {
		first = append(first, ',')
	}
	// append moves the second part to the front, over the bytes in between.
	lines.Truncate(len(append(first, second...)))
}

// JSONPath is a path in JSON, whose strings are Unicode. If a path is not Unicode, its exact bytes are
// in base64.
type JSONPath struct {
	Path       string `json:"path"`
	PathBase64 []byte `json:"path_base64,omitempty"`
}

// UnicodeName returns a name as Unicode, and its exact bytes if they differ.
func UnicodeName(name string) (text string, exact []byte) {
	if utf8.ValidString(name) {
		return name, nil
	}
	return strings.ToValidUTF8(name, string(utf8.RuneError)), []byte(name)
}

func NewJSONPath(path string) JSONPath {
	if utf8.ValidString(path) {
		return JSONPath{Path: path}
	}
	return JSONPath{path, []byte(path)}
}
