package documents

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/engine/dataset"
	"github.com/lsh-interop/fpcheck/internal/engine/pipeline"
	"github.com/lsh-interop/fpcheck/internal/kernel/attachment"
	"github.com/lsh-interop/fpcheck/internal/kernel/blank"
	"github.com/lsh-interop/fpcheck/internal/page/escape"
	"github.com/lsh-interop/fpcheck/manifest"
	"github.com/lsh-interop/fpcheck/scheme"
)

// UnknownFeatures is the number of features of a fingerprint if it was not recorded.
const UnknownFeatures = -1

var errNotRecorded = errors.New("it could not be read when the manifest was made")

// A recording is a kind of input with fingerprints instead of texts. It is a manifest, or the
// output of the command fingerprint. It is recognised if an argument names it. In a directory it is
// an ordinary file.
type recording struct {
	a       *cli.App
	flags   *ReadFlags
	private scheme.Set
	is      func(head []byte) bool
	read    func(r *recording, in Input) iter.Seq[Input]
}

// recordedFlags are the flags of commands that accept fingerprints in place of documents.
type recordedFlags struct {
	field   string // of data sets
	private scheme.Set
	Kinds   []Collection
}

func (f *recordedFlags) AddFlags(c *cobra.Command) {
	c.Flags().StringVar(&f.field, "fingerprint-field", "", "`field` with the fingerprint of a record")
}

func (f *recordedFlags) Check(flags *pflag.FlagSet, r *RecordFlags) error {
	switch {
	case !flags.Changed("fingerprint-field"):
		return nil
	case r.input == "":
		return cli.Usage(errors.New("--fingerprint-field without --input: expected --input with the form of the data set"))
	case flags.Changed("text-field"):
		return cli.Usage(errors.New("--fingerprint-field and --text-field: expected one of them"))
	}
	p, err := dataset.ParsePath(f.field)
	if err != nil {
		return cli.Usage(fmt.Errorf("--fingerprint-field: %w", err))
	}
	r.fields.Text = []dataset.Path{p}
	return nil
}

// AcceptFingerprints makes readDocuments accept inputs with fingerprints. It returns the scheme of
// the first, or nil. It does not read standard input.
func AcceptFingerprints(a *cli.App, f *ReadFlags, args []string, private scheme.Set) (*scheme.Scheme, error) {
	f.Recorded.private = private
	kinds := dataSets(a, f)
	if f.input == "" && f.Media == "" {
		f.Recorded.Kinds = recordings(a, f)
		kinds = f.Recorded.Kinds
	} else if f.Recorded.field == "" {
		return nil, nil
	}
	args, err := Inputs(a, args)
	if err != nil {
		return nil, err
	}
	for _, arg := range args {
		if s := schemeIn(a, arg, kinds); s != nil {
			return s, nil
		}
	}
	return nil, nil
}

// recordings returns the kinds of recorded inputs.
func recordings(a *cli.App, f *ReadFlags) []Collection {
	lines := &recording{read: (*recording).lines}
	lines.is = lines.isOutput
	var all []Collection
	for _, k := range []*recording{
		{is: isManifest, read: (*recording).manifest}, lines, {is: isJSONOutput, read: (*recording).objects},
	} {
		k.a, k.flags, k.private = a, f, f.Recorded.private
		all = append(all, k)
	}
	return all
}

func (r *recording) Holds(head []byte, _ string) bool { return r.is(head) }

func (r *recording) Members(in Input) iter.Seq[Input] {
	return counted(r.a, r.flags, in, func() {}, r.read(r, in))
}

// recalled returns the document of a recorded fingerprint.
func recalled(f scheme.Fingerprint, features int) *pipeline.Document {
	return &pipeline.Document{Results: []pipeline.Result{{Scheme: f.Scheme(), Fingerprint: f, Features: features}}}
}

// schemeIn returns the scheme of the first fingerprint of an input of those kinds.
func schemeIn(a *cli.App, arg string, kinds []Collection) *scheme.Scheme {
	in := Input{Path: arg, Given: true}
	if arg == "-" {
		if cli.IsTerminal(a.Stdin) {
			return nil
		}
		head := make([]byte, maxPeek)
		n, err := io.ReadFull(a.Stdin, head)
		a.Stdin = &resumed{head[:n], a.Stdin}
		if n == 0 || err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
			return nil
		}
		in.File = &OpenFile{Reader: bytes.NewReader(head[:n])}
	} else {
		info, err := os.Stat(arg)
		if err != nil || !info.Mode().IsRegular() {
			return nil // reading it reports the fault
		}
		if in.File, err = in.Open(nil); err != nil {
			return nil
		}
		defer in.File.Close()
	}
	head, err := in.File.peekAt(mostHead)
	if err != nil {
		return nil
	}
	for _, kind := range kinds {
		if !kind.Holds(head, arg) {
			continue
		}
		for record := range kind.Members(in) {
			if !record.Member.isRecorded() {
				continue
			}
			if d, err := record.Member.recalled(nil); err == nil {
				return d.Results[0].Scheme
			}
		}
		return nil
	}
	return nil
}

// isManifest reports whether an input is a manifest, in either form.
func isManifest(head []byte) bool {
	return bytes.HasPrefix(head, []byte("# fpcheck manifest ")) || bytes.HasPrefix(head, []byte(`{"fpcheck_manifest":`))
}

// manifest yields the files of a manifest.
func (r *recording) manifest(in Input) iter.Seq[Input] {
	return func(yield func(Input) bool) {
		bad := func(err error) {
			in.Err, in.Member = err, &member{name: in.Path, label: in.Path}
			yield(in)
		}
		m, err := manifest.NewReader(in.File, r.private)
		if err != nil {
			bad(err)
			return
		}
		tree := recordedTree(in.Path, m.Header().Root)
		for e, err := range m.Entries() {
			if err != nil {
				bad(err)
				return
			}
			name := tree + e.Path
			in.Member = &member{name: name, label: name, isFile: true, recall: func() (*pipeline.Document, error) {
				switch {
				case e.State == manifest.Fingerprinted:
					return recalled(e.Fingerprint, e.Features), nil
				case e.State == manifest.Malformed:
					return nil, extract.ErrMalformed
				case e.State == manifest.Encrypted:
					return nil, extract.ErrEncrypted
				case e.State.Settled():
					return nil, fmt.Errorf("%w: %s", extract.ErrNoText, e.State)
				}
				return nil, fmt.Errorf("%w: %s", errNotRecorded, e.State)
			}}
			if !yield(in) {
				return
			}
		}
	}
}

// recordedTree returns the tree of a manifest as a prefix of the paths in it. It is the tree at the
// time of the manifest.
func recordedTree(name, root string) string {
	if name == "-" {
		return ""
	}
	tree := filepath.ToSlash(filepath.Join(filepath.Dir(name), filepath.FromSlash(root)))
	if tree == "." {
		return ""
	}
	return strings.TrimSuffix(tree, "/") + "/"
}

// LongestLine bounds a line of fingerprints, in bytes.
const LongestLine = 1 << 20

// isOutput reports whether an input begins like the output of the command fingerprint.
func (r *recording) isOutput(head []byte) bool {
	print, _, ok := bytes.Cut(bytes.TrimPrefix(head, []byte(`\`)), []byte("  "))
	if !ok {
		return false
	}
	_, err := r.private.Parse(string(print))
	return err == nil || errors.Is(err, scheme.ErrUnknown) && bytes.HasPrefix(print, []byte("x-"))
}

// lines yields the documents in the output of fingerprint: lines of a fingerprint and a path.
func (r *recording) lines(in Input) iter.Seq[Input] {
	return r.scan(in, func(m *member, line []byte, null bool) (*pipeline.Document, error) {
		print, path, ok := strings.Cut(string(line), "  ")
		if !ok || path == "" {
			return nil, fmt.Errorf("%w: expected a fingerprint, two spaces and a path", extract.ErrMalformed)
		}
		if escaped := !null && strings.HasPrefix(print, `\`); escaped {
			print = print[1:]
			var err error
			if path, err = escape.ParsePath(path); err != nil {
				return nil, fmt.Errorf("%w: %w", extract.ErrMalformed, err)
			}
		}
		f, err := r.private.Parse(print)
		if err != nil {
			return nil, err
		}
		m.name, m.isFile = path, true // or the name of a record: the lines do not distinguish them
		return recalled(f, UnknownFeatures), nil
	})
}

// isJSONOutput reports whether an input begins like the output of fingerprint --json.
func isJSONOutput(head []byte) bool {
	return bytes.HasPrefix(head, []byte(`{"path":"`)) &&
		(bytes.Contains(head, []byte(`"scheme":"`)) || bytes.Contains(head, []byte(`"error":"`)))
}

// recordedResult is the output of fingerprint --json for a document.
type recordedResult struct {
	cli.JSONPath
	Within      string             `json:"embedded_path"`
	Fingerprint string             `json:"fingerprint"`
	Features    *int               `json:"features"`
	Notes       []string           `json:"notes"`
	Lost        []string           `json:"lost"`
	Embedded    []extract.Embedded `json:"embedded"`
	Error       string             `json:"error"`
	Line        int64              `json:"line"`
	Row         int64              `json:"row"`
	recordID
	URI      string `json:"uri"`
	Date     string `json:"date"`
	RecordID string `json:"record_id"`
}

// name returns the name of the document in the lines of fingerprint.
func (j *recordedResult) name() (string, error) {
	name, err := j.outer()
	return (&Document{Within: j.Within}).embeddedIn(name), err
}

// outer returns the name of the document, or of the document around it.
func (j *recordedResult) outer() (string, error) {
	path := j.Path
	if j.PathBase64 != nil {
		path = string(j.PathBase64)
	}
	switch {
	case j.RecordID != "" || j.URI != "":
		return joinRecordName(j.URI, j.Date, j.RecordID), nil
	case string(j.ID) == "null":
		return unnamed(nil, path, j.Line+j.Row, true), nil
	case j.IDBase64 != nil || j.ID != nil:
		id, err := j.record()
		return path + "#" + id, err
	case j.Line+j.Row != 0:
		return unnamed(nil, path, j.Line+j.Row, false), nil
	}
	return path, nil
}

// record returns the id of a record, or "".
func (j *recordedResult) record() (id string, err error) {
	switch {
	case j.IDBase64 != nil:
		return string(j.IDBase64), nil
	case string(j.ID) == "null":
		return "", nil
	case bytes.HasPrefix(j.ID, []byte(`"`)):
		err = json.Unmarshal(j.ID, &id)
		return id, err
	}
	return string(j.ID), nil
}

// objects yields the documents in the output of fingerprint --json.
func (r *recording) objects(in Input) iter.Seq[Input] {
	return r.scan(in, func(m *member, line []byte, _ bool) (*pipeline.Document, error) {
		var j recordedResult
		if err := json.Unmarshal(line, &j); err != nil {
			return nil, fmt.Errorf("%w: JSON: %w", extract.ErrMalformed, err)
		}
		name, err := j.name()
		switch {
		case err != nil:
			return nil, fmt.Errorf("%w: JSON: %w", extract.ErrMalformed, err)
		case name == "":
			return nil, fmt.Errorf("%w: no path: expected what fingerprint --json prints", extract.ErrMalformed)
		}
		m.name, m.Row = name, j.Line+j.Row
		m.isFile = name == j.Path || name == string(j.PathBase64)
		m.Record, _ = j.record()
		if j.Fingerprint == "" {
			return nil, recordedError(j.Error)
		}
		f, err := r.private.Parse(j.Fingerprint)
		if err != nil {
			return nil, err
		}
		features := UnknownFeatures
		if j.Features != nil && *j.Features >= 0 {
			features = *j.Features
		}
		found := recalled(f, features)
		found.Replaced = pipeline.ReplacedIn(j.Notes)
		if found.Lost = j.Lost; len(j.Embedded) > 0 {
			found.Attachments = attachment.NotCompared
		}
		if blank.Of(j.Notes) != nil {
			found.Attachments = attachment.PagesNotCompared
		}
		return found, nil
	})
}

// recordedError returns the error that was recorded of a document without a fingerprint. The document may have no text.
// Otherwise nothing is known of its text.
func recordedError(text string) error {
	withoutText := []error{extract.ErrUnsupported, extract.ErrNoText, pipeline.ErrEmpty, pipeline.ErrNoText, errNoWords}
	for _, e := range withoutText {
		if strings.HasPrefix(text, e.Error()) {
			return fmt.Errorf("%w: %s", extract.ErrNoText, cli.OneLine(text))
		}
	}
	if rest, ok := strings.CutPrefix(text, pipeline.ErrNotUTF8.Error()); ok {
		return fmt.Errorf("%w%s", pipeline.ErrNotUTF8, cli.OneLine(rest))
	}
	const neither = "neither a fingerprint nor an error: expected what fingerprint --json prints"
	return errors.New(cli.OneLine(cmp.Or(text, neither)))
}

// scan yields a member for each line, or each text that ends with NUL. read parses it, and sets the
// name of the document.
func (r *recording) scan(in Input,
	read func(m *member, line []byte, null bool) (*pipeline.Document, error)) iter.Seq[Input] {
	return func(yield func(Input) bool) {
		octets := bufio.NewReaderSize(in.File, maxPeek)
		// A line contains no NUL: paths have none, and ids are escaped.
		head, _ := octets.Peek(maxPeek)
		null := bytes.IndexByte(head, 0) >= 0
		lines := bufio.NewScanner(octets)
		lines.Buffer(nil, LongestLine)
		if null {
			lines.Split(SplitNull)
		}
		for number := int64(1); lines.Scan(); number++ {
			line := bytes.Clone(lines.Bytes())
			if len(line) == 0 {
				continue
			}
			m := &member{
				name:  fmt.Sprintf("%s#%d", in.Path, number),
				label: fmt.Sprintf("%s: line %d", in.Path, number),
				size:  int64(len(line)),
			}
			m.recall = func() (*pipeline.Document, error) { return read(m, line, null) }
			in.Member = m
			if !yield(in) {
				return
			}
		}
		if err := lines.Err(); err != nil {
			if errors.Is(err, bufio.ErrTooLong) {
				err = fmt.Errorf("%w: a line of more than %d bytes", extract.ErrMalformed, LongestLine)
			}
			in.Err, in.Member = err, &member{name: in.Path, label: in.Path}
			yield(in)
		}
	}
}

func SplitNull(data []byte, atEOF bool) (advance int, token []byte, err error) {
	if i := bytes.IndexByte(data, 0); i >= 0 {
		return i + 1, data[:i], nil
	}
	if atEOF && len(data) > 0 {
		return len(data), data, nil
	}
	return 0, nil, nil
}
