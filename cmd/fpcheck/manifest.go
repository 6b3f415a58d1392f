package main

import (
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/store/durable"
	"github.com/lsh-interop/fpcheck/manifest"
)

// toolName is what manifests say made them.
var toolName = "fpcheck " + fpcheck.Version

func (a *app) manifestCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "manifest",
		Short: "Record the files of a directory, and their text",
		Long: `Record the SHA-256, the fingerprint and a digest of the text of each file, with
which the command verify compares the files later.`,
		Args: knownCommand,
		RunE: needCommand,
	}
	c.AddCommand(a.manifestCreateCommand(), a.manifestBagItCommand(), a.manifestOCFLCommand())
	return c
}

// scanFlags are the flags of commands that record the files of a tree.
type scanFlags struct {
	schemeFlags
	profileFlag
	treeFlags
	paranoid, quiet bool
}

func (f *scanFlags) addFlags(c *cobra.Command) {
	f.schemeFlags.addFlags(c, "`id` of the scheme (default "+defaultScheme+")")
	f.profileFlag.addFlags(c)
	f.treeFlags.addFlags(c)
	c.Flags().BoolVar(&f.paranoid, "paranoid", false, "when resuming, read every file again")
	c.Flags().BoolVar(&f.quiet, "quiet", false, "print no warnings, summary or progress")
}

func (f *scanFlags) check(flags *pflag.FlagSet) error {
	if err := f.schemeFlags.check(flags); err != nil {
		return err
	}
	if err := f.profileFlag.check(); err != nil {
		return err
	}
	return f.treeFlags.check(flags)
}

// header returns the header of the manifest. The caller must end the commands of f.resourceFlags.
func (f *scanFlags) header() (manifest.Header, error) {
	private, err := f.private()
	if err != nil {
		return manifest.Header{}, err
	}
	s, err := f.scheme(private)
	return manifest.Header{Scheme: s, Profile: f.profile, Tool: toolName}, err
}

// options are how files are read for a manifest with that header; also is left out.
func (f *scanFlags) options(h manifest.Header, also map[string]bool) manifest.Options {
	o := f.treeFlags.options(also)
	o.Scheme, o.Profile, o.Paranoid = h.Scheme, h.Profile, f.paranoid
	return o
}

// createFlags are the flags of the command manifest create.
type createFlags struct {
	scanFlags
	output, format, earlier string
	rooted                  bool // the manifest says which tree it is of
}

var manifestForms = []string{"text", "json"}

func (a *app) manifestCreateCommand() *cobra.Command {
	f := createFlags{rooted: true}
	c := &cobra.Command{
		Use:   "create DIR",
		Short: "Write the manifest of a directory",
		Long: `Write a line for each file below a directory: its fingerprint, size and SHA-256,
a digest of its text, and its path. If a run is interrupted, run the same
command again to resume.`,
		Args: exactly("DIR"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.check(c.Flags()); err != nil {
				return err
			}
			if isContainer(args[0]) {
				return a.createOfContainer(&f, args[0])
			}
			return a.createManifest(&f, directory(args[0]))
		},
	}
	f.addFlags(c)
	return c
}

func (f *createFlags) addFlags(c *cobra.Command) {
	f.scanFlags.addFlags(c)
	c.Flags().StringVarP(&f.output, "output", "o", "", "`file` to write (default standard output)")
	c.Flags().StringVar(&f.format, "format", "text", "`form` of the manifest: text or json")
	c.Flags().StringVar(&f.earlier, "earlier", "", "reuse the entries of this `manifest`")
	complete(c, "format", func() []string { return manifestForms })
}

func (f *createFlags) check(flags *pflag.FlagSet) error {
	if err := f.scanFlags.check(flags); err != nil {
		return err
	}
	if !slices.Contains(manifestForms, f.format) {
		return usageError{fmt.Errorf("--format %q: expected %s", f.format, strings.Join(manifestForms, " or "))}
	}
	return nil
}

// createOfContainer makes the manifest of the tree in a container.
func (a *app) createOfContainer(f *createFlags, name string) error {
	at, err := a.openSite(name, f.limits(), nil)
	if err != nil {
		return err
	}
	defer at.close()
	at.complain(a.out.complain)
	if at, err = at.top(); err != nil {
		return fmt.Errorf("%s: %w", display(name), unwrapPath(err))
	}
	f.paranoid = true // members may keep their time when a container is made anew
	f.rooted = false  // a manifest says in which directory its files are, and in none they are
	return a.createManifest(f, at)
}

// createManifest makes the manifest of a site.
func (a *app) createManifest(f *createFlags, at site) error {
	defer a.endCommands(&f.resourceFlags)
	dir, tree := at.name, at.tree
	if at.held == nil {
		if err := checkTree(dir); err != nil {
			return err
		}
	}
	h, err := f.header()
	if err != nil {
		return err
	}
	form := manifest.Text
	if f.format == "json" {
		form = manifest.JSON
	}
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
	if f.earlier != "" {
		all, stop, err := earlier(f.earlier, h)
		if err != nil {
			return fmt.Errorf("--earlier: %s: %w", display(f.earlier), unwrapPath(err))
		}
		defer stop()
		o.Earlier = all
	}
	s := a.newScanning(f.quiet, f.profile)
	defer s.stop()
	o.Read = s.read.add
	s.read.expect(at.sizes(o.Skip))
	if output == "" {
		err = a.printManifest(tree, h, form, o, s.take)
	} else {
		err = a.writeManifest(output, tree, h, form, o, s.take)
	}
	if err == nil {
		s.end(dir)
	}
	return err
}

// earlier gives the files of a manifest, of which all were read once, and are as they
// were written.
func earlier(name string, h manifest.Header) (all iter.Seq[manifest.Scanned], stop func(), err error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, nil, err
	}
	defer func() {
		if err != nil {
			file.Close()
		}
	}()
	m, err := manifest.NewReader(file, h.Scheme)
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
	if m, err = manifest.NewReader(file, h.Scheme); err != nil {
		return nil, nil, err
	}
	all, err = manifest.Earlier(m, h)
	return all, func() { file.Close() }, err
}

// lockName is what follows a manifest's name in that of its lock.
const lockName = ".lock"

// manifestFiles are a manifest and the files that stand beside it.
func manifestFiles(name string) []string {
	files := []string{name + lockName}
	for _, n := range manifest.Names(filepath.Base(name)) {
		files = append(files, filepath.Join(filepath.Dir(name), n))
	}
	return files
}

// writeManifest writes the manifest of a tree to a file.
func (a *app) writeManifest(name string, tree fs.FS, h manifest.Header, form manifest.Form, o manifest.Options, take func(manifest.Scanned) error) error {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s: is not a regular file: expected one, or a new name", display(name))
	}
	unlock, err := durable.Lock(name + lockName)
	if err != nil {
		return fmt.Errorf("%s: %w", display(name), unwrapPath(err))
	}
	defer unlock()
	a.out.part(fmt.Sprintf("fpcheck: interrupted: %s holds what was read so far; run the same command again to resume", display(name+manifest.Journal)))
	defer a.out.part("")
	base := filepath.Base(name)
	if err := manifest.Create(a.ctx, manifest.Disk(filepath.Dir(name)), base, tree, h, form, o, take); err != nil {
		return fmt.Errorf("%s: %w", display(name), unwrapPath(err))
	}
	return nil
}

// printManifest writes the manifest of a tree to standard output.
func (a *app) printManifest(tree fs.FS, h manifest.Header, form manifest.Form, o manifest.Options, take func(manifest.Scanned) error) error {
	err := manifest.Print(a.ctx, a.out.data(), tree, h, form, o, take)
	if a.out.broken() && a.ctx.Err() == nil {
		return nil // which is reported in the end
	}
	return err
}

// scanning counts the files that are read for a manifest, and says what is wrong with
// them.
type scanning struct {
	a       *app
	quiet   bool
	profile string // of the texts
	read    *progress
	stop    func() // of the progress bar

	files  int
	states map[manifest.State]int64
	names  *collisions
	unsaid int // collisions

	records      int64 // of web archives
	recordStates map[manifest.State]int64
}

func (a *app) newScanning(quiet bool, profile string) *scanning {
	s := &scanning{a: a, quiet: quiet, profile: profile, states: make(map[manifest.State]int64), recordStates: make(map[manifest.State]int64), names: newCollisions()}
	s.read, s.stop = a.watch(quiet)
	return s
}

// maxCollisions are reported one by one.
const maxCollisions = 20

func (s *scanning) take(r manifest.Scanned) error {
	s.read.fileDone()
	if r.Reused { // and so, as a rule, not read
		s.read.add(int(r.Size))
	}
	s.files++
	s.states[r.State]++
	s.takeRecords(r)
	switch {
	case !r.State.Settled():
		s.a.out.complain(r.Path, withHint(r.Err))
	case s.quiet:
	case r.State == manifest.Encrypted || r.State == manifest.Malformed:
		s.a.out.warn(r.Path, message(r.Err))
	}
	if this, other, found := s.names.add(r.Path); found && !s.quiet {
		if s.unsaid++; s.unsaid <= maxCollisions {
			s.a.out.warn(this, "the same as "+display(other)+" where case is ignored or names are normalised")
		}
	}
	return nil
}

// end says what was found in dir.
func (s *scanning) end(dir string) {
	if s.quiet {
		return
	}
	if more := s.unsaid - maxCollisions; more > 0 {
		s.a.out.warn(dir, count(more, "more name")+" like others where case is ignored or names are normalised")
	}
	if n := s.states[manifest.Unsupported]; s.profile == extract.Main && n > 0 {
		s.a.out.warn(dir, onlyHTML(int(n)))
	}
	text := count(s.files, "file")
	if s.files > 0 {
		text += ": " + describeStates(s.states)
	}
	if s.records > 0 {
		text += "; " + count(int(s.records), "record") + " of web archives: " + describeStates(s.recordStates)
	}
	s.a.out.note("fpcheck: " + display(dir) + ": " + text)
}
