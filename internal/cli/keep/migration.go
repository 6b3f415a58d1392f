package keep

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	"github.com/lsh-interop/fpcheck/internal/engine/difference"
	"github.com/lsh-interop/fpcheck/internal/engine/pipeline"
	"github.com/lsh-interop/fpcheck/manifest"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/textdigest"
)

// migrationFlags are the flags of verify about migrated files.
type migrationFlags struct {
	rules     []string
	originals string
	hunks     int // of each file whose text differs, if given
	diff      bool
	features  float64
	failOn    []string
	include   []string
	kinds     []difference.Kind // those of failOn
	scheme    string
	documents.ProfileFlag
}

// tablePrefix tells a table's name from other rules.
const tablePrefix = "table:"

func (f *migrationFlags) addFlags(c *cobra.Command) {
	flags := c.Flags()
	flags.StringArrayVar(&f.rules, "map", nil, "`rule` that maps old to new files: path, stem, ...")
	flags.StringVar(&f.originals, "originals", "", "`directory` with the old files")
	flags.IntVar(&f.hunks, "diff", 0, "show the first `n` changes in each text")
	flags.Lookup("diff").NoOptDefVal = strconv.Itoa(defaultHunks)
	flags.Float64Var(&f.features, "min-features", 0, "minimum `share` of the features of the other file")
	flags.StringSliceVar(&f.include, "include", nil, "also compare `parts`: notes, comments, hidden")
	flags.StringSliceVar(&f.failOn, "fail-on", nil, "`kinds` of changes that are not valid (default all)")
	flags.StringVar(&f.scheme, "scheme", documents.DefaultScheme, "`id` of the scheme for OLDDIR")
	f.ProfileFlag.AddFlags(c)
	cli.Complete(c, "map", func() []string { return []string{"path", "stem", tablePrefix} })
	cli.Complete(c, "fail-on", failOns)
	cli.Complete(c, "include", func() []string { return includable })
	cli.Complete(c, "scheme", func() []string { return documents.SchemeIDs(nil) })
}

// defaultFailOn is --fail-on: a person has to decide which kinds of changes no one needs to look at.
var defaultFailOn = []string{everyKind}

// includable are the values of --include.
var includable = []string{"notes", "comments", "hidden"}

// everyKind stands for all kinds, and word for all of its kinds.
const (
	everyKind = "all"
	wordKinds = "word"
)

// failOns are the values of --fail-on.
func failOns() []string {
	all := []string{everyKind, wordKinds}
	for _, k := range difference.Kinds() {
		all = append(all, string(k))
	}
	return all
}

// failing returns the kinds that --fail-on names.
func failing(names []string) (kinds []difference.Kind, err error) {
	for _, name := range names {
		if !slices.Contains(failOns(), name) {
			return nil, cli.Usage(fmt.Errorf("--fail-on %q: expected some of %s", name, strings.Join(failOns(), ", ")))
		}
	}
	for _, k := range difference.Kinds() {
		group, _, _ := strings.Cut(string(k), "-")
		if slices.Contains(names, string(k)) || slices.Contains(names, everyKind) || group == wordKinds && slices.Contains(names, wordKinds) {
			kinds = append(kinds, k)
		}
	}
	return kinds, nil
}

// defaultFeatures is --min-features of --map.
const defaultFeatures = 0.9

// defaultHunks is what --diff alone stands for.
const defaultHunks = 10

func (f *migrationFlags) check(flags *pflag.FlagSet, args []string) error {
	f.diff = flags.Changed("diff")
	if len(f.rules) > 0 && !flags.Changed("min-features") {
		f.features = defaultFeatures
	}
	old := ""
	if len(f.rules) > 0 && len(args) == 2 && isDir(args[0]) {
		old = args[0]
	}
	switch {
	case !(f.features >= 0 && f.features <= 1): // NaN neither
		return cli.Usage(fmt.Errorf("--min-features %v: expected 0 to 1", f.features))
	case f.hunks < 0:
		return cli.Usage(fmt.Errorf("--diff=%d: expected 0 or more", f.hunks))
	case len(f.rules) > 0 && len(args) != 2:
		return cli.Usage(errors.New("--map: expected two arguments: MANIFEST or OLDDIR, and NEWDIR"))
	case len(f.rules) > 0 && args[0] == "-":
		return cli.Usage(errors.New("--map: the manifest is read twice: expected a file, not standard input"))
	case old == "" && (flags.Changed("scheme") || flags.Changed("profile")):
		return cli.Usage(errors.New("--scheme and --profile: expected --map, OLDDIR and NEWDIR: a manifest names its own"))
	case old == "" && len(f.include) > 0:
		return cli.Usage(errors.New("--include: expected --map, OLDDIR and NEWDIR: a manifest has only the text that is shown"))
	case slices.ContainsFunc(f.include, func(s string) bool { return !slices.Contains(includable, s) }):
		return cli.Usage(fmt.Errorf("--include %s: expected some of %s", strings.Join(f.include, ","), strings.Join(includable, ", ")))
	case old != "" && f.originals != "":
		return cli.Usage(errors.New("--originals: expected a manifest: OLDDIR has the originals"))
	case f.diff && old == "" && f.originals == "":
		return cli.Usage(errors.New("--diff: a manifest has no texts: expected --originals, the directory of its files"))
	case f.originals != "" && !f.diff && len(f.rules) == 0:
		return cli.Usage(errors.New("--originals: expected --diff or --map, too"))
	case flags.Changed("fail-on") && old == "" && (len(f.rules) == 0 || f.originals == ""):
		return cli.Usage(errors.New("--fail-on: expected --map, and OLDDIR or --originals, which have the old texts"))
	}
	var err error
	if !flags.Changed("fail-on") {
		f.failOn = defaultFailOn
	} else if len(f.failOn) == 0 {
		return cli.Usage(fmt.Errorf("--fail-on: none given: expected some of %s", strings.Join(failOns(), ", ")))
	} else if flags.Changed("accept") {
		return cli.Usage(errors.New("--fail-on and --accept: expected one of them"))
	}
	if f.kinds, err = failing(f.failOn); err != nil {
		return err
	}
	if f.originals != "" {
		if err := documents.CheckTree(f.originals); err != nil {
			return err
		}
	}
	return f.ProfileFlag.Check()
}

func (f *migrationFlags) mappings() (all []manifest.Mapping, err error) {
	for _, rule := range f.rules {
		var m manifest.Mapping
		if name, isTable := strings.CutPrefix(rule, tablePrefix); isTable {
			m, err = readTable(name)
		} else if m, err = manifest.ParseMapping(rule); err != nil {
			err = cli.Usage(fmt.Errorf("--map: %w", err))
		}
		if err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	return all, nil
}

func readTable(name string) (manifest.Mapping, error) {
	file, err := cli.Open(name)
	if err != nil {
		return manifest.Mapping{}, fmt.Errorf("%s: %s", cli.Display(name), cli.Message(err))
	}
	defer file.Close()
	m, err := manifest.ReadTable(file)
	if err != nil {
		return m, fmt.Errorf("%s: %w", cli.Display(name), err)
	}
	return m, nil
}

// verifyMigration compares a manifest, or a tree, with a tree that its files went to.
func (v *findings) verifyMigration(old, new string) error {
	mappings, err := v.f.mappings()
	if err != nil {
		return err
	}
	if err := documents.CheckTree(new); err != nil {
		return err
	}
	if isDir(old) {
		return v.verifyTrees(old, new, mappings)
	}
	m, err := openManifest(old, v.private)
	if err != nil {
		return err
	}
	h := m.Header()
	m.Close()
	o, err := v.f.options(h.Scheme, documents.Placed(new, append(v.f.outputs(), manifestFiles(old)...)))
	if err != nil {
		return err
	}
	o.Read = v.read.Add
	v.read.Expect(documents.Sizes([]string{new}, o.Skip))
	if err := v.about(h, new); err != nil {
		return err
	}
	v.showDifferences(v.f.originals, manifest.Dir(new), o, h)
	open := func() (*manifest.Reader, error) {
		m.Close() // the one before
		if m, err = openManifest(old, v.private); err != nil {
			return nil, err
		}
		return m.Reader, nil
	}
	defer func() { m.Close() }()
	return v.takeAll(old, manifest.VerifyMigration(v.a.Ctx, open, manifest.Dir(new), mappings, o))
}

// openedManifest is a manifest that is a file.
type openedManifest struct {
	*manifest.Reader
	*os.File
}

// Close closes the file, if there is one.
func (m *openedManifest) Close() error {
	if m == nil {
		return nil
	}
	return m.File.Close()
}

func openManifest(name string, private scheme.Set) (*openedManifest, error) {
	file, err := cli.OpenRegular(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %s", cli.Display(name), cli.Message(err))
	}
	m, err := manifest.NewReader(file, private)
	if err != nil {
		file.Close()
		return nil, fmt.Errorf("%s: %w", cli.Display(name), err)
	}
	return &openedManifest{m, file}, nil
}

func (v *findings) verifyTrees(old, new string, mappings []manifest.Mapping) error {
	s, err := v.private.Lookup(v.f.scheme)
	if err != nil {
		return cli.Usage(fmt.Errorf("--scheme: %w", err))
	}
	o, err := v.f.options(s, documents.Placed(new, v.f.outputs()))
	if err != nil {
		return err
	}
	skipTemporary(&o)
	h := manifest.Header{Scheme: s, Profile: v.f.Profile, Tool: cli.ToolName}
	o.Read, o.Scheme, o.Profile, o.Include = v.read.Add, s, v.f.Profile, v.f.include
	v.read.Expect(documents.Sizes([]string{old, new}, o.Skip))
	if err := v.about(h, new); err != nil {
		return err
	}
	v.showDifferences(old, manifest.Dir(new), o, h)
	results := manifest.VerifyTrees(v.a.Ctx, manifest.Dir(old), manifest.Dir(new), mappings, o)
	if len(o.Include) > 0 {
		o.Include, o.Read = nil, nil
		results = alsoShown(results, manifest.VerifyTrees(v.a.Ctx, manifest.Dir(old), manifest.Dir(new), mappings, o))
	}
	return v.takeAll(old, results)
}

// alsoShown yields results of texts with included parts. If these are the same but the shown text alone
// differs, it yields the result of the shown text. A word that moved from the page to a comment is lost to
// readers.
func alsoShown(all, shown iter.Seq2[manifest.Result, error]) iter.Seq2[manifest.Result, error] {
	return func(yield func(manifest.Result, error) bool) {
		next, stop := iter.Pull2(shown)
		defer stop()
		for r, err := range all {
			s, shownErr, ok := next()
			if err = cmp.Or(err, shownErr); err == nil && (!ok || s.Path != r.Path) {
				err = fmt.Errorf("%s: the files have changed while they were compared", cli.Display(r.Path))
			}
			bare := s.Stored != nil && s.Found != nil && hasNone(s.Stored) && hasNone(s.Found)
			if r.Status == manifest.SameText && s.Status != manifest.SameText && !bare { // comments may be the only text
				r = s
			}
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}

// hasNone reports whether no text was read. There may be a text without a digest.
func hasNone(e *manifest.Entry) bool { return e.Text.IsZero() && e.Reading == manifest.Reading{} }

// texts finds the texts of both sides.
type texts struct {
	old, new fs.FS // old is nil if only a manifest of it is at hand
	o        manifest.Options
}

// showDifferences makes take report which words differ, if that was asked for. The files are below the
// directory old and in the tree new. They are read by options and a header.
func (v *findings) showDifferences(old string, new fs.FS, o manifest.Options, h manifest.Header) {
	if !v.f.diff && len(v.f.rules) == 0 {
		return
	}
	o.Scheme, o.Profile = h.Scheme, h.Profile
	v.texts = &texts{nil, new, o}
	if old != "" {
		v.texts.old = manifest.Dir(old)
	}
}

// maxText bounds a text whose differences are computed, in bytes.
const maxText = 64 << 20

// difference returns how the texts of a result differ. It returns nil if they are equal or it was not asked
// for.
func (v *findings) difference(r manifest.Result) (*difference.Excerpt, error) {
	if v.texts == nil || v.texts.old == nil || r.Stored == nil || r.Found == nil || r.Stored.Text.IsZero() || r.Found.Text.IsZero() || r.Stored.Text == r.Found.Text {
		return nil, nil
	}
	old, err := v.texts.read(v.a.Ctx, v.texts.old, r.Stored)
	if err != nil {
		return nil, fmt.Errorf("%s: %s", cli.Display(r.Stored.Path), cli.Message(err))
	}
	new, err := v.texts.read(v.a.Ctx, v.texts.new, r.Found)
	if err != nil {
		return nil, err
	}
	d, err := difference.BetweenAnchored(v.a.Ctx, old, new)
	if err != nil {
		return nil, err
	}
	return d.Excerpt(v.f.hunks), nil
}

// read returns the text of a file, with anchors unless these change the text.
func (t *texts) read(ctx context.Context, fsys fs.FS, e *manifest.Entry) ([]byte, error) {
	o := t.o
	for _, include := range [][]string{append(slices.Clone(o.Include), "anchors"), o.Include, {"anchors"}, nil} {
		o.Include = include
		text, err := readText(ctx, fsys, e.Path, o, maxText)
		if err != nil {
			return nil, err
		}
		plain, _ := difference.Unanchored(text)
		if digest, _ := textdigest.Sum(plain); digest == e.Text {
			return text, nil
		}
	}
	return nil, errors.New("its text has changed since it was compared")
}

// readText returns the text of a file, as [manifest.Scan] reads it. If the text has more than most bytes, the
// error wraps [extract.ErrTooLarge].
func readText(ctx context.Context, fsys fs.FS, path string, o manifest.Options, most int64) ([]byte, error) {
	if info, err := fs.Stat(fsys, path); err != nil {
		return nil, err
	} else if !info.Mode().IsRegular() {
		return nil, errors.New("not a regular file: not opened")
	}
	f, err := fsys.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return pipeline.Text(ctx, f, extract.Options{Name: path, Profile: o.Profile, Include: o.Include, Limits: o.Limits}, most)
}
