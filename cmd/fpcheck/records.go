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

// recordFlags are the flags that make each input one of many records.
type recordFlags struct {
	input string
	id    string
	text  []string

	fields dataset.Fields
}

var recordForms = []string{"jsonl", "parquet"}

func (f *recordFlags) addFlags(c *cobra.Command) {
	flags := c.Flags()
	flags.StringVar(&f.input, "input", "", "`form` of data sets: jsonl or parquet")
	flags.StringVar(&f.id, "id-field", "", "`field` that is the id of a record")
	flags.StringSliceVar(&f.text, "text-field", []string{"text"}, "`fields` that are its text")
	complete(c, "input", func() []string { return recordForms })
}

func (f *recordFlags) check(flags *pflag.FlagSet, media string) error {
	if !flags.Changed("input") {
		for _, name := range []string{"id-field", "text-field"} {
			if flags.Changed(name) {
				return usageError{fmt.Errorf("--%s without --input: expected --input jsonl or parquet", name)}
			}
		}
		return nil
	}
	if !slices.Contains(recordForms, f.input) {
		return usageError{fmt.Errorf("--input %s: expected one of %s", f.input, strings.Join(recordForms, ", "))}
	}
	if _, params, _ := mime.ParseMediaType(media); f.input == "jsonl" && params["charset"] != "" {
		return usageError{errors.New("--media: a charset: strings of JSON are UTF-8")}
	}
	f.fields = dataset.Fields{}
	if flags.Changed("id-field") {
		p, err := dataset.ParsePath(f.id)
		if err != nil {
			return usageError{fmt.Errorf("--id-field: %w", err)}
		}
		f.fields.ID = p
	}
	for _, s := range f.text {
		p, err := dataset.ParsePath(s)
		if err != nil {
			return usageError{fmt.Errorf("--text-field: %w", err)}
		}
		f.fields.Text = append(f.fields.Text, p)
	}
	if len(f.fields.Text) == 0 {
		return usageError{errors.New("--text-field: none given: expected one or more")}
	}
	return nil
}

// containers are the kinds of inputs with many documents that the flags ask for.
func (f *recordFlags) containers(maxSize int64) []container {
	if f.input == "" {
		return nil
	}
	return []container{dataSet{f.fields, f.input == "parquet", extract.Limits{Size: maxSize}}}
}

// dataSet is every input, when each is to be read as records.
type dataSet struct {
	fields  dataset.Fields
	parquet bool
	limits  extract.Limits
}

func (dataSet) holds([]byte, string) bool { return true }

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

func (d dataSet) members(in input) iter.Seq[input] {
	return func(yield func(input) bool) {
		for record, err := range d.records(in.file) {
			this := in
			this.file = nil
			if this.err = err; err == nil {
				this.member = d.member(in.path, record)
			}
			if !yield(this) {
				return
			}
		}
	}
}

func (d dataSet) records(file *openFile) iter.Seq2[*dataset.Record, error] {
	if !d.parquet {
		return dataset.JSONLines(file, d.fields, d.limits)
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
	return dataset.Parquet(io.ReaderAt(file.file), info.Size(), d.fields, d.limits)
}

// member is a record. Its id is known, and in its name, when it has been read.
func (d dataSet) member(path string, record *dataset.Record) *member {
	what := "line"
	if d.parquet {
		what = "row"
	}
	m := &member{
		name:  fmt.Sprintf("%s#%d", path, record.Number),
		label: fmt.Sprintf("%s: %s %d", path, what, record.Number),
		size:  record.Size,
	}
	setFields := func(id dataset.ID) {
		if m.fields = (lineFields{record.Number, newRecordID(id)}); d.parquet {
			m.fields = rowFields{record.Number, newRecordID(id)}
		}
	}
	setFields(dataset.ID{})
	m.open = func(ctx context.Context, o extract.Options) (*extract.Document, error) {
		content, err := record.Read()
		if content.ID.Valid() {
			m.name = path + "#" + content.ID.Text
			setFields(content.ID)
		}
		if err != nil {
			return nil, err
		}
		o.Name = ""
		return extract.OpenValues(ctx, content.Text, !content.Octets, o)
	}
	return m
}
