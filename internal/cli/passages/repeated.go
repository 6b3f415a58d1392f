package passages

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	"github.com/lsh-interop/fpcheck/internal/engine/pipeline"
	"github.com/lsh-interop/fpcheck/internal/engine/repeats"
	"github.com/lsh-interop/fpcheck/internal/kernel/passage"
	"github.com/lsh-interop/fpcheck/internal/store/scratch"
)

// defaultWords is the length of the shortest passage that is found unless the user says another.
const defaultWords = 16

// repeatedFlags are the flags of the command passages.
type repeatedFlags struct {
	documents.ReadFlags
	words                   int
	json, csv, text, groups bool
	frequency               int
	cutFlags
	report, html string // report is html=FILE, html is FILE
	parquet      string
	indexFlags
}

// Command returns the command passages.
func Command(a *cli.App) *cobra.Command {
	f := repeatedFlags{ReadFlags: documents.ReadFlags{Yield: "text"}}
	c := &cobra.Command{
		Use:   "passages [PATH... | -]",
		Short: "Find passages that documents share",
		Long: `Find every passage of 16 words or more that stands in several documents. These
are files, and records of web archives and data sets. Numbers count. Case,
punctuation and line ends do not. Each line names a document, the bytes of its
text, and the first document with the passage.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.check(c.Flags()); err != nil {
				return err
			}
			return findRepeated(a, &f, args)
		},
	}
	f.AddFlags(c, "")
	c.Flags().IntVar(&f.words, "words", defaultWords, "minimum `length` in words, 2 to 32")
	c.Flags().BoolVar(&f.groups, "groups", false, "print each passage once, the most frequent first")
	c.Flags().IntVar(&f.frequency, "min-documents", 2, "with --groups, minimum of documents")
	c.Flags().BoolVar(&f.text, "text", false, "print the text of passages, too")
	c.Flags().BoolVar(&f.json, "json", false, "print a JSON object for each document or group")
	c.Flags().BoolVar(&f.csv, "csv", false, "print a CSV row for each passage")
	c.Flags().StringVar(&f.parquet, "parquet", "", "also write a Parquet `file`, a row per passage")
	c.Flags().StringVar(&f.report, "report", "", "also write an HTML page, as html=`file`")
	f.cutFlags.addFlags(c)
	f.indexFlags.addFlags(c)
	cli.Seldom(c, "least", "margin", "media-filter", "profile", "record-type", "status", "timeout", "max-size")
	return c
}

func (f *repeatedFlags) check(flags *pflag.FlagSet) error {
	if err := f.Check(flags); err != nil {
		return err
	}
	switch {
	case f.words < 2 || f.words > passage.MaxWords:
		return cli.Usage(fmt.Errorf("--words %d: expected 2 to %d", f.words, passage.MaxWords))
	case flags.Changed("min-documents") && !f.groups:
		return cli.Usage(errors.New("--min-documents: expected --groups too"))
	case f.frequency < 2:
		return cli.Usage(fmt.Errorf("--min-documents %d: expected 2 or more", f.frequency))
	case f.groups && f.cut != "":
		return cli.Usage(errors.New("--groups, --cut: expected one of them"))
	case f.json && f.csv:
		return cli.Usage(errors.New("--json, --csv: expected one of them"))
	case f.groups && f.parquet != "":
		return cli.Usage(errors.New("--groups, --parquet: expected one of them"))
	case flags.Changed("parquet") && f.parquet == "":
		return cli.Usage(errors.New("--parquet: none given: expected the file to write"))
	}
	if flags.Changed("report") {
		var ok bool
		if f.html, ok = strings.CutPrefix(f.report, "html="); !ok || f.html == "" || f.groups {
			return cli.Usage(fmt.Errorf("--report %q: expected html=FILE, without --groups", f.report))
		}
	}
	return cmp.Or(f.cutFlags.check(flags), f.indexFlags.check(f, flags))
}

// A corpus is the documents in which passages are found.
type corpus struct {
	*repeatedFlags
	a        *cli.App
	preparer *repeats.Preparer
	finder   *repeats.Finder
	places   // where documents are kept
	names    *scratch.Texts
	status   []status         // of each document that was read
	numbers  []int32          // of these in an index; nil: the numbers of the status
	lost     map[int][]string // by document: the parts that were not read

	weights             []int64 // of the texts, with --cut; 0 if there is none
	documents, passages int     // documents with passages, and passages
	cutter              *cutter
	longest             *report
}

// places keep documents for a Finder.
type places interface {
	add(c *corpus, name string, d *documents.Document, text *repeats.Prepared) error
	texts() repeats.Texts
	// finish is called before passages are found. It returns the number of the first text whose rows are found.
	finish(c *corpus) (from int, err error)
	// named returns the name of a document by its number among the texts.
	named(c *corpus, number int) (string, error)
	// keep is called after all was printed.
	keep(c *corpus) error
	close()
}

// A status is what became of a document.
type status uint8

const (
	compared status = iota
	tooShort
	known    // to the index
	sameFile // as another
	noText
	notUTF8
	failed
)

func findRepeated(a *cli.App, f *repeatedFlags, args []string) (err error) {
	defer documents.EndCommands(a, &f.ResourceFlags)
	f.EachOnce, f.Places = true, new(documents.Places)
	written := []documents.Written{{Flag: "--parquet", Name: f.parquet}, {Flag: "--output", Name: f.output},
		{Flag: "--report", Name: f.html}, {Flag: "--index", Name: f.index, Read: true}}
	if err := documents.Writable(written, args); err != nil {
		return err
	}
	if f.index != "" && slices.ContainsFunc(args, func(arg string) bool { return documents.SameFile(arg, f.index) }) {
		return cli.Usage(fmt.Errorf("--index %s: is read: expected another name", cli.Display(f.index)))
	}
	c := &corpus{repeatedFlags: f, a: a, lost: make(map[int][]string)}
	if err := c.open(args); err != nil {
		return err
	}
	defer c.close()
	if c.names, err = scratch.NewTexts(); err != nil {
		return documents.WithoutSpace(err)
	}
	defer c.names.Close()
	if f.html != "" {
		c.longest = new(report)
	}
	c.preparer = repeats.NewPreparer(f.words)
	if f.index == "" || len(args) > 0 {
		if err := c.read(args); err != nil {
			return err
		}
	}
	documents.BoundGarbage()
	from, err := c.finish(c)
	if err != nil {
		return err
	}
	c.finder = repeats.New(f.words, c.texts(), from)
	defer c.finder.Close()
	if f.groups {
		c.finder.Group()
	}
	if f.cut == cutAll {
		c.finder.Own()
	}
	tell, done := a.WatchParts(f.Quiet, "compared", "document")
	defer done()
	if err := c.finder.Find(a.Ctx, f.Workers, tell); err != nil {
		return documents.WithoutSpace(err)
	}
	done()
	if err := c.print(); err != nil {
		return err
	}
	return c.keep(c)
}

// open opens the places of the documents.
func (c *corpus) open(args []string) (err error) {
	if c.index != "" {
		return c.openIndex(args)
	}
	texts, err := repeats.NewTemporary()
	c.places = &temporary{texts}
	return documents.WithoutSpace(err)
}

// temporary are documents that are kept until the end of the run.
type temporary struct{ all *repeats.Temporary }

func (t *temporary) add(_ *corpus, _ string, _ *documents.Document, text *repeats.Prepared) error {
	return t.all.Add(text)
}
func (t *temporary) texts() repeats.Texts { return t.all }
func (t *temporary) finish(*corpus) (from int, err error) {
	return 0, documents.WithoutSpace(t.all.Flush())
}
func (t *temporary) named(c *corpus, n int) (string, error) { return c.nameRead(n) }
func (t *temporary) keep(*corpus) error                     { return nil }
func (t *temporary) close()                                 { t.all.Close() }

// read reads the documents.
func (c *corpus) read(args []string) error {
	o := pipeline.Options{Embedded: true, Readable: true, Passages: func(items *passage.Items, text []byte) any {
		return c.preparer.Prepare(items, text)
	}}
	for d, err := range documents.Read(c.a, args, &c.ReadFlags, o) {
		if err != nil {
			return err
		}
		var text *repeats.Prepared
		is := failed
		if documents.Complain(c.a, d) && d.Found != nil {
			text, _ = d.Found.Passages.(*repeats.Prepared)
		}
		switch {
		case text == nil && errors.Is(d.Err, extract.ErrNoText):
			is = noText
		case d.SameFile() != nil:
			is = sameFile
		case d.IsNotUTF8():
			is = notUTF8
		case text == nil:
		case text.Short:
			is = tooShort
		default:
			is = compared
		}
		if d.Found != nil && len(d.Found.Lost) > 0 {
			c.lost[len(c.status)] = d.Found.Lost
		}
		c.status = append(c.status, is)
		if c.cut != "" {
			weight := int64(0)
			if text != nil {
				weight = text.Weight
			}
			c.weights = append(c.weights, weight)
		}
		name := d.Name()
		if err := errors.Join(c.names.Add([]byte(name)), c.add(c, name, d, text)); err != nil {
			return documents.WithoutSpace(err)
		}
	}
	return documents.WithoutSpace(c.names.Flush())
}

// nameRead returns the name of a document by its number among those that were read.
func (c *corpus) nameRead(document int) (string, error) {
	name, err := c.names.Read(document, nil)
	return string(name), err
}

// name returns the name of a document by its number among the texts.
func (c *corpus) name(number int) (string, error) { return c.named(c, number) }

// print prints what was found.
func (c *corpus) print() error {
	var err error
	switch {
	case c.groups:
		err = c.printGroups()
	default:
		err = c.writeCut(func() error {
			if c.parquet == "" {
				return c.printRows(nil)
			}
			return cli.WriteFile(c.parquet, func(w io.Writer) error { return c.printRows(newParquet(w)) })
		})
	}
	if err == nil && c.longest != nil {
		err = c.longest.write(c, c.html)
	}
	if err != nil {
		return documents.WithoutSpace(err)
	}
	if !c.Quiet {
		c.a.Out.Note("fpcheck: " + c.summary())
		if c.cutter != nil {
			c.a.Out.Note("fpcheck: " + c.cutter.summary(c.output))
		}
	}
	return nil
}

// summary says how many documents there are of each kind.
func (c *corpus) summary() string {
	counts, partial := c.counts()
	line := fmt.Sprintf("%s in %d of %s", cli.Count(c.passages, "repeated passage"), c.documents,
		cli.Count(c.entries(), "document"))
	if c.groups {
		line = fmt.Sprintf("%s among %s", cli.Count(c.passages, "repeated passage"), cli.Count(c.entries(), "document"))
	}
	for _, kind := range []struct {
		n    int
		what string
	}{
		{counts[tooShort], fmt.Sprintf("too short to compare (fewer than %d words)", c.words)},
		{counts[known], "in the index already"},
		{counts[sameFile], "the same file as another"},
		{counts[noText], "without text"},
		{counts[notUTF8], "not UTF-8"},
		{counts[failed], "not read"},
		{partial, "not read wholly"},
	} {
		if kind.n > 0 {
			line += fmt.Sprintf("; %d %s", kind.n, kind.what)
		}
	}
	return line
}

// printGroups prints each passage once.
func (c *corpus) printGroups() error {
	var all []repeats.Group
	for g, err := range c.finder.Groups() {
		if err != nil {
			return err
		}
		if g.Frequency >= c.frequency {
			all = append(all, g)
		}
	}
	slices.SortStableFunc(all, func(a, b repeats.Group) int { return b.Frequency - a.Frequency })
	c.passages = len(all)
	p := newPrinter(c)
	for _, g := range all {
		if err := p.group(g); err != nil || c.a.Out.Broken() {
			return errors.Join(err, p.end())
		}
	}
	return p.end()
}

// printRows prints the passages of each document, and writes them to a Parquet file if there is one.
func (c *corpus) printRows(file *parquetFile) error {
	p := newPrinter(c)
	next := 0      // of the documents that are not printed yet
	var of []found // passages of the document that is read
	flush := func(last int) error {
		for ; next < c.entries() && (c.cutter != nil || !c.a.Out.Broken()); next++ { // a file is written whole
			if c.number(next) > last && last >= 0 {
				break
			}
			var all []found
			if last >= 0 && c.number(next) == last {
				all = of
			}
			shown := slices.DeleteFunc(slices.Clone(all), func(f found) bool { return f.Holder == f.Row.Text })
			if len(shown) > 0 {
				c.documents++
			}
			if err := errors.Join(p.document(next, shown), c.cutter.document(c, next, all)); err != nil {
				return err
			}
		}
		return nil
	}
	text := -1
	for r, err := range c.finder.Rows() {
		if err != nil {
			return err
		}
		if r.Text != text {
			if text >= 0 {
				if err := flush(text); err != nil {
					return err
				}
			}
			text, of = r.Text, nil
		}
		f, err := c.found(r)
		if err != nil {
			return err
		}
		if of = append(of, f); r.Holder == r.Text {
			continue
		}
		c.passages++
		c.longest.add(r)
		if err := file.add(c, &f); err != nil {
			return err
		}
	}
	if text >= 0 {
		if err := flush(text); err != nil {
			return err
		}
	}
	return errors.Join(flush(-1), p.end(), file.close())
}

// found is a row with what is shown of it.
type found struct {
	repeats.Row
	holder string
	text   []byte // if asked for
}

func (c *corpus) found(r repeats.Row) (f found, err error) {
	f.Row = r
	if f.holder, err = c.name(r.Holder); err == nil && c.text {
		f.text, err = c.finder.Text(r.Text, r.Start, r.End)
	}
	return f, err
}
