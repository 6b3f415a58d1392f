package suite

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/lsh-interop/fpcheck/conformance/report"
	"github.com/lsh-interop/fpcheck/internal/cli"
)

func ReportCommand(a *cli.App) *cobra.Command {
	var output string
	c := &cobra.Command{
		Use:   "report FILE.json...",
		Short: "Write a page that compares runs of conform",
		Long:  `Write an HTML page that compares ports, from JSON reports of conform.`,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.Usage(errors.New("no runs given: expected files of conform --report json=FILE"))
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
				return report.Write("html", a.Out.Data(), runs...)
			}
			return cli.WriteFile(output, func(w io.Writer) error { return report.Write("html", w, runs...) })
		},
	}
	c.Flags().StringVarP(&output, "output", "o", "", "`file` to write (default standard output)")
	return c
}

func readRuns(name string) ([]*report.Report, error) {
	f, err := cli.Open(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %s", cli.Display(name), cli.Message(err))
	}
	defer f.Close()
	runs, err := report.ReadJSON(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", cli.Display(name), err)
	}
	return runs, nil
}
