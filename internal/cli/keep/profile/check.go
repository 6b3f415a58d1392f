package profile

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/archive/validation"
	"github.com/lsh-interop/fpcheck/internal/engine/container"
	"github.com/lsh-interop/fpcheck/internal/kernel/checksum"
	"github.com/lsh-interop/fpcheck/manifest/bagit"
)

// mediaTypes are the names of the forms of containers in profiles.
var mediaTypes = map[container.Form][]string{
	container.Tar:      {"application/tar", "application/x-tar", "application/x-gtar"},
	container.TarGzip:  {"application/gzip", "application/x-gzip", "application/tar+gzip", "application/x-tar+gzip", "application/x-gtar-compressed", "application/x-compressed-tar", "application/x-tgz", "application/x-compressed"},
	container.TarBzip2: {"application/x-bzip2", "application/bzip2", "application/x-bzip", "application/x-bzip-compressed-tar"},
	container.TarXZ:    {"application/x-xz", "application/x-xz-compressed-tar"},
	container.TarZstd:  {"application/zstd", "application/x-zstd", "application/x-zstd-compressed-tar"},
	container.Zip:      {"application/zip", "application/x-zip", "application/x-zip-compressed"},
}

// checker is one comparison.
type checker struct {
	p      *Profile
	fsys   fs.FS
	bag    *bagit.Bag
	report func(bagit.Finding)
}

// Check compares a bag with the profile, and calls report with each violation, in a fixed order.
// bag is the result of [bagit.Validate] for fsys. form is the form of the bag's container, or ""
// for a directory. The only error is ctx.Err().
func (p *Profile) Check(ctx context.Context, fsys fs.FS, bag *bagit.Bag, form container.Form, report func(bagit.Finding)) error {
	c := &checker{p, fsys, bag, report}
	c.form(form)
	c.version()
	c.info()
	if err := c.manifests(); err != nil {
		c.unread(".", err)
	}
	c.fetch()
	if err := c.tagFiles(ctx); err != nil {
		return err
	}
	return c.payloadFiles(ctx)
}

func (c *checker) find(s validation.Severity, field, path, what, expected string) {
	c.report(bagit.Finding{Severity: s, Rule: "profile", Path: path, What: what, Expected: expected, Section: field, Profile: c.p.Identifier})
}

func (c *checker) unread(path string, err error) {
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	c.report(bagit.Finding{Severity: validation.Unjudged, Rule: "unreadable", Path: path, What: err.Error(), Section: "Manifests-Required", Profile: c.p.Identifier, Err: err})
}

// form compares the container of the bag.
func (c *checker) form(form container.Form) {
	const field = "Serialization"
	switch {
	case form == "" && c.p.serialization == required:
		c.find(validation.Error, field, "", "a directory", "a container: "+strings.Join(c.p.forms, ", "))
	case form == "":
	case c.p.serialization == forbidden:
		c.find(validation.Error, field, "", string(form), "a directory: Serialization is forbidden")
	case !slices.ContainsFunc(mediaTypes[form], func(t string) bool { return containsFold(c.p.forms, t) }):
		c.find(validation.Error, "Accept-Serialization", "", string(form), "one of "+strings.Join(c.p.forms, ", "))
	}
}

func containsFold(list []string, s string) bool {
	return slices.ContainsFunc(list, func(t string) bool { return strings.EqualFold(s, t) })
}

func (c *checker) version() {
	if v := c.bag.Version; !slices.Contains(c.p.versions, v) {
		what := "no version"
		if v != "" {
			what = "version " + v
		}
		c.find(validation.Error, "Accept-BagIt-Version", "bagit.txt", what, "one of "+strings.Join(c.p.versions, ", "))
	}
}

const (
	infoName        = "bag-info.txt"
	identifierLabel = "BagIt-Profile-Identifier"
)

// info compares the metadata. They are unknown if the declaration of the bag could not be read.
func (c *checker) info() {
	info, err := fs.Stat(c.fsys, infoName)
	switch {
	case err != nil || info.IsDir():
		c.find(validation.Error, "Bag-Info", infoName, "no such file", "one with "+identifierLabel)
		return
	case info.Size() > 0 && len(c.bag.Info) == 0:
		c.find(validation.Unjudged, "Bag-Info", infoName, "no metadata could be read", "those that the profile asks for")
		return
	}
	values := make(map[string][]string) // by label in lower case
	for _, t := range c.bag.Info {
		label := strings.ToLower(t.Label)
		values[label] = append(values[label], unfold(t.Value))
	}
	switch named := values[strings.ToLower(identifierLabel)]; {
	case len(named) == 0:
		c.find(validation.Error, identifierLabel, infoName, "no "+identifierLabel, c.p.Identifier)
	case !slices.Contains(named, c.p.Identifier):
		c.find(validation.Error, identifierLabel, infoName, fmt.Sprintf("%s %s", identifierLabel, quoteAll(named)), c.p.Identifier)
	}
	var absent []string
	for _, t := range c.p.tags {
		of := values[strings.ToLower(t.label)]
		if len(of) == 0 && t.recommended && !t.required {
			absent = append(absent, t.label)
		}
		c.tag(&t, of)
	}
	if len(absent) > 0 {
		c.find(validation.Warning, "Bag-Info", infoName, "no "+strings.Join(absent, ", "), "what is recommended")
	}
}

func (c *checker) tag(t *tag, values []string) {
	const field = "Bag-Info"
	if len(values) == 0 && t.required {
		c.find(validation.Error, field, infoName, "no "+t.label, "one: it is required")
	}
	if len(values) > 1 && !t.repeated {
		c.find(validation.Error, field, infoName, fmt.Sprintf("%s %d times", t.label, len(values)), "once: it is not repeatable")
	}
	if len(t.values) == 0 {
		return
	}
	for _, v := range values {
		if !slices.ContainsFunc(t.values, func(w string) bool { return unfold(w) == v }) {
			c.find(validation.Error, field, infoName, fmt.Sprintf("%s %s", t.label, quoteAll([]string{v})), "one of "+quoteAll(t.values))
		}
	}
}

// unfold joins the lines of a value.
func unfold(s string) string { return strings.Join(strings.Fields(s), " ") }

// quoteAll quotes values, shortened.
func quoteAll(values []string) string {
	const most = 300
	var quoted []string
	for _, v := range values {
		quoted = append(quoted, fmt.Sprintf("%q", v))
	}
	s := strings.Join(quoted, ", ")
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "..."
	}
	return s
}

// manifests compares the algorithms of the manifests.
func (c *checker) manifests() error {
	entries, err := fs.ReadDir(c.fsys, ".")
	if err != nil {
		return err
	}
	for _, kind := range []struct {
		prefix, field string
		asked         *allowed
	}{{"manifest-", "Manifests", &c.p.manifests}, {"tagmanifest-", "Tag-Manifests", &c.p.tagManifests}} {
		var there []string
		for _, e := range entries {
			if rest, ok := strings.CutPrefix(e.Name(), kind.prefix); ok && !e.IsDir() && strings.HasSuffix(rest, ".txt") {
				there = append(there, strings.TrimSuffix(rest, ".txt"))
			}
		}
		slices.Sort(there)
		same := func(a string) func(string) bool {
			return func(b string) bool { return checksum.Normal(a) == checksum.Normal(b) }
		}
		for _, a := range kind.asked.required {
			if !slices.ContainsFunc(there, same(a)) {
				c.find(validation.Error, kind.field+"-Required", kind.prefix+a+".txt", "no such file", "it: it is required")
			}
		}
		for _, a := range there {
			if kind.asked.given && !slices.ContainsFunc(kind.asked.only, same(a)) {
				c.find(validation.Error, kind.field+"-Allowed", kind.prefix+a+".txt", "checksums by "+a, "only "+strings.Join(kind.asked.only, ", "))
			}
		}
	}
	return nil
}

func (c *checker) fetch() {
	const name = "fetch.txt"
	switch there := c.exists(name); {
	case there && c.p.noFetch:
		c.find(validation.Error, "Allow-Fetch.txt", name, "files to be fetched", "none: it is not allowed")
	case !there && c.p.fetchRequired:
		c.find(validation.Error, "Fetch.txt-Required", name, "no such file", "it: it is required")
	}
}

func (c *checker) exists(name string) bool {
	info, err := fs.Stat(c.fsys, name)
	return err == nil && !info.IsDir()
}

// tagFiles compares the files beside the payload that BagIt does not define.
func (c *checker) tagFiles(ctx context.Context) error {
	for _, name := range c.p.tagFiles.required {
		if !c.exists(name) {
			c.find(validation.Error, "Tag-Files-Required", name, "no such file", "it: it is required")
		}
	}
	if !c.p.tagFiles.given {
		return nil
	}
	return c.walk(ctx, ".", func(path string, e fs.DirEntry) error {
		switch {
		case e.IsDir() && path == payloadDir:
			return fs.SkipDir
		case !e.IsDir() && !ofBagIt(path) && !c.p.tagFiles.allows(path):
			c.find(validation.Error, "Tag-Files-Allowed", path, "a tag file", "only "+quoteAll(c.p.tagFiles.only))
		}
		return nil
	})
}

const payloadDir = "data"

// ofBagIt reports whether a file is covered by other fields.
func ofBagIt(path string) bool {
	switch path {
	case "bagit.txt", infoName, "fetch.txt", bagit.LockName:
		return true
	}
	return !strings.Contains(path, "/") && strings.HasSuffix(path, ".txt") &&
		(strings.HasPrefix(path, "manifest-") || strings.HasPrefix(path, "tagmanifest-"))
}

// payloadFiles compares the names of the payload, and whether it is empty.
func (c *checker) payloadFiles(ctx context.Context) error {
	for _, name := range c.p.payload.required {
		dir, isDir := strings.CutSuffix(name, "/")
		if !isDir {
			if !c.exists(name) {
				c.find(validation.Error, "Payload-Files-Required", name, "no such file", "it: it is required")
			}
			continue
		}
		if entries, err := fs.ReadDir(c.fsys, dir); err != nil || len(entries) == 0 {
			c.find(validation.Error, "Payload-Files-Required", name, "nothing in this directory", "at least one file or directory")
		}
	}
	if !c.p.payload.given && !c.p.dataEmpty {
		return nil
	}
	var files, octets int64
	if err := c.walk(ctx, payloadDir, func(path string, e fs.DirEntry) error {
		if e.IsDir() {
			return nil
		}
		if files++; c.p.dataEmpty {
			if info, err := fs.Stat(c.fsys, path); err == nil {
				octets += info.Size()
			}
		}
		if !c.p.payload.allows(path) {
			c.find(validation.Error, "Payload-Files-Allowed", path, "a payload file", "only "+quoteAll(c.p.payload.only))
		}
		return nil
	}); err != nil {
		return err
	}
	if c.p.dataEmpty && (files > 1 || octets > 0) {
		c.find(validation.Error, "Data-Empty", payloadDir, fmt.Sprintf("files: %d, bytes: %d", files, octets), "no file, or one that is empty")
	}
	return nil
}

// walk calls each with the entries below a directory, by name, except unreadable directories.
func (c *checker) walk(ctx context.Context, dir string, each func(path string, e fs.DirEntry) error) error {
	return fs.WalkDir(c.fsys, dir, func(path string, e fs.DirEntry, err error) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil || e == nil {
			return nil
		}
		return each(path, e)
	})
}
