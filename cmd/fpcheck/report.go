package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/lsh-interop/fpcheck/conformance/report"
)

func (a *app) reportCommand() *cobra.Command {
	var output string
	c := &cobra.Command{
		Use:   "report FILE.json...",
		Short: "Compare runs of conform on one page",
		Long: `Write a page that compares runs of conform: the ports side by side, by stage and by
rule, with the first divergence of each. The runs are files that conform wrote with
--report json=FILE. The page is one file that needs no network.`,
		Example: `  fpcheck report --output ports.html python.json rust.json`,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usageError{errors.New("no runs given: expected files of conform --report json=FILE")}
			}
			var runs []*report.Report
			for _, name := range args {
				read, err := readRuns(name)
				if err != nil {
					return err
				}
				runs = append(runs, read...)
			}
			if output == "" {
				return report.WriteHTML(a.out, runs...)
			}
			return writeFile(output, func(w io.Writer) error { return report.WriteHTML(w, runs...) })
		},
	}
	c.Flags().StringVarP(&output, "output", "o", "", "`file` to write; standard output if not given")
	return c
}

func readRuns(name string) ([]*report.Report, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	runs, err := report.ReadJSON(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", display(name), err)
	}
	return runs, nil
}
