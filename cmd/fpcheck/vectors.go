package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/conformance"
	"github.com/lsh-interop/fpcheck/vectors"
)

func (a *app) vectorsCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "vectors",
		Short: "List, check, copy, rewrite and run the golden vectors",
		Long: `The golden vectors are inputs of each stage of the specification and what must
come out. They are built into this program; a port copies them into its tree.`,
		Example: `  fpcheck vectors list --rule R4.2
  fpcheck vectors copy testdata/fpcheck`,
		Args: cobra.NoArgs,
		RunE: needCommand,
	}
	c.AddCommand(a.listCommand(), a.lintCommand(), a.copyCommand(), a.updateCommand(), a.runCommand())
	return c
}

// selection is the flags that select vectors.
type selection struct{ stage, rule string }

func (s *selection) addFlags(c *cobra.Command) {
	c.Flags().StringVar(&s.stage, "stage", "", "only vectors of this `stage`")
	c.Flags().StringVar(&s.rule, "rule", "", "only vectors that pin this `rule`: R4.2")
	complete(c, "stage", stageNames)
	complete(c, "rule", ruleIDs)
}

// vectors are the embedded vectors that are selected. A stage or a rule that
// there is not is an error, and not an empty list.
func (s *selection) vectors() ([]vectors.Vector, error) {
	if s.stage != "" && !slices.Contains(stageNames(), s.stage) {
		return nil, usageError{fmt.Errorf("--stage %q: expected one of %s", s.stage, strings.Join(stageNames(), ", "))}
	}
	rule := func(r fpcheck.Rule) bool { return r.ID == s.rule }
	if s.rule != "" && !slices.ContainsFunc(fpcheck.Rules(), rule) {
		return nil, usageError{fmt.Errorf("--rule %q: expected a rule of the specification, such as R4.2", s.rule)}
	}
	return slices.DeleteFunc(vectors.All(), func(v vectors.Vector) bool {
		return s.stage != "" && string(v.Stage) != s.stage || s.rule != "" && !slices.Contains(v.Rules, s.rule)
	}), nil
}

func (a *app) listCommand() *cobra.Command {
	var s selection
	var asJSON bool
	c := &cobra.Command{
		Use:     "list",
		Short:   "List the vectors: id, rules, what each is for",
		Long:    `List the vectors, in the order of the stages: the id, the rules that it pins, what it is for.`,
		Example: `  fpcheck vectors list --stage segment`,
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			vs, err := s.vectors()
			if err != nil {
				return err
			}
			if asJSON {
				return a.listJSON(vs)
			}
			var table bytes.Buffer
			w := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
			for _, v := range vs {
				fmt.Fprintf(w, "%s\t%s\t%s\n", v.ID, strings.Join(v.Rules, ","), v.Why)
			}
			w.Flush()
			_, err = a.out.Write(table.Bytes())
			return err
		},
	}
	s.addFlags(c)
	c.Flags().BoolVar(&asJSON, "json", false, "print an object a line")
	return c
}

func (a *app) listJSON(vs []vectors.Vector) error {
	for _, v := range vs {
		err := a.out.writeJSON(struct {
			ID      string   `json:"id"`
			Stage   string   `json:"stage"`
			Schemes []string `json:"schemes"`
			Rules   []string `json:"rules"`
			Why     string   `json:"why"`
		}{v.ID, string(v.Stage), v.Schemes, v.Rules, v.Why})
		if err != nil {
			return err
		}
	}
	return nil
}

func (a *app) lintCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "lint [DIR]",
		Short: "Check the form of vector files, and that nothing frozen has changed",
		Long: `Check the vector files of DIR, or those built in: their form, their ids, that every
rule has a vector, and that nothing frozen has changed. Each problem is a line,
and with any the exit code is 1.`,
		Example: `  fpcheck vectors lint vectors`,
		Args:    atMostOne("DIR"),
		RunE: func(_ *cobra.Command, args []string) error {
			var fsys fs.FS = vectors.FS
			if len(args) == 1 {
				if err := mustBeDir(args[0]); err != nil {
					return err
				}
				fsys = os.DirFS(args[0])
			}
			problems := lint(fsys)
			for _, p := range problems {
				a.out.line("%s", oneLine(p.Error()))
				a.out.raise(exitDifferent)
			}
			a.out.line("%s", count(len(problems), "problem"))
			return nil
		},
	}
}

func lint(fsys fs.FS) []error {
	problems := vectors.Lint(fsys)
	files, err := vectors.Load(fsys)
	if err != nil {
		return problems // that is among them
	}
	lock, now, err := vectors.CheckLock(fsys, files)
	if err != nil {
		return append(problems, err)
	}
	return append(problems, lock.Broken(now)...)
}

func mustBeDir(dir string) error {
	info, err := os.Stat(dir)
	if err == nil && !info.IsDir() {
		err = errors.New("is no directory: expected one with vector files")
	}
	if err != nil {
		return fmt.Errorf("%s: %s", display(dir), message(err))
	}
	return nil
}

func (a *app) copyCommand() *cobra.Command {
	var force bool
	c := &cobra.Command{
		Use:   "copy DIR",
		Short: "Copy the vectors, with all that a port needs, to a directory",
		Long: `Copy the vectors, their JSON Schema, the Unicode data, the licence and a file
VERSION to DIR, which is made if need be and must be empty. With --force, files
of the same names are overwritten and others stay.`,
		Example: `  fpcheck vectors copy testdata/fpcheck`,
		Args:    exactly("DIR"),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := prepare(args[0], force); err != nil {
				return fmt.Errorf("%s: %s", display(args[0]), message(err))
			}
			return vectors.Copy(args[0])
		},
	}
	c.Flags().BoolVar(&force, "force", false, "overwrite files in a directory that is not empty")
	return c
}

// prepare makes dir fit for vectors.Copy, which overwrites nothing.
func prepare(dir string, force bool) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	if !force {
		return errors.New("is not empty: expected an empty directory, or --force")
	}
	return fs.WalkDir(vectors.FS, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		err = os.Remove(filepath.Join(dir, filepath.FromSlash(name)))
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	})
}

func (a *app) updateCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "update DIR",
		Short: "Rewrite what the vectors of a directory expect",
		Long: `Rewrite the vector files of DIR, in their one form: each vector then expects what
the reference implementation gives. The ids of those that change are printed. A
frozen vector that would change is an error, and nothing is written.`,
		Example: `  fpcheck vectors update vectors`,
		Args:    exactly("DIR"),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := mustBeDir(args[0]); err != nil {
				return err
			}
			changed, err := vectors.Update(args[0], conformance.Reference)
			if err != nil {
				a.out.complainEach(args[0], err)
				return nil
			}
			for _, id := range changed {
				a.out.line("%s", id)
			}
			return nil
		},
	}
}

func (a *app) runCommand() *cobra.Command {
	var s selection
	c := &cobra.Command{
		Use:   "run",
		Short: "Run the vectors against the reference implementation",
		Long: `Run the vectors against the implementation in this program. A vector that fails is
printed with what was expected and what came out, and the exit code is 1.`,
		Example: `  fpcheck vectors run --stage normalise`,
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			vs, err := s.vectors()
			if err != nil {
				return err
			}
			a.runVectors(vs, conformance.Reference)
			return nil
		},
	}
	s.addFlags(c)
	return c
}

// runVectors runs vectors on all processors: a few take most of the time.
func (a *app) runVectors(vs []vectors.Vector, implementation func(vectors.Vector) (vectors.Data, error)) {
	failed := 0
	workers := runtime.GOMAXPROCS(0)
	inOrder(slices.Values(vs), workers, len(vs),
		func() func(vectors.Vector) string {
			return func(v vectors.Vector) string { return failure(v, implementation) }
		},
		func(failure string) bool {
			if failure != "" {
				failed++
				a.out.line("%s", failure)
			}
			return !a.out.broken()
		},
		a.out.flush)
	a.out.line("%s, %d failed", count(len(vs), "vector"), failed)
	if failed > 0 {
		a.out.raise(exitDifferent)
	}
}

// failure says how an implementation fails v, "" if it does not.
func failure(v vectors.Vector, implementation func(vectors.Vector) (vectors.Data, error)) string {
	expected, got := expectation(v), ""
	if d, err := implementation(v); err != nil {
		got = "      error: " + err.Error()
	} else {
		result := v
		result.Expect = d
		got = expectation(result)
	}
	if got == expected {
		return ""
	}
	return fmt.Sprintf("FAIL %s (%s): %s\n  expected:\n%s\n  got:\n%s", v.ID, strings.Join(v.Rules, ", "), v.Why, expected, got)
}

// expectation is what v expects, as its file spells it. The spelling is
// canonical, so expectations are equal if their spellings are.
func expectation(v vectors.Vector) string {
	one := vectors.File{Stage: v.Stage, Vectors: []vectors.Vector{v}}
	_, after, _ := strings.Cut(string(one.Format()), "\n    expect:")
	_, fields, _ := strings.Cut(after, "\n")
	return strings.TrimSuffix(fields, "\n")
}
