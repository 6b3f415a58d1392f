package documents

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/manifest"
)

// TreeFlags are the flags of commands that read the files of a tree.
type TreeFlags struct {
	LimitFlags
	WorkersFlag
	ExcludeFlag
}

func (f *TreeFlags) AddFlags(c *cobra.Command) {
	f.LimitFlags.AddFlags(c)
	f.WorkersFlag.AddFlags(c)
	f.ExcludeFlag.addFlags(c)
}

func (f *TreeFlags) Check(flags *pflag.FlagSet) error {
	return cmp.Or(f.ExcludeFlag.check(), f.LimitFlags.Check(), f.WorkersFlag.Check(flags))
}

// ExcludeFlag is the flag that leaves out files below a directory.
type ExcludeFlag struct{ exclude []string }

func (f *ExcludeFlag) addFlags(c *cobra.Command) {
	c.Flags().StringArrayVar(&f.exclude, "exclude", nil, "skip files that match this `pattern`")
}

func (f *ExcludeFlag) check() error {
	return CheckPatterns("exclude", f.exclude)
}

// Options returns the options for a tree, which is read next. Paths in also are left out, too.
func (f *TreeFlags) Options(also map[string]bool) manifest.Options {
	carryBallast()
	return manifest.Options{
		Limits:  f.LimitFlags.Limits(),
		Workers: f.Workers,
		Skip:    func(name string) bool { return also[name] || f.Excludes(name) },
	}
}

// Excludes reports whether to leave out a file, or a directory, whose path ends with "/".
func (f *ExcludeFlag) Excludes(name string) bool {
	return slices.ContainsFunc(f.exclude, func(p string) bool { return matches(p, name) })
}

// Placed returns the paths, in the tree dir, of the files that are inside it.
func Placed(dir string, files []string) map[string]bool {
	found := make(map[string]bool)
	root := Real(dir)
	for _, f := range files {
		rel, err := filepath.Rel(root, filepath.Join(Real(filepath.Dir(f)), filepath.Base(f)))
		if err == nil && filepath.IsLocal(rel) {
			found[filepath.ToSlash(rel)] = true
		}
	}
	return found
}

// Real returns an absolute path without links, or "" if it does not exist.
func Real(name string) string {
	name, err := filepath.Abs(name)
	if err == nil {
		name, err = filepath.EvalSymlinks(name)
	}
	if err != nil {
		return ""
	}
	return name
}

// CheckTree returns an error unless dir is a directory.
func CheckTree(dir string) error {
	info, err := os.Stat(dir)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %s", cli.Display(dir), cli.Message(err))
	case !info.IsDir():
		return fmt.Errorf("%s: expected a directory", cli.Display(dir))
	}
	return nil
}
