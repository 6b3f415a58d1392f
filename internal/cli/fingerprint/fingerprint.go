package fingerprint

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	"github.com/lsh-interop/fpcheck/internal/engine/pipeline"
	"github.com/lsh-interop/fpcheck/scheme"
)

// jsonDocument is what JSON has of a document, whatever is found out about it.
type jsonDocument struct {
	cli.JSONPath
	Within string `json:"embedded_path,omitempty"`
	Digest string `json:"digest,omitempty"`
	*pipeline.Source
	Text  string `json:"text,omitempty"`
	Error string `json:"error,omitempty"`
}

func newJSONDocument(d *documents.Document) jsonDocument {
	j := jsonDocument{JSONPath: cli.NewJSONPath(d.Path), Within: d.Within}
	if d.Found != nil && d.Found.MediaType != "" {
		j.Source = &d.Found.Source
	}
	if d.Err != nil {
		j.Error = cli.Message(d.Err)
	}
	return j
}

// jsonResult is a document by one scheme, or what is wrong with it.
type jsonResult struct {
	cli.JSONPath
	Within      string `json:"embedded_path,omitempty"`
	Scheme      string `json:"scheme,omitempty"`
	Fingerprint string `json:"fingerprint,omitempty"`
	Features    *int   `json:"features,omitempty"`
	*pipeline.Source
	Bands  []string    `json:"bands,omitempty"`
	Stages *jsonStages `json:"stages,omitempty"`
	Error  string      `json:"error,omitempty"`
}

// jsonResults are d by each scheme, or the one thing wrong with it. Bands may be nil.
func jsonResults(d *documents.Document, bands *bandFlags) []jsonResult {
	of := newJSONDocument(d)
	j := jsonResult{JSONPath: of.JSONPath, Within: of.Within, Source: of.Source, Error: of.Error}
	if d.Err != nil {
		return []jsonResult{j}
	}
	var results []jsonResult
	for i := range d.Results() {
		r, j := &d.Found.Results[i], j
		j.Scheme, j.Fingerprint, j.Features = r.Scheme.ID(), r.Fingerprint.String(), &r.Features
		if err := d.ErrorBy(i); err != nil {
			j.Error = cli.Message(err)
		} else if bands.given() {
			j.Bands = bands.keys(r.Fingerprint)
		}
		if r.Stages != nil {
			j.Stages = newJSONStages(r.Scheme, r.Stages)
		}
		results = append(results, j)
	}
	return results
}

// fingerprintFlags are the flags of the command fingerprint.
type fingerprintFlags struct {
	documents.ReadFlags
	json, stages bool
	embedded     bool
	null         bool // ends lines
	bits         int
	emit         emission
	bands        bandFlags
}

func Command(a *cli.App) *cobra.Command {
	var f fingerprintFlags
	f.Warns = true
	c := &cobra.Command{
		Use:   "fingerprint [PATH... | -]",
		Short: "Print the fingerprints of files",
		Long: `Print the fingerprint and the path of each document. Documents are files, files
below directories, standard input, and records of web archives or data sets.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.Check(c.Flags()); err != nil {
				return err
			}
			if c.Flags().Changed("bits") && !slices.Contains([]int{8, 4, 2, 1}, f.bits) {
				return cli.Usage(fmt.Errorf("--bits %d: expected 8, 4, 2 or 1", f.bits))
			}
			if err := f.bands.check(c.Flags(), args); err != nil {
				return err
			}
			if f.bands.given() && (f.stages || f.emit.form != "") {
				return cli.Usage(errors.New("--bands: expected neither --stages nor --emit"))
			}
			if f.null && (f.json || f.stages || f.emit.form != "") {
				return cli.Usage(errors.New("--null: expected neither --json, --stages nor --emit"))
			}
			if f.embedded && (f.stages || f.emit.form != "") {
				return cli.Usage(errors.New("--embedded: expected neither --stages nor --emit"))
			}
			if err := f.checkEmission(args); err != nil {
				return cli.Usage(err)
			}
			return fingerprint(a, &f, args)
		},
	}
	f.AddFlags(c, "`ids` of the schemes (default "+documents.DefaultScheme+")")
	c.Flags().IntVar(&f.bits, "bits", 0, "keep `n` bits of each slot of a MinHash")
	c.Flags().BoolVar(&f.json, "json", false, "print a JSON object on each line")
	c.Flags().BoolVar(&f.embedded, "embedded", false, "also print documents embedded in a document")
	c.Flags().BoolVarP(&f.null, "null", "z", false, "end lines with NUL and do not escape paths")
	c.Flags().BoolVar(&f.stages, "stages", false, "also print the output of each stage")
	c.Flags().BoolVar(&f.Archive.Report, "report", false, "with --json, count the records of web archives")
	f.emit.addFlags(c)
	f.bands.addFlags(c)
	cli.Complete(c, "bits", func() []string { return []string{"8", "4", "2", "1"} })
	return c
}

func fingerprint(a *cli.App, f *fingerprintFlags, args []string) error {
	defer documents.EndCommands(a, &f.ResourceFlags)
	private, err := f.Private()
	if err != nil {
		return err
	}
	schemes, err := f.Schemes(private)
	if err != nil {
		return err
	}
	if f.bits != 0 && !slices.ContainsFunc(schemes, (*scheme.Scheme).IsMinHash) {
		return cli.Usage(fmt.Errorf("--bits %d: %s has no slots: expected a MinHash, such as mh1", f.bits, schemes[0].ID()))
	}
	if err := f.bands.choose(schemes, f.bits); err != nil {
		return err
	}
	written := []documents.Written{{Flag: "--output", Name: f.emit.output}}
	if err := documents.Writable(written, slices.Concat(args, []string{f.emit.cdxj})); err != nil {
		return err
	}
	all := documents.Read(a, args, &f.ReadFlags,
		pipeline.Options{Schemes: schemes, Stages: f.stages, Embedded: f.embedded, Bits: f.bits, FewFeatures: !f.json && f.emit.form == ""})
	switch f.emit.form {
	case formWARC:
		return emitWARC(a, &f.emit, all)
	case formCDXJ:
		return emitCDXJ(a, &f.emit, all)
	}
	for d, err := range all {
		if err != nil {
			return err
		}
		printDocument(a, d, f)
	}
	return nil
}

func printDocument(a *cli.App, d *documents.Document, f *fingerprintFlags) {
	if f.json {
		for _, r := range jsonResults(d, &f.bands) {
			a.Out.WriteJSON(r, d.Fields())
		}
	} else {
		for _, r := range d.Results() {
			printResult(a, d.Name(), r, f)
		}
	}
	complain(a, d, f.Quiet)
}

// complain prints what is wrong with d, and unless quiet what is doubtful.
func complain(a *cli.App, d *documents.Document, quiet bool) {
	documents.Complain(a, d)
	if !quiet {
		documents.Warn(a, d)
	}
}

func printResult(a *cli.App, path string, r pipeline.Result, f *fingerprintFlags) {
	switch {
	case r.Err == nil && f.bands.given():
		for _, key := range f.bands.keys(r.Fingerprint) {
			printLine(a, []byte(key), path, f.null)
		}
	case r.Err == nil:
		var room [256]byte // for all but private schemes with long names
		sum, _ := r.Fingerprint.AppendText(room[:0])
		printLine(a, sum, path, f.null)
	case r.Stages != nil: // to see where the words have gone
		a.Out.Checksum([]byte("(no fingerprint)"), path)
	}
	if r.Stages != nil {
		writeStages(a.Out, r.Scheme, r.Stages)
	}
}

// printLine prints a line as sha256sum does, or as sha256sum -z does.
func printLine(a *cli.App, sum []byte, path string, null bool) {
	if null {
		a.Out.Data().Write(slices.Concat(sum, []byte("  "+path+"\x00")))
		return
	}
	a.Out.Checksum(sum, path)
}
