package main

import (
	"bytes"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"gopkg.in/yaml.v3"

	"github.com/lsh-interop/fpcheck/scheme"
)

func (a *app) schemesCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:               "schemes [ID]",
		Short:             "List the schemes, or show one",
		Long:              `List the registered schemes, or print the definition of one as YAML.`,
		Args:              atMostOne("ID"),
		ValidArgsFunction: cobra.FixedCompletions(schemeIDs(nil), cobra.ShellCompDirectiveNoFileComp),
		RunE: func(_ *cobra.Command, args []string) error {
			schemes := scheme.All()
			if len(args) == 1 {
				s, err := scheme.Lookup(args[0])
				if err != nil {
					return usageError{err}
				}
				schemes = []*scheme.Scheme{s}
			}
			switch {
			case asJSON:
				return a.printSchemesJSON(schemes)
			case len(args) == 1:
				return a.printScheme(schemes[0])
			}
			return a.printSchemes(schemes)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON object on each line")
	return c
}

func (a *app) printSchemes(schemes []*scheme.Scheme) error {
	var table bytes.Buffer
	w := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "ID\tSTATUS\tNAME\tCLOSE\tLOOSE\tTITLE")
	for _, s := range schemes {
		d, advice := s.Definition(), s.Advice()
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", d.ID, d.Status, d.Name,
			threshold(s, advice.Close), threshold(s, advice.Loose), d.Title)
	}
	w.Flush()
	_, err := a.out.Write(table.Bytes())
	return err
}

// threshold spells one of the advice on s.
func threshold(s *scheme.Scheme, value float64) string {
	if s.IsMinHash() {
		return fmt.Sprintf("at least %v", value)
	}
	return fmt.Sprintf("at most %v bits", value)
}

// printScheme writes the advice as comments, since it is no part of a definition.
func (a *app) printScheme(s *scheme.Scheme) error {
	definition, err := yaml.Marshal(s.Definition())
	if err != nil {
		return err
	}
	advice := s.Advice()
	thresholds := "close up to %v bits, loose up to %v"
	if s.IsMinHash() {
		thresholds = "close from a similarity of %v up, loose from %v up"
	}
	text := fmt.Appendf(definition, "# advice: "+thresholds+";\n# a warning below %d features, no verdict below %d\n",
		advice.Close, advice.Loose, advice.WarnBelow, advice.RefuseBelow)
	_, err = a.out.Write(text)
	return err
}

func (a *app) printSchemesJSON(schemes []*scheme.Scheme) error {
	for _, s := range schemes {
		unit := "bits"
		if s.IsMinHash() {
			unit = "similarity"
		}
		err := a.out.writeJSON(struct {
			scheme.Definition
			Advice jsonAdvice `json:"advice"`
		}{s.Definition(), jsonAdvice{unit, s.Advice()}})
		if err != nil {
			return err
		}
	}
	return nil
}

// jsonAdvice says what its thresholds are: greatest distances in bits, or least
// similarities.
type jsonAdvice struct {
	Unit string `json:"unit"`
	scheme.Advice
}
