package fingerprint

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"gopkg.in/yaml.v3"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	"github.com/lsh-interop/fpcheck/internal/kernel/sketch"
	"github.com/lsh-interop/fpcheck/scheme"
)

func SchemesCommand(a *cli.App) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:               "schemes [ID]",
		Short:             "List the schemes, or show one",
		Long:              `List the registered schemes, or print the definition of one as YAML.`,
		Args:              cli.AtMostOne("ID"),
		ValidArgsFunction: cobra.FixedCompletions(documents.SchemeIDs(nil), cobra.ShellCompDirectiveNoFileComp),
		RunE: func(_ *cobra.Command, args []string) error {
			schemes := scheme.All()
			if len(args) == 1 {
				s, err := scheme.Lookup(args[0])
				if err != nil {
					return cli.Usage(err)
				}
				schemes = []*scheme.Scheme{s}
			}
			switch {
			case asJSON:
				return printSchemesJSON(a, schemes)
			case len(args) == 1:
				return printScheme(a, schemes[0])
			}
			return printSchemes(a, schemes)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON object on each line")
	return c
}

func printSchemes(a *cli.App, schemes []*scheme.Scheme) error {
	return a.Out.Table(0, func(w io.Writer) {
		fmt.Fprintln(w, "ID\tSTATUS\tNAME\tCLOSE\tLOOSE\tTITLE")
		for _, s := range schemes {
			d, advice := s.Method().Definition(), s.Advice()
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", d.ID, d.Status, d.Name,
				threshold(s, advice.Close), threshold(s, advice.Loose), d.Title)
		}
	})
}

// threshold spells one of the advice on s.
func threshold(s *scheme.Scheme, value float64) string {
	if s.IsMinHash() {
		return fmt.Sprintf("at least %v", value)
	}
	return fmt.Sprintf("at most %v bits", value)
}

// printScheme writes the advice as comments, since it is no part of a definition.
func printScheme(a *cli.App, s *scheme.Scheme) error {
	definition, err := yaml.Marshal(s.Method().Definition())
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
	_, err = a.Out.Write(text)
	return err
}

func printSchemesJSON(a *cli.App, schemes []*scheme.Scheme) error {
	for _, s := range schemes {
		unit := "bits"
		if s.IsMinHash() {
			unit = "similarity"
		}
		err := a.Out.WriteJSON(struct {
			sketch.Definition
			Advice jsonAdvice `json:"advice"`
		}{s.Method().Definition(), jsonAdvice{unit, s.Advice()}})
		if err != nil {
			return err
		}
	}
	return nil
}

// jsonAdvice has the thresholds: greatest distances in bits, or least similarities.
type jsonAdvice struct {
	Unit string `json:"unit"`
	scheme.Advice
}
