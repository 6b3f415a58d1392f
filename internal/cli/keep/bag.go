package keep

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lsh-interop/fpcheck/archive/validation"
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	"github.com/lsh-interop/fpcheck/internal/cli/keep/outcome"
	"github.com/lsh-interop/fpcheck/internal/page/escape"
	"github.com/lsh-interop/fpcheck/internal/store/durable"
	"github.com/lsh-interop/fpcheck/manifest/bagit"
)

// bagFlags are the flags of the command manifest bagit.
type bagFlags struct {
	scanFlags
	json    bool
	output  string // a new container
	replace bool   // fingerprints that show a loss
}

func manifestBagItCommand(a *cli.App) *cobra.Command {
	var f bagFlags
	c := &cobra.Command{
		Use:   "bagit BAG",
		Short: "Write fingerprints into a bag",
		Long: `Validate a bag (BagIt 0.97 or 1.0), and write a manifest of its payload into it
as a tag file. The bag stays valid throughout. For a bag in a container, write
the manifest beside it, or into a new container. Run the same command again to
resume an interrupted run. Fingerprints that show a loss are only replaced with
--replace.`,
		Args: cli.Exactly("BAG"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.check(c.Flags()); err != nil {
				return err
			}
			if isContainer(args[0]) {
				return manifestPackedBag(a, &f, args[0])
			}
			if f.output != "" {
				return cli.Usage(fmt.Errorf("--output: %s is not a container: expected no --output; its fingerprints are written into it", cli.Display(args[0])))
			}
			return manifestBag(a, &f, args[0])
		},
	}
	f.addFlags(c)
	c.Flags().BoolVar(&f.json, "json", false, "print a JSON object per finding, and the bag")
	c.Flags().StringVarP(&f.output, "output", "o", "", "write a new container to `file`")
	c.Flags().BoolVar(&f.replace, "replace", false, "replace fingerprints that show a loss")
	return c
}

func manifestBag(a *cli.App, f *bagFlags, dir string) error {
	defer documents.EndCommands(a, &f.ResourceFlags)
	h, err := f.header()
	if err != nil {
		return err
	}
	root, err := openBag(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	unlock, err := durable.Lock(filepath.Join(dir, bagit.LockName))
	if err != nil {
		return fmt.Errorf("%s: %w", cli.Display(dir), cli.UnwrapPath(err))
	}
	defer unlock()
	s := newScanning(a, &f.scanFlags)
	defer s.stop()
	b := bagOutput{a: a, name: dir, json: f.json, quiet: f.quiet}
	s.read.Expect(documents.Sizes([]string{dir}, documents.Nothing))
	bag, err := b.validate(root, bagit.Options{Workers: f.Workers, Read: s.read.Add})
	if err != nil {
		return err
	}
	if !bag.Valid {
		return b.conclude(bag)
	}
	o := f.options(h, nil)
	o.Read = s.read.Add
	if !f.replace {
		if err := (evidence{a, site{name: dir, tree: root}, h, o, s.read}).check(); err != nil {
			return err
		}
	}
	s.read.Expect(documents.Sizes([]string{dir}, documents.Nothing)) // again
	name := filepath.Join(dir, filepath.FromSlash(bagit.FingerprintFile(h)))
	a.Out.Part(fmt.Sprintf("fpcheck: interrupted: %s is valid; run the same command again to resume", cli.Display(dir)))
	defer a.Out.Part("")
	changed, err := bag.WriteFingerprints(a.Ctx, root, dir, h, o, s.take)
	if err != nil {
		return fmt.Errorf("%s: %w", cli.Display(dir), cli.UnwrapPath(err))
	}
	s.end(name)
	if !changed && !f.quiet {
		a.Out.Note("fpcheck: " + cli.Display(name) + ": nothing has changed")
	}
	return b.conclude(bag)
}

// openBag opens a directory that may be a bag.
func openBag(dir string) (durable.Root, error) {
	if err := documents.CheckTree(dir); err != nil {
		return durable.Root{}, err
	}
	root, err := durable.OpenRoot(dir)
	if err != nil {
		return root, fmt.Errorf("%s: %w", cli.Display(dir), cli.UnwrapPath(err))
	}
	return root, nil
}

// bagOutput prints findings about a bag.
type bagOutput struct {
	a           *cli.App
	name        string
	json, quiet bool // quiet: no warnings, no summary
	silent      bool // nothing but the exit code
	options     bagit.Options
	also        func(outcome.Finding) error // unless it is nil
}

func (b *bagOutput) validate(root fs.FS, o bagit.Options) (*bagit.Bag, error) {
	b.options = o
	var failed error
	bag, err := bagit.Validate(b.a.Ctx, root, o, func(f bagit.Finding) {
		if err := b.take(f); err != nil && failed == nil {
			failed = err
		}
	})
	if err == nil {
		err = failed
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", cli.Display(b.name), err)
	}
	return bag, nil
}

// jsonBagFinding is a finding.
type jsonBagFinding struct {
	Severity validation.Severity `json:"severity"`
	Rule     string              `json:"rule"`
	cli.JSONPath
	What     string `json:"what"`
	Expected string `json:"expected,omitempty"`
	Section  string `json:"section"`
	Profile  string `json:"profile,omitempty"`
}

// take prints a finding: as a line "data/a.txt: INVALID: ...", or a warning.
func (b *bagOutput) take(f bagit.Finding) error {
	if b.also != nil {
		if err := b.also(bagFinding(f)); err != nil {
			return err
		}
	}
	switch {
	case b.silent:
		return nil
	case b.json:
		return b.a.Out.WriteJSON(map[string]any{"finding": jsonBagFinding{
			f.Severity, f.Rule, cli.NewJSONPath(f.Path), f.What, f.Expected, f.Section, f.Profile,
		}})
	case f.Severity == validation.Warning && b.quiet:
		return nil
	}
	word := wordOf(f.Severity)
	if f.Rule == "unreadable" {
		word = "UNREADABLE"
	}
	printFinding(b.a, cmp.Or(f.Path, b.name), word, f.String())
	return nil
}

// wordOf returns the word for a finding in a line.
func wordOf(s validation.Severity) string {
	switch s {
	case validation.Warning:
		return "WARNING"
	case validation.Unjudged:
		return outcome.CannotBeJudged.String()
	}
	return outcome.Invalid.String()
}

// printFinding prints a finding as a line.
func printFinding(a *cli.App, path, word, text string) {
	path, escaped := escape.Path(path)
	if escaped {
		path = `\` + path
	}
	a.Out.Line("%s: %s: %s", path, word, escape.Line(text))
}

// jsonBag describes a bag.
type jsonBag struct {
	Version       string    `json:"version"`
	Encoding      string    `json:"encoding"`
	Info          []jsonTag `json:"info"`
	Algorithms    []string  `json:"algorithms"`
	TagAlgorithms []string  `json:"tag_algorithms"`
	Files         int64     `json:"files"`
	Bytes         int64     `json:"bytes"`
	Unfetched     int64     `json:"unfetched"`
	Errors        int64     `json:"errors"`
	Warnings      int64     `json:"warnings"`
	NotJudged     int64     `json:"not_judged"`
	Complete      bool      `json:"complete"`
	Valid         bool      `json:"valid"`
}

type jsonTag struct {
	Label string `json:"label"`
	Value string `json:"value"`
}

func (b *bagOutput) end(bag *bagit.Bag) error {
	if b.silent || !b.json {
		return nil
	}
	info := []jsonTag{}
	for _, t := range bag.Info {
		info = append(info, jsonTag(t))
	}
	return b.a.Out.WriteJSON(map[string]any{"bag": jsonBag{
		bag.Version, bag.Encoding, info, orEmpty(bag.Algorithms), orEmpty(bag.TagAlgorithms),
		bag.Files, bag.Bytes, bag.Unfetched, bag.Errors, bag.Warnings, bag.Unjudged, bag.Complete, bag.Valid,
	}})
}

func (b *bagOutput) conclude(bag *bagit.Bag) error {
	var c conclusion
	c.add(bag.Counts, describeBag(bag, b.options))
	b.a.Out.Raise(c.verdict().ExitCode())
	if err := b.end(bag); err != nil {
		return err
	}
	if b.json {
		return b.a.Out.WriteJSON(newJSONVerdict(b.name, &c))
	}
	if !b.quiet || c.verdict() != outcome.Valid {
		sayVerdict(b.a, b.name, &c)
	}
	return nil
}

func orEmpty[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}

func describeBag(b *bagit.Bag, o bagit.Options) string {
	text := "a bag"
	if b.Version != "" {
		text += " of version " + cli.Display(b.Version)
	}
	switch {
	case b.Unfetched > 0 && b.Unfetched == b.Errors:
		text += ", incomplete"
	case b.Errors+b.Unjudged > 0:
	case o.OxumOnly:
		text += ", by Payload-Oxum alone"
	case o.SkipChecksums:
		text += ", without checksums"
	}
	text += ", " + cli.Count(b.Files, "payload file")
	if b.Unfetched > 0 {
		text += fmt.Sprintf(" and %d to be fetched", b.Unfetched)
	}
	if findings := outcome.CountFindings(b.Counts); findings != "" {
		text += ", " + findings
	}
	return text
}

// depthFlags control how thoroughly a bag is checked, and what it is compared with.
type depthFlags struct {
	fast, completeness bool
	bagProfileFlags
}

func (d *depthFlags) addFlags(c *cobra.Command) {
	c.Flags().BoolVar(&d.completeness, "completeness-only", false, "skip the checksums of a bag")
	c.Flags().BoolVar(&d.fast, "fast", false, "check only the Payload-Oxum of a bag")
	c.MarkFlagsMutuallyExclusive("completeness-only", "fast")
	c.Flags().StringArrayVar(&d.names, "bagit-profile", nil, "check a bag by a BagIt Profile: `file` or URL")
}

// suit returns an error if the flags are for a bag, but this is not a bag. known is the file by which
// it was recognised.
func (d *depthFlags) suit(known string) error {
	switch {
	case known == "bagit.txt":
	case d.fast || d.completeness:
		return cli.Usage(errors.New("--fast, --completeness-only: expected a bag"))
	case len(d.names) > 0:
		return cli.Usage(errors.New("--bagit-profile: expected a bag"))
	}
	return nil
}

// verifyBag validates a bag, and compares its payload with its fingerprints.
func (v *findings) verifyBag(at site, _ []string) error {
	root, err := openBag(at.name)
	if err != nil {
		return err
	}
	defer root.Close()
	at.tree = root
	return v.bagAt(at, nil)
}

// bagAt is like verifyBag for a bag in any tree, with the findings about its container.
func (v *findings) bagAt(at site, found []bagit.Finding) error {
	dir, root := at.name, at.tree
	profiles, err := v.f.depth.load(v.a.Ctx)
	if err != nil {
		return err
	}
	b := bagOutput{a: v.a, name: dir, json: v.f.json, silent: v.f.status, also: v.find}
	if err := v.begin(bagSubject(at, v.f.depth)); err != nil {
		return err
	}
	v.read.Expect(at.sizes(documents.Nothing))
	bag, err := b.validate(root, bagit.Options{
		OxumOnly: v.f.depth.fast, SkipChecksums: v.f.depth.completeness, Workers: v.f.Workers, Read: v.read.Add, Container: found,
	})
	if err != nil {
		return err
	}
	compared, err := b.conform(root, at.form(), bag, profiles)
	if err != nil {
		return err
	}
	if err := b.end(bag); err != nil {
		return err
	}
	all := bag.Counts
	for _, c := range compared {
		all.Join(c.Counts)
	}
	if err := v.finish(all); err != nil {
		return err
	}
	if bag.Files == 0 {
		v.hollow = "payload file"
	}
	v.validated(bag.Counts, describeBag(bag, b.options))
	for _, c := range compared {
		v.validated(c.Counts, c.String())
	}
	if v.f.depth.fast {
		return nil
	}
	return v.verifyPayload(at)
}

func (v *findings) verifyPayload(at site) error {
	dir, root := at.name, at.tree
	names, err := bagit.FindFingerprints(root)
	if err != nil {
		return v.uncompared("", brokenManifest{fmt.Errorf("%s: %w", cli.Display(dir), cli.UnwrapPath(err))})
	}
	if len(names) == 0 && at.held != nil {
		if name := beside(at.name); name != "" {
			at.tree = payload{root}
			return v.verifyBeside(name, at)
		}
	}
	if len(names) == 0 {
		if !v.f.status && !v.f.json {
			v.a.Out.Note("fpcheck: " + cli.Display(dir) + ": has no fingerprints (manifest bagit writes them)")
		}
		return nil
	}
	name := names[0]
	if own := "fingerprints/" + documents.DefaultScheme + ".txt"; slices.Contains(names, own) {
		name = own
	}
	if len(names) > 1 && !v.f.status {
		v.a.Out.Warn(dir, fmt.Sprintf("compared with %s alone, of %s", name, cli.Display(strings.Join(names, ", "))))
	}
	open := func() (fs.File, error) { return root.Open(name) }
	path := filepath.Join(dir, filepath.FromSlash(name))
	at.tree = payload{root}
	return v.uncompared(name, v.verifyStored(path, open, at))
}

// verifyBeside compares a site with a manifest in a separate file.
func (v *findings) verifyBeside(name string, at site) error {
	m, err := openManifest(name, v.private)
	if err != nil {
		return err
	}
	defer m.Close()
	return v.verifyTree(name, m.Reader, at, nil)
}

// payloadDir is the payload directory of a bag (RFC 8493, 2.1.2).
const payloadDir = "data"

// payload is a bag without its tag files.
type payload struct{ fs.FS }

// Stat implements [fs.StatFS].
func (p payload) Stat(name string) (fs.FileInfo, error) { return fs.Stat(p.FS, name) }

// Lstat implements [fs.ReadLinkFS].
func (p payload) Lstat(name string) (fs.FileInfo, error) { return fs.Lstat(p.FS, name) }

// ReadLink implements [fs.ReadLinkFS].
func (p payload) ReadLink(name string) (string, error) { return fs.ReadLink(p.FS, name) }

// ReadDir implements [fs.ReadDirFS].
func (p payload) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(p.FS, name)
	if name == "." {
		entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return e.Name() != payloadDir })
	}
	return entries, err
}
