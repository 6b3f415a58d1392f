package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/lsh-interop/fpcheck/internal/engine/pipeline"
	"github.com/lsh-interop/fpcheck/scheme"
)

// fingerprintFlags are the flags of the command fingerprint.
type fingerprintFlags struct {
	readFlags
	json, stages bool
	embedded     bool
	null         bool // ends lines
	bits         int
	emit         emission
}

func (a *app) fingerprintCommand() *cobra.Command {
	var f fingerprintFlags
	f.warns = true
	c := &cobra.Command{
		Use:   "fingerprint [PATH... | -]",
		Short: "Print the fingerprints of files",
		Long: `Print the fingerprint and the path of each document: files, the files below
directories, standard input, the records of web archives and of data sets.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.check(c.Flags()); err != nil {
				return err
			}
			if c.Flags().Changed("bits") && !slices.Contains([]int{8, 4, 2, 1}, f.bits) {
				return usageError{fmt.Errorf("--bits %d: expected 8, 4, 2 or 1", f.bits)}
			}
			if f.null && (f.json || f.stages || f.emit.form != "") {
				return usageError{errors.New("--null: expected neither --json, --stages nor --emit")}
			}
			if f.embedded && (f.stages || f.emit.form != "") {
				return usageError{errors.New("--embedded: expected neither --stages nor --emit")}
			}
			if err := f.checkEmission(args); err != nil {
				return usageError{err}
			}
			return a.fingerprint(&f, args)
		},
	}
	f.addFlags(c, "`ids` of the schemes (default "+defaultScheme+")")
	c.Flags().IntVar(&f.bits, "bits", 0, "keep `n` bits of each slot of a MinHash")
	c.Flags().BoolVar(&f.json, "json", false, "print a JSON object on each line")
	c.Flags().BoolVar(&f.embedded, "embedded", false, "also print the documents in a document")
	c.Flags().BoolVarP(&f.null, "null", "z", false, "end lines with NUL, and escape no path")
	c.Flags().BoolVar(&f.stages, "stages", false, "also print what each stage made of the text")
	c.Flags().BoolVar(&f.archive.report, "report", false, "with --json, count the records of web archives")
	f.emit.addFlags(c)
	complete(c, "bits", func() []string { return []string{"8", "4", "2", "1"} })
	return c
}

func (a *app) fingerprint(f *fingerprintFlags, args []string) error {
	defer a.endCommands(&f.resourceFlags)
	private, err := f.private()
	if err != nil {
		return err
	}
	schemes, err := f.schemes(private)
	if err != nil {
		return err
	}
	if f.bits != 0 && !slices.ContainsFunc(schemes, (*scheme.Scheme).IsMinHash) {
		return usageError{fmt.Errorf("--bits %d: %s has no slots: expected a MinHash, such as mh1", f.bits, schemes[0].ID())}
	}
	each := func(take func(*document)) error {
		return a.readDocuments(args, &f.readFlags, pipeline.Options{Schemes: schemes, Stages: f.stages, Embedded: f.embedded, Bits: f.bits}, take)
	}
	switch f.emit.form {
	case emitWARC:
		return a.emitWARC(&f.emit, each)
	case emitCDXJ:
		return a.emitCDXJ(&f.emit, each)
	}
	return each(func(d *document) { a.printDocument(d, f) })
}

func (a *app) printDocument(d *document, f *fingerprintFlags) {
	if f.json {
		for _, r := range jsonResults(d) {
			a.out.writeJSON(r, d.fields())
		}
	} else {
		for _, r := range d.results() {
			a.printResult(d.name(), r, f.null)
		}
	}
	a.complain(d)
	if f.quiet {
		return
	}
	for _, w := range d.warnings() {
		a.out.warn(d.label(), w)
	}
}

func (a *app) printResult(path string, r pipeline.Result, null bool) {
	switch {
	case r.Err == nil && null:
		fmt.Fprintf(a.out.data(), "%s  %s\x00", r.Fingerprint, path)
	case r.Err == nil:
		a.out.line("%s", checksumLine(r.Fingerprint.String(), path))
	case r.Stages != nil: // to see where the words have gone
		a.out.line("%s", checksumLine("(no fingerprint)", path))
	}
	if r.Stages != nil {
		writeStages(a.out, r.Scheme, r.Stages)
	}
}
