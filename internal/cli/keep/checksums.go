package keep

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/archive/validation"
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	"github.com/lsh-interop/fpcheck/internal/cli/keep/fixity"
	"github.com/lsh-interop/fpcheck/internal/cli/keep/outcome"
	"github.com/lsh-interop/fpcheck/internal/kernel/checksum"
	"github.com/lsh-interop/fpcheck/internal/store/extsort"
	"github.com/lsh-interop/fpcheck/manifest"
)

// checksumFlags are the flags about lists of digests that other programs wrote.
type checksumFlags struct{ lists []string }

func (f *checksumFlags) addFlags(c *cobra.Command) {
	c.Flags().StringArrayVar(&f.lists, "checksums", nil, "`list` of digests, as by sha256sum or hashdeep")
}

// check refuses flags that have no meaning beside --checksums.
func (f *checksumFlags) check(flags *pflag.FlagSet, others ...string) error {
	for _, name := range others {
		if len(f.lists) > 0 && flags.Changed(name) {
			return cli.Usage(fmt.Errorf("--checksums: expected no --%s: the lists have no texts", name))
		}
	}
	return nil
}

// files are the names of the lists.
func (f *checksumFlags) files() (names []string) {
	for _, list := range f.lists {
		_, name := splitList(list)
		names = append(names, name)
	}
	return names
}

// splitList returns the algorithm that is given with a list, or nil, and the name of the list.
func splitList(list string) (*checksum.Algorithm, string) {
	if algorithm, name, ok := strings.Cut(list, "="); ok && checksum.Of(algorithm) != nil {
		return checksum.Of(algorithm), name
	}
	return nil, list
}

// read reads the lists about the files of a directory. It calls begin before each list. It calls take for
// each line that cannot be read, and end with the number of the others.
func (f *checksumFlags) read(
	a *cli.App, dir string, begin func(list string) error, take func(list string, w fixity.Wrong) error,
	end func(list string, entries int64) error,
) (*fixity.Lists, error) {
	l := new(fixity.Lists)
	if dir != "" {
		if whole, err := filepath.Abs(dir); err == nil {
			l.Roots = []string{filepath.ToSlash(whole), filepath.ToSlash(documents.Real(dir))}
		}
	}
	for _, list := range f.lists {
		algorithm, name := splitList(list)
		err := func() error {
			file, err := documents.Argument(name).Open(a.Stdin)
			if err != nil {
				return err
			}
			defer file.Close()
			if err := begin(name); err != nil {
				return err
			}
			entries, err := l.Add(cli.Display(name), file, algorithm, func(w fixity.Wrong) error { return take(name, w) })
			if err == nil && entries == 0 {
				err = errors.New("no line has a digest and a path below the directory: expected a list by sha256sum or hashdeep")
			}
			if err != nil {
				return err
			}
			return end(name, entries)
		}()
		if err != nil {
			l.Close()
			return nil, fmt.Errorf("%s: %w", cli.Display(name), cli.UnwrapPath(err))
		}
	}
	if err := l.Join(); err != nil {
		l.Close()
		return nil, err
	}
	return l, nil
}

// directory returns the directory of all lists, which has the files unless an argument names another.
func (f *checksumFlags) directory() (string, error) {
	dir := "."
	for i, name := range f.files() {
		of := filepath.Dir(name)
		if i > 0 && !documents.SameFile(of, dir) {
			return "", cli.Usage(errors.New("--checksums: the lists are in several directories: expected DIR"))
		}
		dir = of
	}
	return dir, nil
}

// verifyChecksums compares a tree with lists of digests.
func (v *findings) verifyChecksums(args []string) error {
	if err := v.f.depth.suit(""); err != nil {
		return err
	}
	f := &v.f.checksumFlags
	var dir string
	if len(args) > 0 {
		dir = args[0]
	} else {
		var err error
		if dir, err = f.directory(); err != nil {
			return err
		}
		v.tree = unnamed{dir: dir, guessed: true}
		if err := v.f.writable(dir); err != nil {
			return err
		}
	}
	at, err := openSite(v.a, dir, v.f.Limits(), v.read)
	if err != nil {
		return err
	}
	defer at.close()
	root := dir
	if at.held != nil {
		root = ""
	}
	var n validation.Counts
	begin := func(list string) error {
		n = validation.Counts{}
		return v.begin(outcome.Subject{Kind: "list of digests", Name: baseName(list), File: true})
	}
	wrong := func(list string, w fixity.Wrong) error {
		n.Add(validation.Error, 1)
		return v.takeLine(list, w)
	}
	end := func(list string, entries int64) error {
		text := fmt.Sprintf("%s of %s", cli.Count(entries, "line"), cli.Display(list))
		if found := outcome.CountFindings(n); found != "" {
			text += ", " + found
		}
		v.validated(n, text)
		return v.finish(n)
	}
	l, err := f.read(v.a, root, begin, wrong, end)
	if err != nil {
		return err
	}
	defer l.Close()
	if err := v.complainOf(at); err != nil {
		return err
	}
	paths, err := l.Paths()
	if err != nil {
		return err
	}
	if at, err = at.about(paths); err != nil {
		return err
	}
	o := v.f.TreeFlags.Options(at.placed(append(v.f.outputs(), f.files()...)))
	o.Read = v.read.Add
	v.read.Expect(at.sizes(o.Skip))
	if err := v.about(manifest.Header{}, at.name); err != nil {
		return err
	}
	matched := false
	err = v.takeAll(v.name, func(yield func(manifest.Result, error) bool) {
		for r, err := range l.Compare(v.a.Ctx, at.tree, o) {
			matched = matched || r.Status == manifest.OK
			if !yield(r, err) {
				return
			}
		}
	})
	if hint := l.Hint(); err == nil && !matched && hint != "" && !v.f.status {
		v.a.Out.Warn(v.name, hint)
	}
	return err
}

// takeLine prints and counts a line of a list that cannot be read.
func (v *findings) takeLine(list string, w fixity.Wrong) error {
	f := outcome.Finding{Severity: validation.Error, Code: "line", Path: baseName(list), What: fmt.Sprintf("line %d: %s", w.Line, cli.OneLine(w.Err.Error()))}
	switch {
	case v.f.status:
	case v.f.json:
		found := jsonUncompared{f.Severity, f.Code, cli.NewJSONPath(list), f.What}
		if err := v.a.Out.WriteJSON(map[string]any{"finding": found}); err != nil {
			return err
		}
	default:
		printFinding(v.a, list, wordOf(f.Severity), f.What)
	}
	return v.find(f)
}

// agreed compares a tree with lists before a manifest is made of it. It returns the SHA-256 of each file
// that has its digest. If anything differs, it reports that and returns nil.
func (f *checksumFlags) agreed(a *cli.App, at site, o manifest.Options) (*extsort.List, error) {
	wrong := 0
	root := at.name
	if at.held != nil {
		root = ""
	}
	none := func(string) error { return nil }
	l, err := f.read(a, root, none, func(list string, w fixity.Wrong) error {
		wrong++
		a.Out.Report(list, fmt.Errorf("line %d: %w", w.Line, w.Err))
		return nil
	}, func(string, int64) error { return nil })
	if err != nil {
		return nil, err
	}
	defer l.Close()
	listed := at.placed(f.files())
	sums := new(extsort.List)
	for r, err := range l.Compare(a.Ctx, at.tree, o) {
		switch {
		case err != nil:
			sums.Close()
			return nil, err
		case r.Status == manifest.OK:
			err = sums.Add(r.Path, r.Found.SHA256.String())
		case r.Status == manifest.New:
			if !listed[r.Path] {
				a.Out.Warn(r.Path, "in no list of digests")
			}
		case r.Err != nil:
			wrong++
			a.Out.Report(r.Path, fmt.Errorf("%s: %w", r.Status, r.Err))
		default:
			wrong++
			a.Out.Report(r.Path, errors.New(r.Status.String()))
		}
		if err != nil {
			sums.Close()
			return nil, err
		}
	}
	if wrong > 0 {
		sums.Close()
		if hint := l.Hint(); hint != "" && sums.Len() == 0 {
			a.Out.Warn(f.files()[0], hint)
		}
		a.Out.Note("fpcheck: " + cli.Display(at.name) + ": " + cli.Count(wrong, "difference") + " from the lists of digests: no manifest was written")
		a.Out.Raise(cli.ExitDifferent)
		return nil, nil
	}
	return sums, nil
}

// asAgreed wraps what takes the files of a manifest: each must have the SHA-256 that it had with its digest.
func asAgreed(sums *extsort.List, take func(manifest.Scanned) error) (_ func(manifest.Scanned) error, stop func()) {
	at := extsort.NewCursor(sums.All())
	return func(s manifest.Scanned) error {
		for at.Err == nil && at.Record != nil && at.Record[0] < s.Path {
			at.Step()
		}
		if at.Err != nil {
			return at.Err
		}
		if at.Record != nil && at.Record[0] == s.Path && at.Record[1] != s.SHA256.String() {
			return fmt.Errorf("%s: changed after its digest was compared: no manifest was written", cli.Display(s.Path))
		}
		return take(s)
	}, func() { at.Stop(); sums.Close() }
}
