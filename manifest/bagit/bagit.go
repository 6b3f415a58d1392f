// Package bagit reads and validates bags of the versions 0.93 to 1.0 (RFC 8493, The BagIt File
// Packaging Format). It also writes fingerprints of their payload into them.
//
//	bag, err := bagit.Validate(ctx, fsys, bagit.Options{}, func(f bagit.Finding) { ... })
//	if err == nil && bag.Valid { ... }
//
// Complete and valid have the meanings of RFC 8493, section 3. A violation of a MUST is an error,
// and a violation of a SHOULD is a warning. Two other kinds of findings are warnings:
//
//   - forms that older tools write and that are unambiguous, such as "./" or an asterisk before
//     a path
//   - names and links that other systems cannot keep: the first few of a kind, and the number of
//     the others
//
// A bag that needs something unknown, such as an unknown checksum algorithm, is neither valid nor
// invalid. Such a finding is [github.com/lsh-interop/fpcheck/archive/validation.Unjudged]. The file
// testdata/disagreements.txt lists the differences from bagit.py, the BagIt library for Python.
//
// A bag is an [io/fs] file system: a directory ([os.Root.FS]), an archive, memory or an object store.
// Nothing outside it is read, whatever its manifests say, and nothing is fetched. Sizes are in
// bytes.
//
// # Versions
//
// The rules are from RFC 8493. Versions before 1.0 differ as the RFC and earlier drafts say:
//
//   - Up to 0.95, the metadata are in package-info.txt.
//   - A payload file need not be in every payload manifest. A repeated line in a manifest is a
//     warning if its checksums agree.
//   - Paths in manifests are literal. %0A and %0D stand for line ends if no file has the literal
//     name. This is a warning, since drafts of 0.97 differ.
//   - White space may surround the colon of a metadata element.
//   - Some errors of 1.0 are warnings. Among them are a byte order mark in a tag file of UTF-8,
//     and an empty line in a manifest. So are a second Payload-Oxum, and a file in fetch.txt
//     that is in no manifest. So is a tag manifest that lacks a payload manifest or lists a tag
//     manifest.
//   - Before 0.97, which introduced tag directories, a directory beside data is a warning.
//
// # Memory
//
// Manifests and the names of a payload are sorted and then merged, not kept in memory. Above a few
// mebibytes they are sorted in temporary files (in [os.TempDir]). Three things are in memory:
//
//   - the names of one directory and of those above it
//   - names that differ only in case or Unicode normalization
//   - the metadata, of at most 16 MiB
//
// A line may have 1 MiB.
//
// # Fingerprints
//
// [Bag.WriteFingerprints] writes a manifest of package [github.com/lsh-interop/fpcheck/manifest] into a
// bag, as a tag file. With it, the text of a payload can be compared even after its checksums have
// changed.
package bagit

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"runtime"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/archive/validation"
	"github.com/lsh-interop/fpcheck/internal/kernel/checksum"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
)

// Severities of findings.
const (
	warning   = validation.Warning  // violates a recommendation, or is tolerated for the sake of older tools
	unjudged  = validation.Unjudged // could not be examined, so that the verdict on the bag is unknown
	violation = validation.Error    // makes the bag invalid
)

// A Finding is a problem of a bag.
type Finding struct {
	Severity       validation.Severity
	Rule           string // names the subject: "checksum"; stays the same from version to version
	Path           string // relative to the bag; "" for the bag
	What, Expected string // the problem, and what was expected or ""
	Section        string // of RFC 8493: "2.1.3"; of a draft: "draft-kunze-bagit-14, 4"; or of Profile: "Bag-Info"
	Profile        string // identifier of the BagIt Profile that the bag violates; "" for BagIt itself
	Err            error  // of the file system, or nil
}

// String returns f as a line without the path.
func (f Finding) String() string {
	s := f.What
	if f.Expected != "" {
		s += ": expected " + f.Expected
	}
	switch {
	case f.Profile != "":
		return fmt.Sprintf("%s (%s, %s)", s, f.Profile, f.Section)
	case strings.HasPrefix(f.Section, "draft"):
		return fmt.Sprintf("%s (%s)", s, f.Section)
	}
	return fmt.Sprintf("%s (RFC 8493, %s)", s, f.Section)
}

// Values of [Finding.Rule], which stay the same from version to version.
const (
	ruleDeclaration       = "declaration"         // bagit.txt is not as it must be
	ruleVersion           = "version"             // of BagIt, and unknown
	ruleEncoding          = "encoding"            // unknown, or not that of a tag file
	ruleByteOrderMark     = "byte-order-mark"     // where none may be
	ruleNoPayload         = "no-payload"          // no directory data
	ruleNoManifest        = "no-manifest"         // no payload manifest
	ruleAlgorithm         = "algorithm"           // of a manifest, unknown or not normalized
	ruleLine              = "line"                // of a tag file, and malformed
	ruleOutside           = "outside"             // a path that leads out of the bag
	ruleMisplaced         = "misplaced"           // a path that this tag file must not have
	ruleDirectory         = "directory"           // in a manifest
	rulePercent           = "percent"             // a percent sign that is not encoded, or is
	ruleBinaryMark        = "binary-mark"         // an asterisk before a path
	ruleRelativePath      = "relative-path"       // "./", or an empty element
	ruleDuplicate         = "duplicate"           // a path that is twice in a manifest
	ruleMissing           = "missing"             // a listed file is not there
	ruleUnfetched         = "unfetched"           // the same, and fetch.txt says where it is
	ruleUnlisted          = "unlisted"            // a file is not in a manifest
	ruleNormalization     = "normalization"       // names that differ only so
	ruleCase              = "case"                // the same
	ruleWindows           = "windows"             // a name that Windows cannot have
	ruleEmptyDirectory    = "empty-directory"     // which no manifest has
	ruleChecksum          = "checksum"            // it differs
	ruleUnreadable        = "unreadable"          // an error of the file system
	ruleLink              = "link"                // that leads out of the bag, or may be lost
	ruleMetadata          = "metadata"            // an element that is malformed or repeated
	ruleOxum              = "oxum"                // Payload-Oxum does not agree
	ruleNoOxum            = "no-oxum"             // and it was asked for
	ruleLength            = "length"              // in fetch.txt, and not that of the file
	ruleTagDirectory      = "tag-directory"       // before 0.97
	ruleDifferentTagLists = "different-tag-lists" // tag manifests list other files
	ruleUnfinished        = "unfinished"          // fingerprints are half written
	ruleSerialization     = "serialization"       // the container has not the bag alone
)

// Options control how a bag is validated.
type Options struct {
	SkipChecksums bool            // Bag.Valid stays false, and Bag.Complete is known
	OxumOnly      bool            // compare the payload only with Payload-Oxum; without one, the bag is not judged
	Workers       int             // files read at once; 0 means one for each processor
	Read          func(bytes int) // if not nil, called with the number of bytes read, by several goroutines
	Container     []Finding       // about the container of the bag: see [FindBag]; reported with the others
}

// A Bag describes a bag that was validated.
type Bag struct {
	Version, Encoding         string   // of bagit.txt: "1.0" and the encoding of the tag files; "" if unknown
	Info                      []Tag    // of bag-info.txt, in order
	Algorithms, TagAlgorithms []string // of the payload manifests and of the tag manifests, sorted
	Files, Bytes              int64    // number and size of the payload files that are present
	Unfetched                 int64    // number of files that are in fetch.txt and not present
	validation.Counts                  // of the findings
	// Complete means that nothing is missing or wrong, except perhaps checksums. Valid means that the
	// checksums are right as well. Both are false if they were not validated.
	Complete, Valid bool
}

// validator is one validation.
type validator struct {
	ctx     context.Context
	fsys    fs.FS
	o       Options
	bag     *Bag
	version version
	text    *text // how tag files are read
	report  func(Finding)
	wrong   bool // there is an error other than a checksum
	missing int64
	empty   bool // there is no payload directory
	hints   hints
}

// Validate validates the bag in fsys and calls report, if not nil, with its findings. Their order is
// always the same. An invalid bag is not an error. Validate fails only if ctx ends or a temporary file
// cannot be written.
func Validate(ctx context.Context, fsys fs.FS, o Options, report func(Finding)) (b *Bag, err error) {
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	v := &validator{ctx: ctx, fsys: fsys, o: o, bag: new(Bag), report: report}
	b = v.bag
	defer recovery.Catch(&err, "the validation of bags")
	if err := v.validate(); err != nil {
		return b, err
	}
	v.more()
	b.Complete = !o.OxumOnly && !v.wrong
	b.Valid = !o.OxumOnly && !o.SkipChecksums && b.Errors+b.Unjudged == 0
	return b, nil
}

func (v *validator) find(f Finding) {
	if f.Severity == warning && !v.hints.few(f.Rule) {
		return
	}
	v.bag.Counts.Add(f.Severity, 1)
	switch f.Severity {
	case violation:
		v.wrong = v.wrong || f.Rule != ruleChecksum
	case unjudged:
		v.wrong = v.wrong || f.Rule != ruleAlgorithm // everything else can still be checked
	}
	if v.report != nil {
		v.report(f)
	}
}

// since10 returns the severity of what is an error since 1.0.
func (v *validator) since10() validation.Severity {
	if v.version.before(1, 0) {
		return warning
	}
	return violation
}

func (v *validator) validate() error {
	declared := v.declaration()
	v.container()
	if !declared {
		return nil
	}
	switch info, err := fs.Stat(v.fsys, payloadDir); {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		v.find(unreadable(payloadDir, err, "2.1.2"))
	case err != nil || !info.IsDir():
		v.empty = true
		v.find(Finding{Severity: violation, Rule: ruleNoPayload, Path: payloadDir, What: "no such directory", Expected: "the payload directory", Section: "2.1.2"})
	}
	oxum, err := v.info()
	if err != nil {
		return err
	}
	if v.o.OxumOnly {
		return v.fast(oxum)
	}
	payload, tags, err := v.lists()
	if err != nil {
		return err
	}
	fetch, err := v.fetch()
	if err != nil {
		return err
	}
	defer fetch.Close()
	if len(payload) == 0 {
		v.find(Finding{Severity: violation, Rule: ruleNoManifest, What: "no payload manifest", Expected: "manifest-ALGORITHM.txt, at least one", Section: "2.1.3"})
	}
	for _, j := range []*join{
		{v: v, manifests: payload, fetch: fetch, alike: newSorter()},
		{v: v, manifests: tags, tags: true, payload: payload, alike: newSorter()},
	} {
		if err := j.run(); err != nil {
			return err
		}
	}
	if oxum != nil && v.missing == 0 { // otherwise it adds nothing
		v.checkOxum(oxum)
	}
	return nil
}

const payloadDir = "data"

func (v *validator) files() iter.Seq[file] {
	if v.empty {
		return func(func(file) bool) {}
	}
	return files(v.fsys, payloadDir, nil)
}

func (v *validator) lists() (payload, tags []*list, err error) {
	entries, err := fs.ReadDir(v.fsys, ".")
	if err != nil {
		return nil, nil, err
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() {
			if name != payloadDir && v.version.before(0, 97) {
				v.find(Finding{Severity: warning, Rule: ruleTagDirectory, Path: name, What: "a directory beside data in a bag of version " + v.bag.Version, Expected: "none before 0.97", Section: "2"})
			}
			continue
		}
		algorithm, tag, ok := manifestName(name)
		if !ok {
			continue
		}
		a := checksum.Of(algorithm)
		switch normal := checksum.Normal(algorithm); {
		case a == nil:
			v.find(Finding{Severity: v.unverified(), Rule: ruleAlgorithm, Path: name, What: fmt.Sprintf("checksum algorithm %q: not supported", abridge(algorithm)), Expected: "one of " + strings.Join(checksum.Names(), ", "), Section: "2.4"})
		case normal != algorithm:
			v.find(Finding{Severity: v.since10(), Rule: ruleAlgorithm, Path: name, What: fmt.Sprintf("checksum algorithm %q", algorithm), Expected: fmt.Sprintf("%q: small letters and digits", normal), Section: "2.4"})
		}
		l := &list{name: name, algorithm: a}
		if tag {
			tags = append(tags, l)
			v.bag.TagAlgorithms = append(v.bag.TagAlgorithms, algorithm)
		} else {
			payload = append(payload, l)
			v.bag.Algorithms = append(v.bag.Algorithms, algorithm)
		}
	}
	if len(tags) > 0 && len(payload) > 0 && !v.version.before(1, 0) && !slices.Equal(v.bag.Algorithms, v.bag.TagAlgorithms) {
		v.find(Finding{Severity: warning, Rule: ruleAlgorithm, What: "tag manifests by " + strings.Join(v.bag.TagAlgorithms, ", "), Expected: "those of the payload manifests: " + strings.Join(v.bag.Algorithms, ", "), Section: "2.2.1"})
	}
	return payload, tags, nil
}

// unverified returns the severity of checksums that cannot be verified here.
func (v *validator) unverified() validation.Severity {
	if v.o.SkipChecksums {
		return warning
	}
	return unjudged
}

// IsBag reports whether fsys is a bag. A bag has a file bagit.txt. If that is lost, it has a payload
// directory with manifests or metadata beside it.
func IsBag(fsys fs.FS) bool {
	if exists(fsys, declarationName) {
		return true
	}
	info, err := fs.Stat(fsys, payloadDir)
	return err == nil && info.IsDir() && hasTagFiles(fsys)
}

// hasTagFiles reports whether a tag file exists that only bags have.
func hasTagFiles(fsys fs.FS) bool {
	entries, _ := fs.ReadDir(fsys, ".")
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		algorithm, _, ok := manifestName(e.Name())
		return !e.IsDir() && (e.Name() == latest.infoName() || ok && checksum.Normal(algorithm) == algorithm)
	})
}

func manifestName(name string) (algorithm string, tag, ok bool) {
	rest, tag := strings.CutPrefix(name, "tag")
	rest, is := strings.CutPrefix(rest, "manifest-")
	algorithm, ends := strings.CutSuffix(rest, ".txt")
	return algorithm, tag, is && ends && algorithm != ""
}

// unreadable returns a finding for an error of the file system.
func unreadable(path string, err error, section string) Finding {
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	return Finding{Severity: unjudged, Rule: ruleUnreadable, Path: path, What: err.Error(), Section: section, Err: err}
}
