package suite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/suite/vectorfiles"
	"github.com/lsh-interop/fpcheck/vectors"
)

func lintCommand(a *cli.App) *cobra.Command {
	return &cobra.Command{
		Use:   "lint [DIR]",
		Short: "Check vector files",
		Long:  `Check the vector files of a directory, or the built-in ones.`,
		Args:  cli.AtMostOne("DIR"),
		RunE: func(_ *cobra.Command, args []string) error {
			var fsys fs.FS = vectors.FS
			if len(args) == 1 {
				if err := mustBeDir(args[0]); err != nil {
					return err
				}
				fsys = os.DirFS(args[0])
			}
			problems := vectorfiles.Lint(fsys)
			for _, p := range problems {
				a.Out.Line("%s", cli.OneLine(p.Error()))
				a.Out.Raise(cli.ExitDifferent)
			}
			a.Out.Line("%s", cli.Count(len(problems), "problem"))
			return nil
		},
	}
}

func mustBeDir(dir string) error {
	info, err := os.Stat(dir)
	if err == nil && !info.IsDir() {
		err = errors.New("is not a directory: expected one with vector files")
	}
	if err != nil {
		return fmt.Errorf("%s: %s", cli.Display(dir), cli.Message(err))
	}
	return nil
}
