package documents

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/engine/dataset"
	"github.com/lsh-interop/fpcheck/internal/store/compressed"
)

// A Source is a file that documents are read from, and that can be written again without some of them.
type Source struct {
	Path string
	Name string // of the copy: the base name of an argument, and the path below it
	Mode fs.FileMode
	Link bool   // it is a symbolic link
	form string // of a data set; "" if the file is a document
	// First is the number of the source that is the same file by an earlier path, or -1.
	First int
	// Stale says that the file describes the bytes of a data set. A copy of it would be wrong.
	Stale   bool
	stamp   stamp
	parquet bool // it is a Parquet file, if only one of metadata
}

// IsDataSet reports whether the documents are the records of s.
func (s *Source) IsDataSet() bool { return s.form != "" }

// errSources ends errors about what cannot be written again.
var errSources = errors.New("expected --removed or --csv, which say what to remove from it")

// Survey finds the files of a corpus, in the order in which [Read] reads them, before it does. It
// refuses what cannot be written again.
func (f *ReadFlags) Survey(a *cli.App, args, against []string) ([]Source, error) {
	v := &survey{ReadFlags: f, a: a, known: make(map[string]int), bases: make(map[string]string)}
	v.kinds = append(v.kinds, Collections(a, f, NewArchives(a, f, false))...)
	for in := range v.places.Once(f.Own.Apart(Files(against, f.Own.ReadDir, f.Excludes))) {
		v.known[in.Path] = -1
	}
	args, err := Inputs(a, args)
	if err != nil {
		return nil, err
	}
	for _, arg := range args {
		if err := v.argument(arg); err != nil {
			return nil, err
		}
	}
	v.findStale()
	return v.sources, nil
}

// survey finds the files of a corpus.
type survey struct {
	*ReadFlags
	a       *cli.App
	kinds   []Collection
	places  Places
	known   map[string]int    // by path, the number of the source; -1 of a reference
	bases   map[string]string // by base name, the argument
	sources []Source
}

// argument adds the files of an argument.
func (v *survey) argument(arg string) error {
	if arg == "-" {
		return fmt.Errorf("standard input cannot be written again: %w", errSources)
	}
	base := path.Base(filepath.ToSlash(arg))
	if base == "." || base == ".." || base == "/" {
		whole, err := filepath.Abs(arg)
		if err != nil {
			return err
		}
		if base = filepath.Base(whole); base == string(filepath.Separator) {
			return fmt.Errorf("%s: has no name: expected a directory that has one", cli.Display(arg))
		}
	}
	if other, ok := v.bases[base]; ok {
		return fmt.Errorf("%s and %s would both be written as %s: expected arguments with different names",
			cli.Display(other), cli.Display(arg), cli.Display(base))
	}
	v.bases[base] = arg
	prefix := strings.TrimSuffix(arg, "/") + "/"
	for in := range v.places.Once(v.Own.Apart(Files([]string{arg}, v.Own.ReadDir, v.Excludes))) {
		if err := v.a.Ctx.Err(); err != nil {
			return err
		}
		name := base
		if in.Path != arg {
			name = base + "/" + strings.TrimPrefix(in.Path, prefix)
		}
		if err := v.add(in, name); err != nil {
			hint := ""
			if !in.Given {
				hint = " (--exclude leaves it out)"
			}
			return fmt.Errorf("%s: %w%s", cli.Display(in.Path), cli.UnwrapPath(err), hint)
		}
	}
	return nil
}

// add adds a file.
func (v *survey) add(in Input, name string) error {
	s := Source{Path: in.Path, Name: name, First: -1}
	same := (*SameFileError)(nil)
	if errors.As(in.Err, &same) {
		s.First = v.known[same.Path]
	} else if in.Err != nil {
		return in.Err
	}
	if in.Given && cli.IsDescriptor(in.Path) {
		return fmt.Errorf("is no file on disk: %w", errSources)
	}
	file, err := cli.OpenRegular(in.Path)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	link, err := os.Lstat(in.Path)
	if err != nil {
		return err
	}
	s.Mode, s.Link, s.stamp = info.Mode().Perm(), link.Mode()&fs.ModeSymlink != 0, stampOf(in.Path)
	if err := v.recognise(&s, in, &OpenFile{Reader: file, File: file, Regular: true}); err != nil {
		return err
	}
	if same != nil && s.First < 0 { // a reference: its records were not read as those of the corpus
		s.form = ""
	}
	v.known[in.Path] = len(v.sources)
	v.sources = append(v.sources, s)
	return nil
}

// recognise finds whether a file is a data set or a document.
func (v *survey) recognise(s *Source, in Input, file *OpenFile) error {
	head, err := file.Telling(in.Path)
	if err != nil {
		return err
	}
	s.parquet = isParquet(head)
	if in.Given {
		for _, k := range v.Recorded.Kinds {
			if k.Holds(head, in.Path) {
				return fmt.Errorf("it has fingerprints, and not the documents: %w", errSources)
			}
		}
	}
	limits := extract.Limits{Size: v.MaxSize, Time: v.timeout}
	packages := PackagesAmong(v.kinds)
	for _, k := range v.kinds {
		if !k.Holds(head, in.Path) || k == Collection(packages) && packages.IsDocument(v.a.Ctx, in, nil, head, limits) {
			continue
		}
		if _, ok := k.(DataSet); !ok {
			return fmt.Errorf("an archive or a mailbox cannot be written again: %w", errSources)
		}
		form := v.input
		if form == "" {
			form = recognise(head, in.Path, v.fieldsOf(in.Path))
		}
		if form == arrow {
			return fmt.Errorf("a file of Arrow cannot be written: %w", errSources)
		}
		if packed := compressed.Find(head); form != parquet && packed != nil && !packed.CanWrite() {
			return fmt.Errorf("compressed by %s, which cannot be written: %w", packed.Name, errSources)
		}
		s.form = form
		return nil
	}
	return nil
}

// findStale finds the files beside data sets that describe their bytes. Hadoop writes checksums. Spark
// writes the places of the row groups of all files to one file.
func (v *survey) findStale() {
	for i := range v.sources {
		s := &v.sources[i]
		dir, base := path.Split(s.Path)
		if of, ok := strings.CutSuffix(base, ".crc"); ok && strings.HasPrefix(of, ".") {
			number, known := v.known[dir+of[1:]]
			s.Stale = known && number >= 0 && v.sources[number].IsDataSet()
		}
		s.Stale = s.Stale || base == "_metadata" && s.parquet && !s.IsDataSet()
	}
}

// ErrTouched says that a file is not as it was.
var ErrTouched = errors.New("it has changed since it was read: run the command again")

// Check returns an error if the file is not as it was when it was found.
func (s *Source) Check() error {
	now := stampOf(s.Path)
	if now.changed = s.stamp.changed; now != s.stamp { // a link to it, which --output makes, changes that time
		return ErrTouched
	}
	return nil
}

// Modified returns when the file was modified.
func (s *Source) Modified() time.Time { return time.Unix(0, s.stamp.modified) }

// Copy copies a file.
func (s *Source) Copy(a *cli.App, w io.Writer) error {
	return s.open(a, func(r *interruptible) error {
		_, err := io.Copy(w, r)
		return err
	})
}

// Filter copies a data set without the records whose numbers are in removed, in ascending order.
func (s *Source) Filter(a *cli.App, limits extract.Limits, w io.Writer, removed []int64) error {
	limits.Time = 0 // it is one of a document
	return s.open(a, func(r *interruptible) error {
		switch s.form {
		case parquet:
			return dataset.FilterParquet(w, r, s.stamp.size, removed, limits)
		case jsonArray:
			return dataset.FilterArray(w, r, removed, limits)
		case csvForm, tsvForm:
			return dataset.FilterCSV(w, r, comma(s.form), removed, limits)
		}
		return dataset.FilterLines(w, r, removed, limits)
	})
}

// open opens a file for read, and finds whether it is as it was before and after.
func (s *Source) open(a *cli.App, read func(*interruptible) error) error {
	if err := s.Check(); err != nil {
		return err
	}
	file, err := os.Open(s.Path)
	if err != nil {
		return err
	}
	defer file.Close()
	err = read(&interruptible{a.Ctx, file})
	if touched := s.Check(); touched != nil {
		return touched
	}
	return err
}

// interruptible is a file whose reads fail once a run is interrupted.
type interruptible struct {
	ctx  context.Context
	file *os.File
}

func (i *interruptible) Read(p []byte) (int, error) {
	if err := i.ctx.Err(); err != nil {
		return 0, err
	}
	return i.file.Read(p)
}

func (i *interruptible) ReadAt(p []byte, at int64) (int, error) {
	if err := i.ctx.Err(); err != nil {
		return 0, err
	}
	return i.file.ReadAt(p, at)
}
