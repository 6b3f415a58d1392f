package documents

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"mime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/engine/block"
	"github.com/lsh-interop/fpcheck/internal/engine/dataset"
	"github.com/lsh-interop/fpcheck/internal/engine/pipeline"
)

// RecordFlags are the flags that make each input one of many records.
type RecordFlags struct {
	input string
	Id    string
	text  []string

	fields dataset.Fields
	asked  bool // for a field
}

// RankBy reads a field of each record for [member].Rank.
func (f *RecordFlags) RankBy(field string) (err error) {
	f.fields.Rank, err = dataset.ParsePath(field)
	f.asked = true
	return err
}

// defaultText is the field that is the text of a record.
const defaultText = "text"

func (f *RecordFlags) addFlags(c *cobra.Command) {
	flags := c.Flags()
	flags.StringVar(&f.input, "input", "", "`form`: jsonl, json, csv, tsv, parquet, arrow")
	flags.StringVar(&f.Id, "id-field", "", "`field` with the id of a record")
	flags.StringSliceVar(&f.text, "text-field", []string{defaultText}, "`fields` with the text")
	CompleteForm(c, "input")
}

func (f *RecordFlags) check(flags *pflag.FlagSet, media string) error {
	f.asked = flags.Changed("id-field") || flags.Changed("text-field")
	switch given := flags.Changed("input"); {
	case given && !slices.Contains(recordForms, f.input):
		return wrongForm("--input", f.input)
	case !given && f.asked && media != "":
		return cli.Usage(errors.New("--id-field or --text-field with --media: expected --input, too"))
	}
	if _, params, _ := mime.ParseMediaType(media); f.input != "" && f.input != parquet && params["charset"] != "" {
		return cli.Usage(errors.New("--media: a charset is given: expected none, as data sets are UTF-8"))
	}
	f.fields = dataset.Fields{}
	if flags.Changed("id-field") {
		if err := f.readID("--id-field", f.Id); err != nil {
			return err
		}
	}
	if err := f.readText("--text-field", f.text); err != nil {
		return err
	}
	if len(f.fields.Text) == 0 {
		return cli.Usage(errors.New("--text-field: none given: expected one or more"))
	}
	return nil
}

// ReadFields has the text and the id of records read from other fields, if any are given. The flags for
// them have a prefix, such as "refs-". If none is given, documents without fields are read, too.
func (f *RecordFlags) ReadFields(prefix string, text []string, id string) error {
	f.asked = id != "" || len(text) > 0
	if id != "" {
		if err := f.readID("--"+prefix+"id-field", id); err != nil {
			return err
		}
	}
	if len(text) == 0 {
		return nil
	}
	return f.readText("--"+prefix+"text-field", text)
}

// ReadForm has records read in another form, if one is given by a flag.
func (f *RecordFlags) ReadForm(flag, form string) error {
	if form != "" && !slices.Contains(recordForms, form) {
		return wrongForm(flag, form)
	}
	f.input = form
	return nil
}

func wrongForm(flag, form string) error {
	return cli.Usage(fmt.Errorf("%s %s: expected one of %s", flag, form, strings.Join(recordForms, ", ")))
}

// CompleteForm completes the forms of a flag.
func CompleteForm(c *cobra.Command, flag string) {
	cli.Complete(c, flag, func() []string { return recordForms })
}

func (f *RecordFlags) readID(flag, id string) error {
	p, err := dataset.ParsePath(id)
	if err != nil {
		return cli.Usage(fmt.Errorf("%s: %w", flag, err))
	}
	if slices.Contains(p, dataset.Each) {
		return cli.Usage(fmt.Errorf("%s %s: many values in a record: expected one id", flag, id))
	}
	f.Id, f.fields.ID = id, p
	return nil
}

func (f *RecordFlags) readText(flag string, fields []string) error {
	f.text, f.fields.Text = fields, nil
	for _, s := range fields {
		p, err := dataset.ParsePath(s)
		if err != nil {
			return cli.Usage(fmt.Errorf("%s: %w", flag, err))
		}
		f.fields.Text = append(f.fields.Text, p)
	}
	return nil
}

// dataSets returns the data sets that --input asks for. Without --input and --media, these are the
// inputs that are recognised as data sets.
func dataSets(a *cli.App, f *ReadFlags) []Collection {
	d := DataSet{a: a, flags: f}
	switch {
	case f.input != "":
		d.is = func([]byte, string) bool { return true }
	case f.Media != "":
		return nil
	default:
		d.is = func(head []byte, path string) bool { return recognise(head, path, f.fieldsOf(path)) != "" }
	}
	return []Collection{d}
}

// fieldsOf returns the fields of records in a file of that path.
func (f *RecordFlags) fieldsOf(path string) dataset.Fields {
	fields := f.fields
	fields.Given = partition(path)
	return fields
}

// DataSet is inputs that are read as records.
type DataSet struct {
	a     *cli.App
	flags *ReadFlags
	is    func(head []byte, path string) bool
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
	if !id.Valid() {
		return recordID{}
	}
	if written := id.JSON(); written != "" {
		return recordID{ID: json.RawMessage(written)}
	}
	shown, _ := json.Marshal(strings.ToValidUTF8(id.Text, string(utf8.RuneError)))
	return recordID{shown, []byte(id.Text)}
}

// MaxBadRecords of a file are reported one by one, and as many warned of; so are as many files.
const MaxBadRecords = 10

// Members returns the records, and a last member that prints what became of them.
func (d DataSet) Members(in Input) iter.Seq[Input] {
	carryBallast()
	set := &openSet{DataSet: d, path: in.Path, form: d.flags.input, fields: d.flags.fieldsOf(in.Path)}
	set.absent = make([]atomic.Int64, len(set.fields.Text))
	return counted(d.a, d.flags, in, set.end, func(yield func(Input) bool) {
		for record, err := range set.records(in.File) {
			this := in
			if this.Err = err; err == nil {
				this.Member = set.member(record)
			} else {
				this.Member = &member{name: in.Path, label: in.Path}
			}
			if !yield(this) {
				return
			}
		}
	})
}

// openSet is a data set that is being read.
type openSet struct {
	DataSet
	path   string
	form   string
	fields dataset.Fields

	room          block.Of[openRecord]
	read, unnamed atomic.Int64   // records, and those of them without an id
	repeated      int            // records that are named by their number, as an earlier one has the id
	absent        []atomic.Int64 // records that lack a field, by text field
}

// end says what is known when all records were read.
func (s *openSet) end() {
	read := s.read.Load()
	for i := range s.absent {
		if n := s.absent[i].Load(); n > 0 && n == read {
			s.flags.fieldless.Store(true)
			s.a.Out.Complain(s.path, fmt.Errorf("no record has a field %s: expected --text-field with another",
				s.fields.Text[i]))
		}
	}
	if n := s.unnamed.Load(); n > 0 && !s.flags.Quiet {
		s.a.Out.Warn(s.path, fmt.Sprintf("%s without an id: results name them %s#row=NUMBER", cli.Count(int(n), "record"),
			cli.Display(s.path)))
	}
	if s.repeated > 0 && !s.flags.Quiet {
		s.a.Out.Warn(s.path, fmt.Sprintf("%s with the id of an earlier one: results name them %s#row=NUMBER",
			cli.Count(s.repeated, "record"), cli.Display(s.path)))
	}
}

// counted gives records of an input, and a last member that calls end and prints what became of them.
func counted(a *cli.App, f *ReadFlags, in Input, end func(), records iter.Seq[Input]) iter.Seq[Input] {
	return func(yield func(Input) bool) {
		total := f.tally()
		total.most = MaxBadRecords
		finish := total.take // one value for all records
		for record := range records {
			record.File, record.Given, record.Member.finish = nil, false, finish
			if !yield(record) {
				return
			}
		}
		in.File = nil
		in.Member = &member{finish: func(*Document) bool {
			end()
			endCounts(a, f, in.Path, total, "record")
			return false
		}}
		yield(in)
	}
}

// endCounts prints what became of the documents in a file, which are called what.
func endCounts(a *cli.App, f *ReadFlags, path string, total *tally, what string) {
	if total.unsaid > 0 {
		a.Out.Complain(path, fmt.Errorf("%s (--verbose lists them)", cli.Count(total.unsaid, "more bad "+what)))
	}
	if f.Quiet {
		return
	}
	if more := total.unwarned(what); more != "" {
		a.Out.Warn(path, more)
	}
	a.Out.Note("fpcheck: " + cli.Display(path) + ": " + total.String(what))
}

func (s *openSet) records(file *OpenFile) iter.Seq2[*dataset.Record, error] {
	fail := func(err error) iter.Seq2[*dataset.Record, error] {
		return func(yield func(*dataset.Record, error) bool) { yield(nil, err) }
	}
	head, err := file.peekAt(mostHead)
	if err != nil {
		return fail(err)
	}
	if s.form == "" {
		s.form = recognise(head, s.path, s.fields)
	}
	limits := extract.Limits{Size: s.flags.MaxSize}
	if isParquet(head) && s.form != parquet {
		return fail(fmt.Errorf("%w: a Parquet file: expected the form %s (--input parquet reads it)", extract.ErrMalformed,
			s.form))
	}
	if s.form != parquet && (s.form != arrow || !isArrow(head)) {
		switch s.form {
		case arrow:
			return dataset.ArrowStream(file, s.fields, limits)
		case jsonArray:
			return dataset.JSONArray(file, s.fields, limits)
		case csvForm, tsvForm:
			return dataset.CSV(file, comma(s.form), s.fields, limits)
		}
		return dataset.JSONLines(file, s.fields, limits)
	}
	octets, size, ok := file.anywhere()
	if !ok {
		name := "a Parquet file"
		if s.form == arrow {
			name = "an Arrow file"
		}
		return fail(fmt.Errorf("%s is read from its end: expected a file, not standard input or a pipe", name))
	}
	if s.form == arrow {
		return dataset.Arrow(file.progress.ReaderAt(octets), size, s.fields, limits)
	}
	return dataset.Parquet(file.progress.ReaderAt(octets), size, s.fields, limits)
}

// unnamed is how results name a record without an id. Where others have ids, its number is not taken for one.
func unnamed(names *block.Strings, path string, number int64, keyed bool) string {
	mark := "#"
	if keyed {
		mark = "#row="
	}
	var digits [20]byte
	return names.Join(path, mark, string(strconv.AppendInt(digits[:0], number, 10)))
}

// openRecord is a record of a data set. Its id is known, and in the name of its member, when it has been read.
type openRecord struct {
	*dataset.Record
	set    *openSet
	member member
	result Document // memory for what becomes of it
	id     dataset.ID
	isRead bool
}

// member is a record.
func (s *openSet) member(record *dataset.Record) *member {
	r := s.room.Next(record.Size)
	r.Record, r.set = record, s
	r.member = member{Row: record.Number, keyed: s.fields.ID != nil, size: record.Size, record: r}
	return &r.member
}

func (r *openRecord) label() string {
	what := "row"
	switch r.set.form {
	case jsonLines:
		what = "line"
	case jsonArray:
		what = "record"
	}
	return fmt.Sprintf("%s: %s %d", r.set.path, what, r.Number)
}

// renumber has results name the record by its number.
func (r *openRecord) renumber() {
	r.set.repeated++
	r.member.name = unnamed(nil, r.set.path, r.Number, true)
}

// shown is what --json has of the record.
func (r *openRecord) shown() any {
	id := newRecordID(r.id)
	if r.isRead && r.member.keyed && !r.id.Valid() {
		id.ID = json.RawMessage("null")
	}
	if r.set.form == jsonLines {
		return lineFields{r.Number, id}
	}
	return rowFields{r.Number, id}
}

// read reads the record, and makes its name with names, which may be nil.
func (r *openRecord) read(names *block.Strings) (*dataset.Content, error) {
	content, err := r.Read(names)
	if r.id, r.isRead = content.ID, err == nil; r.id.Text != "" {
		r.member.name, r.member.Record = names.Join(r.set.path, "#", r.id.Text), r.id.Text
	} else {
		r.member.name = unnamed(names, r.set.path, r.Number, r.member.keyed)
	}
	r.member.Rank = content.Rank.Text
	if err == nil {
		r.set.count(content)
	}
	return content, err
}

// recall finds the fingerprint that the record has.
func (r *openRecord) recall(names *block.Strings) (*pipeline.Document, error) {
	content, err := r.read(names)
	if err != nil {
		return nil, err
	}
	if content.Text[0] == nil {
		return nil, fmt.Errorf("%w: field %s: null", extract.ErrMalformed, r.set.fields.Text[0])
	}
	f, err := r.set.flags.Recorded.private.Parse(string(content.Text[0]))
	if err != nil {
		return nil, err
	}
	return recalled(f, UnknownFeatures), nil
}

func (r *openRecord) open(ctx context.Context, o extract.Options) (*extract.Document, error) {
	content, err := r.read(nil)
	if err != nil {
		return nil, err
	}
	o.Name = ""
	return extract.OpenValues(ctx, content.Text, !content.Bytes, o)
}

// count counts a record, and what it lacks.
func (s *openSet) count(c *dataset.Content) {
	s.read.Add(1)
	if s.fields.ID != nil && c.ID.Text == "" {
		s.unnamed.Add(1)
	}
	for _, i := range c.Absent {
		s.absent[i].Add(1)
	}
}
