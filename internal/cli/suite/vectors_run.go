package suite

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lsh-interop/fpcheck/conformance"
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/engine/parallel"
	"github.com/lsh-interop/fpcheck/vectors"
)

func runCommand(a *cli.App) *cobra.Command {
	var s selection
	c := &cobra.Command{
		Use:   "run",
		Short: "Run the vectors with the reference implementation",
		Long:  `Run the vectors with the reference implementation.`,
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			vs, err := s.vectors()
			if err != nil {
				return err
			}
			if len(vs) == 0 {
				return errors.New("--stage, --rule: no vector has both: expected at least one vector")
			}
			return runVectors(a, vs, conformance.Reference)
		},
	}
	s.addFlags(c)
	return c
}

// runVectors runs vectors on all processors: a few take most of the time.
func runVectors(a *cli.App, vs []vectors.Vector, implementation func(vectors.Vector) (vectors.Data, error)) error {
	failed := 0
	workers := runtime.GOMAXPROCS(0)
	run := func() func(vectors.Vector) string {
		return func(v vectors.Vector) string { return failure(v, implementation) }
	}
	for failure, err := range parallel.Stream(a.Ctx, slices.Values(vs), workers, len(vs), run, nil, a.Out.Flush) {
		if err != nil {
			return err
		}
		if failure != "" {
			failed++
			a.Out.Line("%s", failure)
		}
		if a.Out.Broken() {
			break
		}
	}
	a.Out.Line("%s, %d failed", cli.Count(len(vs), "vector"), failed)
	if failed > 0 {
		a.Out.Raise(cli.ExitDifferent)
	}
	return nil
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

// expectation spells what v expects, so that equal expectations have equal spellings.
func expectation(v vectors.Vector) string {
	one := vectors.File{Stage: v.Stage, Vectors: []vectors.Vector{v}}
	_, after, _ := strings.Cut(string(one.Format()), "\n    expect:")
	_, fields, _ := strings.Cut(after, "\n")
	return strings.TrimSuffix(fields, "\n")
}
