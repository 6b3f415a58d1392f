package keep

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	"github.com/lsh-interop/fpcheck/internal/engine/walk"
	"github.com/lsh-interop/fpcheck/internal/store/durable"
	"github.com/lsh-interop/fpcheck/manifest"
	"github.com/lsh-interop/fpcheck/scheme"
)

func ManifestCommand(a *cli.App) *cobra.Command {
	c := &cobra.Command{
		Use:   "manifest",
		Short: "Record the files of a directory and their text",
		Long: `Record the SHA-256, the fingerprint and a digest of the text of each file. The
command verify compares files with such a record.`,
		Args: cli.KnownCommand,
		RunE: cli.NeedCommand,
	}
	c.AddCommand(manifestCreateCommand(a), manifestBagItCommand(a), manifestOCFLCommand(a))
	return c
}

// scanFlags are the flags of commands that record the files of a tree.
type scanFlags struct {
	documents.SchemeFlags
	documents.ProfileFlag
	documents.TreeFlags
	paranoid, quiet, verbose bool
}

func (f *scanFlags) addFlags(c *cobra.Command) {
	f.SchemeFlags.AddFlags(c, "`id` of the scheme (default "+documents.DefaultScheme+")")
	f.ProfileFlag.AddFlags(c)
	f.TreeFlags.AddFlags(c)
	c.Flags().BoolVar(&f.paranoid, "paranoid", false, "read every file again when resuming")
	c.Flags().BoolVar(&f.quiet, "quiet", false, "print no warnings, summary or progress")
	c.Flags().BoolVar(&f.verbose, "verbose", false, "also list all files whose encoding is a guess")
}

func (f *scanFlags) check(flags *pflag.FlagSet) error {
	return cmp.Or(f.SchemeFlags.Check(flags), f.ProfileFlag.Check(), f.TreeFlags.Check(flags))
}

// header returns the header of the manifest. The caller must end the commands of f.resourceFlags.
func (f *scanFlags) header() (manifest.Header, error) {
	s, err := f.Loaded()
	return manifest.Header{Scheme: s, Profile: f.Profile, Tool: cli.ToolName}, err
}

// options controls how files are read for a manifest with that header. Paths in also are left out.
func (f *scanFlags) options(h manifest.Header, also map[string]bool) manifest.Options {
	o := f.TreeFlags.Options(also)
	o.Scheme, o.Profile, o.IgnoreTimes = h.Scheme, h.Profile, f.paranoid
	return o
}

// createFlags are the flags of the command manifest create.
type createFlags struct {
	scanFlags
	checksumFlags
	output, format, earlier string
	replace                 bool // a complete manifest
	rooted                  bool // the manifest records its tree
}

var manifestForms = []string{"text", "json"}

func manifestCreateCommand(a *cli.App) *cobra.Command {
	f := createFlags{rooted: true}
	c := &cobra.Command{
		Use:   "create DIR",
		Short: "Write a manifest of a directory",
		Long: `Write a line for each file below a directory, with its fingerprint, size,
SHA-256, text digest and path. Run the same command again to resume an
interrupted run. A complete manifest is only replaced with --replace.`,
		Args: cli.Exactly("DIR"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := cmp.Or(f.check(c.Flags()), f.checksumFlags.check(c.Flags())); err != nil {
				return err
			}
			if isContainer(args[0]) {
				return createOfContainer(a, &f, args[0])
			}
			return createManifest(a, &f, directory(args[0]))
		},
	}
	f.addFlags(c)
	f.checksumFlags.addFlags(c)
	return c
}

func (f *createFlags) addFlags(c *cobra.Command) {
	f.scanFlags.addFlags(c)
	c.Flags().StringVarP(&f.output, "output", "o", "", "`file` to write (default standard output)")
	c.Flags().StringVar(&f.format, "format", "text", "manifest `format`: text or json")
	c.Flags().StringVar(&f.earlier, "earlier", "", "reuse entries of this `manifest`")
	c.Flags().BoolVar(&f.replace, "replace", false, "replace a complete manifest")
	cli.Complete(c, "format", func() []string { return manifestForms })
}

func (f *createFlags) check(flags *pflag.FlagSet) error {
	if err := f.scanFlags.check(flags); err != nil {
		return err
	}
	if !slices.Contains(manifestForms, f.format) {
		return cli.Usage(fmt.Errorf("--format %q: expected %s", f.format, strings.Join(manifestForms, " or ")))
	}
	return nil
}

// createOfContainer makes the manifest of the tree in a container.
func createOfContainer(a *cli.App, f *createFlags, name string) error {
	at, err := openSite(a, name, f.Limits(), nil)
	if err != nil {
		return err
	}
	defer at.close()
	at.complain(a.Out.Complain)
	if at, err = at.top(); err != nil {
		return fmt.Errorf("%s: %w", cli.Display(name), cli.UnwrapPath(err))
	}
	f.paranoid = true // members may keep their time when a container is rewritten
	return createManifest(a, f, at)
}

// createManifest creates the manifest of a site.
func createManifest(a *cli.App, f *createFlags, at site) error {
	defer documents.EndCommands(a, &f.ResourceFlags)
	dir, tree := at.name, at.tree
	if at.held == nil {
		if err := documents.CheckTree(dir); err != nil {
			return err
		}
	}
	h, err := f.header()
	if err != nil {
		return err
	}
	h.JSON = f.format == "json"
	output, own := f.output, []string(nil)
	if output != "" {
		if target, err := filepath.EvalSymlinks(output); err == nil {
			output = target
		}
		own = manifestFiles(output)
	}
	if f.rooted && output != "" {
		h.Root = rootOf(dir, output)
	}
	o := f.options(h, at.placed(own))
	if at.held == nil {
		skipTemporary(&o)
	}
	if f.earlier != "" {
		all, stop, err := earlier(f.earlier, h)
		if err != nil {
			return fmt.Errorf("--earlier: %s: %w", cli.Display(f.earlier), cli.UnwrapPath(err))
		}
		defer stop()
		o.Earlier = all
	}
	s := newScanning(a, &f.scanFlags)
	defer s.stop()
	o.Read = s.read.Add
	s.read.Expect(at.sizes(o.Skip))
	take := s.take
	if len(f.lists) > 0 {
		s.read.Expect(at.sizes(o.Skip)) // again
		sums, err := f.agreed(a, at, o)
		if sums == nil {
			return err
		}
		var stop func()
		take, stop = asAgreed(sums, take)
		defer stop()
	}
	if output == "" {
		err = printManifest(a, tree, h, o, take)
	} else {
		err = writeManifest(a, output, f.replace, tree, h, o, take)
	}
	if err == errNoFiles {
		return fmt.Errorf("%s: %w", cli.Display(dir), err)
	}
	if err == nil {
		s.end(dir)
	}
	return err
}

// errNoFiles means that a tree has no files. It may be a disk that is not mounted.
var errNoFiles = errors.New("no file was found, and no manifest was written: expected a directory with files")

// hasFiles reports whether a manifest of a tree has entries.
func hasFiles(tree fs.FS, skip func(path string) bool) bool {
	for f, err := range walk.Of(tree, skip).Below(".", "") {
		if err != nil || !skip(f.Path) {
			return true
		}
	}
	return false
}

// skipTemporary leaves out files of runs that were killed.
func skipTemporary(o *manifest.Options) {
	skip := o.Skip
	o.Skip = func(name string) bool { return skip(name) || durable.IsTemporary(path.Base(name)) }
}

// earlier yields the files of a manifest, each once and in the order of writing.
func earlier(name string, h manifest.Header) (all iter.Seq[manifest.Scanned], stop func(), err error) {
	file, err := cli.OpenRegular(name)
	if err != nil {
		return nil, nil, err
	}
	defer func() {
		if err != nil {
			file.Close()
		}
	}()
	m, err := manifest.NewReader(file, scheme.Set{h.Scheme})
	if err != nil {
		return nil, nil, err
	}
	for _, err := range m.Entries() {
		if err != nil {
			return nil, nil, err
		}
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, nil, err
	}
	if m, err = manifest.NewReader(file, scheme.Set{h.Scheme}); err != nil {
		return nil, nil, err
	}
	all, err = manifest.Earlier(m, h)
	return all, func() { file.Close() }, err
}

// manifestFiles returns a manifest and the files beside it.
func manifestFiles(name string) []string {
	files := []string{name + cli.LockName}
	for _, n := range manifest.Names(filepath.Base(name)) {
		files = append(files, filepath.Join(filepath.Dir(name), n))
	}
	return files
}

// refuseComplete refuses to replace a manifest that no interrupted run left. It may be the only
// evidence of a change.
func refuseComplete(name string) error {
	if info, err := os.Stat(name); err != nil || info.Size() == 0 {
		return nil
	}
	if _, err := os.Stat(manifest.Names(name)[1]); err == nil {
		return nil // its run was interrupted at the very end, or was to replace it
	}
	return fmt.Errorf("%s: already exists: expected a new name, or --replace (fpcheck verify compares the files with it)", cli.Display(name))
}

// refuseOthers refuses to replace a file that does not begin as a manifest, which may be cut short, does.
func refuseOthers(name string) error {
	head, err := documents.HeadOf(name)
	for _, begin := range []string{"# fpcheck manifest ", `{"fpcheck_manifest":`} {
		if n := min(len(head), len(begin)); err != nil || string(head[:n]) == begin[:n] {
			return nil
		}
	}
	return fmt.Errorf("%s: is no manifest: expected a new name", cli.Display(name))
}

// writeManifest writes a manifest to a file. replace permits it to replace a complete one.
func writeManifest(a *cli.App, name string, replace bool, tree fs.FS, h manifest.Header, o manifest.Options, take func(manifest.Scanned) error) error {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s: is not a regular file: expected one, or a new name", cli.Display(name))
	}
	unlock, err := durable.Lock(name + cli.LockName)
	if err != nil {
		return fmt.Errorf("%s: %w", cli.Display(name), cli.UnwrapPath(err))
	}
	defer unlock()
	refuse := refuseComplete
	if replace {
		refuse = refuseOthers
	}
	if err := refuse(name); err != nil {
		return err
	}
	if !hasFiles(tree, o.Skip) {
		return errNoFiles
	}
	a.Out.Part(fmt.Sprintf("fpcheck: interrupted: %s holds what was read so far; run the same command again to resume", cli.Display(manifest.Names(name)[1])))
	defer a.Out.Part("")
	if err := manifest.Create(a.Ctx, name, tree, h, o, take); err != nil {
		return fmt.Errorf("%s: %w", cli.Display(name), cli.UnwrapPath(err))
	}
	return nil
}

// printManifest writes the manifest of a tree to standard output.
func printManifest(a *cli.App, tree fs.FS, h manifest.Header, o manifest.Options, take func(manifest.Scanned) error) error {
	if !hasFiles(tree, o.Skip) {
		return errNoFiles
	}
	err := manifest.Write(a.Ctx, a.Out.Data(), tree, h, o, take)
	if a.Out.Broken() && a.Ctx.Err() == nil {
		return nil // it is reported at the end
	}
	return err
}

// scanning counts the files read for a manifest, and reports their errors.
type scanning struct {
	a       *cli.App
	quiet   bool
	profile string // of the texts
	read    *cli.Progress
	stop    func() // of the progress bar

	files  int
	states map[manifest.State]int64
	names  *collisions
	unsaid int // collisions

	guesses guesses // of encodings

	records      int64 // of web archives
	recordStates map[manifest.State]int64
}

func newScanning(a *cli.App, f *scanFlags) *scanning {
	s := &scanning{
		a: a, quiet: f.quiet, profile: f.Profile, states: make(map[manifest.State]int64),
		recordStates: make(map[manifest.State]int64), names: newCollisions(), guesses: guesses{verbose: f.verbose},
	}
	s.read, s.stop = a.Watch(f.quiet)
	return s
}

// maxCollisions is the number of collisions to report one by one.
const maxCollisions = 20

func (s *scanning) take(r manifest.Scanned) error {
	s.read.FileDone()
	if r.Reused { // and so, as a rule, not read
		s.read.Add(int(r.Size))
	}
	s.files++
	s.states[r.State]++
	s.takeRecords(r)
	switch {
	case !r.State.Settled():
		s.a.Out.Complain(r.Path, documents.WithHint(r.Err))
	case r.State == manifest.Encrypted || r.State == manifest.Malformed:
		s.trouble(r.Path, cli.Message(r.Err))
	case errors.Is(r.Err, walk.ErrOutside) && !s.quiet:
		s.a.Out.Warn(r.Path, walk.ErrOutside.Error())
	case s.quiet:
	case s.guesses.take(s.a, r.Path, r.Err):
	case r.Err != nil && r.State == manifest.Fingerprinted:
		s.a.Out.Warn(r.Path, cli.Message(r.Err))
	}
	if this, other, found := s.names.add(r.Path); found && !s.quiet {
		if s.unsaid++; s.unsaid <= maxCollisions {
			s.a.Out.Warn(this, "the same as "+cli.Display(other)+" where case is ignored or names are normalised")
		}
	}
	return nil
}

// trouble warns that a document cannot be read. The exit code shows it, too.
func (s *scanning) trouble(path, text string) {
	if s.a.Out.Raise(cli.ExitTrouble); !s.quiet {
		s.a.Out.Warn(path, text)
	}
}

// end prints the result for dir.
func (s *scanning) end(dir string) {
	if s.quiet {
		return
	}
	s.guesses.end(s.a, dir)
	if more := s.unsaid - maxCollisions; more > 0 {
		s.a.Out.Warn(dir, cli.Count(more, "more name")+" like others where case is ignored or names are normalised")
	}
	if n := s.states[manifest.Unsupported]; s.profile == extract.Main && n > 0 {
		s.a.Out.Warn(dir, onlyHTML(int(n)))
	}
	text := cli.Count(s.files, "file")
	if s.files > 0 {
		text += ": " + describeStates(s.states)
	}
	if s.records > 0 {
		text += "; " + cli.Count(int(s.records), "record") + " of web archives: " + describeStates(s.recordStates)
	}
	s.a.Out.Note("fpcheck: " + cli.Display(dir) + ": " + text)
}
