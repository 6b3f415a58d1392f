package main

import (
	"cmp"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/manifest"
)

// treeFlags are the flags of commands that read the files of a tree.
type treeFlags struct {
	limitFlags
	workersFlag
	excludeFlag
}

func (f *treeFlags) addFlags(c *cobra.Command) {
	f.limitFlags.addFlags(c)
	f.workersFlag.addFlags(c)
	f.excludeFlag.addFlags(c)
}

func (f *treeFlags) check(flags *pflag.FlagSet) error {
	return cmp.Or(f.excludeFlag.check(), f.limitFlags.check(), f.workersFlag.check(flags))
}

// excludeFlag is the flag that leaves out files below a directory.
type excludeFlag struct{ exclude []string }

func (f *excludeFlag) addFlags(c *cobra.Command) {
	c.Flags().StringArrayVar(&f.exclude, "exclude", nil, "leave out files that match this `pattern`")
}

func (f *excludeFlag) check() error {
	for _, p := range f.exclude {
		if _, err := path.Match(p, ""); err != nil || p == "" {
			return usageError{fmt.Errorf("--exclude %q: expected a pattern", p)}
		}
	}
	return nil
}

// options are those of the tree dir: also is left out, too.
func (f *treeFlags) options(also map[string]bool) manifest.Options {
	return manifest.Options{
		Limits:  f.limitFlags.limits(),
		Workers: f.workers,
		Skip:    func(name string) bool { return also[name] || f.excludes(name) },
	}
}

// excludes reports whether to leave out a file, or a directory, whose path ends with "/".
func (f *excludeFlag) excludes(name string) bool {
	name = strings.TrimSuffix(name, "/")
	for _, p := range f.exclude {
		p = strings.TrimSuffix(p, "/")
		part := name
		if !strings.Contains(p, "/") {
			part = path.Base(name)
		}
		if ok, _ := path.Match(strings.TrimPrefix(p, "/"), part); ok {
			return true
		}
	}
	return false
}

// placed are the paths in the tree dir of those of the files that are in it.
func placed(dir string, files []string) map[string]bool {
	found := make(map[string]bool)
	root := real(dir)
	for _, f := range files {
		rel, err := filepath.Rel(root, filepath.Join(real(filepath.Dir(f)), filepath.Base(f)))
		if err == nil && filepath.IsLocal(rel) {
			found[filepath.ToSlash(rel)] = true
		}
	}
	return found
}

// real is a path that is absolute and has no links; "" if it is none.
func real(name string) string {
	name, err := filepath.Abs(name)
	if err == nil {
		name, err = filepath.EvalSymlinks(name)
	}
	if err != nil {
		return ""
	}
	return name
}

// checkTree returns an error unless dir is a directory.
func checkTree(dir string) error {
	info, err := os.Stat(dir)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %s", display(dir), message(err))
	case !info.IsDir():
		return fmt.Errorf("%s: expected a directory", display(dir))
	}
	return nil
}
