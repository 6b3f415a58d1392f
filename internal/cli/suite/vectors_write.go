package suite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"github.com/lsh-interop/fpcheck/conformance"
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/suite/vectorfiles"
)

func copyCommand(a *cli.App) *cobra.Command {
	var force bool
	c := &cobra.Command{
		Use:   "copy DIR",
		Short: "Copy the vectors to a directory",
		Long:  `Copy the vectors, and the data that a port needs, to a directory.`,
		Args:  cli.Exactly("DIR"),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := suits(args[0], force); err != nil {
				return fmt.Errorf("%s: %s", cli.Display(args[0]), cli.Message(err))
			}
			return vectorfiles.Copy(args[0])
		},
	}
	c.Flags().BoolVar(&force, "force", false, "overwrite files in a non-empty directory")
	return c
}

// suits reports what is wrong with dir: vectorfiles.Copy replaces the files that it has.
func suits(dir string, force bool) error {
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
	return nil
}

func updateCommand(a *cli.App) *cobra.Command {
	var clarified []string
	c := &cobra.Command{
		Use:   "update DIR",
		Short: "Update the expected results of vectors",
		Long: `Update the vector files of a directory, so that each vector expects what the
reference implementation returns.`,
		Args: cli.Exactly("DIR"),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := mustBeDir(args[0]); err != nil {
				return err
			}
			changed, err := vectorfiles.Update(args[0], clarified, conformance.Reference)
			if err != nil {
				a.Out.ComplainEach(args[0], err)
				return nil
			}
			for _, id := range changed {
				a.Out.Line("%s", id)
			}
			return nil
		},
	}
	c.Flags().StringSliceVar(&clarified, "clarified", nil, "accept the new wording of these frozen `rules`")
	cli.Complete(c, "clarified", ruleIDs)
	return c
}
