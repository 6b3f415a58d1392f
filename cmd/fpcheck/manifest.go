package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/manifest"
)

// toolName is what manifests say made them.
var toolName = "fpcheck " + fpcheck.Version

func (a *app) manifestCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "manifest",
		Short: "Record what the files of a tree are, and what they say",
		Long: `Record of each file its SHA-256, its fingerprint and a digest of its text, so that the
command verify can tell later whether the file is the same, and, where it is not,
whether it still says the same.`,
		Example: `  fpcheck manifest create --output letters.fpm letters/
  fpcheck verify letters.fpm letters/`,
		Args: knownCommand,
		RunE: needCommand,
	}
	c.AddCommand(a.manifestCreateCommand())
	return c
}

// scanFlags is the flags of commands that record the files of a tree.
type scanFlags struct {
	schemeChoice
	profileChoice
	treeFlags
	paranoid, quiet bool
}

func (f *scanFlags) addFlags(c *cobra.Command) {
	f.schemeChoice.addFlags(c, "`id` of the scheme; "+defaultScheme+" if none is named")
	f.profileChoice.addFlags(c)
	f.treeFlags.addFlags(c)
	c.Flags().BoolVar(&f.paranoid, "paranoid", false, "when a run goes on from another, read all octets again: the time of modification proves nothing")
	c.Flags().BoolVar(&f.quiet, "quiet", false, "no warnings, no summary, no progress bar")
}

func (f *scanFlags) check(flags *pflag.FlagSet) error {
	if err := f.schemeChoice.check(flags); err != nil {
		return err
	}
	if err := f.profileChoice.check(); err != nil {
		return err
	}
	return f.treeFlags.check(flags)
}

// header is that of the manifest. Who calls it ends the commands of f.gear.
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
	output, format string
}

var manifestForms = []string{"text", "json"}

func (a *app) manifestCreateCommand() *cobra.Command {
	var f createFlags
	c := &cobra.Command{
		Use:     "create DIR",
		Short:   "Write the manifest of a directory",
		Example: `  fpcheck manifest create --output letters.fpm letters/`,
		Args:    exactly("DIR"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.check(c.Flags()); err != nil {
				return err
			}
			if !slices.Contains(manifestForms, f.format) {
				return usageError{fmt.Errorf("--format %q: expected text or json", f.format)}
			}
			return a.createManifest(&f, args[0])
		},
	}
	f.addFlags(c)
	c.Flags().StringVarP(&f.output, "output", "o", "", "`file` to write, whole or not at all; standard output if not given")
	c.Flags().StringVar(&f.format, "format", "text", "`form` of the manifest: text, or json for JSON lines")
	complete(c, "format", func() []string { return manifestForms })
	return c
}

func (a *app) createManifest(f *createFlags, dir string) error {
	defer a.endCommands(&f.gear)
	if err := checkTree(dir); err != nil {
		return err
	}
	h, err := f.header()
	if err != nil {
		return err
	}
	form := manifest.Text
	if f.format == "json" {
		form = manifest.JSON
	}
	s := a.newScanning(&f.scanFlags, dir)
	defer s.stop()
	if f.output == "" {
		return s.print(h, form)
	}
	return s.write(f.output, h, form)
}

// scanning is the reading of a tree of which a manifest is made.
type scanning struct {
	a    *app
	f    *scanFlags
	dir  string
	read *progress
	stop func() // of the progress bar

	files, fingerprinted, unreadable int
}

func (a *app) newScanning(f *scanFlags, dir string) *scanning {
	s := &scanning{a: a, f: f, dir: dir}
	s.read, s.stop = a.watch(f.quiet, -1)
	return s
}

// take counts a file, and says what is wrong with it.
func (s *scanning) take(r manifest.Scanned) error {
	s.read.fileDone()
	s.files++
	switch {
	case r.State == manifest.Fingerprinted:
		s.fingerprinted++
	case r.SHA256.IsZero():
		s.unreadable++
		s.a.out.complain(r.Path, r.Err)
	}
	if s.a.out.broken() {
		return errors.New("interrupted")
	}
	return nil
}

func (s *scanning) options(h manifest.Header, also map[string]bool) manifest.Options {
	o := s.f.options(h, also)
	o.Read = s.read.add
	return o
}

// print writes the manifest to standard output.
func (s *scanning) print(h manifest.Header, form manifest.Form) error {
	w, err := manifest.NewWriter(s.a.out, h, form)
	if err != nil {
		return err
	}
	for r := range manifest.Scan(manifest.Dir(s.dir), s.options(h, nil)) {
		if err := w.Write(r.Entry); err != nil {
			return err
		}
		if err := s.take(r); err != nil {
			return nil
		}
	}
	return w.Close()
}

// write writes the manifest to a file.
func (s *scanning) write(name string, h manifest.Header, form manifest.Form) error {
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s: is no regular file: expected one, or a new name", display(name))
	}
	base := filepath.Base(name)
	o := s.options(h, placed(s.dir, name, manifest.Names(base)))
	err := manifest.Create(manifest.Disk(filepath.Dir(name)), base, manifest.Dir(s.dir), h, form, o, s.take)
	if err != nil {
		return fmt.Errorf("%s: %w", display(name), err)
	}
	return nil
}
