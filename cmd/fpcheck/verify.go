package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/manifest"
	"github.com/lsh-interop/fpcheck/scheme"
)

// verifyFlags are the flags of the command verify.
type verifyFlags struct {
	schemeFileFlags
	treeFlags
	similarFlags
	migrationFlags
	eventFlags
	quiet, status, strict, ignoreMissing, json bool
	versions                                   bool
	depth                                      depthFlags

	report string // html=FILE
	html   string // FILE
	worst  int
}

func (a *app) verifyCommand() *cobra.Command {
	var f verifyFlags
	c := &cobra.Command{
		Use:   "verify MANIFEST [DIR] | verify --map RULE MANIFEST|OLDDIR NEWDIR",
		Short: "Tell whether files are, and say, what they did",
		Long: `Compare the files below DIR with what a manifest has of them (see manifest create), and
print a line for each, as sha256sum -c does: its path, escaped as in a manifest, and

  OK                its octets are the same
  SAME TEXT         its octets are others, its text is the same: each word and each
                    number, in the same order
  SAME FINGERPRINT  the fingerprints are equal; order, numbers or a few words may
                    differ
  SIMILAR (d=2)     the fingerprints are near
  DIFFERENT (d=17)  they are not; or the texts differ and there are no fingerprints
  NO TEXT           its octets are others, and then or now it has no text to compare
  MISSING           it is in the manifest, and not below DIR
  NEW               it is below DIR, and not in the manifest
  MOVED (from ...)  it is new, and says what a file says that is missing
  UNREADABLE        it cannot be read, or could not when the manifest was made

Near is a distance of at most --max-distance and a similarity of at least
--min-similarity, of what is given; else the loose threshold of the scheme's advice.
Texts that are too short to tell are never near. A text is only read where the octets
differ. MISSING, NEW and MOVED come last.

DIR is the directory that the manifest is in, if not given: paths in a manifest are
those from the directory that it was made of. With - for MANIFEST, it is read from
standard input, and DIR is the current directory. The manifest itself, the files that
manifest create makes beside it, and what --report and --emit write are left out of DIR.
What --exclude matches is left out of both.

A summary goes to standard error, and a warning where texts differ that another program
read then, or that was taken for another medium: the program may have changed, and not
the text.

A bag (RFC 8493), of any version from 0.93 to 1.0 (a directory with a file bagit.txt),
may stand in place of MANIFEST. It is validated, and what is wrong is printed as PATH:
INVALID, what is doubtful as PATH: WARNING, each with the section of the RFC that says
so. Then its payload is compared with fingerprints/sm1.txt, or with the first there is
in fingerprints/ (see manifest bagit): a file whose checksum is wrong may yet be of the
SAME TEXT. Nothing is fetched, and nothing outside the bag is read. With
--completeness-only, checksums are not verified; with --fast, Payload-Oxum is, and
nothing else.

An OCFL storage root, or an object, of 1.0 or 1.1 (a directory with a file 0=ocfl_1.1 or
0=ocfl_object_1.1) may stand in place of MANIFEST. It is validated: all that OCFL says
MUST or SHOULD be, and all digests. A line for each finding has the path, OCFL's code
(E092, W004), and what was found and expected; what the codes mean goes to standard
error. A line for each object says VALID or INVALID. Then the content files are compared
with a manifest, if one follows, or is in ROOT (see manifest ocfl): NEW is what came
with later versions.

With --versions, what versions of OCFL objects say is compared, each with the one
before, and nothing is validated. A line such as

  letters/v1..v2/report.doc: SAME TEXT

says how the file of that logical path in v2 compares with that in v1. Files that v2
took over are not mentioned; MISSING is what v2 no longer has, NEW what came with it.
With a manifest the texts of older versions are not read again.

` + migrationHelp + `

With --emit premis, or --emit mets, an event for each file goes to the file of --output,
for a repository to keep: PREMIS 3.0 (Library of Congress), alone or in sections of METS
1.12. The outcome is success if the file is OK, fail if its status makes the exit code 1
or 2 without --strict, else warning. Paths are percent-encoded (RFC 3986). The same
manifest, files and time give the same octets.

With --report html=FILE, a page shows how many files there are of each status, a
histogram of distances, and the files that differ, the worst first, of which it holds as
many as --worst says. It is one file, and needs no network. It bears the date of
SOURCE_DATE_EPOCH, or none.

The exit code is 0 if nothing differs; 1 if a file is DIFFERENT, MISSING or of status
NO TEXT, or with --strict anything but OK and SAME TEXT, or if a bag is invalid, or
there is an error of OCFL, or with --strict a warning of OCFL; 2 if a file cannot be
read, or the manifest is malformed, cut short or was altered, whatever else there is.`,
		Example: `  fpcheck verify letters.fpm letters/
  fpcheck verify --quiet --strict --report html=letters.html letters.fpm letters/
  fpcheck verify --emit premis --output events.xml letters.fpm letters/
  fpcheck verify --json letters/manifest.fpm
  fpcheck verify deposits/0001
  fpcheck verify /srv/repository repository.fpm
  fpcheck verify --versions /srv/repository/letters
  fpcheck verify --map stem --diff --originals masters/ masters.fpm access/
  fpcheck verify --map "**/*.doc=**/*.pdf" masters/ access/`,
		Args: manifestAndTree,
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.check(c.Flags(), args); err != nil {
				return err
			}
			return a.verify(&f, args)
		},
	}
	f.schemeFileFlags.addFlags(c)
	f.treeFlags.addFlags(c)
	f.similarFlags.addFlags(c)
	f.migrationFlags.addFlags(c)
	f.depth.addFlags(c)
	f.eventFlags.addFlags(c)
	flags := c.Flags()
	flags.BoolVar(&f.quiet, "quiet", false, "no lines for files that are OK")
	flags.BoolVar(&f.status, "status", false, "no lines, no summary: the exit code says it all")
	flags.BoolVar(&f.strict, "strict", false, "anything but OK and SAME TEXT is a difference")
	flags.BoolVar(&f.ignoreMissing, "ignore-missing", false, "no word of files that are missing")
	flags.BoolVar(&f.json, "json", false, "print an object a line, the last one a summary")
	flags.BoolVar(&f.versions, "versions", false, "of OCFL objects, compare each version with the one before, and validate nothing")
	flags.StringVar(&f.report, "report", "", "also write a page for people, as `html=FILE`")
	flags.IntVar(&f.worst, "worst", 1000, "the page lists the `n` files that differ most")
	return c
}

func manifestAndTree(_ *cobra.Command, args []string) error {
	if len(args) < 1 || len(args) > 2 {
		return fmt.Errorf("%s given: expected MANIFEST, and DIR or nothing", count(len(args), "argument"))
	}
	return nil
}

func (f *verifyFlags) check(flags *pflag.FlagSet, args []string) error {
	if err := f.resourceFlags.check(flags); err != nil {
		return err
	}
	if err := f.treeFlags.check(flags); err != nil {
		return err
	}
	if err := f.similarFlags.check(flags); err != nil {
		return err
	}
	if err := f.migrationFlags.check(flags, args); err != nil {
		return err
	}
	if err := f.eventFlags.check(); err != nil {
		return err
	}
	if flags.Changed("report") {
		var ok bool
		if f.html, ok = strings.CutPrefix(f.report, "html="); !ok || f.html == "" {
			return usageError{fmt.Errorf("--report %q: expected html=FILE", f.report)}
		}
	}
	if f.worst < 1 || f.worst > maxWorst {
		return usageError{fmt.Errorf("--worst %d: expected 1 to %d", f.worst, maxWorst)}
	}
	return nil
}

// maxWorst bounds a page, and what is held in memory for it.
const maxWorst = 1_000_000

// outputs are the files that the command writes: they are no part of a tree.
func (f *verifyFlags) outputs() []string {
	files := slices.Clone(f.writing)
	if f.html != "" {
		files = append(files, f.html)
	}
	return files
}

// options are how the files of a tree are compared; also is left out.
func (f *verifyFlags) options(s *scheme.Scheme, also map[string]bool) (manifest.VerifyOptions, error) {
	o := manifest.VerifyOptions{Options: f.treeFlags.options(also), Similar: f.given, MinFeatures: f.features}
	return o, f.suit(s)
}

// A store is a directory that has a manifest in it, in a form of its own.
type store struct {
	name  string
	known string // by a file whose name this pattern matches
	// versioned says that --versions is for it, and that a manifest of it may follow it
	// among the arguments.
	versioned bool
	verify    func(v *findings, args []string) error
}

// stores are those that verify knows. What is none is taken for a manifest.
var stores = []store{
	{"a bag", "bagit.txt", false, (*findings).verifyBag},
	{"an OCFL storage root or object", "0=ocfl_*", true, (*findings).verifyOCFL},
}

func (a *app) verify(f *verifyFlags, args []string) error {
	defer a.endCommands(&f.resourceFlags)
	private, err := f.private()
	if err != nil {
		return err
	}
	v := a.newFindings(f, args[0], private)
	defer v.stop()
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
	if len(v.f.rules) > 0 {
		if err := v.f.depth.suit(""); err != nil {
			return err
		}
		return v.verifyMigration(args[0], args[1])
	}
	if info, err := os.Stat(args[0]); err != nil || !info.IsDir() {
		return v.verifyManifest(args)
	}
	names := []string{"a manifest"}
	for _, s := range stores {
		if found, _ := fs.Glob(os.DirFS(args[0]), s.known); len(found) > 0 {
			if len(args) > 1 && !s.versioned {
				return usageError{fmt.Errorf("%s: %s: expected no other directory beside it", display(args[0]), s.name)}
			}
			if v.f.versions && !s.versioned {
				return errNoVersions
			}
			if err := v.f.depth.suit(s.known); err != nil {
				return err
			}
			return s.verify(v, args)
		}
		names = append(names, fmt.Sprintf("%s (with %s)", s.name, s.known))
	}
	return fmt.Errorf("%s: is a directory: expected %s", display(args[0]), strings.Join(names, " or "))
}

var errNoVersions = usageError{errors.New("--versions: expected an OCFL storage root or object")}

// verifyManifest compares a tree with a manifest that is a file of its own.
func (v *findings) verifyManifest(args []string) error {
	if v.f.versions {
		return errNoVersions
	}
	if err := v.f.depth.suit(""); err != nil {
		return err
	}
	name, dir := args[0], ""
	switch {
	case len(args) == 2:
		dir = args[1]
	case name == "-":
		dir = "."
	default:
		dir = filepath.Dir(name)
	}
	if err := checkTree(dir); err != nil {
		return err
	}
	in := input{path: name, given: true}
	own := v.f.outputs()
	if name == "-" {
		in = standardInput()
	} else {
		own = append(own, manifestFiles(name)...)
	}
	file, err := in.open(v.a.stdin)
	if err != nil {
		return fmt.Errorf("%s: %s", display(name), message(err))
	}
	defer file.Close()
	if err := v.events.source(name, file); err != nil {
		return fmt.Errorf("%s: %s", display(name), message(err))
	}
	return v.verifyTree(name, file, dir, manifest.Dir(dir), placed(dir, own))
}

// verifyTree compares the files of tree, which is below dir, with the manifest that r has,
// called name in errors. also is left out of the tree.
func (v *findings) verifyTree(name string, r io.Reader, dir string, tree fs.FS, also map[string]bool) error {
	m, err := manifest.NewReader(r, v.private...)
	if errors.Is(err, scheme.ErrUnknown) {
		err = fmt.Errorf("%w (--scheme-file gives a private one)", err)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", display(name), err)
	}
	if tool := m.Header().Tool; tool != toolName && !v.f.status {
		v.a.out.warn(name, fmt.Sprintf("made by %s, and this is %s: one may read texts that the other reads otherwise", cmp.Or(display(tool), "a program without a name"), toolName))
	}
	o, err := v.f.options(m.Header().Scheme, also)
	if err != nil {
		return err
	}
	o.Read = v.read.add
	v.about(m.Header(), dir)
	v.showDifferences(v.f.originals, dir, o.Options, m.Header())
	return v.takeAll(name, manifest.Verify(v.a.ctx, m, tree, o))
}
