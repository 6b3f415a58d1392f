package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/lsh-interop/fpcheck/internal/pipeline"
	"github.com/lsh-interop/fpcheck/scheme"
)

// fingerprintFlags are the flags of the command fingerprint.
type fingerprintFlags struct {
	readFlags
	json, stages bool
	bits         int
	emit         emission
}

func (a *app) fingerprintCommand() *cobra.Command {
	var f fingerprintFlags
	c := &cobra.Command{
		Use:   "fingerprint [PATH... | -]",
		Short: "Print the fingerprints of files, of directories, of standard input",
		Long: `Print one line for each document: its fingerprint, two blanks, its path, as
sha256sum does; so a path that holds a backslash or a line end is escaped, and
its line begins with a backslash. Lines come in the order of the arguments.

A directory stands for all files below it, in the byte order of their paths.
There, links to files are read and links to directories are not entered.
Standard input is read if the path is - or, unless it is a terminal, if there is
no path. Named pipes, sockets and devices are not read.

With several schemes each document has a line of each. Of a MinHash (mh1, mw1),
--bits prints a shorter form, which compares with any other of its scheme.

The records of a web archive (WARC, ARC, WACZ; compressed or not; known by its
octets) are documents each. A line has the fingerprint, and then, with two blanks
before each, the record's URI, date and id; - where there is none, and %20 for a
blank. Of responses, those with an HTTP status 2xx are documents, unless --status
says otherwise; --record-type and --media-filter choose, too. A revisit has the
fingerprint of the record that it revisits, if that came before. What became of the
records is counted on standard error, a line for each archive. Records without
words, or of a medium without a reader, are no failures unless --strict is given.
Octets that are no record are reported with their offsets, and reading goes on.

With --emit warc, the fingerprints are written to another WARC, a record of type
metadata for each document: the archives stay as they are. With --emit cdxj, lines
of CDXJ are copied from --cdxj, and those of the documents get a key for each
scheme, such as "fpcheck:sm1". Nothing else of a line is changed, but a classic CDX
index has no place for a key, and is refused.

With --input jsonl or parquet, each line or row of a file is a document, by its
--text-field: <fingerprint>  <path>#<id>. Several text fields have a line end
between them; of members of one name the last counts; a dot in a name is written
\. in a field. --media is that of the fields: a string is UTF-8, and plain text
if not given. --json gives the id exactly, as it was written, and line or row.

A file or record that gives no fingerprint is reported on standard error, the others go on,
and the exit code is 2.`,
		Example: `  fpcheck fingerprint report.html letters/
  curl -s https://example.org/ | fpcheck fingerprint
  fpcheck fingerprint --scheme sm1,mh1 --bits 4 letters/
  fpcheck fingerprint --stages report.html
  fpcheck fingerprint --json --report crawl.warc.gz
  fpcheck fingerprint --emit warc --output crawl.fpcheck.warc.gz crawl.warc.gz
  fpcheck fingerprint --emit cdxj --cdxj index.cdxj --output new.cdxj crawl.warc.gz
  fpcheck fingerprint --input jsonl --id-field id corpus.jsonl.zst`,
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.check(c.Flags()); err != nil {
				return err
			}
			if c.Flags().Changed("bits") && !slices.Contains([]int{8, 4, 2, 1}, f.bits) {
				return usageError{fmt.Errorf("--bits %d: expected 8, 4, 2 or 1", f.bits)}
			}
			if err := f.checkEmission(args); err != nil {
				return usageError{err}
			}
			return a.fingerprint(&f, args)
		},
	}
	f.addFlags(c, "`ids` of the schemes, with commas between; "+defaultScheme+" if none is named")
	c.Flags().IntVar(&f.bits, "bits", 0, "keep so many `bits` a slot of a MinHash: 8 (all), 4, 2 or 1")
	c.Flags().BoolVar(&f.json, "json", false, "print an object a line; a path that is not UTF-8 is exact in path_base64")
	c.Flags().BoolVar(&f.stages, "stages", false, "print what each stage made of the text, too")
	c.Flags().BoolVar(&f.archive.report, "report", false, "with --json, print what became of the records of each web archive, after them")
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
	documents := func(take func(*document)) error {
		return a.readDocuments(args, &f.readFlags, pipeline.Options{Schemes: schemes, Stages: f.stages, Bits: f.bits}, take)
	}
	switch f.emit.form {
	case emitWARC:
		return a.emitWARC(&f.emit, documents)
	case emitCDXJ:
		return a.emitCDXJ(&f.emit, documents)
	}
	return documents(func(d *document) { a.printDocument(d, f) })
}

func (a *app) printDocument(d *document, f *fingerprintFlags) {
	if f.json {
		for _, r := range jsonResults(d) {
			a.out.writeJSON(r, d.fields())
		}
	} else {
		for _, r := range d.results() {
			a.printResult(d.name(), r)
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

func (a *app) printResult(path string, r pipeline.Result) {
	switch {
	case r.Err == nil:
		a.out.line("%s", checksumLine(r.Fingerprint.String(), path))
	case r.Stages != nil: // to see where the words have gone
		a.out.line("%s", checksumLine("(no fingerprint)", path))
	}
	if r.Stages != nil {
		writeStages(a.out, r.Scheme, r.Stages)
	}
}
