package suite

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/vectors"
)

func VectorsCommand(a *cli.App) *cobra.Command {
	c := &cobra.Command{
		Use:   "vectors",
		Short: "List, check, copy, update and run the golden vectors",
		Long: `The golden vectors are inputs of each stage of the specification, with the
results that the stage must return.`,
		Args: cli.KnownCommand,
		RunE: cli.NeedCommand,
	}
	c.AddCommand(listCommand(a), lintCommand(a), copyCommand(a), updateCommand(a), runCommand(a))
	return c
}

// selection are the flags that select vectors.
type selection struct{ stages, rules []string }

func (s *selection) addFlags(c *cobra.Command) {
	c.Flags().StringSliceVar(&s.stages, "stage", nil, "only vectors of these `stages`")
	c.Flags().StringSliceVar(&s.rules, "rule", nil, "only vectors of these `rules`, such as R4.2")
	cli.Complete(c, "stage", stageNames)
	cli.Complete(c, "rule", ruleIDs)
}

// vectors are the selected vectors. Unknown stages and rules are errors.
func (s *selection) vectors() ([]vectors.Vector, error) {
	for _, stage := range s.stages {
		if !slices.Contains(stageNames(), stage) {
			return nil, cli.Usage(fmt.Errorf("--stage %q: expected one of %s", stage, strings.Join(stageNames(), ", ")))
		}
	}
	for _, id := range s.rules {
		if !slices.ContainsFunc(fpcheck.Rules(), func(r fpcheck.Rule) bool { return r.ID == id }) {
			return nil, cli.Usage(fmt.Errorf("--rule %q: expected a rule of the specification, such as R4.2", id))
		}
	}
	return slices.DeleteFunc(vectors.All(), func(v vectors.Vector) bool {
		pinned := func(id string) bool { return slices.Contains(v.Rules, id) }
		return len(s.stages) > 0 && !slices.Contains(s.stages, string(v.Stage)) ||
			len(s.rules) > 0 && !slices.ContainsFunc(s.rules, pinned)
	}), nil
}

func listCommand(a *cli.App) *cobra.Command {
	var s selection
	var asJSON bool
	c := &cobra.Command{
		Use:   "list",
		Short: "List the vectors",
		Long:  `List the vectors, each with its id, the rules that it tests, and its purpose.`,
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			vs, err := s.vectors()
			if err != nil {
				return err
			}
			if asJSON {
				return listJSON(a, vs)
			}
			return a.Out.Table(0, func(w io.Writer) {
				for _, v := range vs {
					fmt.Fprintf(w, "%s\t%s\t%s\n", v.ID, strings.Join(v.Rules, ","), v.Why)
				}
			})
		},
	}
	s.addFlags(c)
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON object on each line")
	return c
}

func listJSON(a *cli.App, vs []vectors.Vector) error {
	for _, v := range vs {
		err := a.Out.WriteJSON(struct {
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

func stageNames() []string {
	var names []string
	for _, s := range vectors.Stages {
		names = append(names, string(s))
	}
	return names
}

// ruleIDs come with the rules' names, which shells show beside them.
func ruleIDs() []string {
	var ids []string
	for _, r := range fpcheck.Rules() {
		ids = append(ids, r.ID+"\t"+r.Name)
	}
	return ids
}
