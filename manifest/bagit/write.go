package bagit

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/kernel/checksum"
	"github.com/lsh-interop/fpcheck/internal/store/durable"
	"github.com/lsh-interop/fpcheck/manifest"
	"github.com/lsh-interop/fpcheck/manifest/internal/into"
	"github.com/lsh-interop/fpcheck/scheme"
)

// Errors of WriteFingerprints.
var (
	errInvalid = errors.New("not a bag that was found valid")
	errVersion = errors.New("a bag of a version that has no tag directories: expected 0.97 or 1.0")
	errLinked  = errors.New("is a link: expected the payload directory itself, since links to directories are not followed")
	errAltered = errors.New("changed after a run was interrupted, while no tag manifest had its checksum")
)

// LockName is the name of the file in a bag that a process may lock while it writes fingerprints.
const LockName = "fingerprints.lock"

// Fingerprints are in a tag directory, with a manifest for each scheme and profile.
const (
	fingerprintsDir  = "fingerprints"
	fingerprintLabel = "Fingerprint-Scheme"
	newSuffix        = ".new"    // of the unfinished manifest
	intentSuffix     = ".intent" // of the note of what a run changes
)

// isOwn reports whether a file belongs to a run that writes fingerprints, finished or not.
func isOwn(path string) bool {
	return path == LockName || strings.HasPrefix(path, fingerprintsDir+"/") && !strings.HasSuffix(path, ".txt") ||
		strings.HasSuffix(path, durable.TemporarySuffix) && !strings.Contains(path, "/")
}

// fingerprintsID returns the name of a scheme and a profile in the metadata.
func fingerprintsID(h manifest.Header) string {
	if h.Profile == "" || h.Profile == extract.Visible {
		return h.Scheme.ID()
	}
	return h.Scheme.ID() + "." + h.Profile
}

// FingerprintFile returns the path in a bag of the manifest for the scheme and profile of h:
// "fingerprints/sm1.txt" or "fingerprints/sm1.main.txt".
func FingerprintFile(h manifest.Header) string {
	return fingerprintsDir + "/" + fingerprintsID(h) + ".txt"
}

// InPayload reports whether a path is in the payload. A manifest of fingerprints lists only these.
func inPayload(path string) bool { return strings.HasPrefix(path, payloadDir+"/") }

// WriteFingerprints writes the manifest of the payload into a bag that [Validate] found valid. The
// manifest is the tag file [FingerprintFile], in the text form, with paths from the base directory of the
// bag. It adds "Fingerprint-Scheme: sm1" to bag-info.txt, and lists both files in every tag manifest. A
// bag without tag manifests gets none. If everything is up to date, it writes nothing, and changed is
// false. each, if not nil, is called with each payload file. An earlier manifest is replaced even if a file
// that it records is lost. [manifest.Verify] tells.
//
// dir is the directory of the bag on disk. For a bag in a container, dir is another directory, which gets
// the files that change. No link leads out of it. In the bag, data must not be a link.
//
// The bag is valid at every moment, even if the process is killed. A tag manifest need not list every tag
// file. So WriteFingerprints first removes the lines of the files that will change. Then it replaces the
// files and lists them again. Each step replaces one file atomically. An interrupted run may leave the
// two files unlisted, with a note of their digests. The next run compares the note and fails if a file
// has changed since; otherwise it resumes. Reading the payload comes first, and is resumed as well.
//
// When ctx ends, WriteFingerprints stops reading the payload but finishes what it is writing. Only one
// process at a time may write.
func (b *Bag) WriteFingerprints(ctx context.Context, fsys fs.FS, dir string, h manifest.Header, o manifest.Options, each func(manifest.Scanned) error) (changed bool, err error) {
	root, err := durable.OpenRoot(dir)
	if err != nil {
		return false, err
	}
	defer root.Close()
	return b.writeFingerprints(ctx, fsys, overlay{root.Storage(), fsys}, h, o, each)
}

// overlay is the storage of a bag whose changes are written to a directory.
type overlay struct {
	durable.Storage
	bag fs.FS
}

// Open opens the changed file or, if there is none, the file of the bag.
func (o overlay) Open(name string) (io.ReadCloser, error) {
	f, err := o.Storage.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return o.bag.Open(name)
	}
	return f, err
}

func (b *Bag) writeFingerprints(
	ctx context.Context, fsys fs.FS, to durable.Storage, h manifest.Header, o manifest.Options, each func(manifest.Scanned) error,
) (changed bool, err error) {
	w := &writer{bag: b, to: to, name: FingerprintFile(h), tags: make(map[string]*list)}
	if err := w.check(fsys); err != nil {
		return false, err
	}
	intent := w.name + intentSuffix
	if err := w.checkIntent(intent); err != nil {
		return false, err
	}
	o.Skip = func(path string) bool { return !inPayload(path) }
	if err := w.scan(ctx, fsys, h, o, each); err != nil {
		return false, err
	}
	changes, err := w.changes(fingerprintsID(h))
	if err != nil {
		return false, err
	}
	stale, err := w.stale(changes)
	if err != nil {
		return false, err
	}
	if len(changes) > 0 || len(stale) > 0 {
		changed = true
		if err := w.commit(intent, changes, stale); err != nil {
			return false, err
		}
	}
	return changed, errors.Join(to.Remove(w.name+newSuffix), to.Remove(intent))
}

// createIn is [manifest.Create] for a storage.
var createIn = into.Create.(func(
	context.Context, durable.Storage, string, fs.FS, manifest.Header, manifest.Options, func(manifest.Scanned) error,
) error)

// writer changes the tag files of a bag.
type writer struct {
	bag  *Bag
	to   durable.Storage
	name string           // of the manifest of fingerprints
	tags map[string]*list // the tag manifests, by name
}

// check refuses bags into which no fingerprints can be written.
func (w *writer) check(fsys fs.FS) error {
	v, _ := parseVersion(w.bag.Version)
	info, err := fs.Lstat(fsys, payloadDir)
	switch {
	case err == nil && info.Mode()&fs.ModeSymlink != 0:
		return fmt.Errorf("%s %w", payloadDir, errLinked)
	case !w.bag.Valid:
		return errInvalid
	case v.before(0, 97):
		return fmt.Errorf("version %s: %w", w.bag.Version, errVersion)
	}
	text, err := newText(w.bag.Encoding)
	if err == nil && !text.isASCII(fingerprintLabel+": 0123456789abcdef/\r\n") {
		err = fmt.Errorf("tag files of %s: expected an encoding that has ASCII as it is", w.bag.Encoding)
	}
	for _, a := range w.bag.TagAlgorithms {
		name := "tagmanifest-" + a + ".txt"
		w.tags[name] = &list{name: name, algorithm: checksum.Of(a)}
	}
	return err
}

// scan makes the new manifest beside the old one.
func (w *writer) scan(ctx context.Context, fsys fs.FS, h manifest.Header, o manifest.Options, each func(manifest.Scanned) error) error {
	if w.sound(h) {
		f, err := w.to.Open(w.name)
		if err != nil {
			return err
		}
		defer f.Close()
		m, err := manifest.NewReader(f, scheme.Set{h.Scheme})
		if err != nil {
			return err
		}
		if o.Earlier, err = manifest.Earlier(m, h); err != nil {
			o.Earlier = nil // from another version of the program
		}
	}
	return createIn(ctx, w.to, w.name+newSuffix, fsys, h, o, each)
}

// sound reports whether a complete and unaltered manifest exists. Tag manifests need not list it.
func (w *writer) sound(h manifest.Header) bool {
	f, err := w.to.Open(w.name)
	if err != nil {
		return false
	}
	defer f.Close()
	m, err := manifest.NewReader(f, scheme.Set{h.Scheme})
	if err != nil {
		return false
	}
	for _, err := range m.Entries() {
		if err != nil {
			return false
		}
	}
	return true
}

// change is a tag file to replace.
type change struct {
	name  string
	write func(io.Writer) error
	sum   string // SHA-256 of the bytes that write writes
}

// changes returns the files that are not up to date.
func (w *writer) changes(id string) ([]*change, error) {
	var changes []*change
	info, err := w.info(id)
	if err != nil {
		return nil, err
	}
	candidates := []*change{{name: w.name, write: func(to io.Writer) error {
		f, err := w.to.Open(w.name + newSuffix)
		if err != nil {
			return err
		}
		defer f.Close()
		_, err = io.Copy(to, f)
		return err
	}}}
	if info != nil {
		candidates = append(candidates, &change{name: w.infoName(), write: func(to io.Writer) error {
			_, err := to.Write(info)
			return err
		}})
	}
	for _, c := range candidates {
		sum := sha256.New()
		if err := c.write(sum); err != nil {
			return nil, err
		}
		c.sum = hex.EncodeToString(sum.Sum(nil))
		old, err := w.sum(c.name, sha256.New())
		if err != nil {
			return nil, err
		}
		if old != c.sum {
			changes = append(changes, c)
		}
	}
	return changes, nil
}

func (w *writer) infoName() string {
	v, _ := parseVersion(w.bag.Version)
	return v.infoName()
}

// info returns the new metadata, or nil if the metadata are up to date.
func (w *writer) info(id string) ([]byte, error) {
	for _, t := range w.bag.Info {
		if strings.EqualFold(t.Label, fingerprintLabel) && t.Value == id {
			return nil, nil
		}
	}
	var octets []byte
	f, err := w.to.Open(w.infoName())
	if err == nil {
		defer f.Close()
		octets, err = io.ReadAll(io.LimitReader(f, maxInfo+1))
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	end := lineEnd(octets)
	if len(octets) > 0 && !bytes.HasSuffix(octets, []byte("\n")) && !bytes.HasSuffix(octets, []byte("\r")) {
		octets = append(octets, end...)
	}
	return append(octets, fingerprintLabel+": "+id+end...), nil
}

// lineEnd returns the end of the first line.
func lineEnd(octets []byte) string {
	switch n, l, _ := splitLines(octets, true); n - len(l) {
	case 2:
		return "\r\n"
	case 1:
		return string(octets[n-1 : n])
	}
	return "\n"
}

// sum returns the digest of a file, or "" if there is none.
func (w *writer) sum(name string, h hash.Hash) (string, error) {
	f, err := w.to.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	defer f.Close()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// stale returns the tag manifests that must be rewritten. They lack a file, or list a file that will
// change.
func (w *writer) stale(changes []*change) ([]*list, error) {
	var stale []*list
	for _, name := range slices.Sorted(maps.Keys(w.tags)) {
		t := w.tags[name]
		listed, err := w.listed(t)
		if err != nil {
			return nil, err
		}
		if len(changes) > 0 || len(listed) < len(w.kept()) {
			stale = append(stale, t)
		}
	}
	return stale, nil
}

// kept returns the files that tag manifests must list.
func (w *writer) kept() []string { return []string{w.infoName(), w.name} }

// listed returns the kept files that a tag manifest lists.
func (w *writer) listed(t *list) (listed []string, err error) {
	f, err := w.to.Open(t.name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	s := newRawLines(f)
	for s.Scan() {
		if path := w.pathOf(s.Bytes()); slices.Contains(w.kept(), path) {
			listed = append(listed, path)
		}
	}
	return listed, s.Err()
}

// pathOf returns the path on a raw line of a tag manifest, or "" if it has none.
func (w *writer) pathOf(raw []byte) string {
	v, _ := parseVersion(w.bag.Version)
	l, ok := parseListed(strings.TrimPrefix(strings.TrimRight(string(raw), "\r\n"), utf8Mark), 0, v)
	if !ok {
		return ""
	}
	return l.path
}

// newRawLines returns a scanner of lines with their ends.
func newRawLines(r io.Reader) *bufio.Scanner {
	s := bufio.NewScanner(r)
	s.Buffer(make([]byte, 64<<10), maxLine+2)
	s.Split(func(data []byte, atEOF bool) (int, []byte, error) {
		n, token, err := splitLines(data, atEOF)
		if token != nil || n > 0 {
			token = data[:n]
		}
		return n, token, err
	})
	return s
}

// commit changes the bag in steps. After each step the bag is valid.
func (w *writer) commit(intent string, changes []*change, stale []*list) error {
	if err := w.writeIntent(intent, changes); err != nil {
		return err
	}
	var changing []string
	for _, c := range changes {
		changing = append(changing, c.name)
	}
	for _, t := range stale {
		listed, err := w.listed(t)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(listed, func(l string) bool { return slices.Contains(changing, l) }) {
			if err := w.rewrite(t, changing, nil); err != nil {
				return err
			}
		}
	}
	for _, c := range changes {
		if err := w.to.Replace(c.name, c.write); err != nil {
			return err
		}
	}
	for _, t := range stale {
		var lines []string
		for _, name := range w.kept() {
			sum, err := w.sum(name, t.algorithm.New())
			if err != nil {
				return err
			}
			lines = append(lines, sum+"  "+name)
		}
		if err := w.rewrite(t, w.kept(), lines); err != nil {
			return err
		}
	}
	return nil
}

// rewrite replaces a tag manifest. It removes the lines of some files, and adds others at its end.
func (w *writer) rewrite(t *list, without, lines []string) error {
	return w.to.Replace(t.name, func(to io.Writer) error {
		f, err := w.to.Open(t.name)
		if err != nil {
			return err
		}
		defer f.Close()
		end, last := "", "\n"
		s := newRawLines(f)
		for s.Scan() {
			if end == "" {
				end = lineEnd(s.Bytes())
			}
			if slices.Contains(without, w.pathOf(s.Bytes())) {
				continue
			}
			last = string(s.Bytes()[len(s.Bytes())-1:])
			if _, err := to.Write(s.Bytes()); err != nil {
				return err
			}
		}
		if err := s.Err(); err != nil {
			return err
		}
		end = cmp.Or(end, "\n")
		if last != "\n" && last != "\r" && len(lines) > 0 {
			lines[0] = end + lines[0]
		}
		for _, l := range lines {
			if _, err := io.WriteString(to, l+end); err != nil {
				return err
			}
		}
		return nil
	})
}

// writeIntent notes the digests that files may have until the tag manifests list them again. Each line
// has the SHA-256, two spaces and the path, for the old content and for the new.
func (w *writer) writeIntent(intent string, changes []*change) error {
	sums := make(map[string][]string)
	for _, name := range w.kept() {
		old, err := w.sum(name, sha256.New())
		if err != nil {
			return err
		}
		sums[name] = append(sums[name], old)
	}
	for _, c := range changes {
		sums[c.name] = append(sums[c.name], c.sum)
	}
	return w.to.Replace(intent, func(to io.Writer) error {
		for _, name := range w.kept() {
			for _, sum := range sums[name] {
				sum = cmp.Or(sum, "-")
				if _, err := fmt.Fprintf(to, "%s  %s\n", sum, name); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// checkIntent compares files with the note of an interrupted run.
func (w *writer) checkIntent(intent string) error {
	f, err := w.to.Open(intent)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	octets, err := io.ReadAll(io.LimitReader(f, maxLine))
	if err != nil {
		return err
	}
	for _, name := range w.kept() {
		sum, err := w.sum(name, sha256.New())
		if err != nil {
			return err
		}
		sum = cmp.Or(sum, "-")
		if !slices.Contains(strings.Split(string(octets), "\n"), sum+"  "+name) {
			return fmt.Errorf("%s %w: expected one of those of %s", name, errAltered, intent)
		}
	}
	return nil
}

// FindFingerprints returns the paths of the manifests of fingerprints in a bag, sorted.
func FindFingerprints(fsys fs.FS) ([]string, error) {
	entries, err := fs.ReadDir(fsys, fingerprintsDir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".txt") && !e.IsDir() {
			names = append(names, fingerprintsDir+"/"+e.Name())
		}
	}
	slices.Sort(names)
	return names, nil
}
