package corpus

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

const django = "Django"

// Revision is one file of documentation in two releases that follow each other.
// The text may be the same in both.
type Revision struct {
	Work     string // "Django"
	Path     string // in the folder docs: "topics/http/urls.txt"
	From, To string // the releases: "4.2.1", "4.2.20"

	dir string
}

// Texts returns the text in both releases.
func (r Revision) Texts() (from, to string, err error) {
	var texts [2]string
	for i, release := range []string{r.From, r.To} {
		octets, err := os.ReadFile(filepath.Join(r.dir, r.Work+"-"+release, filepath.FromSlash(r.Path)))
		if err != nil {
			return "", "", err
		}
		texts[i] = string(octets)
	}
	return texts[0], texts[1], nil
}

// findRevisions lists the files that are in a release and in the next. The
// releases are in order.
func findRevisions(dir string, releases []string) ([]Revision, error) {
	var all []Revision
	var before map[string]bool
	for i, release := range releases {
		now := make(map[string]bool)
		root := os.DirFS(filepath.Join(dir, django+"-"+release))
		err := fs.WalkDir(root, ".", func(path string, entry fs.DirEntry, err error) error {
			if err != nil || !entry.Type().IsRegular() || !strings.HasSuffix(path, ".txt") {
				return err
			}
			now[path] = true
			if before[path] {
				all = append(all, Revision{Work: django, Path: path, From: releases[i-1], To: release, dir: dir})
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		before = now
	}
	slices.SortStableFunc(all, func(a, b Revision) int { return strings.Compare(a.Path, b.Path) })
	return all, nil
}
