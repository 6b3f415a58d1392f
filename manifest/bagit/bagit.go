// Package bagit reads and validates bags (RFC 8493, The BagIt File Packaging Format) of the
// versions 0.93 to 1.0, and writes fingerprints of their payload into them.
//
//	bag, err := bagit.Validate(ctx, fsys, bagit.Options{}, func(f bagit.Finding) { ... })
//	if err == nil && bag.Valid { ... }
//
// Complete and valid mean what they mean in RFC 8493, section 3. A violation of a MUST is an
// error, and a violation of a SHOULD is a warning. What older tools write and is unambiguous,
// such as "./" or an asterisk before a path, is a warning as well, and so are names and links
// that other systems cannot keep: the first few of a kind, and the number of the others. What
// nobody here can verify, such as a checksum algorithm that is not known, makes a bag neither
// valid nor invalid: it is [Unjudged]. The file testdata/disagreements.txt lists where bagit.py,
// the BagIt library for Python, differs.
//
// A bag is an [io/fs] file system: a directory ([OpenRoot]), an archive, memory or an object
// store. Nothing outside it is read, whatever its manifests say, and nothing is fetched. Sizes
// are in bytes.
//
// # Versions
//
// The rules are those of RFC 8493. For versions before 1.0 they differ as the RFC and the
// drafts before it say:
//
//   - Up to 0.95, the metadata are in package-info.txt.
//   - A payload file need be listed in one payload manifest only, and a line that occurs twice
//     in a manifest is a warning if its checksums agree.
//   - Paths in manifests are literal. %0A and %0D stand for line ends if no file has the
//     literal name, which is a warning, since drafts of 0.97 differ.
//   - White space may surround the colon of a metadata element.
//   - Some errors of 1.0 are warnings: a byte order mark in a tag file of UTF-8, an empty line
//     in a manifest, more than one Payload-Oxum, a tag manifest that lacks a payload manifest or
//     lists a tag manifest, and a file in fetch.txt that is in no manifest.
//   - Before 0.97, which introduced tag directories, a directory beside data is a warning.
//
// # Memory
//
// Manifests and the names of a payload are not held in memory as a whole. They are sorted, in
// temporary files (in [os.TempDir]) if they exceed a few mebibytes, and then merged. What is
// held are the names of one directory and of those above it, names that differ only in case or
// Unicode normalization, and the metadata, of at most 16 MiB. A line may have 1 MiB.
//
// # Fingerprints
//
// [Bag.WriteFingerprints] writes a manifest of package
// [github.com/lsh-interop/fpcheck/manifest] into a bag, as a tag file (RFC 8493, 2.2.4). With
// it, a payload whose checksums no longer agree can still be compared by its text.
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
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
)

// A Severity says what a finding means for the verdict.
type Severity = validation.Severity

const (
	// Warning violates a recommendation, or is tolerated for the sake of older tools.
	Warning = validation.Warning
	// Unjudged could not be examined, so that nobody can say whether the bag is valid.
	Unjudged = validation.Unjudged
	// Error makes a bag invalid.
	Error = validation.Error
)

// A Finding is something that is wrong with a bag, or doubtful.
type Finding struct {
	Severity Severity
	Rule     Rule
	Path     string // relative to the bag; "" for the bag
	What     string // what is there
	Expected string // what should be
	Section  string // of RFC 8493: "2.1.3"; of a draft: "draft-kunze-bagit-14, 4"; or of Profile: "Bag-Info"
	Profile  string // the BagIt Profile that asks for it, by its identifier; "" for BagIt itself
	Err      error  // of the file system, or nil
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

// A Rule names what a finding is about. Rules stay the same from version to version.
type Rule string

// The rules.
const (
	Declaration       Rule = "declaration"         // bagit.txt is not as it must be
	Version           Rule = "version"             // of BagIt, and unknown
	Encoding          Rule = "encoding"            // unknown, or not that of a tag file
	ByteOrderMark     Rule = "byte-order-mark"     // where none may be
	NoPayload         Rule = "no-payload"          // no directory data
	NoManifest        Rule = "no-manifest"         // no payload manifest
	Algorithm         Rule = "algorithm"           // of a manifest, unknown or not normalized
	Line              Rule = "line"                // of a tag file, and malformed
	Outside           Rule = "outside"             // a path that leads out of the bag
	Misplaced         Rule = "misplaced"           // a path that this tag file must not have
	Directory         Rule = "directory"           // in a manifest
	Percent           Rule = "percent"             // a percent sign that is not encoded, or is
	BinaryMark        Rule = "binary-mark"         // an asterisk before a path
	RelativePath      Rule = "relative-path"       // "./", or an empty element
	Duplicate         Rule = "duplicate"           // a path that is twice in a manifest
	Missing           Rule = "missing"             // a listed file is not there
	Unfetched         Rule = "unfetched"           // the same, and fetch.txt says where it is
	Unlisted          Rule = "unlisted"            // a file is not in a manifest
	Normalization     Rule = "normalization"       // names that differ only so
	Case              Rule = "case"                // the same
	Windows           Rule = "windows"             // a name that Windows cannot have
	EmptyDirectory    Rule = "empty-directory"     // which no manifest has
	Checksum          Rule = "checksum"            // it differs
	Unreadable        Rule = "unreadable"          // an error of the file system
	Link              Rule = "link"                // that leads out of the bag, or may be lost
	Metadata          Rule = "metadata"            // an element that is malformed or repeated
	Oxum              Rule = "oxum"                // Payload-Oxum does not agree
	NoOxum            Rule = "no-oxum"             // and it was asked for
	Length            Rule = "length"              // in fetch.txt, and not that of the file
	TagDirectory      Rule = "tag-directory"       // before 0.97
	DifferentTagLists Rule = "different-tag-lists" // tag manifests list other files
	Unfinished        Rule = "unfinished"          // fingerprints are half written
	Serialization     Rule = "serialization"       // the container has not the bag alone
	Container         Rule = "container"           // a member that no tree can have, or not whole
	Profile           Rule = "profile"             // a BagIt Profile asks for something else
)

// A Depth says how much of a bag is validated.
type Depth int

const (
	Full     Depth = iota // everything: Bag.Valid is known
	Complete              // everything but the checksums: Bag.Complete is known
	Fast                  // only Payload-Oxum: without one, the bag is [Unjudged]
)

// Options say how a bag is validated.
type Options struct {
	Depth   Depth
	Workers int             // files read at once; 0 means one for each processor
	Read    func(bytes int) // if not nil, called with what was read, by several goroutines at once
	// Container is what was found of the container that the bag is in: see [Serialized]. It is
	// reported with what is found of the bag.
	Container []Finding
}

// A Bag is what [Validate] found out about a bag.
type Bag struct {
	Version           string   // "1.0", "" if there is none
	Encoding          string   // of the tag files, as bagit.txt has it
	Info              []Tag    // of bag-info.txt, in order
	Algorithms        []string // of the payload manifests, sorted
	TagAlgorithms     []string // of the tag manifests, sorted
	Files             int64    // payload files that are present
	Octets            int64    // their size in bytes
	Unfetched         int64    // files that are in fetch.txt and not present
	validation.Counts          // of the findings
	// Complete says that nothing is missing and nothing wrong, except perhaps checksums. Valid
	// says that the checksums are right as well. Both are false if they were not validated.
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
	wrong   bool // there is an error that is no checksum
	missing int64
	empty   bool // there is no payload directory
	hints   hints
}

// Validate validates a bag, and calls report with its findings, in an order that is always the
// same. It returns an error if it could not finish: because ctx ended, or because of a
// temporary file.
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
	b.Complete = o.Depth != Fast && !v.wrong
	b.Valid = o.Depth == Full && b.Errors+b.Unjudged == 0
	return b, nil
}

// find reports a finding.
func (v *validator) find(f Finding) {
	if f.Severity == Warning && !v.hints.few(f.Rule) {
		return
	}
	v.bag.Counts.Add(f.Severity, 1)
	switch f.Severity {
	case Error:
		v.wrong = v.wrong || f.Rule != Checksum
	case Unjudged:
		v.wrong = v.wrong || f.Rule != Algorithm // of which all else can be looked at
	}
	if v.report != nil {
		v.report(f)
	}
}

// since10 is the severity of what is an error since 1.0.
func (v *validator) since10() Severity {
	if v.version.before(1, 0) {
		return Warning
	}
	return Error
}

func (v *validator) validate() error {
	declared := v.declaration()
	v.container()
	if !declared {
		return nil
	}
	if info, err := fs.Stat(v.fsys, payloadDir); err != nil || !info.IsDir() {
		v.empty = true
		v.find(Finding{Severity: Error, Rule: NoPayload, Path: payloadDir, What: "no such directory", Expected: "the payload directory", Section: "2.1.2"})
	}
	oxum, err := v.info()
	if err != nil {
		return err
	}
	if v.o.Depth == Fast {
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
		v.find(Finding{Severity: Error, Rule: NoManifest, What: "no payload manifest", Expected: "manifest-ALGORITHM.txt, at least one", Section: "2.1.3"})
	}
	for _, j := range []*join{
		{v: v, manifests: payload, fetch: fetch, alike: newSorter()},
		{v: v, manifests: tags, tags: true, payload: payload, alike: newSorter()},
	} {
		if err := j.run(); err != nil {
			return err
		}
	}
	if oxum != nil && v.missing == 0 { // else it says nothing that is not known
		v.checkOxum(oxum)
	}
	return nil
}

const payloadDir = "data"

// files are those of the payload.
func (v *validator) files() iter.Seq[file] {
	if v.empty {
		return func(func(file) bool) {}
	}
	return files(v.fsys, payloadDir, nil)
}

// lists finds the manifests that there are.
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
				v.find(Finding{Severity: Warning, Rule: TagDirectory, Path: name, What: "a directory beside data in a bag of version " + v.bag.Version, Expected: "none before 0.97", Section: "2"})
			}
			continue
		}
		algorithm, tag, ok := manifestName(name)
		if !ok {
			continue
		}
		a := algorithmOf(algorithm)
		switch normal := NormalAlgorithm(algorithm); {
		case a == nil:
			v.find(Finding{Severity: v.unverified(), Rule: Algorithm, Path: name, What: fmt.Sprintf("checksum algorithm %q: not supported", abridge(algorithm)), Expected: "one of " + knownAlgorithms(), Section: "2.4"})
		case normal != algorithm:
			v.find(Finding{Severity: v.since10(), Rule: Algorithm, Path: name, What: fmt.Sprintf("checksum algorithm %q", algorithm), Expected: fmt.Sprintf("%q: small letters and digits", normal), Section: "2.4"})
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
		v.find(Finding{Severity: Warning, Rule: Algorithm, What: "tag manifests by " + strings.Join(v.bag.TagAlgorithms, ", "), Expected: "those of the payload manifests: " + strings.Join(v.bag.Algorithms, ", "), Section: "2.2.1"})
	}
	return payload, tags, nil
}

// unverified is the severity of checksums that nobody here can verify.
func (v *validator) unverified() Severity {
	if v.o.Depth == Complete { // nobody asked for them
		return Warning
	}
	return Unjudged
}

// IsBag reports whether a directory is a bag, or one that lost its declaration: then it has a
// payload directory, and manifests or metadata beside it.
func IsBag(fsys fs.FS) bool {
	if exists(fsys, declarationName) {
		return true
	}
	info, err := fs.Stat(fsys, payloadDir)
	return err == nil && info.IsDir() && hasTagFiles(fsys)
}

// hasTagFiles reports whether there is a tag file that only bags have.
func hasTagFiles(fsys fs.FS) bool {
	entries, _ := fs.ReadDir(fsys, ".")
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		algorithm, _, ok := manifestName(e.Name())
		return !e.IsDir() && (e.Name() == latest.infoName() || ok && NormalAlgorithm(algorithm) == algorithm)
	})
}

// manifestName splits the name of a manifest.
func manifestName(name string) (algorithm string, tag, ok bool) {
	rest, tag := strings.CutPrefix(name, "tag")
	rest, is := strings.CutPrefix(rest, "manifest-")
	algorithm, ends := strings.CutSuffix(rest, ".txt")
	return algorithm, tag, is && ends && algorithm != ""
}

// unreadable is an error of the file system.
func unreadable(path string, err error, section string) Finding {
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	return Finding{Severity: Unjudged, Rule: Unreadable, Path: path, What: err.Error(), Section: section, Err: err}
}
