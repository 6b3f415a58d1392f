package keep

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	"github.com/lsh-interop/fpcheck/internal/cli/keep/outcome"
	"github.com/lsh-interop/fpcheck/manifest"
	"github.com/lsh-interop/fpcheck/manifest/bagit"
	"github.com/lsh-interop/fpcheck/scheme"
)

// verifyFlags are the flags of the command verify.
type verifyFlags struct {
	documents.SchemeFileFlags
	documents.TreeFlags
	documents.SimilarFlags
	migrationFlags
	checksumFlags
	eventFlags
	quiet, verbose, status, strict, ignoreMissing, json bool
	accept                                              string
	versions                                            bool
	depth                                               depthFlags

	reportFlags
	worst int
}

func VerifyCommand(a *cli.App) *cobra.Command {
	var f verifyFlags
	c := &cobra.Command{
		Use: "verify MANIFEST [DIR] | verify --map RULE MANIFEST|OLDDIR NEWDIR | " +
			"verify --checksums LIST [DIR]",
		Short: "Compare files and their text with a manifest",
		Long:  `Compare files, bags, web archives and OCFL objects with manifests and digests.`,
		Args:  func(_ *cobra.Command, args []string) error { return f.arguments(args) },
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.check(c.Flags(), args); err != nil {
				return err
			}
			return verify(a, &f, args)
		},
	}
	f.SchemeFileFlags.AddFlags(c)
	f.TreeFlags.AddFlags(c)
	f.SimilarFlags.AddFlags(c)
	f.migrationFlags.addFlags(c)
	f.checksumFlags.addFlags(c)
	f.depth.addFlags(c)
	f.eventFlags.addFlags(c)
	flags := c.Flags()
	flags.BoolVar(&f.quiet, "quiet", false, "do not list files that are OK")
	flags.BoolVar(&f.verbose, "verbose", false, "also list all files whose encoding is a guess")
	flags.BoolVar(&f.status, "status", false, "print nothing and report by exit code alone")
	flags.StringVar(&f.accept, "accept", "", "count `changes` as valid: text or similar")
	cli.Complete(c, "accept", func() []string { return outcome.Accepts[1:] })
	flags.BoolVar(&f.strict, "strict", false, "also fail on new and moved files, and on warnings")
	flags.BoolVar(&f.ignoreMissing, "ignore-missing", false, "ignore files that are missing")
	flags.BoolVar(&f.json, "json", false, "print a JSON object on each line")
	flags.BoolVar(&f.versions, "versions", false, "also compare versions of OCFL objects")
	f.reportFlags.addFlags(flags)
	flags.IntVar(&f.worst, "worst", 1000, "list the `n` worst files on the page")
	cli.Seldom(c, "verbose", "worst")
	return c
}

func (f *verifyFlags) arguments(args []string) error {
	switch lists := len(f.lists) > 0; {
	case lists && len(args) > 1:
		return fmt.Errorf("%s given: expected DIR or nothing beside --checksums", cli.Count(len(args), "argument"))
	case !lists && (len(args) < 1 || len(args) > 2):
		return fmt.Errorf("%s given: expected MANIFEST, and DIR or nothing", cli.Count(len(args), "argument"))
	}
	return nil
}

func (f *verifyFlags) check(flags *pflag.FlagSet, args []string) error {
	err := cmp.Or(f.ResourceFlags.Check(flags), f.TreeFlags.Check(flags), f.SimilarFlags.Check(flags))
	if err != nil {
		return err
	}
	if f.versions && flags.Changed("diff") {
		return cli.Usage(errors.New("--diff: shows no changes between versions: expected --map, or a manifest and --originals"))
	}
	if err := f.migrationFlags.check(flags, args); err != nil {
		return err
	}
	err = f.checksumFlags.check(flags, "map", "versions", "diff", "originals", "scheme", "profile",
		"accept", "fail-on", "include", "max-distance", "min-similarity", "min-features")
	if err = cmp.Or(err, f.eventFlags.check(), f.reportFlags.check()); err != nil {
		return err
	}
	if !slices.Contains(outcome.Accepts, f.accept) {
		return cli.Usage(fmt.Errorf("--accept %q: expected text, or similar, which includes text", f.accept))
	}
	if f.worst < 1 || f.worst > maxWorst {
		return cli.Usage(fmt.Errorf("--worst %d: expected 1 to %d", f.worst, maxWorst))
	}
	return nil
}

// outcomes are the rules of the flags by which files are valid.
func (f *verifyFlags) outcomes() outcome.Rules {
	return outcome.Rules{
		Meant: len(f.rules) > 0 || f.versions, Accept: outcome.Accept(slices.Index(outcome.Accepts, f.accept)), Strict: f.strict, FailOn: f.kinds,
	}
}

// maxWorst bounds a page, and what is held in memory for it.
const maxWorst = 1_000_000

// outputs are the files that the command writes: they are no part of a tree.
func (f *verifyFlags) outputs() []string {
	return slices.Concat(f.writing, f.reportFlags.outputs())
}

// writable returns an error if a file to write is read, too.
func (f *verifyFlags) writable(read ...string) error {
	has := func(begin, part string) func([]byte) bool {
		return func(head []byte) bool {
			return bytes.HasPrefix(head, []byte(begin)) && bytes.Contains(head, []byte(part))
		}
	}
	return documents.Writable([]documents.Written{
		{Flag: "--report html=", Name: f.html, Again: has("<!DOCTYPE html>", `<meta name="generator" content="fpcheck `)},
		{Flag: "--report csv=", Name: f.csv, Again: has(strings.Join(tableHead, ","), "\n")},
		{Flag: "--report prometheus=", Name: f.prometheus, Again: has(metricsHead, "")},
		{Flag: "--output", Name: f.output, Again: has("<?xml", "fpcheck")},
	}, read)
}

// options are how the files of a tree are compared; also is left out.
func (f *verifyFlags) options(s *scheme.Scheme, also map[string]bool) (manifest.Options, error) {
	o := f.TreeFlags.Options(also)
	o.Similar, o.MinFeatures = f.Given, f.features
	return o, f.Suit(s)
}

// A store is a directory that has a manifest in it, in a form of its own.
type store struct {
	name  string
	known string // by a file whose name this pattern matches
	// versioned says that --versions applies, and that a manifest may follow among the arguments.
	versioned bool
	// verify verifies what is at a site; after it the arguments have more.
	verify func(v *findings, at site, more []string) error
}

// suit returns an error if flags or arguments are not for such a store.
func (s *store) suit(v *findings, args []string) error {
	if len(args) > 1 && !s.versioned {
		return cli.Usage(fmt.Errorf("%s: %s: expected no other directory beside it", cli.Display(args[0]), s.name))
	}
	if v.f.versions && !s.versioned {
		return errNoVersions
	}
	return v.f.depth.suit(s.known)
}

// isAt reports whether there is such a store in a directory. It may have lost its declaration.
func (s *store) isAt(tree fs.FS) bool {
	if found, _ := fs.Glob(tree, s.known); len(found) > 0 {
		return true
	}
	if s.versioned {
		return isOCFL(tree) || isEmpty(tree)
	}
	return s.known == "bagit.txt" && bagit.IsBag(tree)
}

// stores are those that verify knows. What is none is taken for a manifest.
var stores = []store{
	{"a bag", "bagit.txt", false, (*findings).verifyBag},
	{"an OCFL storage root or object", "0=ocfl_*", true, (*findings).verifyOCFL},
}

func verify(a *cli.App, f *verifyFlags, args []string) error {
	defer documents.EndCommands(a, &f.ResourceFlags)
	if err := f.writable(slices.Concat(f.files(), args, []string{f.originals})...); err != nil {
		return err
	}
	v := newFindings(a, f, slices.Concat(f.files(), args)[0])
	defer v.stop()
	err := v.run(args)
	if err != nil {
		if failed := v.writeFailure(); failed != nil {
			err = errors.Join(err, failed)
		}
	}
	return err
}

// run verifies what the arguments name, and writes the reports.
func (v *findings) run(args []string) (err error) {
	f := v.f
	if v.private, err = f.Private(); err != nil {
		return err
	}
	if f.csv != "" {
		if v.table, err = newFileTable(f.csv); err != nil {
			return fmt.Errorf("--report csv=%s: %s", cli.Display(f.csv), cli.Message(err))
		}
		defer v.table.spool.Close()
		f.writing = append(f.writing, v.table.spool.Name())
	}
	run := func() error {
		if err := v.verify(args); err != nil {
			return err
		}
		return v.end()
	}
	if f.emit != "" {
		return v.keepEvents(run)
	}
	return run()
}

// verify does what the first argument asks for.
func (v *findings) verify(args []string) error {
	if len(v.f.lists) > 0 {
		return v.verifyChecksums(args)
	}
	if len(v.f.rules) > 0 {
		if err := v.f.depth.suit(""); err != nil {
			return err
		}
		return v.verifyMigration(args[0], args[1])
	}
	if info, err := os.Stat(args[0]); err != nil || !info.IsDir() {
		if isContainer(args[0]) && !isPackage(args[0]) {
			return v.verifyContainer(args)
		}
		return v.verifyManifest(args)
	}
	names := []string{"a manifest"}
	for _, s := range stores {
		if s.isAt(manifest.Dir(args[0])) {
			if err := s.suit(v, args); err != nil {
				return err
			}
			return s.verify(v, directory(args[0]), args[1:])
		}
		names = append(names, fmt.Sprintf("%s (with %s)", s.name, s.known))
	}
	hint := `"fpcheck manifest create" makes a manifest`
	if len(args) == 2 && isDir(args[1]) {
		hint = "--map compares two directories"
	}
	return fmt.Errorf("%s: is a directory: expected %s; %s", cli.Display(args[0]), strings.Join(names, " or "), hint)
}

var errNoVersions = cli.Usage(errors.New("--versions: expected an OCFL storage root or object"))

// verifyManifest compares a tree with a manifest that is a file of its own.
func (v *findings) verifyManifest(args []string) error {
	if v.f.versions {
		return errNoVersions
	}
	if err := v.f.depth.suit(""); err != nil {
		return err
	}
	name := args[0]
	in := documents.Argument(name)
	own := v.f.outputs()
	if !in.Stdin {
		own = append(own, manifestFiles(name)...)
	}
	file, err := in.Open(v.a.Stdin)
	if err != nil {
		return fmt.Errorf("%s: %s", cli.Display(name), cli.Message(err))
	}
	defer file.Close()
	if is, err := v.verifyArchive(name, file, args); is {
		return err
	}
	if err := v.events.source(name, file); err != nil {
		return fmt.Errorf("%s: %s", cli.Display(name), cli.Message(err))
	}
	m, err := v.open(name, file)
	if err != nil {
		return err
	}
	var tree string
	if len(args) == 2 {
		tree = args[1]
	} else if tree, err = v.findTree(name, m.Header().Root); err != nil {
		return err
	}
	at, err := openSite(v.a, tree, v.f.Limits(), v.read)
	if err != nil {
		return err
	}
	defer at.close()
	if err = v.complainOf(at); err != nil {
		return err
	}
	if at, err = at.about(v.firstPaths(in)); err != nil {
		return err
	}
	return v.verifyTree(name, m, at, at.placed(own))
}

// firstPaths are the first paths of a manifest, if it can be read twice.
func (v *findings) firstPaths(in documents.Input) (paths []string) {
	if in.Stdin {
		return nil
	}
	m, err := openManifest(in.Path, v.private)
	if err != nil {
		return nil
	}
	defer m.Close()
	for e, err := range m.Entries() {
		if err != nil || len(paths) == 100 {
			break
		}
		paths = append(paths, e.Path)
	}
	return paths
}

// findTree returns the tree that the manifest of that name is about, if no argument says so.
func (v *findings) findTree(name, root string) (string, error) {
	dir, outside, err := findRoot(name, root)
	if outside && !v.f.status { // a stranger may have written it: say so before anything is read
		v.a.Out.Note("fpcheck: " + cli.Display(name) + ": says that its files are in " + cli.Display(dir))
	}
	v.tree = unnamed{dir: dir, guessed: root == "" || name == "-"}
	return dir, cmp.Or(err, v.f.writable(dir))
}

// open reads the head of the manifest that r has, called name in errors.
func (v *findings) open(name string, r io.Reader) (*manifest.Reader, error) {
	m, err := manifest.NewReader(r, v.private)
	if errors.Is(err, scheme.ErrUnknown) {
		err = fmt.Errorf("%w (--scheme-file gives a private one)", err)
	}
	if err != nil {
		return nil, brokenManifest{fmt.Errorf("%s: %w", cli.Display(name), err)}
	}
	return m, nil
}

// verifyStored compares the files of a site with a manifest inside what was validated.
func (v *findings) verifyStored(name string, open func() (fs.File, error), at site) error {
	if err := v.events.reread(name, open); err != nil {
		return brokenManifest{fmt.Errorf("%s: %w", cli.Display(name), cli.UnwrapPath(err))}
	}
	file, err := open()
	if err != nil {
		return brokenManifest{fmt.Errorf("%s: %w", cli.Display(name), cli.UnwrapPath(err))}
	}
	defer file.Close()
	m, err := v.open(name, file)
	if err != nil {
		return err
	}
	return v.verifyTree(name, m, at, nil)
}

// verifyTree compares the files of a site with the manifest m, called name, without also.
func (v *findings) verifyTree(name string, m *manifest.Reader, at site, also map[string]bool) error {
	if tool := m.Header().Tool; tool != cli.ToolName && !v.f.status {
		v.a.Out.Warn(name, fmt.Sprintf("made by %s, and this is %s: the two may read texts differently", cmp.Or(cli.Display(tool), "a program without a name"), cli.ToolName))
	}
	o, err := v.f.options(m.Header().Scheme, also)
	if err != nil {
		return err
	}
	o.Read = v.read.Add
	v.read.Expect(at.sizes(o.Skip))
	if err := v.about(m.Header(), at.name); err != nil {
		return err
	}
	v.showDifferences(v.f.originals, at.tree, o, m.Header())
	return v.takeAll(name, manifest.Verify(v.a.Ctx, m, at.tree, o))
}
