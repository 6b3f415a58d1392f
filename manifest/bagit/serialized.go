package bagit

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/archive/validation"
)

// serialization is the section about serialised bags. RFC 8493 has none.
const serialization = "draft-kunze-bagit-14, 4"

// FindBag finds the bag in the tree of a container, such as a tar or a ZIP file. name is the name of the
// container. It returns the directory of the bag, or "." for the tree itself. The findings are about the
// container, for [Options.Container]. ok is false if the container has no bag.
//
// Up to draft 14 of BagIt, a serialised bag must be in a directory of its own. The directory must be the
// only entry of the container. It should have the name of the container without its ending. RFC 8493
// does not say this, so these findings are warnings for a bag of version 1.0.
func FindBag(fsys fs.FS, name string) (dir string, findings []Finding, ok bool, err error) {
	entries, err := fs.ReadDir(fsys, ".")
	if err != nil {
		return "", nil, false, err
	}
	find := func(s validation.Severity, what, expected string) {
		findings = append(findings, Finding{Severity: s, Rule: ruleSerialization, What: what, Expected: expected, Section: serialization})
	}
	stem := stemOf(name)
	if isBag(fsys, ".") {
		find(violation, "the files of the bag, without a folder around them", "one folder, with the bag in it")
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
		find(violation, fmt.Sprintf("%s beside the folder of the bag, %q", list, abridge(dir)), "that folder alone")
	}
	switch {
	case stem == path.Base(name):
		find(warning, fmt.Sprintf("the name %q, without an ending", abridge(path.Base(name))), "one that says which form it has")
	case stem != dir:
		find(warning, fmt.Sprintf("the folder %q in %q", abridge(dir), abridge(path.Base(name))), fmt.Sprintf("%q, as the container is called", abridge(stem)))
	}
	return dir, findings, true, nil
}

func isBag(fsys fs.FS, dir string) bool {
	sub, err := fs.Sub(fsys, dir)
	return err == nil && IsBag(sub)
}

// stemOf returns the name of a container without the ending of its form.
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

// isEnding reports whether the end of a name names a form, not a version such as in "bag.v1".
func isEnding(end string) bool {
	switch strings.ToLower(end) {
	case ".tar", ".tgz", ".tbz", ".tbz2", ".txz", ".tzst", ".zip", ".7z":
		return true
	}
	return false
}

// container reports the findings about the container of the bag.
func (v *validator) container() {
	for _, f := range v.o.Container {
		if f.Rule == ruleSerialization && !v.version.before(1, 0) {
			f.Severity = warning
		}
		v.find(f)
	}
}
