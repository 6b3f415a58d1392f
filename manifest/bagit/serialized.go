package bagit

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// serialization is the section about serialised bags: RFC 8493 has none.
const serialization = "draft-kunze-bagit-14, 4"

// Serialized finds the bag in the tree of a container, such as a tar or a zip, which is called
// name. It returns the directory of the bag, "." for the tree itself, and what the container has
// that it should not have, for [Options.Container]. ok is false if there is no bag in it.
//
// Up to draft 14 of BagIt, a serialised bag must be in a directory of its own, which is the only
// entry of the container and should be called as the container is, without the ending of its
// form. RFC 8493 leaves that out, so for a bag of version 1.0 it is all a warning.
func Serialized(fsys fs.FS, name string) (dir string, findings []Finding, ok bool, err error) {
	entries, err := fs.ReadDir(fsys, ".")
	if err != nil {
		return "", nil, false, err
	}
	find := func(s Severity, what, expected string) {
		findings = append(findings, Finding{Severity: s, Rule: Serialization, What: what, Expected: expected, Section: serialization})
	}
	stem := stemOf(name)
	if isBag(fsys, ".") {
		find(Error, "the files of the bag, without a folder around them", "one folder, with the bag in it")
		return ".", findings, true, nil
	}
	var bags []string
	for _, e := range entries {
		if e.IsDir() && isBag(fsys, e.Name()) {
			bags = append(bags, e.Name())
		}
	}
	if len(bags) == 0 {
		return "", nil, false, nil
	}
	dir = bags[0]
	if slices.Contains(bags, stem) {
		dir = stem
	}
	var beside []string
	for _, e := range entries {
		if e.Name() != dir {
			beside = append(beside, fmt.Sprintf("%q", abridge(e.Name())))
		}
	}
	if n := len(beside); n > 0 {
		const shown = 3
		list := strings.Join(beside[:min(n, shown)], ", ")
		if n > shown {
			list += fmt.Sprintf(" and %d more", n-shown)
		}
		find(Error, fmt.Sprintf("%s beside the folder of the bag, %q", list, abridge(dir)), "that folder alone")
	}
	switch {
	case stem == path.Base(name):
		find(Warning, fmt.Sprintf("the name %q, without an ending", abridge(path.Base(name))), "one that says which form it has")
	case stem != dir:
		find(Warning, fmt.Sprintf("the folder %q in %q", abridge(dir), abridge(path.Base(name))), fmt.Sprintf("%q, as the container is called", abridge(stem)))
	}
	return dir, findings, true, nil
}

func isBag(fsys fs.FS, dir string) bool {
	sub, err := fs.Sub(fsys, dir)
	return err == nil && IsBag(sub)
}

// stemOf is the name of a container without the ending of its form.
func stemOf(name string) string {
	name = path.Base(name)
	for _, packing := range []string{".gz", ".bz2", ".xz", ".zst"} {
		if rest, ok := strings.CutSuffix(name, packing); ok && strings.HasSuffix(rest, ".tar") {
			name = rest
		}
	}
	if end := path.Ext(name); end != "" && isEnding(end) {
		return strings.TrimSuffix(name, end)
	}
	return name
}

// isEnding reports whether the end of a name tells a form, not a version such as in "bag.v1".
func isEnding(end string) bool {
	switch strings.ToLower(end) {
	case ".tar", ".tgz", ".tbz", ".tbz2", ".txz", ".tzst", ".zip", ".7z":
		return true
	}
	return false
}

// container reports what was found of the container that the bag is in.
func (v *validator) container() {
	for _, f := range v.o.Container {
		if f.Rule == Serialization && !v.version.before(1, 0) {
			f.Severity = Warning
		}
		v.find(f)
	}
}
