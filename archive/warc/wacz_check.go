package warc

import (
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/archive/validation"
	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/engine/watched"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
)

// Names in a WACZ package, and the names of its specifications.
const (
	packageFile = "datapackage.json"
	digestFile  = "datapackage-digest.json"
	pagesFile   = "pages/pages.jsonl"

	waczSpec = "WACZ 1.1.1"
	authSpec = "WACZ Signing and Verification 0.1.0"
)

// CheckPackage validates a WACZ package (1.1.1) of size bytes. datapackage.json must list the mandatory
// files with their sizes and digests. Each archive must be valid (see [Check]), and each line of an
// index must match a record. The signature must be right. CheckPackage does not decide whether a
// certificate is trustworthy.
func CheckPackage(ctx context.Context, file io.ReaderAt, size int64, workers int, report func(Finding)) (checked Checked, err error) {
	if ctx == nil {
		return checked, errNoContext
	}
	defer recovery.Catch(&err, inArchives)
	p := &packageChecker{
		checker: newChecker(ctx, workers, report), source: watched.ReaderAt(ctx, file), size: size,
		declared: map[string]*resource{}, places: places{files: map[string][]recordPlace{}},
	}
	err = p.check()
	return p.checked, err
}

// packageChecker is the validation of a package.
type packageChecker struct {
	*checker
	source   *watched.At
	size     int64
	files    []*zip.File // without folders
	declared map[string]*resource
	listed   bool   // datapackage.json could be read
	created  string // from datapackage.json
	places   places
}

// A resource is an entry of datapackage.json.
type resource struct {
	digest digest
	bytes  int64 // -1 if it does not say
	there  bool
}

func (p *packageChecker) bad(rule string, name, what, expected string) {
	p.say(validation.Error, rule, name, waczSpec, what, expected)
}

// broken reports a fault of the package that reading found. It returns an error if the fault is of reading, or
// if the context has ended.
func (p *packageChecker) broken(rule, name string, err error, expected string) error {
	if failed := p.source.Failed(); failed != nil {
		return failed
	}
	p.bad(rule, name, err.Error(), expected)
	return nil
}

func (p *packageChecker) say(s validation.Severity, rule string, name, spec, what, expected string) {
	p.member = name
	p.find(Finding{Severity: s, Rule: rule, Offset: -1, What: what, Expected: expected, Section: spec})
}

func (p *packageChecker) check() error {
	z, err := zip.NewReader(p.source, p.size)
	switch {
	case err != nil && p.source.Failed() != nil:
		return p.source.Failed()
	case err != nil:
		p.bad(rulePackage, "", err.Error(), "a ZIP file")
		return nil
	}
	if !p.list(z) {
		return nil
	}
	if err := p.manifest(); err != nil {
		return err
	}
	archives, indexes := 0, 0
	for _, f := range p.files {
		switch {
		case isIndexName(f.Name):
			indexes++
			continue // after the archives
		case strings.HasPrefix(f.Name, "archive/") && isArchiveName(f.Name):
			archives++
			p.place = p.places.of(f.Name)
			err = p.read(f, func(r io.Reader) error { return p.archive(f.Name, r) })
		case f.Name == pagesFile:
			err = p.read(f, p.pages)
		default:
			err = p.read(f, drain)
		}
		if err != nil {
			return err
		}
	}
	p.endSeries()
	for _, f := range p.files {
		if isIndexName(f.Name) {
			if err := p.read(f, func(r io.Reader) error { return p.index(f.Name, r) }); err != nil {
				return err
			}
		}
	}
	p.endIndexes(indexes > 0)
	for _, m := range []struct {
		lacks bool
		what  string
	}{{archives == 0, "no file in archive/"}, {indexes == 0, "no index in indexes/"}, {p.file(pagesFile) == nil, "no " + pagesFile}} {
		if m.lacks {
			p.bad(rulePackage, "", m.what, "one")
		}
	}
	for _, name := range sortedKeys(p.declared) {
		if !p.declared[name].there {
			p.bad(ruleResource, name, "is in datapackage.json, and not in the package", "")
		}
	}
	return nil
}

// list reads the directory of the ZIP file. It refuses members that share bytes, because a short file
// could then unpack without limit.
func (p *packageChecker) list(z *zip.Reader) bool {
	names, octets := make(map[string]bool, len(z.File)), uint64(0)
	for _, f := range z.File {
		if strings.HasSuffix(f.Name, "/") {
			continue
		}
		octets += f.CompressedSize64
		switch {
		case names[f.Name]:
			p.bad(rulePackage, f.Name, "two files of that name", "one")
			continue
		case !isLocal(f.Name):
			p.bad(rulePackage, f.Name, "a name that leads out of the package", "another")
			continue
		case strings.HasSuffix(f.Name, ".gz") && f.Method != zip.Store && (strings.HasPrefix(f.Name, "archive/") || strings.HasPrefix(f.Name, "indexes/")):
			p.bad(rulePackage, f.Name, "compressed again", "a compressed file as it is (STORE)")
		}
		names[f.Name] = true
		p.files = append(p.files, f)
	}
	if octets > uint64(p.size) {
		p.bad(rulePackage, "", fmt.Sprintf("files of %d bytes in a package of %d", octets, p.size), "none that overlap")
		return false
	}
	return true
}

func isLocal(name string) bool {
	return name != "" && !strings.HasPrefix(name, "/") && !strings.Contains(name, `\`) && !slices.Contains(strings.Split(name, "/"), "..")
}

func isIndexName(name string) bool {
	if !strings.HasPrefix(name, "indexes/") {
		return false
	}
	switch path.Ext(strings.TrimSuffix(name, ".gz")) {
	case ".cdx", ".cdxj":
		return true
	}
	return false
}

func (p *packageChecker) file(name string) *zip.File {
	for _, f := range p.files {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// read reads a file once and compares it with datapackage.json.
func (p *packageChecker) read(f *zip.File, take func(io.Reader) error) error {
	r, err := f.Open()
	if err != nil {
		return p.broken(rulePackage, f.Name, err, "")
	}
	defer r.Close()
	declared := p.declared[f.Name]
	counted := &counter{r: r}
	var source io.Reader = counted
	var sum hash.Hash
	if declared != nil && declared.digest.Label != "" {
		sum = declared.digest.New()
		source = io.TeeReader(source, sum)
	}
	if err = take(source); err == nil {
		err = drain(source)
	}
	switch {
	case errors.Is(err, zip.ErrChecksum), errors.Is(err, zip.ErrFormat), errors.Is(err, zip.ErrAlgorithm), errors.Is(err, io.ErrUnexpectedEOF), isInflate(err):
		return p.broken(rulePackage, f.Name, err, "")
	case err != nil:
		return err
	}
	switch {
	case f.Name == packageFile || f.Name == digestFile:
		return nil
	case declared == nil:
		if p.listed {
			p.bad(ruleResource, f.Name, "is not in datapackage.json", "all files of the package")
		}
		return nil
	}
	declared.there = true
	if declared.bytes >= 0 && declared.bytes != counted.n {
		p.bad(ruleResource, f.Name, fmt.Sprintf("has %d bytes", counted.n), fmt.Sprintf("%d by datapackage.json", declared.bytes))
	}
	if sum == nil {
		return nil
	}
	if got := sum.Sum(nil); string(got) != string(declared.digest.Sum) {
		p.bad(ruleResource, f.Name, fmt.Sprintf("%s:%x is its digest", declared.digest.Label, got), fmt.Sprintf("%s by datapackage.json", hex.EncodeToString(declared.digest.Sum)))
	} else {
		p.checked.Digests++
	}
	return nil
}

// manifest parses datapackage.json and checks that it is a WACZ manifest.
func (p *packageChecker) manifest() error {
	f := p.file(packageFile)
	if f == nil {
		p.bad(rulePackage, "", "no "+packageFile, "one")
		return nil
	}
	octets, ok, err := p.small(f)
	if err != nil || !ok {
		return err
	}
	var d struct {
		Profile   string
		Version   string `json:"wacz_version"`
		Created   string
		Resources []struct {
			Path, Hash, Hashing string
			Bytes               *int64
			Stats               struct { // of WACZ 1.0.0
				Hash  string
				Bytes *int64
			}
		}
	}
	if err := json.Unmarshal(octets, &d); err != nil {
		p.bad(rulePackage, packageFile, err.Error(), "a data package in JSON")
		return nil
	}
	p.listed, p.created = true, d.Created
	if d.Profile != "data-package" {
		p.bad(rulePackage, packageFile, fmt.Sprintf("profile %q", abridged(d.Profile)), "data-package")
	}
	if d.Version == "" {
		p.bad(rulePackage, packageFile, "no wacz_version", "one")
	}
	for _, r := range d.Resources {
		text, bytes := r.Hash, r.Bytes
		if text == "" {
			text, bytes = r.Stats.Hash, r.Stats.Bytes
		}
		res := &resource{bytes: -1}
		if bytes != nil {
			res.bytes = *bytes
		} else {
			p.bad(ruleResource, r.Path, "no size in datapackage.json", "one")
		}
		switch {
		case text == "":
			p.bad(ruleResource, r.Path, "no hash in datapackage.json", "one")
		case !strings.Contains(text, ":"):
			label := cmp.Or(r.Hashing, "md5") // Frictionless Data Package: the default
			text = label + ":" + text
			fallthrough
		default:
			d, err := parseDigest(text)
			switch {
			case errors.Is(err, errAlgorithm):
				p.say(validation.Unjudged, ruleAlgorithm, r.Path, waczSpec, err.Error(), "")
			case err != nil:
				p.bad(ruleResource, r.Path, err.Error(), "")
			}
			res.digest = d
		}
		if p.declared[r.Path] != nil {
			p.bad(ruleResource, r.Path, "is twice in datapackage.json", "once")
			continue
		}
		p.declared[r.Path] = res
	}
	return p.digest(octets)
}

// small reads a file into memory.
func (p *packageChecker) small(f *zip.File) (octets []byte, ok bool, err error) {
	r, err := f.Open()
	if err == nil {
		defer r.Close()
		octets, err = io.ReadAll(io.LimitReader(r, maxPackageFile+1))
	}
	switch {
	case err != nil:
		return nil, false, p.broken(rulePackage, f.Name, err, "")
	case len(octets) > maxPackageFile:
		p.say(validation.Unjudged, rulePackage, f.Name, "", fmt.Sprintf("more than %d bytes", maxPackageFile), "fewer")
		return nil, false, nil
	}
	return octets, true, nil
}

// pages validates the list of pages.
func (p *packageChecker) pages(r io.Reader) error {
	return p.lines(r, pagesFile, func(n int, line []byte) {
		var page map[string]json.RawMessage
		if err := json.Unmarshal(line, &page); err != nil {
			p.bad(rulePackage, pagesFile, fmt.Sprintf("line %d: %v", n, err), "an object of JSON")
			return
		}
		if _, header := page["format"]; header && n == 1 {
			return
		}
		for _, key := range []string{"url", "ts"} {
			if value := page[key]; !bytes.HasPrefix(value, []byte(`"`)) || len(value) == 2 {
				p.bad(rulePackage, pagesFile, fmt.Sprintf("line %d: no %s", n, key), "one")
			}
		}
	})
}

func drain(r io.Reader) error {
	_, err := io.Copy(io.Discard, r)
	return err
}

func isInflate(err error) bool {
	return err != nil && (strings.HasPrefix(err.Error(), "flate:") || errors.Is(err, extract.ErrMalformed))
}
