package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/archive/warc"
)

// Forms of --emit.
const (
	emitWARC = "warc"
	emitCDXJ = "cdxj"
)

// emission are the flags that say what to write about web archives instead of lines.
type emission struct{ form, output, cdxj string }

func (e *emission) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&e.form, "emit", "", "write fingerprints as `form` warc or cdxj")
	f.StringVarP(&e.output, "output", "o", "", "`file` that --emit writes")
	f.StringVar(&e.cdxj, "cdxj", "-", "`file` that --emit cdxj copies (default stdin)")
	f.Lookup("cdxj").DefValue = "" // the usage says it
	complete(c, "emit", func() []string { return []string{emitWARC, emitCDXJ} })
}

// checkEmission finds what is wrong with the flags of --emit.
func (f *fingerprintFlags) checkEmission(args []string) error {
	e := &f.emit
	switch {
	case f.archive.report && !f.json:
		return errors.New("--report: expected --json, too")
	case e.form == "" && (e.output != "" || e.cdxj != "-"):
		return errors.New("--output and --cdxj: expected --emit, too")
	case e.form == "":
		return nil
	case e.form != emitWARC && e.form != emitCDXJ:
		return fmt.Errorf("--emit %s: expected %s or %s", e.form, emitWARC, emitCDXJ)
	case f.json || f.stages:
		return errors.New("--emit: expected neither --json nor --stages")
	case e.form == emitWARC && e.output == "":
		return errors.New("--emit warc: expected --output, the file to write")
	case e.form == emitWARC && e.cdxj != "-":
		return errors.New("--cdxj: expected --emit cdxj")
	case e.form == emitCDXJ && e.cdxj == "-" && (len(args) == 0 || slices.Contains(args, "-")):
		return fmt.Errorf("--emit cdxj: %w, and paths of web archives", errStdinTwice)
	}
	return nil
}

// item is the record that d is; nil if it is none.
func (d *document) item() *warc.Item {
	if d.member == nil {
		return nil
	}
	it, _ := d.member.fields.(*warc.Item)
	return it
}

// emitted passes on the records that have fingerprints, and complains of the others.
func (a *app) emitted(take func(*document, *warc.Item)) func(*document) {
	return func(d *document) {
		sound := a.complain(d)
		switch it := d.item(); {
		case it != nil && len(d.results()) > 0:
			take(d, it)
		case sound:
			a.out.complain(d.label(), errors.New("no record of a web archive: left out"))
		}
	}
}

// emitWARC writes a WARC of metadata records.
func (a *app) emitWARC(e *emission, each func(func(*document)) error) error {
	return writeFile(e.output, func(w io.Writer) error {
		// The first record has the newest date, which is known last.
		records, err := os.CreateTemp(filepath.Dir(e.output), ".fpcheck-*")
		if err != nil {
			return unwrapPath(err)
		}
		defer os.Remove(records.Name())
		defer records.Close()
		buffer := bufio.NewWriter(records)
		writer := warc.NewWriter(buffer)
		newest := ""
		err = each(a.emitted(func(d *document, it *warc.Item) {
			newest = max(newest, it.Date)
			writer.Write("metadata", "", cmp.Or(it.Date, undated), metadataHeader(it), metadataFields(d))
		}))
		if err == nil {
			err = buffer.Flush()
		}
		if err != nil {
			return err
		}
		date, err := warcinfoDate(newest)
		if err != nil {
			return err
		}
		err = warc.NewWriter(w).Write("warcinfo", "", date, warc.Header{{Name: "WARC-Filename", Value: filepath.Base(e.output)}}, warc.Header{
			{Name: "software", Value: "fpcheck"},
			{Name: "format", Value: "WARC File Format 1.1"},
			{Name: "conformsTo", Value: "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/"},
			{Name: "fpcheck-specification", Value: fpcheck.Version},
		})
		if err != nil {
			return err
		}
		if _, err := records.Seek(0, io.SeekStart); err != nil {
			return err
		}
		_, err = io.Copy(w, records)
		return err
	})
}

// undated is the date of a record that has none.
const undated = "1970-01-01T00:00:00Z"

// warcinfoDate is what SOURCE_DATE_EPOCH says (reproducible-builds.org), or the newest.
func warcinfoDate(newest string) (string, error) {
	epoch := os.Getenv("SOURCE_DATE_EPOCH")
	if epoch == "" {
		return cmp.Or(newest, undated), nil
	}
	seconds, err := strconv.ParseInt(epoch, 10, 64)
	if err != nil {
		return "", fmt.Errorf("SOURCE_DATE_EPOCH %q: expected a number of seconds", epoch)
	}
	return time.Unix(seconds, 0).UTC().Format(time.RFC3339), nil
}

func metadataHeader(it *warc.Item) warc.Header {
	var h warc.Header
	for _, f := range []warc.Field{{Name: "WARC-Refers-To", Value: it.RecordID}, {Name: "WARC-Target-URI", Value: it.URI}} {
		if f.Value != "" {
			h = append(h, f)
		}
	}
	return h
}

// metadataFields are what a metadata record says of a document.
func metadataFields(d *document) warc.Header {
	var fields warc.Header
	add := func(name, value string) {
		if value != "" {
			fields = append(fields, warc.Field{Name: name, Value: value})
		}
	}
	for _, r := range d.found.Results {
		if r.Err == nil {
			add("fpcheck-"+r.Scheme.ID(), r.Fingerprint.String())
			add("fpcheck-"+r.Scheme.ID()+"-features", strconv.Itoa(r.Features))
		}
	}
	add("fpcheck-media-type", d.found.MediaType)
	add("fpcheck-encoding", d.found.Encoding)
	add("fpcheck-profile", d.found.Profile)
	add("fpcheck-tool", d.found.Tool)
	return fields
}

// emitCDXJ copies lines of CDXJ with a key for each fingerprint.
func (a *app) emitCDXJ(e *emission, each func(func(*document)) error) error {
	var index warc.Index
	err := each(a.emitted(func(d *document, it *warc.Item) {
		var keys []warc.Field
		for _, r := range d.found.Results {
			if r.Err == nil {
				keys = append(keys, warc.Field{Name: "fpcheck:" + r.Scheme.ID(), Value: r.Fingerprint.String()})
			}
		}
		index.Add(d.path, it, keys...)
	}))
	if err != nil {
		return err
	}
	in := input{path: e.cdxj, given: true}
	if e.cdxj == "-" {
		in = standardInput()
	}
	file, err := in.open(a.stdin)
	if err != nil {
		return fmt.Errorf("%s: %s", display(e.cdxj), message(err))
	}
	defer file.Close()
	var lines warc.Annotated
	write := func(w io.Writer) (err error) {
		if lines, err = index.Annotate(w, file); err != nil {
			err = fmt.Errorf("%s: %w", display(e.cdxj), err)
		}
		return err
	}
	if e.output == "" {
		err = write(a.out.data())
	} else {
		err = writeFile(e.output, write)
	}
	if err != nil {
		return err
	}
	for _, n := range lines.Malformed {
		a.out.complain(e.cdxj, fmt.Errorf("line %d: no CDXJ: expected a key, a timestamp and a JSON object", n))
	}
	if more := lines.Bad - len(lines.Malformed); more > 0 {
		a.out.complain(e.cdxj, fmt.Errorf("no CDXJ either: %s", count(more, "more line")))
	}
	a.out.note(fmt.Sprintf("fpcheck: %s: %s: %d with a fingerprint, %d without", display(e.cdxj),
		count(lines.Lines, "line"), lines.Matched, lines.Lines-lines.Matched))
	return nil
}
