package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/vectors"
)

func (a *app) vectorsCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "vectors",
		Short: "List, check, copy, update and run the golden vectors",
		Long: `The golden vectors are inputs of each stage of the specification, and what the
stage must give for them.`,
		Args: knownCommand,
		RunE: needCommand,
	}
	c.AddCommand(a.listCommand(), a.lintCommand(), a.copyCommand(), a.updateCommand(), a.runCommand())
	return c
}

// selection are the flags that select vectors.
type selection struct{ stage, rule string }

func (s *selection) addFlags(c *cobra.Command) {
	c.Flags().StringVar(&s.stage, "stage", "", "only vectors of this `stage`")
	c.Flags().StringVar(&s.rule, "rule", "", "only vectors of this `rule`, such as R4.2")
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
		Use:   "list",
		Short: "List the vectors",
		Long:  `List the vectors: the id of each, the rules that it tests, and why it exists.`,
		Args:  cobra.NoArgs,
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
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON object on each line")
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
