package documents

import (
	"bytes"
	"compress/gzip"
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

	"github.com/klauspost/compress/zstd"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/engine/dataset"
	"github.com/lsh-interop/fpcheck/internal/engine/pipeline"
)

// RecordFlags are the flags that make each input one of many records.
type RecordFlags struct {
	input string
	Id    string
	text  []string

	fields dataset.Fields
}

// defaultText is the field that is the text of a record.
const defaultText = "text"

var recordForms = []string{"jsonl", "parquet"}

func (f *RecordFlags) addFlags(c *cobra.Command) {
	flags := c.Flags()
	flags.StringVar(&f.input, "input", "", "`form` of data sets: jsonl or parquet")
	flags.StringVar(&f.Id, "id-field", "", "`field` with the id of a record")
	flags.StringSliceVar(&f.text, "text-field", []string{defaultText}, "`fields` with the text")
	cli.Complete(c, "input", func() []string { return recordForms })
}

func (f *RecordFlags) check(flags *pflag.FlagSet, media string) error {
	if !flags.Changed("input") {
		for _, name := range []string{"id-field", "text-field"} {
			if flags.Changed(name) {
				return cli.Usage(fmt.Errorf("--%s without --input: expected --input jsonl or parquet", name))
			}
		}
		f.fields = dataset.Fields{Text: []dataset.Path{{defaultText}}}
		return nil
	}
	if !slices.Contains(recordForms, f.input) {
		return cli.Usage(fmt.Errorf("--input %s: expected one of %s", f.input, strings.Join(recordForms, ", ")))
	}
	if _, params, _ := mime.ParseMediaType(media); f.input == "jsonl" && params["charset"] != "" {
		return cli.Usage(errors.New("--media: a charset is given: expected none, as strings of JSON are UTF-8"))
	}
	f.fields = dataset.Fields{}
	if flags.Changed("id-field") {
		p, err := dataset.ParsePath(f.Id)
		if err != nil {
			return cli.Usage(fmt.Errorf("--id-field: %w", err))
		}
		f.fields.ID = p
	}
	for _, s := range f.text {
		p, err := dataset.ParsePath(s)
		if err != nil {
			return cli.Usage(fmt.Errorf("--text-field: %w", err))
		}
		f.fields.Text = append(f.fields.Text, p)
	}
	if len(f.fields.Text) == 0 {
		return cli.Usage(errors.New("--text-field: none given: expected one or more"))
	}
	return nil
}

// dataSets are the kinds of data sets that the flags ask for or, without --input and --media,
// those that are recognised.
func dataSets(a *cli.App, f *ReadFlags) []Collection {
	d := DataSet{a: a, flags: f, fields: f.fields, limits: extract.Limits{Size: f.MaxSize}}
	lines, parquet := d, d
	parquet.parquet = true
	switch {
	case f.input == "jsonl":
		lines.is = func([]byte, string) bool { return true }
		return []Collection{lines}
	case f.input == "parquet":
		parquet.is = func([]byte, string) bool { return true }
		return []Collection{parquet}
	case f.Media != "":
		return nil
	}
	lines.is = func(head []byte, path string) bool { return namesLines(path) && beginsWithRecord(head) }
	parquet.is = func(head []byte, _ string) bool { return isParquet(head) }
	return []Collection{lines, parquet}
}

// isParquet reports whether an input is a Parquet file.
func isParquet(head []byte) bool { return bytes.HasPrefix(head, []byte("PAR1")) }

// namesLines reports whether a file has the name of JSON Lines.
func namesLines(path string) bool {
	name := strings.ToLower(path)
	for _, packed := range []string{".gz", ".zst"} {
		name = strings.TrimSuffix(name, packed)
	}
	return strings.HasSuffix(name, ".jsonl") || strings.HasSuffix(name, ".ndjson")
}

// beginsWithRecord reports whether the first line is an object with a text, as far as can be
// seen. Lines without one may be anything: a log.
func beginsWithRecord(head []byte) bool {
	d := json.NewDecoder(unpackHead(head))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return false
	}
	for {
		name, err := d.Token()
		if err != nil || name == json.Delim('}') {
			return false
		}
		if name == defaultText {
			rest, _ := io.ReadAll(d.Buffered())
			_, value, _ := bytes.Cut(rest, []byte(":"))
			return bytes.HasPrefix(bytes.TrimLeft(value, " \t"), []byte(`"`))
		}
		var value json.RawMessage
		if d.Decode(&value) != nil {
			return false
		}
	}
}

// unpackHead is the start of what may be compressed.
func unpackHead(head []byte) io.Reader {
	packed := bytes.NewReader(head)
	if r, err := gzip.NewReader(packed); err == nil {
		return io.LimitReader(r, int64(maxPeek))
	}
	packed.Reset(head)
	if r, err := zstd.NewReader(packed, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(8<<20)); err == nil && isZstandard(head) {
		defer r.Close()
		plain := make([]byte, maxPeek)
		n, _ := io.ReadFull(r, plain)
		return bytes.NewReader(plain[:n])
	}
	return bytes.NewReader(head)
}

func isZstandard(head []byte) bool { return bytes.HasPrefix(head, []byte{0x28, 0xb5, 0x2f, 0xfd}) }

// maxPeek bounds what is unpacked to find out what is there, in bytes.
const maxPeek = 64 << 10

// DataSet is inputs that are read as records.
type DataSet struct {
	a       *cli.App
	flags   *ReadFlags
	is      func(head []byte, path string) bool
	fields  dataset.Fields
	parquet bool
	limits  extract.Limits
}

func (d DataSet) Holds(head []byte, path string) bool { return d.is(head, path) }

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

// MaxBadRecords of a file are reported one by one, and as many warned of; so are as many files.
const MaxBadRecords = 10

// Members are the records, and a last one that prints what became of them.
func (d DataSet) Members(in Input) iter.Seq[Input] {
	return counted(d.a, d.flags, in, func(yield func(Input) bool) {
		for record, err := range d.records(in.File) {
			this := in
			if this.Err = err; err == nil {
				this.Member = d.member(in.Path, record)
			} else {
				this.Member = &member{Name: in.Path, label: in.Path}
			}
			if !yield(this) {
				return
			}
		}
	})
}

// counted gives records of an input, and a last member that prints what became of them.
func counted(a *cli.App, f *ReadFlags, in Input, records iter.Seq[Input]) iter.Seq[Input] {
	return func(yield func(Input) bool) {
		total := tally{verbose: f.Verbose, warns: f.Warns, strict: f.Archive.strict, most: MaxBadRecords}
		finish := func(d *Document) bool {
			total.add(d)
			return true
		}
		for record := range records {
			record.File, record.Given, record.Member.finish = nil, false, finish
			if !yield(record) {
				return
			}
		}
		in.File = nil
		in.Member = &member{finish: func(*Document) bool {
			endRecords(a, f, in.Path, &total)
			return false
		}}
		yield(in)
	}
}

// endRecords prints what became of the records of a file.
func endRecords(a *cli.App, f *ReadFlags, path string, total *tally) {
	if total.unsaid > 0 {
		a.Out.Complain(path, fmt.Errorf("%s (--verbose lists them)", cli.Count(total.unsaid, "more bad record")))
	}
	if more := total.unwarned("record"); more != "" && !f.Quiet {
		a.Out.Warn(path, more)
	}
	if !f.Quiet {
		a.Out.Note("fpcheck: " + cli.Display(path) + ": " + total.String("record"))
	}
}

func (d DataSet) records(file *OpenFile) iter.Seq2[*dataset.Record, error] {
	if !d.parquet {
		if head, err := file.Peek(); err == nil && isParquet(head) {
			return func(yield func(*dataset.Record, error) bool) {
				yield(nil, fmt.Errorf("%w: a Parquet file: expected JSON Lines (--input parquet reads it)", extract.ErrMalformed))
			}
		}
		return dataset.JSONLines(file, d.fields, d.limits)
	}
	octets, size, ok := file.anywhere()
	if !ok {
		return func(yield func(*dataset.Record, error) bool) {
			yield(nil, errors.New("a Parquet file is read from its end: expected a file, not standard input or a pipe"))
		}
	}
	return dataset.Parquet(file.progress.ReaderAt(octets), size, d.fields, d.limits)
}

// member is a record. Its id is known, and in its name, when it has been read.
func (d DataSet) member(path string, record *dataset.Record) *member {
	what := "line"
	if d.parquet {
		what = "row"
	}
	m := &member{
		Name:  fmt.Sprintf("%s#%d", path, record.Number),
		Row:   record.Number,
		keyed: d.fields.ID != nil,
		label: fmt.Sprintf("%s: %s %d", path, what, record.Number),
		size:  record.Size,
	}
	identify := func(id dataset.ID) {
		if id.Valid() {
			m.Name, m.Record = path+"#"+id.Text, id.Text
		}
		if m.Fields = (lineFields{record.Number, newRecordID(id)}); d.parquet {
			m.Fields = rowFields{record.Number, newRecordID(id)}
		}
	}
	identify(dataset.ID{})
	if d.flags.Recorded.field != "" {
		m.recall = func() (*pipeline.Document, error) {
			content, err := record.Read()
			identify(content.ID)
			if err != nil {
				return nil, err
			}
			f, err := d.flags.Recorded.private.Parse(string(content.Text[0]))
			if err != nil {
				return nil, err
			}
			return recalled(f, UnknownFeatures), nil
		}
		return m
	}
	m.Open = func(ctx context.Context, o extract.Options) (*extract.Document, error) {
		content, err := record.Read()
		identify(content.ID)
		if err != nil {
			return nil, err
		}
		o.Name = ""
		return extract.OpenValues(ctx, content.Text, !content.Octets, o)
	}
	return m
}
