package passages

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	"github.com/lsh-interop/fpcheck/internal/engine/repeats"
	"github.com/lsh-interop/fpcheck/internal/kernel/passage"
	"github.com/lsh-interop/fpcheck/internal/store/library"
)

// indexFlags say where documents are kept for later runs.
type indexFlags struct {
	index   string
	changed func(flag string) bool
}

func (f *indexFlags) addFlags(c *cobra.Command) {
	c.Flags().StringVar(&f.index, "index", "", "add the documents to this `directory`")
}

func (f *indexFlags) check(r *repeatedFlags, flags *pflag.FlagSet) error {
	switch f.changed = flags.Changed; {
	case f.changed("index") && f.index == "":
		return cli.Usage(errors.New("--index: none given: expected a directory"))
	case f.index != "" && r.cut != "":
		return cli.Usage(errors.New("--index, --cut: expected one of them"))
	}
	f.own(&r.ReadFlags)
	return nil
}

// own leaves the index out of the documents.
func (f *indexFlags) own(r *documents.ReadFlags) {
	if f.index != "" {
		r.Own = documents.OwnFiles{f.index}
	}
}

// inIndex are documents that are kept in an index. Without a writer, all of it is read.
type inIndex struct {
	*library.Library
	writer *library.Writer
}

// openIndex opens the index, to add documents if there are some.
func (c *corpus) openIndex(args []string) error {
	var in inIndex
	var err error
	if len(args) == 0 {
		in.Library, err = library.Open(c.index)
		if errors.Is(err, fs.ErrNotExist) {
			err = errors.New("there is no index of passages: expected one, or documents to make it of")
		}
	} else {
		settings := library.Settings{Words: c.words, Profile: c.Profile, Rules: repeats.Revision()}
		if in.writer, err = library.Update(c.index, settings); err == nil {
			in.Library = &in.writer.Library
		}
	}
	if err == nil {
		if err = c.agree(in.Settings); err == nil {
			c.places = in
			return nil
		}
		in.close()
	}
	return fmt.Errorf("%s: %w", cli.Display(c.index), cli.UnwrapPath(err))
}

// agree returns an error if the flags do not suit the index.
func (c *corpus) agree(s library.Settings) error {
	switch {
	case s.Rules != repeats.Revision() || s.Words < 2 || s.Words > passage.MaxWords:
		return errors.New("was made by other rules of passages: expected a new index, or the fpcheck that made it")
	case c.changed("words") && c.words != s.Words:
		return fmt.Errorf("has passages of %d words: expected --words %d, or a new index", s.Words, s.Words)
	case c.changed("profile") && c.Profile != s.Profile:
		return fmt.Errorf("has texts of the profile %s: expected --profile %s, or a new index", s.Profile, s.Profile)
	}
	c.words, c.Profile = s.Words, s.Profile
	return c.ProfileFlag.Check()
}

func (in inIndex) add(_ *corpus, name string, d *documents.Document, text *repeats.Prepared) error {
	if text == nil {
		return nil // it may have one in the next run
	}
	kept := library.Document{Name: name, Weight: text.Weight, Short: text.Short, Lost: d.Found.Lost}
	return in.writer.Add(kept, text.Text, text.Keys)
}

func (in inIndex) texts() repeats.Texts { return in.Library }

func (in inIndex) finish(c *corpus) (from int, err error) {
	if in.writer == nil {
		return 0, nil
	}
	from = in.Len()
	added, err := in.writer.Write(c.a.Ctx)
	if changed := (*library.ChangedError)(nil); errors.As(err, &changed) {
		return 0, fmt.Errorf("%s: %w", cli.Display(changed.Name), err)
	}
	if err != nil {
		return 0, documents.WithoutSpace(err)
	}
	c.numbers = make([]int32, len(c.status))
	for i, is := range c.status {
		c.numbers[i] = library.Known
		if is < known {
			if c.numbers[i], added = added[0], added[1:]; c.numbers[i] == library.Known {
				c.status[i] = known
			}
		}
	}
	return from, nil
}

func (in inIndex) named(_ *corpus, number int) (string, error) {
	d, err := in.Document(number)
	if err != nil {
		return "", err
	}
	return d.Name, nil
}

func (in inIndex) keep(c *corpus) error {
	if in.writer == nil {
		return nil
	}
	if c.a.Out.Flush(); c.a.Out.Broken() {
		c.a.Out.Note(fmt.Sprintf("fpcheck: %s: nothing was added, as not all rows were printed", cli.Display(c.index)))
		return nil
	}
	if err := in.writer.Commit(); err != nil {
		return fmt.Errorf("%s: %w", cli.Display(c.index), err)
	}
	if !c.Quiet {
		added := 0
		for _, n := range c.numbers {
			if n != library.Known {
				added++
			}
		}
		c.a.Out.Note(fmt.Sprintf("fpcheck: %s: %s added, %d in the index", cli.Display(c.index),
			cli.Count(added, "document"), in.Len()))
	}
	return nil
}

func (in inIndex) close() {
	switch {
	case in.writer != nil:
		in.writer.Close()
	case in.Library != nil:
		in.Library.Close()
	}
}

// An entry is a document that is printed.
type entry struct {
	number int // among the texts, -1 if it is not there
	status status
	lost   []string
	name   string
}

// entries returns the number of documents that are printed.
func (c *corpus) entries() int {
	if in, ok := c.places.(inIndex); ok && in.writer == nil {
		return in.Len()
	}
	return len(c.status)
}

// number returns the number of an entry among the texts.
func (c *corpus) number(entry int) int {
	if c.numbers != nil {
		return int(c.numbers[entry])
	}
	return entry
}

func (c *corpus) entry(i int) (e entry, err error) {
	if in, ok := c.places.(inIndex); ok && in.writer == nil {
		d, err := in.Document(i)
		if err != nil {
			return e, err
		}
		e = entry{i, compared, d.Lost, d.Name}
		if d.Short {
			e.status = tooShort
		}
		return e, nil
	}
	e = entry{number: c.number(i), status: c.status[i], lost: c.lost[i]}
	e.name, err = c.nameRead(i)
	return e, err
}

// counts returns the number of entries of each status, and of those that were not read wholly.
func (c *corpus) counts() (of [failed + 1]int, partial int) {
	if in, ok := c.places.(inIndex); ok && in.writer == nil {
		of[tooShort] = in.Short()
		return of, in.Partial()
	}
	for _, s := range c.status {
		of[s]++
	}
	return of, len(c.lost)
}
