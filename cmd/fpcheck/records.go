package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"mime"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/archive/dataset"
	"github.com/lsh-interop/fpcheck/extract"
)

// records is the flags that make each input one of many records.
type records struct {
	input string
	id    string
	text  []string

	fields dataset.Fields
}

var recordForms = []string{"jsonl", "parquet"}

func (r *records) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&r.input, "input", "", "`form` of the inputs, each of many records: jsonl (as it is, or in gzip or Zstandard) or parquet")
	f.StringVar(&r.id, "id-field", "", "`field` of a record that is its id; the number of its line or row if not given")
	f.StringSliceVar(&r.text, "text-field", []string{"text"}, "`fields` that are its text, with commas between; meta.text is text within meta")
	complete(c, "input", func() []string { return recordForms })
}

func (r *records) check(flags *pflag.FlagSet, media string) error {
	if !flags.Changed("input") {
		for _, name := range []string{"id-field", "text-field"} {
			if flags.Changed(name) {
				return usageError{fmt.Errorf("--%s without --input: expected --input jsonl or parquet", name)}
			}
		}
		return nil
	}
	if !slices.Contains(recordForms, r.input) {
		return usageError{fmt.Errorf("--input %s: expected one of %s", r.input, strings.Join(recordForms, ", "))}
	}
	if _, params, _ := mime.ParseMediaType(media); r.input == "jsonl" && params["charset"] != "" {
		return usageError{errors.New("--media: a charset: strings of JSON are UTF-8")}
	}
	r.fields = dataset.Fields{}
	if flags.Changed("id-field") {
		p, err := dataset.ParsePath(r.id)
		if err != nil {
			return usageError{fmt.Errorf("--id-field: %w", err)}
		}
		r.fields.ID = p
	}
	for _, s := range r.text {
		p, err := dataset.ParsePath(s)
		if err != nil {
			return usageError{fmt.Errorf("--text-field: %w", err)}
		}
		r.fields.Text = append(r.fields.Text, p)
	}
	if len(r.fields.Text) == 0 {
		return usageError{errors.New("--text-field: none given: expected one or more")}
	}
	return nil
}

// holders are the kinds of inputs with many documents that the flags ask for.
func (r *records) holders(maxSize int64) []holder {
	if r.input == "" {
		return nil
	}
	return []holder{recordHolder{r.fields, r.input == "parquet", extract.Limits{Size: maxSize}}}
}

// recordHolder takes every input for one of records.
type recordHolder struct {
	fields  dataset.Fields
	parquet bool
	limits  extract.Limits
}

func (recordHolder) holds([]byte, string) bool { return true }

// The fields of a record in JSON.
type (
	lineFields struct {
		Line int64 `json:"line"`
		recordID
	}
	rowFields struct {
		Row int64 `json:"row"`
		recordID
	}
	recordID struct {
		ID       json.RawMessage `json:"id,omitempty"`
		IDBase64 []byte          `json:"id_base64,omitempty"` // of an id that is not UTF-8
	}
)

func newRecordID(id dataset.ID) recordID {
	if id.JSON != nil || !id.Valid() {
		return recordID{ID: id.JSON}
	}
	shown, _ := json.Marshal(strings.ToValidUTF8(id.Text, string(utf8.RuneError)))
	return recordID{shown, []byte(id.Text)}
}

func (h recordHolder) pieces(in input) iter.Seq[input] {
	return func(yield func(input) bool) {
		for record, err := range h.records(in.file) {
			this := in
			this.file = nil
			if this.err = err; err == nil {
				this.piece = h.piece(in.path, record)
			}
			if !yield(this) {
				return
			}
		}
	}
}

func (h recordHolder) records(file *opened) iter.Seq2[*dataset.Record, error] {
	if !h.parquet {
		return dataset.JSONLines(file, h.fields, h.limits)
	}
	if file.file == nil || !file.regular {
		return func(yield func(*dataset.Record, error) bool) {
			yield(nil, errors.New("a Parquet file is read from its end: expected a file, no standard input or pipe"))
		}
	}
	info, err := file.file.Stat()
	if err != nil {
		return func(yield func(*dataset.Record, error) bool) { yield(nil, err) }
	}
	return dataset.Parquet(io.ReaderAt(file.file), info.Size(), h.fields, h.limits)
}

// piece is a record. Its id is known, and in its name, when it has been read.
func (h recordHolder) piece(path string, record *dataset.Record) *piece {
	what := "line"
	if h.parquet {
		what = "row"
	}
	p := &piece{
		name:  fmt.Sprintf("%s#%d", path, record.Number),
		label: fmt.Sprintf("%s: %s %d", path, what, record.Number),
		size:  record.Size,
	}
	setFields := func(id dataset.ID) {
		if p.fields = (lineFields{record.Number, newRecordID(id)}); h.parquet {
			p.fields = rowFields{record.Number, newRecordID(id)}
		}
	}
	setFields(dataset.ID{})
	p.open = func(o extract.Options) (*extract.Document, error) {
		content, err := record.Read()
		if content.ID.Valid() {
			p.name = path + "#" + content.ID.Text
			setFields(content.ID)
		}
		if err != nil {
			return nil, err
		}
		o.Name = ""
		return extract.OpenValues(context.Background(), content.Text, !content.Octets, o)
	}
	return p
}
