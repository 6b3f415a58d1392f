package near

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	"github.com/lsh-interop/fpcheck/internal/store/durable"
)

// outputFlags say where the kept documents are written.
type outputFlags struct {
	output string
	dryRun bool
}

func (f *outputFlags) addFlags(c *cobra.Command) {
	c.Flags().StringVar(&f.output, "output", "", "write the kept documents to this `directory`")
	c.Flags().BoolVar(&f.dryRun, "dry-run", false, "with --output, print what it would write")
}

func (f *outputFlags) check(flags *pflag.FlagSet) error {
	if flags.Changed("output") {
		if f.output == "" {
			return cli.Usage(errors.New("--output: expected the name of a directory"))
		}
		f.output = filepath.Clean(f.output)
		if base := filepath.Base(f.output); base == "." || base == ".." || base == string(filepath.Separator) {
			return cli.Usage(fmt.Errorf("--output %s: expected the name of a new directory", cli.Display(f.output)))
		}
	} else if f.dryRun {
		return cli.Usage(errors.New("--dry-run: expected --output too"))
	}
	return nil
}

// part is the directory that gets the name of the output when all is written.
func (f *outputFlags) part() string { return f.output + ".fpcheck-part" }

// own are the names that are no documents.
func (f *outputFlags) own() documents.OwnFiles {
	if f.output == "" {
		return nil
	}
	return documents.OwnFiles{f.output, f.part(), f.part() + cli.LockName}
}

// output writes the kept documents.
type output struct {
	*dedupeFlags
	a       *cli.App
	sources []documents.Source
	unlock  func()
	begun   bool            // the part is of this run
	made    map[string]bool // directories
	written written
}

// openOutput finds what the arguments name, and makes an empty directory for what is written. It
// removes what a run that was killed has left. Nothing else is removed.
func openOutput(a *cli.App, f *dedupeFlags, args []string) (*output, error) {
	o := &output{dedupeFlags: f, a: a, made: make(map[string]bool)}
	var err error
	if !f.dryRun {
		if err = o.begin(); err != nil {
			err = fmt.Errorf("%s: %w", cli.Display(f.output), cli.UnwrapPath(err))
		}
	}
	if err == nil {
		o.sources, err = f.Survey(a, args, f.against)
	}
	if err != nil {
		o.close()
		return nil, err
	}
	return o, nil
}

// begin makes the directory.
func (o *output) begin() error {
	// A run that was killed leaves its lock beside its part. Without one, the directory is not ours.
	_, noLock := os.Lstat(o.part() + cli.LockName)
	unlock, err := durable.Lock(o.part() + cli.LockName)
	if err != nil {
		return err
	}
	o.unlock = unlock
	if _, err := os.Lstat(o.part()); err == nil && noLock != nil {
		return fmt.Errorf("%s is in the way, and no run has left it: expected another name", cli.Display(o.part()))
	}
	info, err := os.Lstat(o.output)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case !info.IsDir():
		return errors.New("is not a directory: expected a new name, or an empty directory")
	default:
		// A mount point can be neither removed nor replaced. It is better to find out before the run.
		if err := os.Remove(o.output); err != nil {
			return fmt.Errorf("%w: expected a new name, or an empty directory", cli.UnwrapPath(err))
		}
		if err := os.Mkdir(o.output, info.Mode().Perm()); err != nil {
			return err
		}
	}
	if err := os.RemoveAll(o.part()); err != nil {
		return err
	}
	o.begun = true
	return os.Mkdir(o.part(), 0o777)
}

// close removes what is left of a run that did not come to its end.
func (o *output) close() {
	if o.unlock != nil {
		if o.begun {
			os.RemoveAll(o.part())
		}
		o.unlock()
	}
}

// written counts what was written.
type written struct {
	dataSets, records, kept int
	files                   int // that are no data sets
	linked, copied, stale   int
}

// A share is what is decided about the documents of a file.
type share struct {
	records int     // of a data set, that were found
	removed []int64 // their numbers, in ascending order
	remove  bool    // the file
}

// write writes the kept documents, and returns a line about them.
func (o *output) write(l *ledger) ([]string, error) {
	if o == nil {
		return nil, nil
	}
	tell, told := o.a.WatchParts(o.Quiet, "written", "file")
	defer told()
	sizes, next := l.sizes(), 0
	for next < l.entries.n && l.entries.at(next).reference {
		next++
	}
	for i := range o.sources {
		if err := o.a.Ctx.Err(); err != nil {
			return nil, err
		}
		s := &o.sources[i]
		var found share
		for ; next < l.entries.n && l.files[l.entries.at(next).file] == s.Path; next++ {
			e, d := l.entries.at(next), l.decide(next, sizes)
			switch {
			case s.IsDataSet() && e.row > 0:
				if found.records++; d.remove {
					found.removed = append(found.removed, e.row)
				}
			case d.remove && e.kind == ofFile && !s.IsDataSet():
				found.remove = true
			case d.remove:
				return nil, fmt.Errorf("%s: is in a document, and cannot be removed from it: expected --removed or --csv",
					cli.Display(l.name(next)))
			}
		}
		if err := o.source(s, &found); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", cli.Display(o.output), cli.Display(s.Path), cli.UnwrapPath(err))
		}
		if tell != nil {
			tell(i+1, len(o.sources))
		}
	}
	for next < l.entries.n && l.entries.at(next).reference { // of an index
		next++
	}
	if next < l.entries.n {
		return nil, fmt.Errorf("%s: %w", cli.Display(l.name(next)), documents.ErrTouched)
	}
	if !o.dryRun {
		if err := o.finish(); err != nil {
			return nil, fmt.Errorf("%s: %w", cli.Display(o.output), cli.UnwrapPath(err))
		}
	}
	told()
	return []string{o.summary()}, nil
}

// source writes a file, or says what it would write.
func (o *output) source(s *documents.Source, found *share) error {
	w, name := &o.written, cli.Display(s.Path)
	same := (*documents.Source)(nil) // the copy of it is the same file, too
	if s.First >= 0 && o.sources[s.First].IsDataSet() {
		same = &o.sources[s.First]
	}
	line := "keep " + name
	switch {
	case s.Stale:
		w.stale++
		line = "leave out " + name
	case found.remove:
		line = "remove " + name
	case same != nil:
		w.files++
		line += ": the same file as " + cli.Display(same.Path)
	case s.IsDataSet():
		w.dataSets++
		w.records += found.records
		w.kept += found.records - len(found.removed)
		line += fmt.Sprintf(": %d of %s", found.records-len(found.removed), cli.Count(found.records, "record"))
	default:
		w.files++
	}
	if o.dryRun {
		o.a.Out.Line("%s", line)
		return nil
	}
	if s.Stale || found.remove {
		return s.Check()
	}
	to := filepath.Join(o.part(), filepath.FromSlash(s.Name))
	if err := o.makeDirectory(filepath.Dir(to)); err != nil {
		return err
	}
	switch {
	case len(found.removed) > 0:
		return o.file(s, to, func(w io.Writer) error { return s.Filter(o.a, o.Limits(), w, found.removed) })
	case same != nil:
		from := filepath.Join(o.part(), filepath.FromSlash(same.Name))
		if os.Link(from, to) == nil {
			w.linked++
			return nil
		}
		w.copied++
		return o.file(s, to, func(w io.Writer) error { return copyFile(w, from) })
	case !s.Link && os.Link(s.Path, to) == nil:
		w.linked++
		return s.Check()
	}
	w.copied++
	if err := o.file(s, to, func(w io.Writer) error { return s.Copy(o.a, w) }); err != nil {
		return err
	}
	return os.Chtimes(to, s.Modified(), s.Modified())
}

func copyFile(w io.Writer, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(w, f)
	return err
}

// file writes a file to the disk, with the permissions of its source.
func (o *output) file(s *documents.Source, to string, write func(io.Writer) error) error {
	f, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	if err := durable.Write(f, func() (fs.FileInfo, error) { return os.Stat(s.Path) }, write); err != nil {
		f.Close()
		return err
	}
	return nil
}

// makeDirectory makes a directory below the part, and those above it.
func (o *output) makeDirectory(name string) error {
	if o.made[name] || name == o.part() {
		return nil
	}
	if err := o.makeDirectory(filepath.Dir(name)); err != nil {
		return err
	}
	o.made[name] = true
	return os.Mkdir(name, 0o777)
}

// finish has all names on the disk, and gives the directory its name.
func (o *output) finish() error {
	if err := o.a.Ctx.Err(); err != nil {
		return err
	}
	o.made[o.part()] = true
	for name := range o.made {
		if err := durable.SyncDirectory(name); err != nil {
			return err
		}
	}
	if info, err := os.Stat(o.output); err == nil {
		if err := cmp.Or(os.Chmod(o.part(), info.Mode().Perm()), os.Remove(o.output)); err != nil {
			return err
		}
	}
	if err := os.Rename(o.part(), o.output); err != nil {
		return err
	}
	return durable.SyncDirectory(filepath.Dir(o.output))
}

// summary says what was written.
func (o *output) summary() string {
	w := &o.written
	line := "wrote "
	if o.dryRun {
		line = "would write "
	}
	line += cli.Display(o.output) + ": "
	if w.files > 0 || w.dataSets == 0 {
		line += cli.Count(w.files, "file")
	}
	if w.files > 0 && w.dataSets > 0 {
		line += ", and "
	}
	if w.dataSets > 0 {
		line += fmt.Sprintf("%d of %s in %s", w.kept, cli.Count(w.records, "record"), cli.Count(w.dataSets, "data set"))
	}
	if w.copied > 0 {
		line += fmt.Sprintf("; %d copied, %d linked", w.copied, w.linked)
	}
	if w.stale > 0 {
		line += "; left out " + cli.Count(w.stale, "file") + " that describe data sets byte by byte"
	}
	return line
}
