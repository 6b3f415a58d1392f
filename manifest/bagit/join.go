package bagit

import (
	"cmp"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"iter"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/lsh-interop/fpcheck/internal/engine/parallel"
	"github.com/lsh-interop/fpcheck/internal/engine/watched"
	"github.com/lsh-interop/fpcheck/internal/kernel/checksum"
	"github.com/lsh-interop/fpcheck/internal/store/extsort"
)

// join reads the manifests of a kind and their files in step.
type join struct {
	v         *validator
	manifests []*list
	tags      bool
	payload   []*list // which tag manifests must list
	fetch     *extsort.Sorter
	folder    folder
	alike     *extsort.Sorter // all paths, by a form that similar paths share
	names     windowsNames
}

// item is a path that is in a manifest, in the bag or in both.
type item struct {
	path    string
	file    *file
	sums    []string // by manifest; "" if not listed
	raw     string   // the path as a manifest writes it, if any does
	fetched bool     // it is in fetch.txt

	findings []Finding // so far
}

func (i *item) listed() bool {
	return slices.ContainsFunc(i.sums, func(s string) bool { return s != "" })
}

func (j *join) run() error {
	defer j.close()
	for _, l := range j.manifests {
		if err := l.read(j.v, j.tags); err != nil {
			return err
		}
	}
	j.folder = newFolder()
	var failed error
	// Files are read in the order of their paths. Missing files may appear under a similar name.
	results := parallel.Do(j.v.ctx, j.items(&failed), j.v.o.Workers, 16*j.v.o.Workers, func() func(*item) *item {
		s := newSummer(j.v)
		return func(i *item) *item {
			i.findings = append(i.findings, s.check(j.manifests, i.path, i)...)
			return i
		}
	})
	for i, err := range results {
		if err != nil {
			return err
		}
		for _, f := range i.findings {
			j.v.find(f)
		}
		if i.file != nil && !j.tags {
			j.v.count(*i.file)
		}
		if err := j.keep(i); err != nil {
			return err
		}
	}
	if failed != nil {
		return failed
	}
	return j.finish()
}

func (j *join) close() {
	for _, l := range j.manifests {
		l.sorted.Close()
	}
	j.alike.Close()
}

// files yields the files that the manifests should list.
func (j *join) files() iter.Seq[file] {
	if !j.tags {
		return j.v.files()
	}
	return files(j.v.fsys, ".", func(dir string) bool { return dir == payloadDir })
}

// items merges the manifests, fetch.txt and the files.
func (j *join) items(failed *error) iter.Seq[*item] {
	return func(yield func(*item) bool) {
		var heads []*extsort.Cursor
		defer func() {
			for _, c := range heads {
				c.Stop()
			}
		}()
		for _, l := range j.manifests {
			heads = append(heads, extsort.NewCursor(l.sorted.All()))
		}
		fetch := extsort.NewCursor(func(func([]string, error) bool) {})
		if j.fetch != nil {
			fetch = extsort.NewCursor(j.fetch.All())
		}
		heads = append(heads, fetch)
		nextFile, stopFiles := iter.Pull(j.files())
		defer stopFiles()
		f, more := nextFile()
		for {
			path, some := f.path, more
			for _, c := range heads {
				if c.Err != nil {
					*failed = c.Err
					return
				}
				if c.Record != nil && (!some || c.Record[0] < path) {
					path, some = c.Record[0], true
				}
			}
			if !some {
				return
			}
			i := &item{path: path, sums: make([]string, len(j.manifests))}
			if more && f.path == path {
				i.file = new(file)
				*i.file = f
				j.arrived(i)
				f, more = nextFile()
			}
			for n := range j.manifests {
				for c := heads[n]; c.Record != nil && c.Record[0] == path; c.Step() {
					j.list(i, n, c.Record)
				}
			}
			for ; fetch.Record != nil && fetch.Record[0] == path; fetch.Step() {
				i.fetched = true
				if i.file == nil || i.file.err != nil {
					continue
				}
				if f, wrong := wrongLength(path, fetch.Record[1], fetch.Record[2], i.file.size); wrong {
					i.findings = append(i.findings, f)
				}
			}
			if !yield(i) {
				return
			}
		}
	}
}

// arrived checks a file from the walk. It discards what is not a file.
func (j *join) arrived(i *item) {
	f := i.file
	section := "2.1.2"
	if j.tags {
		section = "2.2.4"
	}
	add := func(f Finding) { i.findings = append(i.findings, f) }
	switch {
	case f.link && f.err != nil:
		add(Finding{Severity: violation, Rule: ruleLink, Path: f.path, What: "a link that leads nowhere, or out of the bag", Expected: "files of the bag", Section: "5.1", Err: f.err})
		i.file = nil
	case f.link && f.path == payloadDir: // a tag file neither
		add(Finding{Severity: warning, Rule: ruleLink, Path: f.path, What: "the payload directory is a symbolic link", Expected: "the directory itself: not every copy follows links", Section: "2.1.2"})
		i.file = nil
	case f.link:
		add(Finding{Severity: warning, Rule: ruleLink, Path: f.path, What: "a link to a directory: not entered", Expected: "directories and files", Section: section})
		i.file = nil
	case f.empty:
		add(Finding{Severity: warning, Rule: ruleEmptyDirectory, Path: f.path, What: "an empty directory, which no manifest has", Expected: "a file in it, such as .keep", Section: "2.1.3"})
		i.file = nil
		return
	case f.err != nil:
		add(unreadable(f.path, f.err, section))
		if f.dir {
			i.file = nil
			return
		}
	case f.symbolic:
		add(Finding{Severity: warning, Rule: ruleLink, Path: f.path, What: "a symbolic link", Expected: "the file itself: not every copy follows links", Section: section})
	}
	if path, why := j.names.check(f.path); why != "" {
		add(Finding{Severity: warning, Rule: ruleWindows, Path: path, What: why, Expected: "a name that Windows can have", Section: "6.1.2"})
	}
}

// count adds a file to the payload.
func (v *validator) count(f file) {
	if f.err == nil && !f.link && !f.empty {
		v.bag.Files++
		v.bag.Bytes += f.size
	}
}

func (j *join) list(i *item, n int, record []string) {
	sum := record[3]
	i.raw = record[1]
	if had := i.sums[n]; had != "" {
		f := Finding{Severity: violation, Rule: ruleDuplicate, Path: j.manifests[n].name, Expected: "each file once", Section: "2.1.3"}
		number := strings.TrimLeft(record[2], "0")
		if had == sum {
			f.Severity = j.v.since10()
			f.What = fmt.Sprintf("line %s: again %q", number, abridge(i.path))
		} else {
			f.What = fmt.Sprintf("line %s: again %q, with another checksum", number, abridge(i.path))
		}
		same := func(had Finding) bool { return had.Rule == f.Rule && had.Path == f.Path && had.Severity == f.Severity }
		if !slices.ContainsFunc(i.findings, same) { // report it once
			i.findings = append(i.findings, f)
		}
		return
	}
	i.sums[n] = sum
}

// keep sorts an item by a form that it shares with similar paths.
func (j *join) keep(i *item) error {
	there, fetched := "", ""
	if i.file != nil {
		there = "1"
	}
	if i.fetched {
		fetched = "1"
	}
	return j.alike.Add(append([]string{j.folder.fold(i.path), i.path, i.raw, there, fetched}, i.sums...)...)
}

func kept(record []string) *item {
	i := &item{path: record[1], raw: record[2], fetched: record[4] != "", sums: record[5:]}
	if record[3] != "" {
		i.file = &file{path: i.path}
	}
	return i
}

// finish reports files that are missing or not listed.
func (j *join) finish() error {
	var group []*item
	key := ""
	s := newSummer(j.v)
	for record, err := range j.alike.All() {
		if err != nil {
			return err
		}
		if record[0] != key {
			j.judge(group, s)
			group, key = group[:0], record[0]
		}
		group = append(group, kept(record))
	}
	j.judge(group, s)
	return nil
}

// judge compares paths that differ only in case or Unicode normalization.
func (j *join) judge(group []*item, s *summer) {
	j.collisions(group)
	there := make(map[string]*item) // files, by a form that similar names share
	var first *item                 // of them
	for _, i := range group {
		if i.file == nil {
			continue
		}
		if first == nil {
			first = i
		}
		if l := loose(i.path); there[l] == nil {
			there[l] = i
		}
	}
	for _, i := range group {
		if i.file != nil || !i.listed() {
			continue
		}
		t := there[loose(i.path)]
		if t == nil {
			j.absent(i, first)
			j.unlisted(i)
			continue
		}
		j.renamed(i, t)
		for _, f := range s.check(j.manifests, t.path, i) {
			j.v.find(f)
		}
		for m, sum := range i.sums {
			t.sums[m] = cmp.Or(t.sums[m], sum)
		}
	}
	for _, i := range group {
		if i.file != nil {
			j.unlisted(i)
		}
		if i.fetched && !j.tags {
			j.unlistedFetch(i)
		}
	}
}

// renamed reports that a file's name only looks like the name in the manifest.
func (j *join) renamed(listed, there *item) {
	f := Finding{Severity: warning, Rule: ruleNormalization, Path: there.path, What: fmt.Sprintf("listed as %q, in another Unicode normalization", abridge(listed.raw)), Expected: "the same one", Section: "6.1.1.3"}
	if norm.NFC.String(listed.path) != norm.NFC.String(there.path) {
		f.Rule, f.Section = rulePercent, "2.1.3"
		f.Severity = j.v.since10()
		f.What = fmt.Sprintf("listed as %q, which is another name since 1.0", abridge(listed.raw))
		f.Expected = fmt.Sprintf("%q: many tools write a percent sign as it is", abridge(escape(there.path)))
		if j.v.version.before(1, 0) {
			f.What = fmt.Sprintf("listed as %q, encoded as only 1.0 asks", abridge(listed.raw))
			f.Expected = "its name as it is"
		}
	}
	j.v.find(f)
}

// collisions warns of files that other systems cannot distinguish.
func (j *join) collisions(group []*item) {
	var last *item
	for _, i := range group {
		if i.file == nil && !i.listed() {
			continue
		}
		if last != nil && (last.file != nil) == (i.file != nil) {
			rule, in := likeness(last.path, i.path)
			j.v.find(Finding{Severity: warning, Rule: rule, Path: i.path, What: fmt.Sprintf("differs from %q in %s only", abridge(last.path), in), Expected: "names that every system tells apart", Section: "6.1.1.3"})
		}
		last = i
	}
}

// absent reports a listed file that is missing. Another file may differ only in case.
func (j *join) absent(i, other *item) {
	f := Finding{Severity: violation, Rule: ruleMissing, Path: i.path, What: "no such file", Expected: "it, as " + says(j.lists(i, true)), Section: "3"}
	if other != nil {
		_, in := likeness(i.path, other.path)
		f.What += fmt.Sprintf(", but one that differs in %s only: %q", in, abridge(other.path))
	}
	switch {
	case i.fetched:
		f.Rule, f.What = ruleUnfetched, "not there yet: fetch.txt says where it is"
		j.v.bag.Unfetched++
	default:
		if info, err := fs.Stat(j.v.fsys, i.path); err == nil && info.IsDir() {
			f = Finding{Severity: violation, Rule: ruleDirectory, Path: i.path, What: "a directory, in " + j.lists(i, true), Expected: "files alone", Section: "2.1.3"}
		}
	}
	j.v.missing++
	if i.path == declarationName && j.v.bag.Version == "" {
		return // already reported
	}
	j.v.find(f)
}

// says returns the verb for one manifest or several.
func says(lists string) string {
	if strings.Contains(lists, " and ") {
		return lists + " say"
	}
	return lists + " says"
}

// lists names the manifests that list i, or those that do not.
func (j *join) lists(i *item, yes bool) string {
	var names []string
	for n, sum := range i.sums {
		if (sum != "") == yes {
			names = append(names, j.manifests[n].name)
		}
	}
	return strings.Join(names, " and ")
}

// unlisted reports a file that is not in every manifest that should list it.
func (j *join) unlisted(i *item) {
	if j.lists(i, false) == "" {
		return
	}
	f := Finding{Severity: violation, Rule: ruleUnlisted, Path: i.path, What: "not in " + j.lists(i, false)}
	switch {
	case !j.tags:
		f.Expected, f.Section = "each payload file in every payload manifest", "3"
		if j.v.version.before(1, 0) {
			f.Expected = "each payload file in a payload manifest"
			if i.listed() {
				return
			}
		}
	case slices.ContainsFunc(j.payload, func(l *list) bool { return l.name == i.path }):
		f.Severity, f.Expected, f.Section = j.v.since10(), "every payload manifest in each tag manifest", "2.2.1"
	case isTagManifest(i.path), isOwn(i.path) && !i.listed():
		if strings.HasSuffix(i.path, intentSuffix) && isOwn(i.path) {
			j.v.find(Finding{Severity: warning, Rule: ruleUnfinished, Path: i.path, What: "a run that wrote fingerprints was interrupted", Expected: "another run, which resumes", Section: "2.2.1"})
		}
		return
	case i.listed():
		f.Severity, f.Rule, f.Expected, f.Section = warning, ruleDifferentTagLists, "each tag manifest to list the same files", "2.2.1"
	default:
		f.Severity, f.Expected, f.Section = warning, "the tag files that there are", "2.2.1"
	}
	j.v.find(f)
}

func isTagManifest(path string) bool {
	_, tag, ok := manifestName(path)
	return tag && ok
}

// unlistedFetch reports a file to fetch that is in no manifest.
func (j *join) unlistedFetch(i *item) {
	if absent := j.lists(i, false); absent != "" && (!i.listed() || !j.v.version.before(1, 0)) {
		j.v.find(Finding{Severity: j.v.since10(), Rule: ruleUnlisted, Path: i.path, What: "in fetch.txt, but not in " + absent, Expected: "it in every payload manifest", Section: "2.2.3"})
	}
}

// summer computes checksums of one file after another. It belongs to one goroutine.
type summer struct {
	v      *validator
	hashes map[*checksum.Algorithm]hash.Hash
	buffer []byte
}

func newSummer(v *validator) *summer {
	return &summer{v, make(map[*checksum.Algorithm]hash.Hash), make([]byte, 128<<10)}
}

func (s *summer) check(manifests []*list, path string, i *item) (findings []Finding) {
	if s.v.o.SkipChecksums || i.file == nil && path == i.path || i.file != nil && i.file.err != nil {
		return nil
	}
	var writers []io.Writer
	for n, sum := range i.sums {
		a := manifests[n].algorithm
		if sum == "" || a == nil {
			continue
		}
		if s.hashes[a] == nil {
			s.hashes[a] = a.New()
		}
		if !slices.Contains(writers, io.Writer(s.hashes[a])) { // may be repeated, if its name is written in two ways
			s.hashes[a].Reset()
			writers = append(writers, s.hashes[a])
		}
	}
	if len(writers) == 0 {
		return nil
	}
	if err := s.read(path, io.MultiWriter(writers...)); err != nil {
		return []Finding{unreadable(path, err, "3")}
	}
	for n, sum := range i.sums {
		a := manifests[n].algorithm
		if sum == "" || a == nil {
			continue
		}
		if got := hex.EncodeToString(s.hashes[a].Sum(nil)); got != sum {
			findings = append(findings, Finding{Severity: violation, Rule: ruleChecksum, Path: path, What: a.Name + " " + got, Expected: sum + ", as " + manifests[n].name + " says", Section: "3"})
		}
	}
	return findings
}

func (s *summer) read(path string, w io.Writer) error {
	f, err := openRegular(s.v.fsys, path)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.CopyBuffer(w, watched.Reader(s.v.ctx, f, s.v.o.Read), s.buffer)
	return err
}
