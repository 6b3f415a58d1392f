package keep

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/lsh-interop/fpcheck/archive/validation"
	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	"github.com/lsh-interop/fpcheck/internal/cli/keep/outcome"
	containers "github.com/lsh-interop/fpcheck/internal/engine/container"
	"github.com/lsh-interop/fpcheck/manifest"
	"github.com/lsh-interop/fpcheck/manifest/bagit"
)

// A site is a tree of files: a directory, or a container such as a tar or a zip.
type site struct {
	name string // as the user called it
	tree fs.FS
	// held is the container, or nil. The tree may be a part of it.
	held *containers.FS
}

func directory(name string) site { return site{name: name, tree: manifest.Dir(name)} }

// isContainer reports whether name is a file with other files in it.
func isContainer(name string) bool {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() { // a pipe can be read once
		return false
	}
	form, err := containers.FormOf(name)
	return err == nil && form != ""
}

func openSite(a *cli.App, name string, limits extract.Limits, read *cli.Progress) (site, error) {
	if !isContainer(name) {
		return directory(name), documents.CheckTree(name)
	}
	held, err := containers.OpenFS(a.Ctx, name, limits, read.Add)
	if err != nil {
		return site{}, fmt.Errorf("%s: %w", cli.Display(name), cli.UnwrapPath(err))
	}
	return site{name, held, held}, nil
}

// form returns the form of the container, or "" for a directory.
func (s *site) form() containers.Form {
	if s.held == nil {
		return ""
	}
	form, err := containers.FormOf(s.name)
	if err != nil {
		return "" // it was read before
	}
	return form
}

func (s *site) close() {
	if s.held != nil {
		s.held.Close()
	}
}

// in returns the part of a site below a directory.
func (s site) in(dir string) (site, error) {
	sub, err := s.held.Below(dir)
	if err != nil {
		return site{}, err
	}
	return site{s.name, sub, s.held}, nil
}

// open opens a file that an argument names, or one in the container.
func (s *site) open(name string) (fs.File, error) {
	if s.held != nil {
		if inside, err := filepath.Rel(s.name, name); err == nil && filepath.IsLocal(inside) {
			return s.tree.Open(filepath.ToSlash(inside))
		}
	}
	return cli.OpenRegular(name)
}

// sizes yields the sizes of its files. In a directory, skip leaves out some.
func (s *site) sizes(skip func(path string) bool) iter.Seq[int64] {
	if s.held == nil {
		return documents.Sizes([]string{s.name}, skip)
	}
	if sub, ok := s.tree.(*containers.FS); ok {
		return sub.Sizes
	}
	return s.held.Sizes
}

// placed returns the files that are in the tree. In a container there are none.
func (s *site) placed(files []string) map[string]bool {
	if s.held != nil {
		return nil
	}
	return documents.Placed(s.name, files)
}

// complain calls take with the faults of the container, and returns their number.
func (s *site) complain(take func(name string, err error)) (n int64) {
	if s.held == nil {
		return 0
	}
	for _, p := range s.held.Problems() {
		name := s.name
		if p.Name != "" {
			name += ": " + p.Name
		}
		take(name, p.Err)
		n++
	}
	return n
}

// complainOf reports the faults of a container without a bag, whose members cannot be judged.
func (v *findings) complainOf(at site) (err error) {
	n := at.complain(func(name string, problem error) {
		v.a.Out.Report(name, problem)
		if err == nil {
			err = v.find(outcome.Finding{Severity: validation.Unjudged, Code: "container", Path: name, What: cli.Message(problem)})
		}
	})
	if n > 0 {
		found := validation.Counts{Unjudged: n}
		v.conclusion.add(found, "the container: "+outcome.CountFindings(found))
	}
	return err
}

// top is the site of the only folder of a container with nothing beside it, otherwise s.
func (s site) top() (site, error) {
	if s.held == nil {
		return s, nil
	}
	if name, ok := s.held.Top(); ok {
		return s.in(name)
	}
	return s, nil
}

// about returns s or its only folder, whichever has the files with these first paths.
func (s site) about(paths []string) (site, error) {
	top, err := s.top()
	if err != nil {
		return s, err
	}
	for _, name := range paths {
		if _, err := fs.Stat(top.tree, name); err == nil {
			return top, nil
		}
		if _, err := fs.Stat(s.tree, name); err == nil {
			return s, nil
		}
	}
	return top, nil
}

func (v *findings) verifyContainer(args []string) error {
	at, err := openSite(v.a, args[0], v.f.Limits(), v.read)
	if err != nil {
		return err
	}
	defer at.close()
	dir, found, isBag, err := bagit.FindBag(at.tree, args[0])
	if err != nil {
		return fmt.Errorf("%s: %w", cli.Display(args[0]), cli.UnwrapPath(err))
	}
	if isBag {
		if err := stores[0].suit(v, args); err != nil {
			return err
		}
		if at, err = at.in(dir); err != nil {
			return fmt.Errorf("%s: %w", cli.Display(args[0]), cli.UnwrapPath(err))
		}
		return v.bagAt(at, append(found, containerFindings(at.held, dir)...))
	}
	top, err := at.top()
	if err != nil {
		return fmt.Errorf("%s: %w", cli.Display(args[0]), cli.UnwrapPath(err))
	}
	for _, at := range []site{at, top} {
		for _, s := range stores {
			if s.isAt(at.tree) {
				if err := s.suit(v, args); err != nil {
					return err
				}
				if err := v.complainOf(at); err != nil {
					return err
				}
				return s.verify(v, at, args[1:])
			}
		}
	}
	at.complain(v.a.Out.Complain)
	return fmt.Errorf("%s: no bag or OCFL object in its only folder: expected bagit.txt or 0=ocfl_* there, or MANIFEST before it", cli.Display(args[0]))
}

// containerFindings returns the faults of a container that has a bag in the folder dir.
func containerFindings(held *containers.FS, dir string) (found []bagit.Finding) {
	for _, p := range held.Problems() {
		f := bagit.Finding{Severity: validation.Error, Rule: "container", What: p.Err.Error(), Section: "3", Err: p.Err}
		if errors.Is(p.Err, containers.ErrOutside) {
			f.Section = "5.1"
		}
		if p.Name != "" {
			f.Path = p.Name
			if rest, ok := strings.CutPrefix(path.Clean(p.Name), dir+"/"); ok {
				f.Path = rest
			}
		}
		found = append(found, f)
	}
	return found
}
