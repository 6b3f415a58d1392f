package fingerprint

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/archive/warc"
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	"github.com/lsh-interop/fpcheck/internal/cli/fingerprint/sidecar"
	"github.com/lsh-interop/fpcheck/internal/store/scratch"
)

// Forms of --emit.
const (
	formWARC = "warc"
	formCDXJ = "cdxj"
)

// emission are the flags that say what to write about web archives instead of lines.
type emission struct{ form, output, cdxj string }

func (e *emission) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&e.form, "emit", "", "write fingerprints as `form` warc or cdxj")
	f.StringVarP(&e.output, "output", "o", "", "`file` for --emit to write")
	f.StringVar(&e.cdxj, "cdxj", "-", "CDXJ `file` for --emit cdxj (default stdin)")
	f.Lookup("cdxj").DefValue = "" // the usage says it
	cli.Complete(c, "emit", func() []string { return []string{formWARC, formCDXJ} })
}

func (f *fingerprintFlags) checkEmission(args []string) error {
	e := &f.emit
	switch {
	case f.Archive.Report && !f.json:
		return errors.New("--report: expected --json, too")
	case e.form == "" && (e.output != "" || e.cdxj != "-"):
		return errors.New("--output and --cdxj: expected --emit, too")
	case e.form == "":
		return nil
	case e.form != formWARC && e.form != formCDXJ:
		return fmt.Errorf("--emit %s: expected %s or %s", e.form, formWARC, formCDXJ)
	case f.json || f.stages:
		return errors.New("--emit: expected neither --json nor --stages")
	case e.form == formWARC && e.output == "":
		return errors.New("--emit warc: expected --output, the file to write")
	case e.form == formWARC && e.cdxj != "-":
		return errors.New("--cdxj: expected --emit cdxj")
	case e.form == formCDXJ && e.cdxj == "-" && (len(args) == 0 || slices.Contains(args, "-")):
		return fmt.Errorf("--emit cdxj: %w, and paths of web archives", documents.ErrStdinTwice)
	}
	return nil
}

// itemOf returns the record of a web archive that d is, nil if it is not one.
func itemOf(d *documents.Document) *warc.Item {
	if d.Member == nil {
		return nil
	}
	it, _ := d.Member.Fields.(*warc.Item)
	return it
}

// emitEach passes on the records that have fingerprints, and complains of the others.
func emitEach(a *cli.App, all iter.Seq2[*documents.Document, error], take func(*documents.Document, *warc.Item)) error {
	for d, err := range all {
		if err != nil {
			return err
		}
		sound := documents.Complain(a, d)
		switch it := itemOf(d); {
		case it != nil && len(d.Results()) > 0:
			take(d, it)
		case sound:
			a.Out.Complain(d.Label(), errors.New("not a record of a web archive: left out"))
		}
	}
	return nil
}

// emitWARC writes a WARC of metadata records.
func emitWARC(a *cli.App, e *emission, all iter.Seq2[*documents.Document, error]) error {
	return cli.WriteFile(e.output, func(w io.Writer) error {
		// The first record has the newest date, which is known last.
		records, err := scratch.In(filepath.Dir(e.output))
		if err != nil {
			return cli.UnwrapPath(err)
		}
		defer records.Close()
		buffer := bufio.NewWriter(records)
		writer := sidecar.NewWriter(buffer)
		newest := ""
		err = emitEach(a, all, func(d *documents.Document, it *warc.Item) {
			newest = max(newest, it.Date)
			writer.Write("metadata", cmp.Or(it.Date, undated), metadataHeader(it), metadataFields(d))
		})
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
		err = sidecar.NewWriter(w).Write("warcinfo", date, []sidecar.Field{{Name: "WARC-Filename", Value: filepath.Base(e.output)}}, []sidecar.Field{
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

func metadataHeader(it *warc.Item) []sidecar.Field {
	var h []sidecar.Field
	for _, f := range []sidecar.Field{{Name: "WARC-Refers-To", Value: it.RecordID}, {Name: "WARC-Target-URI", Value: it.URI}} {
		if f.Value != "" {
			h = append(h, f)
		}
	}
	return h
}

// metadataFields are what a metadata record says of a document.
func metadataFields(d *documents.Document) []sidecar.Field {
	var fields []sidecar.Field
	add := func(name, value string) {
		if value != "" {
			fields = append(fields, sidecar.Field{Name: name, Value: value})
		}
	}
	for _, r := range d.Found.Results {
		if r.Err == nil {
			add("fpcheck-"+r.Scheme.ID(), r.Fingerprint.String())
			add("fpcheck-"+r.Scheme.ID()+"-features", strconv.Itoa(r.Features))
		}
	}
	add("fpcheck-media-type", d.Found.MediaType)
	add("fpcheck-encoding", d.Found.Encoding)
	add("fpcheck-profile", d.Found.Profile)
	add("fpcheck-tool", d.Found.Tool)
	return fields
}

// emitCDXJ copies lines of CDXJ with a key for each fingerprint.
func emitCDXJ(a *cli.App, e *emission, all iter.Seq2[*documents.Document, error]) error {
	var index sidecar.Index
	err := emitEach(a, all, func(d *documents.Document, it *warc.Item) {
		var keys []sidecar.Field
		for _, r := range d.Found.Results {
			if r.Err == nil {
				keys = append(keys, sidecar.Field{Name: "fpcheck:" + r.Scheme.ID(), Value: r.Fingerprint.String()})
			}
		}
		index.Add(d.Path, it, keys...)
	})
	if err != nil {
		return err
	}
	file, err := documents.Argument(e.cdxj).Open(a.Stdin)
	if err != nil {
		return fmt.Errorf("%s: %s", cli.Display(e.cdxj), cli.Message(err))
	}
	defer file.Close()
	var lines sidecar.Annotated
	write := func(w io.Writer) (err error) {
		if lines, err = index.Annotate(w, file); err != nil {
			err = fmt.Errorf("%s: %w", cli.Display(e.cdxj), err)
		}
		return err
	}
	if e.output == "" {
		err = write(a.Out.Data())
	} else {
		err = cli.WriteFile(e.output, write)
	}
	if err != nil {
		return err
	}
	for _, n := range lines.Malformed {
		a.Out.Complain(e.cdxj, fmt.Errorf("line %d: not CDXJ: expected a key, a timestamp and a JSON object", n))
	}
	if more := lines.Bad - len(lines.Malformed); more > 0 {
		a.Out.Complain(e.cdxj, fmt.Errorf("not CDXJ either: %s", cli.Count(more, "more line")))
	}
	a.Out.Note(fmt.Sprintf("fpcheck: %s: %s: %d with a fingerprint, %d without", cli.Display(e.cdxj),
		cli.Count(lines.Lines, "line"), lines.Matched, lines.Lines-lines.Matched))
	return nil
}
